"""Tables that run by themselves: rounds of every game with players who decide, and some who do not."""

import asyncio
import random
from pathlib import Path

import pytest

from nomorebets.games.registry import KEYS
from nomorebets.store.bundle import exported
from nomorebets.store.replaying import replayed
from nomorebets.store.signing import checkpointed
from nomorebets.store.verify import verified
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
    from nomorebets.service.house import house_of

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
