"""Random numbers: the published generator, streams that differ, and every hand as likely as the next."""

import hashlib
from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.machine.compiler import compiled, rules
from nomorebets.sim import stream as streams
from nomorebets.sim.stream import Stream, below, drawn, next_word, stream
from nomorebets.sim.tally import Counts

rules(streams)
NO_CARD = ~((1 << 52) - 1)


@compiled
def words(state: Stream, count: int) -> Stream:
    found = np.zeros(count, np.uint64)
    for place in range(count):
        found[place] = next_word(state)
    return found


@compiled
def numbers(state: Stream, bound: int, count: int) -> Counts:
    found = np.zeros(bound, np.int64)
    for _ in range(count):
        found[below(state, bound)] += 1
    return found


@compiled
def hands(state: Stream, gone: int, cards: int, count: int) -> Counts:
    found = np.zeros(count, np.int64)
    for place in range(count):
        found[place] = drawn(state, gone, cards)
    return found


def chi_squared(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    """The first words that its authors' program gives from the state 1, 2, 3, 4."""
    first = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]
    assert words(np.array([1, 2, 3, 4], np.uint64), 6).tolist() == first


def test_every_chunk_of_every_seed_has_its_own_stream() -> None:
    states = {tuple(stream(seed, chunk).tolist()) for seed in (0, 1, -1, 10**30) for chunk in range(50)}
    assert len(states) == 200
    assert stream(7, 3).tolist() == stream(7, 3).tolist()


def test_numbers_below_a_bound_come_alike() -> None:
    counts = numbers(stream(1, 0), 7, 700_000).tolist()
    assert chi_squared(counts) < 22.5  # once in a thousand by chance, and the seed is fixed


@given(st.sets(st.integers(0, 51), max_size=42), st.integers(1, 10), st.integers(0, 99))
def test_a_hand_has_so_many_cards_and_none_that_are_gone(gone: set[int], cards: int, chunk: int) -> None:
    out = sum(1 << card for card in gone) | NO_CARD
    for hand in hands(stream(2, chunk), out, cards, 20).tolist():
        assert hand & out == 0
        assert hand.bit_count() == cards


def test_every_hand_is_as_likely_as_the_next() -> None:
    gone = NO_CARD | ((1 << 46) - 1)  # six cards are left
    counts = dict.fromkeys((sum(1 << card for card in hand) for hand in combinations(range(46, 52), 3)), 0)
    for hand in hands(stream(3, 0), gone, 3, 200_000).tolist():
        counts[hand] += 1
    assert len(counts) == 20
    assert chi_squared(list(counts.values())) < 43.8  # once in a thousand by chance


def test_the_seed_is_read_in_one_order_of_bytes_on_any_machine() -> None:
    digest = hashlib.sha256(b"nomorebets simulation 7 3").digest()
    words = [int.from_bytes(digest[first : first + 8], "little") for first in range(0, 32, 8)]
    found = stream(7, 3)
    assert found.tolist() == words
    assert found.dtype == np.dtype(np.uint64)
    assert found.tolist()[0] == 0x51F78093BB57A65
