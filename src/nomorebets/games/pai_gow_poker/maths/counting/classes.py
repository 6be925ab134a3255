"""Hands of seven cards by what they can be set as, and every class of them set once, by the rules.

How a hand may be set depends on how often each rank is held; and where five cards of a suit, or four and the joker,
make a flush, on which ranks are of that suit.  So the 154,143,080 hands are of 292,721 classes, those in which the odds
are counted.  Each has a number that is found in a few steps, under which tables say how it is set or what it makes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow_poker import setting
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.hands import ROYAL
from nomorebets.games.pai_gow_poker.setting import (
    HOW_IT_LIES,
    MEASURES,
    OF_THE_HAND,
    WHEELS,
    Lying,
    Setting,
    complete,
    lawful,
    patterned,
)
from nomorebets.machine.compiler import compiled, rules
from nomorebets.odds.poker_hands import of_no_suit, of_one_suit
from nomorebets.ranking import poker
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.joker import JOKER, joker_rank, two_card_rank
from nomorebets.table.in_two.house_way import HouseWay

Array = NDArray[np.int64]
Codes = NDArray[np.int32]  # by the number of a class

DECK = len(JOKER_DECK.names)
NATURAL = (1 << 52) - 1
SETTINGS = comb(CARDS_EACH, 2)

# --- The number of a class --------------------------------------------------------------------------------------------

RANK_COUNT = len(RANKS)
LOWER = 7  # ranks whose counts are the digits of a first number, those of the others of a second
DIGIT = len(SUITS) + 1
HALF = 17  # bits of the first number
FIRST_HALF = (1 << HALF) - 1
FLUSH_CARDS = 5


def key_of(ranks: int) -> int:
    """A suit's ranks as two numbers in one: the sum over the suits tells how often each rank is held."""
    lower, higher = (
        sum(DIGIT**at for at, rank in enumerate(half) if ranks >> rank & 1)
        for half in (range(LOWER), range(LOWER, RANK_COUNT))
    )
    return int(lower | higher << HALF)


def within(digits: int) -> tuple[Array, Array]:
    """Of all numbers with so many digits: the sum of the digits, and the place among those of the same sum."""
    sums, places = np.zeros(DIGIT**digits, np.int64), np.zeros(DIGIT**digits, np.int64)
    met = [0] * (digits * (DIGIT - 1) + 1)
    for number, held in enumerate(product(range(DIGIT), repeat=digits)):
        total = sum(held)
        sums[number], places[number] = total, met[total]
        met[total] += 1
    return sums, places


def starts(cards: int, first: int) -> tuple[Array, int]:
    """Where the classes of so many cards begin by the first number, and where they end."""
    sums, _ = within(LOWER)
    others = np.bincount(within(RANK_COUNT - LOWER)[0], minlength=CARDS_EACH + 1)
    blocks = np.where(sums <= cards, others[np.clip(cards - sums, 0, None)], 0)
    return first + np.cumsum(blocks) - blocks, first + int(blocks.sum())


KEYS = np.array([key_of(ranks) for ranks in range(SUIT + 1)], np.int32)
PLACES = within(RANK_COUNT - LOWER)[1].astype(np.int32)
_natural, _end = starts(CARDS_EACH, 0)
_wild, _end = starts(CARDS_EACH - 1, _end)
STARTS = np.array([_natural, _wild], np.int32)  # with the joker or without

SUITED = np.zeros(SUIT + 1, np.int32)  # the place of a suit's ranks among all of their number
_met = [0] * (RANK_COUNT + 1)
for _ranks in range(SUIT + 1):
    SUITED[_ranks] = _met[_ranks.bit_count()]
    _met[_ranks.bit_count()] += 1

FLUSHES = np.zeros((2, CARDS_EACH + 1), np.int64)  # where those with a flush begin, by joker and cards of the suit
for _joker in range(2):
    for _size in range(FLUSH_CARDS - _joker, CARDS_EACH - _joker + 1):
        FLUSHES[_joker, _size] = _end
        _end += comb(RANK_COUNT, _size) * RANK_COUNT ** (CARDS_EACH - _joker - _size)
KINDS = _end


def number(cards: int) -> int:
    """The number of the class of a hand."""
    natural = cards & NATURAL
    wild = cards >> 52
    key = 0
    flush_suit = -1
    for suit in range(4):
        ranks = natural >> 13 * suit & SUIT
        key += KEYS[ranks]
        if ranks.bit_count() + wild >= FLUSH_CARDS:
            flush_suit = suit
    return by_ranks(key, wild) if flush_suit < 0 else with_flush(natural, wild, flush_suit)


def by_ranks(key: int, wild: int) -> int:
    """The number of a hand in which no flush can be: its natural ranks decide."""
    return STARTS[wild, key & FIRST_HALF] + PLACES[key >> HALF]  # type: ignore[no-any-return]


def with_flush(natural: int, wild: int, suit: int) -> int:
    """The number of a hand with a flush: its ranks, and those of the cards beside it.

    Beside a royal flush it counts whether two others are of one suit; then the lower one stands first.
    """
    ranks = natural >> 13 * suit & SUIT
    beside = natural ^ ranks << 13 * suit
    place = FLUSHES[wild, ranks.bit_count()]
    if beside == 0:
        return place + SUITED[ranks]  # type: ignore[no-any-return]
    first = beside.bit_length() - 1
    beside ^= 1 << first
    if beside == 0:
        return place + SUITED[ranks] * 13 + first % 13  # type: ignore[no-any-return]
    second = beside.bit_length() - 1
    high, low = max(first % 13, second % 13), min(first % 13, second % 13)
    if first // 13 == second // 13 and (ranks & ROYAL).bit_count() + wild >= FLUSH_CARDS:
        high, low = low, high
    return place + (SUITED[ranks] * 13 + high) * 13 + low  # type: ignore[no-any-return]


# --- The rank of five cards -------------------------------------------------------------------------------------------

_natural, _end = starts(FLUSH_CARDS, 0)
_wild, _end = starts(FLUSH_CARDS - 1, _end)
STARTS_OF_FIVE = np.array([_natural, _wild], np.int32)
RANKS_OF_FIVE = _end


class Fives(NamedTuple):
    """The ranks of all hands of five cards, looked up because that compiles in less time than to rank them."""

    by_ranks: Array
    suited: Array  # with the joker or without, by the ranks of the suit


def place_of_five(cards: int) -> int:
    """The place of a hand of five cards, by its ranks, among those that are no flush."""
    natural = cards & NATURAL
    key = 0
    for suit in range(4):
        key += KEYS[natural >> 13 * suit & SUIT]
    return STARTS_OF_FIVE[cards >> 52, key & FIRST_HALF] + PLACES[key >> HALF]  # type: ignore[no-any-return]


def rank_of_five(cards: int, fives: Fives) -> int:
    natural, wild = cards & NATURAL, cards >> 52
    for suit in range(4):
        ranks = natural >> 13 * suit & SUIT
        if ranks.bit_count() + wild == FLUSH_CARDS:
            return fives.suited[wild, ranks]  # type: ignore[no-any-return]
    return fives.by_ranks[place_of_five(cards)]  # type: ignore[no-any-return]


@cache
def all_fives(wheel: str) -> Fives:
    fives = Fives(np.zeros(RANKS_OF_FIVE, np.int64), np.zeros((2, SUIT + 1), np.int64))
    for wild, joker_held in enumerate((0, JOKER)):
        for cards in of_no_suit(FLUSH_CARDS - wild):
            fives.by_ranks[place_of_five(cards | joker_held)] = joker_rank(cards | joker_held, WHEELS[wheel])
        for cards in of_one_suit(FLUSH_CARDS - wild):
            fives.suited[wild, cards] = joker_rank(cards | joker_held, WHEELS[wheel])
    return fives


# --- How a class is set -----------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A house way in numbers, by line: which conditions it has, of the hand and of how it lies, and what it prefers."""

    of_the_hand: Array
    how_it_lies: Array
    prefer: Array  # numbers of measures, then -1


NAMES_OF_THE_HAND, NAMES_HOW_IT_LIES = (
    [condition.__name__ for condition in conditions] for conditions in (OF_THE_HAND, HOW_IT_LIES)
)
LOW, HIGH = range(len(MEASURES))  # as they stand in MEASURES


def in_numbers(way: HouseWay[Setting]) -> Way:
    """The lines of a house way as bits of the conditions, in the order in which they are named."""
    measures = [*MEASURES]
    prefer = np.full((len(way.lines), len(measures) + 1), -1, np.int64)
    for number, line in enumerate(way.lines):
        names = dict.fromkeys((*line.prefer, *way.sorted_by))  # what a line leaves alike is tried in that order
        prefer[number, : len(names)] = [measures.index(name) for name in names]

    def bits(names: list[str]) -> Array:
        return np.array([sum(1 << names.index(one) for one in set(line.conditions) & {*names}) for line in way.lines])

    return Way(bits(NAMES_OF_THE_HAND), bits(NAMES_HOW_IT_LIES), prefer)


Asked = Callable[[Lying], bool]
Answers = Callable[[Lying], int]
AT_ONCE = 6


def never(_lies: Lying) -> bool:
    return False


def nothing(_lies: Lying) -> int:
    return 0


def all_of(conditions: Sequence[Asked]) -> Answers:
    """The answers to all conditions as bits, in a form that can be compiled: some of them, then the others."""
    if not conditions:
        return nothing
    a, b, c, d, e, f = (*conditions, *[never] * AT_ONCE)[:AT_ONCE]  # one by one takes the compiler much longer
    others = all_of(conditions[AT_ONCE:])

    def answers(lies: Lying) -> int:
        some = a(lies) | b(lies) << 1 | c(lies) << 2 | d(lies) << 3 | e(lies) << 4 | f(lies) << 5
        return some | others(lies) << AT_ONCE

    rules(answers)
    return answers


rules(never, nothing)
hand_answers, lie_answers = all_of(OF_THE_HAND), all_of(HOW_IT_LIES)


class Laid(NamedTuple):
    """Room for all settings of one hand: ranks of both, and what is true of how it lies; -1 for a foul one."""

    ranks: Array  # by measure
    answers: Array


def made_place() -> Laid:
    return Laid(np.zeros((2, SETTINGS), np.int64), np.zeros(SETTINGS, np.int64))


def lay(cards: int, fives: Fives, laid: Laid) -> int:
    """Lay a hand in every way; the answers about the hand itself."""
    at = 0
    left_behind = False
    first_left = cards
    while first_left:
        first = first_left & -first_left
        first_left ^= first
        second_left = first_left
        while second_left:
            second = second_left & -second_left
            second_left ^= second
            low = two_card_rank(first | second)
            high = rank_of_five(cards ^ first ^ second, fives)
            laid.ranks[LOW, at], laid.ranks[HIGH, at] = low, high
            if lawful(low, high) and complete(high):
                left_behind = True
            at += 1
    pattern = patterned(cards)
    for at in range(SETTINGS):
        low, high = laid.ranks[LOW, at], laid.ranks[HIGH, at]
        laid.answers[at] = lie_answers(Lying(low, high, pattern, left_behind)) if lawful(low, high) else -1
    return hand_answers(Lying(0, 0, pattern, left_behind))


def chosen(way: Way, of_the_hand: int, laid: Laid) -> tuple[int, int]:
    """The first line of a house way that fits, and the setting that it then prefers; -1 if none fits."""
    for line in range(len(way.of_the_hand)):
        if way.of_the_hand[line] & ~of_the_hand:
            continue
        best = -1
        for at in range(SETTINGS):
            fits = laid.answers[at] >= 0 and way.how_it_lies[line] & ~laid.answers[at] == 0
            if fits and (best < 0 or preferred(way.prefer[line], laid, at, best)):
                best = at
        if best >= 0:
            return line, best
    return -1, -1


def preferred(measures: Array, laid: Laid, one: int, other: int) -> bool:
    """Whether one setting is higher than the other by the first measure that tells them apart."""
    for measure in measures:
        if measure < 0:
            break
        ours, theirs = laid.ranks[measure, one], laid.ranks[measure, other]
        if ours != theirs:
            return ours > theirs  # type: ignore[no-any-return]
    return False


# --- Every class set, its ranks as small numbers ----------------------------------------------------------------------

LOW_BITS = 7
LOW_MASK = (1 << LOW_BITS) - 1

rules(poker, setting, two_card_rank, number, by_ranks, with_flush, place_of_five, rank_of_five)
rules(made_place, lay, chosen, preferred)


class Ladder(NamedTuple):
    """All ranks that two cards can have, and five, from the lowest up."""

    low: Array
    high: Array


@cache
def ladder(wheel: str) -> Ladder:
    lows = {two_card_rank(mask(cards)) for cards in combinations(JOKER_DECK.all, 2)}
    fives = all_fives(wheel)
    highs = np.unique(np.concatenate((fives.by_ranks, fives.suited[fives.suited > 0])))
    return Ladder(np.array(sorted(lows), np.int64), highs)


def coded(ranks: NDArray[Any], known: Ladder) -> Codes:
    """Settings as one number each: the places of their ranks on the ladder; -1 where there is none."""
    places = np.searchsorted(known.high, ranks[HIGH]) << LOW_BITS | np.searchsorted(known.low, ranks[LOW])
    return np.where(ranks[LOW] < 0, -1, places).astype(np.int32)


@compiled
def put_up(hands: Array, shown: Array) -> None:
    """Show one hand of each class."""
    for cards in hands:
        shown[number(cards)] = cards


LINE = len(MEASURES)  # beside the ranks of a class: the line that decided


@compiled
def put_ranks(shown: Array, way: Way, fives: Fives, laid: Laid, ranks: Array) -> None:
    for kind in range(KINDS):
        if shown[kind]:
            line, at = chosen(way, lay(shown[kind], fives, laid), laid)
            if at >= 0:
                ranks[LOW, kind], ranks[HIGH, kind] = laid.ranks[LOW, at], laid.ranks[HIGH, at]
                ranks[LINE, kind] = line


def ranks_set(way: HouseWay[Setting], wheel: str) -> Array:
    """The low and the high rank of every class set by a house way, and the line that decides; -1 is no setting."""
    ranks = np.full((3, KINDS), -1, np.int64)
    put_ranks(shown(), in_numbers(way), all_fives(wheel), made_place(), ranks)
    return ranks


@cache
def shown() -> Array:
    """One hand of each class; 0 under numbers that none has."""
    found = np.zeros(KINDS, np.int64)
    put_up(np.fromiter(some_of_each(), np.int64), found)
    return found


def some_of_each() -> Iterator[int]:
    """Hands among which there is one at least of every class."""
    for wild, joker_held in enumerate((0, JOKER)):
        cards = CARDS_EACH - wild
        yield from (hand | joker_held for hand in of_no_suit(cards))
        for size in range(FLUSH_CARDS - wild, cards + 1):
            for suited in of_one_suit(size):
                yield from (suited | others | joker_held for others in beside(cards - size))


@cache
def beside(cards: int) -> tuple[int, ...]:
    """So many cards of other suits than the first: of one suit and of two, of all ranks."""
    in_two = (low << RANK_COUNT | high << 2 * RANK_COUNT for low, high in product(of_one_suit(1), repeat=2))
    in_one = (ranks << RANK_COUNT for ranks in of_one_suit(cards))
    return (*in_one, *in_two) if cards == 2 else (*in_one,)


def lines_deciding(way: HouseWay[Setting], wheel: str) -> Array:
    """The line of a house way that sets each class, by number; -1 for none."""
    lines: Array = ranks_set(way, wheel)[LINE]
    return lines


def all_set(way: HouseWay[Setting], wheel: str) -> Codes:
    """Every class set by a house way."""
    codes = coded(ranks_set(way, wheel), ladder(wheel))
    unset = shown()[(codes < 0) & (shown() > 0)]
    if len(unset):
        example = JOKER_DECK.text([card for card in JOKER_DECK.all if int(unset[0]) >> card & 1])
        raise BadInput(f"no line of house way {way.name!r} sets {example}")
    return codes


class Fronts(NamedTuple):
    """All settings of each class that no other beats in both hands, by code; a class has those between its ends."""

    ends: Array  # of each class the first, and of the last one its last
    codes: Codes


def unbeaten(laid: Laid, at: int) -> bool:
    """Whether no other lawful setting is as high in both hands; of settings that rank alike the first one stands."""
    if laid.answers[at] < 0:
        return False
    low, high = laid.ranks[LOW, at], laid.ranks[HIGH, at]
    for other in range(SETTINGS):
        if other == at or laid.answers[other] < 0 or laid.ranks[LOW, other] < low or laid.ranks[HIGH, other] < high:
            continue
        if other < at or laid.ranks[LOW, other] > low or laid.ranks[HIGH, other] > high:
            return False
    return True


rules(unbeaten)
MOST_FRONTS = 4 * KINDS  # far more than there are


@compiled
def ranks_unbeaten(shown: Array, fives: Fives) -> tuple[Array, Array]:
    """The ends of each class among the unbeaten settings, and the ranks of these."""
    ends = np.zeros(KINDS + 1, np.int64)
    ranks = np.empty((2, MOST_FRONTS), np.int64)
    laid = made_place()
    end = 0
    for kind in range(KINDS):
        if shown[kind]:
            lay(shown[kind], fives, laid)
            for at in range(SETTINGS):
                if unbeaten(laid, at):
                    ranks[LOW, end], ranks[HIGH, end] = laid.ranks[LOW, at], laid.ranks[HIGH, at]
                    end += 1
        ends[kind + 1] = end
    return ends, ranks[:, :end].copy()


def all_fronts(wheel: str) -> Fronts:
    ends, ranks = ranks_unbeaten(shown(), all_fives(wheel))
    return Fronts(ends, coded(ranks, ladder(wheel)))
