"""Tables, how far each has come, and their entries."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nomorebets.errors import BadInput, Stale, Unknown
from nomorebets.store.connection import Connection, Part, inserting, leaving, values
from nomorebets.store.rows import EntryRow, GameTable, Head, Request, RoundRow, RoundSeat, Snapshot

LAST = 1 << 62


class Tables(Part):
    """Whoever appends has locked the head first, heads in the order of their numbers: nobody waits in a circle."""

    def __init__(self, on: Connection) -> None:
        super().__init__(on)
        self.held: set[int] = set()  # the tables whose heads are locked

    def open(self, table: GameTable) -> None:
        self.on.run(inserting("game_table", GameTable), *values(table))
        self.on.run(inserting("head", Head), *values(Head(table.id)))

    def all(self) -> list[GameTable]:
        return self._rows(GameTable, "game_table", "ORDER BY id")

    def set_policy(self, table: GameTable) -> None:
        """How a table is run from now on; all else that is posted at it stays."""
        self.on.run("UPDATE game_table SET policy = ? WHERE id = ?", table.policy, table.id)

    def locked(self, tables: Iterable[int]) -> dict[int, Head]:
        """The heads of these tables, locked until the end."""
        found = {}
        for table in sorted({*tables}):
            head = self._row(Head, "head", f"WHERE table_id = ?{self.on.locking}", table)
            if head is None:
                raise Unknown(f"there is no table {table}")
            found[table] = head
        self.held |= {*found}
        return found

    def heads(self) -> list[Head]:
        """The heads of all tables, as they are."""
        return self._rows(Head, "head", "ORDER BY table_id")

    def append(self, before: Head, after: Head, entries: Sequence[EntryRow]) -> None:
        """Entries that follow what the head was; recorded with the head as it is then, or not at all."""
        numbers = [entry.version for entry in entries]
        if numbers != list(range(before.version + 1, after.version + 1)):
            raise BadInput(f"entries {numbers} do not follow version {before.version} up to {after.version}")
        self.move_head(before, after)
        self.on.many(inserting("entry", EntryRow), map(values, entries))

    def move_head(self, before: Head, after: Head) -> None:
        """The head as it is from now on, unless somebody has changed it or taken the table over."""
        setting = ", ".join(f"{name} = ?" for name in Head.__struct_fields__[1:])
        statement = f"UPDATE head SET {setting} WHERE table_id = ? AND version = ? AND epoch = ?"
        if self.on.run(statement, *values(after)[1:], before.table_id, before.version, before.epoch) != 1:
            raise Stale(f"table {before.table_id} has gone on from version {before.version}")

    def take(self, table: int, holder: str, now_ms: int, for_ms: int) -> Head:
        """Deal at a table alone until then: the head with the epoch that says so."""
        head = self.locked([table])[table]
        epoch = head.epoch + (head.holder != holder)
        after = replace(head, holder=holder, epoch=epoch, lease_until_ms=now_ms + for_ms)
        self.move_head(head, after)
        return after

    def entries(self, table: int, after: int = 0, up_to: int = LAST, most: int = LAST) -> list[EntryRow]:
        where = "WHERE table_id = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
        return self._rows(EntryRow, "entry", where, table, after, up_to, most)

    def keep_snapshot(self, snapshot: Snapshot, keep: int = 2) -> None:
        """One more snapshot of a table, and only the last few."""
        self.on.run(leaving("snapshot", Snapshot), *values(snapshot))
        older = "SELECT version FROM snapshot WHERE table_id = ? ORDER BY version DESC LIMIT 1 OFFSET ?"
        statement = f"DELETE FROM snapshot WHERE table_id = ? AND version <= ({older})"
        self.on.run(statement, snapshot.table_id, snapshot.table_id, keep)

    def snapshot(self, table: int) -> Snapshot | None:
        return self._row(Snapshot, "snapshot", "WHERE table_id = ? ORDER BY version DESC LIMIT 1", table)


class Ready(Part):
    """Seats whose players have said that nobody needs to wait for them, with the clock that they mean."""

    def add(self, table: int, clock: str, seat: int) -> None:
        """One more; what was said of other clocks is of no use any more."""
        self.on.run("DELETE FROM ready WHERE table_id = ? AND clock <> ?", table, clock)
        statement = "INSERT INTO ready (table_id, clock, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self.on.run(statement, table, clock, seat)

    def of(self, table: int, clock: str) -> list[int]:
        found = self.on.all("SELECT seat FROM ready WHERE table_id = ? AND clock = ?", table, clock)
        return [int(row[0]) for row in found]


class Requests(Part):
    """Requests that were answered, by who made them and the key that they gave."""

    def find(self, account: str, key: str) -> Request | None:
        return self._row(Request, "request", "WHERE account = ? AND key = ?", account, key)

    def answer(self, request: Request) -> None:
        """A request is answered; whoever was first with its key is who acted."""
        if not self.on.run(leaving("request", Request), *values(request)):
            raise Stale(f"the request {request.key!r} has been answered meanwhile")

    def forget(self, before_ms: int) -> int:
        return self.on.run("DELETE FROM request WHERE at_ms < ?", before_ms)


class Rounds(Part):
    """Rounds that are over, to be found by table, hour and player."""

    def end(self, row: RoundRow, seats: Iterable[RoundSeat]) -> None:
        self.on.run(inserting("round", RoundRow), *values(row))
        self.on.many(inserting("round_seat", RoundSeat), map(values, seats))

    def find(self, table: int, number: int) -> RoundRow | None:
        return self._row(RoundRow, "round", "WHERE table_id = ? AND number = ?", table, number)

    def last(
        self, table: int | None = None, since_ms: int = 0, until_ms: int = LAST, most: int = 100
    ) -> list[RoundRow]:
        """The last rounds that ended in a time, at one table or all."""
        at, which = ("", ()) if table is None else ("table_id = ? AND ", (table,))
        order = "ended_ms DESC, table_id" if table is None else "number DESC"
        where = f"WHERE {at}ended_ms >= ? AND ended_ms < ? ORDER BY {order} LIMIT ?"
        return self._rows(RoundRow, "round", where, *which, since_ms, until_ms, most)

    def of(
        self, player: str, since_ms: int = 0, until_ms: int = LAST, most: int = 100, table: int | None = None
    ) -> list[RoundSeat]:
        """The last rounds of a player that ended in a time, at one table or all."""
        at, which = ("", ()) if table is None else ("AND table_id = ? ", (table,))
        where = f"WHERE player = ? AND ended_ms >= ? AND ended_ms < ? {at}ORDER BY ended_ms DESC LIMIT ?"
        return self._rows(RoundSeat, "round_seat", where, player, since_ms, until_ms, *which, most)
