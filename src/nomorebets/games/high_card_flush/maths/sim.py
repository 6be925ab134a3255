"""High Card Flush at the speed of the machine: the loop is here, the rules are those of the engine."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import SUITS, mask
from nomorebets.games.high_card_flush.maths import odds
from nomorebets.games.high_card_flush.maths.solve import (
    ENDINGS,
    RECKONED,
    against,
    antes_raised,
    best,
    best_raises,
    best_threshold,
    counted,
    named,
    outcome,
    threshold_raises,
)
from nomorebets.games.high_card_flush.rules import (
    ACE_HIGH_SIX,
    ANTE,
    CARDS_EACH,
    FLUSH_BONUS,
    PROGRESSIVE,
    STRAIGHT_FLUSH_BONUS,
    compare,
    meters,
    qualifies,
    raise_limit,
    rates,
    showdown,
)
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.suits import in_suits
from nomorebets.ranking import flush
from nomorebets.ranking.flush import (
    SUIT,
    flush_rank,
    flush_size,
    holds_suited,
    straight_flush_size,
    straight_flush_size_in,
)
from nomorebets.sim import stream, tally
from nomorebets.sim.paying import MAIN as MAIN_METER
from nomorebets.sim.paying import METERS as METER_NAMES
from nomorebets.sim.paying import Paid, growth, paid, reset
from nomorebets.sim.run import Kernel
from nomorebets.sim.strategy import Thresholds, read
from nomorebets.sim.stream import NO_CARD, Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms

# By antes raised, none for a fold, and by how the hands compare, which changes nothing for a fold.
ENDED_SO = tuple(outcome(antes, ending, 1) for antes in range(4) for ending in range(len(ENDINGS)))
WINS = np.array([int(one.net) for one in ENDED_SO])  # in antes

MAIN, FLUSH, STRAIGHT, METERED, ALL = range(5)
LINES = (ANTE.name, FLUSH_BONUS.name, STRAIGHT_FLUSH_BONUS.name, PROGRESSIVE.name, "all")

ORDERS = ("dealers_right_first", "dealers_left_first", "highest_first")
LEFT_FIRST, HIGHEST_FIRST = 1, 2

SIZES = CARDS_EACH + 1
SUITED_SIX, IN_SUIT, KINDS = SIZES, SIZES + 1, SIZES + 2  # straight flushes above their size: A-K-Q-J-10-9, the suit's

# Where the counts of outcomes begin.
ENDED = COLUMNS * len(LINES)
FLUSHES = ENDED + len(ENDED_SO)
STRAIGHTS = FLUSHES + SIZES
METERS = STRAIGHTS + KINDS
NOT_ELIGIBLE = METERS + KINDS

Antes = NDArray[np.int8]  # by the ranks of the flush
Held = Counts  # by seat: antes raised, size of the flush, kind of straight flush
RAISED = MAIN


class House(NamedTuple):
    """The submission in numbers."""

    suit: int
    bonus_maximum: int  # 0: none
    per_hand: bool
    growth: Counts  # what the wagers of a round add to the meters
    reset_minimum: int
    order: int  # of the winners of the Progressive
    folded_eligible: bool
    meters: Counts  # at the start of a chunk


class Posted(NamedTuple):
    """What the side wagers win, by kind of hand."""

    flush: Paid
    straight: Paid
    progressive: Paid


def straight_flush_kind(cards: int, suit: int) -> int:
    """The size of the longest straight flush, or what ranks above it."""
    size = straight_flush_size(cards)
    if size == CARDS_EACH and straight_flush_size_in(cards, suit) == CARDS_EACH:
        return IN_SUIT
    return SUITED_SIX if size == SIZES - 2 and holds_suited(cards, ACE_HIGH_SIX) else size


def decided(cards: int, rank: int, raises: Antes) -> int:
    """How many antes a strategy raises with this hand."""
    antes: int = raises[rank & SUIT]
    if antes == RECKONED:
        antes = antes_raised(best(against(in_suits(cards)), raise_limit(rank >> 13)), rank & SUIT)
    return antes


def ante_and_raise(player: int, dealer: int, antes: int, ante: int, counts: Counts) -> int:
    """What a flush of this rank wins with so many antes raised; none is a fold."""
    ended = len(ENDINGS) * antes + showdown(player, dealer)
    counts[ENDED + ended] += 1
    return ante * WINS[ended]  # type: ignore[no-any-return]


def settle_sides(
    held: Held, stakes: Counts, posted: Posted, house: House, meters: Counts, net: Counts, counts: Counts
) -> None:
    """Settle the side wagers of one round: what each seat wins on each line."""
    seats = len(held)
    if stakes[FLUSH] or stakes[STRAIGHT]:
        paid = 0
        for seat in range(seats):  # a fold is settled at once, clockwise; the rest from the dealer's right
            if not held[seat, RAISED]:
                paid = bonuses(held, seat, stakes, posted, house, paid, net, counts)
        for seat in range(seats - 1, -1, -1):
            if held[seat, RAISED]:
                paid = bonuses(held, seat, stakes, posted, house, paid, net, counts)
    if stakes[METERED]:
        progressives(held, stakes[METERED], posted, house, meters, net, counts)


def bonuses(
    held: Held, seat: int, stakes: Counts, posted: Posted, house: House, paid: int, net: Counts, counts: Counts
) -> int:
    """Settle the bonus wagers of one hand; all that the round has paid on them so far."""
    in_hand = 0
    for line in (FLUSH, STRAIGHT):
        if stakes[line]:
            kind = held[seat, line]
            counts[(FLUSHES if line == FLUSH else STRAIGHTS) + kind] += 1
            won = posted.flush.net[kind] if line == FLUSH else posted.straight.net[kind]
            most = house.bonus_maximum - (in_hand if house.per_hand else paid) if house.bonus_maximum else -1
            won = capped(won, most)
            net[seat, line] = won
            in_hand += max(won, 0)
            paid += max(won, 0)
    return paid


def capped(net: int, most: int) -> int:
    """What a bonus wager wins: no more than the house's maximum leaves; -1 is no maximum."""
    return net if most < 0 else min(net, most)


def progressives(
    held: Held, stake: int, posted: Posted, house: House, meters: Counts, net: Counts, counts: Counts
) -> None:
    """Settle the Progressive of every seat in the order in which the meters are drawn on."""
    seats = len(held)
    for meter in range(len(meters)):
        meters[meter] += house.growth[meter]
    for seat in range(seats):
        net[seat, METERED] = -stake  # as long as nothing is won
        if held[seat, RAISED]:
            counts[METERS + held[seat, STRAIGHT]] += 1
        elif house.folded_eligible:
            counts[METERS + held[seat, STRAIGHT]] += 1
            net[seat, METERED] = metered(held[seat, STRAIGHT], posted, house, meters)
        else:
            counts[NOT_ELIGIBLE] += 1
    for turn in range(101 if house.order == HIGHEST_FIRST else 1):
        for place in range(seats):
            seat = place if house.order == LEFT_FIRST else seats - 1 - place
            kind = held[seat, STRAIGHT]
            if held[seat, RAISED] and (house.order != HIGHEST_FIRST or posted.progressive.share[kind] == 100 - turn):
                net[seat, METERED] = metered(kind, posted, house, meters)


def metered(kind: int, posted: Posted, house: House, meters: Counts) -> int:
    """What one Progressive wager wins, off the meters as they stand; the stake is gone in any case."""
    net: int = posted.progressive.net[kind]
    percent = posted.progressive.share[kind]
    if percent:
        pays = meters[MAIN_METER] * percent // 100
        meters[MAIN_METER] -= pays
        net += pays
        if percent == 100:
            reset(meters, house.reset_minimum)
    return net


rules(flush, stream, tally, reset, raise_limit, qualifies, compare, showdown)
rules(straight_flush_kind, decided, ante_and_raise, settle_sides, bonuses, capped, progressives, metered, inline=True)


@compiled
def loop(
    state: Stream,
    rounds: int,
    seats: int,
    raises: Antes,
    stakes: Counts,
    posted: Posted,
    house: House,
    held: Held,
    net: Counts,
    meters: Counts,
    sums: Counts,
) -> None:
    """Play so many rounds and add them to the sums; what was held and won is of the last round."""
    posted, house, held, net, meters, sums = lent((posted, house, held, net, meters, sums))
    ante = stakes[MAIN]
    sides = stakes[FLUSH] + stakes[STRAIGHT] + stakes[METERED]
    straights = stakes[STRAIGHT] + stakes[METERED]
    raised = 0
    for _ in range(rounds):
        gone = drawn(state, NO_CARD, CARDS_EACH)  # whose cards are drawn first makes no difference
        dealer = flush_rank(gone)
        gone |= NO_CARD
        round_won = 0
        for seat in range(seats):
            cards = drawn(state, gone, CARDS_EACH)
            gone |= cards
            rank = flush_rank(cards)
            antes = decided(cards, rank, raises)
            raised += antes
            round_won += ante_and_raise(rank, dealer, antes, ante, sums)
            if sides:
                held[seat, RAISED], held[seat, FLUSH] = antes, rank >> 13
                if straights:
                    held[seat, STRAIGHT] = straight_flush_kind(cards, house.suit)
        booked(sums, MAIN, round_won)
        if sides:
            settle_sides(held, stakes, posted, house, meters, net, sums)
            for line in (FLUSH, STRAIGHT, METERED):
                line_won = 0
                for seat in range(seats):
                    line_won += net[seat, line]
                booked(sums, line, line_won)
                round_won += line_won
            booked(sums, ALL, round_won)
    placed = rounds * seats
    for line in (FLUSH, STRAIGHT, METERED):
        put_up(sums, line, stakes[line], placed, 0)
    put_up(sums, MAIN, ante, placed, raised)
    if sides:
        put_up(sums, ALL, ante, placed, raised)
        put_up(sums, ALL, sides, placed, 0)


def play(state: Stream, rounds: int, seats: int, raises: Antes, stakes: Counts, posted: Posted, house: House) -> Counts:
    """Play so many rounds on one stream."""
    held, net = np.zeros((seats, 3), np.int64), np.zeros((seats, ALL), np.int64)
    meters = house.meters.copy()
    sums = np.zeros(NOT_ELIGIBLE + 1, np.int64)
    loop(state, rounds, seats, raises, stakes, posted, house, held, net, meters, sums)
    return sums


def labelled(terms: Terms) -> Layout:
    """The layout of a tally under these terms, its outcomes called by the rows that pay them."""
    outcomes = [(ANTE.name, one.name) for one in ENDED_SO]
    for wager, kinds in ((FLUSH_BONUS, SIZES), (STRAIGHT_FLUSH_BONUS, KINDS), (PROGRESSIVE, KINDS)):
        rows = paid_rows(terms, wager.name, kinds)
        outcomes += [(wager.name, row or "nothing") for row in rows]
    outcomes.append((PROGRESSIVE.name, odds.NOT_ELIGIBLE))
    return Layout(LINES, tuple(outcomes))


def paid_rows(terms: Terms, wager: str, kinds: int) -> list[str]:
    """The row of the pay table for each kind of hand, as the rules find it for a hand of the kind; "" is none."""
    rows = [""] * kinds
    table = terms.posted.get(wager)
    if table is not None:
        suit = SUITS.index(terms.submission.suit)
        for _, example in odds.hands():
            kind = flush_size(example) if kinds == SIZES else straight_flush_kind(example, suit)
            rows[kind] = odds.row(table, example, terms.submission.suit) or rows[kind]
    return rows


def posted(terms: Terms, stakes: Mapping[str, int]) -> Posted:
    """The pay tables of the terms by kind of hand."""

    def pays(wager: str, kinds: int) -> Paid:
        return paid(terms.posted.get(wager), paid_rows(terms, wager, kinds), stakes.get(wager, 0))

    return Posted(
        flush=pays(FLUSH_BONUS.name, SIZES),
        straight=pays(STRAIGHT_FLUSH_BONUS.name, KINDS),
        progressive=pays(PROGRESSIVE.name, KINDS),
    )


def house(terms: Terms, seats: int, stakes: Mapping[str, int]) -> House:
    submission = terms.submission
    initial = meters(submission)[PROGRESSIVE.name]
    return House(
        suit=SUITS.index(submission.suit),
        bonus_maximum=submission.bonus_maximum or 0,
        per_hand=submission.bonus_maximum_per == "hand",
        growth=growth([stakes.get(PROGRESSIVE.name, 0)] * seats, rates(submission)),
        reset_minimum=submission.reset_minimum,
        order=ORDERS.index(submission.progressive_order),
        folded_eligible=submission.folded_progressive == "eligible",
        meters=np.array([initial[name] for name in METER_NAMES], np.int64),
    )


STRATEGIES = ("best", "simple")
read_strategy = read


def strategy(name: str | Thresholds, workers: Workers, progress: Progress) -> Antes:
    """A strategy as antes for each flush: best play, the best rule that looks at the flush alone, or a player's own."""
    if isinstance(name, Thresholds):
        flushes = {flush_rank(ranks): raise_limit(ranks.bit_count()) for ranks in range(SUIT + 1) if dealt(ranks)}
        antes = name.antes(
            flushes, lambda cards: flush_rank(mask(cards)), lambda rank: f"a flush of {named(rank & SUIT)}"
        )
        return np.array([antes.get(flush_rank(ranks), 0) for ranks in range(SUIT + 1)], np.int8)
    rows = counted(workers, progress)
    return best_raises(rows) if name == "best" else threshold_raises(best_threshold(rows))


def dealt(ranks: int) -> bool:
    """Whether these ranks can be the longest flush of a hand: of seven cards some two are of one suit."""
    return 2 <= ranks.bit_count() <= CARDS_EACH


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
    antes = strategy(name, workers, progress)
    parameters = (seats, antes, placed, posted(terms, stakes), house(terms, seats, stakes))
    return Kernel(play, parameters, labelled(terms))
