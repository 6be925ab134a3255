"""The clauses of a text and the rulings on its doubts, read from the game's folder."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.rulebook.rule import folder

Kind = Literal["definition", "rule", "choice", "payout", "procedure", "equipment", "signage", "irregularity"]

DECIDING: frozenset[Kind] = frozenset({"rule", "choice", "payout", "irregularity"})


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: what kind it is, what it says in our words, and what it leans on."""

    id: str
    kind: Kind
    gist: str
    cites: tuple[str, ...] = ()
    hand: str = ""
    inspect: str = ""
    when: tuple[str, ...] = ()  # submission fields, one of which must be set ("progressive", "decks=2") for it to apply
    words: str = ""
    quoted: str = ""  # why it is not carried out, where nothing here does


class WrongReference(Struct, frozen=True, forbid_unknown_fields=True, rename={"within": "in"}):
    """A cross-reference that leads nowhere or astray, and how it is read."""

    within: str
    printed: str
    read: str


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A doubt in the text, the reading chosen and why."""

    id: str
    title: str
    clauses: tuple[str, ...]
    kind: Literal["contradiction", "gap", "erratum", "reference"]
    question: str
    reading: str
    why: str
    money: bool = False
    switch: str = ""
    references: tuple[WrongReference, ...] = ()


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """A regulation text, clause by clause."""

    text: str
    title: str
    clause: tuple[Clause, ...]
    section: dict[str, str] = {}  # what each is about, in our words

    def find(self, clause: str) -> Clause:
        for one in self.clause:
            if one.id == clause:
                return one
        raise BadInput(f"{self.text} has no clause {clause!r}; `nmb rules {self.text}` lists all {len(self.clause)}")


def applies(when: tuple[str, ...], submission: object) -> bool:
    """Whether one of these conditions holds; without any, always.

    A condition is a field of the submission that is set, or has the value that is named, or several with " and ".
    """
    return not when or any(all(_is_set(submission, *field.split("=")) for field in one.split(" and ")) for one in when)


def _is_set(submission: object, field: str, value: str | None = None) -> bool:
    held = getattr(submission, field)
    return bool(held) if value is None else str(held) == value


class _Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    ruling: tuple[Ruling, ...]


def read(text: str, name: str) -> object:
    return tomllib.loads(files(folder(text)).joinpath(name).read_text("utf-8"))


@cache
def text(key: str) -> Text:
    return msgspec.convert(read(key, "clauses.toml"), Text)


@cache
def rulings(key: str) -> tuple[Ruling, ...]:
    return msgspec.convert(read(key, "rulings.toml"), _Rulings).ruling
