"""Those who run the house, in a browser: signing in, dealing by keys, ruling, and settling a dispute."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from typer.testing import CliRunner

from nomorebets.cli.app import app
from nomorebets.client import Desk, Refused
from nomorebets.games.registry import house_terms
from nomorebets.service.approving import AdjustMeter, OpenTable
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Kind
from nomorebets.service.policy import Policy
from nomorebets.service.results import Result, Standing
from nomorebets.service.running import Running
from nomorebets.table.actions import Shuffle
from tests.browser.conftest import Visit
from tests.open_house import OpenHouse
from tests.unit.service.manual import Crew

GAME = "high-card-flush"
STEPS = 60  # more than any round has
ROUND_S = 60.0  # within which one is over
EXPOSED = "Dealer card exposed"


@pytest.fixture
def crew(house: OpenHouse) -> Iterator[Crew]:
    """People at a table of their own: a player brings all they have to the first table they sit down at."""
    tokens = [house.person(role).token for role in (HouseRole.FLOOR, HouseRole.DEALER)]
    with Desk(house.url, tokens[0]) as floor, Desk(house.url, tokens[1]) as dealer:
        table = floor.open_table(GAME, policy=Policy(dealing="manual"))
        yield Crew(table, GAME, dealer, floor, house.as_(house.person()))


def signed_in(visit: Visit, house: OpenHouse, path: str, *roles: HouseRole, width: str = "desktop") -> Page:
    """Somebody of the staff at a page, signed in by a link as the house gives it out."""
    link = house.person(*roles, kind=Kind.LINK).token
    page = visit(f"/sign-in?to={path}#{link}", width)
    page.wait_for_url(f"**{path}")
    return page


def test_a_link_signs_in_once_and_leaves_no_trace_in_the_address(visit: Visit, house: OpenHouse) -> None:
    link = house.person(HouseRole.FLOOR, kind=Kind.LINK).token
    page = visit(f"/sign-in#{link}")
    expect(page.get_by_role("heading", name="You are signed in")).to_be_visible()
    assert link not in page.url
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Floor").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("tables")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.goto(f"{house.url}/floor")
    expect(page.get_by_role("heading", name="for those who run the house")).to_be_visible()


def test_a_name_and_a_password_sign_in(visit: Visit, house: OpenHouse) -> None:
    house.person(HouseRole.AUDITOR, handle="reader", password="a long and quiet password")
    page = visit("/sign-in?to=/rounds")
    page.get_by_label("Name").fill("reader")
    page.get_by_label("Password").fill("a long and quiet password")
    page.get_by_label("Password").press("Enter")
    page.wait_for_url("**/rounds")
    expect(page.get_by_role("heading", name="Find a round")).to_be_visible()


@pytest.mark.parametrize("path", ["/deal", "/floor"])
def test_whoever_is_nobody_there_sees_no_data(visit: Visit, path: str) -> None:
    expect(visit(path).get_by_role("heading", name="for those who run the house")).to_be_visible()


def test_a_dealer_deals_a_round_by_keys(visit: Visit, house: OpenHouse, crew: Crew) -> None:
    page = signed_in(visit, house, f"/deal/{crew.table}", HouseRole.DEALER, width="tablet")
    player = crew.players[0]
    until = time.monotonic() + ROUND_S
    while player.table(crew.table).round == 1 and time.monotonic() < until:
        others = [(who, action) for who, action in crew.wishes(None) if who is not crew.dealer]
        if others:
            crew.acts(*others[0])
        go = page.locator(".due .go:enabled")
        if go.count():
            due = page.locator(".due").inner_text()
            page.keyboard.press("Space")
            page.wait_for_function("before => document.querySelector('.due')?.innerText !== before", arg=due)
        else:
            page.wait_for_timeout(50)
    assert player.table(crew.table).round == 2
    by = [one["action"]["type"] for one in player.entries(crew.table) if one["by"]["role"] == "dealer"]
    assert {"NoMoreBets", "Deal", "Reveal"} <= {*by}


def test_a_misread_is_corrected_before_the_recorded_cards_count(visit: Visit, house: OpenHouse, crew: Crew) -> None:
    table = crew.floor.open_table(GAME, policy=Policy(dealing="manual", chance="recorded"))
    other = Crew(table, GAME, crew.dealer, crew.floor, crew.players[0])
    while not any(isinstance(one.action, Shuffle) and one.duty for one in crew.dealer.table(table).offers):
        assert other.anybody()
    page = signed_in(visit, house, f"/deal/{table}", HouseRole.DEALER)
    cards = other.pieces.names
    page.locator(".typed").fill(" ".join(cards[:-1]))
    page.get_by_role("button", name="Take back").last.click()
    page.locator(".pad").get_by_role("button", name="king of spades").click()
    count = page.locator(".due .go")
    expect(count).to_be_disabled()
    page.locator(".typed").fill(cards[-1].upper())
    count.click()
    expect(page.locator(".due .label")).not_to_have_text("Shuffle")
    assert [one["by"]["role"] for one in other.floor.entries(table) if one["action"]["type"] == "Shuffle"] == ["dealer"]


def test_the_wizard_shows_what_follows_and_voids_a_round(visit: Visit, house: OpenHouse, crew: Crew) -> None:
    seen = crew.play(lambda seen: seen.view.phase == "deciding")
    page = signed_in(visit, house, "/floor", HouseRole.FLOOR)
    page.get_by_role("link", name="Record an irregularity").click()
    page.get_by_label("At which table?").select_option(crew.table)
    page.get_by_text(EXPOSED).click()
    chips = sum(seen.view.seats[1].chips.values()) // 100
    expect(page.locator(".orders .sum")).to_contain_text(f"${chips}")
    assert crew.floor.table(crew.table).version == seen.version
    page.get_by_role("button", name=f"Void the round, return ${chips}").click()
    expect(page.get_by_role("heading", name="It is recorded.")).to_be_visible()
    voided = crew.floor.table(crew.table).view.void
    assert voided
    assert voided.clause == "high-card-flush:38.13(d)"

    page.get_by_role("link", name="Back to the floor").click()
    amiss = page.locator(".panel").filter(has_text="Irregularities tonight").get_by_role("listitem")
    expect(amiss.first).to_contain_text("dealer")
    expect(amiss.first).to_contain_text("38.13(d)")
    expect(amiss.first.get_by_role("link")).to_have_attribute("href", f"/rounds#{crew.table}/{seen.round}")


def test_tables_are_shown_against_the_odds(visit: Visit, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the bar, outside it, and the words for what is not known."""
    known = {"standing": Standing.KNOWN, "rounds": 40, "wager": "ante", "stake": 100_000}
    told = (
        {**known, "net": -4000, "expected": -2660.0, "z": -0.42},
        {**known, "net": 90_000, "expected": -2660.0, "z": 2.83},
        {"standing": Standing.RECKONING},
        {"standing": Standing.TOO_FEW},
        {"standing": Standing.NOT_RECKONED},
    )

    async def results(tables: Sequence[Running]) -> list[Result]:
        return [Result(table=one.row.key, since_ms=0, **of) for one, of in zip(tables, told, strict=False)]  # type: ignore[arg-type]

    monkeypatch.setattr(house.site.results, "told", results)
    page = signed_in(visit, house, "/floor", HouseRole.FLOOR)
    cells = page.locator(".tables tbody tr td:nth-child(8)")
    bar = cells.nth(0).get_by_role(
        "img", name="Ante, 40 rounds: −$40 to players, −$26.60 expected; −0.4 standard deviations"
    )
    expect(bar).to_have_class("deviations")
    expect(cells.nth(1).get_by_role("img")).to_have_class("deviations outside")
    expect(cells.nth(2)).to_have_text("being reckoned")
    expect(cells.nth(3)).to_have_text("too few")
    expect(cells.nth(4)).to_have_text("not reckoned")
    note = page.locator(".wide + p")
    expect(note).to_contain_text("Table 1: ante, 40 rounds since")
    expect(note).to_contain_text("Table 2 stands outside it")


def test_all_that_one_entry_has_found_amiss_stays_on_the_page(visit: Visit, house: OpenHouse, crew: Crew) -> None:
    """A page that is drawn again shows no less than before."""
    page = signed_in(visit, house, "/floor", HouseRole.FLOOR)
    kinds = {"dealer_card_exposed": 1, "misdeal": 2}
    noted = [
        {
            "table": crew.table,
            "round": 1,
            "version": 9,
            "at_ms": 5,
            "kind": kind,
            "clause": f"{GAME}:38.13(d)",
            "seat": seat,
        }
        for kind, seat in kinds.items()
    ]
    page.route("**/v1/irregularities", lambda route: route.fulfill(json={"irregularities": noted}))
    amiss = page.locator(".panel").filter(has_text="Irregularities tonight").get_by_role("listitem")
    expect(amiss).to_have_count(2)
    for _ in range(2):
        with page.expect_response("**/v1/irregularities"):
            pass
        page.wait_for_timeout(200)
    expect(amiss).to_have_count(2, timeout=1)


def test_a_dispute_goes_from_the_table_to_the_floor_and_its_ruling_back(
    visit: Visit, house: OpenHouse, crew: Crew
) -> None:
    someone = house.person(kind=Kind.LINK)
    crew.players = (house.as_(house.person_again(someone)),)
    crew.play(lambda seen: seen.round > 1)
    words = "My <b>flush</b> was not paid"
    typed = words.replace(" was", " \n was")
    player = visit(f"/sign-in?to=/table/{crew.table}#{someone.token}")
    player.wait_for_url(f"**/table/{crew.table}")
    player.get_by_text("Dispute round 1").click()
    player.get_by_label("What is disputed").fill(typed)
    player.get_by_role("button", name="Send to the floor").click()
    noted = player.get_by_role("link", name="Noted.")
    expect(noted).to_be_visible()

    floor = signed_in(visit, house, "/floor", HouseRole.FLOOR)
    row = floor.locator(".panel").filter(has_text="Disputes").get_by_role("listitem").first
    expect(row).to_contain_text("round 1, seat 1")
    expect(row).to_contain_text(f"“{words}”")
    row.get_by_role("link", name="Step through").click()
    expect(floor.get_by_role("tab", name="Seat 1")).to_have_attribute("aria-selected", "true")
    floor.get_by_label("Settle with this ruling").fill("It was no flush: 38.5(b).")
    floor.get_by_role("button", name="Settle with this ruling").click()
    expect(floor.locator(".rulings")).to_contain_text("“It was no flush: 38.5(b).”")
    expect(floor.get_by_role("button", name="Settle with this ruling")).to_have_count(0)

    noted.click()
    expect(player.locator(".rulings")).to_contain_text("“It was no flush: 38.5(b).”")


def test_what_is_typed_of_a_round_stays_while_the_next_ones_are_played(
    visit: Visit, house: OpenHouse, crew: Crew
) -> None:
    someone = house.person(kind=Kind.LINK)
    crew.players = (house.as_(house.person_again(someone)),)
    crew.play(lambda seen: seen.round > 1)
    page = visit(f"/sign-in?to=/table/{crew.table}#{someone.token}")
    page.wait_for_url(f"**/table/{crew.table}")
    page.get_by_text("Dispute round 1").click()
    page.get_by_label("What is disputed").fill("The raise was")
    crew.play(lambda seen: seen.round > 2)
    expect(page.get_by_role("link", name="Check round 2")).to_be_visible()
    expect(page.get_by_label("What is disputed")).to_have_value("The raise was")
    page.get_by_role("button", name="Send to the floor").click()
    expect(page.get_by_role("link", name="Noted.")).to_be_visible()
    assert [one.words for one in crew.floor.disputes_of(crew.table, 1)] == ["The raise was"]
    page.get_by_text("Dispute round 1").click()
    expect(page.get_by_text("Dispute round 2")).to_be_visible()


def test_a_round_is_shown_with_its_own_disputes_however_late_those_of_another_come(
    visit: Visit, house: OpenHouse, crew: Crew
) -> None:
    crew.play(lambda seen: seen.round > 2)
    crew.floor.dispute(crew.table, 1, 1, "Of the first")
    page = signed_in(visit, house, "/rounds", HouseRole.FLOOR)
    expect(page.get_by_role("heading", name="Find a round")).to_be_visible()
    first = "**/rounds/1/disputes"
    held: list[Route] = []
    page.route(first, lambda route: held.append(route))
    page.goto(f"{house.url}/rounds#{crew.table}/1/1")
    page.wait_for_function("() => location.hash")
    while not held:
        page.wait_for_timeout(20)
    page.goto(f"{house.url}/rounds#{crew.table}/2/1")
    expect(page.get_by_label("Dispute at seat 1")).to_be_visible()
    with page.expect_response(first):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert "Of the first" not in page.locator("body").inner_text()


def test_the_floor_notes_a_dispute_for_a_player(visit: Visit, house: OpenHouse, crew: Crew) -> None:
    crew.play(lambda seen: seen.round > 1)
    page = signed_in(visit, house, "/rounds", HouseRole.FLOOR)
    expect(page.get_by_role("heading", name="Find a round")).to_be_visible()  # whoever is not signed in yet sees less
    page.goto(f"{house.url}/rounds#{crew.table}/1/1")
    page.get_by_label("Dispute at seat 1").fill("Says that the raise was void")
    page.get_by_role("button", name="Dispute at seat 1").click()
    expect(page.locator(".rulings")).to_contain_text("Seat 1: “Says that the raise was void”")
    expect(page.get_by_role("button", name="Dispute at seat 1")).to_have_count(0)


METERS = {"meter:progressive:main": "Grand", "meter:progressive:secondary": "Small"}


def test_what_takes_two_people_is_said_by_one_and_done_by_another(visit: Visit, house: OpenHouse) -> None:
    """A submission with coupons, a meter, and all that goes into a rack and out of it."""
    people = [house.person(HouseRole.FLOOR, kind=Kind.LINK) for _ in range(2)]
    filed = house_terms(GAME).document
    with Desk(house.url, house.person_again(people[0]).token) as one, house.as_(house.person()) as guest:
        with Desk(house.url, house.person_again(people[1]).token) as other:
            table = other.approve(one.ask_for(OpenTable(GAME, filed, Policy(name="Two"), METERS)).id).made
        wanted = OpenTable(GAME, {**filed, "flush_bonus": "B"}, Policy(name="Three", coupons=True))
        for asked in one.ask_for(wanted), one.ask_for(AdjustMeter("Grand", 1234500, "counted anew")):
            with pytest.raises(Refused, match="it takes two people"):
                one.approve(asked.id)
        assert table in {row.id for row in guest.tables()}
    pages = [visit(f"/sign-in?to=/floor#{person.token}") for person in people]
    asking, answering = pages
    for page in pages:
        looks_again(page)
    waiting = asking.locator(".panel").filter(has_text="Two people")
    expect(waiting).to_contain_text("2 waiting")
    expect(waiting.get_by_text("Asked by you: another person answers.")).to_have_count(2)
    expect(waiting.get_by_role("button")).to_have_count(0)

    answering.get_by_text("What exactly").click()
    expect(answering.locator(".panel pre")).to_contain_text('"coupons": true')
    expect(answering.locator(".panel").filter(has_text="Grand").first).to_contain_text("meter Grand, to $12,345")
    for _ in range(2):
        before = answering.get_by_role("button", name="Approve").count()
        answering.get_by_role("button", name="Approve").first.click()
        expect(answering.get_by_role("button", name="Approve")).to_have_count(before - 1)
    expect(answering.get_by_role("button", name="See High Card Flush, Three")).to_be_visible()
    meter = answering.get_by_role("listitem").filter(has_text=re.compile("^Grand"))
    expect(meter).to_contain_text("$12,345")
    expect(meter).to_contain_text("agrees")

    counted(asking, answering, "Opening count", "10,000", "Confirm")
    expect(answering.locator(".managed")).to_contain_text("Should be in it$10,000")
    counted(asking, answering, "Fill", "500", "Confirm")
    counted(asking, answering, "Credit", "200", "Refuse")
    counted(answering, asking, "Credit", "250", "Confirm")
    expect(asking.locator(".managed")).to_contain_text("Should be in it$10,250")
    counted(asking, answering, "Closing count", "10,240", "Confirm")
    expect(answering.locator(".managed .counts li").first).to_contain_text("Confirmed, −$10")
    expect(answering.locator(".managed")).to_contain_text("Rack, closed")


def looks_again(page: Page) -> None:
    page.get_by_role("button", name="See High Card Flush, Two").click()


def counted(asking: Page, answering: Page, kind: str, dollars: str, answer: str) -> None:
    """One says what was counted or moved and cannot answer it; another, who looks again, does."""
    asking.get_by_label("Counts, fills and credits").select_option(label=kind)
    asking.get_by_label("Amount in dollars").fill(dollars)
    asking.get_by_role("button", name="Say so").click()
    newest = ".managed .counts li"
    expect(asking.locator(newest).first).to_contain_text("Asked by you")
    expect(asking.locator(newest).get_by_role("button")).to_have_count(0)
    if kind != "Fill":  # which is told without looking again
        looks_again(answering)
    expect(answering.locator(newest).first).to_contain_text(f"{kind} ${dollars}")
    answering.locator(newest).first.get_by_role("button", name=answer).click()
    looks_again(asking)
    for page in (answering, asking):
        expect(page.locator(newest).first).to_contain_text("Confirmed" if answer == "Confirm" else "Refused")


def test_a_dispute_is_found_stepped_through_and_taken_along_sealed(
    visit: Visit, house: OpenHouse, crew: Crew, tmp_path: Path
) -> None:
    crew.play(lambda seen: seen.round > 1)
    page = signed_in(visit, house, "/rounds", HouseRole.FLOOR)
    page.get_by_label("Player").fill(crew.players[0].me().player)
    page.get_by_label("Seat").fill("1")
    page.get_by_role("button", name="Find").click()
    page.locator(".found a").last.click()
    expect(page.get_by_role("heading", name="What was due, and why")).to_be_visible()
    expect(page.locator(".was-due .agrees")).to_contain_text("agrees")
    eyes = page.get_by_role("tab", name="Seat 1")
    eyes.click()
    expect(eyes).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    for step in range(1, STEPS):
        if page.locator(".felt-view .card:not(.back)").count() == 7:
            break
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("slider")).to_have_value(str(step))
    expect(page.locator(".felt-view .card:not(.back)")).to_have_count(7)
    expect(page.locator(".felt-view .card.back")).to_have_count(7)
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Export with proof").click()
    file = tmp_path / "case.jsonl"
    downloading.value.save_as(file)
    checked = CliRunner().invoke(app, ["audit", "verify", str(file), "--json"])
    assert checked.exit_code == 0, checked.output
    assert json.loads(checked.output)["table"] == crew.table
