"""Two submissions side by side, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.reports.listing import clause_number, escape, listing

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.licence.compare import Comparison, EdgeDifference


def print_comparison(console: "Console", document: "Comparison") -> None:
    first, second = (escape(name) for name in (document.first, document.second))
    console.print(f"[bold]{document.game}[/]  first: {first}  second: {second}")
    if document.fields:
        fields = listing("field", "first", "second", "clauses", "rulings")
        for one in document.fields:
            clauses = ", ".join(map(clause_number, one.clauses))
            fields.add_row(one.field, escape(one.first_said), escape(one.second_said), clauses, ", ".join(one.rulings))
        console.print(fields)
    edges = listing("wager", "play", "first", "second", "change", "clause")
    for edge in document.edges:
        edges.add_row(
            edge.wager,
            escape(edge.play),
            _share(edge.first_decimal),
            _share(edge.second_decimal),
            _change(edge),
            clause_number(edge.clause),
        )
    console.print(edges)
    changed = sum(bool(edge.change_decimal) for edge in document.edges)
    console.print(f"fields that differ: {len(document.fields)}; edges that change: {changed}")


def _share(edge: float | None) -> str:
    return "" if edge is None else f"{edge:.4%}"


def _change(edge: "EdgeDifference") -> str:
    if edge.change_decimal is None:
        return f"[dim]{escape(edge.why)}[/]"
    return f"{edge.change_decimal:+.4%}" if edge.change_decimal else "none"
