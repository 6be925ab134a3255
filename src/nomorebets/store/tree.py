"""The tree over all entries of a house: its root says what the log holds, and short proofs say what is in it.

Hashes are those of RFC 6962: a leaf and a node are told apart by their first byte, and a tree splits at the largest
power of two below its size, so that a last node is never doubled.  Proofs are made from whole subtrees, which never
change once they are full; wherever those are kept, `Nodes` is how they are asked for.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256

Nodes = Callable[[int, int], bytes]  # the whole subtree of this height (0: a leaf), counted from the left

HASH_BYTES = 32
EMPTY = sha256().digest()


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over the hashes of leaves, as the RFC defines it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY
    half = _split(len(leaves))
    return node_hash(root_of(leaves[:half]), root_of(leaves[half:]))


def _split(size: int) -> int:
    """The largest power of two that is smaller than a size of two or more."""
    return 1 << (size - 1).bit_length() - 1


# --- Growing ----------------------------------------------------------------------------------------------------------


def subtrees(start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The whole subtrees that make up the leaves from one to before another, left to right: height and place.

    >>> list(subtrees(0, 7)), list(subtrees(4, 7))
    ([(2, 0), (1, 2), (0, 6)], [(1, 2), (0, 6)])
    """
    while start < stop:
        height = (stop - start).bit_length() - 1
        if start:
            height = min(height, (start & -start).bit_length() - 1)
        yield height, start >> height
        start += 1 << height


class Frontier:
    """The right edge of a growing tree: the roots of its whole subtrees, which is all that a root needs."""

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        self.size = size
        self.peaks = list(peaks)  # from the largest, at the left

    def append(self, leaf: bytes) -> list[tuple[int, int, bytes]]:
        """Add the hash of a leaf: the subtrees that are whole with it, itself first, as height, place and hash."""
        place, node = self.size, leaf
        whole = [(0, place, node)]
        while place & 1:
            place >>= 1
            node = node_hash(self.peaks.pop(), node)
            whole.append((len(whole), place, node))
        self.peaks.append(node)
        self.size += 1
        return whole

    def add(self, leaf: bytes) -> None:
        """The same where nobody asks which subtrees are whole."""
        place, peaks = self.size, self.peaks
        while place & 1:
            leaf = sha256(b"\1" + peaks.pop() + leaf).digest()
            place >>= 1
        peaks.append(leaf)
        self.size += 1

    def extend(self, nodes: list[bytes]) -> None:
        """Add the hashes of many leaves, level by level: a node at an odd place has its sister among the peaks."""
        place, whole = self.size, list[bytes]()
        self.size += len(nodes)
        while nodes:
            if place & 1:
                nodes = [self.peaks.pop(), *nodes]
            if len(nodes) & 1:
                whole.append(nodes[-1])
            nodes = [
                sha256(b"\1" + left + right).digest() for left, right in zip(nodes[::2], nodes[1::2], strict=False)
            ]
            place >>= 1
        self.peaks += reversed(whole)

    def root(self) -> bytes:
        return joined(self.peaks) if self.peaks else EMPTY


def joined(hashes: Sequence[bytes]) -> bytes:
    """One hash over neighbours from left to right, each the root of a tree that is smaller than the one before."""
    node = hashes[-1]
    for left in reversed(hashes[:-1]):
        node = node_hash(left, node)
    return node


# --- Proofs -----------------------------------------------------------------------------------------------------------


def range_hash(nodes: Nodes, start: int, stop: int) -> bytes:
    """The hash over the leaves from one to before another, where these are a subtree of some tree of the log."""
    return joined([nodes(height, place) for height, place in subtrees(start, stop)])


def root_at(nodes: Nodes, size: int) -> bytes:
    """The root that the log had at a size."""
    return range_hash(nodes, 0, size) if size else EMPTY


def inclusion(nodes: Nodes, index: int, size: int) -> list[bytes]:
    """The path that leads from a leaf to the root of the log at a size: the sister of each node on the way up."""
    path: list[bytes] = []
    start, stop = 0, size
    while stop - start > 1:
        middle = start + _split(stop - start)
        if index < middle:
            path.append(range_hash(nodes, middle, stop))
            stop = middle
        else:
            path.append(range_hash(nodes, start, middle))
            start = middle
    return path[::-1]


def consistency(nodes: Nodes, first: int, second: int) -> list[bytes]:
    """What shows that the log at the second size begins with all that it held at the first."""
    if not 0 < first < second:
        return []
    path: list[bytes] = []
    start, stop, whole = 0, second, True
    while first < stop:
        middle = start + _split(stop - start)
        if first <= middle:
            path.append(range_hash(nodes, middle, stop))
            stop = middle
        else:
            path.append(range_hash(nodes, start, middle))
            start, whole = middle, False
    return [*([] if whole else [range_hash(nodes, start, stop)]), *reversed(path)]


# --- Checking, by the procedures of RFC 9162 ------------------------------------------------------------------------


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root to which a path leads from a leaf; none, if no path of a tree of that size looks so."""
    if not 0 <= index < size:
        return None
    place, last, node = index, size - 1, leaf
    for sister in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            node = node_hash(sister, node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = node_hash(node, sister)
        place, last = place >> 1, last >> 1
    return node if last == 0 else None


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    return root_by_inclusion(leaf, index, size, path) == root


def is_consistent(first: int, second: int, first_root: bytes, second_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a log with the second root begins with all that the first was over."""
    if first == second:
        return not path and first_root == second_root
    if first == 0:
        return not path and first_root == EMPTY
    if first > second or not path:
        return False
    steps = list(path) if first & (first - 1) else [first_root, *path]
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = steps[0]
    for sister in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_hash(sister, old), node_hash(sister, new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, sister)
        place, last = place >> 1, last >> 1
    return last == 0 and old == first_root and new == second_root
