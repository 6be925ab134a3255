"""A simulation: chunks of rounds, each on its own stream, added up in their order.

The same game, submission, strategy, number of rounds and seed give the same result on one thread, on many, on a
cluster, and after an interruption, because a chunk depends on nothing but its number.
"""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.machine.files import check_ends
from nomorebets.machine.workers import Workers
from nomorebets.sim.stream import stream
from nomorebets.sim.tally import Counts, Layout, Line

CHUNK = 1 << 20  # rounds
MOST_ROUNDS = 10**15  # some months of work for the fastest loop
MOST_SEED = 2**63 - 1


def check_seed(seed: int) -> None:
    """Refuse a seed that a document cannot hold."""
    if not -MOST_SEED <= seed <= MOST_SEED:
        raise BadInput(f"{seed} cannot be a seed; it is from -{MOST_SEED} to {MOST_SEED}")


class Kernel(NamedTuple):
    """A game's compiled loop with the numbers of one submission and strategy."""

    play: Callable[..., Counts]  # takes a stream, a number of rounds and the parameters; stands in a module
    parameters: tuple[Any, ...]
    layout: Layout


class Run(Struct, frozen=True):
    """How far a simulation has come: chunks, rounds, and everything counted in them."""

    what: str  # all that the result depends on, so that no other run goes on from here
    seed: int
    chunks: int = 0
    rounds: int = 0
    tally: tuple[int, ...] = ()

    def after(self, rounds: int, tally: Counts) -> "Run":
        """With one more chunk, in Python's numbers, which never overflow."""
        before = self.tally or (0,) * len(tally)
        summed = tuple(old + int(new) for old, new in zip(before, tally, strict=True))
        return Run(self.what, self.seed, self.chunks + 1, self.rounds + rounds, summed)


def chunk(play: Callable[..., Counts], parameters: tuple[Any, ...], seed: int, number: int, rounds: int) -> Counts:
    """What comes of one chunk; a function that stands in a module is sent elsewhere by its name alone."""
    return play(stream(seed, number), rounds, *parameters)


def chunk_sizes(rounds: int | None, first: int) -> Iterator[tuple[int, int]]:
    """Chunks still to be played, by number and rounds; without end if no number of rounds is given."""
    for number in count(first):
        left = CHUNK if rounds is None else min(CHUNK, rounds - number * CHUNK)
        if left <= 0:
            return
        yield number, left


def simulate(kernel: Kernel, run: Run, rounds: int | None, workers: Workers) -> Iterator[Run]:
    """The run after each further chunk, whatever the order in which they are done."""
    early: dict[int, tuple[int, Counts]] = {}
    common = (kernel.play, kernel.parameters, run.seed)
    for (number, size), tally in workers.each(chunk, chunk_sizes(rounds, run.chunks), common):
        early[number] = size, tally
        while run.chunks in early:
            run = run.after(*early.pop(run.chunks))
            yield run


def lines(kernel: Kernel, run: Run) -> tuple[Line, ...]:
    return kernel.layout.read(run.rounds, run.tally)


def resume(place: Path, fresh: Run, rounds: int | None) -> Run:
    """The run that was left at a place, if it is the same one and no longer; a fresh one if there is none."""
    if not place.exists():
        save_run(place, fresh)  # a place that cannot be written is refused before the work, not after it
        return fresh
    try:
        check_ends(place)
        run = msgspec.json.decode(place.read_bytes(), type=Run)
    except (msgspec.DecodeError, OSError) as error:
        raise BadInput(f"{place} holds no simulation to go on with: {error}") from None
    if (run.what, run.seed) != (fresh.what, fresh.seed):
        raise BadInput(f"{place} holds another simulation: {run.what}, seed {run.seed}; this is {fresh.what}")
    if rounds is not None and run.rounds > rounds:
        raise BadInput(f"{place} holds {run.rounds} rounds already, more than {rounds}")
    return run


def save_run(place: Path, run: Run) -> None:
    """Keep a run whole: the old file stands until the new one is complete.

    A chunk that was cut short at the end is not kept: a longer run must play it whole.
    """
    if run.rounds < run.chunks * CHUNK:
        return
    beside = place.with_name(place.name + ".new")
    try:
        beside.write_bytes(msgspec.json.encode(run))
        beside.replace(place)
    except OSError as error:
        raise BadInput(f"{place} cannot be written: {error.strerror}") from None
