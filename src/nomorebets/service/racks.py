"""The rack of a table: its opening count, fills, credits and closing count, each by two people.

What should be in it is what was counted at the opening, what was brought and taken away since, and what the ledger of
the table says was won, lost and collected.  Where a closing count is another, the difference is recorded and told.
"""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput, Unknown
from nomorebets.rulebook.money import dollars
from nomorebets.service.people.accounts import pseudonym_of
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.service.running import loaded
from nomorebets.store.deeds import RackMoved, record
from nomorebets.store.keys import Keys
from nomorebets.store.rows import HOUSE, GameTable, RackAnswer, RackEntry
from nomorebets.store.unit import Unit
from nomorebets.table.ledger import COMMISSION, INVENTORY
from nomorebets.table.state import State

CONFIRMED, REFUSED = "confirmed", "refused"


class Kind(StrEnum):
    OPEN = "open"
    FILL = "fill"
    CREDIT = "credit"
    COUNT = "count"  # at the close


class Rack(Struct, frozen=True):
    """A rack as it should be: open since an opening count, and what that and all since then come to."""

    open: bool = False
    opened_ms: int = 0
    counted: int = 0  # at the opening, with fills and credits since
    before: int = 0  # the table's ledger then
    difference: int = 0  # found at the last closing count

    def expected(self, ledger: int) -> int:
        return self.counted + ledger - self.before


Entries = list[tuple[RackEntry, RackAnswer | None]]


def rack(entries: Entries) -> Rack:
    """The rack after all that was confirmed."""
    now = Rack()
    for asked, answer in entries:
        if answer is None or answer.state != CONFIRMED:
            continue
        match Kind(asked.kind):
            case Kind.OPEN:
                now = replace(now, open=True, opened_ms=answer.at_ms, counted=asked.cents, before=answer.ledger)
            case Kind.FILL:
                now = replace(now, counted=now.counted + asked.cents)
            case Kind.CREDIT:
                now = replace(now, counted=now.counted - asked.cents)
            case Kind.COUNT:
                now = Rack(difference=asked.cents - answer.expected)
    return now


def by_ledger(state: State) -> int:
    """What the table has won and collected: vigorish is put into the table inventory container, too."""
    return state.ledger.get(INVENTORY, 0) + state.ledger.get(COMMISSION, 0)


def ask(unit: Unit, row: GameTable, who: Who, kind: Kind, cents: int, at_ms: int) -> int:
    """Somebody says what is counted, brought or taken away: the number under which another one answers it."""
    unit.tables.locked([HOUSE])
    entries = unit.racks.entries(row.id)
    if any(answer is None for _, answer in entries):
        raise NotNow(
            f"{entries[-1][0].kind} {entries[-1][0].number} of table {row.key} waits to be confirmed or refused"
        )
    if (kind == Kind.OPEN) == rack(entries).open:
        raise NotNow(f"the rack of table {row.key} is {'' if kind == Kind.OPEN else 'not '}open")
    if not cents and kind in (Kind.FILL, Kind.CREDIT):
        raise BadInput(f"a {kind} of nothing is none")
    number = len(entries) + 1
    unit.racks.ask(RackEntry(row.id, number, kind, cents, who.account, at_ms))
    return number


def answer(unit: Unit, keys: Keys, row: GameTable, who: Who, number: int, state: str, at_ms: int) -> None:
    """Another person confirms or refuses it; what is confirmed is a deed of both."""
    head = unit.tables.locked([HOUSE, row.id])[row.id]
    entries = unit.racks.entries(row.id)
    found = next((one for one in entries if one[0].number == number), None)
    if found is None:
        raise Unknown(f"the rack of table {row.key} has no entry {number}")
    asked, answered = found
    if answered is not None:
        raise NotNow(f"entry {number} was {answered.state} already")
    if asked.asked_by == who.account:
        raise NotAllowed("it takes two people: who has counted does not confirm it")
    ledger = by_ledger(loaded(unit, keys, unit.log.name, row, head).table)
    now = rack(entries)
    expected = now.expected(ledger) if now.open else asked.cents
    if state == CONFIRMED and asked.kind == Kind.CREDIT and asked.cents > expected:
        raise NotNow(f"{dollars(asked.cents)} cannot be taken from a rack of {dollars(expected)}")
    unit.racks.answer(RackAnswer(row.id, number, state, who.account, at_ms, head.version, ledger, expected))
    if state == CONFIRMED:
        by = pseudonym_of(unit, asked.asked_by)
        difference = asked.cents - expected if asked.kind == Kind.COUNT else 0
        deed = RackMoved(row.key, asked.kind, asked.cents, by, expected, difference)
        record(unit, deed, who.pseudonym, at_ms)
