"""What a step has found otherwise than it should be: a supervisor has it done again, or rules what follows."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from nomorebets.table import anew
from nomorebets.table.actions import Step
from nomorebets.table.events import BetWithdrawn, Event, SettlementUndone, StepDue, StepNotDue
from nomorebets.table.evolve import replay
from nomorebets.table.game import Ruling
from nomorebets.table.irregularities import DIFFERENCE, moved_back, voided, wager_voided
from nomorebets.table.ledger import DEALERS_WAGER
from nomorebets.table.offers import Offer, Selector, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Seat, Table


def contested(table: Table) -> StepDue | None:
    """The step at which something was found, if that is the supervisor's to settle now."""
    settling = len(table.owed) > 1 and table.owed[0].step == DIFFERENCE
    return table.owed[1] if settling else None


def rulings(table: Table, seat: int | None) -> Iterator[Offer]:
    """What a supervisor may rule instead of having the step done again: of whose wager, which the note names."""
    due = contested(table)
    if due is None:
        return
    for ruling in table.terms.game.play.rulings.get(due.step, ()):
        for number, wagers in ruling.wagers(table, due).items():
            if seat in (None, number) and wagers:
                action, clause = Step(ruling.name, seat=number), table.terms.cites[ruling.name]
                yield Offer(action, clause, by=Role.SUPERVISOR, select=Selector("note", wagers), free=ruling.asks)


def ruled(table: Table, action: Step, taken: Taken) -> Iterator[Event] | None:
    """What follows from such a ruling, if the step is one: what was contested need not be done again."""
    due = contested(table)
    for ruling in table.terms.game.play.rulings.get(due.step, ()) if due else ():
        if ruling.name == action.step:
            return _ruled(table, ruling, action, taken)
    return None


def _ruled(table: Table, ruling: Ruling, action: Step, taken: Taken) -> Iterator[Event]:
    for due in table.owed[:2]:
        yield StepNotDue(due.step, taken.clause, due.deck, due.seat)
    yield from ruling.follows(table, action, taken)


def spared(table: Table, seat: int, clause: str, *steps: str) -> Iterator[Event]:
    """Steps that were still to be done for a payout that is not made."""
    for due in table.owed[2:]:
        if due.seat == seat and due.step in steps:
            yield StepNotDue(due.step, clause, due.deck, due.seat)


# --- What is ruled of wagers that several texts have ------------------------------------------------------------------


def taken_back(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A wager that the system has not accepted, before any is collected: it is returned, and the rest counted again."""
    seat, due = table.seats[action.seat], contested(table)
    assert due is not None, "only what is contested is ruled"
    withdrawn = BetWithdrawn(action.seat, action.note, taken.clause)
    yield withdrawn
    after = replay(table, [withdrawn])
    if not after.playing() and not after.ledger.get(DEALERS_WAGER):
        yield from voided(after, "no wager was left", taken.clause)
        return
    left = due.expected - (seat.chips[action.note] > 0)
    yield StepDue(due.step, due.by, due.clause, due.deck, due.seat, expected=left, first=True)


def lying(wager: str) -> Callable[[Table, StepDue], dict[int, tuple[str, ...]]]:
    """Where this wager lies: the system may not have accepted one of them."""
    return lambda table, _due: {seat.number: (wager,) for seat in table.playing() if wager in seat.lying}


def returned(table: Table, seat: Seat, wager: str, clause: str) -> Iterator[Event]:
    """A wager that was collected and the system had not accepted goes back, with what it has added to the meters."""
    moves = [move for move in table.moves if move.seat == seat.number and move.wager in ("", wager)]
    yield from anew.with_enough(table, tuple(moved_back(table, moves, clause)), clause)
    yield wager_voided(seat, wager, clause)


def paid_otherwise(table: Table, seat: Seat, wager: str, amount: int, clause: str) -> Iterator[Event]:
    """A payout is corrected, and with it what others are due; the house makes up for what its meter has not got."""
    made = seat.settled[wager]
    corrected = (SettlementUndone(made, clause), replace(made, pays=amount, clause=clause))
    after = replay(table, corrected)
    plain = (*corrected[:1], *anew.evened(after, clause), *corrected[1:])
    yield from anew.where_books_differ(table, plain, anew.reckoned(table, after, clause))
