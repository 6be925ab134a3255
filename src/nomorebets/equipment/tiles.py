"""Tiles as integers, in the order in which the set lies for inspection: sixteen pairs by rank, the supreme pair first.

>>> TILES.parse("6-6 4-2 6-6")
(2, 0, 3)
>>> TILES.text(TILES.parse("6/4, 2–1"))
'4-6 1-2'
>>> TILES.text((0, 1, 31))
'2-4 1-2 2-3'
"""

from nomorebets.equipment.pieces import Pieces

PAIRS = (
    ("2-4", "1-2"),
    ("6-6", "6-6"),
    ("1-1", "1-1"),
    ("4-4", "4-4"),
    ("1-3", "1-3"),
    ("5-5", "5-5"),
    ("3-3", "3-3"),
    ("2-2", "2-2"),
    ("5-6", "5-6"),
    ("4-6", "4-6"),
    ("1-6", "1-6"),
    ("1-5", "1-5"),
    ("3-6", "4-5"),
    ("3-5", "2-6"),
    ("3-4", "2-5"),
    ("1-4", "2-3"),
)
DASHES = ("-", "–", "—", "−", "‐", "‑", "/", ":", "|", "")
SPOT_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_NAMES = tuple(name for pair in PAIRS for name in pair)
_DIFFERENT = tuple(dict.fromkeys(_NAMES))
_KINDS = tuple(_DIFFERENT.index(name) for name in _NAMES)
_SPOTS = tuple(int(name[0]) + int(name[2]) for name in _NAMES)


def _spellings() -> dict[str, tuple[int, ...]]:
    """Either end of a tile may be named first, and what stands between them is a matter of taste."""
    tiles = {name: tuple(tile for tile, other in enumerate(_NAMES) if other == name) for name in _DIFFERENT}
    either = tiles | {name[::-1]: meant for name, meant in tiles.items()}
    return {name.replace("-", between): meant for between in DASHES for name, meant in either.items()}


TILES = Pieces("tile", _NAMES, _spellings())


def spots(tile: int) -> int:
    """How many spots are printed on the tile."""
    return _SPOTS[tile]


def kind(tile: int) -> int:
    """Which of the 21 different tiles it is, 0 to 20; the two tiles of a matched pair are of one kind."""
    return _KINDS[tile]


def pair(tile: int) -> int:
    """Which of the sixteen pairs of the set it belongs to, 0 being the supreme pair."""
    return tile // 2
