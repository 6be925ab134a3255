"""Hands exposed one by one, from the dealer's right counterclockwise; each is compared and settled as it lies open.

Losing wagers and pushes are settled at once, winners are paid when all hands are exposed.  Until a player's own hand is
exposed, that player may surrender.
"""

from collections.abc import Iterator

from nomorebets.equipment.places import DEALER
from nomorebets.rulebook.money import EVEN
from nomorebets.table.actions import Reveal, Step
from nomorebets.table.events import Event, OfTheGame, Settled, TurnedUp
from nomorebets.table.in_two.bank import EXPOSED, bank_of
from nomorebets.table.in_two.centre import RESULTS, DealerCompared
from nomorebets.table.in_two.setting import FOUL, in_two, laid, players
from nomorebets.table.in_two.vigorish import vigorish
from nomorebets.table.ledger import CENTRE, INVENTORY
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Role
from nomorebets.table.state import Seat, State, Table

# --- Whose hand is next -----------------------------------------------------------------------------------------------


class HandCompared(OfTheGame, frozen=True):
    """A player's hands lie open and were compared: the dealer announces how the main wager ends."""

    seat: int
    result: str
    clause: str


EVENTS = (HandCompared, DealerCompared)


def exposed_from(table: State) -> int:
    """The position from which on all hands are exposed; 0 before the first."""
    position: int = table.own.get(EXPOSED, 0)
    return position


def to_surrender(table: Table, seat: int | None) -> Iterator[Seat]:
    """The players who may still surrender: the dealer has not exposed their hands."""
    reached = exposed_from(table)
    for one in players(table):
        if seat in (None, one.number) and (not reached or one.number < reached):
            yield one


def to_expose(table: Table) -> Seat | None:
    """The next seat whose wagers are to be judged."""
    reached = exposed_from(table) or table.terms.submission.positions + 1
    for number in range(reached - 1, 0, -1):
        seat = table.seats.get(number)
        if seat and seat.in_play:
            return seat
    return None


def dealers_turn(table: Table) -> bool:
    """Whether the dealer's own wager against the bank is to be judged, which comes first."""
    return not exposed_from(table) and bool(bank_of(table).dealers_wager)


def exposing(table: Table) -> Offer:
    """The next hand to be exposed, or the winners to be paid; once the dealer has begun it is a duty to go on."""
    cites = table.terms.cites
    if dealers_turn(table):
        return Offer(Reveal(), cites["dealer_against_bank"], by=Role.DEALER)
    if to_expose(table):
        return Offer(Reveal(), cites["turn_over"], by=Role.DEALER, duty=bool(exposed_from(table)))
    return Offer(Step("pay"), cites["win"], by=Role.DEALER, duty=True)


# --- How it ends ------------------------------------------------------------------------------------------------------


def compared(table: Table, seat: Seat) -> tuple[int, str]:
    """A hand against the bank's, if there is one, or the dealer's: 1 the wager wins, 0 it pushes, -1 it loses."""
    terms = table.terms
    if FOUL in seat.decisions:
        return -1, terms.cites["wrongly_set"]
    against = laid(table, bank_of(table).seat or DEALER)
    return in_two(terms).result(terms.submission, laid(table, seat.number), against)


def exposed(table: Table, seat: Seat, clause: str) -> Iterator[Event]:
    """A hand is turned over and compared; what it loses is collected at once, and a push given back."""
    main = table.terms.required
    if main not in seat.chips or main in seat.settled:  # a bank's, or one that was surrendered
        yield HandCompared(seat=seat.number, result="", clause=clause, own={EXPOSED: seat.number})
        return
    won, why = compared(table, seat)
    yield TurnedUp(seat.place, table.hand(seat), clause)
    yield HandCompared(seat=seat.number, result=RESULTS[won], clause=why, own={EXPOSED: seat.number})
    chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
    if won < 0:
        taker = CENTRE if bank_of(table).seat else INVENTORY
        yield Settled(seat.number, main, chips, "lose", why, coupon, taker=taker)
    elif won == 0:
        yield Settled(seat.number, main, chips, "push", why, coupon, returned=chips)


def less_vigorish(table: Table, wager: str, due: int) -> int:
    """What a player keeps of what a wager wins: of the main one vigorish is taken."""
    if wager != table.terms.required:
        return due
    return due - vigorish(due, table.terms.submission.vigorish_rounding)


def won(table: Table, seat: Seat) -> Settled:
    """Winners are paid even money less vigorish, after all hands are exposed."""
    main = table.terms.required
    chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
    pays = EVEN.pays(chips + coupon)
    fee = vigorish(pays, table.terms.submission.vigorish_rounding)
    return Settled(seat.number, main, chips, "win", table.terms.cites["win"], coupon, pays, chips, commission=fee)
