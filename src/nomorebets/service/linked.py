"""Meters that tables share.  The truth is the store's; a table's own account is a mirror of it.

Where something moves such a meter, or would come out otherwise with what the meter holds by now, the display is read
first, as an entry of its own; and the meter is moved by what the table's account then moved: in one transaction, with
the meter locked, or not at all.  Of two tables that win at once the second is paid from what the first has left.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.running import Running
from nomorebets.store.rows import Meter
from nomorebets.store.unit import Unit
from nomorebets.table.actions import ReadMeter
from nomorebets.table.engine import play
from nomorebets.table.entries import Entry
from nomorebets.table.roles import SYSTEM
from nomorebets.table.state import Table

Made = list[tuple[Table, Entry]]


def decided(unit: Unit, running: Running, decide: Callable[[Table], tuple[Table, Entry] | None]) -> Made:
    """What comes of something at a table; before it, what its linked meters show by now, if it concerns them."""
    made, table = decide(running.table), running.table
    if made is None:
        return []
    if not table.linked or not _concerns(table, made, shared(unit, running.row.id)):
        return [made]
    _lock(unit)
    readings = _read(table, shared(unit, running.row.id), made[1].at)
    if not readings:
        return [made]
    again = decide(readings[-1][0])
    return [*readings, again] if again else readings


def moved(unit: Unit, running: Running, before: Table, made: Iterable[tuple[Table, Entry]]) -> None:
    """Move the shared meters by what the table's own accounts were moved, but for what was only read."""
    for after, entry in made:
        deltas = _deltas(before, after)
        if deltas and not isinstance(entry.action, ReadMeter):
            meters = unit.meters.shared_by(running.row.id)
            for account, delta in sorted(deltas.items(), key=lambda one: meters[one[0]].id):
                unit.meters.move(meters[account], delta, running.row.id, entry.version)
        before = after


def shared(unit: Unit, table: int) -> dict[str, int]:
    """What the meters hold to which a table is linked, by its accounts."""
    return _cents(unit.meters.shared_by(table))


def _cents(meters: Mapping[str, Meter]) -> dict[str, int]:
    return {account: meter.cents for account, meter in meters.items()}


def _lock(unit: Unit) -> None:
    """All meters of all tables that this unit may write to, at once: else two units could wait for each other."""
    unit.meters.locked(link.meter_id for link in unit.meters.links() if link.table_id in unit.tables.held)


def _concerns(table: Table, made: tuple[Table, Entry], shared: Mapping[str, int]) -> bool:
    """Whether an entry moves a linked meter, or would be another with what the meters hold by now.

    It may go by a meter that it does not move: who is paid more by a printed row takes nothing of it.
    """
    after, entry = made
    if _deltas(table, after):
        return True
    readings = _read(table, shared, entry.at)
    if not readings:
        return False
    try:
        _, again = play(readings[-1][0], entry.action, entry.by, entry.at)
    except NoMoreBetsError:
        return True
    return again.events != entry.events


def _deltas(before: Table, after: Table) -> dict[str, int]:
    """By how much each linked account was moved."""
    changes = {one: after.ledger.get(one, 0) - before.ledger.get(one, 0) for one in before.linked}
    return {account: cents for account, cents in changes.items() if cents}


def _read(table: Table, shared: Mapping[str, int], at: int) -> Made:
    """The displays are read, where they show something else than the table's own accounts."""
    made: Made = []
    for account in table.linked:
        if table.ledger.get(account, 0) != shared[account]:
            table, entry = play(table, ReadMeter(account, shared[account]), SYSTEM, at)
            made.append((table, entry))
    return made


# --- What people are shown --------------------------------------------------------------------------------------------


def as_shared(table: Table, shared: Mapping[str, int]) -> Table:
    """A table to be looked at, never to be played on: with what its linked meters hold, and so what they would pay."""
    return replace(table, ledger={**table.ledger, **shared}) if shared else table
