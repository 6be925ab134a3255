"""Tables at which people deal, over HTTP: whole rounds step by step, with chance of the house or as it was recorded."""

from collections.abc import Sequence

import pytest

from nomorebets.client import Desk, House, Refused
from nomorebets.service.due import Due, What
from nomorebets.service.policy import Policy
from nomorebets.service.seeing import TableView
from nomorebets.table.actions import (
    Action,
    Bet,
    Deal,
    Decision,
    Irregularity,
    NoMoreBets,
    Reveal,
    Shake,
    Shuffle,
    Spin,
    Step,
)
from tests.unit.service.manual import Crew
from tests.unit.service.serving import Served

GAMES = ("high-card-flush", "pai-gow", "pokette")
CHANCE = {"high-card-flush": {Shuffle}, "pai-gow": {Shuffle, Shake}, "pokette": {Spin}}


@pytest.mark.parametrize("chance", ["drawn", "recorded"])
@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_plays_a_whole_round_by_hand(
    served: Served, floor: Desk, dealer: Desk, game: str, chance: str
) -> None:
    table = floor.open_table(game, policy=Policy(dealing="manual", chance=chance))  # type: ignore[arg-type]
    guest = served.guest()
    crew = Crew(table, game, dealer, floor, guest)
    crew.play(lambda seen: seen.round > 1)
    brought = {type(action) for _, action in crew.done if action.chance}
    assert brought == (CHANCE[game] if chance == "recorded" else set())
    assert crew.did(dealer, NoMoreBets)
    by = {step["by"]["role"] for step in guest.entries(table)}
    assert {"dealer", "player"} <= by
    assert ("system" in by) == (chance == "drawn")
    told = guest.round(table, 1)
    assert len(told.steps) > 5


@pytest.mark.parametrize("action", [NoMoreBets(), Deal(), Reveal(), Step("close"), Spin(1), Shake((1, 2, 3), 3)])
def test_a_guest_does_nothing_of_the_staff_s(served: Served, floor: Desk, action: Action) -> None:
    table = floor.open_table("pokette", policy=Policy(dealing="manual", chance="recorded"))
    with pytest.raises(Refused) as refused:
        served.guest().act(table, action)
    assert refused.value.status == 409
    assert served.guest().table(table).version == 1


def test_chance_is_nobody_s_to_bring_where_the_house_draws_it(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("pokette", policy=Policy(dealing="manual"))
    for who in (dealer, floor, served.guest()):
        with pytest.raises(Refused):
            who.act(table, Spin(1))


def test_a_supervisor_declares_an_irregularity_and_voids_a_round(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("high-card-flush", policy=Policy(dealing="manual"))
    guest = served.guest()
    crew = Crew(table, "high-card-flush", dealer, floor, guest)
    crew.play(lambda seen: seen.view.phase == "deciding")
    voiding = [one.action for one in floor.table(table).offers if isinstance(one.action, Irregularity)]
    assert voiding
    before = guest.table(table)
    with pytest.raises(Refused):
        guest.act(table, voiding[0])
    assert guest.table(table).version == before.version
    voided = _voided(crew, floor, voiding)
    assert voided.view.void is not None
    assert voided.view.void.clause
    assert voided.view.seats[1].lying == {}
    crew.play(lambda seen: seen.round > 1)
    assert guest.round(table, 1).steps[-1].view.balance == 0


def _voided(crew: Crew, floor: House, among: Sequence[Action]) -> TableView:
    """The table after the first of these that voids the round."""
    for action in among:
        after = crew.acts(floor, action) and floor.table(crew.table)
        if after and after.view.void:
            return after
    raise AssertionError(f"none of {among} voids a round")


def test_a_bank_and_a_co_bank_play_at_a_table_of_pai_gow_poker(served: Served, floor: Desk, dealer: Desk) -> None:
    for do in ("bank", "co_bank"):
        table = floor.open_table("pai-gow-poker", policy=Policy(dealing="manual", buy_in=100_000))
        guests = served.guest(), served.guest()
        crew = Crew(table, "pai-gow-poker", dealer, floor, *guests)

        def banks(seen: TableView, do: str = do) -> Action | None:
            return next(
                (one.action for one in seen.offers if isinstance(one.action, Decision) and one.action.do == do), None
            )

        crew.play(lambda seen: seen.round > 3, banks)
        taken = [action for _, action in crew.done if isinstance(action, Decision) and action.do == do]
        assert taken, f"nobody was offered {do}"
        assert any(isinstance(action, Bet) for _, action in crew.done)


def test_what_is_due_during_a_round_is_told_to_the_floor(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("high-card-flush", policy=Policy(dealing="manual"))
    crew = Crew(table, "high-card-flush", dealer, floor, served.guest())
    seen: dict[What, Due] = {}

    def over(view: TableView) -> bool:
        seen.update({one.what: one for one in floor.due(table)})
        return view.round > 1

    crew.play(over)
    assert {What.STEP, What.CHANGE} <= seen.keys()
    assert (seen[What.STEP].by, seen[What.STEP].clause[:15]) == ("dealer", "high-card-flush")
