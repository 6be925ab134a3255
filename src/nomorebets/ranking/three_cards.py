"""Hands of three cards, one of which may be the joker: an ace, or what completes a straight or a flush."""

from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.joker import JOKER
from nomorebets.ranking.poker import ACE

NOTHING, PAIR, FLUSH, STRAIGHT, STRAIGHT_FLUSH, THREE, NATURAL_STRAIGHT_FLUSH = range(7)


def three_card_kind(cards: int) -> int:
    """The best kind of hand that three cards make; a straight flush with the joker is below three of a kind.

    >>> from nomorebets.equipment.cards import hand
    >>> [three_card_kind(hand(two) | JOKER) for two in ("As 2s", "Ks Qd", "As Ad", "7s 2s", "9s 9d", "9s 4d")]
    [4, 3, 5, 2, 1, 0]
    """
    natural = cards & ~JOKER
    wild = 0 if natural == cards else 1
    held = 0
    suited = False
    for suit in range(4):
        ranks = natural >> 13 * suit & SUIT
        held |= ranks
        suited = suited or ranks.bit_count() + wild == 3
    straight = held.bit_count() + wild == 3 and in_a_row(held, wild)
    if straight and suited:
        return STRAIGHT_FLUSH if wild else NATURAL_STRAIGHT_FLUSH
    if held.bit_count() == 1 and (not wild or held == ACE):
        return THREE
    if straight:
        return STRAIGHT
    if suited:
        return FLUSH
    if held.bit_count() + wild < 3 or (wild and held & ACE):
        return PAIR
    return NOTHING


def in_a_row(ranks: int, wild: int) -> bool:
    """Whether the ranks lie within three that follow on each other, `wild` of which may be missing."""
    ranks = ranks << 1 | ranks >> 12
    found = False
    for lowest in range(12):
        found = found or (ranks >> lowest & 0b111).bit_count() + wild == 3
    return found
