"""Lunar Poker at the speed of the machine: the loop is here, the rules are those of the engine."""

from collections.abc import Mapping
from math import floor
from typing import NamedTuple

import numpy as np

from nomorebets.games.lunar_poker.hands import (
    EACH_SUIT,
    NOT_PAID,
    ROWS,
    SUPER_ROWS,
    UNPAIRED,
    compare_ranks,
    highest_card,
    rank_qualifies,
    super_place,
)
from nomorebets.games.lunar_poker.maths.counting.best import NO_TABLE, Best, best_play, by_best
from nomorebets.games.lunar_poker.maths.counting.card_ways import BUY as DO_BUY
from nomorebets.games.lunar_poker.maths.counting.card_ways import (
    DO,
    EXCHANGE,
    FORCE_FROM,
    LONG,
    LOWEST_BET,
    SHORT,
    Way,
    decided,
)
from nomorebets.games.lunar_poker.maths.counting.card_ways import FOLD as DO_FOLD
from nomorebets.games.lunar_poker.maths.counting.own_way import OwnWay
from nomorebets.games.lunar_poker.maths.counting.values import (
    AT_STAKE,
    DEALER,
    ENDINGS,
    FOLD,
    FORCED_DEALER,
    FORCED_TIE,
    FORCED_WIN,
    HOLE,
    NO_HAND,
    TIE,
    VOID,
    WIN,
    Tables,
    most_outs,
    net,
    number_of,
    paid_as,
    staked,
)
from nomorebets.games.lunar_poker.maths.solve import ended_as, instants
from nomorebets.games.lunar_poker.maths.solve import posted as bet_tables
from nomorebets.games.lunar_poker.rules import ANTE, ANTES_BET, CARDS_EACH, PROGRESSIVE, SUPER, meters
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.ranking.poker import STRAIGHT_FLUSH, kind, poker_rank
from nomorebets.sim import stream, tally
from nomorebets.sim.paying import MAIN as MAIN_METER
from nomorebets.sim.paying import Paid, at_first, grow, growing, paid, shares
from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import NO_CARD, Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms
from nomorebets.table.meters import whole_cents

MAIN, SIDE, METERED, ALL = range(4)
LINES = (ANTE.name, SUPER.name, PROGRESSIVE.name, "all")

# Where the counts of outcomes begin: of the ante without a draw and with one, of instant cash payouts, of the others.
ENDED = COLUMNS * len(LINES)
DECLARED = ENDED + 2 * ENDINGS
SUPERS = DECLARED + len(ROWS)
METERS = SUPERS + len(SUPER_ROWS)
SIZE = METERS + len(ROWS) + 1

# What a seat has, and what it has done.
FIRST, FIRST_RANK, FINAL, FINAL_RANK, DECLARES, DREW, BETS, FORCES = range(8)
SEAT = 8


class House(NamedTuple):
    """The submission in numbers."""

    limit: int  # of payouts; 0: none
    limit_of_round: bool  # for all payouts of a round together, not for each
    straight_flush_paid: bool  # readings of the super side bet
    pairs_paid: bool
    growth: Counts  # what the wagers of a round ask of the meters, and in which parts of a cent
    reset: int
    from_meter: bool  # whether fixed amounts come off the meter
    early: bool  # whether the progressive is judged on the first five cards
    meters: Counts  # at the start of a chunk


class Posted(NamedTuple):
    """What is paid, by kind of hand."""

    instant: Counts  # on the ante; 0: nothing is due
    sides: Paid
    progressive: Paid
    whole: Counts  # of how many parts the share of the meter is
    nets: Counts  # by whether cards were drawn and how it ends: what the main wagers win
    staked: Counts  # and what was put up, in antes


class Strategy(NamedTuple):
    """How every seat plays: by a table if there is one, else by a way; and what it does after that."""

    best: Best
    way: Way
    lowest: Counts  # rank of the lowest hand that is bet after a draw, by the up card's rank and how many more are seen
    force_from: int  # odds of the bet from which a dealer is forced; 0: whenever it is worth it
    does: Counts  # by line of the way


# --- Settlement -------------------------------------------------------------------------------------------------------


def capped(pays: int, before: int, house: House) -> int:
    """What is paid after so much has been paid in the round."""
    if not house.limit:
        return pays
    return min(pays, max(0, house.limit - (before if house.limit_of_round else 0)))


def paid_for(cards: int, rank: int, tables: Tables) -> int:
    """The column, among the wins, of a hand that wins; what five cards are paid for depends on their rank alone."""
    if cards.bit_count() == CARDS_EACH:
        return tables.paid[number_of(rank, tables.ranks)]  # type: ignore[no-any-return]
    return paid_as(cards, tables.beside_five)


def ending(seat: Counts, dealer: int, replaced: int, tables: Tables) -> int:
    """How the ante ends against a dealer's hand of one rank, and of another after a card is replaced."""
    if not seat[BETS]:
        return FOLD
    theirs = dealer
    if not rank_qualifies(dealer):
        if not seat[FORCES]:
            return NO_HAND
        if not rank_qualifies(replaced):
            return VOID
        theirs = replaced
    rank = seat[FINAL_RANK]
    forced = theirs != dealer
    higher = compare_ranks(rank, theirs)
    if higher < 0:
        return FORCED_DEALER if forced else DEALER
    if higher == 0:
        return FORCED_TIE if forced else TIE
    return (FORCED_WIN if forced else WIN) + paid_for(seat[FINAL], rank, tables)


def settle_main(
    seat: Counts, ante: int, before: int, dealer: int, replaced: int, posted: Posted, house: House, tables: Tables
) -> tuple[int, int]:
    """What a seat wins on ante, bet and payments, and by how the ante ends."""
    ended = ending(seat, dealer, replaced, tables)
    drew = 1 if seat[DREW] else 0
    won = posted.nets[drew, ended]
    if house.limit:
        pays = 0
        if ended >= WIN:
            pays = ANTES_BET * ante * tables.odds[ended - (FORCED_WIN if ended >= FORCED_WIN else WIN)] // tables.unit
        won -= pays - capped(pays, before, house)
    return won, drew * ENDINGS + ended


def progressives(
    held: Counts, stake: int, posted: Posted, house: House, meters: Counts, won: Counts, counts: Counts
) -> None:
    """Settle the progressive of every seat from the dealer's right; who wins the whole meter shares it."""
    seats = len(held)
    grow(meters, house.growth)
    whole = part = 0
    for seat in range(seats):
        made = metered_kind(held[seat], house)
        if posted.progressive.share[made] == posted.whole[made]:
            whole += 1
    for seat in range(seats - 1, -1, -1):
        made = metered_kind(held[seat], house)
        counts[METERS + made] += 1
        won[seat, METERED] = posted.progressive.net[made]
        share = posted.progressive.share[made]
        if share == posted.whole[made]:
            if not part:
                part = meters[MAIN_METER] // whole
                meters[MAIN_METER] = max(meters[MAIN_METER] - part * whole, house.reset)
            won[seat, METERED] += part
        elif share:
            pays = meters[MAIN_METER] * share // posted.whole[made]
            meters[MAIN_METER] -= pays
            won[seat, METERED] += pays
        elif house.from_meter and won[seat, METERED] > -stake:
            meters[MAIN_METER] = max(0, meters[MAIN_METER] - won[seat, METERED] - stake)


def metered_kind(seat: Counts, house: House) -> int:
    """The kind of hand that a progressive wager is judged on; one above all for a fold, where that loses it."""
    first = kind(seat[FIRST_RANK])
    if house.early or (seat[DECLARES] and first >= STRAIGHT_FLUSH):
        return first
    return kind(seat[FINAL_RANK]) if seat[BETS] else len(ROWS)


def settle_round(
    held: Counts,
    dealer: int,
    replaced: int,
    stakes: Counts,
    posted: Posted,
    house: House,
    tables: Tables,
    meters: Counts,
    won: Counts,
    counts: Counts,
) -> int:
    """Settle all wagers of a round: what each seat wins on each line; the antes that were put up beside the first.

    The ranks are those of the dealer's hand, and of what it becomes if a card is replaced.
    """
    added = 0
    for number in range(len(held)):
        seat = held[number]
        instant = pays = 0
        made = kind(seat[FIRST_RANK])
        if seat[DECLARES]:
            instant = capped(posted.instant[made], 0, house)
        if stakes[SIDE]:
            place = 0
            if seat[DECLARES]:
                place = super_place(seat[FIRST], made, house.straight_flush_paid, house.pairs_paid)
            counts[SUPERS + place] += 1
            won[number, SIDE] = posted.sides.net[place]
            if won[number, SIDE] > 0:
                pays = won[number, SIDE] = capped(won[number, SIDE], instant, house)
        if instant:
            counts[DECLARED + made] += 1
            won[number, MAIN] = instant
            continue
        won[number, MAIN], ended = settle_main(seat, stakes[MAIN], pays, dealer, replaced, posted, house, tables)
        counts[ENDED + ended] += 1
        added += posted.staked[ended // ENDINGS, ended % ENDINGS] - 1
    if stakes[METERED]:
        progressives(held, stakes[METERED], posted, house, meters, won, counts)
    return added


# --- Play -------------------------------------------------------------------------------------------------------------


def worth_forcing(rank: int, pays: int, unit: int, seen: int, dealer: int) -> bool:
    """Whether a new card for the dealer's highest is worth its price to a player who has seen these cards."""
    four_left = dealer & ~highest_card(dealer)
    gain = cards = 0
    for card in range(52):
        if not (seen | dealer) >> card & 1:
            cards += 1
            theirs = poker_rank(four_left | 1 << card)
            if rank_qualifies(theirs):
                higher = compare_ranks(rank, theirs)
                gain += ANTES_BET * pays if higher > 0 else -AT_STAKE * unit if higher < 0 else 0
    return gain > 2 * cards * unit


def played_first(seat: Counts, up: int, strategy: Strategy) -> tuple[int, int]:
    """What a seat does with its first five cards, and what it keeps."""
    if len(strategy.best.hands):
        return by_best(seat[FIRST], up, strategy.best)
    line, cards_kept = decided(seat[FIRST], seat[FIRST_RANK], up, strategy.way)
    do = strategy.does[line]
    return do, (cards_kept if do == EXCHANGE else seat[FIRST])


def played(state: Stream, gone: int, seat: Counts, up: int, strategy: Strategy) -> int:
    """A seat draws, and bets or folds; all cards that are gone then."""
    seat[DECLARES], seat[FIRST_RANK] = 1, poker_rank(seat[FIRST])
    do, cards_kept = played_first(seat, up, strategy)
    seat[FINAL], seat[FINAL_RANK] = seat[FIRST], seat[FIRST_RANK]
    seat[DREW], seat[BETS] = 0, 0 if do == DO_FOLD else 1
    if do in (DO_BUY, EXCHANGE):
        number = 1 if do == DO_BUY else CARDS_EACH - cards_kept.bit_count()
        new = drawn(state, gone, number)
        gone |= new
        seat[FINAL], seat[FINAL_RANK], seat[DREW] = cards_kept | new, poker_rank(cards_kept | new), 1
        seen = ((seat[FIRST] | new) >> up % 13 & EACH_SUIT).bit_count()
        seat[BETS] = 1 if seat[FINAL_RANK] >= strategy.lowest[up % 13, seen] else 0
    return gone


def forced(seat: Counts, dealer: int, strategy: Strategy, tables: Tables) -> int:
    """Whether a seat with a bet forces a dealer without a hand."""
    rank = seat[FINAL_RANK]
    if not seat[BETS] or not rank_qualifies(rank):
        return 0
    pays = tables.odds[paid_for(seat[FINAL], rank, tables)]
    if strategy.force_from:
        return 1 if pays >= strategy.force_from * tables.unit else 0
    seen = seat[FIRST] | seat[FINAL]
    if pays * most_outs(number_of(rank, tables.ranks), tables) <= tables.unit * (52 - CARDS_EACH - seen.bit_count()):
        return 0
    return 1 if worth_forcing(rank, pays, tables.unit, seen, dealer) else 0


rules(stream, tally, rank_qualifies, compare_ranks, highest_card, super_place, whole_cents, grow)
rules(worth_forcing)
rules(capped, paid_for, ending, settle_main, metered_kind, progressives, settle_round, inline=True)
rules(played_first, played, forced, inline=True)


@compiled
def loop(
    state: Stream,
    rounds: int,
    seats: int,
    strategy: Strategy,
    stakes: Counts,
    posted: Posted,
    house: House,
    tables: Tables,
    held: Counts,
    won: Counts,
    meters: Counts,
    sums: Counts,
) -> None:
    """Play so many rounds and add them to the sums; what was held and won is of the last round."""
    strategy, stakes, posted, house, tables = lent((strategy, stakes, posted, house, tables))
    held, won, meters, sums = lent((held, won, meters, sums))
    sides = stakes[SIDE] + stakes[METERED]
    added = 0
    for _ in range(rounds):
        hole = drawn(state, NO_CARD, HOLE)
        gone = hole | NO_CARD
        up_card = drawn(state, gone, 1)
        gone |= up_card
        up = up_card.bit_length() - 1
        dealer = hole | up_card
        for seat in range(seats):
            held[seat, FIRST] = drawn(state, gone, CARDS_EACH)
            gone |= held[seat, FIRST]
        for seat in range(seats):
            gone = played(state, gone, held[seat], up, strategy)
        rank = poker_rank(dealer)
        replaced = rank
        if not rank_qualifies(rank):
            any_forces = 0
            for seat in range(seats):
                held[seat, FORCES] = forced(held[seat], dealer, strategy, tables)
                any_forces |= held[seat, FORCES]
            if any_forces:
                replaced = poker_rank(dealer & ~highest_card(dealer) | drawn(state, gone, 1))
        added += settle_round(held, rank, replaced, stakes, posted, house, tables, meters, won, sums)
        round_won = 0
        for line in range(ALL):
            if stakes[line]:
                line_won = 0
                for seat in range(seats):
                    line_won += won[seat, line]
                booked(sums, line, line_won)
                round_won += line_won
        if sides:
            booked(sums, ALL, round_won)
    placed = rounds * seats
    put_up(sums, MAIN, stakes[MAIN], placed, added)
    put_up(sums, SIDE, stakes[SIDE], placed, 0)
    put_up(sums, METERED, stakes[METERED], placed, 0)
    if sides:
        put_up(sums, ALL, stakes[MAIN], placed, added)
        put_up(sums, ALL, sides, placed, 0)


def play(
    state: Stream,
    rounds: int,
    seats: int,
    strategy: Strategy,
    stakes: Counts,
    posted: Posted,
    house: House,
    tables: Tables,
) -> Counts:
    """Play so many rounds on one stream."""
    held, won = np.zeros((seats, SEAT), np.int64), np.zeros((seats, ALL), np.int64)
    meters = house.meters.copy()
    sums = np.zeros(SIZE, np.int64)
    loop(state, rounds, seats, strategy, stakes, posted, house, tables, held, won, meters, sums)
    return sums


# --- A submission in numbers ------------------------------------------------------------------------------------------


def labelled(tables: Tables) -> Layout:
    """The names of all that is counted."""
    outcomes = [(ANTE.name, ended_as(ended, drew, tables)) for drew in range(2) for ended in range(ENDINGS)]
    outcomes += [(ANTE.name, f"declares, {name}") for name in ROWS]
    outcomes += [(SUPER.name, name or "nothing") for name in SUPER_ROWS]
    outcomes += [(PROGRESSIVE.name, name) for name in (*ROWS, "not eligible")]
    return Layout(LINES, tuple(outcomes))


def posted(terms: Terms, tables: Tables, stakes: Mapping[str, int]) -> Posted:
    """The pay tables of the terms by kind of hand."""

    ante, on_meter, metered = stakes.get(ANTE.name, 0), terms.posted.get(PROGRESSIVE.name), (*ROWS, "")

    def pays(wager: str, rows: tuple[str, ...]) -> Paid:
        return paid(terms.posted.get(wager), rows, stakes.get(wager, 0))

    return Posted(
        instant=np.array([int(instants(terms).get(made, 0) * ante) for made in range(len(ROWS))], np.int64),
        sides=pays(SUPER.name, SUPER_ROWS),
        progressive=pays(PROGRESSIVE.name, metered),
        whole=shares(on_meter.pays.get(name) if on_meter else None for name in metered)[1],
        nets=np.array(
            [[floor(ante * net(ended, drew, tables)) for ended in range(ENDINGS)] for drew in range(2)], np.int64
        ),
        staked=np.array([[staked(ended, drew) for ended in range(ENDINGS)] for drew in range(2)], np.int64),
    )


def house(terms: Terms, seats: int, stakes: Mapping[str, int]) -> House:
    submission = terms.submission
    return House(
        limit=submission.payout_limit or 0,
        limit_of_round=submission.payout_limit_per == "round",
        straight_flush_paid=submission.super_straight_flush != NOT_PAID,
        pairs_paid=submission.super_ace_king_queen != UNPAIRED,
        growth=growing([stakes.get(PROGRESSIVE.name, 0)] * seats, {"main": submission.progressive_rate}),
        reset=submission.progressive_reset,
        from_meter=submission.fixed_prizes_from == "meter",
        early=submission.progressive_judged_on == "first_five",
        meters=at_first(meters(submission)[PROGRESSIVE.name]["main"]),
    )


STRATEGIES = ("best", "simple", "short")


def strategy(chosen: str | OwnWay, tables: Tables, workers: Workers, progress: Progress) -> Strategy:
    """Best play by a table of all hands, or a way that a person can remember: the long one is `simple`."""
    match chosen:
        case OwnWay():
            return Strategy(NO_TABLE, chosen.way, chosen.lowest_bets(), chosen.force_from, chosen.does())
        case "best":
            return Strategy(best_play(tables, workers, progress), LONG, LOWEST_BET, 0, DO)
    return Strategy(NO_TABLE, SHORT if chosen == "short" else LONG, LOWEST_BET, FORCE_FROM, DO)


def kernel(
    terms: Terms, chosen: str | OwnWay, seats: int, stakes: Mapping[str, int], workers: Workers, progress: Progress
) -> Kernel:
    """The loop for a table at which every seat plays alike and places the same wagers."""
    placed = np.array([stakes.get(line, 0) for line in LINES[:ALL]], np.int64)
    tables = bet_tables(terms)
    parameters = (
        seats,
        strategy(chosen, tables, workers, progress),
        placed,
        posted(terms, tables, stakes),
        house(terms, seats, stakes),
        tables,
    )
    return Kernel(play, parameters, labelled(tables))
