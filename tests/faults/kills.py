"""Processes that are killed again and again while people play, at any point of their work."""

import random
import signal
from collections.abc import Callable
from pathlib import Path

from tests.faults.checking import check
from tests.faults.killable import Killable, Mother
from tests.faults.players import Where
from tests.faults.playing import asked_again, founded, more_acknowledged, playing
from tests.faults.server import STATEMENT

POINTS = ("before entries", "entries written", "before commit", "committed", "published")
LEASE_MS = 400
Progress = Callable[[], None]


def nothing() -> None:
    """Nobody wants to know how far it has come."""


def killed(
    data: Path, database: str, seed: int, kills: int, seats: int = 2, processes: int = 1, step: Progress = nothing
) -> dict[str, int]:
    """Play and kill; what is found afterwards."""
    luck = random.Random(seed)
    where, players = founded(data, database, seed, seats)
    with Mother(errors=data / "errors") as mother:
        houses = [Killable(mother, data, database, where if not number else Where()) for number in range(processes)]
        for number, player in enumerate(players):
            player.where = houses[number % processes].where
        for house in houses:
            house.start(*fault(luck), lease_ms=LEASE_MS)
        with playing(players):
            for _ in range(kills):
                house = luck.choice(houses)
                house.killed(after=luck.uniform(0.02, 0.5))
                assert house.code == -signal.SIGKILL, f"it ended by itself, with {house.code}"
                house.start(*fault(luck), lease_ms=LEASE_MS)
                step()
            for house in houses:
                house.killed()
                house.start()
            more_acknowledged(players)
        again = asked_again(where, players)
        for house in houses:
            house.killed()
    return {**check(data, database, players), "kills": kills, "asked again": again}


def fault(luck: random.Random) -> tuple[str, int] | tuple[()]:
    """Half of the time it dies at a point of its own work, and else whenever it is killed."""
    if luck.random() < 0.5:
        return ()
    return (STATEMENT, luck.randint(1, 3000)) if luck.random() < 0.5 else (luck.choice(POINTS), luck.randint(1, 60))
