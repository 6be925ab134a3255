"""Passwords, kept as Argon2id hashes; each takes memory and time, so that only two are worked on at once.

Who has no password is checked against a hash that no password has: it takes as long, and tells no more.
"""

import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from nomorebets.errors import BadInput
from nomorebets.service.people.accounts import Draw
from nomorebets.service.problems import TooMany

KIB, PASSES, LANES = 19 * 1024, 2, 1
SALT_BYTES, HASH_BYTES = 16, 32
THREADS = 2
MOST_WAITING = 32
RETRY_S = 2
SHORTEST, LONGEST = 8, 256

T = TypeVar("T")


class Passwords:
    """Where passwords are hashed."""

    def __init__(self, draw: Draw, most_waiting: int = MOST_WAITING) -> None:
        self.draw, self.most_waiting = draw, most_waiting
        self.hasher = PasswordHasher(PASSES, KIB, LANES, HASH_BYTES, SALT_BYTES)
        self.nobody = (
            f"$argon2id$v=19$m={KIB},t={PASSES},p={LANES}${_plain(draw(SALT_BYTES))}${_plain(draw(HASH_BYTES))}"
        )
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords")
        self.guard = threading.Lock()
        self.waiting = 0

    def hashed(self, password: str) -> "Future[str]":
        """A new password as it is kept."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise BadInput(f"a password has {SHORTEST} to {LONGEST} letters")
        return self._later(lambda: self.hasher.hash(_as_typed(password), salt=self.draw(SALT_BYTES)))

    def fits(self, kept: str | None, password: str) -> "Future[bool]":
        """Whether it is the password that was kept; of nobody's it is not, after the same time."""
        return self._later(lambda: self._fits(kept or self.nobody, password[: LONGEST + 1]) and kept is not None)

    def _fits(self, kept: str, password: str) -> bool:
        try:
            return self.hasher.verify(kept, _as_typed(password))
        except (VerificationError, InvalidHashError):
            return False

    def _later(self, work: Callable[[], T]) -> "Future[T]":
        with self.guard:
            if self.waiting >= self.most_waiting:
                raise TooMany("too many people are signing in at this moment", RETRY_S)
            self.waiting += 1
        future = self.pool.submit(work)
        future.add_done_callback(self._done)
        return future

    def _done(self, _future: "Future[T]") -> None:
        with self.guard:
            self.waiting -= 1

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


def _as_typed(password: str) -> bytes:
    """The same bytes from every keyboard."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _plain(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")
