"""Nothing that was acknowledged is lost or happens twice, wherever a process dies; a bounded part of what is run."""

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.run import POINTS, Killable, check, founded, run


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_house_that_is_killed_again_and_again_loses_nothing(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database")() if kind == "postgres" else ""
    found = run(tmp_path, database, seed=11, kills=4)
    assert found["acknowledged"] > 0


@pytest.mark.parametrize("point", POINTS)
def test_dying_at_each_point_of_an_append_loses_nothing(point: str, tmp_path: Path) -> None:
    """It dies by itself, in the midst of its work, and goes on when it is started again."""
    where, players = founded(tmp_path, "", seed=3)
    house, until = Killable(tmp_path, where=where), threading.Event()
    house.start(point, random.Random(point).randint(5, 15))
    threads = [threading.Thread(target=one.play, args=(until,), daemon=True) for one in players]
    for thread in threads:
        thread.start()
    assert house.process is not None
    assert house.process.wait(60) == -9
    house.killed()
    house.start()
    time.sleep(1)
    until.set()
    for thread in threads:
        thread.join(30)
    house.killed()
    assert check(tmp_path, "", players)["acknowledged"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_thousand_kills(kind: str, tmp_path: Path, database: Callable[[], str]) -> None:
    address = database() if kind == "postgres" else ""
    run(tmp_path, address, seed=int(os.environ.get("SEED", "1")), kills=1000)
