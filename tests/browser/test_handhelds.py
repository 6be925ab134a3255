"""On what is held in a hand: something lies on every cloth, nothing is cut off, and what is asked for is in sight."""

import pytest
from playwright.sync_api import Locator, Page, expect

from nomorebets.service.people.roles import HouseRole
from nomorebets.table.actions import Bet, Sit
from tests.browser.axe import objects_to_nothing
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
    take,
)
from tests.browser.scenes import offered
from tests.open_house import OpenHouse

ON_TOP = """one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
THUMB = 44
PIECES = {"pai-gow": 32, "pai-gow-poker": 53}
CUT_OFF = "one => one.scrollWidth > one.clientWidth"


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["y"]


def as_large_as_a_thumb(one: Locator) -> bool:
    box = one.bounding_box()
    return box is not None and min(box["width"], box["height"]) >= THUMB


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
    page.evaluate("scrollTo(0, 200)")  # to the hands
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


@pytest.mark.parametrize("game", ["pai-gow", "pai-gow-poker"])
def test_hands_that_were_compared_lie_side_by_side_and_which_wins_is_told(
    visit: Visit, house: OpenHouse, game: str
) -> None:
    page = alone(visit, house, game)
    bet(page, NAMES[game])
    ready(page)
    finish(page, decide_with_the_mouse)
    hands = page.locator(".facing .slot")
    expect(hands.locator("h2")).to_have_text(["Dealer, high", "Dealer, low", "You, high", "You, low"])
    boxes = [box for one in hands.all() if (box := one.bounding_box())]
    for left, right in (boxes[:2], boxes[2:]):
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] < right["x"]
    assert boxes[-1]["y"] + boxes[-1]["height"] <= top(page, ".tray")
    words = hands.locator("p").all_inner_texts()
    assert all(words)
    told = page.locator(".result b").inner_text()
    won = 1 if told == "push" else 2 if told.startswith("+") else 0
    assert sum(one.endswith("higher") for one in words[2:]) == won
    assert sum(one.endswith("wins") for one in words[:2]) == 2 - won


@pytest.mark.parametrize("game", ["pai-gow", "pai-gow-poker"])
def test_what_the_dealer_says_of_the_house_way_does_not_cover_the_button_that_lays_it(
    visit: Visit, house: OpenHouse, game: str
) -> None:
    page = alone(visit, house, game)
    bet(page, NAMES[game])
    ready(page)
    page.get_by_role("button", name="House way").click(timeout=ROUND_MS)
    expect(page.locator(".slip.voice")).to_be_in_viewport(ratio=1)
    for one in (page.get_by_role("button", name=SET), page.get_by_role("button", name="Back to the table")):
        assert one.evaluate(ON_TOP)
    page.get_by_role("button", name=SET).click()
    expect(page.locator(".slip.voice")).to_have_count(0)


def test_areas_of_packs_are_named_and_have_room_for_a_thumb(visit: Visit, house: OpenHouse) -> None:
    page = alone(visit, house, "packs-poker")
    expect(page.locator(".row-name")).to_have_text(["Pack’s bet", "Five card", "Seven card"])
    boxes = [box for one in areas(page).all() if (box := one.locator(".area").bounding_box())]
    assert all(box["width"] >= 92 and box["height"] >= 72 for box in boxes)
    bet(page, "Pack’s Poker")
    expect(page.locator(".cell-sum")).to_have_text(["$5"])
    ready(page)
    page.locator("#hand .card").first.wait_for(timeout=ROUND_MS)
    expect(page.locator(".own-areas")).to_be_visible()
    expect(page.locator(".pack-table")).to_have_count(0)  # which would say the same once more
    finish(page, decide_with_the_mouse)
    expect(page.locator(".own-areas")).to_be_hidden()
    expect(page.locator(".pack-table")).to_be_visible()


def test_cards_are_one_tab_and_all_other_wagers_another(visit: Visit, house: OpenHouse) -> None:
    page = alone(visit, house, "pokette")
    cards, others = (page.get_by_role("tab", name=name) for name in ("Cards", "Outside and hands"))
    panel, red = page.get_by_role("tabpanel"), page.get_by_role("button", name="Red, 1 to 1")
    expect(cards).to_have_attribute("aria-selected", "true")
    expect(red).to_have_count(0)
    assert all(as_large_as_a_thumb(one) for one in [cards, others, *page.locator("[data-cell]").all()])
    page.locator("[data-cell='0 0']").click()
    cards.focus()
    page.keyboard.press("ArrowRight")
    expect(others).to_be_focused()
    expect(others).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-cell]")).to_have_count(0)
    assert panel.get_by_role("button").count() == 2 + 4 + 4 + 1 + 6  # colours, suits, threes, Jacer, hands
    assert all(as_large_as_a_thumb(one) for one in panel.get_by_role("button").all())
    objects_to_nothing(page)
    red.click()
    panel.get_by_role("button", name="Suit ♥").click()
    expect(panel.locator(".laid")).to_have_count(2)
    expect(page.locator(".on-layout tbody tr")).to_have_count(4)  # three wagers and their sum
    cards.click()
    expect(page.locator(".grid .laid")).not_to_have_count(0)


def test_whoever_is_stood_up_is_told_why_and_may_sit_down_again(visit: Visit, house: OpenHouse) -> None:
    table = table_of(house, "high-card-flush")
    path, floor = f"/v1/tables/{table}/policy", house.person(HouseRole.FLOOR)
    page = visit(f"/table/{table}", "phone")
    take(page, 5)
    assert house.ask("PUT", path, house.ask("GET", path).json | {"absent_seconds": 3}, floor.bearer).status == 200
    expect(page.locator("#hand")).to_contain_text("You were stood up", timeout=ROUND_MS)
    expect(page.locator("#hand")).to_contain_text("You did not wager for 3 seconds, and after that long the policy")
    expect(page.locator("#hand")).to_contain_text("went back to your wallet, which now holds $1,000 of play money.")
    expect(page.locator("#assertive")).to_contain_text("You did not wager for 3 seconds")
    objects_to_nothing(page)
    page.get_by_role("button", name="Sit down again at 5").click()
    expect(page.locator(".seat-cell.own")).to_contain_text("You")


def test_whoever_gets_up_is_not_said_to_have_been_stood_up(visit: Visit, house: OpenHouse) -> None:
    page = alone(visit, house, "high-card-flush")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".chips").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    page.locator(".drawer .main").click()
    expect(other.locator("#hand")).to_contain_text("You are watching")
    expect(other.locator(".record")).to_contain_text("Seat 3 is open again.")


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
