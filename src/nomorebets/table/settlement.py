"""Settling one wager: what is paid, what is returned and what stays with the house."""

from nomorebets.rulebook.money import Fixed, For, Push, Result, To
from nomorebets.table.events import Settled
from nomorebets.table.state import Seat


def settled(seat: Seat, wager: str, result: Result, clause: str, most: int | None = None) -> Settled:
    """Settle at odds, for an amount, as a push or as a loss; a house maximum may cap what is paid at odds.

    A coupon that lies with the chips counts for the odds but is never itself returned: it is collected with a win as
    with a loss, and handed back with a push.
    """
    chips, coupon = seat.chips[wager], seat.coupons.get(wager, 0)
    match result:
        case To():
            pays = result.pays(chips + coupon)
            pays = pays if most is None else min(pays, most)
            return Settled(seat.number, wager, chips, "win", clause, coupon, pays, chips)
        case Fixed():
            return Settled(seat.number, wager, chips, "win", clause, coupon, result.cents, chips)
        case Push() | For(1) | 0:  # one for one is the stake and no more
            return Settled(seat.number, wager, chips, "push", clause, coupon, returned=chips)
        case For():
            pays = result.pays(chips + coupon)
            return Settled(seat.number, wager, chips, "win", clause, coupon, pays if most is None else min(pays, most))
    return Settled(seat.number, wager, chips, "lose", clause, coupon)
