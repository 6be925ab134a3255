"""Reading what a file says: whatever is malformed is one sentence, never a guess."""

from collections.abc import Iterable, Mapping
from typing import Any

from nomorebets.errors import BadInput
from nomorebets.table.game import Terms

MOST_CENTS = 10**15
MOST_SECONDS = 10**11


def mapping(value: object, what: str, keys: Iterable[str] | None = None) -> Mapping[str, Any]:
    """A table of keys and values; with keys given, each of them one of those."""
    if not isinstance(value, dict):
        raise BadInput(f"{what} must be a table of keys and values, not {shown(value)}")
    unknown = [key for key in value if keys is not None and key not in keys]
    if unknown:
        raise BadInput(f"{what} has no key {unknown[0]!r}; its keys are {', '.join(keys or ()) or 'none'}")
    return value


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def cents(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{what} must be a whole number of cents, not {shown(value)}")
    if not 0 <= value <= MOST_CENTS:
        raise BadInput(f"{what} is {shown(value)}; allowed are 0 to {MOST_CENTS} cents")
    return value


def hour(value: object, what: str) -> int:
    """An hour, in whole seconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MOST_SECONDS:
        raise BadInput(f"{what} must be an hour in whole seconds since 1970, not {shown(value)}")
    return value


def number(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{what} must be a number, not {shown(value)}")
    return value


def meters_found(posted: Terms, value: object) -> dict[str, dict[str, int]]:
    """The meters as found, or as the text sets them at first."""
    known = posted.game.licence.meters(posted.submission)
    found = mapping(value, "meters", tuple(known))
    meters = {wager: dict(amounts) for wager, amounts in known.items()}
    for wager, amounts in found.items():
        for name, amount in mapping(amounts, f"meters.{wager}", tuple(known[wager])).items():
            meters[wager][name] = cents(amount, f"meters.{wager}.{name}")
    return meters
