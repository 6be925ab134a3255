"""What the ways of playing Lunar Poker cost against best play, line by line, by the guess over all hands and up cards.

What a way loses is the difference of two guesses for the same hand, so that what the guess misses hardly matters.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from nomorebets.games.lunar_poker.maths.counting.card_ways import (
    AT_ONCE,
    DO,
    FORCE_FROM,
    LINES,
    LONG,
    LOWEST_BET,
    SHORT,
    Way,
    decided,
)
from nomorebets.games.lunar_poker.maths.counting.card_ways import BET as DO_BET
from nomorebets.games.lunar_poker.maths.counting.card_ways import BUY as DO_BUY
from nomorebets.games.lunar_poker.maths.counting.card_ways import FOLD as DO_FOLD
from nomorebets.games.lunar_poker.maths.counting.guess import After
from nomorebets.games.lunar_poker.maths.counting.sample import (
    UP_CARDS,
    Floats,
    as_named,
    guess_of_all,
    guessed,
    kinds_of,
    named,
    odds_of,
    shared_out,
    with_up_cards,
)
from nomorebets.games.lunar_poker.maths.counting.values import (
    BET,
    BUY,
    CHOICES,
    DISCARDS,
    HELD,
    Array,
    Tables,
    number_of,
    tables,
)
from nomorebets.games.lunar_poker.rules import rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Progress, Workers
from nomorebets.ranking.poker import poker_rank

CARD_WAYS = (SHORT, LONG)
SHARE, COST = range(2)  # of all hands; and lost on them, in antes
CASES = 10**12  # out of which shares and costs are stated as whole numbers

# What some players do, beside the ways: never exchange, never buy, never draw, bet every hand as it is.
NEVER_EXCHANGE, NEVER_BUY, NEVER_DRAW, BET_ALL = range(4)
MISTAKES = 4


@compiled
def chosen(cards: Array, ups: Array, way: Way) -> Array:
    """For every hand the line of a way that it falls under, and the decision by number; a fold has none: -1."""
    found = np.full((len(cards), 2), -1, np.int64)
    for at in range(len(cards)):
        whole = 0
        for place in range(HELD):
            whole |= 1 << cards[at, place]
        line, kept = decided(whole, poker_rank(whole), ups[at], way)
        found[at, 0] = line
        if DO[line] in (DO_BET, DO_BUY):
            found[at, 1] = BET if DO[line] == DO_BET else BUY
        elif DO[line] != DO_FOLD:
            given = 0
            for place in range(HELD):
                if not kept >> cards[at, place] & 1:
                    given |= 1 << place
            for choice in range(CHOICES):
                if DISCARDS[choice] == given:
                    found[at, 1] = choice
    return found


def after_draw(table: Tables) -> After:
    """What the ways do after a draw, by the numbers of hands."""
    lowest = [[number_of(rank, table.ranks) for rank in row] for row in LOWEST_BET.tolist()]
    return After(np.array(lowest, np.int64), FORCE_FROM)


Due = Mapping[int, Fraction]  # by kind of hand what is paid at once, to 1 on the ante


def part(
    _number: int, hands: Array, numbers: Array, best: Floats, odds: tuple[Fraction, ...], beside_five: int, due: Due
) -> Floats:
    """For some hands: by way and line how many hands fall under it and what it loses on them; then for the mistakes.

    To declare costs what playing on would bring beyond what is paid at once, if a house posts such odds.
    """
    rows = with_up_cards(hands, odds)
    found = guessed(rows, after_draw(tables(odds, beside_five)), odds, beside_five)
    number = numbers[rows.which].astype(float)
    at_once = np.array([due.get(made, -np.inf) for made in kinds_of(hands).tolist()], float)[rows.which]
    worth = np.maximum(np.maximum(best[rows.which, rows.ups], -1), at_once)
    every = np.arange(len(found))
    sums = np.zeros((len(CARD_WAYS) + 1, LINES, 2))
    for at, way in enumerate(CARD_WAYS):
        line, choice = chosen(rows.cards, rows.ups, way).T
        value = np.where(line == AT_ONCE, at_once, np.where(choice < 0, -1.0, found[every, choice]))
        lost = np.maximum(worth - value, 0.0)  # what is kept of the best is rounded
        sums[at, :, SHARE] = np.bincount(line, number, LINES)
        sums[at, :, COST] = np.bincount(line, number * lost, LINES)
    exchanged = np.maximum(found[:, BUY + 1 :].max(axis=1), -1)
    bet, buy = found[:, BET], found[:, BUY]
    for mistake, value in (
        (NEVER_EXCHANGE, np.maximum(np.maximum(bet, buy), -1)),
        (NEVER_BUY, np.maximum(bet, exchanged)),
        (NEVER_DRAW, np.maximum(bet, -1)),
        (BET_ALL, bet),
    ):
        sums[len(CARD_WAYS), mistake] = number.sum(), number @ (worth - np.maximum(value, at_once))
    return sums


def weighed(table: Tables, due: Due, workers: Workers, progress: Progress) -> Floats:
    """Shares and costs over all hands, by way and line, and behind the ways for the mistakes."""

    def computed() -> Floats:
        every = guess_of_all(table, workers, progress)
        places = shared_out(every.hands)
        parts = [
            (at, every.hands[some], every.number[some], every.worth[some], odds_of(table), table.beside_five, due)
            for at, some in enumerate(places)
        ]
        found = {}
        for (at, *_), sums in workers.each(part, parts):
            found[at] = sums
            progress(len(found), len(parts))
        # in the order of the parts, because sums of rounded numbers depend on it
        total: Floats = sum((found[at] for at in range(len(parts))), np.zeros(())) / (UP_CARDS * every.number.sum())
        return total

    return cached_array(f"{rule.text}-ways-{at_odds(table, due)}", computed)


def at_odds(table: Tables, due: Due) -> str:
    """The odds of bets and of what is paid at once, for a name."""
    return f"{named(table)}-{'-'.join(f'{made}x{as_named(odds)}' for made, odds in due.items())}"


class Line(NamedTuple):
    """What one line is about, and what it costs."""

    share: Fraction
    cost: Fraction


def line(sums: Floats) -> Line:
    share, cost = (Fraction(round(float(one) * CASES), CASES) for one in sums)
    return Line(share, cost)


def cost(sums: Floats) -> Fraction:
    """What all lines of a way cost together."""
    return sum((line(one).cost for one in sums), Fraction(0))
