"""What a simulation counts: whole numbers that add up the same in any order."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Counts = NDArray[np.int64]

# For every line: what was first placed, what was put up in all, what the players won, and the square of that by round.
PLACED, STAKED, NET, SQUARES = range(4)
COLUMNS = 4


def booked(tally: Counts, line: int, net: int) -> None:
    """Add what the players won in one round on a line."""
    tally[COLUMNS * line + NET] += net
    tally[COLUMNS * line + SQUARES] += net * net


def put_up(tally: Counts, line: int, placed: int, added: int) -> None:
    """Add what was placed on a line, and what was added to it later."""
    tally[COLUMNS * line + PLACED] += placed
    tally[COLUMNS * line + STAKED] += placed + added


class Line(Struct, frozen=True):
    """One wager, or all of them together, over a whole run; money in cents."""

    name: str
    rounds: int
    placed: int
    staked: int
    net: int
    squares: int
    outcomes: dict[str, int]

    @property
    def house_edge(self) -> Fraction:
        """What the house won of each unit first placed."""
        return Fraction(-self.net, self.placed) if self.placed else Fraction(0)

    @property
    def se(self) -> float:
        """The standard error of the house edge."""
        if self.rounds < 2 or not self.placed:
            return 0.0
        mean = Fraction(self.net, self.rounds)
        variance = (Fraction(self.squares, self.rounds) - mean * mean) * Fraction(self.rounds, self.rounds - 1)
        return sqrt(variance / self.rounds) / (self.placed / self.rounds)


class Layout(Struct, frozen=True):
    """How a game's tally is laid out: its lines, and after their columns one count for each outcome of each line."""

    lines: tuple[str, ...]
    outcomes: tuple[tuple[str, str], ...]  # line and outcome

    @property
    def size(self) -> int:
        return COLUMNS * len(self.lines) + len(self.outcomes)

    def read(self, rounds: int, tally: Sequence[int]) -> tuple[Line, ...]:
        """The lines on which something was placed."""
        counts: dict[str, dict[str, int]] = {name: {} for name in self.lines}
        for (line, outcome), count in zip(self.outcomes, tally[COLUMNS * len(self.lines) :], strict=True):
            if count:
                counts[line][outcome] = counts[line].get(outcome, 0) + count
        lines = []
        for index, name in enumerate(self.lines):
            columns = tally[COLUMNS * index : COLUMNS * (index + 1)]
            if columns[PLACED]:
                placed, staked, net, squares = columns
                lines.append(Line(name, rounds, placed, staked, net, squares, counts[name]))
        return tuple(lines)
