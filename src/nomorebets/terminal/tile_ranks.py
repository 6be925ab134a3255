"""The tiles of pai gow as players call them, from the highest pair down."""

from rich.padding import Padding
from rich.text import Text

from nomorebets.equipment.tiles import PAIRS
from nomorebets.terminal.drawing import grid, indented

NAMES = (
    "gee joon", "teen", "day", "yun", "gor", "mooy", "chong", "bon", "foo", "ping", "tit", "look",
    "chop gow", "chop bot", "chop chit", "chop ng",
)  # fmt: skip
NAME_OF = {tile: name for pair, name in zip(PAIRS, NAMES, strict=True) for tile in pair}


def called(tile: str) -> str:
    """
    >>> called("6-6"), called("3-6")
    ('6-6 teen', '3-6 chop gow')
    """
    return f"{tile} {NAME_OF[tile]}" if tile in NAME_OF else tile


def ranking() -> Padding:
    """All pairs in their order, what follows them, and how values are counted."""
    lines = grid()
    for rank, (pair, name) in enumerate(zip(PAIRS, NAMES, strict=True), 1):
        lines.add_row(Text(f"{rank}", "dim", justify="right"), " ".join(pair), name)
    lines.add_row("", "wong", "6-6 or 1-1 with a nine")
    lines.add_row("", "gong", "6-6 or 1-1 with an eight")
    lines.add_row("", "9 to 0", "the last digit of all spots; 1-2 and 2-4 count as 3 or 6")
    return indented(lines)
