"""A round of each game in the browser: a guest sits down in two clicks, bets, decides, and is settled with."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect  # noqa: A004

from tests.browser.conftest import Visit

ROUND_MS = 30_000


def sit_down(page: Page, game: str) -> None:
    """Two clicks from the lobby to a seat."""
    plate = page.get_by_role("region", name=game, exact=True)
    plate.get_by_role("button", name="Take a seat").click()
    plate.get_by_role("button", name="Sit at").click()
    page.get_by_text("Place your wagers").first.wait_for()


def areas(page: Page) -> Locator:
    return page.locator(".area-group.offered")


def bet_everywhere(page: Page) -> None:
    """The first wager opens the others."""
    areas(page).first.click()
    page.wait_for_timeout(800)
    for number in range(areas(page).count()):
        areas(page).nth(number).click()
    page.wait_for_timeout(500)
    if page.locator(".whys").count():  # a cut or the bank is offered
        page.locator("#offers .main, #offers .other").last.click()
    page.get_by_role("button", name="Ready").click()


def bet_on_red(page: Page) -> None:
    page.get_by_role("button", name="Red, 1 to 1").click()
    page.get_by_role("button", name="Ready").click()


def take_the_first_offer(page: Page) -> None:
    page.locator(".whys").wait_for(timeout=ROUND_MS)
    page.locator("#offers .main").click()


def set_by_the_house_way(page: Page) -> None:
    for _ in range(40):  # a cut or the bank may be offered first
        if page.get_by_role("button", name="House way").count():
            break
        if page.locator(".whys").count():
            page.locator("#offers .main, #offers .other").last.click()
        page.wait_for_timeout(500)
    page.get_by_role("button", name="House way").click()
    page.get_by_role("button", name="Lay face down").click()


def nothing(_page: Page) -> None:
    """There is nothing to decide."""


Does = Callable[[Page], None]
ROUNDS: dict[str, tuple[Does, Does]] = {
    "High Card Flush": (bet_everywhere, take_the_first_offer),
    "What The Flush": (bet_everywhere, take_the_first_offer),
    "Lunar Poker": (bet_everywhere, take_the_first_offer),
    "Pack’s Poker": (bet_everywhere, nothing),
    "Pai Gow": (bet_everywhere, set_by_the_house_way),
    "Pai Gow Poker": (bet_everywhere, set_by_the_house_way),
    "Pokette": (bet_on_red, nothing),
}


def settled(page: Page) -> None:
    """Whatever else is offered on the way is answered; then the round is told, seat by seat."""
    told = page.get_by_role("heading", name="Settlement")
    for _ in range(20):
        if page.get_by_role("button", name="Same bets").count():
            break
        with suppress(TimeoutError):  # a decision that is still awaited; it may be gone by now
            page.locator("#offers [data-key]").last.click(timeout=500)
    expect(page.get_by_role("button", name="Same bets")).to_be_visible(timeout=ROUND_MS)
    expect(told).to_be_visible()


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_is_played_with_the_mouse(visit: Visit, game: str) -> None:
    page = visit("/")
    bets, decides = ROUNDS[game]
    sit_down(page, game)
    bets(page)
    decides(page)
    settled(page)


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_is_played_by_touch_on_a_phone(visit: Visit, game: str) -> None:
    page = visit("/", width="phone", has_touch=True, is_mobile=True)
    bets, decides = ROUNDS[game]
    sit_down(page, game)
    bets(page)
    decides(page)
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
