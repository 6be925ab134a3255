"""What a hand makes, kickers left out, by examples and against plainer reckonings."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.ranking.combination import best_five, combination, combination_rank
from nomorebets.ranking.poker import HIGH_CARD, PAIR, STRAIGHT, THREE, kind, poker_rank

# Few ranks or few suits, so that hands make much.
six_cards = st.sampled_from((52, 39, 26)).flatmap(
    lambda cards: st.sets(st.integers(0, cards - 1), min_size=5, max_size=6)
)


def plain_combinations(cards: set[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Every combination of a hand with its kind, as a player would point them out."""
    found = []
    for size in range(2, 6):
        for some in combinations(sorted(cards), size):
            ranks = sorted(card % 13 for card in some)
            groups = sorted(Counter(ranks).values())
            suited = len({card // 13 for card in some}) == 1
            run = ranks in [[*range(low, low + 5)] for low in range(9)] or ranks == [0, 1, 2, 3, 12]
            made = {
                (2,): 1,
                (2, 2): 2,
                (3,): 3,
                (2, 3): 6,
                (4,): 7,
            }.get(tuple(groups), -1)
            if ranks == [11, 12]:
                made = 0
            if size == 5 and run:
                made = (9 if ranks == [8, 9, 10, 11, 12] else 8) if suited else 4
            elif size == 5 and suited:
                made = 5
            if made >= 0:
                found.append((made, some))
    return found


@given(six_cards)
def test_the_best_combination_is_what_the_hand_is_named_after(cards: set[int]) -> None:
    made = combination(mask(cards))
    plain = max((one for one, _ in plain_combinations(cards)), default=-1)
    assert (kind(combination_rank(made)) if made else -1) == plain
    if plain > HIGH_CARD:
        assert kind(poker_rank(mask(cards))) == plain


@given(six_cards)
def test_the_second_one_is_the_best_with_a_card_that_the_first_has_not(cards: set[int]) -> None:
    first = combination(mask(cards))
    second = combination(mask(cards), first)
    others = [one for one, some in plain_combinations(cards) if mask(some) & ~first]
    assert (kind(combination_rank(second)) if second else -1) == max(others, default=-1)
    assert not second or second & ~first


@given(six_cards)
def test_which_of_several_equal_combinations_comes_first_makes_no_difference(cards: set[int]) -> None:
    whole = mask(cards)
    first = combination(whole)
    equal = [mask(some) for _, some in plain_combinations(cards) if combination_rank(mask(some)) == poker_rank(first)]
    seconds = {
        kind(combination_rank(second)) if second else -1 for one in equal for second in [combination(whole, one)]
    }
    assert len(seconds) <= 1


@given(six_cards)
def test_the_best_five_are_those_that_rank_highest(cards: set[int]) -> None:
    five = best_five(mask(cards))
    assert five.bit_count() == 5
    assert five & ~mask(cards) == 0
    assert poker_rank(five) == poker_rank(mask(cards))


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("Kc Kd Kh Ks Ac", "Kc Kd Kh Ks"),
        ("Ac Kd Kh 5s 3c", "Kd Kh"),
        ("Ac Kd Qh 5s 3c", "Ac Kd"),
        ("Ac Qd Jh 5s 3c", ""),
        ("Kc Kd Kh 3s 3c 2d", "3c Kc Kd Kh 3s"),
    ],
)
def test_kickers_are_left_out(cards: str, made: str) -> None:
    found = combination(hand(cards))
    assert CARDS.text([card for card in range(52) if found >> card & 1]) == made


def test_cards_beside_a_combination_are_none() -> None:
    assert combination_rank(hand("Kc Kd 7h")) == -1
    assert combination_rank(hand("Qc Kd")) == -1
    assert [kind(combination_rank(hand(one))) for one in ("Ac Kd", "2c 2d", "2c 2d 2h", "2c 3d 4h 5s 6c")] == [
        HIGH_CARD,
        PAIR,
        THREE,
        STRAIGHT,
    ]
