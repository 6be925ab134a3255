"""Rounds that are over: found by table, hour and player, and read again step by step."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from nomorebets.errors import Unknown
from nomorebets.service.http.routing import Answer, Call, Routes
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Who
from nomorebets.service.policy import policy_from
from nomorebets.service.problems import NotAllowed
from nomorebets.service.running import Running
from nomorebets.service.seeing import entries_seen
from nomorebets.store.keeping import history
from nomorebets.store.rows import HOUSE, RoundRow
from nomorebets.store.unit import Unit
from nomorebets.table.entries import Entry, follow, state_after
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import State, under
from nomorebets.table.view import View, view

routes = Routes()
Number = Annotated[int, Meta(ge=0, le=10**15)]
LAST_MS = 10**15
READS_ALL = frozenset({HouseRole.FLOOR, HouseRole.SURVEILLANCE, HouseRole.AUDITOR})


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
    """The last rounds at a table or at all, in a time, of a player: one's own, or for who watches over the house."""
    site, wanted = call.site, call.query
    if wanted.player and (call.who is None or wanted.player != call.who.pseudonym):
        _reads_all(call.who)
    if wanted.table:
        await site.table(wanted.table)

    def found(unit: Unit) -> Rounds:
        tables = [one for one in unit.tables.all() if one.id != HOUSE]
        names = {one.id: one.key for one in tables}
        rows = list(_found(unit, wanted, next((one.id for one in tables if one.key == wanted.table), None)))
        private = {one.id for one in tables if policy_from(one.policy).private}
        open_to = [row for row in rows if wanted.table or row.table_id not in private or _is_staff(call.who)]
        return Rounds(
            tuple(
                Round(names[row.table_id], row.number, row.first, row.last, row.began_ms, row.ended_ms)
                for row in open_to[: wanted.most]
            )
        )

    return Answer(await site.read(found))


def _found(unit: Unit, wanted: Wanted, table: int | None) -> Iterator[RoundRow]:
    if not wanted.player:
        yield from unit.rounds.last(table, wanted.since, wanted.until, wanted.most)
        return
    for one in unit.rounds.of(wanted.player, wanted.since, wanted.until, wanted.most):
        if table in (None, one.table_id) and wanted.seat in (0, one.seat):
            row = unit.rounds.find(one.table_id, one.number)
            assert row is not None, "a seat in a round is kept with the round"
            yield row


def _is_staff(who: Who | None) -> bool:
    return who is not None and any(one.role in READS_ALL for one in who.roles)


def _reads_all(who: Who | None) -> None:
    if not _is_staff(who):
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


class AsWhom(Struct, frozen=True, forbid_unknown_fields=True):
    """As whom: oneself, anybody who stood there, or a player by name."""

    watcher: Annotated[str, Meta(max_length=110)] = ""
    views: Literal["all", "none"] = "all"


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
    steps = await site.read(lambda unit: tuple(_steps(unit, call, running, row, watcher)))
    key = running.row.key
    return Answer(Told(key, running.row.game, row.number, _named(watcher), row.began_ms, row.ended_ms, steps))


def _small(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 12


def _watcher(call: Call, running: Running) -> Actor:
    """Whose eyes: an auditor may look through those of a player, once nothing of the round is hidden any more."""
    wanted = call.query.watcher
    if not wanted:
        return call.site.as_(call.who, running)[0]
    if wanted == ONLOOKER.role:
        return ONLOOKER
    role, _, name = wanted.partition(":")
    if role == Role.PLAYER and call.who and name == call.who.pseudonym:
        return player(name)
    if role == Role.PLAYER and call.who and any(one.role == HouseRole.AUDITOR for one in call.who.roles):
        if running.table.unrevealed or not running.table.drawn:
            raise NotAllowed("what a player saw is shown to an auditor when the seeds have been shown")
        return player(name)
    raise NotAllowed("a round is read as one has seen it, or as onlooker")


def _named(watcher: Actor) -> str:
    return f"{watcher.role}:{watcher.name}" if watcher.name else watcher.role


def _steps(unit: Unit, call: Call, running: Running, row: RoundRow, watcher: Actor) -> Iterator[Step]:
    play = running.terms.game.play
    before, during = _split(history(unit, call.site.keys, running.row.id, play, most=row.last), row.first)
    state = state_after(before) if before else State()
    for entry, written in zip(during, entries_seen(during, watcher), strict=True):
        state = follow(state, entry)
        shown = view(under(state, running.terms), watcher, entry.at)
        yield Step(Raw(written), msgspec.structs.replace(shown, offers=(), lists={}, remarks={}))


def _split(entries: list[Entry], first: int) -> tuple[list[Entry], list[Entry]]:
    return entries[: first - 1], entries[first - 1 :]
