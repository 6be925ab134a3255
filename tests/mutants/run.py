"""Mutants against the tests that are marked with their clauses, each in a process that is forked for it.

Pytest collects once; for every mutant a child makes the change and runs the tests until the first one fails.  A mutant
costs what its tests cost: a failure is not written up, what notices much in little time is run first, and how long a
test takes with nothing broken says after how long it hangs.
"""

import gc
import math
import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.kept import Kept
from tests.mutants.mutant import Mutant, Outcome

# A test that computes for so many seconds more than ten times as long as with nothing broken has noticed: it hangs.
SECONDS = 1.0
LONG = 2.0  # what a test of which that is not known yet may take

NOTHING = Mutant("code", "nowhere", "nothing", frozenset(), lambda: None)

Report = Callable[[Outcome], None]


def clauses_of(item: pytest.Item) -> frozenset[str]:
    """The clauses that a test is marked with, in full."""
    key = getattr(item.module, "TEXT", "") if isinstance(item, pytest.Function) else ""
    named = [str(clause) for mark in item.iter_markers("clause") for clause in mark.args]
    return frozenset(clause if ":" in clause else f"{key}:{clause}" for clause in named)


@dataclass
class Running:
    """A mutant in a child process, which writes the test that noticed."""

    mutant: Mutant
    tests: int
    process: int
    pipe: int


class Runner:
    """A plugin of pytest that runs mutants in the place of tests."""

    def __init__(self, mutants: Iterable[Mutant], report: Report, jobs: int, kept: Kept, until: float) -> None:
        self.mutants, self.report, self.jobs, self.kept, self.until = mutants, report, jobs, kept, until
        self.sharp = Counter({test: len(known.mutants) for test, known in kept.tests.items()})  # what each has noticed
        self.costs: dict[str, float] = {}  # of each test with nothing broken, in seconds of computing

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()  # a child then shares what is there already
        waiting = self.to_try(session.items)
        running: dict[int, Running] = {}
        while True:
            while len(running) < self.jobs and (next_ := next(waiting, None)) is not None:
                one = self.started(*next_)
                running[one.pipe] = one
            if not running:
                return True
            ready, _, _ = select.select(list(running), [], [])
            for pipe in ready:
                outcome, _ = self.ended(running.pop(pipe))
                if item := items.get(outcome.noticed):
                    self.sharp[item.nodeid] += 1
                    self.kept.add(outcome.mutant, item)
                self.report(outcome)

    def to_try(self, items: Iterable[pytest.Item]) -> Iterator[tuple[Mutant, list[pytest.Item]]]:
        """The mutants of which nothing is known, with their tests; what is known is reported at once."""
        by_clause: dict[str, list[pytest.Item]] = {}
        for item in items:
            for clause in clauses_of(item):
                by_clause.setdefault(clause, []).append(item)
        for mutant in self.mutants:
            tests = {item: None for clause in sorted(mutant.clauses) for item in by_clause.get(clause, ())}
            if noticed := self.kept.by(mutant, tests):
                self.report(Outcome(mutant, len(tests), noticed))
            elif time.monotonic() < self.until:
                yield mutant, sorted(tests, key=self.worth, reverse=True)

    def worth(self, item: pytest.Item) -> float:
        """How much a test is likely to notice for its time."""
        return (1 + self.sharp[item.nodeid]) / self.cost(item)

    def cost(self, item: pytest.Item) -> float:
        """What a test costs with nothing broken; what fails then is no evidence."""
        if item.nodeid not in self.costs:
            outcome, seconds = self.ended(self.started(NOTHING, [item]))
            if outcome.noticed:
                pytest.exit(f"{item.nodeid} fails although nothing is broken", returncode=2)
            self.costs[item.nodeid] = seconds
        return self.costs[item.nodeid]

    def started(self, mutant: Mutant, tests: list[pytest.Item]) -> Running:
        sys.stdout.flush()
        sys.stderr.flush()
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reading)
            with open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            noticed = noticed_by(mutant, [(item, SECONDS + 10 * self.costs.get(item.nodeid, LONG)) for item in tests])
            os.write(writing, noticed.encode())
            os._exit(0)  # and nothing of what pytest does at its end
        os.close(writing)
        return Running(mutant, len(tests), process, reading)

    def ended(self, one: Running) -> tuple[Outcome, float]:
        """What became of a mutant, and how long that took to compute."""
        said = b""
        while some := os.read(one.pipe, 65536):
            said += some
        os.close(one.pipe)
        _, status, used = os.wait4(one.process, 0)
        noticed = said.decode() if status == 0 else "the process, which ended"
        return Outcome(one.mutant, one.tests, noticed), used.ru_utime + used.ru_stime


class HangsError(BaseException):
    """A test does not come to an end; nothing in it catches that."""


def hangs(_signal: int, _frame: object) -> None:
    raise HangsError


def noticed_by(mutant: Mutant, tests: Iterable[tuple[pytest.Item, float]]) -> str:
    """The first test that fails with the change, or takes longer than it may; or nothing."""
    signal.signal(signal.SIGPROF, hangs)
    try:
        mutant.make()
    except Exception as error:  # the change itself cannot be lived with
        return f"making it: {error!r}"
    for item, seconds in tests:
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds, 1)
            if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
                return item.nodeid
        except BaseException:  # even to tell what a test has found may fail; this process never goes on
            return item.nodeid
    return ""


def outcomes(
    mutants: Iterable[Mutant],
    report: Report,
    jobs: int,
    paths: Iterable[Path],
    kept: Kept | None = None,
    until: float = math.inf,
) -> int:
    """Collect the tests in these places, and run all mutants that are not kept against those with their clauses."""
    # Pytest runs none of its own here, so that it has nothing to sum up; to show why a test fails takes longer than it.
    quiet = ["-qq", "--no-header", "--tb=native", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
    runner = Runner(mutants, report, jobs, kept or Kept(), until)
    return int(pytest.main([*quiet, "-m", "not slow", *map(str, paths)], plugins=[runner]))
