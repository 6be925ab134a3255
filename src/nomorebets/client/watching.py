"""A table as it goes on, over a socket."""

from collections.abc import Iterator
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from nomorebets.service.seeing import TableView
from nomorebets.service.socket import DoneMessage, Hello, Refused


class Changed(Struct, frozen=True, tag="change", rename={"start": "from"}):
    """What came after the version before `from`, and the table after it."""

    start: int
    version: int
    entries: tuple[dict[str, Any], ...]
    table: TableView


Message = Hello | Changed | DoneMessage | Refused


class Watch:
    """A socket at a table; messages come one after the other, until it is closed."""

    def __init__(self, url: str, token: str, table: str, since: int | None) -> None:
        query = "" if since is None else "?" + urlencode({"since": since})
        address = f"{url.replace('http', 'ws', 1)}/v1/tables/{quote(table)}/socket{query}"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.connecting = connect(address, additional_headers=headers, compression=None, max_size=None)

    def __enter__(self) -> "Watch":
        self.socket = self.connecting.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connecting.__exit__(kind, error, trace)

    def __iter__(self) -> Iterator[Message]:
        while True:
            try:
                yield self.next()
            except ConnectionClosed:
                return

    def next(self, timeout: float | None = None) -> Message:
        """The next message; a timeout, if none comes before it."""
        message: Message = msgspec.json.decode(self.socket.recv(timeout), type=Message)
        return message

    def say(self, message: Struct) -> None:
        """Send what `nomorebets.service.socket` knows how to hear."""
        self.socket.send(msgspec.json.encode(message).decode())
