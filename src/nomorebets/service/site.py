"""All that a running service has: its house, the writer, who deals, who is signed in.  Routes are functions of it."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from nomorebets.service.dealers import Dealers
from nomorebets.service.house import house_of, row_of
from nomorebets.service.hub import Hub
from nomorebets.service.learning import learn_all
from nomorebets.service.linked import shared
from nomorebets.service.metrics import Metrics
from nomorebets.service.people.limits import Buckets, Places, Rate
from nomorebets.service.people.passwords import Passwords
from nomorebets.service.people.roles import actors, of_one_side
from nomorebets.service.people.sessions import SigningIn, Who, who_has
from nomorebets.service.reckoning import Reckoner
from nomorebets.service.results import Results
from nomorebets.service.running import Running
from nomorebets.service.upkeep import Upkeep
from nomorebets.service.writer import MOST_WAITING, Clock, Writer, system_clock
from nomorebets.store.rows import HOUSE
from nomorebets.store.unit import Unit
from nomorebets.table.roles import ONLOOKER, Actor

if TYPE_CHECKING:
    from nomorebets.service.news import News

REMEMBERED_S = 2.0  # for how long somebody is taken for signed in without looking again
REMEMBERED_ALONE_S = 8.0  # the same where no other process can end a session
MOST_REMEMBERED = 10_000

GUESTS = Rate(at_once=60, a_minute=60)  # from one address
DISCLOSURES = Rate(at_once=60, a_minute=30)  # to one person, each of them an entry of the log
DISPUTES = Rate(at_once=10, a_minute=2)  # of one person, each of them an entry of the log
ACTIONS = Rate(at_once=600, a_minute=1800)  # of one person, each of them perhaps an entry of the log
ACTIONS_WAITING = 20  # of one person
ACTIONS_WAITING_FROM_AN_ADDRESS = MOST_WAITING // 2
FIGURES = Rate(at_once=60, a_minute=60)  # that one person has reckoned
FIGURES_WAITING = 4  # of one person
LOOKING_BACK = 20  # of one person, who wait to be told of the past or of the texts
SOCKETS = 50  # of one person
SOCKETS_FROM_AN_ADDRESS = 5000

T = TypeVar("T")


class Settings(Struct, frozen=True):
    """What is set when a service is started."""

    data: Path
    database: str = ""
    guests: bool = True
    hosts: tuple[str, ...] = ()  # names under which it is known beside those of loopback
    secure: bool = False  # whether people reach it over TLS
    witnesses: tuple[str, ...] = ()  # files or addresses that keep checkpoints outside the house
    witness_keys: tuple[str, ...] = ()  # of witnesses whose lines under our checkpoints are kept


class Site:
    """A service as it runs, in one process."""

    def __init__(self, settings: Settings, clock_ms: Clock = system_clock) -> None:
        learn_all()
        self.settings = settings
        self.store, self.keys = house_of(settings.data, settings.database, clock_ms())
        self.hub = Hub(asyncio.get_running_loop())
        self.metrics = Metrics()
        self.writer = Writer(self.store, self.keys, self.hub.published, clock_ms, self.metrics)
        self.clock_ms = self.writer.now_ms if self.store.shared else clock_ms  # all who share it go by one clock
        self.dealers = Dealers(self.writer, self.hub)
        self.news = _news(self.writer) if self.store.shared else None
        self.signing_in = SigningIn(self.store, Passwords(os.urandom), self.clock_ms, os.urandom, self.keys.pepper)
        self.draw = os.urandom
        self.guests, self.disclosures = Buckets(GUESTS), Buckets(DISCLOSURES)
        self.reckoner, self.upkeep = Reckoner(), Upkeep(self.writer, self.metrics, settings.witnesses)
        self.results = Results(self.reckoner, self.read, self.clock_ms)
        self.known: dict[str, int] = {}  # tables that were asked for, by their public names
        self.disputes = Buckets(DISPUTES)
        self.figures, self.figures_waiting = Buckets(FIGURES), Places(FIGURES_WAITING, "figures to wait for")
        self.actions, self.waiting = Buckets(ACTIONS), Places(ACTIONS_WAITING, "actions that wait")
        self.waiting_from = Places(ACTIONS_WAITING_FROM_AN_ADDRESS, "actions that wait from an address")
        self.sockets = Places(SOCKETS, "sockets")
        self.sockets_from = Places(SOCKETS_FROM_AN_ADDRESS, "sockets from an address")
        self.aside, self.aside_waiting = asyncio.Lock(), Places(LOOKING_BACK, "questions that wait")
        self.looking_back = asyncio.Lock()  # one at a time makes snapshots of the past
        self.remembered: dict[str, tuple[float, Who]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.stopping = False

    # --- Work in threads ---

    async def read(self, work: Callable[[Unit], T]) -> T:
        """Read something from the store."""
        return await asyncio.to_thread(self._within, self.store.reading, work)

    async def write(self, work: Callable[[Unit], T]) -> T:
        """Do something with the store beside what happens at tables, in a unit of its own."""
        return await asyncio.to_thread(self._within, self.store.unit, work)

    @staticmethod
    def _within(unit: Callable[[], object], work: Callable[[Unit], T]) -> T:
        with unit() as one:  # type: ignore[attr-defined]
            return work(one)

    @asynccontextmanager
    async def one_by_one(self, who: str) -> AsyncIterator[None]:
        """What takes long and can wait: one such thing at a time, so that tables have the rest of the machine."""
        with self.aside_waiting.held_by(who):
            async with self.aside:
                yield

    # --- Who and where ---

    async def who(self, token: str) -> Who | None:
        """Whose token it is; looked up again after a moment, since sessions end."""
        now, remembered = time.monotonic(), self.remembered
        until, known = remembered.get(token, (0.0, None))
        if known and until > now and known.expires_ms > self.clock_ms():
            return known
        found = await self.read(lambda unit: who_has(unit, token, self.clock_ms()))
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()
        if found:  # what was read before somebody was forgotten is remembered by nobody
            remembered[token] = now + (REMEMBERED_S if self.store.shared else REMEMBERED_ALONE_S), found
        return found

    def forget(self) -> None:
        """Sessions, roles or accounts have changed: everybody is looked up again."""
        self.remembered = {}

    async def table(self, key: str) -> Running:
        """A table by its public name; who has that of a private one has its link."""
        number = self.known.get(key)
        if number is None:
            number = self.numbers.get(key)
            if number is None:
                number = await self.read(lambda unit: row_of(unit, key).id)
            self.known[key] = number
        return await self.running(number)

    @property
    def numbers(self) -> dict[str, int]:
        return {row.key: row.id for row in self.writer.rows.values() if row.id != HOUSE}

    async def running(self, number: int) -> Running:
        known = self.writer.tables.get(number)
        return await asyncio.to_thread(self.writer.running, number) if known is None else known

    async def shared(self, running: Running) -> dict[str, int]:
        """What the meters hold that a table shares with others, by its accounts."""
        if not running.table.linked:
            return {}
        return await self.read(lambda unit: shared(unit, running.row.id))

    @staticmethod
    def as_(who: Who | None, running: Running) -> tuple[Actor, ...]:
        """What somebody is to a table."""
        found = actors(who.pseudonym, who.roles, running.row.id) if who else ()
        return of_one_side(found, running.table) or (ONLOOKER,)

    # --- From start to stop ---

    async def start(self) -> None:
        await asyncio.to_thread(self.upkeep.inspect)
        self.tasks = [asyncio.create_task(self.dealers.run()), *self.upkeep.tasks()]

    async def stop(self) -> None:
        """Whoever deals stops dealing; what was asked for is recorded; the last of it is signed."""
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.results.stop()
        await self.reckoner.stop()
        if self.news:
            await asyncio.to_thread(self.news.stop)
        await asyncio.to_thread(self.writer.stop)
        if self.store.usable:
            await asyncio.to_thread(self.dealers.release)
            await asyncio.to_thread(self.upkeep.sign)
        self.upkeep.close()
        self.store.close()


def _news(writer: Writer) -> "News":
    """Where several processes write, each hears of the others."""
    from nomorebets.service.news import News
    from nomorebets.store.postgres import PostgresStore

    assert isinstance(writer.store, PostgresStore), "no other store is shared"
    return News(writer, writer.store)
