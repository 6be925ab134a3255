"""The settlement of a round: how each wager ended, and what that came to for every seat, the house and the meters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from nomorebets.equipment.places import DEALER, STAND, place
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import WHEEL, in_words, selected_cards
from nomorebets.table.actions import selected
from nomorebets.table.entries import Entry
from nomorebets.table.events import (
    Dealt,
    Event,
    PaidBeside,
    Posted,
    RoundCompleted,
    RoundVoided,
    Settled,
    SettlementUndone,
    Spun,
)
from nomorebets.table.evolve import evolve
from nomorebets.table.game import Terms
from nomorebets.table.ledger import METER, OF_THE_HOUSE, player
from nomorebets.table.state import State, bare

PACK = "pack "


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


class Report(Struct, frozen=True, omit_defaults=True):
    """The settlement of a round."""

    game: str
    void: dict[str, str] | None
    hands: dict[str, str]
    settled: tuple[Row, ...]
    net: dict[str, int]
    house: int
    meters: dict[str, dict[str, int]]
    packs: tuple[str, ...] = ()
    spins: tuple[SpinRow, ...] = ()


class Played(Struct, frozen=True):
    """A round that was played to its end: its report, its history and the terms it was played under."""

    report: Report
    entries: tuple[Entry, ...]
    terms: Terms

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)


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


def dealt(events: Iterable[Event]) -> dict[str, Stack]:
    """What came to each place, in the order of dealing."""
    hands: dict[str, Stack] = {}
    for event in events:
        if isinstance(event, Dealt):
            hands[event.to] = hands.get(event.to, ()) + event.cards
            hands.pop(event.origin, None)  # a hand that nobody plays is collected, a stack delivered
    return hands


def net(start: State, entries: Iterable[Entry], seats: Iterable[int]) -> dict[str, int]:
    """What each seat won or lost: what its events moved on the ledger's account of its player."""
    changes = dict.fromkeys(map(str, seats), 0)
    state = bare(start)
    for entry in entries:
        for event in entry.events:
            after = evolve(state, event)
            seat = after.seats.get(_seat(event))
            if seat and after.ledger is not state.ledger:
                account = player(seat.player)
                changes.setdefault(str(seat.number), 0)
                changes[str(seat.number)] += after.ledger.get(account, 0) - state.ledger.get(account, 0)
            state = after
    return changes


def _seat(event: Event) -> int:
    about = event.settled if isinstance(event, SettlementUndone) else event
    return getattr(about, "seat", 0)


def house(before: Mapping[str, int], after: Mapping[str, int]) -> int:
    """What the house won or lost between two states of the ledger, on its own accounts."""
    return sum(after.get(account, 0) - before.get(account, 0) for account in OF_THE_HOUSE)


def report(terms: Terms, start: State, end: State, entries: Sequence[Entry], seats: Iterable[int]) -> Report:
    """The settlement of what was played between two states of a table."""
    events = [event for entry in entries for event in entry.events]
    text = terms.game.equipment.pieces.text
    lay = dealt(events)
    names = {place(DEALER): "dealer"} | {place(seat): str(seat) for seat in seats}
    return Report(
        game=terms.game.key,
        void=voided(events),
        hands={names[where]: text(cards) for where, cards in lay.items() if where in names},
        settled=tuple(plain for _, _, plain in rows(events)),
        net=net(start, entries, seats),
        house=house(start.ledger, end.ledger),
        meters=meters(end),
        packs=tuple(text(cards) for where, cards in lay.items() if where.startswith(PACK)),
        spins=tuple(spins(events)),
    )


def meters(state: State) -> dict[str, dict[str, int]]:
    """What is on each meter."""
    found: dict[str, dict[str, int]] = {}
    for account, amount in state.ledger.items():
        if account.startswith(METER):
            wager, name = account.removeprefix(METER).split(":")
            found.setdefault(wager, {})[name] = amount
    return found
