"""The tree of the log: its root, its proofs, and that nothing else passes for them."""

from hashlib import sha256
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.store import tiles, tree

# Roots of the trees over the first leaves of the test vectors that come with the reference implementation of RFC 6962.
INPUTS = [bytes.fromhex(text) for text in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [tree.leaf_hash(entry) for entry in INPUTS]


def many(size: int) -> list[bytes]:
    return [tree.leaf_hash(str(number).encode()) for number in range(size)]


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_those_of_the_published_vectors(size: int) -> None:
    assert tree.root_of(LEAVES[:size]).hex() == ROOTS[size - 1]


def test_an_empty_log_has_the_hash_of_nothing() -> None:
    assert tree.root_of([]) == tree.Frontier().root() == sha256(b"").digest()


@given(st.integers(0, 700))
def test_a_tree_that_grows_has_the_root_of_the_whole(size: int) -> None:
    leaves = many(size)
    frontier, kept = tiles.in_memory(leaves)
    assert frontier.root() == tree.root_of(leaves) == tree.root_at(tiles.nodes_in(kept), size)
    again = tiles.frontier_of(kept, size)
    assert (again.size, again.root()) == (size, frontier.root())


@given(st.lists(st.integers(0, 70), max_size=12))
def test_a_tree_that_grows_by_many_at_once_is_the_one_that_grows_leaf_by_leaf(runs: list[int]) -> None:
    leaves, at_once = many(sum(runs)), tree.Frontier()
    for start, length in zip(accumulate(runs, initial=0), runs, strict=False):
        at_once.extend(leaves[start : start + length])
        assert (at_once.size, at_once.root()) == (start + length, tree.root_of(leaves[: start + length]))
    one_by_one = tree.Frontier()
    for leaf in leaves:
        one_by_one.add(leaf)
    assert at_once.peaks == one_by_one.peaks


@given(st.integers(1, 600), st.data())
def test_every_leaf_is_shown_to_be_in_every_tree_that_holds_it(size: int, data: st.DataObject) -> None:
    leaves = many(size)
    index = data.draw(st.integers(0, size - 1))
    _, kept = tiles.in_memory(leaves)
    path = tree.inclusion(tiles.nodes_in(kept), index, size)
    root = tree.root_of(leaves)
    assert tree.is_included(leaves[index], index, size, path, root)
    assert not tree.is_included(tree.leaf_hash(b"another"), index, size, path, root)
    assert not tree.is_included(leaves[index], index, size, [*path, root], root)
    for place in range(len(path)):
        assert not tree.is_included(leaves[index], index, size, [*path[:place], *path[place + 1 :]], root)


@given(st.integers(0, 600), st.integers(0, 600))
def test_a_log_that_has_grown_begins_with_what_it_was(one: int, other: int) -> None:
    first, second = sorted((one, other))
    leaves = many(second)
    _, kept = tiles.in_memory(leaves)
    path = tree.consistency(tiles.nodes_in(kept), first, second)
    before, after = tree.root_of(leaves[:first]), tree.root_of(leaves)
    assert tree.is_consistent(first, second, before, after, path)
    forked = tree.root_of([*leaves[: first - 1], tree.leaf_hash(b"another")]) if first else tree.leaf_hash(b"another")
    assert not tree.is_consistent(first, second, forked, after, path)
    if 0 < first < second:
        assert not tree.is_consistent(first, second, before, tree.root_of(leaves[:-1]), path)
        assert not tree.is_consistent(first, second, before, after, path[:-1])
        assert not tree.is_consistent(first, second, before, after, [*path, after])
    assert not tree.is_consistent(second + 1, second, before, after, path)


def test_a_last_leaf_that_is_doubled_makes_another_root() -> None:
    assert tree.root_of(LEAVES[:3]) != tree.root_of([*LEAVES[:3], LEAVES[2]])


def test_a_subtree_that_is_not_whole_is_not_made_up() -> None:
    _, kept = tiles.in_memory(many(5))
    with pytest.raises(LookupError, match="no whole subtree of height 2 at place 1"):
        tiles.nodes_in(kept)(2, 1)


@given(st.lists(st.integers(0, 300), max_size=5))
def test_tiles_are_written_bit_by_bit_as_at_once(parts: list[int]) -> None:
    leaves = many(sum(parts))
    kept: dict[tuple[int, int], bytes] = {}

    def read(level: int, place: int) -> bytes:
        return kept.get((level, place), b"")

    start = 0
    for part in parts:
        growing = tiles.Growing(tiles.frontier_of(read, start), read)
        for leaf in leaves[start : start + part]:
            growing.append(leaf)
        kept.update(growing.written())
        start += part
    _, at_once = tiles.in_memory(leaves)
    assert all(at_once(level, place) == tile for (level, place), tile in kept.items())
    assert all(
        len(tile) == tiles.WIDTH * tree.HASH_BYTES
        for (level, place), tile in kept.items()
        if kept.get((level, place + 1))
    )
