"""Everything that `nmb bench` measures: simulated rounds, ranked hands, rounds of the engine."""

import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
from msgspec import Struct

from nomorebets.bench import c, peers
from nomorebets.bench.engine import Rounds
from nomorebets.bench.measure import Machine, Row, Work, beside, enough, machine, rate
from nomorebets.equipment.tiles import TILES
from nomorebets.figures.simulation import Simulation
from nomorebets.games.registry import KEYS, house_terms, known, terms
from nomorebets.machine.workers import Progress, Threads, unseen
from nomorebets.odds import batch
from nomorebets.odds.maths import maths, simulator
from nomorebets.sim.run import Kernel, chunk
from nomorebets.sim.stream import stream

PLAIN_C = "plain C"
SEED = 1
HANDS = 1 << 16
FOR_PEERS = 1 << 9  # hands that other libraries are given, again and again
ALIKE = 10_000  # rounds in which the loop in C has to come to the same tally
PARTS = 4  # for each core
MOST_SEATS = 6


class Document(Struct, frozen=True):
    """What was measured, on what machine, and what could not be compared."""

    machine: Machine
    simulation: tuple[Row, ...]
    ranking: tuple[Row, ...]
    engine: tuple[Row, ...]
    left_out: tuple[str, ...]

    def rows(self, section: str) -> tuple[Row, ...]:
        return {"simulation": self.simulation, "ranking": self.ranking, "engine": self.engine}[section]


def measured(key: str | None = None, progress: Progress = unseen) -> Document:
    """Measure everything, or the rounds of one game and all rankings."""
    keys = KEYS if key is None else (known(key),)
    left_out = [reason] if (reason := c.missing()) else []
    evaluators = installed(peers.EVALUATORS, lambda make: make(some_hands(FOR_PEERS, 7)), left_out)
    players = installed(peers.PLAYERS, lambda make: make(Random(SEED)), left_out)
    sections = (simulations(keys, players), rankings(evaluators), engine_rounds(keys, players))
    rows = []
    for number, section in enumerate(sections):
        progress(number, len(sections))
        rows.append(tuple(section))
    simulated, ranked, played = rows
    return Document(machine(), simulated, ranked, played, tuple(dict.fromkeys(left_out)))


def installed(
    libraries: "dict[str, Callable[..., Work]]", made: Callable[[Callable[..., Work]], Work], left_out: list[str]
) -> dict[str, Work]:
    """Those libraries that can be imported, ready to work; the others are named."""
    ready = {}
    for name, make in libraries.items():
        try:
            ready[name] = made(make)
        except ImportError:
            left_out.append(f"{name} is not installed")
    return ready


# --- Simulation ------------------------------------------------------------------------------------------------------


def simulations(keys: tuple[str, ...], players: dict[str, Work]) -> Iterator[Row]:
    """Rounds of every game that has a loop: its main wager alone, then all wagers."""
    for key in keys:
        if not maths(key).simulator:
            continue
        posted = house_terms(key)
        strategies = simulator(key).strategies
        strategy = "simple" if "simple" in strategies else strategies[0]
        everything = {wager.name: least for wager, least, _, _ in posted.wagers}
        done: list[dict[str, int]] = []
        for stakes in ({}, everything):
            prepared = Simulation(
                posted, strategy=strategy, seats=1, stakes=stakes, seed=SEED, workers=Threads(), progress=unseen
            )
            if prepared.stakes not in done:
                what = f"{posted.game.name}, {'all wagers' if prepared.stakes == everything else 'main wager'}"
                yield simulation(what, key, prepared.kernel, {} if done else players)
            done.append(prepared.stakes)


def simulation(what: str, key: str, kernel: Kernel, players: dict[str, Work]) -> Row:
    def ours(count: int) -> None:
        chunk(kernel.play, kernel.parameters, SEED, 0, count)

    times = {}
    in_c = c.rounds(key, kernel)
    if in_c:
        alike = chunk(kernel.play, kernel.parameters, SEED, 0, ALIKE) == in_c(stream(SEED, 0), ALIKE)
        assert alike.all(), f"the loop of {key} in C does not come to the same tally"
        played = in_c
        times[PLAIN_C] = beside(ours, lambda count: played(stream(SEED, 0), count))
    times |= {name: beside(ours, theirs) for name, theirs in players.items()}
    return Row(what, "rounds", rate(ours), on_all_cores(kernel, enough(ours)), times)


def on_all_cores(kernel: Kernel, count: int) -> float:
    """Rounds in a second by the clock on the wall, with a thread on every core."""
    hired = Threads()
    parts = [(kernel.play, kernel.parameters, SEED, number, count) for number in range(PARTS * hired.count)]
    start = time.perf_counter()
    for _ in hired.each(chunk, parts):
        pass
    return len(parts) * count / (time.perf_counter() - start)


# --- Ranking ---------------------------------------------------------------------------------------------------------


def some_hands(count: int, cards: int, deck: int = 52) -> list[tuple[int, ...]]:
    chance = Random(SEED)
    return [tuple(chance.sample(range(deck), cards)) for _ in range(count)]


def as_bits(hands: list[tuple[int, ...]]) -> batch.Hands:
    return np.array([sum(1 << card for card in hand) for hand in hands], np.int64)


def rankings(evaluators: dict[str, Work]) -> Iterator[Row]:
    """Hands ranked by every batch evaluator, from arrays of hands at random."""
    seven, five = as_bits(some_hands(HANDS, 7)), as_bits(some_hands(HANDS, 5))
    joker, three = as_bits(some_hands(HANDS, 7, 53)), as_bits(some_hands(HANDS, 3, 53))
    ones, others = np.array(some_hands(HANDS, 2, len(TILES.names)), np.int64).T.copy()
    yield ranking("poker_rank", "seven cards", lambda: batch.poker_rank(seven), seven, evaluators)
    yield ranking("poker_rank", "five cards", lambda: batch.poker_rank(five), five)
    yield ranking("flush_rank", "seven cards", lambda: batch.flush_rank(seven), seven)
    yield ranking("straight_flush_size", "seven cards", lambda: batch.straight_flush_size(seven))
    yield ranking("wild_flush_rank", "seven cards", lambda: batch.wild_flush_rank(seven, 0))
    yield ranking("joker_rank", "seven cards", lambda: batch.joker_rank(joker))
    yield ranking("three_card_kind", "three cards", lambda: batch.three_card_kind(three))
    yield ranking("tile_hand_rank", "two tiles", lambda: batch.tile_hand_rank(ones, others))


def ranking(
    name: str,
    of: str,
    ours: Callable[[], batch.Ranks],
    hands: batch.Hands | None = None,
    evaluators: dict[str, Work] | None = None,
) -> Row:
    def again(count: int) -> None:
        for _ in range(count):
            ours()

    times = {}
    in_c = c.ranks(name) if hands is not None else None
    if in_c and hands is not None:
        assert (ours() == in_c(hands)).all(), f"{name} in C does not come to the same ranks"
        ranked, dealt = in_c, hands
        times[PLAIN_C] = beside(again, lambda count: [ranked(dealt) for _ in range(count)])
    times |= {library: HANDS * beside(again, theirs) for library, theirs in (evaluators or {}).items()}
    return Row(f"{name}, {of}", "hands", HANDS * rate(again), None, times)


# --- Engine ----------------------------------------------------------------------------------------------------------


def engine_rounds(keys: tuple[str, ...], players: dict[str, Work]) -> Iterator[Row]:
    """Whole rounds of every game through the engine, the table as full as six seats make it."""
    first = Rounds(terms(keys[0]), 1).play
    times = {name: beside(first, theirs) for name, theirs in players.items()}
    yield Row(f"{terms(keys[0]).game.name}, 1 seat", "rounds", rate(first), None, times)
    for key in keys:
        posted = terms(key)
        seats = min(MOST_SEATS, posted.submission.positions)
        yield Row(f"{posted.game.name}, {seats} seats", "rounds", rate(Rounds(posted, seats).play))
