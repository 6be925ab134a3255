"""A table closed, open with its cards on show, and closed again; its devices taken away and put back."""

from collections.abc import Iterator

from nomorebets.equipment.custody import SHUFFLED, Stage
from nomorebets.table.actions import Step
from nomorebets.table.events import DeckStaged, DevicesInstalled, DevicesRemoved, Event, PhaseBegan
from nomorebets.table.irregularities import taken_away
from nomorebets.table.life.decks import (
    BETWEEN_ROUNDS,
    CUT,
    GONE,
    SEEN_BEFORE,
    mixed,
    placed_anew,
    preparing,
    supervising,
)
from nomorebets.table.life.seating import seating
from nomorebets.table.life.seeds import unrevealed
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Table
from nomorebets.table.submission import SHOE, SHUFFLER


def closed(table: Table, _seat: int | None) -> Iterator[Offer]:
    yield from preparing(table)
    yield from supervising(table)


def idle(table: Table, seat: int | None) -> Iterator[Offer]:
    yield from unrevealed(table)
    if not table.seats and any(deck.stage in SEEN_BEFORE for deck in table.decks):
        yield to_idle(table)  # whoever had looked at them is gone
    yield from preparing(table)
    yield from supervising(table)
    yield from devices(table)
    yield from seating(table, seat)
    if not table.seats:
        yield to_close(table)


def to_close(table: Table) -> Offer:
    """No text says how a table closes: one that is open without gaming activity is what they speak of."""
    return Offer(Step("close"), table.terms.cites["idle"], by=Role.SUPERVISOR)


def nobody_there(table: Table) -> Iterator[Offer]:
    yield to_idle(table)
    yield to_close(table)


def no_activity(table: Table) -> Iterator[Offer]:
    """With nobody at the table it idles, unless it is closed; where people sit and do not wager, the dealer may say so.

    No hour makes that a duty, because no text has one.
    """
    if not table.seats:
        yield from nobody_there(table)
    elif all(deck.stage in SEEN_BEFORE for deck in table.decks) and not table.unrevealed:
        yield Offer(Step("idle"), table.terms.cites["idle"], by=Role.DEALER)


def to_idle(table: Table) -> Offer:
    return Offer(Step("idle"), table.terms.cites["idle"], by=Role.DEALER, duty=True)


def start_idling(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    stage = Stage.SPREAD if table.terms.submission.idle_spread == "face_up" else Stage.FACE_DOWN
    for index, deck in enumerate(table.decks):
        if deck.stage in SEEN_BEFORE:
            yield DeckStaged(index, stage)
    yield PhaseBegan(Phase.IDLE)


def close_down(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    for index, deck in enumerate(table.decks):
        if deck.stage not in GONE:
            yield from taken_away(table, index, "the table is closed", taken.clause)
    yield PhaseBegan(Phase.CLOSED)


ALONE = {"remove_shuffler": SHUFFLER, "remove_shoe": SHOE}  # steps by which one device leaves and the other stays


def devices(table: Table) -> Iterator[Offer]:
    """A device leaves the table before cards are shuffled or dealt in any other way: one by itself, or all of them."""
    there = table.terms.submission.devices
    steps = ["remove_devices"] if there else []
    steps += ALONE if len(there) > 1 else []
    steps += ["install_devices"] if table.without_devices else []
    for step in steps:
        yield Offer(Step(step), table.terms.cites["devices"], by=Role.SUPERVISOR)


def remove_devices(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Without its shuffler cards are shuffled again by hand, and a second deck may have no place.

    Where they are then dealt in another way they are to be placed for that; what waited for a deck that goes waits no
    longer.  In the midst of a round the deck in play stays.
    """
    device = ALONE.get(action.step, "")
    left = table.terms.filed.without_devices[device or True].submission
    first = 0 if table.phase in BETWEEN_ROUNDS else table.deck
    for index, deck in enumerate(table.decks):
        if not first <= index < first + left.decks:
            if deck.stage not in GONE:
                yield from taken_away(table, index, "the devices were removed", taken.clause)
        elif deck.stage in CUT and not left.shuffles_by_device and not deck.preshuffled:
            yield DeckStaged(index, Stage.MIXED)
        else:
            yield from placed_anew(table, index, left.dealing)
    yield DevicesRemoved(taken.clause, left.decks, device, first)
    if table.phase == Phase.IDLE and table.seats and all(map(mixed, table.decks[: left.decks])):
        yield PhaseBegan(Phase.BETTING)


def install_devices(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """What no device has shuffled is shuffled again where it has to; other cards are placed for how they are dealt."""
    filed = table.terms.filed.submission
    for index, deck in enumerate(table.decks):
        if filed.device_for_the_hand and deck.stage in SHUFFLED:
            yield DeckStaged(index, Stage.MIXED)
        else:
            yield from placed_anew(table, index, filed.dealing)
    yield DevicesInstalled(taken.clause, filed.decks)
