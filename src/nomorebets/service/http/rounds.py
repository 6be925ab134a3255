"""Rounds that are over: found by table, hour and player, and read again step by step."""

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from nomorebets.errors import Unknown
from nomorebets.service.http.routing import WATCHES, Answer, Call, Routes, has_one, numbered
from nomorebets.service.past import Stretch, stretch
from nomorebets.service.people.sessions import Who
from nomorebets.service.policy import policy_from
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.service.running import Running
from nomorebets.service.seeing import entries_seen
from nomorebets.store.case import case
from nomorebets.store.record import body_of
from nomorebets.store.rows import HOUSE, GameTable, RoundRow
from nomorebets.store.tables import Search
from nomorebets.store.unit import Unit
from nomorebets.table.entries import follow
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import under
from nomorebets.table.view import View, view

routes = Routes()
Number = Annotated[int, Meta(ge=0, le=10**15)]
LAST_MS = 10**15
MOST_STEPS = 500
MOST_PROVED = 2000  # entries of a round that anyone is given with their paths at once
LOOKS, LOOK_S = 20, 0.15  # for a checkpoint over a round that has just ended: one is signed every second


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rounds: hours are milliseconds since 1970."""

    table: Annotated[str, Meta(max_length=40)] = ""
    player: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    seat: Annotated[int, Meta(ge=0, le=100)] = 0
    since: Number = 0
    until: Number = LAST_MS
    most: Annotated[int, Meta(ge=1, le=200)] = 50


class Round(Struct, frozen=True):
    table: str
    round: int
    first: int
    last: int
    began_ms: int
    ended_ms: int


class Rounds(Struct, frozen=True):
    rounds: tuple[Round, ...]


@routes("GET", "/v1/rounds", None, query=Wanted, answer=Rounds, errors=(403, 404))
async def find_rounds(call: Call) -> Answer:
    """The last rounds at a table or at all, in a time, at a seat, of a player: oneself, or for who watches there."""
    site, wanted = call.site, call.query
    if wanted.table:
        await site.table(wanted.table)
    if of_another := wanted.player not in ("", call.who.pseudonym if call.who else ""):
        _watches_somewhere(call.who)

    def found(unit: Unit) -> Rounds:
        names = {
            one.id: one.key
            for one in unit.tables.all()
            if one.id != HOUSE and _open_to(call, one, of_another=of_another)
        }
        rows = unit.rounds.found(
            Search(tuple(names), wanted.player, wanted.seat, wanted.since, wanted.until, wanted.most)
        )
        return Rounds(
            tuple(
                Round(names[row.table_id], row.number, row.first, row.last, row.began_ms, row.ended_ms) for row in rows
            )
        )

    return Answer(await site.read(found))


def _open_to(call: Call, table: GameTable, *, of_another: bool) -> bool:
    """Whether rounds at a table are told: of a private one to who has its name, played them, or watches there."""
    wanted: Wanted = call.query
    if wanted.table not in ("", table.key):
        return False
    if of_another or not (wanted.table or wanted.player or not policy_from(table.policy).private):
        return has_one(call.who, WATCHES, table.id)
    return True


def _watches_somewhere(who: Who | None) -> None:
    if who is None or not any(one.role in WATCHES for one in who.roles):
        raise NotAllowed("rounds of others are found by who watches over the house")


class Step(Struct, frozen=True):
    """One entry, and the table after it, both as the watcher saw them."""

    entry: Raw
    view: View


class Told(Struct, frozen=True):
    table: str
    game: str
    round: int
    watcher: str
    began_ms: int
    ended_ms: int
    steps: tuple[Step, ...]
    next: int = 0  # what to ask for `after`; 0: these were the last


class AsWhom(Struct, frozen=True, forbid_unknown_fields=True):
    """As whom: oneself, anybody who stood there, or a player by name."""

    watcher: Annotated[str, Meta(max_length=110)] = ""
    after: Number = 0  # the steps after that version
    most: Annotated[int, Meta(ge=1, le=MOST_STEPS)] = MOST_STEPS


@routes("GET", "/v1/tables/{id}/rounds/{number}", None, query=AsWhom, answer=Told, errors=(403, 404))
async def read_round(call: Call) -> Answer:
    """A round that is over, step by step, with clauses, as one has seen it oneself or as somebody else did."""
    site = call.site
    running = await site.table(call.path["id"])
    number = call.path["number"]
    row = await site.read(lambda unit: unit.rounds.find(running.row.id, int(number))) if _small(number) else None
    if row is None:
        raise Unknown(f"round {number[:20]} of table {running.row.key} is not over, or was never played")
    watcher = _watcher(call, running)
    if watcher.role == Role.PLAYER and watcher.name != _own_name(call):
        await site.read(lambda unit: _shown(unit, running, row))
    start = max(0, call.query.after - row.first + 1)
    async with site.one_by_one(call.counted):
        then = await stretch(site, running, row.first, row.last)
        steps = await asyncio.to_thread(lambda: tuple(islice(_steps(then, running, watcher, start), call.query.most)))
    more = row.first + start + len(steps) - 1 if start + len(steps) < len(then.entries) else 0
    key = running.row.key
    return Answer(Told(key, running.row.game, row.number, _named(watcher), row.began_ms, row.ended_ms, steps, more))


def _small(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 12


def _watcher(call: Call, running: Running) -> Actor:
    """Whose eyes: who watches over the house may look through those of a player, once nothing is hidden any more."""
    wanted = call.query.watcher
    if not wanted:
        return call.site.as_(call.who, running)[0]
    if wanted == ONLOOKER.role:
        return ONLOOKER
    role, _, name = wanted.partition(":")
    if role == Role.PLAYER and (name == _own_name(call) or has_one(call.who, WATCHES, running.row.id)):
        return player(name)
    raise NotAllowed("a round is read as one has seen it, or as onlooker")


def _own_name(call: Call) -> str | None:
    return call.who.pseudonym if call.who else None


def _shown(unit: Unit, running: Running, row: RoundRow) -> None:
    """Refuse what a player saw, unless anybody can compute it by now: every seed of the round has been shown."""
    under = {body_of(one.body).under for one in unit.tables.entries(running.row.id, row.first - 1, row.last)} - {""}
    secrets = [unit.secrets.find(one) for one in under]
    if not running.table.drawn or not all(one and one.revealed_version for one in secrets):
        raise NotAllowed("what a player saw is shown to others when the seeds of that round have been shown")


def _named(watcher: Actor) -> str:
    return f"{watcher.role}:{watcher.name}" if watcher.name else watcher.role


def _steps(then: Stretch, running: Running, watcher: Actor, start: int) -> Iterator[Step]:
    state = then.before
    for number, (entry, written) in enumerate(zip(then.entries, entries_seen(then.entries, watcher), strict=True)):
        state = follow(state, entry)
        if number < start:
            continue
        shown = view(under(state, running.terms), watcher, entry.at)
        yield Step(Raw(written), msgspec.structs.replace(shown, offers=(), lists={}, remarks={}))


# --- Proved to anyone -------------------------------------------------------------------------------------------------


@routes("GET", "/v1/tables/{id}/rounds/{number}/proof", None, kind="application/jsonl", errors=(404, 409))
async def proof_of_round(call: Call) -> Answer:
    """A round with a path from each entry to the last checkpoint, open as far as seeds that were shown open it."""
    running = await call.site.table(call.path["id"])
    key, number = running.row.key, numbered(call.path["number"], "round")

    for _ in range(LOOKS):
        async with call.site.one_by_one(call.counted):
            found = await call.site.read(lambda unit: _proved(unit, running, number))
        if found is not None:
            return Answer(written=found, kind="application/jsonl")
        await asyncio.sleep(LOOK_S)
    raise NotNow(f"round {number} of table {key} is not under a checkpoint yet; ask again in a second")


def _proved(unit: Unit, running: Running, number: int) -> bytes | None:
    """The lines of a round that is over; nothing, while no checkpoint covers it."""
    key = running.row.key
    row, signed = unit.rounds.find(running.row.id, number), unit.log.checkpoint()
    if row is None:
        raise Unknown(f"round {number} of table {key} is not over, or was never played")
    if row.last - row.first >= MOST_PROVED:
        raise NotNow(f"round {number} of table {key} has more than {MOST_PROVED} entries: the floor exports it")
    leaf = unit.log.leaf(running.row.id, row.last)
    return None if signed is None or leaf is None or leaf >= signed.size else b"".join(case(unit, key, number))
