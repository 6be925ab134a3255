"""Much at once, large, slow or never ending: those who play go on playing."""

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from websockets.sync.client import connect

from nomorebets.errors import NotKept
from nomorebets.service.commands import Done, Run, Within
from nomorebets.service.hub import APART_S
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from nomorebets.service.recording import Recorded
from nomorebets.service.running import Running
from nomorebets.store.sqlite import SqliteStore
from tests.attacks.test_seats import open_for_bets, sit
from tests.open_house import HERE, Answered, OpenHouse, Person, open_house
from tests.unit.service.playing import play_round

SECONDS = 30
IDLE = 500


def play_goes_on(house: OpenHouse) -> None:
    """Somebody sits down, leaves, and finds everything as it was."""
    table, who = house.table("pokette"), house.person()
    open_for_bets(house, table)
    assert house.act(table, who, sit(6)).status == 200
    assert house.act(table, who, {"type": "Leave", "seat": 6}).status == 200
    assert house.ask("GET", "/readyz").json["status"] == "ready"


def raw(house: OpenHouse) -> socket.socket:
    return socket.create_connection((HERE, house.port), timeout=SECONDS)


def answered(connection: socket.socket) -> bytes:
    """What comes back until the other side has enough."""
    told = b""
    with contextlib.suppress(OSError):
        while part := connection.recv(65536):
            told += part
    return told


def post(house: OpenHouse, *more: str) -> bytes:
    lines = ("POST /v1/guests HTTP/1.1", f"Host: {house.host}", "Content-Type: application/json", *more, "", "")
    return "\r\n".join(lines).encode()


def test_a_body_of_a_gigabyte_is_refused_before_it_is_sent(house: OpenHouse) -> None:
    with raw(house) as connection:
        connection.sendall(post(house, "Content-Length: 1073741824"))
        assert answered(connection).startswith(b"HTTP/1.1 413")
    play_goes_on(house)


def test_a_body_that_does_not_say_how_large_it_is_is_cut_off(house: OpenHouse) -> None:
    with raw(house) as connection:
        connection.sendall(post(house, "Transfer-Encoding: chunked"))
        chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
        with contextlib.suppress(OSError):
            for _ in range(65536):  # a gigabyte, if it were read
                connection.sendall(chunk)
            raise AssertionError("all of it was read")
    play_goes_on(house)


@pytest.mark.parametrize("length", ["-1", "1e9", "99999999999999999999", "0x10", "1, 2", ""])
def test_a_length_that_is_none_is_refused(house: OpenHouse, length: str) -> None:
    with raw(house) as connection:
        connection.sendall(post(house, f"Content-Length: {length}") + b"{}")
        connection.shutdown(socket.SHUT_WR)
        assert answered(connection).split(b" ")[1] in (b"400", b"413", b"415")


def test_headers_without_end_are_refused(house: OpenHouse) -> None:
    with raw(house) as connection, contextlib.suppress(OSError):
        connection.sendall(f"GET /v1/tables HTTP/1.1\r\nHost: {house.host}\r\n".encode())
        for number in range(100_000):
            connection.sendall(f"X-{number}: {'x' * 1000}\r\n".encode())
        raise AssertionError("all of it was read")
    play_goes_on(house)


@pytest.mark.parametrize("said", [b"\0\1\2\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"])
def test_what_is_no_request_is_not_told_in_the_log(
    house: OpenHouse, said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A line for each of them fills a disk, and says nothing."""
    with raw(house) as connection:
        connection.sendall(said)
        connection.shutdown(socket.SHUT_WR)
        assert answered(connection).startswith(b"HTTP/1.1 4")
    assert not caplog.records


@pytest.fixture
def idle(house: OpenHouse) -> Iterator[list[socket.socket]]:
    """Sockets that are opened by hand, so that none of them costs a thread, and never read."""
    opened = [raw(house) for _ in range(IDLE)]
    path = f"/v1/tables/{house.table('pokette')}/socket?since=0"
    upgrade = (
        f"GET {path} HTTP/1.1\r\nHost: {house.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for one in opened:
        one.sendall(upgrade.encode())
    for one in opened:
        assert one.recv(12).startswith(b"HTTP/1.1 101")
    yield opened
    for one in opened:
        one.close()


def test_many_who_watch_and_never_read_keep_nobody_from_playing(house: OpenHouse, idle: list[socket.socket]) -> None:
    assert len(idle) == IDLE
    for _ in range(5):
        play_goes_on(house)


def test_requests_that_are_never_finished_keep_nobody_from_playing(house: OpenHouse) -> None:
    half = [raw(house) for _ in range(200)]
    for one in half:
        one.sendall(post(house, "Content-Length: 100") + b"{")
    play_goes_on(house)
    for one in half:
        one.close()


def test_figures_are_refused_when_too_many_are_asked_for_and_tables_go_on(house: OpenHouse) -> None:
    """One command at a time, and few that wait: whoever comes then is told when to come back."""
    people = [house.person(HouseRole.PLAYER) for _ in range(24)]
    answers: list[Answered] = []

    def ask(person: Person, seed: int) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            body = {"game": "high-card-flush", "rounds": 5_000_000, "seed": seed}
            answers.append(house.ask("POST", "/v1/simulate", body, person.bearer))

    threads = [threading.Thread(target=ask, args=(one, seed), daemon=True) for seed, one in enumerate(people)]
    for thread in threads:
        thread.start()
    guest = house.as_(house.person())
    table = house.table("pokette")
    open_for_bets(house, table)
    play_goes_on(house)
    guest.tables()
    until = threading.Event()
    for _ in range(200):
        if any(one.status == 429 for one in answers):
            break
        until.wait(0.1)
    assert any(one.status == 429 and int(one.headers["retry-after"]) > 0 for one in answers)


def test_a_round_is_played_while_passwords_are_guessed(house: OpenHouse) -> None:
    until = threading.Event()

    def guess() -> None:
        number = 0
        while not until.is_set():
            number += 1
            house.ask("POST", "/v1/sessions", {"handle": f"nobody{number}", "password": "a guess"})

    threads = [threading.Thread(target=guess) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        table, who = house.table("high-card-flush"), house.person()
        open_for_bets(house, table)
        assert house.act(table, who, sit(1)).status == 200
        assert play_round(house.as_(who), table) >= 1
    finally:
        until.set()
        for thread in threads:
            thread.join()


def test_names_that_no_database_takes_disturb_nobody(tmp_path: Path, database: Callable[[], str]) -> None:
    """PostgreSQL keeps no text with a zero in it: whoever sends one is refused, and alone."""
    with open_house(tmp_path / "data", database()) as house:
        table, who, other = house.table("pokette"), house.person(), house.person()
        open_for_bets(house, table)
        assert house.act(table, other, sit(2)).status == 200
        address = f"ws://{house.host}/v1/tables/{table}/socket"
        with connect(address, additional_headers=who.bearer, compression=None) as attacker:
            statuses = []
            for number in range(20):
                action = {"type": "Sit", "seat": 1}
                attacker.send(json.dumps({"type": "act", "id": f"\0{number}", "action": action}))
                statuses.append(house.ask("POST", f"/v1/tables/{table}/ready", {"seat": 2}, other.bearer).status)
            heard = list[dict[str, Any]]()
            while len(heard) < 20:
                said = json.loads(attacker.recv(SECONDS))
                heard += [said] if said["type"] in ("done", "refused") else []
        assert {*statuses} == {200}
        assert {one.get("status") for one in heard} == {400}
        floor = house.person(HouseRole.FLOOR)
        assert house.ask("GET", "/v1/rounds?player=%00", headers=floor.bearer).status == 400


class Poison(Struct, frozen=True):
    """Something that the house did not expect."""

    table: int

    def carried_out(self, _within: Within, _running: Running) -> tuple[Recorded, Done]:
        raise KeyError("what nobody thought of")


def test_what_fails_unexpectedly_fails_alone(tmp_path: Path) -> None:
    """Commands are recorded together; one that should not have been possible takes none of the others along."""
    with open_house(tmp_path / "data") as house:
        store, writer = house.site.store, house.site.writer
        assert isinstance(store, SqliteStore)
        number = next(row.id for row in writer.rows.values() if row.game == "pokette")
        with store.writing:  # so that all of them wait for the same unit
            asked = [writer.ask(one) for one in (Run(number, Policy(name="a")), Poison(number), Run(number, Policy()))]
        outcomes = [one.exception(SECONDS) for one in asked]
        assert [type(one) for one in outcomes] == [type(None), NotKept, type(None)]
        play_goes_on(house)


def test_who_asks_to_be_told_again_wakes_nobody_else(house: OpenHouse) -> None:
    """Else one message would cost as much as there are watchers."""
    number = next(row.id for row in house.site.writer.rows.values() if row.game == "packs-poker")
    for _ in range(2):  # what the house had begun is recorded before the second
        house.site.writer.ask(Run(number, Policy(paused=True))).result()
    address = f"ws://{house.host}/v1/tables/{house.table('packs-poker')}/socket"
    hub = house.site.hub
    with connect(address, compression=None, max_size=None) as socket, hub.looking_on(number, "") as news:
        told = [json.loads(socket.recv())["type"] for _ in range(2)]
        while number in hub.resting:
            time.sleep(APART_S)
        news.clear()
        socket.send(json.dumps({"type": "since", "version": 0}))
        again = json.loads(socket.recv())
        assert (told, again["type"], again["from"]) == (["hello", "change"], "change", 1)
        assert not news.is_set()
    house.site.writer.ask(Run(number, Policy())).result()


GROWING = {
    "a name of many parts": "a." * 20_000 + "a = 1",
    "a number of many digits": 'game = "pokette"\npositions = ' + "9" * 5000,
    "a number of many bits": 'game = "pokette"\npositions = 0x' + "9" * 5000,
    "lists in lists": 'game = "pokette"\npositions = ' + "[" * 100 + "]" * 100,
}


@pytest.mark.parametrize("route", ["submission", "check"])
@pytest.mark.parametrize("what", GROWING)
def test_a_submission_that_grows_as_it_is_read_is_refused(house: OpenHouse, what: str, route: str) -> None:
    """A name of 100,000 parts took all the memory of the machine, and the house with it."""
    answer = house.ask("POST", f"/v1/{route}", {"submission": GROWING[what]}, house.person().bearer)
    assert answer.status == 400
    assert json.loads(answer.body)["sentence"].startswith(("the submission ", "a line of the submission "))
