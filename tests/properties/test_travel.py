"""What leaves a table comes back the same: its state, its history, and views that are small enough to be sent often."""

import msgspec
import pytest
from hypothesis import given

from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, NoMoreBets, Sit, Spin
from nomorebets.table.engine import legal, play
from nomorebets.table.entries import Written, from_lines, state_after, to_lines
from nomorebets.table.roles import player
from nomorebets.table.state import State, Table, bare, encoded, state_from, state_hash, under
from nomorebets.table.view import view
from tests.driving import Driver
from tests.properties.wandering import EVERYONE, OPENINGS, Listed, every_game, seeds, some, wandered

MOST_BYTES = 8_000
TRIED = 6  # offers at a position
RULES = "the hash of the rules"


def read_back(driver: Driver, written: str) -> list[Written]:
    of_the_game = driver.terms.game.play
    return list(from_lines(written.splitlines(), of_the_game.events, of_the_game.own))


@every_game
@given(seed=seeds)
def test_a_state_survives_json_with_its_hash(listed: Listed, seed: int) -> None:
    table = wandered(listed, seed).table
    back = state_from(encoded(table), own=table.terms.game.play.own)
    assert type(back) is State
    assert back == bare(table)
    assert encoded(back) == encoded(table)
    assert state_hash(back) == state_hash(table)


def plays_on_alike(driver: Driver, other: Table) -> None:
    """Whether a table that came back offers, shows and does the same as the one that stayed, in the same order."""
    assert legal(other) == legal(driver.table)
    for watcher in EVERYONE:
        assert msgspec.json.encode(view(other, watcher)) == msgspec.json.encode(view(driver.table, watcher))
    for offer in some(legal(driver.table), driver.chance, TRIED):
        action = driver.filled(offer)
        assert play(other, action, None)[1] == play(driver.table, action, None)[1]


@every_game
@given(seed=seeds)
def test_a_state_that_came_back_plays_on_alike(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    plays_on_alike(driver, under(state_from(encoded(driver.table), own=driver.terms.game.play.own), driver.terms))


@every_game
@given(seed=seeds)
def test_a_history_that_was_read_plays_on_alike(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    read = read_back(driver, to_lines(driver.entries, RULES))
    plays_on_alike(driver, under(state_after(one.entry for one in read), driver.terms))


@every_game
@given(seed=seeds)
def test_a_history_replays_to_the_same_table(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    assert [entry.version for entry in driver.entries] == list(range(1, driver.table.version + 1))
    assert state_after(driver.entries) == bare(driver.table)


@every_game
@given(seed=seeds)
def test_a_history_survives_json(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    written = to_lines(driver.entries, RULES)
    read = read_back(driver, written)
    assert [one.entry for one in read] == driver.entries
    assert {one.rules for one in read} == {RULES}
    assert to_lines((one.entry for one in read), RULES) == written


@every_game
@given(seed=seeds)
def test_a_history_replays_without_its_game(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    written = to_lines(driver.entries, RULES)
    assert state_hash(state_after(one.entry for one in from_lines(written.splitlines()))) == state_hash(driver.table)


@every_game
@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: "+".join(opening) or "plain")
@given(seed=seeds)
def test_a_view_is_small(listed: Listed, opening: dict[str, bool], seed: int) -> None:
    driver = wandered(listed, seed, opening)
    for watcher in EVERYONE:
        positions = sum(seat.player == watcher.name for seat in driver.table.seats.values())
        assert len(msgspec.json.encode(view(driver.table, watcher))) < MOST_BYTES * max(positions, 1), watcher


# --- A full layout ----------------------------------------------------------------------------------------------------

AROUND_A_CARD = (
    ("single_card", "7h"), ("split", "7s 7h"), ("split", "7h 7d"), ("split", "8h 7h"), ("split", "7h 6h"),
    ("corner", "8s 8h 7s 7h"), ("corner", "8h 8d 7h 7d"), ("corner", "7s 7h 6s 6h"), ("corner", "7h 7d 6h 6d"),
    ("double_rank", "8 7"), ("suit", "h"), ("876", ""),
)  # fmt: skip
GUESTS = tuple(f"Guest {number}" for number in range(11, 19))


def crowded(opening: dict[str, bool]) -> Driver:
    """A layout with eight players and twelve bets of each, all of which one card wins."""
    driver = Driver(terms("pokette"), opening=opening).duties()
    for seat, name in enumerate(GUESTS, 1):
        driver.do(Sit(seat, name))
    for seat in driver.duties().table.seats:
        driver.do(*(Bet(seat, wager, 12_500, on=on) for wager, on in AROUND_A_CARD))
    return driver


def largest(table: Table) -> int:
    watchers = (*map(player, GUESTS), *EVERYONE)
    return max(len(msgspec.json.encode(view(table, watcher))) for watcher in watchers)


@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: "+".join(opening) or "plain")
def test_a_view_of_a_full_layout_is_small(opening: dict[str, bool]) -> None:
    driver = crowded(opening)
    assert {len(seat.chips) for seat in driver.table.seats.values()} == {12}
    assert largest(driver.table) < MOST_BYTES


def test_a_view_of_a_full_layout_on_which_everything_wins_is_small() -> None:
    driver = crowded({}).do(NoMoreBets())
    sections = driver.terms.submission.wheel_order.split()
    driver.do(Spin(sections.index("7h"))).owed()
    assert {one.result for seat in driver.table.seats.values() for one in seat.settled.values()} == {"win"}
    assert largest(driver.table) < MOST_BYTES
