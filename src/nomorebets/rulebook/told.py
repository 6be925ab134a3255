"""What is told about a game: which clauses say how it is played, what is inscribed on layout and signs, and where.

The words are those of the clauses.  What a game's `told.toml` has besides are words that a text prescribes, and what a
licensee has elected.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from nomorebets.rulebook.clauses import Clause, Kind, read, text

IN_WORDS: frozenset[Kind] = frozenset({"definition", "rule", "choice", "payout"})


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the layout: before every player in rows from the dealer outwards, or at the dealer's side."""

    says: str
    clause: str
    row: int = 0  # 0 is the dealer's side
    side: Literal["", "left", "middle", "right"] = ""  # of the dealer
    when: tuple[str, ...] = ()


class Inscription(Struct, frozen=True, forbid_unknown_fields=True):
    """What a clause wants to be read by patrons: words of the text, clauses in ours, or what the submission posts."""

    clause: str
    on: tuple[Literal["layout", "sign", "guide", "card"], ...]
    words: str = ""  # as the text prescribes them
    tells: tuple[str, ...] = ()  # clauses whose words are inscribed
    elected: str = ""  # what an election of the licensee comes to
    shows: Literal["", "licensee", "odds", "limits", "maximum"] = ""  # what the submission says
    when: tuple[str, ...] = ()


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's folder says of what is told."""

    cloth: str  # the colour of the layout
    play: tuple[str, ...]  # clauses, or sections with all of theirs
    rankings: tuple[str, ...]
    qualifying: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()  # that forbid players to tell each other what they hold
    area: tuple[Area, ...] = ()
    inscription: tuple[Inscription, ...] = ()


@cache
def told(key: str) -> Told:
    return msgspec.convert(read(key, "told.toml"), Told)


def clauses_of(key: str, named: Iterable[str]) -> Iterator[Clause]:
    """Clauses by their ids, and of a section all that say in words how the game goes, in the order of the text."""
    whole = text(key).clause
    for name in named:
        found = [one for one in whole if one.id == name]
        yield from found or [
            one for one in whole if one.id.startswith((f"{name}(", f"{name} ")) and one.kind in IN_WORDS
        ]
