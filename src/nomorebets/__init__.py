"""No More Bets: the executable rulebook of casino table games.

The public names are read when they are first used, so that importing the package costs next to nothing.

A table played from Python: open_session
A table step by step: game, terms, open_table, legal, duty, play, decide, view
What hangs at it: posted
Who acts or watches: Actor, Role, player
Its history: to_lines, from_lines, restored, seen, follow, evolve, replay
Its state: encoded, decoded, state_hash
A round file: play_round
The mathematics: count_odds, solve, advise
A result as a data frame of polars or pandas: frame
What is raised on purpose: NoMoreBetsError, IllegalAction, ImproperConfiguration, BadInput

    >>> import nomorebets
    >>> nomorebets.game("pokette").name
    'Pokette'
    >>> nomorebets.solve("high-card-flush").house_edge
    '1348050875653/50592437455560'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration, NoMoreBetsError
    from nomorebets.figures.advice import advise
    from nomorebets.figures.best_play import solve
    from nomorebets.figures.odds import count_odds
    from nomorebets.games.registry import game, terms
    from nomorebets.reports.frames import frame
    from nomorebets.rounds.file import play_round
    from nomorebets.rounds.session import open_session
    from nomorebets.rounds.travel import decoded, restored
    from nomorebets.table.engine import decide, duty, evolve, follow, legal, open_table, play, replay
    from nomorebets.table.entries import from_lines, seen, to_lines
    from nomorebets.table.posted import posted
    from nomorebets.table.roles import Actor, Role, player
    from nomorebets.table.state import encoded, state_hash
    from nomorebets.table.view import view

__version__ = "0.1.0"

_HOMES = {
    "nomorebets.errors": ("BadInput", "IllegalAction", "ImproperConfiguration", "NoMoreBetsError"),
    "nomorebets.figures.advice": ("advise",),
    "nomorebets.figures.best_play": ("solve",),
    "nomorebets.figures.odds": ("count_odds",),
    "nomorebets.games.registry": ("game", "terms"),
    "nomorebets.reports.frames": ("frame",),
    "nomorebets.rounds.file": ("play_round",),
    "nomorebets.rounds.session": ("open_session",),
    "nomorebets.rounds.travel": ("decoded", "restored"),
    "nomorebets.table.engine": ("decide", "duty", "evolve", "follow", "legal", "open_table", "play", "replay"),
    "nomorebets.table.entries": ("from_lines", "seen", "to_lines"),
    "nomorebets.table.posted": ("posted",),
    "nomorebets.table.roles": ("Actor", "Role", "player"),
    "nomorebets.table.state": ("encoded", "state_hash"),
    "nomorebets.table.view": ("view",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Actor",
    "BadInput",
    "IllegalAction",
    "ImproperConfiguration",
    "NoMoreBetsError",
    "Role",
    "advise",
    "count_odds",
    "decide",
    "decoded",
    "duty",
    "encoded",
    "evolve",
    "follow",
    "frame",
    "from_lines",
    "game",
    "legal",
    "open_session",
    "open_table",
    "play",
    "play_round",
    "player",
    "posted",
    "replay",
    "restored",
    "seen",
    "solve",
    "state_hash",
    "terms",
    "to_lines",
    "view",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"nomorebets has no public name {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext nomorebets` in a notebook: results are drawn as commands would print them."""
    from nomorebets.reports.notebook import register

    register(shell)
