"""Disputes of rounds and the rulings on them, each said once."""

from collections.abc import Sequence

from nomorebets.errors import Stale
from nomorebets.store.connection import Part, among, columns, leaving, numbering, values
from nomorebets.store.rows import DisputeRow, RulingRow

Disputed = tuple[DisputeRow, RulingRow | None]


class Disputes(Part):
    """Whoever adds one has locked the head of the house first."""

    def make(self, dispute: DisputeRow) -> DisputeRow:
        """One more, with its number."""
        return DisputeRow(*self.on.all(numbering("dispute", DisputeRow), *values(dispute)[1:])[0])

    def rule(self, ruling: RulingRow) -> None:
        if not self.on.run(leaving("ruling", RulingRow), *values(ruling)):
            raise Stale(f"dispute {ruling.dispute} has been settled meanwhile")

    def find(self, number: int) -> Disputed | None:
        return next(iter(self._found("one.number = ?", number)), None)

    def of_round(self, table: int, number: int) -> list[Disputed]:
        return self._found("one.table_id = ? AND one.round = ?", table, number)

    def open(self, tables: Sequence[int], most: int) -> list[Disputed]:
        """Those at some tables on which nobody has ruled, the last first; only those count towards the most."""
        return self._found(f"one.table_id {among(tables)} AND ruling.dispute IS NULL", *tables, most=most)

    def _found(self, where: str, *wanted: int, most: int = 100) -> list[Disputed]:
        told = [f"one.{name}" for name in columns(DisputeRow).split(", ")]
        told += [f"ruling.{name}" for name in columns(RulingRow).split(", ")]
        both = "dispute AS one LEFT JOIN ruling ON ruling.dispute = one.number"
        statement = f"SELECT {', '.join(told)} FROM {both} WHERE {where} ORDER BY one.number DESC LIMIT ?"
        width = len(DisputeRow.__struct_fields__)
        return [
            (DisputeRow(*row[:width]), None if row[width] is None else RulingRow(*row[width:]))
            for row in self.on.all(statement, *wanted, most)
        ]
