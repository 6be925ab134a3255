"""Players who sit and do not wager: after a time that is agreed at a table, the house stands them up.

Since when somebody has not wagered follows from what is kept: the last round here in which they did, or when they came.
Whoever banks, or has just done so, plays without a wager of their own.
"""

from collections.abc import Iterator

from msgspec import Struct

from nomorebets.service.commands import Done, Within, fenced
from nomorebets.service.people.wallets import BROUGHT
from nomorebets.service.recording import Recorded, recorded
from nomorebets.service.running import RESTING, Running
from nomorebets.store.record import Cause
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Leave
from nomorebets.table.engine import offered, play
from nomorebets.table.entries import Entry
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.roles import player
from nomorebets.table.state import Table

MOST_BETWEEN_S = 60.0


def looked_after(running: Running) -> float | None:
    """After how many seconds it is looked again whether somebody is absent; never, while nobody may be."""
    seconds = running.policy.absent_seconds
    if not seconds or not running.policy.automatic or running.table.phase not in RESTING or not idle(running.table):
        return None
    return min(MOST_BETWEEN_S, seconds / 4)


def idle(table: Table) -> list[str]:
    """Players who sit without a wager."""
    bank = bank_of(table)
    plays = {seat.player for seat in table.seats.values() if seat.chips or seat.number == bank.seat} | {bank.last}
    return [*dict.fromkeys(seat.player for seat in table.seats.values() if seat.player not in plays)]


def idle_since(unit: Unit, table: int, name: str) -> int:
    """The hour at which somebody last wagered at a table, or else came to it."""
    account = unit.accounts.called(name)
    came = unit.wallets.last(account.id, table, BROUGHT) if account else None
    assert came is not None, "whoever sits has brought chips, if only none"
    (entry,) = unit.tables.entries(table, came.table_version - 1, came.table_version)
    wagered = unit.rounds.of(name, entry.at_ms, most=1, table=table)
    return max([entry.at_ms, *(one.ended_ms for one in wagered)])


class StandUp(Struct, frozen=True):
    """Whoever has not wagered for too long leaves, as if they had stood up themselves."""

    table: int
    epoch: int

    def carried_out(self, within: Within, running: Running) -> tuple[Recorded, Done]:
        fenced(running, self.epoch)
        first, entries = running.head.version + 1, list[Entry]()
        for name, seat in self._absent(within, running):
            leave, by, at = Leave(seat), player(name), within.hour(running.table)
            if offered(running.table, leave, by, at):
                running, made = recorded(
                    within.unit,
                    within.keys,
                    running,
                    lambda table, leave=leave, by=by, at=at: play(table, leave, by, at),  # type: ignore[misc]
                    Cause.CLOCK,
                    within.now_ms,
                )
                entries += made
        return Recorded(running, tuple(entries)), Done(first, running.head.version)

    def _absent(self, within: Within, running: Running) -> Iterator[tuple[str, int]]:
        latest = within.now_ms - round(1000 * running.policy.absent_seconds)
        for name in idle(running.table):
            if idle_since(within.unit, self.table, name) <= latest:
                yield from ((name, seat.number) for seat in running.table.seats.values() if seat.player == name)
