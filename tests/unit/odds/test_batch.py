"""Arrays of hands are ranked as the rules rank each of them, and what is no hand is refused in one sentence."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nomorebets.errors import BadInput
from nomorebets.odds import batch
from nomorebets.ranking import combination, flush, joker, poker, three_cards, tiles, wild
from nomorebets.ranking.joker import JOKER
from nomorebets.ranking.poker import WHEEL_LOWEST, WHEEL_SECOND

COUNT = 3000
chance = np.random.default_rng(13)


def hands(cards: int, deck: int = 52) -> batch.Hands:
    """Hands of so many cards; every second one out of few neighbouring cards of each suit, where much is made."""
    order = chance.random((COUNT, deck))
    order[::2, np.arange(deck) % 13 > 4] += 1
    order[::6, 26:52] += 1
    dealt = np.argsort(order, axis=1)[:, :cards].astype(np.int64)
    return (np.int64(1) << dealt).sum(axis=1)  # type: ignore[no-any-return]


SEVEN = hands(7)
WITH_JOKER = np.concatenate([hands(cards, 53) for cards in (5, 6, 7)] + [hands(6) | JOKER, hands(4) | JOKER])
FIVE_TO_SEVEN = np.concatenate([hands(cards) for cards in (5, 6, 7)])

Batch = Callable[..., batch.Ranks]
RANKINGS: list[tuple[Batch, Callable[..., int], batch.Hands, tuple[int, ...]]] = [
    (batch.flush_rank, flush.flush_rank, SEVEN, ()),
    (batch.straight_flush_size, flush.straight_flush_size, SEVEN, ()),
    *((batch.wild_flush_rank, wild.flush_rank, SEVEN, (reading,)) for reading in batch.READINGS),
    (batch.wild_straight_flush_size, wild.straight_flush_size, SEVEN, ()),
    (batch.poker_rank, poker.poker_rank, FIVE_TO_SEVEN, (WHEEL_LOWEST,)),
    (batch.poker_rank, poker.poker_rank, FIVE_TO_SEVEN, (WHEEL_SECOND,)),
    (batch.joker_rank, joker.joker_rank, WITH_JOKER, (WHEEL_LOWEST,)),
    (batch.joker_rank, joker.joker_rank, WITH_JOKER, (WHEEL_SECOND,)),
    (batch.two_card_rank, joker.two_card_rank, np.concatenate([hands(2, 53), hands(1) | JOKER]), ()),
    (batch.three_card_kind, three_cards.three_card_kind, np.concatenate([hands(3, 53), hands(2) | JOKER]), ()),
    (batch.combination_rank, combination.combination_rank, np.concatenate([hands(n) for n in range(1, 6)]), ()),
]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("ranked", "rule", "dealt", "options"), RANKINGS)
def test_a_batch_ranks_as_the_rule_does(
    ranked: Batch, rule: Callable[..., int], dealt: batch.Hands, options: tuple[int, ...], threads: int
) -> None:
    expected = [rule(hand, *options) for hand in dealt.tolist()]
    assert ranked(dealt, *options, threads=threads).tolist() == expected


def test_all_hands_of_two_tiles() -> None:
    pairs = [(a, b) for a in range(32) for b in range(32) if a != b]
    ones, others = np.array(pairs, np.int64).T
    assert batch.tile_hand_rank(ones, others, threads=2).tolist() == [tiles.hand_rank(a, b) for a, b in pairs]


def test_no_hands_have_no_ranks() -> None:
    assert len(batch.poker_rank(np.array([], np.int64), threads=2)) == 0


ONE = np.array([0b11111], np.int64)

REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a list": (lambda: batch.flush_rank([1, 2]), "hands is list"),  # type: ignore[arg-type]
    "another type": (lambda: batch.flush_rank(np.array([1.5])), "hands is float64 of shape"),
    "another shape": (lambda: batch.poker_rank(np.zeros((2, 2), np.int64)), r"of shape \(2, 2\)"),
    "too few cards": (lambda: batch.poker_rank(np.append(ONE, 0b111)), "hand 1 is 0x7; a hand is 5 to 7 cards"),
    "too many": (lambda: batch.joker_rank(np.array([0xFF])), "hand 0 is 0xff"),
    "not three": (lambda: batch.three_card_kind(ONE), "hand 0 is 0x1f; a hand is 3 cards of the deck"),
    "no card of the deck": (lambda: batch.flush_rank(np.array([1 << 52])), "hand 0 is 0x10000000000000"),
    "the first of several": (lambda: batch.flush_rank(np.zeros(9, np.int64), threads=3), "hand 0 is 0x0"),
    "an unknown wheel": (lambda: batch.poker_rank(ONE, 3), "wheel = 3 is not known; there are 0, 17"),
    "an unknown reading": (lambda: batch.wild_flush_rank(ONE, 4), "reading = 4 is not known; there are 0, 1, 2, 3"),
    "no threads": (lambda: batch.poker_rank(ONE, threads=0), "0 threads"),
    "a tile twice": (lambda: batch.tile_hand_rank(ONE, ONE), "hand 0 has tiles 31 and 31; a hand has two different"),
    "no tile": (lambda: batch.tile_hand_rank(ONE, ONE + 1), "hand 0 has tiles 31 and 32"),
    "half a hand": (lambda: batch.tile_hand_rank(ONE, np.append(ONE, 1)), "1 tiles and 2 others make no hands"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_hand_is_refused(case: str) -> None:
    call, sentence = REFUSED[case]
    with pytest.raises(BadInput, match=sentence):
        call()
