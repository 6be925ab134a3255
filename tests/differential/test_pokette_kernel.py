"""The loop that simulates Pokette pays the same cents as the engine, for the same spins and wagers."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.equipment.wheel import WHEEL, rank, suit
from nomorebets.figures.simulation import Simulation
from nomorebets.games.pokette.maths import sim
from nomorebets.games.pokette.maths.odds import TOTAL, outcomes
from nomorebets.games.pokette.maths.sim import ALL, WAGERS, Board
from nomorebets.games.pokette.rules import HANDS, completing
from nomorebets.games.pokette.script import SELECTED_BY
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.rounds.file import play_round
from nomorebets.sim.tally import Counts


@compiled
def settled(posted: int, cards: Counts, board: Board) -> Counts:
    net = np.zeros((len(cards), ALL), np.int64)
    sums = np.zeros(sim.SIZE, np.int64)
    for spin in range(len(cards)):
        for wager in board.wagers:
            net[spin, wager] = sim.settled(wager, posted, cards[spin], board, sums)
        posted = sim.next_place(posted, cards[spin])
    return net


def named(wager: str, cards: tuple[int, ...]) -> dict[str, str]:
    """A selection as round files write it."""
    match SELECTED_BY.get(wager):
        case "cards":
            return {"cards": WHEEL.text(cards)}
        case "rank":
            return {"rank": RANKS[rank(cards[0])]}
        case "ranks":
            return {"ranks": " ".join(RANKS[one] for one in {rank(card) for card in cards})}
        case "suit":
            return {"suit": SUITS[suit(cards[0])]}
    return {}


# Few cards make hands; all of them make jokers and strangers.
cards = st.sampled_from((tuple(WHEEL.all), (0, 1, 2, 13, 14), (10, 11, 12, 25, 52))).flatmap(
    lambda some: st.lists(st.sampled_from(some), min_size=1, max_size=6)
)


@given(
    cards,
    st.dictionaries(st.sampled_from(WAGERS), st.sampled_from((100, 250)), min_size=1),
    st.integers(1, 3),
    st.sampled_from(
        (
            {},
            {"odds": {"red": 2, "straight_open": 6, "single_card": 53}},
            {"odds": {"red": "3/2", "straight_open": "17/3", "single_card": "101/2"}},
            {"joker_straight_up": "allowed"},
            {"pair_in_two_on": "last_posted_card"},
        )
    ),
)
def test_spins_net_the_same_in_engine_and_loop(
    spun: list[int], stakes: dict[str, int], seats: int, submission: dict[str, Any]
) -> None:
    under = terms("pokette", submission)
    spins = []
    stand: tuple[int, ...] = ()
    for card in spun:
        wagers = [
            {"seat": seat, "wager": wager, "amount": stake, **named(wager, sim.selected(under, wager, seat - 1))}
            for seat in range(1, seats + 1)
            for wager, stake in stakes.items()
            if wager not in HANDS or completing(wager, stand, under.submission.pair_in_two_on)
        ]
        spins.append({"wagers": wagers, "result": WHEEL.names[card] if card < 52 else f"Jo{card - 51}"})
        stand = () if len(stand) == 2 else (*stand, card)
    seated: dict[str, Any] = {str(seat): {} for seat in range(1, seats + 1)}
    script = {"game": "pokette", "submission": submission, "seats": seated, "spins": spins}
    played = play_round(script).report
    net = settled(0, np.array(spun, np.int64), sim.laid(under, seats, stakes))
    won = np.zeros((len(spun), ALL), np.int64)
    for row in played.settled:
        assert row.spin is not None
        won[row.spin - 1, WAGERS.index(row.wager)] += row.pays + row.returned - row.stake
    assert net.tolist() == won.tolist()
    assert net.sum() == sum(played.net.values())


def test_every_wager_comes_near_its_odds() -> None:
    under = terms("pokette")
    simulation = Simulation(under, strategy="best", seats=1, stakes={}, seed=4, workers=Threads(1), progress=unseen)
    *_, run = simulation.runs(1_000_000, 0, None)
    *lines, every = simulation.lines(run)
    assert [line.name for line in lines] == list(WAGERS)
    assert every.placed == sum(line.placed for line in lines)
    for line in lines:
        table = under.posted[line.name]
        assert table is not None
        rows = outcomes(table)
        for name, ways in rows.items():
            say = f"{name}, " if len(rows) > 1 else ""
            won, lost = line.outcomes[f"{say}win"], line.outcomes[f"{say}lose"]
            share = ways / TOTAL
            assert abs(won - share * (won + lost)) < 4 * (share * (1 - share) * (won + lost)) ** 0.5, name


def test_a_wager_may_be_simulated_alone() -> None:
    stakes = {"pair_in_two": 500}
    under = terms("pokette")
    simulation = Simulation(under, strategy="best", seats=2, stakes=stakes, seed=4, workers=Threads(1), progress=unseen)
    *_, run = simulation.runs(30_000, 0, None)
    (line,) = simulation.lines(run)
    assert line.name == "pair_in_two"
    assert abs(sum(line.outcomes.values()) / 60_000 - 52 / 54 / 3) < 0.01  # one spin of three, and no joker posted
