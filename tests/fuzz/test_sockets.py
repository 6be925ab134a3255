"""Whatever is said to a socket, it is answered or closed: nothing fails in the house, and the others are still told."""

import json
import random
import string
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from nomorebets.service.people.roles import HouseRole
from tests.open_house import OpenHouse, Person

SECONDS = 20.0
ODD: tuple[Any, ...] = (
    -1, 0, 1, 2, 7, 100, 101, 10**12, 10**12 + 1, 2**63, 2**64, -(2**63), 10**400, 1.5, 1e308, True, None, "", "1",
    "\0", "\x7f", "é" * 50, "x" * 100, "x" * 101, "\u202e", [], {}, [1], [2**70], {"type": "Sit"}, "ante", "fold",
)  # fmt: skip
KINDS = (
    "Open",
    "Sit",
    "Leave",
    "Bet",
    "Coupon",
    "Withdraw",
    "Decision",
    "Step",
    "Shuffle",
    "Cut",
    "Commit",
    "Shake",
    "DrawNumber",
    "SelectStack",
    "Spin",
    "NoMoreBets",
    "Deal",
    "CountStub",
    "Reveal",
    "Irregularity",
    "RevealSeed",
    "Nothing",
)
FIELDS = (
    "seat",
    "player",
    "chips",
    "wager",
    "amount",
    "cash",
    "on",
    "do",
    "cards",
    "hand",
    "step",
    "deck",
    "note",
    "count",
    "found",
    "stack",
    "commitment",
    "circles",
    "dice",
    "times",
    "number",
    "section",
    "misdealt",
    "kind",
    "card",
    "seed",
    "game",
    "submission",
    "meters",
    "drawn",
    "automatic",
    "nothing",
)


def text(luck: random.Random) -> str:
    """Anything at all."""
    return "".join(luck.choices(string.printable + '{}[]":,\\u0000é\U0001f0a1', k=luck.randint(0, 200)))


def message(luck: random.Random) -> str | bytes:
    """What might be said, with something odd in it."""
    match luck.randrange(10):
        case 0:
            return text(luck)
        case 1:
            return "[" * luck.choice((10, 2000, 15000))
        case 2:
            return json.dumps({"type": "since", "version": luck.choice(ODD)})
        case 3:
            return json.dumps({"type": "ready", "id": luck.choice(ODD), "seat": luck.choice(ODD)})
        case 4:
            whole = json.dumps({"type": "act", "id": "a", "action": {"type": "Sit", "seat": 1}})
            return whole[: luck.randrange(len(whole))]
        case _:
            action = {"type": luck.choice(KINDS)}
            action |= {name: luck.choice(ODD) for name in luck.sample(FIELDS, luck.randint(0, 4))}
            more = {name: luck.choice(ODD) for name in ("round", "expected") if luck.random() < 0.2}
            name = luck.choice(ODD) if luck.random() < 0.3 else f"{luck.random()}"
            return json.dumps({"type": "act", "id": name, "action": action, **more})


@contextmanager
def opened(house: OpenHouse, table: str, person: Person | None) -> Iterator[ClientConnection]:
    headers = person.bearer if person else {}
    address = f"ws://{house.host}/v1/tables/{table}/socket"
    with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
        yield socket


def until_closed(socket: ClientConnection) -> None:
    while True:
        socket.recv(SECONDS)


def said(socket: ClientConnection, luck: random.Random, count: int) -> list[dict[str, Any]]:
    """So many messages at once, and all that came back until a last question was answered."""
    for _ in range(count):
        socket.send(message(luck))
    socket.send(json.dumps({"type": "ready", "id": "the last", "seat": 99}))
    heard = []
    while True:
        heard.append(json.loads(socket.recv(SECONDS)))
        if heard[-1].get("id") == "the last":
            return heard


def fuzz(house: OpenHouse, role: HouseRole | None, luck: random.Random, count: int) -> None:
    tables = sorted(row.key for row in house.site.writer.rows.values() if row.game)
    person = house.person(role) if role else None
    with opened(house, luck.choice(tables), person) as socket:
        heard = said(socket, luck, count)
    refused = [one for one in heard if one["type"] == "refused"]
    assert len(refused) > count // 4
    assert not [one for one in refused if one["status"] >= 500]


@pytest.mark.parametrize("role", [None, *HouseRole])
def test_what_is_said_is_answered(house: OpenHouse, role: HouseRole | None) -> None:
    for seed in range(3):
        fuzz(house, role, random.Random(f"{role} {seed}"), 60)


@pytest.mark.parametrize("sent", [b"\x00\xff", b"", "x" * 16_385, "x" * 70_000, b"x" * 70_000])
def test_what_is_no_text_or_too_long_ends_the_socket_and_nothing_else(house: OpenHouse, sent: str | bytes) -> None:
    table = house.table("pokette")
    with opened(house, table, None) as other, opened(house, table, house.person()) as socket:
        socket.send(sent)
        with pytest.raises(ConnectionClosed):
            until_closed(socket)
        assert json.loads(other.recv(SECONDS))["type"] == "hello"
    assert house.ask("GET", "/readyz").status == 200


@pytest.mark.slow
@pytest.mark.parametrize("role", [None, *HouseRole])
def test_much_that_is_said_is_answered(house: OpenHouse, role: HouseRole | None) -> None:
    for seed in range(250):
        fuzz(house, role, random.Random(f"{role} {seed}"), 50)
