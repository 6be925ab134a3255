"""Databases are brought up to date from every earlier step, with data in them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nomorebets.errors import ImproperConfiguration
from nomorebets.store import migrations
from nomorebets.store.deeds import AccountAdded, Founded, deeds, founded, record
from nomorebets.store.postgres import PostgresStore
from nomorebets.store.rows import Account, RoundRow
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.unit import Store

AT_FIRST = ("table_id", "number", "first", "last", "began_ms", "ended_ms")  # the columns of a round
LATER = "CREATE TABLE later (id $whole PRIMARY KEY, kept $bytes NOT NULL) $by_key;\n"


@pytest.fixture(params=["sqlite", "postgres"])
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens the same database each time."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "house.db", at_ms=1)
    url = request.getfixturevalue("database")()
    return lambda: PostgresStore(url, at_ms=1)


def test_a_new_step_is_done_once_and_what_was_there_stays(
    again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = again()
    with first.unit() as unit:
        unit.log.begin("log", 1)
    first.close()
    known = migrations.steps()
    monkeypatch.setattr(migrations, "steps", lambda: [*known, LATER])
    for _ in range(2):
        store = again()
        assert store.steps == len(known) + 1
        with store.reading() as unit:
            assert unit.log.name == "log"
            assert unit.log.on.all("SELECT count(*) FROM later") == [(0,)]
        store.close()


@pytest.mark.parametrize("step", range(1, len(migrations.steps())))
def test_what_an_earlier_version_kept_is_there_after_every_later_step(
    again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    known = migrations.steps()
    with monkeypatch.context() as earlier:
        earlier.setattr(migrations, "steps", lambda: known[:step])
        before = again()
        with before.unit() as unit:
            founded(unit, "log", 1000)
            meter = unit.meters.move(unit.meters.add("royal", 100), 5, 1, 1)
            unit.rounds.on.run(f"INSERT INTO round ({', '.join(AT_FIRST)}) VALUES (0, 1, 1, 9, 100, 200)")
        before.integrate()
        before.close()
    store = again()
    assert store.steps == len(known)
    with store.unit() as unit:
        assert [one.action for one in deeds(unit)] == [Founded()]
        assert unit.meters.all() == [meter]
        assert unit.rounds.find(0, 1) == RoundRow(0, 1, 1, 9, 100, 200)
        assert unit.log.size == 1
        assert unit.accounts.add(Account(0, "person-1", "ann", "Ann", None, 1)) is not None
        record(unit, AccountAdded("person-1"), "house", 2000)
    store.close()


def test_a_database_of_a_newer_version_is_left_alone(
    again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = migrations.steps()
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "steps", lambda: [*known, LATER])
        again().close()
    with pytest.raises(ImproperConfiguration, match=f"is at step {len(known) + 1}; this version knows {len(known)}"):
        again()


def test_a_step_that_was_changed_since_is_noticed(again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    again().close()
    changed = [step + "-- another remark\n" for step in migrations.steps()]
    monkeypatch.setattr(migrations, "steps", lambda: changed)
    with pytest.raises(ImproperConfiguration, match="step 1 of the database is not the one that this version knows"):
        again()
