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


SUIT_NAMES = ("club", "diamond", "heart", "spade")


def _spellings() -> dict[str, tuple[int, ...]]:
    """A rank by its letter, number or name; a suit by its letter, sign or name, which may stand before the rank."""
    also = {"T": "10", "2": "deuce"}
    spelled: dict[str, tuple[int, ...]] = {}
    for place, (letter, signs, name) in enumerate(zip(SUITS, SIGNS, SUIT_NAMES, strict=True)):
        for value, rank in enumerate(RANKS):
            card = (place * len(RANKS) + value,)
            names = [rank.lower(), RANK_NAMES[value], *([also[rank]] if rank in also else [])]
            short = [(one, suit) for one in names if len(one) < len("two") for suit in letter + signs]
            spelled |= dict.fromkeys([one + suit for one, suit in short] + [suit + one for one, suit in short], card)
            spelled |= dict.fromkeys([f"{one}of{name}{end}" for one in names for end in ("", "s")], card)
    return spelled


CARDS = Pieces("card", _NAMES, _spellings())


_BITS = tuple(1 << card for card in range(64))


def mask(cards: Iterable[int]) -> int:
    """The hand as a set of bits, in which the order of dealing no longer counts; no card may occur twice."""
    return sum(map(_BITS.__getitem__, cards))


def hand(text: str) -> int:
    return mask(CARDS.parse(text))
