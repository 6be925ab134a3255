"""The house deals: at each table one task that does what is to be done, pauses for the eye, and keeps the clock.

A process deals at the tables whose lease it has.  An epoch tells one holder of a lease from the next, and whatever is
done without being asked for carries it: a process that slept past the end of its lease finds out when it writes.
"""

import asyncio
import logging
import secrets
import time

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.absence import StandUp, looked_after
from nomorebets.service.clocks import longest_ms
from nomorebets.service.commands import Fenced, HouseSteps
from nomorebets.service.hub import Hub, within
from nomorebets.service.policy import policy_from
from nomorebets.service.writer import Writer
from nomorebets.store.rows import HOUSE, Head

LEASE_MS = 5000
RENEWED_AFTER = 1.5  # seconds
RETRY_AFTER = 0.5

log = logging.getLogger(__name__)


class Dealers:
    """All tables at which this process deals."""

    def __init__(self, writer: Writer, hub: Hub) -> None:
        self.writer, self.hub = writer, hub
        self.name = secrets.token_hex(8)
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.looked: dict[int, float] = {}  # when it was last looked who is absent

    async def run(self) -> None:
        """Take the tables that nobody deals at, again and again, and deal at each of them."""
        try:
            while True:
                try:
                    for head in await asyncio.to_thread(self._taken):
                        if head.table_id not in self.tasks:
                            task = asyncio.create_task(self._deal(head.table_id, head.epoch))
                            self.tasks[head.table_id] = task
                except NoMoreBetsError as error:
                    log.warning("leases were not renewed: %s", type(error).__name__)
                await asyncio.sleep(RENEWED_AFTER)
        finally:
            for task in self.tasks.values():
                task.cancel()
            await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    def _taken(self) -> list[Head]:
        """The tables whose lease this process has from now on."""
        with self.writer.store.unit() as unit:
            rows = {row.id: row for row in unit.tables.all() if row.id != HOUSE}
            now = unit.now_ms()
            free = [one.table_id for one in unit.tables.heads() if one.table_id in rows and self._is_free(one, now)]
            heads = unit.tables.locked(free)
            now = unit.now_ms()  # whoever had them locked may have taken them, or begun a clock
            return [
                unit.tables.take(number, self.name, now, LEASE_MS, longest_ms(policy_from(rows[number].policy)))
                for number, head in heads.items()
                if self._is_free(head, now)
            ]

    def _is_free(self, head: Head, now_ms: int) -> bool:
        return not self.writer.store.shared or head.holder == self.name or head.lease_until_ms <= now_ms

    def release(self) -> None:
        """Let others deal at once."""
        with self.writer.store.unit() as unit:
            now = unit.now_ms()
            for head in unit.tables.heads():
                if head.holder == self.name:
                    unit.tables.take(head.table_id, self.name, now, 0)

    async def _deal(self, number: int, epoch: int) -> None:
        """Deal at one table until somebody else does."""
        self.writer.dealing[number] = epoch
        try:
            with self.hub.watching(number) as news:
                while True:
                    news.clear()
                    try:
                        await self._next(number, epoch, news)
                    except Fenced:
                        return
                    except NoMoreBetsError as error:
                        log.warning("table %s: %s", number, type(error).__name__)
                        await asyncio.sleep(RETRY_AFTER)
        finally:
            self.tasks.pop(number, None)
            self.writer.dealing.pop(number, None)

    async def _next(self, number: int, epoch: int, news: asyncio.Event) -> None:
        """The next thing that the house does, and the pause before it; or else wait for somebody, or for the clock."""
        writer = self.writer
        known, now_ms = writer.tables.get(number), writer.now_ms()
        running = known if known is not None else await asyncio.to_thread(writer.running, number)
        if running.policy.paused:
            await news.wait()
            return
        if (rests := writer.rests.get(number, 0)) > now_ms:
            await asyncio.sleep((rests - now_ms) / 1000)
            return
        if not writer.is_idle(running, now_ms):
            done = await writer.asked(HouseSteps(number, epoch, running.policy.pause_seconds == 0))
            if done.last >= done.first:
                return
            running = writer.running(number)
        due, again = running.head.due_ms, looked_after(running)
        if again is not None and time.monotonic() >= self.looked.get(number, 0.0) + again:
            self.looked[number] = time.monotonic()
            await writer.asked(StandUp(number, epoch))
        left = [max(0.0, (due - writer.now_ms()) / 1000)] if due else []
        await within(news, min([*left, *([again] if again is not None else [])], default=None))
