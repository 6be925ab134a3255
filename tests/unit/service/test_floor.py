"""The floor, over HTTP: what is due at tables, and the chips in their racks, which take two people."""

import pytest

from nomorebets.client import Desk, Refused
from nomorebets.service.due import What
from nomorebets.service.policy import Policy
from nomorebets.store.deeds import RackMoved
from nomorebets.table.actions import Leave
from tests.unit.service.playing import play_round, sit
from tests.unit.service.serving import Served

QUICK = Policy(pause_seconds=0, betting_seconds=1, deciding_seconds=1)


def moved(asking: Desk, confirming: Desk, table: str, kind: str, cents: int) -> int:
    """What the rack should hold after something that two people have done."""
    confirming.confirm(table, asking.count(table, kind, cents).number)
    return confirming.inventory(table).expected


# --- Racks ------------------------------------------------------------------------------------------------------------


def test_a_rack_holds_what_was_counted_brought_taken_away_and_won(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("high-card-flush", policy=QUICK)
    assert (floor.inventory(table).open, floor.inventory(table).expected) == (False, 0)
    assert moved(dealer, floor, table, "open", 500_000) == 500_000
    assert moved(dealer, floor, table, "fill", 20_000) == 520_000
    assert moved(dealer, floor, table, "credit", 5_000) == 515_000
    guest = served.guest()
    sit(guest, table, 1)
    play_round(guest, table)
    guest.act(table, Leave(1))
    won = 100_000 - guest.me().balance
    assert floor.inventory(table).expected == 515_000 + won
    counted = floor.confirm(table, dealer.count(table, "count", 515_000 + won).number)
    assert (counted.expected, counted.difference) == (515_000 + won, 0)
    assert not floor.inventory(table).open


def test_a_difference_is_recorded_reported_and_told_in_the_log(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("pokette", policy=QUICK)
    moved(dealer, floor, table, "open", 10_000)
    counted = floor.confirm(table, dealer.count(table, "count", 9_700).number)
    assert (counted.expected, counted.difference) == (10_000, -300)
    assert [one.of for one in floor.due(table) if one.what == What.DIFFERENCE] == ["-300"]
    told = [one for one in served.administrator.deeds() if isinstance(one.action, RackMoved)][-1]
    assert told.action == RackMoved(table, "count", 9_700, dealer.me().player, 10_000, -300)
    assert told.by == floor.me().player
    moved(dealer, floor, table, "open", 9_700)
    assert [one.of for one in floor.due(table) if one.what == What.DIFFERENCE] == ["-300"]  # until the next close
    assert len(floor.inventory(table).entries) == 3


def test_a_count_takes_two_people_and_waits_for_the_second(served: Served, floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("pokette", policy=QUICK)
    asked = floor.count(table, "open", 10_000)
    with pytest.raises(Refused, match="it takes two people"):
        floor.confirm(table, asked.number)
    with pytest.raises(Refused, match="this is for floor"):
        dealer.confirm(table, asked.number)
    with pytest.raises(Refused, match="waits to be confirmed or refused"):
        dealer.count(table, "open", 9_000)
    assert [one.of for one in floor.due(table) if one.what == What.RACK] == ["open 1"]
    other = served.staff("other-floor", f"floor@{table}")
    assert other.refuse_count(table, asked.number).state == "refused"
    with pytest.raises(Refused, match="was refused already"):
        other.confirm(table, asked.number)
    assert not floor.inventory(table).open
    assert [one.state for one in floor.inventory(table).entries] == ["refused"]


def test_a_rack_is_opened_before_it_is_filled_and_holds_what_is_taken_from_it(floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("pokette", policy=QUICK)
    with pytest.raises(Refused, match="is not open"):
        dealer.count(table, "fill", 100)
    moved(dealer, floor, table, "open", 10_000)
    with pytest.raises(Refused, match="is open"):
        dealer.count(table, "open", 100)
    with pytest.raises(Refused, match="a fill of nothing is none"):
        dealer.count(table, "fill", 0)
    with pytest.raises(Refused, match="cannot be taken from a rack"):
        floor.confirm(table, dealer.count(table, "credit", 10_001).number)
    with pytest.raises(Refused, match="there is no 'theft' of a rack"):
        dealer.count(table, "theft", 1)
    with pytest.raises(Refused, match="has no entry 9"):
        floor.confirm(table, 9)


def test_a_fill_that_is_asked_for_twice_under_one_key_is_one(floor: Desk, dealer: Desk) -> None:
    table = floor.open_table("pokette", policy=QUICK)
    first = dealer.count(table, "open", 10_000, key="the opening")
    assert dealer.count(table, "open", 10_000, key="the opening") == first
    with pytest.raises(Refused) as refused:
        dealer.count(table, "open", 20_000, key="the opening")
    assert refused.value.status == 422


def test_who_has_nothing_to_do_with_a_table_does_not_count_its_chips(served: Served, floor: Desk) -> None:
    here, there = (floor.open_table("pokette", policy=QUICK) for _ in range(2))
    elsewhere = served.staff("elsewhere", f"dealer@{there}")
    with pytest.raises(Refused) as refused:
        elsewhere.count(here, "open", 10_000)
    assert refused.value.status == 403
    with pytest.raises(Refused):
        elsewhere.inventory(here)
    assert elsewhere.inventory(there).entries == ()
    with pytest.raises(Refused):
        elsewhere.due(here)
    assert {one.table for one in elsewhere.due()} <= {there}


# --- What is due ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "of"), [("high-card-flush", "cards"), ("pai-gow", "dice")])
def test_decks_and_dice_are_due_at_their_hours(served: Served, floor: Desk, game: str, of: str) -> None:
    table, guest = floor.open_table(game, policy=QUICK), served.guest()
    sit(guest, table, 1)
    play_round(guest, table)
    due = [one for one in floor.due(table) if one.what == What.CHANGE and one.of.endswith(of)]
    assert due
    assert all(one.at_ms > 0 and not one.overdue for one in due)
    assert {*due} <= {*floor.due()}


def test_a_pause_is_told(floor: Desk) -> None:
    table = floor.open_table("pokette", policy=Policy(paused=True))
    assert [one.what for one in floor.due(table)] == [What.PAUSE]
