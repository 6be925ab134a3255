"""Rounds of long ago: what is read of them is read from near by, and not from the beginning of the table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomorebets.service import past
from nomorebets.service.commands import Run
from nomorebets.service.policy import Policy
from nomorebets.store import tables
from nomorebets.store.rows import Snapshot
from nomorebets.store.sqlite import SqliteStore
from tests.attacks.test_seats import open_for_bets, sit
from tests.open_house import OpenHouse, open_house
from tests.unit.service.playing import play_round

QUICK = Policy(pause_seconds=0, betting_seconds=2, deciding_seconds=2)
GAME, ROUNDS = "high-card-flush", 4


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Some rounds have been played at a table."""
    with open_house(tmp_path / "data") as house:
        table, who = house.table(GAME), house.person()
        house.site.writer.ask(Run(number_of(house), QUICK)).result()
        open_for_bets(house, table)
        assert house.act(table, who, sit(1)).status == 200
        for _ in range(ROUNDS):
            play_round(house.as_(who), table)
        yield house


def number_of(house: OpenHouse) -> int:
    return next(row.id for row in house.site.writer.rows.values() if row.game == GAME)


def told(house: OpenHouse, number: int) -> bytes:
    answer = house.ask("GET", f"/v1/tables/{house.table(GAME)}/rounds/{number}")
    assert answer.status == 200, answer.body
    return answer.body


def kept(house: OpenHouse) -> list[int]:
    with house.site.store.reading() as unit:
        rows = unit.tables.on.all("SELECT version FROM snapshot WHERE table_id = ?", number_of(house))
    return sorted(int(row[0]) for row in rows)


def changed(house: OpenHouse, statement: str, *values: object) -> None:
    """What nobody but who has the file can do."""
    assert isinstance(house.site.store, SqliteStore)
    with house.site.store.unit() as unit:
        unit.tables.on.run(statement, *values)


def test_a_round_is_read_without_what_was_before_it(house: OpenHouse) -> None:
    """The first round cannot be read any more: the others are told as they were, since nobody looks at it."""
    number, before = number_of(house), [told(house, one) for one in range(2, ROUNDS + 1)]
    with house.site.store.reading() as unit:
        triggers = unit.tables.on.all("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entry'")
    for (name,) in triggers:
        changed(house, f"DROP TRIGGER {name}")
    changed(house, "UPDATE entry SET body = ? WHERE table_id = ? AND version = 2", b"nothing", number)
    assert [told(house, one) for one in range(2, ROUNDS + 1)] == before


def test_snapshots_that_are_missing_or_cannot_be_read_are_made_again(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "BLOCK", 8)
    monkeypatch.setattr(past, "BLOCK", 8)
    monkeypatch.setattr(past, "NEAR", 16)
    number, before = number_of(house), told(house, ROUNDS)
    changed(house, "DELETE FROM snapshot WHERE table_id = ?", number)
    with house.site.store.unit() as unit:
        unit.tables.keep_snapshot(Snapshot(number, 16, "", 1, b"nothing"))
    assert told(house, ROUNDS) == before
    made = kept(house)
    assert made[:3] == [8, 16, 24]
    assert told(house, ROUNDS) == before
    assert kept(house) == made


def test_the_first_snapshot_of_each_block_stays(house: OpenHouse) -> None:
    number = number_of(house)
    changed(house, "DELETE FROM snapshot WHERE table_id = ?", number)
    for version in range(1000, 3000, 100):
        with house.site.store.unit() as unit:
            unit.tables.keep_snapshot(Snapshot(number, version, "", 1, b"sealed"))
    assert kept(house) == [1000, 1100, 1600, 2100, 2600, 2800, 2900]


def test_a_long_round_is_told_in_pages(house: OpenHouse) -> None:
    """Nobody has a house write down all of a round without end at once."""
    path = f"/v1/tables/{house.table(GAME)}/rounds/2"
    whole, after, steps = json.loads(told(house, 2)), 0, []
    while True:
        page = house.ask("GET", f"{path}?most=3&after={after}").json
        assert len(page["steps"]) <= 3
        steps += page["steps"]
        if not page["next"]:
            break
        after = page["next"]
    assert steps == whole["steps"]
    assert len(steps) > 3
    assert house.ask("GET", f"{path}?after={whole['steps'][-1]['entry']['version']}").json["steps"] == []
    assert house.ask("GET", f"{path}?most=501").status == 400
