"""What the log calls the steps of a table: the names under which the dealer's script speaks of them.

A step of procedure and a decision have names of their own; any other action is called by its kind, and an event by its
kind and the kind of its place: `wash`, `raise`, `count_stub`, `turned_up dealer`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from nomorebets.table.actions import (
    Action,
    Bet,
    Commit,
    Decision,
    Irregularity,
    NoMoreBets,
    Open,
    ReadMeter,
    RevealSeed,
    Step,
)
from nomorebets.table.entries import Entry
from nomorebets.table.events import (
    Cleared,
    Dealt,
    Discarded,
    Event,
    HandCollected,
    HandSet,
    Posted,
    Settled,
    TurnedDown,
    TurnedUp,
)

NO_STEP = (Open, Commit, RevealSeed, Irregularity, ReadMeter)
OF_THE_HOUSE = frozenset({"close", "declare_seed_lost"})  # steps that no text has


class Named(NamedTuple):
    """A step by its name, and whom or what it concerns: a seat or (0) nobody's, and a deck."""

    name: str
    seat: int = 0
    deck: int = 0


@cache
def _snake(kind: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()


def named_steps(entry: Entry) -> Iterator[Named]:
    """The steps that an entry tells of, in their order: what was done, and what followed of it at the table."""
    action = entry.action
    if not isinstance(action, NO_STEP):
        yield Named(action_name(action), getattr(action, "seat", 0), getattr(action, "deck", 0))
    for event in entry.events:
        yield from _told(event)


def action_name(action: Action) -> str:
    """What an action is called."""
    match action:
        case Step(step=name) | Decision(do=name):
            return name
        case Bet():
            return "place_bet"  # a decision may be called a bet
        case NoMoreBets():
            return "announce"
    return _snake(type(action).__name__)


def _told(event: Event) -> Iterator[Named]:
    match event:
        case Settled(seat=seat) | HandCollected(seat=seat):
            yield Named(_snake(type(event).__name__), seat)
        case Dealt(to=place):
            yield _at(event, place)
        case TurnedUp() | TurnedDown() | HandSet() | Discarded() | Posted() | Cleared():
            yield _at(event, event.place)


def _at(event: Event, place: str) -> Named:
    """`seat 3, hand 2` is a seat, `pack 1` is a pack."""
    kind, _, number = place.partition(",")[0].rpartition(" ")
    if not number.isdigit():
        kind, number = place, "0"
    return Named(f"{_snake(type(event).__name__)} {kind}", int(number) if kind.endswith("seat") else 0)
