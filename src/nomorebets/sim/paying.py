"""What wagers are paid in a simulation: pay tables as numbers by kind of hand, and meters that grow and are won."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nomorebets.odds.wagers import won
from nomorebets.rulebook.money import Pay, Share
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim.tally import Counts
from nomorebets.table.meters import asked, whole_cents
from nomorebets.table.progressive import Rate

METERS = ("main", "secondary")
MAIN, SECONDARY = range(2)  # as they stand in an array
AHEAD = len(METERS)  # after the meters themselves stands what each is ahead of its rate, in parts of a cent


class Paid(NamedTuple):
    """What a wager of one stake wins, by kind of hand: in cents but for the meter, and per cent of the meter."""

    net: Counts
    share: Counts


def paid(table: PayTable | None, rows: Sequence[str], stake: int, *, stake_kept: bool = False) -> Paid:
    """What the rows are paid on which the kinds of hands stand; a kind on none loses the stake."""
    pays = [table.pays.get(row) if table else None for row in rows]
    stake_stays = stake_kept or (table is not None and table.shares)
    each = [won(pay, stake, 0, stake_kept=stake_stays) if stake else 0 for pay in pays]
    return Paid(np.array(each, np.int64), shares(pays)[0])


def shares(pays: Iterable[Pay | None]) -> Counts:
    """What each row is paid of a meter, and of how much: per cent, or if they are not whole of a hundred such parts."""
    parts = [(pay.percent, 100 * pay.denominator) if isinstance(pay, Share) else (0, 100) for pay in pays]
    return np.array(parts, np.int64).reshape(-1, 2).T.copy()


def growth(stakes: Iterable[int], rates: Mapping[str, int]) -> Counts:
    """By how much these wagers of whole dollars make the meters grow, at rates of whole percentages."""
    placed = sum(stakes)
    return np.array([placed * rates.get(name, 0) // 100 for name in METERS], np.int64)


def growing(stakes: Iterable[int], rates: Mapping[str, Rate]) -> Counts:
    """By meter what the rates ask for of these wagers, and in how many parts of a cent."""
    placed = sum(stakes)
    return np.array([asked(placed, rates.get(name, 0)) for name in METERS], np.int64)


def grow(meters: Counts, by: Counts) -> None:
    """Let meters grow in whole cents, and keep what they are ahead of their rates."""
    for meter in range(len(by)):
        due, parts = by[meter, 0], by[meter, 1]
        cents = whole_cents(meters[AHEAD + meter], due, parts)
        meters[meter] += cents
        meters[AHEAD + meter] += parts * cents - due


def at_first(main: int) -> Counts:
    """Meters of which the main one shows so much, and none is ahead."""
    return np.array([main, 0, 0, 0], np.int64)


def reset(meters: Counts, least: int) -> None:
    """What was saved goes to a meter that was won, and the house tops that up to the least amount."""
    meters[MAIN] = max(meters[MAIN] + meters[SECONDARY], least)
    meters[SECONDARY] = 0
