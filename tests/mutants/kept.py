"""What tests have noticed before, kept so that a run goes on where the last one was ended.

What a test noticed holds as long as the test, the functions of the tests that it calls, and what was broken read as
they did.  What nobody noticed is not kept: it is tried again, because a sharper test may have come.
"""

import inspect
import time
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType

import msgspec
import pytest
from msgspec import Struct

from nomorebets.table.citing import called
from tests.mutants.mutant import Mutant

FILE = Path(__file__).parents[2] / "docs" / "noticed.json"
EVERY = 20  # seconds of work that may be lost

source = cache(inspect.getsource)
callees = cache(lambda function: tuple(called(function)))


def digest(*texts: str) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


def broken(mutant: Mutant) -> str:
    """Tells a mutant from all others, and from itself after what it breaks has changed."""
    return digest(mutant.kind, mutant.name, mutant.source)


@cache
def read_by(item: pytest.Item) -> str:
    """Tells how a test reads, with the functions of the tests that it comes to."""
    first = item.function if isinstance(item, pytest.Function) else None
    waiting = [getattr(getattr(first, "hypothesis", None), "inner_test", first)]  # what Hypothesis puts its own around
    found: dict[FunctionType, None] = {}
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and function not in found and package(function) == package(first):
            found[function] = None
            waiting += callees(function)
    return digest(*sorted(map(source, found)))


def package(function: object) -> str:
    return function.__module__.partition(".")[0]


class Noticed(Struct):
    """How a test reads, and the mutants that it noticed."""

    test: str
    mutants: set[str]


class Kept:
    """What each test has noticed, by its name; without a file nothing is known and nothing kept."""

    def __init__(self, file: Path | None = None) -> None:
        self.file, self.written = file, time.monotonic()
        known = file.read_bytes() if file and file.exists() else b"{}"
        self.tests = msgspec.json.decode(known, type=dict[str, Noticed])

    def by(self, mutant: Mutant, tests: Iterable[pytest.Item]) -> str:
        """The one of these tests that is known to notice, or nothing."""
        one = broken(mutant)
        for item in tests:
            known = self.tests.get(item.nodeid)
            if known and one in known.mutants and known.test == read_by(item):
                return item.nodeid
        return ""

    def add(self, mutant: Mutant, item: pytest.Item) -> None:
        reads = read_by(item)
        known = self.tests.get(item.nodeid)
        if known is None or known.test != reads:
            known = self.tests[item.nodeid] = Noticed(reads, set())
        known.mutants.add(broken(mutant))
        if time.monotonic() - self.written > EVERY:
            self.write()

    def forget_all_but(self, there: Iterable[Mutant]) -> None:
        """What is not among these mutants is not there any more."""
        names = set(map(broken, there))
        for one in self.tests.values():
            one.mutants &= names
        self.tests = {name: one for name, one in self.tests.items() if one.mutants}

    def write(self) -> None:
        """A line for each test, so that little changes with little; the file is whole at any moment."""
        if self.file:
            half = self.file.with_suffix(".half")
            half.write_text(lines(self.tests), "utf-8")
            half.replace(self.file)
        self.written = time.monotonic()


def lines(tests: Mapping[str, Noticed]) -> str:
    def json(value: object) -> str:
        return msgspec.json.encode(value, order="sorted").decode()

    each = ",\n".join(f"{json(name)}: {json(tests[name])}" for name in sorted(tests))
    return f"{{\n{each}\n}}\n"
