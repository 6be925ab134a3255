"""No More Bets: the executable rulebook of casino table games.

The public names are read when they are first used, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration, NoMoreBetsError
    from nomorebets.games.registry import game, terms
    from nomorebets.rounds.file import play_round
    from nomorebets.table.engine import decide, duty, evolve, legal, open_table, play, replay
    from nomorebets.table.view import view

__version__ = "0.1.0"

_HOMES = {
    "nomorebets.errors": ("BadInput", "IllegalAction", "ImproperConfiguration", "NoMoreBetsError"),
    "nomorebets.games.registry": ("game", "terms"),
    "nomorebets.rounds.file": ("play_round",),
    "nomorebets.table.engine": ("decide", "duty", "evolve", "legal", "open_table", "play", "replay"),
    "nomorebets.table.view": ("view",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BadInput",
    "IllegalAction",
    "ImproperConfiguration",
    "NoMoreBetsError",
    "decide",
    "duty",
    "evolve",
    "game",
    "legal",
    "open_table",
    "play",
    "play_round",
    "replay",
    "terms",
    "view",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"nomorebets has no public name {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_HOME[name]), name)
