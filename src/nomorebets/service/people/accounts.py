"""Accounts: added, given roles, closed, and their names erased.  What is done is a deed of the house."""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput, Stale, Unknown
from nomorebets.service.people.roles import Given, HouseRole, checked, plays, role_named
from nomorebets.service.people.wallets import PLAY_MONEY, PlayMoney, opened
from nomorebets.store.deeds import AccountAdded, AccountClosed, RolesGiven, record
from nomorebets.store.rows import HOUSE, Account, RoleRow
from nomorebets.store.unit import Unit

Draw = Callable[[int], bytes]  # so many bytes of chance

HANDLE = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?")
LONGEST_NAME = 100
PERSON = "person"
DIGITS = (2, 2, 3, 3, 4, 5, 9, 18, 36)  # of the number in a pseudonym: more of them, the more often one was taken


def named(handle: str) -> str:
    """A handle as it is kept, whichever way it was typed."""
    as_kept = handle.strip().lower()
    if not HANDLE.fullmatch(as_kept):
        raise BadInput("a handle has up to 32 small letters and digits, with . _ or - only between them")
    return as_kept


def drawn(unit: Unit, word: str, account: Account, draw: Draw) -> Account:
    """The account, added under a pseudonym that was nobody's."""
    for digits in DIGITS:
        number = int.from_bytes(draw(digits)) % 10**digits
        made = unit.accounts.add(replace(account, pseudonym=f"{word}-{number:0{digits}}"))
        if made is not None:
            return made
    raise Stale(f"no pseudonym was free, or the handle {account.handle} was taken meanwhile")


def add(
    unit: Unit,
    handle: str,
    roles: Iterable[Given],
    by: str,
    at_ms: int,
    draw: Draw,
    *,
    name: str = "",
    password: str | None = None,
    money: PlayMoney = PLAY_MONEY,
) -> Account:
    """Somebody is added, with the hash of a password; players with a wallet."""
    handle, name = named(handle), name.strip()
    if unit.accounts.with_handle(handle) is not None:
        raise BadInput(f"the handle {handle} is taken")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"a name has up to {LONGEST_NAME} letters")
    account = drawn(unit, PERSON, Account(0, "", handle, name, password, at_ms), draw)
    given = _give(unit, account, roles, money)
    record(unit, AccountAdded(account.pseudonym, _spelled(unit, given)), by, at_ms)
    return account


def give_roles(
    unit: Unit, account: Account, roles: Iterable[Given], by: str, at_ms: int, *, money: PlayMoney = PLAY_MONEY
) -> tuple[Given, ...]:
    """These roles and no others, from now on."""
    if account.closed_ms:
        raise BadInput(f"the account {account.pseudonym} is closed")
    given = _give(unit, account, roles, money)
    record(unit, RolesGiven(account.pseudonym, _spelled(unit, given)), by, at_ms)
    return given


def close(unit: Unit, account: Account, by: str, at_ms: int) -> Account:
    """Nobody signs in with it again; chips that lie at a table still come back to its wallet."""
    if account.closed_ms:
        return account
    closed = replace(account, closed_ms=at_ms, password=None)
    unit.accounts.change(closed)
    unit.accounts.give(account.id, ())
    unit.sessions.revoke_all(account.id, at_ms)
    record(unit, AccountClosed(account.pseudonym), by, at_ms)
    return closed


def erase(unit: Unit, account: Account, by: str, at_ms: int) -> Account:
    """Close an account and forget whose it was.  No leaf knows: deeds and entries name the pseudonym, which stays."""
    erased = replace(close(unit, account, by, at_ms), handle=None, name="")
    unit.accounts.change(erased)
    return erased


def set_password(unit: Unit, account: Account, password: str, at_ms: int, keep: bytes = b"") -> Account:
    """Another password (its hash); all sessions end but for the one in which it was changed."""
    if account.closed_ms or account.handle is None:
        raise BadInput(f"nobody signs in to {account.pseudonym} with a password")
    changed = replace(account, password=password)
    unit.accounts.change(changed)
    unit.sessions.revoke_all(account.id, at_ms, but=keep)
    return changed


class Described(Struct, frozen=True):
    """An account as the house lists it."""

    pseudonym: str
    handle: str
    name: str
    roles: tuple[str, ...]
    made_ms: int
    closed_ms: int


def described(unit: Unit, account: Account) -> Described:
    roles = _spelled(unit, roles_of(unit, account.id))
    made, closed = account.made_ms, account.closed_ms
    return Described(account.pseudonym, account.handle or "", account.name, roles, made, closed)


def spelled_out(unit: Unit, role: str, table: str | None = None) -> Given:
    """A role as it is written, such as "dealer", or with the key of a table "dealer@KEY"."""
    name, at, own = role.partition("@")
    key = own if at else table
    if key is None:  # which is not the same as a name that is missing
        return Given(role_named(name))
    found = next((one.id for one in unit.tables.all() if one.key == key and one.id != HOUSE), None)
    if found is None:
        raise Unknown(f"there is no table {key!r}")
    return Given(role_named(name), found)


def roles_of(unit: Unit, account: int) -> tuple[Given, ...]:
    return tuple(Given(HouseRole(row.role), row.table_id) for row in unit.accounts.roles(account))


def pseudonym_of(unit: Unit, account: int) -> str:
    found = unit.accounts.find(account)
    assert found is not None, "accounts are never deleted"
    return found.pseudonym


def with_handle(unit: Unit, handle: str) -> Account:
    account = unit.accounts.with_handle(named(handle))
    if account is None:
        raise Unknown(f"there is no account {handle}")
    return account


def _give(unit: Unit, account: Account, roles: Iterable[Given], money: PlayMoney) -> tuple[Given, ...]:
    given = checked(roles)
    unit.accounts.give(account.id, [RoleRow(account.id, one.role, one.table) for one in given])
    if plays(given) and unit.wallets.find(account.id) is None:
        opened(unit, account.id, money)
    return given


def _spelled(unit: Unit, given: Sequence[Given]) -> tuple[str, ...]:
    """Roles as a deed names them: one at a single table with its key."""
    keys = {table.id: table.key for table in unit.tables.all()} if any(one.table for one in given) else {}
    return tuple(one.role if one.table is None else f"{one.role}@{keys[one.table]}" for one in given)
