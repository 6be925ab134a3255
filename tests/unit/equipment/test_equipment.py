"""Cards, stacks and chance."""

import hashlib
import hmac
import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.equipment.chance import (
    COMMIT_LABEL,
    SHUFFLE_LABEL,
    below,
    commitment,
    derived,
    shuffled,
    words,
)
from nomorebets.equipment.stack import Delivery, completed, cut, deliver
from nomorebets.errors import BadInput

stacks = st.permutations(range(52)).map(tuple)
seeds = st.binary(min_size=32, max_size=32)


@given(stacks)
def test_cards_are_read_as_they_are_written(stack: tuple[int, ...]) -> None:
    assert CARDS.parse(CARDS.text(stack)) == stack
    assert CARDS.parse(CARDS.text(stack).upper()) == stack


def test_a_hand_is_one_bit_per_card() -> None:
    assert hand("2c 3c As") == 0b11 | 1 << 51
    assert mask(range(52)).bit_count() == 52


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Ah Ah", "Ah occurs too often; there is one in the set"),
        ("1h", "'1h' is not a card; cards are written as in 'As Ks Qs'"),
        ("AhK", "'AhK' is not a card"),
        (["Ah"], r"\['Ah'\] is not a list of cards"),
    ],
)
def test_what_is_no_card_is_refused(text: object, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        CARDS.parse(text)


def test_cards_may_be_read_from_a_hand_alone() -> None:
    held = CARDS.parse("Ah Kd")
    assert CARDS.parse("Kd", among=held) == (held[1],)
    with pytest.raises(BadInput, match="2c is not among Kd Ah"):
        CARDS.parse("2c", among=held)


@given(stacks, st.integers(10, 51))
def test_a_cut_moves_the_top_to_the_bottom(stack: tuple[int, ...], count: int) -> None:
    after = cut(stack, count)
    assert after[-count:] == stack[:count]
    assert cut(after, 52 - count) == stack


def test_deliveries_take_from_the_top_in_their_order() -> None:
    deliveries = [Delivery(2, 1), Delivery(0, 2), Delivery(2, 1)]
    assert list(deliver((9, 8, 7, 6, 5), deliveries)) == [(2, (9,)), (0, (8, 7)), (2, (6,))]


@given(stacks, st.integers(0, 40), st.integers(0, 5))
def test_a_stack_is_completed_to_the_whole_set(stack: tuple[int, ...], known: int, aside: int) -> None:
    first, bottom = stack[:known], stack[known : known + aside]
    whole = completed(first, range(52), bottom)
    assert sorted(whole) == list(range(52))
    assert whole[:known] == first
    assert whole[52 - aside :] == bottom


# --- Chance -----------------------------------------------------------------------------------------------------------


@given(seeds)
def test_a_shuffle_is_a_permutation_that_belongs_to_its_seed(seed: bytes) -> None:
    assert sorted(shuffled(seed, 52)) == list(range(52))
    assert shuffled(seed, 52) == shuffled(seed, 52)
    assert shuffled(seed, 52) != shuffled(commitment(seed).encode()[:32], 52)


def test_one_seed_gives_one_known_order() -> None:
    """Pinned, because a published log must verify for ever."""
    assert commitment(bytes(32)) == "ce27e92300aba65d776f2b347885e408c518563643930de5379ae49fa08b06c2"
    assert CARDS.text(shuffled(bytes(32), 52)[:7]) == "2h 3d 8s Ad 7h As 5d"


def test_words_are_the_hmac_of_the_secret_seed_under_a_label() -> None:
    seed = bytes(range(32))
    block = hmac.new(seed, SHUFFLE_LABEL + (0).to_bytes(8, "big"), hashlib.sha256).digest()
    assert next(words(seed, SHUFFLE_LABEL)) == int.from_bytes(block[:8], "big")
    second = hmac.new(seed, SHUFFLE_LABEL + (1).to_bytes(8, "big"), hashlib.sha256).digest()
    assert list(itertools.islice(words(seed, SHUFFLE_LABEL), 5))[-1] == int.from_bytes(second[:8], "big")


def test_the_commitment_is_no_key_to_the_order() -> None:
    seed = bytes(range(32))
    assert commitment(seed) == hashlib.sha256(COMMIT_LABEL + seed).hexdigest()
    assert shuffled(bytes.fromhex(commitment(seed)), 52) != shuffled(seed, 52)


def test_words_that_would_favour_some_numbers_are_thrown_away() -> None:
    unfair = 2**64 - 2**64 % 3
    assert below(3, iter([unfair, 2**64 - 1, 7])) == 7 % 3
    assert below(4, iter([2**64 - 1])) == 3


def test_every_card_comes_first_about_equally_often() -> None:
    first = Counter(shuffled(derived(b"fair", str(number)), 4)[0] for number in range(4000))
    assert all(900 < count < 1100 for count in first.values())


def test_derived_seeds_differ_by_label() -> None:
    assert derived(bytes(32), "round 1") != derived(bytes(32), "round 2")
    assert len(derived(bytes(32), "round 1")) == 32
