"""The cards of a hand that make its combination, those beside it left out, and what else the hand makes.

A combination is what poker hands are named after: four of a kind is four cards, a pair two.  Ace and king count as the
lowest one.
"""

from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import ACE, HIGH_CARD, kind, poker_rank

ACE_KING = ACE | ACE >> 1

SIZES = (2, 2, 4, 3, 5, 5, 5, 4, 5, 5)  # how many cards make each kind, from ace-king up to the royal flush


def combination_rank(cards: int) -> int:
    """The rank of cards all of which are needed for what they make; -1 if they make nothing, or some are beside it.

    >>> from nomorebets.equipment.cards import hand
    >>> combination_rank(hand("Kc Kd")) > combination_rank(hand("Ac Kd")) > combination_rank(hand("Kc Kd 7h")) == -1
    True
    """
    number = cards.bit_count()
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    if number < 5 and 2 * ranks.bit_count() > number and ranks != ACE_KING:
        return -1  # which spares most sets of cards a closer look: too many ranks for pairs, threes or fours
    rank = poker_rank(cards)
    made = kind(rank)
    if number != SIZES[made] or (made == HIGH_CARD and rank != ACE_KING):
        return -1
    return rank


def combination(cards: int, besides: int = 0) -> int:
    """The cards of the best combination in a hand that has at least one card not among those of `besides`."""
    best, best_rank = 0, -1
    some = cards
    while some:
        if some & ~besides:
            rank = combination_rank(some)
            if rank > best_rank:
                best, best_rank = some, rank
        some = (some - 1) & cards
    return best


def best_five(cards: int) -> int:
    """The five cards that rank highest, with those beside the combination."""
    best, best_rank = 0, -1
    some = cards
    while some:
        if some.bit_count() == 5:
            rank = poker_rank(some)
            if rank > best_rank:
                best, best_rank = some, rank
        some = (some - 1) & cards
    return best
