"""What the floor and surveillance see of all tables at once: results against the odds, and what was found amiss."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec
from msgspec import Struct

from nomorebets.service.http.routing import SEES_FLOOR, Answer, Call, Routes, has_one
from nomorebets.service.results import DAY_MS, Result
from nomorebets.store.record import body_of
from nomorebets.store.rows import EntryRow
from nomorebets.store.unit import Unit
from nomorebets.table.events import IrregularityNoted

routes = Routes()

MOST_IRREGULAR = 200
_NOTED = msgspec.json.Decoder(IrregularityNoted)


class Results(Struct, frozen=True):
    results: tuple[Result, ...]


@routes("GET", "/v1/results", SEES_FLOOR, answer=Results, at_a_table=True)
async def results_against_odds(call: Call) -> Answer:
    """What is known of each table against the exact odds; what is not is reckoned, for whoever looks again."""
    site = call.site
    own = [number for number in sorted(site.numbers.values()) if has_one(call.who, SEES_FLOOR, number)]
    found = await site.results.told([await site.running(number) for number in own])
    return Answer(Results(tuple(found)))


class Irregularity(Struct, frozen=True, omit_defaults=True):
    """What was found amiss at a table, when and in which round, and the clause that says what follows."""

    table: str
    round: int
    version: int
    at_ms: int
    kind: str
    clause: str
    seat: int = 0


class Irregularities(Struct, frozen=True):
    irregularities: tuple[Irregularity, ...]


@routes("GET", "/v1/irregularities", SEES_FLOOR, answer=Irregularities, at_a_table=True)
async def irregularities_tonight(call: Call) -> Answer:
    """What was found amiss at all tables in the last 24 hours, the last first."""
    site, since = call.site, call.site.clock_ms() - DAY_MS

    def found(unit: Unit) -> tuple[Irregularity, ...]:
        names = {one.id: one.key for one in unit.tables.all() if has_one(call.who, SEES_FLOOR, one.id)}
        rows = unit.irregular.since([*names], since, MOST_IRREGULAR)
        return tuple(one for row in rows for one in _noted(row, names[row.table_id]))

    return Answer(Irregularities(await site.read(found)))


def _noted(row: EntryRow, table: str) -> Iterator[Irregularity]:
    """What an entry says was found amiss."""
    for written in body_of(row.body).events:
        with suppress(msgspec.ValidationError):  # another kind of event
            one = _NOTED.decode(written)
            yield Irregularity(table, row.round, row.version, row.at_ms, one.kind, one.clause, one.seat)
