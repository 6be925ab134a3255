"""What a round leaves to be held against the odds is what the log of the same round says."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from nomorebets.figures.logged_book import logged_book
from nomorebets.rounds.settlement import Played
from nomorebets.store.takings import Alike, read, takings, written
from nomorebets.store.unit import Store
from nomorebets.table.entries import follow
from nomorebets.table.events import RoundCompleted
from nomorebets.table.state import State
from tests.rounds.golden import played, scripts
from tests.unit.store.house import House
from tests.unit.store.recorded import collected

LEFT_OUT = ("void", "forfeit")


def ends_of_rounds(one: Played) -> Iterator[State]:
    """The state that each round ends in."""
    state = State()
    for entry in one.entries:
        if any(isinstance(event, RoundCompleted) for event in entry.events):
            yield state
        state = follow(state, entry)


@pytest.mark.parametrize("script", scripts(), ids=lambda script: f"{script.parent.name}/{script.stem}")
def test_a_round_is_told_as_in_the_book_of_its_log(script: Path) -> None:
    one = collected(played(script))
    ends = [takings(end) for end in ends_of_rounds(one)]
    assert [read(written(kept)) for kept in ends] == ends
    kept = ends[0] if len(ends) == 1 else {}  # several rounds are told as one by the log
    if one.report.void:
        assert kept == {}
    left_out = {row.wager for row in one.report.settled if row.result in LEFT_OUT}
    for wager, groups in kept.items():
        numbered = wager.rpartition("_")[2].isdigit()  # several of which are one wager to a book
        if wager not in left_out and len(groups) == 1 and not numbered:
            (line,) = logged_book([one], SimpleNamespace(wager=wager))  # type: ignore[arg-type]
            assert (groups[0].staked, groups[0].won, groups[0].wagers) == (line.stake, line.net, line.seats), wager


def golden(name: str) -> State:
    (script,) = [one for one in scripts() if f"{one.parent.name}/{one.stem}" == name]
    (end,) = ends_of_rounds(collected(played(script)))
    return end


def test_what_a_decision_adds_is_won_with_the_main_wager_and_a_bet_that_the_rules_void_is_no_void_hand() -> None:
    kept = takings(golden("lunar-poker/declared-after-a-bet"))
    assert kept == {"super": [Alike(500, 1, 30000)], "ante": [Alike(1000, 2, 210000)]}


def test_wagers_with_a_coupon_are_left_out_and_the_others_of_the_hand_are_not() -> None:
    kept = takings(golden("pai-gow-poker/envy-earned-by-a-coupon"))
    assert kept == {"wager": [Alike(1000, 2, -50)]}


def test_wagers_of_another_amount_are_told_apart() -> None:
    kept = takings(golden("lunar-poker/one-player-forces-and-another-stands"))
    assert [(one.amount, one.wagers) for one in kept["ante"]] == [(1000, 2), (2500, 1)]


def test_the_row_of_a_round_has_them_in_every_store(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, ("high-card-flush",))
    house.play(3)
    with store.reading() as unit:
        rows = unit.rounds.last(1)
    least = house.tables[0].session.terms.wagers[0][1]
    assert [[(one.amount, one.wagers) for one in read(row.wagers)["ante"]] for row in rows] == 3 * [[(least, 2)]]


def test_a_round_that_was_over_before_any_was_told_has_none() -> None:
    assert read("") == {}
