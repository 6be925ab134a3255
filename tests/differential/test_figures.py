"""Every figure of ours on the page of published figures is what the program computes."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from nomorebets import sharing
from nomorebets.analysis import wagered_on
from nomorebets.check import parsed
from nomorebets.compiled import compiled, rules
from nomorebets.games.high_card_flush import odds as flush_odds
from nomorebets.games.high_card_flush import solve as flush_solve
from nomorebets.games.pai_gow_poker import odds as poker_odds
from nomorebets.games.pai_gow_poker import solve as poker_solve
from nomorebets.games.pai_gow_poker.submission import PAY_TABLES, PRINTED
from nomorebets.games.registry import solver, terms
from nomorebets.odds.solution import Solution
from nomorebets.ranking import poker
from nomorebets.ranking.poker import ROYAL_FLUSH, kind, poker_rank
from nomorebets.sim.tally import Counts
from nomorebets.table.pay_table import PayTable
from nomorebets.workers import Threads, unseen

rules(poker)

PAGE = Path(__file__).parents[2] / "docs" / "figures.md"


def rows() -> Iterator[tuple[str, str]]:
    """The figures of the page with what stands in the column of ours."""
    section = ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "figure":
            yield f"{section}: {cells[0]}", cells[2]


def percent(value: Fraction, places: int = 4) -> str:
    return f"{float(value):.{places}%}".replace("%", " %").replace("-", "−")


@cache
def solved(key: str) -> tuple[Solution, ...]:
    found: tuple[Solution, ...] = solver(key).solutions(terms(key), Threads(), unseen)
    return found


def flush() -> Solution:
    return solved("high-card-flush")[0]


def flush_share(ending: str) -> Fraction:
    measures = flush().measures
    return Fraction(sum(one.ways for one in measures.outcomes if one.name.endswith(ending)), measures.total)


def dealer_qualifies() -> Fraction:
    no_hand = sum(flush_solve.ended(row)[0] for row in flush_solve.counted(Threads(), unseen))
    return 1 - Fraction(no_hand, flush().measures.total)


def kept(wager: str, letter: str) -> str:
    back = flush_odds.returned(terms("high-card-flush").game.pay_tables[wager][letter])
    assert back is not None
    return percent(1 - back)


def tiles(place: int, outcome: str = "") -> str:
    measures = solved("pai-gow")[place].measures
    if not outcome:
        return percent(measures.house_edge)
    return percent(Fraction(sum(one.ways for one in measures.outcomes if one.name == outcome), measures.total))


@compiled
def all_sevens() -> Counts:
    """All hands of seven cards by what they make (Gosper's way to the next number with as many ones)."""
    counted = np.zeros(16, np.int64)
    cards = (1 << 7) - 1
    while cards < 1 << 52:
        counted[kind(poker_rank(cards))] += 1
        lowest = cards & -cards
        ripple = cards + lowest
        cards = ripple | ((cards ^ ripple) // lowest >> 2)
    return counted


@cache
def sevens() -> list[int]:
    counted: list[int] = all_sevens().tolist()
    return counted


def made(*kinds: int) -> str:
    return f"{sum(sevens()[one] for one in kinds):,}"


@cache
def poker_way() -> dict[str, Fraction]:
    """What comes of the house way of Pai Gow Poker against itself."""
    under = terms("pai-gow-poker")
    won, lost, deals = poker_solve.house_counts(under, Threads(), unseen).tolist()
    return {
        "win": Fraction(won, deals),
        "lose": Fraction(lost, deals),
        "push": Fraction(deals - won - lost, deals),
        "edge": Fraction(lost - won * poker_solve.KEPT, deals),
        "bank": Fraction(won - lost * poker_solve.KEPT, deals),
    }


@cache
def example(name: str, wager: str) -> PayTable:
    """The table that a submission of the examples posts for a wager."""
    path = PAGE.parent / "examples" / "pai-gow-poker" / f"{name}.toml"
    table = terms(*parsed(path.read_text("utf-8"))).posted[wager]
    assert table is not None
    return table


def poker_row(row: str) -> str:
    return f"{poker_odds.outcomes(example('pai-gow-mania', 'seven_card'))[row]:,}"


def poker_kept(name: str, wager: str) -> str:
    back = poker_odds.returned(example(name, wager))
    assert back is not None
    return percent(1 - back)


def no_pair(row: str) -> str:
    return f"{poker_odds.outcomes(PAY_TABLES['banker_hand_bonus'][PRINTED])[row]:,}"


def imperial() -> str:
    under = terms("pai-gow-poker")
    table = under.posted["imperial"]
    assert table is not None
    (found,) = wagered_on(under, table, None, Threads(), unseen)
    return percent(found.measures.house_edge)


KINDS = ("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind")

FLUSH = "High Card Flush: "
TILES = "Pai Gow: "
POKER = "Pai Gow Poker: "
SEVEN = "Seven cards of 52: "
FIRST = "What The Flush, Pack's Poker, Pokette: "

QUICK: dict[str, Callable[[], str]] = {
    FLUSH + "dealer qualifies": lambda: percent(dealer_qualifies()),
    FLUSH + "best play raises": lambda: percent(Fraction(flush().decisions["raise"], sum(flush().decisions.values()))),
    FLUSH + "average total bet, antes": lambda: f"{float(flush().measures.staked):.4f}",
    FLUSH + "tie": lambda: percent(flush_share("tie")),
    FLUSH + "house edge, best play": lambda: percent(flush().measures.house_edge),
    FLUSH + "raise 10-8-6 or better, always the maximum": lambda: percent(-flush().simple[0].ev),
    FLUSH + "advanced strategy of Michaels": lambda: (
        f"between {percent(flush().measures.house_edge)} and {percent(-flush().simple[0].ev)}"
    ),
    FLUSH + "flush bonus, table D": lambda: kept("flush_bonus", "D"),
    FLUSH + "straight flush bonus, table B": lambda: kept("straight_flush_bonus", "B"),
    FLUSH + "straight flush bonus, table A": lambda: kept("straight_flush_bonus", "A"),
    TILES + "both by a house way, dealer banks: win": lambda: tiles(1, "win"),
    TILES + "the same: lose": lambda: tiles(1, "lose"),
    TILES + "the same: push": lambda: tiles(1, "push"),
    TILES + "the same: house edge": lambda: tiles(1),
    TILES + "the same, player banks: house edge": lambda: tiles(3),
    TILES + "best setting against the house way": lambda: tiles(0),
    TILES + "the same, player banks": lambda: tiles(2),
    SEVEN + "straight flush, royal among them": lambda: made(ROYAL_FLUSH - 1, ROYAL_FLUSH),
    SEVEN + "royal flush": lambda: made(ROYAL_FLUSH),
    **{SEVEN + name: (lambda number=number: made(number)) for number, name in enumerate(KINDS)},  # type: ignore[misc]
    **{
        POKER + name: (lambda row=row: poker_row(row))  # type: ignore[misc]
        for name, row in {
            "five aces": "Five aces",
            "royal flush": "Royal flush",
            "straight flush": "Straight flush",
            "four of a kind": "Four-of-a-kind",
            "full house": "Full house",
            "flush": "Flush",
            "three of a kind": "Three-of-a-kind",
            "straight": "Straight",
        }.items()
    },
    POKER + "no pair, nine high": lambda: no_pair("Nine high"),
    POKER + "no pair, ten high": lambda: no_pair("10 high"),
    POKER + "no pair, jack high": lambda: no_pair("Jack high"),
    POKER + "three-card bonus of Pai Gow Mania": lambda: poker_kept("pai-gow-mania", "three_card"),
    POKER + "seven-card bonus of Pai Gow Mania": lambda: poker_kept("pai-gow-mania", "seven_card"),
    POKER + "fortune bonus, vendor table 3": lambda: poker_kept("fortune-3", "bonus"),
    FIRST + "Pokette, wagers of one spin": lambda: percent(solved("pokette")[0].measures.house_edge),
}

LONG: dict[str, Callable[[], str]] = {
    POKER + "both by the house way, dealer banks: house edge": lambda: percent(poker_way()["edge"]),
    POKER + "the same: win": lambda: percent(poker_way()["win"]),
    POKER + "the same: lose": lambda: percent(poker_way()["lose"]),
    POKER + "the same: push": lambda: percent(poker_way()["push"]),
    POKER + "the same, player banks: house edge": lambda: percent(poker_way()["bank"]),
    POKER + "best setting against the house way": lambda: percent(solved("pai-gow-poker")[0].measures.house_edge),
    POKER + "the same, player banks": lambda: percent(solved("pai-gow-poker")[2].measures.house_edge),
    POKER + "imperial bonus": imperial,
    FLUSH + "six players who share their cards": lambda: (
        f"{sharing.measured(terms('high-card-flush'), 6, 400_000, 1, Threads(), unseen).ev:+.1%}".replace("%", " %")
    ),
    FIRST + "What The Flush, best play": lambda: percent(solved("what-the-flush")[0].measures.house_edge),
    FIRST + "Pack's Poker, pack's bet": lambda: percent(solved("packs-poker")[0].measures.house_edge),
}


def test_every_figure_of_the_page_is_computed() -> None:
    assert [name for name, _ in rows()] == sorted(QUICK | LONG, key=[name for name, _ in rows()].index)


@pytest.mark.parametrize("name", QUICK)
def test_a_figure_of_the_page(name: str) -> None:
    assert dict(rows())[name] == QUICK[name]()


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_figure_of_the_page_that_takes_long(name: str) -> None:
    assert dict(rows())[name] == LONG[name]()


def test_the_page_tells_wagers_of_pokette_apart() -> None:
    edges = {one.wager: percent(one.measures.house_edge) for one in solved("pokette")}
    note = next(line for line in PAGE.read_text("utf-8").splitlines() if "Pokette, wagers of one spin" in line)
    assert re.findall(r"[\d.]+ %", note)[1:] == [edges["single_card"], edges["split"]]
