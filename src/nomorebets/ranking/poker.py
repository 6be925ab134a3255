"""Poker hands: the best five of five, six or seven cards.

A rank is one integer: the kind of hand, the ranks that make it, the ranks beside it.  The higher integer is the better
hand, equal integers tie.  Ranks are bits from the deuce up, as in a suit of a hand.
"""

from nomorebets.ranking.flush import SUIT

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_ACES = range(11)

HANDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five aces",
)

KIND = 26  # where the kind begins
MADE = 13  # where the ranks that make the hand begin

ACE = 1 << 12
HIGHEST_STRAIGHT = 18  # two apart, so that one more fits between the highest and the next
LOWEST = (1 << 10) - 1  # from the ace below the deuce up to the ten
WHEEL_LOWEST, WHEEL_SECOND = 0, HIGHEST_STRAIGHT - 1


def kind(rank: int) -> int:
    return rank >> KIND


def highest(ranks: int, count: int) -> int:
    """The `count` highest of the ranks."""
    surplus = ranks.bit_count() - count
    while surplus > 0:
        ranks &= ranks - 1
        surplus -= 1
    return ranks


def straight(ranks: int, wheel: int = WHEEL_LOWEST, wild: int = 0) -> int:
    """The place of the best straight among all straights, -1 if there is none; `wheel` is the place of A-2-3-4-5.

    With a `wild` card one rank may be missing.

    >>> straight(0b1_0000_0000_1111), straight(0b1_1111_0000_0000), straight(0b1_0000_0000_0111)
    (0, 18, -1)
    """
    ranks = ranks << 1 | ranks >> 12
    if wild:
        whole = lowest = LOWEST  # ranks from which a straight may still go up: with all of its ranks, or all but one
        for step in range(5):
            lowest = lowest & ranks >> step | whole
            whole &= ranks >> step
    else:
        lowest = LOWEST & ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    if not lowest:
        return -1
    place = 2 * (lowest.bit_length() - 1)
    return wheel if lowest & 1 and wheel > place else place


def poker_rank(cards: int, wheel: int = WHEEL_LOWEST) -> int:
    """Order hands of five, six or seven cards by the best five.

    >>> from nomorebets.equipment.cards import hand
    >>> HANDS[kind(poker_rank(hand("Ks Kd Kh 2s 2d Ac")))]
    'full house'
    """
    clubs, diamonds, hearts, spades = (
        cards & SUIT,
        cards >> 13 & SUIT,
        cards >> 26 & SUIT,
        cards >> 39 & SUIT,
    )
    suited = 0
    for ranks in (clubs, diamonds, hearts, spades):
        if ranks.bit_count() >= 5:
            suited = ranks
    if suited:
        place = straight(suited, wheel)
        if place >= 0:
            return (ROYAL_FLUSH if place == HIGHEST_STRAIGHT else STRAIGHT_FLUSH) << KIND | place
    black, red = clubs ^ spades, diamonds ^ hearts
    held = clubs | diamonds | hearts | spades
    twos = (clubs & spades) | (diamonds & hearts) | (black & red)
    threes = (clubs & spades & (diamonds | hearts)) | (diamonds & hearts & (clubs | spades))
    fours = clubs & diamonds & hearts & spades
    if fours:
        return FOUR << KIND | fours << MADE | highest(held ^ fours, 1)
    three = highest(threes, 1)
    if three and twos ^ three:
        return FULL_HOUSE << KIND | three << MADE | highest(twos ^ three, 1)
    if suited:
        return FLUSH << KIND | highest(suited, 5)
    place = straight(held, wheel)
    if place >= 0:
        return STRAIGHT << KIND | place
    if three:
        return THREE << KIND | three << MADE | highest(held ^ three, 2)
    pairs = highest(twos, 2)
    if pairs:
        both = pairs.bit_count()
        return both << KIND | pairs << MADE | highest(held ^ pairs, 5 - 2 * both)
    return highest(held, 5)
