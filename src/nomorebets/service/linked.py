"""Meters that tables share.  The truth is the store's; a table's own account is a mirror of it.

Where something moves such a meter the mirror is first brought up to date, as an entry of its own, and the meter is
moved by what the table's account then moved: in one transaction, with the meter locked, or not at all.
"""

from collections.abc import Callable, Iterable

from nomorebets.service.running import Running
from nomorebets.store.unit import Unit
from nomorebets.table.entries import Entry
from nomorebets.table.state import Table

Made = list[tuple[Table, Entry]]


def decided(_unit: Unit, running: Running, decide: Callable[[Table], tuple[Table, Entry] | None]) -> Made:
    """What comes of something at a table; before it, what its linked meters show by now, if it concerns them."""
    made = decide(running.table)
    return [made] if made else []


def moved(_unit: Unit, _running: Running, _before: Table, _made: Iterable[tuple[Table, Entry]]) -> None:
    """Move the shared meters by what the table's own accounts were moved."""
