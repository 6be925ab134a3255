"""One suite that every game passes by being listed: offers, settlements, money and citations."""

import contextlib
from collections import Counter

import pytest
from hypothesis import given

from nomorebets.errors import IllegalAction, NoMoreBetsError
from nomorebets.table.engine import legal, offered, play
from nomorebets.table.events import RoundCompleted, Settled, SettlementUndone
from nomorebets.table.evolve import evolve
from nomorebets.table.state import Phase, Seat, State, Table
from tests.driving import altered, in_round
from tests.properties.wandering import Listed, every_game, every_game_of_the_rulebook, played_on, seeds, some, wandered


@every_game
@given(seed=seeds)
def test_from_any_state_the_round_comes_to_its_end(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    rounds = driver.table.rounds
    started = in_round(driver.table)
    played_on(driver)
    assert not in_round(driver.table)
    assert driver.table.rounds == rounds + started


@every_game
@given(seed=seeds)
def test_every_offer_is_accepted(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for offer in some(legal(driver.table), driver.chance):
        action = driver.filled(offer)
        assert action in offer
        play(driver.table, action, None)


@every_game
@given(seed=seeds)
def test_everything_else_is_refused_with_a_clause(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    elsewhere = wandered(listed, seed + 1).table  # its offers are mostly not on offer here
    lawful = legal(driver.table)
    for offer in (*some(lawful, driver.chance), *some(legal(elsewhere), driver.chance)):
        action = altered(offer.action, driver.chance)
        if any(action in other for other in lawful):
            assert offered(driver.table, action)
            continue
        with pytest.raises(IllegalAction) as refusal:
            play(driver.table, action, None)
        assert refusal.value.clause in listed.clauses()
        assert "\n" not in str(refusal.value)


@every_game
@given(seed=seeds)
def test_nothing_but_our_own_errors_comes_out_of_any_action(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for offer in some(legal(driver.table), driver.chance):
        action = altered(driver.filled(offer), driver.chance)
        with contextlib.suppress(NoMoreBetsError):
            play(driver.table, action, None)


@every_game_of_the_rulebook
@given(seed=seeds)
def test_every_wager_is_settled_exactly_once(listed: Listed, seed: int) -> None:
    """In each round; where wagers outlive one, tests/miniature says what holds."""
    driver = wandered(listed, seed)
    played_on(driver, until=Phase.COLLECTING)
    if driver.table.phase == Phase.COLLECTING:
        driver.duties(until="collect")  # a bonus may survive a void round, and is awarded first
    settled: Counter[tuple[int, str]] = Counter()
    for event in driver.events:
        match event:
            case Settled():
                settled[event.seat, event.wager] += 1
            case SettlementUndone():
                settled[event.settled.seat, event.settled.wager] -= 1
            case RoundCompleted():
                assert set(settled.values()) <= {1}
                settled.clear()
    if driver.table.phase == Phase.COLLECTING:
        laid = {(seat.number, wager) for seat in driver.table.playing() for wager in seat.chips}
        assert settled == dict.fromkeys(laid, 1)
        for account in ("layout", "centre", "dealers_wager"):
            assert driver.table.ledger.get(account, 0) == 0


def lies_on_the_layout(table: Table, seat: Seat) -> int:
    counted = in_round(table) and all(owed.step != "verify_progressive" for owed in table.owed)
    collected = table.terms.metered if counted else frozenset[str]()
    return sum(amount for wager, amount in seat.chips.items() if wager in seat.lying and wager not in collected)


@every_game
@given(seed=seeds)
def test_money_is_conserved_after_each_event(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    state = State()
    for event in driver.events:
        state = evolve(state, event)
        assert sum(state.ledger.values()) == 0
        assert all(amount >= 0 for account, amount in state.ledger.items() if account.startswith("meter:"))
    table = driver.table
    assert state.ledger == table.ledger
    assert table.ledger.get("layout", 0) == sum(lies_on_the_layout(table, seat) for seat in table.seats.values())


@every_game
@given(seed=seeds)
def test_every_event_cites_a_clause_of_the_text(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for event in driver.events:
        assert getattr(event, "clause", None) in {None, *listed.clauses()}
