"""Meters that tables share: what they hold, and every movement of it."""

from collections.abc import Iterable

from nomorebets.errors import Stale, Unknown
from nomorebets.store.connection import Connection, Part, inserting, values
from nomorebets.store.rows import Meter, MeterEntry, MeterLink
from nomorebets.store.tables import LAST


class Meters(Part):
    """Meters are locked after heads, in the order of their numbers, all that a unit may move at once."""

    def __init__(self, on: Connection) -> None:
        super().__init__(on)
        self.held: dict[int, Meter] = {}  # those that are locked, as they are by now

    def add(self, name: str, cents: int) -> Meter:
        self.on.run("INSERT INTO meter (name, cents) VALUES (?, ?)", name, cents)
        made = self.named(name)
        assert made is not None, "it was just added"
        return made

    def link(self, link: MeterLink) -> None:
        self.on.run(inserting("meter_link", MeterLink), *values(link))

    def links(self) -> list[MeterLink]:
        return self._rows(MeterLink, "meter_link", "ORDER BY table_id, account")

    def all(self) -> list[Meter]:
        """All meters, as they are."""
        return self._rows(Meter, "meter", "ORDER BY id")

    def named(self, name: str) -> Meter | None:
        return self._row(Meter, "meter", "WHERE name = ?", name)

    def shared_by(self, table: int) -> dict[str, Meter]:
        """The meters to which a table is linked, by its accounts: those that are locked as they are in this unit."""
        rows = self._rows(MeterLink, "meter_link", "WHERE table_id = ? ORDER BY account", table)
        meters = {one.id: one for one in self._of(table)} | self.held
        return {link.account: meters[link.meter_id] for link in rows}

    def _of(self, table: int) -> list[Meter]:
        linked = "WHERE id IN (SELECT meter_id FROM meter_link WHERE table_id = ?)"
        return self._rows(Meter, "meter", linked, table)

    def locked(self, meters: Iterable[int]) -> dict[int, Meter]:
        wanted = {*meters}
        for number in sorted(wanted - {*self.held}):
            meter = self._row(Meter, "meter", f"WHERE id = ?{self.on.locking}", number)
            if meter is None:
                raise Unknown(f"there is no meter {number}")
            self.held[number] = meter
        return {number: self.held[number] for number in sorted(wanted)}

    def move(self, meter: Meter, delta: int, table: int, version: int) -> Meter:
        """A meter after an entry of a table, or a deed of the house, has moved it."""
        after = Meter(meter.id, meter.name, meter.cents + delta, meter.version + 1)
        statement = "UPDATE meter SET cents = ?, version = ? WHERE id = ? AND version = ?"
        if self.on.run(statement, after.cents, after.version, meter.id, meter.version) != 1:
            raise Stale(f"meter {meter.name} has moved meanwhile")
        row = MeterEntry(meter.id, after.version, table, version, delta, after.cents)
        self.on.run(inserting("meter_entry", MeterEntry), *values(row))
        self.held[meter.id] = after
        return after

    def entries(self, meter: int, after: int = 0, most: int = LAST) -> list[MeterEntry]:
        where = "WHERE meter_id = ? AND version > ? ORDER BY version LIMIT ?"
        return self._rows(MeterEntry, "meter_entry", where, meter, after, most)
