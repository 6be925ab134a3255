"""Meters that several tables share: what the display of such a meter shows is read before a table goes by it.

The table's own account mirrors the meter.  What others have moved it by since comes from the account `link`, or goes to
it, so that the books of each table are whole by themselves.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.table import anew
from nomorebets.table.actions import MOST, ReadMeter
from nomorebets.table.events import Event, Moved, StepNotDue
from nomorebets.table.evolve import evolve
from nomorebets.table.ledger import LINK
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Table


def to_read(table: Table) -> Iterator[Offer]:
    """The displays of the linked system, which it alone reads, whatever else is to be done."""
    for account in table.linked:
        yield Offer(ReadMeter(account, 0), table.terms.cites["meters"], MOST, by=Role.SYSTEM)


def read_meter(table: Table, action: ReadMeter, taken: Taken) -> Iterator[Event]:
    """The account holds what was read; a step that is due with what a meter shows is due with what it shows by now."""
    more = action.amount - table.ledger.get(action.meter, 0)
    origin, to = (LINK, action.meter) if more >= 0 else (action.meter, LINK)
    paid = anew.paid_by_now(table) if more else ()
    moved = Moved(0, origin, to, abs(more), taken.clause, after=paid)
    yield moved
    shows, after = table.terms.game.play.shows, evolve(table, moved)
    owed = tuple(replace(due, expected=shows(after, due)) for due in table.owed)
    if owed != table.owed:  # all of them, so that they stay in their order
        yield from (StepNotDue(due.step, taken.clause, due.deck, due.seat) for due in table.owed)
        yield from (replace(due, first=False) for due in owed)
