"""What is found of words: clauses and rulings, our words beside those of the texts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from nomorebets.games.registry import KEYS, known
from nomorebets.reports.cited import print_provenances
from nomorebets.reports.listing import escape, listing
from nomorebets.reports.texts import official
from nomorebets.rulebook.clauses import Ruling, rulings, text
from nomorebets.rulebook.search import Passage, search
from nomorebets.rulebook.wording import Wording

if TYPE_CHECKING:
    from rich.console import Console


class HitDocument(Struct, frozen=True):
    """A clause or a ruling that has the words, and whether they stand in ours, in the text's, or in both."""

    id: str
    kind: str
    found_in: tuple[Literal["ours", "theirs"], ...]
    gist: str
    official: Wording | None = None


def found_documents(words: str, key: str | None = None, texts: Path | None = None) -> list[HitDocument]:
    """Clauses and rulings of one text or of all that have the words, in ours or, where they are at hand, in theirs."""
    keys = KEYS if key is None else (known(key),)
    kinds = {f"{one}:{clause.id}": clause.kind for one in keys for clause in text(one).clause}
    hits = search(words, [passage for one in keys for passage in passages(one, texts)])
    documents = []
    for hit in hits:
        one = hit.passage
        sides: tuple[Literal["ours", "theirs"], ...] = (
            *(("ours",) if hit.ours else ()),
            *(("theirs",) if hit.theirs else ()),
        )
        kind = kinds.get(f"{one.text}:{one.id}", "ruling")
        documents.append(
            HitDocument(f"{one.text}:{one.id}", kind, sides, one.ours, official(one.text, texts).get(one.id))
        )
    return documents


def passages(key: str, texts: Path | None) -> Iterator[Passage]:
    theirs = official(key, texts)
    for one in text(key).clause:
        yield Passage(key, one.id, one.gist, theirs[one.id].words if one.id in theirs else "")
    for ruling in rulings(key):
        yield Passage(key, ruling.id, in_full(ruling))


def in_full(ruling: Ruling) -> str:
    return " ".join((f"{ruling.title}.", ruling.question, ruling.reading, ruling.why))


def print_found(console: "Console", documents: Sequence[HitDocument]) -> None:
    at_hand = any(one.official for one in documents)
    table = listing("clause", "kind", "in our words", *(["the text says"] if at_hand else []))
    for one in documents:
        theirs = [escape(one.official.words if one.official else "")] if at_hand else []
        table.add_row(one.id, one.kind, escape(one.gist), *theirs)
    console.print(table)
    print_provenances(console, [one.official for one in documents if one.official])
    ruled = sum(one.kind == "ruling" for one in documents)
    console.print(f"{len(documents) - ruled} clauses and {ruled} rulings")
    if not at_hand and ruled < len(documents):
        console.print("[dim]in our words alone; --texts names a folder with those of the texts[/]")
