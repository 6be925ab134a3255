"""Sessions: opened, found by their token alone, ended; and nobody told why they were not signed in."""

import asyncio
import os
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from nomorebets.service.people import accounts
from nomorebets.service.people.limits import ACCEPTED, LOCKED, WRONG, Lockout, Rate
from nomorebets.service.people.passwords import Passwords
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import (
    LIVES_MS,
    NOT_SIGNED_IN,
    Kind,
    Limits,
    Opened,
    SigningIn,
    Who,
    end_session,
    exchange,
    has_csrf,
    hash_of,
    open_session,
    own_sessions,
    sign_out,
    who_has,
)
from nomorebets.service.problems import NotSignedIn, TooMany
from tests.unit.service.people.crowd import Crowd

WORD = "correct horse battery staple"
OFTEN = Limits(account=Rate(100, 6_000), address=Rate(100, 6_000))  # so that only failures count


def opened(crowd: Crowd, account: int, kind: Kind = Kind.COOKIE) -> Opened:
    with crowd.store.unit() as unit:
        return open_session(unit, account, kind, crowd.now, crowd.draw)


def found(crowd: Crowd, token: str) -> Who | None:
    with crowd.store.reading() as unit:
        return who_has(unit, token, crowd.now)


@pytest.mark.parametrize("kind", [Kind.COOKIE, Kind.BEARER])
def test_a_token_says_who_somebody_is_until_it_runs_out(crowd: Crowd, kind: Kind) -> None:
    ann = crowd.add("ann", HouseRole.DEALER, Given(HouseRole.FLOOR, 1))
    told = opened(crowd, ann.id, kind)
    roles = (Given(HouseRole.DEALER), Given(HouseRole.FLOOR, 1))
    end = crowd.now + LIVES_MS[kind]
    assert (told.account, told.kind, told.expires_ms) == (ann.id, kind, end)
    assert found(crowd, told.token) == Who(ann.id, ann.pseudonym, roles, kind, told.csrf, hash_of(told.token), end)
    crowd.now = end - 1
    assert found(crowd, told.token) is not None
    crowd.now = end
    assert found(crowd, told.token) is None


def test_a_token_has_256_bits_and_is_kept_nowhere(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    told = opened(crowd, ann.id)
    assert len(bytes.fromhex(told.token)) == 32
    with crowd.store.reading() as unit:
        kept = repr(unit.sessions.on.all("SELECT * FROM session"))
        assert told.token not in kept
        assert repr(bytes.fromhex(told.token)) not in kept
        assert hash_of(told.token).hex() not in (told.token, told.csrf)
    assert opened(crowd, ann.id).token != told.token


@pytest.mark.parametrize("token", ["", "unknown", "\ud800"])
def test_what_is_no_token_is_nobody_s(crowd: Crowd, token: str) -> None:
    assert found(crowd, token) is None


def test_a_closed_account_s_token_is_nobody_s(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    told = opened(crowd, ann.id)
    with crowd.store.unit() as unit:
        unit.accounts.change(replace(ann, closed_ms=1))
    assert found(crowd, told.token) is None


def test_a_request_shows_the_csrf_token_of_its_own_session(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    one, other = crowd.signed_in(ann), crowd.signed_in(ann)
    assert has_csrf(one, one.csrf)
    assert not has_csrf(one, other.csrf)
    assert not has_csrf(one, "")
    assert not has_csrf(one, "é")


# --- Links ------------------------------------------------------------------------------------------------------------


def exchanged(crowd: Crowd, token: str) -> Opened:
    with crowd.store.unit() as unit:
        return exchange(unit, token, Kind.COOKIE, crowd.now, crowd.draw)


def test_a_link_is_exchanged_for_a_session_once(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    link = opened(crowd, ann.id, Kind.LINK)
    assert found(crowd, link.token) is None, "a link is no session"
    session = exchanged(crowd, link.token)
    who = found(crowd, session.token)
    assert who is not None
    assert who.account == ann.id
    with pytest.raises(NotSignedIn, match="this link signs nobody in"):
        exchanged(crowd, link.token)


def test_a_link_runs_out(crowd: Crowd) -> None:
    link = opened(crowd, crowd.add("ann").id, Kind.LINK)
    crowd.now += LIVES_MS[Kind.LINK]
    with pytest.raises(NotSignedIn):
        exchanged(crowd, link.token)


def test_a_session_is_no_link(crowd: Crowd) -> None:
    session = opened(crowd, crowd.add("ann").id)
    for token in (session.token, "unknown"):
        with pytest.raises(NotSignedIn):
            exchanged(crowd, token)


def test_a_link_of_a_closed_account_is_nobody_s(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    link = opened(crowd, ann.id, Kind.LINK)
    with crowd.store.unit() as unit:
        unit.accounts.change(replace(ann, closed_ms=1))
    with pytest.raises(NotSignedIn):
        exchanged(crowd, link.token)


# --- One's own --------------------------------------------------------------------------------------------------------


def test_people_see_their_own_sessions_and_end_them(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    here, there = crowd.signed_in(ann), crowd.signed_in(ann, Kind.BEARER)
    other = crowd.signed_in(crowd.add("bob"))
    with crowd.store.unit() as unit:
        listed = {one.kind: one for one in own_sessions(unit, here, crowd.now)}
        assert {kind: one.current for kind, one in listed.items()} == {Kind.COOKIE: True, Kind.BEARER: False}
        assert not end_session(unit, other, listed[Kind.BEARER].id, crowd.now), "somebody else's is not there"
        assert end_session(unit, here, listed[Kind.BEARER].id, crowd.now)
        assert not end_session(unit, here, listed[Kind.BEARER].id, crowd.now)
        assert [one.kind for one in own_sessions(unit, here, crowd.now)] == [Kind.COOKIE]
        row = unit.sessions.find(there.session)
        assert row is not None
        assert row.revoked_ms == crowd.now
        sign_out(unit, here, crowd.now)
        assert own_sessions(unit, here, crowd.now) == []
        assert len(own_sessions(unit, other, crowd.now)) == 1


def test_a_session_that_was_ended_is_nobody_s(crowd: Crowd) -> None:
    told = opened(crowd, crowd.add("ann").id)
    who = found(crowd, told.token)
    assert who is not None
    with crowd.store.unit() as unit:
        sign_out(unit, who, crowd.now)
    assert found(crowd, told.token) is None


# --- Signing in -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def passwords() -> Iterator[Passwords]:
    made = Passwords(os.urandom)
    yield made
    made.close()


class Door:
    """Where Ann signs in."""

    def __init__(self, crowd: Crowd, passwords: Passwords, limits: Limits = OFTEN) -> None:
        self.crowd = crowd
        self.ann = crowd.add("ann", HouseRole.PLAYER, password=passwords.hashed(WORD).result())
        self.signing_in = SigningIn(crowd.store, passwords, crowd.clock, crowd.draw, b"pepper", limits)

    def sign_in(self, handle: str = "ann", password: str = WORD, address: str = "192.0.2.1") -> Opened:
        return asyncio.run(self.signing_in.sign_in(handle, password, address))

    def fails(self, handle: str = "ann", password: str = "wrong", address: str = "192.0.2.1") -> None:
        with pytest.raises(NotSignedIn) as told:
            self.sign_in(handle, password, address)
        assert told.value.sentence == NOT_SIGNED_IN

    def outcomes(self) -> list[str]:
        with self.crowd.store.reading() as unit:
            return [one.outcome for one in unit.sign_ins.last()][::-1]


@pytest.fixture
def door(crowd: Crowd, passwords: Passwords) -> Door:
    return Door(crowd, passwords)


def test_whoever_has_the_password_is_signed_in(door: Door) -> None:
    told = door.sign_in("ANN ")
    who = found(door.crowd, told.token)
    assert who is not None
    assert (who.account, who.kind) == (door.ann.id, Kind.COOKIE)
    assert door.outcomes() == [ACCEPTED]


def test_every_failure_is_told_in_the_same_words(door: Door) -> None:
    closed, without = door.crowd.add("closed", password=door.ann.password), door.crowd.add("without")
    with door.crowd.store.unit() as unit:
        accounts.close(unit, closed, "house", 1)
    door.fails()
    door.fails("nobody", WORD)
    door.fails("no handle at all \ud800", WORD)
    door.fails("closed", WORD)
    door.fails(without.handle or "", WORD)
    for _ in range(3):
        door.fails()
    door.fails(password=WORD)  # locked by now
    assert door.outcomes() == [*[WRONG] * 7, LOCKED, LOCKED]


class Counting(Passwords):
    """Tells which hashes were verified: the costs of each."""

    def __init__(self) -> None:
        super().__init__(os.urandom)
        self.verified: list[str] = []

    def _fits(self, kept: str, password: str) -> bool:
        self.verified.append(kept.rsplit("$", 2)[0])
        return super()._fits(kept, password)


def test_every_failure_takes_the_same_work(crowd: Crowd) -> None:
    """Each verifies one hash of the same cost, whether there is an account, a password, a lock or none of them."""
    passwords = Counting()
    door = Door(crowd, passwords)
    for _ in range(5):
        door.fails()
    door.fails("nobody", WORD)
    door.fails("\x00", WORD)
    assert passwords.verified == ["$argon2id$v=19$m=19456,t=2,p=1"] * 7
    passwords.close()


def test_three_failures_in_a_row_lock_an_account_for_a_growing_time(door: Door) -> None:
    for _ in range(2):
        door.fails()
    door.sign_in()
    for _ in range(3):  # two before do not count any longer
        door.fails()
    door.fails(password=WORD)
    door.crowd.now += 30_000
    door.fails()  # the fourth: twice as long
    door.crowd.now += 59_999
    door.fails(password=WORD)
    door.crowd.now += 1
    door.sign_in()
    door.fails()
    door.sign_in()


def test_a_locked_account_is_locked_from_everywhere_and_no_other_is(door: Door) -> None:
    door.crowd.add("bob", password=door.ann.password)
    for number in range(3):
        door.fails(address=f"192.0.2.{number}")
    door.fails(password=WORD, address="198.51.100.1")
    door.sign_in("bob")


def test_tries_while_it_is_locked_neither_unlock_nor_lock_for_longer(door: Door) -> None:
    for _ in range(3):
        door.fails()
    for _ in range(12):
        door.fails()
    door.fails(password=WORD)
    door.crowd.now += 30_000
    door.sign_in()


def test_an_address_from_which_many_fail_is_locked_for_all_accounts(crowd: Crowd, passwords: Passwords) -> None:
    door = Door(crowd, passwords, replace(OFTEN, address_lockout=Lockout(failures=4)))
    for number in range(3):
        door.fails(f"nobody{number}", address="2001:db8::1")
    door.sign_in(address="2001:db8::2")  # which does not make the failures undone
    door.fails("nobody9", address="2001:db8::3")
    door.fails(password=WORD, address="2001:db8::4")
    door.sign_in(address="192.0.2.9")
    door.crowd.now += OFTEN.address_window_ms
    door.sign_in(address="2001:db8::4")


def test_who_asks_too_often_is_refused_before_anything_is_hashed(crowd: Crowd, passwords: Passwords) -> None:
    door = Door(crowd, passwords, Limits(account=Rate(2, 1), address=Rate(3, 1)))
    door.sign_in()
    door.sign_in()
    with pytest.raises(TooMany):
        door.sign_in()
    with pytest.raises(TooMany):
        door.sign_in("nobody")
    assert door.outcomes() == [ACCEPTED, ACCEPTED]


def test_a_password_that_was_changed_while_it_was_checked_signs_nobody_in(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = door.signing_in._known
    stale = known("ann")
    monkeypatch.setattr(door.signing_in, "_known", lambda _handle: stale)
    with door.crowd.store.unit() as unit:
        accounts.set_password(unit, door.ann, "another hash", 1)
    door.fails(password=WORD)


def test_what_was_typed_is_not_kept(door: Door) -> None:
    door.fails(handle="my secret typed into the wrong field")
    with door.crowd.store.reading() as unit:
        kept = unit.sign_ins.last()
    assert b"secret" not in kept[0].handle
    assert len(kept[0].handle) == 32
    other = SigningIn(door.crowd.store, door.signing_in.passwords, door.crowd.clock, door.crowd.draw, b"another", OFTEN)
    assert other.digest("ann") != door.signing_in.digest("ann"), "it takes the key to guess at one"
