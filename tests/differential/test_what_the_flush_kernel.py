"""The loop that simulates What The Flush pays and decides as the engine and the exact count do, for the same deal."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from nomorebets.equipment.cards import CARDS, mask
from nomorebets.figures.odds import count_tables
from nomorebets.figures.simulation import Simulation
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush.maths import sim, solve
from nomorebets.games.what_the_flush.maths.sim import (
    ALL,
    FLUSH,
    LINES,
    MAIN,
    STRAIGHT,
    Looked,
    Scratch,
    Strategy,
    scratch,
)
from nomorebets.games.what_the_flush.maths.solve import RECKONED
from nomorebets.games.what_the_flush.rules import play_limit, reading_of
from nomorebets.licence.filing import Filed
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.ranking.wild import flush_rank, flush_size, length, wild_twos
from nomorebets.rounds.file import play_round
from nomorebets.sim.paying import Paid
from nomorebets.sim.stream import stream
from nomorebets.sim.tally import Counts

against = compiled(solve.against)
submissions = st.fixed_dictionaries(
    {
        "bonus_hands": st.sampled_from(("wild_twos", "not_consecutive", "natural_twos")),
        "straight_flush_rank": st.sampled_from(("above_flush", "as_flush")),
        "wild_two_rank": st.sampled_from(("highest_missing", "two")),
        "odds": st.sampled_from(({}, {"Five Card Flush": 5, "Four Card Straight Flush": 7})),
    }
)
# Few ranks of a suit and all twos make long flushes, straight ones too; all 52 cards make ordinary hands.
decks = st.sampled_from((range(52), (*range(13), 13, 26, 39, 14, 27, 40, 20, 33, 46), (*range(26), 26, 39)))


@compiled
def settled(hands: Counts, antes: Counts, dealer: int, stakes: Counts, looked: Looked, pays: Paid) -> Counts:
    net = np.zeros((len(hands), ALL), np.int64)
    counts = np.zeros(sim.SIZE, np.int64)
    theirs, _ = sim.best_suit(dealer, wild_twos(dealer), looked.keys)
    for seat in range(len(hands)):
        ours, _ = sim.best_suit(hands[seat], wild_twos(hands[seat]), looked.keys)
        net[seat, MAIN] = sim.ante_and_play(ours >> 12, theirs >> 12, antes[seat], stakes[MAIN], counts)
        for line in (FLUSH, STRAIGHT):
            if stakes[line]:
                net[seat, line] = sim.bonus(hands[seat], line, looked, pays, counts)
    return net


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    deck = draw(decks)
    seats = draw(st.integers(1, min(3, (len(deck) - 8) // 7)))
    cards = draw(st.permutations(deck))
    players = [tuple(cards[8 + 7 * n : 15 + 7 * n]) for n in range(seats)]
    return {
        "submission": draw(submissions),
        "dealer": tuple(cards[:8]),
        "players": players,
        "antes": [draw(st.integers(0, play_limit(flush_size(mask(hand))))) for hand in players],
        "stakes": [
            draw(st.sampled_from((500, 1500))),
            draw(st.sampled_from((0, 700))),
            draw(st.sampled_from((0, 300))),
        ],
    }


@given(rounds())
def test_a_round_nets_the_same_in_engine_and_loop(drawn: dict[str, Any]) -> None:
    dealer, players = drawn["dealer"], drawn["players"]
    stakes = {line: stake for line, stake in zip(LINES, drawn["stakes"], strict=False) if stake}
    actions = [
        {"seat": seat, "do": "play", "amount": antes * stakes["ante"]} if antes else {"seat": seat, "do": "surrender"}
        for seat, antes in enumerate(drawn["antes"], 1)
    ]
    played = play_round(
        {
            "game": "what-the-flush",
            "submission": drawn["submission"],
            "seats": {str(seat): stakes for seat in range(1, len(players) + 1)},
            "hands": {
                **{str(n): CARDS.text(cards) for n, cards in enumerate(players, 1)},
                "dealer": CARDS.text(dealer),
            },
            "actions": actions,
        }
    ).report
    under = terms("what-the-flush", drawn["submission"])
    discarded = dealer[-1] % 13 == 0
    net = settled(
        np.array([mask(cards) for cards in players], np.int64),
        np.array(drawn["antes"], np.int64),
        mask(dealer[:-1] if discarded else dealer),
        np.array(drawn["stakes"], np.int64),
        sim.looked_up(under),
        sim.posted(under, stakes),
    )
    assert {str(n): int(won) for n, won in enumerate(net.sum(axis=1), 1)} == played.net
    for row in played.settled:
        if row.wager in LINES[1:]:
            assert net[row.seat - 1, LINES.index(row.wager)] == row.pays + row.returned - row.stake, row


@compiled
def decided(
    cards: int, exposed: int, keys: NDArray[np.int32], strategy: Strategy, made: Scratch
) -> tuple[int, int, int, int]:
    """What is looked up, what best play puts up, and the dealer's hands that are lower and that are not higher."""
    held = wild_twos(cards)
    key, suit = sim.best_suit(cards, held, keys)
    looked = sim.looked_antes(held, key, suit, exposed, strategy.antes)
    antes = sim.reckoned(cards, held, key, exposed, strategy, made)
    higher = strategy.higher[strategy.number[held, key & solve.SETS - 1]]
    size, suit, place = length(key >> sim.KEY), exposed // 13, exposed % 13 - 1
    lower = sim.dealers_below(size, solve.TWOS - held, suit, place, solve.LOWER, higher, made)
    not_higher = sim.dealers_below(size, solve.TWOS - held, suit, place, solve.NOT_HIGHER, higher, made)
    return looked, antes, lower, not_higher


@given(decks.flatmap(st.permutations), st.integers(0, 3))
def test_a_hand_is_reckoned_as_it_is_counted(deck: list[int], reading: int) -> None:
    cards, exposed = mask(deck[:7]), deck[7]
    ranks = solve.suit_ranks(reading)
    keys = (ranks << sim.KEY | np.arange(solve.SETS)).astype(np.int32)
    rank, held = flush_rank(cards, reading), wild_twos(cards)
    antes = np.zeros((solve.TWOS + 1, solve.SETS, solve.KINDS), np.int8)
    for suit in range(4):
        antes[held, cards >> 13 * suit + 1 & solve.SETS - 1] = RECKONED
    counted = against(ranks, cards, exposed, reading)
    rows, number = sim.undecided(antes)
    strategy = Strategy(antes, number, sim.subsets_too_high(ranks, rows))
    best = solve.antes_played(solve.best(*counted), rank)
    assert decided(cards, exposed, keys, strategy, scratch()) == (RECKONED, best, *counted)


def test_the_bonus_wagers_come_near_their_odds() -> None:
    under = terms("what-the-flush")
    own = sim.by_rank(solve.suit_ranks(reading_of(under.submission)), {})
    stakes = {"ante": 100, "flush_rush": 100, "super_flush_rush": 100}
    placed = np.array([100, 100, 100], np.int64)
    looked, pays = sim.looked_up(under), sim.posted(under, stakes)
    tally = sim.play(stream(5, 0), 1_000_000, 2, placed, 3, own, looked, pays)
    lines = {line.name: line for line in sim.labelled(under).read(1_000_000, tally.tolist())}
    exact = {one.wager: one for one in count_tables(Filed(under), workers=Threads()).documents}
    for wager in ("flush_rush", "super_flush_rush"):
        assert abs(float(lines[wager].house_edge) - exact[wager].house_edge_decimal) < 4 * lines[wager].se
    assert lines["ante"].outcomes == {"surrender": 2_000_000}
    assert lines["all"].net == sum(line.net for name, line in lines.items() if name != "all")


@pytest.mark.slow
def test_best_and_simple_play_come_near_their_exact_value() -> None:
    under = terms("what-the-flush")
    (solution,) = solve.solutions(under, Threads(), unseen)
    exact = {"best": solution.measures.ev, "simple": solution.simple[0].ev}
    for strategy, ev in exact.items():
        simulation = Simulation(
            under, strategy=strategy, seats=2, stakes={"ante": 1000}, seed=3, workers=Threads(), progress=unseen
        )
        *_, run = simulation.runs(5_000_000, 0, None)
        line, *_ = simulation.lines(run)
        assert abs(float(line.house_edge + Fraction(ev))) < 4 * line.se
