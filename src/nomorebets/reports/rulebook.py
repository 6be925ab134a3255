"""A game's clauses, irregularities and rulings: as documents, and for people to look at."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from nomorebets.games.registry import KEYS, game, known
from nomorebets.reports.listing import clause_number, listing, print_indented
from nomorebets.rulebook import rule
from nomorebets.rulebook.clauses import Ruling, rulings, text

if TYPE_CHECKING:
    from rich.console import Console


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
    text: str = ""


def ruling_documents(key: str) -> list[RulingDocument]:
    source = game(key).text.rule
    followed = rule.rulings_followed()
    return [RulingDocument(ruling, followed.get(source.id(ruling.id), ()), key) for ruling in rulings(key)]


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
