"""Take every page of the web tables at three widths: `PYTHONPATH=. python docs/screenshots.py [--to FOLDER] [NAME...]`.

Tables are taken while they are played at.  Without a folder they are taken for the docs, into `docs/_static/web/` and
compressed.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from nomorebets.client.desk import Desk
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.results import Standing
from tests.browser.conftest import CHROMIUM, QUIET, QUIETER, WIDTHS
from tests.browser.scenes import BY_NAME, PLAYED, SCENES, shown, staged
from tests.open_house import open_house

SHOWN = Path(__file__).parent / "_static" / "web"
QUALITY = 55
ROUNDS = 20  # so that a table has results against the odds
CHOSEN = "localStorage.getItem('nomorebets') ?? localStorage.setItem('nomorebets', %s)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="scenes; all of them, if none is named")
    parser.add_argument("--to", type=Path, help="another folder, for pictures as PNG")
    parser.add_argument("--theme", default="auto")
    parser.add_argument("--whole", action="store_true", help="the whole page, and not what is seen at once")
    given = parser.parse_args()
    names = sorted(given.names or [one.name for one in SCENES], key=lambda name: name in PLAYED)  # each opens a table
    wanted = [(name, width) for name in names for width in WIDTHS]
    folder = given.to or SHOWN
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_house(Path(data)) as house, sync_playwright() as playwright:
        stage = staged(house, ROUNDS)
        with Desk(house.url, house.person(HouseRole.FLOOR).token) as floor:
            while any(one.standing == Standing.RECKONING for one in floor.results()):
                time.sleep(1)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *QUIETER])
        for name, width in wanted:
            wide, tall = WIDTHS[width]
            context = browser.new_context(viewport={"width": wide, "height": tall}, reduced_motion="reduce")
            context.add_init_script(CHOSEN % json.dumps(json.dumps({"theme": given.theme})))
            page = shown(PLAYED.get(name, BY_NAME[name]), stage, context)
            page.wait_for_timeout(300)
            file = folder / f"{name}-{width}.{'png' if given.to else 'jpg'}"
            kind = {} if given.to else {"type": "jpeg", "quality": QUALITY}
            page.screenshot(path=file, full_page=given.whole, **kind)  # type: ignore[arg-type]
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
