"""The mathematics of a game by its key, read when it is first asked for."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, known
from nomorebets.machine.compiler import libraries
from nomorebets.rulebook.rule import folder


@cache
def odds(key: str) -> ModuleType:
    """The game's exact counts."""
    return import_module(f"{folder(known(key))}.maths.odds")


def solver(key: str) -> ModuleType:
    """The game's best play."""
    return _heavy(key, "solve")


def sim(key: str) -> ModuleType:
    """The game's compiled loop."""
    return _heavy(key, "sim")


def card(key: str) -> ModuleType:
    """The game's strategy card."""
    return _heavy(key, "strategy_card")


def shared(key: str) -> ModuleType:
    """What shared cards are worth at the game."""
    return _heavy(key, "collusion")


def has(key: str, module: str) -> bool:
    """Whether a game has a module of this name: not every game is solved, simulated or condensed to a card."""
    return find_spec(f"{folder(known(key))}.maths.{module}") is not None


WORDS = {
    "solve": "best play",
    "sim": "simulation",
    "strategy_card": "strategy card",
    "collusion": "reckoning of shared cards",
}


def _heavy(key: str, module: str) -> ModuleType:
    if not has(key, module):
        known_by = ", ".join(one for one in KEYS if has(one, module))
        raise BadInput(f"{game(key).name} has no {WORDS[module]} yet; games that have it are {known_by}")
    with libraries():
        return import_module(f"{folder(known(key))}.maths.{module}")
