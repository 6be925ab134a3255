"""One thing to be broken: what it is, which clauses it belongs to, and how it is done."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from nomorebets.games.registry import KEYS

Kind = Literal["code", "payout", "switch", "question", "step"]
SHARED = "shared"  # what several games come to


@dataclass(frozen=True)
class Mutant:
    """A change that can be made in the process that calls `make`, and the clauses whose tests should notice."""

    kind: Kind
    place: str
    change: str
    clauses: frozenset[str]
    make: Callable[[], None] = field(compare=False)
    source: str = field(default="", compare=False)  # what it is a change of, where its name does not tell that

    @property
    def name(self) -> str:
        """What tells it from all others, today and after a change elsewhere: the list of equivalents goes by it."""
        return f"{self.place}: {self.change}"

    @property
    def home(self) -> str:
        """The game whose folder it is in."""
        return home(self.place)


def home(place: str) -> str:
    """The game to which a place belongs: `games.pai_gow.rules:bank`, or data, `pai-gow clauses.toml`."""
    top, _, rest = place.partition(".")
    key = rest.partition(".")[0].replace("_", "-") if top == "games" else place.partition(" ")[0]
    return key if key in KEYS else SHARED


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the test that noticed, or none."""

    mutant: Mutant
    tests: int  # that are marked with its clauses
    noticed: str = ""

    @property
    def survived(self) -> bool:
        return not self.noticed
