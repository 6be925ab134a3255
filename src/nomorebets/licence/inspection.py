"""The inspection of a table and its layout: a checklist made from the clauses, answered, signed and kept.

Signed means: somebody put a name to it at an hour, and a hash over all of it shows whether it was changed since.
"""

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.licence.filing import Filed
from nomorebets.rulebook.clauses import applies, text
from nomorebets.table.game import Terms


class Item(Struct, frozen=True):
    """One question of the checklist; `fault` is empty where the answer was yes."""

    clause: str
    question: str
    fault: str = ""


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

    @property
    def passed(self) -> bool:
        return not any(item.fault for item in self.items)


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


def sign_now(filed: Filed, table: str, by: str, faults: Sequence[str]) -> Inspection:
    """An inspection of this hour; faults are CLAUSE=what is wrong, the clause with or without the game's key."""
    named = {}
    for fault in faults:
        clause, separator, what = fault.partition("=")
        if not (separator and what):
            raise BadInput(f'{fault!r} does not say what is wrong; write it as "1.13Y(c)=no tip box"')
        named[clause if ":" in clause else filed.terms.game.text.rule.id(clause)] = what
    return sign(filed, table=table, by=by, at=int(time.time()), faults=named)


def sign(filed: Filed, *, table: str, by: str, at: int, faults: Mapping[str, str]) -> Inspection:
    """Every question answered yes but for the faults, which are named by clause."""
    if not by.strip():
        raise BadInput("an inspection is signed with a name; none was given")
    terms = filed.terms
    items = tuple(checklist(terms))
    asked = {item.clause for item in items}
    unknown = [clause for clause in faults if clause not in asked]
    if unknown:
        raise BadInput(f"{unknown[0]!r} is not on this checklist; its clauses are {', '.join(sorted(asked))}")
    answered = tuple(replace(item, fault=faults.get(item.clause, "")) for item in items)
    inspection = Inspection(terms.game.key, table, terms.hash, by, at, answered, submission=filed.submission)
    return replace(inspection, digest=digest(inspection))


def digest(inspection: Inspection) -> str:
    """The hash of all but itself; an inspection that names no submission has one without that field."""
    fields = msgspec.to_builtins(replace(inspection, digest=""))
    if not inspection.submission:
        del fields["submission"]
    return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()


def verify_for(terms: Terms, document: str) -> Inspection:
    """A stored inspection, unchanged since it was signed, and of this game."""
    inspection = verify(document.encode())
    if inspection.game != terms.game.key:
        raise BadInput(f"this is an inspection of {inspection.game}, not of {terms.game.key}")
    return inspection


def verify(document: bytes) -> Inspection:
    """Read a stored inspection and make sure that nobody changed it."""
    try:
        inspection = msgspec.json.decode(document, type=Inspection)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is not an inspection: {error}") from None
    if inspection.digest != digest(inspection):
        raise BadInput(f"the inspection signed by {inspection.by} was changed after it was signed")
    return inspection
