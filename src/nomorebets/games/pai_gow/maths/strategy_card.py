"""A strategy card for Pai Gow: what the house way costs a player line by line, and shorter ways that cost less.

The search puts together lines of the form "if the high hand can be so good and the low hand so good, set it so", and
adds the line that gains most, until there are as many as one can remember.  Hands that look alike are set alike.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.tiles import TILES, kind
from nomorebets.games.pai_gow.deal import TILES_EACH
from nomorebets.games.pai_gow.maths.solve import counted, distinct, worth
from nomorebets.games.pai_gow.rules import WAGER, rule
from nomorebets.games.pai_gow.setting import Setting, TwoTiles, settings
from nomorebets.games.pai_gow.submission import house_way
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.in_two import PLAYER
from nomorebets.odds.strategy_card import Card, Level, Rule
from nomorebets.ranking.tiles import pair_rank, value
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import set_hand

Array = NDArray[np.int64]

MOST_SETTINGS = 6
PAIR = 10  # what a pair, wong or gong is worth beside values up to nine
NOT_SET = -1


class Looks(NamedTuple):
    """Hands that look alike as one: how many there are, and for each of their settings what it is and what it wins."""

    hands: tuple[tuple[int, ...], ...]
    number: Array
    wins: Array  # by look and setting, in hundredths of the wager, over the dealer's hands
    worth: Array  # by look, setting and hand, low then high: up to nine, or a pair
    rank: Array  # likewise: the whole rank
    lawful: NDArray[np.bool_]
    dealt: int  # deals, in hundredths


class Faces(NamedTuple):
    """What of all looks depends on no submission."""

    hands: tuple[tuple[int, ...], ...]
    first: Array  # the place of one hand of each look
    number: Array
    place: Array  # by look and setting: which of the settings it is that differ in rank
    worth: Array
    rank: Array
    lawful: NDArray[np.bool_]


LOW, HIGH = range(2)


def worth_of(tiles: TwoTiles) -> int:
    return PAIR if pair_rank(*tiles) else value(*tiles)


@cache
def faces() -> Faces:
    alike: dict[tuple[int, ...], list[int]] = {}
    every = list(combinations(TILES.all, TILES_EACH))
    for index, hand in enumerate(every):
        alike.setdefault(tuple(sorted(map(kind, hand))), []).append(index)
    shape = (len(alike), MOST_SETTINGS)
    place, rank, good = np.zeros(shape, np.int64), np.zeros((*shape, 2), np.int64), np.zeros((*shape, 2), np.int64)
    lawful = np.zeros(shape, np.bool_)
    for look, (index, *_) in enumerate(alike.values()):
        ranks = [chosen.ranks for chosen in distinct(every[index])]
        for at, chosen in enumerate(settings(every[index])):
            place[look, at] = ranks.index(chosen.ranks)
            rank[look, at] = chosen.ranks
            good[look, at] = worth_of(chosen.low), worth_of(chosen.high)
            lawful[look, at] = True
    first = [index for index, *_ in alike.values()]
    number = np.array([len(same) for same in alike.values()], np.int64)
    return Faces(tuple(every[index] for index in first), np.array(first), number, place, good, rank, lawful)


def looks(terms: Terms, workers: Workers, progress: Progress) -> Looks:
    _, counts = counted(terms, workers, progress)
    hands, first, number, place, good, rank, lawful = faces()
    wins = np.where(lawful, worth(counts[:, :, PLAYER])[first[:, None], place], 0)
    return Looks(hands, number, wins, good, rank, lawful, 100 * int(counts[:, 0, PLAYER].sum()))


# --- The search ------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """If the high hand and the low hand can be so good, set them so, and then by what is preferred."""

    high: int
    low: int
    prefer: str


PREFER = {
    "the best low hand, then the best high hand": ((True, LOW), (True, HIGH)),
    "the best high hand, then the best low hand": ((True, HIGH), (True, LOW)),
    "the low hand of the highest value, then the best high hand, then the best low hand": (
        (False, LOW),
        (True, HIGH),
        (True, LOW),
    ),
}  # by the whole rank or by its value alone, and of which hand


class Set(NamedTuple):
    """What a line sets: which looks, and what they then win."""

    fits: NDArray[np.bool_]
    wins: Array


def set_by(line: Line, all_looks: Looks) -> Set:
    """Where a line leaves a choice, the worst is taken, so that nothing is promised that a person might miss."""
    left = all_looks.lawful & (all_looks.worth[..., HIGH] >= line.high) & (all_looks.worth[..., LOW] >= line.low)
    fits: NDArray[np.bool_] = np.any(left, axis=1)
    for whole, which in PREFER[line.prefer]:
        by = (all_looks.rank if whole else all_looks.rank >> 5)[..., which]
        most = np.where(left, by, NOT_SET).max(axis=1, keepdims=True)
        left = left & (by == most)
    wins = np.where(left, all_looks.wins, np.iinfo(np.int64).max).min(axis=1)
    return Set(fits, np.where(fits, wins, 0))


def candidates() -> Iterator[Line]:
    for prefer in PREFER:
        yield from (Line(high, low, prefer) for high in (0, 6, 7, 8, 9, PAIR) for low in range(min(high, 9) + 1))


def won(way: Sequence[Set]) -> Array:
    """What every look wins: the first line that fits decides."""
    wins = way[-1].wins
    for line in reversed(way[:-1]):
        wins = np.where(line.fits, line.wins, wins)
    return wins


def searched(all_looks: Looks, lines: int) -> tuple[Line, ...]:
    """Start from a line that fits every hand, and put further ones before it, the most gainful first."""
    sets = {line: set_by(line, all_looks) for line in candidates()}

    def gain(way: Sequence[Line]) -> int:
        return int((won([sets[line] for line in way]) * all_looks.number).sum())

    found = []
    for prefer in PREFER:
        way: tuple[Line, ...] = (Line(0, 0, prefer),)
        while len(way) < lines:
            way = max(((*way[:at], line, *way[at:]) for line in sets for at in range(len(way))), key=gain)
        found.append(way)
    return max(found, key=gain)


# --- The card --------------------------------------------------------------------------------------------------------


NUMBERS = ("No", "One", "Two", "Three")


def said(line: Line) -> str:
    """Which hands a line is about."""
    high = "a pair, wong or gong" if line.high == PAIR else f"a {line.high} or better"
    if not line.high and not line.low:
        return "any other hand"
    if not line.low:
        return f"the high hand can be {high}"
    low = f"the low hand {'' if line.high else 'can be '}a {line.low} or better"
    return f"the high hand can be {high} and {low}" if line.high else low


class Reckoning:
    """Shares and costs of lines, against the best setting of each hand."""

    def __init__(self, all_looks: Looks) -> None:
        self.looks = all_looks
        self.best_wins = np.where(all_looks.lawful, all_looks.wins, np.iinfo(np.int64).min).max(axis=1)
        self.best = Fraction(int((self.best_wins * all_looks.number).sum()), all_looks.dealt)
        self.hands = int(all_looks.number.sum())

    def rule(self, when: str, do: str, decided: NDArray[np.bool_], wins: Array) -> Rule:
        number = np.where(decided, self.looks.number, 0)
        lost = int(((self.best_wins - wins) * number).sum())
        return Rule(when, do, Fraction(int(number.sum()), self.hands), Fraction(lost, self.looks.dealt))

    def level(self, name: str, lines: Sequence[Rule]) -> Level:
        return Level(name, tuple(lines), self.best - sum((line.cost for line in lines), Fraction(0)))

    def by_lines(self, way: Sequence[Line]) -> Level:
        left = np.ones(len(self.looks.number), np.bool_)
        lines = []
        for line in way:
            made = set_by(line, self.looks)
            do = f"so, with {line.prefer}" if line.high or line.low else line.prefer
            lines.append(self.rule(said(line), do, left & made.fits, made.wins))
            left &= ~made.fits
        return self.level(f"{NUMBERS[len(way)]} lines, found by search", lines)

    def by_house(self, terms: Terms) -> Level:
        """The house way, by the line that decides."""
        way = house_way(terms.submission)
        decided, wins = [], []
        for hand, row in zip(self.looks.hands, self.looks.wins, strict=True):
            lawful = settings(hand)
            chosen, line = set_hand(way, lawful)
            decided.append(way.lines.index(line))
            wins.append(int(row[place(lawful, chosen)]))
        by, won = np.array(decided), np.array(wins, np.int64)
        lines = [self.rule(f"line {at + 1}", line.say, by == at, won) for at, line in enumerate(way.lines)]
        return self.level(f"The house way, {way.name}", lines)


def place(lawful: Sequence[Setting], chosen: Setting) -> int:
    return [one.ranks for one in lawful].index(chosen.ranks)


def card(terms: Terms, workers: Workers, progress: Progress) -> Card:
    reckoned = Reckoning(looks(terms, workers, progress))
    levels = (
        reckoned.by_house(terms),
        *(reckoned.by_lines(searched(reckoned.looks, lines)) for lines in (2, 3)),
    )
    readings = {"zero_low_hand": terms.submission.zero_low_hand, "house_way": terms.submission.house_way}
    note = (
        "As a player, against a dealer who banks and sets by the house way, after vigorish. The first line that fits a "
        "lawful setting decides. A pair, wong or gong is of a higher value than a nine, a higher one of a higher."
    )
    return Card(rule.text, WAGER.name, "Pai Gow", readings, reckoned.best, levels, note=note, pieces=TILES.name)
