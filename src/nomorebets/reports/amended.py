"""What an amended text changes, and the code, tests, rulings, fields, pay tables and edges that hang on it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.reckoned import Hanging, hanging
from nomorebets.games.registry import KEYS, game
from nomorebets.odds.maths import odds
from nomorebets.reports.cited import clause_document
from nomorebets.reports.listing import escape, print_indented
from nomorebets.rulebook.amend import Change, What, changes, paired
from nomorebets.rulebook.citation import chapter_of
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.rewording import Difference
from nomorebets.rulebook.segments import Segment, known_clauses, numbered, segments
from nomorebets.rulebook.wording import recognised

if TYPE_CHECKING:
    from rich.console import Console


class HangingDocument(Struct, frozen=True):
    """What has to be read again, because it was made of the words that changed."""

    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()  # of the submission
    edges: tuple[Hanging, ...] = ()


class ChangeDocument(Struct, frozen=True):
    """One change: what, of which clause, where it stands now, and what hangs on it."""

    what: What
    of: str  # a clause, a heading, the contents, or what stands outside all clauses
    clause: str  # in the old text; of what is added, in the new one
    now: str  # in the new text; "" where it is gone
    old_line: int | None
    new_line: int | None
    was: str
    becomes: str
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    hangs: HangingDocument


class AmendDocument(Struct, frozen=True):
    """Two texts compared; `texts` are those of ours in the old one, with how many clauses are as we have read them."""

    old: str
    new: str
    texts: dict[str, str]
    changes: tuple[ChangeDocument, ...]


class Named(Struct, frozen=True):
    """The segments of a text, each with the key of the text that it belongs to and its number there."""

    cut: list[Segment]
    keys: list[str]
    names: list[str]

    def full(self, number: int | None) -> str:
        """The citation of a segment, by our id where it is of a text of ours."""
        if number is None:
            return ""
        key, name = self.keys[number], self.names[number]
        if not name:
            return ""
        return f"{key}:{name}" if key else f"13:69{chapter_of(name).upper()}-{name}"


def amend_document(old_name: str, old: str, new_name: str, new: str) -> AmendDocument:
    """What is otherwise in the new text, each change with all that hangs on it."""
    agreeing, before = named(old_name, old)
    if len(before.cut) < 2:
        raise BadInput(f"{old_name} has no clauses; a text has headings as 13:69F-38.1 and clauses as (a), 1. or i.")
    after = followed(before, segments(new))
    found = tuple(_document(one, before, after) for one in changes(before.cut, after.cut))
    return AmendDocument(old_name, new_name, agreeing, found)


def named(name: str, document: str) -> tuple[dict[str, str], Named]:
    """The segments of a text with their ids, as far as it is one of ours."""
    cut = segments(document)
    keys, known, agreeing = [""] * len(cut), {}, {}
    for key in KEYS:
        found = recognised(text(key), name, document)
        if found:
            ids = [one.id for one in text(key).clause]
            agreeing[key] = f"{found.agreeing} of {len(ids)}"
            for number, clause in known_clauses(document, cut, ids).items():
                keys[number], known[number] = key, clause
    return agreeing, Named(cut, _spread(cut, keys), numbered(cut, known))


def followed(before: Named, cut: list[Segment]) -> Named:
    """The segments of the new text, with the ids of what they were, unless they have moved or are marked anew."""
    known, keys = {}, [""] * len(cut)
    for one in paired(before.cut, cut):
        if one.old is not None and one.new is not None:
            keys[one.new] = before.keys[one.old]
            if not one.moved and before.cut[one.old].mark == cut[one.new].mark and cut[one.new].kind == "clause":
                known[one.new] = before.names[one.old]
    return Named(cut, _spread(cut, keys), numbered(cut, known))


def _spread(cut: Sequence[Segment], keys: Sequence[str]) -> list[str]:
    """What has no key is of the text of the clause before it, and a heading of that of the clause behind it."""
    found, before = [], ""
    for number, one in enumerate(cut):
        behind = next((key for key in keys[number : number + 3] if key), "") if one.kind == "heading" else ""
        alone = one.kind == "contents" or (one.kind == "outside" and number and cut[number - 1].kind == "contents")
        before = keys[number] or behind or ("" if alone else before)
        found.append(before)
    return found


def _document(change: Change, before: Named, after: Named) -> ChangeDocument:
    clause = before.full(change.old) or after.full(change.new)
    hangs = HangingDocument() if change.of in ("heading", "contents") else hanging_on(clause)
    return ChangeDocument(
        what=change.what,
        of="clause" if change.of == "outside" and hangs.code else change.of,
        clause=clause,
        now=after.full(change.new),
        old_line=None if change.old is None else before.cut[change.old].line,
        new_line=None if change.new is None else after.cut[change.new].line,
        was=change.was,
        becomes=change.now,
        differences=change.differences,
        notes=change.notes,
        hangs=hangs,
    )


def hanging_on(clause: str) -> HangingDocument:
    """All that is made of a clause; of one that we do not have, nothing."""
    key, _, number = clause.partition(":")
    if key not in KEYS or number not in {one.id for one in text(key).clause}:
        return HangingDocument()
    game(key), odds(key)  # read, so that all that cites has cited
    document = clause_document(key, number)
    fields = tuple(field for field, named in game(key).licence.choices.items() if clause in named)
    ruled = tuple(ruling.id for ruling in document.rulings)
    return HangingDocument(document.code, document.tests, ruled, fields, hanging(key, clause))


def print_amended(console: "Console", document: AmendDocument) -> None:
    for key, agree in document.texts.items():
        console.print(f"[dim]{escape(document.old)} holds {key}: {agree} clauses are as we have read them[/]")
    if not document.texts:
        console.print(f"[yellow]{escape(document.old)} is none of our texts; nothing of ours hangs on it[/]")
    for one in document.changes:
        print_change(console, one)
    counted = {what: sum(one.what == what for one in document.changes) for what in get_args(What)}
    told = ", ".join(f"{number} {what}" for what, number in counted.items() if number)
    console.print(f"{len(document.changes)} changes" + (f": {told}" if told else ""))


def print_change(console: "Console", one: ChangeDocument) -> None:
    where = one.clause if one.now in ("", one.clause) else f"{one.clause} -> {one.now}"
    colour = {"added": "green", "removed": "red"}.get(one.what, "yellow")
    line = one.new_line if one.new_line is not None else one.old_line
    of = "" if one.of == "clause" else f" {one.of}"
    console.print(
        f"[{colour}]{one.what}{of}[/] [bold]{escape(where or 'before the first heading')}[/] [dim]line {line}[/]"
    )
    if one.what in ("added", "removed"):
        print_indented(console, one.becomes or one.was)
    for difference in one.differences:
        print_indented(console, f"- {difference.was or '(nothing)'}", f"+ {difference.now or '(nothing)'}")
    for note in one.notes:
        console.print(f"  [yellow]{escape(note)}[/]")
    hangs = {"code": one.hangs.code, "tests": one.hangs.tests, "rulings": one.hangs.rulings, "fields": one.hangs.fields}
    for name, places in hangs.items():
        if places:
            console.print(f"  [dim]{name}[/] {escape(', '.join(places))}")
    if one.hangs.edges:
        console.print(f"  [dim]edges[/] {escape(', '.join(map(said, one.hangs.edges)))}")


def said(edge: Hanging) -> str:
    if edge.because:
        return f"{edge.wager}: best play is reckoned with {edge.because}"
    known = (
        f"now {edge.house_edge_decimal:.4%}" if edge.house_edge_decimal is not None else "not counted from odds alone"
    )
    return f"{edge.wager} {edge.pay_table}: {known}"
