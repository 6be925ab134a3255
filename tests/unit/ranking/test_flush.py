"""Flushes and straight flushes, by examples and against a plainer reckoning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, RANKS, hand, mask
from nomorebets.ranking.flush import (
    flush_cards,
    flush_rank,
    flush_size,
    holds_suited,
    straight_flush_cards,
    straight_flush_size,
    straight_flush_size_in,
)

hands = st.sets(st.integers(0, 51), min_size=1, max_size=13)


def cards_of(bits: int) -> str:
    return CARDS.text([card for card in range(52) if bits >> card & 1])


@given(hands)
def test_the_longest_flush_is_the_fullest_suit(cards: set[int]) -> None:
    suits = [sorted((card % 13 for card in cards if card // 13 == suit), reverse=True) for suit in range(4)]
    best = max(suits, key=lambda ranks: (len(ranks), ranks))
    assert flush_size(mask(cards)) == len(best)
    assert flush_rank(mask(cards)) == len(best) << 13 | mask(best)
    shown = [card for card in range(52) if flush_cards(mask(cards)) >> card & 1]
    assert set(shown) <= cards
    assert sorted((card % 13 for card in shown), reverse=True) == best


def longest_run(cards: set[int], suit: int) -> int:
    """Try every run of ranks, the ace standing at both ends."""
    order = ["A", *RANKS]
    runs = [order[start:stop] for start in range(14) for stop in range(start + 1, 15) if stop - start <= 13]
    held = {RANKS[card % 13] for card in cards if card // 13 == suit}
    return max((len(run) for run in runs if set(run) <= held), default=0)


@given(st.sets(st.integers(0, 51), min_size=1, max_size=9))
def test_the_longest_straight_flush_is_found_by_trying_every_run(cards: set[int]) -> None:
    sizes = [longest_run(cards, suit) for suit in range(4)]
    assert straight_flush_size(mask(cards)) == max(sizes)
    assert [straight_flush_size_in(mask(cards), suit) for suit in range(4)] == sizes
    shown = straight_flush_cards(mask(cards))
    assert shown & ~mask(cards) == 0
    assert shown.bit_count() == max(sizes)
    assert straight_flush_size(shown) == max(sizes)


@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("Ac 2c 3c Kd Qd Jd 7h", "Jd Qd Kd"),
        ("Ac 2c 3c Kd Qd 9d 7h", "2c 3c Ac"),
        ("Ac Kc Qc 2c 3c 9d 7h", "Qc Kc Ac"),
        ("2s 3s 4s 5s Ac 2c 3c", "2s 3s 4s 5s"),
    ],
)
def test_of_several_straight_flushes_the_longest_then_the_highest_is_shown(cards: str, run: str) -> None:
    assert cards_of(straight_flush_cards(hand(cards))) == run


def test_ranks_are_looked_for_in_every_suit() -> None:
    assert holds_suited(hand("As Ks 2c"), hand("Ac Kc"))
    assert not holds_suited(hand("As Kd 2c"), hand("Ac Kc"))


def test_no_cards_make_no_flush() -> None:
    assert flush_cards(0) == straight_flush_cards(0) == flush_size(0) == 0
