"""A small house for tests: tables of several games in one store, rounds played at them in turn."""

from pathlib import Path

from nomorebets.games.registry import house_terms
from nomorebets.rounds.session import Session
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import signed_now
from nomorebets.store.deeds import founded
from nomorebets.store.keeping import Keeper
from nomorebets.store.keys import Keys
from nomorebets.store.record import Cause
from nomorebets.store.rows import GameTable, Head
from nomorebets.store.unit import Store
from nomorebets.table.dealer import Seeds, repeatable
from nomorebets.table.state import State


def bets(session: Session) -> dict[int, dict[str, int]]:
    """The least wager of the first kind at every seat."""
    wager, least, _, _ = session.terms.wagers[0]
    place = session.terms.game.equipment.places(session.terms.submission).get(wager.name, ("",))[0]
    name = f"{wager.name}:{place}" if place else wager.name
    return {seat: {name: least} for seat in session.table.seats}


class SmallTable:
    """A table that plays rounds and keeps them."""

    def __init__(self, store: Store, keys: Keys, number: int, game: str) -> None:
        self.row = GameTable(number, f"t{number}", game, b"{}", b"{}", 1)
        self.store = store
        self.session = Session(house_terms(game), repeatable(f"table {number}"), name=self.row.key)
        self.keeper = Keeper(keys, "log", self.row, self.session.terms.hash)
        self.head, self.state, self.kept = Head(number), State(), 0
        with store.unit() as unit:
            unit.tables.open(self.row)
        self.session.sit(1, "Ann")
        self.session.sit(2, "Bob")

    def play(self, at_ms: int) -> None:
        """One round, kept in one unit."""
        self.session.next_round(bets(self.session))
        self.keep(at_ms)

    def keep(self, at_ms: int) -> None:
        seeds = self.session.chance
        assert isinstance(seeds, Seeds)
        entries = self.session.entries[self.kept :]
        with self.store.unit() as unit:
            self.head = self.keeper.append(unit, self.head, self.state, entries, seeds.by_commitment, Cause.DUTY, at_ms)
        self.kept, self.state = len(self.session.entries), self.session.table


class House:
    """Tables that share a log."""

    def __init__(self, store: Store, folder: Path, games: tuple[str, ...]) -> None:
        self.store, self.keys = store, Keys(folder / "keys")
        with store.unit() as unit:
            founded(unit, "log", 1, str(self.keys.verifier("log")))
        self.tables = [SmallTable(store, self.keys, number, game) for number, game in enumerate(games, 1)]
        self.at = 1

    @property
    def log(self) -> str:
        with self.store.reading() as unit:
            return unit.log.name

    def play(self, rounds: int = 1) -> None:
        for _ in range(rounds):
            for table in self.tables:
                self.at += 1
                table.play(self.at)
            self.sign()

    def sign(self) -> str:
        """A checkpoint of all that is kept."""
        return signed_now(self.store, self.keys, self.at)

    def export(self) -> list[bytes]:
        with self.store.reading() as unit:
            return list(exported(unit, keys=self.keys))
