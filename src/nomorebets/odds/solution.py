"""The best play of a game's main wager, and the plainer ways to play it."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.odds.stakes import AtStake


class Way(Struct, frozen=True):
    """A way of playing that a person can remember, and what the player wins by it for each unit first placed."""

    say: str
    ev: Fraction


class Solution(Struct, frozen=True):
    """What comes of the main wager when it is played for the most, or as the name says."""

    game: str
    wager: str
    name: str
    readings: dict[str, str]  # the choices of the submission on which it depends
    method: Literal["exact", "simulation"]
    outcomes: tuple[Outcome, ...]
    decisions: dict[str, int]  # in how many of the cases
    best: str
    simple: tuple[Way, ...] = ()
    by_stake: tuple[AtStake, ...] = ()  # where what is won per unit depends on the amount
    at_stake: Callable[[int], tuple[Outcome, ...]] | None = None  # all that can come of any amount there
    se: float = 0.0  # the standard error of what the player wins, where it is not exact
    may_add_less: bool = False  # whether who cannot add as much as is best may add less, at even money

    @property
    def measures(self) -> Measures:
        return Measures(self.outcomes)


class Choice(Struct, frozen=True):
    """One lawful decision and what it is worth, in units of the wager first placed."""

    do: str
    say: str
    ev: Fraction


def best_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The decisions, the best first."""
    return tuple(sorted(choices, key=lambda choice: -choice.ev))
