"""Every page in every theme: axe finds nothing to object to."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.axe import objects_to_nothing
from tests.browser.scenes import BY_NAME, SCENES, Stage, shown, staged
from tests.open_house import OpenHouse


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
    objects_to_nothing(shown(BY_NAME[name], stage, context))
