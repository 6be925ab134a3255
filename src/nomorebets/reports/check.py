"""The outcome of a submission's check, for people to look at."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nomorebets.reports.listing import clause_number, escape, listing

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.figures.edges import Edge
    from nomorebets.licence.check import Checked


def print_check(console: "Console", outcome: "Checked") -> None:
    colours = {"allowed": "green", "default": "dim", "warning": "yellow", "refused": "red"}
    table = listing("", "field", "finding", "clauses")
    for one in outcome.findings:
        verdict = f"[{colours[one.verdict]}]{one.verdict}[/]"
        clauses = ", ".join(clause_number(clause) for clause in one.clauses)
        table.add_row(verdict, one.field, escape(one.sentence), clauses)
    console.print(table)
    if outcome.edges:
        print_edges(console, outcome.edges)
    console.print(f"{outcome.game}: {'lawful' if outcome.lawful else '[red]not lawful[/]'}")


def print_edges(console: "Console", edges: "Sequence[Edge]") -> None:
    """What the house keeps of each wager on offer."""
    table = listing("wager", "pay table", "play", "house edge", "clause")
    for one in edges:
        table.add_row(one.wager, one.pay_table, escape(one.play), edge_in_words(one), clause_number(one.clause))
    console.print(table)


def edge_in_words(one: "Edge") -> str:
    if one.house_edge_decimal is None:
        return f"[dim]{escape(one.why)}[/]"
    colour = "red" if one.house_edge_decimal < 0 else "default"
    return f"[{colour}]{one.house_edge_decimal:.4%}[/]"
