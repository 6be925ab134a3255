"""The exact value of a Pack's bet against plain dealing: every deal of a short deck, and all hands with one pack."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, RANKS, hand, mask
from nomorebets.equipment.stack import Stack
from nomorebets.games.packs_poker.maths import solve
from nomorebets.games.packs_poker.rules import CARDS_EACH, HIGHER_WITHOUT_PAIR, ONE_PAIR, TIE, TIE_WITHOUT_PAIR, compare
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.solution import Solution
from nomorebets.ranking.flush import flush_size
from nomorebets.ranking.poker import poker_rank
from nomorebets.sim.tally import Counts

rules(compare)


@compiled
def dealt(hands: Counts, pack: int) -> Counts:
    """Deal every hand to the player and every other that has no card of it to the dealer."""
    endings = np.zeros(5, np.int64)
    ranks = np.array([poker_rank(pack | one) for one in hands])
    for player in range(len(hands)):
        for dealer in range(len(hands)):
            if not hands[player] & hands[dealer]:
                endings[compare(ranks[player], ranks[dealer])] += 1
    return endings


def hands_without(pack: Stack, deck: Stack) -> Counts:
    left = [card for card in deck if card not in pack]
    return np.array([mask(cards) for cards in combinations(left, CARDS_EACH)], np.int64)


def brute(ranks: tuple[int, ...]) -> dict[str, int]:
    deck = tuple(13 * suit + rank for suit in range(4) for rank in ranks)
    endings = np.zeros(5, np.int64)
    for pack, packs in solve.kinds(ranks):
        endings += packs * dealt(hands_without(pack, deck), mask(pack))
    return dict(zip(solve.EXAMPLES, endings.tolist(), strict=True))


def clever(ranks: tuple[int, ...]) -> dict[str, int]:
    rows = [solve.part(number, ranks)[number].tolist() for number in range(len(solve.kinds(ranks)))]
    return solve.deals(zip(solve.kinds(ranks), rows, strict=True), 4 * len(ranks))


def of(names: str) -> tuple[int, ...]:
    return tuple(RANKS.index(name) for name in names)


@pytest.mark.clause("packs-poker:43.10(e)", "packs-poker:43.10(f)", "packs-poker:43.1 Tie hand")
@pytest.mark.parametrize("names", ["2346K", pytest.param("2345A", marks=pytest.mark.slow)])
def test_a_short_deck_is_counted_as_it_is_dealt(names: str) -> None:
    """In the first flushes are no straights, in the second they all are."""
    assert clever(of(names)) == brute(of(names))


# Two suits of eight ranks and a few cards more: hands with no pair, with a pair, with a flush of one suit or of two.
STUMP = CARDS.parse("2c 3c 4c 6c 8c 9c Jc Kc 2d 3d 4d 6d 8d 9d Jd Kd 2h 6h Jh Ks 9s 8h")


@pytest.mark.clause("packs-poker:43.10(e)", "packs-poker:43.10(f)")
@pytest.mark.parametrize("cards", ["3c 8c", "9c 2d", "Kc Kd", "8h 9s"])
def test_alike_hands_of_a_stump_are_counted_as_they_are_dealt(cards: str) -> None:
    pack = CARDS.parse(cards)
    endings = dealt(hands_without(pack, STUMP), mask(pack))
    tied, tied_without, without = solve.of_pack(pack, STUMP)
    assert [tied, tied_without] == endings[[TIE, TIE_WITHOUT_PAIR]].tolist()
    assert without == 2 * endings[HIGHER_WITHOUT_PAIR] + endings[TIE_WITHOUT_PAIR]


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["7c 7d", "Tc Jc", "Ac 9d"])
def test_ties_of_the_whole_deck_are_counted_as_among_all_hands(cards: str) -> None:
    """All 2,118,760 hands one by one, whether they have a flush or not."""
    pack = CARDS.parse(cards)
    left = [card for card in range(52) if card not in pack]
    places = np.array(list(combinations(range(len(left)), CARDS_EACH)), np.uint8)
    bits = (np.int64(1) << np.array(left, np.int64))[places].sum(axis=1)
    expected = all_alike(places, bits, mask(pack))
    assert solve.of_pack(pack, CARDS.all).tolist() == expected


def all_alike(places: np.ndarray, bits: Counts, pack: int) -> list[int]:
    ranks = ranked(bits, pack)
    order = np.argsort(ranks, kind="stable")
    return alike(places[order], ranks[order]).tolist()  # type: ignore[no-any-return]


@compiled
def ranked(hands: Counts, pack: int) -> Counts:
    return np.array([poker_rank(pack | one) for one in hands])


@compiled
def alike(hands: np.ndarray, ranks: Counts) -> Counts:
    holding = np.zeros(solve.FIRST[-1], np.int32)
    counts = np.zeros(3, np.int64)
    first = 0
    while first < len(ranks):
        _, last = solve.span(ranks, ranks[first], ranks[first])
        ending = solve.TIED if ranks[first] >= ONE_PAIR else solve.TIED_WITHOUT_PAIR
        counts[ending] += solve.apart(hands, first, last, holding)
        first = last
    _, without = solve.span(ranks, 0, ONE_PAIR - 1)
    counts[solve.WITHOUT_PAIR] = solve.apart(hands, 0, without, holding)
    return counts


def test_every_pack_is_of_one_kind() -> None:
    def kind(pack: Stack) -> tuple[list[int], bool]:
        low, high = pack
        return sorted((low % 13, high % 13)), low // 13 == high // 13

    packs = [kind(pack) for pack in combinations(CARDS.all, 2)]
    assert {one.packs for one in solve.kinds()} == {4, 6, 12}
    assert [packs.count(kind(one.pack)) for one in solve.kinds()] == [one.packs for one in solve.kinds()]
    assert sum(one.packs for one in solve.kinds()) == len(packs)


@given(st.permutations(range(52)))
def test_without_a_flush_ranks_alone_decide(deck: list[int]) -> None:
    cards = mask(deck[:7])
    plain = poker_rank(solve.spread(solve.held_in(cards)))
    if flush_size(cards) < solve.FLUSH:
        assert poker_rank(cards) == plain
    else:
        assert poker_rank(cards) > plain


def test_hands_are_told_by_how_many_of_each_rank() -> None:
    assert len(solve.HELD) == comb(13 + CARDS_EACH - 1, CARDS_EACH)
    whole = solve.held_in((1 << 52) - 1)
    assert sum(solve.ways(whole, held) for held in solve.HELD.tolist()) == comb(52, CARDS_EACH)
    held = solve.held_in(hand("2c 2d Kh Ks Ac"))
    assert solve.ways(solve.held_in(hand("2c 2d 2h Kc Kd Kh Ks Ac")), held) == 3 * 6 * 1
    assert solve.held_in(solve.spread(held)) == held


@cache
def solution(election: str) -> Solution:
    (found,) = solve.solutions(terms("packs-poker", {"no_pair_win": election}), Threads(), unseen)
    return found


@pytest.mark.slow
def test_the_counts_are_all_deals() -> None:
    assert solution("lose").measures.total == comb(52, 2) * comb(50, 5) * comb(45, 5)
    ways = {one.name: one.ways for one in solution("push").outcomes}
    assert ways == {one.name: one.ways for one in solution("lose").outcomes}
    assert ways["dealer higher"] == ways["player higher"] + ways["player higher, without a pair"]


@pytest.mark.slow
@pytest.mark.clause("packs-poker:43.10(f)")
def test_the_election_gives_back_the_wins_without_a_pair() -> None:
    ways = {one.name: one.ways for one in solution("lose").outcomes}
    lost, pushed = solution("lose").measures, solution("push").measures
    assert (pushed.ev - lost.ev) * lost.total == ways["player higher, without a pair"]
    assert (round(float(lost.house_edge), 6), round(float(pushed.house_edge), 6)) == (0.029951, 0.015086)
