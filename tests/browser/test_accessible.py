"""Every page in every theme: axe finds nothing to object to."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext

from tests.browser.scenes import BY_NAME, SCENES, Stage, shown, staged
from tests.open_house import OpenHouse

THEMES = ("felt", "paper", "contrast")
AXE = Axe()
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # which is all that another theme changes


@pytest.fixture(scope="module")
def stage(house: OpenHouse) -> Stage:
    return staged(house)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.mark.parametrize("name", [one.name for one in SCENES])
def test_axe_objects_to_nothing_in_any_theme(stage: Stage, context: BrowserContext, name: str) -> None:
    page = shown(BY_NAME[name], stage, context)
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found = AXE.run(page, options=None if theme == THEMES[0] else COLOURS).response["violations"]
        told = [(one["id"], node["html"][:120], node["failureSummary"][:200]) for one in found for node in one["nodes"]]
        assert told == [], theme
