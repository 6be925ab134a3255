"""How texts are told to sockets: as they are written, without being looked at once more on the way.

A table tells all who look on of all that happens, so that what one message costs is paid many times.
"""

from collections.abc import Awaitable, Callable
from struct import pack

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

TELL = "tell"  # under which the rest of the service finds how a socket is told a text, in `scope["state"]`
TEXT = 0x81  # a text that is whole in one frame
TWO_BYTES, EIGHT_BYTES = 126, 127  # in which the size follows

Tell = Callable[[bytes], Awaitable[None]]


class Framed(WebSocketsSansIOProtocol):
    """A socket as uvicorn keeps it, which can be told what is written already."""

    async def run_asgi(self) -> None:
        self.scope["state"][TELL] = self.tell
        await super().run_asgi()

    async def tell(self, text: bytes) -> None:
        """Send a text; who reads slowly is waited for."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.transport.is_closing() or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(framed(text))


def framed(text: bytes) -> bytes:
    """A text as a server sends it (RFC 6455, 5.2).

    >>> framed(b"{}"), len(framed(bytes(126))), len(framed(bytes(1 << 16)))
    (b'\\x81\\x02{}', 130, 65546)
    """
    size = len(text)
    if size < TWO_BYTES:
        return pack("!BB", TEXT, size) + text
    if size < 1 << 16:
        return pack("!BBH", TEXT, TWO_BYTES, size) + text
    return pack("!BBQ", TEXT, EIGHT_BYTES, size) + text
