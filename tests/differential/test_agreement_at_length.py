"""Long simulations agree with what was counted exactly, within three standard errors."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from nomorebets.figures.simulation import Simulation
from nomorebets.figures.wagers import wagered_on
from nomorebets.games.pokette.maths.odds import TOTAL, outcomes
from nomorebets.games.registry import terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.maths import simulator, solver
from nomorebets.odds.wagers import is_priced
from nomorebets.sim.tally import Line
from nomorebets.table.game import Terms

pytestmark = pytest.mark.slow

LONG, LONGER = 10**8, 10**9
BAND = 3  # standard errors
SEEN_OFTEN = 50  # often enough for a count to have a standard error

Record = Callable[[str, object], None]


def simulated(posted: Terms, strategy: str, stakes: dict[str, int], rounds: int) -> tuple[Line, ...]:
    simulation = Simulation(
        posted, strategy=strategy, seats=1, stakes=stakes, seed=1, workers=Threads(), progress=unseen
    )
    *_, run = simulation.runs(rounds, 0, None)
    return simulation.lines(run)


@pytest.mark.parametrize(
    ("key", "strategy", "stakes", "name", "rounds"),
    [
        ("what-the-flush", "best", {"ante": 100}, "best play", LONG),
        ("packs-poker", "best", {"pack_1": 100}, "Pack's bet", LONG),
        ("pai-gow", "house_way", {"wager": 100}, "as player, the dealer banking: house way", LONG),
        ("pai-gow", "best", {"wager": 100}, "as player, the dealer banking: best setting", LONG),
        ("pai-gow-poker", "house_way", {"wager": 100}, "as player, the dealer banking: house way", LONG),
        ("pai-gow-poker", "best", {"wager": 100}, "as player, the dealer banking: best setting", LONG),
        ("high-card-flush", "best", {"ante": 100}, "best play", LONGER),
    ],
)
def test_the_main_wager_comes_to_its_exact_edge(
    key: str, strategy: str, stakes: dict[str, int], name: str, rounds: int, record_property: Record
) -> None:
    exact = {one.name: one for one in solver(key).solutions(terms(key), Threads(), unseen)}[name].measures
    line, *_ = simulated(terms(key), strategy, stakes, rounds)
    z = float(line.house_edge - exact.house_edge) / line.se
    record_property("z", f"{key}: {z:+.2f}, {float(line.house_edge):.6%} for {float(exact.house_edge):.6%}")
    assert abs(z) < BAND
    for outcome in exact.outcomes:
        expected = rounds * Fraction(outcome.ways, exact.total)
        if expected > SEEN_OFTEN:
            assert abs(line.outcomes[outcome.name] - expected) < 5 * sqrt(expected), outcome.name


SIDES: dict[str, dict[str, Any]] = {
    "high-card-flush": {"flush_bonus": "D", "straight_flush_bonus": "B"},
    "what-the-flush": {},
    "lunar-poker": {"progressive": None},
    "packs-poker": {"five_card": "A", "seven_card": "A"},
    "pai-gow-poker": {
        "bonus": {"Straight flush": 50, "Four-of-a-kind": 25, "Full house": 5, "Flush": 4, "Straight": 2}
    },
}


@pytest.mark.parametrize("key", SIDES)
def test_every_wager_on_a_pay_table_comes_to_its_exact_edge(key: str, record_property: Record) -> None:
    """Wagers that share a table, as those on three packs do, are each held against it."""
    posted = terms(key, SIDES[key])
    stakes = {wager.name: least for wager, least, _, _ in posted.wagers}
    strategy = "simple" if "simple" in simulator(key).strategies else "best"
    edges = {
        table.wager: next(wagered_on(posted, table, None, Threads(), unseen)).measures.house_edge
        for table in posted.tables
        if is_priced(table)
    }
    compared = 0
    for line in simulated(posted, strategy, stakes, LONG):
        table = posted.posted.get(line.name)
        if table and table.wager in edges:
            compared += 1
            z = float(line.house_edge - edges[table.wager]) / line.se
            record_property("z", f"{line.name}: {z:+.2f}, {float(line.house_edge):.6%}")
            assert abs(z) < BAND, line.name
    assert compared >= len(edges) > 0


def test_every_wager_of_pokette_wins_as_often_as_its_sections_come(record_property: Record) -> None:
    posted = terms("pokette")
    *lines, _ = simulated(posted, "best", {}, LONG)
    for line in lines:
        table = posted.posted[line.name]
        assert table is not None
        rows = outcomes(table)
        for name, ways in rows.items():
            say = f"{name}, " if len(rows) > 1 else ""
            won, lost = line.outcomes[f"{say}win"], line.outcomes[f"{say}lose"]
            share = Fraction(ways, TOTAL)
            se = sqrt(share * (1 - share) * (won + lost))
            z = float(won - share * (won + lost)) / se
            record_property("z", f"{name}: {z:+.2f}")
            assert abs(z) < BAND, name
