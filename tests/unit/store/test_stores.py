"""What every store does alike: each test runs in memory, in a file and in PostgreSQL."""

import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from nomorebets.errors import BadInput, NotKept, Stale, Unknown
from nomorebets.store import tree
from nomorebets.store.rows import (
    CheckpointRow,
    Cosignature,
    EntryRow,
    GameTable,
    Head,
    MeterLink,
    Request,
    RoundRow,
    RoundSeat,
    SecretRow,
    Snapshot,
)
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.tables import Search
from nomorebets.store.unit import Store, Unit

DATABASE_ERRORS = (sqlite3.Error, psycopg.Error)


def opened(store: Store, *tables: int) -> None:
    with store.unit() as unit:
        unit.log.begin("log", 1)
        for table in tables:
            unit.tables.open(GameTable(table, f"key{table}", "pokette", b"{}", b"{}", 1))


def entry(table: int, version: int) -> EntryRow:
    return EntryRow(table, version, 1000 * version, 1, f"{table}:{version}".encode(), b"sealed")


def append(unit: Unit, table: int, count: int = 1) -> Head:
    before = unit.tables.locked([table])[table]
    after = replace(before, version=before.version + count)
    unit.append(before, after, [entry(table, version) for version in range(before.version + 1, after.version + 1)])
    return after


def root(store: Store) -> tuple[int, bytes]:
    store.integrate()
    with store.reading() as unit:
        return unit.log.size, tree.root_at(unit.log.nodes, unit.log.size)


def test_entries_come_back_as_they_were_and_the_head_says_how_far_it_is(store: Store) -> None:
    opened(store, 1, 2)
    with store.unit() as unit:
        append(unit, 1, 3)
        append(unit, 2)
    with store.reading() as unit:
        assert unit.tables.entries(1) == [entry(1, version) for version in (1, 2, 3)]
        assert unit.tables.entries(1, after=1, up_to=2) == [entry(1, 2)]
        assert unit.tables.entries(1, most=1) == [entry(1, 1)]
        assert [head.version for head in unit.tables.heads()] == [3, 1]
        assert [table.key for table in unit.tables.all()] == ["key1", "key2"]


def test_the_tree_holds_every_entry_once_in_an_order_that_keeps_that_of_each_table(store: Store) -> None:
    opened(store, 1, 2)
    for table in (1, 2, 2, 1, 1):
        with store.unit() as unit:
            append(unit, table)
    size, found = root(store)
    with store.reading() as unit:
        leaves = unit.log.leaves()
        bodies = {(row.table_id, row.version): row.body for table in (1, 2) for row in unit.tables.entries(table)}
        assert [leaf.number for leaf in leaves] == list(range(5)) == list(range(size))
        hashes = [tree.leaf_hash(bodies[leaf.table_id, leaf.version]) for leaf in leaves]
        assert found == tree.root_of(hashes)
        assert [leaf.version for leaf in leaves if leaf.table_id == 1] == [1, 2, 3]
        assert unit.log.leaf(2, 2) == next(leaf.number for leaf in leaves if (leaf.table_id, leaf.version) == (2, 2))
        assert unit.log.leaf(2, 9) is None


def fails_midway(store: Store) -> None:
    with store.unit() as unit:
        append(unit, 1, 5)
        unit.meters.add("gone", 1)
        unit.tables.locked([99])


def test_what_fails_midway_leaves_nothing_behind(store: Store) -> None:
    opened(store, 1)
    with store.unit() as unit:
        append(unit, 1)
    before = root(store)
    with pytest.raises(Unknown):
        fails_midway(store)
    assert root(store) == before
    with store.unit() as unit:
        assert unit.meters.all() == []
        append(unit, 1)
    assert root(store) == (2, tree.root_of([tree.leaf_hash(b"1:1"), tree.leaf_hash(b"1:2")]))


def test_whoever_comes_second_with_a_version_is_told_so(store: Store) -> None:
    opened(store, 1)
    with store.reading() as unit:
        head = unit.tables.heads()[0]
    with store.unit() as unit:
        append(unit, 1)
    with pytest.raises(Stale, match="table 1 has gone on from version 0"), store.unit() as unit:
        unit.append(head, replace(head, version=1), [entry(1, 1)])


def test_who_has_lost_a_table_to_another_cannot_append(store: Store) -> None:
    opened(store, 1)
    with store.unit() as unit:
        mine = unit.tables.locked([1])[1]
        unit.tables.move_head(mine, replace(mine, epoch=1, holder="another"))
    with pytest.raises(Stale), store.unit() as unit:
        unit.append(mine, replace(mine, version=1), [entry(1, 1)])


def test_versions_without_a_gap(store: Store) -> None:
    opened(store, 1)
    head = Head(1)
    with pytest.raises(BadInput, match=r"entries \[2\] do not follow version 0 up to 1"), store.unit() as unit:
        unit.append(head, replace(head, version=1), [entry(1, 2)])


def test_a_table_that_is_not_there_is_named(store: Store) -> None:
    opened(store)
    with pytest.raises(Unknown, match="there is no table 7"), store.unit() as unit:
        unit.tables.locked([7])
    with pytest.raises(Unknown, match="there is no meter 7"), store.unit() as unit:
        unit.meters.locked([7])
    with pytest.raises(Unknown, match="there is no secret c"), store.unit() as unit:
        unit.secrets.reveal("c", b"s", 1)


@pytest.mark.parametrize("statement", ["UPDATE entry SET body = ?", "DELETE FROM entry WHERE body <> ?"])
def test_an_entry_is_never_changed(store: Store, statement: str) -> None:
    opened(store, 1)
    with store.unit() as unit:
        append(unit, 1)
    with pytest.raises(DATABASE_ERRORS, match="only added to"), store.unit() as unit:
        unit.tables.on.run(statement, b"another")


@pytest.mark.parametrize("statement", ["UPDATE meter_entry SET delta = ?", "DELETE FROM meter_entry WHERE delta <> ?"])
def test_a_movement_of_a_meter_is_never_changed(store: Store, statement: str) -> None:
    opened(store, 1)
    with store.unit() as unit:
        unit.meters.move(unit.meters.add("royal", 100), 5, 1, 1)
    with pytest.raises(DATABASE_ERRORS, match="only added to"), store.unit() as unit:
        unit.meters.on.run(statement, 1)


def test_a_request_is_answered_once(store: Store) -> None:
    opened(store, 1)
    request = Request("ann", "key", b"digest", 1, 1, 3, 1000)
    with store.unit() as unit:
        assert unit.requests.find("ann", "key") is None
        unit.requests.answer(request)
    with pytest.raises(Stale, match="'key' has been answered"), store.unit() as unit:
        unit.requests.answer(replace(request, last=9))
    with store.unit() as unit:
        assert unit.requests.find("ann", "key") == request
        assert unit.requests.find("bob", "key") is None
        assert unit.requests.forget(1000) == 0
        assert unit.requests.forget(1001) == 1
        assert unit.requests.find("ann", "key") is None


def test_a_secret_is_wrapped_until_it_is_shown_and_kept_after_that(store: Store) -> None:
    opened(store, 1)
    secret = SecretRow("c", 1, 4, "0001", wrapped=b"wrapped")
    with store.unit() as unit:
        unit.secrets.keep(secret)
    with store.unit() as unit:
        assert unit.secrets.find("c") == secret
        unit.secrets.reveal("c", b"seed", 9)
    with store.reading() as unit:
        assert unit.secrets.of(1) == [SecretRow("c", 1, 4, "0001", seed=b"seed", revealed_version=9)]
        assert unit.secrets.find("d") is None


def test_a_secret_is_never_both_wrapped_and_shown(store: Store) -> None:
    opened(store, 1)
    for secret in (SecretRow("c", 1, 4, "k"), SecretRow("c", 1, 4, "k", b"w", b"s")):
        with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
            unit.secrets.keep(secret)


def test_the_last_two_snapshots_and_the_first_of_a_block_are_kept(store: Store) -> None:
    opened(store, 1, 2)
    with store.unit() as unit:
        for version in (3, 5, 7, 8, 8):
            unit.tables.keep_snapshot(Snapshot(1, version, "rules", 2, b"%d" % version))
        unit.tables.keep_snapshot(Snapshot(2, 1, "rules", 2, b"other"))
    with store.reading() as unit:
        assert unit.tables.snapshot(1) == Snapshot(1, 8, "rules", 2, b"8")
        assert unit.tables.snapshot(1, up_to=6) == Snapshot(1, 3, "rules", 2, b"3")
        assert unit.tables.snapshot(2) == Snapshot(2, 1, "rules", 2, b"other")
        kept = unit.tables.on.all("SELECT version FROM snapshot WHERE table_id = ? ORDER BY version", 1)
        assert kept == [(3,), (7,), (8,)]


def test_a_meter_is_what_its_movements_say(store: Store) -> None:
    opened(store, 1, 2)
    with store.unit() as unit:
        meter = unit.meters.add("royal", 1_000)
        unit.meters.link(MeterLink(1, "meter:progressive:main", meter.id))
        for version, delta in enumerate((7, 11, -1_000), 1):
            meter = unit.meters.move(unit.meters.locked([meter.id])[meter.id], delta, 1 + version % 2, version)
    with store.reading() as unit:
        entries = unit.meters.entries(meter.id)
        assert unit.meters.all() == [meter]
        assert meter.cents == 1_000 + sum(entry.delta for entry in entries) == entries[-1].after == 18
        assert [entry.version for entry in entries] == [1, 2, 3]
        assert unit.meters.entries(meter.id, after=2) == entries[2:]
        assert unit.meters.links() == [MeterLink(1, "meter:progressive:main", meter.id)]


def test_a_meter_never_holds_less_than_nothing(store: Store) -> None:
    opened(store, 1)
    with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
        unit.meters.move(unit.meters.add("royal", 10), -11, 1, 1)


def test_an_entry_of_a_table_moves_a_meter_once(store: Store) -> None:
    opened(store, 1)
    with store.unit() as unit:
        meter = unit.meters.move(unit.meters.add("royal", 10), 1, 1, 1)
    with pytest.raises(DATABASE_ERRORS), store.unit() as unit:
        unit.meters.move(meter, 1, 1, 1)
    with pytest.raises(Stale, match="royal has moved"), store.unit() as unit:
        unit.meters.move(replace(meter, version=0), 1, 1, 2)


def test_rounds_are_found_by_table_hour_and_player(store: Store) -> None:
    opened(store, 1, 2)
    rows = [
        RoundRow(table, number, number, number + 1, 10 * number, 10 * number + 5)
        for table in (1, 2)
        for number in (1, 2, 3)
    ]
    with store.unit() as unit:
        for row in rows:
            unit.rounds.end(row, [RoundSeat(f"ann{row.table_id}", row.ended_ms, row.table_id, row.number, 4)])
    with store.reading() as unit:
        assert unit.rounds.find(2, 3) == rows[5]
        assert unit.rounds.find(2, 4) is None
        assert unit.rounds.last(1, most=2) == [rows[2], rows[1]]
        assert unit.rounds.last(since_ms=20, until_ms=30) == [rows[1], rows[4]]
        assert [seat.number for seat in unit.rounds.of("ann2")] == [3, 2, 1]
        assert [seat.number for seat in unit.rounds.of("ann2", 25, 26, 1)] == [2]


def test_only_rounds_that_were_looked_for_count_towards_the_most(store: Store) -> None:
    opened(store, 1, 2)
    rows = [RoundRow(1 + number % 2, number, number, number + 1, number, number) for number in range(1, 9)]
    with store.unit() as unit:
        for row in rows:
            player, seat = ("ann", 4) if row.number < 4 else ("bob", 5)
            unit.rounds.end(row, [RoundSeat(player, row.ended_ms, row.table_id, row.number, seat)])
    with store.reading() as unit:

        def found(**wanted: Any) -> list[int]:
            return [row.number for row in unit.rounds.found(Search(**wanted))]

        assert found(most=3) == [8, 7, 6]
        assert found(seat=4, most=2) == [3, 2]
        assert found(player="ann", seat=4, tables=(1,)) == [2]
        assert found(player="ann", seat=5) == []
        assert found(player="bob", since_ms=5, until_ms=7) == [6, 5]
        assert found(tables=(2,), most=2) == [7, 5]
        assert found(tables=()) == []


def test_checkpoints_and_who_has_signed_them_beside(store: Store) -> None:
    opened(store)
    with store.unit() as unit:
        assert unit.log.checkpoint() is None
        for size in (1, 5):
            unit.log.keep_checkpoint(CheckpointRow(size, f"note {size}", 1))
            unit.log.keep_checkpoint(CheckpointRow(size, "another note of the same size", 2))
        unit.log.cosign(Cosignature(5, "witness", "line"))
        unit.log.cosign(Cosignature(5, "witness", "a second line"))
    with store.reading() as unit:
        assert unit.log.checkpoint() == CheckpointRow(5, "note 5", 1)
        assert unit.log.checkpoint(1) == CheckpointRow(1, "note 1", 1)
        assert [row.size for row in unit.log.checkpoints()] == [1, 5]
        assert unit.log.cosignatures(5) == [Cosignature(5, "witness", "line")]


def test_a_lease_changes_hands_when_it_has_run_out(store: Store) -> None:
    with store.unit() as unit:
        assert unit.leases.take("log", "one", now_ms=0, for_ms=100) == 1
        assert unit.leases.take("log", "other", now_ms=50, for_ms=100) is None
        assert unit.leases.take("log", "one", now_ms=60, for_ms=100) == 1
        assert unit.leases.take("log", "other", now_ms=160, for_ms=100) == 2
        assert unit.leases.take("log", "one", now_ms=170, for_ms=100) is None


def test_a_restored_house_writes_a_log_of_its_own(store: Store) -> None:
    with store.unit() as unit:
        assert unit.log.name == ""
        unit.log.begin("first", 1)
        unit.log.begin("second", 2, "the checkpoint of the first")
        assert unit.log.name == "second"


def test_whoever_reads_sees_one_state_of_everything(store: Store, request: pytest.FixtureRequest) -> None:
    if "memory" in request.node.name:
        return  # one connection, which nobody else uses meanwhile
    opened(store, 1)
    with store.reading() as reader:
        before = reader.tables.entries(1)
        with store.unit() as unit:
            append(unit, 1)
        assert reader.tables.entries(1) == before == []
    with store.reading() as reader:
        assert len(reader.tables.entries(1)) == 1


def test_whoever_reads_cannot_write(store: Store, request: pytest.FixtureRequest) -> None:
    if "memory" in request.node.name:
        return
    with pytest.raises(DATABASE_ERRORS), store.reading() as reader:
        reader.log.begin("forged", 1)


def test_a_second_process_is_kept_out_of_a_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    with pytest.raises(BadInput, match="is in use by another process"):
        SqliteStore(tmp_path / "house.db")
    store.close()
    SqliteStore(tmp_path / "house.db").close()


def test_a_file_is_flushed_at_every_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    assert store.database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_backup_is_the_whole_but_for_snapshots_and_overwrites_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    opened(store, 1)
    with store.unit() as unit:
        append(unit, 1, 3)
        unit.tables.keep_snapshot(Snapshot(1, 3, "rules", 2, b"state"))
    store.back_up(tmp_path / "copy.db")
    with pytest.raises(BadInput, match="never overwrites"):
        store.back_up(tmp_path / "copy.db")
    copy = SqliteStore(tmp_path / "copy.db")
    assert root(copy) == root(store)
    with copy.reading() as unit:
        assert unit.tables.snapshot(1) is None
        assert len(unit.tables.entries(1)) == 3
    store.close()
    copy.close()


def test_a_store_whose_commit_has_failed_is_closed_for_good(tmp_path: Path) -> None:
    """A disk without room: what was not recorded is not acknowledged, and nothing is tried again on the same file."""
    store = SqliteStore(tmp_path / "house.db")
    opened(store, 1)
    store.database.execute("PRAGMA cache_spill = OFF")
    pages = store.database.execute("PRAGMA page_count").fetchone()[0]
    store.database.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises((NotKept, sqlite3.Error)), store.unit() as unit:
        unit.append(Head(1), Head(1, version=1), [EntryRow(1, 1, 1, 1, b"x" * 100_000, b"")])
    again = SqliteStore(tmp_path / "house.db") if store.lock is None else store
    with again.reading() as unit:
        assert unit.tables.entries(1) == []
    again.close()
