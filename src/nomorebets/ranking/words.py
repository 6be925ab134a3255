"""Poker hands in words, from their ranks."""

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import (
    FIVE_ACES,
    FLUSH,
    FULL_HOUSE,
    HANDS,
    HIGH_CARD,
    MADE,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    kind,
)

FIVE = RANKS.index("5")


def in_words(rank: int) -> str:
    """The kind of hand, the ranks that make it and in brackets those beside it, which may still decide.

    >>> from nomorebets.equipment.cards import hand
    >>> from nomorebets.ranking.poker import poker_rank
    >>> [in_words(poker_rank(hand(cards))) for cards in ("Ks Kd Kh 2s 2d", "As 2d 3c 4h 5s", "6s 6d Tc Th Ks")]
    ['full house, kings and twos', 'straight, five high', 'two pair, tens and sixes (K)']
    """
    which = kind(rank)
    if which in (ROYAL_FLUSH, FIVE_ACES):
        return HANDS[which]
    if which in (STRAIGHT, STRAIGHT_FLUSH):
        return f"{HANDS[which]}, {RANK_NAMES[highest_of_straight(rank & SUIT)]} high"
    made, beside = places(rank >> MADE & SUIT), places(rank & SUIT)
    if which == FULL_HOUSE:
        made, beside = [*made, *beside], []
    named = " and ".join(plural(RANK_NAMES[place]) for place in made)
    if which in (HIGH_CARD, FLUSH):
        named, beside = f"{RANK_NAMES[beside[0]]} high", beside[1:]
    words = named if which == HIGH_CARD else f"{HANDS[which]}, {named}"
    return words + (f" ({'-'.join(RANKS[place].replace('T', '10') for place in beside)})" if beside else "")


def places(ranks: int) -> list[int]:
    """The ranks one by one, from the highest down."""
    return [place for place in range(len(RANKS)) if ranks >> place & 1][::-1]


def plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"


def highest_of_straight(place: int) -> int:
    """The rank that a straight goes up to, by its place: an odd one is that of A-2-3-4-5 above its lowest."""
    return FIVE if place % 2 else FIVE + place // 2
