"""What a text says of an order, as a predicate of a round; the clauses that say it stand above it."""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from tests.order.reading import Round

Holds = Callable[[Round], bool]


class Statement(NamedTuple):
    """What must hold of every round of a game, and the clauses that say so."""

    clauses: tuple[str, ...]
    holds: Holds

    def __str__(self) -> str:
        return f"{', '.join(self.clauses)}: {(self.holds.__doc__ or self.holds.__name__).strip()}"


STATEMENTS: defaultdict[str, list[Statement]] = defaultdict(list)


def stated(key: str, *clauses: str) -> Callable[[Holds], Holds]:
    """The text of a game says so in these clauses."""

    def kept(holds: Holds) -> Holds:
        STATEMENTS[key].append(Statement(clauses, holds))
        return holds

    return kept
