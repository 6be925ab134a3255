"""High Card Flush at the speed of the machine: the loop is here, the rules are those of the engine."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, lent, rules
from nomorebets.equipment.cards import SUITS
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
    ENDINGS,
    RECKONED,
    against,
    antes_raised,
    best,
    best_raises,
    best_threshold,
    counted,
    outcome,
    threshold_raises,
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
from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import Stream, drawn
from nomorebets.sim.tally import COLUMNS, NET, SQUARES, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms
from nomorebets.table.money import Fixed, Pay, Share, To
from nomorebets.workers import Progress, Workers

# By antes raised, none for a fold, and by how the hands compare, which changes nothing for a fold.
ENDED_SO = tuple(outcome(antes, ending, 1) for antes in range(4) for ending in range(len(ENDINGS)))
WINS = np.array([int(one.net) for one in ENDED_SO])  # in antes

MAIN, FLUSH, STRAIGHT, METERED, ALL = range(5)
LINES = (ANTE.name, FLUSH_BONUS.name, STRAIGHT_FLUSH_BONUS.name, PROGRESSIVE.name, "all")

ORDERS = ("dealers_right_first", "dealers_left_first", "highest_first")
LEFT_FIRST, HIGHEST_FIRST = 1, 2

NO_CARD = ~((1 << 52) - 1)  # bits that stand for no card
SIZES = CARDS_EACH + 1
SUITED_SIX, IN_SUIT, KINDS = SIZES, SIZES + 1, SIZES + 2  # straight flushes above their size: A-K-Q-J-10-9, the suit's

# Where the counts of outcomes begin.
ENDED = COLUMNS * len(LINES)
FLUSHES = ENDED + len(ENDED_SO)
STRAIGHTS = FLUSHES + SIZES
METERS = STRAIGHTS + KINDS
NOT_ELIGIBLE = METERS + KINDS


Held = Counts  # by seat: antes raised, size of the flush, kind of straight flush
RAISED = MAIN


class House(NamedTuple):
    """The submission in numbers."""

    suit: int
    bonus_maximum: int  # 0: none
    per_hand: bool
    main_rate: int
    secondary_rate: int
    reset_minimum: int
    order: int  # of the winners of the Progressive
    folded_eligible: bool
    main: int  # the meters at the start of a chunk
    secondary: int


class Posted(NamedTuple):
    """What is paid, by kind of hand: odds to 1, cents, per cent of the meter; 0 is nothing."""

    flush: NDArray[np.int64]
    straight: NDArray[np.int64]
    fixed: NDArray[np.int64]
    share: NDArray[np.int64]


def straight_flush_kind(cards: int, suit: int) -> int:
    """The size of the longest straight flush, or what ranks above it."""
    size = straight_flush_size(cards)
    if size == CARDS_EACH and straight_flush_size_in(cards, suit) == CARDS_EACH:
        return IN_SUIT
    return SUITED_SIX if size == SIZES - 2 and holds_suited(cards, ACE_HIGH_SIX) else size


def decided(cards: int, rank: int, raises: NDArray[np.int8]) -> int:
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
            odds = posted.flush[kind] if line == FLUSH else posted.straight[kind]
            most = house.bonus_maximum - (in_hand if house.per_hand else paid) if house.bonus_maximum else -1
            pays = bonus(stakes[line], odds, most)
            net[seat, line] = pays if odds else -stakes[line]
            in_hand += pays
            paid += pays
    return paid


def bonus(stake: int, odds: int, most: int) -> int:
    """What a bonus wager wins: nothing at odds of 0, and no more than the house's maximum leaves."""
    return stake * odds if most < 0 or not odds else min(stake * odds, most)


def progressives(
    held: Held, stake: int, posted: Posted, house: House, meters: Counts, net: Counts, counts: Counts
) -> None:
    """Settle the Progressive of every seat in the order in which the meters are drawn on."""
    seats = len(held)
    meters[0] += seats * (stake * house.main_rate // 100)
    meters[1] += seats * (stake * house.secondary_rate // 100)
    for seat in range(seats):
        net[seat, METERED] = -stake
        if held[seat, RAISED]:
            counts[METERS + held[seat, STRAIGHT]] += 1
        elif house.folded_eligible:
            counts[METERS + held[seat, STRAIGHT]] += 1
            net[seat, METERED] += metered(held[seat, STRAIGHT], posted, house, meters)
        else:
            counts[NOT_ELIGIBLE] += 1
    for turn in range(101 if house.order == HIGHEST_FIRST else 1):
        for place in range(seats):
            seat = place if house.order == LEFT_FIRST else seats - 1 - place
            kind = held[seat, STRAIGHT]
            if held[seat, RAISED] and (house.order != HIGHEST_FIRST or posted.share[kind] == 100 - turn):
                net[seat, METERED] += metered(kind, posted, house, meters)


def metered(kind: int, posted: Posted, house: House, meters: Counts) -> int:
    """Pay one Progressive wager off the meters as they stand."""
    if not posted.share[kind]:
        return posted.fixed[kind]  # type: ignore[no-any-return]
    pays: int = meters[0] * posted.share[kind] // 100
    meters[0] -= pays
    if posted.share[kind] == 100:
        meters[0] = max(meters[0] + meters[1], house.reset_minimum)
        meters[1] = 0
    return pays


rules(flush, stream, tally, raise_limit, qualifies, compare, showdown)
rules(straight_flush_kind, decided, ante_and_raise, settle_sides, bonuses, bonus, progressives, metered, inline=True)


@compiled
def loop(
    state: Stream,
    rounds: int,
    seats: int,
    raises: NDArray[np.int8],
    stakes: Counts,
    posted: Posted,
    house: House,
    held: Held,
    net: Counts,
    meters: Counts,
    sums: Counts,
) -> None:
    """Play so many rounds and add them to the sums; what was held and won is of the last round."""
    posted, held, net, meters, sums = lent((posted, held, net, meters, sums))
    ante = stakes[MAIN]
    sides = stakes[FLUSH] + stakes[STRAIGHT] + stakes[METERED]
    straights = stakes[STRAIGHT] + stakes[METERED]
    raised = won = squares = 0  # in registers: this is what most simulations are about
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
        won += round_won
        squares += round_won * round_won
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
        put_up(sums, line, placed * stakes[line], 0)
    put_up(sums, MAIN, placed * ante, raised * ante)
    sums[NET], sums[SQUARES] = won, squares
    if sides:
        put_up(sums, ALL, placed * (ante + sides), raised * ante)


def play(
    state: Stream, rounds: int, seats: int, raises: NDArray[np.int8], stakes: Counts, posted: Posted, house: House
) -> Counts:
    """Play so many rounds on one stream."""
    held, net = np.zeros((seats, 3), np.int64), np.zeros((seats, ALL), np.int64)
    meters = np.array([house.main, house.secondary], np.int64)
    sums = np.zeros(NOT_ELIGIBLE + 1, np.int64)
    loop(state, rounds, seats, raises, stakes, posted, house, held, net, meters, sums)
    return sums


def labelled(terms: Terms) -> Layout:
    """The layout of a tally under these terms, its outcomes called by the rows that pay them."""
    outcomes = [(ANTE.name, one.name) for one in ENDED_SO]
    for wager, kinds in ((FLUSH_BONUS, SIZES), (STRAIGHT_FLUSH_BONUS, KINDS), (PROGRESSIVE, KINDS)):
        rows = paid_rows(terms, wager.name, kinds)
        outcomes += [(wager.name, rows.get(kind, "nothing")) for kind in range(kinds)]
    outcomes.append((PROGRESSIVE.name, "not eligible"))
    return Layout(LINES, tuple(outcomes))


def paid_rows(terms: Terms, wager: str, kinds: int) -> dict[int, str]:
    """The row of the pay table for each kind of hand, as the rules find it for a hand of the kind."""
    table = terms.posted.get(wager)
    if table is None:
        return {}
    suit = SUITS.index(terms.submission.suit)
    rows = {}
    for _, example in odds.hands():
        kind = flush_size(example) if kinds == SIZES else straight_flush_kind(example, suit)
        row = odds.row(table, example, terms.submission.suit)
        if row:
            rows[kind] = row
    return rows


def posted(terms: Terms) -> Posted:
    """The pay tables of the terms by kind of hand."""

    def paid(wager: str, kinds: int) -> list[Pay | None]:
        table = terms.posted.get(wager)
        rows = paid_rows(terms, wager, kinds)
        return [table.pays[rows[kind]] if table and kind in rows else None for kind in range(kinds)]

    metered = paid(PROGRESSIVE.name, KINDS)
    return Posted(
        flush=odds_to_1(paid(FLUSH_BONUS.name, SIZES)),
        straight=odds_to_1(paid(STRAIGHT_FLUSH_BONUS.name, KINDS)),
        fixed=np.array([pay.cents if isinstance(pay, Fixed) else 0 for pay in metered], np.int64),
        share=np.array([pay.percent if isinstance(pay, Share) else 0 for pay in metered], np.int64),
    )


def odds_to_1(pays: list[Pay | None]) -> Counts:
    return np.array([pay.numerator if isinstance(pay, To) else 0 for pay in pays], np.int64)


def house(terms: Terms) -> House:
    submission = terms.submission
    rate = rates(submission)
    initial = meters(submission)[PROGRESSIVE.name]
    return House(
        suit=SUITS.index(submission.suit),
        bonus_maximum=submission.bonus_maximum or 0,
        per_hand=submission.bonus_maximum_per == "hand",
        main_rate=rate.get("main", 0),
        secondary_rate=rate.get("secondary", 0),
        reset_minimum=submission.reset_minimum,
        order=ORDERS.index(submission.progressive_order),
        folded_eligible=submission.folded_progressive == "eligible",
        main=initial["main"],
        secondary=initial["secondary"],
    )


STRATEGIES = ("best", "simple")


def raises(strategy: str, workers: Workers, progress: Progress) -> NDArray[np.int8]:
    """A strategy as the raise for each flush: best play, or the best rule that looks at the flush alone."""
    rows = counted(workers, progress)
    return best_raises(rows) if strategy == "best" else threshold_raises(best_threshold(rows))


def kernel(
    terms: Terms, strategy: str, seats: int, stakes: Mapping[str, int], workers: Workers, progress: Progress
) -> Kernel:
    """The loop for a table at which every seat plays alike and places the same wagers."""
    placed = np.array([stakes.get(line, 0) for line in LINES[:ALL]], np.int64)
    played = raises(strategy, workers, progress)
    return Kernel(__name__, (seats, played, placed, posted(terms), house(terms)), labelled(terms))
