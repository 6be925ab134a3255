"""Driving a table in tests: an open table, a dealer who does every duty, and random lawful or unlawful actions."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import fields, replace

from nomorebets.equipment.chance import commitment, dice, section, shuffled
from nomorebets.equipment.chance import number as displayed
from nomorebets.games.registry import terms
from nomorebets.table.actions import (
    Action,
    Bet,
    Commit,
    CountStub,
    Cut,
    Decision,
    DrawNumber,
    Irregularity,
    NoMoreBets,
    Offer,
    Reveal,
    RevealSeed,
    Shake,
    Shuffle,
    Sit,
    Spin,
    Step,
)
from nomorebets.table.engine import duty, open_table, play
from nomorebets.table.events import Event
from nomorebets.table.game import Terms
from nomorebets.table.state import Phase, Table

WHOLE = tuple(range(52))


@dataclass
class Driver:
    """A table and all that has happened at it; chance comes from a generator that the test seeds."""

    terms: Terms
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    stack: tuple[int, ...] = ()  # the next stack to be dealt, if the test says which
    events: list[Event] = field(default_factory=list)
    seeds: dict[str, bytes] = field(default_factory=dict)
    after_each: Callable[[Table, Event], None] = lambda _table, _event: None

    def __post_init__(self) -> None:
        self.table, events = open_table(self.terms)
        self.events += events

    def do(self, *actions: Action) -> "Driver":
        for action in actions:
            self.table, events = play(self.table, action)
            self.events += events
        return self

    def duties(self, until: type | str | None = None) -> "Driver":
        """Do what a dealer and floor without fault do, up to a kind of action or a step if one is named."""
        while offer := duty(self.table):
            step = offer.action.step if isinstance(offer.action, Step) else ""
            if until is not None and (step == until or type(offer.action) is until):
                break
            self.do(self.filled(offer))
        return self

    @property
    def pieces(self) -> tuple[str, ...]:
        return self.terms.game.pieces.names

    def seed(self) -> bytes:
        """A fresh seed, kept until it is revealed."""
        seed = self.chance.randbytes(32)
        self.seeds[commitment(seed)] = seed
        return seed

    def filled(self, offer: Offer) -> Action:
        """The action of an offer with what chance or the actor supplies."""
        action = offer.action
        match action:
            case Shuffle() if self.stack:
                stack = self.stack
                if self.table.terms.game.to_cut(self.table, self.table.decks[action.deck]):
                    stack = stack[-26:] + stack[:-26]
                return replace(action, stack=stack)
            case Shuffle():
                seed = self.seed()
                return replace(action, stack=shuffled(seed, len(self.pieces)), commitment=commitment(seed))
            case Commit():
                return Commit(commitment(self.seed()))
            case Shake():
                seed = self.seeds.get(self.table.in_play.commitment) or self.chance.randbytes(32)
                return replace(action, dice=dice(seed, self.table.shakes))
            case DrawNumber():
                seed = self.seeds.get(self.table.in_play.commitment) or self.chance.randbytes(32)
                return DrawNumber(displayed(seed, offer.most))
            case Step(step="issue_chips"):
                return replace(action, note=f"shade {action.seat}")
            case Spin() if self.table.commitment:
                return Spin(section(self.seeds[self.table.commitment], len(self.pieces)))
            case Cut():
                return replace(action, count=26 if self.stack else self.chance.randint(action.count, offer.most))
            case CountStub():
                return replace(action, count=len(self.table.in_play.stack))
            case RevealSeed():
                return RevealSeed(self.seeds[self.table.unrevealed.commitment].hex())
            case Sit():
                return replace(action, player=self.chance.choice(["Ann", "Ben", "Cid"]))
            case Irregularity(kind="card_face_up_in_shoe"):
                return replace(action, card=self.chance.choice(self.table.in_play.stack))
        if action.ranged:
            least = getattr(action, action.ranged)
            return replace(action, **{action.ranged: self.chance.randint(least, max(least, offer.most))})
        return action


def opened(*players: str, stack: Iterable[int] = (), key: str = "high-card-flush", **submission: Any) -> Driver:
    """A table at which these players sit, at positions 1, 2, ..., ready for bets."""
    driver = Driver(terms(key, submission), stack=tuple(stack))
    driver.duties()
    for seat, player in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, player))
    return driver.duties()


def dealt(*players: str, ante: int = 1000, **submission: Any) -> Driver:
    """The same, antes placed and cards dealt: it is for the players to decide."""
    driver = opened(*players, **submission)
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", ante))
    return driver.do(NoMoreBets()).duties(until=Reveal)


def raised(driver: Driver) -> Driver:
    """Every player raises by the ante."""
    for number, seat in driver.table.seats.items():
        driver.do(Decision(number, "raise", seat.stake("ante")))
    return driver


def altered(action: Action, chance: random.Random) -> Action:
    """An action with one of its numbers or words changed."""
    names = [one.name for one in fields(action) if isinstance(getattr(action, one.name), int | str)]
    if not names:
        return action
    name = chance.choice(names)
    value = getattr(action, name)
    if isinstance(value, bool):
        return replace(action, **{name: not value})
    if isinstance(value, int):
        return replace(action, **{name: chance.choice([-value, value + 1, value - 1, 0, 7, 10**30])})
    return replace(action, **{name: chance.choice(["", "ante", "fold", "raise", "close", value + "x"])})


def in_round(table: Table) -> bool:
    return table.phase not in (Phase.CLOSED, Phase.IDLE, Phase.BETTING)
