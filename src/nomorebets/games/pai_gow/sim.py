"""Pai Gow at the speed of the machine: every hand is set once, by the rules, and the loop looks it up.

Seats play against the dealer; or, if somebody banks, against one more player who does.
"""

from collections.abc import Mapping
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow.deal import TILES_EACH
from nomorebets.games.pai_gow.rules import CITES, WAGER, compare, rule
from nomorebets.games.pai_gow.solve import BANK, HIGH, LOW, NEVER_WINS, PLAYER, Hands, all_hands, best_settings, counted
from nomorebets.kept import kept_array
from nomorebets.sim import stream, tally
from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import Stream, drawn
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up
from nomorebets.table import bank as banking
from nomorebets.table.game import Terms
from nomorebets.table.money import EVEN
from nomorebets.table.vigorish import vigorish
from nomorebets.workers import Progress, Workers

TILES_IN_SET = 32
NO_TILE = ~((1 << TILES_IN_SET) - 1)  # bits that stand for no tile
CHOOSE = np.array([[comb(n, k) for k in range(TILES_EACH + 1)] for n in range(TILES_IN_SET)], np.int64)

RANK = 14  # bits of a rank
ONE_RANK = (1 << RANK) - 1

MAIN, BANKED = range(2)
LINES = (WAGER.name, banking.BANK)
LOST, PUSHED, WON = range(3)  # as results are numbered, from -1
ENDED = COLUMNS * len(LINES)
SIZE = ENDED + 3

Table = NDArray[np.int32]  # by hand: the ranks of its low and high hand, and whether the low hand never wins


class House(NamedTuple):
    """Stakes and what they win, in cents."""

    seats: int
    stake: int
    dealers_wager: int  # against a player who banks
    wins: Counts  # by result, from -1: what the wager of a seat wins, less vigorish
    bank_wins: Counts  # by wagers lost less those won, from the fewest, and by the dealer's result: what the bank has


def number(tiles: int) -> int:
    """The number of a hand among all, by its tiles from the lowest up.

    >>> number(0b1111), number(0b1111 << 28)
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


def against_bank(results: Counts, dealers: int, house: House) -> int:
    """What the bank wins when the seats' wagers end so, and the dealer's."""
    ahead = 0
    for one in results:
        ahead -= one
    return house.bank_wins[house.seats + ahead, 1 + dealers]  # type: ignore[no-any-return]


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
    put_up(sums, MAIN, rounds * house.seats * house.stake, 0)
    if banked:
        put_up(sums, BANKED, rounds * (house.seats * house.stake + house.dealers_wager), 0)
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


def paid(terms: Terms, seats: int, stake: int, dealers_wager: int, *, co_bank: bool) -> House:
    """What everybody wins with these stakes; vigorish depends on them, because it is rounded up."""
    rounding = terms.submission.vigorish_rounding
    won = EVEN.pays(stake)
    wins = np.array([-stake, 0, won - vigorish(won, rounding)], np.int64)
    bank_wins = np.zeros((2 * seats + 1, 3), np.int64)
    for ahead in range(-seats, seats + 1):
        for dealers in (-1, 0, 1):
            centre = ahead * stake - dealers * dealers_wager
            share, fee = banking.has_of(max(0, centre), rounding, co_bank=co_bank)
            bank_wins[seats + ahead, 1 + dealers] = share - fee - banking.pays_of(max(0, -centre), co_bank=co_bank)
    return House(seats, stake, dealers_wager, wins, bank_wins)


STRATEGIES = ("best", "house_way")


def banked(terms: Terms, bank: str, seats: int) -> dict[str, tuple[int, int, str]]:
    """What may be wagered besides if somebody banks, with limits and clause; a bank that is not offered is refused."""
    allowed = {banking.BANK: terms.submission.banking, banking.CO_BANK: terms.submission.co_banking}
    if bank not in allowed:
        raise BadInput(f"{bank!r} is no way to bank; there are {' and '.join(allowed)}", CITES["bank"])
    if not terms.submission.banking or not allowed[bank]:
        raise BadInput(f"{bank} is not offered at this table", CITES[bank])
    if seats == terms.submission.positions:
        raise BadInput(f"with {seats} seats there is no position left for the bank", CITES["bank"])
    _, _, most, _ = terms.wagers[0]
    return {banking.DEALER_WAGER: (1, most, CITES["dealers_wager"])} if bank == banking.BANK else {}


def table(terms: Terms, strategy: str, role: int, workers: Workers, progress: Progress) -> Table:
    """Every hand as a strategy sets it."""

    def compute() -> Table:
        if strategy != "best":
            hands = all_hands(terms)
            return packed(hands, hands.by_house)
        hands, counts = counted(terms, workers, progress)
        return packed(hands, best_settings(hands, counts, role))

    return kept_array(f"{rule.text}-{strategy}-{role}-{terms.hash[:16]}", compute)


def kernel(
    terms: Terms,
    strategy: str,
    seats: int,
    stakes: Mapping[str, int],
    workers: Workers,
    progress: Progress,
    bank: str = "",
) -> Kernel:
    """The loop for a table at which every seat wagers and sets alike.

    With a bank the strategy is the bank's, and the seats follow the house way, by which a co-bank's hand is set too.
    """
    dealers = table(terms, "house_way", PLAYER, workers, progress)
    players, bankers = dealers, np.zeros(0, np.int32)
    if bank:
        way = "house_way" if bank == banking.CO_BANK else strategy
        bankers = table(terms, way, BANK, workers, progress)
    else:
        players = table(terms, strategy, PLAYER, workers, progress)
    dealers_wager = stakes.get(banking.DEALER_WAGER, 0)
    house = paid(terms, seats, stakes[WAGER.name], dealers_wager, co_bank=bank == banking.CO_BANK)
    layout = Layout(LINES, tuple((WAGER.name, ending) for ending in ("lose", "push", "win")))
    return Kernel(__name__, (players, dealers, bankers, house), layout)
