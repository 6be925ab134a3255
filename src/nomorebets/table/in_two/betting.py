"""Before the deal of hands that are set in two: dice, the bank and the cut, and the wagers."""

from collections.abc import Iterator

from nomorebets.equipment.custody import Stage
from nomorebets.table.actions import Step
from nomorebets.table.events import Event
from nomorebets.table.in_two import bank
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.in_two.dice import by_dice, to_place_dice, to_shake_again
from nomorebets.table.in_two.setting import in_two
from nomorebets.table.life import betting as table_betting
from nomorebets.table.life import collecting, opening
from nomorebets.table.life import seating as table_seating
from nomorebets.table.life.betting import to_close_bets
from nomorebets.table.life.decks import offered_cut, preparing, supervising
from nomorebets.table.life.opening import devices, no_activity
from nomorebets.table.life.seeds import unrevealed
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Seat, Table


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    """Cards or tiles and dice are made ready, the bank and the cut are offered, and wagers are placed."""
    if not seat:
        yield from unrevealed(table)
        yield from bank.refusing(table)
        yield from preparing(table)
        if by_dice(table) and not table.dice.due_at:
            yield to_place_dice(table, Role.DEALER, duty=True)
        yield from bank.dealers_part(table)
        yield from starting(table)
        yield from supervising(table)
        yield from devices(table)
        if by_dice(table):
            yield to_place_dice(table, Role.SUPERVISOR)
    for one in table.seats.values() if seat is None else filter(None, [table.seats.get(seat)]):
        yield from in_two(table.terms).wagers(table, one)
    yield from bank.offers(table, seat)
    yield from offered_cut(table, seat)
    yield from table_seating.seating(table, seat)


def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """A player who banks wagers nowhere."""
    return iter(()) if bank.barred(table, seat) else table_betting.wagers(table, seat)


def idle(table: Table, seat: int | None) -> Iterator[Offer]:
    """Dice that lie at a table where nobody plays are changed in time, too."""
    yield from opening.idle(table, seat)
    if table.dice.due_at and not seat:
        yield to_place_dice(table, Role.SUPERVISOR)


def starting(table: Table) -> Iterator[Offer]:
    """The round begins when all is ready, it is known who banks, and the bank covers what lies.

    A bank may have a wager on its own cards before anybody plays against it: that is no round, but gaming activity.
    """
    main = table.terms.required
    if any(main in seat.chips for seat in table.seats.values()) or bank_of(table).dealers_wager:
        ready = table.in_play.stage == Stage.READY and not table.unrevealed
        if ready and (table.dice.due_at or not by_dice(table)) and bank.settled_on(table):
            yield to_close_bets(table)
    elif not table.playing():
        yield from no_activity(table)


def complete(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """With the round the turn to be offered the bank moves on."""
    yield from bank.moved_on(table)
    yield from to_shake_again(table)  # a round may be void before the dice that the bank has shaken are uncovered
    yield from collecting.complete(table, action, taken)
