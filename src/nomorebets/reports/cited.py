"""What a citation leads to: a clause with all that hangs on it, the clauses of a section, or a ruling."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, known
from nomorebets.reports.listing import escape, listing, print_indented
from nomorebets.reports.rulebook import RulingDocument, print_rulings, ruling_documents
from nomorebets.reports.texts import official
from nomorebets.reports.trace import tests_folder
from nomorebets.rulebook.citation import Cited, book, resolve
from nomorebets.rulebook.clauses import Ruling, rulings, text
from nomorebets.rulebook.trace import LEVELS, Level, carried_out, tests_by_clause
from nomorebets.rulebook.wording import Wording
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
    below: tuple[str, ...] = ()  # the clauses that it is divided into
    official: Wording | None = None


class PassageDocument(Struct, frozen=True):
    """One clause of several: what it says in our words, and in those of the text where that is at hand."""

    id: str
    kind: str
    gist: str
    official: Wording | None = None


Document = ClauseDocument | list[PassageDocument] | list[RulingDocument]


def cited_document(citation: str, texts: Path | None = None, key: str | None = None) -> Document:
    """What is cited, in one text or in all that have it: one clause whole, of several what they say, or rulings."""
    found = resolve(citation, [book(one) for one in (KEYS if key is None else (known(key),))])
    if len(found) == 1 and len(found[0].clauses) == 1:
        return clause_document(found[0].text, found[0].clauses[0], texts, found[0].below)
    ruled = [document for one in found if one.ruling for document in ruling_documents(one.text) if _is(document, one)]
    return ruled or [passage(one.text, clause, texts) for one in found for clause in one.clauses]


def _is(document: RulingDocument, cited: Cited) -> bool:
    return document.ruling.id == cited.ruling


def clause_document(key: str, clause: str, texts: Path | None = None, below: Sequence[str] = ()) -> ClauseDocument:
    found = text(known(key)).find(clause)
    rule = game(key).text.rule
    ruled = tuple(ruling for ruling in rulings(key) if clause in ruling.clauses)
    code, level = carried_out(key, found, citing.carried_out(game(key)).get(rule.id(clause), ()))
    return ClauseDocument(
        id=rule.id(clause),
        kind=found.kind,
        level=level,
        gist=found.gist,
        cites=found.cites,
        code=code,
        tests=tests_of(rule.id(clause)),
        rulings=ruled,
        below=tuple(map(rule.id, below)),
        official=official(key, texts).get(clause),
    )


def passage(key: str, clause: str, texts: Path | None = None) -> PassageDocument:
    found = text(key).find(clause)
    return PassageDocument(f"{key}:{clause}", found.kind, found.gist, official(key, texts).get(clause))


@cache
def _marked() -> dict[str, list[str]]:
    return tests_by_clause(tests_folder(None))


def tests_of(clause: str) -> tuple[str, ...]:
    """The tests of a clause; an installation without its tests has none to show."""
    try:
        return tuple(_marked().get(clause, ()))
    except BadInput:
        return ()


def print_cited(console: "Console", document: Document) -> None:
    if isinstance(document, ClauseDocument):
        print_clause(console, document)
    elif isinstance(document[0], RulingDocument):
        for one in document:
            assert isinstance(one, RulingDocument)
            console.print(f"[dim]{one.text}[/]")
            print_rulings(console, [one])
    else:
        print_passages(console, [one for one in document if isinstance(one, PassageDocument)])


def print_clause(console: "Console", document: ClauseDocument) -> None:
    console.print(f"[bold]{document.id}[/]  {document.kind}, {document.level}: {LEVELS[document.level]}")
    if document.official is None:
        console.print(document.gist, markup=False)
    else:
        beside = listing("in our words", "the text says")
        beside.add_row(escape(document.gist), escape(document.official.words))
        console.print(beside)
        console.print(f"[dim]{provenance(document.official)}[/]", highlight=False)
    parts = {"below": document.below, "cites": document.cites, "code": document.code, "tests": document.tests}
    for name, places in parts.items():
        if places:
            console.print(f"[dim]{name}[/]")
            print_indented(console, *places)
    for ruling in document.rulings:
        console.print(f"[yellow]ruling {ruling.id}[/] {ruling.title}")
        print_indented(console, ruling.question, ruling.reading, ruling.why)


def provenance(wording: Wording) -> str:
    """Where the words of a clause were read, and whether they are those that we have read before."""
    said = "as we have read it" if wording.agrees else "[red]not the words that ours were made of[/]"
    return f"{escape(wording.file)}, N.J.A.C. {wording.section}, hash {wording.hash}: {said}"


def print_passages(console: "Console", documents: Sequence[PassageDocument]) -> None:
    """Clauses one below the other, the words of the texts beside ours where they are at hand."""
    at_hand = any(one.official for one in documents)
    table = listing("clause", "in our words", *(["the text says"] if at_hand else []))
    for one in documents:
        theirs = [escape(one.official.words if one.official else "")] if at_hand else []
        table.add_row(one.id, escape(one.gist), *theirs)
    console.print(table)
    print_provenances(console, [one.official for one in documents if one.official])


def print_provenances(console: "Console", wordings: Sequence[Wording]) -> None:
    """Each file and section once, with the clauses in it that are not as we have read them."""
    places: dict[tuple[str, str], list[Wording]] = {}
    for one in wordings:
        places.setdefault((one.file, one.section), []).append(one)
    for (file, section), found in places.items():
        other = sum(not one.agrees for one in found)
        said = (
            f"[red]{other} of {len(found)} not in the words that ours were made of[/]"
            if other
            else "as we have read it"
        )
        console.print(f"[dim]{escape(file)}, N.J.A.C. {section}: {said}[/]")
