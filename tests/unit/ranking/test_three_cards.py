"""Hands of two and of three cards, all that seven cards make, and hands in words."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import hand, mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.ranking.joker import JOKER, joker_rank, made, two_card_rank
from nomorebets.ranking.poker import (
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    kind,
    poker_rank,
)
from nomorebets.ranking.three_cards import NOTHING, three_card_kind
from nomorebets.ranking.words import in_words

CARDS = [1 << card for card in JOKER_DECK.all]
seven = st.sets(st.sampled_from(JOKER_DECK.all), min_size=7, max_size=7)
few_ranks = st.sets(st.sampled_from([*range(0, 52, 13), *range(9, 13), *range(22, 26), *range(35, 39), 51, 52]),
                    min_size=7, max_size=7)  # fmt: skip


def test_all_hands_of_three_cards_fall_into_their_kinds() -> None:
    counts = Counter(three_card_kind(sum(cards)) for cards in combinations(CARDS, 3))
    assert [counts[kind] for kind in range(6, NOTHING, -1)] == [48, 58, 100, 1_020, 1_308, 3_912]
    assert sum(counts.values()) == 23_426


def test_all_hands_of_two_cards_are_ordered_by_pair_and_then_by_card() -> None:
    ranks = Counter(two_card_rank(sum(cards)) for cards in combinations(CARDS, 2))
    ordered = [ranks[rank] for rank in sorted(ranks, reverse=True)]
    assert ordered[:2] == [10, 6]  # six pairs of aces and four with the joker, then kings
    assert ordered[13] == 16 + 4  # ace and king
    assert sum(ordered) == 53 * 52 // 2
    assert len(ordered) == 13 + 13 * 12 // 2


CONTAINED = {
    FIVE_ACES: {FOUR, THREE, PAIR},
    ROYAL_FLUSH: {STRAIGHT_FLUSH, FLUSH, STRAIGHT},
    STRAIGHT_FLUSH: {FLUSH, STRAIGHT},
    FOUR: {THREE, PAIR},
    FULL_HOUSE: {THREE, TWO_PAIR, PAIR},
    THREE: {PAIR},
    TWO_PAIR: {PAIR},
}


def roles(five: tuple[int, ...]) -> set[int]:
    """The kinds that five cards may be, the joker in any part that it may play."""
    natural = mask(card for card in five if card < 52)
    if len(five) == natural.bit_count():
        return {kind(poker_rank(natural))}
    kinds = {FIVE_ACES} if natural == mask([12, 25, 38, 51]) else set()
    for card in range(52):
        if not natural >> card & 1:
            which = kind(poker_rank(natural | 1 << card))
            if card % 13 == 12 or which in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
                kinds.add(which)
    return kinds


@given(seven | few_ranks)
def test_what_seven_cards_make_is_what_all_their_fives_make(cards: set[int]) -> None:
    best = {which for five in combinations(cards, 5) for which in roles(five)}
    all_of_them = best | {less for which in best for less in CONTAINED.get(which, ())}
    kinds = made(mask(cards))
    assert {which for which in range(1, FIVE_ACES + 1) if kinds >> which & 1} == all_of_them - {HIGH_CARD}
    assert max(best) == kind(joker_rank(mask(cards)))


def test_a_hand_in_words() -> None:
    hands = {
        "As Ah Ad Ac Jo": "five aces",
        "As Ks Qs Js Jo": "royal flush",
        "9s 8s 7s 6s 5s": "straight flush, nine high",
        "9s 9h 9d Kc Kh": "full house, nines and kings",
        "6s 6h 5d 5c Ah": "two pair, sixes and fives (A)",
        "Ks 9s 7s 4s 2s": "flush, king high (9-7-4-2)",
        "As Th 7d 4c 2h": "ace high (10-7-4-2)",
    }
    for cards, words in hands.items():
        rank = joker_rank(hand(cards.replace(" Jo", "")) | (JOKER if "Jo" in cards else 0))
        assert in_words(rank) == words
    assert in_words(two_card_rank(hand("As") | JOKER)) == "pair, aces"
