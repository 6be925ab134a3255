"""Words looked for in what clauses and rulings say: in our words, and in those of the texts where these are at hand."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.rulebook.text import QUOTES

ASKED = re.compile(r'"([^"]+)"|(\S+)')
WORD = re.compile(r"[\w'-]*\w")
ENDING = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)$", re.IGNORECASE)  # of a word that is found in all its forms


class Passage(Struct, frozen=True):
    """A clause or a ruling of a text: what we say in it, and what the text says, if it is at hand."""

    text: str
    id: str
    ours: str
    theirs: str = ""


class Hit(Struct, frozen=True):
    """A passage that has all words, on which side, and how often."""

    passage: Passage
    ours: bool
    theirs: bool
    times: int


def search(asked: str, passages: Iterable[Passage]) -> list[Hit]:
    """The passages that have every word in one side or the other, those that have them most often first.

    >>> said = [Passage("a", "1", "The dealer deals."), Passage("a", "2", "A deal ends.", "The dealer shall.")]
    >>> [(hit.passage.id, hit.ours, hit.theirs) for hit in search("dealer", said)]
    [('1', True, False), ('2', False, True)]
    >>> [hit.passage.id for hit in search('"a deal"', said)]
    ['2']
    """
    all_passages = tuple(passages)
    patterns = [pattern(one) for one in terms(asked)]
    if not patterns:
        raise BadInput("nothing is searched for; --search takes words, and a phrase in quotation marks")
    hits = [hit for one in all_passages if (hit := _hit(one, patterns))]
    if not hits:
        raise BadInput(_nothing(asked, all_passages))
    return sorted(hits, key=lambda hit: -hit.times)


def terms(asked: str) -> list[str]:
    """
    >>> terms('vigorish "no more bets"')
    ['vigorish', 'no more bets']
    """
    return [phrase or word for phrase, word in ASKED.findall(asked.translate(QUOTES)) if WORD.search(phrase or word)]


def pattern(term: str) -> re.Pattern[str]:
    """What finds a word in all its forms, or a phrase as it is.

    >>> bool(pattern("wagers").search("No wager is")), bool(pattern("ante").search("in advante"))
    (True, False)
    """
    words = [re.escape(word) for word in term.split()]
    if len(words) == 1:
        return re.compile(r"(?<!\w)" + re.escape(ENDING.sub("", term)), re.IGNORECASE)
    return re.compile(r"(?<!\w)" + r"\s+".join(words) + r"(?!\w)", re.IGNORECASE)


def _hit(passage: Passage, patterns: Sequence[re.Pattern[str]]) -> Hit | None:
    ours, theirs = (_times(side, patterns) for side in (passage.ours, passage.theirs.translate(QUOTES)))
    if not ours and not theirs:
        return None
    return Hit(passage, bool(ours), bool(theirs), ours + theirs)


def _times(words: str, patterns: Sequence[re.Pattern[str]]) -> int:
    times = [len(one.findall(words)) for one in patterns]
    return sum(times) if all(times) else 0


def _nothing(asked: str, passages: Sequence[Passage]) -> str:
    known = {word.casefold() for one in passages for word in WORD.findall(f"{one.ours} {one.theirs}")}
    near = list(_near(asked, sorted(known)))
    return f"no clause and no ruling has {asked!r}" + (f"; words that are near are {', '.join(near)}" if near else "")


def _near(asked: str, known: Sequence[str]) -> Iterator[str]:
    for word in WORD.findall(asked.casefold()):
        if not any(one.startswith(ENDING.sub("", word)) for one in known):
            yield from get_close_matches(word, known, n=3)
