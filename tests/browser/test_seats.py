"""What somebody is at a table beside one seat with chips: the bank, at several positions, with a coupon."""

import re
from contextlib import suppress
from decimal import Decimal

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Visit, table_of
from tests.browser.playing import ANSWER_MS, OVER, POLL_MS, ROUND_MS, SET, areas, down, ready, take
from tests.open_house import OpenHouse

SEATS = (2, 5)
ASKED = ("House way", SET, "Go on", "Refuse cut", "Bank shakes")
IN_TWO = ("pai-gow", "pai-gow-poker")


def answered_until(pages: list[Page], there: re.Pattern[str] | str) -> Page:
    """Whatever is asked for in a round is answered by everybody, until somebody is offered or told this."""
    for _ in range(ROUND_MS // POLL_MS):
        for page in pages:
            if page.locator("#offers").get_by_text(there).count():
                return page
            for name in ASKED:
                asked = page.locator("#offers button:enabled").filter(has_text=name)
                if asked.count():
                    with suppress(Error):  # the house was faster
                        asked.first.click(timeout=ANSWER_MS // 10)
        pages[0].wait_for_timeout(POLL_MS)
    raise AssertionError(f"nobody came to {there}")


def cents(told: str) -> int:
    """A sum as the page tells it."""
    found = re.search(r"([+−])\u2060?\$([\d,.]+)$", told.strip())
    return int(Decimal(found[2].replace(",", "")) * 100) * (-1 if found[1] == "−" else 1) if found else 0


def settled(page: Page) -> dict[str, int]:
    """What each seat is ahead by, as one page tells it; the house has the rest."""
    expect(page.locator(".settlement")).not_to_contain_text("to come", timeout=ANSWER_MS)
    told = {row[0]: cents(row) for row in page.locator(".settlement summary").all_inner_texts()}
    house = page.locator(".house-row").inner_text().split("come to ")[1].split(";")[0]
    assert cents(house) == -sum(told.values())
    return told


def bets_again(page: Page) -> None:
    answered_until([page], OVER)
    page.get_by_role("button", name=OVER).click()


@pytest.mark.parametrize("game", IN_TWO)
def test_a_player_banks_then_another_with_the_house_and_both_read_what_it_came_to(
    visit: Visit, house: OpenHouse, game: str
) -> None:
    table = table_of(house, game)
    pages = [visit(f"/table/{table}") for _ in SEATS]
    for page, seat in zip(pages, SEATS, strict=True):
        take(page, seat)
        areas(page).first.click()
    for page in pages:
        ready(page)
    banker = answered_until(pages, "Pass the bank")
    other = next(page for page in pages if page is not banker)
    assert "Co-bank" in banker.locator("#offers").inner_text()
    banker.get_by_role("button", name=re.compile("^Bank")).click()
    expect(banker.locator("#hand")).to_contain_text("You bank this round")
    expect(banker.locator("#offers")).to_contain_text("The dealer wagers $10")
    bets_again(other)
    for page in pages:
        expect(page.locator(".marker.bank")).to_have_count(1)
    answered_until(pages, "as the bank, all wagers together")
    for page in pages:
        expect(page.get_by_role("img", name="The dealer wagers $10 against the bank")).to_be_visible(timeout=ANSWER_MS)
    expect(other.locator(".settlement")).to_contain_text(", the bank")
    assert settled(banker) == settled(other)

    co_banker = answered_until(pages, "Pass the bank")
    assert co_banker is other  # nobody banks twice running
    other.get_by_role("button", name=re.compile("^Co-bank")).click()
    answered_until([other], "The round begins when another player has wagered")
    bets_again(banker)
    expect(banker.locator(".marker.co_bank")).to_have_count(1)
    answered_until(pages, "as the bank, all wagers together")
    assert settled(banker) == settled(other)


@pytest.mark.parametrize("game", IN_TWO)
def test_somebody_with_two_hands_lays_a_coupon_at_one(visit: Visit, house: OpenHouse, game: str) -> None:
    page = visit(f"/table/{table_of(house, game, coupons=True)}")
    take(page, 2, 3)
    page.get_by_role("radio", name="$25 chip").click()
    for seat in (2, 3):
        page.get_by_role("button", name=f"Wager, seat {seat}: add $25").click()
        page.get_by_role("button", name=f"Wager, seat {seat}, 25 dollars").wait_for()
    page.get_by_role("button", name="Seat 3. Lay a coupon of $25 on wager").click()
    expect(page.locator("#hand")).to_contain_text("$50 down, with coupons of $25")
    expect(page.get_by_role("button", name="Wager, seat 3, 25 dollars and a coupon of 25 dollars")).to_be_visible()
    ready(page)
    hands = list[str]()
    for _ in range(2):
        expect(page.get_by_role("button", name=SET)).to_be_visible(timeout=ROUND_MS)
        hands += [page.locator(".setting").get_attribute("data-place") or ""]
        expect(page.locator("#assertive")).to_contain_text(f"{hands[-1].capitalize()}. Your decision.")
        page.get_by_role("button", name="House way").click()
        page.get_by_role("button", name=SET).click()
        expect(page.locator(f".setting[data-place='{hands[-1]}']")).to_have_count(0)
    assert {*hands} == {"seat 2", "seat 3"}
    answered_until([page], OVER)
    told = settled(page)
    assert told["2"] in (-2500, 0, 2375)
    assert told["3"] in (-2500, 0, 4750)
    expect(page.locator(".settlement")).to_contain_text("$25 + $25")
    expect(page.locator(".record")).to_contain_text("You at seat 3 have set the hands.")
    expect(page.locator(".head")).to_contain_text(f"${1000 + sum(told.values()) / 100:,.2f}".removesuffix(".00"))


def test_on_a_phone_one_turns_from_one_of_ones_positions_to_the_other(visit: Visit, house: OpenHouse) -> None:
    page = visit(f"/table/{table_of(house, 'high-card-flush')}", width="phone", has_touch=True, is_mobile=True)
    take(page, 2, 3)
    for seat in (2, 3):
        page.get_by_role("button", name=f"Your seat {seat}").tap()
        page.get_by_role("button", name=f"Ante, seat {seat}: add $5").tap()
        page.get_by_role("button", name=f"Ante, seat {seat}, 5 dollars").wait_for()
    down(page).tap()
    for seat in (2, 3):
        expect(page.locator("#hand")).to_contain_text(f"Seat {seat}.", timeout=ROUND_MS)
        page.get_by_role("button", name="Fold").tap()
    expect(page.locator(".result")).to_contain_text("−$10", timeout=ROUND_MS)
