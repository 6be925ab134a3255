"""What the posted rules make of cards that a player holds: asked of the rules alone, never of a table.

A view says what hands are as they lie.  Here stands what a hand would be if it were set so.
"""

from collections.abc import Sequence

from nomorebets.table.game import Terms
from nomorebets.table.in_two.setting import in_two, set_by_house
from nomorebets.table.view import PlaceView


class Rules:
    """The rules posted at a table, to be asked about cards by their names."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.pieces = terms.game.equipment.pieces

    def in_words(self, hand: Sequence[str]) -> str:
        return self.terms.in_words(self.pieces.parse(" ".join(hand)))

    def playing(self, hand: Sequence[str]) -> tuple[str, ...]:
        """The cards without which the hand would not be what it is; none where all of them are needed."""
        whole = self.in_words(hand)
        needed = tuple(card for card in hand if self.in_words([other for other in hand if other != card]) != whole)
        return needed if len(needed) < len(hand) else ()

    def laid(self, hand: Sequence[str], low: Sequence[str]) -> PlaceView:
        """How a hand would lie with these as its low hand."""
        cards = self.pieces.parse(" ".join(hand))
        in_front = self.pieces.read(low, cards)
        behind = tuple(card for card in cards if card not in in_front)
        in_words = self.terms.in_words
        return PlaceView(tuple(hand), low=tuple(low), words=(in_words(behind), in_words(in_front)))

    def is_lawful(self, hand: Sequence[str], low: Sequence[str]) -> bool:
        """Whether a hand may be set so without losing by it."""
        cards = self.pieces.parse(" ".join(hand))
        setting = in_two(self.terms).setting(self.terms.submission, cards, self.pieces.read(low, cards))
        return bool(setting.lawful)

    def house_way(self, hand: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """The low hand of the house way, and the line of it that says so."""
        low, _, line, _ = set_by_house(self.terms, self.pieces.parse(" ".join(hand)))
        return self.pieces.named(low), line
