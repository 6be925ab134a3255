"""Rounds with everybody watching: all that each of them was told, and what each was entitled to know."""

import json
import math
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from msgspec import Struct
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from nomorebets.client import House, Refused
from nomorebets.equipment.pieces import Pieces
from nomorebets.service.commands import Run
from nomorebets.service.people.roles import HouseRole, actors
from nomorebets.service.people.sessions import who_has
from nomorebets.service.policy import Policy
from nomorebets.service.running import Running
from nomorebets.service.writer import system_clock
from nomorebets.store.keeping import history, seed_of
from nomorebets.store.record import body_of
from nomorebets.table.actions import Leave, Shuffle
from nomorebets.table.entries import Entry
from nomorebets.table.events import RoundCompleted
from nomorebets.table.evolve import evolve
from nomorebets.table.roles import ONLOOKER, Actor
from nomorebets.table.state import State
from tests.faults.players import Player, Where
from tests.leaks.canaries import Canary, of_seed, of_stack
from tests.open_house import OpenHouse, Person
from tests.properties.test_other_worlds import in_sight

QUICK = Policy(pause_seconds=0, betting_seconds=2, deciding_seconds=2)
LATELY = 60  # entries, more than a round has
OF_CARDS = frozenset({"cards", "low", "high", "apart", "up", "stack", "order"})
ROUTES = ("?offers=1", "", "/entries?most=500", "/posted", "/policy")


class Told(Struct, frozen=True):
    """What somebody was told by a house whose table had come no further than that version."""

    watcher: str
    version: int
    data: bytes
    where: str


class Watched:
    """One table, those who watch it, and all that they were told."""

    def __init__(self, house: OpenHouse, game: str, seed: int) -> None:
        self.house, self.game, self.key, self.luck = house, game, house.table(game), random.Random(f"{game} {seed}")
        self.number = next(row.id for row in house.site.writer.rows.values() if row.key == self.key)
        house.site.writer.ask(Run(self.number, QUICK)).result()
        self.people: dict[str, Person | None] = {"nobody": None}
        self.people |= {role: house.person(role) for role in HouseRole}
        self.people["player and dealer"] = house.person(HouseRole.PLAYER, HouseRole.DEALER)
        self.people |= {f"seat {seat}": house.person(HouseRole.PLAYER) for seat in (1, 2)}
        self.told: list[Told] = []
        self.states: dict[int, Running] = {}

    @property
    def running(self) -> Running:
        return self.house.site.writer.running(self.number)

    # --- Listening ---

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Everybody has a socket at the table."""
        with ExitStack() as sockets:
            threads = []
            for name, person in self.people.items():
                address = f"ws://{self.house.host}/v1/tables/{self.key}/socket?since=0"
                headers = person.bearer if person else {}
                socket = sockets.enter_context(
                    connect(address, additional_headers=headers, compression=None, max_size=None)
                )
                threads.append(threading.Thread(target=self._hear, args=(name, socket)))
                threads[-1].start()
            yield
        for thread in threads:
            thread.join()

    def _hear(self, name: str, socket: Any) -> None:
        while True:
            try:
                data = socket.recv()
            except ConnectionClosed:
                return
            said = json.loads(data)
            if "version" in said:
                self.told.append(Told(name, said["version"], data.encode(), "socket"))
                self._note()

    def _note(self) -> None:
        """The table as it is now; much of what is told to sockets is of just that."""
        running = self.running
        self.states[running.table.version] = running

    def ask(self, name: str, path: str) -> None:
        person = self.people[name]
        answer = self.house.ask("GET", path, headers=person.bearer if person else {})
        self.told.append(Told(name, self.running.table.version, answer.body, path))

    def try_something(self, name: str) -> None:
        """Something that is not on offer, for what is told of it."""
        person = self.people[name]
        action = self.luck.choice(
            (
                {"type": "Decision", "seat": 1, "do": "raise", "amount": 10**6},
                {"type": "Decision", "seat": 2, "do": "set", "cards": ["As", "Kd"]},
                {"type": "Irregularity", "kind": "nothing", "card": "As"},
                {"type": "Reveal"},
                {"type": "RevealSeed", "seed": "00"},
            )
        )
        if person:
            answer = self.house.act(self.key, person, action)
            self.told.append(Told(name, self.running.table.version, answer.body, "refusal"))

    # --- Playing ---

    def play(self, rounds: int, each: Callable[["Watched"], None] = lambda _one: None) -> None:
        """So many rounds; `each` is called in the midst of every one."""
        until, looked, seats = self.running.table.rounds + rounds, -1, []
        for seat in (1, 2):
            person = self.people[f"seat {seat}"]
            assert person is not None
            where = Where(self.house.url)
            seats.append(
                (Player(seat, person.token, person.name, self.key, seat, where, self.luck), self.house.as_(person))
            )
        deadline = time.monotonic() + 60 + 10 * rounds
        while (table := self.running.table).rounds < until:
            assert time.monotonic() < deadline, f"{self.game} does not go on from {table.phase}"
            self.states[self.running.table.version] = self.running  # which has been told by now, before anybody moves
            for player, house in seats:
                player.move(house)
            self._note()
            name = self.luck.choice([*self.people])
            self.ask(name, f"/v1/tables/{self.key}{self.luck.choice(ROUTES)}")
            if table.phase in ("deciding", "dealt", "dealing") and table.rounds != looked:
                looked = table.rounds
                self._look_around()
                each(self)
        for player, house in seats:
            self._leave(house, player.seat)

    def _look_around(self) -> None:
        before = max(0, self.running.table.version - LATELY)
        for name in self.people:
            self.try_something(name)
            lately = f"/v1/tables/{self.key}/entries?after={before}&most=500"
            for path in (f"/v1/tables/{self.key}?offers=1", lately, "/v1/tables"):
                self.ask(name, path)
            last = f"/v1/tables/{self.key}/rounds/{max(1, self.running.table.rounds)}"
            for path in (last, f"{last}/proof"):
                self.ask(name, path)
        for path in ("/metrics", "/readyz", "/v1/rounds", "/v1/log/tile/0/0", "/v1/log/checkpoint"):
            self.ask("nobody", path)

    def _leave(self, house: House, seat: int) -> None:
        for _ in range(200):
            try:
                house.act(self.key, Leave(seat))
            except Refused:
                time.sleep(0.05)
            else:
                return

    # --- What was hidden ---

    def entries(self) -> list[Entry]:
        site = self.house.site
        with site.store.reading() as unit:
            return history(unit, site.keys, self.number, self.running.terms.game.play)

    def canaries(self, *, proved: bool = False) -> list[Canary]:
        """All that was ever hidden at the table; a proof shows stacks when their seeds have been shown."""
        site, pieces = self.house.site, self.pieces
        with site.store.reading() as unit:
            rows = unit.secrets.of(self.number)
            found = [of_seed(seed_of(unit, site.keys, row.commitment), row.revealed_version or 0) for row in rows]
        shown = {row.commitment: row.revealed_version or 0 for row in rows if proved}
        for entry in self.entries():
            if isinstance(entry.action, Shuffle):
                found += of_stack(entry.action.stack, pieces, shown.get(entry.action.commitment, 0))
        return found

    def opened_too_early(self, told: Told) -> list[int]:
        """The entries of which a proof opens something although the seed of their shuffle was not shown by then."""
        with self.house.site.store.reading() as unit:
            shown = {row.commitment: row.revealed_version or math.inf for row in unit.secrets.of(self.number)}
            under = {one.version: body_of(one.body).under for one in unit.tables.entries(self.number, 0, told.version)}
        lines = map(json.loads, told.data.splitlines())
        opened = {line["opening"]["version"] for line in lines if "opening" in line}
        return [version for version in sorted(opened) if shown[under[version]] > told.version]

    @property
    def pieces(self) -> Pieces:
        return self.running.terms.game.equipment.pieces

    def actor(self, name: str) -> Actor:
        person, site = self.people[name], self.house.site
        if person is None:
            return ONLOOKER
        with site.store.reading() as unit:
            who = who_has(unit, person.token, system_clock())
        assert who is not None
        return actors(who.pseudonym, who.roles, self.number)[0]


def entitled(entries: Sequence[Entry], watcher: Actor, pieces: Pieces) -> list[set[str]]:
    """The names of the cards that a watcher has had a right to see up to each version, since the beginning."""
    state, known, so_far = State(), set[str](), [set[str]()]
    for entry in entries:
        for event in entry.events:
            state = evolve(state, event)
            known = known | set(pieces.named(sorted(in_sight(state, watcher))))
        so_far.append(known)
        if any(isinstance(event, RoundCompleted) for event in entry.events):
            known = set()
    return so_far


def cards_in(value: Any, pieces: Pieces, version: int, key: str = "") -> Iterator[tuple[int, str]]:
    """Every card that is named or numbered in a document, and the version of the table of which that is told."""
    if isinstance(value, dict):
        version = value.get("version", version)
        for name, one in value.items():
            yield from cards_in(one, pieces, version, name)
    elif isinstance(value, list):
        for one in value:
            if isinstance(one, int) and key in OF_CARDS:
                if one >= 0:
                    yield version, pieces.names[one]
            else:
                yield from cards_in(one, pieces, version, key)
    elif isinstance(value, str) and value and {*value.split()} <= {*pieces.names}:
        yield from ((version, name) for name in value.split())
