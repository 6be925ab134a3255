"""Which code and which tests carry out each clause."""

from pathlib import Path
from typing import TYPE_CHECKING

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, known
from nomorebets.odds.maths import odds
from nomorebets.reports.listing import clause_number, escape, listing
from nomorebets.rulebook.trace import Trace, Traced, tests_by_clause, trace

if TYPE_CHECKING:
    from rich.console import Console


def tests_folder(given: Path | None) -> Path:
    """The tests of this checkout, or of the folder one stands in."""
    places = [given] if given else [Path(__file__).parents[2] / "tests", Path("tests")]
    for place in places:
        if any(place.rglob("test_*.py")):
            return place
    raise BadInput(f"no tests were found in {places[-1]}; --tests names the folder that holds the evidence")


def trace_games(key: str | None, tests: Path | None) -> Trace:
    """The matrix of one text or of all."""
    keys = KEYS if key is None else (known(key),)
    marked = tests_by_clause(tests_folder(tests))
    matrices = []
    for one in keys:
        game(one), odds(one)  # read, so that all that cites has cited
        matrices.append(trace(one, marked))
    return Trace(
        tuple(clause for matrix in matrices for clause in matrix.clauses),
        tuple(gap for matrix in matrices for gap in matrix.gaps),
    )


def print_trace(console: "Console", matrix: Trace) -> None:
    by_text: dict[str, list[Traced]] = {}
    for one in matrix.clauses:
        by_text.setdefault(one.id.partition(":")[0], []).append(one)
    for key, clauses in by_text.items():
        console.print(f"[bold]{key}[/]")
        table = listing("clause", "kind", "tests", "code", "ruling", most={"clause": 18})
        for one in clauses:
            first = one.code[0].rpartition(".")[2] if one.code else ""
            more = f" and {len(one.code) - 1} more" if len(one.code) > 1 else ""
            table.add_row(clause_number(one.id), one.kind, str(len(one.tests)), escape(first) + more, one.ruling or "")
        console.print(table)
    for gap in matrix.gaps:
        console.print(f"[red]gap[/] {gap.id} lacks {gap.missing}")
    console.print(f"{len(matrix.clauses)} clauses, {len(matrix.gaps)} gaps")
