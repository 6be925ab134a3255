"""Wild twos, by examples and by trying everything that a two may stand for."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import hand, mask
from nomorebets.ranking.wild import (
    STRAIGHT_ABOVE,
    WILD_HIGHEST,
    filled,
    flush_rank,
    flush_size,
    gapped_flush_size,
    highest_rank,
    is_straight,
    run,
    straight,
    straight_flush_size,
    wild_twos,
)

ACE, TWO = 12, 0
READINGS = (0, STRAIGHT_ABOVE, WILD_HIGHEST, STRAIGHT_ABOVE | WILD_HIGHEST)
BOTH = STRAIGHT_ABOVE | WILD_HIGHEST

Cards = frozenset[int]
Held = list[tuple[int, bool]]  # the ranks of one suit, each natural or a wild two


def dealt(sizes: tuple[int, ...] = (7, 8)) -> st.SearchStrategy[Cards]:
    """Hands of so many cards, those with several twos and with neighbouring ranks much likelier than at a table."""

    def of(size: int, twos: set[int], suits: list[int], low: int) -> Cards:
        near = [card for suit in suits for card in range(13 * suit + low, 13 * suit + 13) if card % 13 != TWO]
        rest = [card for card in range(52) if card % 13 != TWO and card not in near]
        return frozenset([*(13 * suit for suit in twos), *near[:3], *rest, *near[3:]][:size])

    likely = st.builds(
        of, st.sampled_from(sizes), st.sets(st.integers(0, 3)), st.permutations(range(4)), st.integers(1, 9)
    )
    uniform = st.sampled_from(sizes).flatmap(lambda size: st.sets(st.integers(0, 51), min_size=size, max_size=size))
    suited = st.builds(
        lambda twos, ranks, others, size: frozenset(
            [*(13 * suit for suit in twos), *(13 + rank for rank in sorted(ranks)), *sorted(others)][:size]
        ),
        st.sets(st.integers(0, 3)),
        st.sets(st.integers(1, 12), min_size=1, max_size=7),
        st.sets(st.sampled_from([card for card in range(52) if card % 13 != TWO and card // 13 != 1]), min_size=8),
        st.sampled_from(sizes),
    )
    return st.one_of(likely, uniform.map(frozenset), suited)


def substituted(cards: Cards) -> Iterator[Held]:
    """The ranks of every suit for everything that the twos may stand for in it, no rank twice."""
    twos = [card for card in cards if card % 13 == TWO]
    for suit in range(4):
        natural = [card % 13 for card in cards if card // 13 == suit and card % 13 != TWO]
        free = [rank for rank in range(13) if rank not in natural]
        for ranks in combinations(free, len(twos)):
            yield [*((rank, False) for rank in natural), *((rank, True) for rank in ranks)]


def rows(ranks: list[int]) -> Iterator[dict[int, int]]:
    """The worth of each rank where the ranks are in a row: two is 2, an ace is 14 or, below a two, 1."""
    for low_ace in (False, True):
        worth = {rank: 1 if rank == ACE and low_ace else rank + 2 for rank in ranks}
        if max(worth.values()) - min(worth.values()) == len(ranks) - 1:
            yield worth


Rank = tuple[int, bool, list[int]]


def reckoned(cards: Cards, reading: int) -> Rank:
    """The highest that the hand can be made: length, whether it is a straight flush, and its cards from the top."""
    return max(rank for held in substituted(cards) for rank in ranks_of(held, reading))


def ranks_of(held: Held, reading: int) -> Iterator[Rank]:
    def cards(worth: dict[int, int]) -> list[int]:
        highest = reading & WILD_HIGHEST
        return sorted((2 if is_wild and not highest else worth[rank] for rank, is_wild in held), reverse=True)

    ranks = [rank for rank, _ in held]
    if ranks:
        yield len(held), False, cards({rank: rank + 2 for rank in ranks})
        if reading & STRAIGHT_ABOVE:
            for worth in rows(ranks):
                yield len(held), True, cards(worth)


def sign(ours: Rank | int, theirs: Rank | int) -> int:
    higher: bool = ours > theirs  # type: ignore[operator]
    return higher - (ours != theirs and not higher)


@pytest.mark.parametrize("reading", READINGS)
@given(ours=dealt(), theirs=dealt())
def test_hands_compare_as_when_every_substitution_is_tried(reading: int, ours: Cards, theirs: Cards) -> None:
    reckoned_ours, reckoned_theirs = reckoned(ours, reading), reckoned(theirs, reading)
    rank, other = flush_rank(mask(ours), reading), flush_rank(mask(theirs), reading)
    assert sign(rank, other) == sign(reckoned_ours, reckoned_theirs)
    assert is_straight(rank) is reckoned_ours[1]
    assert highest_rank(rank) + 2 == reckoned_ours[2][0]
    assert flush_size(mask(ours)) == reckoned_ours[0]


@given(dealt())
def test_the_longest_straight_flush_is_found_by_trying_every_substitution(cards: Cards) -> None:
    longest = 0
    for held in substituted(cards):
        ranks = [rank for rank, _ in held]
        for size in range(longest + 1, len(ranks) + 1):
            if any(True for some in combinations(ranks, size) for _ in rows(list(some))):
                longest = size
    assert straight_flush_size(mask(cards)) == longest


@given(dealt(sizes=(7,)).filter(lambda cards: sum(card % 13 == TWO for card in cards) <= 2))
def test_twos_are_never_worth_more_apart_than_in_one_suit(cards: Cards) -> None:
    """Every two as every card of the deck, also of different suits."""
    natural = [card for card in cards if card % 13 != TWO]
    free = [card for card in range(52) if card not in natural]
    longest = longest_run = 0
    for chosen in product(free, repeat=len(cards) - len(natural)):
        whole = {*natural, *chosen}
        for suit in range(4):
            ranks = [card % 13 for card in whole if card // 13 == suit]
            longest = max(longest, len(ranks))
            longest_run = max(longest_run, plain_run(ranks))
    assert flush_size(mask(cards)) == longest
    assert straight_flush_size(mask(cards)) == longest_run


def plain_run(ranks: list[int]) -> int:
    worth = {rank + 2 for rank in ranks} | ({1} if ACE in ranks else set())
    return max(
        (size for size in range(1, 9) for start in worth if worth >= set(range(start, start + size))),
        default=0,
    )


@given(dealt())
def test_the_longest_flush_with_a_gap_is_found_by_trying_every_choice_of_cards(cards: Cards) -> None:
    def gapped(ranks: list[int]) -> int:
        sizes = range(len(ranks), 2, -1)
        return next((n for n in sizes if any(not [*rows(list(some))] for some in combinations(ranks, n))), 0)

    longest = max(gapped([rank for rank, _ in held]) for held in substituted(cards))
    assert gapped_flush_size(mask(cards)) == longest or longest < 3


@pytest.mark.parametrize(
    ("cards", "flush", "straight_flush"),
    [
        ("Ac Kc Qc 9d 8d 7h 6h", 3, 3),
        ("Ac Kc 2d 9d 8d 7h 5s", 3, 3),  # a two of diamonds lengthens clubs
        ("Ac 3c 2d 9d 8d 7h 5s", 3, 3),  # ... and is the two of clubs
        ("Ac 4c 2d 2h 9s Ks 8h", 4, 4),  # two and three
        ("Kc 3c 2c 9d 8d 7h 5s", 3, 3),  # nine and eight of diamonds with the two of clubs; never king, ace, two
        ("Kc Ac 3c 4c 2d 9h 8s", 5, 4),  # ace, two, three, four; the king is apart
        ("Ac 2c 3c 4c 5c 6c 7c", 7, 7),
        ("2c 3c 4c 5c 6c 7c 9c", 7, 7),  # the two of clubs goes to the gap
        ("2c 2d 2h 2s Ac 7d 9h", 5, 5),
        ("3c 5c 7c 9c Jc Kc Ac", 7, 2),
    ],
)
def test_twos_lengthen_flushes_and_fill_runs(cards: str, flush: int, straight_flush: int) -> None:
    assert flush_size(hand(cards)) == flush
    assert straight_flush_size(hand(cards)) == straight_flush


@pytest.mark.parametrize(
    ("better", "worse", "readings"),
    [
        ("5c 4c 3c", "Ac Kc Jc", {1, 3}),  # a straight flush above a flush of equal length
        ("Ac Kc Jc", "5c 4c 3c", {0, 2}),  # ... or only its cards
        ("Qc 9c 2d", "Kc 9c 3c", {2, 3}),  # the two is an ace: ace, queen, nine
        ("Kc 9c 3c", "Qc 9c 2d", {0, 1}),  # ... or a two
        ("9c 8c 7c", "9c 8c 2d", {0, 1}),  # a natural seven above a wild one
        ("9c 8c 2d", "9c 8c 7c", {2, 3}),  # the two goes to the top: ten or ace, nine, eight
        ("5c 4c 3c", "Ac 3c 2d", {1, 3}),  # ace, two, three is the lowest straight flush
        ("Ac 3c 2d", "5c 4c 3c", {0, 2}),
        ("3c 2d 2h", "Ac 3c 2c", {1, 3}),  # three, two, two; and three, two with the ace below
        ("Ac Qc 2d", "Kc Qc 2d", {0, 1}),  # with a wild two of the highest rank both are ace, king, queen
    ],
)
def test_readings_decide_between_hands_of_one_length(better: str, worse: str, readings: set[int]) -> None:
    for reading in READINGS:
        higher = flush_rank(hand(better), reading) > flush_rank(hand(worse), reading)
        assert higher is (reading in readings), reading


def test_the_top_of_the_line_is_the_ace() -> None:
    assert straight(hand("Kc"), 3) == straight(hand("Ac"), 3) == 0b111 << 11
    assert straight(hand("Ac 3c"), 3) == 0b111
    assert straight(hand("Ac 5c"), 3) == 0
    assert filled(hand("Ac Qc"), 2) == hand("Ac Kc Qc Jc")
    assert run(0, 3) == 3
    assert wild_twos(hand("2c 2s 3d")) == 2
    assert flush_size(0) == straight_flush_size(0) == 0
    assert flush_rank(hand("Ac Kc"), BOTH) > flush_rank(hand("Ac 3c"), BOTH)
