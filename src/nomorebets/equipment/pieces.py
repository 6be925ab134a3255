"""A set of pieces that are shuffled and dealt: a deck of cards or a set of tiles.

A piece is an integer, so that hands are compared, stored and compiled as integers; its notation is for people.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from nomorebets.errors import BadInput

BETWEEN = str.maketrans(",;\ufe0f", "   ")  # the last says of the sign before it how it is coloured


def words(text: str) -> list[str]:
    """What is listed, with blanks or commas between.

    >>> words("10s, A♦ 7c"), words("6-6,4-5;"), words("ace of spades, joker")
    (['10s', 'A♦', '7c'], ['6-6', '4-5'], ['aceofspades', 'joker'])
    """
    return re.sub(r"(?<=\w)\s+of\s+(?=\w)", "of", text.translate(BETWEEN), flags=re.IGNORECASE).split()


@cache
def run_together(spellings: tuple[str, ...]) -> re.Pattern[str]:
    """What is written without blanks: one piece after the other, with or without a stroke between."""
    one = "|".join(re.escape(spelling) for spelling in sorted(spellings, key=len, reverse=True))
    return re.compile(rf"({one})(?:[-‐-―−/|+.·]+|(?=\S)|$)")


@dataclass(frozen=True)
class Pieces:
    """The pieces of one set: `names[n]` is how piece `n` is written, `spellings` which pieces a typed word may mean."""

    name: str
    names: tuple[str, ...]
    spellings: dict[str, tuple[int, ...]]

    @property
    def all(self) -> tuple[int, ...]:
        """The set in its own order, as it is sorted for inspection."""
        return tuple(range(len(self.names)))

    def text(self, pieces: Sequence[int]) -> str:
        return " ".join(self.names[piece] for piece in pieces)

    def named(self, pieces: Sequence[int]) -> tuple[str, ...]:
        """The pieces as people write them, one by one; of two that are written alike each by the name they share."""
        return tuple(map(self.names.__getitem__, pieces))

    def read(self, names: Sequence[str], among: Collection[int]) -> tuple[int, ...]:
        """The pieces of a hand that are meant by their names."""
        return self.parse(" ".join(names), among)

    def parse(self, text: object, among: Collection[int] | None = None) -> tuple[int, ...]:
        """Read pieces as people write them, each as often as the set, or the hand it is read from, holds it.

        >>> from nomorebets.equipment.cards import CARDS
        >>> CARDS.text(CARDS.parse("Ah td 2C")), CARDS.text(CARDS.parse("10s, A♦"))
        ('Ah Td 2c', 'Ts Ad')
        >>> [CARDS.text(CARDS.parse(one)) for one in ("AhTd2c", "10s–A♦/♣7", "queen of hearts, 10 of Spades")]
        ['Ah Td 2c', 'Ts Ad 7c', 'Qh Ts']
        """
        if not isinstance(text, str):
            raise BadInput(f"{text!r} is not a list of {self.name}s; write them as text, such as {self.example!r}")
        pieces: list[int] = []
        for word in self._words(text):
            meant = self.meant(word)
            if not meant:
                raise BadInput(f"{word!r} is not a {self.name}; {self.name}s are written as in {self.example!r}")
            held = [piece for piece in meant if among is None or piece in among]
            free = [piece for piece in held if piece not in pieces]
            if not held:
                raise BadInput(f"{self.names[meant[0]]} is not among {self.text(sorted(among or ()))}")
            if not free:
                raise BadInput(f"{self.names[meant[0]]} occurs too often; there {self._number(len(held))} in the set")
            pieces.append(free[0])
        return tuple(pieces)

    def meant(self, word: str) -> tuple[int, ...]:
        """The pieces that a typed word may mean; none, if it is no name of any."""
        return self.spellings.get(word.lower(), ())

    def _words(self, text: str) -> Iterator[str]:
        """What is listed, one by one even where it is run together."""
        for word in words(text):
            together = run_together(tuple(self.spellings))
            parts = [found[1] for found in together.finditer(word.lower())]
            whole = together.sub("", word.lower()) == ""
            yield from parts if whole and not self.meant(word) else [word]

    def _number(self, held: int) -> str:
        return "is one" if held == 1 else f"are {held}"

    @property
    def example(self) -> str:
        return self.text(self.all[-1:-4:-1])
