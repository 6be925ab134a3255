"""House ways: how one sets a hand, or all of its lines as a file."""

from typing import TYPE_CHECKING

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games.registry import game, house_terms
from nomorebets.table.in_two.house_way import Line
from nomorebets.table.in_two.setting import set_by_house

if TYPE_CHECKING:
    from rich.console import Console


class HouseWayDocument(Struct, frozen=True):
    """A hand as the house way sets it, and the line that says so."""

    low: str
    low_rank: str
    high: str
    high_rank: str
    line: str
    clause: str


def house_way_document(key: str, hand: str) -> HouseWayDocument:
    one = game(key)
    if one.play.in_two is None:
        raise BadInput(f"{one.name} has no hands to set")
    pieces = one.equipment.pieces.parse(hand)
    low, high, line, clause = set_by_house(house_terms(key), pieces)
    text_of = one.equipment.pieces.text
    in_words, cited = one.manner.in_words, one.text.rule.id(clause)
    return HouseWayDocument(text_of(low), in_words(low), text_of(high), in_words(high), line, cited)


class WayDocument(Struct, frozen=True):
    """A house way as a licensee files it."""

    name: str
    line: tuple[Line, ...]


def house_way_lines(key: str, name: str) -> WayDocument | None:
    """One of our house ways, if that is its name."""
    in_two = game(key).play.in_two
    if in_two is None or name not in in_two.house_ways:
        return None
    return WayDocument(name, in_two.house_ways[name].lines)


def print_house_way(console: "Console", document: HouseWayDocument) -> None:
    console.print(f"high  [bold]{document.high}[/]  {document.high_rank}")
    console.print(f"low   [bold]{document.low}[/]  {document.low_rank}")
    console.print(f"{document.line}  [dim]{document.clause}[/]")


def print_lines(console: "Console", document: WayDocument) -> None:
    """As a file that can be filed, or played after a change."""
    import msgspec

    console.print(f"name = {msgspec.json.encode(document.name).decode()}", markup=False, highlight=False)
    for line in document.line:
        console.print("\n[[line]]", markup=False, highlight=False)
        for field in line.__struct_fields__:
            value = getattr(line, field)
            if value:
                said = msgspec.json.encode(value).decode()
                console.print(f"{field} = {said}", markup=False, highlight=False, soft_wrap=True)
