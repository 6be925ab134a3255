"""Pack's Poker at the speed of the machine: the loop is here, the rules are those of the engine."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from nomorebets.equipment.cards import hand
from nomorebets.games.packs_poker.maths.solve import EXAMPLES
from nomorebets.games.packs_poker.rules import (
    CARDS_EACH,
    CARDS_PER_PACK,
    DIAMOND_ROYAL,
    ROWS,
    SIX_CARD_ROYAL,
    WAGERS,
    alike,
    compare,
    empties,
    meters,
    outcome,
    paid_row,
    rates,
    row_number,
    share,
)
from nomorebets.games.packs_poker.submission import BONUSES, FIVE_CARD, PACKS, SEVEN_CARD
from nomorebets.games.packs_poker.submission import PACK as PACK_WAGER
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.outcomes import units
from nomorebets.ranking import flush, poker
from nomorebets.ranking.flush import holds_suited, straight_flush_size
from nomorebets.ranking.poker import poker_rank
from nomorebets.sim import stream, tally
from nomorebets.sim.paying import MAIN, METERS, Paid, growth, paid, reset
from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import NO_CARD, Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms

PACK, FIVE, SEVEN, EACH = range(4)  # the wagers on one pack, and how many they are
LINES = (*(wager.name for wager in WAGERS), "all")
ALL = len(WAGERS)

# Kinds of hands that bonus wagers tell apart: the rows of 43.5(b), and what may rank above them.
DIAMOND, SIX_ROYAL, SEVEN_STRAIGHT, SEVEN_ROYAL = range(len(ROWS), len(ROWS) + 4)
KINDS = SEVEN_ROYAL + 1

ENDINGS = tuple(EXAMPLES)  # as `compare` numbers them

# Where the counts of outcomes begin: for each pack its endings, then the kinds of its two bonus wagers.
ENDED = COLUMNS * len(LINES)
PER_PACK = len(ENDINGS) + len(BONUSES) * KINDS
SIZE = ENDED + len(PACKS) * PER_PACK


class House(NamedTuple):
    """The submission in numbers."""

    wins: Counts  # by pack and ending: what the Pack's bet wins
    growth: Counts  # by bonus: what the wagers of a round add to its two meters
    resets: Counts  # by bonus: what its meter holds at least after it was won
    meters: Counts  # by bonus: its two meters at the start of a chunk
    whole_meter: bool


class Held(NamedTuple):
    """What lies on the table in one round, filled again for each."""

    hands: Counts  # by seat
    packs: Counts
    ranks: Counts  # of the seats' seven cards, by pack and seat, where a wager needs them
    kinds: Counts  # by bonus and seat
    net: Counts  # by seat and line: what the bonus wagers win


def nothing_held(seats: int) -> Held:
    return Held(
        hands=np.zeros(seats, np.int64),
        packs=np.zeros(len(PACKS), np.int64),
        ranks=np.zeros((len(PACKS), seats), np.int64),
        kinds=np.zeros((len(BONUSES), seats), np.int64),
        net=np.zeros((seats, ALL), np.int64),
    )


def five_card_kind(cards: int) -> int:
    """The kind of a player's five cards."""
    return DIAMOND if cards == DIAMOND_ROYAL else row_number(poker_rank(cards))


def seven_card_kind(cards: int, best: int) -> int:
    """The kind of five cards and a pack, whose rank is known; only straight flushes can be more than their row."""
    number = row_number(best)
    if number < STRAIGHT_FLUSHES:
        return number
    royal = holds_suited(cards, SIX_CARD_ROYAL)
    if straight_flush_size(cards) == CARDS_EACH + CARDS_PER_PACK:
        return SEVEN_ROYAL if royal else SEVEN_STRAIGHT
    return SIX_ROYAL if royal else number


STRAIGHT_FLUSHES = ROWS.index("Straight Flush")


def share_meter(pays: Paid, held: Held, line: int, bonus: int, house: House, meters: Counts) -> None:
    """Pay those off the meter who won a percentage of it on one pack; what they staked is gone already."""
    won: Any = pays.share[line][held.kinds[bonus]]
    percents = won[won > 0]
    on_meter = meters[bonus, MAIN]
    for seat in range(len(won)):
        if won[seat]:
            amount = share(on_meter, percents, won[seat], house.whole_meter)
            held.net[seat, line] += amount
            meters[bonus, MAIN] -= amount
    if empties(percents, house.whole_meter):
        reset(meters[bonus], house.resets[bonus])


def pack_bet(player: int, dealer: int, pack: int, wins: Counts, counts: Counts) -> int:
    """What a Pack's bet wins with hands of these ranks."""
    ended = compare(player, dealer)
    counts[ENDED + PER_PACK * pack + ended] += 1
    return wins[pack, ended]  # type: ignore[no-any-return]


def settle_bonuses(held: Held, stakes: Counts, pays: Paid, house: House, meters: Counts, counts: Counts) -> None:
    """Settle the bonus wagers of one round, pack after pack: what each seat wins on each line."""
    hands, kinds = held.hands, held.kinds
    for bonus in range(len(BONUSES)):
        for meter in range(len(METERS)):
            meters[bonus, meter] += house.growth[bonus, meter]
    for seat in range(len(hands)):
        kinds[0, seat] = five_card_kind(hands[seat])
    for pack in range(len(PACKS)):
        five, seven = EACH * pack + FIVE, EACH * pack + SEVEN
        first = ENDED + PER_PACK * pack + len(ENDINGS)
        shares_five = shares_seven = 0
        for seat in range(len(hands)):
            if stakes[five]:
                kind = kinds[0, seat]
                held.net[seat, five] = pays.net[five, kind]
                shares_five += pays.share[five, kind]
                counts[first + kind] += 1
            if stakes[seven]:
                kind = seven_card_kind(hands[seat] | held.packs[pack], held.ranks[pack, seat])
                kinds[1, seat] = kind
                held.net[seat, seven] = pays.net[seven, kind]
                shares_seven += pays.share[seven, kind]
                counts[first + KINDS + kind] += 1
        if shares_five:
            share_meter(pays, held, five, 0, house, meters)
        if shares_seven:
            share_meter(pays, held, seven, 1, house, meters)


rules(flush, poker, stream, tally, reset)
rules(alike, empties, share, share_meter)
rules(row_number, compare, five_card_kind, seven_card_kind, pack_bet, settle_bonuses, inline=True)


@compiled
def loop(
    state: Stream,
    rounds: int,
    stakes: Counts,
    pays: Paid,
    house: House,
    held: Held,
    meters: Counts,
    sums: Counts,
) -> None:
    """Play so many rounds and add them to the sums; what was held and won is of the last round."""
    stakes, pays, house, held, meters, sums = lent((stakes, pays, house, held, meters, sums))
    hands, packs, ranks = held.hands, held.packs, held.ranks
    seats = len(hands)
    staked_on_bonuses = 0
    for line in range(ALL):
        if line % EACH != PACK:
            staked_on_bonuses += stakes[line]
    for _ in range(rounds):
        dealer = drawn(state, NO_CARD, CARDS_EACH)
        gone = dealer | NO_CARD
        for seat in range(seats):
            hands[seat] = drawn(state, gone, CARDS_EACH)
            gone |= hands[seat]
        won = 0
        for pack in range(len(PACKS)):
            cards = drawn(state, gone, CARDS_PER_PACK)
            gone |= cards
            packs[pack] = cards
            on_pack = 0
            staked = stakes[EACH * pack + PACK]
            theirs = poker_rank(dealer | cards) if staked else 0
            if staked or stakes[EACH * pack + SEVEN]:
                for seat in range(seats):
                    ours = poker_rank(hands[seat] | cards)
                    ranks[pack, seat] = ours
                    if staked:
                        on_pack += pack_bet(ours, theirs, pack, house.wins, sums)
                booked(sums, EACH * pack + PACK, on_pack)
            won += on_pack
        if staked_on_bonuses:
            settle_bonuses(held, stakes, pays, house, meters, sums)
            for line in range(ALL):
                if line % EACH != PACK and stakes[line]:
                    on_line = 0
                    for seat in range(seats):
                        on_line += held.net[seat, line]
                    booked(sums, line, on_line)
                    won += on_line
        booked(sums, ALL, won)
    several = (stakes > 0).sum() > 1
    for line in range(ALL):
        put_up(sums, line, stakes[line], rounds * seats, 0)
        if several:
            put_up(sums, ALL, stakes[line], rounds * seats, 0)


def play(state: Stream, rounds: int, seats: int, stakes: Counts, pays: Paid, house: House) -> Counts:
    """Play so many rounds on one stream."""
    sums = np.zeros(SIZE, np.int64)
    loop(state, rounds, stakes, pays, house, nothing_held(seats), house.meters.copy(), sums)
    return sums


# One hand of each kind, in which no cards beside it matter.
FIVE_CARD_HANDS = (
    "2c 4d 6h 8s Tc", "2c 2d 6h 8s Tc", "Jc Jd 6h 8s Tc", "2c 2d 6h 6s Tc", "2c 2d 2h 8s Tc", "2c 3d 4h 5s 6c",
    "2c 4c 6c 8c Tc", "2c 2d 2h 8s 8c", "2c 2d 2h 2s Tc", "2c 3c 4c 5c 6c", "Tc Jc Qc Kc Ac", "Td Jd Qd Kd Ad",
)  # fmt: skip
BESIDE = " Qd Kh"  # makes seven cards of five
SEVEN_CARD_HANDS = (
    *(f"{cards}{BESIDE}" for cards in FIVE_CARD_HANDS[:10]), "Tc Jc Qc Kc Ac 2d 3h", "", "9c Tc Jc Qc Kc Ac 2d",
    "2c 3c 4c 5c 6c 7c 8c", "8c 9c Tc Jc Qc Kc Ac",
)  # fmt: skip
HANDS = {FIVE_CARD: (*FIVE_CARD_HANDS, *[""] * (KINDS - len(FIVE_CARD_HANDS))), SEVEN_CARD: SEVEN_CARD_HANDS}


def rows(terms: Terms, bonus: str) -> list[str]:
    """The row of the pay table for each kind of hand, as the rules find it for a hand of the kind."""
    table = terms.posted.get(f"{bonus}_1")
    if table is None:
        return [""] * KINDS
    reading = terms.submission.seven_card_straight_flush
    return [paid_row(table, hand(cards), reading) if cards else "" for cards in HANDS[bonus]]


def posted(terms: Terms, stakes: Mapping[str, int]) -> Paid:
    """What the bonus wagers win, by line and kind."""
    kept = terms.submission.fixed_amount_stake == "kept"
    net, shared = np.zeros((ALL, KINDS), np.int64), np.zeros((ALL, KINDS), np.int64)
    for line, wager in enumerate(LINES[:ALL]):
        bonus = wager[:-2]
        if bonus in BONUSES:
            each = paid(terms.posted.get(wager), rows(terms, bonus), stakes.get(wager, 0), stake_kept=kept)
            net[line], shared[line] = each.net, each.share
    return Paid(net, shared)


def house(terms: Terms, seats: int, stakes: Mapping[str, int]) -> House:
    submission = terms.submission
    ended = [units(outcome(*EXAMPLES[name], submission.no_pair_win)[0]) for name in ENDINGS]
    wins = [[stakes.get(f"{PACK_WAGER}_{number}", 0) * won for won in ended] for number in PACKS]
    initial = meters(submission)
    fed = [
        growth(
            [stakes.get(f"{bonus}_{number}", 0) for number in PACKS] * seats,
            rates(submission, bonus) if bonus in submission.progressive else {},
        )
        for bonus in BONUSES
    ]
    return House(
        wins=np.array(wins, np.int64),
        growth=np.array(fed),
        resets=np.array([submission.meter(bonus).reset for bonus in BONUSES], np.int64),
        meters=np.array([[initial[bonus]["main"], 0] for bonus in BONUSES], np.int64),
        whole_meter=submission.meter_sharing == "whole_meter",
    )


def labelled(terms: Terms) -> Layout:
    """The layout of a tally under these terms, its outcomes called by the rows that pay them."""
    outcomes = []
    for number in PACKS:
        outcomes += [(f"{PACK_WAGER}_{number}", ending) for ending in ENDINGS]
        for bonus in BONUSES:
            outcomes += [(f"{bonus}_{number}", name or "nothing") for name in rows(terms, bonus)]
    return Layout(LINES, tuple(outcomes))


STRATEGIES = ("best",)  # nobody has anything to decide


def kernel(
    terms: Terms, _strategy: str, seats: int, stakes: Mapping[str, int], _workers: Workers, _progress: Progress
) -> Kernel:
    """The loop for a table at which every seat places the same wagers."""
    placed = np.array([stakes.get(line, 0) for line in LINES[:ALL]], np.int64)
    return Kernel(play, (seats, placed, posted(terms, stakes), house(terms, seats, stakes)), labelled(terms))
