"""Clauses and rulings found by how people cite them, or by words."""

import re
from collections.abc import Iterator

from msgspec import Struct

from nomorebets.games.registry import KEYS
from nomorebets.reports.reader import official
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.text import path

MOST = 60
CHAPTER = re.compile(r"^(?:N\.?J\.?A\.?C\.?\s*)?(?:13:69[A-Z]-)?", re.IGNORECASE)
RULING = re.compile(r"^[A-Z]-\d+$", re.IGNORECASE)
CITATION = re.compile(r"^\d+\.\d+[A-Z]?(?:$|[\s(])", re.IGNORECASE)


class Found(Struct, frozen=True):
    """A clause, or a ruling by its title; the words of the text where these were what matched."""

    game: str
    id: str
    gist: str
    ruling: bool = False
    words: str = ""


def find(asked: str, first: str = "") -> list[Found]:
    """What is cited so, or has all of these words; what is found in the game that is read comes first.

    >>> [one.id for one in find("N.J.A.C. 13:69F-38.10(C)", "high-card-flush")][:2]
    ['38.10(c)', '38.10(c)']
    >>> find("high-card-flush a-2")[0].gist
    'A folded hand and the Progressive'
    """
    keys = sorted(KEYS, key=lambda key: key != first)
    words = asked.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split()
    named = [key for key in keys if key in asked.casefold().replace(":", " ").split()]
    if named:
        keys = named
        asked = re.sub(rf"{named[0]}[:\s]*", "", asked, flags=re.IGNORECASE)
    cited = re.sub(r"\s+\(", "(", CHAPTER.sub("", asked.strip()))
    if RULING.match(cited):
        found = _ruled(keys, cited)
    elif CITATION.match(cited):
        found = _cited(keys, cited)
    else:
        found = _worded(keys, [word for word in words if word not in named])
    return [one for one, _ in zip(found, range(MOST), strict=False)]


def _ruled(keys: list[str], ruling: str) -> Iterator[Found]:
    for key in keys:
        for one in rulings(key):
            if one.id.casefold() == ruling.casefold():
                yield Found(key, one.id, one.title, ruling=True)


def _steps(clause: str) -> tuple[str, ...]:
    return tuple(step.casefold() for step in path(clause))


def _cited(keys: list[str], clause: str) -> Iterator[Found]:
    """The clause itself and all that stands under it."""
    wanted = _steps(clause)
    for key in keys:
        for one in text(key).clause:
            if _steps(one.id)[: len(wanted)] == wanted:
                yield Found(key, one.id, one.gist)


def _worded(keys: list[str], words: list[str]) -> Iterator[Found]:
    for key in keys:
        theirs = official(key)
        for one in text(key).clause:
            said = theirs.get(one.id, "")
            if _has(f"{one.id} {one.gist}", words):
                yield Found(key, one.id, one.gist)
            elif _has(said, words):
                yield Found(key, one.id, one.gist, words=said)
        for ruling in rulings(key):
            if _has(f"{ruling.title} {ruling.question} {ruling.reading}", words):
                yield Found(key, ruling.id, ruling.title, ruling=True)


def _has(said: str, words: list[str]) -> bool:
    folded = said.casefold()
    return bool(words) and all(word in folded for word in words)
