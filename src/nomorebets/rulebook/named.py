"""Games as people name them in a citation: in full, by their initials, by their first letters or by one word."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol, TypeVar

SHORTEST = 3  # letters by which a name is known, if they are not its initials
LIKE = 0.75  # so much of a misspelt name is right

BEFORE = re.compile(r"([a-z][a-z' _-]*[a-z])(?: ?[:,.] ?\(?| ?\(| (?=[a-z\d])|(?=\d))(\d.*|[a-z][- ]?\d+|def.*)")
BEHIND = re.compile(r"(.*?[\d)\]][a-z]*)[ ,(\[:]+(?:(?:of|in|for|at) )?([a-z][a-z' _-]*[a-z])[)\]]?")


class Keyed(Protocol):
    """What belongs to a game."""

    @property
    def text(self) -> str: ...


One = TypeVar("One", bound=Keyed)


def in_full(citation: str, books: Sequence[One]) -> tuple[Sequence[One], str]:
    """The texts that a citation may mean, and what is left of it without the name of the game, before or behind it."""
    for one in sorted(books, key=lambda one: -len(one.text)):
        name = r"[ _-]?".join(part.replace("s", "'?s") for part in re.split(r"\W", one.text))
        before = re.match(rf"{name}(?: ?[:,] ?| |$)(.*)", citation)
        behind = re.fullmatch(rf"(.*?) ?(?:\b(?:of|in|for)\b|[,:])? ?[(\[]?{name}[)\]]?", citation)
        found = before or behind
        if found:
            return [one], found[1].strip()
    return books, citation


def in_short(citation: str, books: Sequence[One]) -> tuple[Sequence[One], str]:
    """The same for a game that is not named in full; no texts, if no game is named."""
    name, rest = parted(citation)
    return known_as(name, books), rest


def known_as(name: str, books: Sequence[One]) -> Sequence[One]:
    """The texts that have these initials, or begin so, or have this word in their names."""
    squeezed = _squeezed(name)
    initials = [one for one in books if _initials(one.text) == squeezed]
    begun = [one for one in books if len(squeezed) >= SHORTEST and _squeezed(one.text).startswith(squeezed)]
    worded = [one for one in books if f"-{name.replace(' ', '-')}-" in f"-{one.text}-"]
    return initials or begun or worded


def misspelt(citation: str, books: Sequence[One]) -> tuple[Sequence[One], str]:
    """The texts whose names are much like what stands beside a citation."""
    name, rest = parted(citation)
    like = get_close_matches(_squeezed(name), [_squeezed(one.text) for one in books], cutoff=LIKE)
    return [one for key in like for one in books if _squeezed(one.text) == key], rest


def parted(citation: str) -> tuple[str, str]:
    """What may be the name of a game, and the rest.

    >>> parted("hcf 38.10(c)"), parted("38.10c (hcf)"), parted("hcf a-2"), parted("38.10(c)")
    (('hcf', '38.10(c)'), ('hcf', '38.10c'), ('hcf', 'a-2'), ('', '38.10(c)'))
    """
    before, behind = BEFORE.fullmatch(citation), BEHIND.fullmatch(citation)
    if before:
        return before[1], before[2]
    return (behind[2], behind[1]) if behind else ("", citation)


def _squeezed(name: str) -> str:
    return re.sub(r"[^a-z]", "", name)


def _initials(key: str) -> str:
    """
    >>> _initials("pai-gow-poker"), _initials("pokette")
    ('pgp', 'p')
    """
    return "".join(word[0] for word in key.split("-"))
