"""From what the engine decided to what is kept: clocks, linked meters, secrets, snapshots, and the table after it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.clocks import Waiting, What, allowed_ms, runs_on, waiting
from nomorebets.service.linked import Made, decided, moved
from nomorebets.service.people.wallets import moved as chips_moved
from nomorebets.service.problems import OtherRules
from nomorebets.service.running import Running, between_rounds, keep_snapshot
from nomorebets.store.faults import point
from nomorebets.store.keys import Keys
from nomorebets.store.record import Cause
from nomorebets.store.rows import Head
from nomorebets.store.unit import Unit
from nomorebets.table.entries import Entry
from nomorebets.table.events import RoundCompleted, SeedRevealed
from nomorebets.table.state import Phase, Table

Decide = Callable[[Table], tuple[Table, Entry] | None]  # what comes of something at a table, if anything does
GoesOn = Callable[[Sequence[Entry]], bool]  # whether it is decided once more, on the table after these


class Recorded(NamedTuple):
    """A table after what was recorded, and the entries that were."""

    running: Running
    entries: tuple[Entry, ...]


def once(_so_far: Sequence[Entry]) -> bool:
    return False


def recorded(
    unit: Unit,
    keys: Keys,
    running: Running,
    decide: Decide,
    cause: Cause,
    now_ms: int,
    goes_on: GoesOn = once,
) -> Recorded:
    """Decide at a table and keep what comes of it, within this unit; with nothing decided, nothing is kept.

    What is decided may be decided again, on a table that has read its meters.  What follows at once is written at once.
    """
    if running.head.rules not in ("", running.terms.hash):
        raise OtherRules(
            "the round at this table was begun under other rules, and is finished by a process that has them"
        )
    before, tables, entries = running.table, list[Table](), list[Entry]()
    try:
        while made := decided(unit, running, decide):
            running = _after(unit, running, made, now_ms)
            tables += [table for table, _ in made]
            entries += [entry for _, entry in made]
            if not goes_on(entries):
                break
    except NoMoreBetsError:
        if not entries:  # what came before it is kept, and it is refused when it is the next again
            raise
    if not entries:
        return Recorded(running, ())
    point("before entries")
    seeds = running.chance.by_commitment
    head = running.keeper.append(unit, running.head, before, entries, seeds, cause, now_ms, tables)
    point("entries written")
    running = replace(running, head=head)
    for then, entry in zip(tables, entries, strict=True):
        if any(isinstance(event, RoundCompleted) for event in entry.events):
            keep_snapshot(unit, keys, running, then)  # the next round begins right after it
    return Recorded(running, tuple(entries))


def _after(unit: Unit, running: Running, made: Made, now_ms: int) -> Running:
    """A table after entries that are still to be kept: wallets and meters have moved, and its clock is as it runs."""
    before, (after, last) = running.table, made[-1]
    for then, entry in made:
        chips_moved(unit, running.row.id, before, then, entry)
        before = then
    moved(unit, running, running.table, made)
    now = waiting(after)
    head = _clocked(unit, running, after, now, getattr(last.action, "seat", 0), now_ms)
    return replace(running, head=head, table=after, waiting=now)


def _clocked(unit: Unit, running: Running, after: Table, now: Waiting | None, acted: int, now_ms: int) -> Head:
    """The head with the clock as it runs after an entry, and the rules that have to finish the round, if one runs."""
    head = running.head
    before = running.waiting if now and head.due_ms else None
    rules = "" if between_rounds(after) else running.terms.hash
    if now is None:
        return replace(head, due_ms=0, due_version=0, rules=rules)
    if before and runs_on(before, now, acted):
        if len(now.seats) < len(before.seats) and all_ready(unit, head, after, now):
            return replace(head, due_ms=now_ms, rules=rules)
        return replace(head, rules=rules)
    head = replace(head, due_ms=now_ms, due_version=after.version, rules=rules)
    if all_ready(unit, head, after, now):
        return head
    return replace(head, due_ms=now_ms + allowed_ms(now.what, running.policy))


def all_ready(unit: Unit, head: Head, table: Table, now: Waiting) -> bool:
    """Whether everybody who is awaited has said that there is nothing to wait for."""
    name = ready_for(head, table, now) if now.what != What.DECISION else ""
    return name != "" and {*now.seats} <= {*unit.ready.of(head.table_id, name)}


def ready_for(head: Head, table: Table, now: Waiting | None) -> str:
    """What somebody means who is ready: all bets of a round, or the choice that there is now; a decision is made."""
    if table.phase == Phase.BETTING:
        return f"bets of round {table.rounds + 1}"
    return f"choice at {head.due_version}" if now and now.what == What.CHOICE else ""


def shown(entries: tuple[Entry, ...]) -> bool:
    """Whether a seed was shown, which need not be remembered any longer."""
    return any(isinstance(event, SeedRevealed) for entry in entries for event in entry.events)
