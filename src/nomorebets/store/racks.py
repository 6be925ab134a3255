"""Racks: the chips of a table as people count and move them, two for each time."""

from nomorebets.store.connection import Part, inserting, values
from nomorebets.store.rows import RackAnswer, RackEntry


class Racks(Part):
    """Whoever adds to a rack has locked the head of the house first."""

    def ask(self, entry: RackEntry) -> None:
        self.on.run(inserting("rack_entry", RackEntry), *values(entry))

    def answer(self, answer: RackAnswer) -> None:
        self.on.run(inserting("rack_answer", RackAnswer), *values(answer))

    def entries(self, table: int) -> list[tuple[RackEntry, RackAnswer | None]]:
        """All that was asked for at a table, and what another one said to it."""
        asked = self._rows(RackEntry, "rack_entry", "WHERE table_id = ? ORDER BY number", table)
        answers = self._rows(RackAnswer, "rack_answer", "WHERE table_id = ?", table)
        by_number = {one.number: one for one in answers}
        return [(one, by_number.get(one.number)) for one in asked]
