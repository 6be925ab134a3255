"""A strategy card: ways of playing that a person can remember, from the plainest to one that is nearly the best."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from nomorebets.odds.solution import Way


class Rule(Struct, frozen=True):
    """One line of a way: which hands it is about, what it says, how many hands that is and what it costs there.

    The cost is what is lost against the best play of those hands, spread over all hands.
    """

    when: str
    do: str
    share: Fraction
    cost: Fraction


class Level(Struct, frozen=True):
    """A complete way of playing, and what the player wins by it for each unit first placed."""

    name: str
    rules: tuple[Rule, ...]
    ev: Fraction


class Card(Struct, frozen=True):
    """The ways of a game's main wager, and what the best play wins."""

    game: str
    wager: str
    title: str
    readings: dict[str, str]
    best: Fraction
    levels: tuple[Level, ...]
    mistakes: tuple[Way, ...] = ()  # what some players do instead
    note: str = ""
    pieces: str = "card"
    cases: str = "hands"  # what the shares are shares of


def best_start(gains: Sequence[int], allowed: Iterable[int]) -> tuple[int, int]:
    """From which place on all gains together are most, and how much; starting after the last is always allowed.

    >>> best_start([-5, 3, -1, 4], range(4)), best_start([-5, 3, -1, 4], [0, 2]), best_start([-5, 3], [0])
    ((1, 6), (2, 3), (2, 0))
    """
    sums = {start: sum(gains[start:]) for start in allowed}
    start = max(sums, key=sums.__getitem__, default=len(gains))
    return (start, sums[start]) if sums and sums[start] > 0 else (len(gains), 0)
