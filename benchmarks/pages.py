"""What pages weigh and how quick they are: `PYTHONPATH=. python benchmarks/pages.py [--write] [NAME...]`.

Every page is opened in a real Chromium, at a house of its own on loopback.  `--write` puts the figures into
`docs/web.md`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from msgspec import Struct
from playwright.sync_api import Browser, Page, sync_playwright

from nomorebets.web import assets
from tests.browser.conftest import CHROMIUM, QUIET, QUIETER
from tests.browser.imported import scripts_of, weight
from tests.browser.scenes import BY_NAME, SCENES, Stage, shown, staged
from tests.open_house import open_house

PAGE = Path(__file__).parents[1] / "docs" / "web.md"
BETWEEN = ("<!-- measured by benchmarks/pages.py -->\n", "<!-- end of what is measured -->\n")
ALL_SCRIPTS, PAGE_SCRIPTS, WEIGHT, NODES, USABLE_MS, PAINT_MS, SHIFT = 90, 45, 250, 1500, 1000, 100, 0.02
KEYS = ("Tab", "Tab", "ArrowRight", "Tab", "Escape") * 8  # what is pressed to see how soon the page paints

WATCHING = """
    window.shifted = 0; window.took = [];
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (one.interactionId) window.took.push(one.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
FETCHED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(one => !one.name.includes("/v1/")).reduce((sum, one) => sum + one.encodedBodySize, 0)"""


class Measured(Struct, frozen=True):
    """One page."""

    name: str
    scripts: int  # bytes, compressed, that the page loads of its scripts and of what they say
    weight: int  # of all that it is made of
    nodes: int
    usable_ms: int
    paint_ms: int  # the 95th percentile
    shift: float

    @property
    def kept(self) -> bool:
        """Whether it is within all limits."""
        small = self.scripts < PAGE_SCRIPTS * 1024 and self.weight < WEIGHT * 1024 and self.nodes < NODES
        return small and self.usable_ms < USABLE_MS and self.paint_ms < PAINT_MS and self.shift < SHIFT

    @property
    def row(self) -> str:
        sizes = f"{self.scripts / 1024:.1f} | {self.weight / 1024:.1f} | {self.nodes:,}"
        return f"| {self.name} | {sizes} | {self.usable_ms} | {self.paint_ms} | {self.shift:.3f} |"


def of_all(suffix: str) -> float:
    """All files of a kind together, compressed, in KB."""
    return sum(len(one.small) for name, one in assets().items() if name.endswith(suffix)) / 1024


def measured(name: str, stage: Stage, browser: Browser) -> Measured:
    scene = BY_NAME[name]
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(WATCHING)
    opened = shown(scene, stage, context)
    began = time.perf_counter()
    opened.reload()
    opened.locator(scene.ready).first.wait_for()
    usable = time.perf_counter() - began
    whole = opened.evaluate(FETCHED)
    opened.wait_for_timeout(500)
    paint = painted(opened)
    html = opened.locator("script").first.evaluate("one => one.src")
    scripts = weight(scripts_of(f'src="{html[html.index("/web/") :]}"'))
    result = Measured(
        name,
        scripts,
        whole,
        opened.evaluate("document.querySelectorAll('*').length"),
        round(usable * 1000),
        paint,
        opened.evaluate("window.shifted"),
    )
    context.close()
    return result


def painted(page: Page) -> int:
    """How long the page took to paint after a key or click, 95 times in a hundred; under 16 ms is told as 16."""
    for key in KEYS:
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    told: list[float] = page.evaluate("window.took")
    unseen = [16.0] * max(0, 2 * len(KEYS) - len(told))
    return round(quantiles([*told, *unseen], n=20)[18])


def written(rows: list[Measured]) -> str:
    columns = ("page", "scripts, KB", "all of it, KB", "nodes", "usable, ms", "paint p95, ms", "shift")
    head = f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|\n"
    limits = f"| *limit* | *{PAGE_SCRIPTS}* | *{WEIGHT}* | *{NODES:,}* | *{USABLE_MS}* | *{PAINT_MS}* | *{SHIFT}* |\n"
    drawn = f"what they say and draw: {of_all('.json'):.1f} KB"
    whole = f"All scripts together: {of_all('.js'):.1f} KB of {ALL_SCRIPTS}; {drawn}.\n"
    return f"{head}{limits}" + "".join(f"{one.row}\n" for one in rows) + f"\n{whole}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    names = given.names or [one.name for one in SCENES]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *QUIETER])
        with open_house(Path(data), secure=False) as house:
            rows = [measured(name, stage, browser) for stage in [staged(house)] for name in names]
        browser.close()
    sys.stdout.write(written(rows))
    if given.write:
        before, rest = PAGE.read_text("utf-8").split(BETWEEN[0])
        PAGE.write_text(f"{before}{BETWEEN[0]}\n{written(rows)}\n{BETWEEN[1]}{rest.split(BETWEEN[1])[1]}", "utf-8")
    return int(not all(one.kept for one in rows))


if __name__ == "__main__":
    sys.exit(main())
