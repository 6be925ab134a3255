"""For whoever has to rule: what an irregularity would change before it is recorded, a round with its proofs, meters."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.errors import NoMoreBetsError, Unknown
from nomorebets.service.http.routing import (
    EVERYBODY,
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
from nomorebets.service.past import Stretch, stretch
from nomorebets.service.reconciling import Reconciled, reconciled
from nomorebets.service.running import Running
from nomorebets.service.site import Site
from nomorebets.store.case import case
from nomorebets.store.checkpoints import checkpointed
from nomorebets.store.deeds import Exported, record
from nomorebets.table.actions import Irregularity, Open, Whole, Word
from nomorebets.table.engine import play
from nomorebets.table.entries import follow
from nomorebets.table.events import DeckRemoved, Event, IrregularityNoted, RoundVoided, Settled, SettlementUndone
from nomorebets.table.ledger import METER
from nomorebets.table.state import Table, under

routes = Routes()


# --- What an irregularity would change --------------------------------------------------------------------------------


class Supposed(Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity without a card's name: whose hand it is in could be found out by supposing one after another."""

    kind: Word
    seat: Whole = 0
    misdealt: bool = False
    count: Annotated[int, Meta(ge=-1, le=1000)] = -1


class Change(Struct, frozen=True):
    """What becomes of one wager: how it would end, and what of it and of its payout goes back."""

    seat: int
    player: str
    wager: str
    chips: int
    result: str
    returned: int
    undone: bool  # whether it was settled otherwise before
    clause: str


class Effects(Struct, frozen=True):
    """What would follow; `meters` are by how much they change."""

    kind: str
    clause: str
    void: str  # the reason, if all hands would be void
    wagers: tuple[Change, ...]
    returned: int
    meters: dict[str, int]
    decks: tuple[str, ...]  # that would leave the table


@routes("POST", "/v1/tables/{id}/effects", STAFF, body=Supposed, answer=Effects, errors=(404, 409, 422))
async def effects_of_irregularity(call: Call) -> Answer:
    """What the text orders at an irregularity, wager by wager, before anything is recorded."""
    running = await call.site.table(call.path["id"])
    need_apart(call.signed_in, STAFF, running)
    at = call.site.clock_ms() // 1000
    return Answer(effects(running.table, call.body, at))


def effects(table: Table, supposed: Supposed, at: int = 0) -> Effects:
    """What would follow at a table; that is asked of its rules, and nothing is kept."""
    action = Irregularity(supposed.kind, supposed.seat, misdealt=supposed.misdealt, count=supposed.count)
    after, entry = play(table, action, None, at)
    noted = next(one for one in entry.events if isinstance(one, IrregularityNoted))
    undone = {(one.settled.seat, one.settled.wager) for one in entry.events if isinstance(one, SettlementUndone)}
    ends = {(one.seat, one.wager): one for one in entry.events if isinstance(one, Settled)}
    changes = tuple(
        Change(
            *(one.seat, table.seats[one.seat].player, one.wager, one.chips, one.result, one.returned),
            undone=key in undone,
            clause=one.clause,
        )
        for key, one in ends.items()
    )
    return Effects(
        kind=supposed.kind,
        clause=noted.clause,
        void=next((one.reason for one in entry.events if isinstance(one, RoundVoided)), ""),
        wagers=changes,
        returned=sum(one.returned for one in changes),
        meters=_moved(table, after),
        decks=tuple(table.decks[one.deck].colour for one in entry.events if isinstance(one, DeckRemoved)),
    )


def _moved(before: Table, after: Table) -> dict[str, int]:
    """By how much each meter changes that does."""
    names = [name for name in after.ledger if name.startswith(METER)]
    changes = {name: after.ledger[name] - before.ledger.get(name, 0) for name in names}
    return {name: cents for name, cents in changes.items() if cents}


# --- What was due -----------------------------------------------------------------------------------------------------


class Ended(Struct, frozen=True):
    """How a wager ended by the rules, and by the record."""

    seat: int
    wager: str
    chips: int
    result: str
    due: int  # what the player gets beyond the chips, or less than nothing
    paid: int
    clause: str


class Again(Struct, frozen=True):
    """A round decided again, action by action: how many entries came out as they are recorded, and its wagers."""

    entries: int
    agreeing: int
    wagers: tuple[Ended, ...]


@routes("GET", "/v1/tables/{id}/rounds/{number}/due", EVERYBODY, answer=Again, errors=(404,))
async def due_in_round(call: Call) -> Answer:
    """What was due in a round that is over, decided again from all that was done, beside what the record says."""
    site = call.site
    running = await site.table(call.path["id"])
    number = numbered(call.path["number"], "round")
    row = await site.read(lambda unit: unit.rounds.find(running.row.id, number))
    if row is None:
        raise Unknown(f"round {number} of table {running.row.key} is not over, or was never played")
    async with site.one_by_one(call.counted):
        then = await stretch(site, running, row.first, row.last)
        return Answer(await asyncio.to_thread(decided_again, then, running))


def decided_again(then: Stretch, running: Running) -> Again:
    state, agreeing = then.before, 0
    due, paid = dict[tuple[int, str], Settled](), dict[tuple[int, str], Settled]()
    for entry in then.entries:
        if isinstance(entry.action, Open):  # which posts the rules, and is decided by none
            agreeing += 1
        else:
            with suppress(NoMoreBetsError):
                _, again = play(under(state, running.terms), entry.action, entry.by, entry.at)
                _settle(due, again.events)
                agreeing += again.events == entry.events
        _settle(paid, entry.events)
        state = follow(state, entry)
    wagers = (_ended(due.get(key), paid.get(key)) for key in sorted({*due, *paid}))
    return Again(len(then.entries), agreeing, tuple(wagers))


def _settle(ends: dict[tuple[int, str], Settled], events: Iterable[Event]) -> None:
    for one in events:
        if isinstance(one, Settled):
            ends[one.seat, one.wager] = one
        elif isinstance(one, SettlementUndone):
            ends.pop((one.settled.seat, one.settled.wager), None)


def _ended(due: Settled | None, paid: Settled | None) -> Ended:
    one = due or paid
    assert one is not None, "it is in one of them"
    return Ended(one.seat, one.wager, one.chips, one.result, _gain(due), _gain(paid), one.clause)


def _gain(one: Settled | None) -> int:
    return one.pays + one.returned - one.chips - one.commission if one else 0


# --- A round with its proofs ------------------------------------------------------------------------------------------


@routes(
    "POST",
    "/v1/tables/{id}/rounds/{number}/case",
    WATCHES,
    body=Nothing,
    kind="application/jsonl",
    errors=(404,),
)
async def case_of_round(call: Call) -> Answer:
    """Everything about one round, proved under a checkpoint that is signed now: `nmb audit verify` checks it."""
    site, who = call.site, call.signed_in
    running = await site.table(call.path["id"])
    need(who, WATCHES, running.row.id)
    number, key = numbered(call.path["number"], "round"), running.row.key
    lines = await asyncio.to_thread(_case, site, key, number)
    by, now = who.pseudonym, site.clock_ms()
    await site.write(lambda unit: record(unit, Exported(unit.log.size, by), by, now))
    name = f'attachment; filename="case-{key}-{number}.jsonl"'
    return Answer(written=b"".join(lines), kind="application/jsonl", headers={"content-disposition": name})


def _case(site: Site, table: str, number: int) -> list[bytes]:
    checkpointed(site.store, site.keys, site.clock_ms())
    with site.store.reading() as unit:
        return list(case(unit, table, number, site.keys))


# --- Meters -----------------------------------------------------------------------------------------------------------


class Meters(Struct, frozen=True):
    meters: tuple[Reconciled, ...]


@routes("GET", "/v1/meters", WATCHES, answer=Meters)
async def meters_reconciled(call: Call) -> Answer:
    """Every meter that tables share, held to its movements and to the entries of its tables."""
    return Answer(Meters(tuple(await call.site.read(reconciled))))
