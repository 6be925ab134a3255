"""Random rounds of every game under random lawful submissions go in the order of its text, and meters keep their rates.

Ten thousand rounds of each are played by the slow tests.
"""

from functools import cache

import pytest

from nomorebets.games.registry import KEYS, terms
from nomorebets.table.events import DeckRemoved, DevicesRemoved, MeterReset, Posted
from tests.order.meters import Reckoning
from tests.order.playing import Session, session, sessions
from tests.order.reading import Round, rounds
from tests.order.texts import STATEMENTS

FEW = 60
PARTS, MANY = 10, 1000

every_game = pytest.mark.parametrize("key", KEYS)


def in_words(one: Round) -> str:
    """The log of a round, an event a line."""
    return "\n".join(f"{told.entry:5} {told.event!r}" for told in one.told)


def out_of_order(played: Session) -> list[str]:
    """What a table did in another order than its text, with the round."""
    return [
        f"{played.seed}: {statement}\n{played.fields}\n{in_words(one)}"
        for one in rounds(played.key, played.fields, played.driver.entries)
        for statement in STATEMENTS[played.key]
        if not statement.holds(one)
    ]


def wrong_meters(played: Session) -> list[str]:
    """Where a meter of a table is not what wagers and hits make of it."""
    reckoning = Reckoning(played.key, played.driver.terms.submission)
    wrong = []
    for entry in played.driver.entries:
        wrong += [f"{played.seed}, entry {entry.version}: {sentence}" for sentence in reckoning.follow(entry)]
    table = played.driver.table
    assert all(table.ledger.get(account, 0) == shown for account, shown in reckoning.shown.items())
    return wrong


@cache
def few(key: str) -> tuple[Session, ...]:
    return tuple(sessions(key, FEW, at_one_table=10))


@every_game
def test_rounds_go_in_the_order_of_the_text(key: str) -> None:
    for played in few(key):
        assert not out_of_order(played)


@every_game
def test_meters_never_lag_their_rates(key: str) -> None:
    for played in few(key):
        assert not wrong_meters(played)


@pytest.mark.parametrize("key", ["high-card-flush", "lunar-poker", "packs-poker", "pai-gow-poker"])
def test_a_meter_that_was_won_is_reset_as_it_should_be(key: str) -> None:
    """Few rounds bring one; here tables are played until a meter is reset."""
    played = next(one for one in (session(key, number, 20) for number in range(1000, 1200)) if has_reset(one))
    assert not wrong_meters(played)
    assert not out_of_order(played)


def test_what_stays_on_the_stand_when_a_deck_is_removed_is_no_result_of_a_spin() -> None:
    played = session("pokette", 3002, 20)
    left = [
        event
        for entry in played.driver.entries
        if any(isinstance(event, DeckRemoved) for event in entry.events)
        for event in entry.events
        if isinstance(event, Posted)
    ]
    assert left
    assert not out_of_order(played)


def test_of_two_decks_the_one_in_play_stays_when_the_shuffler_leaves_in_the_round() -> None:
    played = session("high-card-flush", 9036, 20)
    assert any(
        event.first for entry in played.driver.entries for event in entry.events if isinstance(event, DevicesRemoved)
    )
    assert not out_of_order(played)


def test_a_meter_is_paid_in_fractions_of_a_per_cent_too() -> None:
    posted = terms("lunar-poker", {"straight_flush_percent": "12.5"}).submission
    assert Reckoning("lunar-poker", posted).in_turn(1001, [125, 109])
    assert not Reckoning("lunar-poker", posted).in_turn(1001, [126])


def has_reset(played: Session) -> bool:
    return any(isinstance(event, MeterReset) for entry in played.driver.entries for event in entry.events)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@every_game
def test_ten_thousand_rounds_go_in_the_order_of_the_text(key: str, part: int) -> None:
    for played in sessions(key, MANY, first=1000 * (part + 1)):
        assert not out_of_order(played)
        assert not wrong_meters(played)
