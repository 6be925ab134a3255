"""A game's clauses, irregularities and rulings: as documents, and for people to look at."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, known
from nomorebets.reports.listing import clause_number, listing, print_indented
from nomorebets.reports.trace import tests_folder
from nomorebets.rulebook import rule
from nomorebets.rulebook.clauses import Ruling, rulings, text
from nomorebets.rulebook.trace import LEVELS, Level, carried_out, tests_by_clause
from nomorebets.table import citing

if TYPE_CHECKING:
    from rich.console import Console


class ClauseDocument(Struct, frozen=True):
    """One clause with all that hangs on it."""

    id: str
    kind: str
    level: Level
    gist: str
    cites: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def clause_document(key: str, clause: str) -> ClauseDocument:
    found = text(known(key)).find(clause)
    full = game(key).text.rule.id(clause)
    ruled = tuple(ruling for ruling in rulings(key) if clause in ruling.clauses)
    code, level = carried_out(key, found, citing.carried_out(game(key)).get(full, ()))
    return ClauseDocument(full, found.kind, level, found.gist, found.cites, code, tests_of(full), ruled)


def tests_of(clause: str) -> tuple[str, ...]:
    """The tests of a clause; an installation without its tests has none to show."""
    try:
        return tuple(tests_by_clause(tests_folder(None)).get(clause, ()))
    except BadInput:
        return ()


class GameDocument(Struct, frozen=True):
    """A game and its text."""

    game: str
    name: str
    text: str
    clauses: int


def game_documents() -> list[GameDocument]:
    return [GameDocument(key, game(key).name, text(key).title, len(text(key).clause)) for key in KEYS]


def clause_documents(key: str) -> list[dict[str, str]]:
    return [{"id": f"{key}:{one.id}", "kind": one.kind, "gist": one.gist} for one in text(known(key)).clause]


def irregularity_documents(key: str) -> list[dict[str, str]]:
    return [{"kind": one.kind, "gist": one.gist, "clause": one.clause} for one in game(key).play.irregularities]


class RulingDocument(Struct, frozen=True):
    """A ruling and the code that follows it."""

    ruling: Ruling
    code: tuple[str, ...]


def ruling_documents(key: str) -> list[RulingDocument]:
    source = game(key).text.rule
    followed = rule.rulings_followed()
    return [RulingDocument(ruling, followed.get(source.id(ruling.id), ())) for ruling in rulings(key)]


def print_games(console: "Console", documents: Sequence[GameDocument]) -> None:
    table = listing("game", "name", "length", "text")
    for one in documents:
        table.add_row(one.game, one.name, f"{one.clauses} clauses", one.text)
    console.print(table)


def print_clauses(console: "Console", documents: Sequence[dict[str, str]]) -> None:
    table = listing("clause", "kind", "in our words")
    for one in documents:
        table.add_row(clause_number(one["id"]), one["kind"], one["gist"])
    console.print(table)


def print_clause(console: "Console", document: ClauseDocument) -> None:
    console.print(f"[bold]{document.id}[/]  {document.kind}, {document.level}: {LEVELS[document.level]}")
    console.print(document.gist, markup=False)
    for name, places in {"cites": document.cites, "code": document.code, "tests": document.tests}.items():
        if places:
            console.print(f"[dim]{name}[/]")
            print_indented(console, *places)
    for ruling in document.rulings:
        console.print(f"[yellow]ruling {ruling.id}[/] {ruling.title}")
        print_indented(console, ruling.question, ruling.reading, ruling.why)


def print_irregularities(console: "Console", documents: Sequence[dict[str, str]]) -> None:
    table = listing("kind", "what follows", "clause")
    for one in documents:
        table.add_row(one["kind"], one["gist"], clause_number(one["clause"]))
    console.print(table)


def print_rulings(console: "Console", documents: Sequence[RulingDocument]) -> None:
    for document in documents:
        ruling = document.ruling
        console.print(f"[bold]{ruling.id}[/] {ruling.title}  [dim]{', '.join(ruling.clauses)}[/]")
        print_indented(console, ruling.question, ruling.reading, ruling.why)
        if ruling.switch:
            print_indented(console, f"switch of the submission: {ruling.switch}")
        print_indented(console, *(f"followed by {place}" for place in document.code))
