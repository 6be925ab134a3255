"""What a simulation counts: whole numbers that add up the same in any order."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Counts = NDArray[np.int64]

# For every line: what was first placed, what was put up in all, what the players won, and the square of that by round.
# No sum fits into 64 bits at every stake that a licensee may post: each is kept in parts, which Python puts together.
# In a chunk no part can overflow as long as a round wins or loses less than 2^62 cents.
PLACED, STAKED, NET = 0, 2, 4  # each the low part and, after it, the high part
SQUARES = 6  # products of three parts of what is won: low * low, low * middle, middle * middle, low * high, ...
COLUMNS = 12

HALF = 31  # bits of the low part of a sum
THIRD = 21  # bits of the low and of the middle part of a factor
LOW_HALF, LOW_THIRD = (1 << HALF) - 1, (1 << THIRD) - 1
SQUARES_STAND_FOR = (1, 2 << THIRD, 1 << 2 * THIRD, 2 << 2 * THIRD, 2 << 3 * THIRD, 1 << 4 * THIRD)

MOST_IN_A_ROUND = 1 << 62  # cents


def booked(tally: Counts, line: int, net: int) -> None:
    """Add what the players won in one round on a line."""
    first = COLUMNS * line
    tally[first + NET] += net & LOW_HALF
    tally[first + NET + 1] += net >> HALF
    amount = abs(net)
    low, rest = amount & LOW_THIRD, amount >> THIRD
    tally[first + SQUARES] += low * low
    if rest:
        middle, high = rest & LOW_THIRD, rest >> THIRD
        tally[first + SQUARES + 1] += low * middle
        tally[first + SQUARES + 2] += middle * middle
        tally[first + SQUARES + 3] += low * high
        tally[first + SQUARES + 4] += middle * high
        tally[first + SQUARES + 5] += high * high


def put_up(tally: Counts, line: int, stake: int, placed: int, added: int) -> None:
    """Add how often a stake was placed on a line, and how often it was added to it later."""
    first = COLUMNS * line
    low, high = stake & LOW_HALF, stake >> HALF
    tally[first + PLACED] += low * placed
    tally[first + PLACED + 1] += high * placed
    tally[first + STAKED] += low * (placed + added)
    tally[first + STAKED + 1] += high * (placed + added)


def put_up_too(tally: Counts, line: int, another: int) -> None:
    """Add to a line what was put up on another."""
    for part in range(NET):
        tally[COLUMNS * line + part] += tally[COLUMNS * another + part]


def whole(tally: Sequence[int] | Counts, line: int, sum_of: int) -> int:
    """A sum of a line, of its two parts."""
    first = COLUMNS * line + sum_of
    return int(tally[first]) + (int(tally[first + 1]) << HALF)


def squares(tally: Sequence[int] | Counts, line: int) -> int:
    """The sum of squares of a line, of its parts."""
    parts = tally[COLUMNS * line + SQUARES : COLUMNS * (line + 1)]
    return sum(int(part) * stands_for for part, stands_for in zip(parts, SQUARES_STAND_FOR, strict=True))


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
            placed, staked, net = (whole(tally, index, one) for one in (PLACED, STAKED, NET))
            if placed:
                lines.append(Line(name, rounds, placed, staked, net, squares(tally, index), counts[name]))
        return tuple(lines)
