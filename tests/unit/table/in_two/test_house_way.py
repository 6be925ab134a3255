"""House ways: the mechanism with numbers split in two, then tiles, all hands of them by the way of the text."""

from collections import Counter
from importlib.resources import files
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.tiles import TILES, kind
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow import setting as tiles
from nomorebets.games.pai_gow.setting import CONDITIONS, HOUSE_WAYS, MEASURES, Setting, rank, set_by, settings
from nomorebets.ranking.tiles import pair_rank, tile_rank, value
from nomorebets.table.in_two.house_way import HouseWay, Line, check, read, read_all, set_hand

# --- Numbers split in two ---------------------------------------------------------------------------------------------


class Split(NamedTuple):
    """A number as the sum of two; a mark that plays no part tells equal ones apart."""

    less: int
    more: int
    mark: str = ""

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.less, self.more


def splits(number: int) -> tuple[Split, ...]:
    return tuple(Split(less, number - less) for less in range(number // 2 + 1))


NUMBER_CONDITIONS = {
    "both_even": lambda split: split.less % 2 == split.more % 2 == 0,
    "both_odd": lambda split: split.less % 2 == split.more % 2 == 1,
    "both_above_two": lambda split: split.less > 2,
    "anything": lambda _: True,
}
NUMBER_MEASURES = {"less": lambda split: split.less, "gap": lambda split: split.more - split.less}

EVENS_FIRST = """
name = "evens first"

[[line]]
say = "Split into two large even numbers, close together."
play = "both_even and both_above_two"
prefer = ["less"]

[[line]]
say = "Otherwise split as far apart as can be."
play = "anything"
prefer = ["gap"]
"""


def numbers(text: str) -> HouseWay[Split]:
    return read(text, NUMBER_CONDITIONS, NUMBER_MEASURES)


def of(*lines: tuple[str, str, tuple[str, ...]]) -> HouseWay[Split]:
    return HouseWay("ours", tuple(Line(*line) for line in lines), NUMBER_CONDITIONS, NUMBER_MEASURES)


def test_the_first_line_that_fits_decides_by_its_measures() -> None:
    way = numbers(EVENS_FIRST)
    assert way.name == "evens first"
    assert set_hand(way, splits(12)) == (Split(6, 6), way.lines[0])
    assert set_hand(way, splits(10)) == (Split(4, 6), way.lines[0])
    assert set_hand(way, splits(9)) == (Split(0, 9), way.lines[1])
    assert list(check(way, range(20), splits)) == []


def test_measures_are_asked_in_their_order() -> None:
    same = [Split(1, 5), Split(2, 3), Split(2, 8)]
    assert set_hand(of(("Large.", "anything", ("less", "gap"))), same)[0] == Split(2, 8)
    assert set_hand(of(("Far.", "anything", ("gap",))), same)[0] == Split(2, 8)
    assert set_hand(of(("As it comes.", "anything", ())), same)[0] == Split(1, 5)


def test_of_hands_that_play_alike_the_first_is_taken() -> None:
    way = of(("Large.", "anything", ("less",)))
    alike = (Split(2, 3, "first"), Split(2, 3, "second"))
    assert set_hand(way, alike)[0].mark == "first"
    assert list(check(way, [5], lambda _: alike)) == []


def test_a_hand_that_no_line_sets_is_refused() -> None:
    way = of(("Even.", "both_even", ("less",)))
    with pytest.raises(BadInput, match="no line of house way 'ours' sets this hand"):
        set_hand(way, splits(7))


def test_the_checker_finds_hands_that_no_line_sets() -> None:
    way = of(("Even.", "both_even", ("less",)))
    assert list(check(way, range(8), splits)) == ["no line sets 4 hands, such as 1"]
    assert list(check(way, range(2), splits, text=lambda number: f"the number {number}")) == [
        "no line sets 1 hand, such as the number 1"
    ]


def test_the_checker_finds_a_line_that_never_decides() -> None:
    way = of(("Anything.", "anything", ("less",)), ("Odd.", "both_odd", ("less",)))
    assert list(check(way, range(8), splits)) == ["line 2 never decides: Odd."]


def test_the_checker_finds_a_choice_that_matters() -> None:
    way = of(("Even.", "both_even", ()), ("Anything.", "anything", ("gap",)))
    assert list(check(way, range(8), splits)) == ["line 1 leaves a choice in 2 hands, such as 4: Even."]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "this is not a house way: Invalid value"),
        ("x = " + "[" * 100_000, "this is not a house way"),
        ('name = "x"', "missing required field `line`"),
        ('name = "x"\nline = []', "length >= 1"),
        ('[[line]]\nsay = "A."\nplay = "anything"', "missing required field `name`"),
        ('name = "x"\n[[line]]\nplay = "anything"', r"missing required field `say` - at `\$.line\[0\]`"),
        ('name = "x"\n[[line]]\nsay = ""\nplay = "anything"', r"length >= 1 - at `\$.line\[0\].say`"),
        ('name = "x"\n[[line]]\nsay = "A."', "missing required field `play`"),
        ('name = "x"\n[[line]]\nsay = "A."\nplay = "anything"\nprefers = []', "unknown field `prefers`"),
        (
            'name = "x"\n[[line]]\nsay = "A."\nplay = "anything and lucky"',
            "house way 'x', line 1: 'lucky' is not a condition; there are both_even, both_odd, both_above_two",
        ),
        (
            'name = "x"\n[[line]]\nsay = "A."\nplay = "anything"\nprefer = ["less", "luck"]',
            "house way 'x', line 1: 'luck' is not a measure; there are less, gap",
        ),
    ],
)
def test_what_is_no_house_way_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        numbers(text)


def test_ways_are_told_apart_by_their_lines() -> None:
    way = numbers(EVENS_FIRST)
    assert way.hash == numbers(EVENS_FIRST.replace("evens first", "another name")).hash
    assert way.hash != numbers(EVENS_FIRST.replace('["gap"]', '["less"]')).hash


def test_a_file_may_hold_several_ways() -> None:
    text = """
    far.line = [{say = "Far.", play = "anything", prefer = ["gap"]}]
    near.line = [{say = "Near.", play = "anything", prefer = ["less"]}]
    """
    ways = read_all(text, NUMBER_CONDITIONS, NUMBER_MEASURES)
    assert {name: set_hand(way, splits(5))[0] for name, way in ways.items()} == {
        "far": Split(0, 5),
        "near": Split(2, 3),
    }
    assert [way.name for way in ways.values()] == ["far", "near"]


# --- Settings of four tiles -------------------------------------------------------------------------------------------

four_tiles = st.lists(st.integers(0, 31), min_size=4, max_size=4, unique=True).map(tuple)


def kinds(hand: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(kind, hand)))


def shown(chosen: Setting) -> tuple[str, str]:
    """Both hands, the tiles of each in the order of the set."""
    return TILES.text(sorted(chosen.low)), TILES.text(sorted(chosen.high))


@pytest.mark.clause("pai-gow:10.1 Setting the hands", "pai-gow:10.1 High hand", "pai-gow:10.1 Second highest")
@given(four_tiles)
def test_settings_are_all_lawful_ones_and_no_two_look_alike(hand: tuple[int, ...]) -> None:
    tried = [tiles.setting(hand, low) for low in combinations(hand, 2)]
    lawful = [shown(chosen) for chosen in tried if chosen.lawful]
    offered = [shown(chosen) for chosen in settings(hand)]
    assert set(offered) == set(lawful)
    assert len(offered) == len(set(offered))
    assert all(chosen.lawful and sorted(chosen.low + chosen.high) == sorted(hand) for chosen in settings(hand))


def test_equal_hands_may_change_places_if_they_can_be_told_apart() -> None:
    assert sorted(map(shown, settings(TILES.parse("3-6 4-5 1-4 2-3")))) == [
        ("1-4 2-3", "3-6 4-5"),
        ("3-6 1-4", "4-5 2-3"),
        ("3-6 2-3", "4-5 1-4"),
        ("4-5 1-4", "3-6 2-3"),
        ("4-5 2-3", "3-6 1-4"),
    ]
    assert sorted(map(shown, settings(TILES.parse("6-6 5-5 6-6 5-5")))) == [
        ("5-5 5-5", "6-6 6-6"),
        ("6-6 5-5", "6-6 5-5"),
    ]


# --- The way of the text ----------------------------------------------------------------------------------------------

HANDS = tuple(combinations(TILES.all, 4))
LOOKS = Counter(map(kinds, HANDS))  # how many hands look alike
DIFFERENT = tuple({kinds(hand): hand for hand in HANDS}.values())


@pytest.mark.clause("pai-gow:10.7(d)", "pai-gow:10.7(d)1", "pai-gow:10.7(d)2", "pai-gow:10.7(d)3", "pai-gow:10.7(d)4")
def test_every_hand_is_set_lawfully_and_in_one_manner_by_one_line() -> None:
    decided: Counter[str] = Counter()
    manners = set()
    for hand in HANDS:
        chosen, line = set_by("text", hand)
        assert chosen.lawful
        assert sorted(chosen.low + chosen.high) == list(hand)
        decided[line.clause] += 1
        manners.add((kinds(hand), shown(chosen)))
    assert decided == {"10.7(d)1": 435, "10.7(d)2": 13_349, "10.7(d)3": 19_920, "10.7(d)4": 2_256}
    assert decided.total() == len(HANDS) == 35_960
    assert len(manners) == len(LOOKS) == 8_130, "tiles that look alike are set alike"


@pytest.mark.clause("pai-gow:10.7(d)2")
def test_how_many_hands_hold_a_pair_and_which_is_the_best() -> None:
    held: Counter[int] = Counter()
    for hand in DIFFERENT:
        held[max(pair_rank(a, b) for a, b in combinations(hand, 2))] += LOOKS[kinds(hand)]
    wongs_and_gongs = {4: 1_456, 3: 1_248, 2: 2_304, 1: 1_936}
    sixteen_pairs = {
        rank: 415 + rank for rank in range(5, 21)
    }  # each leaves one hand, two pairs, to every pair above it
    assert held == {**sixteen_pairs, **wongs_and_gongs, 0: 22_176}
    assert held.total() - held[0] == 13_784 == 435 + 13_349


def by_the_text(hand: tuple[int, ...]) -> tuple[int, int]:
    """The ranks of the hands, low then high, by reading 10.7(d) once more."""
    ways = [(low, tuple(tile for tile in hand if tile not in low)) for low in combinations(hand, 2)]
    ranked = [(rank(*high), rank(*low)) for low, high in ways if rank(*low) <= rank(*high)]
    best, rest = max(ranked)
    if max(value(*high) for _, high in ways) < 7 and not any(pair_rank(*high) for _, high in ways):
        a, b, c, d = sorted(hand, key=tile_rank)
        rest, best = sorted((rank(a, d), rank(b, c)))
    return rest, best


@pytest.mark.clause("pai-gow:10.7(d)")
def test_the_lines_say_what_the_text_says() -> None:
    assert all(set_by("text", hand)[0].ranks == by_the_text(hand) for hand in DIFFERENT)


@pytest.mark.clause("pai-gow:10.7(d)1", "pai-gow:10.7(d)2", "pai-gow:10.7(d)3", "pai-gow:10.7(d)4")
@pytest.mark.parametrize(
    ("hand", "low", "high", "clause"),
    [
        ("6-6 1-2 6-6 2-4", "6-6 6-6", "2-4 1-2", "10.7(d)1"),  # the supreme pair first, though another pair is there
        ("5-5 1-1 5-5 1-1", "5-5 5-5", "1-1 1-1", "10.7(d)2"),
        ("6-6 1-1 4-5 2-6", "1-1 2-6", "6-6 4-5", "10.7(d)2"),  # wong and gong, not gong and wong
        ("6-6 6-6 4-4 3-6", "4-4 3-6", "6-6 6-6", "10.7(d)2"),
        ("6-6 3-5 4-4 1-6", "4-4 1-6", "6-6 3-5", "10.7(d)2"),  # of two equal gongs the one with the better low hand
        ("6-6 1-6 1-1 1-5", "1-1 1-5", "6-6 1-6", "10.7(d)3"),  # two nines: the twelve decides, not the low hand
        ("2-4 6-6 1-1 1-3", "1-1 1-3", "2-4 6-6", "10.7(d)3"),  # two eights, likewise
        ("6-6 5-5 1-2 1-3", "1-3 5-5", "1-2 6-6", "10.7(d)3"),  # the three counts as six
        ("4-4 5-5 1-2 1-3", "1-2 1-3", "4-4 5-5", "10.7(d)3"),  # the three counts as three
        ("6-6 1-1 5-5 2-2", "1-1 5-5", "6-6 2-2", "10.7(d)4"),
        ("6-6 5-5 5-6 1-3", "6-6 5-6", "1-3 5-5", "10.7(d)4"),  # the highest tile may lie in the low hand
    ],
)
def test_hands_are_set_by_the_text(hand: str, low: str, high: str, clause: str) -> None:
    chosen, line = set_by("text", TILES.parse(hand))
    assert (*shown(chosen), line.clause) == (low, high, clause)


@given(four_tiles)
def test_the_order_of_dealing_does_not_matter(hand: tuple[int, ...]) -> None:
    assert set_by("text", hand) == set_by("text", tuple(sorted(hand)))


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_the_checker_has_no_complaint_of_our_ways(name: str) -> None:
    assert list(check(HOUSE_WAYS[name], DIFFERENT, settings, TILES.text)) == []


@pytest.mark.parametrize(
    ("hand", "low", "high", "number"),
    [
        ("6-6 4-5 1-1 3-4", "1-1 3-4", "6-6 4-5", 0),  # a wong that leaves a nine
        ("6-6 6-6 5-5 1-1", "1-1 5-5", "6-6 6-6", 1),  # a pair that leaves less than a four
        ("6-6 3-4 1-3 5-5", "1-3 5-5", "6-6 3-4", 1),  # a nine
        ("6-6 1-1 5-5 2-2", "5-5 2-2", "6-6 1-1", 2),  # neither
    ],
)
def test_the_simple_way_looks_after_the_low_hand(hand: str, low: str, high: str, number: int) -> None:
    chosen, line = set_by("simple", TILES.parse(hand))
    assert (*shown(chosen), line) == (low, high, HOUSE_WAYS["simple"].lines[number])


def test_the_checker_misses_the_last_line() -> None:
    text = HOUSE_WAYS["text"]
    short = HouseWay("short", text.lines[:-1], CONDITIONS, MEASURES)
    (complaint,) = check(short, DIFFERENT, settings, TILES.text)
    assert complaint == "no line sets 379 hands, such as 2-4 4-4 1-6 3-5"


def test_another_reading_of_the_text_is_another_way() -> None:
    """Between equal values the better low hand first, whatever the higher tile."""
    text = HOUSE_WAYS["text"]
    nine_eight_seven = Line("The better low hand first.", text.lines[2].play, ("high_value", "low_hand", "high_hand"))
    other = HouseWay("other", (*text.lines[:2], nine_eight_seven, text.lines[3]), CONDITIONS, MEASURES)
    changed = [hand for hand in DIFFERENT if set_hand(other, settings(hand))[0].ranks != by_the_text(hand)]
    assert sum(LOOKS[kinds(hand)] for hand in changed) == 2_048


def test_a_licensee_files_a_way_of_its_own() -> None:
    filed = """
    name = "balance"
    [[line]]
    say = "Play seven or more in both hands, the low hand as high as it goes."
    play = "seven_or_more_in_both and pair_together"
    prefer = ["low_hand", "high_hand"]
    [[line]]
    say = "Otherwise the best low hand."
    play = "any_setting"
    prefer = ["low_hand", "high_hand"]
    """
    way = read(filed, CONDITIONS, MEASURES)
    assert list(check(way, DIFFERENT[::5], settings, TILES.text)) == []
    chosen, line = set_hand(way, settings(TILES.parse("6-6 6-6 4-5 1-6")))
    assert (shown(chosen), line) == (("6-6 1-6", "6-6 4-5"), way.lines[0])
    chosen, line = set_hand(way, settings(TILES.parse("6-6 1-1 5-5 2-2")))
    assert (shown(chosen), line) == (("5-5 2-2", "6-6 1-1"), way.lines[1])


def test_a_way_that_we_do_not_have_is_refused() -> None:
    with pytest.raises(BadInput, match="'lucky' is not a house way; the house ways are text"):
        set_by("lucky", (0, 1, 2, 3))


def test_the_file_names_every_word_that_a_way_may_use() -> None:
    written = files("nomorebets.games.pai_gow").joinpath("house_ways.toml").read_text("utf-8")
    notes = "\n".join(line for line in written.splitlines() if line.startswith("#"))
    assert all(word in notes for word in (*CONDITIONS, *MEASURES))
