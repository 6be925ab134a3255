"""What may happen to a PostgreSQL and on the way to it, while people play in two processes that share it."""

import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from nomorebets.client import House
from tests.faults.checking import check
from tests.faults.killable import Killable, Mother
from tests.faults.kills import LEASE_MS, POINTS, Progress, nothing
from tests.faults.players import Player, Where
from tests.faults.playing import asked_again, founded, more_acknowledged, playing
from tests.faults.postgres import Postgres
from tests.faults.proxy import Astray, proxy

DOWN_S = 2.0  # for which a database stays away, at most
WITHIN_S = 2.0  # of the head are all who watch
LOOKS = 100
HOUR_MS = 3_600_000


@contextmanager
def two_houses(
    data: Path, direct: str, address: str, seed: int, seats: int
) -> Iterator[tuple[list[Killable], list[Player]]]:
    """Two processes at one database, each with half of the players."""
    where, players = founded(data, direct, seed, seats)
    with Mother(errors=data / "errors") as mother:
        houses = [Killable(mother, data, address, one) for one in (where, Where())]
        for number, player in enumerate(players):
            player.where = houses[number % len(houses)].where
        for house in houses:
            house.start()
        yield houses, players
        for house in houses:
            house.killed()


def database_killed(
    data: Path, server: Postgres, seed: int, kills: int, seats: int = 2, step: Progress = nothing
) -> dict[str, int]:
    """PostgreSQL itself dies and recovers; processes that lose it go on by themselves."""
    luck, address = random.Random(seed), server.fresh()
    with two_houses(data, address, address, seed, seats) as (houses, players):
        with playing(players):
            for _ in range(kills):
                more_acknowledged(players)
                time.sleep(luck.uniform(0.0, 0.5))
                server.kill()
                time.sleep(luck.uniform(0.0, DOWN_S))
                server.start()
                step()
            more_acknowledged(players, 2)
        assert all(house.alive for house in houses), "a process has ended because its database was away"
        again = asked_again(houses[0].where, players)
    return {**check(data, address, players), "kills": kills, "asked again": again}


def connections_cut(
    data: Path, server: Postgres, seed: int, cuts: int, seats: int = 2, step: Progress = nothing
) -> dict[str, int]:
    """Commits whose connection is lost before, during and after them: what happened is learned from the request."""
    luck, address = random.Random(seed), server.fresh()
    with (
        proxy(lambda: server.socket, luck) as between,
        two_houses(data, address, between.address(address), seed, seats) as (houses, players),
    ):
        with playing(players):
            between.often, done = 0.1, 0
            while done < cuts:
                more_acknowledged(players)
                for _ in range(done, done := sum(between.cuts.values())):
                    step()
            between.often = 0.0
            more_acknowledged(players, 2)
        assert all(house.alive for house in houses), "a process has ended because a connection was lost"
        again = asked_again(houses[0].where, players)
    return {
        **check(data, address, players),
        **{cut.value: count for cut, count in between.cuts.items()},
        "asked again": again,
    }


def notifications_astray(
    data: Path, server: Postgres, seed: int, times: int, step: Progress = nothing
) -> dict[str, int]:
    """Notifications dropped, doubled and late: whoever watches in one process learns what another has recorded."""
    luck, address = random.Random(seed), server.fresh()
    with (
        proxy(lambda: server.socket, luck) as between,
        two_houses(data, address, between.address(address), seed, seats=1) as (houses, players),
    ):
        watchers = [
            Watcher(House(houses[(number + 1) % 2].where.url, one.token), one.table)
            for number, one in enumerate(players)
        ]
        with playing(players):
            for number in range(times):
                between.astray = (tuple(Astray)[number % len(Astray)],)
                for watcher in watchers:
                    watcher.catches_up(address)
                step()
            between.astray = ()
        for watcher in watchers:
            watcher.house.close()
        asked_again(houses[0].where, players)
    told = {how.value: count for how, count in between.strayed.items()}
    return {**check(data, address, players), **told}


def frozen(data: Path, server: Postgres, seed: int, times: int, step: Progress = nothing) -> dict[str, int]:
    """A process sleeps in the midst of an append, longer than its lease lasts and than its locks are waited for.

    Others go on meanwhile; when it wakes up, what it was about to commit is gone, and somebody else deals.
    """
    luck, address = random.Random(seed), server.fresh()
    where, players = founded(data, address, seed)
    with Mother(errors=data / "errors") as mother:
        sleeps, awake = (Killable(mother, data, address, one) for one in (where, Where()))
        for number, player in enumerate(players):
            player.where = (sleeps, awake)[number % 2].where
        awake.start(lease_ms=LEASE_MS)
        with playing(players):
            for number in range(times):
                point = POINTS[number % len(POINTS)]
                sleeps.start(point, luck.randint(40, 80), sleeps=True, lease_ms=LEASE_MS)
                sleeps.asleep()
                more_acknowledged(players, 3)
                sleeps.signal(signal.SIGCONT)
                more_acknowledged(players, 2)
                sleeps.killed()
                step()
        again = asked_again(awake.where, players)
        awake.killed()
    return {**check(data, address, players), "frozen": times, "asked again": again}


class Watcher:
    """Somebody who looks on in another process than the one that acts."""

    def __init__(self, house: House, table: str) -> None:
        self.house, self.table = house, table

    def catches_up(self, address: str) -> None:
        """What the head is now is seen here soon: of all that is looked at once a second, the first or the second."""
        head = head_of(address, self.table)
        for _ in range(LOOKS):
            if self.house.table(self.table).version >= head:
                return
            time.sleep(WITHIN_S / LOOKS)
        raise AssertionError(f"{WITHIN_S} s after it was recorded, entry {head} of {self.table} is not seen")


def head_of(address: str, table: str) -> int:
    with psycopg.connect(address) as connection:
        statement = "SELECT version FROM head JOIN game_table ON id = table_id WHERE key = %s"
        found = connection.execute(statement, (table,)).fetchone()
        assert found is not None
        return int(found[0])


def clocks_wrong(data: Path, server: Postgres, seed: int, rounds: int, step: Progress = nothing) -> dict[str, int]:
    """One process is an hour ahead and one behind, from the start or suddenly: each player has the time that is theirs.

    Nobody decides here, so that every decision is made by a clock.
    """
    luck, address = random.Random(seed), server.fresh()
    where, players = founded(data, address, seed, 2)
    with Mother(errors=data / "errors") as mother:
        houses = [Killable(mother, data, address, one) for one in (where, Where())]
        for number, player in enumerate(players):
            player.where, player.decides = houses[number % 2].where, False
        for house, hour in zip(houses, luck.sample((HOUR_MS, -HOUR_MS), 2), strict=True):
            house.start(clock_ms=hour, clock_after_s=luck.choice((0.0, 3.0)), lease_ms=LEASE_MS)
        with playing(players):
            for _ in range(rounds):
                more_acknowledged(players)
                luck.choice(houses).pause(LEASE_MS / 400)
                step()
            more_acknowledged(players, 8)  # more than one round takes, so that one was ended by clocks alone
        for house in houses:
            house.killed()
    return {**check(data, address, players), "pauses": rounds}
