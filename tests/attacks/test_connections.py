"""Connections: whoever opens many, says nothing on them or reads nothing leaves room for others."""

import contextlib
import socket
import threading
import time
from pathlib import Path

import pytest

from nomorebets.service import connections
from tests.attacks.test_load import answered, play_goes_on, post
from tests.open_house import HERE, OpenHouse, open_house

SECONDS = 20
FEW = 40


def raw(house: OpenHouse) -> socket.socket:
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.settimeout(SECONDS)
    one.connect((HERE, house.port))
    return one


def is_closed(one: socket.socket) -> bool:
    with contextlib.suppress(TimeoutError):
        return answered(one) == b""
    return False


def test_one_address_does_not_take_all_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand that said nothing kept everybody else out, and filled the log."""
    monkeypatch.setattr("nomorebets.service.serve.places", lambda: FEW)
    with open_house(tmp_path / "data") as house:
        opened = [raw(house) for _ in range(3 * FEW)]
        closed = [one for one in opened[FEW:] if is_closed(one)]
        assert len(closed) == 2 * FEW
        for one in opened:
            one.close()
        threading.Event().wait(2)
        play_goes_on(house)


@pytest.mark.parametrize("said", [False, True])
def test_whoever_says_nothing_or_half_of_it_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, said: bool
) -> None:
    monkeypatch.setattr(connections, "WHOLE_WITHIN_S", 0.5)
    with open_house(tmp_path / "data") as house, raw(house) as silent:
        if said:
            silent.sendall(post(house, "Content-Length: 100") + b"{")
        assert is_closed(silent)
        play_goes_on(house)


def socket_at(house: OpenHouse) -> socket.socket:
    one = raw(house)
    one.sendall(
        f"GET /v1/tables/{house.table('pokette')}/socket HTTP/1.1\r\nHost: {house.host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert one.recv(12).startswith(b"HTTP/1.1 101")
    return one


def send_for_ever(one: socket.socket, what: bytes) -> None:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        one.sendall(what)


@pytest.mark.parametrize(("bound", "value"), [("MOST_UNREAD", 4 << 20), ("STUCK_S", 1.0)])
def test_answers_to_pings_that_nobody_reads_are_not_kept_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, value: float
) -> None:
    """One socket took half a gigabyte in forty seconds, and held it for as long as it was open."""
    monkeypatch.setattr(connections, bound, value)
    ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
    with open_house(tmp_path / "data") as house, socket_at(house) as one:
        with pytest.raises(ConnectionError):
            send_for_ever(one, ping * 400)
        play_goes_on(house)


def test_there_is_room_for_what_the_house_itself_opens() -> None:
    assert 2 <= connections.places() <= connections.MOST
    assert connections.FILES_OF_THE_HOUSE >= 2 * connections.AT_THE_DOOR
