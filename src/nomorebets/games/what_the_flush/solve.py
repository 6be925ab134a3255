"""Best play of What The Flush: every hand and exposed card against every hand that the dealer can hold.

Twos are wild in every suit, so what decides is how many of them a hand holds and which other ranks of each suit.  Hands
that differ by an exchange of suits count as one.  Against each, the dealer's hands are counted by twos and suits: a
suit may hold any ranks that make no better flush with the twos beside them, and since the suits do not bear on each
other, their counts are multiplied as polynomials.
"""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.equipment.cards import RANKS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.what_the_flush.rules import ANTE, CARDS_EACH, play_limit, reading_of, rule
from nomorebets.kept import kept_array
from nomorebets.odds import suits
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Choice, Solution, Way, advised
from nomorebets.odds.suits import CHOOSE, Suits, exchanges
from nomorebets.ranking import wild
from nomorebets.ranking.wild import PLACES, TWO, flush_rank, is_straight, length, wild_twos
from nomorebets.table.game import Terms
from nomorebets.workers import Progress, Workers, summed

Array = NDArray[np.int64]

TWOS = 4
SETS = 1 << 12  # sets of the ranks above the two in one suit
MOST = CARDS_EACH + 2  # one more than the cards of the dealer
DEALERS = comb(52 - CARDS_EACH - 1, CARDS_EACH)  # hands that can lie under the exposed card

LOWER, NOT_HIGHER = range(2)  # than the player's rank


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
    below: Array  # by twos, bound and suit: the dealer's hands with some card of the suit exposed
    deciding: Array  # how many of those each subset that is too high takes away


def scratch() -> Scratch:
    return Scratch(
        np.zeros((TWOS + 1, 2, SETS), np.int64),
        np.zeros((4, MOST), np.int64),
        np.zeros((2, MOST), np.int64),
        np.zeros((4, MOST), np.int64),
        np.zeros((TWOS + 1, 2, 4), np.int64),
        np.zeros((TWOS + 1, 2, 4), np.int64),
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


def times(one: Array, other: Array, product: Array) -> None:
    """Multiply two polynomials, as far as the dealer's cards go."""
    product[:] = 0
    for a in range(MOST):
        if one[a]:
            for b in range(MOST - a):
                product[a + b] += one[a] * other[b]


def count_below(left: Array, twos_left: int, size: int, made: Scratch) -> tuple[int, int]:
    """Count the dealer's hands out of these ranks and twos that stay below a player's flush of this length.

    What is returned is for an exposed two, which is discarded; `below` and `deciding` are filled for other cards.
    """
    lower = not_higher = 0
    for held in range(twos_left + 1):
        decides = size - held  # so many ranks of a suit make a flush of the player's length
        for bound in range(2):
            made.below[held, bound] = 0
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
                made.below[held, bound, suit] = CHOOSE[twos_left, held] * under
                if 1 <= decides <= cards:
                    made.deciding[held, bound, suit] = CHOOSE[twos_left, held] * made.others[suit, cards - decides]
    return lower, not_higher


def below_exposed(left: int, suit: int, rank: int, twos_left: int, bound: int, made: Scratch) -> int:
    """The dealer's hands that stay below, with this rank of the suit exposed."""
    under = 0
    for held in range(twos_left + 1):
        higher = made.higher[held, bound, left] - made.higher[held, bound, left ^ 1 << rank]
        under += made.below[held, bound, suit] - made.deciding[held, bound, suit] * higher
    return under


rules(wild, suits, twos, count_higher, times, count_below, below_exposed, scratch)


@compiled
def suit_ranks(reading: int) -> Array:
    """The rank of every set of ranks in one suit with so many twos beside it."""
    ranks = np.zeros((TWOS + 1, SETS), np.int64)
    for count in range(TWOS + 1):
        for chosen in range(SETS):
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


def best(lower: int, not_higher: int) -> int:
    """The decision that wins most: ante and play wager end alike, so more is played only on more wins than losses."""
    ahead = lower - (DEALERS - not_higher)
    if ahead >= 0:
        return MOST_ALLOWED
    return LEAST if 2 * ahead > -DEALERS else SURRENDER


def enter(row: Array, kind: int, ways: int, lower: int, not_higher: int) -> None:
    """Add a hand with an exposed card of a kind."""
    decision = best(lower, not_higher)
    column = BY_BEST[decision]
    row[BY_EXPOSED + kind] |= 1 << decision
    row[HANDS] += ways
    row[column] += ways
    for first in (ENDED, column + 1):
        row[first + WIN] += ways * lower
        row[first + LOSE] += ways * (DEALERS - not_higher)
        row[first + TIE] += ways * (not_higher - lower)


def enter_exposed(row: Array, hand: Suits, ways: int, twos_left: int, size: int, made: Scratch, left: Array) -> None:
    """Add a hand with every card that can be exposed; its longest flush is the first."""
    for suit in range(4):
        left[suit] = SETS - 1 & ~hand[suit]
    lower, not_higher = count_below(left, twos_left, size, made)
    if twos_left:
        enter(row, exposed_kind(-1, 0), ways * twos_left, lower, not_higher)
    for suit in range(4):
        for exposed in range(12):
            if left[suit] >> exposed & 1:
                lower = below_exposed(left[suit], suit, exposed, twos_left, LOWER, made)
                not_higher = below_exposed(left[suit], suit, exposed, twos_left, NOT_HIGHER, made)
                enter(row, exposed_kind(exposed, suit), ways, lower, not_higher)


rules(exposed_kind, best, enter, enter_exposed)


@compiled
def solved(ranks: Array, sets: Array, twos_held: int, made: Scratch, first: int, last: int) -> Array:
    """Sum up the hands with so many twos whose longest flush is one of these sets of ranks, the lower ranked first."""
    sums = np.zeros((TWOS + 1, SETS, COLUMNS), np.int64)
    left = np.zeros(4, np.int64)
    cards, twos_left = CARDS_EACH - twos_held, TWOS - twos_held
    for a in range(first, last):
        rank = ranks[twos_held, sets[a]]
        size = length(rank)
        for held in range(min(twos_left, size) + 1):
            count_higher(ranks[held], rank, size - held, made.higher[held])
        one = sets[a].bit_count()
        for b in range(a + 1):
            two = one + sets[b].bit_count()
            if two > cards:
                continue
            for c in range(b + 1):
                three = two + sets[c].bit_count()
                if three > cards:
                    continue
                for d in range(c + 1):
                    if three + sets[d].bit_count() == cards:
                        hand = (sets[a], sets[b], sets[c], sets[d])
                        ways = exchanges(hand) * CHOOSE[TWOS, twos_held]
                        enter_exposed(sums[twos_held, sets[a]], hand, ways, twos_left, size, made, left)
    return sums


def part(reading: int, twos_held: int, first: int, last: int) -> Array:
    """The hands with so many twos whose longest flush is one of these in the order of ranks."""
    ranks = suit_ranks(reading)
    return solved(ranks, in_order(ranks, twos_held), twos_held, scratch(), first, last)


def in_order(ranks: Array, twos_held: int) -> Array:
    """The sets of ranks that one suit can hold beside so many twos, the lower ranked first."""
    sets = [chosen for chosen in range(SETS) if chosen.bit_count() <= CARDS_EACH - twos_held]
    return np.array(sorted(sets, key=lambda chosen: (ranks[twos_held, chosen], chosen)), np.int64)


STEP = 40


def counted(reading: int, workers: Workers, progress: Progress) -> Array:
    """The sums over all hands and exposed cards, by twos held and the set of ranks of the longest flush."""
    ranks = suit_ranks(reading)
    parts = [
        (reading, held, first, min(first + STEP, len(in_order(ranks, held))))
        for held in range(TWOS + 1)
        for first in range(0, len(in_order(ranks, held)), STEP)
    ]
    return kept_array(f"{rule.text}-{ANTE.name}-{reading}", lambda: summed(workers, part, parts, progress))


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
        for kind, taken in enumerate(sums[held, chosen, BY_EXPOSED:].tolist()):
            alone = taken.bit_count() == 1
            rank = int(ranks[held, chosen])
            antes[held, chosen, kind] = antes_played(taken.bit_length() - 1, rank) if alone else RECKONED
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
    return (Solution(rule.text, ANTE.name, "best play", readings, "exact", ended, decisions, say, simple),)


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each decision is worth with these seven cards and the dealer's exposed one."""
    if len(hand) != CARDS_EACH or len(up) != 1:
        sentence = (
            f"advice needs {CARDS_EACH} cards in --hand and the exposed one in --up, not {len(hand)} and {len(up)}"
        )
        raise BadInput(sentence, terms.cites["turn_up_top_card"])
    lower, not_higher = against(mask(hand), up[0], reading_of(terms.submission))
    ahead = lower - (DEALERS - not_higher)
    plays = (
        Choice("play", f"play {antes}x the ante", Fraction((1 + antes) * ahead, DEALERS))
        for antes in range(1, play_limit(wild.flush_size(mask(hand))) + 1)
    )
    return advised((Choice("surrender", "surrender", Fraction(-1)), *plays))


@compiled
def against(hand: int, exposed: int, reading: int) -> tuple[int, int]:
    """The dealer's hands under an exposed card that are lower than a player's, and those that are not higher."""
    ranks = suit_ranks(reading)
    rank = flush_rank(hand, reading)
    size, twos_left = length(rank), TWOS - wild_twos(hand)
    made = scratch()
    for held in range(min(twos_left, size) + 1):
        count_higher(ranks[held], rank, size - held, made.higher[held])
    left = np.zeros(4, np.int64)
    for suit in range(4):
        left[suit] = SETS - 1 & ~(hand >> 13 * suit + 1)
    lower, not_higher = count_below(left, twos_left, size, made)
    suit, place = exposed // 13, exposed % 13 - 1
    if place < 0:
        return lower, not_higher
    return (
        below_exposed(left[suit], suit, place, twos_left, LOWER, made),
        below_exposed(left[suit], suit, place, twos_left, NOT_HIGHER, made),
    )
