"""Clauses and rulings for whoever reads: as people cite them, or else by words."""

from collections.abc import Iterator

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS
from nomorebets.reports.found import found_documents
from nomorebets.reports.texts import texts_folder
from nomorebets.rulebook.citation import Cited, book, resolve
from nomorebets.rulebook.clauses import rulings, text

MOST = 60


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
    try:
        return [one for cited in resolve(asked, [book(key) for key in keys]) for one in _led_to(cited)][:MOST]
    except BadInput:  # it is no citation
        return _worded(asked, keys)[:MOST]


def _led_to(cited: Cited) -> Iterator[Found]:
    """Where a citation leads, and all that stands under it."""
    gists = {one.id: one.gist for one in text(cited.text).clause}
    for clause in (*cited.clauses, *cited.below):
        yield Found(cited.text, clause, gists[clause])
    for one in rulings(cited.text):
        if one.id == cited.ruling:
            yield Found(cited.text, one.id, one.title, ruling=True)


def _worded(words: str, keys: list[str]) -> list[Found]:
    """What has all of these words; nothing is an answer, too."""
    titles = {f"{key}:{one.id}": one.title for key in keys for one in rulings(key)}
    try:
        hits = found_documents(words, None, texts_folder(None))
    except BadInput:
        return []
    found = []
    for hit in hits:
        key, _, clause = hit.id.partition(":")
        theirs = hit.official.words if hit.official and hit.found_in == ("theirs",) else ""
        found.append(Found(key, clause, titles.get(hit.id, hit.gist), hit.kind == "ruling", theirs))
    return sorted(found, key=lambda one: keys.index(one.game))
