"""How fast the table service is, beside raw commits and a bare echo of the same framework in the same minute.

python benchmarks/service.py closed              32 tables of six players, each of whom acts as soon as they may
python benchmarks/service.py open                200 actions a second over 64 tables, however long each takes
python benchmarks/service.py half                half of what the closed loop reaches, over 32 tables
python benchmarks/service.py guests              2,000 guests look on at 20 tables, one change a second at each
python benchmarks/service.py many                100 tables of six players, for five minutes
python benchmarks/service.py hour                300 actions a second over 64 tables, for an hour
python benchmarks/service.py start               100 tables and a million entries: until the house is ready

Players are one process, the service another.  A player bets the least, is ready, and decides at once; one "action" is
all that the service does from a request to its answer, and the dealing after it is in its CPU time, too.  Each load has
its own numbers; --game, --tables, --seats, --seconds, --rate, --guests and --entries set others.  Without --watching
nobody but who acts is told of anything; with it every player has a socket and is sent every view.  A machine that does
other work changes times; ratios of CPU less so.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import socket as listening
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
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
from nomorebets.store.deeds import NAME, Inspected, record
from nomorebets.table.actions import Action, Bet, Cut, Decision, SelectStack, Sit, Step

AT_ONCE = Policy(pause_seconds=0, betting_seconds=5, deciding_seconds=5, absent_seconds=3600)
DECIDING = (Decision, Cut, SelectStack, Step)
MONEY = 10**9  # that a player has, and brings to the table: whoever has lost all of it plays no more

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


def raw_commits(folder: Path, seconds: float = 2.0) -> tuple[float, float]:
    """Rows of 400 bytes, one a commit, each flushed: how many a second, and the milliseconds of all but one in 20."""
    database = sqlite3.connect(folder / "raw.db", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, body BLOB)")
    times, until = [], time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO row (body) VALUES (?)", (bytes(400),))
        database.execute("COMMIT")
        times.append(time.perf_counter() - began)
    database.close()
    return len(times) / seconds, 1000 * statistics.quantiles(times, n=20)[18]


class Connection:
    """A connection that is kept, spoken to in as little HTTP as there is."""

    def __init__(self, url: str, token: str = "") -> None:
        self.place, self.asked = urlsplit(url), 0
        self.head = f"Host: {self.place.netloc}\r\nContent-Type: application/json\r\n"
        self.head += f"Authorization: Bearer {token}\r\n" if token else ""

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.place.hostname, self.place.port)

    async def ask(self, method: str, path: str, body: bytes = b"", more: str = "") -> tuple[int, bytes]:
        head = f"{method} {path} HTTP/1.1\r\n{self.head}{more}Content-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.lower().startswith("content-length:"))
        self.asked += 1
        return int(lines[0].split()[1]), await self.reader.readexactly(length)


def cpu_of(process: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(port: int) -> None:
    """Until somebody answers there."""
    while True:
        with suppress(ConnectionRefusedError), listening.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)


async def echoed(url: str, process: int, connections: int, seconds: float) -> tuple[float, float]:
    """Echoes a second, and the microseconds of the server for each."""
    count, body = 0, b'{"action": {"type": "Bet", "seat": 1, "amount": 1000}}'

    async def one() -> None:
        nonlocal count
        connection = Connection(url)
        await connection.open()
        while time.perf_counter() < until:
            await connection.ask("POST", "/echo", body)
            count += 1

    before, until = cpu_of(process), time.perf_counter() + seconds
    await asyncio.gather(*(one() for _ in range(connections)))
    return count / seconds, 1e6 * (cpu_of(process) - before) / count


class Told(msgspec.Struct):
    table: TableView


class Pace:
    """When the next action may begin: at once, or so many a second for all together."""

    def __init__(self, rate: float = 0) -> None:
        self.rate, self.next = rate, time.perf_counter()

    async def turn(self) -> float:
        """Wait for a turn: when it was."""
        now = time.perf_counter()
        if not self.rate:
            return now
        turn = self.next = max(self.next + 1 / self.rate, now)
        await asyncio.sleep(turn - now)
        return time.perf_counter()


class Player:
    """One seat, which acts whenever it may."""

    def __init__(
        self, url: str, token: str, table: str, seat: int, times: list[float], pace: Pace, *, watching: bool
    ) -> None:
        self.connection, self.table, self.seat, self.times = Connection(url, token), table, seat, times
        self.pace, self.watching = pace, watching
        self.address = f"{url.replace('http', 'ws', 1)}/v1/tables/{table}/socket"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.luck, self.count, self.known = random.Random(f"{table} {seat}"), 0, 0

    async def play(self, until: float) -> None:
        """Act whenever the table has come to that, as the socket tells, or else as one sees by looking."""
        await self.connection.open()
        if not self.watching:
            while time.perf_counter() < until:
                _, answer = await self.connection.ask("GET", f"/v1/tables/{self.table}?offers=1")
                await self.moves(msgspec.json.decode(answer, type=TableView))
            return
        async with connect(self.address, additional_headers=self.headers, compression=None, max_size=None) as socket:
            while (left := until - time.perf_counter()) > 0:
                try:
                    async with asyncio.timeout(left):
                        message = await socket.recv(decode=False)
                except TimeoutError:
                    return
                if message.startswith(b'{"type":"change"'):
                    told = msgspec.json.decode(message, type=Told).table
                    if told.version > self.known:  # or else it tells of what was answered already
                        await self.moves(told)

    async def moves(self, seen: TableView) -> None:
        self.known = seen.version
        while (action := self.wanted(seen)) is not None:
            after = await self.act(action, seen.round)
            if isinstance(action, Bet):
                await self.connection.ask("POST", f"/v1/tables/{self.table}/ready", b'{"seat":%d}' % self.seat)
            if after is None:
                return
            seen, self.known = after, after.version

    async def act(self, action: Action, number: int) -> TableView | None:
        self.count += 1
        body = msgspec.json.encode(Acting(action, number))
        key = f"Idempotency-Key: {self.count}\r\n"
        began = await self.pace.turn()
        status, answer = await self.connection.ask("POST", f"/v1/tables/{self.table}/actions", body, key)
        if status != 200:
            return None
        self.times.append(time.perf_counter() - began)
        return msgspec.json.decode(answer, type=Acted).table

    def wanted(self, seen: TableView) -> Action | None:
        own = [offer for offer in seen.offers if getattr(offer.action, "seat", 0) == self.seat]
        if self.seat not in seen.view.seats:
            return next((replace(offer.action, chips=MONEY) for offer in own if isinstance(offer.action, Sit)), None)
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


class Load(msgspec.Struct, frozen=True):
    """What is asked of a service."""

    tables: int = 32
    seats: int = 6
    seconds: float = 15
    rate: float = 0  # actions a second of all players together; 0: as many as they can
    guests: int = 0  # who look on
    entries: int = 0  # that the house has recorded before
    game: str = "high-card-flush"
    watching: bool = True


LOADS = {
    "closed": Load(),
    "open": Load(tables=64, seats=1, rate=200),
    "half": Load(seats=1),
    "guests": Load(tables=20, seats=1, rate=20, guests=2000),
    "many": Load(tables=100, seconds=300),
    "hour": Load(tables=64, seats=1, seconds=3600, rate=300),
    "start": Load(tables=100, seats=1, seconds=3, entries=1_000_000),
}
WARM_S = 3.0


class Measured(msgspec.Struct):
    """What came of a load."""

    times: list[float]
    asked: int  # requests of players that were answered: besides actions, that they are ready, and looks
    cpu: float  # seconds of the service
    took: float
    memory: list[int]  # kilobytes, every half second
    wal: list[int]  # bytes of what is not in the file of the house yet, as often
    lags: list[float]  # how late a guest's answer to nothing but `healthz` was

    def ms(self, per_cent: int) -> float:
        return 1000 * statistics.quantiles(self.times, n=100)[per_cent - 1]

    @property
    def rate(self) -> float:
        return len(self.times) / self.took

    @property
    def cpu_us(self) -> float:
        return 1e6 * self.cpu / len(self.times)

    @property
    def cpu_us_asked(self) -> float:
        return 1e6 * self.cpu / self.asked


def memory_of(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


async def watched(url: str, table: str, until: float, opening: asyncio.Semaphore) -> None:
    """A guest who looks on and reads whatever comes."""
    async with opening:
        socket = await connect(
            f"{url.replace('http', 'ws', 1)}/v1/tables/{table}/socket", compression=None, max_size=None
        )
    async with socket:
        while (left := until - time.perf_counter()) > 0:
            try:
                async with asyncio.timeout(left):
                    await socket.recv(decode=False)
            except TimeoutError:
                return


def wal_of(data: Path) -> int:
    return sum(file.stat().st_size for file in data.glob("*-wal"))


async def loaded(url: str, process: int, data: Path, seats: list[tuple[str, str, int]], load: Load) -> Measured:
    """A service under a load: what is measured begins when all have come and played for a moment."""
    times: list[float] = []
    pace, opening = Pace(load.rate), asyncio.Semaphore(50)
    players = [Player(url, token, table, seat, times, pace, watching=load.watching) for table, token, seat in seats]
    warm = WARM_S + load.guests / 150
    until = time.perf_counter() + warm + load.seconds
    tables = sorted({table for table, _, _ in seats})
    tasks = [asyncio.create_task(one.play(until)) for one in players]
    tasks += [asyncio.create_task(watched(url, tables[n % len(tables)], until, opening)) for n in range(load.guests)]
    await asyncio.sleep(warm)
    times.clear()
    asked = sum(one.connection.asked for one in players)
    before, began, memory, wal, lags = cpu_of(process), time.perf_counter(), [], [], []
    health = Connection(url)
    await health.open()
    while time.perf_counter() < until - 0.5:
        await asyncio.sleep(0.5)
        looked = time.perf_counter()
        await health.ask("GET", "/healthz")
        lags.append(time.perf_counter() - looked)
        memory.append(memory_of(process))
        wal.append(wal_of(data))
    cpu, took = cpu_of(process) - before, time.perf_counter() - began
    asked = sum(one.connection.asked for one in players) - asked
    found = Measured(list(times), asked, cpu, took, memory, wal, lags)
    await asyncio.gather(*tasks)
    return found


def echo_of() -> tuple[float, float]:
    """Echoes a second, and the microseconds of the server for each."""
    with listening.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([sys.executable, "-c", ECHO.format(port=port)]) as echo:
        wait_for(port)
        found = asyncio.run(echoed(f"http://127.0.0.1:{port}", echo.pid, 16, 3))
        echo.kill()  # it would wait for whoever is still connected
    return found


def measured(data: Path, load: Load) -> tuple[float, Measured]:
    """A house under a load: the seconds until it was ready, and what came of it."""
    seats = founded(data, load.game, load.tables, load.seats)
    if load.entries:
        filled(data, load.entries)
    nmb = str(Path(sys.executable).with_name("nmb"))
    began = time.perf_counter()
    command = [nmb, "serve", "--data", str(data), "--json", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        told = json.loads(service.stdout.readline())
        ready = time.perf_counter() - began
        found = asyncio.run(loaded(told["url"], service.pid, data, seats, load))
        service.terminate()
    return ready, found


def filled(data: Path, entries: int) -> None:
    """Entries of the house's own, as many as are said: play is not measured here, and what they are is all the same."""
    store, keys = house_of(data, "", system_clock())
    for _ in range(0, entries, FILLED_TOGETHER):
        with store.unit() as unit:
            for _ in range(FILLED_TOGETHER):
                record(unit, Inspected("0" * 64, as_before=True), NAME, system_clock())
    store.close()
    del keys


FILLED_TOGETHER = 5000


def told(load: Load, ready: float, found: Measured, raw: tuple[float, float], echo: tuple[float, float]) -> None:
    commits, commit_p95 = raw
    echoes, echo_us = echo
    print(f"raw commits {commits:8.0f} a second, p95 {commit_p95:.1f} ms   load average {os.getloadavg()[0]:.1f}")
    print(f"echo        {echoes:8.0f} a second, {echo_us:.0f} us of CPU each")
    print(
        f"ready after {ready:.2f} s; {load.tables} tables of {load.game}, {load.seats} seats, {load.guests} guests, "
        f"{found.took:.0f} s, {'every player has a socket' if load.watching else 'without sockets'}"
    )
    print(
        f"actions     {found.rate:8.0f} a second   p50 {found.ms(50):.1f}  p95 {found.ms(95):.1f}  "
        f"p99 {found.ms(99):.1f} ms   {found.cpu_us:.0f} us of CPU each "
        f"({100 * found.cpu / found.took:.0f} % of a core)"
    )
    print(
        f"memory      {found.memory[0] / 1024:8.0f} MB, half-way {found.memory[len(found.memory) // 2] / 1024:.0f}, "
        f"then {found.memory[-1] / 1024:.0f}; WAL at most {max(found.wal) / 1e6:.1f} MB   "
        f"healthz {1000 * max(found.lags):.1f} ms at worst of {len(found.lags)}"
    )
    print(
        f"ratios      {found.rate / commits:.2f} of raw commits, {found.rate / echoes:.3f} of echoes, "
        f"{found.cpu_us / echo_us:.1f} times the CPU of an echo for an action, {found.cpu_us_asked / echo_us:.1f} "
        f"for a request ({found.asked / len(found.times):.1f} for an action); "
        f"p95 {found.ms(95) - commit_p95:+.1f} ms against that of a raw commit"
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("load", nargs="?", choices=LOADS, default="closed")
    options.add_argument("--no-watching", dest="watching", action="store_false", default=None)
    for name in Load.__struct_fields__[:-1]:
        options.add_argument(f"--{name}", type=type(getattr(Load(), name)))
    chosen = vars(options.parse_args())
    load = replace(LOADS[chosen.pop("load")], **{name: value for name, value in chosen.items() if value is not None})
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, most), most))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        raw, echo = raw_commits(data), echo_of()
        if sys.argv[1:2] == ["half"] and not load.rate:
            _, most_of_all = measured(data / "whole", load)
            load = replace(load, rate=most_of_all.rate / 2)
        ready, found = measured(data / "house", load)
    told(load, ready, found, raw, echo)


if __name__ == "__main__":
    main()
