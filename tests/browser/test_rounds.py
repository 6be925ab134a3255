"""A round of each game in the browser: a guest sits down in two clicks, bets, decides, and is settled with."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.axe import objects_to_nothing
from tests.browser.conftest import Visit, table_of
from tests.browser.playing import (
    GAMES,
    areas,
    bet,
    bet_by_keys,
    decide_by_keys,
    decide_with_the_mouse,
    down,
    finish,
    hand,
    ready,
    ready_by_keys,
    sit_down,
    take,
)
from tests.open_house import OpenHouse


def at_a_table(visit: Visit, house: OpenHouse, game: str) -> Page:
    """Somebody at a table of their own: at those of the house somebody may have gone whose wagers still lie."""
    page = visit(f"/table/{table_of(house, game)}")
    take(page, 4)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_with_the_mouse_and_axe_objects_to_nothing(visit: Visit, game: str) -> None:
    page = visit("/")
    sit_down(page, game)
    bet(page, game)
    ready(page)
    looked_at = list[str]()

    def decide(page: Page) -> None:
        if not looked_at:
            objects_to_nothing(page)
        looked_at.append(game)
        decide_with_the_mouse(page)

    finish(page, decide)
    objects_to_nothing(page)
    assert page.evaluate("document.querySelectorAll('*').length") < 1500
    with page.expect_response(re.compile("/v1/rules")) as told:
        page.locator(".settlement .link").first.click()
    assert told.value.ok
    expect(page.locator(".slip")).to_contain_text("Your wager")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_touch_on_a_phone(visit: Visit, game: str) -> None:
    page = visit("/", width="phone", has_touch=True, is_mobile=True)
    sit_down(page, game)
    bet(page, game)
    ready(page)
    finish(page, decide_with_the_mouse)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_keys_alone_and_said_in_sentences(visit: Visit, game: str) -> None:
    page = visit("/")
    page.get_by_role("region", name=game, exact=True).wait_for()
    page.keyboard.press(str(GAMES.index(game) + 1))
    page.get_by_role("button", name="Sit at").wait_for()
    page.keyboard.press("Enter")
    page.locator(".chips").wait_for()
    bet_by_keys(page, game)
    ready_by_keys(page)
    finish(page, decide_by_keys)
    expect(page.locator("#polite")).to_contain_text(re.compile("You (win|lose|push|surrender)"))


def test_a_chip_is_added_and_taken_back_by_mouse_and_by_keys(visit: Visit, house: OpenHouse) -> None:
    page = at_a_table(visit, house, "high-card-flush")
    areas(page).first.click()
    expect(down(page)).to_contain_text("$5")
    page.get_by_role("radio", name="$25 chip").click()
    areas(page).first.click()
    expect(down(page)).to_contain_text("$30")
    areas(page).first.click(button="right")
    expect(page.locator("#offers")).to_contain_text("The round begins with your first wager")
    page.keyboard.press("[")
    areas(page).first.focus()
    page.keyboard.press("Enter")
    expect(down(page)).to_contain_text("$5")
    page.keyboard.press("Backspace")
    expect(down(page)).to_have_count(0)


def test_an_area_that_takes_no_chip_says_why(visit: Visit, house: OpenHouse) -> None:
    page = at_a_table(visit, house, "high-card-flush")
    page.get_by_role("button", name=re.compile("^Flush bonus, seat")).click()
    expect(page.locator(".slip")).to_contain_text("Flush bonus needs an ante first")
    page.keyboard.press("Escape")
    expect(page.locator(".slip")).to_have_count(0)


def test_exact_values_are_told_where_the_table_allows_it(visit: Visit, house: OpenHouse) -> None:
    page = at_a_table(visit, house, "high-card-flush")
    bet(page, "High Card Flush")
    ready(page)
    page.get_by_role("button", name="Exact value").click()
    worth = page.locator(".slip.worth")
    expect(worth).to_contain_text("fold", timeout=20_000)
    expect(worth).to_contain_text("−$5")  # a hand that is folded loses its ante
    expect(worth).to_contain_text("Not the house’s advice")
    finish(page, decide_with_the_mouse)


def test_two_at_one_table_see_only_what_they_may(visit: Visit, house: OpenHouse) -> None:
    table = table_of(house, "high-card-flush")
    pages = [visit(f"/table/{table}") for _ in range(2)]
    for seat, page in enumerate(pages, 3):
        take(page, seat)
        areas(page).first.click()
    for page in pages:
        ready(page)
    for page, other in zip(pages, reversed(pages), strict=True):
        own = set(hand(page))
        assert len(own) == 7
        assert "a card face down" not in own
        seen = {one.get_attribute("aria-label") for one in other.locator(".plan .card").all()}
        assert seen == {"a card face down"}
    for _ in pages:
        for page in pages:
            if page.locator("#offers [data-key]").count():
                decide_with_the_mouse(page)
                page.locator("#offers [data-key]").first.wait_for(state="detached")
    for page in pages:
        expect(page.get_by_role("button", name="Same bets")).to_be_visible(timeout=20_000)


def test_a_page_that_is_loaded_again_in_mid_round_goes_on(visit: Visit, house: OpenHouse) -> None:
    page = at_a_table(visit, house, "what-the-flush")
    bet(page, "What The Flush")
    ready(page)
    held = hand(page)
    page.reload()
    assert hand(page) == held
    finish(page, decide_with_the_mouse)


def test_a_line_that_was_cut_comes_back_and_nothing_happens_twice(visit: Visit, house: OpenHouse) -> None:
    lines = list[WebSocketRoute]()

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page = visit("/")
    page.route_web_socket(re.compile("/socket"), through)
    page.goto(f"{house.url}/table/{table_of(house, 'high-card-flush')}")
    take(page, 4)
    bet(page, "High Card Flush")
    expect(down(page)).to_contain_text("$5")
    before = len(lines)
    lines[-1].close(code=3001)
    expect(page.locator(".phase.down")).to_contain_text("Disconnected")
    expect(page.locator("#assertive")).to_contain_text("Connection lost. Your wagers stand.")
    expect(page.locator(".missed")).to_contain_text("Connected.", timeout=10_000)
    expect(down(page)).to_contain_text("$5")
    assert len(lines) == before + 1


def test_keys_settings_and_pay_tables_open_over_the_table(visit: Visit, house: OpenHouse) -> None:
    page = at_a_table(visit, house, "lunar-poker")
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="All keys")).to_contain_text("exchange")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.get_by_role("dialog")).to_contain_text("Same colored straight", ignore_case=True)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four colours").click()
    page.get_by_label("High contrast").click()
    assert page.evaluate("[document.documentElement.dataset.deck, document.documentElement.dataset.theme]") == [
        "four",
        "contrast",
    ]


def test_on_a_phone_a_split_of_pokette_is_two_touches(visit: Visit) -> None:
    page = visit("/", width="phone", has_touch=True, is_mobile=True)
    sit_down(page, "Pokette")
    page.get_by_role("radio", name="Split").click()
    page.locator("[data-cell='9 2']").click()
    expect(page.locator(".ringed")).to_have_count(4)
    page.locator("[data-cell='10 2']").click()
    expect(page.locator(".on-layout")).to_contain_text("Split")


def test_seven_cards_and_the_offers_stand_side_by_side_on_a_small_desktop(visit: Visit, house: OpenHouse) -> None:
    page = at_a_table(visit, house, "high-card-flush")
    bet(page, "High Card Flush")
    ready(page)
    page.locator("#offers [data-key]:enabled").first.wait_for()
    for wide in (1200, 1280):
        page.set_viewport_size({"width": wide, "height": 720})
        cards, offers = page.locator("#hand .card").last.bounding_box(), page.locator("#offers").bounding_box()
        assert cards is not None
        assert offers is not None
        assert cards["x"] + cards["width"] <= offers["x"]
