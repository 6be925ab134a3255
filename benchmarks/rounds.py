"""How long it takes to find a round among a million: by table, hour, seat and player, and by several of these at once.

python benchmarks/rounds.py [--rounds N] [--database postgresql://...]

A hundred tables of six players; the rounds of a table end a minute apart.  Each question is asked as the page of
rounds asks it, for the last fifty; what is told is the slowest of many.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from nomorebets.games.registry import house_terms
from nomorebets.service.house import house_of, opened
from nomorebets.service.policy import Policy
from nomorebets.service.writer import system_clock
from nomorebets.store.rows import RoundRow, RoundSeat
from nomorebets.store.tables import Search
from nomorebets.store.unit import Store

TABLES, SEATS, PLAYERS = 100, 6, 2000
MINUTE_MS = 60_000
TOGETHER = 10_000  # rounds that are written at once
ASKED = 200  # times each question is asked


def filled(store: Store, tables: list[int], rounds: int, chance: random.Random) -> None:
    names = [f"player-{number}" for number in range(PLAYERS)]
    for start in range(0, rounds, TOGETHER):
        with store.unit() as unit:
            for one in range(start, min(start + TOGETHER, rounds)):
                number, at = divmod(one, len(tables))
                first, ended_ms = 40 * number + 1, MINUTE_MS * (number + 1)
                row = RoundRow(tables[at], number + 1, first, first + 39, MINUTE_MS * number, ended_ms)
                players = chance.sample(names, SEATS)
                unit.rounds.end(
                    row,
                    [
                        RoundSeat(player, ended_ms, row.table_id, row.number, seat)
                        for seat, player in enumerate(players, 1)
                    ],
                )


def questions(tables: list[int], rounds: int, chance: random.Random) -> dict[str, Search]:
    """One question of each kind, about things that are anywhere in the history."""
    every, minutes = tuple(tables), rounds // len(tables)
    since = MINUTE_MS * chance.randrange(minutes)
    who = f"player-{chance.randrange(PLAYERS)}"
    hour: dict[str, Any] = {"since_ms": since, "until_ms": since + 60 * MINUTE_MS}
    return {
        "the last of all": Search(every, most=50),
        "table": Search((chance.choice(tables),), most=50),
        "hour": Search(every, **hour, most=50),
        "seat": Search(every, seat=chance.randint(1, SEATS), most=50),
        "player": Search(every, player=who, most=50),
        "table, hour and seat": Search((chance.choice(tables),), seat=2, **hour, most=50),
        "table and player": Search((chance.choice(tables),), player=who, most=50),
        "player and hour": Search(every, player=who, **hour, most=50),
        "a player who is nobody": Search(every, player="nobody", most=50),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=1_000_000)
    options.add_argument("--database", default="")
    chosen = options.parse_args()
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        store, keys = house_of(Path(folder), chosen.database, system_clock())
        terms = house_terms("high-card-flush").document
        with store.unit() as unit:
            rows = [
                opened(unit, keys, "high-card-flush", terms, Policy(), "tests", system_clock()) for _ in range(TABLES)
            ]
        tables = [row.id for row in rows]
        filled(store, tables, chosen.rounds, chance)
        slowest: dict[str, float] = {}
        for _ in range(ASKED):
            for name, wanted in questions(tables, chosen.rounds, chance).items():
                began = time.perf_counter()
                with store.reading() as unit:
                    unit.rounds.found(wanted)
                slowest[name] = max(slowest.get(name, 0.0), time.perf_counter() - began)
        store.close()
    for name, seconds in slowest.items():
        print(f"{name:24} {1000 * seconds:8.1f} ms at worst of {ASKED}")


if __name__ == "__main__":
    main()
