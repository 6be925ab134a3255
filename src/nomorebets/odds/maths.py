"""The mathematics of a game: what its folder offers, declared as one value.

Odds are light, because checks and the linter ask for them.  The other parts are functions that read what they need when
they are called, so that nobody waits for a compiler who asks for none of them; None is what a game has not got.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, known
from nomorebets.machine.compiler import libraries
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.wagers import Counts, Envied, Fed, Paid
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import folder
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

if TYPE_CHECKING:
    from nomorebets.odds.collusion import Sharing
    from nomorebets.odds.solution import Choice, Solution
    from nomorebets.odds.strategy_card import Card
    from nomorebets.sim.run import Kernel
    from nomorebets.sim.strategy import Own

T = TypeVar("T")
S = TypeVar("S", bound="Own")

Lines = Iterable[tuple[str, Counts]]  # each with a name, and with the ways of every row of its table
OnOffer = Mapping[str, tuple[int, int, str]]  # wager -> least, most and clause


class Odds(Struct, frozen=True):
    """Exact counts of the wagers that pay tables decide; a submission is the game's own."""

    wagers: frozenset[str]  # that have odds of their own on every column of the text
    lines: Callable[[PayTable, Any], Lines]  # the wagers that a table decides under a submission
    returned: Callable[[PayTable], Fraction | None]  # what a wager at odds gets back per unit; None where odds are open
    warnings: Callable[[Terms], Iterable[Finding]]  # what is lawful here, but unwise
    # the same at a stake and with so much on the meter, where it depends on these which row pays a hand most
    at_amounts: Callable[[PayTable, Any, int, int], Lines] | None = None
    paid: Callable[[PayTable, Any], Paid] | None = None  # where what a row comes to is rounded or limited
    # hands by the rows that may pay them, of which the amounts decide; the higher come first
    by_rows: Callable[[PayTable, Any], Mapping[tuple[str, ...], int]] | None = None
    played: Callable[[Terms, PayTable, Workers, Progress], Lines] | None = None  # by how the hand is played
    whole: Callable[[PayTable], PayTable] | None = None  # a table with the rows that others hold for it
    fed: Callable[[PayTable, Any], Fed] | None = None  # what feeds the meters of a progressive
    envied: Callable[[PayTable, Any], Envied | None] | None = None  # what other players' hands pay
    uncounted: Callable[[PayTable, Any], str] | None = None  # why a table cannot be counted; "" if it can
    assumptions: Callable[[Terms], Iterable[str]] | None = None  # what the counts take for granted


class Solver(Struct, frozen=True):
    """The best play of the main wager, and what each decision is worth with a hand."""

    solutions: Callable[[Terms, Workers, Progress], "tuple[Solution, ...]"]
    advice: Callable[[Terms, Stack, Stack], "tuple[Choice, ...]"]  # with a hand, and what lies face up


class Banking(Struct, Generic[S], frozen=True):
    """Rounds in which one more player banks."""

    wagers: Callable[[Terms, str, int], OnOffer]  # what may be wagered besides; a bank not offered is refused
    kernel: "Callable[[Terms, str | S, int, Mapping[str, int], Workers, Progress, str], Kernel]"


class Simulator(Struct, Generic[S], frozen=True):
    """The game's compiled loop: every seat plays by one strategy and places the same stakes."""

    strategies: tuple[str, ...]  # by name
    kernel: "Callable[[Terms, str | S, int, Mapping[str, int], Workers, Progress], Kernel]"
    own: Callable[[str, str], S] | None = None  # reads a player's own strategy out of a file's name and text
    banking: Banking[S] | None = None


StrategyCard = Callable[[Terms, Workers, Progress], "Card"]
Collusion = Callable[[Terms, int, int, Workers, Progress], "Sharing"]  # seats, and cards of the dealer that they see


Covariance = Callable[[Terms, Workers, Progress], Fraction]  # of the main wagers of two seats that are played best


class Maths(Struct, frozen=True):
    """What is reckoned of a game."""

    odds: Odds
    solver: Callable[[], Solver] | None = None
    simulator: Callable[[], Simulator[Any]] | None = None
    strategy_card: Callable[[], StrategyCard] | None = None
    collusion: Callable[[], Collusion] | None = None
    covariance: Callable[[], Covariance] | None = None
    takes_minutes: bool = False  # to reckon best play anew, so that nobody does who has not asked for it


def main_wagers(terms: Terms) -> tuple[str, ...]:
    """Those that play or other hands decide, and no pay table."""
    return tuple(name for name, table in terms.posted.items() if table is None)


def maths(key: str) -> Maths:
    """The mathematics of a game, read when it is first asked for."""
    declared: Maths = import_module(f"{folder(known(key))}.maths").MATHS
    return declared


def odds(key: str) -> Odds:
    """The game's exact counts."""
    return maths(key).odds


def solver(key: str) -> Solver:
    """The game's best play."""
    return _read(key, "best play", lambda of: of.solver)


def simulator(key: str) -> Simulator[Any]:
    """The game's compiled loop."""
    return _read(key, "simulation", lambda of: of.simulator)


def strategy_card(key: str) -> StrategyCard:
    """The game's strategy card."""
    return _read(key, "strategy card", lambda of: of.strategy_card)


def collusion(key: str) -> Collusion:
    """What shared cards are worth at the game."""
    return _read(key, "reckoning of shared cards", lambda of: of.collusion)


def _read(key: str, words: str, part: Callable[[Maths], Callable[[], T] | None]) -> T:
    """A part of a game's mathematics; one that it has not got is refused, with the games that have it."""
    read = part(maths(key))
    if read is None:
        known_by = ", ".join(one for one in KEYS if part(maths(one)) is not None)
        raise BadInput(f"{game(key).name} has no {words} yet; games that have it are {known_by}")
    with libraries():
        return read()
