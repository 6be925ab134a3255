"""The inspection of a table and its layout: a checklist made from the clauses, answered, signed and kept.

A hash over all of it shows whether it was changed since; a signature by the inspector's key shows by whom it was made.
What nobody answered is not inspected: no question is ever answered for anybody.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.licence.filing import Filed
from nomorebets.licence.signature import Signature, sign_message, verifies
from nomorebets.rulebook.citation import Book, resolve
from nomorebets.rulebook.clauses import applies, text
from nomorebets.table.game import Terms

Given = Literal["yes", "no", "not inspected"]

MESSAGE = b"nomorebets inspection 1\n"  # what a signature is over begins so, that it can be nothing else


class Answer(Struct, frozen=True):
    """What an inspector says to a question, and a note."""

    given: Given = "not inspected"
    note: str = ""


class Item(Struct, frozen=True):
    """One question of the checklist; `fault` is empty unless the answer was no."""

    clause: str
    question: str
    fault: str = ""
    answer: Given | Literal[""] = ""  # "" in what was signed before there were three: yes, unless there is a fault
    note: str = ""

    @property
    def answered(self) -> Given:
        return self.answer or ("no" if self.fault else "yes")


class Inspection(Struct, frozen=True, forbid_unknown_fields=True):
    """A checklist that has been answered and signed."""

    game: str
    table: str
    rules: str
    by: str
    at: int
    items: tuple[Item, ...]
    digest: str = ""
    submission: str = ""  # by what name it went, where that was said
    signature: Signature | None = None

    @property
    def passed(self) -> bool:
        """Whether every question was answered, and with yes."""
        return all(item.answered == "yes" for item in self.items)

    def count(self, given: Given) -> int:
        return sum(item.answered == given for item in self.items)


class Question(Item, frozen=True):
    """A question that is not answered yet, and the submission that calls for it."""

    submission: str = ""


def questions(filed: Filed) -> tuple[Question, ...]:
    """The checklist of a table."""
    return tuple(Question(one.clause, one.question, submission=filed.submission) for one in checklist(filed.terms))


def checklist(terms: Terms) -> Iterator[Item]:
    """The questions that this table's submission calls for."""
    for clause in text(terms.game.key).clause:
        if clause.inspect and applies(clause.when, terms.submission):
            yield Item(terms.game.text.rule.id(clause.id), clause.inspect)


def answers(filed: Filed, yes: Sequence[str], faults: Sequence[str], notes: Sequence[str]) -> dict[str, Answer]:
    """What was said by clause: yes to these, no to those with what is wrong, and notes; clauses as people cite them."""
    given: dict[str, Answer] = {}
    for citation in yes:
        given |= {clause: Answer("yes") for clause in _asked(filed, citation)}
    for fault in faults:
        clause, what = _said(fault, "what is wrong")
        given |= {one: Answer("no", what) for one in _asked(filed, clause)}
    for note in notes:
        clause, what = _said(note, "what is noted")
        given |= {one: replace(given.get(one, Answer()), note=what) for one in _asked(filed, clause)}
    return given


def _said(written: str, what: str) -> tuple[str, str]:
    clause, separator, words = written.partition("=")
    if not (separator and words.strip()):
        raise BadInput(f'{written!r} does not say {what}; write it as "1.13Y(c)=no tip box"')
    return clause, words.strip()


def _asked(filed: Filed, citation: str) -> tuple[str, ...]:
    """The questions of this checklist that a citation means: of a clause, or of all in a section."""
    key = filed.terms.game.key
    ids = [item.clause.partition(":")[2] for item in checklist(filed.terms)]
    try:
        (found,) = resolve(citation, [Book(key, filed.terms.game.name, tuple(ids))])
    except BadInput:
        raise BadInput(f"{citation!r} is not on this checklist; its clauses are {', '.join(ids)}") from None
    return tuple(f"{key}:{clause}" for clause in found.clauses)


def sign_now(filed: Filed, table: str, by: str, given: Mapping[str, Answer], key_file: str | None) -> Inspection:
    """An inspection of this hour, signed with a name, and by a key if there is one."""
    inspection = sign(filed, table=table, by=by, at=int(time.time()), given=given)
    if key_file is None:
        return inspection
    return replace(inspection, signature=sign_message(message(inspection), key_file))


def sign(filed: Filed, *, table: str, by: str, at: int, given: Mapping[str, Answer]) -> Inspection:
    """The checklist with what was answered; what was not is not inspected."""
    if not by.strip():
        raise BadInput("an inspection is signed with a name; none was given")
    terms = filed.terms
    items = tuple(_answered(item, given.get(item.clause, Answer())) for item in checklist(terms))
    inspection = Inspection(terms.game.key, table, terms.hash, by, at, items, submission=filed.submission)
    return replace(inspection, digest=digest(inspection))


def _answered(item: Item, answer: Answer) -> Item:
    if answer.given == "no":
        return replace(item, answer="no", fault=answer.note or "no")
    return replace(item, answer=answer.given, note=answer.note)


def fields(inspection: Inspection) -> dict[str, Any]:
    """All that is signed: without the seal itself, and without what was not there when old ones were signed."""
    found: dict[str, Any] = msgspec.to_builtins(replace(inspection, digest="", signature=None))
    del found["signature"]
    if not inspection.submission:
        del found["submission"]
    for item in found["items"]:
        if not item["answer"]:
            del item["answer"], item["note"]
    return found


def digest(inspection: Inspection) -> str:
    """The hash of all but itself."""
    return hashlib.sha256(msgspec.json.encode(fields(inspection))).hexdigest()


def message(inspection: Inspection) -> bytes:
    """What a key signs: a line that says what it is, and the document with its keys in order."""
    signed = fields(inspection)
    del signed["digest"]
    return MESSAGE + json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def verify_for(terms: Terms, document: str, public_key: str | None = None) -> Inspection:
    """A stored inspection, unchanged since it was signed, of this game, and by this key if one is named."""
    inspection = verify(document.encode(), public_key)
    if inspection.game != terms.game.key:
        raise BadInput(f"this is an inspection of {inspection.game}, not of {terms.game.key}")
    return inspection


def verify(document: bytes, public_key: str | None = None) -> Inspection:
    """Read a stored inspection and make sure that nobody changed it, and who signed it."""
    try:
        inspection = msgspec.json.decode(document, type=Inspection)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is not an inspection: {error}") from None
    if inspection.digest != digest(inspection):
        raise BadInput(f"the inspection signed by {inspection.by} was changed after it was signed")
    if inspection.signature and not verifies(message(inspection), inspection.signature):
        raise BadInput(f"the signature of the inspection by {inspection.by} is not that of its key")
    if public_key is not None and (not inspection.signature or inspection.signature.public_key != public_key.lower()):
        key = inspection.signature.public_key if inspection.signature else "no key"
        raise BadInput(f"the inspection by {inspection.by} is signed by {key}, not by {public_key}")
    return inspection
