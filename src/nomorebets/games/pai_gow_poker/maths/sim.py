"""Pai Gow Poker at the speed of the machine: every class of hands is set and named once, by the rules.

Seats play against the dealer; or, if somebody banks, against one more player who does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.pai_gow_poker import bonuses
from nomorebets.games.pai_gow_poker.bonuses import (
    IMPERIAL,
    INSURANCE,
    LEAST_FOR_ENVY,
    PROGRESSIVE,
    THREE_CARD,
    in_whole_dollars,
    meters,
)
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH, HANDS
from nomorebets.games.pai_gow_poker.hands import (
    THREE_CARD_NAMES,
    features,
    imperial_bits,
    insured_rank,
    named,
    pai_gow_names,
    pai_gow_rank,
    payout,
    spelled,
)
from nomorebets.games.pai_gow_poker.maths.counting import alike as by_suits
from nomorebets.games.pai_gow_poker.maths.counting import classes
from nomorebets.games.pai_gow_poker.maths.counting.classes import DECK, KINDS, LOW_BITS, LOW_MASK, Codes, all_set, shown
from nomorebets.games.pai_gow_poker.maths.odds import imperial_rows
from nomorebets.games.pai_gow_poker.maths.solve import best_codes, house
from nomorebets.games.pai_gow_poker.rules import WAGER, compare, rule
from nomorebets.games.pai_gow_poker.setting import CONDITIONS, HOUSE_WAYS, MEASURES
from nomorebets.games.pai_gow_poker.submission import ADDITIONAL, OPTIONAL, PAY_TABLES, PRINTED, Submission
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.ranking import flush, three_cards
from nomorebets.ranking.three_cards import three_card_kind
from nomorebets.rulebook.money import Fixed, Push, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim import stream, tally
from nomorebets.sim.in_two import ENDINGS, SIMPLE, House, against_bank, main_wagers, seated
from nomorebets.sim.paying import MAIN as MAIN_METER
from nomorebets.sim.paying import at_first, grow, growing, reset
from nomorebets.sim.paying import shares as parts_of_meter
from nomorebets.sim.run import Kernel
from nomorebets.sim.strategy import OwnWay, read_way
from nomorebets.sim.stream import Stream, below, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms
from nomorebets.table.in_two import bank as banking
from nomorebets.table.meters import whole_cents

NO_CARD = ~((1 << DECK) - 1)  # bits that stand for no card
FIRST_CARDS = 3  # that decide the three-card bonus

LINES = (WAGER.name, banking.BANK, *ADDITIONAL, *OPTIONAL, "all")
MAIN, BANKED, NUMBERED = range(3)
METERED, BOTH_HANDS, SEVEN, BONUSES, INSURED, THREE, ALL = range(NUMBERED + HANDS, len(LINES))
BY_HAND = (SEVEN, BONUSES, INSURED)  # lines that the player's seven cards decide at odds

ENDED = COLUMNS * len(LINES)
NUMBERS = ENDED + len(ENDINGS)  # for every number: lost, won
ROWS = NUMBERS + 2 * HANDS

Held = Counts  # by seat: what the seven cards make, and what the first three do


class Sides(NamedTuple):
    """What the wagers beside the main one win, in cents, and where their outcomes are counted."""

    stakes: Counts  # by line; the main wager's is not there
    lines: Counts  # those with a stake
    wagered: bool
    numbered: bool  # whether some number is wagered on
    numbers: Counts  # by number: what the wager on it wins
    net: Counts  # by what the cards make and line: what a wager at odds wins
    odds: Counts  # by what the cards make: of the imperial wager, for a player's hand and for a bank's
    imperial_maximum: int  # 0: none
    envy: Counts  # by what another player's cards make
    banked: bool  # whether the bank is another player, whose hand is envied
    makes: NDArray[np.bool_]  # by what the cards make and row of the progressive table
    amounts: Counts  # by row of the progressive table: cents
    shares: Counts  # and what part of the meter,
    wholes: Counts  # of how many
    growth: Counts  # what the wagers of a round ask of the meters, and in which parts of a cent
    reset: int
    rows: Counts  # by what the cards make and line: where the outcome is counted
    own_needed: bool  # whether the imperial stake is lost without the player's own bonus


# --- One round --------------------------------------------------------------------------------------------------------


def result(ours: int, theirs: int) -> int:
    """1 if both hands of a setting win, -1 if neither does, 0 if one does."""
    return compare(ours >> LOW_BITS > theirs >> LOW_BITS, ours & LOW_MASK > theirs & LOW_MASK)


def set_as(table: Codes, kind: int, cards: int) -> int:
    """The setting of a hand, in a table by class or, for best play, by every hand."""
    return table[kind] if len(table) == KINDS else table[by_suits.number(cards)]  # type: ignore[no-any-return]


def settle_sides(held: Held, banks: int, number: int, sides: Sides, on: Counts, net: Counts, sums: Counts) -> None:
    """Settle the wagers beside the main ones of a round: what each seat wins on each line."""
    seats = len(held)
    for seat in range(seats):
        makes = held[seat, 0]
        if sides.numbered:
            numbers(seat, number, sides, net, sums)
        for line in BY_HAND:
            if sides.stakes[line]:
                net[seat, line] = sides.net[makes, line]
                sums[sides.rows[makes, line]] += 1
        if sides.stakes[THREE]:
            net[seat, THREE] = sides.net[held[seat, 1], THREE]
            sums[sides.rows[held[seat, 1], THREE]] += 1
        if sides.stakes[BOTH_HANDS]:
            net[seat, BOTH_HANDS] = imperial(makes, banks, sides)
            sums[sides.rows[makes, BOTH_HANDS] + sides.rows[banks, BANKED]] += 1
    if sides.stakes[BONUSES] >= LEAST_FOR_ENVY:
        envy(held, banks, sides, net)
    if sides.stakes[METERED]:
        progressive(held, sides, on, net, sums)


def numbers(seat: int, number: int, sides: Sides, net: Counts, sums: Counts) -> None:
    """What the wagers on numbers win when this one is drawn."""
    for at in range(HANDS):
        if sides.stakes[NUMBERED + at]:
            won = at + 1 == number
            net[seat, NUMBERED + at] = sides.numbers[at] if won else -sides.stakes[NUMBERED + at]
            sums[NUMBERS + 2 * at + won] += 1


def imperial(makes: int, banks: int, sides: Sides) -> int:
    """What an imperial wager wins by the player's hand and by the bank's together."""
    odds = sides.odds[makes, 0] + sides.odds[banks, 1]
    lost = 0
    if odds == 0 or (sides.own_needed and sides.odds[makes, 0] == 0):
        lost = sides.stakes[BOTH_HANDS]
    won = odds * sides.stakes[BOTH_HANDS]
    return (min(won, sides.imperial_maximum) if sides.imperial_maximum else won) - lost  # type: ignore[no-any-return]


def envy(held: Held, banks: int, sides: Sides, net: Counts) -> None:
    """Everybody gets a fixed sum for each premium hand that another player holds, the bank among them."""
    total = sides.envy[banks] if sides.banked else 0
    for seat in range(len(held)):
        total += sides.envy[held[seat, 0]]
    for seat in range(len(held)):
        net[seat, BONUSES] += total - sides.envy[held[seat, 0]]


def progressive(held: Held, sides: Sides, on: Counts, net: Counts, sums: Counts) -> None:
    """Everybody's row is the one that pays most by the meter as it stands; shares are paid from the dealer's right."""
    seats = len(held)
    grow(on, sides.growth)
    standing = on[MAIN_METER]
    for place in range(seats):
        seat = seats - 1 - place
        row = best_row(held[seat, 0], sides, standing)
        net[seat, METERED] = -sides.stakes[METERED]
        sums[sides.rows[0, METERED] + row + 1] += 1
        if row >= 0:
            pays = sides.amounts[row]
            if sides.shares[row]:
                pays = on[MAIN_METER] * sides.shares[row] // sides.wholes[row]
                on[MAIN_METER] -= pays
            if sides.shares[row] == sides.wholes[row]:
                reset(on, sides.reset)
            net[seat, METERED] += pays


def best_row(makes: int, sides: Sides, meter: int) -> int:
    """The row of the progressive table that pays most of those that the cards make; -1 if they make none."""
    best, most = -1, -1
    for row in range(len(sides.amounts)):
        pays = meter * sides.shares[row] // sides.wholes[row] if sides.shares[row] else sides.amounts[row]
        if sides.makes[makes, row] and pays > most:
            best, most = row, pays
    return best


rules(flush, three_cards, stream, tally, by_suits, compare, result, set_as, against_bank, reset, whole_cents, grow)
rules(settle_sides, numbers, imperial, envy, progressive, best_row, inline=True)


@compiled
def loop(
    state: Stream,
    rounds: int,
    players: Codes,
    dealers: Codes,
    bank: Codes,
    made: NDArray[np.int16],
    house: House,
    sides: Sides,
    held: Held,
    net: Counts,
    on: Counts,
    sums: Counts,
) -> None:
    """Play so many rounds; without a bank its table is empty, and the dealer's hand decides."""
    house, sides, held, net, on, sums = lent((house, sides, held, net, on, sums))
    results = np.zeros(house.seats, np.int64)
    banked = len(bank) > 0
    for _ in range(rounds):
        cards = drawn(state, NO_CARD, CARDS_EACH)
        gone = cards | NO_CARD
        kind = classes.number(cards)
        against = set_as(bank, kind, cards) if banked else dealers[kind]
        banks = made[kind] if sides.wagered else 0
        won = 0
        for seat in range(house.seats):
            if sides.stakes[THREE]:
                first = drawn(state, gone, FIRST_CARDS)
                cards = first | drawn(state, gone | first, CARDS_EACH - FIRST_CARDS)
                held[seat, 1] = three_card_kind(first)
            else:
                cards = drawn(state, gone, CARDS_EACH)
            gone |= cards
            kind = classes.number(cards)
            if sides.wagered:
                held[seat, 0] = made[kind]
            results[seat] = result(set_as(players, kind, cards), against)
            won += house.wins[1 + results[seat]]
            sums[ENDED + 1 + results[seat]] += 1
        booked(sums, MAIN, won)
        if banked:
            dealers_result = 0
            if house.dealers_wager:
                dealers_result = result(dealers[classes.number(drawn(state, gone, CARDS_EACH))], against)
            booked(sums, BANKED, against_bank(results, dealers_result, house))
        if sides.wagered:
            settle_sides(held, banks, 1 + below(state, HANDS) if sides.numbered else 0, sides, on, net, sums)
            for line in sides.lines:
                line_won = 0
                for seat in range(house.seats):
                    line_won += net[seat, line]
                booked(sums, line, line_won)
                won += line_won
            booked(sums, ALL, won)
    placed = rounds * house.seats
    put_up(sums, MAIN, house.stake, placed, 0)
    if banked:
        put_up(sums, BANKED, house.stake, placed, 0)
        put_up(sums, BANKED, house.dealers_wager, rounds, 0)
    if sides.wagered:
        put_up(sums, ALL, house.stake + sides.stakes.sum(), placed, 0)
    for line in sides.lines:
        put_up(sums, line, sides.stakes[line], placed, 0)


def play(
    state: Stream,
    rounds: int,
    players: Codes,
    dealers: Codes,
    bank: Codes,
    made: NDArray[np.int16],
    house: House,
    sides: Sides,
    on: Counts,
    size: int,
) -> Counts:
    """Play so many rounds on one stream."""
    held, net = np.zeros((house.seats, 2), np.int64), np.zeros((house.seats, ALL), np.int64)
    sums = np.zeros(size, np.int64)
    loop(state, rounds, players, dealers, bank, made, house, sides, held, net, on.copy(), sums)
    return sums


# --- What the cards make ----------------------------------------------------------------------------------------------


class Made(NamedTuple):
    """What the cards of every class make, by number; and what each means: features, and the highest card of none."""

    by_class: NDArray[np.int16]
    meaning: Counts


def makes() -> Made:
    def found() -> Counts:
        table = np.zeros((KINDS, 2), np.int64)
        for kind, cards in enumerate(shown().tolist()):
            if cards:
                table[kind] = features(cards), pai_gow_rank(cards)
        return table

    meaning, by_class = np.unique(cached_array(f"{rule.text}-makes", found), axis=0, return_inverse=True)
    return Made(by_class.reshape(-1).astype(np.int16), meaning)


class Outcomes(NamedTuple):
    """The rows that decide each line, by what the cards make, and all outcomes that are counted."""

    labels: tuple[tuple[str, str], ...]
    rows: Counts


NOTHING = "nothing"


def names_of(wager: str, bits: int, rank: int, submission: Submission) -> frozenset[str]:
    """The names of what seven cards make that a wager is paid on."""
    if wager == INSURANCE.name:
        return pai_gow_names(insured_rank(bits, rank, submission.insurance_joker))
    return named(bits, submission.royal_match)


def row_numbers(table: PayTable | None, names: Sequence[frozenset[str]]) -> list[int]:
    """The row of the table that pays most for each of these, from 1; 0 is none."""
    rows = [*table.pays] if table else []
    found = [payout(table, held) if table else None for held in names]
    return [rows.index(one[0]) + 1 if one else 0 for one in found]


def names_by_line(terms: Terms, meaning: Counts) -> Iterator[tuple[int, PayTable | None, list[frozenset[str]]]]:
    """For every line at odds: its table, and the names of what the cards may make."""
    submission = terms.submission
    for line in BY_HAND:
        wager = LINES[line]
        names = [names_of(wager, bits, rank, submission) for bits, rank in meaning.tolist()]
        yield line, terms.posted.get(wager), names
    yield (
        THREE,
        terms.posted.get(THREE_CARD.name),
        [frozenset(THREE_CARD_NAMES[kind]) for kind in range(len(THREE_CARD_NAMES))],
    )


def imperial_names(terms: Terms, meaning: Counts) -> tuple[list[int], list[int]]:
    """The row of the player's list, and that of the bank's, by what the cards of either make; 0 is none."""
    royal, match = terms.submission.imperial_royal, terms.submission.royal_match
    players = [named(imperial_bits(bits, royal), match) for bits, _ in meaning.tolist()]
    banks = [pai_gow_names(-1 if bits else rank) for bits, rank in meaning.tolist()]
    player, banker = (PAY_TABLES[bonus][PRINTED] for bonus in ("player_hand_bonus", "banker_hand_bonus"))
    return row_numbers(player, players), row_numbers(banker, banks)


def outcomes(terms: Terms, meaning: Counts) -> Outcomes:
    """Where every outcome is counted."""
    labels = [(WAGER.name, ending) for ending in ENDINGS]
    labels += [(wager, ending) for wager in ADDITIONAL for ending in (NOTHING, f"Number {wager[-1]}")]
    rows = np.zeros((max(len(meaning), len(THREE_CARD_NAMES)), ALL), np.int64)
    for line, table, names in names_by_line(terms, meaning):
        rows[: len(names), line] = COLUMNS * len(LINES) + len(labels) + np.array(row_numbers(table, names))
        labels += [(LINES[line], row) for row in (NOTHING, *(table.pays if table else ()))]
    rows[:, METERED] = COLUMNS * len(LINES) + len(labels)
    posted = terms.posted.get(PROGRESSIVE.name)
    labels += [(PROGRESSIVE.name, row) for row in (NOTHING, *(posted.pays if posted else ()))]
    of_player, of_bank = imperial_names(terms, meaning)
    rows[: len(meaning), BOTH_HANDS] = COLUMNS * len(LINES) + len(labels) + (max(of_bank) + 1) * np.array(of_player)
    rows[: len(meaning), BANKED] = of_bank
    labels += [(IMPERIAL.name, row or NOTHING) for row in imperial_rows()]
    return Outcomes(tuple(labels), rows)


def odds_of(table: PayTable, rows: Sequence[int]) -> list[int]:
    """What whole odds these rows have; 0 for none."""
    odds = [0, *(pay.numerator for pay in table.pays.values() if isinstance(pay, To))]
    return [odds[row] for row in rows]


def net_of(table: PayTable | None, row: int, stake: int) -> int:
    """What a wager at odds wins on a row of its table, from 1; 0 is none."""
    pay = [*table.pays.values()][row - 1] if table and row else None
    match pay:
        case To():
            return pay.pays(stake)
        case Push():
            return 0
    return -stake


def number_wins(terms: Terms, wager: str, stake: int) -> int:
    """What a number wins, rounded down to whole dollars."""
    table = terms.posted.get(wager)
    (pay,) = table.pays.values() if table else (To(0),)
    assert isinstance(pay, To), "a number is paid at odds"
    return in_whole_dollars(pay.pays(stake))


def sides(terms: Terms, seats: int, stakes: Mapping[str, int], meaning: Counts, *, bank: bool) -> Sides:
    """The wagers beside the main one under these terms."""
    placed = np.array([0, 0, *(stakes.get(line, 0) for line in LINES[NUMBERED:ALL])], np.int64)
    net = np.zeros((max(len(meaning), len(THREE_CARD_NAMES)), ALL), np.int64)
    for line, table, names in names_by_line(terms, meaning):
        won = [net_of(table, row, int(placed[line])) for row in row_numbers(table, names)]
        net[: len(won), line] = won
    submission, match = terms.submission, terms.submission.royal_match
    envied = [bonuses.envy(submission, named(bits, match)) for bits, _ in meaning.tolist()]
    posted = terms.posted.get(PROGRESSIVE.name)
    rows = dict(posted.pays) if posted else {}
    made = [{spelled(name) for name in named(bits, match)} for bits, _ in meaning.tolist()]
    lists = (PAY_TABLES[one][PRINTED] for one in ("player_hand_bonus", "banker_hand_bonus"))
    odds = [odds_of(table, of) for table, of in zip(lists, imperial_names(terms, meaning), strict=True)]
    shares, wholes = parts_of_meter(rows.values())
    return Sides(
        stakes=placed,
        lines=np.flatnonzero(placed),
        wagered=bool(placed.any()),
        numbered=bool(placed[NUMBERED:METERED].any()),
        numbers=np.array([number_wins(terms, wager, stakes.get(wager, 0)) for wager in ADDITIONAL], np.int64),
        net=net,
        odds=np.array(odds, np.int64).T.copy(),
        imperial_maximum=submission.imperial_maximum or 0,
        envy=np.array(envied, np.int64),
        banked=bank and submission.envy_holder == "any_player",
        makes=np.array([[spelled(row) in held for row in rows] for held in made], np.bool_).reshape(len(made), -1),
        amounts=np.array([pay.cents if isinstance(pay, Fixed) else 0 for pay in rows.values()], np.int64),
        shares=shares,
        wholes=wholes,
        growth=growing([stakes.get(PROGRESSIVE.name, 0)] * seats, {"main": submission.progressive_rate}),
        reset=submission.progressive_reset,
        rows=outcomes(terms, meaning).rows,
        own_needed=submission.imperial_stake == "lost_without_own",
    )


# --- A table ----------------------------------------------------------------------------------------------------------


def read_strategy(name: str, text: str) -> OwnWay:
    """A house way of the player's own."""
    return read_way(name, text, CONDITIONS, MEASURES)


def table(terms: Terms, strategy: str | OwnWay, role: int, workers: Workers, progress: Progress) -> Codes:
    """Every class, or for best play every hand, as a strategy sets it."""
    wheel = terms.submission.wheel
    match strategy:
        case OwnWay():
            return all_set(strategy.way, wheel)
        case "best":
            return best_codes(terms, role, workers, progress)
        case "simple":
            return cached_array(f"{rule.text}-{SIMPLE}-{wheel}", lambda: all_set(HOUSE_WAYS[SIMPLE], wheel))
    return house(terms).codes


def kernel(
    terms: Terms,
    strategy: str | OwnWay,
    seats: int,
    stakes: Mapping[str, int],
    workers: Workers,
    progress: Progress,
    bank: str = "",
) -> Kernel:
    """The loop for a table at which every seat wagers and sets alike."""

    def set_by(way: str | OwnWay, role: int) -> Codes:
        return table(terms, way, role, workers, progress)

    players, dealers, bankers = seated(terms, set_by, strategy, bank)
    by_class, meaning = makes()
    main = main_wagers(terms, seats, stakes, bank)
    beside = sides(terms, seats, stakes, meaning, bank=bool(bank))
    layout = Layout(LINES, outcomes(terms, meaning).labels)
    start = meters(terms.submission)[PROGRESSIVE.name]
    on = at_first(start["main"])
    return Kernel(play, (players, dealers, bankers, by_class, main, beside, on, layout.size), layout)
