"""Cards as integers: thirteen ranks from the deuce up in each of four suits, a hand as one bit per card.

>>> CARDS.parse("2c As")
(0, 51)
>>> CARDS.text(CARDS.parse("10♥, q♤"))
'Th Qs'
>>> bin(mask(CARDS.parse("2c 4c")))
'0b101'
"""

from collections.abc import Iterable

from nomorebets.equipment.pieces import Pieces

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)

SIGNS = ("♣♧", "♦♢", "♥♡", "♠♤")  # of the suits, as they are printed


def _spellings() -> dict[str, tuple[int, ...]]:
    """Ten may be written with its number, and a suit with its sign."""
    ranks = [(rank.lower(), "10") if rank == "T" else (rank.lower(),) for rank in RANKS]
    suits = [suit + signs for suit, signs in zip(SUITS, SIGNS, strict=True)]
    return {
        rank + suit: (place * len(RANKS) + value,)
        for place, written in enumerate(suits)
        for suit in written
        for value, spelled in enumerate(ranks)
        for rank in spelled
    }


CARDS = Pieces("card", _NAMES, _spellings())


_BITS = tuple(1 << card for card in range(64))


def mask(cards: Iterable[int]) -> int:
    """The hand as a set of bits, in which the order of dealing no longer counts; no card may occur twice."""
    return sum(map(_BITS.__getitem__, cards))


def hand(text: str) -> int:
    return mask(CARDS.parse(text))
