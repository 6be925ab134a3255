"""Clever counting against plain counting, on decks small enough to deal every hand."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from nomorebets.equipment.cards import RANKS, mask
from nomorebets.games.high_card_flush.maths import odds
from nomorebets.games.high_card_flush.rules import straight_flush_names
from nomorebets.games.packs_poker.maths import odds as packs_poker
from nomorebets.games.packs_poker.rules import NAMES as PAID_NAMES
from nomorebets.games.what_the_flush.maths import odds as wild_odds
from nomorebets.ranking import wild
from nomorebets.ranking.flush import flush_size, straight_flush_size


def brute(measure: Callable[[int], int], deck: int) -> Counter[int]:
    """Deal every seven cards of a deck with these ranks in each suit."""
    cards = [1 << suit * 13 + rank for suit in range(4) for rank in range(13) if deck >> rank & 1]
    return Counter(measure(sum(hand)) for hand in combinations(cards, 7))


def paid_name(hand: int) -> int:
    """The best name of a straight flush, as a number."""
    return hash(next(straight_flush_names(hand, "c")))


def ranks(names: str) -> int:
    return mask(RANKS.index(name) for name in names)


@pytest.mark.parametrize("measure", [flush_size, straight_flush_size])
def test_a_short_deck_is_counted_as_it_is_dealt(measure: Callable[[int], int]) -> None:
    deck = ranks("A2349")
    assert odds.tally(measure, deck) == brute(measure, deck)


@pytest.mark.slow
@pytest.mark.parametrize("names", ["A234567", "9TJQKA", "89TJQKA"])
@pytest.mark.parametrize("measure", [flush_size, straight_flush_size, paid_name])
def test_longer_decks_are_counted_as_they_are_dealt(measure: Callable[[int], int], names: str) -> None:
    deck = ranks(names)
    assert odds.tally(measure, deck) == brute(measure, deck)


WILD = [wild.flush_size, wild.gapped_flush_size, wild.straight_flush_size]


@pytest.mark.parametrize("measure", WILD)
def test_a_short_deck_with_wild_twos_is_counted_as_it_is_dealt(measure: Callable[[int], int]) -> None:
    deck = ranks("A2359")
    assert wild_odds.sizes(measure, wild=True, deck=deck) == brute(measure, deck)


@pytest.mark.parametrize("measure", [flush_size, straight_flush_size])
def test_a_short_deck_with_natural_twos_is_counted_as_it_is_dealt(measure: Callable[[int], int]) -> None:
    deck = ranks("A2359")
    assert wild_odds.sizes(measure, wild=False, deck=deck) == brute(measure, deck)


@pytest.mark.slow
@pytest.mark.parametrize("names", ["A234567", "2TJQKA", "2468TQ"])
@pytest.mark.parametrize("measure", WILD)
def test_longer_decks_with_wild_twos_are_counted_as_they_are_dealt(measure: Callable[[int], int], names: str) -> None:
    deck = ranks(names)
    assert wild_odds.sizes(measure, wild=True, deck=deck) == brute(measure, deck)


def counted(cards: int, names: str) -> tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]]:
    """Hands of a short deck by the names they may be paid under, counted by kinds and dealt one by one."""
    ranks_of = tuple(sorted(RANKS.index(name) for name in names))
    bonus = {number: name for name, number in packs_poker.CARDS_OF.items()}[cards]
    clever: Counter[tuple[str, ...]] = Counter()
    for ways, hand in packs_poker.hands(cards, ranks_of):
        clever[tuple(PAID_NAMES[bonus](hand, "any"))] += ways
    deck = [1 << 13 * suit + rank for suit in range(4) for rank in ranks_of]
    plain = Counter(tuple(PAID_NAMES[bonus](sum(hand), "any")) for hand in combinations(deck, cards))
    return clever, plain


@pytest.mark.parametrize(("cards", "names"), [(5, "A2345T"), (5, "TJQKA"), (7, "A2345")])
def test_poker_hands_of_a_short_deck_are_counted_as_they_are_dealt(cards: int, names: str) -> None:
    clever, plain = counted(cards, names)
    assert clever == plain


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "names"), [(5, RANKS), (7, "89TJQKA"), (7, "A234567")])
def test_poker_hands_of_longer_decks_are_counted_as_they_are_dealt(cards: int, names: str) -> None:
    clever, plain = counted(cards, names)
    assert clever == plain
