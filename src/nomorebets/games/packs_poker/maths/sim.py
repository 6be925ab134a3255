"""Pack's Poker at the speed of the machine: the loop is here, the rules are those of the engine."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from nomorebets.equipment.cards import hand
from nomorebets.games.packs_poker.maths.odds import worth
from nomorebets.games.packs_poker.maths.solve import EXAMPLES
from nomorebets.games.packs_poker.rules import (
    CARDS_EACH,
    CARDS_PER_PACK,
    DIAMOND_ROYAL,
    NAMES,
    ROWS,
    SIX_CARD_ROYAL,
    WAGERS,
    after_reset,
    alike,
    compare,
    empties,
    meters,
    outcome,
    paying_most,
    rates,
    row_number,
    share,
    shared_out,
)
from nomorebets.games.packs_poker.submission import BONUSES, FIVE_CARD, PACKS, SEVEN_CARD
from nomorebets.games.packs_poker.submission import PACK as PACK_WAGER
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.outcomes import units
from nomorebets.ranking import flush, poker
from nomorebets.ranking.flush import holds_suited, straight_flush_size
from nomorebets.ranking.poker import poker_rank
from nomorebets.rulebook.money import Share
from nomorebets.sim import stream, tally
from nomorebets.sim.paying import MAIN, SECONDARY, Paid, at_first, grow, growing, paid, reset
from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import NO_CARD, Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms
from nomorebets.table.meters import whole_cents

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
    growth: Counts  # by bonus: what the wagers of a round ask of its two meters, and in which parts of a cent
    resets: Counts  # by bonus: the portion of a reset that the house funds
    meters: Counts  # by bonus: its two meters at the start of a chunk, and what each is ahead of its rate
    whole_meter: bool
    portion_added: bool  # whether the house adds that to what was saved
    reset_late: bool  # whether a meter is reset after the round, not before the next pack
    after_sharing: bool  # whether a share is held against printed rows after it was shared


class Held(NamedTuple):
    """What lies on the table in one round, filled again for each."""

    hands: Counts  # by seat
    packs: Counts
    ranks: Counts  # of the seats' seven cards, by pack and seat, where a wager needs them
    kinds: Counts  # by bonus and seat
    net: Counts  # by seat and line: what the bonus wagers win
    won: Counts  # by bonus: whether its meter was won and is to be reset


def nothing_held(seats: int) -> Held:
    return Held(
        hands=np.zeros(seats, np.int64),
        packs=np.zeros(len(PACKS), np.int64),
        ranks=np.zeros((len(PACKS), seats), np.int64),
        kinds=np.zeros((len(BONUSES), seats), np.int64),
        net=np.zeros((seats, ALL), np.int64),
        won=np.zeros(len(BONUSES), np.int64),
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


def share_meter(
    pays: Paid, held: Held, line: int, bonus: int, pack: int, house: House, stake: int, meters: Counts, counts: Counts
) -> None:
    """Pay those off the meter who won a percentage of it on one pack, unless a printed row pays them more.

    What they staked is gone already.
    """
    on_meter, first = meters[bonus, MAIN], counted_from(pack, bonus)
    percents: Any = pays.share[line][held.kinds[bonus]]
    printed: Any = held.net[:, line] + stake
    amounts: Any = np.zeros(len(percents), np.int64)
    shared_out(on_meter, percents, printed, amounts, house.whole_meter, house.after_sharing)
    for seat in range(len(percents)):
        kind = held.kinds[bonus, seat]
        if percents[seat]:
            held.net[seat, line] = amounts[seat] - stake
            meters[bonus, MAIN] -= amounts[seat]
        elif pays.share[line, kind]:
            counts[first + kind] -= 1
            cards = held.hands[seat] | (held.packs[pack] if bonus else 0)
            counts[first + row_number(poker_rank(cards))] += 1
    if empties(percents, house.whole_meter):
        if house.reset_late:
            held.won[bonus] = 1
        else:
            reset_by_portion(meters[bonus], house.resets[bonus], house.portion_added)


def reset_by_portion(meters: Counts, portion: int, added: bool) -> None:  # noqa: FBT001  (compiled loops)
    reset(meters, after_reset(meters[MAIN], meters[SECONDARY], portion, added))


def counted_from(pack: int, bonus: int) -> int:
    """Where the counts of a bonus on one pack begin."""
    return ENDED + PER_PACK * pack + len(ENDINGS) + KINDS * bonus


def pack_bet(player: int, dealer: int, pack: int, wins: Counts, counts: Counts) -> int:
    """What a Pack's bet wins with hands of these ranks."""
    ended = compare(player, dealer)
    counts[ENDED + PER_PACK * pack + ended] += 1
    return wins[pack, ended]  # type: ignore[no-any-return]


def settle_bonuses(held: Held, stakes: Counts, pays: Paid, house: House, meters: Counts, counts: Counts) -> None:
    """Settle the bonus wagers of one round, pack after pack: what each seat wins on each line."""
    hands, kinds = held.hands, held.kinds
    for bonus in range(len(BONUSES)):
        grow(meters[bonus], house.growth[bonus])
    for seat in range(len(hands)):
        kinds[0, seat] = five_card_kind(hands[seat])
    for pack in range(len(PACKS)):
        five, seven = EACH * pack + FIVE, EACH * pack + SEVEN
        first_five, first_seven = counted_from(pack, 0), counted_from(pack, 1)
        shares_five = shares_seven = 0
        for seat in range(len(hands)):
            if stakes[five]:
                kind = kinds[0, seat]
                held.net[seat, five] = pays.net[five, kind]
                shares_five += pays.share[five, kind]
                counts[first_five + kind] += 1
            if stakes[seven]:
                kind = seven_card_kind(hands[seat] | held.packs[pack], held.ranks[pack, seat])
                kinds[1, seat] = kind
                held.net[seat, seven] = pays.net[seven, kind]
                shares_seven += pays.share[seven, kind]
                counts[first_seven + kind] += 1
        if shares_five:
            share_meter(pays, held, five, 0, pack, house, stakes[five], meters, counts)
        if shares_seven:
            share_meter(pays, held, seven, 1, pack, house, stakes[seven], meters, counts)
    for bonus in range(len(BONUSES)):
        if held.won[bonus]:
            reset_by_portion(meters[bonus], house.resets[bonus], house.portion_added)
            held.won[bonus] = 0


rules(flush, poker, stream, tally, reset, after_reset, whole_cents, grow)
rules(alike, empties, share, shared_out, counted_from, reset_by_portion, share_meter)
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


def rows(terms: Terms, wager: str, stake: int, *, shares: bool) -> list[str]:
    """The row of the pay table for each kind of hand: its share of a meter, if that is asked, or what pays most."""
    table, bonus = terms.posted.get(wager), wager[:-2]
    if table is None:
        return [""] * KINDS
    reading, kept = terms.submission.seven_card_straight_flush, terms.submission.fixed_amount_stake
    found = []
    for cards in HANDS[bonus]:
        names = [name for name in NAMES[bonus](hand(cards), reading) if name in table.pays] if cards else []
        shared = [name for name in names if isinstance(table.pays[name], Share)]
        others = [name for name in names if name not in shared]
        found.append(shared[0] if shares and shared else paying_most(table, others, worth(stake, 0, kept)))
    return found


def posted(terms: Terms, stakes: Mapping[str, int]) -> Paid:
    """What the bonus wagers win, by line and kind: by the best printed row, and per cent of the meter."""
    kept = terms.submission.fixed_amount_stake == "kept"
    net, shared = np.zeros((ALL, KINDS), np.int64), np.zeros((ALL, KINDS), np.int64)
    for line, wager in enumerate(LINES[:ALL]):
        table, stake = terms.posted.get(wager), stakes.get(wager, 0)
        if wager[:-2] in BONUSES:
            net[line] = paid(table, rows(terms, wager, stake, shares=False), stake, stake_kept=kept).net
            shared[line] = paid(table, rows(terms, wager, stake, shares=True), stake).share
    return Paid(net, shared)


def house(terms: Terms, seats: int, stakes: Mapping[str, int]) -> House:
    submission = terms.submission
    ended = [units(outcome(*EXAMPLES[name], submission.no_pair_win)[0]) for name in ENDINGS]
    wins = [[stakes.get(f"{PACK_WAGER}_{number}", 0) * won for won in ended] for number in PACKS]
    initial = meters(submission)
    fed = [
        growing(
            [seats * stakes.get(f"{bonus}_{number}", 0) for number in PACKS],
            rates(submission, bonus) if bonus in submission.progressive else {},
        )
        for bonus in BONUSES
    ]
    return House(
        wins=np.array(wins, np.int64),
        growth=np.array(fed, np.int64),
        resets=np.array([submission.meter(bonus).reset for bonus in BONUSES], np.int64),
        meters=np.array([at_first(initial[bonus]["main"]) for bonus in BONUSES]),
        whole_meter=submission.meter_sharing == "whole_meter",
        portion_added=submission.reset_portion == "added",
        reset_late=submission.meter_reset == "after_the_round",
        after_sharing=submission.highest_payout == "after_sharing",
    )


def labelled(terms: Terms, stakes: Mapping[str, int]) -> Layout:
    """The layout of a tally under these terms, its outcomes called by the rows that pay them."""
    outcomes = []
    for number in PACKS:
        outcomes += [(f"{PACK_WAGER}_{number}", ending) for ending in ENDINGS]
        for wager in (f"{bonus}_{number}" for bonus in BONUSES):
            named = rows(terms, wager, stakes.get(wager, 0), shares=True)
            outcomes += [(wager, name or "nothing") for name in named]
    return Layout(LINES, tuple(outcomes))


STRATEGIES = ("best",)  # nobody has anything to decide


def kernel(
    terms: Terms, _strategy: str, seats: int, stakes: Mapping[str, int], _workers: Workers, _progress: Progress
) -> Kernel:
    """The loop for a table at which every seat places the same wagers."""
    placed = np.array([stakes.get(line, 0) for line in LINES[:ALL]], np.int64)
    return Kernel(play, (seats, placed, posted(terms, stakes), house(terms, seats, stakes)), labelled(terms, stakes))
