"""Wagers against a player who banks: the dealer's first, all of them through the centre of the table.

Losing wagers go to the centre as hands are exposed and pay the winning ones.  When they are exhausted the bank pays the
rest, a co-bank half of it; a surplus is the bank's, or half of it, less vigorish.
"""

from collections.abc import Iterator
from itertools import accumulate

from nomorebets.equipment.places import DEALER
from nomorebets.table.events import Event, Moved, OfTheGame, Settled
from nomorebets.table.in_two.bank import EXPOSED, answered_for, bank_of
from nomorebets.table.in_two.setting import in_two, laid
from nomorebets.table.in_two.vigorish import vigorish
from nomorebets.table.ledger import CENTRE, COMMISSION, DEALERS_WAGER, INVENTORY, player
from nomorebets.table.state import Seat, Table

RESULTS = {1: "win", 0: "push", -1: "lose"}


class DealerCompared(OfTheGame, frozen=True):
    """The dealer's hands were compared with the bank's: how the dealer's wager ends."""

    result: str
    clause: str


def dealers_result(table: Table) -> int:
    """How the dealer's wager against the bank ends: 1 it wins, 0 it pushes, -1 it loses."""
    terms = table.terms
    dealers, banks = laid(table, DEALER), laid(table, bank_of(table).seat)
    copies = terms.submission.dealers_copies == "dealer"
    return in_two(terms).result(terms.submission, dealers, banks, copies=copies)[0]


def dealer_against_bank(table: Table) -> Iterator[Event]:
    """Before any player's: a push goes back to the inventory, a loss to the centre; a win lies on the dealer's hand."""
    result, amount = dealers_result(table), bank_of(table).dealers_wager
    clause = table.terms.cites["dealer_against_bank"]
    yield DealerCompared(result=RESULTS[result], clause=clause, own={EXPOSED: table.terms.submission.positions + 1})
    if result <= 0:
        yield Moved(0, DEALERS_WAGER, CENTRE if result else INVENTORY, amount, clause)


def winners_paid(table: Table, winners: list[Seat]) -> Iterator[Event]:
    """After all hands are exposed: winners are paid from the centre, the dealer last; then it is cleared.

    Before the first whom the centre cannot pay, what is missing for all that remain is collected from the bank.
    """
    terms, centre = table.terms, table.ledger.get(CENTRE, 0)
    main, rounding = terms.required, terms.submission.vigorish_rounding
    dealers = table.ledger.get(DEALERS_WAGER, 0)  # it still lies because it has won
    dues = [*(answered_for(table, seat) for seat in winners), dealers]
    exhausted = exhausted_at(centre, dues)
    for turn, seat in enumerate(winners):
        if turn == exhausted:
            yield from _shortfall(table, sum(dues) - centre)
        chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
        by_house = chips + coupon - dues[turn]
        if by_house:
            yield Moved(0, INVENTORY, CENTRE, by_house, terms.cites["coupon"])
        won = chips + coupon
        fee = vigorish(won, rounding)
        yield Settled(seat.number, main, chips, "win", terms.cites["win"], coupon, won, chips, CENTRE, commission=fee)
    if dealers:
        if exhausted == len(winners):
            yield from _shortfall(table, sum(dues) - centre)
        yield Moved(0, CENTRE, DEALERS_WAGER, dealers, terms.cites["bank_settled"])
        yield Moved(0, DEALERS_WAGER, INVENTORY, 2 * dealers, terms.cites["dealers_winnings"])
    yield from _surplus(table, max(0, centre - sum(dues)))


def exhausted_at(centre: int, dues: list[int]) -> int:
    """The first of these in turn whom the centre cannot pay in full; -1 if it pays all.

    >>> exhausted_at(500, [300, 300, 0]), exhausted_at(0, [100, 0]), exhausted_at(600, [300, 300])
    (1, 0, -1)
    """
    return next((turn for turn, due in enumerate(accumulate(dues)) if due > centre), -1)


def pays_of(short: int, odd_cent: str, *, co_bank: bool) -> int:
    """What the bank pays of a shortfall; of a co-bank's half the odd cent is borne by the house, or the co-bank.

    >>> pays_of(101, "house", co_bank=False), pays_of(101, "house", co_bank=True), pays_of(101, "co_bank", co_bank=True)
    (101, 50, 51)
    """
    if not co_bank:
        return short
    return short // 2 if odd_cent == "house" else short - short // 2


def has_of(surplus: int, rounding: str, odd_cent: str, *, co_bank: bool) -> tuple[int, int]:
    """What the bank has of a surplus, and the vigorish taken of that, which is never more than it.

    >>> has_of(2001, "none", "house", co_bank=False), has_of(2001, "none", "house", co_bank=True)
    ((2001, 101), (1001, 51))
    >>> has_of(2001, "none", "co_bank", co_bank=True), has_of(10, "quarter", "house", co_bank=False)
    ((1000, 50), (10, 10))
    """
    share = surplus
    if co_bank:
        share = surplus - surplus // 2 if odd_cent == "house" else surplus // 2
    return share, min(vigorish(share, rounding), share)


def _shortfall(table: Table, short: int) -> Iterator[Event]:
    bank, terms = bank_of(table), table.terms
    banker = player(table.seats[bank.seat].player)
    clause = terms.cites["co_bank_settled" if bank.co_bank else "bank_settled"]
    share = pays_of(short, terms.submission.odd_cent, co_bank=bank.co_bank)
    if share:
        yield Moved(bank.seat, banker, CENTRE, share, clause)
    if short > share:
        yield Moved(0, INVENTORY, CENTRE, short - share, clause)


def _surplus(table: Table, surplus: int) -> Iterator[Event]:
    bank, submission = bank_of(table), table.terms.submission
    if not surplus:
        return
    banker = player(table.seats[bank.seat].player)
    clause = table.terms.cites["co_bank_settled" if bank.co_bank else "bank_settled"]
    share, fee = has_of(surplus, submission.vigorish_rounding, submission.odd_cent, co_bank=bank.co_bank)
    if surplus > share:
        yield Moved(0, CENTRE, INVENTORY, surplus - share, clause)
    if fee:
        yield Moved(0, CENTRE, COMMISSION, fee, clause)
    if share > fee:
        yield Moved(bank.seat, CENTRE, banker, share - fee, clause)
