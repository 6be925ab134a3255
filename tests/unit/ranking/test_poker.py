"""Poker hands with and without the joker, by examples and against plainer reckonings."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import hand, mask
from nomorebets.ranking.joker import JOKER, joker_rank
from nomorebets.ranking.poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    KIND,
    MADE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    WHEEL_LOWEST,
    WHEEL_SECOND,
    kind,
    poker_rank,
)

wheels = st.sampled_from((WHEEL_LOWEST, WHEEL_SECOND))
few_suits = st.sampled_from((52, 39, 26)).flatmap(
    lambda cards: st.sets(st.integers(0, cards - 1), min_size=5, max_size=7)
)


def plain_rank(cards: tuple[int, ...], wheel: int) -> tuple[object, ...]:
    """Five cards ordered as a player would: the kind, then the ranks, the most frequent and highest first."""
    ranks = [card % 13 for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape, order = [count for _, count in groups], [rank for rank, _ in groups]
    suited = len({card // 13 for card in cards}) == 1
    place: float = -1
    if shape == [1] * 5:
        if order == [12, 3, 2, 1, 0]:
            place = 3 if wheel == WHEEL_LOWEST else 11.5
        elif order[0] - order[4] == 4:
            place = order[0]
    straight = place >= 0
    kinds = [
        (suited and place == 12, ROYAL_FLUSH),
        (suited and straight, STRAIGHT_FLUSH),
        (shape[0] == 4, FOUR),
        (shape == [3, 2], FULL_HOUSE),
        (suited, FLUSH),
        (straight, STRAIGHT),
        (shape[0] == 3, THREE),
        (shape == [2, 2, 1], TWO_PAIR),
        (shape[0] == 2, PAIR),
        (True, HIGH_CARD),
    ]
    return next(kind for holds, kind in kinds if holds), (place,) if straight else tuple(order)


def plain_best(cards: set[int], wheel: int) -> tuple[object, ...]:
    return max(plain_rank(five, wheel) for five in combinations(sorted(cards), 5))


@given(few_suits, few_suits, wheels)
def test_hands_are_ordered_as_by_the_best_of_all_their_fives(ours: set[int], theirs: set[int], wheel: int) -> None:
    mine, other = poker_rank(mask(ours), wheel), poker_rank(mask(theirs), wheel)
    plain_mine, plain_other = plain_best(ours, wheel), plain_best(theirs, wheel)
    assert kind(mine) == plain_mine[0]
    assert (mine > other) == (plain_mine > plain_other)
    assert (mine == other) == (plain_mine == plain_other)


@given(few_suits, wheels)
def test_the_joker_is_the_best_card_that_it_may_be(cards: set[int], wheel: int) -> None:
    natural = mask(sorted(cards)[1:])
    best = FIVE_ACES << KIND | ACE << MADE if natural & mask([12, 25, 38, 51]) == mask([12, 25, 38, 51]) else 0
    for card in range(52):
        if not natural >> card & 1 and len(cards) > 5:
            rank = poker_rank(natural | 1 << card, wheel)
            if card % 13 == 12 or kind(rank) in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
                best = max(best, rank)
    if len(cards) > 5:
        assert joker_rank(natural | JOKER, wheel) == best
    assert joker_rank(mask(cards), wheel) == poker_rank(mask(cards), wheel)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ac Kc Qc Jc Tc 9c 9d", ROYAL_FLUSH),
        ("Kc Qc Jc Tc 9c Ad", STRAIGHT_FLUSH),
        ("7c 7d 7h 7s Ad Ah Ac", FOUR),
        ("7c 7d 7h Ad Ah Ac 2s", FULL_HOUSE),
        ("7c 7d Ad Ah Ac 2s", FULL_HOUSE),
        ("2c 4c 6c 8c Tc Td Th", FLUSH),
        ("2c 3d 4h 5s 6c 6d 6h", STRAIGHT),
        ("2c 2d 2h 5s 6c", THREE),
        ("2c 2d 5h 5s 6c 6d Ah", TWO_PAIR),
        ("2c 2d 4h 5s 6c", PAIR),
        ("2c 3d 4h 5s 7c", HIGH_CARD),
    ],
)
def test_each_kind_by_example(cards: str, expected: int) -> None:
    assert kind(poker_rank(hand(cards))) == expected


def test_the_best_two_of_three_pairs_play_with_the_highest_card_beside_them() -> None:
    assert poker_rank(hand("2c 2d 5h 5s 6c 6d 3h")) == poker_rank(hand("6h 6s 5c 5d 3s"))
    assert poker_rank(hand("2c 2d 5h 5s 6c 6d Ah")) == poker_rank(hand("6h 6s 5c 5d As"))


def test_a_straight_is_the_best_of_several() -> None:
    six_high, both = poker_rank(hand("2c 3d 4h 5s 6c")), hand("Ac 2c 3d 4h 5s 6c")
    assert poker_rank(both, WHEEL_LOWEST) == six_high
    assert poker_rank(both, WHEEL_SECOND) > six_high


def test_four_aces_and_the_joker_are_five_aces() -> None:
    assert kind(joker_rank(hand("Ac Ad Ah As Kc") | JOKER)) == FIVE_ACES


@pytest.mark.parametrize("wheel", [WHEEL_LOWEST, WHEEL_SECOND])
def test_the_place_of_the_wheel_is_a_choice(wheel: int) -> None:
    wheel_straight = poker_rank(hand("Ac 2d 3h 4s 5c"), wheel)
    assert wheel_straight < poker_rank(hand("Tc Jd Qh Ks Ac"), wheel)
    assert (wheel_straight > poker_rank(hand("9c Td Jh Qs Kc"), wheel)) == (wheel == WHEEL_SECOND)
    assert (wheel_straight < poker_rank(hand("2c 3d 4h 5s 6c"), wheel)) == (wheel == WHEEL_LOWEST)
    steel = joker_rank(hand("Ac 2c 3c 4c") | JOKER, wheel)
    assert (steel > poker_rank(hand("9c Tc Jc Qc Kc"), wheel)) == (wheel == WHEEL_SECOND)


@pytest.mark.slow
def test_all_five_card_hands_fall_into_their_kinds() -> None:
    counts = Counter(kind(poker_rank(sum(cards))) for cards in combinations([1 << card for card in range(52)], 5))
    assert counts == {
        ROYAL_FLUSH: 4,
        STRAIGHT_FLUSH: 36,
        FOUR: 13 * 48,
        FULL_HOUSE: 13 * 4 * 12 * 6,
        FLUSH: 4 * comb(13, 5) - 40,
        STRAIGHT: 10 * 4**5 - 40,
        THREE: 13 * 4 * comb(12, 2) * 16,
        TWO_PAIR: comb(13, 2) * 36 * 44,
        PAIR: 13 * 6 * comb(12, 3) * 64,
        HIGH_CARD: (comb(13, 5) - 10) * (4**5 - 4),
    }
