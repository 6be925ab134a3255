"""Exact counts of the hands that the bonus wagers of What The Flush are paid on.

All 133,784,560 hands are counted by twos and suits.  A hand is as long as the best of its suits with the wild twos
added, so four small tables are multiplied for each number of twos instead of dealing anything; how long a suit is, the
ranking says that the rules use.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

from nomorebets.equipment.cards import SUITS
from nomorebets.games.what_the_flush.rules import CARDS_EACH, NAMES, measure
from nomorebets.games.what_the_flush.submission import Submission
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.wild import TWO
from nomorebets.rulebook.money import To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

Measure = Callable[[int], int]


def subsets(ranks: int) -> Iterator[int]:
    """Every choice of these ranks, none among them."""
    chosen = ranks
    while chosen:
        yield chosen
        chosen = chosen - 1 & ranks
    yield 0


def best_suits(length: Measure, ranks: int, twos: int) -> Counter[tuple[int, int]]:
    """The ways to hold up to seven cards of these ranks in each suit besides some twos, by number and by length."""
    suit: Counter[tuple[int, int]] = Counter()
    for chosen in subsets(ranks):
        suit[chosen.bit_count(), length(chosen | twos)] += 1
    held = Counter({(0, 0): 1})
    for _ in SUITS:
        added: Counter[tuple[int, int]] = Counter()
        for (cards, best), ways in held.items():
            for (more, size), ways_more in suit.items():
                if cards + more <= CARDS_EACH:
                    added[cards + more, max(best, size)] += ways * ways_more
        held = added
    return held


@cache
def sizes(length: Measure, *, wild: bool, deck: int = SUIT) -> Counter[int]:
    """Hands by their length, of a deck with these ranks in each suit, its twos wild or like other cards."""
    counted: Counter[int] = Counter()
    ranks = deck & ~TWO if wild else deck
    held = 0  # the twos of the first suits stand for those of any
    for number in range(len(SUITS) + 1 if deck & ~ranks else 1):
        for (cards, size), ways in best_suits(length, ranks, held).items():
            if cards + number == CARDS_EACH:
                counted[size] += ways * comb(len(SUITS), number)
        held |= held << 13 | TWO
    return counted


def outcomes(table: PayTable) -> dict[str, int]:
    """Hands by the row of the pay table that they are paid on; "" is none."""
    counted = dict.fromkeys((*table.pays, ""), 0)
    for size, ways in sizes(measure(table), wild=table.reading != "natural_twos").items():
        name = NAMES[table.wager](size)
        counted[name if name in table.pays else ""] += ways
    return counted


def lines(table: PayTable, _submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """The wagers that a table decides, each with its hands by row."""
    yield table.wager, outcomes(table)


def returned(table: PayTable) -> Fraction | None:
    """What a wager gets back on average per unit staked."""
    rows = outcomes(table)
    back = sum(rows[name] * (pay.odds + 1) for name, pay in table.pays.items() if isinstance(pay, To))
    return Fraction(back) / sum(rows.values())


def warnings(_terms: Terms) -> Iterator[Finding]:
    """Nothing here that the odds themselves do not show."""
    yield from ()
