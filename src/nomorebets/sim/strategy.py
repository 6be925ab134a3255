"""A player's own strategy as a file: from which hand upwards how much is put up, or how hands are set in two.

    [[line]]
    from = "Td 8d 6d"
    antes = "most"

    [[line]]
    antes = 0

A line holds for its hand and every better one that no other line claims; one without a hand holds for the rest.  Where
hands are set in two, the file is a house way as a licensee files it.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta, Struct

from nomorebets.equipment.cards import CARDS
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.table.in_two import house_way
from nomorebets.table.in_two.house_way import Condition, HouseWay, Measure

SUFFIX = ".toml"
FROM_FILE = "FILE.toml"  # among a game's strategies: it takes a player's own


class Own(Protocol):
    """A strategy out of a file."""

    @property
    def name(self) -> str: ...

    @property
    def hash(self) -> str:
        """What tells it from other strategies, whatever they are called."""


class Line(Struct, frozen=True, forbid_unknown_fields=True, rename={"lowest": "from"}):
    """With this hand or better so many antes, or as many as the hand allows; none gives the hand up."""

    antes: Annotated[int, Meta(ge=0, le=3)] | Literal["most"]
    lowest: str = ""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    line: Annotated[tuple[Line, ...], Meta(min_length=1)]


class Thresholds(Struct, frozen=True):
    """The lines of a file."""

    name: str
    lines: tuple[Line, ...]

    @property
    def hash(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self.lines)).hexdigest()

    def antes(
        self, limits: Mapping[int, int], rank: Callable[[Stack], int], named: Callable[[int], str]
    ) -> dict[int, int]:
        """What is put up with each rank; `limits` has all ranks that can be dealt, each with the most it allows."""
        lines = {rank(CARDS.parse(line.lowest)) if line.lowest else 0: line for line in self.lines}
        if len(lines) < len(self.lines):
            raise BadInput(f"{self.name} has two lines that begin with the same hand")
        begins = sorted(lines, reverse=True)
        found = {}
        for one, most in limits.items():
            line = next((lines[begin] for begin in begins if begin <= one), None)
            if line is None:
                lowest = named(min(limits))
                raise BadInput(
                    f"{self.name} does not cover every hand, such as {lowest}; a line without 'from' covers the rest"
                )
            found[one] = most if line.antes == "most" else min(line.antes, most)
        return found


def read(name: str, text: str) -> Thresholds:
    try:
        file = msgspec.toml.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise BadInput(f"{name} is no strategy: {error}") from None
    return Thresholds(name, file.line)


class OwnWay(Struct, frozen=True):
    """A house way of one's own."""

    name: str
    way: HouseWay[Any]

    @property
    def hash(self) -> str:
        return self.way.hash


def read_way(
    name: str, text: str, conditions: Mapping[str, Condition[Any]], measures: Mapping[str, Measure[Any]]
) -> OwnWay:
    return OwnWay(name, house_way.read(text, conditions, measures))
