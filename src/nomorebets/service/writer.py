"""The one that writes: commands from everybody, one after the other, and as many in one commit as have come meanwhile.

Commits cost, rows do not: whatever has queued while the last commit ran is decided in order and recorded together.
Nobody is told of anything before it is recorded.  A command that is refused leaves nothing behind; a commit that fails
leaves nothing of all its commands, and their tables are loaded again.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace as with_

from nomorebets.errors import NoMoreBetsError, NotKept, Unknown
from nomorebets.service.commands import Command, Done, Within
from nomorebets.service.metrics import Metrics
from nomorebets.service.problems import Busy
from nomorebets.service.recording import Recorded, shown
from nomorebets.service.running import Running, loaded
from nomorebets.store.faults import point
from nomorebets.store.keeping import history
from nomorebets.store.keys import Keys
from nomorebets.store.rows import GameTable, Head
from nomorebets.store.unit import Store, Unit
from nomorebets.table.entries import Entry

MOST_TOGETHER = 64
MOST_WAITING = 1000
OWN_FAULT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)  # not the store's

Clock = Callable[[], int]  # milliseconds since 1970
Published = Callable[[Running, tuple[Entry, ...]], None]


def system_clock() -> int:
    return time.time_ns() // 1_000_000


class _Asked:
    """A command and who waits for its outcome."""

    def __init__(self, command: Command) -> None:
        self.command, self.answer = command, Future[Done]()


class Writer:
    """Takes commands from any thread and records them in its own."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        published: Published,
        clock_ms: Clock = system_clock,
        metrics: Metrics | None = None,
    ) -> None:
        self.store, self.keys, self.published, self.clock_ms = store, keys, published, clock_ms
        self.metrics = metrics or Metrics()
        self.waiting: queue.Queue[_Asked | None] = queue.Queue(MOST_WAITING)
        self.tables: dict[int, Running] = {}
        self.publishing = threading.Lock()
        self.failed: BaseException | None = None  # after which nothing can be recorded any more
        with store.reading() as unit:
            self.rows = {row.id: row for row in unit.tables.all()}
            self.log = unit.log.name
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    # --- From any thread ---

    def ask(self, command: Command) -> Future[Done]:
        """Have something recorded; the answer comes when it is."""
        if self.failed:
            raise NotKept(f"nothing can be recorded any more: {self.failed}")
        asked = _Asked(command)
        try:
            self.waiting.put_nowait(asked)
        except queue.Full:
            raise Busy(f"{MOST_WAITING} actions wait to be recorded; try again in a second") from None
        return asked.answer

    def running(self, number: int) -> Running:
        """A table as it was last recorded; one that is not in memory is loaded."""
        if (found := self.tables.get(number)) is not None:
            return found
        with self.store.reading() as unit:
            row = self._row(unit, number)
            head = next(head for head in unit.tables.heads() if head.table_id == number)
            return self.tables.setdefault(number, loaded(unit, self.keys, self.log, row, head))

    def catch_up(self) -> None:
        """Load what other processes have recorded at tables that are in memory here, and tell of it."""
        with self.store.reading() as unit:
            self.rows = {row.id: row for row in unit.tables.all()} | self.rows
            behind = [head for head in unit.tables.heads() if self._is_behind(head)]
            for head in behind:
                known = self.tables[head.table_id]
                running = loaded(unit, self.keys, self.log, self._row(unit, head.table_id), head)
                entries = history(unit, self.keys, head.table_id, running.terms.game.play, known.head.version)
                with self.publishing:
                    if self._is_behind(head):
                        self.tables[head.table_id] = running
                        self.published(running, tuple(entries))

    def _is_behind(self, head: Head) -> bool:
        known = self.tables.get(head.table_id)
        return (
            known is not None
            and (known.head.version, known.head.due_ms) != (head.version, head.due_ms)
            and (known.head.version <= head.version)
        )

    def stop(self) -> None:
        """What has come is recorded, and nothing more."""
        self.waiting.put(None)
        self.thread.join()

    # --- In its own ---

    def _run(self) -> None:
        while (first := self.waiting.get()) is not None:
            together, more = [first], True
            while more and len(together) < MOST_TOGETHER and not self.waiting.empty():
                asked = self.waiting.get()
                if asked is None:
                    self.waiting.put(None)
                    more = False
                else:
                    together.append(asked)
            # Who has gone away before it was their turn has asked for nothing.
            self._record([asked for asked in together if asked.answer.set_running_or_notify_cancel()])

    def _record(self, together: Sequence[_Asked]) -> None:
        outcomes: list[tuple[_Asked, Done | NoMoreBetsError]] = []
        changes: list[Recorded] = []
        numbers, began = {asked.command.table for asked in together}, time.perf_counter()
        try:
            with self.store.unit() as unit:
                within = Within(unit, self.keys, self.clock_ms())
                heads = self._heads(unit, numbers)
                current = {number: self._current(unit, head) for number, head in heads.items()}
                outcomes += [(asked, self._outcome(within, asked.command, current, changes)) for asked in together]
                point("before commit")
            point("committed")
        except Exception as error:  # nothing of it was recorded, and what is in memory may not be what is kept
            self._forget(numbers, error)
            if isinstance(error, OWN_FAULT) and len(together) > 1:
                for asked in together:  # whoever asked for what fails fails alone
                    self._record([asked])
                return
            for asked in together:
                asked.answer.set_exception(_told(error))
            return
        self._publish(changes)
        point("published")
        self.metrics.commits.inc()
        self.metrics.commands.inc(len(together))
        self.metrics.recording.observe(time.perf_counter() - began)
        for asked, outcome in outcomes:
            if isinstance(outcome, NoMoreBetsError):
                self.metrics.refused.labels(type(outcome).__name__).inc()
                asked.answer.set_exception(outcome)
            else:
                asked.answer.set_result(outcome)

    def _outcome(
        self, within: Within, command: Command, current: dict[int, Running], changes: list[Recorded]
    ) -> Done | NoMoreBetsError:
        """What becomes of a command; what is refused changes nothing."""
        try:
            running = current[command.table]
        except KeyError:
            return Unknown(f"there is no table {command.table}")
        try:
            change, done = command.carried_out(within, running)
        except NoMoreBetsError as error:
            return error
        if change.running is not running:
            current[command.table] = change.running
            changes.append(change)
        return done

    def _heads(self, unit: Unit, numbers: set[int]) -> dict[int, Head]:
        known = {number for number in numbers if number in self.rows or self._find(unit, number)}
        return unit.tables.locked(known)

    def _find(self, unit: Unit, number: int) -> bool:
        """Whether there is a table that was opened since, here or by another process."""
        self.rows |= {row.id: row for row in unit.tables.all()}
        return number in self.rows

    def _row(self, unit: Unit, number: int) -> GameTable:
        if number not in self.rows and not self._find(unit, number):
            raise Unknown(f"there is no table {number}")
        return self.rows[number]

    def _current(self, unit: Unit, head: Head) -> Running:
        """A table as it is kept: as it is in memory, or with what another process has recorded since."""
        running = self.tables.get(head.table_id)
        if running is None or running.head.version > head.version:
            return loaded(unit, self.keys, self.log, self._row(unit, head.table_id), head)
        if running.head == head:
            return running
        if running.head.version == head.version:
            return with_(running, head=head)
        return loaded(unit, self.keys, self.log, running.row, head)

    def _publish(self, changes: Sequence[Recorded]) -> None:
        """Now that it is recorded, everybody may see it."""
        with self.publishing:
            for running, entries in changes:
                self.tables[running.row.id] = running
                self.rows[running.row.id] = running.row
                if shown(entries):
                    _forget_shown(running)
                self.published(running, entries)

    def _forget(self, numbers: set[int], error: Exception) -> None:
        for number in numbers:
            self.tables.pop(number, None)
        if isinstance(error, NotKept) and not self.store.usable:
            self.failed = error


def _forget_shown(running: Running) -> None:
    """Seeds that were shown are in the log; those that were not are still needed."""
    needed = {drawn.commitment for drawn in running.table.unrevealed}
    needed |= {running.table.commitment, *(deck.commitment for deck in running.table.decks)}
    for commitment in [one for one in running.chance.by_commitment if one not in needed]:
        del running.chance.by_commitment[commitment]


def _told(error: Exception) -> NoMoreBetsError:
    """What whoever asked hears when a unit of work has failed."""
    if isinstance(error, NotKept):
        return error
    return NotKept(
        f"it was not recorded, because the store failed ({type(error).__name__}); ask again under the same key"
    )
