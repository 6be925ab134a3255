"""Cards and tiles drawn as pictures that need nothing beside them."""

from collections.abc import Iterator

from nomorebets.equipment.cards import RANK_NAMES, RANKS, SUITS
from nomorebets.equipment.wheel import SUIT_NAMES
from nomorebets.reports.markup import Inner, Markup, tag

RED, BLACK, PAPER, EDGE, GOLD = "#b3261e", "#1b2430", "#fffdf8", "#b9b2a3", "#c9a24b"
JOKER = "Jo"

SUIT_SHAPES = {
    "h": "M50 90C22 66 7 51 7 33 7 19 17 10 29 10c9 0 17 5 21 13 4-8 12-13 21-13 12 0 22 9 22 23 0 18-15 33-43 57Z",
    "s": "M50 6c6 18 42 35 42 58 0 12-9 20-20 20-8 0-14-4-17-10 1 9 4 15 9 20H36c5-5 8-11 9-20-3 6-9 10-17 10"
    "C17 84 8 76 8 64 8 41 44 24 50 6Z",
    "d": "M50 5c8 17 20 33 35 45-15 12-27 28-35 45-8-17-20-33-35-45C30 38 42 22 50 5Z",
    "c": "M50 7a21 21 0 0 1 15 35 21 21 0 1 1-10 29c1 10 4 17 9 23H36c5-6 8-13 9-23"
    "A21 21 0 1 1 35 42 21 21 0 0 1 50 7Z",
}
COLUMN_ROWS = {0: (), 2: (30.0, 110.0), 3: (30.0, 70.0, 110.0), 4: (30.0, 56.7, 83.3, 110.0)}
PIPS = {  # how many stand in each outer column, and where in the middle one
    "2": (0, (30.0, 110.0)),
    "3": (0, (30.0, 70.0, 110.0)),
    "4": (2, ()),
    "5": (2, (70.0,)),
    "6": (3, ()),
    "7": (3, (50.0,)),
    "8": (3, (50.0, 90.0)),
    "9": (4, (70.0,)),
    "T": (4, (43.0, 97.0)),
}
SPOTS = {
    1: ((20.0, 18.0),),
    2: ((11.0, 13.0), (29.0, 13.0)),
    3: ((10.5, 12.0), (20.0, 23.0), (29.5, 34.0)),
    4: ((11.0, 13.0), (29.0, 13.0), (11.0, 31.0), (29.0, 31.0)),
    5: ((10.5, 12.0), (29.5, 12.0), (20.0, 23.0), (10.5, 34.0), (29.5, 34.0)),
    6: ((11.0, 11.0), (29.0, 11.0), (11.0, 23.0), (29.0, 23.0), (11.0, 35.0), (29.0, 35.0)),
}


def piece(name: str) -> Markup:
    """A card or a tile by its name."""
    return tile(name) if "-" in name else card(name)


def card(name: str) -> Markup:
    """A card, 100 by 140; a name that is none is a card face down."""
    known = name == JOKER or (name[:1] in RANKS and name[1:] in SUITS)
    inside: Inner = _back() if not known else _joker() if name == JOKER else _face(name[0], name[1])
    sheet = tag("rect", x=1, y=1, width=98, height=138, rx=8, fill=PAPER, stroke=EDGE, stroke_width=1.5)
    return _picture("card", "0 0 100 140", in_words(name), sheet, inside)


def in_words(name: str) -> str:
    """
    >>> in_words("Td"), in_words("Jo"), in_words("6-6"), in_words("??")
    ('ten of diamonds', 'joker', 'tile 6-6', 'face down')
    """
    if name == JOKER:
        return "joker"
    if "-" in name:
        return f"tile {name}"
    if name[:1] not in RANKS or name[1:] not in SUITS:
        return "face down"
    return f"{RANK_NAMES[RANKS.index(name[0])]} of {SUIT_NAMES[SUITS.index(name[1])]}"


def tile(name: str) -> Markup:
    """A tile, 40 by 100: ones and fours are red, and of the double six one half."""
    first, last = (int(spots) for spots in name.split("-"))
    both = first == last == max(SPOTS)
    body = tag("rect", x=0.75, y=0.75, width=38.5, height=98.5, rx=5, fill=BLACK, stroke="#000", stroke_width=1)
    ends = (_spots(first, half=both), tag("g", _spots(last, half=both), transform="rotate(180 20 50)"))
    return _picture("tile", "0 0 40 100", in_words(name), body, *ends)


def _picture(kind: str, box: str, title: str, *drawn: Inner) -> Markup:
    svg = "http://www.w3.org/2000/svg"
    return tag("svg", tag("title", title), *drawn, xmlns=svg, viewBox=box, role="img", aria_label=title, class_=kind)


def _spots(count: int, *, half: bool) -> Iterator[Markup]:
    for x, y in SPOTS[count]:
        red = x < 20 if half else count in (1, 4)
        yield tag("circle", cx=x, cy=y, r=6.4 if count == 1 else 4.6, fill="#d8352a" if red else "#fbf8ef")


def _ink(suit: str) -> str:
    return RED if suit in "dh" else BLACK


def _pip(suit: str, x: float, y: float, size: float) -> Markup:
    turned = " rotate(180)" if y > 70 else ""
    place = f"translate({x:g} {y:g}){turned} scale({size / 100:g}) translate(-50 -50)"
    return tag("path", d=SUIT_SHAPES[suit], transform=place, fill=_ink(suit))


def _face(rank: str, suit: str) -> Iterator[Markup]:
    corner = (_index(rank, suit), _pip(suit, 16, 47, 17))
    yield tag("g", corner)
    yield tag("g", corner, transform="rotate(180 50 70)")
    if rank == "A":
        yield _pip(suit, 50, 70, 44)
    elif rank in PIPS:
        beside, between = PIPS[rank]
        places = [*((x, y) for x in (37.0, 63.0) for y in COLUMN_ROWS[beside]), *((50.0, y) for y in between)]
        yield from (_pip(suit, x, y, 15) for x, y in places)
    else:
        yield from _court(rank, suit)


def _index(rank: str, suit: str) -> Markup:
    said = "10" if rank == "T" else rank
    size = 25 if rank == "T" else 31
    return _letters(said, 16, 33, size, _ink(suit))


def _letters(said: str, x: float, y: float, size: int, fill: str) -> Markup:
    font = "Georgia, 'Times New Roman', 'Liberation Serif', serif"
    attributes = {"font_size": size, "font_family": font, "font_weight": "bold", "text_anchor": "middle"}
    return tag("text", said, x=x, y=y, fill=fill, **attributes)


def _court(rank: str, suit: str) -> Iterator[Markup]:
    """A panel with a frame, the letter of the court card and its suit."""
    yield tag("rect", x=31, y=17, width=38, height=106, rx=3, fill="#f6efdc", stroke=GOLD, stroke_width=1.5)
    yield tag("path", d="M31 96L69 44V123H31Z", fill=_ink(suit), fill_opacity="0.09")
    yield _pip(suit, 50, 36, 19)
    yield _pip(suit, 50, 104, 19)
    yield _letters(rank, 50, 83, 40, _ink(suit))


def _joker() -> Iterator[Markup]:
    yield _letters("JOKER", 50, 27, 17, BLACK)
    yield tag("path", d="M26 104L17 58l21 16 12-34 12 34 21-16-9 46Z", fill=RED)
    yield tag("path", d="M50 40l12 34 21-16-9 46H50Z", fill=GOLD)
    yield from (tag("circle", cx=x, cy=y, r=5, fill=GOLD) for x, y in ((17, 56), (50, 38), (83, 56)))
    yield tag("rect", x=26, y=107, width=48, height=8, fill=BLACK)


def _back() -> Iterator[Markup]:
    yield tag("rect", x=7, y=7, width=86, height=126, rx=5, fill="#1f5f8b")
    yield tag("rect", x=13, y=13, width=74, height=114, rx=3, fill="none", stroke="#cfe0ec", stroke_width=1.5)
