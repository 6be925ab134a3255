"""The submission that a result starts from: our own house file, unless another is named; the result says which."""

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games import registry
from nomorebets.machine.files import read_text
from nomorebets.table.game import Terms

HOUSE = "house"
GIVEN = "given"  # by fields that come from no file
PRINTED = "printed"  # no submission at all: every pay table as the text prints it

Submitted = str | PathLike[str] | Mapping[str, Any] | None  # a file, its fields, or our own


class Filed(Struct, frozen=True):
    """A game under a submission, and by what name that goes."""

    terms: Terms
    submission: str = GIVEN


def filed_terms(key: str, submission: Submitted = None) -> Filed:
    """A game under a submission file, which must be for that game, under the fields of one, or under our own."""
    if submission is None or submission == HOUSE:
        return Filed(registry.house_terms(key), HOUSE)
    if isinstance(submission, Mapping):
        return Filed(registry.terms(key, dict(submission)), GIVEN)
    name = fspath(submission)
    of, raw = registry.parsed(read_text(name))
    if of != registry.known(key):
        raise BadInput(f"{name} is a submission for {of}, not for {key}")
    return Filed(registry.terms(of, raw), name)


def filed_file(name: str) -> Filed:
    """A submission file, for whichever game it is."""
    key, raw = registry.parsed(read_text(name))
    return Filed(registry.terms(key, raw), name)


def printed_or_filed_terms(key: str, submission: Submitted = None) -> Filed:
    """The same where no submission means the text itself, with every choice at its default."""
    return Filed(registry.terms(key), PRINTED) if submission is None else filed_terms(key, submission)
