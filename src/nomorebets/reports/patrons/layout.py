"""The layout of a table as a drawing: dealer at the top, positions around, areas and inscriptions where clauses ask."""

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from textwrap import wrap

from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.patrons.said import Pays, Said
from nomorebets.rulebook.clauses import applies
from nomorebets.rulebook.told import Area, told
from nomorebets.table.game import Terms

WIDTH, HEIGHT = 1200, 780
MIDDLE = WIDTH / 2
IVORY, SECOND = "#f2ebda", "#d8cfb6"
SERIF = "Iowan Old Style, Palatino Linotype, Palatino, URW Palladio L, P052, Georgia, serif"
SANS = "Segoe UI, Roboto, Noto Sans, Helvetica Neue, Arial, sans-serif"
CELL, GAP, WIDEST = 40, 5, 190  # of the areas of a position
TURN = 0.22  # of the angle at which a position lies


def drawing(terms: Terms, said: Said) -> Markup:
    """The whole layout."""
    pokette = bool(terms.game.equipment.layout)
    return tag(
        "svg",
        tag("title", f"Layout of {terms.game.name}"),
        cloth(told(terms.game.key).cloth),
        heading(terms, said),
        dealers_side(terms),
        (grid(terms, said) if pokette else [inscribed(said), positions(terms)]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        class_="layout",
    )


def cloth(colour: str) -> Inner:
    outer = "M40 40H1160V330C1160 600 930 745 600 745S40 600 40 330Z"
    inner = "M62 62H1138V330C1138 585 920 722 600 722S62 585 62 330Z"
    return [
        tag("path", d=outer, fill=colour, stroke="#1d1512", stroke_width=16, stroke_linejoin="round"),
        tag("path", d=inner, fill="none", stroke=SECOND, stroke_width=1),
    ]


def words(x: float, y: float, say: str, size: float, **given: object) -> Markup:
    return tag("text", say, x=x, y=y, font_size=size, text_anchor="middle", **{"fill": IVORY, **given})


def heading(terms: Terms, said: Said) -> Inner:
    name = words(MIDDLE, 168, terms.game.name.upper(), 30, font_family=SERIF, letter_spacing=7)
    return [words(MIDDLE, 134, said.licensee, 16, font_family=SERIF, font_style="italic", fill=SECOND), name]


def inscribed(said: Said) -> Iterator[Inner]:
    """Sentences under the name, and below them the odds, side by side."""
    y = 194.0
    for line in said.lines:
        for part in wrap(line.words, 82):
            yield words(MIDDLE, y, part, 15, font_family=SERIF, font_style="italic")
            y += 18
    yield odds(said.pays, y + 12)


def odds(pays: Sequence[Pays], top: float) -> Iterator[Inner]:
    wide = min(250.0, 600 / max(1, len(pays)))
    for number, table in enumerate(pays):
        x = MIDDLE + (number - (len(pays) - 1) / 2) * wide
        yield words(x, top, table.title.upper(), 11, font_family=SANS, letter_spacing=1, fill=SECOND)
        lines = [part for row, say in table.rows.items() for part in wrap(f"{row} {say}", int(wide / 5.4))]
        for at, part in enumerate(lines, 1):
            yield words(x, top + 14 * at, part, 10.5, font_family=SANS)


def box(x: float, y: float, wide: float, say: str) -> Inner:
    """An area with its name, on as many lines as it takes."""
    lines = wrap(say, max(6, int(wide / 5.6)), break_long_words=False)
    first = y + CELL / 2 + 4 - 6 * (len(lines) - 1)
    return [
        tag("rect", x=x, y=y, width=wide, height=CELL, rx=6, fill="none", stroke=IVORY, stroke_width=1.4),
        [words(x + wide / 2, first + 12 * at, part, 10, font_family=SANS) for at, part in enumerate(lines)],
    ]


def areas(terms: Terms) -> list[Area]:
    return [one for one in told(terms.game.key).area if applies(one.when, terms.submission)]


def positions(terms: Terms) -> Iterator[Inner]:
    """Every position with its areas in rows from the dealer outwards; number one is at the dealer's left."""
    count = terms.submission.positions
    rows: dict[int, list[Area]] = {}
    for one in areas(terms):
        if one.row:
            rows.setdefault(one.row, []).append(one)
    for number in range(1, count + 1):
        angle = 20 + (140 * (number - 1) / (count - 1) if count > 1 else 70)
        x, y = MIDDLE + 440 * cos(radians(angle)), 178 + 408 * sin(radians(angle))
        drawn: list[Inner] = []
        for at, row in enumerate(rows[key] for key in sorted(rows)):
            wide = min(84.0, (WIDEST - GAP * (len(row) - 1)) / len(row))
            left = -(wide * len(row) + GAP * (len(row) - 1)) / 2
            top = at * (CELL + GAP) - (CELL + GAP) * len(rows) / 2
            drawn += [box(left + place * (wide + GAP), top, wide, one.says) for place, one in enumerate(row)]
        foot = (CELL + GAP) * len(rows) / 2 + 12
        drawn.append(words(0, foot, str(number), 12, font_family=SERIF, fill=SECOND))
        yield tag("g", drawn, transform=f"translate({x:.0f} {y:.0f}) rotate({(90 - angle) * -TURN:.1f})")


def dealers_side(terms: Terms) -> Iterator[Inner]:
    """What lies before the dealer: left of the dealer is at the right of the drawing."""
    yield words(MIDDLE, 22, "DEALER", 11, font_family=SANS, letter_spacing=2, fill="#5a5447")
    for side, start, step in (("left", MIDDLE + 130, 96), ("right", MIDDLE - 220, -96), ("middle", MIDDLE - 92, 96)):
        there = [one for one in areas(terms) if not one.row and one.side == side]
        for place, one in enumerate(there):
            yield box(start + step * place, 74, 88, one.says)


def grid(terms: Terms, said: Said) -> Iterator[Inner]:
    """The cards of the layout that wagers are placed on, and around them the wagers with their odds."""
    pieces = terms.game.equipment.pieces
    rows = [pieces.named(row) for row in terms.game.equipment.layout]
    wide, high = 56, 40
    left, top = MIDDLE - wide * len(rows) / 2, 196
    for across, row in enumerate(rows):
        for down, name in enumerate(row):
            x, y = left + across * wide, top + down * high
            yield tag("rect", x=x, y=y, width=wide, height=high, fill="none", stroke=IVORY)
            yield words(x + wide / 2, y + 26, name, 15, font_family=SERIF)
    flat = [
        (row if len(table.rows) > 1 else table.title, say) for table in said.pays for row, say in table.rows.items()
    ]
    for number, (name, say) in enumerate(flat):
        x, y = 222 + 126 * (number % 6), 384 + 50 * (number // 6)
        yield box(x, y, 118, f"{name} {say}")
