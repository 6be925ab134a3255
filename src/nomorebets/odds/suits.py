"""Counting hands by their suits: which ranks each may hold, not deals."""

from collections.abc import Iterator
from math import comb

import numpy as np
from numpy.typing import NDArray

from nomorebets.ranking.flush import SUIT

Array = NDArray[np.int64]
Suits = tuple[int, int, int, int]  # the ranks of each suit, as bits

NONE_SHOWN = (0, 0, 0, 0)

CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)


def subsets_below(ranks: int, size: int, bound: int, shown: int = 0) -> int:
    """How many sets of `size` ranks, those shown and others of these, are less than the bound when read as numbers.

    >>> int(subsets_below(0b1111, 2, 0b1001))  # 0011, 0101, 0110
    3
    >>> int(subsets_below(0b1110, 2, 0b1001, 0b0001))  # 0011, 0101
    2
    """
    below = 0
    for bit in range(12, -1, -1):
        lower = (1 << bit) - 1
        if bound >> bit & 1:
            further = size - (shown & lower).bit_count()
            if further >= 0 and not shown >> bit & 1:
                below += CHOOSE[(ranks & lower).bit_count(), further]
            if not (ranks | shown) >> bit & 1:
                break
            size -= 1
        elif shown >> bit & 1:
            break
    return below


def suit_at_least(ranks: int, count: int, bound: int, shown: int = 0) -> int:
    """How many ways one suit can hold so many cards, those shown among them, and reach the bound.

    The bound is a rank as `flush_rank` gives it.
    """
    size = bound >> 13
    ways: int = CHOOSE[ranks.bit_count(), count - shown.bit_count()]
    return ways - subsets_below(ranks, size, bound & SUIT, shown) if count == size else ways


def flushes_at_least(suits: Suits, cards: int, bound: int, shown: Suits = NONE_SHOWN) -> int:
    """How many hands of so many cards, those shown and others of these ranks, hold a flush that reaches the bound.

    The suits that reach it are counted one by one, and hands in which two do are taken off again.  No three can, as
    long as the bound's flush is longer than a third of the hand.
    """
    size = bound >> 13
    total = suits[0].bit_count() + suits[1].bit_count() + suits[2].bit_count() + suits[3].bit_count()
    hidden = cards - shown[0].bit_count() - shown[1].bit_count() - shown[2].bit_count() - shown[3].bit_count()
    ways = 0
    for one in range(4):
        others = total - suits[one].bit_count()
        seen = shown[one].bit_count()
        for count in range(max(size, seen), seen + hidden + 1):
            left = hidden - (count - seen)
            reached = suit_at_least(suits[one], count, bound, shown[one])
            ways += reached * CHOOSE[others, left]
            for two in range(one):
                rest = others - suits[two].bit_count()
                too = shown[two].bit_count()
                for further in range(max(size, too), too + left + 1):
                    both = reached * suit_at_least(suits[two], further, bound, shown[two])
                    ways -= both * CHOOSE[rest, left - (further - too)]
    return ways


def whole(suits: Suits) -> int:
    """The hand that holds these ranks of each suit."""
    return suits[0] | suits[1] << 13 | suits[2] << 26 | suits[3] << 39


def in_suits(hand: int) -> Suits:
    """The ranks that a hand holds of each suit."""
    return hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT


def exchanges(suits: Suits) -> int:
    """How many hands an exchange of suits makes of one whose suits stand in order."""
    one, two, three = suits[0] == suits[1], suits[1] == suits[2], suits[2] == suits[3]
    if one and two and three:
        return 1
    if (one and two) or (two and three):
        return 4
    if one and three:
        return 6
    return 12 if one or two or three else 24


def holdings(most: int, deck: int = SUIT) -> tuple[Array, Array]:
    """All sets of up to `most` ranks of a deck, the smaller and lower first, and where each size begins."""
    held = (ranks for ranks in range(SUIT + 1) if ranks.bit_count() <= most and ranks & ~deck == 0)
    sets = sorted(held, key=lambda ranks: (ranks.bit_count(), ranks))
    starts = [sum(ranks.bit_count() < size for ranks in sets) for size in range(most + 2)]
    return np.array(sets, np.int64), np.array(starts, np.int64)


def hands_with(sets: Array, starts: Array, a: int, cards: int) -> Iterator[tuple[Suits, int]]:
    """All hands of so many cards whose first suit holds this of the sets, and how many hands each stands for.

    The suits of a hand stand in the order of the sets, so that of hands which differ by an exchange of suits one comes.
    """
    for b in range(a + 1):
        two = cards - sets[a].bit_count() - sets[b].bit_count()  # cards of the other two suits
        for c in range(b + 1 if two >= 0 else 0):
            one = two - sets[c].bit_count()
            if one < 0:
                break
            for d in range(starts[one], min(starts[one + 1], c + 1)):
                hand = (sets[a], sets[b], sets[c], sets[d])
                yield hand, exchanges(hand)
