"""How often somebody may ask: token buckets in bounded memory, and how long nobody signs in after failures."""

import ipaddress
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from nomorebets.service.problems import TooMany
from nomorebets.store.rows import SignIn

MINUTE_MS = 60_000
MOST_KEPT = 10_000
RETRY_S = 10


class Rate(Struct, frozen=True):
    """So many at once, and so many a minute in the long run."""

    at_once: int
    a_minute: int

    @property
    def every_ms(self) -> int:
        return -(-MINUTE_MS // self.a_minute)


class Buckets:
    """A bucket of tokens for each who asks; of a full one nothing is kept, and of the others no more than so many.

    What is kept is the hour at which the bucket will be full again.  If there is no room, whoever has asked for nothing
    for the longest time is forgotten.
    """

    def __init__(self, rate: Rate, most: int = MOST_KEPT) -> None:
        self.rate, self.most = rate, most
        self.full_at: OrderedDict[str, int] = OrderedDict()
        self.guard = threading.Lock()

    def take(self, who: str, now_ms: int) -> None:
        """One token, or a refusal that says when there will be one."""
        with self.guard:
            full_at = max(self.full_at.get(who, 0), now_ms)
            wait = full_at - now_ms - self.rate.every_ms * (self.rate.at_once - 1)
            if wait > 0:
                raise TooMany("this was asked for too often; wait a little", -(-wait // 1000))
            self.full_at[who] = full_at + self.rate.every_ms
            self.full_at.move_to_end(who)
            if len(self.full_at) > self.most:
                self._make_room(now_ms)

    def _make_room(self, now_ms: int) -> None:
        for who in [who for who, full_at in self.full_at.items() if full_at <= now_ms]:
            del self.full_at[who]
        while len(self.full_at) > self.most:
            self.full_at.popitem(last=False)


class Places:
    """So many places for each who comes, each held for a while."""

    def __init__(self, most: int, of: str) -> None:
        self.most, self.of = most, of
        self.held: Counter[str] = Counter()

    @contextmanager
    def held_by(self, who: str) -> Iterator[None]:
        """One of them, or a refusal; used in the event loop alone."""
        if self.held[who] >= self.most:
            raise TooMany(f"nobody has more than {self.most} {self.of} at once", RETRY_S)
        self.held[who] += 1
        try:
            yield
        finally:
            self.held[who] -= 1
            if not self.held[who]:
                del self.held[who]


def counted_as(address: str) -> str:
    """Under which address somebody is counted: who has one of IPv6 has a whole network of them.

    >>> counted_as("2001:db8:1:2:3:4:5:6"), counted_as("::ffff:192.0.2.7"), counted_as("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ipaddress.ip_network((int(parsed), 64), strict=False))
        return str(parsed.ipv4_mapped)
    return str(parsed)


# --- Locked after failures --------------------------------------------------------------------------------------------

ACCEPTED, WRONG, LOCKED = "accepted", "wrong", "locked"  # how a try to sign in ends


class Lockout(Struct, frozen=True):
    """After so many failures nobody signs in for a time, which doubles with every further one up to a longest."""

    failures: int
    first_ms: int = 30_000
    longest_ms: int = 15 * MINUTE_MS

    @property
    def most_looked_at(self) -> int:
        """Further failures lock for no longer."""
        return self.failures + (self.longest_ms // self.first_ms).bit_length()

    def until(self, failed: Sequence[SignIn]) -> int:
        """The hour until which failures, the last one first, lock."""
        if len(failed) < self.failures:
            return 0
        return failed[0].at_ms + min(self.longest_ms, self.first_ms << (len(failed) - self.failures))


def in_a_row(tries: Sequence[SignIn]) -> list[SignIn]:
    """The failures since the last time that somebody was accepted."""
    accepted = next((place for place, one in enumerate(tries) if one.outcome == ACCEPTED), len(tries))
    return [*tries[:accepted]]
