"""The loop that simulates Pack's Poker pays the same cents as the engine, for the same deal."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.figures.odds import count_tables
from nomorebets.figures.simulation import Simulation
from nomorebets.games.packs_poker.maths import sim, solve
from nomorebets.games.packs_poker.maths.sim import ALL, HANDS, KINDS, LINES, Held, House
from nomorebets.games.registry import terms
from nomorebets.licence.filing import Filed
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.ranking.poker import poker_rank
from nomorebets.rounds.file import play_round
from nomorebets.sim.paying import Paid
from nomorebets.sim.tally import Counts

submissions = st.fixed_dictionaries(
    {
        "no_pair_win": st.sampled_from(("lose", "push")),
        "five_card": st.sampled_from(("A", "E", "progressive:B", "progressive:E")),
        "seven_card": st.sampled_from(("A", "I", "M", "progressive:A", "progressive:L")),
        "seven_card_straight_flush": st.sampled_from(("any", "royal")),
        "progressive_odds": st.sampled_from(("for", "to")),
        "fixed_amount_stake": st.sampled_from(("returned", "kept")),
        "meter_sharing": st.sampled_from(("percentage", "whole_meter")),
        "five_card_rate": st.sampled_from((1, "1.5", "10/7")),
        "five_card_reset_rate": st.sampled_from((0, 3, "0.25")),
        "seven_card_reset_rate": st.sampled_from((0, 2)),
        "seven_card_reset": st.sampled_from((0, 500_000)),
        "five_card_reset": st.sampled_from((0, 1_000_000)),
        "highest_payout": st.sampled_from(("of_the_row", "after_sharing")),
        "meter_reset": st.sampled_from(("before_the_next_pack", "after_the_round")),
        "limits": st.just(
            {"five_card": {"minimum": 100, "maximum": 5000}, "seven_card": {"minimum": 100, "maximum": 5000}}
        ),
    }
)
HIGH = (*range(6, 13), *range(19, 26), *range(32, 39), *range(45, 52))  # eight to ace of every suit


@compiled
def bets_and_bonuses(dealer: int, held: Held, stakes: Counts, pays: Paid, house: House, meters: Counts) -> None:
    counts = np.zeros(sim.SIZE, np.int64)
    for pack in range(len(held.packs)):
        theirs = poker_rank(dealer | held.packs[pack])
        for seat in range(len(held.hands)):
            ours = poker_rank(held.hands[seat] | held.packs[pack])
            held.ranks[pack, seat] = ours
            held.net[seat, sim.EACH * pack] = sim.pack_bet(ours, theirs, pack, house.wins, counts)
    sim.settle_bonuses(held, stakes, pays, house, meters, counts)


def settled(
    hands: Counts, dealer: int, packs: Counts, stakes: Counts, pays: Paid, house: House, meters: Counts
) -> Counts:
    """What each seat wins on each line, with the functions of the loop."""
    held = sim.nothing_held(len(hands))._replace(hands=hands, packs=packs)
    bets_and_bonuses(dealer, held, stakes, pays, house, meters)
    return held.net


# Deals in which two players win from one meter on the first pack: the pack, and their hands.
SHARED = (
    ("6c 7c", "8c 9c Tc Jc Qc", "Ac 2c 3c 4c 5c"),  # all of it, both
    ("9c 9d", "Tc Jc Qc Kc Ac", "Td Jd Qd Kd Ad"),  # a tenth, both
    ("9c Tc", "4c 5c 6c 7c 8c", "Jc Qc Kc Ac 2d"),  # all of it, and a tenth
)


def dealt(draw: st.DrawFn) -> tuple[int, ...]:
    """Three packs, the dealer's hand and those of the players."""
    first = draw(st.sampled_from((None, None, *SHARED)))
    if first is None:
        deck = draw(st.sampled_from((tuple(range(52)), HIGH)))
        return tuple(draw(st.permutations(deck)))[: 11 + 5 * draw(st.integers(1, 3))]
    pack, one, two = map(CARDS.parse, first)
    rest = [card for card in draw(st.permutations(range(52))) if card not in pack + one + two]
    return (*pack, *rest[:9], *one, *two, *rest[9 : 9 + 5 * draw(st.integers(0, 2))])


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    cards = dealt(draw)
    stakes = [draw(st.sampled_from((0, 100, 250, 333, 500, 2500))) for _ in range(ALL)]
    if not any(stakes):
        stakes[0] = 100
    return {
        "submission": draw(submissions),
        "packs": [tuple(cards[2 * n : 2 * n + 2]) for n in range(3)],
        "dealer": tuple(cards[6:11]),
        "players": [tuple(cards[11 + 5 * n : 16 + 5 * n]) for n in range((len(cards) - 11) // 5)],
        "stakes": stakes,
        "meters": [[draw(st.integers(0, 9_000_000)) for _ in range(2)] for _ in range(2)],
    }


@given(rounds())
def test_a_round_nets_the_same_in_engine_and_loop(drawn: dict[str, Any]) -> None:
    under = terms("packs-poker", drawn["submission"])
    stakes = {line: stake for line, stake in zip(LINES, drawn["stakes"], strict=False) if stake}
    meters = {}
    for bonus, (main, secondary) in zip(("five_card", "seven_card"), drawn["meters"], strict=True):
        if bonus in under.submission.progressive:
            saved = under.submission.meter(bonus).reset_rate
            meters[bonus] = {"main": main, **({"secondary": secondary} if saved else {})}
    played = play_round(
        {
            "game": "packs-poker",
            "submission": drawn["submission"],
            "seats": {str(n): stakes for n in range(1, len(drawn["players"]) + 1)},
            "hands": {
                **{str(n): CARDS.text(cards) for n, cards in enumerate(drawn["players"], 1)},
                "dealer": CARDS.text(drawn["dealer"]),
            },
            "packs": [CARDS.text(cards) for cards in drawn["packs"]],
            **({"meters": meters} if meters else {}),
        }
    ).report
    own = np.array(
        [
            [*(meters.get(bonus, {}).get(name, 0) for name in ("main", "secondary")), 0, 0]
            for bonus in ("five_card", "seven_card")
        ],
        np.int64,
    )
    net = settled(
        np.array([mask(cards) for cards in drawn["players"]], np.int64),
        mask(drawn["dealer"]),
        np.array([mask(cards) for cards in drawn["packs"]], np.int64),
        np.array(drawn["stakes"], np.int64),
        sim.posted(under, stakes),
        sim.house(under, len(drawn["players"]), stakes),
        own,
    )
    for row in played.settled:
        assert net[row.seat - 1, LINES.index(row.wager)] == row.pays + row.returned - row.stake, row
    assert {str(n): int(won) for n, won in enumerate(net.sum(axis=1), 1)} == played.net
    for number, bonus in enumerate(("five_card", "seven_card")):
        for place, name in enumerate(("main", "secondary")):
            if name in meters.get(bonus, {}):
                assert own[number, place] == played.meters[bonus][name]


@pytest.mark.parametrize("bonus", HANDS)
def test_there_is_a_hand_of_each_kind(bonus: str) -> None:
    for kind, text in enumerate(HANDS[bonus]):
        if text:
            cards = hand(text)
            found = sim.five_card_kind(cards) if bonus == "five_card" else sim.seven_card_kind(cards, poker_rank(cards))
            assert found == kind
    assert len(HANDS[bonus]) == KINDS


def test_bonuses_come_near_their_odds() -> None:
    under = terms("packs-poker", {"five_card": "E", "seven_card": "A"})
    stakes = {"five_card_1": 1000, "seven_card_2": 1000}
    simulation = Simulation(under, strategy="best", seats=2, stakes=stakes, seed=8, workers=Threads(), progress=unseen)
    *_, run = simulation.runs(400_000, 0, None)
    five, seven, _ = simulation.lines(run)
    exact = count_tables(Filed(under), workers=Threads()).documents
    for line, wager in ((five, "five_card"), (seven, "seven_card")):
        counts = next(one for one in exact if one.wager == wager)
        for row in counts.outcomes:
            share = row.ways / counts.total
            expected = share * 800_000
            if expected > 50:
                seen = line.outcomes[row.outcome]
                assert abs(seen - expected) < 4 * (2 * expected) ** 0.5, row  # two seats share the pack


@pytest.mark.slow
@pytest.mark.parametrize("election", ["lose", "push"])
def test_the_packs_bet_comes_near_its_exact_value(election: str) -> None:
    under = terms("packs-poker", {"no_pair_win": election})
    (solution,) = solve.solutions(under, Threads(), unseen)
    simulation = Simulation(
        under, strategy="best", seats=1, stakes={"pack_1": 100}, seed=9, workers=Threads(), progress=unseen
    )
    *_, run = simulation.runs(4_000_000, 0, None)
    (line,) = simulation.lines(run)
    assert abs(float(line.house_edge + Fraction(solution.measures.ev))) < 4 * line.se


def test_a_meter_grows_and_is_reset_over_a_chunk() -> None:
    """A seat that bets on every pack: after a diamond royal the next pack pays the meter as it was reset."""
    under = terms("packs-poker", {"five_card": "progressive:A", "five_card_reset": 700_000})
    stakes = dict.fromkeys(("five_card_1", "five_card_2", "five_card_3"), 500)
    meters = np.array([[1_000_000, 0, 0, 0], [0, 0, 0, 0]], np.int64)
    net = settled(
        np.array([hand("Ad Kd Qd Jd Td")], np.int64),
        hand("2c 3c 4c 5c 7c"),
        np.array([hand("2d 3d"), hand("4d 5d"), hand("6d 7d")], np.int64),
        np.array([stakes.get(line, 0) for line in LINES[:ALL]], np.int64),
        sim.posted(under, stakes),
        sim.house(under, 1, stakes),
        meters,
    )
    assert net[0, [1, 4, 7]].tolist() == [1_000_015 - 500, 700_000 - 500, 700_000 - 500]
    assert meters[0, 0] == 700_000
