"""What somebody new to a table relies on: nothing is given up by accident, and what was played can be read again."""

import re

import pytest
from playwright.sync_api import Page, expect

from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Kind
from tests.browser.axe import objects_to_nothing
from tests.browser.conftest import Visit, table_of
from tests.browser.playing import ROUND_MS, bet, decide_with_the_mouse, down, finish, laid, ready, sit_down, take
from tests.open_house import OpenHouse

SUITS = ("clubs", "diamonds", "hearts", "spades")
WILD = """async ([cards, words]) => {
    const scripts = document.querySelector("script").src.replace("table.js", "");
    const [{ draw }, { tray }] = await Promise.all(["dom.js", "table/tray.js"].map((one) => import(scripts + one)));
    const shown = { phase: "deciding", seats: {}, places: { "seat 1": { cards, words: [words] } } };
    const place = document.body.appendChild(document.createElement("div"));
    const layout = { hand: "flush, twos wild" };
    draw(place, [tray({ own: 1, layout, shown, view: shown, decisions: [], line: { connected: true } })]);
    const plays = [...place.querySelectorAll(".plays .card")].map((card) => card.getAttribute("aria-label"));
    const hover = [...place.querySelectorAll(".plays [title]")].map((one) => one.title);
    place.remove();
    return [plays, hover];
}"""
TWICE = """async () => {
    const script = document.querySelector("script").src.replace("lobby.js", "house.js");
    const { meOrGuest } = await import(script);
    const both = await Promise.all([meOrGuest(), meOrGuest()]);
    return both.map((one) => one.player);
}"""
ALIKE = """async ([held, low]) => {
    const scripts = document.querySelector("script").src.replace("table.js", "");
    const [{ acting }, { distinct, setting }, { draw }] = await Promise.all(
        ["table/acting.js", "table/tray.js", "dom.js"].map((one) => import(scripts + one)));
    const ways = distinct(low.map((one) => ({ low: one, lawful: !one.includes("3-1"), words: one })), held);
    const place = document.body.appendChild(document.createElement("div"));
    const model = { layout: { hand: "tiles" }, view: { seats: {} }, setting: { ways, low: ways[0].low }, redraw: () => {
        draw(place, [setting(model, 1, { cards: held })]);
    } };
    Object.assign(model, acting(model));
    model.redraw();
    const slots = () => [...place.querySelectorAll(".slot")];
    const shown = () => slots().map((slot) => slot.querySelectorAll(".tile").length).join();
    const seen = [ways.length, shown()];
    for (const press of [3, 0, 2]) {
        place.querySelectorAll(".piece")[press].click();
        seen.push(`${shown()} ${model.setting.low.join(" ")}`);
    }
    place.remove();
    return seen;
}"""


def seated(visit: Visit, game: str) -> Page:
    """One more guest, with a chip down."""
    page = visit("/")
    sit_down(page, game)
    bet(page, game)
    return page


def set_by_the_house(page: Page) -> None:
    """Lay the hands as the house would."""
    page.get_by_role("button", name="House way").click(timeout=ROUND_MS)
    page.get_by_role("button", name="Lay face down").click()
    laid(page)


def test_a_hand_that_is_laid_is_not_surrendered_by_the_key_of_the_main_offer(visit: Visit) -> None:
    page = visit("/")
    sit_down(page, "Pai Gow")
    bet(page, "Pai Gow")
    ready(page)
    set_by_the_house(page)
    go_on = page.get_by_role("button", name="Go on")
    expect(go_on).to_be_focused()
    expect(page.locator("#offers .main")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".settlement summary")).to_contain_text("You")
    expect(page.locator(".record")).not_to_contain_text("You surrender")


def test_a_round_is_replayed_and_its_deal_checked_by_whoever_played_it(visit: Visit) -> None:
    page = visit("/")
    sit_down(page, "High Card Flush")
    bet(page, "High Card Flush")
    ready(page)
    finish(page, decide_with_the_mouse)
    fair = page.get_by_role("link", name=re.compile(r"Check round \d+")).get_attribute("href")
    page.get_by_role("link", name="Replay this round").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile(r"round \d+"))
    expect(page.locator(".was-due .agrees")).to_contain_text("agrees")
    expect(page.get_by_role("tab")).to_have_text(["As you saw it"])
    expect(page.get_by_role("button", name="Export with proof")).to_have_count(0)
    page.goto(page.url.split("/rounds")[0] + str(fair))
    expect(page.get_by_role("heading", level=1)).to_have_text("The deal agrees", timeout=ROUND_MS)


def test_the_wheel_turns_about_its_own_middle(visit: Visit) -> None:
    page = visit("/")
    sit_down(page, "Pokette")
    bet(page, "Pokette")
    ready(page)
    finish(page, decide_with_the_mouse)
    boxes = [page.locator(f".wheel {part}").bounding_box() for part in (".rim", ".turning")]
    middles = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in boxes if one]
    assert middles[1] == pytest.approx(middles[0], abs=2)
    assert int(page.locator(".wheel").get_attribute("data-at") or -1) >= 0


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("As 5s Ad Th 9c 7h 2c", ["2 of clubs, wild", "ace of spades", "5 of spades"]),
        ("2s 2d Kh Jh 9c 8c 7s", ["2 of spades, wild", "2 of diamonds, wild", "king of hearts", "jack of hearts"]),
        ("2c 2d 2h 2s Kh 9c 7s", [*(f"2 of {suit}, wild" for suit in SUITS), "king of hearts"]),
    ],
)
def test_wild_twos_lie_among_the_cards_that_play_and_are_called_so(
    visit: Visit, house: OpenHouse, cards: str, plays: list[str]
) -> None:
    page = visit(f"/table/{house.table('what-the-flush')}")
    page.locator("main svg").first.wait_for()
    twos = sum(one.startswith("2") for one in plays)
    assert page.evaluate(WILD, [cards.split(), "a flush with wild twos"]) == [plays, ["a flush with wild twos"] * twos]


def test_two_tiles_that_are_alike_are_two_tiles(visit: Visit, house: OpenHouse) -> None:
    """Of four tiles with a pair every way is listed once, all four are seen, and either of the pair is set."""
    page = visit(f"/table/{house.table('pai-gow')}")
    page.locator("main svg").first.wait_for()
    ways = [["6-1", "5-4"], ["6-1", "5-4"], ["6-1", "3-1"], ["3-1", "5-4"], ["6-1", "6-1"], ["3-1", "6-1"]]
    assert page.evaluate(ALIKE, [["6-1", "6-1", "5-4", "3-1"], ways]) == [
        2,
        "2,2",
        "3,1 6-1",
        "2,2 6-1 6-1",
        "3,1 6-1",
    ]


def test_a_private_table_is_opened_from_the_floor_and_found_by_its_link(visit: Visit, house: OpenHouse) -> None:
    floor = visit(f"/sign-in?to=/floor#{house.person(HouseRole.FLOOR, kind=Kind.LINK).token}")
    floor.wait_for_url("**/floor")
    floor.get_by_label("Dealt by").select_option("auto")
    floor.get_by_label("Found").select_option("link")
    floor.get_by_role("button", name="Open it").click()
    link = floor.locator(".link-told a").get_attribute("href") or ""
    friend = visit("/")
    friend.get_by_role("region", name="Pokette", exact=True).wait_for()
    assert friend.locator(f"a[href='{link.removeprefix(house.url)}']").count() == 0
    friend.goto(link)
    friend.get_by_role("button", name=re.compile(r"^Sit at \d")).click()
    bet(friend, "High Card Flush")
    expect(down(friend)).to_be_visible()


def test_axe_objects_to_nothing_where_something_is_explained(visit: Visit, house: OpenHouse) -> None:
    page = visit(f"/table/{table_of(house, 'high-card-flush')}")
    take(page, 4)
    bet(page, "High Card Flush")
    ready(page)
    page.get_by_role("button", name=re.compile("why?")).first.click(timeout=ROUND_MS)
    objects_to_nothing(page)
    for key in "hp":
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        objects_to_nothing(page)
        page.keyboard.press("Escape")


def test_whoever_asks_for_two_things_at_once_is_one_guest(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("region", name="Pokette", exact=True).wait_for()
    first, second = page.evaluate(TWICE)
    assert first == second
