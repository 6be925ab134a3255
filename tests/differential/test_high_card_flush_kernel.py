"""The loop that simulates High Card Flush pays the same cents as the engine, for the same deal and decisions."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, mask
from nomorebets.games.high_card_flush.maths import sim
from nomorebets.games.high_card_flush.maths.sim import (
    ALL,
    LINES,
    House,
    Posted,
    ante_and_raise,
    settle_sides,
    straight_flush_kind,
)
from nomorebets.games.high_card_flush.rules import raise_limit
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.ranking.flush import flush_rank, flush_size
from nomorebets.rounds.file import play_round
from nomorebets.sim.tally import Counts

submissions = st.fixed_dictionaries(
    {
        "flush_bonus": st.sampled_from("ADEK"),
        "straight_flush_bonus": st.sampled_from("ABF"),
        "progressive": st.sampled_from("ABCD"),
        "four_card_row": st.sampled_from(("printed", "shifted")),
        "folded_progressive": st.sampled_from(("not_eligible", "eligible")),
        "progressive_order": st.sampled_from(sim.ORDERS),
        "bonus_maximum": st.sampled_from((None, 5_000, 20_000)),
        "bonus_maximum_per": st.sampled_from(("round", "hand")),
        "reset_minimum": st.sampled_from((0, 500_000)),
    }
)
# Few ranks of a suit make long flushes, straight ones too; all 52 cards make ordinary hands.
decks = st.sampled_from((range(52), range(26), (*range(13), *range(13, 20), *range(26, 33), *range(39, 46))))


@compiled
def settled(
    hands: Counts, raised: Counts, dealer: int, stakes: Counts, posted: Posted, house: House, meters: Counts
) -> Counts:
    net = np.zeros((len(hands), ALL), np.int64)
    counts = np.zeros(sim.NOT_ELIGIBLE + 1, np.int64)
    held = np.zeros((len(hands), 3), np.int64)
    for seat in range(len(hands)):
        rank = flush_rank(hands[seat])
        net[seat, 0] = ante_and_raise(rank, flush_rank(dealer), raised[seat], stakes[0], counts)
        held[seat] = raised[seat], rank >> 13, straight_flush_kind(hands[seat], house.suit)
    settle_sides(held, stakes, posted, house, meters, net, counts)
    return net


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    deck = draw(decks)
    seats = draw(st.integers(1, min(3, len(deck) // 7 - 1)))
    cards = draw(st.permutations(deck))[: 7 * (seats + 1)]
    hands = [tuple(cards[7 * n : 7 * n + 7]) for n in range(seats + 1)]
    return {
        "submission": draw(submissions),
        "hands": hands,
        "raised": [draw(st.integers(0, raise_limit(flush_size(mask(hand))))) for hand in hands[:-1]],
        "stakes": [
            draw(st.sampled_from((500, 1500))),
            draw(st.sampled_from((0, 700))),
            draw(st.sampled_from((0, 300))),
            draw(st.sampled_from((0, 100))),
        ],
        "meters": [draw(st.integers(0, 3_000_000)), draw(st.integers(0, 100_000))],
    }


@given(rounds())
def test_a_round_nets_the_same_in_engine_and_loop(drawn: dict[str, Any]) -> None:
    *players, dealer = drawn["hands"]
    stakes = {line: stake for line, stake in zip(LINES, drawn["stakes"], strict=False) if stake}
    actions = [
        {"seat": seat, "do": "raise", "amount": antes * stakes["ante"]} if antes else {"seat": seat, "do": "fold"}
        for seat, antes in enumerate(drawn["raised"], 1)
    ]
    played = play_round(
        {
            "game": "high-card-flush",
            "submission": drawn["submission"],
            "seats": {str(seat): stakes for seat in range(1, len(players) + 1)},
            "hands": {
                **{str(n): CARDS.text(cards) for n, cards in enumerate(players, 1)},
                "dealer": CARDS.text(dealer),
            },
            "actions": actions,
            "meters": {"progressive": {"main": drawn["meters"][0], "secondary": drawn["meters"][1]}},
        }
    ).report
    posted = terms("high-card-flush", drawn["submission"])
    meters = np.array(drawn["meters"], np.int64)
    net = settled(
        np.array([mask(cards) for cards in players], np.int64),
        np.array(drawn["raised"], np.int64),
        mask(dealer),
        np.array(drawn["stakes"], np.int64),
        sim.posted(posted, stakes),
        sim.house(posted, len(players), stakes),
        meters,
    )
    assert {str(n): int(won) for n, won in enumerate(net.sum(axis=1), 1)} == played.net
    if "progressive" in stakes:
        assert dict(zip(("main", "secondary"), meters.tolist(), strict=True)) == played.meters["progressive"]
    for row in played.settled:
        if row.wager in LINES[1:]:
            won = row.pays + row.returned - row.stake
            assert net[row.seat - 1, LINES.index(row.wager)] == won, row
