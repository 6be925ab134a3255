"""Best play of Lunar Poker as a table, for loops that cannot reckon out every hand: what the first five cards are for.

The table has one row for each class of hands that an exchange of suits leaves the same, and a column for every up card.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.lunar_poker.maths.counting.card_ways import BET as DO_BET
from nomorebets.games.lunar_poker.maths.counting.card_ways import BUY as DO_BUY
from nomorebets.games.lunar_poker.maths.counting.card_ways import EXCHANGE as DO_EXCHANGE
from nomorebets.games.lunar_poker.maths.counting.card_ways import FOLD as DO_FOLD
from nomorebets.games.lunar_poker.maths.counting.sample import guess_of_all
from nomorebets.games.lunar_poker.maths.counting.values import BET, BUY, CHOICES, DISCARDS, Array, Tables
from nomorebets.machine.compiler import rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.ranking.flush import SUIT

FOLDED = CHOICES


class Best(NamedTuple):
    """Hands whose suits stand in order, from the lowest number up, and the decision with every up card."""

    hands: Array
    choices: NDArray[np.int8]


NO_TABLE = Best(np.zeros(0, np.int64), np.zeros((0, 52), np.int8))


def best_play(table: Tables, workers: Workers, progress: Progress) -> Best:
    every = guess_of_all(table, workers, progress)
    order = np.argsort(every.hands)
    choices = np.where(every.worth > -1, every.choice, FOLDED)
    return Best(every.hands[order], choices[order].astype(np.int8))


def suits_in_order(cards: int) -> tuple[int, int, int, int]:
    """The suits of a hand as a class of hands has them: those with more cards first, then those with higher ones."""
    first, second, third, fourth = 0, 1, 2, 3
    if before(cards, second, first):
        first, second = second, first
    if before(cards, fourth, third):
        third, fourth = fourth, third
    if before(cards, third, first):
        first, third = third, first
    if before(cards, fourth, second):
        second, fourth = fourth, second
    if before(cards, third, second):
        second, third = third, second
    return first, second, third, fourth


def before(cards: int, one: int, other: int) -> bool:
    ranks, others = cards >> 13 * one & SUIT, cards >> 13 * other & SUIT
    return ranks.bit_count() << 13 | ranks > others.bit_count() << 13 | others


def by_best(cards: int, up: int, best: Best) -> tuple[int, int]:
    """What best play does with these cards, and the cards that it keeps."""
    suits = suits_in_order(cards)
    hand = up_there = 0
    for place in range(4):
        hand |= (cards >> 13 * suits[place] & SUIT) << 13 * place
        if up // 13 == suits[place]:
            up_there = 13 * place + up % 13
    choice = best.choices[np.searchsorted(best.hands, hand), up_there]
    if choice == FOLDED:
        return DO_FOLD, cards
    if choice == BET:
        return DO_BET, cards
    if choice == BUY:
        return DO_BUY, cards
    kept = at = 0
    for rank in range(12, -1, -1):
        for place in range(4):
            card = 1 << 13 * suits[place] + rank
            if cards & card:
                if not DISCARDS[choice] >> at & 1:
                    kept |= card
                at += 1
    return DO_EXCHANGE, kept


rules(suits_in_order, before, by_best)
