"""The official words of clauses, where a text is at hand, and whether they are those that we have read."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from nomorebets.rulebook.citation import chapter_of
from nomorebets.rulebook.clauses import Text
from nomorebets.rulebook.text import fingerprint, path, split


class Wording(Struct, frozen=True):
    """What a text says in a clause, and where that was read."""

    words: str
    file: str
    section: str  # as it is cited
    hash: str
    agrees: bool  # whether these are the words that our own were made of


class Recognised(NamedTuple):
    """A file that holds one of our texts."""

    wordings: Mapping[str, Wording]
    agreeing: int


def recognised(kept: Text, file: str, document: str) -> Recognised | None:
    """The words of a text out of a file that holds it; none, if it holds another or is changed beyond knowing."""
    try:
        words = split(document, [one.id for one in kept.clause])
    except ValueError:
        return None
    found = {}
    for one in kept.clause:
        now = fingerprint(words[one.id])
        section = f"13:69{chapter_of(one.id).upper()}-{path(one.id)[0]}"
        found[one.id] = Wording(words[one.id], file, section, now, now == one.words)
    agreeing = sum(one.agrees for one in found.values())
    return Recognised(found, agreeing) if 2 * agreeing > len(found) else None
