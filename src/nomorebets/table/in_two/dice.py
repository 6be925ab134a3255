"""Dice that decide where a deal starts."""

from collections.abc import Iterator, Mapping
from functools import wraps
from itertools import chain
from typing import Any

from nomorebets.equipment.custody import HOUR
from nomorebets.equipment.places import DEALER
from nomorebets.errors import BadInput
from nomorebets.table.actions import Irregularity, Shake, Step
from nomorebets.table.events import DicePlaced, DiceRemoved, Event, OfTheGame, RollVoided, Shaken
from nomorebets.table.game import Offers
from nomorebets.table.in_two import bank
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.irregularities import voided
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, State, Table

START = "start"
BANK_SHAKES = "bank_shakes"  # the step of a bank, and the own part that says whether it was done
NUMBER_OF_DICE = 3
LEAST_SHAKES = 3


class DealStarts(OfTheGame, frozen=True):
    """The position at which the deal starts."""

    position: int
    clause: str


class BankShook(OfTheGame, frozen=True):
    """The bank has shaken the shaker, which stays covered."""

    seat: int
    clause: str


class ToShakeAgain(OfTheGame, frozen=True):
    """What the bank has shaken does not count any more."""


def start_of(table: State) -> int:
    """Where the deal starts, once that is determined."""
    return int(table.own.get(START, 0))


def deal_starts(position: int, clause: str) -> DealStarts:
    return DealStarts(position=position, clause=clause, own={START: position})


def counted(table: Table, number: int) -> int:
    """The place that a number means, counted counterclockwise from the dealer, or from the bank, as one."""
    in_two: Any = table.terms.game.play.in_two
    around: tuple[int, ...] = in_two.around
    first = around.index(bank_of(table).seat or DEALER)
    return around[(first + number - 1) % len(around)]


def by_dice(table: Table) -> bool:
    return bool(table.terms.submission.start == "dice")


def to_place_dice(table: Table, by: Role, *, duty: bool = False) -> Offer:
    return Offer(Step("place_dice"), table.terms.cites["place_dice"], by=by, duty=duty)


def place_dice(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """Fresh dice go into the shaker, and out again within a day; no bank has shaken them yet."""
    yield DicePlaced(taken.at, taken.at + table.terms.submission.dice_change_hours * HOUR, taken.clause)
    yield from to_shake_again(table)


def may_be_changed(table: Table) -> bool:
    """Whether a round goes on with other dice: until they are read, and after that when their time is over."""
    due_at = table.dice.due_at
    return bool(due_at) and (due_at < table.hour or (table.phase == Phase.DEALING and not table.dice.shows))


def with_changes(offers: Mapping[str, Offers]) -> dict[str, Offers]:
    """The phases of a round, in each of which dice are changed in time."""
    return {phase: then_changed(one) for phase, one in offers.items()}


def then_changed(offers: Offers) -> Offers:
    """What is on offer, and after it the change of dice."""

    @wraps(offers)
    def offered(table: Table, seat: int | None) -> Iterator[Offer]:
        found = offers(table, seat)
        return chain(found, [to_place_dice(table, Role.SUPERVISOR)]) if not seat and may_be_changed(table) else found

    return offered


def close_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """No dice stay on a closed table."""
    yield from bank.close_down(table, action, taken)
    if table.dice.due_at:
        yield DiceRemoved(table.terms.cites["change_dice"])


def to_shake(table: Table) -> Offer:
    """A bank shakes instead of the dealer, but it is the dealer who takes off the lid."""
    cites, banking, until = table.terms.cites, bank_of(table).seat, table.dice.due_at
    if banking and not table.own.get(BANK_SHAKES):
        return Offer(Step(BANK_SHAKES, seat=banking), cites[BANK_SHAKES], duty=True, until=until)
    return Offer(Shake(), cites["shake"], by=Role.DEALER, duty=True, until=until)


def bank_shakes(_table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield BankShook(seat=action.seat, clause=taken.clause, own={BANK_SHAKES: True})


def shake(table: Table, action: Shake, taken: Taken) -> Iterator[Event]:
    """The dealer adds up the dice that the dealer, or the bank, was seen to shake three times or more."""
    clause = taken.clause
    if action.times < LEAST_SHAKES and not table.drawn:
        sentence = f"the shaker is shaken at least {LEAST_SHAKES} times, not {action.times}"
        raise BadInput(sentence, table.terms.cites["shake_well"])
    if len(action.dice) != NUMBER_OF_DICE or not all(1 <= die <= 6 for die in action.dice):
        raise BadInput(f"three dice show one to six each, not {list(action.dice)}", clause)
    yield Shaken(action.dice, clause, bank_of(table).seat)
    yield deal_starts(counted(table, sum(action.dice)), clause)
    yield from to_shake_again(table)


def to_shake_again(table: Table) -> Iterator[Event]:
    """A bank that has shaken has done so for one roll."""
    if table.own.get(BANK_SHAKES):
        yield ToShakeAgain(own={BANK_SHAKES: False})


EVENTS = (DealStarts, BankShook, ToShakeAgain)
OWN = {START: int, BANK_SHAKES: bool}


# --- Irregularities ---------------------------------------------------------------------------------------------------


def not_totalled(table: Table) -> list[int]:
    """The dice are judged when the shaker is uncovered: after a bank has shaken it, and before their total is taken."""
    return [] if table.dice.shows or to_shake(table).by == Role.PLAYER else [0]


def bank_shaking(table: Table) -> list[int]:
    """The bank, while it has the shaker."""
    banking = bank_of(table).seat
    return [banking] if banking and not table.dice.shows else []


def dice_not_flat(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """A die does not lie flat: no roll, and the dice are shaken again."""
    yield RollVoided(clause)
    yield from to_shake_again(table)


def dice_fell_out(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """A die falls out of the shaker: no roll, and the dice are shaken again."""
    yield RollVoided(clause)
    yield from to_shake_again(table)


def lid_lifted_by_bank(table: Table, _action: Irregularity, _clause: str) -> Iterator[Event]:
    """The bank takes the lid off the shaker: it is covered, and the bank shakes again."""
    yield RollVoided(table.terms.cites["lid_lifted"])
    yield from to_shake_again(table)


def wrong_total(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """The dice were totalled wrongly and the hands went to wrong positions: all of them are void."""
    yield from voided(table, "the dice were totalled wrongly", clause)
