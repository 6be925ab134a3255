"""What is added up is exact at every stake that a licensee may post."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.errors import BadInput
from nomorebets.figures.simulation import Simulation
from nomorebets.games.registry import KEYS, terms
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Threads, unseen
from nomorebets.sim import tally
from nomorebets.sim.run import CHUNK
from nomorebets.sim.tally import (
    COLUMNS,
    MOST_IN_A_ROUND,
    NET,
    PLACED,
    STAKED,
    Counts,
    Line,
    booked,
    put_up,
    squares,
    whole,
)

rules(tally)

MOST = 10**12  # cents that a wager may be, if the licensee posts them
CAPPED = {"imperial", "all"}  # with the submissions below


@compiled
def books(nets: Counts, sums: Counts) -> None:
    for net in nets:
        booked(sums, 1, net)


@given(st.lists(st.integers(-MOST_IN_A_ROUND + 1, MOST_IN_A_ROUND - 1), min_size=1, max_size=50))
def test_sums_and_squares_are_those_of_unbounded_numbers(nets: list[int]) -> None:
    sums = np.zeros(2 * COLUMNS, np.int64)
    books(np.array(nets, np.int64), sums)
    assert whole(sums, 1, NET) == sum(nets)
    assert squares(sums, 1) == sum(net * net for net in nets)
    assert not sums[:COLUMNS].any()


@pytest.mark.parametrize("net", [MOST_IN_A_ROUND - 1, 1 - MOST_IN_A_ROUND, (1 << 21) - 1, (1 << 42) - 1])
def test_no_part_overflows_in_a_chunk(net: int) -> None:
    sums = np.zeros(2 * COLUMNS, np.int64)
    books(np.full(CHUNK, net, np.int64), sums)
    assert whole(sums, 1, NET) == CHUNK * net
    assert squares(sums, 1) == CHUNK * net * net


@given(st.integers(1, MOST), st.integers(0, 6 * CHUNK), st.integers(0, 24 * CHUNK))
def test_what_was_put_up_is_a_product_of_unbounded_numbers(stake: int, placed: int, added: int) -> None:
    sums = np.zeros(COLUMNS, np.int64)
    put_up(sums, 0, stake, placed, added)
    assert whole(sums, 0, PLACED) == stake * placed
    assert whole(sums, 0, STAKED) == stake * (placed + added)


SIDES: dict[str, dict[str, Any]] = {
    "high-card-flush": {"flush_bonus": "H", "straight_flush_bonus": "A"},
    "packs-poker": {"five_card": "A", "seven_card": "A"},
    "pai-gow-poker": {"bonus": {"Straight flush": 50, "Straight": 2}, "three_card": {"Straight": 6}},
}
STRATEGY = {"pai-gow": "house_way", "pai-gow-poker": "house_way", "packs-poker": "best", "pokette": "best"}


def simulated(key: str, most: int, stake: int) -> dict[str, Line]:
    """A full table with everything on the layout."""
    fields = SIDES.get(key, {})
    wagers = [wager.name for wager, least, highest, _ in terms(key, fields).wagers if least < highest]
    limited = {wager.rpartition("_")[0] if key == "packs-poker" else wager for wager in wagers}
    limits = {name: {"minimum": 1000, "maximum": most} for name in limited}
    posted = terms(key, {**fields, "limits": limits})
    simulation = Simulation(
        posted,
        strategy=STRATEGY.get(key, "simple"),
        seats=posted.submission.positions,
        stakes=dict.fromkeys(wagers, stake),
        seed=1,
        workers=Threads(1),
        progress=unseen,
    )
    *_, run = simulation.runs(20_000, None, None)
    return {line.name: line for line in simulation.lines(run)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("most", [1_000_000, MOST])
def test_figures_at_the_highest_stakes_are_those_at_the_lowest(key: str, most: int) -> None:
    """At the default maximum, and at the most that may be posted; wagers with a maximum payout aside."""
    low, high = simulated(key, most, 1000), simulated(key, most, most)
    times = most // 1000
    for name, line in low.items():
        assert high[name].placed == times * line.placed
        assert high[name].staked == times * line.staked
        if name not in CAPPED:
            assert (high[name].net, high[name].squares) == (times * line.net, times**2 * line.squares), name


def test_what_one_round_could_win_beyond_all_measure_is_refused() -> None:
    fields = {
        "three_card": {"Straight": 1_000_000},
        "limits": {"three_card": {"minimum": 100, "maximum": MOST}},
    }
    with pytest.raises(BadInput, match=r"could win .* in one round; what is added up stays below"):
        Simulation(
            terms("pai-gow-poker", fields),
            strategy="house_way",
            seats=6,
            stakes={"three_card": MOST},
            seed=1,
            workers=Threads(1),
            progress=unseen,
        )


def test_the_standard_error_is_that_of_the_squares_beyond_64_bits() -> None:
    """A coin that wins or loses 2^31 units."""
    sums = np.zeros(COLUMNS, np.int64)
    for net in (1 << 60, -(1 << 60)) * 50:
        booked(sums, 0, net)
    put_up(sums, 0, 1 << 39, 100, 0)
    (line,) = tally.Layout(("toss",), ()).read(100, sums.tolist())
    assert line.se == pytest.approx(sqrt(100 / 99) * (1 << 21) / 10)
