"""Wagers made, increased and withdrawn, until "No more bets"."""

from collections.abc import Iterable, Iterator

from nomorebets.equipment.custody import Stage
from nomorebets.table.actions import Bet, Coupon, NoMoreBets, Withdraw, selected
from nomorebets.table.events import BetPlaced, BetWithdrawn, CouponPlaced, DeckStaged, Event, PhaseBegan, Stepped
from nomorebets.table.game import Wager
from nomorebets.table.life.decks import GONE, preparing, ready_to_play, supervising
from nomorebets.table.life.opening import devices, no_activity
from nomorebets.table.life.seating import seating
from nomorebets.table.life.seeds import unrevealed
from nomorebets.table.offers import Offer, Selector, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Seat, Table


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    if not seat:
        yield from unrevealed(table)
        yield from preparing(table)
        yield from starting(table)
        yield from supervising(table)
        yield from devices(table)
    for number in table.seats if seat is None else (seat,):
        if number in table.seats:
            yield from wagers(table, table.seats[number])
    yield from seating(table, seat)


def starting(table: Table) -> Iterator[Offer]:
    """With a wager on the layout, the cards ready and the last seed shown, a round begins."""
    if any(seat.chips for seat in table.seats.values()):
        if ready_to_play(table) and not table.unrevealed:
            yield to_close_bets(table)
    else:
        yield from no_activity(table)


def to_close_bets(table: Table) -> Offer:
    return Offer(NoMoreBets(), table.terms.cites["announce"], by=Role.DEALER, until=in_use_until(table))


def in_use_until(table: Table) -> int:
    """The hour at which the first deck on the table, or the dice, are due to be changed; no round begins after it."""
    hours = [deck.due_at for deck in table.decks if deck.stage not in GONE]
    return min(filter(None, (*hours, table.dice.due_at)), default=0)


def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """What may be placed, added or taken back at one position before "No more bets".

    A wager that another one needs comes before it and goes after it.
    """
    cites, beside = table.terms.cites, table.terms.beside
    needed = {beside[name] for name in seat.chips if name in beside}
    for wager, least, most, clause in table.terms.wagers:
        if wager.name not in seat.chips:
            need = beside.get(wager.name)
            if need in seat.chips if need else (seat.chips or adjacent(table, seat, adding=True)):
                yield Offer(Bet(seat.number, wager.name, least), clause, most)
                if wager.coupon:
                    yield Offer(Coupon(seat.number, wager.name, least), wager.coupon, most)
                elif takes_coupon(table, wager) and least > 1 and on_whole_wager(table):
                    yield Offer(Coupon(seat.number, wager.name, 1), cites["coupon"], min(least - 1, most // 2))
            continue
        lying = seat.stake(wager.name) if on_whole_wager(table) else seat.chips[wager.name]
        yield from to_increase(seat, wager.name, least, most, clause, beside=lying - seat.chips[wager.name])
        if wager.name not in seat.coupons and takes_coupon(table, wager):
            worth = min(seat.chips[wager.name], most - lying) if on_whole_wager(table) else seat.chips[wager.name]
            if worth > 0:
                yield Offer(Coupon(seat.number, wager.name, 1), cites["coupon"], worth)
    if len(seat.chips) > 1 or adjacent(table, seat, adding=False):
        yield from to_withdraw(seat, (name for name in seat.chips if name not in needed), cites["withdraw"])


def takes_coupon(table: Table, wager: Wager) -> bool:
    """Whether a match play coupon may lie beside the chips of a wager."""
    return wager.match_play and wager.name not in table.terms.progressive


def on_whole_wager(table: Table) -> bool:
    """Whether the posted limits are read to hold for chips and coupon together, or for the chips alone."""
    return bool(table.terms.submission.limits_on == "whole_wager")


def to_increase(seat: Seat, key: str, least: int, most: int, clause: str, beside: int = 0) -> Iterator[Offer]:
    """Chips may be added to what lies there, up to the posted maximum; an amount that is fixed is not increased.

    What a coupon beside them counts for is not to be had in chips.
    """
    room = most - beside - seat.chips[key]
    if least < most and room > 0:
        wager, on = selected(key)
        yield Offer(Bet(seat.number, wager, 1, on=on), clause, room)


def to_withdraw(seat: Seat, wagers: Iterable[str], clause: str) -> Iterator[Offer]:
    """One of these that lie at a position may be taken back."""
    among = tuple(wagers)
    if among:
        yield Offer(Withdraw(seat.number, ""), clause, select=Selector("wager", among))


def adjacent(table: Table, seat: Seat, *, adding: bool) -> bool:
    """Whether the player's positions with a wager, this one added or taken away, are few enough and side by side."""
    positions = [n for n, one in table.seats.items() if one.chips and one.player == seat.player and one is not seat]
    if not positions:
        return True
    if adding:
        positions.append(seat.number)
    most: int = table.terms.submission.positions_per_player
    return len(positions) <= most and max(positions) - min(positions) < len(positions)


# --- What follows -----------------------------------------------------------------------------------------------------


def place_bet(_table: Table, action: Bet, taken: Taken) -> Iterator[Event]:
    yield BetPlaced(action.seat, action.wager, action.amount, taken.clause, action.on)


def lay_coupon(table: Table, action: Coupon, taken: Taken) -> Iterator[Event]:
    """A coupon lies beside chips, or in place of them where a wager may be made with a coupon alone.

    One that is laid first comes with as many chips as it needs: its own worth, and what the minimum asks for besides.
    """
    if action.wager not in table.seats[action.seat].chips:
        wager, least = next((wager, least) for wager, least, _, _ in table.terms.wagers if wager.name == action.wager)
        chips = 0 if wager.coupon else max(action.amount, least - action.amount)
        yield BetPlaced(action.seat, action.wager, chips, taken.clause)
    yield CouponPlaced(action.seat, action.wager, action.amount, taken.clause)


def withdraw(_table: Table, action: Withdraw, taken: Taken) -> Iterator[Event]:
    yield BetWithdrawn(action.seat, action.wager, taken.clause)


def close_bets(table: Table, _action: NoMoreBets, taken: Taken) -> Iterator[Event]:
    yield Stepped("announce", taken.clause)
    yield from table.terms.game.play.closing(table)
    yield DeckStaged(table.deck, Stage.DEALT if table.in_play.stage == Stage.READY else Stage.WAITING)
    yield PhaseBegan(Phase.DEALING)
