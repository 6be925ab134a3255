"""On what is held in a hand: something lies on every cloth, nothing is cut off, and what is asked for is in sight."""

import pytest
from playwright.sync_api import Page, expect

from nomorebets.table.actions import Bet, Sit
from tests.browser.conftest import Visit, table_of
from tests.browser.playing import (
    GAMES,
    NAMES,
    ROUND_MS,
    SET,
    areas,
    bet,
    decide_with_the_mouse,
    down,
    finish,
    ready,
    sit_down,
)
from tests.browser.scenes import offered
from tests.open_house import OpenHouse

PIECES = {"pai-gow": 32, "pai-gow-poker": 53}
CUT_OFF = "one => one.scrollWidth > one.clientWidth"


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["y"]


def alone(visit: Visit, house: OpenHouse, game: str) -> Page:
    """Seated at a table at which nobody else is."""
    page = visit(f"/table/{table_of(house, game)}", "phone")
    page.get_by_role("button", name="Sit at").click()
    page.locator(".chips").wait_for()
    return page


@pytest.mark.parametrize("game", [one for one in NAMES if one != "pokette"])
def test_whoever_watches_an_idle_table_sees_all_its_pieces_and_where_to_sit(
    visit: Visit, house: OpenHouse, game: str
) -> None:
    page = visit(f"/table/{table_of(house, game)}", "phone")
    expect(page.locator(".own-areas :is(.card, .tile)")).to_have_count(PIECES.get(game, 52))
    expect(page.locator("#hand")).to_contain_text("The pieces lie face up")
    page.get_by_role("button", name="Sit at 3").click()
    expect(page.locator(".seat-cell.own")).to_contain_text("You")


def test_whoever_watches_a_table_in_play_is_told_who_wagers_what(visit: Visit, house: OpenHouse) -> None:
    table, one = table_of(house, "high-card-flush"), house.as_(house.person())
    for action in (Sit(4), Bet(4, "ante", 2500)):
        offered(one, table, type(action))
        one.act(table, action)
    page = visit(f"/table/{table}", "phone")
    expect(page.locator(".watched li")).to_have_count(1)
    expect(page.locator(".watched li")).to_contain_text("ante $25")


@pytest.mark.parametrize("game", GAMES)
def test_what_the_dealer_says_is_not_cut_off_and_the_phase_is_named(visit: Visit, game: str) -> None:
    page = visit("/", "phone")
    sit_down(page, game)
    expect(page.locator(".phase em")).to_have_text("“Place your wagers, please.”")
    assert not page.locator(".phase em").evaluate(CUT_OFF)
    expect(page.locator(".phase [aria-current]")).to_have_text("Bets")
    expect(page.locator(".where")).to_contain_text("1 · ")


def test_a_reason_stands_under_the_button_that_it_belongs_to(visit: Visit) -> None:
    page = visit("/", "phone")
    sit_down(page, "High Card Flush")
    bet(page, "High Card Flush")
    ready(page)
    page.get_by_role("button", name="Fold").wait_for(timeout=ROUND_MS)
    for name, clause in (("Fold", "38.10(b)"), ("Raise", "38.6(a)5")):
        button = page.get_by_role("button", name=name).bounding_box()
        reason = page.get_by_role("button", name=f"{clause}").bounding_box()
        assert button
        assert reason
        assert button["x"] <= reason["x"] + reason["width"] / 2 <= button["x"] + button["width"]


def test_the_page_goes_up_to_the_wheel_when_it_is_spun(visit: Visit) -> None:
    page = visit("/", "phone")
    sit_down(page, "Pokette")
    bet(page, "Pokette")
    assert page.evaluate("scrollY") > 0  # red is at the foot of the grid
    down(page).click()
    page.locator(".hub-result").wait_for(timeout=ROUND_MS)
    expect(page.locator(".wheel")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["pai-gow", "pai-gow-poker"])
def test_what_sets_a_hand_covers_no_seat_and_what_came_of_it_is_told(visit: Visit, house: OpenHouse, game: str) -> None:
    page = alone(visit, house, game)
    bet(page, NAMES[game])
    ready(page)
    page.get_by_role("button", name=SET).wait_for(timeout=ROUND_MS)
    expect(page.get_by_role("button", name=SET)).to_be_in_viewport(ratio=1)
    cells = page.locator(".seat-cells").bounding_box()
    assert cells
    assert cells["y"] + cells["height"] <= top(page, ".tray")
    finish(page, decide_with_the_mouse)
    expect(page.locator(".phase [aria-current]")).to_have_text("Settle")
    expect(page.locator(".result")).to_be_visible()


def test_the_cut_and_the_bank_are_offered_in_a_sentence(visit: Visit, house: OpenHouse) -> None:
    page = alone(visit, house, "pai-gow-poker")
    expect(page.locator(".remark")).to_contain_text("The cut is offered to you")
    bet(page, "Pai Gow Poker")
    ready(page)
    expect(page.locator(".pick-chip")).to_have_count(0)  # nothing can be placed any more
    finish(page, decide_with_the_mouse)
    expect(page.locator(".remark").first).to_contain_text("The bank is offered to you", timeout=ROUND_MS)


def test_areas_of_packs_are_named_and_as_tall_as_a_thumb(visit: Visit) -> None:
    page = visit("/", "phone")
    sit_down(page, "Pack’s Poker")
    expect(page.locator(".row-name")).to_have_text(["Pack’s bet", "Five card", "Seven card"])
    assert all((one.bounding_box() or {"height": 0})["height"] >= 44 for one in areas(page).all())


@pytest.mark.parametrize("width", ["phone", "desktop"])
def test_plates_show_which_seats_are_taken(visit: Visit, house: OpenHouse, width: str) -> None:
    person, table = house.as_(house.person()), house.table("lunar-poker")
    offered(person, table, Sit)
    seat = next(one.action.seat for one in person.table(table).offers if isinstance(one.action, Sit))
    person.act(table, Sit(seat))
    plate = visit("/", width).get_by_role("region", name="Lunar Poker", exact=True)
    expect(plate.locator(".plan-seat")).to_have_count(5)
    taken = plate.locator(".plan-seat.taken")
    expect(taken).to_have_count(len(person.table(table).view.seats))
    expect(plate.locator(".plan-seat .dot")).to_have_count(taken.count())
    assert taken.locator(".dot").first.evaluate("one => getComputedStyle(one).fill") == "rgb(230, 194, 114)"
    expect(plate.locator(".plan-seat .pick")).to_have_count(5 - taken.count())


@pytest.mark.parametrize("path", ["/", "/rules", "/odds", "/submission"])
def test_all_rooms_are_at_hand_at_the_foot_of_a_page(visit: Visit, path: str) -> None:
    page = visit(path, "phone")
    for name in ("Tables", "Rulebook", "Odds", "Submission"):
        expect(page.locator(".head nav").get_by_role("link", name=name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", [one for one in NAMES if one != "pokette"])
def test_all_that_is_asked_is_in_sight_on_a_tablet_on_its_side(visit: Visit, house: OpenHouse, game: str) -> None:
    page = visit(f"/table/{table_of(house, game)}")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.get_by_role("button", name="Sit at").click()
    page.locator(".chips").wait_for()
    bet(page, NAMES[game])
    ready(page)
    asked = page.locator("#offers [data-key]").or_(page.get_by_role("button", name=SET))
    asked.first.wait_for(timeout=ROUND_MS)
    for one in [page.locator(".plan .own.position"), *asked.all()]:
        expect(one).to_be_in_viewport(ratio=1)
