"""The games by key.  A game's modules are read when it is first asked for, so that start-up stays light."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from nomorebets.compiled import libraries
from nomorebets.errors import BadInput, ImproperConfiguration
from nomorebets.rulebook.rule import folder
from nomorebets.table.game import Game, Terms
from nomorebets.table.submission import convert

KEYS = ("high-card-flush", "what-the-flush", "lunar-poker", "packs-poker", "pai-gow", "pai-gow-poker", "pokette")


def known(key: object) -> str:
    if key not in KEYS:
        raise BadInput(f"{key!r} is not a game; the games are {', '.join(KEYS)}")
    return str(key)


def game(key: object) -> Game:
    return _game(known(key))


@cache
def _game(key: str) -> Game:
    value: Game = import_module(f"{folder(key)}.rules").GAME
    return value


@cache
def odds(key: str) -> ModuleType:
    """The game's exact counts."""
    return import_module(f"{folder(known(key))}.odds")


def solver(key: str) -> ModuleType:
    """The game's best play."""
    return _heavy(key, "solve")


def sim(key: str) -> ModuleType:
    """The game's compiled loop."""
    return _heavy(key, "sim")


def card(key: str) -> ModuleType:
    """The game's strategy card."""
    return _heavy(key, "card")


def shared(key: str) -> ModuleType:
    """What shared cards are worth at the game."""
    return _heavy(key, "shared")


def has(key: str, module: str) -> bool:
    """Whether a game has a module of this name: not every game is solved, simulated or condensed to a card."""
    return find_spec(f"{folder(known(key))}.{module}") is not None


WORDS = {"solve": "best play", "sim": "simulation", "card": "strategy card", "shared": "reckoning of shared cards"}


def _heavy(key: str, module: str) -> ModuleType:
    if not has(key, module):
        known_by = ", ".join(one for one in KEYS if has(one, module))
        raise BadInput(f"{game(key).name} has no {WORDS[module]} yet; games that have it are {known_by}")
    with libraries():
        return import_module(f"{folder(known(key))}.{module}")


def terms(key: str, submission: dict[str, Any] | None = None) -> Terms:
    """A game under a submission; omitted fields take their defaults.  What no clause allows is refused."""
    one = game(key)
    filed = convert(one.submission, submission or {}, one.choices)
    for finding in one.objections(filed):
        raise ImproperConfiguration(finding.sentence, finding.clauses[0])
    return Terms(one, filed)
