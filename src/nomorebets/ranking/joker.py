"""Poker hands with a joker, which is an ace or completes a straight, a flush, a straight flush or a royal flush."""

from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    HIGHEST_STRAIGHT,
    KIND,
    MADE,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    WHEEL_LOWEST,
    highest,
    poker_rank,
    straight,
)

JOKER = 1 << 52


def joker_rank(cards: int, wheel: int = WHEEL_LOWEST) -> int:
    """Order hands of five, six or seven cards, of which one may be the joker, by the best five.

    >>> from nomorebets.equipment.cards import hand
    >>> from nomorebets.ranking.poker import HANDS, kind
    >>> fours = ("As Ad Ah Ac", "5s 6d 8h 9c", "2s 5s 9s Ks", "7s 7d Ah 3c")
    >>> [HANDS[kind(joker_rank(hand(four) | JOKER))] for four in fours]
    ['five aces', 'straight', 'flush', 'two pair']
    """
    natural = cards & ~JOKER
    if natural == cards:
        return poker_rank(cards, wheel)
    best = as_ace(natural, wheel)
    held = 0
    for suit in range(4):
        ranks = natural >> 13 * suit & SUIT
        held |= ranks
        if ranks.bit_count() >= 4:
            place = straight(ranks, wheel, 1)
            if place >= 0:
                best = max(best, (ROYAL_FLUSH if place == HIGHEST_STRAIGHT else STRAIGHT_FLUSH) << KIND | place)
            best = max(best, FLUSH << KIND | highest(ranks | highest(SUIT & ~ranks, 1), 5))
    place = straight(held, wheel, 1)
    if place >= 0:
        best = max(best, STRAIGHT << KIND | place)
    return best


def as_ace(natural: int, wheel: int) -> int:
    """The rank of the hand when the joker is one more ace."""
    for suit in range(4):
        ace = ACE << 13 * suit
        if not natural & ace:
            return poker_rank(natural | ace, wheel)
    return FIVE_ACES << KIND | ACE << MADE
