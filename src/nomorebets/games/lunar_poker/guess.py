"""A guess at what a hand of Lunar Poker is worth, from ranks alone: quick enough for every hand and every up card.

It takes the place of nothing.  A sample of hands is reckoned out exactly; since the guess is known for all hands, only
what the guess misses has to be estimated.  Suits are left out but for four cards to a flush, and the cards that are
drawn are not taken out of those the dealer may hold.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.games.lunar_poker.hands import LOWEST_QUALIFIER
from nomorebets.games.lunar_poker.rules import ANTES_BET
from nomorebets.games.lunar_poker.values import AT_STAKE, HELD, HOLE, KEYS, Array, Tables, number_of, paid_as
from nomorebets.ranking.poker import poker_rank

Floats = NDArray[np.float64]

KEY = np.array(KEYS, np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
SOME_FLUSH = 0b1001001010010  # of the ranks that a flush often has
SUM = 2 * HOLE  # where the sum of the keys stands


@cache
def drawn_ranks(size: int) -> Array:
    """Every way to draw so many ranks: each rank and how many cards of it, and the sum of their keys."""
    rows = []
    for ranks in combinations_with_replacement(range(13), size):
        counted = [entry for rank in sorted(set(ranks)) for entry in (rank, ranks.count(rank))]
        rows.append([*counted, *[0] * (SUM - len(counted)), sum(KEYS[rank] for rank in ranks)])
    return np.array(rows, np.int64)


def ways(draw: Array, left: Array) -> int:
    """How many hands have these ranks."""
    product = 1
    for at in range(0, SUM, 2):
        product *= CHOOSE[left[draw[at]], draw[at + 1]]
    return product


def exchanged(kept: int, draws: Array, left: Array, worth: Floats, tables: Tables) -> float:
    """What an exchange is worth, if the cards that are kept have keys of this sum."""
    total = value = 0.0
    for at in range(len(draws)):
        number = ways(draws[at], left)
        if number:
            total += number
            value += number * max(-1.0, worth[tables.summed[kept + draws[at, SUM]]])
    return value / total - 1


def bets(up: int, left: Array, draws: Array, tables: Tables, dealers: Array, worth: Floats) -> None:
    """What a bet is worth with a hand of each number, against the hands that an up card of this rank can be part of."""
    dealers[:] = 0
    for at in range(len(draws)):
        number = ways(draws[at], left)
        if number:
            dealers[tables.summed[KEY[up] + draws[at, SUM]]] += number
    qualifier = number_of(LOWEST_QUALIFIER, tables.ranks)
    no_hand, dealt, below = 0.0, float(dealers.sum()), 0.0
    for number in range(qualifier):
        no_hand += dealers[number]
    for number in range(len(dealers)):
        equal = dealers[number] if number >= qualifier else 0
        above = dealt - no_hand - below - equal
        pays = tables.odds[tables.paid[number]]
        forced = max(0.0, ANTES_BET * pays * 10.8 / 41 - 2) if pays > 3 else 0.0
        worth[number] = (ANTES_BET * pays * below - AT_STAKE * above + no_hand * (1 + forced)) / dealt
        below += equal


def with_one_more(counts: Array, six: Array, tables: Tables) -> None:
    """For every rank of a card that is bought: number of the hand, and what a second payout adds to the odds."""
    for rank in range(13):
        cards = place = 0
        for other in range(13):
            for _ in range(counts[other] + (other == rank)):
                cards |= 1 << other + 13 * (place % 4)
                place += 1
        number = number_of(poker_rank(cards), tables.ranks) if counts[rank] < 4 else 0
        six[rank, 0] = number
        if counts[rank] < 4:
            six[rank, 1] = tables.odds[paid_as(cards, tables.beside_five)] - tables.odds[tables.paid[number]]


def bought(six: Array, left: Array, worth: Floats) -> float:
    """What a bought card is worth, its price not taken off; a second payout is won about every other time."""
    value = 0.0
    for rank in range(13):
        value += left[rank] * max(-1.0, worth[six[rank, 0]] + six[rank, 1])
    return value / int(left.sum())


def drawing(counts: Array, left: Array, draws: tuple[Array, Array, Array], worth: Floats, tables: Tables) -> float:
    """What the better exchanges are worth: keep a pair or three of a kind, a pair and one more, one card or two."""
    best = -2.0
    most = counts.max()
    for rank in range(12, -1, -1):
        if counts[rank] < most or most > 3:
            continue
        kept = most * KEY[rank]
        best = max(best, exchanged(kept, draws[3 - most], left, worth, tables))
        for beside in range(rank if most == 1 else 12, -1, -1):
            if most < 3 and beside != rank and counts[beside] == 1:
                best = max(best, exchanged(kept + KEY[beside], draws[2 - most], left, worth, tables))
                if most == 1:
                    return best
    return best


rules(ways, exchanged, bets, with_one_more, bought, drawing)


@compiled
def guesses(hands: Array, draws: tuple[Array, Array, Array], tables: Tables) -> Floats:
    """The guess for every row of ranks and every rank of the up card, without and with four cards of a suit."""
    found = np.zeros((len(hands), 13, 2))
    dealers, worth = np.zeros(len(tables.ranks), np.int64), np.zeros(len(tables.ranks))
    six = np.zeros((13, 2), np.int64)
    for at in range(len(hands)):
        with_one_more(hands[at, :13], six, tables)
        for up in range(13):
            left = 4 - hands[at, :13]
            if not left[up]:
                continue
            left[up] -= 1
            bets(up, left, draws[2], tables, dealers, worth)
            drawn = drawing(hands[at, :13], left, draws, worth, tables)
            as_it_is = worth[tables.summed[hands[at, 13]]]
            buy = bought(six, left, worth)
            with_flush = 0.8 * buy + 0.2 * worth[tables.suited[SOME_FLUSH]]  # one card in five makes one
            found[at, up, 0] = max(-1.0, as_it_is, drawn, buy - 1)
            found[at, up, 1] = max(-1.0, as_it_is, drawn, with_flush - 1)
    return found


DRAWS = (2, 3, 4)


def held_ranks() -> Array:
    """Every way in which five cards can have ranks: how many cards of each, and the sum of the keys."""
    rows = []
    for ranks in combinations_with_replacement(range(13), HELD):
        counts = [ranks.count(rank) for rank in range(13)]
        if max(counts) <= 4:
            rows.append([*counts, sum(KEYS[rank] for rank in ranks)])
    return np.array(rows, np.int64)


def part(hands: Array, tables: Tables) -> Floats:
    """The guesses for some of the hands."""
    two, three, four = (drawn_ranks(size) for size in DRAWS)
    return guesses(hands, (two, three, four), tables)
