"""Disputes in every kind of store: numbered, found while they are open, ruled on once, and never changed."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from nomorebets.errors import Stale
from nomorebets.store.deeds import founded
from nomorebets.store.rows import Account, DisputeRow, GameTable, RulingRow
from nomorebets.store.unit import Store, Unit

FIRST = DisputeRow(1, 1, 216, 5, "ann", "My flush bonus was not paid.", 1, 10)
SECOND = DisputeRow(2, 1, 217, 2, "bob", "Low hand set as high", 2, 12)
RULED = RulingRow(1, "It was paid.", 2, 20)


@pytest.fixture
def disputed(store: Store) -> Store:
    with store.unit() as unit:
        founded(unit, "log", 1)
        unit.tables.open(GameTable(1, "t1", "pokette", b"{}", b"{}", 1))
        for name in ("ann", "bob"):
            unit.accounts.add(Account(0, name, name, "", None, 1))
        for one in (FIRST, SECOND):
            assert unit.disputes.make(replace(one, number=0)) == one
    return store


def test_one_is_open_until_somebody_has_ruled(disputed: Store) -> None:
    with disputed.unit() as unit:
        assert unit.disputes.open([1], 10) == [(SECOND, None), (FIRST, None)]
        assert unit.disputes.open([1], 1) == [(SECOND, None)]
        unit.disputes.rule(RULED)
        assert unit.disputes.open([1], 10) == [(SECOND, None)]
        assert unit.disputes.find(1) == (FIRST, RULED)
        assert unit.disputes.of_round(1, 216) == [(FIRST, RULED)]
        assert unit.disputes.of_round(2, 216) == []
        assert unit.disputes.find(3) is None
        with pytest.raises(Stale):
            unit.disputes.rule(replace(RULED, words="It was not."))


def test_those_of_other_tables_do_not_count_towards_the_most(disputed: Store) -> None:
    with disputed.unit() as unit:
        unit.tables.open(GameTable(2, "t2", "pokette", b"{}", b"{}", 1))
        elsewhere = unit.disputes.make(replace(FIRST, number=0, table_id=2))
        assert unit.disputes.open([1], 1) == [(SECOND, None)]
        assert unit.disputes.open([2, 1], 1) == [(elsewhere, None)]
        assert unit.disputes.open([], 1) == []


@pytest.mark.parametrize(
    "again",
    [
        lambda unit: unit.on.run("UPDATE dispute SET words = ''"),
        lambda unit: unit.on.run("DELETE FROM dispute"),
        lambda unit: unit.on.run("UPDATE ruling SET words = ''"),
        lambda unit: unit.disputes.rule(RulingRow(9, "On nothing", 1, 1)),
    ],
)
def test_nothing_is_changed_or_taken_back(disputed: Store, again: Callable[[Unit], object]) -> None:
    with disputed.unit() as unit:
        unit.disputes.rule(RULED)
    with pytest.raises(Exception, match=r"(?i)foreign|only added"), disputed.unit() as unit:
        again(unit)
    with disputed.reading() as unit:
        assert unit.disputes.find(1) == (FIRST, RULED)
