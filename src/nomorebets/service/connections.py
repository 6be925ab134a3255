"""Connections: how many there are, for how long one may say nothing, and how much may lie there that nobody reads.

A connection costs the house a file and some memory, whoever opens it, before anything is asked for.  So nobody has so
many of them that others get none.  Behind a proxy all of them are the proxy's, which looks after its own.
"""

import resource
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from nomorebets.service.people.limits import counted_as

LARGEST_HEAD = 512 * 1024  # bytes; more than is ever read at once
LARGEST_BODY = 1 << 40
WHOLE_WITHIN_S = 30.0  # a request has come, from its first byte or from when somebody connected
STUCK_S = 60.0  # for which what lies there may not become less
UNREAD = 1 << 16  # bytes that may lie there as long as the connection lasts
MOST_UNREAD = 256 << 20  # bytes of all connections together
MOST = 10_000  # connections; from one address half as many
AT_THE_DOOR = 256  # that wait to be let in
FILES_OF_THE_HOUSE = 512  # of its store, its commands, and of those at the door

_counted_as = lru_cache(MOST)(counted_as)


class Connections:
    """All that are open, as they are looked at from time to time."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()  # by address
        self.unread: dict[Any, tuple[int, float]] = {}  # how much lies there, and since when that is no less

    def has_place(self, connection: Any, now_open: int) -> bool:
        """Whether there is a place for one more."""
        address = _address(connection)
        self.taken[address] += 1
        return now_open <= self.most and self.taken[address] <= self.most // 2

    def look(self, every: Iterable[Any], now: float) -> None:
        """Close what nobody goes on with; if all that nobody reads is too much, what is most of it first."""
        found = [*every]
        self.taken = Counter(map(_address, found))
        for one in found:
            if isinstance(one, Bounded) and one.begun and now - one.begun > WHOLE_WITHIN_S:
                one.transport.abort()
        lying = {one: size for one in found if (size := one.transport.get_write_buffer_size()) > UNREAD}
        self.unread = {one: self._since(one, size, now) for one, size in lying.items()}
        together = sum(lying.values())
        for one in sorted(lying, key=lying.__getitem__, reverse=True):
            if together > MOST_UNREAD or now - self.unread[one][1] > STUCK_S:
                one.transport.abort()
                together -= lying[one]

    def _since(self, one: Any, size: int, now: float) -> tuple[int, float]:
        known = self.unread.get(one)
        return (size, now) if known is None or size < known[0] else known


def _address(connection: Any) -> str:
    return _counted_as(connection.client[0]) if connection.client else ""


class Together:
    """A way out on which the head of an answer waits for the first of its body: one packet instead of two.

    The rest goes out directly, and nothing is left in a circle that had to be looked for.
    """

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self.cycle, self.out = cycle, cycle.transport
        self.head = b""  # that waits

    def write(self, data: bytes) -> None:
        if self.cycle.response_started and not self.head:
            self.head = data
        else:
            self.out.write(self._with_head(data))

    def _with_head(self, data: bytes) -> bytes:
        if not self.head:  # what comes before an answer is not its head
            return data
        self.cycle.transport = self.out
        return self.head + data

    def is_closing(self) -> bool:
        return self.out.is_closing()

    def close(self) -> None:
        if self.head:
            self.out.write(self._with_head(b""))
        self.out.close()


class Bounded(HttpToolsProtocol):
    """Requests as httptools reads them, but none whose headers have no end, and none that never comes."""

    among: Connections
    heads = 0  # bytes that have come since the last request was whole
    begun = 0.0  # since when one is not

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.begun = self.loop.time()
        if not self.among.has_place(self, len(self.connections)):
            transport.abort()

    def data_received(self, data: bytes) -> None:
        self.begun = self.begun or self.loop.time()
        self.heads += len(data)
        if self.heads > LARGEST_HEAD:
            self.transport.abort()
            return
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self.heads = -LARGEST_BODY  # which the gates look after
        super().on_headers_complete()
        cycle = self.cycle
        if cycle and cycle.transport is self.transport and cycle.scope["method"] != "HEAD":  # which has no body
            cycle.transport = Together(cycle)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        self.heads, self.begun = 0, 0.0
        super().on_message_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Who has not even read the last answer does not keep the connection by that."""
        self.transport.abort()


def bounded(connections: Connections) -> type[Bounded]:
    """How requests are read by a server with these connections."""

    class Among(Bounded):
        among = connections

    return Among


def places() -> int:
    """How many connections there may be; the house opens as many files as the system lets it, if it needs them."""
    own, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + FILES_OF_THE_HOUSE
    if own < wanted:
        own = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (own, most))
    return max(2, min(MOST, own - FILES_OF_THE_HOUSE))
