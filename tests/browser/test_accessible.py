"""Lobby and tables can be used by everybody: axe finds nothing wrong in any theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.playing import bet, sit_down

THEMES = ("felt", "paper", "contrast")


def wrong(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"][:3]]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_wrong_with_the_lobby_and_a_table(visit: Visit, theme: str) -> None:
    page = visit("/")
    page.evaluate("theme => localStorage.setItem('nomorebets', JSON.stringify({ theme }))", theme)
    page.reload()
    page.get_by_role("region", name="Pokette").wait_for()
    assert wrong(page) == []
    sit_down(page, "High Card Flush")
    bet(page, "High Card Flush")
    page.get_by_role("button", name="Ready, $").wait_for()
    assert wrong(page) == []


def test_axe_finds_nothing_wrong_with_the_layout_of_pokette(visit: Visit) -> None:
    page = visit("/")
    sit_down(page, "Pokette")
    bet(page, "Pokette")
    page.get_by_role("button", name="Ready, $").wait_for()
    assert wrong(page) == []
