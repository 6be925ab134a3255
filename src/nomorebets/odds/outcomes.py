"""What can come of a wager, counted, and every figure that follows from the counts."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

from msgspec import Struct

from nomorebets.rulebook.money import Result, To


class Outcome(Struct, frozen=True):
    """One way in which a wager ends: in how many of the cases, all as likely, and with what result.

    Amounts are in units of the wager as it was first placed; `staked` is all that the player put up for it in the end.
    """

    name: str
    ways: int
    net: Fraction
    staked: Fraction = Fraction(1)


def units(result: Result) -> int:
    """What a result wins, in units of the stake, where that is a whole number."""
    match result:
        case To(numerator, 1):
            return numerator
        case int():
            return result
    raise ValueError(f"{result} is no whole number of stakes")


class Band(NamedTuple):
    """Between which shares of what is placed the house's win lies, with some confidence."""

    low: float
    high: float


def quantile(confidence: Fraction) -> float:
    """How many standard deviations around the mean hold this part of a normal distribution.

    >>> round(quantile(Fraction(95, 100)), 4)
    1.96
    """
    return NormalDist().inv_cdf(float(1 + confidence) / 2)


class Measures:
    """The figures of a wager, exact until a root is drawn."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self.outcomes = tuple(outcomes)
        self.total = sum(one.ways for one in self.outcomes)

    def _mean(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        return sum((one.ways * (one.net - about) ** power for one in self.outcomes), Fraction(0)) / self.total

    @cached_property
    def ev(self) -> Fraction:
        """What the player wins on average for each unit first placed."""
        return self._mean(1)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @cached_property
    def staked(self) -> Fraction:
        """What the player puts up on average."""
        return sum((one.ways * one.staked for one in self.outcomes), Fraction(0)) / self.total

    @property
    def element_of_risk(self) -> Fraction:
        """The house's part of all that is put up."""
        return self.house_edge / self.staked

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player is paid more than was put up."""
        return Fraction(sum(one.ways for one in self.outcomes if one.net > 0), self.total)

    @cached_property
    def variance(self) -> Fraction:
        return self._mean(2, self.ev)

    @cached_property
    def sd(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def skewness(self) -> float:
        return float(self._mean(3, self.ev)) / self.sd**3 if self.variance else 0.0

    def volatility(self, confidence: Fraction) -> float:
        """The volatility index: half the width of the band around one round, in units first placed."""
        return quantile(confidence) * self.sd

    def hold_band(self, rounds: int, confidence: Fraction) -> Band:
        """Where the house's part of what is placed lies after so many rounds, if their sum is as good as normal."""
        half = self.volatility(confidence) / sqrt(rounds)
        return Band(float(self.house_edge) - half, float(self.house_edge) + half)

    @property
    def rounds_to_normal(self) -> int:
        """After how many rounds a normal band is fair to so skewed a wager: 25 squares of the skewness, 30 at least."""
        return max(30, ceil(25 * self.skewness**2))
