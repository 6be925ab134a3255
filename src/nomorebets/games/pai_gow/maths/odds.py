"""Exact counts over the 35,960 hands of four tiles."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from nomorebets.equipment.tiles import TILES
from nomorebets.games.pai_gow.setting import set_by, settings
from nomorebets.games.pai_gow.submission import Submission
from nomorebets.ranking.tiles import pair_rank
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

NAMES: dict[str, object] = {}  # no wager is paid by a table


@cache
def pairs_held() -> Counter[int]:
    """Hands by the highest permissible pair that can be made of them, 20 for the supreme pair; 0 is none."""
    return Counter(max(pair_rank(*chosen.high) for chosen in settings(hand)) for hand in combinations(TILES.all, 4))


@cache
def lines_deciding(way: str = "text") -> Counter[str]:
    """Hands by the line of a house way that sets them."""
    return Counter(set_by(way, hand)[1].say for hand in combinations(TILES.all, 4))


def lines(_table: PayTable, _submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """No wager is decided by a table."""
    yield from ()


def returned(_table: PayTable) -> Fraction | None:
    return None


def warnings(_terms: Terms) -> Iterator[Finding]:
    yield from ()


def assumptions(_terms: Terms) -> Iterator[str]:
    """What the counts take for granted."""
    yield (
        "Vigorish is reckoned as exactly its percentage of what is won; what rounding it up makes of the house edge "
        "stands beside the wagers."
    )
