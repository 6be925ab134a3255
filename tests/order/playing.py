"""Random rounds under random lawful submissions, with the hands that are rare at a fair table often among them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from nomorebets.games.registry import terms
from nomorebets.table.actions import Action, Bet, Irregularity, Leave, NoMoreBets, Shuffle, Sit, Step, Withdraw
from nomorebets.table.engine import legal
from nomorebets.table.offers import Offer
from nomorebets.table.state import Table
from tests import lawful
from tests.driving import Driver
from tests.properties.wandering import pick

PLAYERS = ("Ann", "Ben", "Cid", "Dot", "Eli")
DISTURBING = ("remove", "recut", "remove_devices", "remove_shuffler", "remove_shoe", "install_devices", "idle", "close")
LONG = 2500  # actions: a table that has not played its rounds by then is left as it is


@dataclass
class Generous(Driver):
    """A table to which more players come, and whose stacks may bring straight flushes and fours of a kind."""

    def filled(self, offer: Offer) -> Action:
        action = super().filled(offer)
        match action:
            case Sit():
                return replace(action, player=self.newcomer())
            case Shuffle() if self.chance.random() < 0.5:
                return replace(action, stack=arranged(len(self.pieces), self.chance))
        return action

    def newcomer(self) -> str:
        """Mostly somebody who has no position yet."""
        seated = {seat.player for seat in self.table.seats.values()}
        others = [name for name in PLAYERS if name not in seated]
        return self.chance.choice(others if others and self.chance.random() < 0.7 else PLAYERS)


def arranged(cards: int, chance: Random) -> tuple[int, ...]:
    """Neighbours by suit or by rank, for hands dealt together or around so many places, a few of them exchanged."""
    stack = sorted(range(cards), key=(lambda card: (card % 13, card)) if chance.random() < 0.4 else None)
    start, step = chance.randrange(cards), chance.choice((1, 1, 2, 3, 4, 5, 6, 7))
    stack = [card for first in range(step) for card in (stack[start:] + stack[:start])[first::step]]
    if chance.random() < 0.5:
        stack = [card for _, card in sorted((at % -(-cards // step), card) for at, card in enumerate(stack))]
    for _ in range(chance.randrange(6)):
        one, other = chance.sample(range(cards), 2)
        stack[one], stack[other] = stack[other], stack[one]
    return tuple(stack)


class Session(NamedTuple):
    """What was played at one table."""

    key: str
    seed: str
    fields: dict[str, Any]
    driver: Driver


def session(key: str, number: int, rounds: int) -> Session:
    """Some rounds at one table; how full it is and how often anything goes wrong there is drawn, too."""
    seed = f"order {key} {number}"
    chance = Random(seed)
    fields = lawful.submission(key, chance)
    driver = Generous(terms(key, fields), chance, recorded=True)
    calm, wanted = chance.random() < 0.5, chance.randint(1, 6)
    for _ in range(LONG):
        if driver.table.rounds >= rounds:
            break
        offers = legal(driver.table)
        likely = tuple(offer for offer in offers if is_likely(driver.table, offer.action, calm=calm, wanted=wanted))
        driver.do(driver.filled(pick(likely if likely and chance.random() < 0.95 else offers, chance)))
    return Session(key, seed, fields, driver)


def is_likely(table: Table, action: Action, *, calm: bool, wanted: int) -> bool:
    """At a calm table little goes wrong; bets are closed when as many play as are wanted, and stay where they lie."""
    match action:
        case Irregularity():
            return not calm
        case Step(step=step):
            return step not in DISTURBING
        case NoMoreBets():
            players = {seat.player for seat in table.seats.values()}
            return len(table.playing()) >= min(wanted, len(players))
        case Sit():
            return len(table.seats) < wanted
        case Leave() | Withdraw():
            return False
        case Bet(seat=seat, wager=wager):
            return wager not in table.seats[seat].chips
    return True


def sessions(key: str, rounds: int, first: int = 0, at_one_table: int = 20) -> Iterator[Session]:
    """Table after table, each under another submission, until so many rounds are over."""
    number = first
    while rounds > 0:
        one = session(key, number, at_one_table)
        number += 1
        rounds -= one.driver.table.rounds
        yield one
