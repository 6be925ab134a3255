"""What wagers are paid in a simulation: pay tables as numbers by kind of hand, and meters that grow and are won."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nomorebets.odds.wagers import won
from nomorebets.rulebook.money import Share
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim.tally import Counts

METERS = ("main", "secondary")
MAIN, SECONDARY = range(2)  # as they stand in an array


class Paid(NamedTuple):
    """What a wager of one stake wins, by kind of hand: in cents but for the meter, and per cent of the meter."""

    net: Counts
    share: Counts


def paid(table: PayTable | None, rows: Sequence[str], stake: int, *, stake_kept: bool = False) -> Paid:
    """What the rows are paid on which the kinds of hands stand; a kind on none loses the stake."""
    pays = [table.pays.get(row) if table else None for row in rows]
    stake_stays = stake_kept or (table is not None and table.shares)
    each = [won(pay, stake, 0, stake_kept=stake_stays) if stake else 0 for pay in pays]
    shared = [pay.percent if isinstance(pay, Share) else 0 for pay in pays]
    return Paid(np.array(each, np.int64), np.array(shared, np.int64))


def growth(stakes: Iterable[int], rates: Mapping[str, int]) -> Counts:
    """By how much these wagers of whole dollars make the meters grow."""
    placed = sum(stakes)
    return np.array([placed * rates.get(name, 0) // 100 for name in METERS], np.int64)


def reset(meters: Counts, least: int) -> None:
    """What was saved goes to a meter that was won, and the house tops that up to the least amount."""
    meters[MAIN] = max(meters[MAIN] + meters[SECONDARY], least)
    meters[SECONDARY] = 0
