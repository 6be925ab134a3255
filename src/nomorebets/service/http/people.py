"""People: guests, signing in and out, and who one is."""

from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.service.gates import COOKIE
from nomorebets.service.http.routing import EVERYBODY, PLAYERS, Answer, Call, Nothing, Routes
from nomorebets.service.people.guests import welcome
from nomorebets.service.people.limits import counted_as
from nomorebets.service.people.sessions import (
    Kind,
    Opened,
    OwnSession,
    end_session,
    exchange,
    open_session,
    own_sessions,
    sign_out,
)
from nomorebets.service.people.wallets import refilled
from nomorebets.service.problems import NotAllowed
from nomorebets.store.unit import Unit

routes = Routes()


class Guest(Struct, frozen=True):
    player: str
    token: str
    balance: int


@routes("POST", "/v1/guests", None, body=Nothing, answer=Guest, status=201, errors=(403, 429))
async def come_as_guest(call: Call) -> Answer:
    """Come as a guest, with play money."""
    site = call.site
    if not site.settings.guests:
        raise NotAllowed("this house has no guests; sign in with an account")
    site.guests.take(counted_as(call.address), site.clock_ms())

    def come(unit: Unit) -> tuple[Guest, Opened]:
        now = site.clock_ms()
        account, wallet = welcome(unit, now, site.draw)
        session = open_session(unit, account.id, Kind.BEARER, now, site.draw)
        return Guest(account.pseudonym, session.token, wallet.cents), session

    guest, session = await site.write(come)
    return Answer(guest, status=201, headers=_cookie(call, session))


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    handle: Annotated[str, Meta(max_length=100)]
    password: Annotated[str, Meta(max_length=300)]


class SignedIn(Struct, frozen=True):
    """What a page needs of its session: the token itself is in the cookie, and told to who asks for a bearer's."""

    csrf: str
    expires_ms: int
    token: str = ""


@routes("POST", "/v1/sessions", None, body=SignIn, answer=SignedIn, status=201, errors=(401, 429))
async def sign_in(call: Call) -> Answer:
    """Sign in with a handle and a password."""
    opened = await call.site.signing_in.sign_in(call.body.handle, call.body.password, call.address)
    return Answer(SignedIn(opened.csrf, opened.expires_ms), status=201, headers=_cookie(call, opened))


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    link: Annotated[str, Meta(max_length=100)]
    bearer: bool = False  # a session for a program, and not for a page


@routes("POST", "/v1/sessions/link", None, body=Link, answer=SignedIn, status=201, errors=(401, 429))
async def sign_in_by_link(call: Call) -> Answer:
    """Sign in by a link, which works once."""
    site = call.site
    site.guests.take(counted_as(call.address), site.clock_ms())
    kind = Kind.BEARER if call.body.bearer else Kind.COOKIE
    opened = await site.write(lambda unit: exchange(unit, call.body.link, kind, site.clock_ms(), site.draw))
    if call.body.bearer:
        return Answer(SignedIn(opened.csrf, opened.expires_ms, opened.token), status=201)
    return Answer(SignedIn(opened.csrf, opened.expires_ms), status=201, headers=_cookie(call, opened))


@routes("DELETE", "/v1/sessions/current", EVERYBODY, status=204)
async def end_this_session(call: Call) -> Answer:
    """Sign out."""
    site, who = call.site, call.signed_in
    await site.write(lambda unit: sign_out(unit, who, site.clock_ms()))
    site.forget()
    return Answer(status=204, written=b"", headers={"set-cookie": f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly"})


class Sessions(Struct, frozen=True):
    sessions: tuple[OwnSession, ...]


@routes("GET", "/v1/sessions", EVERYBODY, answer=Sessions)
async def list_own_sessions(call: Call) -> Answer:
    """Where one is signed in."""
    who = call.signed_in
    found = await call.site.read(lambda unit: own_sessions(unit, who, call.site.clock_ms()))
    return Answer(Sessions(tuple(found)))


@routes("DELETE", "/v1/sessions/{name}", EVERYBODY, status=204, errors=(404,))
async def end_own_session(call: Call) -> Answer:
    """End one of one's own sessions."""
    who = call.signed_in
    await call.site.write(lambda unit: end_session(unit, who, call.path["name"], call.site.clock_ms()))
    call.site.forget()
    return Answer(status=204, written=b"")


class Me(Struct, frozen=True):
    """Whoever asks: roles at one table only have its number."""

    player: str
    roles: tuple[str, ...]
    balance: int
    at_tables: dict[str, int]  # chips brought to tables, by their names
    csrf: str


@routes("GET", "/v1/me", EVERYBODY, answer=Me)
async def who_one_is(call: Call) -> Answer:
    """Who is signed in, and what is in their wallet."""
    who, site = call.signed_in, call.site

    def found(unit: Unit) -> Me:
        wallet, stays = unit.wallets.find(who.account), unit.wallets.stays(who.account)
        names = {row.id: row.key for row in unit.tables.all()}
        brought = {names[stay.table_id]: stay.brought for stay in stays}
        return Me(who.pseudonym, tuple(one.role for one in who.roles), wallet.cents if wallet else 0, brought, who.csrf)

    return Answer(await site.read(found))


class Balance(Struct, frozen=True):
    balance: int


@routes("POST", "/v1/me/play-money", PLAYERS, body=Nothing, answer=Balance, errors=(409,), at_a_table=True)
async def fill_up(call: Call) -> Answer:
    """Fill up a wallet that is nearly empty, with play money."""
    who = call.signed_in
    wallet = await call.site.write(lambda unit: refilled(unit, who.account))
    return Answer(Balance(wallet.cents))


def _cookie(call: Call, session: Opened) -> dict[str, str]:
    """The token for a browser: no script reads it, no other site sends it along with what it posts."""
    seconds = max(0, session.expires_ms - call.site.clock_ms()) // 1000
    secure = "; Secure" if call.site.settings.secure else ""
    return {"set-cookie": f"{COOKIE}={session.token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"}
