"""Exact best play of High Card Flush against plain dealing and against what others have published."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from nomorebets.equipment.cards import CARDS, RANKS, hand, mask
from nomorebets.figures.simulation import Simulation
from nomorebets.games.high_card_flush.maths import odds, solve
from nomorebets.games.high_card_flush.rules import compare, qualifies, raise_limit, showdown
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.solution import Solution
from nomorebets.odds.suits import holdings, in_suits
from nomorebets.odds.wagers import NOTHING
from nomorebets.ranking.flush import SUIT, flush_rank
from nomorebets.sim.tally import Counts

rules(showdown, qualifies, compare)


@compiled
def dealt(player: int) -> Counts:
    """Deal every hand to the dealer, one after the other (Gosper's way to the next number with as many ones)."""
    endings = np.zeros(4, np.int64)
    rank = flush_rank(player)
    cards = np.array([1 << card for card in range(52) if not player >> card & 1])
    chosen = (1 << 7) - 1
    while chosen < 1 << 45:
        dealer = 0
        bits = chosen
        while bits:
            dealer |= cards[(bits & -bits).bit_length() - 1]
            bits &= bits - 1
        endings[showdown(rank, flush_rank(dealer))] += 1
        lowest = chosen & -chosen
        ripple = chosen + lowest
        chosen = ripple | ((chosen ^ ripple) // lowest >> 2)
    return endings


@pytest.mark.slow
@pytest.mark.parametrize(
    "cards",
    [
        "Td 8d 6d 2c 3c 4h 5s",
        "2c 3d 4h 5s 7c 8d 9h",
        "9c 3c 2c 5d 4d 3d 8h",
        "8c 7c 6c 5c 3d 2d 2h",
        "Ac Kc Qc Jc 9c 2d 2h",
        "Ah Kh Qh Jh Th 9h 8h",
    ],
)
def test_the_dealers_hands_are_counted_as_they_are_dealt(cards: str) -> None:
    assert dealt(hand(cards)).tolist() == list(solve.against(in_suits(hand(cards))))


def played_out(ranks: str) -> Counts:
    """Deal every hand of a short deck to the player and every other to the dealer: the columns of the solution."""
    deck = [CARDS.names.index(rank + suit) for rank in ranks for suit in "cdhs"]
    hands = np.array([mask(cards) for cards in combinations(deck, 7)])
    ranked = np.array([flush_rank(cards) for cards in hands.tolist()])
    sums = np.zeros((SUIT + 1, solve.BY_STRAIGHT), np.int64)
    for player, rank in zip(hands.tolist(), ranked.tolist(), strict=True):
        endings = [0, 0, 0, 0]
        for theirs, number in zip(*np.unique_counts(ranked[hands & player == 0]), strict=True):
            endings[showdown(rank, int(theirs))] += int(number)
        values = [-sum(endings)]
        for antes in (1, raise_limit(rank >> 13)):
            won = sum(
                number * (solve.ANTE_WINS[ending] + antes * solve.RAISE_WINS[ending])
                for ending, number in enumerate(endings)
            )
            values.append(won)
        # between equals the fold, then the higher raise
        decision = 0 if values[0] >= max(values) else 2 if values[2] >= values[1] else 1
        row = sums[rank & SUIT]
        for column in (solve.HANDS, solve.BY_BEST[decision]):
            row[column] += 1
            row[column + 1 : column + 5] += endings
    return sums


@pytest.mark.parametrize("ranks", ["358Q", "469A"])
def test_a_short_deck_is_solved_as_it_is_dealt(ranks: str) -> None:
    """In the first deck some flushes of three do not qualify; in the second all do."""
    deck = sum(1 << RANKS.index(rank) for rank in ranks)
    sets, starts = holdings(7, deck)
    found = solve.solved(sets, starts, 0, len(sets), deck)
    assert found[:, solve.HANDS].sum() == comb(16, 7)
    assert (found[:, : solve.BY_STRAIGHT] == played_out(ranks)).all()


@cache
def solution() -> Solution:
    (found,) = solve.solutions(terms("high-card-flush"), Threads(), unseen)
    return found


def test_the_counts_are_all_deals() -> None:
    assert solution().measures.total == 133_784_560 * 45_379_620
    assert sum(solution().decisions.values()) == 133_784_560


def test_published_figures() -> None:
    measures = solution().measures
    outcomes = {one.name: Fraction(one.ways, measures.total) for one in measures.outcomes}
    assert round(float(solution().decisions["raise"] / Fraction(133_784_560)), 4) == 0.6786
    assert round(float(measures.staked), 3) == 1.711
    assert round(float(sum(share for name, share in outcomes.items() if name.endswith("tie"))), 4) == 0.0008
    best, *_ = solution().simple
    assert best.say.startswith("raise with 10-8-6 or better")  # Mousseau's rule
    assert round(float(-best.ev), 4) == 0.0271
    assert measures.house_edge < Fraction(26855, 1_000_000) < -best.ev  # Michaels' strategy lies between


def test_the_dealer_qualifies_as_often_as_published() -> None:
    rows = solve.counted(Threads(), unseen)
    no_hand = sum(solve.ended(row)[0] for row in rows)
    assert round(1 - no_hand / solution().measures.total, 4) == 0.7536


def test_advice_agrees_with_the_solution() -> None:
    (best, worse) = solve.advice(terms("high-card-flush"), CARDS.parse("Td 8d 6d 2c 3c 4h 5s"), ())
    assert (best.do, worse.do) == ("fold", "raise")
    assert worse.ev < -1 == best.ev
    first, *_ = solve.advice(terms("high-card-flush"), CARDS.parse("Ah Kh Qh Jh Th 9h 8h"), ())
    assert first.say == "raise 3x the ante"


@pytest.mark.clause("38.11(h)")
@pytest.mark.parametrize(("strategy", "play"), [("best", 0), ("simple", 1)])
def test_what_play_leaves_of_the_progressive_is_what_a_simulation_pays(strategy: str, play: int) -> None:
    posted = terms("high-card-flush", {"progressive": "A"})
    table = posted.posted["progressive"]
    assert table
    _, counts = list(odds.played(posted, table, Threads(), unseen))[play]
    simulation = Simulation(
        posted,
        strategy=strategy,
        seats=1,
        stakes={"progressive": 100},
        seed=11,
        workers=Threads(),
        progress=unseen,
    )
    *_, run = simulation.runs(3_000_000, None, None)
    seen = simulation.lines(run)[1].outcomes
    total = sum(counts.values())
    for name, ways in counts.items():
        expected = Fraction(run.rounds * ways, total)
        assert abs(seen.get(name or NOTHING, 0) - expected) ** 2 < 16 * expected + 16
