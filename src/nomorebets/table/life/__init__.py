"""The life of a table at which a deck is dealt: opening, betting, dealing, the stub, collecting, idling, closing.

These procedures read alike in the texts of all card games; which clause orders a step is for the game to cite.  Offers
may be narrowed to one betting position (0: only those that concern none), because callers often want no more.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.table.actions import (
    Act,
    Bet,
    Commit,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Leave,
    NoMoreBets,
    ReadMeter,
    RevealSeed,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.differences import ruled
from nomorebets.table.events import Event, StepDue, Stepped
from nomorebets.table.game import Decides, Offers
from nomorebets.table.irregularities import COUNT_DEALT, DIFFERENCE
from nomorebets.table.life import betting, collecting, dealing, decks, linked, opening, seating, seeds
from nomorebets.table.offers import Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Table

OFFERS: Mapping[str, Offers] = {
    Phase.CLOSED: opening.closed,
    Phase.IDLE: opening.idle,
    Phase.BETTING: betting.betting,
    Phase.DEALING: dealing.dealing,
    Phase.STUB: dealing.stub,
    Phase.CLEARING: dealing.stub,
    Phase.COLLECTING: collecting.collecting,
}


def done(_table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """Nothing follows from the step but that it is recorded."""
    yield from ()


STEPS: Mapping[str, Decides] = {
    "load": decks.load,
    "recut": decks.recut,
    "remove": decks.remove,
    "idle": opening.start_idling,
    "close": opening.close_down,
    **dict.fromkeys(("remove_devices", *opening.ALONE), opening.remove_devices),
    "install_devices": opening.install_devices,
    "declare_seed_lost": seeds.lose_seed,
    "rack_stub": dealing.rack_stub,
    COUNT_DEALT: dealing.count_dealt,
    "document": collecting.document,
    "collect": collecting.complete,
    DIFFERENCE: done,
    "lock_progressive": done,
}


def step(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A step is recorded with what was counted or entered at it, and then what follows from it.

    What is not as it should be is the supervisor's to look into, and the step is done again, before all that was to
    follow it; so is one at which something was found amiss, unless the supervisor rules what follows from that.
    """
    yield Stepped(action.step, taken.clause, action.deck, action.seat, action.note, action.count, action.found)
    by_ruling = ruled(table, action, taken)
    if by_ruling is not None:
        yield from by_ruling
        return
    due = table.owed[0] if table.owed else None
    if due and due.expected >= 0 > action.count:
        raise BadInput(f"{action.step} needs the number that was counted", taken.clause)
    if due and due.entry and not action.note:
        raise BadInput(f"{action.step} needs a note that says what was entered", taken.clause)
    if due and due.step != COUNT_DEALT and differs(due, action):
        yield replace(due, first=True)
        yield StepDue(DIFFERENCE, Role.SUPERVISOR, taken.clause, action.deck, action.seat, first=True)
    else:
        yield from table.terms.game.play.steps.get(action.step, decks.prepare)(table, action, taken)


def differs(due: StepDue, action: Step) -> bool:
    """Whether a step has found anything otherwise than it should be."""
    otherwise = due.expected != action.count or (due.entry and action.note != due.entry)
    return bool(otherwise or action.found)


DECIDES: Mapping[type[Act], Decides] = {
    Sit: seating.sit_down,
    Leave: seating.leave,
    Bet: betting.place_bet,
    Coupon: betting.lay_coupon,
    Withdraw: betting.withdraw,
    Step: step,
    Shuffle: decks.shuffle,
    Cut: decks.cut,
    Commit: seeds.commit,
    RevealSeed: seeds.reveal_seed,
    NoMoreBets: betting.close_bets,
    Deal: dealing.deal,
    CountStub: dealing.count_stub,
    ReadMeter: linked.read_meter,
}
