"""What The Flush at the speed of the machine: the loop is here, the rules are those of the engine.

What decides is how many twos a hand holds and which other ranks of each suit, so ranks and lengths are looked up for
each suit in tables that the rules have filled.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import mask
from nomorebets.games.what_the_flush.maths import solve
from nomorebets.games.what_the_flush.maths.solve import (
    ALL_RANKS,
    ENDINGS,
    KINDS,
    LOSE,
    LOWER,
    MOST,
    NOT_HIGHER,
    RECKONED,
    SETS,
    TIE,
    TWOS,
    WIN,
    antes_played,
    best,
    best_antes,
    count_higher,
    counted,
    exposed_kind,
    named,
    suit_ranks,
    threshold_antes,
    times,
    twos,
)
from nomorebets.games.what_the_flush.rules import (
    ANTE,
    CARDS_EACH,
    FLUSH_RUSH,
    NAMES,
    SHOWDOWN,
    SUPER_FLUSH_RUSH,
    compare,
    measure,
    play_limit,
    reading_of,
    rule,
)
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.outcomes import units
from nomorebets.odds.suits import CHOOSE
from nomorebets.ranking import wild
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.wild import TWO, flush_rank, length, wild_twos
from nomorebets.sim import stream, tally
from nomorebets.sim.paying import Paid, paid
from nomorebets.sim.run import Kernel
from nomorebets.sim.strategy import Thresholds, read
from nomorebets.sim.stream import NO_CARD, Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms

MAIN, FLUSH, STRAIGHT, ALL = range(4)
LINES = (ANTE.name, FLUSH_RUSH.name, SUPER_FLUSH_RUSH.name, "all")
BONUSES = (FLUSH_RUSH, SUPER_FLUSH_RUSH)
SIZES = CARDS_EACH + 1

WINS = tuple(units(SHOWDOWN[result][1]) for result in (1, -1, 0))  # as the endings are numbered

# Where the counts of outcomes begin.
SURRENDERED = COLUMNS * len(LINES)
PLAYED = SURRENDERED + 1
LENGTHS = PLAYED + 3 * len(ENDINGS)
SIZE = LENGTHS + len(BONUSES) * SIZES

Antes = NDArray[np.int8]  # by twos, set of ranks of the flush, and kind of exposed card

KEY = 12  # bits of a set of ranks


class Looked(NamedTuple):
    """What is looked up for a suit, by twos in the hand and ranks of the suit."""

    keys: NDArray[np.int32]  # the flush's rank, then the set of its ranks other than the two
    lengths: NDArray[np.int8]  # for each bonus wager


class Strategy(NamedTuple):
    """What is played with a flush and an exposed card, and what is needed where more decides."""

    antes: Antes
    number: NDArray[np.int32]  # by twos and set: which of the flushes it is for which more decides
    higher: NDArray[np.int16]  # for each of those, by set, twos and bound: subsets that decide, but are too high


class Scratch(NamedTuple):
    """Arrays that are filled again for every hand."""

    left: Counts
    suit: Counts
    pairs: Counts


def scratch() -> Scratch:
    return Scratch(np.zeros(4, np.int64), np.zeros((4, MOST), np.int64), np.zeros((2, MOST), np.int64))


def best_suit(cards: int, held: int, keys: NDArray[np.int32]) -> tuple[int, int]:
    """The key of the flush that ranks highest, and its suit."""
    highest = suit = 0
    for one in range(4):
        key: int = keys[held, cards >> 13 * one + 1 & SETS - 1]
        if key > highest:
            highest, suit = key, one
    return highest, suit


def longest(cards: int, held: int, lengths: NDArray[np.int8]) -> int:
    """The length of a hand for a bonus wager: that of its best suit."""
    most = 0
    for suit in range(4):
        most = max(most, lengths[held, cards >> 13 * suit & SUIT])
    return most


def dealers_below(
    size: int, twos_left: int, suit: int, place: int, bound: int, higher: NDArray[np.int16], made: Scratch
) -> int:
    """The dealer's hands under one exposed card that stay below a player's flush of this length.

    As `solve.count_below` counts them, but for this card alone: a two, at place -1, is discarded; any other fills one
    place of its suit.
    """
    below = 0
    for held in range(min(twos_left, size) + 1):
        decides = size - held
        for one in range(4):
            up = 1 if one == suit and place >= 0 else 0
            left = made.left[one]
            ranks = left.bit_count() - up
            made.suit[one] = 0
            for count in range(up, decides):
                made.suit[one, count] = CHOOSE[ranks, count - up]
            if decides >= up:
                too_high: int = higher[left, held, bound]
                if up:
                    too_high -= higher[left ^ 1 << place, held, bound]
                made.suit[one, decides] = CHOOSE[ranks, decides - up] - too_high
        times(made.suit[0], made.suit[1], made.pairs[0])
        times(made.suit[2], made.suit[3], made.pairs[1])
        cards = CARDS_EACH - held if place < 0 else CARDS_EACH + 1 - held
        under = 0
        for count in range(cards + 1):
            under += made.pairs[0, count] * made.pairs[1, cards - count]
        below += CHOOSE[twos_left - 1 if place < 0 else twos_left, held] * under
    return below


def looked_antes(held: int, key: int, flush_suit: int, exposed: int, antes: Antes) -> int:
    """How many antes a strategy plays by flush and kind of exposed card."""
    kind = exposed_kind(exposed % 13 - 1, exposed // 13 ^ flush_suit)
    return antes[held, key & SETS - 1, kind]  # type: ignore[no-any-return]


def reckoned(cards: int, held: int, key: int, exposed: int, strategy: Strategy, made: Scratch) -> int:
    """How many antes best play puts up with this hand, where more decides than that."""
    suit, place = exposed // 13, exposed % 13 - 1
    rank = key >> KEY
    size, twos_left = length(rank), TWOS - held
    for one in range(4):
        made.left[one] = ALL_RANKS & ~(cards >> 13 * one + 1)
    higher = strategy.higher[strategy.number[held, key & SETS - 1]]
    lower = dealers_below(size, twos_left, suit, place, LOWER, higher, made)
    not_higher = dealers_below(size, twos_left, suit, place, NOT_HIGHER, higher, made)
    return antes_played(best(lower, not_higher), rank)


def ante_and_play(player: int, dealer: int, antes: int, ante: int, counts: Counts) -> int:
    """What a hand of this rank wins with so many antes played; none is a surrender."""
    if not antes:
        counts[SURRENDERED] += 1
        return -ante
    result = compare(player, dealer)
    ending = WIN if result > 0 else LOSE if result < 0 else TIE
    counts[PLAYED + len(ENDINGS) * (antes - 1) + ending] += 1
    return ante * WINS[ending] * (1 + antes)


def bonus(cards: int, line: int, looked: Looked, pays: Paid, counts: Counts) -> int:
    """What a bonus wager on this line wins."""
    size = longest(cards, wild_twos(cards), looked.lengths[line - FLUSH])
    counts[LENGTHS + SIZES * (line - FLUSH) + size] += 1
    return pays.net[line - FLUSH, size]  # type: ignore[no-any-return]


rules(wild, stream, tally, play_limit, compare, antes_played, dealers_below, reckoned)
rules(best_suit, longest, looked_antes, ante_and_play, bonus, inline=True)


@compiled
def loop(
    state: Stream,
    rounds: int,
    seats: int,
    stakes: Counts,
    strategy: Strategy,
    looked: Looked,
    pays: Paid,
    made: Scratch,
    sums: Counts,
) -> None:
    """Play so many rounds and add them to the sums."""
    strategy, looked, pays, made, sums = lent((strategy, looked, pays, made, sums))
    table, keys = strategy.antes, looked.keys
    ante = stakes[MAIN]
    sides = stakes[FLUSH] + stakes[STRAIGHT]
    antes = 0
    for _ in range(rounds):
        top = drawn(state, NO_CARD, 1)
        exposed = top.bit_length() - 1
        gone = top | NO_CARD
        dealer = drawn(state, gone, CARDS_EACH)
        gone |= dealer
        if exposed % 13:  # a two is discarded
            dealer |= top
        theirs, _ = best_suit(dealer, wild_twos(dealer), keys)
        round_won = flush_won = straight_won = 0
        for _ in range(seats):
            cards = drawn(state, gone, CARDS_EACH)
            gone |= cards
            held = wild_twos(cards)
            key, suit = best_suit(cards, held, keys)
            decision = looked_antes(held, key, suit, exposed, table)
            if decision == RECKONED:
                decision = reckoned(cards, held, key, exposed, strategy, made)
            antes += decision
            round_won += ante_and_play(key >> KEY, theirs >> KEY, decision, ante, sums)
            if stakes[FLUSH]:
                flush_won += bonus(cards, FLUSH, looked, pays, sums)
            if stakes[STRAIGHT]:
                straight_won += bonus(cards, STRAIGHT, looked, pays, sums)
        booked(sums, MAIN, round_won)
        if sides:
            booked(sums, FLUSH, flush_won)
            booked(sums, STRAIGHT, straight_won)
            booked(sums, ALL, round_won + flush_won + straight_won)
    placed = rounds * seats
    put_up(sums, MAIN, ante, placed, antes)
    put_up(sums, FLUSH, stakes[FLUSH], placed, 0)
    put_up(sums, STRAIGHT, stakes[STRAIGHT], placed, 0)
    if sides:
        put_up(sums, ALL, ante, placed, antes)
        put_up(sums, ALL, sides, placed, 0)


def play(
    state: Stream, rounds: int, seats: int, stakes: Counts, reading: int, antes: Antes, looked: Looked, pays: Paid
) -> Counts:
    """Play so many rounds on one stream; what the strategy needs besides is made where it is played."""
    sums = np.zeros(SIZE, np.int64)
    loop(state, rounds, seats, stakes, prepared(reading, antes.tobytes()), looked, pays, scratch(), sums)
    return sums


@lru_cache(maxsize=4)
def prepared(reading: int, antes: bytes) -> Strategy:
    """A strategy with the tables for those flushes with which more decides than the kind of exposed card."""
    table = np.frombuffer(antes, np.int8).reshape(TWOS + 1, SETS, KINDS)
    rows, number = undecided(table)
    name = f"{rule.text}-too-high-{reading}-{hashlib.sha256(antes).hexdigest()[:16]}"
    return Strategy(table, number, cached_array(name, lambda: subsets_too_high(suit_ranks(reading), rows)))


def undecided(antes: Antes) -> tuple[Counts, NDArray[np.int32]]:
    """The flushes with which more decides, by twos and set, and the number of each among them."""
    rows = np.argwhere((antes == RECKONED).any(axis=2))
    number = np.zeros((TWOS + 1, SETS), np.int32)
    for index, (held, chosen) in enumerate(rows):
        number[held, chosen] = index
    return rows, number


@compiled
def subsets_too_high(ranks: Counts, rows: Counts) -> NDArray[np.int16]:
    """For each of these flushes, how many subsets of each set of ranks decide with so many twos and are too high."""
    higher = np.zeros((len(rows), SETS, TWOS + 1, 2), np.int16)
    counted = np.zeros((2, SETS), np.int64)
    for index in range(len(rows)):
        rank = ranks[rows[index, 0], rows[index, 1]]
        size = length(rank)
        for held in range(min(TWOS - rows[index, 0], size) + 1):
            count_higher(ranks[held], rank, size - held, counted)
            higher[index, :, held, :] = counted.T
    return higher


def looked_up(terms: Terms) -> Looked:
    """The tables for the readings of the submission."""
    ranks = suit_ranks(reading_of(terms.submission))
    keys = (ranks << KEY | np.arange(SETS)).astype(np.int32)
    natural = terms.submission.bonus_hands == "natural_twos"
    lengths = np.zeros((len(BONUSES), TWOS + 1, SUIT + 1), np.int8)
    for line, wager in enumerate(BONUSES):
        if wager.name in terms.posted:
            lengths[line] = lengths_of(terms, wager.name, natural=natural)
    return Looked(keys, lengths)


def lengths_of(terms: Terms, wager: str, *, natural: bool) -> NDArray[np.int8]:
    """How long a suit is for a wager, by twos in the hand and its own ranks; a wild two is of every suit."""
    table = terms.posted[wager]
    assert table is not None, "a bonus wager is on offer only with its odds"
    size = measure(table)

    def compute() -> NDArray[np.int8]:
        lengths = np.zeros((TWOS + 1, SUIT + 1), np.int8)
        for ranks in range(SUIT + 1):
            if natural:
                lengths[:, ranks] = size(ranks)
            elif ranks & TWO:
                lengths[:, ranks] = lengths[:, ranks ^ TWO]
            else:
                lengths[:, ranks] = [size(ranks | twos(held)) for held in range(TWOS + 1)]
        return lengths

    return cached_array(f"{rule.text}-{wager}-{table.reading}", compute)


def rows_of(wager: str) -> list[str]:
    """The row under which each length may be paid."""
    return [NAMES[wager](size) for size in range(SIZES)]


def posted(terms: Terms, stakes: Mapping[str, int]) -> Paid:
    """What the bonus wagers win, by wager and length."""
    each = [paid(terms.posted.get(wager.name), rows_of(wager.name), stakes.get(wager.name, 0)) for wager in BONUSES]
    return Paid(np.array([one.net for one in each]), np.array([one.share for one in each]))


def labelled(terms: Terms) -> Layout:
    """The layout of a tally under these terms, its outcomes called by the rows that pay them."""
    outcomes = [(ANTE.name, "surrender")]
    outcomes += [(ANTE.name, f"play {antes}x, {ending}") for antes in (1, 2, 3) for ending in ENDINGS]
    for wager in BONUSES:
        table = terms.posted.get(wager.name)
        pays = table.pays if table else {}
        outcomes += [(wager.name, row if row in pays else "nothing") for row in rows_of(wager.name)]
    return Layout(LINES, tuple(outcomes))


STRATEGIES = ("best", "simple")
read_strategy = read


def by_rank(ranks: Counts, antes: Mapping[int, int]) -> Antes:
    """A strategy that looks at the rank alone."""
    table = np.zeros((TWOS + 1, SETS, KINDS), np.int8)
    for held in range(TWOS + 1):
        for chosen in range(SETS):
            table[held, chosen] = antes.get(int(ranks[held, chosen]), 0)
    return table


def strategy(terms: Terms, name: str | Thresholds, workers: Workers, progress: Progress) -> Antes:
    """A strategy as antes for each flush and exposed card: best play, the best rule by rank alone, or a player's."""
    reading = reading_of(terms.submission)

    def compute() -> Antes:
        ranks, sums = suit_ranks(reading), counted(reading, workers, progress)
        return best_antes(sums, ranks) if name == "best" else by_rank(ranks, threshold_antes(sums, ranks))

    if isinstance(name, Thresholds):
        ranks = suit_ranks(reading)
        possible = {int(ranks[held, chosen]) for held in range(TWOS + 1) for chosen in solve.in_order(ranks, held)}
        antes = name.antes(
            {rank: play_limit(length(rank)) for rank in possible if length(rank) > 1},
            lambda cards: flush_rank(mask(cards), reading),
            named,
        )
        return by_rank(ranks, antes)
    return cached_array(f"{rule.text}-{name}-{reading}", compute)


def kernel(
    terms: Terms,
    name: str | Thresholds,
    seats: int,
    stakes: Mapping[str, int],
    workers: Workers,
    progress: Progress,
) -> Kernel:
    """The loop for a table at which every seat plays alike and places the same wagers."""
    placed = np.array([stakes.get(line, 0) for line in LINES[:ALL]], np.int64)
    antes = strategy(terms, name, workers, progress)
    parameters = (seats, placed, reading_of(terms.submission), antes, looked_up(terms), posted(terms, stakes))
    return Kernel(play, parameters, labelled(terms))
