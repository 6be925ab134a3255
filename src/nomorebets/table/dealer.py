"""The dealer without fault, and where chance comes from: written once, for tables of every kind.

`dealt_on` does what is to be done next, `routine` all of it.  Chance comes from a source: seeds that are committed to
and shown afterwards, or what was recorded at a real table.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec.structs import replace

from nomorebets.equipment.chance import commitment, derived, dice, number, section, shuffled
from nomorebets.equipment.stack import Stack, cut
from nomorebets.table.actions import Action, Commit, CountStub, Cut, DrawNumber, RevealSeed, Shake, Shuffle, Spin
from nomorebets.table.engine import at_hour, at_seat, duty, may_take, play, refusal, take
from nomorebets.table.entries import Entry
from nomorebets.table.in_two.dice import LEAST_SHAKES
from nomorebets.table.life.seeds import MOST_NUMBER
from nomorebets.table.overdue import next_change
from nomorebets.table.roles import SYSTEM
from nomorebets.table.state import Table


class Chance(Protocol):
    """A source of chance."""

    def __call__(self, table: Table, action: Action) -> Action:
        """The action with what chance brings to it; as it is, if it carries none."""


Until = Callable[[Table, Action], bool]  # whether to stop before this duty


def dealt_on(table: Table, chance: Chance, at: int = 0, until: Until | None = None) -> tuple[Table, Entry] | None:
    """What is due to be changed at that hour is changed, or else the next duty is done, without fault.

    The table after it and the entry; nothing while players are to act, or where it is said to stop.
    """
    if at:
        table = at_hour(table, at)
    if table.hour and (change := next_change(table, table.hour)):  # without an hour nothing is due
        return play(table, change, None)
    offer = duty(table)
    if offer is None or (until and until(table, offer.action)):
        return None
    by = SYSTEM if may_take(table, offer, SYSTEM) else None
    if table.automatic and not by:  # it is a player's own, who is awaited
        return None
    action = faultless(table, chance(table, offer.action))
    if action not in offer or offer.is_late(table.hour):
        raise refusal(table, action, None)
    return take(table, offer, action, by)


def routine(table: Table, chance: Chance, at: int = 0, until: Until | None = None) -> Iterator[tuple[Table, Entry]]:
    """All duties until players are to act, or up to one that is not to be done: the table after each, and the entry."""
    while (done := dealt_on(table, chance, at, until)) is not None:
        table, _ = done
        yield done


def faultless(table: Table, action: Action) -> Action:
    """A duty as a dealer without fault does it: cut in the middle, counted rightly, shaken and washed as required."""
    if table.owed:
        return replace(action, count=table.owed[0].expected)
    if type(action) not in OBSERVED:
        return action
    match action:
        case Cut(deck=index):
            return replace(action, count=len(table.decks[index].stack) // 2)
        case CountStub():
            return replace(action, count=len(table.in_play.stack))
        case Shuffle() if not table.drawn:
            return replace(action, circles=table.terms.game.equipment.circles)
        case Shake() if not table.drawn:
            return replace(action, times=LEAST_SHAKES)
    return action


OBSERVED = (Cut, CountStub, Shuffle, Shake)  # with what a dealer has done or counted; nothing is to be filled in others


def committed(table: Table, chance: Chance, at: int = 0) -> tuple[Table, Entry] | None:
    """Commit to the next spin or roll, where that is to be done while bets are still open."""
    if table.in_play.commitment:
        return None  # whatever chance the round has comes of the seed of its shuffle
    for offer in at_seat(table, 0):
        if isinstance(offer.action, Commit):
            return take(table, offer, chance(table, offer.action), at=at)
    return None


class Seeds:
    """Chance from seeds: each is drawn in secret, committed to, kept, and shown when it is asked for."""

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        self.draw = draw  # the seed that is drawn as the first, second and so on
        self.by_commitment: dict[str, bytes] = {}  # every seed so far

    def __call__(self, table: Table, action: Action) -> Action:
        if not action.chance:
            return action
        pieces = len(table.terms.game.equipment.pieces.names)
        match action:
            case Shuffle():
                published = self._drawn()
                return replace(action, stack=shuffled(self.by_commitment[published], pieces), commitment=published)
            case Commit():
                return Commit(self._drawn())
            case Shake():
                return Shake(dice(self._of_the_round(table), table.dice.shakes, table.terms.game.equipment.dice))
            case DrawNumber():
                return DrawNumber(number(self._of_the_round(table), MOST_NUMBER))
            case Spin():
                return Spin(section(self._of_the_round(table), pieces))
        assert isinstance(action, RevealSeed), "no other action carries chance"
        return RevealSeed(self.by_commitment[table.unrevealed[0].commitment].hex())

    def _of_the_round(self, table: Table) -> bytes:
        return self.by_commitment[table.commitment or table.in_play.commitment]

    def _drawn(self) -> str:
        """The commitment to one more seed."""
        seed = self.draw(len(self.by_commitment) + 1)
        published = commitment(seed)
        self.by_commitment[published] = seed
        return published


def repeatable(words: str) -> Seeds:
    """Chance that the same words bring again: for practice and for tests, not for a live table."""
    given = hashlib.sha256(words.encode("utf-8", "surrogateescape")).digest()
    return Seeds(lambda number: derived(given, f"round {number}"))


class Recorded:
    """Chance as it was recorded: a stack in the order in which it is dealt, dice, a number, a section."""

    def __init__(self, stack: Stack = (), dice: tuple[int, ...] = (), number: int = 0, section: int = -1) -> None:
        self.stack, self.dice, self.number, self.section = stack, dice, number, section

    def __call__(self, table: Table, action: Action) -> Action:
        match action:
            case Shuffle(deck=index):
                stack = self.stack
                if table.terms.game.equipment.to_cut(table, table.decks[index]):
                    stack = cut(stack, len(stack) - len(stack) // 2)  # which the cut will undo
                return replace(action, stack=stack)
            case Shake():
                return Shake(self.dice)
            case DrawNumber():
                return DrawNumber(self.number)
            case Spin():
                return Spin(self.section)
        return action
