"""Tiles: how the tree is kept and published, in the form of C2SP's tlog-tiles.

A tile has up to 256 neighbouring hashes of one level, eight heights above the level below.  A full one never changes
again, so it can be kept anywhere; what lies between two levels is hashed anew when it is asked for.
"""

from collections.abc import Callable, Iterable, Mapping

from nomorebets.store.tree import HASH_BYTES, Frontier, Nodes, node_hash, subtrees

HEIGHT = 8
WIDTH = 1 << HEIGHT

Tiles = Callable[[int, int], bytes]  # the hashes of this level and place, one after the other


def nodes_in(tiles: Tiles) -> Nodes:
    """The whole subtrees of a tree that is kept in tiles."""

    def node(height: int, place: int) -> bytes:
        level, within = divmod(height, HEIGHT)
        first = place << within
        tile, offset = divmod(first, WIDTH)
        hashes = split(tiles(level, tile))[offset : offset + (1 << within)]
        if len(hashes) != 1 << within:
            raise LookupError(f"the tree has no whole subtree of height {height} at place {place}")
        return _over(hashes)

    return node


def _over(hashes: list[bytes]) -> bytes:
    """The root over as many hashes as a power of two."""
    while len(hashes) > 1:
        hashes = [node_hash(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def split(tile: bytes) -> list[bytes]:
    return [tile[start : start + HASH_BYTES] for start in range(0, len(tile), HASH_BYTES)]


def frontier_of(tiles: Tiles, size: int) -> Frontier:
    """The right edge of a tree of this size that is kept in tiles."""
    nodes = nodes_in(tiles)
    return Frontier(size, (nodes(height, place) for height, place in subtrees(0, size)))


class Growing:
    """A tree that grows, and the tiles that have changed since they were last written down."""

    def __init__(self, frontier: Frontier, tiles: Tiles) -> None:
        self.frontier, self.tiles = frontier, tiles
        self.changed: dict[tuple[int, int], bytearray] = {}
        self.open: dict[int, tuple[int, bytearray]] = {}  # the rightmost tile of each level, by its place

    def append(self, leaf: bytes) -> int:
        """Add the hash of a leaf: its index."""
        for height, place, node in self.frontier.append(leaf):
            level, within = divmod(height, HEIGHT)
            if not within:
                self._put(level, place, node)
        return self.frontier.size - 1

    def _put(self, level: int, place: int, node: bytes) -> None:
        where, offset = divmod(place, WIDTH)
        number, tile = self.open.get(level, (-1, bytearray()))
        if number != where:
            tile = bytearray(self.tiles(level, where) if offset else b"")
            self.open[level] = where, tile
        assert len(tile) == offset * HASH_BYTES, "hashes come to a tile one after the other"
        tile += node
        self.changed[level, where] = tile

    def written(self) -> Mapping[tuple[int, int], bytes]:
        """The tiles that have changed, which are taken as written from now on."""
        changed, self.changed = self.changed, {}
        return {key: bytes(tile) for key, tile in changed.items()}


def in_memory(leaves: Iterable[bytes]) -> tuple[Frontier, Tiles]:
    """A tree over the hashes of leaves, with its tiles."""
    kept: dict[tuple[int, int], bytes] = {}
    growing = Growing(Frontier(), lambda level, place: kept.get((level, place), b""))
    for leaf in leaves:
        growing.append(leaf)
    kept.update(growing.written())
    return growing.frontier, lambda level, place: kept.get((level, place), b"")
