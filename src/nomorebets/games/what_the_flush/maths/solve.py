"""Best play of What The Flush: every hand and exposed card against every hand that the dealer can hold.

Twos are wild in every suit, so what decides is how many of them a hand holds and which other ranks of each suit.  Hands
that differ by an exchange of suits count as one.  Against each, the dealer's hands are counted by twos and suits: a
suit may hold any ranks that make no better flush with the twos beside them, and since the suits do not bear on each
other, their counts are multiplied as polynomials.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.what_the_flush.rules import ANTE, CARDS_EACH, play_limit, reading_of, rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds import suits
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Choice, Solution, Way, best_first
from nomorebets.odds.suits import CHOOSE, Suits, hands_with
from nomorebets.ranking import wild
from nomorebets.ranking.wild import PLACES, TWO, flush_rank, is_straight, length, wild_twos
from nomorebets.table.game import Terms

Array = NDArray[np.int64]

TWOS = 4
SETS = 1 << 12  # sets of the ranks above the two in one suit
ALL_RANKS = SETS - 1  # a deck is its ranks above the two; here all of them
MOST_CARDS = CARDS_EACH + 1  # those of the dealer, the exposed one among them
MOST = MOST_CARDS + 1  # room for the ways to hold none of them up to all

LOWER, NOT_HIGHER = range(2)  # than the player's rank


def dealers(deck: int) -> int:
    """How many hands can lie under the exposed card, the player's cards being gone."""
    return CHOOSE[4 * deck.bit_count() + TWOS - CARDS_EACH - 1, CARDS_EACH]  # type: ignore[no-any-return]


DEALERS = int(dealers(ALL_RANKS))


def twos(count: int) -> int:
    """So many twos, of whatever suits."""
    held = 0
    for suit in range(count):
        held |= TWO << 13 * suit
    return held


class Scratch(NamedTuple):
    """Arrays that are filled again for every rank or hand, because to make them takes longer than to fill them."""

    higher: Array  # by twos, bound and set of ranks: subsets of the length that decides, but too high
    suit: Array  # for each suit the ways to hold so many ranks and stay below
    pairs: Array  # the same for the first two suits together, and for the last two
    others: Array  # the same for all suits but one
    below: Array  # by bound and suit: the dealer's hands, less those that a subset takes away which is too high
    deciding: Array  # by twos, bound and suit: how many hands such a subset takes away, if it holds the exposed card
    left: Array  # the ranks of each suit that the player does not hold
    exposed: Array  # the cards that can be exposed, one in a row


def scratch() -> Scratch:
    return Scratch(
        np.zeros((TWOS + 1, 2, SETS), np.int64),
        np.zeros((4, MOST), np.int64),
        np.zeros((2, MOST), np.int64),
        np.zeros((4, MOST), np.int64),
        np.zeros((2, 4), np.int64),
        np.zeros((TWOS + 1, 2, 4), np.int64),
        np.zeros(4, np.int64),
        np.zeros((52, 5), np.int64),
    )


def count_higher(ranks: Array, rank: int, size: int, higher: Array) -> None:
    """For every set of ranks, how many of its subsets of a size are not lower than a rank, and how many are higher."""
    for chosen in range(SETS):
        of_size = chosen.bit_count() == size
        higher[LOWER, chosen] = of_size and ranks[chosen] >= rank
        higher[NOT_HIGHER, chosen] = of_size and ranks[chosen] > rank
    for bit in range(12):
        for chosen in range(SETS):
            if chosen >> bit & 1:
                higher[LOWER, chosen] += higher[LOWER, chosen ^ 1 << bit]
                higher[NOT_HIGHER, chosen] += higher[NOT_HIGHER, chosen ^ 1 << bit]


def count_all_higher(ranks: Array, rank: int, twos_left: int, made: Scratch) -> None:
    """The same for every number of twos that the dealer may hold, against a player's rank."""
    for held in range(min(twos_left, length(rank)) + 1):
        count_higher(ranks[held], rank, length(rank) - held, made.higher[held])


def times(one: Array, other: Array, product: Array) -> None:
    """Multiply two polynomials, as far as the dealer's cards go."""
    product[:] = 0
    for a in range(MOST):
        if one[a]:
            for b in range(MOST - a):
                product[a + b] += one[a] * other[b]


def count_below(twos_left: int, size: int, made: Scratch) -> tuple[int, int]:
    """Count the dealer's hands out of the ranks and twos left that stay below a player's flush of this length.

    What is returned is for an exposed two, which is discarded; `below` and `deciding` are filled for other cards.
    """
    lower = not_higher = 0
    left = made.left
    made.below[:] = 0
    for held in range(twos_left + 1):
        decides = size - held  # so many ranks of a suit make a flush of the player's length
        for bound in range(2):
            made.deciding[held, bound] = 0
            if decides < 0:
                continue
            for suit in range(4):
                ranks = left[suit].bit_count()
                made.suit[suit] = 0
                for count in range(decides):
                    made.suit[suit, count] = CHOOSE[ranks, count]
                made.suit[suit, decides] = CHOOSE[ranks, decides] - made.higher[held, bound, left[suit]]
            times(made.suit[0], made.suit[1], made.pairs[0])
            times(made.suit[2], made.suit[3], made.pairs[1])
            under = 0
            for count in range(CARDS_EACH - held + 1):
                under += made.pairs[0, count] * made.pairs[1, CARDS_EACH - held - count]
            if bound == LOWER:
                lower += CHOOSE[twos_left - 1, held] * under if twos_left else 0
            else:
                not_higher += CHOOSE[twos_left - 1, held] * under if twos_left else 0
            for suit in range(4):
                times(made.suit[suit ^ 1], made.pairs[1 - suit // 2], made.others[suit])
                ranks = left[suit].bit_count() - 1  # beside the one exposed
                cards = CARDS_EACH + 1 - held
                under = 0
                for count in range(1, min(decides, cards) + 1):
                    under += CHOOSE[ranks, count - 1] * made.others[suit, cards - count]
                made.below[bound, suit] += CHOOSE[twos_left, held] * under
                if 1 <= decides <= cards:
                    taken = CHOOSE[twos_left, held] * made.others[suit, cards - decides]
                    made.deciding[held, bound, suit] = taken
                    made.below[bound, suit] -= taken * made.higher[held, bound, left[suit]]
    return lower, not_higher


def below_exposed(left: int, suit: int, rank: int, twos_left: int, bound: int, made: Scratch) -> int:
    """The dealer's hands that stay below, with this rank of the suit exposed."""
    under: int = made.below[bound, suit]
    for held in range(twos_left + 1):
        under += made.deciding[held, bound, suit] * made.higher[held, bound, left ^ 1 << rank]
    return under


def count_too_high(ranks: Array, rank: int, size: int, left: int, higher: Array) -> None:
    """Of one set of ranks, the subsets of a size that are not lower than a rank, and those that are higher."""
    at_least = above = 0
    chosen = left
    while chosen:
        if chosen.bit_count() == size:
            at_least += ranks[chosen] >= rank
            above += ranks[chosen] > rank
        chosen = (chosen - 1) & left
    if not size:
        at_least += ranks[0] >= rank
        above += ranks[0] > rank
    higher[LOWER, left], higher[NOT_HIGHER, left] = at_least, above


def among(ranks: Array, rank: int, gone: int, exposed: int, made: Scratch) -> tuple[int, int]:
    """The dealer's hands under an exposed card, none of the cards that are gone in them: lower ones, and not higher."""
    size, twos_left = length(rank), TWOS - wild_twos(gone)
    suit, place = exposed // 13, exposed % 13 - 1
    for one in range(4):
        made.left[one] = ALL_RANKS & ~(gone >> 13 * one + 1)
    for held in range(min(twos_left, size) + 1):
        for one in range(4):
            count_too_high(ranks[held], rank, size - held, made.left[one], made.higher[held])
        if place >= 0:
            count_too_high(ranks[held], rank, size - held, made.left[suit] ^ 1 << place, made.higher[held])
    lower, not_higher = count_below(twos_left, size, made)
    if place < 0:
        return lower, not_higher
    left = made.left[suit]
    return (
        below_exposed(left, suit, place, twos_left, LOWER, made),
        below_exposed(left, suit, place, twos_left, NOT_HIGHER, made),
    )


rules(wild, suits, dealers, twos, scratch, count_too_high, among)
rules(count_higher, count_all_higher, times, count_below, below_exposed, inline=True)


@cache
def suit_ranks(reading: int) -> Array:
    """The rank of every set of ranks in one suit with so many twos beside it, as far as a hand can hold both."""
    ranks = np.zeros((TWOS + 1, SETS), np.int64)
    for count in range(TWOS + 1):
        for chosen in range(SETS):
            if chosen.bit_count() + count <= MOST_CARDS:
                ranks[count, chosen] = flush_rank(chosen << 1 | twos(count), reading)
    return ranks


# For each set of ranks that is a longest flush: hands with an exposed card; how they end if all of them play; for each
# decision, the hands for which it is the best and how those end; and for each kind of exposed card the decisions that
# are best with some hand, as bits.
HANDS, ENDED = 0, 1
WIN, LOSE, TIE = range(3)
SURRENDER, LEAST, MOST_ALLOWED = range(3)
BY_BEST = (4, 8, 12)
BY_EXPOSED = 16
KINDS = 25  # of exposed cards
COLUMNS = BY_EXPOSED + KINDS


def exposed_kind(place: int, suit: int) -> int:
    """The kind of an exposed card: a two stands at -1, and what counts of a suit is whether it is that of the flush, 0.

    >>> exposed_kind(-1, 0), exposed_kind(0, 0), exposed_kind(11, 2)
    (0, 1, 24)
    """
    return 0 if place < 0 else 1 + place + (12 if suit else 0)


def best(lower: int, not_higher: int, dealers: int = DEALERS) -> int:
    """The decision that wins most: ante and play wager end alike, so more is played only on more wins than losses."""
    ahead = lower - (dealers - not_higher)
    if ahead >= 0:
        return MOST_ALLOWED
    return LEAST if 2 * ahead > -dealers else SURRENDER


def enter(row: Array, kind: int, ways: int, lower: int, not_higher: int, dealers: int = DEALERS) -> None:
    """Add a hand with an exposed card of a kind."""
    decision = best(lower, not_higher, dealers)
    column = BY_BEST[decision]
    row[BY_EXPOSED + kind] |= 1 << decision
    row[HANDS] += ways
    row[column] += ways
    for first in (ENDED, column + 1):
        row[first + WIN] += ways * lower
        row[first + LOSE] += ways * (dealers - not_higher)
        row[first + TIE] += ways * (not_higher - lower)


def expose(hand: Suits, twos_left: int, size: int, made: Scratch, deck: int = ALL_RANKS) -> Array:
    """Every card that can be exposed beside a hand whose longest flush has this size; the twos that are left are one.

    In a row: its place, its suit, how many cards it is, and the dealer's hands that are lower and that are not higher.
    """
    for suit in range(4):
        made.left[suit] = deck & ~hand[suit]
    lower, not_higher = count_below(twos_left, size, made)
    rows = 0
    if twos_left:
        made.exposed[0] = -1, 0, twos_left, lower, not_higher
        rows = 1
    for suit in range(4):
        left = made.left[suit]
        for place in range(12):
            if left >> place & 1:
                lower = below_exposed(left, suit, place, twos_left, LOWER, made)
                not_higher = below_exposed(left, suit, place, twos_left, NOT_HIGHER, made)
                made.exposed[rows] = place, suit, 1, lower, not_higher
                rows += 1
    return made.exposed[:rows]


def by_size(sets: Array) -> Array:
    """Where sets of each size begin: one that makes a longer flush ranks higher, so the larger stand behind."""
    starts = np.zeros(CARDS_EACH + 2, np.int64)
    for chosen in sets:
        starts[chosen.bit_count() + 1 :] += 1
    return starts


rules(by_size)
rules(exposed_kind, best, enter, expose, inline=True)


@compiled
def solved(ranks: Array, sets: Array, twos_held: int, made: Scratch, first: int, last: int, deck: int) -> Array:
    """Sum up the hands with so many twos whose longest flush is one of these sets of ranks, the lower ranked first."""
    sums = np.zeros((TWOS + 1, SETS, COLUMNS), np.int64)
    made = lent(made)
    starts = by_size(sets)
    twos_left = TWOS - twos_held
    for a in range(first, last):
        rank = ranks[twos_held, sets[a]]
        size = length(rank)
        count_all_higher(ranks, rank, twos_left, made)
        for hand, hands in hands_with(sets, starts, a, CARDS_EACH - twos_held):
            ways = hands * CHOOSE[TWOS, twos_held]
            for place, suit, cards, lower, not_higher in expose(hand, twos_left, size, made, deck):
                kind = exposed_kind(place, suit)
                enter(sums[twos_held, sets[a]], kind, ways * cards, lower, not_higher, dealers(deck))
    return sums


def part(reading: int, twos_held: int, first: int, last: int, deck: int = ALL_RANKS) -> Array:
    """The hands with so many twos whose longest flush is one of these in the order of ranks."""
    ranks = suit_ranks(reading)
    return solved(ranks, in_order(ranks, twos_held, deck), twos_held, scratch(), first, last, deck)


def in_order(ranks: Array, twos_held: int, deck: int = ALL_RANKS) -> Array:
    """The sets of ranks that one suit can hold beside so many twos, the lower ranked first."""
    chosen = np.arange(SETS)
    sets: Array = chosen[(np.bitwise_count(chosen) <= CARDS_EACH - twos_held) & (chosen & ~deck == 0)]
    return sets[np.argsort(ranks[twos_held, sets], kind="stable")]


STEP = 40


def counted(reading: int, workers: Workers, progress: Progress) -> Array:
    """The sums over all hands and exposed cards, by twos held and the set of ranks of the longest flush."""
    ranks = suit_ranks(reading)
    parts = [
        (reading, held, first, min(first + STEP, len(in_order(ranks, held))))
        for held in range(TWOS + 1)
        for first in range(0, len(in_order(ranks, held)), STEP)
    ]
    return cached_array(f"{rule.text}-{ANTE.name}-{reading}", lambda: sum_of_parts(workers, part, parts, progress))


ENDINGS = ("player wins", "dealer wins", "tie")
WINS = (1, -1, 0)


def antes_played(decision: int, rank: int) -> int:
    """How many antes a decision plays with a flush of this rank."""
    return 0 if decision == SURRENDER else 1 if decision == LEAST else play_limit(length(rank))


def outcomes(sums: Array, ranks: Array) -> tuple[Outcome, ...]:
    """How the ante ends when every hand is played for the most."""
    ways: Counter[tuple[int, int]] = Counter()
    for held, chosen in zip(*np.nonzero(sums[:, :, HANDS]), strict=True):
        row = sums[held, chosen].tolist()
        for decision, column in enumerate(BY_BEST):
            antes = antes_played(decision, int(ranks[held, chosen]))
            for ending in range(len(ENDINGS)):
                ways[antes, ending if antes else 0] += row[column + 1 + ending]
    return tuple(outcome(antes, ending, count) for (antes, ending), count in sorted(ways.items()) if count)


def outcome(antes: int, ending: int, ways: int) -> Outcome:
    if not antes:
        return Outcome("surrender", ways, Fraction(-1))
    return Outcome(f"play {antes}x, {ENDINGS[ending]}", ways, Fraction(WINS[ending] * (1 + antes)), Fraction(1 + antes))


def by_rank(sums: Array, ranks: Array) -> tuple[Counter[int], Counter[int]]:
    """For each rank: hands with an exposed card, and by how much more of the dealer's hands they beat than not."""
    rows: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    for held, chosen in zip(*np.nonzero(sums[:, :, HANDS]), strict=True):
        row, rank = sums[held, chosen].tolist(), int(ranks[held, chosen])
        rows[rank] += row[HANDS]
        ahead[rank] += row[ENDED + WIN] - row[ENDED + LOSE]
    return rows, ahead


def thresholds(sums: Array, ranks: Array) -> dict[int, Fraction]:
    """The value of every rule "play with a hand of this rank or better", as much as allowed if that wins on average."""
    rows, ahead = by_rank(sums, ranks)
    worth = {rank: won * (1 + antes_played(MOST_ALLOWED if won > 0 else LEAST, rank)) for rank, won in ahead.items()}
    total, value = sum(rows.values()) * DEALERS, sum(worth.values())
    values = {}
    for rank in sorted(rows):
        values[rank] = Fraction(value, total)
        value -= worth[rank] + rows[rank] * DEALERS
    return values


RECKONED = -1  # by the hand and the card exposed


def best_antes(sums: Array, ranks: Array) -> NDArray[np.int8]:
    """How many antes best play puts up, by flush and kind of exposed card, where nothing else decides."""
    antes = np.zeros((TWOS + 1, SETS, KINDS), np.int8)
    for held, chosen in zip(*np.nonzero(sums[:, :, HANDS]), strict=True):
        rank = int(ranks[held, chosen])
        for kind, taken in enumerate(sums[held, chosen, BY_EXPOSED:].tolist()):
            if taken.bit_count() > 1:
                antes[held, chosen, kind] = RECKONED
            elif taken:  # else no such card can be exposed
                antes[held, chosen, kind] = antes_played(taken.bit_length() - 1, rank)
    return antes


def threshold_antes(sums: Array, ranks: Array) -> dict[int, int]:
    """How many antes the best rule that looks at the rank alone puts up with each rank."""
    values = thresholds(sums, ranks)
    lowest = max(values, key=values.__getitem__)
    _, ahead = by_rank(sums, ranks)
    return {
        rank: antes_played(SURRENDER if rank < lowest else MOST_ALLOWED if won > 0 else LEAST, rank)
        for rank, won in ahead.items()
    }


def named(rank: int) -> str:
    """A rank in words: its length, whether it is in a row, and its cards from the highest down."""
    places = "A" + RANKS
    cards = rank & (1 << PLACES) - 1
    shown = "-".join(
        "10" if places[bit] == "T" else places[bit] for bit in range(PLACES - 1, -1, -1) if cards >> bit & 1
    )
    return f"a {length(rank)} card {'straight flush' if is_straight(rank) else 'flush'} {shown}"


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    reading = reading_of(terms.submission)
    ranks = suit_ranks(reading)
    sums = counted(reading, workers, progress)
    by_best = [int(sums[:, :, column].sum()) for column in BY_BEST]
    decisions = {"play": by_best[LEAST] + by_best[MOST_ALLOWED], "surrender": by_best[SURRENDER]}
    readings = {
        "straight_flush_rank": terms.submission.straight_flush_rank,
        "wild_two_rank": terms.submission.wild_two_rank,
    }
    values = sorted(thresholds(sums, ranks).items(), key=lambda one: -one[1])
    simple = tuple(Way(f"play with {named(rank)} or better, surrender the rest", value) for rank, value in values)
    say = (
        "play as much as allowed when more of the dealer's hands lose than win, the ante alone when that costs less "
        "than to surrender; it depends on the card exposed, and advice reckons it out"
    )
    ended = outcomes(sums, ranks)
    best_play = Solution(
        rule.text, ANTE.name, "best play", readings, "exact", ended, decisions, say, simple, may_add_less=True
    )
    return (best_play,)


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each decision is worth with these seven cards and the dealer's exposed one."""
    if len(hand) != CARDS_EACH or len(up) != 1:
        sentence = (
            f"advice needs a hand of {CARDS_EACH} cards and the exposed one face up, not {len(hand)} and {len(up)}"
        )
        raise BadInput(sentence, terms.cites["turn_up_top_card"])
    reading = reading_of(terms.submission)
    lower, not_higher = against(suit_ranks(reading), mask(hand), up[0], reading)
    ahead = int(lower) - (DEALERS - int(not_higher))
    plays = (
        Choice("play", f"play {antes}x the ante", Fraction((1 + antes) * ahead, DEALERS))
        for antes in range(1, play_limit(wild.flush_size(mask(hand))) + 1)
    )
    return best_first((Choice("surrender", "surrender", Fraction(-1)), *plays))


def against(ranks: Array, hand: int, exposed: int, reading: int) -> tuple[int, int]:
    """The dealer's hands under an exposed card that are lower than a player's, and those that are not higher."""
    return among(ranks, flush_rank(hand, reading), hand, exposed, scratch())
