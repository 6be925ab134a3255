"""Wallets and stays: alike in memory, in a file and in PostgreSQL."""

import sqlite3

import psycopg
import pytest
from msgspec.structs import replace

from nomorebets.errors import Stale, Unknown
from nomorebets.store.rows import Account, GameTable, Stay, Wallet
from nomorebets.store.unit import Store

DATABASE_ERRORS = (sqlite3.Error, psycopg.Error)


@pytest.fixture
def account(store: Store) -> int:
    """Somebody with an empty wallet, in a house of two tables."""
    with store.unit() as unit:
        made = unit.accounts.add(Account(0, "person-1", None, "", None, 1))
        assert made is not None
        unit.wallets.open(made.id)
        for table in (1, 2):
            unit.tables.open(GameTable(table, f"t{table}", "pokette", b"{}", b"{}", 1))
    return made.id


def test_a_wallet_is_what_its_movements_say(store: Store, account: int) -> None:
    with store.unit() as unit:
        for delta, table, why in ((1_000, 0, "given"), (-400, 1, "brought"), (550, 1, "back")):
            wallet = unit.wallets.locked([account])[account]
            unit.wallets.move(wallet, delta, table, 7 * table, why)
    with store.reading() as unit:
        entries = unit.wallets.entries(account)
        assert unit.wallets.all() == [unit.wallets.find(account)] == [Wallet(account, 1_150, 3)]
        assert [(one.version, one.table_version, one.after, one.why) for one in entries] == [
            (1, 0, 1_000, "given"),
            (2, 7, 600, "brought"),
            (3, 7, 1_150, "back"),
        ]
        assert unit.wallets.entries(account, after=1, most=1) == entries[1:2]


def test_a_wallet_never_holds_less_than_nothing(store: Store, account: int) -> None:
    with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
        unit.wallets.move(unit.wallets.locked([account])[account], -1, 1, 1, "brought")


def test_whoever_comes_second_to_a_wallet_is_told_so(store: Store, account: int) -> None:
    with store.unit() as unit:
        before = unit.wallets.locked([account])[account]
        unit.wallets.move(before, 5, 0, 0, "given")
    with pytest.raises(Stale, match=f"account {account} has moved"), store.unit() as unit:
        unit.wallets.move(before, 5, 0, 0, "given")


@pytest.mark.parametrize(
    "statement", ["UPDATE wallet_entry SET delta = ?", "DELETE FROM wallet_entry WHERE delta <> ?"]
)
def test_a_movement_of_a_wallet_is_never_changed(store: Store, account: int, statement: str) -> None:
    with store.unit() as unit:
        unit.wallets.move(unit.wallets.locked([account])[account], 5, 0, 0, "given")
    with pytest.raises(DATABASE_ERRORS, match="only added to"), store.unit() as unit:
        unit.wallets.on.run(statement, 1)


def test_an_account_has_one_wallet(store: Store, account: int) -> None:
    with store.unit() as unit:
        assert unit.wallets.find(99) is None
        with pytest.raises(Unknown, match="account 99 has no wallet"):
            unit.wallets.locked([99])
    with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
        unit.wallets.open(account)


def test_a_stay_goes_on_with_more_and_keeps_the_balance_it_began_with(store: Store, account: int) -> None:
    begun = Stay(account, 1, 500, -30)
    with store.unit() as unit:
        assert unit.wallets.stay(account, 1) is None
        unit.wallets.keep_stay(begun)
        unit.wallets.keep_stay(Stay(account, 2, 100, 0))
        unit.wallets.keep_stay(Stay(account, 1, 700, 99))
        now = replace(begun, brought=700)
        assert unit.wallets.stay(account, 1) == now
        assert unit.wallets.stays(account) == unit.wallets.stays() == [now, Stay(account, 2, 100, 0)]
        assert unit.wallets.stays(99) == []
        unit.wallets.end_stay(now)
        assert unit.wallets.stays(account) == [Stay(account, 2, 100, 0)]
        with pytest.raises(Stale, match="is over already"):
            unit.wallets.end_stay(now)
