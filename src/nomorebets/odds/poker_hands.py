"""Poker hands by their ranks: one at least of every rank that there is, few enough to be looked at one by one."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from nomorebets.equipment.cards import RANKS, SUITS


def of_ranks(ranks: tuple[int, ...]) -> int:
    """A hand of up to eight cards of these ranks, of which no three are of one suit.

    >>> f"{of_ranks((0, 0, 1)):b}"  # deuces of clubs and diamonds, the three of hearts
    '1000000000000010000000000001'
    """
    return sum(1 << rank + len(RANKS) * (at % len(SUITS)) for at, rank in enumerate(sorted(ranks)))


def of_no_suit(cards: int) -> Iterator[int]:
    """Hands of so many cards, no flush among them, of all ranks that they can have."""
    for ranks in combinations_with_replacement(range(len(RANKS)), cards):
        if all(ranks.count(rank) <= len(SUITS) for rank in ranks):
            yield of_ranks(ranks)


def of_one_suit(cards: int) -> Iterator[int]:
    """Hands of so many cards of one suit."""
    for ranks in combinations(range(len(RANKS)), cards):
        yield sum(1 << rank for rank in ranks)
