"""Poker hands with a joker, which is an ace or completes a straight, a flush, a straight flush or a royal flush."""

from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGHEST_STRAIGHT,
    KIND,
    MADE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
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


def two_card_rank(cards: int) -> int:
    """Order hands of two cards, the joker an ace, on the same ladder as hands of five.

    >>> from nomorebets.equipment.cards import hand
    >>> two_card_rank(hand("Ks Qd")) > joker_rank(hand("Kc Jd 9h 8s 7c"))
    True
    >>> two_card_rank(hand("7s 7d")) < joker_rank(hand("7c 7h 4h 3s 2c"))
    True
    """
    ranks = 0 if cards & JOKER == 0 else ACE
    for suit in range(4):
        held = cards >> 13 * suit & SUIT
        if ranks & held:
            return PAIR << KIND | (ranks & held) << MADE
        ranks |= held
    return ranks


def made(cards: int) -> int:
    """All kinds of hand that five of the cards can make, as bits: what is paid is not always the best of them.

    >>> from nomorebets.equipment.cards import hand
    >>> from nomorebets.ranking.poker import HANDS
    >>> kinds = made(hand("As Ad Ah Kc Qs Jd") | JOKER)
    >>> [name for kind, name in enumerate(HANDS) if kinds >> kind & 1]
    ['pair', 'three of a kind', 'straight', 'four of a kind']
    """
    natural = cards & ~JOKER
    wild = 0 if natural == cards else 1
    held = twos = threes = fours = kinds = 0
    for suit in range(4):
        ranks = natural >> 13 * suit & SUIT
        fours |= threes & ranks
        threes |= twos & ranks
        twos |= held & ranks
        held |= ranks
        if ranks.bit_count() + wild >= 5:
            kinds |= 1 << FLUSH
            place = straight(ranks, WHEEL_LOWEST, wild)
            if place >= 0:
                kinds |= 1 << STRAIGHT_FLUSH
            if place == HIGHEST_STRAIGHT:
                kinds |= 1 << ROYAL_FLUSH
    if straight(held, WHEEL_LOWEST, wild) >= 0:
        kinds |= 1 << STRAIGHT
    if wild:
        if fours & ACE:
            kinds |= 1 << FIVE_ACES
        fours |= threes & ACE
        threes |= twos & ACE
        twos |= held & ACE
    if fours:
        kinds |= 1 << FOUR
    if threes:
        kinds |= 1 << THREE
        if twos.bit_count() > 1:
            kinds |= 1 << FULL_HOUSE
    if twos:
        kinds |= 1 << PAIR
    if twos.bit_count() > 1:
        kinds |= 1 << TWO_PAIR
    return kinds
