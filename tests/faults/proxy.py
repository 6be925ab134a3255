"""Between processes and their PostgreSQL: connections that are cut about a COMMIT, and notifications that go astray.

It knows as much of the protocol as that takes: messages have a letter and a length, `A` is a notification, and a
statement stands in clear.
"""

import random
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum

PREPARED = re.compile(rb"P.{4}(\w*)\0COMMIT\0", re.DOTALL)  # and the name that is given to it, if any
NOTIFICATION = b"A"
HEAD = 5  # bytes: the letter, and the length of all but the letter
AT_ONCE = 1 << 16


class Cut(StrEnum):
    BEFORE = "before"  # it never comes to the database
    DURING = "during"  # it may or may not have happened
    AFTER = "after"  # it has happened, and nobody is told


class Astray(StrEnum):
    DROPPED = "dropped"
    DOUBLED = "doubled"
    DELAYED = "delayed"


DELAY_S = 0.7


@dataclass
class Proxy:
    """What happens to the next commit, and to each notification."""

    server: Callable[[], str]  # the socket of the database, wherever that is by now
    luck: random.Random
    often: float = 0.0  # of all commits are cut
    how: tuple[Cut, ...] = tuple(Cut)
    astray: tuple[Astray, ...] = ()
    cuts: dict[Cut, int] = field(default_factory=lambda: dict.fromkeys(Cut, 0))
    strayed: dict[Astray, int] = field(default_factory=lambda: dict.fromkeys(Astray, 0))

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.accepting = threading.Thread(target=self._accept, daemon=True)
        self.accepting.start()

    def address(self, database: str) -> str:
        name = database.partition("?")[0].rpartition("/")[2]
        port = self.listening.getsockname()[1]
        return f"postgresql://postgres@127.0.0.1:{port}/{name}?sslmode=disable&gssencmode=disable"

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        self.accepting.join()
        self.listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.server())
            except OSError:  # it is not there at the moment
                server.close()
                client.close()
                continue
            pair = _Pair(self, client, server)
            for work in (pair.asked, pair.answered):
                threading.Thread(target=work, daemon=True).start()

    def cut(self) -> Cut | None:
        """What becomes of a commit."""
        if self.luck.random() >= self.often:
            return None
        cut = self.luck.choice(self.how)
        self.cuts[cut] += 1
        return cut


class _Pair:
    """A connection of a process, and the one that goes on to the database."""

    def __init__(self, proxy: Proxy, client: socket.socket, server: socket.socket) -> None:
        self.proxy, self.client, self.server = proxy, client, server
        self.telling = threading.Lock()
        self.mute = False
        self.commit = b""  # what it is called once it is prepared

    def asked(self) -> None:
        with suppress(OSError):
            while sent := self.client.recv(AT_ONCE):
                cut = self.proxy.cut() if self.commits(sent) else None
                if cut == Cut.BEFORE:
                    break
                self.mute = cut is not None
                self.server.sendall(sent)
                if cut == Cut.DURING:
                    break
                if cut == Cut.AFTER:
                    return  # whoever reads the answer ends it
        self.ended()

    def commits(self, sent: bytes) -> bool:
        """Whether that is a COMMIT: in clear, or by the name under which it was prepared before."""
        if (found := PREPARED.search(sent)) and found[1]:
            self.commit = b"\0" + found[1] + b"\0"
            return False
        return found is not None or (self.commit != b"" and self.commit in sent)

    def answered(self) -> None:
        rest = b""
        with suppress(OSError):
            while got := self.server.recv(AT_ONCE):
                if self.mute:
                    break
                *messages, rest = _messages(rest + got)
                for message in messages:
                    self.told(message)
        self.ended()

    def told(self, message: bytes) -> None:
        """Pass a message on; a notification may go astray."""
        astray = self.proxy.astray if message[:1] == NOTIFICATION else ()
        if not astray:
            self.pass_on(message)
            return
        how = self.proxy.luck.choice(astray)
        self.proxy.strayed[how] += 1
        if how == Astray.DOUBLED:
            self.pass_on(message + message)
        elif how == Astray.DELAYED:
            threading.Timer(DELAY_S * self.proxy.luck.random(), self.pass_on, [message]).start()

    def pass_on(self, message: bytes) -> None:
        with suppress(OSError), self.telling:
            self.client.sendall(message)

    def ended(self) -> None:
        for one in (self.client, self.server):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


def _messages(read: bytes) -> Iterator[bytes]:
    """Whole messages, and what there is of the next."""
    while len(read) >= HEAD:
        size = 1 + int.from_bytes(read[1:HEAD])
        if len(read) < size:
            break
        yield read[:size]
        read = read[size:]
    yield read


@contextmanager
def proxy(server: Callable[[], str], luck: random.Random) -> Iterator[Proxy]:
    """For as long as this lasts."""
    between = Proxy(server, luck)
    try:
        yield between
    finally:
        between.close()
