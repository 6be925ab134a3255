"""A run: a house that is killed again and again while people play, and what has to hold afterwards.

python -m tests.faults.run --seed 7 --kills 100 [--database URL]
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from nomorebets.client import House, Refused
from nomorebets.games.registry import house_terms
from nomorebets.service.house import house_of, opened
from nomorebets.service.http.tables import Acted
from nomorebets.service.people.accounts import add
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, open_session
from nomorebets.service.policy import Policy
from nomorebets.service.running import posted_in
from nomorebets.service.writer import system_clock
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import checkpointed
from nomorebets.store.keeping import history
from nomorebets.store.keys import Keys
from nomorebets.store.record import body_of
from nomorebets.store.replaying import replayed
from nomorebets.store.rows import HOUSE
from nomorebets.store.unit import Unit
from nomorebets.store.verify import verified
from nomorebets.table.entries import follow
from nomorebets.table.roles import player as as_player
from nomorebets.table.state import State, under
from nomorebets.table.view import view
from tests.faults.players import Asked, Player, Told, Where, looked_like

POINTS = ("before entries", "entries written", "before commit", "committed", "published")
QUICK = Policy(pause_seconds=0, betting_seconds=0.3, deciding_seconds=0.3)
GAMES = ("high-card-flush", "packs-poker", "pai-gow-poker", "pokette")


@dataclass
class Killable:
    """A house that can be started again."""

    data: Path
    database: str = ""
    process: subprocess.Popen[str] | None = None
    where: Where = field(default_factory=Where)
    environment: dict[str, str] = field(default_factory=dict)

    def start(self, point: str = "", count: int = 0, what: str = "die") -> None:
        fault = [point, str(count), what] if point else []
        options = ["--data", str(self.data), "--json", "--port", "0", "--database", self.database]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.server", *fault, "--", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **self.environment},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if line:  # it may have died before
            self.where.url = json.loads(line)["url"]

    def killed(self, after: float = 0.0) -> None:
        """End it at once, unless it has ended by itself."""
        assert self.process is not None
        time.sleep(after)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def founded(data: Path, database: str, seed: int, seats: int = 2) -> tuple[Where, list[Player]]:
    """A house with tables and players who have accounts."""
    store, keys = house_of(data, database, system_clock())
    where, players = Where(), []
    with store.unit() as unit:
        for number, game in enumerate(GAMES):
            table = opened(unit, keys, game, house_terms(game).document, QUICK, "tests", system_clock())
            for seat in range(1, seats + 1):
                handle = f"p{number}{seat}"
                account = add(unit, handle, [Given(HouseRole.PLAYER)], "tests", system_clock(), os.urandom)
                session = open_session(unit, account.id, Kind.BEARER, system_clock(), os.urandom)
                luck = random.Random(f"{seed} {number} {seat}")
                players.append(
                    Player(seats * number + seat, session.token, account.pseudonym, table.key, seat, where, luck)
                )
    store.close()
    return where, players


def run(data: Path, database: str, seed: int, kills: int, seats: int = 2) -> dict[str, int]:
    """Play and kill; what is found afterwards."""
    luck = random.Random(seed)
    where, players = founded(data, database, seed, seats)
    house, until = Killable(data, database, where=where), threading.Event()
    threads = [threading.Thread(target=one.play, args=(until,), daemon=True) for one in players]
    house.start(*_fault(luck))
    for thread in threads:
        thread.start()
    for _ in range(kills):
        house.killed(after=luck.uniform(0.05, 0.6))
        house.start(*_fault(luck))
    time.sleep(0.5)
    house.killed()
    house.start()
    until.set()
    for thread in threads:
        thread.join(30)
    again = _asked_again(where, players)
    house.killed()
    found = check(data, database, players)
    return {**found, "kills": kills, "asked again": again}


def _fault(luck: random.Random) -> tuple[str, int] | tuple[()]:
    """Half of the time it dies at a point of its own work, and else whenever it is killed."""
    return (luck.choice(POINTS), luck.randint(1, 40)) if luck.random() < 0.5 else ()


def _asked_again(where: Where, players: list[Player]) -> int:
    """What was acknowledged is answered alike; what was never answered is asked for again, and happens once or not."""
    count = 0
    for player in players:
        with House(where.url, player.token) as house:
            for told in player.told[-20:]:
                done = _again(house, told.asked)
                assert done is not None, f"{told.asked.key} was acknowledged, and is refused now"
                assert (done.first, done.last) == (told.first, told.last), told.asked.key
            for asked in player.unknown:
                count += 1
                _again(house, asked)
    return count


def _again(house: House, asked: Asked) -> Acted | None:
    try:
        return house.ask("POST", f"/v1/tables/{asked.table}/actions", Acted, asked.body, asked.key)
    except Refused:
        return None


def check(data: Path, database: str, players: list[Player]) -> dict[str, int]:
    """Every acknowledged action is there exactly once, ledgers sum to nothing, and the log proves itself."""
    store, keys = house_of(data, database, system_clock())
    checkpointed(store, keys, system_clock())
    told = {(one.asked.table, one.first): one.asked for player in players for one in player.told}
    with store.reading() as unit:
        rows = {row.key: row.id for row in unit.tables.all() if row.id != HOUSE}
        for (table, version), one in told.items():
            entries = unit.tables.entries(rows[table], version - 1, version)
            assert len(entries) == 1, f"entry {version} of {table} was acknowledged and is lost: there is none"
            kept = body_of(entries[0].body).action
            same = type(kept) is type(one.action) and getattr(kept, "seat", 0) == getattr(one.action, "seat", 0)
            assert same, f"{one.action} was acknowledged and is lost: entry {version} of {table} is {kept}"
        lines = list(exported(unit, str(keys.verifier(unit.log.name))))
        for player in players:
            seen_as_it_was(unit, keys, rows[player.table], player)
    in_the_order_of_the_clock(players)
    store.close()
    proved = verified(lines)
    rounds = [one.rounds for one in replayed(lines)]
    return {"acknowledged": len(told), "rounds": sum(rounds), "leaves": proved.leaves}


def in_the_order_of_the_clock(players: list[Player]) -> None:
    """Whatever was answered before something else was asked for at the same table stands before it in the log."""
    for table in {player.table for player in players}:
        told = sorted((one for player in players if player.table == table for one in player.told), key=_sent)
        for earlier in told:
            for later in told:
                if earlier.answered < later.sent:
                    assert earlier.last < later.first, f"{later.asked} stands before {earlier.asked}, which came first"


def _sent(told: Told) -> float:
    return told.sent


def seen_as_it_was(unit: Unit, keys: Keys, table: int, player: Player) -> None:
    """Every view that a player was sent is the view of that version by the log, played again."""
    row = next(row for row in unit.tables.all() if row.id == table)
    posted, state = posted_in(row), State()
    for entry in history(unit, keys, table, posted.game.play):
        state = follow(state, entry)
        if entry.version in player.views:
            now = looked_like(view(under(state, posted), as_player(player.name), entry.at))
            assert now == player.views[entry.version], f"version {entry.version} of {row.key} was not as it was shown"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--seats", type=int, default=4, help="players at each of the four tables")
    options.add_argument("--database", default="")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), chosen.database, chosen.seed, chosen.kills, chosen.seats)
    sys.stdout.write(json.dumps({"seed": chosen.seed, **found}) + "\n")


if __name__ == "__main__":
    main()
