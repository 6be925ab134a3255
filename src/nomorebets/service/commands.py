"""What may be asked of the writer: somebody's action, steps of the house, the end of a clock, that players are ready.

Each is decided on the table as it is then, within the unit of work that records it.  What is refused is raised before
anything is written.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput, NoMoreBetsError, Stale
from nomorebets.service.clocks import allowed_ms, at_the_end
from nomorebets.service.dealing import is_to_commit, next_step
from nomorebets.service.once import answered, digest
from nomorebets.service.people.roles import of_one_side
from nomorebets.service.people.wallets import check_chips
from nomorebets.service.policy import Policy, encoded
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.service.recording import Recorded, all_ready, ready_for, recorded
from nomorebets.service.running import Running
from nomorebets.service.seating import Chips
from nomorebets.store.deeds import NAME, PolicyChanged, WentOn, record
from nomorebets.store.keys import Keys
from nomorebets.store.record import Cause
from nomorebets.store.rows import Head, Request
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Action, NoMoreBets
from nomorebets.table.engine import offered, play
from nomorebets.table.entries import Entry
from nomorebets.table.events import (
    Dealt,
    HandSet,
    NumberDrawn,
    Posted,
    RoundCompleted,
    RoundVoided,
    Settled,
    Shaken,
    Spun,
    TurnedUp,
)
from nomorebets.table.roles import Actor
from nomorebets.table.state import Table

VISIBLE = (Dealt, HandSet, NumberDrawn, Posted, RoundCompleted, RoundVoided, Settled, Shaken, Spun, TurnedUp)
MOST_STEPS = 200  # of the house in one unit


class Fenced(NoMoreBetsError):
    """Somebody else deals at the table by now."""


def fenced(running: Running, epoch: int) -> None:
    """Refuse what is done without being asked for by whoever does not deal at a table any more."""
    if running.head.epoch != epoch:
        raise Fenced(f"table {running.row.key} is dealt by another process")


class Done(Struct, frozen=True):
    """What was recorded: the entries from first to last; none, if there was nothing to do."""

    first: int
    last: int


class Within(Struct, frozen=True):
    """What a command has at hand within a unit of work."""

    unit: Unit
    keys: Keys
    now_ms: int

    def hour(self, table: Table) -> int:
        """The hour in whole seconds; hours never run backwards, whatever a clock does."""
        return max(self.now_ms // 1000, table.hour)


class Command(Protocol):
    """Something asked of a table."""

    @property
    def table(self) -> int: ...
    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]: ...


class Act(Struct, frozen=True):
    """Somebody's action, as whichever of these it is offered to; `key` tells a second try from a second action."""

    table: int
    by: tuple[Actor, ...]
    action: Action
    account: str
    key: str
    round: int = 0  # for which it is meant; 0: whichever it is
    expected: int = 0  # the version that it follows; 0: whichever it is
    chips: Chips | None = None  # of a player, who has no more than these

    @property
    def digest(self) -> bytes:
        """What tells this request from another under the same key."""
        return digest(self.table, self.action, self.round, self.expected)

    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]:
        unit, table, wanted = within.unit, running.table, self.digest
        if known := answered(unit, self.account, self.key, wanted):
            return Recorded(running, ()), Done(known.first, known.last)
        if self.round and self.round != table.rounds + 1:
            raise Stale(f"this was meant for round {self.round}; it is round {table.rounds + 1}")
        if self.expected and self.expected != table.version:
            raise Stale(f"this was to follow version {self.expected}; the table is at version {table.version}")
        if isinstance(self.action, NoMoreBets) and is_to_commit(table):
            raise NotNow("the house commits to what it will draw before bets are closed; in a moment it has")
        if getattr(self.action, "commitment", "") and not table.drawn:
            raise BadInput("where chance is recorded nothing is committed to: there is no seed of it")
        at = within.hour(table)
        action = self.chips.filled_in(unit, table, self.action) if self.chips else self.action

        def decide(table: Table) -> tuple[Table, Entry]:
            after, entry = play(table, action, self.actor(table, action, at), at)
            if self.chips:
                check_chips(table, after, action, self.chips.name)
            return after, entry

        after = recorded(unit, within.keys, running, decide, Cause.PERSON, within.now_ms)
        first, last = after.entries[0].version, after.entries[-1].version
        unit.requests.answer(Request(self.account, self.key, wanted, self.table, first, last, within.now_ms))
        return after, Done(first, last)

    def actor(self, table: Table, action: Action, at: int) -> Actor:
        """Whichever of these it is offered to; with none, the first hears why not."""
        by = of_one_side(self.by, table)
        if not by:
            raise NotAllowed("who sits at a table does nothing there but play")
        return next((one for one in by if offered(table, action, one, at)), by[0]) if len(by) > 1 else by[0]


class HouseSteps(Struct, frozen=True):
    """What the house does next, up to something that people want to look at; the end of a clock, if it has come."""

    table: int
    epoch: int
    without_pause: bool = False

    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]:
        fenced(running, self.epoch)
        first, entries = running.head.version + 1, list[Entry]()
        more = True
        while more:
            running, made = self._steps(within, running, entries)
            entries += made
            more = bool(made) and self._goes_on(entries)
        return Recorded(running, tuple(entries)), Done(first, running.head.version)

    def _steps(self, within: Within, running: Running, before: Sequence[Entry]) -> Recorded:
        """All that is to be done without a clock, or else the end of one."""
        unit, keys, now_ms = within.unit, within.keys, within.now_ms
        at, chance = within.hour(running.table), running.chance
        done = recorded(
            unit,
            keys,
            running,
            lambda table: next_step(table, chance, at),
            Cause.DUTY,
            now_ms,
            lambda made: self._goes_on([*before, *made]),
        )
        if done.entries or not 0 < running.head.due_ms <= now_ms:
            return done
        return recorded(unit, keys, running, lambda table: at_the_end(table, at), Cause.CLOCK, now_ms)

    def _goes_on(self, so_far: Sequence[Entry]) -> bool:
        """Whether there may be more in this unit: not after something that people want to look at."""
        return len(so_far) < MOST_STEPS and (self.without_pause or not _visible(so_far[-1]))


def _visible(entry: Entry) -> bool:
    return any(isinstance(event, VISIBLE) for event in entry.events)


class Ready(Struct, frozen=True):
    """A player has bet, or does not want to choose: when everybody is ready, the clock has ended."""

    table: int
    seat: int
    player: str

    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]:
        unit, head, now = within.unit, running.head, running.waiting
        nothing = Done(head.version + 1, head.version)
        seat = running.table.seats.get(self.seat)
        if seat is None or seat.player != self.player:
            raise Stale(f"seat {self.seat} is not yours")
        name = ready_for(head, running.table, now)
        if not name:
            return Recorded(running, ()), nothing
        unit.ready.add(self.table, name, self.seat)
        if now and head.due_ms > within.now_ms and all_ready(unit, head, running.table, now):
            after = replace(head, due_ms=within.now_ms)
            unit.tables.move_head(head, after)
            running = replace(running, head=after)
        return Recorded(running, ()), nothing


class GoOn(Struct, frozen=True):
    """A round that was begun under other rules goes on under these, as a supervisor has decided: a deed."""

    table: int
    by: str

    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]:
        deed = WentOn(running.row.key, running.table.rounds + 1, running.terms.hash)
        record(within.unit, deed, self.by, within.now_ms)
        after = replace(running.head, rules="")
        within.unit.tables.move_head(running.head, after)
        return Recorded(replace(running, head=after), ()), Done(after.version + 1, after.version)


class Run(Struct, frozen=True):
    """A table is run in another way from now on: a deed."""

    table: int
    policy: Policy
    by: str = NAME  # the house itself

    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]:
        told = encoded(self.policy).decode()
        record(within.unit, PolicyChanged(running.row.key, told), self.by, within.now_ms)
        row = replace(running.row, policy=encoded(self.policy))
        within.unit.tables.set_policy(row)
        head = self._clock(within, running)
        if head != running.head:
            within.unit.tables.move_head(running.head, head)
        after = replace(running, row=row, policy=self.policy, head=head)
        return Recorded(after, ()), Done(running.head.version + 1, running.head.version)

    def _clock(self, within: Within, running: Running) -> Head:
        """After a pause the clock begins again: nobody has lost their time by it."""
        head, now = running.head, running.waiting
        resumed = running.policy.paused and not self.policy.paused
        if not (resumed and now and head.due_ms) or all_ready(within.unit, head, running.table, now):
            return head
        return replace(head, due_ms=within.now_ms + allowed_ms(now.what, self.policy))


DEEDS = (GoOn, Run)  # which move the head of the house, too
