"""The loop that simulates Pai Gow pays the same cents as the engine, for the same tiles and settings."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import mask
from nomorebets.equipment.tiles import TILES
from nomorebets.figures.simulation import Simulation
from nomorebets.games.pai_gow.maths import sim, solve
from nomorebets.games.pai_gow.rules import never_wins
from nomorebets.games.pai_gow.setting import Setting, settings
from nomorebets.games.pai_gow.submission import house_way
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.in_two import PLAYER
from nomorebets.rounds.file import play_round
from nomorebets.sim import in_two
from nomorebets.sim.in_two import House
from nomorebets.sim.tally import Counts
from nomorebets.table.in_two.house_way import set_hand

submissions = st.fixed_dictionaries(
    {
        "zero_low_hand": st.sampled_from(("loses", "compares")),
        "vigorish_rounding": st.sampled_from(("none", "quarter", "down")),
    }
)


@compiled
def settled(players: Counts, dealer: int, bank: int, house: House) -> Counts:
    """What each seat wins, and last the bank; the bank's hand is 0 where nobody banks."""
    results = np.zeros(len(players), np.int64)
    net = np.zeros(len(players) + 1, np.int64)
    against = bank if bank else dealer
    for seat in range(len(players)):
        results[seat] = sim.result(players[seat], against)
        net[seat] = house.wins[1 + results[seat]]
    if bank:
        dealers = sim.result(dealer, against) if house.dealers_wager else 0
        net[-1] = in_two.against_bank(results, dealers, house)
    return net


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    tiles = draw(st.permutations(TILES.all))
    seats = draw(st.integers(1, 5))
    bank = draw(st.sampled_from(("", "", "bank", "co_bank")))
    hands = [tuple(tiles[4 * n : 4 * n + 4]) for n in range(seats + 2)]
    return {
        "submission": draw(submissions),
        "bank": bank,
        "stake": draw(st.sampled_from((100, 101, 1010, 2500))),
        "dealers_wager": draw(st.sampled_from((0, 300, 707))) if bank == "bank" else 0,
        "dealer": hands[0],
        "banker": hands[1],
        "players": hands[2:],
        "settings": [draw(st.sampled_from(settings(hand))) for hand in hands],
    }


@given(rounds())
def test_a_round_nets_the_same_in_engine_and_loop(drawn: dict[str, Any]) -> None:
    under = terms("pai-gow", drawn["submission"])
    reading, bank = under.submission.zero_low_hand, drawn["bank"]
    by_house = {
        whose: set_hand(house_way(under.submission), settings(drawn[whose]))[0] for whose in ("dealer", "banker")
    }
    _, of_bank, *of_players = drawn["settings"]
    seats = len(drawn["players"])
    hands = {str(n): TILES.text(hand) for n, hand in enumerate(drawn["players"], 1)}
    script: dict[str, Any] = {
        "game": "pai-gow",
        "submission": drawn["submission"],
        "seats": {str(n): {"wager": drawn["stake"]} for n in range(1, seats + 1)},
        "actions": [{"seat": n, "do": "set", "low": TILES.text(chosen.low)} for n, chosen in enumerate(of_players, 1)],
    }
    if bank:
        script["seats"][str(seats + 1)] = {"chips": 10**9}
        script[bank] = seats + 1
        hands[str(seats + 1)] = TILES.text(drawn["banker"])
    if bank == "bank":
        script["actions"].append({"seat": seats + 1, "do": "set", "low": TILES.text(of_bank.low)})
        if drawn["dealers_wager"]:
            wager = {"seat": seats + 1, "do": "dealer_wager", "amount": drawn["dealers_wager"]}
            script["actions"].insert(0, wager)
    if not bank or drawn["dealers_wager"]:
        hands["dealer"] = TILES.text(drawn["dealer"])
    played = play_round({**script, "hands": hands}).report

    def bits(chosen: Setting) -> int:
        return sim.in_bits(*chosen.ranks, never_wins(chosen.low, reading))

    banks = {"": 0, "bank": bits(of_bank), "co_bank": bits(by_house["banker"])}[bank]
    house = in_two.paid(under, seats, drawn["stake"], drawn["dealers_wager"], co_bank=bank == "co_bank")
    net = settled(np.array([bits(chosen) for chosen in of_players], np.int64), bits(by_house["dealer"]), banks, house)
    expected = [played.net[str(n)] for n in range(1, seats + 1 + bool(bank))]
    assert net.tolist()[: len(expected)] == expected


def test_hands_are_looked_up_as_the_house_sets_them() -> None:
    under = terms("pai-gow")
    table = sim.table(under, "house_way", PLAYER, Threads(1), unseen)
    assert sorted(sim.number(mask(hand)) for hand in combinations(TILES.all, 4)) == list(range(35_960))
    for text in ("6-6 6-6 4-5 2-6", "2-4 1-2 5-5 4-4", "1-1 1-3 5-6 1-6", "2-3 1-4 3-3 2-5"):
        hand = TILES.parse(text)
        chosen, _ = set_hand(house_way(under.submission), settings(hand))
        expected = sim.in_bits(*chosen.ranks, never_wins(chosen.low, under.submission.zero_low_hand))
        assert table[sim.number(mask(hand))] == expected


@pytest.mark.parametrize(
    ("strategy", "bank", "which"),
    [("best", "", 0), ("house_way", "", 1), ("best", "bank", 2), ("house_way", "bank", 3)],
)
def test_play_comes_near_its_exact_value(strategy: str, bank: str, which: int) -> None:
    under = terms("pai-gow")
    exact = solve.solutions(under, Threads(), unseen)[which].measures.ev
    simulation = Simulation(
        under, strategy=strategy, seats=1, stakes={"wager": 1000}, seed=6, workers=Threads(), progress=unseen, bank=bank
    )
    *_, run = simulation.runs(2_000_000, 0, None)
    line = simulation.lines(run)[1 if bank else 0]
    assert abs(float(line.house_edge + Fraction(exact))) < 4 * line.se


def test_vigorish_is_dearer_on_a_stake_that_is_rounded() -> None:
    under = terms("pai-gow", {"vigorish_rounding": "quarter"})
    wins = {stake: in_two.paid(under, 1, stake, 0, co_bank=False).wins[2] for stake in (500, 510)}
    assert wins == {500: 475, 510: 460}
