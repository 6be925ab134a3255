"""Every figure of ours on the page of published figures is what the program computes."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from nomorebets.figures import collusion as sharing
from nomorebets.figures.wagers import wagered_on
from nomorebets.games.high_card_flush.maths import odds as flush_odds
from nomorebets.games.high_card_flush.maths import solve as flush_solve
from nomorebets.games.lunar_poker.hands import qualifies
from nomorebets.games.lunar_poker.maths import odds as lunar_odds
from nomorebets.games.pai_gow_poker.hands import spelled
from nomorebets.games.pai_gow_poker.maths import odds as joker_odds
from nomorebets.games.pai_gow_poker.submission import PAY_TABLES, PRINTED
from nomorebets.games.registry import parsed, terms
from nomorebets.licence.check import returns
from nomorebets.licence.filing import Filed
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.maths import solver
from nomorebets.odds.solution import Solution
from nomorebets.ranking import poker
from nomorebets.ranking.poker import ROYAL_FLUSH, kind, poker_rank
from nomorebets.sim.tally import Counts
from nomorebets.table.game import Terms

rules(poker)

DOCS = Path(__file__).parents[2] / "docs"
PAGE, EXAMPLES = DOCS / "figures.md", DOCS / "examples" / "pai-gow-poker"


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


def six_share() -> str:
    found = sharing.measure_sharing(Filed(terms("high-card-flush")), 6, 1_000_000, 1, Threads(), unseen)
    return f"{found.ev:+.2%}".replace("%", " %")


def kept(wager: str, letter: str) -> str:
    back = flush_odds.returned(terms("high-card-flush").game.licence.pay_tables[wager][letter])
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


def hands_set(place: int, outcome: str = "") -> str:
    measures = solved("pai-gow-poker")[place].measures
    if not outcome:
        return percent(measures.house_edge)
    return percent(Fraction(sum(one.ways for one in measures.outcomes if one.name == outcome), measures.total))


def points_better() -> str:
    best, house, *_ = solved("pai-gow-poker")
    return f"{100 * float(best.measures.ev - house.measures.ev):.4f}"


@cache
def of_vendor(name: str) -> Terms:
    key, raw = parsed((EXAMPLES / f"{name}.toml").read_text("utf-8"))
    return terms(key, raw)


def paid_on(vendor: str, wager: str, row: str) -> str:
    table = of_vendor(vendor).posted[wager]
    assert table is not None
    rows = {spelled(name): ways for name, ways in joker_odds.outcomes(table).items()}
    return f"{rows[spelled(row)]:,}"


def vendor_keeps(vendor: str, wager: str) -> str:
    return percent(1 - returns(of_vendor(vendor))[wager])


def envy_of(vendor: str) -> Fraction:
    under = of_vendor(vendor)
    table = under.posted["bonus"]
    assert table is not None
    envied = joker_odds.envied(table, under.submission)
    assert envied is not None
    return envied.share


def imperial() -> str:
    under = terms("pai-gow-poker")
    table = under.posted["imperial"]
    assert table is not None
    (found,) = wagered_on(under, table, None, Threads(), unseen)
    return percent(found.measures.house_edge)


def high(rank: str) -> str:
    rows = joker_odds.outcomes(PAY_TABLES["banker_hand_bonus"][PRINTED])
    return f"{rows[f'{rank} high']:,}"


KINDS = ("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind")

FLUSH = "High Card Flush: "
TILES = "Pai Gow: "
JOKER = "Pai Gow Poker: "
LUNAR = "Lunar Poker: "
SEVEN = "Seven cards of 52: "
FIRST = "What The Flush, Pack's Poker, Pokette: "

MANIA = {
    "seven_card": {
        "five aces": "five aces",
        "royal flush": "royal flush",
        "straight flush": "straight flush",
        "four of a kind": "four-of-a-kind",
        "full house": "full house",
        "flush": "flush",
        "straight": "straight",
        "three of a kind": "three-of-a-kind",
    },
    "three_card": {
        "three cards: natural straight flush": "straight flush with no joker",
        "three cards: three of a kind": "three-of-a-kind",
        "three cards: straight flush with the joker": "straight flush",
        "three cards: straight": "straight",
        "three cards: flush": "flush",
        "three cards: pair": "one pair",
    },
}

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
    **{
        JOKER + name: partial(paid_on, "pai-gow-mania", wager, row)
        for wager, names in MANIA.items()
        for name, row in names.items()
    },
    **{
        JOKER + f"{rank} high": partial(high, number)
        for rank, number in (("nine", "Nine"), ("ten", "10"), ("jack", "Jack"))
    },
    JOKER + "Pai Gow Mania, three cards": lambda: vendor_keeps("pai-gow-mania", "three_card"),
    JOKER + "Pai Gow Mania, seven cards": lambda: vendor_keeps("pai-gow-mania", "seven_card"),
    JOKER + "fortune bonus": lambda: vendor_keeps("fortune-3", "bonus"),
    JOKER + "fortune bonus, less by envy for each other player": lambda: percent(envy_of("fortune-3")),
    LUNAR + "dealer qualifies, of 2,598,960": lambda: f"{lunar_odds.tally(qualifies)[True]:,}",
    SEVEN + "straight flush, royal among them": lambda: made(ROYAL_FLUSH - 1, ROYAL_FLUSH),
    SEVEN + "royal flush": lambda: made(ROYAL_FLUSH),
    **{SEVEN + name: partial(made, number) for number, name in enumerate(KINDS)},
    FIRST + "Pokette, wagers of one spin": lambda: percent(solved("pokette")[0].measures.house_edge),
}

LONG: dict[str, Callable[[], str]] = {
    LUNAR + "house edge, best play": lambda: percent(solved("lunar-poker")[0].measures.house_edge, 2),
    LUNAR + "element of risk, best play": lambda: percent(solved("lunar-poker")[0].measures.element_of_risk, 2),
    JOKER + "both by the Foxwoods house way, dealer banks: house edge": lambda: hands_set(1),
    JOKER + "the same: win": lambda: hands_set(1, "win"),
    JOKER + "the same: lose": lambda: hands_set(1, "lose"),
    JOKER + "the same: push": lambda: hands_set(1, "push"),
    JOKER + "the same, player banks: house edge": lambda: hands_set(3),
    JOKER + "best setting against the house way, points better": points_better,
    JOKER + "the same, player banks: house edge of the best setting": lambda: hands_set(2),
    JOKER + "imperial bonus": imperial,
    FLUSH + "six players who share their cards": six_share,
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
