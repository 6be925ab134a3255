"""One thing to be broken: what it is, which clauses it belongs to, and how it is done."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Kind = Literal["code", "payout", "switch", "question"]


@dataclass(frozen=True)
class Mutant:
    """A change that can be made in the process that calls `make`, and the clauses whose tests should notice."""

    kind: Kind
    place: str
    change: str
    clauses: frozenset[str]
    make: Callable[[], None] = field(compare=False)
    file: Path = field(compare=False)
    lines: range | None = field(default=None, compare=False)  # of the file that it concerns; none: all

    @property
    def name(self) -> str:
        """What tells it from all others, today and after a change elsewhere: the list of equivalents goes by it."""
        return f"{self.place}: {self.change}"


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the test that noticed, or none."""

    mutant: Mutant
    tests: int  # that are marked with its clauses
    noticed: str = ""

    @property
    def survived(self) -> bool:
        return not self.noticed
