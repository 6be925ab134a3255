"""High Card Flush at the speed of the machine: the loop is here, the rules are those of the engine."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.equipment.cards import SUITS, mask
from nomorebets.games.high_card_flush import odds
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
from nomorebets.games.high_card_flush.solve import (
    ANTE_WINS,
    ENDINGS,
    RAISE_WINS,
    RECKONED,
    against,
    antes_raised,
    best,
    best_decisions,
    best_threshold,
    counted,
    named,
    threshold_decisions,
)
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
from nomorebets.sim.strategy import FROM_FILE, Thresholds
from nomorebets.sim.stream import NO_CARD, Stream, drawn
from nomorebets.sim.tally import COLUMNS, NET, SQUARES, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms
from nomorebets.workers import Progress, Workers

MAIN, FLUSH, STRAIGHT, METERED, ALL = range(5)
LINES = (ANTE.name, FLUSH_BONUS.name, STRAIGHT_FLUSH_BONUS.name, PROGRESSIVE.name, "all")

SIZES = CARDS_EACH + 1
SUITED_SIX, IN_SUIT, KINDS = SIZES, SIZES + 1, SIZES + 2  # straight flushes above their size: A-K-Q-J-10-9, the suit's

# Where the counts of outcomes begin.
FOLDED = COLUMNS * len(LINES)
RAISED = FOLDED + 1
FLUSHES = RAISED + 3 * len(ENDINGS)
STRAIGHTS = FLUSHES + SIZES
METERS = STRAIGHTS + KINDS
NOT_ELIGIBLE = METERS + KINDS


Antes = NDArray[np.int8]  # by the ranks of the flush


class House(NamedTuple):
    """The submission in numbers."""

    suit: int
    bonus_maximum: int  # 0: none
    per_hand: bool
    growth: Counts  # what the wagers of a round add to the meters
    reset_minimum: int
    order: int  # of the winners of the Progressive: 0 from the dealer's right, 1 from the left, 2 the highest first
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


def decided(cards: int, rank: int, antes: Antes) -> int:
    """How many antes a strategy raises with this hand."""
    decision: int = antes[rank & SUIT]
    if decision == RECKONED:
        decision = antes_raised(best(against(in_suits(cards)), raise_limit(rank >> 13)), rank & SUIT)
    return decision


def capped(net: int, most: int) -> int:
    """What a bonus wager wins: no more than the house's maximum leaves; -1 is no maximum."""
    return net if most < 0 else min(net, most)


def bonuses(cards: int, stakes: Counts, posted: Posted, house: House, paid: int, net: Counts, counts: Counts) -> int:
    """Settle the bonus wagers of one hand; all that the round has paid on them so far."""
    in_hand = 0
    for line in (FLUSH, STRAIGHT):
        if stakes[line]:
            if line == FLUSH:
                kind = flush_size(cards)
                won = posted.flush.net[kind]
                counts[FLUSHES + kind] += 1
            else:
                kind = straight_flush_kind(cards, house.suit)
                won = posted.straight.net[kind]
                counts[STRAIGHTS + kind] += 1
            most = house.bonus_maximum - (in_hand if house.per_hand else paid) if house.bonus_maximum else -1
            net[line] = capped(won, most)
            in_hand += max(net[line], 0)
            paid += max(net[line], 0)
    return paid


def metered(kind: int, posted: Posted, house: House, meters: Counts) -> int:
    """What one Progressive wager wins, off the meters as they stand; the stake is gone in any case."""
    net, percent = posted.progressive.net[kind], posted.progressive.share[kind]
    if percent:
        pays = meters[MAIN_METER] * percent // 100
        meters[MAIN_METER] -= pays
        net += pays
        if percent == 100:
            reset(meters, house.reset_minimum)
    return int(net)


def ante_and_raise(player: int, dealer: int, antes: int, ante: int, counts: Counts) -> int:
    """What a flush of this rank wins with so many antes raised; none is a fold."""
    if not antes:
        counts[FOLDED] += 1
        return -ante
    ending = showdown(player, dealer)
    counts[RAISED + 4 * (antes - 1) + ending] += 1
    return ante * (ANTE_WINS[ending] + RAISE_WINS[ending] * antes)


def settle_sides(
    hands: Counts,
    raised: Counts,
    stakes: Counts,
    posted: Posted,
    house: House,
    meters: Counts,
    net: Counts,
    counts: Counts,
) -> None:
    """Settle the side wagers of one round: what each seat wins on each line."""
    seats = len(hands)
    if stakes[FLUSH] or stakes[STRAIGHT]:
        paid = 0
        for seat in range(seats):  # a fold is settled at once, clockwise; the rest from the dealer's right
            if not raised[seat]:
                paid = bonuses(hands[seat], stakes, posted, house, paid, net[seat], counts)
        for seat in range(seats - 1, -1, -1):
            if raised[seat]:
                paid = bonuses(hands[seat], stakes, posted, house, paid, net[seat], counts)
    if stakes[METERED]:
        progressives(hands, raised, stakes[METERED], posted, house, meters, net, counts)


def progressives(
    hands: Counts,
    raised: Counts,
    stake: int,
    posted: Posted,
    house: House,
    meters: Counts,
    net: Counts,
    counts: Counts,
) -> None:
    """Settle the Progressive of every seat in the order in which the meters are drawn on."""
    seats = len(hands)
    meters += house.growth
    for seat in range(seats):
        net[seat, METERED] = -stake  # as long as nothing is won
        if raised[seat] or house.folded_eligible:
            counts[METERS + straight_flush_kind(hands[seat], house.suit)] += 1
        else:
            counts[NOT_ELIGIBLE] += 1
    for seat in range(seats):
        if not raised[seat] and house.folded_eligible:
            net[seat, METERED] = metered(straight_flush_kind(hands[seat], house.suit), posted, house, meters)
    for turn in range(101 if house.order == 2 else 1):
        for place in range(seats):
            seat = place if house.order == 1 else seats - 1 - place
            if raised[seat]:
                kind = straight_flush_kind(hands[seat], house.suit)
                if house.order != 2 or posted.progressive.share[kind] == 100 - turn:
                    net[seat, METERED] = metered(kind, posted, house, meters)


rules(flush, stream, tally, reset, raise_limit, qualifies, compare, showdown, antes_raised)
rules(straight_flush_kind, decided, capped, bonuses, metered, ante_and_raise, settle_sides, progressives)


@compiled
def play(
    state: Stream,
    rounds: int,
    seats: int,
    antes: Antes,
    stakes: Counts,
    posted: Posted,
    house: House,
) -> Counts:
    """Play so many rounds on one stream."""
    sums = np.zeros(NOT_ELIGIBLE + 1, np.int64)
    hands, raised = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    net = np.zeros((seats, ALL), np.int64)
    meters = house.meters.copy()
    ante = stakes[MAIN]
    sides = stakes[FLUSH] + stakes[STRAIGHT] + stakes[METERED]
    raises = won = squares = 0  # in registers: this is what most simulations are about
    for _ in range(rounds):
        gone = drawn(state, NO_CARD, CARDS_EACH)  # whose cards are drawn first makes no difference
        dealer = flush_rank(gone)
        gone |= NO_CARD
        round_won = 0
        for seat in range(seats):
            cards = drawn(state, gone, CARDS_EACH)
            gone |= cards
            rank = flush_rank(cards)
            decision = decided(cards, rank, antes)
            round_won += ante_and_raise(rank, dealer, decision, ante, sums)
            hands[seat], raised[seat] = cards, decision
            raises += decision
        won += round_won
        squares += round_won * round_won
        if sides:
            settle_sides(hands, raised, stakes, posted, house, meters, net, sums)
            for line in (FLUSH, STRAIGHT, METERED):
                line_won = net[:, line].sum()
                booked(sums, line, line_won)
                round_won += line_won
            booked(sums, ALL, round_won)
    placed = rounds * seats
    for line in (FLUSH, STRAIGHT, METERED):
        put_up(sums, line, placed * stakes[line], 0)
    put_up(sums, MAIN, placed * ante, raises * ante)
    sums[NET], sums[SQUARES] = won, squares
    if sides:
        put_up(sums, ALL, placed * (ante + sides), raises * ante)
    return sums


def labelled(terms: Terms) -> Layout:
    """The layout of a tally under these terms, its outcomes called by the rows that pay them."""
    outcomes = [(ANTE.name, "fold")]
    outcomes += [(ANTE.name, f"raise {antes}x, {ending}") for antes in (1, 2, 3) for ending in ENDINGS]
    for wager, kinds in ((FLUSH_BONUS, SIZES), (STRAIGHT_FLUSH_BONUS, KINDS), (PROGRESSIVE, KINDS)):
        rows = paid_rows(terms, wager.name, kinds)
        outcomes += [(wager.name, row or "nothing") for row in rows]
    outcomes.append((PROGRESSIVE.name, "not eligible"))
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


ORDERS = ("dealers_right_first", "dealers_left_first", "highest_first")


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


STRATEGIES = ("best", "simple", FROM_FILE)


def strategy(name: str | Thresholds, workers: Workers, progress: Progress) -> Antes:
    """A strategy as antes for each flush: best play, the best rule that looks at the flush alone, or a player's own."""
    if isinstance(name, Thresholds):
        flushes = {flush_rank(ranks): raise_limit(ranks.bit_count()) for ranks in range(SUIT + 1) if dealt(ranks)}
        antes = name.antes(
            flushes, lambda cards: flush_rank(mask(cards)), lambda rank: f"a flush of {named(rank & SUIT)}"
        )
        return np.array([antes.get(flush_rank(ranks), 0) for ranks in range(SUIT + 1)], np.int8)
    rows = counted(workers, progress)
    decisions = best_decisions(rows) if name == "best" else threshold_decisions(best_threshold(rows))
    raised = [one if one == RECKONED else antes_raised(one, ranks) for ranks, one in enumerate(decisions.tolist())]
    return np.array(raised, np.int8)


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
    return Kernel(__name__, parameters, labelled(terms))
