"""Pai Gow at the speed of the machine: every hand is set once, by the rules, and the loop looks it up.

Seats play against the dealer; or, if somebody banks, against one more player who does.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.pai_gow.deal import TILES_EACH
from nomorebets.games.pai_gow.maths.solve import HIGH, LOW, NEVER_WINS, Hands, all_hands, best_settings, counted, named
from nomorebets.games.pai_gow.rules import WAGER, compare, rule
from nomorebets.games.pai_gow.setting import CONDITIONS, HOUSE_WAYS, MEASURES
from nomorebets.games.pai_gow.submission import house_way
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.in_two import BANK, PLAYER
from nomorebets.sim import stream, tally
from nomorebets.sim.in_two import ENDINGS, SIMPLE, House, against_bank, main_wagers, seated
from nomorebets.sim.run import Kernel
from nomorebets.sim.strategy import OwnWay, read_way
from nomorebets.sim.stream import Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table.game import Terms
from nomorebets.table.in_two import bank as banking
from nomorebets.table.in_two.vigorish import PER_CENT, vigorish

TILES_IN_SET = 32
NO_TILE = ~((1 << TILES_IN_SET) - 1)  # bits that stand for no tile
CHOOSE = np.array([[comb(n, k) for k in range(TILES_EACH + 1)] for n in range(TILES_IN_SET)], np.int64)

RANK = 14  # bits of a rank
ONE_RANK = (1 << RANK) - 1

MAIN, BANKED = range(2)
LINES = (WAGER.name, banking.BANK)
ENDED = COLUMNS * len(LINES)
SIZE = ENDED + len(ENDINGS)

Table = NDArray[np.int32]  # by hand: the ranks of its low and high hand, and whether the low hand never wins


def number(tiles: int) -> int:
    """The number of a hand among all, by its tiles from the lowest up.

    >>> int(number(0b1111)), int(number(0b1111 << 28))
    (0, 35959)
    """
    place = 0
    for tile in range(1, TILES_EACH + 1):
        lowest = tiles & -tiles
        place += CHOOSE[lowest.bit_length() - 1, tile]
        tiles ^= lowest
    return place


def result(ours: int, theirs: int) -> int:
    """1 if both hands of a setting win, -1 if neither does, 0 if one does."""
    high = (ours >> RANK & ONE_RANK) > (theirs >> RANK & ONE_RANK)
    low = (ours & ONE_RANK) > (theirs & ONE_RANK) and ours >> 2 * RANK == 0
    return compare(high, low)


rules(stream, tally, compare, number, result, against_bank)


@compiled
def play(state: Stream, rounds: int, players: Table, dealers: Table, bank: Table, house: House) -> Counts:
    """Play so many rounds on one stream; without a bank its table is empty, and the dealer's hand decides."""
    sums = np.zeros(SIZE, np.int64)
    results = np.zeros(house.seats, np.int64)
    banked = len(bank) > 0
    for _ in range(rounds):
        tiles = drawn(state, NO_TILE, TILES_EACH)
        gone = tiles | NO_TILE
        against = bank[number(tiles)] if banked else dealers[number(tiles)]
        won = 0
        for seat in range(house.seats):
            tiles = drawn(state, gone, TILES_EACH)
            gone |= tiles
            results[seat] = result(players[number(tiles)], against)
            won += house.wins[1 + results[seat]]
            sums[ENDED + 1 + results[seat]] += 1
        booked(sums, MAIN, won)
        if banked:
            dealers_result = 0
            if house.dealers_wager:
                tiles = drawn(state, gone, TILES_EACH)
                dealers_result = result(dealers[number(tiles)], against)
            booked(sums, BANKED, against_bank(results, dealers_result, house))
    put_up(sums, MAIN, house.stake, rounds * house.seats, 0)
    if banked:
        put_up(sums, BANKED, house.stake, rounds * house.seats, 0)
        put_up(sums, BANKED, house.dealers_wager, rounds, 0)
    return sums


def packed(hands: Hands, chosen: NDArray[np.int64]) -> Table:
    """The chosen setting of every hand, by the hand's number."""
    table = np.zeros(len(hands.tiles), np.int32)
    for tiles, settings, one in zip(hands.tiles.tolist(), hands.settings.tolist(), chosen.tolist(), strict=True):
        table[number(tiles)] = in_bits(settings[one][LOW], settings[one][HIGH], settings[one][NEVER_WINS])
    return table


def in_bits(low: int, high: int, never_wins: int) -> int:
    """A setting as one number: its ranks, and whether its low hand never wins."""
    return low | high << RANK | never_wins << 2 * RANK


def read_strategy(name: str, text: str) -> OwnWay:
    """A house way of the player's own."""
    return read_way(name, text, CONDITIONS, MEASURES)


def table(
    terms: Terms,
    strategy: str | OwnWay,
    role: int,
    workers: Workers,
    progress: Progress,
    stake: int = 100,
    fee: int = PER_CENT,
) -> Table:
    """Every hand as a strategy sets it; the best is that of a stake with this vigorish on winning it."""

    def compute() -> Table:
        if strategy == "best":
            hands, counts = counted(terms, workers, progress)
            return packed(hands, best_settings(hands, counts, role, stake, fee))
        if isinstance(strategy, OwnWay):
            way = strategy.way
        else:
            way = HOUSE_WAYS[SIMPLE] if strategy == SIMPLE else house_way(terms.submission)
        hands = all_hands(terms, way)
        return packed(hands, hands.by_house)

    decided_by = strategy if isinstance(strategy, str) else strategy.hash[:16]
    if strategy == "best":
        taken = Fraction(fee, stake)
        decided_by += f"-{taken.numerator}-of-{taken.denominator}"
    return cached_array(f"{rule.text}-{decided_by}-{role}-{named(terms)}", compute)


def kernel(
    terms: Terms,
    strategy: str | OwnWay,
    seats: int,
    stakes: Mapping[str, int],
    workers: Workers,
    progress: Progress,
    bank: str = "",
) -> Kernel:
    """The loop for a table at which every seat wagers and sets alike.

    Who banks pays vigorish on all that the round wins together, and sets for the rate itself.
    """
    stake = stakes[terms.required]
    fees = {PLAYER: (stake, vigorish(stake, terms.submission.vigorish_rounding)), BANK: (100, PER_CENT)}

    def set_by(way: str | OwnWay, role: int) -> Table:
        return table(terms, way, role, workers, progress, *fees[role])

    players, dealers, bankers = seated(terms, set_by, strategy, bank)
    house = main_wagers(terms, seats, stakes, bank)
    layout = Layout(LINES, tuple((WAGER.name, ending) for ending in ENDINGS))
    return Kernel(play, (players, dealers, bankers, house), layout)
