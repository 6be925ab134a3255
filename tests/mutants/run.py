"""Mutants against the tests that are marked with their clauses, each in a process that is forked for it.

Pytest collects once; for every mutant a child makes the change and runs the tests until the first one fails.
"""

import gc
import os
import select
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutant import Mutant, Outcome

SECONDS = 15  # of computing within which a test ends, however busy the machine is, or else it has noticed: it hangs

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

    def __init__(self, mutants: Iterable[Mutant], report: Report, jobs: int) -> None:
        self.mutants, self.report, self.jobs = mutants, report, jobs
        self.sharp: Counter[str] = Counter()  # how many mutants each test has noticed so far: such are run first

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_clause: dict[str, list[pytest.Item]] = {}
        items = {item.nodeid: item for item in session.items}
        for item in session.items:
            for clause in clauses_of(item):
                by_clause.setdefault(clause, []).append(item)
        waiting = iter(self.mutants)
        running: dict[int, Running] = {}
        gc.collect()
        gc.freeze()  # a child then shares what is there already
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)) is not None:
                tests = {item: None for clause in sorted(mutant.clauses) for item in by_clause.get(clause, ())}
                one = self.started(mutant, sorted(tests, key=lambda item: -self.sharp[item.nodeid]))
                running[one.pipe] = one
            if not running:
                return True
            ready, _, _ = select.select(list(running), [], [])
            for pipe in ready:
                outcome = self.outcome(running.pop(pipe))
                if outcome.noticed in items:
                    self.sharpened(items[outcome.noticed])
                self.report(outcome)

    def sharpened(self, item: pytest.Item) -> None:
        """A test has noticed something; what fails anyway is no evidence."""
        if not self.sharp[item.nodeid] and self.outcome(self.started(NOTHING, [item])).noticed:
            pytest.exit(f"{item.nodeid} fails although nothing is broken", returncode=2)
        self.sharp[item.nodeid] += 1

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
            try:
                noticed = noticed_by(mutant, tests)
            except BaseException as error:  # even to tell what a test has found may fail; this process never goes on
                noticed = f"telling it: {error!r}"
            os.write(writing, noticed.encode())
            os._exit(0)  # and nothing of what pytest does at its end
        os.close(writing)
        return Running(mutant, len(tests), process, reading)

    def outcome(self, one: Running) -> Outcome:
        said = b""
        while some := os.read(one.pipe, 65536):
            said += some
        os.close(one.pipe)
        _, status = os.waitpid(one.process, 0)
        noticed = said.decode() if status == 0 else "the process, which ended"
        return Outcome(one.mutant, one.tests, noticed)


class HangsError(BaseException):
    """A test does not come to an end; nothing in it catches that."""


def hangs(_signal: int, _frame: object) -> None:
    raise HangsError


def noticed_by(mutant: Mutant, tests: list[pytest.Item]) -> str:
    """The first test that fails with the change, or nothing."""
    signal.signal(signal.SIGPROF, hangs)
    try:
        mutant.make()
    except Exception as error:  # the change itself cannot be lived with
        return f"making it: {error!r}"
    for item in tests:
        signal.setitimer(signal.ITIMER_PROF, SECONDS, 1)
        if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
            return item.nodeid
    return ""


def outcomes(mutants: Iterable[Mutant], report: Report, jobs: int, paths: Iterable[Path]) -> int:
    """Collect the tests in these places and run all mutants against those that are marked with their clauses."""
    # Pytest runs none of its own here, so that it has nothing to sum up.
    options = ["-qq", "--no-header", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, paths)]
    return int(pytest.main(options, plugins=[Runner(mutants, report, jobs)]))
