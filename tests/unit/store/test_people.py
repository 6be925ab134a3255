"""Accounts, roles, sessions and what takes two people: alike in memory, in a file and in PostgreSQL."""

import sqlite3

import psycopg
import pytest
from msgspec.structs import replace

from nomorebets.errors import Stale, Unknown
from nomorebets.store.rows import Account, Approval, GameTable, RoleRow, SessionRow, SignIn
from nomorebets.store.unit import Store

DATABASE_ERRORS = (sqlite3.Error, psycopg.Error)
ANN = Account(0, "person-1", "ann", "Ann Example", "hash", 5)


def added(store: Store, account: Account = ANN) -> Account:
    with store.unit() as unit:
        made = unit.accounts.add(account)
    assert made is not None
    return made


def test_an_account_is_found_by_number_pseudonym_and_handle(store: Store) -> None:
    ann = added(store)
    assert ann == replace(ANN, id=ann.id)
    guest = added(store, Account(0, "guest-1", None, "", None, 6))
    other = added(store, Account(0, "guest-2", None, "", None, 6))
    assert len({ann.id, guest.id, other.id}) == 3
    with store.reading() as unit:
        assert unit.accounts.find(ann.id) == unit.accounts.called("person-1") == unit.accounts.with_handle("ann") == ann
        assert unit.accounts.find(99) is unit.accounts.called("ann") is unit.accounts.with_handle("bob") is None
        assert unit.accounts.all() == [ann, guest, other]
        assert unit.accounts.all(after=ann.id, most=1) == [guest]


@pytest.mark.parametrize("taken", [replace(ANN, handle="another"), replace(ANN, pseudonym="another")])
def test_pseudonym_and_handle_are_one_account_s_alone(store: Store, taken: Account) -> None:
    ann = added(store)
    with store.unit() as unit:
        assert unit.accounts.add(taken) is None
        assert unit.accounts.all() == [ann]


def test_everything_of_an_account_can_be_changed_but_its_pseudonym(store: Store) -> None:
    ann = added(store)
    with store.unit() as unit:
        unit.accounts.change(Account(ann.id, "another", None, "", None, 9, 7))
        assert unit.accounts.find(ann.id) == Account(ann.id, "person-1", None, "", None, 5, 7)
        with pytest.raises(Unknown, match="no account 99"):
            unit.accounts.change(replace(ann, id=99))


def test_roles_are_for_the_house_or_for_one_table_and_each_is_had_once(store: Store) -> None:
    ann = added(store)
    roles = [RoleRow(ann.id, "dealer", 1), RoleRow(ann.id, "player"), RoleRow(ann.id, "player", 1)]
    with store.unit() as unit:
        unit.tables.open(GameTable(1, "t1", "pokette", b"{}", b"{}", 1))
        unit.accounts.give(ann.id, [RoleRow(ann.id, "auditor")])
        unit.accounts.give(ann.id, roles)
        assert unit.accounts.roles(ann.id) == roles
        assert unit.accounts.with_role("player") == roles[1:]
        assert unit.accounts.roles(99) == []
    for twice in (roles[0], roles[1]):
        with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
            unit.accounts.give(ann.id, [twice, twice])


def session(account: Account, token: bytes, kind: str = "link", expires_ms: int = 100) -> SessionRow:
    return SessionRow(token, account.id, "csrf", kind, 10, expires_ms)


def test_a_link_is_used_once_and_before_it_runs_out(store: Store) -> None:
    ann = added(store)
    kept = [session(ann, token) for token in (b"first", b"late", b"revoked")]
    with store.unit() as unit:
        for one in kept:
            unit.sessions.keep(one)
        assert unit.sessions.revoke(b"revoked", 11) == 1
        assert unit.sessions.use(b"first", 99) == replace(kept[0], used_ms=99)
        assert unit.sessions.use(b"first", 99) is None
        assert unit.sessions.use(b"late", 100) is None
        assert unit.sessions.use(b"revoked", 12) is None
        assert unit.sessions.find(b"late") == kept[1]
        assert unit.sessions.find(b"unknown") is None


def test_sessions_end_one_by_one_all_at_once_or_with_time(store: Store) -> None:
    ann, bob = added(store), added(store, replace(ANN, pseudonym="person-2", handle="bob"))
    with store.unit() as unit:
        for token, of in (b"a", ann), (b"b", ann), (b"c", ann), (b"d", bob):
            unit.sessions.keep(session(of, token, "cookie", expires_ms=100 if token < b"c" else 200))
        assert unit.sessions.revoke(b"a", 50) == 1
        assert unit.sessions.revoke(b"a", 60) == 0
        assert unit.sessions.revoke_all(ann.id, 70, but=b"b") == 1
        assert [(one.token_hash, one.revoked_ms) for one in unit.sessions.of(ann.id)] == [
            (b"a", 50),
            (b"b", 0),
            (b"c", 70),
        ]
        assert [one.revoked_ms for one in unit.sessions.of(bob.id)] == [0]
        assert unit.sessions.forget(100) == 0
        assert unit.sessions.forget(101) == 2


def test_a_session_is_of_a_known_kind(store: Store) -> None:
    ann = added(store)
    with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
        unit.sessions.keep(session(ann, b"a", "eternal"))


def test_tries_to_sign_in_come_back_the_last_first_and_are_never_changed(store: Store) -> None:
    told = ((1, b"a", "x", "wrong"), (2, b"b", "x", "wrong"), (3, b"b", "y", "locked"))
    tries = [SignIn(*one) for one in told]
    with store.unit() as unit:
        for one in tries:
            unit.sign_ins.note(one)
        assert unit.sign_ins.last() == tries[::-1]
        assert unit.sign_ins.last(1) == tries[2:]
        assert unit.sign_ins.by_address("x", ["wrong"], 9) == tries[1::-1]
        assert unit.sign_ins.by_address("x", ["wrong"], 1) == tries[1:2]
        assert unit.sign_ins.by_handle(b"b", ["wrong"], 9) == tries[1:2]
        assert unit.sign_ins.by_handle(b"b", ["wrong", "locked"], 9) == tries[:0:-1]
    for statement in ("UPDATE sign_in SET outcome = ?", "DELETE FROM sign_in WHERE outcome <> ?"):
        with pytest.raises(DATABASE_ERRORS, match="only added to"), store.unit() as unit:
            unit.sign_ins.on.run(statement, "accepted")


def test_what_was_asked_for_is_answered_once_by_another(store: Store) -> None:
    ann, bob = added(store), added(store, replace(ANN, pseudonym="person-2", handle="bob"))
    with store.unit() as unit:
        first = unit.approvals.ask(Approval(0, ann.id, "meter", "{}", 10))
        second = unit.approvals.ask(Approval(0, bob.id, "link", "{}", 20))
        assert unit.approvals.find(first.id) == first
        assert unit.approvals.waiting() == [first, second]
        assert unit.approvals.waiting(since_ms=11) == [second]
        answered = unit.approvals.answer(first, bob.id, "approved", 30)
        assert (
            unit.approvals.find(first.id) == answered == replace(first, approved_by=bob.id, at_ms=30, state="approved")
        )
        assert unit.approvals.waiting() == [second]
        with pytest.raises(Stale, match=f"request {first.id} has been answered"):
            unit.approvals.answer(first, bob.id, "refused", 31)
    with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
        unit.approvals.answer(second, bob.id, "approved", 40)
