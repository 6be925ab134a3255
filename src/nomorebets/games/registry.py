"""The games by key.  A game's modules are read when it is first asked for, so that start-up stays light."""

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from nomorebets.errors import BadInput, ImproperConfiguration
from nomorebets.rulebook.named import known_as, nearest
from nomorebets.rulebook.rule import folder
from nomorebets.table.game import Game, Terms
from nomorebets.table.submission import convert

MOST_DOTS = 100  # in a line of a submission: to read a name takes the square of its parts
DEEPEST = 20
LARGEST = 2**63  # beyond which TOML has no numbers

KEYS = ("high-card-flush", "what-the-flush", "lunar-poker", "packs-poker", "pai-gow", "pai-gow-poker", "pokette")


def known(key: object) -> str:
    if key not in KEYS:
        like = nearest(str(key), KEYS) if isinstance(key, str) else None
        meant = f"; did you mean {like}?" if like else ""
        raise BadInput(f"{key!r} is not a game; the games are {', '.join(KEYS)}{meant}")
    return str(key)


def named(written: object) -> str:
    """The key of a game by any of its names.

    >>> named("High Card Flush"), named("hcf"), named("pai gow"), named("Pack's Poker")
    ('high-card-flush', 'high-card-flush', 'pai-gow', 'packs-poker')
    """
    if written in KEYS or not isinstance(written, str):
        return known(written)
    found = known_as(written.casefold(), KEYS)
    return found[0] if len(found) == 1 else known(written)


def game(key: object) -> Game:
    return _game(known(key))


@cache
def _game(key: str) -> Game:
    value: Game = import_module(f"{folder(key)}.rules").GAME
    return value


def terms(key: str, submission: dict[str, Any] | None = None) -> Terms:
    """A game under a submission; omitted fields take their defaults.  What no clause allows is refused."""
    one = game(key)
    filed = convert(one.licence.submission, submission or {}, one.licence.choices)
    for finding in one.licence.objections(filed):
        raise ImproperConfiguration(finding.sentence, finding.clauses[0])
    return Terms(one, filed)


def parsed(document: str) -> tuple[str, dict[str, Any]]:
    """A submission file: the game's key and the fields."""
    if not document.strip():
        raise BadInput('the submission is empty; it needs at least game = "..." with one of ' + ", ".join(KEYS))
    if any(line.count(".") > MOST_DOTS for line in document.split("\n")):
        raise BadInput(f"a line of the submission has more than {MOST_DOTS} dots; no field has a name like that")
    try:
        raw = tomllib.loads(document)
    except (ValueError, RecursionError) as error:  # also a number of more digits than are read
        raise BadInput(f"the submission is not TOML: {error}") from None
    _check(raw)
    if "game" not in raw:
        raise BadInput(f"the submission names no game; game is one of {', '.join(KEYS)}")
    return named(raw.pop("game")), raw


def _check(value: object, deep: int = 0) -> None:
    """Refuse what is read although TOML has no such numbers, and what could not be written again."""
    if deep > DEEPEST:
        raise BadInput(f"the submission has tables within tables, more than {DEEPEST} deep; no field is like that")
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            _check(one, deep + 1)
    elif isinstance(value, int) and not -LARGEST <= value < LARGEST:
        raise BadInput(f"the submission has a number beyond {LARGEST - 1}, which is as far as TOML has any")


def house_file(key: str) -> str:
    """The submission that we file ourselves."""
    return files(folder(known(key))).joinpath("house.toml").read_text("utf-8")


def house_fields(key: str) -> dict[str, Any]:
    """What it says."""
    return parsed(house_file(key))[1]


def house_terms(key: str) -> Terms:
    """A game under the submission that we file ourselves."""
    return terms(key, house_fields(key))
