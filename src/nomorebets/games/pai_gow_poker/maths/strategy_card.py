"""A strategy card for Pai Gow Poker: what the house way costs a player line by line, and a short way that costs little.

The short way was found by search, in the words that house ways are written in: the line that gains most is put before
one of those that are there, until there are as many as one can remember.
"""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.maths.counting.alike import alike
from nomorebets.games.pai_gow_poker.maths.counting.apart import PAIRS
from nomorebets.games.pai_gow_poker.maths.counting.classes import (
    HIGH,
    KINDS,
    LOW,
    NAMES_HOW_IT_LIES,
    NAMES_OF_THE_HAND,
    SETTINGS,
    Array,
    Fives,
    all_fives,
    all_set,
    lay,
    lines_deciding,
    made_place,
    number,
    shown,
    unbeaten,
)
from nomorebets.games.pai_gow_poker.maths.solve import best, best_counts, compared_by_all, house, house_counts, named
from nomorebets.games.pai_gow_poker.rules import WAGER, rule
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS, Setting
from nomorebets.games.pai_gow_poker.submission import house_way
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.in_two import PLAYER, value
from nomorebets.odds.strategy_card import Card, Level, Rule
from nomorebets.sim.in_two import SIMPLE
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import HouseWay, Line

MOST = KINDS * SETTINGS


class Hands(NamedTuple):
    """All classes with their lawful settings: what is true of them, and what each setting wins over all its hands."""

    ends: Array
    ranks: Array  # by measure and setting
    of_the_hand: Array  # by class
    how_it_lies: Array  # by setting
    wins: Array  # by setting, in hundredths of the wager, over all deals


@compiled
def answered(hands: Array, fives: Fives, fronts: Array, worth: Array, beaten: Array) -> Hands:
    """What is true of every class and of its settings, and what each wins; of those that are beaten, too little.

    `fronts` are the ends of the unbeaten settings, which stand in the same order, and `worth` what these win.
    """
    kinds = len(hands)
    ends, of_the_hand = np.zeros(kinds + 1, np.int64), np.zeros(kinds, np.int64)
    ranks, how_it_lies = np.zeros((2, MOST), np.int64), np.zeros(MOST, np.int64)
    wins = np.zeros(MOST, np.int64)
    laid = made_place()
    end = 0
    for kind in range(kinds):
        if hands[kind]:
            of_the_hand[kind] = lay(hands[kind], fives, laid)
            front = fronts[kind]
            for at in range(SETTINGS):
                if laid.answers[at] >= 0:
                    ranks[LOW, end], ranks[HIGH, end] = laid.ranks[LOW, at], laid.ranks[HIGH, at]
                    how_it_lies[end] = laid.answers[at]
                    wins[end] = beaten[kind]
                    if unbeaten(laid, at):
                        wins[end] = worth[front]
                        front += 1
                    end += 1
        ends[kind + 1] = end
    return Hands(ends, ranks, of_the_hand, how_it_lies, wins)


NONE = -(1 << 62)  # what a line wins that does not fit


def won_by(kind: int, of_the_hand: int, how_it_lies: int, first: int, hands: Hands) -> int:
    """What a line that prefers one hand, then the other, wins with a class; NONE if it fits no setting."""
    best = -1
    if of_the_hand & ~hands.of_the_hand[kind] == 0:
        for at in range(hands.ends[kind], hands.ends[kind + 1]):
            if how_it_lies & ~hands.how_it_lies[at] == 0 and (best < 0 or higher(hands.ranks, at, best, first)):
                best = at
    return hands.wins[best] if best >= 0 else NONE


def higher(ranks: Array, one: int, other: int, first: int) -> bool:
    """Whether one setting is higher in the hand that counts first, or as high and higher in the other one."""
    ours, theirs = ranks[first, one], ranks[first, other]
    if ours == theirs:
        ours, theirs = ranks[1 - first, one], ranks[1 - first, other]
    return ours > theirs  # type: ignore[no-any-return]


rules(won_by, higher)


@compiled
def gains(lines: Array, way: Array, hands: Hands) -> Array:
    """What each of these lines gains when it is put before each line of a way that sets every hand."""
    found = np.zeros((len(lines), len(way)), np.int64)
    later = np.zeros(len(way), np.int64)
    for kind in range(len(hands.of_the_hand)):
        if hands.ends[kind] == hands.ends[kind + 1]:
            continue
        decided = len(way) - 1
        for at in range(len(way) - 1, -1, -1):
            wins = won_by(kind, way[at, 0], way[at, 1], way[at, 2], hands)
            if wins != NONE:
                decided = at
            later[at] = wins if wins != NONE else later[at + 1]
        for line in range(len(lines)):
            wins = won_by(kind, lines[line, 0], lines[line, 1], lines[line, 2], hands)
            if wins != NONE:
                for at in range(decided + 1):
                    found[line, at] += wins - later[at]
    return found


TOGETHER = ("pair_in_front", "ace_in_front", "king_or_ace_in_front", "complete_hand_behind", "four_behind",
            "three_behind", "pairs_behind", "highest_behind")  # fmt: skip


def bit(condition: str) -> int:
    return 1 << NAMES_HOW_IT_LIES.index(condition)


def candidates() -> Array:
    """Lines of one condition of the hand at most, and one of how it lies, or two of the plainer ones of these."""
    of_the_hand = [0, *(1 << at for at in range(len(NAMES_OF_THE_HAND)))]
    one = [bit(condition) for condition in NAMES_HOW_IT_LIES]
    two = [bit(first) | bit(second) for first, second in combinations(TOGETHER, 2)]
    lies = [*((some, first) for some in one for first in (LOW, HIGH)), *((some, LOW) for some in two)]
    return np.array([(hand, some, first) for hand in of_the_hand for some, first in lies])


def searched(hands: Hands, lines: int) -> Array:
    """A way of so many lines: from the best front for every hand, by what gains most."""
    way = np.array([(0, bit("any_setting"), LOW)])
    some = candidates()
    while len(way) < lines:
        gained = gains(some, way, hands)
        line, place = np.unravel_index(gained.argmax(), gained.shape)
        way = np.insert(way, place, some[line], axis=0)
    return way


# --- The card ---------------------------------------------------------------------------------------------------------


@compiled
def numbers_of(hands: Array) -> Array:
    numbers = np.zeros(len(hands), np.int64)
    for at in range(len(hands)):
        numbers[at] = number(hands[at])
    return numbers


class Reckoning:
    """Shares and costs of lines, against the best setting of each class."""

    def __init__(self, terms: Terms, workers: Workers, progress: Progress) -> None:
        found = best(terms, workers, progress)
        self.wheel = terms.submission.wheel
        self.fronts = found.fronts
        self.worth = value(found.settings[:, PLAYER, 0], found.settings[:, PLAYER, 1])
        sets, ways = alike(CARDS_EACH)
        self.number = np.bincount(numbers_of(sets), weights=ways, minlength=KINDS).astype(np.int64)
        _, _, deals = house_counts(terms, workers, progress).tolist()
        self.dealt = 100 * deals  # in hundredths of the wager, as wins are
        starts = found.fronts.ends[:-1][np.diff(found.fronts.ends) > 0]
        self.best = np.zeros(KINDS, np.int64)
        self.best[np.diff(found.fronts.ends) > 0] = np.maximum.reduceat(self.worth, starts)

    def hands(self) -> Hands:
        """All settings for a search, which is kept from those that are beaten: with them every deal counts as lost."""
        return answered(shown(), all_fives(self.wheel), self.fronts.ends, self.worth, self.all_lost())

    def all_lost(self) -> Array:
        """What the hands of each class win if every deal is lost."""
        lost: Array = -self.number * (self.dealt // int(self.number.sum()))
        return lost

    def wins(self, way: HouseWay[Setting]) -> Array:
        """What a way wins with each class; one that is set worse than it could be in both hands counts as lost."""
        ends, codes = self.fronts
        known = np.repeat(np.arange(KINDS), np.diff(ends)) << 32 | codes  # of each setting, its class and itself
        order = np.argsort(known)
        held = np.flatnonzero(np.diff(ends))
        asked = held << 32 | all_set(way, self.wheel)[held]
        places = order[np.minimum(np.searchsorted(known[order], asked), len(order) - 1)]
        wins = np.zeros(KINDS, np.int64)
        wins[held] = np.where(known[places] == asked, self.worth[places], self.all_lost()[held])
        return wins

    def level(self, name: str, way: HouseWay[Setting], won: int, lost: int) -> Level:
        """A way by its lines, if it wins and loses so many deals."""
        wins, decides = self.wins(way), lines_deciding(way, self.wheel)
        lines = []
        for at, line in enumerate(way.lines):
            decided = decides == at
            share = Fraction(int(self.number[decided].sum()), int(self.number.sum()))
            cost = Fraction(int((self.best - wins)[decided].sum()), self.dealt)
            lines.append(Rule(f"line {at + 1}", said(line), share, cost))
        return Level(name, tuple(lines), Fraction(value(won, lost), self.dealt))


PLACES = {"low_hand": "in front", "high_hand": "behind"}
FIRST_IN_FRONT = tuple(PLACES)


def said(line: Line) -> str:
    """A line in words; what it takes of several settings is said where that is not what the note says.

    >>> said(Line("Split them.", "four_split", FIRST_IN_FRONT)), said(Line("Split them.", "four_split", ("high_hand",)))
    ('Split them.', 'Split them. (Of several: the highest behind.)')
    """
    if line.prefer == FIRST_IN_FRONT:
        return line.say
    order = ", then ".join(PLACES[measure] for measure in line.prefer)
    return f"{line.say} (Of several: the highest {order}.)" if order else line.say


NOTE = (
    "As a player, against a dealer who banks and sets by the house way, after vigorish. The first line that fits a "
    "lawful setting decides; in front is the low hand, behind the high hand. Where it fits several, the highest in "
    "front is taken, and of these the highest behind. The joker counts as an ace, but may complete a straight or flush."
)


def short_counts(terms: Terms, workers: Workers, progress: Progress) -> Array:
    """Deals that the short way wins and loses against the house way, and all deals."""
    codes, ranks = house(terms)
    ours = all_set(HOUSE_WAYS[SIMPLE], terms.submission.wheel)
    name = f"{rule.text}-{SIMPLE}-{named(terms)}"
    return cached_array(name, lambda: compared_by_all(ours, codes, ranks, workers, progress))


def card(terms: Terms, workers: Workers, progress: Progress) -> Card:
    reckoned = Reckoning(terms, workers, progress)
    way = house_way(terms.submission)
    short = HOUSE_WAYS[SIMPLE]
    by_house, by_short = house_counts(terms, workers, progress), short_counts(terms, workers, progress)
    levels = (
        reckoned.level(f"The house way, {way.name}", way, *by_house[:PAIRS].tolist()),
        reckoned.level(f"{len(short.lines)} lines, found by search", short, *by_short[:PAIRS].tolist()),
    )
    won, lost, _ = best_counts(terms, workers, progress)[PLAYER].tolist()
    readings = {"wheel": terms.submission.wheel, "house_way": terms.submission.house_way}
    most = Fraction(value(won, lost), reckoned.dealt)
    return Card(rule.text, WAGER.name, "Pai Gow Poker", readings, most, levels, note=NOTE)
