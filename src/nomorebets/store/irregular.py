"""Entries that declare an irregularity, found by hour; what was declared is read from the entries themselves."""

from collections.abc import Sequence

from nomorebets.store.connection import Part, among, columns, inserting, values
from nomorebets.store.rows import EntryRow, IrregularEntry


class Irregular(Part):
    def note(self, one: IrregularEntry) -> None:
        self.on.run(inserting("irregularity", IrregularEntry), *values(one))

    def since(self, tables: Sequence[int], at_ms: int, most: int) -> list[EntryRow]:
        """The entries of some tables that have declared one since an hour, the last first."""
        entry = ", ".join(f"entry.{name}" for name in columns(EntryRow).split(", "))
        which = "irregularity AS one JOIN entry ON entry.table_id = one.table_id AND entry.version = one.version"
        order = "ORDER BY one.at_ms DESC, one.table_id, one.version DESC LIMIT ?"
        where = f"WHERE one.at_ms >= ? AND one.table_id {among(tables)}"
        found = self.on.all(f"SELECT {entry} FROM {which} {where} {order}", at_ms, *tables, most)
        return [EntryRow(*row) for row in found]
