"""Poker hands in words."""

import pytest

from nomorebets.equipment.cards import hand
from nomorebets.ranking.joker import JOKER, joker_rank
from nomorebets.ranking.poker import WHEEL_LOWEST, WHEEL_SECOND, poker_rank
from nomorebets.ranking.words import in_words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac Kc Qc Jc Tc", "royal flush"),
        ("Ks Qs Js Ts 9s", "straight flush, king high"),
        ("As 2s 3s 4s 5s", "straight flush, five high"),
        ("6c 6d 6h 6s 2c", "four of a kind, sixes (2)"),
        ("Tc Td Th Ks Kc", "full house, tens and kings"),
        ("Ac Kc Tc 5c 3c", "flush, ace high (K-10-5-3)"),
        ("Ac Kd Qh Js Tc", "straight, ace high"),
        ("2c 2d 2h Ks Jc", "three of a kind, twos (K-J)"),
        ("Ac Ad 6h 6s Tc", "two pair, aces and sixes (10)"),
        ("9c 9d Ah Ks 2c", "pair, nines (A-K-2)"),
        ("Ac Jd 9h 4s 2c", "ace high (J-9-4-2)"),
    ],
)
def test_a_hand_is_told_by_what_makes_it_and_what_lies_beside(cards: str, words: str) -> None:
    assert in_words(poker_rank(hand(cards))) == words


def test_five_aces_say_it_all() -> None:
    assert in_words(joker_rank(hand("Ac Ad Ah As") | JOKER)) == "five aces"


@pytest.mark.parametrize("wheel", [WHEEL_LOWEST, WHEEL_SECOND])
def test_the_wheel_goes_up_to_five_wherever_it_ranks(wheel: int) -> None:
    assert in_words(poker_rank(hand("Ac 2d 3h 4s 5c"), wheel)) == "straight, five high"
    assert in_words(poker_rank(hand("2c 3d 4h 5s 6c"), wheel)) == "straight, six high"
    both = in_words(poker_rank(hand("Ac 2d 3h 4s 5c 6d"), wheel))
    assert both == ("straight, six high" if wheel == WHEEL_LOWEST else "straight, five high")
