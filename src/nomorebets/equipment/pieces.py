"""A set of pieces that are shuffled and dealt: a deck of cards or a set of tiles.

A piece is an integer, so that hands are compared, stored and compiled as integers; its notation is for people.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nomorebets.errors import BadInput


@dataclass(frozen=True)
class Pieces:
    """The pieces of one set: `names[n]` is how piece `n` is written, `spellings` how it may also be typed."""

    name: str
    names: tuple[str, ...]
    spellings: dict[str, int]

    @property
    def all(self) -> tuple[int, ...]:
        """The set in its own order, as it is sorted for inspection."""
        return tuple(range(len(self.names)))

    def text(self, pieces: Sequence[int]) -> str:
        return " ".join(self.names[piece] for piece in pieces)

    def parse(self, text: object) -> tuple[int, ...]:
        """Read pieces separated by blanks; each may occur once.

        >>> from nomorebets.equipment.cards import CARDS
        >>> CARDS.text(CARDS.parse("Ah td 2C"))
        'Ah Td 2c'
        """
        if not isinstance(text, str):
            raise BadInput(f"{text!r} is not a list of {self.name}s; write them as text, such as {self.example!r}")
        pieces = []
        for word in text.split():
            piece = self.spellings.get(word.lower())
            if piece is None:
                raise BadInput(f"{word!r} is not a {self.name}; {self.name}s are written as in {self.example!r}")
            pieces.append(piece)
        return self.distinct(pieces)

    def distinct(self, pieces: Sequence[int]) -> tuple[int, ...]:
        """The pieces, none of which may occur twice."""
        for index, piece in enumerate(pieces):
            if piece in pieces[:index]:
                raise BadInput(f"{self.names[piece]} occurs twice; there is one of each {self.name} in the set")
        return tuple(pieces)

    @property
    def example(self) -> str:
        return self.text(self.all[-1:-4:-1])
