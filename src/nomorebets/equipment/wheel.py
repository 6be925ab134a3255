"""A wheel of 54 sections: the 52 cards, as the same integers as in a deck, and two jokers.

>>> WHEEL.text(WHEEL.parse("7c Jo Jo"))
'7c Jo Jo'
"""

from collections.abc import Sequence

from nomorebets.equipment.cards import CARDS, RANK_NAMES, RANKS, SUITS
from nomorebets.equipment.joker import JOKER_SPELLINGS
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.stack import Stack

JOKERS = (52, 53)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

# Both jokers are written alike; "Jo1" and "Jo2" tell them apart where that matters.
WHEEL = Pieces(
    "card",
    (*CARDS.names, "Jo", "Jo"),
    {
        **CARDS.spellings,
        **dict.fromkeys(JOKER_SPELLINGS, JOKERS),
        **{f"{joker}1": JOKERS[:1] for joker in JOKER_SPELLINGS},
        **{f"{joker}2": JOKERS[1:] for joker in JOKER_SPELLINGS},
    },
)


def rank(card: int) -> int:
    return card % len(RANKS)


def suit(card: int) -> int:
    return card // len(RANKS)


def selection(cards: Sequence[int]) -> str:
    """Cards as one names them: whole ranks and whole suits by one letter each.

    >>> [selection(WHEEL.parse(cards)) for cards in ("7c 7d 7h 7s", "Ah Kh", "Jo")]
    ['7', 'Ah Kh', 'Jo']
    """
    ranks = sorted({rank(card) for card in cards}, reverse=True)
    suits = sorted({suit(card) for card in cards}, reverse=True)
    if len(cards) == len(ranks) * len(suits):
        if len(suits) == len(SUITS):
            return " ".join(RANKS[one] for one in ranks)
        if len(ranks) == len(RANKS):
            return " ".join(SUITS[one] for one in suits)
    return WHEEL.text(sorted(cards, key=lambda card: (rank(card), suit(card)), reverse=True))


def selected_cards(on: str) -> Stack:
    """The cards that a selection names, in the order of the set.

    >>> [WHEEL.text(selected_cards(on)) for on in ("7", "Ah Kh", "Jo2")]
    ['7c 7d 7h 7s', 'Kh Ah', 'Jo']
    """
    return tuple(sorted(card for word in on.split() for card in _named(word)))


def _named(word: str) -> Sequence[int]:
    if word in RANKS:
        return [card for card in CARDS.all if rank(card) == RANKS.index(word)]
    if word in SUITS:
        return [card for card in CARDS.all if suit(card) == SUITS.index(word)]
    return WHEEL.spellings[word.lower()][:1]


def in_words(card: int) -> str:
    """
    >>> in_words(WHEEL.parse("7c")[0]), in_words(JOKERS[1])
    ('seven of clubs', 'joker')
    """
    return "joker" if card in JOKERS else f"{RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}"
