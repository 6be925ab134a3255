"""Setting seven cards as a low hand of two and a high hand of five, by choice or by a house way.

What a house way asks of a hand and of how it lies are functions of integers, so that compiled loops ask the same.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from importlib.resources import files
from itertools import combinations, groupby
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct

from nomorebets.equipment.cards import mask
from nomorebets.equipment.joker import JOKER as JOKER_CARD
from nomorebets.equipment.stack import Stack
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.joker import JOKER, joker_rank, two_card_rank
from nomorebets.ranking.poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    KIND,
    MADE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    WHEEL_LOWEST,
    WHEEL_SECOND,
    highest,
    kind,
    straight,
)
from nomorebets.table.in_two.house_way import HouseWay, InOrder, read_all

WHEELS = {"second": WHEEL_SECOND, "lowest": WHEEL_LOWEST}

K = TypeVar("K")
V = TypeVar("V")

KING = ACE >> 1
TWOS_TO_SIXES, THREES_TO_SIXES, SEVENS_TO_TENS = 0b11111, 0b11110, 0b1111 << 5
TENS_TO_KINGS, JACKS_TO_ACES = 0b1111 << 8, 0b1111 << 9


# --- Ranks that are reckoned once -------------------------------------------------------------------------------------

# Cards as digits to be added up: how often each rank is held, the joker as a rank of its own; above that how many cards
# there are of each suit, the joker in all of them; and above that which cards they are.
JOKER_FROM = 3 * 13
SUITS_FROM = 3 * 14
CARDS_FROM = SUITS_FROM + 4 * 4
RANKS = (1 << SUITS_FROM) - 1
HELD = (
    *(1 << 3 * (card % 13) | 1 << SUITS_FROM + 4 * (card // 13) | 1 << CARDS_FROM + card for card in range(52)),
    1 << JOKER_FROM | 0x1111 << SUITS_FROM | 1 << CARDS_FROM + JOKER_CARD,
)


def held(cards: Iterable[int]) -> int:
    """How many of each rank and of each suit there are, and which cards, in digits."""
    return sum(map(HELD.__getitem__, cards))


def flush_possible(held: int) -> bool:
    """Whether five of the cards, the joker among them, may be of one suit."""
    return (held >> SUITS_FROM) + 0x3333 & 0x8888 != 0  # three more, and the highest bit of a digit says five


class Reckoned(dict[K, V]):
    """What a function says of one thing after the other, each asked of it once."""

    def __init__(self, function: Callable[[K], V]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: K) -> V:
        self[key] = self.function(key)
        return self[key]


RANK = (*(1 << card % 13 for card in range(52)), ACE)  # of each card as a bit, the joker an ace

ALL_FROM_THE_HIGHEST = tuple(1 << rank for rank in range(12, -1, -1))
FROM_THE_HIGHEST: Reckoned[int, list[int]] = Reckoned(
    lambda ranks: [rank for rank in ALL_FROM_THE_HIGHEST if ranks & rank]
)

Front = tuple[int, int, Stack]  # two cards: their rank, what they hold, and which they are

FRONTS: Reckoned[Stack, Front] = Reckoned(lambda low: (two_card_rank(mask(low)), held(low), low))


Numbers = tuple[int, int, int, int, int]  # ranks held once, twice and so on, as in a pattern


def rank_by_number(five: Numbers) -> int:
    """The rank of five cards of which no straight and no flush can be made."""
    singles, pairs, threes, fours, fives = five
    if fives:
        return FIVE_ACES << KIND | fives << MADE
    if fours:
        return FOUR << KIND | fours << MADE | singles
    if threes:
        return (FULL_HOUSE if pairs else THREE) << KIND | threes << MADE | pairs | singles
    return pairs.bit_count() << KIND | pairs << MADE | singles


class Pattern(NamedTuple):
    """Cards by their ranks, as bits: those held once, twice and so on, the joker an ace."""

    singles: int
    pairs: int
    threes: int
    fours: int
    fives: int


def patterned(cards: int) -> Pattern:
    natural = cards & ~JOKER
    clubs, diamonds, hearts, spades = natural & SUIT, natural >> 13 & SUIT, natural >> 26 & SUIT, natural >> 39 & SUIT
    minor, both_minor, major, both_major = clubs | diamonds, clubs & diamonds, hearts | spades, hearts & spades
    ones, twos = minor | major, both_minor | both_major | minor & major  # held so often at least
    threes, fours, fives = both_minor & major | both_major & minor, both_minor & both_major, 0
    if natural != cards:
        fives |= fours & ACE
        fours |= threes & ACE
        threes |= twos & ACE
        twos |= ones & ACE
        ones |= ACE
    return Pattern(ones & ~twos, twos & ~threes, threes & ~fours, fours & ~fives, fives)


def ranks_held(pattern: Pattern) -> int:
    singles, pairs, threes, fours, fives = pattern
    return singles | pairs | threes | fours | fives


def highest_straight(pattern: Pattern, joker: int, wheel: int = WHEEL_LOWEST) -> int:
    """The place of the best straight that the cards make, the joker in place of any; -1 if there is none."""
    ranks = ranks_held(pattern)
    return straight(ranks & ~(pattern.singles & ACE) if joker else ranks, wheel, joker)


def rank_by_ranks(cards: int, wheel: int) -> int:
    """The rank of five cards that are not of one suit."""
    pattern = patterned(cards)
    place = highest_straight(pattern, cards & JOKER, wheel)
    return STRAIGHT << KIND | place if place >= 0 else rank_by_number(pattern)


RANKS_OF_FIVE: dict[int, dict[int, int]] = {wheel: {} for wheel in WHEELS.values()}  # by how often each rank is held


def rank_of_five(held: int, wheel: int) -> int:
    """The rank of five cards that hold so much."""
    if flush_possible(held):
        return joker_rank(held >> CARDS_FROM, wheel)
    known, ranks = RANKS_OF_FIVE[wheel], held & RANKS
    if ranks not in known:
        known[ranks] = rank_by_ranks(held >> CARDS_FROM, wheel)
    return known[ranks]


# --- Hands as they lie ------------------------------------------------------------------------------------------------


class Lying(NamedTuple):
    """All that a house way may ask: how two hands rank, and what the seven cards make in all."""

    low_rank: int
    high_rank: int
    pattern: Pattern
    complete: bool  # whether a straight or a flush can be left behind


class Laid(Struct, frozen=True, gc=False):
    """Seven cards as two hands, and how they rank."""

    low_rank: int
    high_rank: int
    low: Stack
    hand: Stack

    @property
    def lawful(self) -> bool:
        return lawful(self.low_rank, self.high_rank)


@lru_cache(maxsize=16)  # the dealer's hands are compared with those of all players
def laid(hand: Stack, low: Stack, wheel: str) -> Laid:
    """The hand with these two of its cards as the low hand, lawful or not."""
    low_rank, in_front, _ = FRONTS[low]
    return Laid(low_rank, rank_of_five(held(hand) - in_front, WHEELS[wheel]), low, hand)


class Setting(Struct, frozen=True, gc=False):
    """Seven cards as two hands, and all that a house way may ask of them, as `Lying` has it."""

    low_rank: int
    high_rank: int
    pattern: Pattern
    hand: Stack
    low: Stack
    complete: bool = False

    @property
    def ranks(self) -> tuple[int, int]:
        return self.low_rank, self.high_rank

    @property
    def lawful(self) -> bool:
        return lawful(self.low_rank, self.high_rank)


class ByRanks(Struct, frozen=True, gc=False):
    """The same where only ranks matter and the joker is an ace: what is left behind is ranked when it is asked for."""

    low_rank: int
    pattern: Pattern
    hand: Stack
    complete: ClassVar[bool] = False

    @property
    def high_rank(self) -> int:
        pair = self.low_rank >> MADE & SUIT
        return rank_by_number(less(less(self.pattern, pair), pair) if pair else less(self.pattern, self.low_rank))

    @property
    def low(self) -> Stack:
        """The two cards in front; of those that are alike the first."""
        pair = self.low_rank >> MADE & SUIT
        ranks = pair or self.low_rank
        cards = sorted([card for card in self.hand if RANK[card] & ranks])
        if len(cards) > 2 and not pair:
            cards = sorted({RANK[card]: card for card in reversed(cards)}.values())
        return tuple(cards[:2])

    @property
    def ranks(self) -> tuple[int, int]:
        return self.low_rank, self.high_rank


def lawful(low_rank: int, high_rank: int) -> bool:
    """Whether the high hand is not the lower one."""
    return low_rank <= high_rank


COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)


def complete(high_rank: int) -> bool:
    """Whether a high hand is a straight, a flush or a straight flush."""
    return kind(high_rank) in COMPLETE


def settings(hand: Stack, wheel: str) -> tuple[Setting, ...]:
    """All 21 ways to lay seven cards in two, foul ones among them."""
    whole, pattern, place = held(hand), patterned(mask(hand)), WHEELS[wheel]
    fronts = [FRONTS[low] for low in combinations(sorted(hand), 2)]
    laid = [(rank, rank_of_five(whole - in_front, place), low) for rank, in_front, low in fronts]
    left_behind = any(complete(high_rank) and lawful(low_rank, high_rank) for low_rank, high_rank, _ in laid)
    return tuple([Setting(low_rank, high_rank, pattern, hand, low, left_behind) for low_rank, high_rank, low in laid])


def lawful_settings(hand: Stack, wheel: str) -> Iterable[Any]:
    """Those in which the high hand is not the lower one, the highest low hand first, each made when its turn comes.

    A house way looks at few of them.  Where no straight and no flush can be made the joker is an ace, and equal low
    hands leave equal high ones, so that one of each is enough.
    """
    whole = held(hand)
    cards = whole >> CARDS_FROM
    pattern = patterned(cards)
    if flush_possible(whole) or highest_straight(pattern, cards & JOKER) >= 0:
        one = Setting(0, 0, pattern, hand, (), complete=True)
        return InOrder(one, partial(front_by_front, one, whole, WHEELS[wheel]), LAWFUL)
    return InOrder(ByRanks(0, pattern, hand), partial(one_by_one, pattern, hand), LAWFUL)


def front_by_front(one: Setting, whole: int, wheel: int) -> Iterator[Setting]:
    """Every setting of a hand, the highest low hand first, and of equal ones what leaves the highest behind."""
    hand, pattern = one.hand, one.pattern
    fronts = sorted([FRONTS[low] for low in combinations(sorted(hand), 2)], key=itemgetter(0), reverse=True)
    for _, alike in groupby(fronts, itemgetter(0)):
        laid = [
            Setting(rank, rank_of_five(whole - in_front, wheel), pattern, hand, low, one.complete)
            for rank, in_front, low in alike
        ]
        yield from sorted(laid, key=attrgetter("high_rank"), reverse=True)


def is_lawful(setting: Setting | ByRanks) -> bool:
    return lawful(setting.low_rank, setting.high_rank)


LAWFUL = (is_lawful,)


def one_by_one(pattern: Pattern, hand: Stack) -> Iterator[ByRanks]:
    """A setting with each pair in front, the highest first, and then with every two cards of different ranks."""
    held = ranks_held(pattern)
    for pair in FROM_THE_HIGHEST[held & ~pattern.singles]:
        yield ByRanks(PAIR << KIND | pair << MADE, pattern, hand)
    for one, other in combinations(FROM_THE_HIGHEST[held], 2):
        yield ByRanks(one | other, pattern, hand)


def less(pattern: Numbers, ranks: int) -> Numbers:
    """What is left when one card of each of these ranks is taken out."""
    singles, pairs, threes, fours, fives = pattern
    stays = ~ranks
    return (
        singles & stays | pairs & ranks,
        pairs & stays | threes & ranks,
        threes & stays | fours & ranks,
        fours & stays | fives & ranks,
        fives & stays,
    )


# --- What a house way may say of the hand -----------------------------------------------------------------------------


def five_aces(lies: Lying) -> bool:
    """Four aces and the joker."""
    return lies.pattern.fives != 0


def four_of_a_kind(lies: Lying) -> bool:
    """Four cards of one rank."""
    return lies.pattern.fours != 0


def four_jacks_to_aces(lies: Lying) -> bool:
    """Four jacks, queens, kings or aces."""
    return lies.pattern.fours & JACKS_TO_ACES != 0


def four_sevens_to_tens(lies: Lying) -> bool:
    """Four sevens, eights, nines or tens."""
    return lies.pattern.fours & SEVENS_TO_TENS != 0


def four_twos_to_sixes(lies: Lying) -> bool:
    """Four of a rank from two to six."""
    return lies.pattern.fours & TWOS_TO_SIXES != 0


def two_threes(lies: Lying) -> bool:
    """Three cards of one rank and three of another."""
    return lies.pattern.threes.bit_count() == 2


def full_house(lies: Lying) -> bool:
    """Three cards of one rank, and a pair or two besides."""
    return lies.pattern.threes.bit_count() == 1 and lies.pattern.pairs != 0


def three_of_a_kind(lies: Lying) -> bool:
    """Three cards of one rank, and no pair besides."""
    return lies.pattern.threes.bit_count() == 1 and lies.pattern.pairs == 0 and lies.pattern.fours == 0


def three_aces(lies: Lying) -> bool:
    """Three aces, and no pair besides."""
    return three_of_a_kind(lies) and lies.pattern.threes == ACE


def three_pair(lies: Lying) -> bool:
    """Three pairs."""
    return lies.pattern.pairs.bit_count() == 3


def _two_pair(lies: Lying, among: int) -> bool:
    pairs = lies.pattern.pairs
    return pairs.bit_count() == 2 and lies.pattern.threes == 0 and highest(pairs, 1) & among != 0


def two_pair_jacks_to_aces(lies: Lying) -> bool:
    """Two pairs, the higher of jacks, queens, kings or aces."""
    return _two_pair(lies, JACKS_TO_ACES)


def two_pair_sevens_to_tens(lies: Lying) -> bool:
    """Two pairs, the higher of sevens, eights, nines or tens."""
    return _two_pair(lies, SEVENS_TO_TENS)


def two_pair_threes_to_sixes(lies: Lying) -> bool:
    """Two pairs, the higher of threes, fours, fives or sixes."""
    return _two_pair(lies, THREES_TO_SIXES)


def one_pair(lies: Lying) -> bool:
    """One pair and five single cards."""
    return lies.pattern.singles.bit_count() == 5


def pair_of_tens_to_kings_with_an_ace(lies: Lying) -> bool:
    """One pair, of tens, jacks, queens or kings, and a single ace."""
    return one_pair(lies) and lies.pattern.pairs & TENS_TO_KINGS != 0 and lies.pattern.singles & ACE != 0


def no_pair(lies: Lying) -> bool:
    """Seven different ranks."""
    return lies.pattern.singles.bit_count() == 7


def complete_hand(lies: Lying) -> bool:
    """A straight, a flush or a straight flush can be left behind."""
    return lies.complete


def likeness(setting: Setting | ByRanks) -> tuple[int, ...]:
    """A hand as far as the conditions above look at it: of its single cards how many they are, and an ace."""
    singles, pairs, threes, fours, fives = setting.pattern
    return singles.bit_count(), singles & ACE, pairs, threes, fours, fives, setting.complete


# --- and of how it is laid --------------------------------------------------------------------------------------------


def front(lies: Lying) -> int:
    """The ranks of the low hand, as bits: of a pair one."""
    pair = lies.low_rank >> MADE & SUIT
    return pair if pair else lies.low_rank


def any_setting(_: Lying) -> bool:
    """Whatever is lawful."""
    return True


def complete_hand_behind(lies: Lying) -> bool:
    """The high hand is a straight, a flush or a straight flush."""
    return complete(lies.high_rank)


def pair_in_front(lies: Lying) -> bool:
    """The low hand is a pair."""
    return kind(lies.low_rank) == PAIR


def pair_of_aces_in_front(lies: Lying) -> bool:
    """The low hand is a pair of aces."""
    return front(lies) == ACE


def pair_of_kings_in_front(lies: Lying) -> bool:
    """The low hand is a pair of kings."""
    return front(lies) == KING


def ace_in_front(lies: Lying) -> bool:
    """There is an ace in the low hand."""
    return front(lies) & ACE != 0


def one_ace_in_front(lies: Lying) -> bool:
    """There is just one ace in the low hand."""
    return ace_in_front(lies) and not pair_in_front(lies)


def king_or_ace_in_front(lies: Lying) -> bool:
    """There is a king or an ace in the low hand."""
    return front(lies) & (KING | ACE) != 0


def four_behind(lies: Lying) -> bool:
    """The four of a kind are in the high hand."""
    return kind(lies.high_rank) == FOUR


def four_split(lies: Lying) -> bool:
    """Two of the four of a kind are in each hand."""
    return front(lies) & ~lies.pattern.fours == 0


def three_behind(lies: Lying) -> bool:
    """No card of three of a kind is in the low hand."""
    return front(lies) & lies.pattern.threes == 0


def pair_of_the_higher_three_in_front(lies: Lying) -> bool:
    """The low hand is two cards of the higher three of a kind."""
    return front(lies) == highest(lies.pattern.threes, 1)


def pairs_behind(lies: Lying) -> bool:
    """No card of a pair is in the low hand."""
    return front(lies) & lies.pattern.pairs == 0


def lower_pair_in_front(lies: Lying) -> bool:
    """The low hand is the lower pair."""
    return front(lies) == lies.pattern.pairs & -lies.pattern.pairs


def complete_hand_or_pair_behind_an_ace(lies: Lying) -> bool:
    """The high hand is complete, or it holds the pair and an ace is in front."""
    return complete_hand_behind(lies) or (pairs_behind(lies) and ace_in_front(lies))


def highest_behind(lies: Lying) -> bool:
    """No card of the highest rank is in the low hand."""
    in_front = front(lies)
    return in_front < ranks_held(lies.pattern) & ~in_front  # the highest of all bits is in the larger number


def low_hand(lies: Lying) -> int:
    """The rank of the low hand."""
    return lies.low_rank


def high_hand(lies: Lying) -> int:
    """The rank of the high hand."""
    return lies.high_rank


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
OF_ONE_FRONT = (  # that leave one rank of the low hand
    pair_of_aces_in_front,
    pair_of_kings_in_front,
    pair_of_the_higher_three_in_front,
    lower_pair_in_front,
)
MEASURED = (low_hand, high_hand)


# A setting has all that these ask of how a hand lies, and so they may be asked of it.
CONDITIONS: dict[str, Callable[[Any], bool]] = {one.__name__: one for one in (*OF_THE_HAND, *HOW_IT_LIES)}
MEASURES: dict[str, Callable[[Any], int]] = {one.__name__: one for one in MEASURED}

HOUSE_WAYS: dict[str, HouseWay[Setting]] = read_all(
    files(__package__).joinpath("house_ways.toml").read_text("utf-8"),
    CONDITIONS,
    MEASURES,
    frozenset(condition.__name__ for condition in OF_THE_HAND),
    (low_hand.__name__, high_hand.__name__),
    attrgetter("low_rank", "high_rank"),
    likeness,
    frozenset(condition.__name__ for condition in OF_ONE_FRONT),
)
