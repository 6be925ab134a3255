"""People of a house, from the command line."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from nomorebets.service.house import house_of
from nomorebets.service.people.passwords import Passwords
from nomorebets.service.people.sessions import SigningIn
from nomorebets.service.problems import NotSignedIn
from nomorebets.store.rows import GameTable

WORD = "correct horse battery staple"


@pytest.fixture
def account(nmb: Any, tmp_path: Path) -> Any:
    """The command on a house in a folder."""

    def run(*arguments: str, stdin: str = f"{WORD}\n") -> Any:
        return nmb("account", *arguments, "--data", str(tmp_path), "--json", stdin=stdin)

    return run


def signs_in(folder: Path, handle: str, password: str) -> bool:
    store, keys = house_of(folder, "", 1)
    passwords = Passwords(os.urandom)
    door = SigningIn(store, passwords, lambda: 1, os.urandom, keys.pepper)
    try:
        asyncio.run(door.sign_in(handle, password, "127.0.0.1"))
    except NotSignedIn:
        return False
    finally:
        passwords.close()
        store.close()
    return True


def test_somebody_who_was_added_signs_in(account: Any, tmp_path: Path) -> None:
    told = account("add", "Ann", "--role", "dealer", "--role", "floor", "--name", "Ann Example").json
    assert (told["handle"], told["name"], told["roles"], told["closed_ms"]) == (
        "ann",
        "Ann Example",
        ["dealer", "floor"],
        0,
    )
    assert signs_in(tmp_path, "ann", WORD)
    assert not signs_in(tmp_path, "ann", WORD + "!")


def test_a_role_may_be_for_one_table(account: Any, tmp_path: Path) -> None:
    store, _ = house_of(tmp_path, "", 1)
    with store.unit() as unit:
        for number in (1, 2):
            unit.tables.open(GameTable(number, f"t{number}", "pokette", b"{}", b"{}", 1))
    store.close()
    assert account("add", "ann", "--role", "dealer", "--table", "t1").json["roles"] == ["dealer@t1"]
    told = account("roles", "ann", "--role", "floor", "--role", "dealer@t2").json
    assert told["roles"] == ["dealer@t2", "floor"]
    for unknown in (["dealer@t3"], ["dealer@house"], ["floor@"], ["floor", "--table", ""]):
        refused = account("roles", "ann", "--role", *unknown)
        assert refused.code == 2
        assert "there is no table" in refused.err
    assert account("list").json[0]["roles"] == ["dealer@t2", "floor"]


def test_all_are_listed_with_their_pseudonyms(account: Any, nmb: Any, tmp_path: Path) -> None:
    for handle in ("ann", "bob"):
        account("add", handle, "--role", "player")
    account("close", "bob")
    listed = account("list").json
    assert [(one["handle"], one["roles"], bool(one["closed_ms"])) for one in listed] == [
        ("ann", ["player"], False),
        ("bob", [], True),
    ]
    shown = nmb("account", "list", "--data", str(tmp_path)).out.splitlines()
    assert shown[0].split() == ["ann", listed[0]["pseudonym"], "player"]
    assert shown[1].endswith("no role (closed)")


def test_a_closed_account_is_nobody_s_and_an_erased_one_has_no_name(account: Any, tmp_path: Path) -> None:
    account("add", "ann", "--role", "player", "--name", "Ann Example")
    account("close", "ann")
    assert not signs_in(tmp_path, "ann", WORD)
    assert account("close", "ann", "--erase").json["name"] == ""
    assert account("list").json == []
    assert [one["handle"] for one in account("list", "--guests").json] == [""]
    assert b"Ann Example" not in (tmp_path / "house.db").read_bytes()


def test_a_password_is_changed(account: Any, tmp_path: Path) -> None:
    account("add", "ann", "--role", "player")
    assert account("password", "ann", stdin="another one\n").code == 0
    assert signs_in(tmp_path, "ann", "another one")
    assert not signs_in(tmp_path, "ann", WORD)


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        (("add", "ann", "--role", "owner"), WORD, "there is no role 'owner'"),
        (("add", "a b", "--role", "player"), WORD, "a handle has up to 32"),
        (("add", "ann", "--role", "player"), "short\n", "a password has 8 to 256 letters"),
        (("add", "ann", "--role", "player"), "", "a password has 8 to 256 letters"),
        (("add", "ann", "--role", "administrator", "--role", "player"), WORD, "and no other"),
        (("close", "nobody"), "", "there is no account nobody"),
        (("password", "nobody"), WORD, "there is no account nobody"),
    ],
)
def test_what_cannot_be_is_one_sentence(account: Any, arguments: tuple[str, ...], stdin: str, sentence: str) -> None:
    refused = account(*arguments, stdin=stdin)
    assert (refused.code, refused.out) == (2, "")
    assert sentence in refused.err
    assert WORD not in refused.err
    assert account("list").json == []


def test_a_house_that_is_open_is_not_changed_behind_its_back(account: Any, tmp_path: Path) -> None:
    store, _ = house_of(tmp_path, "", 1)
    refused = account("add", "ann", "--role", "player")
    assert refused.code == 2
    assert "in use by another process" in refused.err
    store.close()
