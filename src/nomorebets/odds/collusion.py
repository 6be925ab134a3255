"""What it is worth to know each other's cards: what the games' own loops share."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct


class Sharing(Struct, frozen=True):
    """A game's loop over deals, and how to read what it sums up."""

    loop: Callable[..., Any]  # takes a stream, a number of deals and the parameters
    parameters: tuple[int, ...]
    units: tuple[int, int]  # by what the sums, with what is seen and alone, are divided for one seat and deal
    fine: int  # bits behind the point of the squares
    alone: Fraction  # what a player wins who knows but the own hand


class Shared(Struct, frozen=True):
    """What came of many deals, in units of the main wager."""

    deals: int
    gain: Fraction
    se: float


def mean_gain(sharing: Sharing, seats: int, deals: int, sums: Iterable[tuple[int, int, int]]) -> Shared:
    """The mean gain over all deals, from the sums of each part.

    Each hand is compared with itself played alone, so luck with one's own cards, which is most of it, falls out.
    """
    together, alone, squares = (sum(column) for column in zip(*sums, strict=True))
    with_seen, without = sharing.units
    gain = Fraction(together, with_seen * deals) - Fraction(alone, without * deals)
    variance = Fraction(squares, deals << 2 * sharing.fine) / seats**2 - gain**2
    return Shared(deals, gain, sqrt(max(variance, Fraction(0)) / deals))
