"""Who comes to deal at a table goes on with its clock from where it was when somebody last dealt."""

from nomorebets.store.rows import GameTable, Head
from nomorebets.store.unit import Store

HOUR_MS = 3_600_000


def taken(store: Store, head: Head, now_ms: int, longest_ms: int) -> Head:
    """The head after another process has come to deal at a table."""
    with store.unit() as unit:
        unit.tables.open(GameTable(1, "t1", "pokette", b"{}", b"{}", 1))
        unit.tables.move_head(Head(1), head)
        return unit.tables.take(1, "another", now_ms, 5000, longest_ms)


def test_the_time_in_which_nobody_dealt_is_given_back(store: Store) -> None:
    gone = Head(1, due_ms=20_000, holder="one", lease_until_ms=15_000)
    assert taken(store, gone, 18_000, 30_000).due_ms == 23_000


def test_nobody_is_given_more_than_a_whole_clock(store: Store) -> None:
    gone = Head(1, due_ms=20_000, holder="one", lease_until_ms=15_000)
    assert taken(store, gone, HOUR_MS, 3_000).due_ms == HOUR_MS + 3_000


def test_a_clock_that_had_ended_before_is_not_begun_again(store: Store) -> None:
    gone = Head(1, due_ms=10_000, holder="one", lease_until_ms=15_000)
    assert taken(store, gone, 18_000, 30_000).due_ms == 13_000


def test_a_table_without_a_clock_gets_none(store: Store) -> None:
    assert taken(store, Head(1, holder="one", lease_until_ms=15_000), 18_000, 30_000).due_ms == 0
