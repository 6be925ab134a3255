"""Passwords as they are kept, and that nobody learns by time or words whether there is an account."""

import os
import threading
from collections.abc import Iterator

import pytest
from argon2 import extract_parameters
from argon2.low_level import Type

from nomorebets.errors import BadInput
from nomorebets.service.people.passwords import THREADS, Passwords
from nomorebets.service.problems import TooMany

WORD = "correct horse battery staple"


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    made = Passwords(os.urandom)
    yield made
    made.close()


def test_a_password_fits_its_own_hash_and_no_other(passwords: Passwords) -> None:
    kept, again = passwords.hashed(WORD).result(), passwords.hashed(WORD).result()
    assert kept != again, "each has a salt of its own"
    assert passwords.fits(kept, WORD).result()
    assert not passwords.fits(kept, WORD + " ").result()
    assert WORD not in kept


def test_a_hash_takes_what_it_should(passwords: Passwords) -> None:
    found = extract_parameters(passwords.hashed(WORD).result())
    assert (found.type, found.memory_cost, found.time_cost, found.parallelism) == (Type.ID, 19 * 1024, 2, 1)


def test_who_is_nobody_takes_the_same_work_and_has_no_password(passwords: Passwords) -> None:
    assert extract_parameters(passwords.nobody) == extract_parameters(passwords.hashed(WORD).result())
    assert not passwords.fits(None, WORD).result()
    passwords.nobody = passwords.hashed(WORD).result()
    assert not passwords.fits(None, WORD).result(), "not even with the password of the hash that nobody has"


@pytest.mark.parametrize("kept", ["", "not a hash", "$argon2id$v=19$m=19456,t=2,p=1$short"])
def test_what_is_not_a_hash_fits_nothing(passwords: Passwords, kept: str) -> None:
    assert not passwords.fits(kept, WORD).result()


@pytest.mark.parametrize("password", ["", "seven77", "x" * 257])
def test_a_password_has_a_length(passwords: Passwords, password: str) -> None:
    with pytest.raises(BadInput, match="a password has 8 to 256 letters"):
        passwords.hashed(password)


def test_a_longer_text_is_not_the_password_that_it_begins_with(passwords: Passwords) -> None:
    kept = passwords.hashed("x" * 256).result()
    assert passwords.fits(kept, "x" * 256).result()
    assert not passwords.fits(kept, "x" * 257).result()
    assert not passwords.fits(kept, "x" * 100_000).result()


def test_the_same_letters_from_another_keyboard_are_the_same_password(passwords: Passwords) -> None:
    kept = passwords.hashed("caf\u00e9 au lait").result()
    assert passwords.fits(kept, "cafe\u0301 au lait").result()
    assert not passwords.fits(kept, "\ud800 au lait").result()


def test_no_more_than_two_are_worked_on_and_no_more_wait_than_may() -> None:
    passwords = Passwords(os.urandom, most_waiting=3)
    begun, go_on = threading.Semaphore(0), threading.Event()
    most, now, guard = 0, 0, threading.Lock()

    def slow(_size: int) -> bytes:
        """Chance that comes when it is told to: while a salt is drawn, the password is being worked on."""
        nonlocal most, now
        with guard:
            now += 1
            most = max(most, now)
        begun.release()
        go_on.wait()
        with guard:
            now -= 1
        return bytes(16)

    passwords.draw = slow
    working = [passwords.hashed(WORD) for _ in range(3)]
    for _ in range(THREADS):
        begun.acquire()
    with pytest.raises(TooMany, match="too many people are signing in"):
        passwords.fits(None, WORD)
    go_on.set()
    assert len({one.result() for one in working}) == 1
    assert most == THREADS
    assert not passwords.fits(None, WORD).result(), "there is room again"
    passwords.close()
