"""A close guess at what a hand of Lunar Poker is worth: quick enough for every hand and every up card.

It takes the place of nothing.  A sample of hands is reckoned out exactly; since the guess is known for all hands, only
what the guess misses has to be estimated.  All that depends on ranks alone is counted once for all hands of the same
ranks, as if there were no flushes: sets of ranks are drawn, and the dealer's are counted by inclusion and exclusion
over them.  For each way in which the suits can then lie, flushes that the player may draw are put in one by one, and
those that the dealer may hold on average.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.lunar_poker.hands import LOWEST_QUALIFIER
from nomorebets.games.lunar_poker.maths.counting.values import (
    AT_STAKE,
    BET,
    BUY,
    CHOICES,
    CHOOSE,
    DISCARDS,
    DRAWN,
    HANDS,
    HELD,
    HOLE,
    KEYS,
    LEFT,
    UNSEEN,
    Array,
    Tables,
    most_outs,
    number_of,
    numbered,
    paid_as,
    replacements,
)
from nomorebets.games.lunar_poker.rules import ANTES_BET
from nomorebets.machine.compiler import compiled, rules
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import FULL_HOUSE, KIND, poker_rank

Floats = NDArray[np.float64]

ACE, KING = 12, 11
KEY = np.array(KEYS, np.int64)
NONE = -9.0  # worth less than any decision
SUITS = 4
NONE_KEPT, SEVERAL = -2, -1  # instead of the suit of the cards that are kept
AS_WORTH = -1  # instead of the lowest hand that is bet after a draw: whatever is worth more than a fold


class Sets(NamedTuple):
    """All sets of up to four ranks, the smaller first, and for each those that are part of it."""

    ranks: Array  # its different ranks, then zeros
    counts: Array  # how many cards of each
    keys: Array
    bits: Array  # its ranks as bits if all are different, else 0
    first: Array  # where the sets of each size begin, and the last of them end
    starts: Array  # where the parts of each set begin
    part: NDArray[np.int16]  # the number of the part
    of_each: NDArray[np.int8]  # how many cards of each rank the part has
    sign: NDArray[np.int8]  # what the part counts in inclusion and exclusion, if the cards of the whole are known
    order: Array  # by the rank of the up card: the sets of four from the lowest hand of a dealer to the highest
    hand: Array  # and the number of that hand


def padded(row: Iterable[int]) -> list[int]:
    """As many numbers as there are cards in a hand, the last of them zeros."""
    some = list(row)
    return [*some, *[0] * (HELD - len(some))]


@cache
def sets_of_ranks(most: int = HOLE) -> Sets:
    """All that up to so many cards can be: four are enough where nobody exchanges the whole hand."""
    found = [
        ranks
        for size in range(most + 1)
        for ranks in combinations_with_replacement(range(13), size)
        if len(set(ranks)) > 1 or size <= SUITS
    ]
    numbers = {ranks: number for number, ranks in enumerate(found)}
    starts, part, of_each, sign = [0], [], [], []
    for ranks in found:
        different = sorted(set(ranks))
        counts = [ranks.count(rank) for rank in different]
        for some in product(*(range(count + 1) for count in counts)):
            part.append(numbers[tuple(rank for rank, count in zip(different, some, strict=True) for _ in range(count))])
            of_each.append(padded(some))
            sign.append((-1) ** sum(some) * prod(map(comb, counts, some)))
        starts.append(len(part))
    sizes = [len(ranks) for ranks in found]
    first = [sizes.index(size) for size in range(most + 1)] + [len(found)]
    keys = np.array([sum(KEYS[rank] for rank in ranks) for ranks in found], np.int64)
    _, summed = numbered()
    # Four cards of the rank of the up card cannot be had: whatever number they get, no dealer holds them.
    with_up = np.minimum(keys[first[HOLE] : first[HELD]] + KEY[:, None], len(summed) - 1)
    order = np.argsort(summed[with_up], axis=1, kind="stable")
    return Sets(
        ranks=np.array([padded(sorted(set(ranks))) for ranks in found], np.int64),
        counts=np.array([padded(ranks.count(rank) for rank in sorted(set(ranks))) for ranks in found], np.int64),
        keys=keys,
        bits=np.array([bits_of(ranks) for ranks in found], np.int64),
        first=np.array(first, np.int64),
        starts=np.array(starts, np.int64),
        part=np.array(part, np.int16),  # small, so that all of it stays in a core's cache
        of_each=np.array(of_each, np.int8),
        sign=np.array(sign, np.int8),
        order=order + first[HOLE],
        hand=np.take_along_axis(summed[with_up], order, axis=1).astype(np.int64),
    )


def bits_of(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in ranks) if len(set(ranks)) == len(ranks) else 0


# --- By ranks alone ---------------------------------------------------------------------------------------------------


def ways(some: int, left: Array, sets: Sets) -> int:
    """How many sets of cards have these ranks."""
    number = 1
    for at in range(HELD):
        number *= FEW[left[sets.ranks[some, at]], sets.counts[some, at]]
    return number


def put_in(hole: int, left: Array, sets: Sets, holding: Array) -> None:
    """Count the dealer's hands with these hole cards: for each part of them, those that hold it, its cards known."""
    for at in range(sets.starts[hole], sets.starts[hole + 1]):
        number = 1
        for place in range(HOLE):  # a dealer holds no more
            known = sets.of_each[at, place]
            unknown = left[sets.ranks[hole, place]] - known
            number *= FEW[unknown, sets.counts[hole, place] - known] if unknown >= 0 else 0
        holding[sets.part[at]] += number


def without(drawn: int, holding: Array, sets: Sets) -> int:
    """How many of the dealer's hands that were put in hold none of the cards that are drawn."""
    number = 0
    for at in range(sets.starts[drawn], sets.starts[drawn + 1]):
        number += sets.sign[at] * holding[sets.part[at]]
    return number


class After(NamedTuple):
    """What one does after the first decision."""

    lowest: Array  # by rank of the up card and how many more of it are seen: the lowest number that is bet after a draw
    force_from: int  # odds of the bet from which a dealer is forced, if it is worth it


class Queue(NamedTuple):
    """Hands that the player may end with, by number: the decision, the ranks drawn, and what a bet is paid."""

    choice: Array
    drawn: Array
    number: Array
    pays: Array
    turn: Array
    begin: Array


class Class(NamedTuple):
    """What is known of all hands of the same ranks against an up card of one rank."""

    worth: Floats  # by decision and ranks drawn, from the first of their size: bet or fold, whichever is better
    value: Floats  # by decision: the mean of it, less the price
    bets: Floats  # in what part of the draws one bets
    paid: Floats  # and the odds that the bets are paid, as part of all draws
    ranks_kept: Array  # the ranks that are kept, as bits
    different: Floats  # the mean of the worth of all draws whose ranks are different and not among the kept
    left: Array  # by rank: cards that are neither held nor face up
    ways: Array  # by ranks drawn: how many draws have them
    no_hand: Array  # and how many of the dealer's hands without the drawn cards do not qualify
    holding: Array  # by ranks: the dealer's hands, as far as they are put in, that hold cards of them
    lower: Array  # by place in the queue: how many of the dealer's hands are lower
    odds: Array  # of a bet, each once, in parts of the tables' unit
    forced: Floats  # by number of cards drawn and place of the odds: what forcing gains; NONE is not reckoned yet
    flush: Floats  # by place of the odds: what a flush is worth
    force_from: int


def forcing(up: int, player: int, pays: int, size: int, known: Class, tables: Tables) -> float:
    """What forcing the dealer gains on average: as if the cards drawn were still there, and alike for equal odds."""
    if pays < known.force_from * tables.unit:
        return 0.0
    place = number_of(pays, known.odds)
    if known.forced[size, place] == NONE:
        cards = LEFT - size
        gained = 0.0
        for at in range(len(tables.left_with)):
            hands, higher, win, _, lose = replacements(at, up, player, known.left, tables)
            if hands:
                gain = ANTES_BET * pays * win - tables.unit * (AT_STAKE * lose + 2 * cards)
                if gain > 0:
                    gained += hands * higher * gain / cards
        known.forced[size, place] = gained / (HANDS * tables.unit)
    return known.forced[size, place]  # type: ignore[no-any-return]


def queued(
    queue: Queue, ranks: Array, wanted: NDArray[np.bool_], known: Class, sets: Sets, six: Array, tables: Tables
) -> None:
    """Every hand to end with, in the order of their numbers."""
    waiting = 0
    queue.begin[:] = 0
    for choice in range(CHOICES):
        if not wanted[choice]:
            continue
        size = DRAWN[choice]
        key_kept = known.ranks_kept[choice] = 0
        for at in range(HELD):
            if not DISCARDS[choice] >> at & 1:
                key_kept += KEY[ranks[at]]
                known.ranks_kept[choice] |= 1 << ranks[at]
        for drawn in range(sets.first[size], sets.first[size + 1]):
            if not known.ways[drawn]:
                continue
            if choice == BUY:
                number, pays = six[drawn - sets.first[size]]
            else:
                number = np.int64(tables.summed[key_kept + sets.keys[drawn]])
                pays = tables.odds[tables.paid[number]]
            queue.choice[waiting], queue.drawn[waiting] = choice, drawn
            queue.number[waiting], queue.pays[waiting] = number, pays
            queue.begin[number + 2] += 1
            waiting += 1
    for number in range(1, len(queue.begin)):
        queue.begin[number] += queue.begin[number - 1]
    for at in range(waiting):
        number = queue.number[at]
        queue.turn[queue.begin[number + 1]] = at
        queue.begin[number + 1] += 1


def by_ranks(
    ranks: Array,
    up: int,
    wanted: NDArray[np.bool_],
    after: After,
    sets: Sets,
    queue: Queue,
    six: Array,
    known: Class,
    tables: Tables,
) -> None:
    """What every decision is worth with a hand of these ranks, as if there were no flushes."""
    left = known.left
    left[:] = 4
    left[up] -= 1
    for at in range(HELD):
        left[ranks[at]] -= 1
    for drawn in range(len(known.ways)):
        known.ways[drawn] = ways(drawn, left, sets)
    queued(queue, ranks, wanted, known, sets, six, tables)
    holding = known.holding
    holding[:] = 0
    known.value[:] = known.bets[:] = known.paid[:] = known.different[:] = 0
    known.forced[:] = known.flush[:] = NONE
    qualifier = number_of(LOWEST_QUALIFIER, tables.ranks)
    order, hand = sets.order[up], sets.hand[up]
    at = 0
    while hand[at] < qualifier:
        put_in(order[at], left, sets, holding)
        at += 1
    for drawn in range(len(known.ways)):
        known.no_hand[drawn] = without(drawn, holding, sets)
    holding[:] = 0
    for number in range(len(tables.ranks)):
        begin, end = queue.begin[number], queue.begin[number + 1]
        before = at
        while number >= qualifier and at < len(hand) and hand[at] == number:
            at += 1
        for turn in range(begin, end):
            known.lower[queue.turn[turn]] = without(queue.drawn[queue.turn[turn]], holding, sets)
        for hole in order[before:at]:
            put_in(hole, left, sets, holding)
        for turn in range(begin, end):
            settle(queue.turn[turn], up, after, sets, queue, known, tables)
    for choice in range(CHOICES):
        if wanted[choice]:
            draws = CHOOSE[UNSEEN, DRAWN[choice]]
            known.value[choice] = known.value[choice] / draws - (choice != BET)
            known.bets[choice] /= draws
            known.paid[choice] /= draws


def settle(waiting: int, up: int, after: After, sets: Sets, queue: Queue, known: Class, tables: Tables) -> None:
    """Bet or fold a hand, now that the dealer's lower and equal ones are put in."""
    choice, drawn = queue.choice[waiting], queue.drawn[waiting]
    number, pays = queue.number[waiting], queue.pays[waiting]
    size = DRAWN[choice]
    dealt = CHOOSE[UNSEEN - size, HOLE]
    lower, no_hand = known.lower[waiting], known.no_hand[drawn]
    reached = without(drawn, known.holding, sets)  # lower or equal
    unit = tables.unit
    value = float(ANTES_BET * pays * lower - unit * (AT_STAKE * (dealt - no_hand - reached) - no_hand))
    worth = value / (unit * dealt)
    if lower and pays * most_outs(number, tables) > unit * (LEFT - size):
        worth += forcing(up, number, pays, size, known, tables)
    seen = 3 - known.left[up]
    for place in range(HELD):
        if sets.ranks[drawn, place] == up:
            seen += sets.counts[drawn, place]
    if choice == BET or (worth > -1 if after.lowest[up, seen] == AS_WORTH else number >= after.lowest[up, seen]):
        known.bets[choice] += known.ways[drawn]
        known.paid[choice] += known.ways[drawn] * pays / unit
    else:
        worth = -1.0
    known.worth[choice, drawn - sets.first[size]] = worth
    known.value[choice] += known.ways[drawn] * worth
    if sets.bits[drawn] and not sets.bits[drawn] & known.ranks_kept[choice]:
        known.different[choice] += worth / CHOOSE[13 - HELD + size, size]


def with_one_more(ranks: Array, six: Array, tables: Tables) -> None:
    """For every rank of a card that is bought: number of the hand, and what it is paid, if it is no flush."""
    for rank in range(13):
        cards = place = there = 0
        for other in range(13):
            count = 1 if other == rank else 0
            for at in range(HELD):
                count += ranks[at] == other
            if other == rank:
                there = count
            for _ in range(min(count, 4)):
                cards |= 1 << other + 13 * (place % 4)
                place += 1
        if there <= 4:
            six[rank, 0] = number_of(poker_rank(cards), tables.ranks)
            six[rank, 1] = tables.odds[paid_as(cards, tables.beside_five)]


# --- With suits -------------------------------------------------------------------------------------------------------


def flush_worth(up: int, pays: int, known: Class, sets: Sets, tables: Tables) -> float:
    """What a bet with a flush is worth that is paid so much; the dealer's flushes are left out."""
    place = number_of(pays, known.odds)
    if known.flush[place] == NONE:
        higher = 0
        for at in range(len(sets.order[up]) - 1, -1, -1):
            if tables.ranks[sets.hand[up, at]] < FULL_HOUSE << KIND:
                break
            higher += ways(sets.order[up, at], known.left, sets)
        no_hand = known.no_hand[0]
        lower = HANDS - no_hand - higher
        value = ANTES_BET * pays * lower - tables.unit * (AT_STAKE * higher - no_hand)
        known.flush[place] = value / (HANDS * tables.unit) + forcing(
            up, tables.suited[ANY_FLUSH], pays, 0, known, tables
        )
    return known.flush[place]  # type: ignore[no-any-return]


def suited_dealers(up: int, suit: int) -> tuple[int, int]:
    """Of the dealer's flushes with these cards of the up card's suit left: those without ace and king, with both."""
    number = suit.bit_count()
    needed = (1 << ACE | 1 << KING) & ~(1 << up)
    both = 0
    if suit & needed == needed:
        number_needed = needed.bit_count()
        both = CHOOSE[number - number_needed, HOLE - number_needed]
    return CHOOSE[number, HOLE] - both, both


def kept_suit(cards: Array, choice: int) -> int:
    """The suit of the cards that are kept if all have one."""
    suit = NONE_KEPT
    for at in range(HELD):
        if not DISCARDS[choice] >> at & 1:
            one = cards[at] // 13
            suit = one if suit in (NONE_KEPT, one) else SEVERAL
    return suit


def drawn_flushes(suit: int, choice: int, up: int, known: Class, sets: Sets, tables: Tables) -> float:
    """What the flushes add that can be drawn, if the cards that are kept have one suit and this is left of it."""
    size, ranks_kept = DRAWN[choice], known.ranks_kept[choice]
    first = sets.first[size]
    if size > 2:  # too many to go through: all but the straight flushes are worth the same
        pays = tables.odds[tables.paid[tables.suited[ANY_FLUSH]]]
        worth = flush_worth(up, pays, known, sets, tables)
        gained: float = CHOOSE[suit.bit_count(), size] * (worth - known.different[choice])
        for five in STRAIGHTS:
            if five & ranks_kept == ranks_kept and five & ~ranks_kept & suit == five & ~ranks_kept:
                pays = tables.odds[tables.paid[tables.suited[five]]]
                gained += flush_worth(up, pays, known, sets, tables) - worth
        return gained / int(CHOOSE[UNSEEN, size])
    gained = 0.0
    for drawn in range(first, sets.first[size + 1]):
        bits = sets.bits[drawn]
        if bits and bits & suit == bits:
            pays = tables.odds[tables.paid[tables.suited[ranks_kept | bits]]]
            gained += flush_worth(up, pays, known, sets, tables) - float(known.worth[choice, drawn - first])
    return gained / int(CHOOSE[UNSEEN, size])


ANY_FLUSH = 0b1011101  # ranks that make no straight
STRAIGHTS = np.array([0b11111 << low for low in range(9)] + [0b1111 | 1 << ACE], np.int64)


def with_suits(
    cards: Array, up: int, wanted: NDArray[np.bool_], known: Class, sets: Sets, tables: Tables, found: Floats
) -> None:
    """What each decision is worth with these cards, the highest first; NONE where it is not wanted."""
    up_rank, up_suit = up % 13, up // 13
    whole = 0
    for at in range(HELD):
        whole |= 1 << cards[at]
    gone = whole | 1 << up
    nothing, ace_king = suited_dealers(up_rank, SUIT & ~(gone >> 13 * up_suit & SUIT))
    long = 0
    for suit in range(1, 4):
        if (whole >> 13 * suit & SUIT).bit_count() > (whole >> 13 * long & SUIT).bit_count():
            long = suit
    in_suit = (whole >> 13 * long & SUIT).bit_count()
    for choice in range(CHOICES):
        found[choice] = NONE
        if not wanted[choice]:
            continue
        value = known.value[choice]
        value -= (4 * nothing + AT_STAKE * ace_king) * known.bets[choice] / HANDS
        value -= ANTES_BET * ace_king * known.paid[choice] / HANDS
        if choice == BET:
            if in_suit == HELD:
                pays = tables.odds[tables.paid[number_of(poker_rank(whole), tables.ranks)]]
                value = flush_worth(up_rank, pays, known, sets, tables)
        elif choice == BUY:
            if in_suit >= HELD - 1:
                for card in range(52):
                    new = whole | 1 << card
                    if gone >> card & 1 or (new >> 13 * long & SUIT).bit_count() < HELD:
                        continue
                    pays = tables.odds[paid_as(new, tables.beside_five)]
                    worth = flush_worth(up_rank, pays, known, sets, tables)
                    value += (worth - known.worth[BUY, card % 13]) / UNSEEN
        else:
            kept = kept_suit(cards, choice)
            for suit in range(SUITS):
                if kept in (suit, NONE_KEPT):
                    left = SUIT & ~(gone >> 13 * suit & SUIT)
                    value += drawn_flushes(left, choice, up_rank, known, sets, tables)
        found[choice] = value


FEW = np.array([[comb(n, k) for k in range(HOLE + 1)] for n in range(HOLE + 1)], np.int64)

rules(
    ways,
    put_in,
    without,
    forcing,
    queued,
    by_ranks,
    settle,
    with_one_more,
    flush_worth,
    suited_dealers,
    kept_suit,
    drawn_flushes,
    with_suits,
)


@compiled
def guesses(hands: Array, ups: Array, wanted: NDArray[np.bool_], after: After, sets: Sets, tables: Tables) -> Floats:
    """The guess for every decision with every hand, its cards the highest first, against its up card.

    Hands of the same ranks stand together, and among them up cards of the same rank: what depends on ranks alone is
    reckoned once for all of them.
    """
    found = np.zeros((len(hands), CHOICES))
    six = np.zeros((13, 2), np.int64)
    largest = sets.first[-1] - sets.first[-2]
    most = CHOICES * largest
    queue = Queue(
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(len(tables.ranks) + 2, np.int64),
    )
    known = Class(
        np.zeros((CHOICES, largest)),
        np.zeros(CHOICES),
        np.zeros(CHOICES),
        np.zeros(CHOICES),
        np.zeros(CHOICES, np.int64),
        np.zeros(CHOICES),
        np.zeros(13, np.int64),
        np.zeros(sets.first[-1], np.int64),
        np.zeros(sets.first[-1], np.int64),
        np.zeros(sets.first[-1], np.int64),
        np.zeros(most, np.int64),
        np.unique(tables.odds),
        np.zeros((HELD + 1, len(tables.odds))),
        np.zeros(len(tables.odds)),
        after.force_from,
    )
    ranks, up = np.full(HELD, -1, np.int64), -1
    for at in range(len(hands)):
        same = ups[at] % 13 == up
        alike = True
        for place in range(HELD):
            alike = alike and hands[at, place] % 13 == ranks[place]
        if not (same and alike):
            ranks[:] = hands[at] % 13
            up = ups[at] % 13
            if not alike:
                with_one_more(ranks, six, tables)
            by_ranks(ranks, up, wanted[at], after, sets, queue, six, known, tables)
        with_suits(hands[at], ups[at], wanted[at], known, sets, tables, found[at])
    return found
