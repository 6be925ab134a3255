"""What printed tables and lines have in common."""

from typing import TYPE_CHECKING

from nomorebets.licence.filing import PRINTED

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

RED_SUITS = "dh"


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


def listing(*columns: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in ("stake", "pays", "returned", "tests") else "left",
            overflow="fold",
            no_wrap=column in ("wager", "kind", "field", "clause"),
        )
    return table


def print_indented(console: "Console", *paragraphs: str) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for paragraph in paragraphs:
        console.print(Padding(Text(paragraph), (0, 0, 0, 2)))


def print_submission(console: "Console", submission: str) -> None:
    """The line that says which submission a result started from."""
    said = "none, every pay table as it is printed" if submission == PRINTED else escape(submission)
    console.print(f"[dim]submission: {said}[/]")
