"""What printed tables and lines have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from nomorebets.licence.filing import PRINTED

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

RED_SUITS = "dh"
DOT = " · "

# How columns are set, by their heads.
RIGHT = ("stake", "pays", "returned", "amount", "tests")
WHOLE = ("seat", "spin", "wager", "kind", "field", "clause", "result", "game", "ways", "share")
SENTENCES = ("in our words", "the text says", "what follows", "finding", "what", "question", "code", "text")
SPEAKING = ("", "wager", "kind", "field", "clause", "clauses", "result", "game", "name", "length", "fault", "outcome")
READABLE = 20  # columns in which a sentence can be read


def coloured(cards: str) -> str:
    """Cards with hearts and diamonds in red, in Rich's markup."""
    return " ".join(f"[red]{card}[/]" if card[-1] in RED_SUITS else f"[bold]{card}[/]" for card in cards.split())


def clause_number(clause: str) -> str:
    """A clause without its text's key, for where the game is plain."""
    return clause.partition(":")[2]


def escape(text: str) -> str:
    """Keep Rich from reading brackets in our text as markup."""
    from rich.markup import escape as escaped

    return escaped(text)


class Listing:
    """Rows under columns: a table where it can be read, and in a narrow terminal each row by itself."""

    def __init__(self, columns: Sequence[str], gaps: Sequence[int], most: Mapping[str, int]) -> None:
        self.columns = columns
        self.gaps = gaps  # between columns, at best and where room is scarce
        self.most = most  # columns that are wrapped although they are names, and how wide they are at most
        self.rows: list[list[Text]] = []

    def add_row(self, *cells: str | Text) -> None:
        from rich.text import Text

        self.rows.append([Text.from_markup(cell) if isinstance(cell, str) else cell for cell in cells])

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[Table | Padding]:
        fits = [gap for gap in self.gaps if self.least_width(gap) <= options.max_width]
        if fits:
            yield self.as_table(fits[0])
        else:
            for row in self.rows:
                yield from self.apart(row, options.max_width)

    def least_width(self, gap: int) -> int:
        """What a table takes: amounts and names whole, of sentences so much that they can be read."""
        return 2 + sum(self.least_of(place) + gap for place in range(len(self.columns)))

    def least_of(self, place: int) -> int:
        column = self.columns[place]
        longest = max([len(column), *(row[place].cell_len for row in self.rows)])
        whole = column in (*WHOLE, *RIGHT)
        return min(longest, self.most.get(column, longest if whole else READABLE))

    def as_table(self, gap: int) -> Table:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, gap - 2))
        for column in self.columns:
            justify: Literal["left", "right"] = "right" if column in RIGHT else "left"
            table.add_column(
                column,
                justify=justify,
                overflow="fold",
                no_wrap=column in WHOLE and column not in self.most,
                max_width=self.most.get(column),
            )
        for row in self.rows:
            table.add_row(*row)
        return table

    def apart(self, row: Sequence[Text], width: int) -> Iterator[Padding]:
        """A row on lines of its own: the short cells side by side, none of them broken, and each sentence below."""
        from rich.padding import Padding
        from rich.text import Text

        cells = {column: cell for column, cell in zip(self.columns, row, strict=True) if cell}
        line, indent = Text(), 0
        for column, cell in cells.items():
            if column in SENTENCES:
                continue
            part = Text(f"{column} ", "dim").append_text(cell) if column not in SPEAKING else cell
            if line and indent + line.cell_len + len(DOT) + part.cell_len > width:
                yield Padding(line, (0, 0, 0, indent), expand=False)
                line, indent = Text(), 2
            line = Text.assemble(line, DOT if line else "", part)
        yield Padding(line, (0, 0, 0, indent), expand=False)
        for column in cells:
            if column in SENTENCES:
                yield Padding(cells[column], (0, 0, 0, 2), expand=False)


def listing(*columns: str, gaps: Sequence[int] = (3, 2), most: Mapping[str, int] | None = None) -> Listing:
    return Listing(columns, gaps, most or {})


def print_indented(console: Console, *paragraphs: str) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for paragraph in paragraphs:
        console.print(Padding(Text(paragraph), (0, 0, 0, 2)))


def print_submission(console: Console, submission: str) -> None:
    """The line that says which submission a result started from."""
    said = "none, every pay table as it is printed" if submission == PRINTED else escape(submission)
    console.print(f"[dim]submission: {said}[/]")
