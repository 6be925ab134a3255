"""Sets of cards that differ only by which suit is which: one of each kind, how many there are, and a number for hands.

The ranks of the four suits, sorted, are the same for all sets of a kind.  They are sorted by how many there are, then
as numbers.
"""

from itertools import groupby
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.machine.compiler import compiled, rules
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.joker import JOKER

Array = NDArray[np.int64]

PERMUTATIONS = 24  # of four suits


class Alike(NamedTuple):
    """Of every kind of set one, and how many sets are of the kind."""

    sets: Array
    ways: Array


def in_order(ranks: int) -> tuple[Array, Array]:
    """All ranks that a suit can hold, and where those of each number begin."""
    some = sorted((one for one in range(SUIT + 1) if one & ~ranks == 0), key=lambda one: (one.bit_count(), one))
    counts = [one.bit_count() for one in some]
    return np.array(some, np.int64), np.searchsorted(counts, range(len(RANKS) + 2)).astype(np.int64)


def ways(first: int, second: int, third: int, fourth: int) -> int:
    """How many sets differ from one only by which suit is which, if its suits in order are these."""
    same = run = 1
    for one, next_one in ((first, second), (second, third), (third, fourth)):
        run = run + 1 if one == next_one else 1
        same *= run
    return PERMUTATIONS // same


rules(ways)


@compiled
def enumerated(suits: Array, begin: Array, cards: int, joker: int, sets: Array, number: Array) -> int:
    """Put one set of each kind and their number where there is room; how many kinds there are."""
    at = 0
    for first in range(cards, -1, -1):
        for second in range(min(first, cards - first), -1, -1):
            for third in range(min(second, cards - first - second), -1, -1):
                fourth = cards - first - second - third
                if fourth > third:
                    continue
                for a in range(begin[first], begin[first + 1]):
                    for b in range(begin[second], min(begin[second + 1], a + 1)):
                        for c in range(begin[third], min(begin[third + 1], b + 1)):
                            for d in range(begin[fourth], min(begin[fourth + 1], c + 1)):
                                if at < len(sets):
                                    sets[at] = suits[a] | suits[b] << 13 | suits[c] << 26 | suits[d] << 39 | joker
                                    number[at] = ways(a, b, c, d)
                                at += 1
    return at


def alike(size: int, ranks: int = SUIT) -> Alike:
    """All sets of so many cards of a deck with these ranks in each suit and the joker."""
    suits, begin = in_order(ranks)
    none = np.zeros(0, np.int64)
    found = []
    for joker in (0, JOKER):
        cards = size - joker.bit_count()
        kinds = enumerated(suits, begin, cards, joker, none, none) if cards >= 0 else 0
        sets, number = np.empty(kinds, np.int64), np.empty(kinds, np.int64)
        if kinds:
            enumerated(suits, begin, cards, joker, sets, number)
        found.append((sets, number))
    (natural, number), (wild, wild_number) = found
    return Alike(np.concatenate((natural, wild)), np.concatenate((number, wild_number)))


# --- Numbers for hands of seven ---------------------------------------------------------------------------------------

_suits, BEGIN = in_order(SUIT)
ORDER = np.zeros(SUIT + 1, np.int64)  # the place of a suit's ranks
ORDER[_suits] = np.arange(SUIT + 1)


def terms_of(shape: tuple[int, ...]) -> tuple[list[list[int]], int]:
    """For suits that hold so many cards each: what each adds to the number by its place, and how many numbers are.

    Suits with as many cards stand in order, so that they are counted as combinations in which a place may recur.
    """
    added: list[list[int]] = []
    groups = [(comb(len(RANKS), cards), len(list(same))) for cards, same in groupby(shape)]
    sizes = [comb(places + suits - 1, suits) for places, suits in groups]
    for group, (places, suits) in enumerate(groups):
        step = prod(sizes[group + 1 :])
        added += ([step * comb(at + left - 1, left) for at in range(places)] for left in range(suits, 0, -1))
    return added, prod(sizes)


SHAPES = [
    (first, second, third, cards - first - second - third)
    for cards in (CARDS_EACH, CARDS_EACH - 1)
    for first in range(cards + 1)
    for second in range(min(first, cards - first) + 1)
    for third in range(min(second, cards - first - second) + 1)
    if cards - first - second - third <= third
]
SIZES = np.array([ranks.bit_count() for ranks in _suits.tolist()], np.int64)
SHAPE = 3  # bits of a suit's number of cards


def shape_of(first: int, second: int, third: int, fourth: int) -> int:
    """How many cards the suits hold, as one number."""
    return first << 3 * SHAPE | second << 2 * SHAPE | third << SHAPE | fourth


WHERE = np.zeros((1 << 4 * SHAPE) * 4, np.int64)  # by shape, for each suit: where its terms begin
_terms: list[int] = []
_first = 0
for _shape in SHAPES:
    _added, _numbers = terms_of(_shape)
    _added[0] = [_first + one for one in _added[0]]
    for _suit, _of_suit in enumerate(_added):
        # places are counted among all ranks that a suit can hold, so what stands before is taken off here
        WHERE[4 * shape_of(*_shape) + _suit] = len(_terms) - BEGIN[_shape[_suit]]
        _terms += _of_suit
    _first += _numbers
TERMS = np.array(_terms, np.int64)
NUMBERS = _first


def number(cards: int) -> int:
    """The number of a hand of seven cards among all that do not differ only by which suit is which."""
    a, b, c, d = ORDER[cards & SUIT], ORDER[cards >> 13 & SUIT], ORDER[cards >> 26 & SUIT], ORDER[cards >> 39 & SUIT]
    a, b, c, d = max(a, b), min(a, b), max(c, d), min(c, d)
    a, c, b, d = max(a, c), min(a, c), max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    at = 4 * shape_of(SIZES[a], SIZES[b], SIZES[c], SIZES[d])
    return TERMS[WHERE[at] + a] + TERMS[WHERE[at + 1] + b] + TERMS[WHERE[at + 2] + c] + TERMS[WHERE[at + 3] + d]  # type: ignore[no-any-return]


rules(shape_of, number)
