"""Best play of Pai Gow against plain comparing of every deal, by the rules of the table."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from nomorebets.equipment.tiles import TILES
from nomorebets.figures.simulation import Simulation
from nomorebets.games.pai_gow.maths import solve
from nomorebets.games.pai_gow.maths.covariance import covariance
from nomorebets.games.pai_gow.maths.solve import LOST, PUSHED, WON
from nomorebets.games.pai_gow.rules import result
from nomorebets.games.pai_gow.setting import Setting, settings
from nomorebets.games.pai_gow.submission import house_way
from nomorebets.games.registry import terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.in_two import BANK, KEPT, PLAYER
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import set_hand

HANDS: list[tuple[int, ...]] = list(combinations(TILES.all, 4))
READINGS = list(product(("loses", "compares"), ("text", "text_low_hand_first")))


def read(zero_low_hand: str, way: str) -> Terms:
    return terms("pai-gow", {"zero_low_hand": zero_low_hand, "house_way": way})


def dealt(under: Terms, hand: tuple[int, ...], chosen: Setting, *, bank: bool) -> Counter[int]:
    """How a setting ends against every hand on the other side, set by the house way."""
    way = house_way(under.submission)
    ended: Counter[int] = Counter()
    for other in combinations([tile for tile in TILES.all if tile not in hand], 4):
        theirs, _ = set_hand(way, settings(other))
        if bank:
            ended[-result(under.submission, theirs, chosen)[0]] += 1
        else:
            ended[result(under.submission, chosen, theirs)[0]] += 1
    return ended


@pytest.mark.clause("pai-gow:10.7(h)", "pai-gow:10.7(i)1", "pai-gow:10.8(o)")
@pytest.mark.parametrize(("zero_low_hand", "way"), READINGS)
def test_settings_fare_as_if_every_deal_were_compared(zero_low_hand: str, way: str) -> None:
    """One hand drawn for each reading, and one whose low hand is worth nothing."""
    under = read(zero_low_hand, way)
    _, counts = solve.counted(under, Threads(), unseen)
    drawn = Random(zero_low_hand + way).choice(HANDS)
    for hand in (drawn, tuple(sorted(TILES.parse("6-6 6-6 5-5 4-6")))):
        found = counts[HANDS.index(hand)]
        for number, chosen in enumerate(solve.distinct(hand)):
            for role in (PLAYER, BANK):
                ended = dealt(under, hand, chosen, bank=role == BANK)
                expected = {WON: ended[1], LOST: ended[-1], PUSHED: ended[0]}
                assert dict(enumerate(found[number, role].tolist())) == expected


@pytest.mark.parametrize(("zero_low_hand", "way"), READINGS)
def test_the_counts_are_all_deals_and_the_best_is_the_best(zero_low_hand: str, way: str) -> None:
    solutions = solve.solutions(read(zero_low_hand, way), Threads(), unseen)
    assert {one.measures.total for one in solutions} == {736_281_000}
    best, by_house, bank_best, bank_by_house = (one.measures.ev for one in solutions)
    assert best > by_house
    assert bank_best > bank_by_house
    won = {one.name: one.ways for one in solutions[1].measures.outcomes}
    against = {one.name: one.ways for one in solutions[3].measures.outcomes}
    assert (won["win"], won["lose"], won["push"]) == (against["lose"], against["win"], against["push"])


def test_advice_is_what_the_solution_counts() -> None:
    under = read("loses", "text")
    hands, counts = solve.counted(under, Threads(), unseen)
    for hand in Random(5).sample(HANDS, 3):
        place = HANDS.index(hand)
        rows = counts[place, :, PLAYER]
        values = {(int(won) * KEPT - int(lost)) / int(rows[0].sum()) for won, lost, _ in rows if won + lost}
        advised = {choice.ev for choice in solve.advice(under, hand, ()) if choice.do == "set"}
        assert advised == values
        assert hands.by_house[place] < len(solve.distinct(hand))


def test_rounded_vigorish_is_met_by_the_setting_that_is_best_for_the_amount() -> None:
    """Each hand by itself: with a quarter of a dollar won gone, a push is worth more than before."""
    posted = terms("pai-gow", {"vigorish_rounding": "quarter"})
    hands, counts = solve.counted(posted, Threads(), unseen)
    best, *_ = solve.solutions(posted, Threads(), unseen)
    deals = int(counts[:, 0, PLAYER].sum())
    at = {one.stake: one for one in best.by_stake if one.rounding == "quarter"}
    for stake in (100, 600):
        fee = -(-stake * 5 // 2500) * 25
        won, lost = counts[:, :, PLAYER, solve.WON].astype(object), counts[:, :, PLAYER, solve.LOST].astype(object)
        there = hands.settings[:, :, solve.LOW] >= 0
        each = [
            max(w * (stake - fee) - n * stake for w, n, is_set in zip(*row, strict=True) if is_set)
            for row in zip(won.tolist(), lost.tolist(), there.tolist(), strict=True)
        ]
        assert at[stake].ev == Fraction(sum(each), deals * stake)
    assert [f"{-float(at[stake].ev):.4%}" for stake in (100, 600)] == ["5.0346%", "0.0351%"]
    assert at[100].set_anew


@pytest.mark.parametrize("seats", [2, 6])
def test_seats_that_share_a_dealer_vary_together_as_counted(seats: int) -> None:
    """What the seats of a round win together, in rounds that the loop deals."""
    posted = terms("pai-gow")
    exact = solve.solutions(posted, Threads(), unseen)[0].measures
    together = covariance(posted, Threads(), unseen)
    simulation = Simulation(
        posted, strategy="best", seats=seats, stakes={"wager": 10_000}, seed=3, workers=Threads(1), progress=unseen
    )
    *_, run = simulation.runs(1 << 20, None, None)
    line = simulation.lines(run)[0]
    seen = (line.squares / line.rounds - (line.net / line.rounds) ** 2) / 10_000**2
    assert seen == pytest.approx(float(seats * exact.variance + seats * (seats - 1) * together), rel=0.005)
