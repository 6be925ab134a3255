"""Exact counts of the sections that win each wager of Pokette.

Every wager is shown to the rules under every set of posted cards that allows it, so that they alone say what wins.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import WHEEL
from nomorebets.games.pokette.rules import HANDS, SELECTIONS, completing, row, winning
from nomorebets.games.pokette.submission import PAY_TABLES, Submission
from nomorebets.rulebook.money import To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

NAMES = {wager: tuple(columns["printed"].pays) for wager, columns in PAY_TABLES.items()}  # wager -> rows
TOTAL = len(WHEEL.names)


def card_stands() -> Iterator[Stack]:
    """All that may be posted before a spin."""
    for cards in range(3):
        yield from product(WHEEL.all, repeat=cards)


def placements(wager: str) -> Iterator[tuple[Stack, Stack]]:
    """Every way to place a wager: the cards selected, and those posted where they matter."""
    if wager in HANDS:
        yield from (((), posted) for posted in card_stands() if completing(wager, posted))
    else:
        yield from ((on, ()) for on in SELECTIONS.get(wager, ((),)))


@cache
def sections(wager: str) -> dict[str, int]:
    """Of the 54 sections those that win, by the row that then pays; it is the same number however it is placed."""
    counts: dict[str, set[int]] = {}
    for on, posted in placements(wager):
        counts.setdefault(row(wager, posted), set()).add(len(winning(wager, on, posted)))
    assert all(len(found) == 1 for found in counts.values()), f"{wager} has one chance, wherever it is placed"
    return {name: found.pop() for name, found in counts.items()}


def outcomes(table: PayTable) -> dict[str, int]:
    """Winning sections by row; each row is a wager of its own on one spin of 54."""
    return {name: sections(table.wager)[name] for name in table.pays}


def lines(table: PayTable, _submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """The wagers that a table decides: each of its rows is one of its own."""
    for name, ways in outcomes(table).items():
        yield name, {name: ways, "": TOTAL - ways}


def returned(table: PayTable) -> Fraction | None:
    """What a wager gets back on average per unit staked; of several rows the highest."""
    counted = outcomes(table)
    return (
        max(Fraction(counted[name]) * (pay.odds + 1) for name, pay in table.pays.items() if isinstance(pay, To)) / TOTAL
    )


def warnings(_terms: Terms) -> Iterator[Finding]:
    """Nothing here that the odds themselves do not show."""
    yield from ()
