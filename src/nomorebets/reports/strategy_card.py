"""Strategy cards for people: as text in the terminal, as a table in reports, and as a picture to carry along."""

from collections.abc import Iterator
from fractions import Fraction
from textwrap import wrap
from typing import TYPE_CHECKING

from nomorebets.odds.strategy_card import Card, Level, Rule
from nomorebets.reports.listing import print_submission
from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.plots import svg

if TYPE_CHECKING:
    from rich.console import Console


def edge(ev: Fraction, places: int = 3) -> str:
    return f"{float(-ev):.{places}%}".replace("-", "−")


def share(rule: Rule) -> str:
    return f"{float(rule.share):.2%}"


def cost(rule: Rule) -> str:
    return f"{float(rule.cost):.4%}" if rule.cost else "nothing"


def under(card: Card) -> str:
    return ", ".join(f"{switch} = {value}" for switch, value in card.readings.items())


def card_table(card: Card) -> Inner:
    """The card as tables of a report."""
    return [level_table(card, level) for level in card.levels]


def level_table(card: Card, level: Level) -> Markup:
    costs = float(card.best - level.ev)
    rows = (
        tag(
            "tr",
            tag("td", rule.when),
            tag("td", rule.do),
            tag("td", share(rule), class_="n"),
            tag("td", cost(rule), class_="n"),
        )
        for rule in level.rules
    )
    heads = tag(
        "tr",
        tag("th", "With"),
        tag("th", "Do"),
        tag("th", f"Of the {card.cases}", class_="n"),
        tag("th", "Costs", class_="n"),
    )
    said = f"House edge {edge(level.ev, 4)}, {costs:.4%} more than with the best play."
    return tag(
        "div",
        tag("h3", level.name),
        tag("p", said, class_="small"),
        tag("table", tag("thead", heads), tag("tbody", rows)),
        class_="card",
    )


def print_card(console: "Console", card: Card, submission: str) -> None:
    console.print(f"[bold]{card.title}[/]")
    if card.readings:
        console.print(f"  under {under(card)}")
    console.print(f"  best play: house edge {edge(card.best, 4)}")
    for level in card.levels:
        console.print(
            f"\n[bold]{level.name}[/]: house edge {edge(level.ev, 4)}, costs {float(card.best - level.ev):.4%}"
        )
        for rule in level.rules:
            console.print(
                f"  {rule.when}: [bold]{rule.do}[/]  [dim]{share(rule)} of the {card.cases}, costs {cost(rule)}[/]"
            )
    if card.mistakes:
        console.print("\n[bold]Instead[/]")
    for way in card.mistakes:
        console.print(f"  {way.say}: house edge {edge(way.ev, 4)}, costs {float(card.best - way.ev):.4%}")
    if card.note:
        console.print(f"\n{card.note}")
    print_submission(console, submission)


# --- The picture -----------------------------------------------------------------------------------------------------

WIDTH, MARGIN = 720, 30
CLOTH, DARK, PAPER, INK, FAINT, GOLD = "#14513f", "#0d3a2d", "#fbf9f2", "#1d2a26", "#66746e", "#c9a24b"
FONT = "Georgia, 'Times New Roman', serif"
SANS = "Helvetica, Arial, sans-serif"
LINE = 17
ACROSS = 44  # characters of a rule that fit beside what to do, in the widest of common fonts
DO_ACROSS = 30


def text(
    x: float,
    y: float,
    say: str,
    size: int,
    *,
    fill: str = INK,
    anchor: str = "start",
    bold: bool = False,
    font: str = SANS,
) -> Markup:
    weight = {"font_weight": "bold"} if bold else {}
    return tag("text", say, x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, font_family=font, **weight)


def heights(level: Level) -> list[int]:
    """How much room each rule takes."""
    return [LINE * max(len(wrap(rule.when, ACROSS)), len(wrap(rule.do, DO_ACROSS))) + 12 for rule in level.rules]


def card_svg(card: Card) -> str:
    """The card as a picture of its own."""
    parts: list[Markup] = []
    y = 104
    for level in card.levels:
        drawn, y = level_drawn(card, level, y)
        parts.extend(drawn)
    notes = [one for said in (card.note, f"Under {under(card)}." if card.readings else "") for one in wrap(said, 112)]
    parts.extend(text(MARGIN, y + 8 + 15 * at, said, 11, fill="#d9e6df") for at, said in enumerate(notes))
    height = y + 15 * len(notes) + 18
    head = [
        tag("rect", x=0, y=0, width=WIDTH, height=height, rx=18, fill=CLOTH),
        tag("rect", x=7, y=7, width=WIDTH - 14, height=height - 14, rx=13, fill="none", stroke=GOLD, stroke_width=1.5),
        *emblem(card.pieces),
        text(MARGIN, 54, card.title, 27, fill=PAPER, bold=True, font=FONT),
        text(MARGIN, 80, f"best play: house edge {edge(card.best)}", 13, fill="#d9e6df"),
    ]
    return svg(WIDTH, height, f"{card.title}: strategy card", head, parts, fixed=True) + "\n"


SUIT_SHAPES = (
    "M0 -11 C4 -5 11 -2 11 4 C11 9 5 10 1.5 6 L4 12 L-4 12 L-1.5 6 C-5 10 -11 9 -11 4 C-11 -2 -4 -5 0 -11 Z",
    "M0 11 C-3 6 -11 1 -11 -5 C-11 -11 -3 -12 0 -6 C3 -12 11 -11 11 -5 C11 1 3 6 0 11 Z",
    "M0 -12 L9 0 L0 12 L-9 0 Z",
    "M-1.5 4 A5.2 5.2 0 1 1 -5.5 -3.6 A5.2 5.2 0 1 1 5.5 -3.6 A5.2 5.2 0 1 1 1.5 4 L4 12 L-4 12 Z",
)
PIPS = ((-4, -9), (4, -9), (-4, 0), (4, 0), (-4, 9), (4, 9))


def emblem(pieces: str) -> Iterator[Markup]:
    """Four suits or four tiles, drawn by ourselves so that no font is needed."""
    for at in range(4):
        place = f"translate({WIDTH - 132 + 31 * at} 46)"
        if pieces == "tile":
            dots = (tag("circle", cx=x, cy=y, r=1.8, fill=GOLD) for x, y in PIPS[: 2 + 2 * (at % 3)])
            body = tag("rect", x=-9, y=-15, width=18, height=30, rx=3, fill=DARK, stroke=GOLD)
            yield tag("g", body, dots, transform=place)
        else:
            yield tag("path", d=SUIT_SHAPES[at], fill=DARK, stroke=GOLD, stroke_width=1, transform=place)


def level_drawn(card: Card, level: Level, y: int) -> tuple[list[Markup], int]:
    """One way of playing as a panel, and where the next begins."""
    rooms = heights(level)
    height = 44 + sum(rooms) + 4
    middle, right = WIDTH - 348, WIDTH - MARGIN - 14
    drawn = [
        tag("rect", x=MARGIN - 8, y=y, width=WIDTH - 2 * MARGIN + 16, height=height, rx=9, fill=PAPER),
        text(MARGIN + 8, y + 27, level.name, 15, bold=True, font=FONT),
        text(
            right,
            y + 27,
            f"{edge(level.ev)}  (+{float(card.best - level.ev):.3%})",
            13,
            anchor="end",
            bold=True,
            fill=CLOTH,
        ),
    ]
    at = y + 40
    for rule, room in zip(level.rules, rooms, strict=True):
        drawn.append(tag("line", x1=MARGIN + 8, x2=right, y1=at, y2=at, stroke="#dcd6c4"))
        for number, said in enumerate(wrap(rule.when, ACROSS)):
            drawn.append(text(MARGIN + 8, at + 19 + LINE * number, said, 13))
        for number, said in enumerate(wrap(rule.do, DO_ACROSS)):
            drawn.append(text(middle, at + 19 + LINE * number, said, 13, bold=True))
        drawn.append(text(right, at + 19, share(rule), 11, anchor="end", fill=FAINT))
        at += room
    return drawn, y + height + 14
