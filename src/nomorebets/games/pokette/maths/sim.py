"""Pokette at the speed of the machine: a run of spins, with the card stand filled and cleared as at the table.

A wager on a hand is placed whenever the posted cards allow it, every other one before every spin.  Where players select
cards, the first seat takes the first that the layout offers, the second the next, and so on.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import WHEEL
from nomorebets.games.pokette.maths.odds import NAMES, card_stands
from nomorebets.games.pokette.rules import HANDS, completing, row, selections, winning
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.rulebook.money import To
from nomorebets.sim import stream, tally
from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import Stream, below
from nomorebets.sim.tally import COLUMNS, Counts, Layout, booked, put_up, put_up_too
from nomorebets.table.game import Terms

SECTIONS = len(WHEEL.names)
WAGERS = tuple(NAMES)
ON_CARDS = tuple(wager for wager in WAGERS if wager not in HANDS)
FIRST_HAND = len(ON_CARDS)  # wagers on hands stand after the others
LINES = (*WAGERS, "all")
ALL = len(WAGERS)

ROWS = tuple((wager, name) for wager, rows in NAMES.items() for name in rows)
WON = COLUMNS * len(LINES)  # where the counts of outcomes begin: each row's wagers that win, and those that lose
LOST = WON + len(ROWS)
SIZE = LOST + len(ROWS)


class Board(NamedTuple):
    """All that lies on the layout, of all seats together, in cents."""

    wagers: Counts  # those that are placed
    staked: Counts  # by wager
    on_cards: Counts  # by wager, and by the card that is spun: what it wins
    winners: Counts  # the same: at how many seats
    hands: NDArray[np.int64]  # by the posted cards, and by wager on a hand: the cards that win, as bits; 0 bars it
    rows: Counts  # the same: the row that pays them
    pays: Counts  # by row: what a wager on a hand wins
    seats: int


def place(posted: Stack) -> int:
    """The number of what is posted among all that may be.

    >>> place(()), place((0,)), place((0, 0)), place((53, 53))
    (0, 1, 55, 2970)
    """
    number = 0
    for card in posted:
        number = next_place(number, card)
    return number


def next_place(number: int, card: int) -> int:
    """The number of what is posted after a further card; the third card clears the stand."""
    return 0 if number > SECTIONS else SECTIONS * number + 1 + card


def settled(wager: int, posted: int, card: int, board: Board, sums: Counts) -> int:
    """What all seats win on a wager that lies before a spin, and 0 where the posted cards bar it."""
    if wager < FIRST_HAND:
        winners = board.winners[wager, card]
        sums[WON + wager] += winners
        sums[LOST + wager] += board.seats - winners
        return board.on_cards[wager, card]  # type: ignore[no-any-return]
    hand = wager - FIRST_HAND
    wins = board.hands[posted, hand]
    if not wins:
        return 0
    won = wins >> card & 1
    row = board.rows[posted, hand]
    sums[(WON if won else LOST) + row] += board.seats
    put_up(sums, wager, board.staked[wager], 1, 0)
    return board.pays[row] if won else -board.staked[wager]  # type: ignore[no-any-return]


rules(stream, tally)
rules(next_place, settled, inline=True)


@compiled
def loop(state: Stream, rounds: int, board: Board, sums: Counts) -> None:
    """Spin so many times and add them to the sums."""
    board, sums = lent((board, sums))
    posted = 0
    for _ in range(rounds):
        card = below(state, SECTIONS)
        won = 0
        for wager in board.wagers:
            net = settled(wager, posted, card, board, sums)
            booked(sums, wager, net)
            won += net
        booked(sums, ALL, won)
        posted = next_place(posted, card)
    for wager in board.wagers:
        if wager < FIRST_HAND:
            put_up(sums, wager, board.staked[wager], rounds, 0)
        if len(board.wagers) > 1:
            put_up_too(sums, ALL, wager)


def play(state: Stream, rounds: int, board: Board) -> Counts:
    """Spin so many times on one stream."""
    sums = np.zeros(SIZE, np.int64)
    loop(state, rounds, board, sums)
    return sums


def selected(terms: Terms, wager: str, seat: int) -> Stack:
    """The cards that a seat, the first being 0, selects for a wager; none where nothing is to be selected."""
    choices = selections(terms.submission, wager)
    return choices[seat % len(choices)]


def odds(terms: Terms, name: str) -> To:
    """The odds posted for a row."""
    for table in terms.posted.values():
        if table and name in table.pays:
            pay = table.pays[name]
            assert isinstance(pay, To), "every wager of Pokette is paid at odds"
            return pay
    raise KeyError(name)


def laid(terms: Terms, seats: int, stakes: Mapping[str, int]) -> Board:
    """The layout with the same stakes at every seat."""
    staked = np.array([seats * stakes.get(wager, 0) for wager in WAGERS], np.int64)
    winners = np.zeros((len(ON_CARDS), SECTIONS), np.int64)
    on_cards = np.zeros((len(ON_CARDS), SECTIONS), np.int64)
    for number, wager in enumerate(ON_CARDS):
        for seat in range(seats):
            for card in winning(wager, selected(terms, wager, seat), ()):
                winners[number, card] += 1
        stake = stakes.get(wager, 0)
        on_cards[number] = winners[number] * (odds(terms, wager).pays(stake) + stake) - seats * stake
    pays = np.array([seats * odds(terms, name).pays(stakes.get(wager, 0)) for wager, name in ROWS], np.int64)
    return Board(
        np.flatnonzero(staked), staked, on_cards, winners, *hands_by_stand(terms.submission.pair_in_two_on), pays, seats
    )


@cache
def hands_by_stand(pair_in_two_on: str) -> tuple[Counts, Counts]:
    """By the posted cards and by wager on a hand: the cards that win it, and the row that then pays."""
    every = list(card_stands())
    hands, rows = np.zeros((len(every), len(HANDS)), np.int64), np.zeros((len(every), len(HANDS)), np.int64)
    for posted in every:
        for number, wager in enumerate(HANDS):
            cards = completing(wager, posted, pair_in_two_on)
            if cards:
                hands[place(posted), number] = sum(1 << card for card in cards)
                rows[place(posted), number] = ROWS.index((wager, row(wager, posted)))
    return hands, rows


def labelled() -> Layout:
    """The layout of a tally: a wager that has several rows is told by row."""
    say = [(wager, f"{name}, " if len(NAMES[wager]) > 1 else "") for wager, name in ROWS]
    outcomes = [(wager, f"{name}{ending}") for ending in ("win", "lose") for wager, name in say]
    return Layout(LINES, tuple(outcomes))


STRATEGIES = ("best",)  # nothing is left to decide after a wager


def kernel(
    terms: Terms, _strategy: str, seats: int, stakes: Mapping[str, int], _workers: Workers, _progress: Progress
) -> Kernel:
    """The spins of a table at which every seat places the same amounts."""
    return Kernel(play, (laid(terms, seats, stakes),), labelled())
