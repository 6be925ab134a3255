"""Every seed that was committed to is shown in the end, or declared lost: none is dropped on the way."""

import random

import pytest

from nomorebets.equipment.chance import commitment
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Leave, NoMoreBets, RevealSeed, Shuffle, Sit, Step
from nomorebets.table.events import SeedLost, SeedRevealed, Shuffled
from tests.driving import Driver, opened
from tests.properties.wandering import GAMES, Listed, start, wander


def committed(driver: Driver) -> list[str]:
    return [event.commitment for event in driver.events if isinstance(event, Shuffled) and event.commitment]


def accounted_for(driver: Driver) -> set[str]:
    """The commitments whose seeds were shown or lost, are due to be shown, or decide cards that lie there still."""
    shown = {commitment(bytes.fromhex(event.seed)) for event in driver.events if isinstance(event, SeedRevealed)}
    lost = {event.commitment for event in driver.events if isinstance(event, SeedLost)}
    due = {drawn.commitment for drawn in driver.table.unrevealed}
    return shown | lost | due | {deck.commitment for deck in driver.table.decks}


def test_a_deck_that_leaves_does_not_take_the_place_of_a_seed_that_is_due() -> None:
    driver = Driver(terms("packs-poker")).duties().do(Sit(1, "Ann")).duties()
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties(until=RevealSeed)
    played = driver.table.unrevealed[0].commitment
    other = next(index for index, deck in enumerate(driver.table.decks) if deck.commitment)
    driver.do(Step("remove", other))
    assert driver.table.unrevealed[0].commitment == played
    assert len(driver.table.unrevealed) == 2
    driver.duties()
    assert set(committed(driver)) <= accounted_for(driver)


def test_a_shuffle_that_was_never_dealt_is_shown_when_the_next_replaces_it() -> None:
    driver = opened("Ann")
    first = driver.table.in_play.commitment
    driver.do(Leave(1), Step("idle"), Sit(1, "Ann")).duties(until=Shuffle)
    assert driver.table.in_play.commitment == first
    driver.duties()
    assert {commitment(bytes.fromhex(event.seed)) for event in driver.events if isinstance(event, SeedRevealed)} == {
        first
    }
    driver.do(Bet(1, "ante", 1000), NoMoreBets())


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_no_seed_is_dropped_whatever_happens(listed: Listed) -> None:
    for seed in range(12):
        chance = random.Random(seed)
        driver = start(listed, chance, {}, recorded=False)
        for _ in wander(driver, 120):
            pass
        assert set(committed(driver)) <= accounted_for(driver), seed
