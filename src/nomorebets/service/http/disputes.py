"""Disputes over HTTP: made by players, noted and settled by the floor."""

from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.service import disputes, once
from nomorebets.service.http.routing import (
    FLOOR,
    PLAYERS,
    SEES_FLOOR,
    WATCHES,
    Answer,
    Call,
    Routes,
    has_one,
    need,
    need_apart,
    numbered,
)
from nomorebets.service.people.roles import sits
from nomorebets.store.rows import HOUSE, DisputeRow, Request, RulingRow
from nomorebets.store.unit import Unit

routes = Routes()

LONGEST = 280
MOST_OPEN = 100
# Neither what controls a line nor what turns its direction: words are shown beside those of the house.
Words = Annotated[
    str, Meta(min_length=1, max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$")
]


class Dispute(Struct, frozen=True, omit_defaults=True):
    """What somebody holds against a round, and what was ruled, once that is."""

    number: int
    table: str
    round: int
    seat: int
    words: str
    at_ms: int
    ruling: str = ""
    ruled_ms: int = 0


class Disputes(Struct, frozen=True):
    disputes: tuple[Dispute, ...]


def _told(table: str, one: DisputeRow, ruling: RulingRow | None = None) -> Dispute:
    ruled = (ruling.words, ruling.made_ms) if ruling else ("", 0)
    return Dispute(one.number, table, one.round, one.seat, one.words, one.made_ms, *ruled)


class Disputing(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=100)]
    words: Words


@routes(
    "POST",
    "/v1/tables/{id}/rounds/{number}/disputes",
    PLAYERS | FLOOR,
    body=Disputing,
    answer=Dispute,
    status=201,
    once=True,
    errors=(404, 409),
)
async def dispute_round(call: Call) -> Answer:
    """Dispute a round that is over, in which one sat, in words; a supervisor may note it for a player."""
    site, who, wanted = call.site, call.signed_in, call.body
    running = await site.table(call.path["id"])
    need(who, PLAYERS | FLOOR, running.row.id)
    number = numbered(call.path["number"], "round")
    held = disputes.Held(running.row, number, wanted.seat, wanted.words)
    supervises = has_one(who, FLOOR, running.row.id) and not sits(who.pseudonym, running.table)
    asked = once.digest("dispute", running.row.id, number, wanted)
    site.disputes.take(call.counted, site.clock_ms())

    def make(unit: Unit) -> Dispute:
        unit.tables.locked([HOUSE])  # a second try finds the first one, even while that is still under way
        now, account = site.clock_ms(), str(who.account)
        if known := once.answered(unit, account, call.key, asked):
            return _told(running.row.key, *disputes.found(unit, known.last))
        made = disputes.dispute(unit, who, held, now, supervises=supervises)
        unit.requests.answer(Request(account, call.key, asked, HOUSE, made.number, made.number, now))
        return _told(running.row.key, made)

    return Answer(await site.write(make), status=201)


@routes("GET", "/v1/tables/{id}/rounds/{number}/disputes", PLAYERS | WATCHES, answer=Disputes, errors=(404,))
async def disputes_of_round(call: Call) -> Answer:
    """What was held against a round and what was ruled: one's own, or all of it for who watches there."""
    site, who = call.site, call.signed_in
    running = await site.table(call.path["id"])
    need(who, PLAYERS | WATCHES, running.row.id)
    number, watches = numbered(call.path["number"], "round"), has_one(who, WATCHES, running.row.id)
    found = await site.read(lambda unit: unit.disputes.of_round(running.row.id, number))
    own = [one for one in found if watches or one[0].player == who.pseudonym]
    return Answer(Disputes(tuple(_told(running.row.key, *one) for one in own)))


@routes("GET", "/v1/disputes", SEES_FLOOR, answer=Disputes, at_a_table=True)
async def open_disputes(call: Call) -> Answer:
    """The disputes on which nobody has ruled, the last first."""

    def found(unit: Unit) -> tuple[Dispute, ...]:
        names = {one.id: one.key for one in unit.tables.all() if has_one(call.who, SEES_FLOOR, one.id)}
        return tuple(_told(names[one.table_id], one) for one, _ in unit.disputes.open([*names], MOST_OPEN))

    return Answer(Disputes(await call.site.read(found)))


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    words: Words


@routes("POST", "/v1/disputes/{number}/settle", FLOOR, body=Ruling, answer=Dispute, errors=(404, 409), at_a_table=True)
async def settle_dispute(call: Call) -> Answer:
    """Settle a dispute with a ruling in words; who has disputed does not settle."""
    site, who = call.site, call.signed_in
    number = numbered(call.path["number"], "dispute")
    made, _ = await site.read(lambda unit: disputes.found(unit, number))
    running = await site.running(made.table_id)
    need_apart(who, FLOOR, running)

    def rule(unit: Unit) -> Dispute:
        ruling = disputes.settle(unit, running.row, who, made, call.body.words, site.clock_ms())
        return _told(running.row.key, made, ruling)

    return Answer(await site.write(rule))
