"""The outcome of a submission's check, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.reports.listing import clause_number, escape, listing

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.licence.check import Checked


def print_check(console: "Console", outcome: "Checked") -> None:
    colours = {"allowed": "green", "default": "dim", "warning": "yellow", "refused": "red"}
    table = listing("", "field", "finding", "clauses")
    for one in outcome.findings:
        verdict = f"[{colours[one.verdict]}]{one.verdict}[/]"
        clauses = ", ".join(clause_number(clause) for clause in one.clauses)
        table.add_row(verdict, one.field, escape(one.sentence), clauses)
    console.print(table)
    console.print(f"{outcome.game}: {'lawful' if outcome.lawful else '[red]not lawful[/]'}")
