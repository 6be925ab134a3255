"""How wagers ended and what a wheel brought, row by row, from the events of a round."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from nomorebets.equipment.places import STAND
from nomorebets.equipment.wheel import WHEEL, in_words, selected_cards
from nomorebets.table.actions import selected
from nomorebets.table.events import (
    Event,
    PaidBeside,
    Posted,
    RoundCompleted,
    RoundVoided,
    Settled,
    SettlementUndone,
    Spun,
)


class Row(Struct, frozen=True, omit_defaults=True):
    """How one wager ended."""

    seat: int
    wager: str
    stake: int
    result: str
    pays: int
    returned: int
    clause: str
    coupon: int = 0
    commission: int = 0
    on: str = ""
    spin: int = 0


class SpinRow(Struct, frozen=True):
    """What a spin of the wheel brought: the section under the clapper, and its card by name and in words."""

    spin: int
    section: int
    card: str
    words: str


def row(settled: Settled) -> Row:
    wager, on = selected(settled.wager)
    return Row(
        settled.seat,
        wager,
        settled.chips + settled.coupon,
        settled.result,
        settled.pays,
        settled.returned,
        settled.clause,
        settled.coupon,
        settled.commission,
        WHEEL.text(selected_cards(on)),
    )


def rows(events: Iterable[Event]) -> Iterator[tuple[int, Settled | None, Row]]:
    """How the wagers ended, in the order of their settlement, with the number of the round: what was undone is out."""
    found: dict[tuple[int, int, str], tuple[int, Settled | None, Row]] = {}
    round_ = 1
    for event in events:
        match event:
            case Settled():
                found[round_, event.seat, event.wager] = round_, event, row(event)
            case SettlementUndone(settled=undone):
                del found[round_, undone.seat, undone.wager]
            case RoundCompleted():
                round_ += 1
            case PaidBeside():
                paid = Row(event.seat, event.name, 0, "win", event.amount, 0, event.clause)
                found[round_, event.seat, f"{event.name} {len(found)}"] = round_, None, paid
    yield from found.values()


def spins(events: Iterable[Event]) -> Iterator[SpinRow]:
    """What the wheel brought, spin by spin."""
    count, section = 0, -1
    for event in events:
        match event:
            case Spun(section=at):
                count, section = count + 1, at
            case Posted(place=where, card=card) if where == STAND and section >= 0:  # else it stood there before
                yield SpinRow(count, section, WHEEL.names[card], in_words(card))
                section = -1


def voided(events: Iterable[Event]) -> dict[str, str] | None:
    void = None
    for event in events:
        if isinstance(event, RoundVoided):
            void = {"reason": event.reason, "clause": event.clause}
    return void
