"""How fast the table service is, beside raw commits and a bare echo of the same framework in the same minute.

python benchmarks/service.py --tables 32 --seats 6 --seconds 30

Players are one process, the service another.  A player bets the least, is ready, and decides at once; one "action" is
all that the service does from a request to its answer, and the dealing after it is in its CPU time, too.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import connect

from nomorebets.games.registry import house_terms
from nomorebets.service.acting import Acting
from nomorebets.service.house import house_of, opened
from nomorebets.service.http.tables import Acted
from nomorebets.service.people.accounts import add
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, open_session
from nomorebets.service.policy import Policy
from nomorebets.service.seeing import TableView
from nomorebets.service.writer import system_clock
from nomorebets.table.actions import Action, Bet, Cut, Decision, SelectStack, Sit, Step

AT_ONCE = Policy(pause_seconds=0, betting_seconds=5, deciding_seconds=5, absent_seconds=3600)
DECIDING = (Decision, Cut, SelectStack, Step)
MONEY = 10**9

ECHO = """
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
async def echo(request):
    return Response(await request.body(), media_type="application/json")
app = Starlette(routes=[Route("/echo", echo, methods=["POST"])])
uvicorn.run(app, host="127.0.0.1", port={port}, log_level="error", access_log=False)
"""


def raw_commits(folder: Path, seconds: float = 2.0) -> float:
    """Rows of 400 bytes, one a commit, each flushed: how many a second."""
    database = sqlite3.connect(folder / "raw.db", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, body BLOB)")
    count, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO row (body) VALUES (?)", (bytes(400),))
        database.execute("COMMIT")
        count += 1
    database.close()
    return count / seconds


class Connection:
    """A connection that is kept, spoken to in as little HTTP as there is."""

    def __init__(self, url: str, token: str = "") -> None:
        self.place = urlsplit(url)
        self.head = f"Host: {self.place.netloc}\r\nContent-Type: application/json\r\n"
        self.head += f"Authorization: Bearer {token}\r\n" if token else ""

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.place.hostname, self.place.port)

    async def ask(self, method: str, path: str, body: bytes = b"", more: str = "") -> tuple[int, bytes]:
        head = f"{method} {path} HTTP/1.1\r\n{self.head}{more}Content-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.lower().startswith("content-length:"))
        return int(lines[0].split()[1]), await self.reader.readexactly(length)


def cpu_of(process: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def echoed(url: str, process: int, connections: int, seconds: float) -> tuple[float, float]:
    """Echoes a second, and the microseconds of the server for each."""
    count, until = 0, time.perf_counter() + seconds

    async def one() -> None:
        nonlocal count
        connection = Connection(url)
        await connection.open()
        while time.perf_counter() < until:
            await connection.ask("POST", "/echo", b'{"action": {"type": "Bet", "seat": 1, "amount": 1000}}')
            count += 1

    before = cpu_of(process)
    await asyncio.gather(*(one() for _ in range(connections)))
    return count / seconds, 1e6 * (cpu_of(process) - before) / count


class Told(msgspec.Struct):
    table: TableView


class Player:
    """One seat, which acts whenever it may."""

    def __init__(self, url: str, token: str, table: str, seat: int, times: list[float]) -> None:
        self.connection, self.table, self.seat, self.times = Connection(url, token), table, seat, times
        self.address = f"{url.replace('http', 'ws', 1)}/v1/tables/{table}/socket"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.luck, self.count = random.Random(f"{table} {seat}"), 0

    async def play(self, until: float) -> None:
        """Act whenever the table has come to that, as the socket tells."""
        await self.connection.open()
        async with connect(self.address, additional_headers=self.headers, compression=None, max_size=None) as socket:
            while (left := until - time.perf_counter()) > 0:
                try:
                    async with asyncio.timeout(left):
                        message = await socket.recv(decode=False)
                except TimeoutError:
                    return
                if message.startswith(b'{"type":"change"'):
                    await self.moves(msgspec.json.decode(message, type=Told).table)

    async def moves(self, seen: TableView) -> None:
        while (action := self.wanted(seen)) is not None:
            after = await self.act(action, seen.round)
            if isinstance(action, Bet):
                await self.connection.ask("POST", f"/v1/tables/{self.table}/ready", b'{"seat":%d}' % self.seat)
            if after is None:
                return
            seen = after

    async def act(self, action: Action, number: int) -> TableView | None:
        self.count += 1
        body = msgspec.json.encode(Acting(action, number))
        key = f"Idempotency-Key: {self.count}\r\n"
        began = time.perf_counter()
        status, answer = await self.connection.ask("POST", f"/v1/tables/{self.table}/actions", body, key)
        if status != 200:
            return None
        self.times.append(time.perf_counter() - began)
        return msgspec.json.decode(answer, type=Acted).table

    def wanted(self, seen: TableView) -> Action | None:
        own = [offer for offer in seen.offers if getattr(offer.action, "seat", 0) == self.seat]
        if self.seat not in seen.view.seats:
            return next((offer.action for offer in own if isinstance(offer.action, Sit)), None)
        bets = [offer for offer in own if isinstance(offer.action, Bet)]
        waited = seen.clock is not None and self.seat in seen.clock.seats
        choices = [offer for offer in own if isinstance(offer.action, DECIDING)] if waited else []
        if bets and not seen.view.seats[self.seat].chips:
            choices = bets[:1]
        if not choices:
            return None
        offer = choices[-1]
        if not offer.select:
            return offer.action
        among = replace(seen.view, offers=seen.offers).selectable(offer)
        field = getattr(offer.action, offer.select.field)
        picked = among[0] if isinstance(field, str) else tuple(self.luck.sample(among, offer.select.least))
        return replace(offer.action, **{offer.select.field: picked})


def founded(data: Path, game: str, tables: int, seats: int) -> list[tuple[str, str, int]]:
    """Tables, and a token for each seat."""
    store, keys = house_of(data, "", system_clock())
    found = []
    with store.unit() as unit:
        for number in range(tables):
            row = opened(unit, keys, game, house_terms(game).document, AT_ONCE, "benchmark", system_clock())
            for seat in range(1, seats + 1):
                account = add(
                    unit, f"p{number}x{seat}", [Given(HouseRole.PLAYER)], "benchmark", system_clock(), os.urandom
                )
                unit.wallets.move(unit.wallets.locked([account.id])[account.id], MONEY, 0, 0, "given")
                session = open_session(unit, account.id, Kind.BEARER, system_clock(), os.urandom)
                found.append((row.key, session.token, seat))
    store.close()
    return found


async def loaded(url: str, process: int, seats: list[tuple[str, str, int]], seconds: float) -> dict[str, float]:
    times: list[float] = []
    players = [Player(url, token, table, seat, times) for table, token, seat in seats]
    warm = time.perf_counter() + 3
    await asyncio.gather(*(one.play(warm) for one in players))
    times.clear()
    before, began = cpu_of(process), time.perf_counter()
    await asyncio.gather(*(one.play(began + seconds) for one in players))
    took = time.perf_counter() - began
    cuts = statistics.quantiles(times, n=100)
    return {
        "actions": len(times) / took,
        "p50_ms": 1000 * cuts[49],
        "p95_ms": 1000 * cuts[94],
        "p99_ms": 1000 * cuts[98],
        "cpu_us": 1e6 * (cpu_of(process) - before) / len(times),
        "cpu_share": (cpu_of(process) - before) / took,
    }


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--game", default="high-card-flush")
    options.add_argument("--tables", type=int, default=32)
    options.add_argument("--seats", type=int, default=6)
    options.add_argument("--seconds", type=float, default=30)
    chosen = options.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        commits = raw_commits(data)
        echo = subprocess.Popen([sys.executable, "-c", ECHO.format(port=8976)])
        time.sleep(2)
        echoes, echo_us = asyncio.run(echoed("http://127.0.0.1:8976", echo.pid, 16, 3))
        echo.terminate()
        echo.wait()
        seats = founded(data / "house", chosen.game, chosen.tables, chosen.seats)
        nmb = str(Path(sys.executable).with_name("nmb"))
        command = [nmb, "serve", "--data", str(data / "house"), "--json", "--port", "0"]
        began = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
            assert service.stdout is not None
            told = json.loads(service.stdout.readline())
            ready = time.perf_counter() - began
            found = asyncio.run(loaded(told["url"], service.pid, seats, chosen.seconds))
            service.terminate()
    print(f"raw commits {commits:8.0f} a second     echo {echoes:8.0f} a second, {echo_us:6.0f} us of CPU each")
    print(
        f"ready after {ready:.2f} s; {chosen.tables} tables of {chosen.game}, "
        f"{chosen.seats} seats, {chosen.seconds:.0f} s"
    )
    print(
        f"actions {found['actions']:8.0f} a second   p50 {found['p50_ms']:.1f}  p95 {found['p95_ms']:.1f}  "
        f"p99 {found['p99_ms']:.1f} ms   "
        f"{found['cpu_us']:.0f} us of CPU each ({100 * found['cpu_share']:.0f} % of a core)"
    )
    print(
        f"ratios: {found['actions'] / commits:.2f} of raw commits, {found['actions'] / echoes:.3f} of echoes, "
        f"{found['cpu_us'] / echo_us:.1f} times the CPU of an echo"
    )


if __name__ == "__main__":
    main()
