"""Ways of playing Lunar Poker that a person can remember: what to do with the first five cards, and after a draw.

All of it is reckoned on bits, so that the loops that weigh a way and those that simulate it compile the same functions.
"""

from typing import NamedTuple

import numpy as np

from nomorebets.equipment.cards import RANKS, hand
from nomorebets.games.lunar_poker.hands import EACH_SUIT, LOWEST_QUALIFIER
from nomorebets.machine.compiler import rules
from nomorebets.ranking.combination import ACE_KING
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import (
    FOUR,
    MADE,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    highest,
    kind,
    poker_rank,
)

# The lines of a way, in the order in which they are looked at.
AT_ONCE, COMPLETE, SURE, THREE_WITH_ACE_KING, THREE_LIKE_UP, THREES, TO_FLUSH, TO_STRAIGHT = range(8)
PAIR_TO_STRAIGHT, HIGH_PAIR, LOW_PAIR, ACE_AND_KING, TO_STRAIGHT_FLUSH, TWO_SUITED, ONE_CARD, NOTHING = range(8, 16)
LINES = 16

FOLD, BET, BUY, EXCHANGE = range(4)
DO = np.full(LINES, EXCHANGE, np.int64)
DO[[AT_ONCE, SURE, THREE_LIKE_UP, HIGH_PAIR]] = BET
DO[[COMPLETE, THREE_WITH_ACE_KING, TO_FLUSH, TO_STRAIGHT, PAIR_TO_STRAIGHT]] = BUY
DO[NOTHING] = FOLD

NEVER = len(RANKS)  # above every rank


class Way(NamedTuple):
    """What differs between the ways; ranks are counted from the deuce, which is 0."""

    pair: int  # a pair of this rank is bet against any up card but ace and king, below it only one that is not lower
    against: int  # a pair of this rank is bet against ace and king too
    suited: int  # of two highest cards of one suit the lower has this rank at least, if both are kept
    above: int  # a single card below the king is kept if it is so many ranks above the up card
    three: int  # of three cards to a straight flush the middle one has this rank at least, if they are kept
    exceptions: bool  # whether the lines for few hands are followed too


SHORT = Way(RANKS.index("T"), RANKS.index("K"), RANKS.index("T"), 5, NEVER, exceptions=False)
LONG = Way(RANKS.index("T"), RANKS.index("K"), RANKS.index("T"), 5, RANKS.index("9"), exceptions=True)

TITLES = {SHORT: "The short way", LONG: "The long way"}

# --- What four cards are short of -------------------------------------------------------------------------------------

NO_DRAW, INSIDE, OPEN, DOUBLE = range(4)  # no straight, one rank makes one, two ranks make one, one rank makes two


def straights_in(ranks: int) -> int:
    """How many straights these ranks hold."""
    return sum((ranks & five) == five for five in STRAIGHTS)


STRAIGHTS = (*(0b11111 << low for low in range(9)), 0b1111 | 1 << 12)


def draw(ranks: int) -> int:
    made = [straights_in(ranks | 1 << rank) for rank in range(13) if not ranks >> rank & 1]
    outs = sum(number > 0 for number in made)
    return OPEN if outs > 1 else DOUBLE if max(made, default=0) > 1 else INSIDE if outs else NO_DRAW


DRAWS = np.array([draw(ranks) for ranks in range(SUIT + 1)], np.int8)
WITHIN_FIVE = np.array([any(ranks & ~five == 0 for five in STRAIGHTS) for ranks in range(SUIT + 1)], np.bool_)

# --- The first five cards ---------------------------------------------------------------------------------------------


def of_ranks(cards: int, ranks: int) -> int:
    """Those of the cards that have one of these ranks."""
    return cards & ranks * EACH_SUIT


def three_suited(cards: int, lowest: int) -> int:
    """Three cards to a straight flush, the middle one not below a rank; 0 if there are none."""
    for suit in range(4):
        ranks = cards >> 13 * suit & SUIT
        if ranks.bit_count() == 3 and WITHIN_FIVE[ranks] and highest(ranks, 2) & -highest(ranks, 2) >= 1 << lowest:
            return ranks << 13 * suit
    return 0


def of_one_suit(cards: int) -> bool:
    clubs, diamonds, hearts, spades = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    return cards in (clubs, diamonds << 13, hearts << 26, spades << 39)


def decided(cards: int, rank: int, up: int, way: Way) -> tuple[int, int]:
    """The line that a hand of this rank falls under, and the cards that it keeps."""
    made = kind(rank)
    held = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    up_bit = 1 << up % 13
    if made >= STRAIGHT_FLUSH:
        return AT_ONCE, cards
    if made >= STRAIGHT:
        return (SURE if made == FOUR else COMPLETE), cards
    if made == TWO_PAIR:
        return SURE, cards
    alike = rank >> MADE & SUIT
    ace_king = held & ACE_KING == ACE_KING
    if made == THREE:
        if way.exceptions and ace_king:
            return THREE_WITH_ACE_KING, cards
        if way.exceptions and alike == up_bit:
            return THREE_LIKE_UP, cards
        return THREES, of_ranks(cards, alike)
    for suit in range(4):
        if (cards >> 13 * suit & SUIT).bit_count() == 4:
            return TO_FLUSH, cards
    lacks = DRAWS[held]
    if lacks == OPEN or (lacks == DOUBLE and way.exceptions):
        return TO_STRAIGHT, cards
    if made == PAIR:
        if lacks:
            return PAIR_TO_STRAIGHT, cards
        high = alike >= 1 << (way.against if up_bit & ACE_KING else way.pair)
        if alike >= up_bit or high or (way.exceptions and ace_king):
            return HIGH_PAIR, cards
        return LOW_PAIR, of_ranks(cards, alike)
    if ace_king:
        return ACE_AND_KING, of_ranks(cards, ACE_KING)
    if way.three != NEVER:
        suited = three_suited(cards, way.three)
        if suited:
            return TO_STRAIGHT_FLUSH, suited
    two = highest(held, 2)
    second = two & -two
    if second >= 1 << way.suited and second > up_bit and of_one_suit(of_ranks(cards, two)):
        return TWO_SUITED, of_ranks(cards, two)
    one = highest(held, 1)
    if one > up_bit and (one & ACE_KING or one >= up_bit << way.above):
        return ONE_CARD, of_ranks(cards, one)
    return NOTHING, cards


rules(of_ranks, three_suited, of_one_suit, decided)

# --- After a draw -----------------------------------------------------------------------------------------------------

PAIR_OF_TWOS = poker_rank(hand("2c 2d 5h 4s 3c"))
ACE_KING_HIGH = LOWEST_QUALIFIER
WITH_QUEEN = poker_rank(hand("Ac Kd Qh 3s 2c"))

# The lowest hand that is bet, by the rank of the up card and by how many more cards of that rank the player has seen.
LOWEST_BET = np.array([[PAIR_OF_TWOS, ACE_KING_HIGH, 0, 0]] * RANKS.index("K") + [[WITH_QUEEN] * 4] * 2, np.int64)

FORCE_FROM = 5  # odds of the bet from which a dealer without a hand is forced
