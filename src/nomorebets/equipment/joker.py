"""A deck of 53: the 52 cards, as the same integers as without it, and one joker.

>>> JOKER_DECK.text(JOKER_DECK.parse("Joker, Ah"))
'Jo Ah'
"""

from nomorebets.equipment.cards import CARDS
from nomorebets.equipment.pieces import Pieces

JOKER = 52

JOKER_SPELLINGS = ("jo", "joker", "jkr", "🃏")

JOKER_DECK = Pieces("card", (*CARDS.names, "Jo"), {**CARDS.spellings, **dict.fromkeys(JOKER_SPELLINGS, (JOKER,))})
