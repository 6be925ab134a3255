"""Long simulations agree with what was counted exactly, within three standard errors."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest

from nomorebets.analysis import Simulation
from nomorebets.games.pokette.odds import TOTAL, outcomes
from nomorebets.games.registry import solver, terms
from nomorebets.sim.tally import Line
from nomorebets.workers import Threads, unseen

pytestmark = pytest.mark.slow

LONG, LONGER = 10**8, 10**9
BAND = 3  # standard errors
SEEN_OFTEN = 50  # often enough for a count to have a standard error

Record = Callable[[str, object], None]


def simulated(key: str, strategy: str, stakes: dict[str, int], rounds: int) -> tuple[Line, ...]:
    simulation = Simulation(
        terms(key), strategy=strategy, seats=1, stakes=stakes, seed=1, workers=Threads(), progress=unseen
    )
    *_, run = simulation.runs(rounds, 0, None)
    return simulation.lines(run)


@pytest.mark.parametrize(
    ("key", "strategy", "stakes", "name", "rounds"),
    [
        ("what-the-flush", "best", {"ante": 100}, "best play", LONG),
        ("packs-poker", "best", {"pack_1": 100}, "Pack's bet", LONG),
        ("pai-gow", "house_way", {"wager": 100}, "as player, the dealer banking: house way", LONG),
        ("high-card-flush", "best", {"ante": 100}, "best play", LONGER),
    ],
)
def test_the_main_wager_comes_to_its_exact_edge(
    key: str, strategy: str, stakes: dict[str, int], name: str, rounds: int, record_property: Record
) -> None:
    exact = {one.name: one for one in solver(key).solutions(terms(key), Threads(), unseen)}[name].measures
    line, *_ = simulated(key, strategy, stakes, rounds)
    z = float(line.house_edge - exact.house_edge) / line.se
    record_property("z", f"{key}: {z:+.2f}, {float(line.house_edge):.6%} for {float(exact.house_edge):.6%}")
    assert abs(z) < BAND
    for outcome in exact.outcomes:
        expected = rounds * Fraction(outcome.ways, exact.total)
        if expected > SEEN_OFTEN:
            assert abs(line.outcomes[outcome.name] - expected) < 5 * sqrt(expected), outcome.name


def test_every_wager_of_pokette_wins_as_often_as_its_sections_come(record_property: Record) -> None:
    posted = terms("pokette")
    *lines, _ = simulated("pokette", "best", {}, LONG)
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
