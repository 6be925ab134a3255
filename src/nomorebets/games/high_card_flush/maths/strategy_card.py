"""A strategy card for High Card Flush: what to raise with, by the flush and one glance at the other cards.

Where the best decision depends on more than the flush, all hands are counted again by what a player can see at once:
how many of the other cards are so high, or how many suits are held.  The search then takes the sight that tells most.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS
from nomorebets.games.high_card_flush.maths.solve import (
    BY_BEST,
    FOLD,
    HANDS,
    LEAST,
    MOST,
    against,
    antes_raised,
    best_threshold,
    counted,
    ended,
    named,
    outcomes,
    worth,
)
from nomorebets.games.high_card_flush.rules import ANTE, CARDS_EACH, LOWEST_QUALIFIER, rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.solution import Way
from nomorebets.odds.strategy_card import Card, Level, Rule, best_start
from nomorebets.odds.suits import Suits, hands_with, holdings
from nomorebets.ranking.flush import SUIT, flush_rank
from nomorebets.table.game import Terms

Array = NDArray[np.int64]

# What a player may look at beside the flush: the other cards from some rank up, for every rank; then the suits held.
SUITS_HELD = len(RANKS)
SIGHTS = SUITS_HELD + 1
CLASSES = CARDS_EACH + 1

DEALT, GAIN, BEST_GAIN = range(3)  # hands; what a raise wins above a fold; the same where it is more
COLUMNS = 3


def seen(sight: int, held: Suits) -> int:
    """What a player sees beside the first suit, which is the flush."""
    if sight == SUITS_HELD:
        return (held[0] > 0) + (held[1] > 0) + (held[2] > 0) + (held[3] > 0)
    return (held[1] >> sight).bit_count() + (held[2] >> sight).bit_count() + (held[3] >> sight).bit_count()


rules(seen)


@compiled
def looked_at(sets: Array, starts: Array, flushes: Array, first: int, last: int) -> Array:
    """Hands whose longest flush is one of these, named by their places among the sets, by what is seen beside it."""
    sums = np.zeros((len(flushes), SIGHTS, CLASSES, COLUMNS), np.int64)
    for number in range(first, last):
        for held, ways in hands_with(sets, starts, flushes[number], CARDS_EACH):
            endings = against(held)
            gain = worth(endings, 1) + endings[0] + endings[1] + endings[2] + endings[3]
            for sight in range(SIGHTS):
                row = sums[number, sight, seen(sight, held)]
                row[DEALT] += ways
                row[GAIN] += ways * gain
                row[BEST_GAIN] += ways * max(gain, 0)
    return sums


class Doubtful(NamedTuple):
    """The flushes between which the best decision depends on other cards, from the lowest up, and what is seen then."""

    flushes: tuple[int, ...]
    sums: Array


def doubtful(rows: list[list[int]], workers: Workers, progress: Progress) -> Doubtful:
    both = [flush_rank(ranks) for ranks, row in enumerate(rows) if 0 < row[BY_BEST[FOLD]] < row[HANDS]]
    held = (ranks for ranks, row in enumerate(rows) if row[HANDS] and min(both) <= flush_rank(ranks) <= max(both))
    flushes = sorted(held, key=flush_rank)
    sets, starts = holdings(CARDS_EACH)
    places = np.array([list(sets).index(ranks) for ranks in flushes], np.int64)
    parts = [(sets, starts, places, at, at + 1) for at in range(len(flushes))]
    sums = cached_array(f"{rule.text}-card", lambda: sum_of_parts(workers, looked_at, parts, progress))
    return Doubtful(tuple(flushes), sums)


# --- The search ------------------------------------------------------------------------------------------------------


class Starts(NamedTuple):
    """For what is seen, from which flush on one raises, by its place; and what that gains over folding all of them."""

    sight: int
    first: dict[int, int]
    gain: int


def searched(near: Doubtful, may_start: Callable[[int], bool]) -> Starts:
    """The sight whose raises gain most, where a raise may start only with certain flushes."""
    allowed = [at for at, ranks in enumerate(near.flushes) if may_start(ranks)]
    found = []
    for sight in range(SIGHTS):
        first, gain = {}, 0
        for kind in range(CLASSES):
            if near.sums[:, sight, kind, DEALT].any():
                gains = near.sums[:, sight, kind, GAIN].tolist()
                first[kind], more = best_start(gains, allowed)
                gain += more
        found.append(Starts(sight, first, gain))
    return max(found, key=lambda one: one.gain)


def lowest_of_its_two(flushes: Sequence[int]) -> Callable[[int], bool]:
    """Whether no flush with the same two highest cards is lower: such rules name two cards alone."""

    def without_lowest(ranks: int) -> int:
        return ranks & ranks - 1

    lowest = {without_lowest(ranks): ranks for ranks in sorted(flushes, reverse=True)}
    return lambda ranks: lowest[without_lowest(ranks)] == ranks


# --- The card --------------------------------------------------------------------------------------------------------


class Reckoning:
    """Shares and costs of rules, out of the sums over all hands."""

    def __init__(self, rows: list[list[int]], near: Doubtful) -> None:
        self.rows, self.near = rows, near
        self.hands = sum(row[HANDS] for row in rows)
        self.dealt = sum(sum(ended(row)) for row in rows)
        self.best = Measures(outcomes(rows)).ev

    def best_gain(self, ranks: int) -> int:
        """What the best play of a flush wins above folding it."""
        gain = 0
        for decision, column in enumerate(BY_BEST):
            if decision != FOLD:
                endings = self.rows[ranks][column + 1 : column + 5]
                no_hand, player, dealer, tie = endings
                gain += worth((no_hand, player, dealer, tie), antes_raised(decision, ranks)) + sum(endings)
        return gain

    def by_flush(self, when: str, do: str, flushes: Sequence[int], *, raised: bool) -> Rule:
        """A rule that looks at the flush alone."""
        gains = [
            worth(ended(self.rows[ranks]), antes_raised(MOST, ranks)) + sum(ended(self.rows[ranks])) if raised else 0
            for ranks in flushes
        ]
        lost = sum(self.best_gain(ranks) - gain for ranks, gain in zip(flushes, gains, strict=True))
        share = Fraction(sum(self.rows[ranks][HANDS] for ranks in flushes), self.hands)
        return Rule(when, do, share, Fraction(lost, self.dealt))

    def by_sight(self, when: str, do: str, sight: int, kind: int, first: int) -> Rule:
        """A rule for the doubtful flushes with so much beside them, raised from one of them on."""
        sums = self.near.sums[:, sight, kind]
        lost = int(sums[:, BEST_GAIN].sum()) - int(sums[first:, GAIN].sum())
        return Rule(when, do, Fraction(int(sums[:, DEALT].sum()), self.hands), Fraction(lost, self.dealt))

    def level(self, name: str, *lines: Rule) -> Level:
        return Level(name, lines, self.best - sum((line.cost for line in lines), Fraction(0)))


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")
RAISE_ALL = "raise as much as allowed"


def said_of(sight: int, kind: int) -> str:
    """What is seen beside the flush, in words."""
    if sight == SUITS_HELD:
        return f"cards of {NUMBERS[kind]} suits"
    rank = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}.get(RANKS[sight], RANKS[sight])
    return f"{NUMBERS[kind]} of the other cards {'is' if kind <= 1 else 'are'} {rank} or higher"


def card(_terms: Terms, workers: Workers, progress: Progress) -> Card:
    rows = counted(workers, progress)
    near = doubtful(rows, workers, progress)
    reckoned = Reckoning(rows, near)
    flushes = [ranks for ranks, row in enumerate(rows) if row[HANDS]]
    lowest = best_threshold(rows)
    better = [ranks for ranks in flushes if flush_rank(ranks) >= lowest]
    worse = [ranks for ranks in flushes if flush_rank(ranks) < lowest]
    one = reckoned.level(
        "One rule",
        reckoned.by_flush(f"{named(lowest & SUIT)} or better", RAISE_ALL, better, raised=True),
        reckoned.by_flush("anything lower", "fold", worse, raised=False),
    )
    by_two = searched(near, lowest_of_its_two(near.flushes))
    by_three = searched(near, lambda _ranks: True)
    levels = (
        one,
        by_sight(reckoned, "Two cards of the flush, and the other cards", flushes, by_two, cards=2),
        by_sight(reckoned, "The whole flush, and the other cards", flushes, by_three, cards=3),
    )
    note = "Raise as much as the flush allows: three antes with six or seven cards, two with five, one with less."
    wrong = tuple(mistakes(rows, better))
    return Card(rule.text, ANTE.name, "High Card Flush", {}, reckoned.best, levels, wrong, note)


def mistakes(rows: list[list[int]], better: Sequence[int]) -> Iterator[Way]:
    """What some players do: raise all hands, only what the dealer would qualify with, never more than one ante."""
    dealt = sum(sum(ended(row)) for row in rows)

    def played(raised: Iterable[int], decision: int) -> Fraction:
        gains = (worth(ended(rows[ranks]), antes_raised(decision, ranks)) + sum(ended(rows[ranks])) for ranks in raised)
        return Fraction(sum(gains), dealt) - 1

    every = [ranks for ranks, row in enumerate(rows) if row[HANDS]]
    qualifying = [ranks for ranks in every if flush_rank(ranks) >= LOWEST_QUALIFIER]
    lowest = named(min(better, key=flush_rank))
    yield Way(f"raise the ante alone with {lowest} or better, fold the rest", played(better, LEAST))
    yield Way("raise whatever the dealer would qualify with, fold the rest", played(qualifying, MOST))
    yield Way("raise every hand, as much as allowed", played(every, MOST))
    yield Way("fold every hand", played((), FOLD))


def by_sight(reckoned: Reckoning, name: str, flushes: Sequence[int], starts: Starts, *, cards: int) -> Level:
    near = reckoned.near
    low, high = near.flushes[0], near.flushes[-1]
    above = [ranks for ranks in flushes if flush_rank(ranks) > flush_rank(high)]
    below = [ranks for ranks in flushes if flush_rank(ranks) < flush_rank(low)]
    lines = [
        reckoned.by_flush(f"anything above {named(high)}", RAISE_ALL, above, raised=True),
        reckoned.by_flush(f"anything below {named(low)}", "fold", below, raised=False),
    ]
    for kind, first in starts.first.items():
        if first == len(near.flushes):
            do = "fold"
        elif not first:
            do = "raise"
        else:
            shown = named(near.flushes[first]).split("-")[:cards]
            do = f"raise with {'-'.join(shown)} or better"
        lines.append(reckoned.by_sight(f"between them, {said_of(starts.sight, kind)}", do, starts.sight, kind, first))
    return reckoned.level(name, *lines)
