"""Full six-seat rounds of High Card Flush through legal, decide and evolve, per second.

Run with `python benchmarks/engine.py`.  The second line is the same loop with a bonus wager at every seat.
"""

import random
import sys
import time
from collections.abc import Iterator
from statistics import median

from msgspec.structs import replace

from nomorebets.games.registry import terms
from nomorebets.table.actions import Action, Bet, NoMoreBets, Shuffle, Sit
from nomorebets.table.card_table import faultless
from nomorebets.table.engine import decide, duty, legal, open_table, play, replay
from nomorebets.table.state import Phase, Table

SEATS = range(1, 7)
ANTE = 1000


def routine(table: Table, stacks: Iterator[tuple[int, ...]]) -> Table:
    """The dealer's duties until it is for the players to act."""
    while offer := duty(table):
        action: Action = offer.action
        action = replace(action, stack=next(stacks)) if isinstance(action, Shuffle) else faultless(table, action)
        table, _ = play(table, action)
    return table


def opened(stacks: Iterator[tuple[int, ...]], submission: dict[str, object]) -> Table:
    table, _ = open_table(terms("high-card-flush", submission))
    table = routine(table, stacks)
    for seat in SEATS:
        table, _ = play(table, Sit(seat, f"player {seat}"))
    return routine(table, stacks)


def one_round(table: Table, stacks: Iterator[tuple[int, ...]], chance: random.Random, bets: list[Bet]) -> Table:
    table = routine(table, stacks)
    for bet in bets:
        table, _ = play(table, bet)
    table, _ = play(table, NoMoreBets())
    table = routine(table, stacks)
    for seat in SEATS:
        raised, folded = (offer.action for offer in legal(table, seat)[:2])
        table = replay(table, decide(table, raised if chance.random() < 0.68 else folded))
    return routine(table, stacks)


def measure(rounds: int, submission: dict[str, object], wagers: dict[str, int]) -> float:
    chance = random.Random(7)
    stacks = iter([tuple(chance.sample(range(52), 52)) for _ in range(rounds + 2)])  # chance is an input, not measured
    table = opened(stacks, submission)
    bets = [Bet(seat, wager, amount) for seat in SEATS for wager, amount in wagers.items()]
    start = time.perf_counter()
    for _ in range(rounds):
        table = one_round(table, stacks, chance, bets)
    assert table.phase == Phase.BETTING
    return rounds / (time.perf_counter() - start)


def report(name: str, submission: dict[str, object], wagers: dict[str, int], batches: int) -> None:
    """Many short batches, because the machine is seldom alone: the best one is nearest to the program's own speed."""
    rates = [measure(200, submission, wagers) for _ in range(batches)]
    print(f"{name:26} best {max(rates):7,.0f}   median {median(rates):7,.0f} rounds/s")


if __name__ == "__main__":
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    report("ante and raise", {}, {"ante": ANTE}, batches)
    report("with a flush bonus", {"flush_bonus": "A"}, {"ante": ANTE, "flush_bonus": 500}, batches)
