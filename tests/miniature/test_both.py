"""What holds at every table holds at tables whose wagers or shoes outlive a round, and whose hands are split."""

import contextlib
import random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.errors import IllegalAction, NoMoreBetsError
from nomorebets.table.actions import Irregularity, wager_key
from nomorebets.table.engine import legal, play
from nomorebets.table.entries import follow, from_lines, state_after, to_lines
from nomorebets.table.events import BetPlaced, BetWithdrawn, Settled, SettlementUndone
from nomorebets.table.ledger import LAYOUT
from nomorebets.table.state import State, bare, encoded, state_from, state_hash, under
from tests.driving import Driver, altered
from tests.miniature import two_decks, two_dice

STEPS = 120

every_miniature = pytest.mark.parametrize("game", [two_dice, two_decks], ids=lambda one: one.GAME.key)
seeds = st.integers(min_value=0, max_value=2**32)


def wandered(game: ModuleType, seed: int, steps: int = STEPS) -> Driver:
    """A table after random lawful actions, of which few end the game or go wrong."""
    driver = Driver(game.terms(), random.Random(seed))
    for _ in range(steps):
        offers = legal(driver.table)
        assert offers, "nobody is ever at a loss for what to do"
        likely = [60 if offer.duty else 1 if isinstance(offer.action, Irregularity) else 10 for offer in offers]
        driver.do(driver.filled(driver.chance.choices(offers, likely)[0]))
    return driver


@every_miniature
@given(seed=seeds)
def test_everything_offered_is_accepted_and_all_else_is_refused_with_a_clause(game: ModuleType, seed: int) -> None:
    driver = wandered(game, seed, seed % STEPS)
    offers = legal(driver.table)
    for offer in offers:
        action = driver.filled(offer)
        assert action in offer
        play(driver.table, action, None)
        other = altered(action, driver.chance)
        if not any(other in one for one in offers):
            with pytest.raises(IllegalAction) as refusal:
                play(driver.table, other, None)
            assert refusal.value.clause in game.CLAUSES


@every_miniature
@given(seed=seeds)
def test_every_wager_that_lies_is_settled_once_or_taken_back(game: ModuleType, seed: int) -> None:
    driver = wandered(game, seed)
    lying: set[tuple[int, str]] = set()
    for event in driver.events:
        match event:
            case BetPlaced():  # or increased
                lying.add((event.seat, wager_key(event.wager, event.on)))
            case BetWithdrawn() | Settled():
                lying.remove((event.seat, event.wager))
            case SettlementUndone():
                lying.add((event.settled.seat, event.settled.wager))
    assert lying == {(seat.number, wager) for seat in driver.table.seats.values() for wager in seat.lying}


@every_miniature
@given(seed=seeds)
def test_the_ledger_sums_to_zero_at_every_entry(game: ModuleType, seed: int) -> None:
    state = State()
    for entry in wandered(game, seed).entries:
        state = follow(state, entry)
        assert sum(state.ledger.values()) == 0
        lies = sum(seat.chips[wager] for seat in state.seats.values() for wager in seat.lying)
        assert state.ledger.get(LAYOUT, 0) == lies


@every_miniature
@given(seed=seeds)
def test_a_state_survives_json_at_every_version(game: ModuleType, seed: int) -> None:
    state = State()
    for entry in wandered(game, seed).entries:
        state = follow(state, entry)
        assert state_from(encoded(state), own=game.GAME.play.own) == state


@every_miniature
@given(seed=seeds)
def test_a_table_goes_on_from_json_as_it_would_have(game: ModuleType, seed: int) -> None:
    driver = wandered(game, seed, seed % STEPS)
    table, back = driver.table, under(state_from(encoded(driver.table), own=game.GAME.play.own), game.terms())
    for offer in legal(table):
        action = driver.filled(offer)
        assert play(back, action, None)[1] == play(table, action, None)[1]


@every_miniature
@given(seed=seeds)
def test_a_history_replays_from_its_entries_and_from_its_lines(game: ModuleType, seed: int) -> None:
    driver = wandered(game, seed)
    assert state_after(driver.entries) == bare(driver.table)
    read = [one.entry for one in from_lines(to_lines(driver.entries, "").splitlines(), game.GAME.play.events)]
    assert read == driver.entries
    assert state_after(read) == bare(driver.table)


@every_miniature
@given(seed=seeds)
def test_a_history_replays_where_its_game_is_not_known(game: ModuleType, seed: int) -> None:
    driver = wandered(game, seed)
    read = [one.entry for one in from_lines(to_lines(driver.entries, "").splitlines())]
    assert state_hash(state_after(read)) == state_hash(driver.table)


@every_miniature
@given(seed=seeds)
def test_whatever_happens_cites_the_text(game: ModuleType, seed: int) -> None:
    for event in wandered(game, seed).events:
        assert getattr(event, "clause", None) in {None, *game.CLAUSES}


@every_miniature
def test_random_play_comes_to_every_phase_and_every_event_of_the_game(game: ModuleType) -> None:
    phases: set[str] = set()
    happened: set[type] = set()
    for seed in range(20):
        driver = wandered(game, seed)
        state = State()
        for entry in driver.entries:
            state = follow(state, entry)
            phases.add(state.phase)
        happened |= set(map(type, driver.events))
    assert phases == set(game.GAME.play.offers)
    assert set(game.GAME.play.events) <= happened


@every_miniature
@given(seed=seeds)
def test_nothing_but_our_own_errors_comes_out(game: ModuleType, seed: int) -> None:
    driver = wandered(game, seed, seed % STEPS)
    for offer in legal(driver.table):
        with contextlib.suppress(NoMoreBetsError):
            play(driver.table, altered(altered(driver.filled(offer), driver.chance), driver.chance), None)
