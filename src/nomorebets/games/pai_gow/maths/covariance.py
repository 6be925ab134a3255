"""How far two players of Pai Gow win together, because they set their hands against the same dealer's."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.tiles import TILES
from nomorebets.games.pai_gow.deal import TILES_EACH
from nomorebets.games.pai_gow.maths.solve import (
    HIGH,
    LOST,
    LOW,
    NEVER_WINS,
    WON,
    best_settings,
    by_look,
    counted,
    named,
)
from nomorebets.games.pai_gow.rules import rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds.in_two import PLAYER, value
from nomorebets.table.game import Terms
from nomorebets.table.in_two.vigorish import PER_CENT

SETS = 1 << TILES_EACH  # of the tiles of a hand
KEPT = 100 - PER_CENT  # of a hundred that are won
HALF = 31  # bits of the low part of a sum
LOW_HALF = (1 << HALF) - 1

Array = NDArray[np.int64]


@cache
def places() -> tuple[Array, int]:
    """For every hand and every set of its tiles: a number that hands have in common which hold these tiles."""
    numbers: dict[tuple[int, ...], int] = {}
    hands = list(combinations(TILES.all, TILES_EACH))
    found = np.zeros((len(hands), SETS), np.int64)
    for index, hand in enumerate(hands):
        for chosen in range(SETS):
            tiles = tuple(tile for place, tile in enumerate(hand) if chosen >> place & 1)
            found[index, chosen] = numbers.setdefault(tiles, len(numbers))
    return found, len(numbers)


def won_by(ours: NDArray[np.int32], theirs: NDArray[np.int32]) -> int:
    """What a setting wins against the dealer's, in hundredths of the wager."""
    low, high = ours[LOW] > theirs[LOW] and not ours[NEVER_WINS], ours[HIGH] > theirs[HIGH]
    return KEPT if low and high else 0 if low or high else -100


rules(won_by)


@compiled
def products(
    tiles: Array,
    settings: NDArray[np.int32],
    by_house: Array,
    best: Array,
    sets: Array,
    number: int,
    looks: Array,
    alike: Array,
    first: int,
    last: int,
) -> Array:
    """Over these dealer's hands and all pairs of hands that share no tile with them or with each other: what both win.

    Pairs are counted by inclusion and exclusion: of all pairs those are taken off that have a tile in common.  What is
    won is in hundredths of the wager; in two parts, because the whole is too large for one.
    """
    sums = np.zeros(2, np.int64)
    held = np.zeros(number, np.int64)
    for look in range(first, last):
        dealer = looks[look]
        theirs = settings[dealer, by_house[dealer]]
        held[:] = 0
        for hand in range(len(tiles)):
            if tiles[hand] & tiles[dealer] == 0:
                wins = won_by(settings[hand, best[hand]], theirs)
                if wins:
                    for chosen in range(SETS):
                        held[sets[hand, chosen]] += wins
        pairs = 0
        for hand in range(len(tiles)):
            if tiles[hand] & tiles[dealer] == 0:
                wins = won_by(settings[hand, best[hand]], theirs)
                if wins:
                    others = 0
                    for chosen in range(SETS):
                        others += held[sets[hand, chosen]] if chosen.bit_count() % 2 == 0 else -held[sets[hand, chosen]]
                    pairs += wins * others
        sums[0] += alike[look] * (pairs & LOW_HALF)
        sums[1] += alike[look] * (pairs >> HALF)
    return sums


def covariance(terms: Terms, workers: Workers, progress: Progress) -> Fraction:
    """Of what two players win for each unit who both set their hands for the most."""
    hands, counts = counted(terms, workers, progress)
    best = best_settings(hands, counts, PLAYER)

    def summed() -> Array:
        sets, number = places()
        same = by_look(list(combinations(TILES.all, TILES_EACH)))
        looks = np.array([indices[0] for indices in same.values()], np.int64)
        alike = np.array([len(indices) for indices in same.values()], np.int64)
        common = (hands.tiles, hands.settings, hands.by_house, best, sets, number, looks, alike)
        parts = [(*common, first, min(first + 50, len(looks))) for first in range(0, len(looks), 50)]
        found: Array = sum_of_parts(workers, products, parts, progress)
        return found

    low, high = cached_array(f"{rule.text}-covariance-{named(terms)}", summed).tolist()
    chosen = counts[np.arange(len(best)), best, PLAYER]
    deals = int(chosen.sum())
    mean = Fraction(value(int(chosen[:, WON].sum()), int(chosen[:, LOST].sum())), 100 * deals)
    left = len(TILES.names) - 2 * TILES_EACH
    pairs = deals * sum(1 for _ in combinations(range(left), TILES_EACH))
    return Fraction(low + (high << HALF), 100 * 100 * pairs) - mean**2
