"""Tables that run by themselves: rounds of every game with players who decide, and some who do not."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.games.registry import KEYS
from nomorebets.service.clocks import Waiting
from nomorebets.service.dealing import has_step, next_step
from nomorebets.service.house import house_of
from nomorebets.service.running import drawing, keep_snapshot, loaded
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import checkpointed
from nomorebets.store.keeping import history
from nomorebets.store.keys import Keys
from nomorebets.store.replaying import replayed
from nomorebets.store.unit import Unit
from nomorebets.store.verify import verified
from nomorebets.table.entries import Entry
from nomorebets.table.state import Table, encoded
from tests.unit.service.house import SmallHouse, plays, running

ROUNDS = 2


async def played(folder: Path, database: str, seed: int, first: int = 0) -> list[bytes]:
    async with running(SmallHouse(folder, KEYS, database)) as house:
        bots = [
            plays(house, number, seat, first + ROUNDS, random.Random(f"{seed} {number} {seat}"))
            for number in range(1, len(KEYS) + 1)
            for seat in (1 + first, 2 + first)
        ]
        async with asyncio.timeout(90):
            await asyncio.gather(*bots)
    return _export(folder, database)


def _export(folder: Path, database: str) -> list[bytes]:
    store, keys = house_of(folder, database, 1)
    checkpointed(store, keys, 1)
    with store.reading() as unit:
        lines = list(exported(unit, str(keys.verifier(unit.log.name))))
    store.close()
    return lines


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_rounds_of_every_game_are_played_and_proved(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = request.getfixturevalue("database")() if kind == "postgres" else ""
    lines = asyncio.run(played(tmp_path, database, 1))
    assert verified(lines).seeds >= len(KEYS)
    assert {one.game: one.by_other_rules for one in replayed(lines)} == dict.fromkeys(KEYS, 0)
    again = asyncio.run(played(tmp_path, database, 2, first=ROUNDS))
    assert verified(again).leaves > verified(lines).leaves
    assert min(one.rounds for one in replayed(again)) > ROUNDS


def test_where_players_are_awaited_the_house_has_no_step_that_is_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody asks for it after each of their actions."""
    steps: dict[str, list[object]] = {}

    def looked(table: Table, awaited: Waiting | None, at: int) -> bool:
        found = has_step(table, awaited, at)
        if not found:
            steps.setdefault(table.game, []).append(next_step(table, drawing(), at))
        return found

    monkeypatch.setattr("nomorebets.service.writer.has_step", looked)
    asyncio.run(played(tmp_path, "", 3))
    assert {game: [one for one in found if one] for game, found in steps.items()} == {game: [] for game in KEYS}


def test_beside_a_snapshot_that_cannot_be_read_the_one_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def some_rounds() -> None:
        async with running(SmallHouse(tmp_path, KEYS[:1])) as house, asyncio.timeout(90):
            await plays(house, 1, 1, ROUNDS, random.Random(1))

    asyncio.run(some_rounds())
    followed = list[int]()

    def told(unit: Unit, keys: Keys, table: int, play: Any, after: int = 0) -> list[Entry]:
        followed.append(after)
        return history(unit, keys, table, play, after)

    monkeypatch.setattr("nomorebets.service.running.history", told)
    store, keys = house_of(tmp_path, "", 1)
    with store.unit() as unit:
        row, log = next(one for one in unit.tables.all() if one.game), unit.log.name
        head = next(one for one in unit.tables.heads() if one.table_id == row.id)
        whole = loaded(unit, keys, log, row, head)
        keep_snapshot(unit, keys, whole)
        last = unit.tables.snapshot(row.id)
        before = unit.tables.snapshot(row.id, up_to=head.version - 1)
        assert last
        assert before
        unit.tables.drop_snapshot(row.id, last.version)
        unit.tables.keep_snapshot(replace(last, body=b"of no use"))
        followed.clear()
        assert encoded(loaded(unit, keys, log, row, head).table) == encoded(whole.table)
    store.close()
    assert followed == [before.version]
