"""The one that writes: commands from everybody, one after the other, and as many in one commit as have come meanwhile.

Commits cost, rows do not: whatever has queued while the last commit ran is decided in order and recorded together.
Nobody is told of anything before it is recorded.  A command that is refused leaves nothing behind; a commit that fails
leaves nothing of all its commands, and their tables are loaded again.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress

from msgspec.structs import replace

from nomorebets.errors import NoMoreBetsError, NotKept, Unknown
from nomorebets.service.commands import DEEDS, MOST_STEPS, Command, Done, HouseSteps, Within
from nomorebets.service.dealing import has_step
from nomorebets.service.metrics import Metrics
from nomorebets.service.policy import policy_from
from nomorebets.service.problems import Busy
from nomorebets.service.recording import Recorded, shown
from nomorebets.service.running import Running, loaded
from nomorebets.store.faults import point
from nomorebets.store.keeping import history
from nomorebets.store.keys import Keys
from nomorebets.store.rows import HOUSE, GameTable, Head
from nomorebets.store.unit import Store, Unit
from nomorebets.table.state import Table

MOST_TOGETHER = 64
MOST_WAITING = 1000
STEP_MS = 1000  # by which a clock that was not set, and a machine that did not sleep, is never wrong
OWN_FAULT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)  # not the store's

Clock = Callable[[], int]  # milliseconds since 1970
Published = Callable[[Sequence[Recorded]], None]
Outcome = Done | NoMoreBetsError


def system_clock() -> int:
    return time.time_ns() // 1_000_000


class _Asked:
    """A command and who waits for its outcome: a thread, or somebody in an event loop."""

    def __init__(self, command: Command, answer: "Future[Done] | asyncio.Future[Done]") -> None:
        self.command, self.answer = command, answer

    def begins(self) -> bool:
        """Whether somebody still waits for it: who has gone away before it was their turn has asked for nothing."""
        if isinstance(self.answer, asyncio.Future):
            return not self.answer.cancelled()
        return self.answer.set_running_or_notify_cancel()


def _tell(outcomes: Sequence[tuple[_Asked, Outcome]]) -> None:
    """What became of commands, all of a unit at once: an event loop is woken once for them."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[_Asked, Outcome]]] = {}
    for asked, outcome in outcomes:
        if isinstance(asked.answer, asyncio.Future):
            loops.setdefault(asked.answer.get_loop(), []).append((asked, outcome))
        else:
            _answer(asked.answer, outcome)
    for loop, told in loops.items():
        with suppress(RuntimeError):  # it is closed, and nobody waits in it any more
            loop.call_soon_threadsafe(_answer_all, told)


def _answer_all(told: Sequence[tuple[_Asked, Outcome]]) -> None:
    for asked, outcome in told:
        if not asked.answer.done():
            _answer(asked.answer, outcome)


def _answer(answer: "Future[Done] | asyncio.Future[Done]", outcome: Outcome) -> None:
    if isinstance(outcome, NoMoreBetsError):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


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
        self.waiting: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self.tables: dict[int, Running] = {}
        self.dealing: dict[int, int] = {}  # tables at which this process deals, with the epoch in which it does
        self.rests: dict[int, int] = {}  # until when the house pauses there, for the eye
        self.idle: dict[int, Table] = {}  # tables as they are when the house has nothing to do
        self.publishing = threading.Lock()
        with store.reading() as unit:
            self.rows = {row.id: row for row in unit.tables.all()}
            self.log = unit.log.name
            self.read = (unit.now_ms() if store.shared else clock_ms(), time.monotonic())  # what the clock said, when
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    # --- From any thread ---

    def ask(self, command: Command) -> Future[Done]:
        """Have something recorded; the answer comes when it is."""
        answer = Future[Done]()
        self._ask(command, answer)
        return answer

    def asked(self, command: Command) -> "asyncio.Future[Done]":
        """The same for somebody in an event loop."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._ask(command, answer)
        return answer

    def _ask(self, command: Command, answer: "Future[Done] | asyncio.Future[Done]") -> None:
        if not self.store.usable:
            raise NotKept("nothing can be recorded any more")
        if self.waiting.qsize() >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} actions wait to be recorded; try again in a second")
        self.waiting.put(_Asked(command, answer))

    def running(self, number: int) -> Running:
        """A table as it was last recorded; one that is not in memory is loaded."""
        if (found := self.tables.get(number)) is not None:
            return found
        with self.store.reading() as unit:
            row = self._row(unit, number)
            head = next(head for head in unit.tables.heads() if head.table_id == number)
            return self.tables.setdefault(number, loaded(unit, self.keys, self.log, row, head))

    def is_idle(self, running: Running, now_ms: int) -> bool:
        """Whether it is known that the house has nothing to do at a table before somebody acts, or its clock ends."""
        return self.idle.get(running.row.id) is running.table and not 0 < running.head.due_ms <= now_ms

    def now_ms(self) -> int:
        """The hour by the clock that deadlines are kept by: the last that it said, and what has gone by since."""
        said, then = self.read
        return said + round(1000 * (time.monotonic() - then))

    def catch_up(self) -> None:
        """Load what other processes have recorded at tables that are in memory here, and tell of it."""
        with self.store.reading() as unit:
            rows = unit.tables.all()
            self.rows = self.rows | {row.id: row for row in rows}
            for row in rows:
                self._run_as(row)
            behind = [head for head in unit.tables.heads() if self._is_behind(head)]
            for head in behind:
                known = self.tables[head.table_id]
                running = loaded(unit, self.keys, self.log, self._row(unit, head.table_id), head)
                entries = history(unit, self.keys, head.table_id, running.terms.game.play, known.head.version)
                with self.publishing:
                    if self._is_behind(head):
                        self.tables[head.table_id] = running
                        self.published([Recorded(running, tuple(entries))])

    def _run_as(self, row: GameTable) -> None:
        """A table in memory is run as another process has said, even while nothing happens at it."""
        with self.publishing:
            known = self.tables.get(row.id)
            if known is not None and known.row.policy != row.policy:
                self.tables[row.id] = running = replace(known, row=row, policy=policy_from(row.policy))
                self.published([Recorded(running, ())])

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
            self._record([asked for asked in together if asked.begins()])

    def _record(self, together: Sequence[_Asked], *, dealt_on: bool = True) -> None:
        """What was asked for is recorded together, and what the house does at once after it."""
        outcomes: list[tuple[_Asked, Outcome]] = []
        changes: list[Recorded] = []
        numbers, began = {asked.command.table for asked in together}, time.perf_counter()
        try:
            with self.store.unit() as unit:
                self._follow_clock(unit)
                heads = self._heads(unit, numbers, deeds=any(isinstance(one.command, DEEDS) for one in together))
                within = Within(unit, self.keys, self._hour(unit))
                current = {number: self._current(unit, head) for number, head in heads.items()}
                outcomes += [(asked, self._outcome(within, asked.command, current, changes)) for asked in together]
                if dealt_on:
                    self._deal_on(within, current, changes)
                point("before commit")
            point("committed")
        except Exception as error:  # nothing of it was recorded, and what is in memory may not be what is kept
            self._forget(numbers)
            if isinstance(error, OWN_FAULT) and (len(together) > 1 or dealt_on):
                for asked in together:  # whoever asked for what fails fails alone
                    self._record([asked], dealt_on=False)
                return
            _tell([(asked, _told(error)) for asked in together])
            return
        self._publish(changes)
        point("published")
        self.metrics.commits.inc()
        self.metrics.commands.inc(len(together))
        self.metrics.recording.observe(time.perf_counter() - began)
        for _, outcome in outcomes:
            if isinstance(outcome, NoMoreBetsError):
                self.metrics.refused.labels(type(outcome).__name__).inc()
        _tell(outcomes)

    def _deal_on(self, within: Within, current: dict[int, Running], changes: list[Recorded]) -> None:
        """Where this process deals, what the house does at once after what has changed is in the same unit."""
        for number in {change.running.row.id for change in changes} & self.dealing.keys():
            running = current[number]
            rests = self.rests.get(number, 0) > within.now_ms
            if running.policy.paused or rests or self.is_idle(running, within.now_ms):
                continue
            clock_ends = 0 < running.head.due_ms <= within.now_ms
            if clock_ends or has_step(running.table, running.waiting, within.hour(running.table)):
                steps = HouseSteps(number, self.dealing[number], running.policy.pause_seconds == 0)
                self._outcome(within, steps, current, changes)
            else:
                self.idle[number] = running.table

    def _hour(self, unit: Unit) -> int:
        """The hour, by the clock of the database where several share it: theirs may be wrong.

        It is read when the tables are locked, since whoever had them before may have needed a while.
        """
        now = unit.now_ms() if self.store.shared else self.clock_ms()
        self.read = (now, time.monotonic())
        return now

    def _follow_clock(self, unit: Unit) -> None:
        """Where one process has only its own clock, which somebody may set, deadlines are moved with it."""
        if not self.store.shared and abs(step := self.clock_ms() - self.now_ms()) > STEP_MS:
            unit.tables.put_off(step)

    def _outcome(
        self, within: Within, command: Command, current: dict[int, Running], changes: list[Recorded]
    ) -> Outcome:
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
        if isinstance(command, HouseSteps):
            self._stepped(within, change, done.last - done.first + 1)
        return done

    def _stepped(self, within: Within, change: Recorded, steps: int) -> None:
        """The house has done what it had to do, or pauses after so many steps of it."""
        running = change.running
        pause = round(1000 * running.policy.pause_seconds)
        if steps and pause:
            self.rests[running.row.id] = within.now_ms + pause
        elif steps < MOST_STEPS:
            self.idle[running.row.id] = running.table

    def _heads(self, unit: Unit, numbers: set[int], *, deeds: bool) -> dict[int, Head]:
        """The tables that are acted at, locked; with deeds the house before them, since heads have their order."""
        known = {number for number in numbers if number in self.rows or self._find(unit, number)}
        if deeds:
            unit.tables.locked([HOUSE])
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
            return replace(running, head=head)
        return loaded(unit, self.keys, self.log, running.row, head)

    def _publish(self, changes: Sequence[Recorded]) -> None:
        """Now that it is recorded, everybody may see it."""
        with self.publishing:
            for running, _ in changes:
                self.tables[running.row.id] = running
                self.rows[running.row.id] = running.row
            for number in {running.row.id for running, entries in changes if shown(entries)}:
                _forget_shown(self.tables[number])  # as it is after all of them: one may have drawn another seed
            if changes:
                self.published(changes)

    def _forget(self, numbers: set[int]) -> None:
        for number in numbers:
            for known in (self.tables, self.idle, self.rests):
                known.pop(number, None)


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
