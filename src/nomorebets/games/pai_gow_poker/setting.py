"""Setting seven cards as a low hand of two and a high hand of five, by choice or by a house way."""

from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import NamedTuple

from nomorebets.equipment.cards import RANKS, mask
from nomorebets.equipment.joker import JOKER
from nomorebets.equipment.stack import Stack
from nomorebets.ranking.joker import joker_rank, two_card_rank
from nomorebets.ranking.poker import (
    FLUSH,
    FOUR,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    WHEEL_LOWEST,
    WHEEL_SECOND,
    kind,
)
from nomorebets.table.house_way import HouseWay, read_all

WHEELS = {"second": WHEEL_SECOND, "lowest": WHEEL_LOWEST}
COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)

ACE, KING, JACK, TEN, SEVEN, SIX, THREE, TWO = (RANKS.index(rank) for rank in "AKJT7632")


def rank_of(card: int) -> int:
    """The rank of a card, the joker an ace."""
    return ACE if card == JOKER else card % len(RANKS)


class Pattern(NamedTuple):
    """A whole hand by its ranks, from the highest down: those held once, twice and so on, the joker an ace."""

    singles: tuple[int, ...]
    pairs: tuple[int, ...]
    threes: tuple[int, ...]
    fours: tuple[int, ...]
    fives: tuple[int, ...]


class Setting(NamedTuple):
    """Seven cards as two hands, with the rank of each and the pattern that all of them make."""

    low: Stack
    high: Stack
    low_rank: int
    high_rank: int
    pattern: Pattern
    complete: bool  # whether a straight or a flush can be left behind

    @property
    def ranks(self) -> tuple[int, int]:
        return self.low_rank, self.high_rank

    @property
    def lawful(self) -> bool:
        """Whether the high hand is not the lower one."""
        return self.low_rank <= self.high_rank

    @property
    def front(self) -> tuple[int, ...]:
        """The ranks of the low hand."""
        return tuple(map(rank_of, self.low))


@lru_cache(maxsize=4096)
def settings(hand: Stack, wheel: str) -> tuple[Setting, ...]:
    """All 21 ways to lay seven cards in two, foul ones among them."""
    laid = []
    for low in combinations(sorted(hand), 2):
        high = tuple(card for card in hand if card not in low)
        laid.append((low, high, two_card_rank(mask(low)), joker_rank(mask(high), WHEELS[wheel])))
    complete = any(kind(high_rank) in COMPLETE and low_rank <= high_rank for _, _, low_rank, high_rank in laid)
    pattern = patterned(hand)
    return tuple(Setting(*one, pattern, complete) for one in laid)


def patterned(hand: Stack) -> Pattern:
    ranks = sorted(map(rank_of, hand), reverse=True)
    held = {rank: ranks.count(rank) for rank in ranks}
    return Pattern(*(tuple(rank for rank, count in held.items() if count == times) for times in range(1, 6)))


# --- What a house way may say of the hand -----------------------------------------------------------------------------


def five_aces(chosen: Setting) -> bool:
    """Four aces and the joker."""
    return bool(chosen.pattern.fives)


def _four(chosen: Setting, lowest: int, highest: int) -> bool:
    return any(lowest <= rank <= highest for rank in chosen.pattern.fours)


def four_of_a_kind(chosen: Setting) -> bool:
    """Four cards of one rank."""
    return _four(chosen, TWO, ACE)


def four_jacks_to_aces(chosen: Setting) -> bool:
    """Four jacks, queens, kings or aces."""
    return _four(chosen, JACK, ACE)


def four_sevens_to_tens(chosen: Setting) -> bool:
    """Four sevens, eights, nines or tens."""
    return _four(chosen, SEVEN, TEN)


def four_twos_to_sixes(chosen: Setting) -> bool:
    """Four of a rank from two to six."""
    return _four(chosen, TWO, SIX)


def two_threes(chosen: Setting) -> bool:
    """Three cards of one rank and three of another."""
    return len(chosen.pattern.threes) == 2


def full_house(chosen: Setting) -> bool:
    """Three cards of one rank, and a pair or two besides."""
    return len(chosen.pattern.threes) == 1 and bool(chosen.pattern.pairs)


def three_of_a_kind(chosen: Setting) -> bool:
    """Three cards of one rank, and no pair besides."""
    return len(chosen.pattern.threes) == 1 and not chosen.pattern.pairs and not chosen.pattern.fours


def three_aces(chosen: Setting) -> bool:
    """Three aces, and no pair besides."""
    return three_of_a_kind(chosen) and chosen.pattern.threes == (ACE,)


def three_pair(chosen: Setting) -> bool:
    """Three pairs."""
    return len(chosen.pattern.pairs) == 3


def _two_pair(chosen: Setting, lowest: int, highest: int) -> bool:
    pattern = chosen.pattern
    return len(pattern.pairs) == 2 and not pattern.threes and lowest <= pattern.pairs[0] <= highest


def two_pair_jacks_to_aces(chosen: Setting) -> bool:
    """Two pairs, the higher of jacks, queens, kings or aces."""
    return _two_pair(chosen, JACK, ACE)


def two_pair_sevens_to_tens(chosen: Setting) -> bool:
    """Two pairs, the higher of sevens, eights, nines or tens."""
    return _two_pair(chosen, SEVEN, TEN)


def two_pair_threes_to_sixes(chosen: Setting) -> bool:
    """Two pairs, the higher of threes, fours, fives or sixes."""
    return _two_pair(chosen, THREE, SIX)


def one_pair(chosen: Setting) -> bool:
    """One pair and five single cards."""
    return len(chosen.pattern.singles) == 5


def pair_of_tens_to_kings_with_an_ace(chosen: Setting) -> bool:
    """One pair, of tens, jacks, queens or kings, and a single ace."""
    return one_pair(chosen) and TEN <= chosen.pattern.pairs[0] <= KING and ACE in chosen.pattern.singles


def no_pair(chosen: Setting) -> bool:
    """Seven different ranks."""
    return len(chosen.pattern.singles) == 7


def complete_hand(chosen: Setting) -> bool:
    """A straight, a flush or a straight flush can be left behind."""
    return chosen.complete


# --- and of how it is laid --------------------------------------------------------------------------------------------


def any_setting(_: Setting) -> bool:
    """Whatever is lawful."""
    return True


def complete_hand_behind(chosen: Setting) -> bool:
    """The high hand is a straight, a flush or a straight flush."""
    return kind(chosen.high_rank) in COMPLETE


def pair_in_front(chosen: Setting) -> bool:
    """The low hand is a pair."""
    return kind(chosen.low_rank) == PAIR


def pair_of_aces_in_front(chosen: Setting) -> bool:
    """The low hand is a pair of aces."""
    return chosen.front == (ACE, ACE)


def pair_of_kings_in_front(chosen: Setting) -> bool:
    """The low hand is a pair of kings."""
    return chosen.front == (KING, KING)


def ace_in_front(chosen: Setting) -> bool:
    """There is an ace in the low hand."""
    return ACE in chosen.front


def one_ace_in_front(chosen: Setting) -> bool:
    """There is just one ace in the low hand."""
    return chosen.front.count(ACE) == 1


def king_or_ace_in_front(chosen: Setting) -> bool:
    """There is a king or an ace in the low hand."""
    return max(chosen.front) >= KING


def four_behind(chosen: Setting) -> bool:
    """The four of a kind are in the high hand."""
    return kind(chosen.high_rank) == FOUR


def four_split(chosen: Setting) -> bool:
    """Two of the four of a kind are in each hand."""
    return all(rank in chosen.pattern.fours for rank in chosen.front)


def three_behind(chosen: Setting) -> bool:
    """No card of three of a kind is in the low hand."""
    return not any(rank in chosen.pattern.threes for rank in chosen.front)


def pair_of_the_higher_three_in_front(chosen: Setting) -> bool:
    """The low hand is two cards of the higher three of a kind."""
    return set(chosen.front) == set(chosen.pattern.threes[:1])


def pairs_behind(chosen: Setting) -> bool:
    """No card of a pair is in the low hand."""
    return not any(rank in chosen.pattern.pairs for rank in chosen.front)


def lower_pair_in_front(chosen: Setting) -> bool:
    """The low hand is the lower pair."""
    return set(chosen.front) == set(chosen.pattern.pairs[-1:])


def complete_hand_or_pair_behind_an_ace(chosen: Setting) -> bool:
    """The high hand is complete, or it holds the pair and an ace is in front."""
    return complete_hand_behind(chosen) or (pairs_behind(chosen) and ace_in_front(chosen))


def highest_behind(chosen: Setting) -> bool:
    """No card of the highest rank is in the low hand."""
    return max(rank for ranks in chosen.pattern for rank in ranks) not in chosen.front


def low_hand(chosen: Setting) -> int:
    """The rank of the low hand."""
    return chosen.low_rank


def high_hand(chosen: Setting) -> int:
    """The rank of the high hand."""
    return chosen.high_rank


OF_THE_HAND = (
    five_aces,
    four_of_a_kind,
    four_jacks_to_aces,
    four_sevens_to_tens,
    four_twos_to_sixes,
    two_threes,
    full_house,
    three_of_a_kind,
    three_aces,
    three_pair,
    two_pair_jacks_to_aces,
    two_pair_sevens_to_tens,
    two_pair_threes_to_sixes,
    one_pair,
    pair_of_tens_to_kings_with_an_ace,
    no_pair,
    complete_hand,
)
HOW_IT_LIES = (
    any_setting,
    complete_hand_behind,
    pair_in_front,
    pair_of_aces_in_front,
    pair_of_kings_in_front,
    ace_in_front,
    one_ace_in_front,
    king_or_ace_in_front,
    four_behind,
    four_split,
    three_behind,
    pair_of_the_higher_three_in_front,
    pairs_behind,
    lower_pair_in_front,
    complete_hand_or_pair_behind_an_ace,
    highest_behind,
)
CONDITIONS = {condition.__name__: condition for condition in (*OF_THE_HAND, *HOW_IT_LIES)}
MEASURES = {measure.__name__: measure for measure in (low_hand, high_hand)}

WAYS: dict[str, HouseWay[Setting]] = read_all(
    files(__package__).joinpath("house_ways.toml").read_text("utf-8"),
    CONDITIONS,
    MEASURES,
    frozenset(condition.__name__ for condition in OF_THE_HAND),
)
