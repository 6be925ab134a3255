"""Results as notebooks show them: `%load_ext nomorebets`, and what a command would print is drawn below its cell."""

from collections.abc import Callable
from html import escape
from io import StringIO
from typing import Any

from rich.console import Console

from nomorebets.figures.best_play import SolutionDocument
from nomorebets.figures.odds import OddsDocument
from nomorebets.licence.check import Checked
from nomorebets.reports.best_play import print_solution
from nomorebets.reports.check import print_check
from nomorebets.reports.dispute.page import dispute_page
from nomorebets.reports.odds import print_odds
from nomorebets.rounds.settlement import Played

WIDTH = 100
FORMAT = '<pre style="line-height:1.3;font-family:monospace;overflow-x:auto">{code}</pre>'


def drawn(show_people: Callable[[Console, Any], None], result: object) -> str:
    """What a command would print, as HTML."""
    console = Console(record=True, width=WIDTH, file=StringIO(), highlight=False)
    show_people(console, result)
    return console.export_html(inline_styles=True, code_format=FORMAT)


def page(played: Played) -> str:
    """The page of a round, in a frame of its own so that its styles stay its own."""
    told = dispute_page(played, {})
    return f'<iframe srcdoc="{escape(told)}" style="width:100%;height:40rem;border:0"></iframe>'


DRAWN: dict[type, Callable[[Any], str]] = {
    Played: page,
    OddsDocument: lambda one: drawn(print_odds, [one]),
    SolutionDocument: lambda one: drawn(print_solution, one),
    Checked: lambda one: drawn(print_check, one),
}


def register(shell: Any) -> None:
    """Teach a notebook how results look."""
    formatters = shell.display_formatter.formatters
    for kind, draw in DRAWN.items():
        formatters["text/html"].for_type(kind, draw)
        formatters["text/plain"].for_type(kind, lambda one, printer, _cycle: printer.text(type(one).__name__))
