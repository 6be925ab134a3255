"""Commands for the people of a house: account add, list, roles, close, password."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nomorebets.cli.options import Json, console, print_json
from nomorebets.cli.serve import Data, Database

if TYPE_CHECKING:
    from nomorebets.service.people.accounts import Described
    from nomorebets.store.unit import Store

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="People of a house: who may act as what.")

Handle = Annotated[str, typer.Argument(metavar="HANDLE", help="The name to sign in with.")]
Roles = Annotated[
    list[str],
    typer.Option("--role", help="guest, player, dealer, floor, surveillance, auditor or administrator; dealer@KEY."),
]
Table = Annotated[str | None, typer.Option("--table", metavar="KEY", help="At this table only.")]


@contextmanager
def _store(data: Path | None, database: str) -> "Iterator[tuple[Store, int]]":
    """The store of a house that no other process has open, or of a database; and the hour."""
    from nomorebets.service.house import house_of
    from nomorebets.service.serve import default_data
    from nomorebets.service.writer import system_clock

    now_ms = system_clock()
    store, _ = house_of(data or default_data(), database, now_ms)
    try:
        yield store, now_ms
    finally:
        store.close()


def _password() -> str:
    """The hash of a password that is asked for, twice, or read from standard input."""
    import os

    from nomorebets.service.people.passwords import Passwords

    if sys.stdin.isatty():
        typed = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    else:
        typed = sys.stdin.readline().rstrip("\r\n")
    passwords = Passwords(os.urandom)
    try:
        return passwords.hashed(typed).result()
    finally:
        passwords.close()


def _show(told: "Described", *, json: bool) -> None:
    if json:
        print_json(told)
    else:
        console().print(_line(told), markup=False)


def _line(told: "Described") -> str:
    closed = " (closed)" if told.closed_ms else ""
    return f"{told.handle or '-'}  {told.pseudonym}  {', '.join(told.roles) or 'no role'}{closed}"


@app.command("add")
def add(
    handle: Handle,
    role: Roles,
    table: Table = None,
    name: Annotated[str, typer.Option("--name", help="Whose account it is; no table and no log knows it.")] = "",
    data: Data = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """Add somebody.  The password is asked for, or read from standard input."""
    import os

    from nomorebets.service.people import accounts
    from nomorebets.store.deeds import NAME

    password = _password()
    with _store(data, database) as (store, now_ms), store.unit() as unit:
        roles = [accounts.spelled_out(unit, one, table) for one in role]
        made = accounts.add(unit, handle, roles, NAME, now_ms, os.urandom, name=name, password=password)
        told = accounts.described(unit, made)
    _show(told, json=json)


@app.command("list")
def list_accounts(
    guests: Annotated[bool, typer.Option("--guests", help="Guests, too, and those who are erased.")] = False,
    data: Data = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """List who has an account, under which pseudonym and in which roles."""
    from nomorebets.service.people import accounts

    with _store(data, database) as (store, _), store.reading() as unit:
        told = [accounts.described(unit, one) for one in unit.accounts.all() if guests or one.handle]
    if json:
        print_json(told)
    else:
        for one in told:
            console().print(_line(one), markup=False)


@app.command("roles")
def roles(
    handle: Handle, role: Roles, table: Table = None, data: Data = None, database: Database = "", json: Json = False
) -> None:
    """Give somebody these roles and no others."""
    from nomorebets.service.people import accounts
    from nomorebets.store.deeds import NAME

    with _store(data, database) as (store, now_ms), store.unit() as unit:
        account = accounts.with_handle(unit, handle)
        accounts.give_roles(unit, account, [accounts.spelled_out(unit, one, table) for one in role], NAME, now_ms)
        told = accounts.described(unit, account)
    _show(told, json=json)


@app.command("close")
def close(
    handle: Handle,
    erase: Annotated[bool, typer.Option("--erase", help="Forget handle and name, too.")] = False,
    data: Data = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """Close an account: nobody signs in with it again."""
    from nomorebets.service.people import accounts
    from nomorebets.store.deeds import NAME

    with _store(data, database) as (store, now_ms), store.unit() as unit:
        account = accounts.with_handle(unit, handle)
        closed = (accounts.erase if erase else accounts.close)(unit, account, NAME, now_ms)
        told = accounts.described(unit, closed)
    _show(told, json=json)


@app.command("password")
def password(handle: Handle, data: Data = None, database: Database = "", json: Json = False) -> None:
    """Set another password, asked for or read from standard input, and end all sessions of the account."""
    from nomorebets.service.people import accounts

    hashed = _password()
    with _store(data, database) as (store, now_ms), store.unit() as unit:
        account = accounts.set_password(unit, accounts.with_handle(unit, handle), hashed, now_ms)
        told = accounts.described(unit, account)
    _show(told, json=json)
