"""Sessions: opened by a password or a one-time link, known by a token of which only the hash is kept."""

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.service.people.accounts import Draw, named, roles_of
from nomorebets.service.people.limits import (
    ACCEPTED,
    LOCKED,
    MINUTE_MS,
    WRONG,
    Buckets,
    Lockout,
    Rate,
    counted_as,
    in_a_row,
)
from nomorebets.service.people.passwords import Passwords
from nomorebets.service.people.roles import Given
from nomorebets.service.problems import NotSignedIn
from nomorebets.store.rows import Account, SessionRow, SignIn
from nomorebets.store.unit import Store, Unit

TOKEN_BYTES = 32
CSRF_BYTES = 16
HOUR_MS = 60 * MINUTE_MS
NOT_SIGNED_IN = "this handle and password do not sign in, or too many others were tried; wait a little and try again"
NOT_A_LINK = "this link signs nobody in: it was used, or it has run out"


class Kind(StrEnum):
    COOKIE = "cookie"
    BEARER = "bearer"
    LINK = "link"  # not a session yet: it is exchanged for one, once


LIVES_MS = {Kind.COOKIE: 12 * HOUR_MS, Kind.BEARER: 24 * HOUR_MS, Kind.LINK: 10 * MINUTE_MS}


class Opened(Struct, frozen=True):
    """A session as whoever opened it is told of it; the token is told only now."""

    token: str
    csrf: str
    kind: Kind
    account: int
    expires_ms: int


class Who(Struct, frozen=True):
    """Somebody who is signed in, as the rest of the service knows them."""

    account: int
    pseudonym: str
    roles: tuple[Given, ...]
    kind: Kind
    csrf: str
    session: bytes  # the hash of the token
    expires_ms: int


class OwnSession(Struct, frozen=True):
    """A session as its owner sees it in a list."""

    id: str
    kind: Kind
    made_ms: int
    expires_ms: int
    current: bool


def hash_of(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def open_session(unit: Unit, account: int, kind: Kind, now_ms: int, draw: Draw, life_ms: int | None = None) -> Opened:
    """A session for somebody; of its token only the hash is kept."""
    token, csrf = draw(TOKEN_BYTES).hex(), draw(CSRF_BYTES).hex()
    expires_ms = now_ms + (LIVES_MS[kind] if life_ms is None else life_ms)
    unit.sessions.keep(SessionRow(hash_of(token), account, csrf, kind, now_ms, expires_ms))
    return Opened(token, csrf, kind, account, expires_ms)


def who_has(unit: Unit, token: str, now_ms: int) -> Who | None:
    """Whose token it is, as long as the session lasts; a link is no session."""
    row = unit.sessions.find(hash_of(token))
    if row is None or row.kind == Kind.LINK or row.revoked_ms or row.expires_ms <= now_ms:
        return None
    account = unit.accounts.find(row.account_id)
    if account is None or account.closed_ms:
        return None
    roles = roles_of(unit, account.id)
    return Who(account.id, account.pseudonym, roles, Kind(row.kind), row.csrf, row.token_hash, row.expires_ms)


def has_csrf(who: Who, given: str) -> bool:
    """Whether a request shows that it comes from the page to which the session was told."""
    return hmac.compare_digest(who.csrf.encode(), given.encode())


def exchange(unit: Unit, token: str, kind: Kind, now_ms: int, draw: Draw) -> Opened:
    """A session for a one-time link, which is used up by it."""
    row = unit.sessions.find(hash_of(token))
    if row is None or row.kind != Kind.LINK or unit.sessions.use(row.token_hash, now_ms) is None:
        raise NotSignedIn(NOT_A_LINK)
    account = unit.accounts.find(row.account_id)
    if account is None or account.closed_ms:
        raise NotSignedIn(NOT_A_LINK)
    return open_session(unit, account.id, kind, now_ms, draw)


# --- One's own --------------------------------------------------------------------------------------------------------


def _name(row: SessionRow) -> str:
    return row.token_hash.hex()[:16]


def _lasting(unit: Unit, account: int, now_ms: int) -> list[SessionRow]:
    rows = unit.sessions.of(account)
    return [row for row in rows if not row.revoked_ms and not row.used_ms and row.expires_ms > now_ms]


def own_sessions(unit: Unit, who: Who, now_ms: int) -> list[OwnSession]:
    """Where somebody is signed in, and the links with which they still could be."""
    return [
        OwnSession(_name(row), Kind(row.kind), row.made_ms, row.expires_ms, row.token_hash == who.session)
        for row in _lasting(unit, who.account, now_ms)
    ]


def end_session(unit: Unit, who: Who, name: str, now_ms: int) -> bool:
    """Whether one of somebody's own sessions was ended by this."""
    rows = [row for row in _lasting(unit, who.account, now_ms) if _name(row) == name]
    return any(unit.sessions.revoke(row.token_hash, now_ms) for row in rows)


def sign_out(unit: Unit, who: Who, now_ms: int) -> None:
    unit.sessions.revoke(who.session, now_ms)


# --- Signing in -------------------------------------------------------------------------------------------------------


class Limits(Struct, frozen=True):
    """How often somebody may try to sign in."""

    account: Rate = Rate(at_once=10, a_minute=10)
    address: Rate = Rate(at_once=30, a_minute=30)
    account_lockout: Lockout = Lockout(failures=3)
    address_lockout: Lockout = Lockout(failures=20)
    address_window_ms: int = 15 * MINUTE_MS  # an address may be of many people: old failures do not count


class SigningIn:
    """Signs people in; what it remembers itself is how often it was asked."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords,
        now_ms: Callable[[], int],
        draw: Draw,
        pepper: bytes,
        limits: Limits = Limits(),  # noqa: B008
    ) -> None:
        self.store, self.passwords, self.now_ms, self.draw = store, passwords, now_ms, draw
        self.pepper, self.limits = pepper, limits
        self.accounts, self.addresses = Buckets(limits.account), Buckets(limits.address)

    async def sign_in(self, handle: str, password: str, address: str, kind: Kind = Kind.COOKIE) -> Opened:
        """A session for whoever has the password; every failure is told in the same words after the same work."""
        digest, address = self.digest(handle), counted_as(address)
        now_ms = self.now_ms()
        self.addresses.take(address, now_ms)
        self.accounts.take(digest.hex(), now_ms)
        account = await asyncio.to_thread(self._known, handle)
        fits = await asyncio.wrap_future(self.passwords.fits(account.password if account else None, password))
        opened = await asyncio.to_thread(self._answered, account if fits else None, digest, address, kind)
        if opened is None:
            raise NotSignedIn(NOT_SIGNED_IN)
        return opened

    def digest(self, handle: str) -> bytes:
        """What is kept of a handle that was tried: nobody can tell from it what was typed."""
        return hmac.digest(self.pepper, handle.strip().lower().encode("utf-8", "surrogatepass"), "sha256")

    def _known(self, handle: str) -> Account | None:
        try:
            name = named(handle)
        except BadInput:
            return None
        with self.store.reading() as unit:
            account = unit.accounts.with_handle(name)
        return None if account is None or account.closed_ms else account

    def _answered(self, account: Account | None, digest: bytes, address: str, kind: Kind) -> Opened | None:
        """What came of it, noted; who is locked out is not let in with the right password either."""
        now_ms = self.now_ms()
        with self.store.unit() as unit:
            as_checked = account is not None and unit.accounts.find(account.id) == account
            locked = self._locked_until(unit, digest, address, now_ms) > now_ms
            outcome = LOCKED if locked else ACCEPTED if as_checked else WRONG
            unit.sign_ins.note(SignIn(now_ms, digest, address, outcome))
            if account is None or outcome != ACCEPTED:
                return None
            return open_session(unit, account.id, kind, now_ms, self.draw)

    def _locked_until(self, unit: Unit, digest: bytes, address: str, now_ms: int) -> int:
        of_account, of_address = self.limits.account_lockout, self.limits.address_lockout
        with_handle = unit.sign_ins.by_handle(digest, (ACCEPTED, WRONG), of_account.most_looked_at)
        from_there = unit.sign_ins.by_address(address, (WRONG,), of_address.most_looked_at)
        lately = [one for one in from_there if one.at_ms > now_ms - self.limits.address_window_ms]
        return max(of_account.until(in_a_row(with_handle)), of_address.until(lately))
