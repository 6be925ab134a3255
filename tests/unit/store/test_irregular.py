"""Entries that declare an irregularity, in every kind of store: found by hour, and never taken back."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nomorebets.store.irregular import Irregular
from nomorebets.store.rows import EntryRow, GameTable, IrregularEntry
from nomorebets.store.unit import Store
from nomorebets.table.actions import Irregularity
from tests.rounds.golden import played, scripts
from tests.unit.store.house import House
from tests.unit.store.recorded import keep_recorded

AMISS = next(one for one in scripts() if any(isinstance(e.action, Irregularity) for e in played(one).entries))


def test_the_entries_that_declare_one_are_found_by_hour(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, ("high-card-flush",))
    house.play()
    one = keep_recorded(house, 7, AMISS)
    declared = [entry.version for entry in one.entries if isinstance(entry.action, Irregularity)]
    with store.unit() as unit:
        found = unit.irregular.since([7], 0, 100)
        assert [(row.table_id, row.version) for row in found] == [(7, version) for version in reversed(declared)]
        assert found == [row for row in unit.tables.entries(7) if row.version in declared][::-1]
        assert unit.irregular.since([7], found[0].at_ms + 1, 100) == []
        assert len(unit.irregular.since([7], 0, 1)) == 1


def test_those_of_other_tables_do_not_count_towards_the_most(store: Store) -> None:
    with store.unit() as unit:
        for number in (1, 2):
            unit.tables.open(GameTable(number, f"t{number}", "pokette", b"{}", b"{}", 1))
            head = unit.tables.locked([number])[number]
            unit.append(head, replace(head, version=1), [EntryRow(number, 1, number, 1, b"{}", b"")])
            unit.irregular.note(IrregularEntry(number, number, 1))
        assert [row.table_id for row in unit.irregular.since([1], 0, 1)] == [1]
        assert [row.table_id for row in unit.irregular.since([1, 2], 0, 9)] == [2, 1]
        assert unit.irregular.since([], 0, 1) == []


@pytest.mark.parametrize("statement", ["UPDATE irregularity SET at_ms = 0", "DELETE FROM irregularity"])
def test_none_is_taken_back(store: Store, statement: str) -> None:
    with store.unit() as unit:
        unit.tables.open(GameTable(1, "t1", "pokette", b"{}", b"{}", 1))
        Irregular(unit.on).note(IrregularEntry(5, 1, 1))
    with pytest.raises(Exception, match=r"(?i)irregularity|only added"), store.unit() as unit:
        unit.on.run(statement)
