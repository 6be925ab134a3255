"""From what the engine decided to what is kept: clocks, linked meters, secrets, snapshots, and the table after it."""

from collections.abc import Callable
from dataclasses import replace as with_
from typing import NamedTuple

from msgspec.structs import replace

from nomorebets.service.clocks import Waiting, What, allowed_ms, runs_on, waiting
from nomorebets.service.linked import decided, moved
from nomorebets.service.people.wallets import moved as chips_moved
from nomorebets.service.running import Running, keep_snapshot
from nomorebets.store.faults import point
from nomorebets.store.keys import Keys
from nomorebets.store.record import Cause
from nomorebets.store.rows import Head
from nomorebets.store.unit import Unit
from nomorebets.table.entries import Entry
from nomorebets.table.events import RoundCompleted, SeedRevealed
from nomorebets.table.state import Phase, Table

Decide = Callable[[Table], tuple[Table, Entry] | None]  # what comes of something at a table, if anything does


class Recorded(NamedTuple):
    """A table after what was recorded, and the entries that were."""

    running: Running
    entries: tuple[Entry, ...]


def recorded(
    unit: Unit,
    keys: Keys,
    running: Running,
    decide: Decide,
    cause: Cause,
    now_ms: int,
) -> Recorded:
    """Decide at a table and keep what comes of it, within this unit; with nothing decided, nothing is kept."""
    made = decided(unit, running, decide)
    if not made:
        return Recorded(running, ())
    before, (after, last) = running.table, made[-1]
    entries = tuple(entry for _, entry in made)
    point("before entries")
    for state, (then, entry) in zip((before, *(table for table, _ in made)), made, strict=False):
        chips_moved(unit, running.row.id, state, then, entry)
    head = _clocked(unit, running, after, getattr(last.action, "seat", 0), now_ms)
    seeds = running.chance.by_commitment
    head = running.keeper.append(unit, head, before, entries, seeds, cause, now_ms)
    point("entries written")
    moved(unit, running, before, made)
    running = with_(running, head=head, table=after)
    if any(isinstance(event, RoundCompleted) for entry in entries for event in entry.events):
        keep_snapshot(unit, keys, running)
    return Recorded(running, entries)


def _clocked(unit: Unit, running: Running, after: Table, acted: int, now_ms: int) -> Head:
    """The head with the clock as it runs after an entry, and the rules that have to finish the round, if one runs."""
    now, head = waiting(after), running.head
    before = waiting(running.table) if now and head.due_ms else None
    rules = "" if with_(running, table=after).between_rounds else running.terms.hash
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
    name = ready_for(head, table) if now.what != What.DECISION else ""
    return name != "" and {*now.seats} <= {*unit.ready.of(head.table_id, name)}


def ready_for(head: Head, table: Table) -> str:
    """What somebody means who is ready: all bets of a round, or the choice that there is now; a decision is made."""
    if table.phase == Phase.BETTING:
        return f"bets of round {table.rounds + 1}"
    now = waiting(table)
    return f"choice at {head.due_version}" if now and now.what == What.CHOICE else ""


def shown(entries: tuple[Entry, ...]) -> bool:
    """Whether a seed was shown, which need not be remembered any longer."""
    return any(isinstance(event, SeedRevealed) for entry in entries for event in entry.events)
