"""The log of a house: one tree over the entries of all its tables, and the checkpoints that were signed of it."""

from collections.abc import Sequence

from nomorebets.store.connection import Part, inserting, leaving, values
from nomorebets.store.rows import CheckpointRow, Cosignature, EntryRow, Leaf
from nomorebets.store.tables import LAST
from nomorebets.store.tiles import Growing, Tiles, frontier_of, nodes_in
from nomorebets.store.tree import Nodes, leaf_hash

Waiting = tuple[int, int, bytes]  # an entry that has no leaf yet: its table, its version and the hash of its leaf


def waiting(entries: Sequence[EntryRow]) -> list[Waiting]:
    return [(entry.table_id, entry.version, leaf_hash(entry.body)) for entry in entries]


class Log(Part):
    """Leaves are numbered in the order in which they come into the tree."""

    def begin(self, name: str, at_ms: int, goes_on_from: str = "") -> None:
        self.on.run("INSERT INTO log (id, began_ms, goes_on_from) VALUES (?, ?, ?)", name, at_ms, goes_on_from)

    @property
    def name(self) -> str:
        """The log that is being written; none before the house is founded."""
        found = self.on.all("SELECT id FROM log ORDER BY number DESC LIMIT 1")
        return str(found[0][0]) if found else ""

    # --- The tree ---

    @property
    def size(self) -> int:
        return int(self.on.all("SELECT coalesce(max(number), -1) + 1 FROM leaf")[0][0])

    def tile(self, level: int, place: int) -> bytes:
        found = self.on.all("SELECT hashes FROM tile WHERE level = ? AND place = ?", level, place)
        return bytes(found[0][0]) if found else b""

    @property
    def nodes(self) -> Nodes:
        return nodes_in(self.tile)

    def growing(self) -> Growing:
        """The tree as it is, to be added to within this unit."""
        tiles: Tiles = self.tile
        return Growing(frontier_of(tiles, self.size), tiles)

    def grow(self, tree: Growing, leaves: Sequence[Waiting]) -> None:
        """Entries get their leaves."""
        rows = [(tree.append(leaf), table, version) for table, version, leaf in leaves]
        self.on.many(inserting("leaf", Leaf), rows)
        statement = "INSERT INTO tile (level, place, hashes) VALUES (?, ?, ?)"
        again = "ON CONFLICT (level, place) DO UPDATE SET hashes = excluded.hashes"
        written = [(level, place, hashes) for (level, place), hashes in tree.written().items()]
        self.on.many(f"{statement} {again}", written)

    def wait(self, leaves: Sequence[Waiting]) -> None:
        """Entries wait until somebody puts them into the tree."""
        self.on.many("INSERT INTO pending (table_id, version, hash) VALUES (?, ?, ?)", leaves)

    def integrate(self, most: int) -> int:
        """Entries that wait get their leaves, in the order in which they came: how many."""
        found = self.on.all("SELECT id, table_id, version, hash FROM pending ORDER BY id LIMIT ?", most)
        if found:
            self.grow(self.growing(), [(table, version, bytes(leaf)) for _, table, version, leaf in found])
            self.on.many("DELETE FROM pending WHERE id = ?", [(row[0],) for row in found])
        return len(found)

    def leaf(self, table: int, version: int) -> int | None:
        """The number of an entry's leaf, once it has one."""
        found = self.on.all("SELECT number FROM leaf WHERE table_id = ? AND version = ?", table, version)
        return int(found[0][0]) if found else None

    def leaves(self, start: int = 0, stop: int = LAST) -> list[Leaf]:
        return self._rows(Leaf, "leaf", "WHERE number >= ? AND number < ? ORDER BY number", start, stop)

    # --- Checkpoints ---

    def keep_checkpoint(self, checkpoint: CheckpointRow) -> None:
        self.on.run(leaving("checkpoint", CheckpointRow), *values(checkpoint))

    def checkpoint(self, size: int = 0) -> CheckpointRow | None:
        """The checkpoint of a size, or the last one."""
        if not size:
            return self._row(CheckpointRow, "checkpoint", "ORDER BY size DESC LIMIT 1")
        return self._row(CheckpointRow, "checkpoint", "WHERE size = ?", size)

    def checkpoints(self) -> list[CheckpointRow]:
        return self._rows(CheckpointRow, "checkpoint", "ORDER BY size")

    def cosign(self, cosignature: Cosignature) -> None:
        self.on.run(leaving("cosignature", Cosignature), *values(cosignature))

    def cosignatures(self, size: int) -> list[Cosignature]:
        return self._rows(Cosignature, "cosignature", "WHERE size = ? ORDER BY witness", size)
