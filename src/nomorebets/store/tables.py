"""Tables, how far each has come, and their entries."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput, Stale, Unknown
from nomorebets.store.connection import Connection, Part, among, inserting, leaving, values
from nomorebets.store.rows import EntryRow, GameTable, Head, Request, RoundRow, RoundSeat, Snapshot

LAST = 1 << 62
MOVING = (
    f"UPDATE head SET {', '.join(f'{name} = ?' for name in Head.__struct_fields__[1:])} "
    "WHERE table_id = ? AND version = ? AND epoch = ?"
)
BLOCK = 512  # versions of a table of which the first snapshot stays, so that any state is found from near by


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
        if self.on.run(MOVING, *values(after)[1:], before.table_id, before.version, before.epoch) != 1:
            raise Stale(f"table {before.table_id} has gone on from version {before.version}")

    def take(self, table: int, holder: str, now_ms: int, for_ms: int, longest_ms: int = LAST) -> Head:
        """Deal at a table alone until then: the head with the epoch that says so.

        A clock that ran while nobody dealt goes on from where it was, and has no more than the longest time left.
        """
        head = self.locked([table])[table]
        after = replace(head, holder=holder, lease_until_ms=now_ms + for_ms)
        if head.holder != holder:
            away = max(0, now_ms - head.lease_until_ms) if head.holder else 0
            due = min(head.due_ms + away, now_ms + longest_ms) if head.due_ms else 0
            after = replace(after, epoch=head.epoch + 1, due_ms=due)
        self.move_head(head, after)
        return after

    def put_off(self, by_ms: int) -> None:
        """All clocks that run end so much later, or earlier."""
        self.on.run("UPDATE head SET due_ms = due_ms + ? WHERE due_ms > 0", by_ms)

    def entries(self, table: int, after: int = 0, up_to: int = LAST, most: int = LAST) -> list[EntryRow]:
        where = "WHERE table_id = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
        return self._rows(EntryRow, "entry", where, table, after, up_to, most)

    def keep_snapshot(self, snapshot: Snapshot, keep: int = 2) -> None:
        """One more snapshot of a table: the last few stay, and the first of each block of versions."""
        self.on.run(leaving("snapshot", Snapshot), *values(snapshot))
        older = "SELECT version FROM snapshot WHERE table_id = ? ORDER BY version DESC LIMIT 1 OFFSET ?"
        for (version,) in self.on.all(older, snapshot.table_id, keep):
            first = "SELECT MIN(version) FROM snapshot WHERE table_id = ? AND version >= ?"
            statement = f"DELETE FROM snapshot WHERE table_id = ? AND version = ? AND version > ({first})"
            self.on.run(statement, snapshot.table_id, version, snapshot.table_id, version - version % BLOCK)

    def snapshot(self, table: int, up_to: int = LAST) -> Snapshot | None:
        """The last one up to a version."""
        where = "WHERE table_id = ? AND version <= ? ORDER BY version DESC LIMIT 1"
        return self._row(Snapshot, "snapshot", where, table, up_to)

    def drop_snapshot(self, table: int, version: int) -> None:
        self.on.run("DELETE FROM snapshot WHERE table_id = ? AND version = ?", table, version)


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


class Search(Struct, frozen=True):
    """Which rounds are looked for: those at some tables, in which somebody played, at a seat, that ended in a time."""

    tables: tuple[int, ...] | None = None  # all of them
    player: str = ""
    seat: int = 0  # whichever
    since_ms: int = 0
    until_ms: int = LAST
    most: int = 100


class Rounds(Part):
    """Rounds that are over, to be found by table, hour and player."""

    def end(self, row: RoundRow, seats: Iterable[RoundSeat]) -> None:
        self.on.run(inserting("round", RoundRow), *values(row))
        self.on.many(inserting("round_seat", RoundSeat), map(values, seats))

    def find(self, table: int, number: int) -> RoundRow | None:
        return self._row(RoundRow, "round", "WHERE table_id = ? AND number = ?", table, number)

    def seats(self, table: int, number: int) -> list[RoundSeat]:
        """Who had a wager in a round or banked it, seat by seat."""
        where = "WHERE table_id = ? AND number = ? ORDER BY seat"
        return self._rows(RoundSeat, "round_seat", where, table, number)

    def last(
        self, table: int | None = None, since_ms: int = 0, until_ms: int = LAST, most: int = 100
    ) -> list[RoundRow]:
        """The last rounds that ended in a time, at one table or all."""
        at, which = ("", ()) if table is None else ("table_id = ? AND ", (table,))
        order = "ended_ms DESC, table_id" if table is None else "number DESC"
        where = f"WHERE {at}ended_ms >= ? AND ended_ms < ? ORDER BY {order} LIMIT ?"
        return self._rows(RoundRow, "round", where, *which, since_ms, until_ms, most)

    def since(self, table: int, ended_ms: int, after: int, up_to: int) -> list[RoundRow]:
        """The rounds of a table after one number and up to another that ended since an hour, the first first."""
        where = "WHERE table_id = ? AND number > ? AND number <= ? AND ended_ms >= ? ORDER BY number"
        return self._rows(RoundRow, "round", where, table, after, up_to, ended_ms)

    def found(self, wanted: Search) -> list[RoundRow]:
        """The last rounds of which all of this holds; only those count towards the most."""
        where, given = ["ended_ms >= ? AND ended_ms < ?"], list[int | str]([wanted.since_ms, wanted.until_ms])
        if wanted.tables is not None:
            where.append(f"table_id {among(wanted.tables)}")
            given += wanted.tables
        if wanted.player:
            at = "AND seat = ?" if wanted.seat else ""
            where.append(f"(table_id, number) IN (SELECT table_id, number FROM round_seat WHERE player = ? {at})")
            given += [wanted.player, wanted.seat] if wanted.seat else [wanted.player]
        elif wanted.seat:
            sat = "one.table_id = round.table_id AND one.number = round.number AND one.seat = ?"
            where.append(f"EXISTS (SELECT 1 FROM round_seat AS one WHERE {sat})")
            given.append(wanted.seat)
        order = "ORDER BY ended_ms DESC, table_id LIMIT ?"
        return self._rows(RoundRow, "round", f"WHERE {' AND '.join(where)} {order}", *given, wanted.most)

    def of(
        self, player: str, since_ms: int = 0, until_ms: int = LAST, most: int = 100, table: int | None = None
    ) -> list[RoundSeat]:
        """The last rounds of a player that ended in a time, at one table or all."""
        at, which = ("", ()) if table is None else ("AND table_id = ? ", (table,))
        where = f"WHERE player = ? AND ended_ms >= ? AND ended_ms < ? {at}ORDER BY ended_ms DESC LIMIT ?"
        return self._rows(RoundSeat, "round_seat", where, player, since_ms, until_ms, *which, most)
