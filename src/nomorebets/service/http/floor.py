"""The floor: what is due at tables, and what is in their racks."""

from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.errors import Unknown
from nomorebets.service import once, racks
from nomorebets.service.due import Due, What, due
from nomorebets.service.http.routing import (
    FLOOR,
    STAFF,
    WATCHES,
    Answer,
    Call,
    Nothing,
    Routes,
    need,
    need_apart,
    numbered,
)
from nomorebets.service.people.accounts import pseudonym_of
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Who
from nomorebets.service.racks import CONFIRMED, REFUSED, Kind, by_ledger
from nomorebets.service.running import Running
from nomorebets.store.rows import HOUSE, RackAnswer, RackEntry, Request
from nomorebets.store.unit import Unit

routes = Routes()

SEES_DUE = frozenset({HouseRole.DEALER, HouseRole.FLOOR, HouseRole.SURVEILLANCE})
SEES_RACK = STAFF | WATCHES


# --- What is due ------------------------------------------------------------------------------------------------------


class DueList(Struct, frozen=True):
    due: tuple[Due, ...]


@routes("GET", "/v1/due", SEES_DUE, answer=DueList, at_a_table=True)
async def due_everywhere(call: Call) -> Answer:
    """All that is due, at the tables at which one is of the staff."""
    found: list[Due] = []
    for number in sorted(call.site.numbers.values()):
        if _is_there(call.signed_in, number):
            found += await _due(call, await call.site.running(number))
    return Answer(DueList(tuple(found)))


def _is_there(who: Who, table: int) -> bool:
    return any(one.role in SEES_DUE and one.table in (None, table) for one in who.roles)


@routes("GET", "/v1/tables/{id}/due", SEES_DUE, answer=DueList, errors=(404,))
async def due_at_table(call: Call) -> Answer:
    """What is due at a table: steps and counts that are owed, changes with their hours, seeds, differences."""
    running = await call.site.table(call.path["id"])
    need(call.signed_in, SEES_DUE, running.row.id)
    return Answer(DueList(tuple(await _due(call, running))))


async def _due(call: Call, running: Running) -> list[Due]:
    entries = await call.site.read(lambda unit: unit.racks.entries(running.row.id))
    found = [*due(running.row.key, running.policy, running.table, call.site.clock_ms())]
    if entries and entries[-1][1] is None:
        asked = entries[-1][0]
        found.append(Due(running.row.key, What.RACK, f"{asked.kind} {asked.number}", HouseRole.FLOOR))
    if difference := racks.rack(entries).difference:
        found.append(Due(running.row.key, What.DIFFERENCE, str(difference), HouseRole.FLOOR))
    return found


# --- Racks ------------------------------------------------------------------------------------------------------------


class Counted(Struct, frozen=True, omit_defaults=True):
    """What one person said of a rack, and what another answered; what was expected then, and how far off it was."""

    number: int
    kind: Kind
    cents: int
    asked_by: str
    asked_ms: int
    state: str = "asked"
    answered_by: str = ""
    at_ms: int = 0
    expected: int = 0
    difference: int = 0
    version: int = 0  # of the table, whose ledger was read


class Inventory(Struct, frozen=True):
    """A rack: whether it is open, what should be in it now, and all that was ever counted, brought and taken away."""

    table: str
    open: bool
    expected: int
    difference: int  # found at the last closing count
    entries: tuple[Counted, ...]


@routes("GET", "/v1/tables/{id}/inventory", SEES_RACK, answer=Inventory, errors=(404,))
async def inventory_of_table(call: Call) -> Answer:
    """What should be in the rack of a table, and how it came to that."""
    running = await call.site.table(call.path["id"])
    need(call.signed_in, SEES_RACK, running.row.id)
    return Answer(await call.site.read(lambda unit: _inventory(unit, running)))


def _inventory(unit: Unit, running: Running) -> Inventory:
    entries = unit.racks.entries(running.row.id)
    now = racks.rack(entries)
    expected = now.expected(by_ledger(running.table)) if now.open else 0
    told = tuple(_counted(unit, asked, answer) for asked, answer in entries)
    return Inventory(running.row.key, now.open, expected, now.difference, told)


def _counted(unit: Unit, asked: RackEntry, answer: RackAnswer | None) -> Counted:
    told = Counted(asked.number, Kind(asked.kind), asked.cents, pseudonym_of(unit, asked.asked_by), asked.asked_ms)
    if answer is None:
        return told
    difference = asked.cents - answer.expected if told.kind == Kind.COUNT else 0
    by = pseudonym_of(unit, answer.answered_by)
    return Counted(
        told.number,
        told.kind,
        told.cents,
        told.asked_by,
        told.asked_ms,
        answer.state,
        by,
        answer.at_ms,
        answer.expected,
        difference,
        answer.table_version,
    )


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    cents: Annotated[int, Meta(ge=0, le=10**12)]


@routes(
    "POST",
    "/v1/tables/{id}/inventory/{kind}",
    STAFF,
    body=Amount,
    answer=Counted,
    status=201,
    once=True,
    errors=(404, 409),
)
async def count_or_move_chips(call: Call) -> Answer:
    """Say what was counted at the opening or the close, brought as a fill, or taken away as a credit."""
    site, who = call.site, call.signed_in
    running = await site.table(call.path["id"])
    need_apart(who, STAFF, running)
    kind = _kind(call.path["kind"])
    wanted = once.digest("inventory", running.row.id, kind, call.body)

    def ask(unit: Unit) -> Counted:
        unit.tables.locked([HOUSE])  # a second try finds the first one, even while that is still under way
        known = once.answered(unit, str(who.account), call.key, wanted)
        now = site.clock_ms()
        number = known.last if known else racks.ask(unit, running.row, who, kind, call.body.cents, now)
        if not known:
            unit.requests.answer(Request(str(who.account), call.key, wanted, HOUSE, number, number, now))
        return _numbered(unit, running, number)

    return Answer(await site.write(ask), status=201)


def _kind(name: str) -> Kind:
    if name not in [*Kind]:
        raise Unknown(f"there is no {name[:20]!r} of a rack; there are {', '.join(Kind)}")
    return Kind(name)


def _numbered(unit: Unit, running: Running, number: int) -> Counted:
    return next(_counted(unit, *one) for one in unit.racks.entries(running.row.id) if one[0].number == number)


@routes("POST", "/v1/tables/{id}/inventory/{number}/confirm", FLOOR, body=Nothing, answer=Counted, errors=(404, 409))
async def confirm_chips(call: Call) -> Answer:
    """Confirm what another person has counted, brought or taken away."""
    return await _answered(call, CONFIRMED)


@routes("POST", "/v1/tables/{id}/inventory/{number}/refuse", FLOOR, body=Nothing, answer=Counted, errors=(404, 409))
async def refuse_chips(call: Call) -> Answer:
    """Refuse it: it counts for nothing, and stays in the list."""
    return await _answered(call, REFUSED)


async def _answered(call: Call, state: str) -> Answer:
    site, who = call.site, call.signed_in
    running = await site.table(call.path["id"])
    need_apart(who, FLOOR, running)
    number = numbered(call.path["number"], "entry of a rack")

    def answer(unit: Unit) -> Counted:
        racks.answer(unit, site.keys, running.row, who, number, state, site.clock_ms())
        return _numbered(unit, running, number)

    return Answer(await site.write(answer))
