"""Racks in every kind of store: what was asked for and answered is found in order, and nothing of it is changed."""

import pytest

from nomorebets.store.deeds import founded
from nomorebets.store.rows import Account, GameTable, RackAnswer, RackEntry
from nomorebets.store.unit import Store, Unit

OPEN = RackEntry(1, 1, "open", 500, 1, 10)
FILL = RackEntry(1, 2, "fill", 100, 1, 12)
SAID = RackAnswer(1, 1, "confirmed", 2, 11, 7, -50, 500)


@pytest.fixture
def counted(store: Store) -> Store:
    with store.unit() as unit:
        founded(unit, "log", 1)
        for table in (1, 2):
            unit.tables.open(GameTable(table, f"t{table}", "pokette", b"{}", b"{}", 1))
        for name in ("ann", "bob"):
            unit.accounts.add(Account(0, name, name, "", None, 1))
        unit.racks.ask(OPEN)
        unit.racks.answer(SAID)
        unit.racks.ask(FILL)
    return store


def test_entries_come_in_order_with_their_answers(counted: Store) -> None:
    with counted.reading() as unit:
        assert unit.racks.entries(1) == [(OPEN, SAID), (FILL, None)]
        assert unit.racks.entries(2) == []


@pytest.mark.parametrize(
    "again",
    [
        lambda unit: unit.racks.ask(OPEN),
        lambda unit: unit.racks.answer(SAID),
        lambda unit: unit.racks.ask(RackEntry(1, 3, "theft", 1, 1, 1)),
        lambda unit: unit.racks.ask(RackEntry(1, 3, "fill", -1, 1, 1)),
        lambda unit: unit.racks.on.run("UPDATE rack_entry SET cents = 0"),
        lambda unit: unit.racks.on.run("DELETE FROM rack_answer"),
    ],
)
def test_nothing_is_said_twice_changed_or_taken_back(counted: Store, again: object) -> None:
    def tried(unit: Unit) -> None:
        again(unit)  # type: ignore[operator]

    with pytest.raises(Exception, match=r"(?i)rack|unique|constraint|only added"), counted.unit() as unit:
        tried(unit)
    with counted.reading() as unit:
        assert unit.racks.entries(1) == [(OPEN, SAID), (FILL, None)]
