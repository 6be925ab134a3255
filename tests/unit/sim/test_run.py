"""A simulation is the same however its chunks are done, and goes on where it was left."""

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nomorebets.errors import BadInput
from nomorebets.machine.workers import Part, Threads, workers
from nomorebets.sim.run import CHUNK, Kernel, Run, chunk_sizes, lines, resume, save_run, simulate
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up

LAYOUT = Layout(("toss", "other"), (("toss", "heads"), ("toss", "tails")))


def play(state: Any, rounds: int, stake: int) -> Counts:
    """One toss of a coin for each chunk: enough to tell chunks apart."""
    tally = np.zeros(LAYOUT.size, np.int64)
    heads = int(state[0]) & 1
    put_up(tally, 0, stake, rounds, 0)
    booked(tally, 0, stake if heads else -stake)
    tally[2 * COLUMNS + 1 - heads] += rounds
    return tally


KERNEL = Kernel(play, (100,), LAYOUT)


class Shuffled:
    """Workers that are done in any order but that of the parts."""

    def each(
        self, function: Callable[..., Any], parts: Iterable[Part], common: Part = ()
    ) -> Iterator[tuple[Part, Any]]:
        waiting = list(parts)
        random.Random(5).shuffle(waiting)
        for part in waiting:
            yield part, function(*common, *part)

    def close(self) -> None:
        """Nothing was set up."""


def whole(workers: Any, rounds: int, start: Run | None = None) -> list[Run]:
    return list(simulate(KERNEL, start or Run("toss", 9), rounds, workers))


def test_chunks_cover_the_rounds_and_the_last_is_shorter() -> None:
    assert list(chunk_sizes(2 * CHUNK + 5, 0)) == [(0, CHUNK), (1, CHUNK), (2, 5)]
    assert list(chunk_sizes(CHUNK, 1)) == []
    endless = chunk_sizes(None, 3)
    assert [next(endless), next(endless)] == [(3, CHUNK), (4, CHUNK)]


@pytest.mark.parametrize("others", [Threads(1), Threads(3), Shuffled()])
def test_the_result_is_the_same_whoever_does_the_chunks(others: Any) -> None:
    runs = whole(others, 20 * CHUNK + 1)
    assert [run.chunks for run in runs] == list(range(1, 22))
    assert runs[-1] == whole(Threads(2), 20 * CHUNK + 1)[-1]
    assert runs[-1].rounds == 20 * CHUNK + 1


def test_lines_read_what_was_counted() -> None:
    (line,) = lines(KERNEL, whole(Threads(1), 9 * CHUNK)[-1])
    assert line.name == "toss"
    assert line.placed == line.staked == 9 * CHUNK * 100
    assert sum(line.outcomes.values()) == 9 * CHUNK
    assert line.house_edge == Fraction(-line.net, line.placed)
    assert line.se > 0


def test_a_run_goes_on_where_it_was_left(tmp_path: Path) -> None:
    place = tmp_path / "run.json"
    assert resume(place, Run("toss", 9), None) == Run("toss", 9)
    for run in whole(Threads(2), 4 * CHUNK):
        save_run(place, run)
    again = resume(place, Run("toss", 9), 9 * CHUNK)
    assert again.chunks == 4
    assert whole(Threads(2), 9 * CHUNK, again)[-1] == whole(Threads(2), 9 * CHUNK)[-1]
    assert list(tmp_path.iterdir()) == [place]


def test_a_run_that_ended_within_a_chunk_may_be_made_longer(tmp_path: Path) -> None:
    place = tmp_path / "run.json"
    for run in whole(Threads(1), 2 * CHUNK + 7):
        save_run(place, run)
    again = resume(place, Run("toss", 9), 5 * CHUNK)
    assert again.rounds == 2 * CHUNK
    assert whole(Threads(1), 5 * CHUNK, again)[-1] == whole(Threads(1), 5 * CHUNK)[-1]


def test_a_run_is_not_made_shorter(tmp_path: Path) -> None:
    place = tmp_path / "run.json"
    save_run(place, Run("toss", 9, 2, 2 * CHUNK, (1,)))
    assert resume(place, Run("toss", 9), 2 * CHUNK).chunks == 2
    with pytest.raises(BadInput, match="more than 10"):
        resume(place, Run("toss", 9), 10)


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        resume(tmp_path / "nowhere" / "run.json", Run("toss", 9), None)


def test_another_run_is_not_gone_on_with(tmp_path: Path) -> None:
    place = tmp_path / "run.json"
    save_run(place, Run("toss", 9, 1, CHUNK, (1,)))
    with pytest.raises(BadInput, match="another simulation"):
        resume(place, Run("toss", 8), None)
    place.write_text("nonsense")
    with pytest.raises(BadInput, match="no simulation to go on with"):
        resume(place, Run("toss", 9), None)


def test_threads_are_one_to_many() -> None:
    with pytest.raises(BadInput, match="there are 1 to 1024"):
        workers(None, 0)


@pytest.mark.parametrize("address", ["local:x", "local:0", "local:-1", "tcp://127.0.0.1:1", "nowhere"])
def test_a_cluster_that_cannot_be_reached_is_one_sentence(address: str) -> None:
    with pytest.raises(BadInput, match="there is no cluster at"):
        workers(address)
