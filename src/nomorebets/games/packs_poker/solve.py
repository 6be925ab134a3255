"""The exact value of a Pack's bet, which nobody can play better or worse.

For one pack, player and dealer are alike: each is higher in half of the deals that are no tie.  So only ties have to be
counted, and deals in which neither has a pair.  Hands of equal rank that have no card in common are counted by
inclusion and exclusion: the hands that hold certain cards, squared, over all cards that two of them could share.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.equipment.cards import RANKS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.packs_poker.rules import CARDS_EACH, CARDS_PER_PACK, ONE_PAIR, outcome, rule
from nomorebets.games.packs_poker.submission import PACK
from nomorebets.kept import kept_array
from nomorebets.odds.outcomes import Outcome, units
from nomorebets.odds.solution import Choice, Solution
from nomorebets.ranking import flush, poker
from nomorebets.ranking.poker import poker_rank
from nomorebets.table.game import Terms
from nomorebets.workers import Progress, Workers, summed

Array = NDArray[np.int64]

LEFT = 52 - CARDS_PER_PACK
HANDS = comb(LEFT, CARDS_EACH)
DEALS = HANDS * comb(LEFT - CARDS_EACH, CARDS_EACH)  # with one pack
CHOOSE = np.array([[comb(n, k) for k in range(CARDS_EACH + 1)] for n in range(LEFT + 1)], np.int64)
FIRST = np.array([sum(comb(LEFT, less) for less in range(size)) for size in range(CARDS_EACH + 2)], np.int64)
SUBSETS = 1 << CARDS_EACH

TIED, TIED_WITHOUT_PAIR, WITHOUT_PAIR = range(3)  # deals with one pack


def number_subsets(hand: NDArray[np.uint8], numbers: Array) -> None:
    """Number the subsets of a hand, of whose cards the lower stand first: all sets of up to five cards have numbers."""
    for subset in range(1, SUBSETS):
        highest, size = subset.bit_length() - 1, subset.bit_count()
        numbers[subset] = numbers[subset ^ 1 << highest] + CHOOSE[hand[highest], size]


def place(subset: int, numbers: Array) -> int:
    """The place of a subset among all sets, the smaller first."""
    return FIRST[subset.bit_count()] + numbers[subset]  # type: ignore[no-any-return]


def apart(hands: NDArray[np.uint8], order: Array, first: int, last: int, holding: NDArray[np.int32]) -> int:
    """How many pairs of these hands, told apart by which is whose, have no card in common."""
    numbers = np.zeros(SUBSETS, np.int64)
    for at in range(first, last):
        number_subsets(hands[order[at]], numbers)
        for subset in range(SUBSETS):
            holding[place(subset, numbers)] += 1
    pairs = 0
    for at in range(first, last):
        number_subsets(hands[order[at]], numbers)
        for subset in range(SUBSETS):
            held: int = holding[place(subset, numbers)]
            pairs += -held * held if subset.bit_count() & 1 else held * held
            holding[place(subset, numbers)] = 0
    return pairs


rules(flush, poker, number_subsets, place, apart)


@compiled
def ranked(pack: int, cards: Array) -> tuple[NDArray[np.uint8], Array]:
    """Every hand of five of the cards that are left, and its rank with the pack."""
    hands, ranks = np.empty((HANDS, CARDS_EACH), np.uint8), np.empty(HANDS, np.int64)
    at = 0
    for e in range(LEFT):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        hands[at, 0], hands[at, 1], hands[at, 2], hands[at, 3], hands[at, 4] = a, b, c, d, e
                        ranks[at] = poker_rank(pack | cards[a] | cards[b] | cards[c] | cards[d] | cards[e])
                        at += 1
    return hands, ranks


@compiled
def compared(hands: NDArray[np.uint8], ranks: Array, order: Array) -> Array:
    """Deals of one pack in which both hands are alike: tied with a pair or better, tied without, both without."""
    holding = np.zeros(FIRST[-1], np.int32)
    counts = np.zeros(3, np.int64)
    first = without = 0
    while first < len(order):
        rank, last = ranks[order[first]], first
        while last < len(order) and ranks[order[last]] == rank:
            last += 1
        pairs = apart(hands, order, first, last, holding)
        if rank >= ONE_PAIR:
            counts[TIED] += pairs
        else:
            counts[TIED_WITHOUT_PAIR] += pairs
            without = last
        first = last
    counts[WITHOUT_PAIR] = apart(hands, order, 0, without, holding)
    return counts


class Kind(NamedTuple):
    """Packs that differ only by suits: one of them, and how many there are."""

    pack: Stack
    packs: int


def kinds() -> tuple[Kind, ...]:
    """The 169 kinds of pack: thirteen pairs, and every two ranks suited and not."""
    ranks = range(len(RANKS))
    pairs = [Kind((rank, 13 + rank), 6) for rank in ranks]
    suited = [Kind((low, high), 4) for low, high in combinations(ranks, 2)]
    return (*pairs, *suited, *(Kind((low, 13 + high), 12) for low, high in combinations(ranks, 2)))


def part(number: int) -> Array:
    """The counts for one kind of pack, in its own row."""
    pack = kinds()[number].pack
    cards = np.array([1 << card for card in range(52) if card not in pack], np.int64)
    hands, ranks = ranked(mask(pack), cards)
    counts = np.zeros((len(kinds()), 3), np.int64)
    counts[number] = compared(hands, ranks, np.argsort(ranks, kind="stable"))
    return counts


def counted(workers: Workers, progress: Progress) -> list[list[int]]:
    parts = [(number,) for number in range(len(kinds()))]
    rows: list[list[int]] = kept_array(f"{rule.text}-{PACK}", lambda: summed(workers, part, parts, progress)).tolist()
    return rows


def deals(rows: list[list[int]]) -> dict[str, int]:
    """All deals by how the hands compare; the two ranks beside each name stand for it before the rules."""
    tied, tied_without, without = (
        sum(kind.packs * row[column] for kind, row in zip(kinds(), rows, strict=True)) for column in range(3)
    )
    total = DEALS * sum(kind.packs for kind in kinds())
    higher, higher_without = (total - tied - tied_without) // 2, (without - tied_without) // 2
    return {
        "player higher": higher - higher_without,
        "player higher, without a pair": higher_without,
        "tie": tied,
        "tie without a pair": tied_without,
        "dealer higher": higher,
    }


EXAMPLES = {
    "player higher": (ONE_PAIR + 1, ONE_PAIR),
    "player higher, without a pair": (1, 0),
    "tie": (ONE_PAIR, ONE_PAIR),
    "tie without a pair": (0, 0),
    "dealer higher": (0, 1),
}


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    """The Pack's bet under the election of the submission."""
    election = terms.submission.no_pair_win
    outcomes = tuple(
        Outcome(name, ways, Fraction(units(outcome(*EXAMPLES[name], election)[0])))
        for name, ways in deals(counted(workers, progress)).items()
    )
    say = "nothing is left to the player"
    return (Solution(rule.text, PACK, "Pack's bet", {"no_pair_win": election}, "exact", outcomes, {}, say),)


def advice(_terms: Terms, _hand: Stack, _up: Stack) -> tuple[Choice, ...]:
    raise BadInput("players decide nothing in Pack's Poker, so there is nothing to advise", rule.id("43.10(a)"))
