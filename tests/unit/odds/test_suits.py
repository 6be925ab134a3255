"""Counting by suits against plain counting."""

from itertools import combinations, product
from math import comb

from hypothesis import example, given
from hypothesis import strategies as st

from nomorebets.equipment.cards import hand, mask
from nomorebets.odds.suits import exchanges, flushes_at_least, holdings, in_suits, subsets_below, whole
from nomorebets.ranking.flush import flush_rank

few_ranks = st.sets(st.integers(0, 12), max_size=5).map(lambda ranks: sum(1 << rank for rank in ranks))


@given(st.integers(0, 8191), st.integers(0, 5), st.integers(0, 8191))
def test_subsets_below_a_bound_are_those_that_read_as_less(ranks: int, size: int, bound: int) -> None:
    bits = [1 << rank for rank in range(13) if ranks >> rank & 1]
    bound = sum(1 << rank for rank in sorted(rank for rank in range(13) if bound >> rank & 1)[:size])
    if bound.bit_count() == size:
        assert subsets_below(ranks, size, bound) == sum(sum(chosen) < bound for chosen in combinations(bits, size))


@given(st.tuples(few_ranks, few_ranks, few_ranks, few_ranks), st.integers(3, 5), st.integers(0, 8191))
def test_flushes_that_reach_a_bound_are_counted_as_they_are_dealt(
    suits: tuple[int, int, int, int], size: int, ranks: int
) -> None:
    bound = size << 13 | sum(1 << rank for rank in sorted(rank for rank in range(13) if ranks >> rank & 1)[-size:])
    cards = [1 << card for card in range(52) if whole(suits) >> card & 1]
    if (bound & 8191).bit_count() == size:
        dealt = sum(flush_rank(sum(seven)) >= bound for seven in combinations(cards, 7))
        assert flushes_at_least(suits, 7, bound) == dealt


@example(ranks=0b1000111111111, shown=0b0011000000000, size=2, bound=0b1100000000000)  # nothing is hidden
@given(st.integers(0, 8191), st.integers(0, 8191), st.integers(0, 7), st.integers(0, 8191))
def test_subsets_below_a_bound_with_some_shown(ranks: int, shown: int, size: int, bound: int) -> None:
    shown &= ~ranks
    hidden = size - shown.bit_count()
    if hidden >= 0:
        bits = [1 << rank for rank in range(13) if ranks >> rank & 1]
        bound = sum(1 << rank for rank in sorted(rank for rank in range(13) if bound >> rank & 1)[:size])
        if bound.bit_count() == size:
            below = sum(sum(chosen) | shown < bound for chosen in combinations(bits, hidden))
            assert subsets_below(ranks, size, bound, shown) == below


@given(st.permutations(range(26)), st.integers(0, 7), st.integers(3, 5), st.integers(0, 8191))
def test_flushes_of_two_suits_with_some_cards_shown(order: list[int], seen: int, size: int, ranks: int) -> None:
    """Of two suits alone, so that those shown may be a flush already and many of its suit are left."""
    shown, left = order[:seen], order[seen : seen + 12]
    bound = size << 13 | sum(1 << rank for rank in sorted(rank for rank in range(13) if ranks >> rank & 1)[-size:])
    if (bound & 8191).bit_count() == size:
        hands = (mask([*shown, *hidden]) for hidden in combinations(left, 7 - seen))
        dealt = sum(flush_rank(cards) >= bound for cards in hands)
        assert flushes_at_least(in_suits(mask(left)), 7, bound, in_suits(mask(shown))) == dealt


def test_a_flush_that_is_shown_beside_one_that_is_drawn() -> None:
    """Four clubs are shown; seven more, three diamonds and two hearts are left."""
    shown, left = hand("Ac Kc Qc Jc"), hand("2c 3c 4c 5c 6c 7c 8c 2d 3d 4d 2h 3h")
    bound = flush_rank(hand("2s 3s 4s"))
    assert flushes_at_least(in_suits(left), 7, bound, in_suits(shown)) == comb(12, 3)


def test_every_hand_is_one_exchange_of_suits_of_a_hand_in_order() -> None:
    ranks, cards = 4, 5
    sets = range(1 << ranks)
    ordered = [suits for suits in product(sets, sets, sets, sets) if list(suits) == sorted(suits, reverse=True)]
    counted = sum(exchanges(suits) for suits in ordered if whole(suits).bit_count() == cards)
    assert counted == comb(4 * ranks, cards)


def test_holdings_are_in_order_and_begin_where_they_are_said_to() -> None:
    sets, starts = holdings(7)
    assert [int(one).bit_count() for one in sets[starts[:-1]]] == list(range(8))
    assert len(sets) == starts[-1] == sum(comb(13, size) for size in range(8))
    assert sorted(sets.tolist(), key=lambda one: (one.bit_count(), one)) == sets.tolist()


@given(st.integers(0, (1 << 52) - 1))
def test_a_hand_is_the_whole_of_its_suits(cards: int) -> None:
    assert whole(in_suits(cards)) == cards
