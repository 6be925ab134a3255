"""A cluster of processes gives the numbers that threads give, also when it loses a worker on the way."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from nomorebets.figures.simulation import Simulation
from nomorebets.games.registry import terms
from nomorebets.machine.workers import Cluster, Threads, Workers, unseen
from nomorebets.sim.run import CHUNK, Run

ROUNDS = 40 * CHUNK + 17


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    hired = Cluster("local:2")
    yield hired
    hired.close()


def runs(workers: Workers) -> Iterator[Run]:
    simulation = Simulation(
        terms("pokette"), strategy="best", seats=1, stakes={"red": 500}, seed=3, workers=workers, progress=unseen
    )
    return simulation.runs(ROUNDS, None, None)


def test_a_cluster_gives_the_numbers_of_threads(cluster: Cluster) -> None:
    *_, here = runs(Threads(2))
    *_, there = runs(cluster)
    assert there == here
    assert there.rounds == ROUNDS


def test_a_lost_worker_changes_nothing(cluster: Cluster) -> None:
    going = runs(cluster)
    next(going)
    killed, *_ = cluster.client.run(os.getpid).values()
    os.kill(killed, signal.SIGKILL)
    *_, there = going
    *_, here = runs(Threads(1))
    assert there == here
    assert killed not in cluster.client.run(os.getpid).values()


@pytest.mark.parametrize("finished", [False, True], ids=["at work", "at rest"])
def test_what_all_parts_need_is_sent_again_when_it_was_lost(*, finished: bool) -> None:
    """With one worker, everything that it had been sent is gone when it is, and so is what it had finished."""
    cluster = Cluster("local:1")
    try:
        going = runs(cluster)
        next(going)
        while finished and any(cluster.client.processing().values()):
            time.sleep(0.01)
        (killed,) = cluster.client.run(os.getpid).values()
        os.kill(killed, signal.SIGKILL)
        *_, there = going
    finally:
        cluster.close()
    *_, here = runs(Threads(1))
    assert there == here


def test_short_parts_go_out_several_at_once(cluster: Cluster) -> None:
    """A thousand parts that take no time are far fewer tasks, and every part comes back once."""
    parts = [(number, number + 1) for number in range(1000)]
    submitted = 0
    submit = cluster.client.submit

    def counted(*arguments: object, **options: object) -> object:
        nonlocal submitted
        submitted += 1
        return submit(*arguments, **options)

    cluster.client.submit = counted
    try:
        results = dict(cluster.each(max, parts))
    finally:
        del cluster.client.submit
    assert results == {part: part[1] for part in parts}
    assert submitted < 100
