"""Meters that tables share: what they hold, and every movement of it."""

from collections.abc import Iterable

from nomorebets.errors import Stale, Unknown
from nomorebets.store.connection import Part, inserting, values
from nomorebets.store.rows import Meter, MeterEntry, MeterLink
from nomorebets.store.tables import LAST


class Meters(Part):
    """Meters are locked after heads, in the order of their numbers."""

    def add(self, name: str, cents: int) -> Meter:
        self.on.run("INSERT INTO meter (name, cents) VALUES (?, ?)", name, cents)
        made = self._row(Meter, "meter", "WHERE name = ?", name)
        assert made is not None, "it was just added"
        return made

    def link(self, link: MeterLink) -> None:
        self.on.run(inserting("meter_link", MeterLink), *values(link))

    def links(self) -> list[MeterLink]:
        return self._rows(MeterLink, "meter_link", "ORDER BY table_id, account")

    def all(self) -> list[Meter]:
        """All meters, as they are."""
        return self._rows(Meter, "meter", "ORDER BY id")

    def locked(self, meters: Iterable[int]) -> dict[int, Meter]:
        found = {}
        for number in sorted({*meters}):
            meter = self._row(Meter, "meter", f"WHERE id = ?{self.on.locking}", number)
            if meter is None:
                raise Unknown(f"there is no meter {number}")
            found[number] = meter
        return found

    def move(self, meter: Meter, delta: int, table: int, version: int) -> Meter:
        """A meter after an entry of a table has moved it."""
        after = Meter(meter.id, meter.name, meter.cents + delta, meter.version + 1)
        statement = "UPDATE meter SET cents = ?, version = ? WHERE id = ? AND version = ?"
        if self.on.run(statement, after.cents, after.version, meter.id, meter.version) != 1:
            raise Stale(f"meter {meter.name} has moved meanwhile")
        row = MeterEntry(meter.id, after.version, table, version, delta, after.cents)
        self.on.run(inserting("meter_entry", MeterEntry), *values(row))
        return after

    def entries(self, meter: int, after: int = 0, most: int = LAST) -> list[MeterEntry]:
        where = "WHERE meter_id = ? AND version > ? ORDER BY version LIMIT ?"
        return self._rows(MeterEntry, "meter_entry", where, meter, after, most)
