"""Accounts, for an administrator: who is there, who may act as what, and who may not come in any more."""

import asyncio
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from nomorebets.errors import Unknown
from nomorebets.service.http.routing import ADMINISTRATOR, EVERYBODY, Answer, Call, Nothing, Routes
from nomorebets.service.people import accounts
from nomorebets.service.people.accounts import Described, described, spelled_out
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, open_session
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.store.deeds import PasswordReset, record
from nomorebets.store.rows import Account
from nomorebets.store.unit import Unit

routes = Routes()

RoleName = Annotated[str, Meta(max_length=60)]  # at one table only, with its name behind an @
Roles = Annotated[tuple[RoleName, ...], Meta(max_length=50)]
Password = Annotated[str, Meta(max_length=300)]


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    guests: bool = False  # guests, too, and those who are erased
    after: Annotated[int, Meta(ge=0, le=10**12)] = 0
    most: Annotated[int, Meta(ge=1, le=500)] = 100


class Accounts(Struct, frozen=True):
    accounts: tuple[Described, ...]
    next: int = 0  # what to ask for `after`; 0: these were the last


@routes("GET", "/v1/accounts", ADMINISTRATOR, query=Wanted, answer=Accounts)
async def list_accounts(call: Call) -> Answer:
    """Who has an account, under which pseudonym and in which roles."""
    wanted: Wanted = call.query

    def found(unit: Unit) -> Accounts:
        rows = unit.accounts.all(wanted.after, wanted.most)
        told = tuple(described(unit, one) for one in rows if wanted.guests or one.handle)
        return Accounts(told, rows[-1].id if len(rows) == wanted.most else 0)

    return Answer(await call.site.read(found))


@routes("GET", "/v1/accounts/{id}", ADMINISTRATOR, answer=Described, errors=(404,))
async def look_at_account(call: Call) -> Answer:
    """An account by its pseudonym."""
    return Answer(await call.site.read(lambda unit: described(unit, _called(unit, call.path["id"]))))


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    handle: Annotated[str, Meta(max_length=100)]
    roles: Roles
    name: Annotated[str, Meta(max_length=100)] = ""


class Linked(Struct, frozen=True):
    """An account, and a link by which its owner signs in once, to choose a password."""

    account: Described
    link: str
    expires_ms: int


@routes("POST", "/v1/accounts", ADMINISTRATOR, body=NewAccount, answer=Linked, status=201)
async def add_account(call: Call) -> Answer:
    """Add somebody, who signs in by a link and chooses a password: nobody else ever knows it."""
    site, by, new = call.site, call.signed_in.pseudonym, call.body

    def add(unit: Unit) -> Linked:
        roles = [spelled_out(unit, one) for one in new.roles]
        made = accounts.add(unit, new.handle, roles, by, site.clock_ms(), site.draw, name=new.name)
        return _linked(call, unit, made)

    told = await site.write(add)
    return Answer(told, status=201, headers={"location": f"/v1/accounts/{told.account.pseudonym}"})


class NewRoles(Struct, frozen=True, forbid_unknown_fields=True):
    roles: Roles


@routes("PUT", "/v1/accounts/{id}/roles", ADMINISTRATOR, body=NewRoles, answer=Described, errors=(404, 409))
async def give_roles(call: Call) -> Answer:
    """Give somebody these roles and no others."""
    site, by = call.site, call.signed_in.pseudonym

    def give(unit: Unit) -> Described:
        account = _called(unit, call.path["id"])
        roles = [spelled_out(unit, one) for one in call.body.roles]
        if Given(HouseRole.ADMINISTRATOR) not in roles:
            _one_stays(unit, account)
        accounts.give_roles(unit, account, roles, by, site.clock_ms())
        return described(unit, account)

    told = await site.write(give)
    site.forget()
    return Answer(told)


class Closing(Struct, frozen=True, forbid_unknown_fields=True):
    erase: bool = False  # forget handle and name, too


@routes("POST", "/v1/accounts/{id}/close", ADMINISTRATOR, body=Closing, answer=Described, errors=(404, 409))
async def close_account(call: Call) -> Answer:
    """Close an account: nobody signs in with it again."""
    site, by = call.site, call.signed_in.pseudonym
    done = accounts.erase if call.body.erase else accounts.close

    def close(unit: Unit) -> Described:
        account = _called(unit, call.path["id"])
        _one_stays(unit, account)
        return described(unit, done(unit, account, by, site.clock_ms()))

    told = await site.write(close)
    site.forget()
    return Answer(told)


@routes("POST", "/v1/accounts/{id}/reset", ADMINISTRATOR, body=Nothing, answer=Linked, errors=(404, 409))
async def reset_password(call: Call) -> Answer:
    """Take somebody's password away, end all their sessions, and give a link by which they choose another."""
    site, by = call.site, call.signed_in.pseudonym

    def reset(unit: Unit) -> Linked:
        account, now = _called(unit, call.path["id"]), site.clock_ms()
        if account.closed_ms or account.handle is None:
            raise NotNow(f"nobody signs in to {account.pseudonym} with a password")
        without = replace(account, password=None)
        unit.accounts.change(without)
        unit.sessions.revoke_all(account.id, now)
        record(unit, PasswordReset(account.pseudonym), by, now)
        return _linked(call, unit, without)

    told = await site.write(reset)
    site.forget()
    return Answer(told)


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    current: Password = ""  # not asked of who has none, and has signed in by a link


@routes("PUT", "/v1/me/password", EVERYBODY, body=NewPassword, status=204, errors=(403, 409, 429))
async def choose_password(call: Call) -> Answer:
    """Choose a password; all other sessions end."""
    site, who, passwords = call.site, call.signed_in, call.site.signing_in.passwords
    account = await site.read(lambda unit: _called(unit, who.pseudonym))
    if account.handle is None:
        raise NotNow(f"nobody signs in to {account.pseudonym} with a password")
    site.signing_in.accounts.take(account.pseudonym, site.clock_ms())
    if account.password is not None and not await asyncio.wrap_future(
        passwords.fits(account.password, call.body.current)
    ):
        raise NotAllowed("the password that there is has to be given, too")
    hashed = await asyncio.wrap_future(passwords.hashed(call.body.password))

    def choose(unit: Unit) -> None:
        if unit.accounts.find(who.account) != account:
            raise NotNow("the account has changed meanwhile; try again")
        accounts.set_password(unit, account, hashed, site.clock_ms(), keep=who.session)

    await site.write(choose)
    site.forget()
    return Answer(status=204, written=b"")


def _called(unit: Unit, pseudonym: str) -> Account:
    account = unit.accounts.called(pseudonym)
    if account is None:
        raise Unknown(f"there is no account {pseudonym[:60]!r}")
    return account


def _linked(call: Call, unit: Unit, account: Account) -> Linked:
    session = open_session(unit, account.id, Kind.LINK, call.site.clock_ms(), call.site.draw)
    return Linked(described(unit, account), session.token, session.expires_ms)


def _one_stays(unit: Unit, account: Account) -> None:
    """Who is the last administrator stays one: nobody else could make another."""
    if [row.account_id for row in unit.accounts.with_role(HouseRole.ADMINISTRATOR)] == [account.id]:
        raise NotNow(f"{account.pseudonym} is the only administrator; add another one first")
