"""Nothing that was acknowledged is lost or happens twice, whatever fails; a bounded part of what `make faults` runs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import database, disks
from tests.faults.checking import check
from tests.faults.killable import Killable, Mother
from tests.faults.kills import POINTS, killed
from tests.faults.playing import founded, more_acknowledged, playing
from tests.faults.postgres import Postgres, postgres


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    """A PostgreSQL that may be killed."""
    with postgres() as running:
        yield running


def test_a_house_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    assert killed(tmp_path, "", seed=11, kills=8)["acknowledged"] > 0


def test_processes_at_one_database_that_are_killed_lose_nothing(tmp_path: Path, own: Postgres) -> None:
    assert killed(tmp_path, own.fresh(), seed=11, kills=8, processes=2)["acknowledged"] > 0


def test_dying_at_each_point_of_an_append_loses_nothing(tmp_path: Path) -> None:
    """It dies by itself, in the midst of its work, and goes on when it is started again."""
    where, players = founded(tmp_path, "", seed=3)
    with Mother() as mother:
        house = Killable(mother, tmp_path, where=where)
        with playing(players):
            for number, point in enumerate(POINTS):
                house.start(point, 5 + number)
                assert house.ended() == -9
            house.start()
            more_acknowledged(players)
        house.killed()
    assert check(tmp_path, "", players)["acknowledged"] > 0


@pytest.mark.parametrize("what", ["each statement, SQLite", "each statement, PostgreSQL", "sequencer"])
def test_dying_before_any_statement_loses_nothing(what: str) -> None:
    """In a process of its own, because it is forked at each statement, and nothing else may run in it then."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.run", "--only", what], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert '"deaths"' in done.stdout


def test_a_database_that_is_killed_is_waited_for(tmp_path: Path, own: Postgres) -> None:
    assert database.database_killed(tmp_path, own, seed=1, kills=1)["acknowledged"] > 0


def test_what_a_lost_connection_leaves_open_is_learned_from_the_request(tmp_path: Path, own: Postgres) -> None:
    found = database.connections_cut(tmp_path, own, seed=1, cuts=15)
    assert found["before"]
    assert found["during"]
    assert found["after"]


def test_notifications_are_hints(tmp_path: Path, own: Postgres) -> None:
    found = database.notifications_astray(tmp_path, own, seed=1, times=3)
    assert found["dropped"]


def test_players_have_their_time_whatever_clocks_do(tmp_path: Path, own: Postgres) -> None:
    assert database.clocks_wrong(tmp_path, own, seed=1, rounds=2)["rounds"] > 0


@pytest.mark.slow
def test_who_sleeps_in_the_midst_of_an_append_holds_nobody_up(tmp_path: Path, own: Postgres) -> None:
    assert database.frozen(tmp_path, own, seed=1, times=len(POINTS))["acknowledged"] > 0


def test_a_disk_that_fails_ends_the_process_and_loses_nothing(tmp_path: Path) -> None:
    assert disks.broken(tmp_path, seed=1, times=len(disks.Broken))["acknowledged"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_thousand_kills(kind: str, tmp_path: Path, own: Postgres) -> None:
    alone, seed = kind == "sqlite", int(os.environ.get("SEED", "1"))
    killed(tmp_path, "" if alone else own.fresh(), seed=seed, kills=1000, processes=1 if alone else 2)
