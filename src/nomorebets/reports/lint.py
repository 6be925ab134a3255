"""What is wrong with the texts themselves."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nomorebets.figures.edges import edges, players_edges
from nomorebets.games.registry import KEYS, game, known
from nomorebets.licence.filing import printed_or_filed_terms
from nomorebets.odds.maths import odds
from nomorebets.reports.listing import listing
from nomorebets.rulebook import lint as linting
from nomorebets.rulebook.clauses import rulings

if TYPE_CHECKING:
    from rich.console import Console


def lint_games(key: str | None) -> list[linting.Fault]:
    faults: list[linting.Fault] = []
    for one in KEYS if key is None else (known(key),):
        tables = game(one).licence.pay_tables
        counted = {
            wager: {letter: odds(one).returned(column) for letter, column in columns.items()}
            for wager, columns in tables.items()
            if wager in odds(one).wagers
        }
        returns = {
            wager: {letter: back for letter, back in columns.items() if back is not None}
            for wager, columns in counted.items()
        }
        faults += linting.lint(one, tables, returns)
        faults += players_edge(one)
    return faults


def players_edge(key: str) -> Iterator[linting.Fault]:
    """Where best play wins with every choice at its default; the rulings are those on which that depends."""
    for one, sentence in players_edges(edges(printed_or_filed_terms(key))):
        ruled = [ruling.id for ruling in rulings(key) if ruling.switch in one.readings]
        said = f"{sentence}, with every choice at its default"
        yield linting.Fault("gives the player the edge", one.clause, said, ", ".join(ruled) or None)


def print_faults(console: "Console", faults: Sequence[linting.Fault]) -> None:
    table = listing("clause", "fault", "what", "ruling")
    for fault in faults:
        table.add_row(fault.clause, fault.kind, fault.sentence, fault.ruling or "[red]none[/]")
    console.print(table)
    console.print(f"{len(faults)} faults, {sum(fault.ruling is None for fault in faults)} without a ruling")
