"""The pages: served with strict rules for browsers, small, and kept for good once they are known."""

import gzip
import re

import pytest

from nomorebets.service.http.pages import PAGES
from nomorebets.web import assets, edition, page
from tests.browser.imported import page_scripts, scripts_of
from tests.open_house import OpenHouse

# Compressed.  What a page says counts with the scripts that load it, but not among all scripts together.
ALL_SCRIPTS, PAGE_SCRIPTS, ONE_PAGE = 90 * 1024, 45 * 1024, 250 * 1024


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/table/any", "/rules", "/odds", "/submission", "/fair/any/1"),
        *("/sign-in", "/deal", "/deal/any", "/floor", "/rounds"),
    ],
)
def test_a_page_may_run_nothing_but_scripts_of_the_house(house: OpenHouse, path: str) -> None:
    answer = house.ask("GET", path)
    assert answer.status == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert b"<script>" not in answer.body
    assert b"style=" not in answer.body


def test_what_a_page_is_made_of_is_kept_for_good_under_the_name_of_its_edition(house: OpenHouse) -> None:
    answer = house.ask("GET", f"/web/{edition()}/scripts/lobby.js", headers={"accept-encoding": "gzip"})
    assert "immutable" in answer.headers["cache-control"]
    assert gzip.decompress(answer.body) == assets()["scripts/lobby.js"].plain
    assert house.ask("GET", "/web/older/scripts/lobby.js").headers["cache-control"] == "no-store"
    assert house.ask("GET", f"/web/{edition()}/scripts/none.js").status == 404
    assert house.ask("GET", f"/web/{edition()}/../../pyproject.toml").status == 404


def test_every_part_that_a_page_or_script_names_is_there() -> None:
    for name in PAGES.values():
        for part in re.findall(rf"/web/{edition()}/([^\"]+)", page(name).plain.decode()):
            assert part in assets(), part
    for name, asset in assets().items():
        folder = name.rsplit("/", 1)[0]
        for part in re.findall(r"from\"(\.[^\"]+)\"", asset.plain.decode()):
            steps = f"{folder}/{part}".split("/")
            while ".." in steps or "." in steps:
                at = next(n for n, step in enumerate(steps) if step in ("..", "."))
                steps[at - (steps[at] == "..") : at + 1] = []
            assert "/".join(steps) in assets(), (name, part)


def test_scripts_are_small() -> None:
    assert sum(len(asset.small) for name, asset in assets().items() if name.endswith(".js")) < ALL_SCRIPTS
    assert sum(len(asset.small) for asset in assets().values()) < ONE_PAGE


@pytest.mark.parametrize("name", sorted({*PAGES.values()}))
def test_the_scripts_of_one_page_are_small(name: str) -> None:
    assert "scripts/dom.js" in scripts_of(page(name).plain.decode())  # which is imported, not named by the page
    assert page_scripts(name) < PAGE_SCRIPTS
