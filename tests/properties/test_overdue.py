"""With everything overdue: from every state there is a lawful next step, and no round begins before all is changed."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given

from nomorebets.equipment.custody import Stage
from nomorebets.errors import IllegalAction
from nomorebets.table.actions import (
    Bet,
    Commit,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    Sit,
    Step,
    Withdraw,
    wager_key,
)
from nomorebets.table.engine import duty, legal, offered, play
from nomorebets.table.game import Terms
from nomorebets.table.offers import Offer
from nomorebets.table.overdue import next_change, overdue
from nomorebets.table.state import Phase, Table
from tests.driving import Driver, in_round
from tests.properties.wandering import Listed, every_game, seeds, wandered

NOON = 1_800_000_000
LATE = NOON + 1_000 * 3600
SHAKERS = ("pai-gow", "pai-gow-poker")  # whose texts let no dice stay for longer than a day
ENOUGH = 200  # steps in which every round is over and all is changed


def on_its_way(driver: Driver) -> Offer:
    """The next thing that is done by people who want to get on: a change, a duty, or what players may do."""
    table = driver.table
    change = next_change(table, driver.at)
    offers = [offer for offer in legal(table, at=driver.at) if not isinstance(offer.action, Irregularity)]
    assert offers, f"{table.phase} with nothing to do"
    if change:
        return next(offer for offer in offers if change in offer)
    if offers[0].duty:
        return offers[0]
    begins = [one for one in offers if isinstance(one.action, NoMoreBets)]
    onward = [one for one in offers if not isinstance(one.action, Leave | Withdraw | Commit | Step)]
    return driver.chance.choice(begins or [one for one in onward if not increases(table, one)] or onward)


def increases(table: Table, offer: Offer) -> bool:
    """Whether an offer only adds chips to what lies there."""
    match offer.action:
        case Bet(seat, wager, on=on):
            return wager_key(wager, on) in table.seats[seat].chips
    return False


def late_walk(driver: Driver, steps: int = ENOUGH) -> Iterator[Table]:
    """One lawful step after the other at a late hour, until a round begins that began at it."""
    driver.at = max(LATE, driver.table.hour)
    for _ in range(steps):
        offer = on_its_way(driver)
        if isinstance(offer.action, NoMoreBets):
            assert not overdue(driver.table, driver.at)
            driver.do(offer.action)
            return
        driver.do(driver.filled(offer))
        yield driver.table


@every_game
@given(seed=seeds)
def test_from_every_state_with_everything_overdue_play_goes_on(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    if not driver.table.seats and driver.table.phase in (Phase.CLOSED, Phase.IDLE, Phase.BETTING):
        return  # until somebody comes
    for _ in late_walk(driver):
        pass
    assert in_round(driver.table), driver.table.phase
    assert not overdue(driver.table, driver.at)


def walked(terms: Terms, chance: random.Random) -> Iterator[Driver]:
    """Every state of a table from its opening on, over some rounds in which nothing goes wrong."""
    driver = Driver(terms, chance, at=NOON)
    for _ in range(ENOUGH):
        yield driver
        first = duty(driver.table)
        for kinds in () if first else ((NoMoreBets,), (Decision, Reveal), (Bet,), (Sit,)):
            offers = [offer for offer in legal(driver.table) if isinstance(offer.action, kinds)]
            if offers:
                first = chance.choice(offers)
                break
        assert first, driver.table.phase
        driver.do(driver.filled(first))
        yield from void_at_the_stub(driver)


def void_at_the_stub(driver: Driver) -> Iterator[Driver]:
    """The same table, if the round ends before its stub is away."""
    for offer in legal(driver.table) if driver.table.phase == Phase.STUB else ():
        if isinstance(offer.action, Irregularity):
            other = branched(driver)
            yield other.do(other.filled(offer))


def branched(driver: Driver) -> Driver:
    """The same table, to be played on otherwise."""
    other = Driver(driver.terms, random.Random(1), at=driver.at)
    other.table, other.seeds = driver.table, driver.seeds
    return other


def beside_the_round(table: Table) -> Iterator[int]:
    """The decks that are overdue and not in play, with nothing to be done before; the wheel's are read beside it."""
    for index, deck in enumerate(() if table.owed else table.decks):
        used = in_round(table) and (index == table.deck or deck.stage == Stage.STORED)
        if f"{deck.colour} {table.terms.game.equipment.pieces.name}s" in overdue(table, LATE) and not used:
            yield index


@every_game
def test_every_phase_of_every_game_is_left_with_everything_overdue(listed: Listed) -> None:
    seen: set[str] = set()
    for seed in range(8):
        chance = random.Random(seed)
        for driver in walked(listed.terms(chance), chance):
            table = driver.table
            seen.add(table.phase)
            offers = legal(table, at=LATE)
            assert any(not isinstance(offer.action, Irregularity) for offer in offers), table.phase
            if listed.name in SHAKERS and "dice" in overdue(table, LATE) and not table.owed:
                assert offered(table, Step("place_dice"), at=LATE), table.phase  # they wait for no round to end
            for index in beside_the_round(table):
                assert offered(table, Step("remove", index), at=LATE), table.phase
            if overdue(table, LATE) and not in_round(table):
                assert not any(isinstance(offer.action, NoMoreBets) for offer in offers)
                with pytest.raises(IllegalAction):
                    play(table, NoMoreBets(), None, at=LATE)
            if table.seats and table.version % 6 == 0:
                other = branched(driver)
                for _ in late_walk(other):
                    pass
                assert in_round(other.table), table.phase
    assert seen == set(listed.terms(random.Random(0)).game.play.offers)
