"""Both hands compared with those of the dealer or of the bank, and the wagers settled."""

from collections.abc import Iterator
from typing import NamedTuple

from nomorebets.rulebook.money import EVEN
from nomorebets.table.events import Event, Settled
from nomorebets.table.in_two import bank
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.in_two.setting import FOUL, dealers, in_two, laid
from nomorebets.table.in_two.vigorish import vigorish
from nomorebets.table.state import Seat, Table


class Compared(NamedTuple):
    """How a player's wager ends: 1 it wins, 0 it pushes, -1 it loses; and the clause that says so."""

    seat: Seat
    won: int
    clause: str


def compared(table: Table, seats: list[Seat]) -> list[Compared]:
    """Each hand against the bank's, if there is one, or the dealer's."""
    terms, game, banking = table.terms, in_two(table.terms), bank_of(table).seat
    against = laid(table, table.seats[banking]) if banking else dealers(table)
    outcomes = []
    for seat in seats:
        if FOUL in seat.decisions:
            outcomes.append(Compared(seat, -1, terms.cites["wrongly_set"]))
        else:
            won, clause = game.result(terms.submission, laid(table, seat), against)
            outcomes.append(Compared(seat, won, clause))
    return outcomes


def against_the_bank(table: Table, outcomes: list[Compared]) -> Iterator[Event]:
    """All main wagers and the dealer's, through the centre of the table."""
    terms = table.terms
    dealers_result = 0
    if table.dealer:
        against = laid(table, table.seats[bank_of(table).seat])
        dealers_result, _ = in_two(terms).result(terms.submission, dealers(table), against)
    judged = [bank.Outcome(seat, terms.required, won, clause) for seat, won, clause in outcomes]
    yield from bank.settlement(table, judged, dealers_result)


def lost_or_pushed(table: Table, outcome: Compared) -> Iterator[Settled]:
    """Losing wagers are collected and pushes given back as the hands are exposed."""
    seat, main = outcome.seat, table.terms.required
    chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
    if outcome.won < 0:
        yield Settled(seat.number, main, chips, "lose", outcome.clause, coupon)
    elif outcome.won == 0:
        yield Settled(seat.number, main, chips, "push", outcome.clause, coupon, returned=chips)


def less_vigorish(table: Table, wager: str, due: int) -> int:
    """What a player keeps of what a wager wins: of the main one vigorish is taken."""
    if wager != table.terms.required:
        return due
    return due - vigorish(due, table.terms.submission.vigorish_rounding)


def won(table: Table, outcome: Compared) -> Iterator[Settled]:
    """Winners are paid even money less vigorish, after all hands are exposed."""
    seat, main = outcome.seat, table.terms.required
    if outcome.won > 0:
        chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
        pays = EVEN.pays(chips + coupon)
        fee = vigorish(pays, table.terms.submission.vigorish_rounding)
        yield Settled(seat.number, main, chips, "win", outcome.clause, coupon, pays, chips, commission=fee)
