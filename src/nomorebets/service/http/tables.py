"""Tables: which there are, what happens at them, and acting at them."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from nomorebets.errors import BadInput
from nomorebets.service.acting import Acting, act, in_turn
from nomorebets.service.approving import changed
from nomorebets.service.commands import GoOn, Ready, Run
from nomorebets.service.house import opened
from nomorebets.service.http.routing import (
    FLOOR,
    PLAYERS,
    STAFF,
    WATCHES,
    Answer,
    Call,
    Nothing,
    Routes,
    has_one,
    need,
    need_apart,
)
from nomorebets.service.once import answered, digest
from nomorebets.service.people.limits import counted_as
from nomorebets.service.people.sessions import Who
from nomorebets.service.policy import Policy
from nomorebets.service.problems import NotAllowed
from nomorebets.service.running import Running
from nomorebets.service.seeing import ClockView, Noted, TableView, WrittenView, clock, noted_seen, seen_by
from nomorebets.store.keeping import history
from nomorebets.store.rows import HOUSE, GameTable, Request
from nomorebets.store.unit import Unit
from nomorebets.table.ledger import METER
from nomorebets.table.posted import Posted, posted
from nomorebets.table.roles import Actor

if TYPE_CHECKING:
    from nomorebets.service.site import Site

routes = Routes()

MOST_ENTRIES = 500
# What a coupon wins is paid in chips: whoever turned them on alone could leave the floor, sit down and lay some.
COUPONS = "a table that takes coupons is opened by two people: POST /v1/approvals asks for it"
Game = Annotated[str, Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=10**12)]


# --- Which there are --------------------------------------------------------------------------------------------------


class SeatTaken(Struct, frozen=True):
    player: str
    wagers: bool  # whether something lies there


class TableRow(Struct, frozen=True):
    """A table as the lobby shows it."""

    id: str
    game: str
    name: str
    phase: str
    version: int
    round: int
    positions: int
    seats: dict[int, SeatTaken]
    dealing: str
    chance: str
    guests: bool
    least: int  # the posted minimum and maximum of the first wager, in cents
    most: int
    meters: dict[str, int]
    clock: ClockView | None = None


class Tables(Struct, frozen=True):
    tables: tuple[TableRow, ...]


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    game: Game = ""


@routes("GET", "/v1/tables", None, query=Wanted, answer=Tables)
async def list_tables(call: Call) -> Answer:
    """The tables that are open to whoever asks."""
    numbers = sorted(call.site.numbers.values())
    found = [await call.site.running(number) for number in numbers]
    open_to = [one for one in found if _listed(one, call.who) and call.query.game in ("", one.row.game)]
    now = call.site.writer.now_ms()
    return Answer(Tables(tuple([_row(one, await call.site.shared(one), now) for one in open_to])))


def _listed(running: Running, who: Who | None) -> bool:
    """A private table is shown to who sits at it and to the staff; others have its link."""
    if not running.policy.private:
        return True
    if who is None:
        return False
    sits = any(seat.player == who.pseudonym for seat in running.table.seats.values())
    return sits or has_one(who, STAFF | WATCHES, running.row.id)


def _row(running: Running, shared: Mapping[str, int], now_ms: int) -> TableRow:
    table, policy = running.table, running.policy
    _, least, most, _ = running.terms.wagers[0]
    return TableRow(
        id=running.row.key,
        game=running.row.game,
        name=policy.name,
        phase=table.phase,
        version=table.version,
        round=table.rounds + 1,
        positions=running.terms.submission.positions,
        seats={number: SeatTaken(seat.player, bool(seat.chips)) for number, seat in table.seats.items()},
        dealing=policy.dealing,
        chance=policy.chance,
        guests=policy.guests,
        least=least,
        most=most,
        meters={**{name: cents for name, cents in table.ledger.items() if name.startswith(METER)}, **shared},
        clock=clock(running, now_ms),
    )


# --- One table --------------------------------------------------------------------------------------------------------


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    offers: bool = False


@routes("GET", "/v1/tables/{id}", None, query=Look, answer=TableView, errors=(404,))
async def look_at_table(call: Call) -> Answer:
    """A table as whoever asks sees it; with `offers=1`, what they may do."""
    running = await call.site.table(call.path["id"])
    shared, actors = await call.site.shared(running), call.site.as_(call.who, running)
    seen_at = f"{running.head.version}.{running.head.due_ms}.{sum(shared.values())}"
    tag = f'"{seen_at}.{int(call.query.offers)}.{_told_apart(actors)}"'
    if call.headers.get("if-none-match") == tag:
        return Answer(status=304, headers={"etag": tag}, written=b"")
    shown = seen_by(running, actors, call.site.writer.now_ms(), shared, offers=call.query.offers)
    return Answer(shown, headers={"etag": tag, "cache-control": "private, no-cache"})


def _told_apart(actors: tuple[Actor, ...]) -> str:
    """What one person sees is never taken for what another does."""
    return hashlib.sha256(msgspec.json.encode(actors)).hexdigest()[:16]


@routes("GET", "/v1/tables/{id}/posted", None, answer=Posted, errors=(404,))
async def posted_at_table(call: Call) -> Answer:
    """What hangs at a table: wagers with their limits, pay tables in words, every choice of the house."""
    running = await call.site.table(call.path["id"])
    return Answer(posted(running.terms))


class New(Struct, frozen=True, forbid_unknown_fields=True):
    game: Game
    submission: dict[str, object] | None = None  # without one, that of the house
    policy: Policy = Policy()


class Opened(Struct, frozen=True):
    id: str
    game: str


@routes("POST", "/v1/tables", FLOOR, body=New, answer=Opened, status=201, once=True, largest=256 * 1024, errors=(422,))
async def open_new_table(call: Call) -> Answer:
    """Open a table under the submission of the house."""
    from nomorebets.games.registry import house_terms

    new, by, site = call.body, call.signed_in, call.site
    need(by, FLOOR, 0)
    if changed(new.game, new.submission):
        raise NotAllowed("a submission that is not the house's own takes two people: POST /v1/approvals asks for it")
    if new.policy.coupons:
        raise NotAllowed(COUPONS)
    document = house_terms(new.game).document if new.submission is None else new.submission
    account, wanted = str(by.account), digest(new)

    def once(unit: Unit) -> GameTable:
        unit.tables.locked([HOUSE])  # one table after the other is opened
        if known := answered(unit, account, call.key, wanted):
            return next(row for row in unit.tables.all() if row.id == known.table_id)
        now = site.clock_ms()
        row = opened(unit, site.keys, new.game, document, new.policy, by.pseudonym, now)
        unit.requests.answer(Request(account, call.key, wanted, row.id, 1, 1, now))
        return row

    row = await site.write(once)
    await site.running(row.id)
    return Answer(Opened(row.key, row.game), status=201, headers={"location": f"/v1/tables/{row.key}"})


@routes("GET", "/v1/tables/{id}/policy", None, answer=Policy, errors=(404,))
async def policy_of_table(call: Call) -> Answer:
    """How a table is run."""
    return Answer((await call.site.table(call.path["id"])).policy)


@routes("PUT", "/v1/tables/{id}/policy", FLOOR, body=Policy, answer=Policy, errors=(404, 409))
async def run_table(call: Call) -> Answer:
    """Run a table in another way: its speed, who is welcome, whether it pauses."""
    site, by = call.site, call.signed_in
    running = await site.table(call.path["id"])
    need_apart(by, FLOOR, running)
    policy: Policy = call.body
    if (policy.dealing, policy.chance) != (running.policy.dealing, running.policy.chance):
        raise BadInput("who deals and where chance comes from is said when a table is opened, and stays")
    if policy.coupons and not running.policy.coupons:
        raise NotAllowed(COUPONS)
    await site.writer.asked(Run(running.row.id, policy, by.pseudonym))
    return Answer(policy)


class GoneOn(Struct, frozen=True):
    rules: str


@routes("POST", "/v1/tables/{id}/go-on", FLOOR, body=Nothing, answer=GoneOn, errors=(404,))
async def go_on_under_these_rules(call: Call) -> Answer:
    """A round that was begun under other rules goes on under those of this process; voiding it is an irregularity."""
    site, by = call.site, call.signed_in
    running = await site.table(call.path["id"])
    need_apart(by, FLOOR, running)
    await site.writer.asked(GoOn(running.row.id, by.pseudonym))
    return Answer(GoneOn(running.terms.hash))


# --- Acting -----------------------------------------------------------------------------------------------------------


class Acted(Struct, frozen=True):
    """The entries that were recorded, and the table after them."""

    first: int
    last: int
    version: int
    table: TableView


class WrittenActed(Struct, frozen=True):
    """The same, of which the table is written down already."""

    first: int
    last: int
    version: int
    table: WrittenView


MAY_ACT = PLAYERS | STAFF


@routes("POST", "/v1/tables/{id}/actions", MAY_ACT, body=Acting, answer=Acted, once=True, errors=(404, 409, 422, 503))
async def act_at_table(call: Call) -> Answer:
    """Act at a table, as it stands in an offer."""
    running = await call.site.table(call.path["id"])
    done = await act(call.site, call.signed_in, running, call.body, call.key, counted_as(call.address))
    after = await call.site.running(running.row.id)
    actors = call.site.as_(call.who, after)
    shared, now_ms = await call.site.shared(after), call.site.writer.now_ms()
    shown = call.site.hub.sight(after, now_ms, shared).told(actors, after, now_ms)
    return Answer(WrittenActed(done.first, done.last, after.table.version, shown))


class AtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=100)]


class Clocked(Struct, frozen=True):
    clock: ClockView | None


@routes("POST", "/v1/tables/{id}/ready", PLAYERS, body=AtSeat, answer=Clocked, errors=(404, 409, 503))
async def ready_at_seat(call: Call) -> Answer:
    """Say that nobody needs to wait for you: when everybody is ready, the clock has ended."""
    site, who = call.site, call.signed_in
    running = await site.table(call.path["id"])
    await in_turn(site, who, counted_as(call.address), Ready(running.row.id, call.body.seat, who.pseudonym))
    return Answer(Clocked(clock(await site.running(running.row.id), site.writer.now_ms())))


# --- What happened ----------------------------------------------------------------------------------------------------


class After(Struct, frozen=True, forbid_unknown_fields=True):
    after: Number = 0
    most: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 100


@routes("GET", "/v1/tables/{id}/entries", None, query=After, kind="application/jsonl", errors=(404,))
async def entries_of_table(call: Call) -> Answer:
    """What happened at a table after a version, a line each, as whoever asks may see it."""
    site = call.site
    running = await site.table(call.path["id"])
    actors, play = site.as_(call.who, running), running.terms.game.play
    after, most = call.query.after, call.query.most
    remembered = site.hub.since(running.row.id, after)
    if remembered is not None:
        lines = _lines(site, running, remembered[:most], after, actors[0])()
    else:
        async with site.one_by_one(call.counted):
            kept = await site.read(lambda unit: history(unit, site.keys, running.row.id, play, after=after, most=most))
            lines = await asyncio.to_thread(_lines(site, running, [*map(Noted, kept)], after, actors[0]))
    following = after + len(lines)
    link = f'</v1/tables/{running.row.key}/entries?after={following}&most={most}>; rel="next"'
    headers = {"link": link} if following < running.table.version else {}
    return Answer(written=b"".join(lines), kind="application/jsonl", headers=headers)


def _lines(site: "Site", running: Running, page: list[Noted], after: int, watcher: Actor) -> Callable[[], list[bytes]]:
    """How a page of entries is written, as somebody may see them after all that has come since."""
    since_then = site.hub.since(running.row.id, after + len(page)) or []
    return lambda: [line + b"\n" for line in noted_seen(page, watcher, since_then)]
