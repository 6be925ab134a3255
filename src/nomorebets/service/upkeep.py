"""What the house looks after by itself: what is to be signed and forgotten, and that its rules are what they were."""

import asyncio
import hashlib
import logging
import os
import signal
from collections.abc import Callable, Iterable
from importlib.resources import files

from nomorebets.errors import NoMoreBetsError
from nomorebets.games.registry import KEYS
from nomorebets.rulebook.content import counted
from nomorebets.rulebook.rule import folder
from nomorebets.service.metrics import Metrics
from nomorebets.service.writer import Writer
from nomorebets.store.checkpoints import checkpointed
from nomorebets.store.deeds import NAME, Inspected, deeds, record
from nomorebets.store.rows import HOUSE
from nomorebets.store.unit import Unit
from nomorebets.store.witness import Witness

SIGNED_EVERY_S = 1.0
HOUR_S, DAY_S = 3600, 86_400
PAGE = 1000
REQUESTS_KEPT_MS = 1000 * DAY_S

log = logging.getLogger(__name__)


class Upkeep:
    """Tasks that go on as long as the service does."""

    def __init__(self, writer: Writer, metrics: Metrics, witnesses: Iterable[str] = ()) -> None:
        self.writer, self.metrics = writer, metrics
        self.witnesses = [Witness(where, log.warning) for where in witnesses]

    def tasks(self) -> list[asyncio.Task[None]]:
        every: tuple[tuple[float, Callable[[], None]], ...] = (
            (SIGNED_EVERY_S, self.sign),
            (HOUR_S, self.forget),
            (DAY_S, self.inspect),
        )
        return [asyncio.create_task(self._again(seconds, work)) for seconds, work in every]

    async def _again(self, seconds: float, work: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await asyncio.to_thread(work)
            except NoMoreBetsError as error:  # play goes on or stops by itself; this is done next time
                log.warning("%s: %s", work.__name__, type(error).__name__)
            if not self.writer.store.usable:
                log.critical("nothing can be recorded any more: the service ends")
                os.kill(os.getpid(), signal.SIGTERM)

    def sign(self) -> None:
        """What is new gets its leaves and a checkpoint."""
        note = checkpointed(self.writer.store, self.writer.keys, self.writer.now_ms())
        if note:
            self.metrics.checkpoints.inc()
            for witness in self.witnesses:
                witness.tell(note)

    def close(self) -> None:
        for witness in self.witnesses:
            witness.close()

    def forget(self) -> None:
        """Requests that nobody asks again for, and sessions that have run out."""
        now = self.writer.now_ms()
        with self.writer.store.unit() as unit:
            unit.requests.forget(now - REQUESTS_KEPT_MS)
            unit.sessions.forget(now - REQUESTS_KEPT_MS)

    def inspect(self) -> None:
        """Whether code and data that decide rounds are what they were at the last inspection: a deed."""
        found = rules_on_disk()
        with self.writer.store.unit() as unit:
            last = _last(unit)
            record(unit, Inspected(found, as_before=found == last), NAME, self.writer.now_ms())
        if last and found != last:
            log.error("the rules are not what they were: %s, before %s", found, last)


def rules_on_disk() -> str:
    """A hash over all that decides rounds, of every game, as it lies there now."""
    whole = hashlib.sha256()
    for key in KEYS:
        whole.update(counted(files("nomorebets"), files(folder(key))))
    return whole.hexdigest()


def _last(unit: Unit) -> str:
    """What was found at the last inspection, looked for from the end of the house's history."""
    last = next(head.version for head in unit.tables.heads() if head.table_id == HOUSE)
    for end in range(last, 0, -PAGE):
        page = deeds(unit, max(0, end - PAGE), end)
        found = [one.action.rules for one in page if isinstance(one.action, Inspected)]
        if found:
            return found[-1]
    return ""
