"""How each clause is carried out, by which code, and which tests show it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, known
from nomorebets.odds.maths import odds
from nomorebets.reports.listing import clause_number, escape, listing
from nomorebets.rulebook.trace import LEVELS, Trace, Traced, tests_by_clause, trace
from nomorebets.table.citing import carried_out

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
        matrices.append(trace(one, marked, carried_out(game(one))))
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
        table = listing("clause", "kind", "level", "tests", "code", "ruling", most={"clause": 18})
        for one in clauses:
            first = short(one.code[0]) if one.code else ""
            more = f" and {len(one.code) - 1} more" if len(one.code) > 1 else ""
            tests = str(len(one.tests))
            table.add_row(clause_number(one.id), one.kind, one.level, tests, escape(first) + more, one.ruling or "")
        console.print(table)
    for gap in matrix.gaps:
        console.print(f"[red]gap[/] {gap.id} lacks {gap.missing}")
    console.print(f"{len(matrix.clauses)} clauses, {len(matrix.gaps)} gaps: {', '.join(counts(matrix.clauses))}")


def short(place: str) -> str:
    """A place without the rooms that it is in: a module and a name, or a file and a part of it.

    >>> short("table.life.decks:to_cut"), short("games.pokette.dealers_script.toml:The spin")
    ('decks:to_cut', 'dealers_script.toml:The spin')
    """
    where, _, name = place.partition(":")
    kept = 2 if where.endswith(".toml") else 1
    return f"{'.'.join(where.split('.')[-kept:])}:{name}"


def counts(clauses: Iterable[Traced]) -> Iterator[str]:
    """How many clauses are carried out at each level."""
    number = Counter(one.level for one in clauses)
    for level in LEVELS:
        yield f"{number[level]} {level}"
