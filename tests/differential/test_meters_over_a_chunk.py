"""Meters that grow with every round and are won and reset: the loop and the engine, round after round of one stream."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.games.high_card_flush.maths import sim as flush_sim
from nomorebets.games.packs_poker.maths import sim as packs_sim
from nomorebets.games.packs_poker.submission import BONUSES, PACKS
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Threads, unseen
from nomorebets.ranking.flush import SUIT, flush_rank
from nomorebets.rounds.file import play_round
from nomorebets.sim import strategy
from nomorebets.sim import stream as streams
from nomorebets.sim.stream import NO_CARD, Stream, drawn, stream
from nomorebets.sim.tally import NET, Counts, whole

SEATS = 6

rules(streams)


@compiled
def dealt(state: Stream, rounds: int, sizes: Counts) -> Counts:
    """Hands of these sizes for every round, drawn as the loops draw them."""
    hands = np.zeros((rounds, len(sizes)), np.int64)
    for played in range(rounds):
        gone = NO_CARD
        for place in range(len(sizes)):
            hands[played, place] = drawn(state, gone, sizes[place])
            gone |= hands[played, place]
    return hands


def deals(seed: int, rounds: int, sizes: tuple[int, ...]) -> Iterator[list[int]]:
    hands: list[list[int]] = dealt(stream(seed, 0), rounds, np.array(sizes)).tolist()
    yield from hands


def text(cards: int) -> str:
    return CARDS.text([card for card in CARDS.all if cards >> card & 1])


def played_on(script: dict[str, Any], meters: dict[str, Any]) -> tuple[dict[str, int], dict[str, Any]]:
    """What the engine pays on each wager of a round, and the meters after it."""
    report = play_round({**script, "meters": meters}).report
    won: dict[str, int] = {}
    for row in report.settled:
        won[row.wager] = won.get(row.wager, 0) + row.pays + row.returned - row.stake
    return won, report.meters


def seats(stakes: dict[str, int]) -> dict[str, dict[str, int]]:
    return {str(seat): stakes for seat in range(1, SEATS + 1)}


def numbered(hands: list[int]) -> dict[str, str]:
    return {str(seat): text(cards) for seat, cards in enumerate(hands, 1)}


def hits(before: dict[str, int], after: dict[str, int]) -> bool:
    return after["main"] < before["main"]


OWN = strategy.read("own.toml", '[[line]]\nfrom = "Td 8d 6d"\nantes = "most"\n\n[[line]]\nantes = 0')


@pytest.mark.clause("high-card-flush:38.11(f)", "high-card-flush:38.12(d)")
def test_high_card_flush_wins_a_tenth_of_its_meter_and_all_of_it() -> None:
    submission = {"progressive": "C", "reset_minimum": 400_000}
    under, stakes, rounds, seed = terms("high-card-flush", submission), {"ante": 500, "progressive": 100}, 300, 14419
    kernel = flush_sim.kernel(under, OWN, SEATS, stakes, Threads(1), unseen)
    _, raises, placed, posted, house = kernel.parameters
    own, sums = np.array([900_000, 7_000], np.int64), np.zeros(kernel.layout.size, np.int64)
    held, net = np.zeros((SEATS, 3), np.int64), np.zeros((SEATS, flush_sim.ALL), np.int64)
    flush_sim.loop(stream(seed, 0), rounds, SEATS, raises, placed, posted, house, held, net, own, sums)

    meters = {"progressive": {"main": 900_000, "secondary": 7_000}}
    won, falls = dict.fromkeys(stakes, 0) | {"raise": 0}, []
    for dealer, *players in deals(seed, rounds, (7,) * (1 + SEATS)):
        antes = [int(raises[flush_rank(cards) & SUIT]) for cards in players]
        actions = [
            {"seat": seat, "do": "raise", "amount": 500 * raised} if raised else {"seat": seat, "do": "fold"}
            for seat, raised in enumerate(antes, 1)
        ]
        script = {
            "game": "high-card-flush",
            "submission": submission,
            "seats": seats(stakes),
            "hands": {**numbered(players), "dealer": text(dealer)},
            "actions": actions,
        }
        before = meters["progressive"]
        on_wagers, meters = played_on(script, meters)
        for wager, amount in on_wagers.items():
            won[wager] += amount
        if hits(before, meters["progressive"]):
            falls.append(meters["progressive"]["secondary"])
    assert sorted(saved > 0 for saved in falls) == [False, True]  # what is saved goes to the meter that was won whole
    assert own.tolist() == [meters["progressive"]["main"], meters["progressive"]["secondary"]]
    assert whole(sums, flush_sim.MAIN, NET) == won["ante"] + won["raise"]
    assert whole(sums, flush_sim.METERED, NET) == won["progressive"]


@pytest.mark.clause("packs-poker:43.12(d)", "packs-poker:43.12(e)")
def test_packs_poker_wins_all_of_one_meter_on_three_packs_and_a_tenth_of_the_other() -> None:
    submission = {
        "five_card": "progressive:A",
        "seven_card": "progressive:A",
        "five_card_reset_rate": 3,
        "five_card_reset": 250_000,
        "seven_card_reset_rate": 2,
    }
    stakes = {f"{bonus}_{number}": 500 for bonus in BONUSES for number in PACKS}
    under, rounds, seed = terms("packs-poker", submission), 200, 19888
    _, placed, pays, house = packs_sim.kernel(under, "best", SEATS, stakes, Threads(1), unseen).parameters
    own = np.array([[800_000, 9_000, 0, 0], [6_000_000, 0, 0, 0]], np.int64)
    sums = np.zeros(packs_sim.SIZE, np.int64)
    packs_sim.loop(stream(seed, 0), rounds, placed, pays, house, packs_sim.nothing_held(SEATS), own, sums)

    meters = {"five_card": {"main": 800_000, "secondary": 9_000}, "seven_card": {"main": 6_000_000, "secondary": 0}}
    won, falls = dict.fromkeys(stakes, 0), []
    for dealer, *others in deals(seed, rounds, (5,) * (1 + SEATS) + (2,) * len(PACKS)):
        script = {
            "game": "packs-poker",
            "submission": submission,
            "seats": seats(stakes),
            "hands": {**numbered(others[:SEATS]), "dealer": text(dealer)},
            "packs": [text(pack) for pack in others[SEATS:]],
        }
        before = meters
        on_wagers, meters = played_on(script, meters)
        for wager, amount in on_wagers.items():
            won[wager] += amount
        falls += [bonus for bonus in BONUSES if hits(before[bonus], meters[bonus])]
    assert sorted(falls) == ["five_card", "seven_card"]
    assert own.tolist() == [[meters[bonus]["main"], meters[bonus]["secondary"], 0, 0] for bonus in BONUSES]
    for line, wager in enumerate(packs_sim.LINES[: packs_sim.ALL]):
        if wager in stakes:
            assert whole(sums, line, NET) == won[wager], wager
