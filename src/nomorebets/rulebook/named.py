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
    keys = known_as(name, [one.text for one in books])
    return [one for one in books if one.text in keys], rest


def misspelt(citation: str, books: Sequence[One]) -> tuple[Sequence[One], str]:
    """The texts whose names are much like what stands beside a citation."""
    name, rest = parted(citation)
    like = nearest(name, [one.text for one in books])
    return [one for one in books if one.text == like], rest


def known_as(name: str, keys: Sequence[str]) -> Sequence[str]:
    """The games that are called so, have these initials, begin so, or have this word in their names.

    >>> known_as("pgp", ["pai-gow", "pai-gow-poker"]), known_as("pai gow", ["pai-gow", "pai-gow-poker"])
    (['pai-gow-poker'], ['pai-gow'])

    What has a number in it is more than a name.

    >>> known_as("pokette:99", ["pokette"])
    []
    """
    if re.search(r"\d", name):
        return []
    squeezed = _squeezed(name)
    whole = [key for key in keys if _squeezed(key) == squeezed]
    initials = [key for key in keys if _initials(key) == squeezed]
    begun = [key for key in keys if len(squeezed) >= SHORTEST and _squeezed(key).startswith(squeezed)]
    worded = [key for key in keys if f"-{name.replace(' ', '-')}-" in f"-{key}-"]
    return whole or initials or begun or worded


def nearest(name: str, keys: Sequence[str]) -> str | None:
    """The game that was perhaps meant by a name."""
    by_letters = {_squeezed(key): key for key in keys}
    like = get_close_matches(_squeezed(name.casefold()), by_letters, n=1, cutoff=LIKE)
    return by_letters[like[0]] if like else None


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
