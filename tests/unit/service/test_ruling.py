"""For whoever has to rule: what an irregularity would change is told before it is recorded, and a round with proofs."""

import time

import pytest

from nomorebets.client import Desk, Refused
from nomorebets.service.http.ruling import Again, Effects, Meters
from nomorebets.service.policy import Policy
from nomorebets.store.case import verified_case
from nomorebets.table.actions import Irregularity
from tests.unit.service.manual import Crew
from tests.unit.service.serving import Served

EXPOSED = "dealer_card_exposed"
SHOWN_S = 30  # within which the seed of a round is shown, and that is proved


@pytest.fixture(scope="module")
def crew(served: Served, floor: Desk, dealer: Desk) -> Crew:
    """Whoever comes to a table at which a round is over, whichever test is the first."""
    table = floor.open_table("high-card-flush", policy=Policy(dealing="manual"))
    crew = Crew(table, "high-card-flush", dealer, floor, served.guest())
    crew.play(lambda seen: seen.round > 1)
    return crew


def test_what_would_follow_is_told_and_nothing_is_recorded(crew: Crew, floor: Desk) -> None:
    seen = crew.play(lambda seen: seen.view.phase == "deciding")
    told = floor.ask("POST", f"/v1/tables/{crew.table}/effects", Effects, {"kind": EXPOSED})
    assert (told.clause, bool(told.void)) == ("high-card-flush:38.13(d)", True)
    assert {one.wager: one.chips for one in told.wagers} == seen.view.seats[1].chips
    assert {one.result for one in told.wagers} == {"void"}
    assert told.returned == sum(seen.view.seats[1].chips.values())
    assert floor.table(crew.table).version == seen.version
    crew.acts(floor, Irregularity(EXPOSED))


@pytest.mark.parametrize("body", [{"kind": "never heard of"}, {"kind": "card_face_up_in_shoe", "card": "As"}])
def test_what_cannot_be_is_refused_and_so_is_the_name_of_a_card(crew: Crew, floor: Desk, body: object) -> None:
    with pytest.raises(Refused):
        floor.ask("POST", f"/v1/tables/{crew.table}/effects", Effects, body)


def test_a_case_can_be_checked_without_the_house(crew: Crew, floor: Desk) -> None:
    lines = floor.asked("POST", f"/v1/tables/{crew.table}/rounds/1/case", {}).splitlines(keepends=True)
    proved = verified_case(lines)
    assert proved.settlement
    with pytest.raises(Refused) as refused:
        floor.asked("POST", f"/v1/tables/{crew.table}/rounds/99/case", {})
    assert refused.value.status == 404


def test_anyone_is_given_the_proof_of_a_round_open_as_far_as_its_seed_opens_it(crew: Crew, served: Served) -> None:
    path = f"/v1/tables/{crew.table}/rounds/1/proof"
    anyone, until = served.guest(), time.monotonic() + SHOWN_S
    while not (proved := verified_case(anyone.asked("GET", path).splitlines(keepends=True))).seeds:
        assert time.monotonic() < until, "its seed is never shown"
        time.sleep(0.1)
    assert (proved.seeds, proved.hidden) == (1, 0)
    assert proved.openings > 1
    with pytest.raises(Refused) as refused:
        anyone.asked("GET", path.replace("/1/", "/99/"))
    assert refused.value.status == 404


def test_rounds_are_found_by_the_seat(crew: Crew, floor: Desk) -> None:
    assert [one.round for one in floor.rounds(table=crew.table, seat=1)] == [1]
    assert floor.rounds(table=crew.table, seat=2) == ()


def test_the_floor_looks_through_the_eyes_of_a_player_once_the_seeds_were_shown(crew: Crew, floor: Desk) -> None:
    name = crew.players[0].me().player
    crew.play(lambda seen: seen.round > 2)  # which does not begin before the seeds of the first are shown
    told = floor.round(crew.table, 1, f"player:{name}")
    own = [step.view.places["seat 1"].cards for step in told.steps if "seat 1" in step.view.places]
    assert any("?" not in "".join(cards) for cards in own if cards)
    with pytest.raises(Refused):
        crew.players[0].round(crew.table, 1, "player:somebody else")


def test_meters_are_told_with_what_does_not_agree(floor: Desk) -> None:
    assert all(not one.faults for one in floor.ask("GET", "/v1/meters", Meters).meters)


def test_what_was_due_is_decided_again_and_agrees_with_the_record(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("high-card-flush", policy=Policy(dealing="manual"))
    crew = Crew(table, "high-card-flush", dealer, floor, served.guest())
    crew.play(lambda seen: seen.view.phase == "deciding")
    crew.acts(floor, Irregularity(EXPOSED))
    crew.play(lambda seen: seen.round > 2)
    for number in (1, 2):
        told = floor.ask("GET", f"/v1/tables/{table}/rounds/{number}/due", Again)
        assert told.entries == told.agreeing > 5
        assert all(one.due == one.paid and one.clause for one in told.wagers)
        assert ({one.result for one in told.wagers} == {"void"}) == (number == 1)
