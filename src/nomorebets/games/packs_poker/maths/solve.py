"""The exact value of a Pack's bet, which nobody can play better or worse.

For one pack, player and dealer are alike: each is higher in half of the deals that are no tie.  So only ties have to be
counted, and deals in which neither has a pair.

Where no hand has a flush, ranks alone decide, and the ways to deal two hands of certain ranks from what is left of each
rank are multiplied.  Hands with a flush are among those too, taken for what their ranks would be without it: they are
taken off again, and what two of them would have been is put back.  They are few enough to be looked at one by one.  Of
such hands, pairs that have no card in common are counted by inclusion and exclusion: the hands that hold certain cards,
squared, over all cards that two of them could share.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.packs_poker.rules import CARDS_EACH, CARDS_PER_PACK, ONE_PAIR, outcome, rule
from nomorebets.games.packs_poker.submission import PACK
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds.outcomes import Outcome, units
from nomorebets.odds.solution import Choice, Solution
from nomorebets.ranking import flush, poker
from nomorebets.ranking.flush import flush_size
from nomorebets.ranking.poker import poker_rank
from nomorebets.table.game import Terms

Array = NDArray[np.int64]
Ranks = tuple[int, ...]

ALL_RANKS = tuple(range(len(RANKS)))
LEFT = 52 - CARDS_PER_PACK
FLUSH = 5  # cards of one suit
CHOOSE = np.array([[comb(n, k) for k in range(CARDS_EACH + 1)] for n in range(LEFT + 1)], np.int64)

TIED, TIED_WITHOUT_PAIR, WITHOUT_PAIR = range(3)  # deals with one pack


# --- Hands by their ranks --------------------------------------------------------------------------------------------

FIELD = 3  # bits for how many cards of a rank there are, the deuces in the lowest
ONE_FIELD = (1 << FIELD) - 1


def held_in(cards: int) -> int:
    """How many cards of each rank these are."""
    held = 0
    while cards:
        lowest = cards & -cards
        held += 1 << FIELD * ((lowest.bit_length() - 1) % 13)
        cards ^= lowest
    return held


def ways(left: int, held: int) -> int:
    """How many hands with such numbers of each rank can be dealt when so many of each are left."""
    product = 1
    while held:
        at = ((held & -held).bit_length() - 1) // FIELD * FIELD
        product *= CHOOSE[left >> at & ONE_FIELD, held >> at & ONE_FIELD]
        held &= ~(ONE_FIELD << at)
    return product


def spread(held: int) -> int:
    """Cards of such numbers of each rank, their suits taken in turn, so that seven of them make no flush."""
    cards = suit = 0
    for rank in range(13):
        for _ in range(held >> FIELD * rank & ONE_FIELD):
            cards |= 1 << 13 * suit + rank
            suit = (suit + 1) % 4
    return cards


HELD = np.array(
    sorted(sum(1 << FIELD * rank for rank in held) for held in combinations_with_replacement(ALL_RANKS, CARDS_EACH)),
    np.int64,
)


# --- Hands one by one ------------------------------------------------------------------------------------------------

FIRST = np.array([sum(comb(LEFT, less) for less in range(size)) for size in range(CARDS_EACH + 2)], np.int64)
SUBSETS = 1 << CARDS_EACH


def number_subsets(hand: NDArray[np.uint8], numbers: Array) -> None:
    """Number the subsets of a hand, of whose cards the lower stand first: all sets of up to five cards have numbers."""
    for subset in range(1, SUBSETS):
        highest, size = subset.bit_length() - 1, subset.bit_count()
        numbers[subset] = numbers[subset ^ 1 << highest] + CHOOSE[hand[highest], size]


def place(subset: int, numbers: Array) -> int:
    """The place of a subset among all sets, the smaller first."""
    return FIRST[subset.bit_count()] + numbers[subset]  # type: ignore[no-any-return]


def apart(hands: NDArray[np.uint8], first: int, last: int, holding: NDArray[np.int32]) -> int:
    """How many pairs of these hands, told apart by which is whose, have no card in common."""
    numbers = np.zeros(SUBSETS, np.int64)
    for at in range(first, last):
        number_subsets(hands[at], numbers)
        for subset in range(SUBSETS):
            holding[place(subset, numbers)] += 1
    pairs = 0
    for at in range(first, last):
        number_subsets(hands[at], numbers)
        for subset in range(SUBSETS):
            held: int = holding[place(subset, numbers)]
            pairs += -held * held if subset.bit_count() & 1 else held * held
            holding[place(subset, numbers)] = 0
    return pairs


# --- Both together ---------------------------------------------------------------------------------------------------


class Plain(NamedTuple):
    """Hands by their ranks, the lower ranked first."""

    held: Array  # how many cards of each rank
    ranks: Array  # with the pack, but for a flush
    hands: Array  # how many there are, those with a flush taken off for either side


class Flushes(NamedTuple):
    """Hands that make a flush with the pack, one by one, the lower ranked first."""

    hands: NDArray[np.uint8]
    ranks: Array


def span(ranks: Array, lowest: int, highest: int) -> tuple[int, int]:
    """Where those of the ranks stand that are at least the lowest and at most the highest."""
    return np.searchsorted(ranks, lowest), np.searchsorted(ranks, highest + 1)  # type: ignore[return-value]


def without_flush(
    left: int, plain: Plain, flushes: Flushes, lowest: int, highest: int, holding: NDArray[np.int32]
) -> int:
    """How many pairs of hands between two ranks have no card in common and no flush; the flushes rank as if plain."""
    first, last = span(flushes.ranks, lowest, highest)
    pairs = apart(flushes.hands, first, last, holding)
    first, last = span(plain.ranks, lowest, highest)
    for one in range(first, last):
        beside = 0
        for other in range(first, last):
            beside += ways(left - plain.held[one], plain.held[other])
        pairs += plain.hands[one] * beside
    return pairs


rules(flush, poker, held_in, ways, spread, number_subsets, place, apart, span, without_flush)


@compiled
def by_ranks(pack: int, left: int, held: Array) -> tuple[Array, Array]:
    """For each set of numbers of ranks: what such hands rank with the pack but for a flush, and how many there are."""
    ranks, hands = np.empty(len(held), np.int64), np.empty(len(held), np.int64)
    for at in range(len(held)):
        hands[at] = ways(left, held[at])
        ranks[at] = poker_rank(spread(held_in(pack) + held[at])) if hands[at] else -1
    return ranks, hands


@compiled
def with_flush(pack: int, cards: Array) -> tuple[NDArray[np.uint8], Array, Array]:
    """Every hand of these cards that makes a flush with the pack: its cards, how many of each rank, and its rank."""
    most = CHOOSE[len(cards), CARDS_EACH]
    hands, held, ranks = np.empty((most, CARDS_EACH), np.uint8), np.empty(most, np.int64), np.empty(most, np.int64)
    at = 0
    for e in range(len(cards)):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        hand = cards[a] | cards[b] | cards[c] | cards[d] | cards[e]
                        if flush_size(pack | hand) >= FLUSH:
                            hands[at, 0], hands[at, 1], hands[at, 2], hands[at, 3], hands[at, 4] = a, b, c, d, e
                            held[at], ranks[at] = held_in(hand), poker_rank(pack | hand)
                            at += 1
    return hands[:at], held[:at], ranks[:at]


@compiled
def compared(left: int, plain: Plain, as_plain: Flushes, flushes: Flushes) -> Array:
    """Deals of one pack in which both hands are alike: tied with a pair or better, tied without, both without.

    The flushes are given twice: by what their ranks would be without the flush, and by what they are.
    """
    holding = np.zeros(FIRST[-1], np.int32)
    counts = np.zeros(3, np.int64)
    first = 0
    while first < len(plain.ranks):
        rank = plain.ranks[first]
        ending = TIED if rank >= ONE_PAIR else TIED_WITHOUT_PAIR
        counts[ending] += without_flush(left, plain, as_plain, rank, rank, holding)
        _, first = span(plain.ranks, rank, rank)
    counts[WITHOUT_PAIR] = without_flush(left, plain, as_plain, 0, ONE_PAIR - 1, holding)
    first = 0
    while first < len(flushes.ranks):
        _, last = span(flushes.ranks, flushes.ranks[first], flushes.ranks[first])
        counts[TIED] += apart(flushes.hands, first, last, holding)
        first = last
    return counts


class Kind(NamedTuple):
    """Packs that differ only by suits: one of them, and how many there are."""

    pack: Stack
    packs: int


def kinds(ranks: Ranks = ALL_RANKS) -> tuple[Kind, ...]:
    """The kinds of pack, 169 in a whole deck: pairs, and every two ranks suited and not."""
    pairs = [Kind((rank, 13 + rank), 6) for rank in ranks]
    suited = [Kind((low, high), 4) for low, high in combinations(ranks, 2)]
    return (*pairs, *suited, *(Kind((low, 13 + high), 12) for low, high in combinations(ranks, 2)))


def of_pack(pack: Stack, deck: Stack) -> Array:
    """The counts for one pack of a deck."""
    cards = [card for card in deck if card not in pack]
    left = held_in(mask(cards))
    plain_ranks, hands = by_ranks(mask(pack), left, HELD)
    suited, held, flush_ranks = with_flush(mask(pack), np.array([1 << card for card in cards], np.int64))
    kind = np.searchsorted(HELD, held)
    with_either = hands - 2 * np.bincount(kind, minlength=len(HELD))
    order = np.argsort(plain_ranks, kind="stable")[np.count_nonzero(hands == 0) :]
    as_plain, as_flush = np.argsort(plain_ranks[kind], kind="stable"), np.argsort(flush_ranks, kind="stable")
    return compared(
        left,
        Plain(HELD[order], plain_ranks[order], with_either[order]),
        Flushes(suited[as_plain], plain_ranks[kind][as_plain]),
        Flushes(suited[as_flush], flush_ranks[as_flush]),
    )


def part(number: int, ranks: Ranks = ALL_RANKS) -> Array:
    """The counts for one kind of pack, in its own row."""
    counts = np.zeros((len(kinds(ranks)), 3), np.int64)
    deck = tuple(13 * suit + rank for suit in range(len(SUITS)) for rank in ranks)
    counts[number] = of_pack(kinds(ranks)[number].pack, deck)
    return counts


def counted(workers: Workers, progress: Progress) -> list[list[int]]:
    parts = [(number,) for number in range(len(kinds()))]
    rows: list[list[int]] = cached_array(
        f"{rule.text}-{PACK}", lambda: sum_of_parts(workers, part, parts, progress)
    ).tolist()
    return rows


def deals(counts: Iterable[tuple[Kind, Sequence[int]]], deck: int = 52) -> dict[str, int]:
    """All deals with one pack of these kinds, out of a deck of so many cards, by how the hands compare."""
    total = tied = tied_without = without = 0
    left = deck - CARDS_PER_PACK
    with_one = comb(left, CARDS_EACH) * comb(left - CARDS_EACH, CARDS_EACH)
    for kind, row in counts:
        total += kind.packs * with_one
        tied += kind.packs * row[TIED]
        tied_without += kind.packs * row[TIED_WITHOUT_PAIR]
        without += kind.packs * row[WITHOUT_PAIR]
    higher, higher_without = (total - tied - tied_without) // 2, (without - tied_without) // 2
    return {
        "player higher": higher - higher_without,
        "player higher, without a pair": higher_without,
        "tie": tied,
        "tie without a pair": tied_without,
        "dealer higher": higher,
    }


# Two ranks that compare so, to ask the rules what comes of it.
EXAMPLES = {
    "player higher": (ONE_PAIR + 1, ONE_PAIR),
    "player higher, without a pair": (1, 0),
    "tie": (ONE_PAIR, ONE_PAIR),
    "tie without a pair": (0, 0),
    "dealer higher": (0, 1),
}


def outcomes(ways: Mapping[str, int], election: str) -> tuple[Outcome, ...]:
    """What comes of a Pack's bet in these deals, under an election."""
    return tuple(
        Outcome(name, number, Fraction(units(outcome(*EXAMPLES[name], election)[0]))) for name, number in ways.items()
    )


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    """The Pack's bet under the election of the submission."""
    election = terms.submission.no_pair_win
    ended = outcomes(deals(zip(kinds(), counted(workers, progress), strict=True)), election)
    say = "nothing is left to the player"
    return (Solution(rule.text, PACK, "Pack's bet", {"no_pair_win": election}, "exact", ended, {}, say),)


def advice(_terms: Terms, _hand: Stack, _up: Stack) -> tuple[Choice, ...]:
    raise BadInput("players decide nothing in Pack's Poker, so there is nothing to advise", rule.id("43.10(a)"))
