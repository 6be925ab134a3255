"""Players who sit down and stand up."""

from collections.abc import Iterator

from nomorebets.errors import BadInput
from nomorebets.table.actions import Leave, Sit
from nomorebets.table.events import Event, PhaseBegan, PlayerLeft, PlayerSat
from nomorebets.table.life.decks import SEEN_BEFORE, mixed
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.state import Phase, Table

LONGEST_NAME = 100


def seating(table: Table, seat: int | None) -> Iterator[Offer]:
    """Free seats may be taken, the first of them once the cards lie there to be seen; and left without a wager."""
    cites, receives = table.terms.cites, bool(table.seats) or on_display(table)
    for number in (one for one in range(1, table.terms.submission.positions + 1) if seat in (None, one)):
        taken = table.seats.get(number)
        if taken is None and receives:
            yield Offer(Sit(number), cites["positions"])
        elif taken and not taken.chips:
            yield Offer(Leave(number), cites["seated"])


def on_display(table: Table) -> bool:
    """Whether an empty table is as it is while there is no gaming activity, for whoever comes first."""
    return table.phase == Phase.IDLE and not any(deck.stage in SEEN_BEFORE for deck in table.decks)


def sit_down(table: Table, action: Sit, taken: Taken) -> Iterator[Event]:
    name = action.player or taken.by.name
    if not name.strip():
        raise BadInput(f"seat {action.seat} needs the name of its player")
    if not name.isprintable() or name != name.strip() or len(name) > LONGEST_NAME:
        raise BadInput(
            f"{name!r} is no name for a player; it is up to {LONGEST_NAME} letters, with no blank at its ends"
        )
    yield PlayerSat(action.seat, name, taken.clause, action.chips, place_of(table, name))
    if table.phase == Phase.IDLE and all(map(mixed, table.decks)):
        yield PhaseBegan(Phase.BETTING)


def place_of(table: Table, name: str) -> int:
    """How many seats were taken by those who came before: whoever has a seat already is not the last to come."""
    beside = [place for place, seat in enumerate(table.arrived, 1) if table.seats[seat].player == name]
    return beside[-1] if beside else len(table.arrived)


def leave(_table: Table, action: Leave, taken: Taken) -> Iterator[Event]:
    yield PlayerLeft(action.seat, taken.clause)
