"""Main wagers of the games whose hands are set in two: what they win from the dealer, or from a player who banks."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import BadInput
from nomorebets.odds.in_two import BANK, PLAYER
from nomorebets.rulebook.money import EVEN
from nomorebets.sim.tally import Counts
from nomorebets.table.game import Terms
from nomorebets.table.in_two import bank as banking
from nomorebets.table.in_two import centre
from nomorebets.table.in_two.vigorish import vigorish

LOST, PUSHED, WON = range(3)  # as results are numbered, from -1
ENDINGS = ("lose", "push", "win")
HOUSE_WAY = "house_way"
SIMPLE = "simple"  # the house way of our own that a person can remember
STRATEGIES = ("best", HOUSE_WAY, SIMPLE)


class House(NamedTuple):
    """Stakes and what they win, in cents."""

    seats: int
    stake: int
    dealers_wager: int  # against a player who banks
    wins: Counts  # by result, from -1: what the wager of a seat wins, less vigorish
    bank_wins: Counts  # by wagers lost less those won, from the fewest, and by the dealer's result: what the bank has


def against_bank(results: Counts, dealers: int, house: House) -> int:
    """What the bank wins when the seats' wagers end so, and the dealer's."""
    ahead = 0
    for one in results:
        ahead -= one
    return house.bank_wins[house.seats + ahead, 1 + dealers]  # type: ignore[no-any-return]


def paid(terms: Terms, seats: int, stake: int, dealers_wager: int, *, co_bank: bool) -> House:
    """What everybody wins with these stakes; vigorish depends on them, because it is rounded up."""
    rounding, odd_cent = terms.submission.vigorish_rounding, terms.submission.odd_cent
    won = EVEN.pays(stake)
    wins = np.array([-stake, 0, won - vigorish(won, rounding)], np.int64)
    bank_wins = np.zeros((2 * seats + 1, 3), np.int64)
    for ahead in range(-seats, seats + 1):
        for dealers in (-1, 0, 1):
            over = ahead * stake - dealers * dealers_wager
            share, fee = centre.has_of(max(0, over), rounding, odd_cent, co_bank=co_bank)
            pays = centre.pays_of(max(0, -over), odd_cent, co_bank=co_bank)
            bank_wins[seats + ahead, 1 + dealers] = share - fee - pays
    return House(seats, stake, dealers_wager, wins, bank_wins)


def main_wagers(terms: Terms, seats: int, stakes: Mapping[str, int], bank: str) -> House:
    """What everybody wins of the required wager, with or without somebody who banks."""
    dealers_wager = stakes.get(banking.DEALER_WAGER, 0)
    return paid(terms, seats, stakes[terms.required], dealers_wager, co_bank=bank == banking.CO_BANK)


Tables = Callable[[Any, int], NDArray[np.int32]]  # a strategy and a role -> how every hand is set


def seated(terms: Terms, table: Tables, strategy: Any, bank: str) -> tuple[NDArray[np.int32], ...]:
    """How players, dealer and bank set their hands; without a bank its table is empty.

    With a bank the strategy is the bank's, and the seats follow the house way, as does a dealer who sets a co-bank's.
    """
    dealers = table(HOUSE_WAY, PLAYER)
    if not bank:
        return table(strategy, PLAYER), dealers, np.zeros(0, np.int32)
    by_dealer = bank == banking.CO_BANK and terms.submission.co_bank_set_by == "dealer"
    return dealers, dealers, table(HOUSE_WAY if by_dealer else strategy, BANK)


def banked(terms: Terms, bank: str, seats: int) -> dict[str, tuple[int, int, str]]:
    """What may be wagered besides if somebody banks, with limits and clause; a bank that is not offered is refused."""
    allowed = {banking.BANK: terms.submission.banking, banking.CO_BANK: terms.submission.co_banking}
    if bank not in allowed:
        raise BadInput(f"{bank!r} is no way to bank; there are {' and '.join(allowed)}", terms.cites["bank"])
    if not terms.submission.banking or not allowed[bank]:
        raise BadInput(f"{bank} is not offered at this table", terms.cites[bank])
    if seats == terms.submission.positions:
        raise BadInput(f"with {seats} seats there is no position left for the bank", terms.cites["bank"])
    if bank == banking.CO_BANK or terms.submission.dealers_copies == "dealer":  # the loop gives all copies to the bank
        return {}
    _, _, most, _ = terms.wagers[0]
    return {banking.DEALER_WAGER: (1, most, terms.cites["dealers_wager"])}
