"""The dealer's script: what is said, done and watched for at a table, in the order of the text.

It stands beside the rules of each game, in `dealers_script.toml`.  Words in quotation marks are those of the text;
the rest is ours.  A line that names a `step` stands for what the engine's log calls so: the order of the script is
held to logs of rounds, and no step of a log is without a line.
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from nomorebets.rulebook.clauses import applies, read

Who = Literal["dealer", "player", "bank", "floorperson", "supervisor", "security", "licensee", "device"]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that somebody says, does or watches for, and the clauses that say so."""

    clauses: tuple[str, ...]
    by: Who = "dealer"
    says: str = ""  # in the words of the text, or what is to be announced, in brackets
    does: str = ""
    watches: str = ""
    step: tuple[str, ...] = ()  # what the log calls it: steps, actions, or events with their place
    dealing: tuple[str, ...] = ()  # in which ways of dealing; in all, if none is named
    when: tuple[str, ...] = ()  # submission fields, one of which must be set for it, as for clauses


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Some lines that belong together."""

    title: str
    line: tuple[Line, ...]
    each: Literal["", "deck", "player", "pack"] = ""  # for which of several they are gone through in turn
    in_any_order: bool = False
    at_any_time: bool = False  # beside everything else, as the need arises


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of it, from the opening of a table to its end."""

    part: tuple[Part, ...]

    def lines(self) -> Iterator[Line]:
        for part in self.part:
            yield from part.line


@cache
def dealers_script(key: str) -> Script:
    return msgspec.convert(read(key, "dealers_script.toml"), Script)


def at_table(script: Script, submission: object) -> Script:
    """What of it is said and done under one submission."""
    dealing = getattr(submission, "dealing", "")
    parts = (
        msgspec.structs.replace(
            part,
            line=tuple(
                line
                for line in part.line
                if (not line.dealing or dealing in line.dealing) and applies(line.when, submission)
            ),
        )
        for part in script.part
    )
    return Script(tuple(part for part in parts if part.line))


def parts_by_clause(key: str) -> dict[str, tuple[str, ...]]:
    """The parts in which each clause is spoken of."""
    found: dict[str, dict[str, None]] = {}
    for part in dealers_script(key).part:
        for line in part.line:
            for clause in line.clauses:
                found.setdefault(clause, {})[part.title] = None
    return {clause: tuple(titles) for clause, titles in found.items()}
