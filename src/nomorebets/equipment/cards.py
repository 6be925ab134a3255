"""Cards as integers: thirteen ranks from the deuce up in each of four suits, a hand as one bit per card.

>>> CARDS.parse("2c As")
(0, 51)
>>> bin(mask(CARDS.parse("2c 4c")))
'0b101'
"""

from collections.abc import Iterable

from nomorebets.equipment.pieces import Pieces

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)

CARDS = Pieces("card", _NAMES, {name.lower(): (card,) for card, name in enumerate(_NAMES)})


_BITS = tuple(1 << card for card in range(64))


def mask(cards: Iterable[int]) -> int:
    """The hand as a set of bits, in which the order of dealing no longer counts; no card may occur twice."""
    return sum(map(_BITS.__getitem__, cards))


def hand(text: str) -> int:
    return mask(CARDS.parse(text))
