"""A layout of cards in the terminal, with the chips where they lie, and the card stand beside it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from rich.padding import Padding
from rich.text import Text

from nomorebets.equipment.wheel import JOKERS, WHEEL, selection
from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import selected
from nomorebets.terminal.drawing import face, indented, style
from nomorebets.terminal.hands import suit
from nomorebets.terminal.saying import SYMBOLS, short, spoken, symbolic

Rows = Sequence[Sequence[str]]  # the cards of a layout by name

CELL, GAP = 9, 5
CHIPS = "bold yellow"
WITH_CHIPS = 60  # columns that it takes to draw chips among the cards
JOKER = WHEEL.names[JOKERS[0]]


def layout(rows: Rows, chips: Mapping[str, int]) -> Padding:
    """The cards of a layout with the chips where they lie: on a card, between cards, at the end of a row or column."""
    lying = {on: amount for key, amount in chips.items() for _, on in [selected(key)] if on}

    def on(*cards: str) -> str:
        return short(lying.get(selection(WHEEL.parse(" ".join(cards))), 0))

    drawn = Text()
    for column in zip(*rows, strict=True):
        drawn.append(f"{SYMBOLS[suit(column[0])]:<3}", style(column[0])).append(
            f" {on(*column):<{CELL + GAP - 4}}", CHIPS
        )
    drawn.rstrip()
    for row, below in zip(rows, (*rows[1:], ()), strict=True):
        drawn.append("\n")
        for card, beside in zip(row, (*row[1:], ""), strict=True):
            drawn.append(face(card), style(card))
            between_two = f"{on(card, beside):^{GAP}}" if beside else ""
            drawn.append(f" {on(card):<{CELL - 4}}{between_two}", CHIPS)
        drawn.append(f" {on(*row)}", CHIPS)
        cells = [
            f"{on(*card):^{CELL}}" + (f"{on(*card, *beside):^{GAP}}" if beside else "")
            for card, beside in pairwise((*zip(row, below, strict=False), ()))
        ]
        between = "".join([*cells, f" {on(*row, *below)}" if below else ""])
        if between.strip():
            drawn.append(f"\n{between}", CHIPS)
    return indented(drawn)


def without_chips(rows: Rows) -> Padding:
    """The cards of a layout alone, where there is no room for chips among them."""
    drawn = (Text("  ").join(Text(face(name), style(name)) for name in row) for row in rows)
    return indented(Text("\n").join(drawn))


def is_joker(on: str) -> bool:
    """Whether a place is a joker's, which no layout has among its cards."""
    return on.startswith(JOKER)


def areas(wagers: Iterable[str], chips: Mapping[str, int], width: int) -> Padding:
    """The areas beside the cards, each with the chips on it, none of them broken over two lines."""
    drawn, used = Text(), 0
    for name in wagers:
        words = spoken(name) + (f" {dollars(chips[name])}" if name in chips else "")
        full = used + len(words) + 5 > width
        drawn.append("" if not used else "\n" if full else " · ", "dim")
        drawn.append(words, CHIPS if name in chips else "")
        used = len(words) + (0 if full else used + 3)
    return indented(drawn)


def stand(names: Sequence[str], words: str) -> Text:
    """The cards that are posted, on a line."""
    line = Text("posted ")
    for name in names:
        line.append(f"{symbolic(name)} ", style(name))
    return line.append(words, "dim")
