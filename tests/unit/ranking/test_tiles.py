"""All 496 hands of two tiles, against the tables as printed."""

from collections import Counter
from itertools import combinations, product

import pytest

from nomorebets.equipment.tiles import TILES, spots
from nomorebets.ranking.tiles import (
    counterpart,
    describe,
    hand_rank,
    is_zero,
    pair_rank,
    printed_rank,
    tile_rank,
    value,
)

HANDS = tuple(combinations(TILES.all, 2))

# From the first to the twentieth.
PAIRINGS = (
    ("2-4 1-2",),
    ("6-6 6-6",),
    ("1-1 1-1",),
    ("4-4 4-4",),
    ("1-3 1-3",),
    ("5-5 5-5",),
    ("3-3 3-3",),
    ("2-2 2-2",),
    ("5-6 5-6",),
    ("4-6 4-6",),
    ("1-6 1-6",),
    ("1-5 1-5",),
    ("3-6 4-5",),
    ("3-5 2-6",),
    ("3-4 2-5",),
    ("1-4 2-3",),
    ("6-6 4-5", "6-6 3-6"),
    ("1-1 4-5", "1-1 3-6"),
    ("6-6 2-6", "6-6 3-5", "6-6 4-4"),
    ("1-1 2-6", "1-1 3-5", "1-1 4-4"),
)
PAIR_PLACES = {frozenset(names.split()): place for place, row in enumerate(PAIRINGS, 1) for names in row}
TILE_PLACES = {
    "6-6": 1, "1-1": 2, "4-4": 3, "1-3": 4, "5-5": 5, "3-3": 6, "2-2": 7, "5-6": 8, "4-6": 9, "1-6": 10, "1-5": 11,
    "3-6": 12, "4-5": 12, "2-6": 13, "3-5": 13, "2-5": 14, "3-4": 14, "2-4": 15, "1-4": 16, "2-3": 16, "1-2": 17,
}  # fmt: skip


def two(text: str) -> tuple[int, int]:
    a, b = TILES.parse(text)
    return a, b


def counts(tile: int) -> tuple[tuple[int, int], ...]:
    """The numbers that a tile may count for, each with its place among the single tiles."""
    name = TILES.names[tile]
    return ((3, 17), (6, 15)) if name in ("1-2", "2-4") else ((spots(tile), TILE_PLACES[name]),)


def strength(a: int, b: int) -> tuple[int, int, int]:
    """The rank of a hand by going through the text."""
    place = PAIR_PLACES.get(frozenset((TILES.names[a], TILES.names[b])))
    if place:
        return 1, -place, 0
    ways = product(counts(a), counts(b))
    return max((0, (one + other) % 10, -min(first, second)) for (one, first), (other, second) in ways)


@pytest.mark.clause("pai-gow:10.2(b)", "pai-gow:10.2(d)", "pai-gow:10.2(f)")
def test_all_hands_stand_in_the_order_of_the_text() -> None:
    assert len(HANDS) == 496
    ranked = {(strength(a, b), hand_rank(a, b)) for a, b in HANDS}
    strengths, ranks = zip(*sorted(ranked), strict=True)
    assert list(ranks) == sorted(ranks)
    assert len(ranked) == len(set(strengths)) == len(set(ranks)) == 106
    assert all(hand_rank(a, b) == hand_rank(b, a) for a, b in HANDS)


@pytest.mark.clause("pai-gow:10.2(b)")
def test_every_pair_has_its_place() -> None:
    for place, row in enumerate(PAIRINGS, 1):
        for names in row:
            assert pair_rank(*two(names)) == 21 - place
    made = Counter(pair_rank(a, b) for a, b in HANDS)
    assert made == dict.fromkeys(range(5, 21), 1) | {4: 4, 3: 4, 2: 8, 1: 8, 0: 456}
    assert all(pair_rank(a, b) == pair_rank(b, a) for a, b in HANDS)


@pytest.mark.clause("pai-gow:10.2(b)")
def test_any_pair_beats_any_hand_without_one() -> None:
    paired = [hand_rank(a, b) for a, b in HANDS if pair_rank(a, b)]
    others = [hand_rank(a, b) for a, b in HANDS if not pair_rank(a, b)]
    assert min(paired) == hand_rank(*two("1-1 4-4")) > max(others) == hand_rank(*two("6-6 1-6"))


@pytest.mark.clause("pai-gow:10.2(c)", "pai-gow:10.2(h)")
def test_equal_hands_copy() -> None:
    assert hand_rank(*two("6-6 4-5")) == hand_rank(*two("3-6 6-6"))
    assert hand_rank(*two("1-1 2-6")) == hand_rank(*two("1-1 3-5")) == hand_rank(*two("1-1 4-4"))
    assert hand_rank(*two("6-6 1-6")) == hand_rank(*two("6-6 3-4")), "the second tile does not count"
    assert hand_rank(*two("3-6 2-5")) == hand_rank(*two("4-5 3-4"))


@pytest.mark.clause("pai-gow:10.2(d)1", "pai-gow:10.2(d)2")
@pytest.mark.parametrize(
    ("tiles", "worth"), [("1-1 3-3", 8), ("5-6 1-6", 8), ("5-5 4-6", 0), ("6-6 1-6", 9), ("6-6 5-6", 3), ("2-4 1-2", 9)]
)
def test_the_value_is_the_last_digit_of_the_spots(tiles: str, worth: int) -> None:
    assert value(*two(tiles)) == worth


@pytest.mark.clause("pai-gow:10.2(d)")
def test_values_are_counted_over_all_hands_without_a_pair() -> None:
    worth = Counter(value(a, b) for a, b in HANDS if not pair_rank(a, b))
    assert worth == {0: 24, 1: 32, 2: 44, 3: 48, 4: 52, 5: 44, 6: 56, 7: 52, 8: 56, 9: 48}
    assert all(value(a, b) == strength(a, b)[1] for a, b in HANDS if not pair_rank(a, b))


@pytest.mark.clause("pai-gow:10.2(d)")
def test_only_a_hand_without_a_pair_has_a_value_of_zero() -> None:
    assert sum(is_zero(a, b) for a, b in HANDS) == 24
    assert is_zero(*two("5-5 4-6"))
    assert not is_zero(*two("5-5 5-5"))
    assert not is_zero(*two("6-6 4-4")), "a gong totals 20"


@pytest.mark.clause("pai-gow:10.2(e)")
@pytest.mark.parametrize(
    ("tiles", "worth"),
    [
        ("1-2 6-6", 8),  # as six; five as three
        ("1-2 1-3", 7),  # as three; nought as six
        ("2-4 1-1", 8),  # as six; five as three
        ("2-4 1-3", 7),  # as three; nought as six
    ],
)
def test_the_three_and_the_six_count_as_whichever_is_better(tiles: str, worth: int) -> None:
    assert value(*two(tiles)) == worth


@pytest.mark.clause("pai-gow:10.2(e)")
def test_used_apart_the_tiles_of_the_supreme_pair_are_one_as_good_as_the_other() -> None:
    six, three = two("2-4 1-2")
    for tile in TILES.all[2:]:
        assert hand_rank(six, tile) == hand_rank(three, tile)


@pytest.mark.clause("pai-gow:10.2(e)")
def test_the_six_counted_as_three_ranks_below_a_five() -> None:
    assert value(*two("2-4 1-4")) == 8
    assert hand_rank(*two("2-4 1-4")) == 8 << 5 | tile_rank(*TILES.parse("1-4"))
    eights = [hand_rank(a, b) for a, b in HANDS if value(a, b) == 8 and not pair_rank(a, b)]
    assert hand_rank(*two("2-4 1-4")) == min(eights)
    assert eights.count(min(eights)) == 4, "either of the supreme pair with either of the fives"


@pytest.mark.clause("pai-gow:10.2(e)")
def test_the_three_counted_as_six_ranks_above_a_five() -> None:
    three, five = two("1-2 1-4")
    assert printed_rank(counterpart(three), five) == 1 << 5 | 18 - 15
    assert hand_rank(three, five) == 8 << 5 | 18 - 16, "though as a three it makes the better hand"


@pytest.mark.clause("pai-gow:10.2(g)")
def test_single_tiles_rank_as_printed() -> None:
    assert {TILES.names[tile]: 18 - tile_rank(tile) for tile in TILES.all} == TILE_PLACES


@pytest.mark.clause("pai-gow:10.2(f)")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6-6 2-5", "1-1 1-6"),
        ("1-1 3-4", "4-4 5-6"),
        ("4-4 4-6", "1-3 2-2"),
        ("5-5 4-6", "5-6 3-6"),
        ("3-6 1-6", "3-6 2-5"),
    ],
)
def test_between_equal_values_the_higher_tile_decides(better: str, worse: str) -> None:
    assert value(*two(better)) == value(*two(worse))
    assert hand_rank(*two(better)) > hand_rank(*two(worse))


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("1-2 2-4", "supreme pair"),
        ("6-6 6-6", "pair of twelves"),
        ("5-5 5-5", "pair of tens (5-5)"),
        ("1-5 1-5", "pair of sixes (1-5)"),
        ("3-6 4-5", "mixed nines"),
        ("6-6 4-5", "wong, twelve high"),
        ("3-6 1-1", "wong, two high"),
        ("4-4 6-6", "gong, twelve high"),
        ("1-1 2-6", "gong, two high"),
        ("5-6 2-6", "nine, eleven high"),
        ("5-5 4-6", "zero, ten (5-5) high"),
        ("2-4 6-6", "eight, twelve high"),
        ("2-4 1-4", "eight, five high"),
        ("2-3 1-2", "eight, five high"),
    ],
)
def test_hands_have_words(tiles: str, words: str) -> None:
    a, b = two(tiles)
    assert describe(a, b) == describe(b, a) == words


def test_the_same_words_mean_the_same_rank() -> None:
    ranks: dict[str, set[int]] = {}
    for a, b in HANDS:
        ranks.setdefault(describe(a, b), set()).add(hand_rank(a, b))
    assert all(len(meant) == 1 for meant in ranks.values())
