"""The dealer's script of a game: as a document, and for people to read."""

from typing import TYPE_CHECKING

from msgspec import Struct

from nomorebets.games.registry import game, known
from nomorebets.reports.listing import clause_number, escape, print_indented
from nomorebets.rulebook.dealers_script import Line, dealers_script

if TYPE_CHECKING:
    from rich.console import Console


class LineDocument(Struct, frozen=True):
    """A line of the script, its clauses in full."""

    by: str
    says: str
    does: str
    watches: str
    clauses: tuple[str, ...]
    step: tuple[str, ...]
    dealing: tuple[str, ...]
    when: tuple[str, ...]


class PartDocument(Struct, frozen=True):
    """Some lines that belong together."""

    title: str
    each: str
    in_any_order: bool
    at_any_time: bool
    lines: tuple[LineDocument, ...]


class ScriptDocument(Struct, frozen=True):
    """What is said, done and watched for at a table of a game, in the order of its text."""

    game: str
    parts: tuple[PartDocument, ...]


def script_document(key: str) -> ScriptDocument:
    rule = game(known(key)).text.rule

    def told(line: Line) -> LineDocument:
        clauses = tuple(map(rule.id, line.clauses))
        return LineDocument(line.by, line.says, line.does, line.watches, clauses, line.step, line.dealing, line.when)

    return ScriptDocument(
        key,
        tuple(
            PartDocument(part.title, part.each, part.in_any_order, part.at_any_time, tuple(map(told, part.line)))
            for part in dealers_script(key).part
        ),
    )


def print_script(console: "Console", document: ScriptDocument) -> None:
    for number, part in enumerate(document.parts, 1):
        console.print(f"[bold]{number}. {escape(part.title)}[/]{escape(manner(part))}")
        for line in part.lines:
            numbers = ", ".join(map(clause_number, line.clauses))
            console.print(f"  {line.by}{escape(only(line))} [dim]{escape(numbers)}[/]")
            if line.says:
                print_indented(console, f'  says "{line.says}"')
            if line.does:
                print_indented(console, f"  {line.does}")
            if line.watches:
                print_indented(console, f"  the dealer watches: {line.watches}")


def manner(part: PartDocument) -> str:
    """How its lines follow each other, where that is not one after the other."""
    said = [
        f"for each {part.each} in turn" if part.each else "",
        "in any order" if part.in_any_order else "",
        "at any time" if part.at_any_time else "",
    ]
    found = ", ".join(filter(None, said))
    return f" ({found})" if found else ""


def only(line: LineDocument) -> str:
    """Where alone a line holds: in some ways of dealing, or where something is offered."""
    ways = " or ".join(way.replace("_", " ") for way in line.dealing)
    conditions = " or ".join(one.replace("=", " is ").replace("_", " ") for one in line.when)
    found = ", ".join(
        filter(None, (f"dealing from {ways}" if ways else "", f"where {conditions}" if conditions else ""))
    )
    return f" ({found})" if found else ""
