"""The line between a browser and a house, which can be cut, mended, or dropped for a moment."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HERE = "127.0.0.1"
AT_ONCE = 64 * 1024


class Line:
    """Passes on whatever comes, for as long as it is whole."""

    def __init__(self) -> None:
        self.listening = socket.create_server((HERE, 0))
        self.port: int = self.listening.getsockname()[1]
        self.house = 0  # the port behind it
        self.whole = True
        self.cuts = 0
        self.open: set[socket.socket] = set()
        self.guard = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{HERE}:{self.port}"

    def cut(self) -> None:
        self.whole = False
        self.cuts += 1
        self.drop()

    def mend(self) -> None:
        self.whole = True

    def drop(self) -> None:
        """End every connection there is."""
        with self.guard:
            for one in self.open:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self.listening.accept()
                threading.Thread(target=self._pass_on, args=(browser,), daemon=True).start()

    def _pass_on(self, browser: socket.socket) -> None:
        with browser, suppress(OSError):
            known = self.cuts
            if not self.whole:
                return
            with socket.create_connection((HERE, self.house)) as house:
                with self.guard:
                    self.open |= {browser, house}
                if self.cuts != known:  # it was cut since
                    return
                back = threading.Thread(target=_copy, args=(house, browser), daemon=True)
                back.start()
                _copy(browser, house)
                back.join()
                with self.guard:
                    self.open -= {browser, house}


def _copy(source: socket.socket, to: socket.socket) -> None:
    with suppress(OSError):
        while sent := source.recv(AT_ONCE):
            to.sendall(sent)
    for one in (source, to):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def a_line() -> Iterator[Line]:
    line = Line()
    try:
        yield line
    finally:
        line.cut()
        line.listening.close()
