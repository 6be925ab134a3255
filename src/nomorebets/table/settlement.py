"""Settling one wager: what is paid, what is returned and what stays with the house."""

from nomorebets.table.events import Settled
from nomorebets.table.money import PUSH, Result, To
from nomorebets.table.state import Seat


def settled(seat: Seat, wager: str, result: Result, clause: str, most: int | None = None) -> Settled:
    """Settle at odds, as a push or as a loss; a house maximum may cap what is paid.

    A coupon that lies with the chips counts for the odds but is never itself returned: it is collected with a win as
    with a loss, and handed back with a push.
    """
    chips, coupon = seat.chips[wager], seat.coupons.get(wager, 0)
    if isinstance(result, To):
        pays = result.pays(chips + coupon)
        pays = pays if most is None else min(pays, most)
        return Settled(seat.number, wager, chips, "win", clause, coupon, pays, chips)
    if result == PUSH:
        return Settled(seat.number, wager, chips, "push", clause, coupon, returned=chips)
    return Settled(seat.number, wager, chips, "lose", clause, coupon)
