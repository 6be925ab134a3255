"""Mutants against the tests that are marked with their clauses, each in a process that is forked for it.

Pytest collects once; for every mutant a child makes the change and runs the tests until the first one fails.
"""

import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutant import Mutant, Outcome

SECONDS = 60  # within which a mutant's tests end, or else it is taken as noticed: it hangs

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
    since: float = field(default_factory=time.monotonic)


class Runner:
    """A plugin of pytest that runs mutants in the place of tests."""

    def __init__(self, mutants: Callable[[], Iterable[Mutant]], report: Report, jobs: int) -> None:
        self.mutants, self.report, self.jobs = mutants, report, jobs
        self.sharp: Counter[str] = Counter()  # how many mutants each test has noticed so far: such are run first

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_clause: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for clause in clauses_of(item):
                by_clause.setdefault(clause, []).append(item)
        waiting = iter(self.mutants())
        running: dict[int, Running] = {}
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)) is not None:
                tests = {item: None for clause in sorted(mutant.clauses) for item in by_clause.get(clause, ())}
                one = self.started(mutant, sorted(tests, key=lambda item: -self.sharp[item.nodeid]))
                running[one.pipe] = one
            if not running:
                return True
            for pipe in self.ended(running):
                outcome = self.outcome(running.pop(pipe))
                self.sharp[outcome.noticed] += 1
                self.report(outcome)

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
            noticed = noticed_by(mutant, tests)
            os.write(writing, noticed.encode())
            os._exit(0)
        os.close(writing)
        return Running(mutant, len(tests), process, reading)

    def ended(self, running: dict[int, Running]) -> list[int]:
        """Those that have said something or are gone, or that hang and are ended."""
        ready, _, _ = select.select(list(running), [], [], 1.0)
        late = [pipe for pipe, one in running.items() if time.monotonic() - one.since > SECONDS and pipe not in ready]
        for pipe in late:
            os.kill(running[pipe].process, signal.SIGKILL)
        return [*ready, *late]

    def outcome(self, one: Running) -> Outcome:
        said = b""
        while some := os.read(one.pipe, 65536):
            said += some
        os.close(one.pipe)
        _, status = os.waitpid(one.process, 0)
        noticed = said.decode() if status == 0 else "the process, which ended or hung"
        return Outcome(one.mutant, one.tests, noticed)


def noticed_by(mutant: Mutant, tests: list[pytest.Item]) -> str:
    """The first test that fails with the change, or nothing."""
    try:
        mutant.make()
    except Exception as error:  # the change itself cannot be lived with
        return f"making it: {error!r}"
    for item in tests:
        reports = run(item)
        if any(report.failed for report in reports):
            return item.nodeid
    return ""


def run(item: pytest.Item) -> list[pytest.TestReport]:
    return runtestprotocol(item, nextitem=None, log=False)


def outcomes(mutants: Callable[[], Iterable[Mutant]], report: Report, jobs: int, paths: Iterable[Path]) -> int:
    """Collect the tests in these places and run all mutants against those that are marked with their clauses."""
    options = ["-q", "--no-header", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, paths)]
    return int(pytest.main(options, plugins=[Runner(mutants, report, jobs)]))
