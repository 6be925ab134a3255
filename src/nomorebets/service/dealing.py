"""What the house does at a table without being asked: all that a dealer would where it runs by itself, and elsewhere
only what carries chance, where the house draws that."""

from nomorebets.service.clocks import Waiting, waiting
from nomorebets.service.running import RESTING
from nomorebets.table.actions import Commit, Reveal
from nomorebets.table.dealer import Chance, committed, dealt_on
from nomorebets.table.engine import at_seat, duty, offered, take
from nomorebets.table.entries import Entry
from nomorebets.table.overdue import next_change
from nomorebets.table.roles import SYSTEM
from nomorebets.table.state import Table


def next_step(table: Table, chance: Chance, at: int) -> tuple[Table, Entry] | None:
    """The next thing that the house does at that hour, if there is one."""
    if not table.automatic:
        return _drawn(table, chance, at)
    done = dealt_on(table, chance, at) or committed(table, chance, at)
    if done or table.phase in RESTING or waiting(table):
        return done
    reveal = offered(table, Reveal(), SYSTEM, at)
    return take(table, reveal, Reveal(), SYSTEM, at) if reveal else None


def has_step(table: Table, awaited: Waiting | None, at: int) -> bool:
    """Whether there may be one; while players are awaited, only a change that has come due, and to commit to a draw."""
    if awaited is None or not table.automatic:
        return True
    return next_change(table, at) is not None or (not table.in_play.commitment and is_to_commit(table))


def is_to_commit(table: Table) -> bool:
    """Whether the house has still to commit to what it will draw in this round."""
    return table.drawn and any(isinstance(offer.action, Commit) for offer in at_seat(table, 0))


def _drawn(table: Table, chance: Chance, at: int) -> tuple[Table, Entry] | None:
    """Where a person deals: what the house draws, when it has come to that."""
    if not table.drawn:
        return None
    due = duty(table)
    if due and due.action.chance:
        return take(table, due, chance(table, due.action), SYSTEM, at)
    return committed(table, chance, at)
