"""The set of 32 tiles."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.tiles import PAIRS, TILES, kind, pair, spots
from nomorebets.errors import BadInput

# As printed: how often each tile is in the set.
IN_THE_SET = {
    2: "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5",
    1: "3-6 4-5 2-6 3-5 2-5 3-4 2-4 1-4 2-3 1-2",
}


@pytest.mark.clause("pai-gow:10.2(a)", "pai-gow:10.2(g)")
def test_the_set_is_the_one_that_the_text_lists() -> None:
    assert Counter(TILES.names) == {name: count for count, names in IN_THE_SET.items() for name in names.split()}
    assert TILES.all == tuple(range(32))
    assert sum(map(spots, TILES.all)) == 227


@pytest.mark.clause("pai-gow:10.4(b)")
def test_the_set_lies_in_sixteen_pairs_from_the_supreme_pair_down() -> None:
    assert len(PAIRS) == 16
    assert TILES.text(TILES.all[:6]) == "2-4 1-2 6-6 6-6 1-1 1-1"
    assert TILES.text(TILES.all[-4:]) == "3-4 2-5 1-4 2-3"
    assert [pair(tile) for tile in TILES.all] == [place for place in range(16) for _ in range(2)]
    assert all(spots(tile) == spots(tile + 1) for tile in TILES.all[2::2]), "only the supreme pair differs in spots"


def test_there_are_21_kinds_and_each_has_one_name() -> None:
    assert {kind(tile) for tile in TILES.all} == set(range(21))
    assert len({(kind(tile), TILES.names[tile]) for tile in TILES.all}) == 21


def test_the_name_has_the_lower_spots_first_and_adds_up() -> None:
    for tile, name in enumerate(TILES.names):
        low, high = map(int, name.split("-"))
        assert low <= high
        assert spots(tile) == low + high


@given(st.permutations(range(32)))
def test_tiles_are_read_as_they_are_written_from_either_end(tiles: list[int]) -> None:
    written = TILES.text(tiles)
    turned = " ".join(name[::-1] for name in written.split())
    assert TILES.text(TILES.parse(written)) == TILES.text(TILES.parse(turned)) == written
    assert sorted(TILES.parse(turned)) == list(range(32))


def test_a_matched_tile_can_be_named_twice_but_not_more_often() -> None:
    assert TILES.spellings["6-6"] == TILES.parse("6-6 6-6") == (2, 3)
    assert TILES.parse("4-2 5-6", among=(0, 17)) == (0, 17)
    with pytest.raises(BadInput, match="6-6 occurs too often; there are 2 in the set"):
        TILES.parse("6-6 6-6 6-6")
    with pytest.raises(BadInput, match="2-4 occurs too often; there is one in the set"):
        TILES.parse("2-4 4-2")


@pytest.mark.parametrize("word", ["7-1", "6", "67", "0-1", "6-", "Ah"])
def test_what_is_no_tile_is_refused(word: str) -> None:
    with pytest.raises(BadInput, match="is not a tile; tiles are written as in '2-3 1-4 2-5'"):
        TILES.parse(word)
