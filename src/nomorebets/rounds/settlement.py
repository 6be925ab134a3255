"""The settlement of a round: how each wager ended, and what that came to for every seat, the house and the meters."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from nomorebets.equipment.places import DEALER, place
from nomorebets.equipment.stack import Stack
from nomorebets.rounds.banking import bank_rows
from nomorebets.rounds.hands import SetHand, in_words, is_known, set_hands, with_packs
from nomorebets.rounds.paid import Difference
from nomorebets.rounds.rows import Row, SpinRow, rows, spins, voided
from nomorebets.table.entries import Entry
from nomorebets.table.events import Dealt, Event, NotDealt, SettlementUndone
from nomorebets.table.evolve import evolve
from nomorebets.table.game import Terms
from nomorebets.table.ledger import METER, OF_THE_HOUSE, player
from nomorebets.table.state import State, bare

PACK = "pack "


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
    named: dict[str, str] = {}  # each hand in words
    set_in_two: dict[str, SetHand] = field(default_factory=dict, name="set")
    differences: tuple[Difference, ...] | None = None  # where it was told what was paid


class Played(Struct, frozen=True):
    """A round that was played to its end: its report, its history and the terms it was played under."""

    report: Report
    entries: tuple[Entry, ...]
    terms: Terms

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)


def dealt(events: Iterable[Event]) -> dict[str, Stack]:
    """What came to each place, in the order of dealing."""
    hands: dict[str, Stack] = {}
    for event in events:
        if isinstance(event, Dealt):
            hands[event.to] = hands.get(event.to, ()) + event.cards
            hands.pop(event.origin, None)  # a hand that nobody plays is collected, a stack delivered
        elif isinstance(event, NotDealt):
            hands[event.place] = tuple(card for card in hands.get(event.place, ()) if card not in event.cards)
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
    hands = {names[where]: text(cards) for where, cards in lay.items() if where in names and is_known(cards)}
    packs = tuple(text(cards) for where, cards in lay.items() if where.startswith(PACK) and is_known(cards))
    told = Report(
        game=terms.game.key,
        void=voided(events),
        hands=hands,
        settled=(*(plain for _, _, plain in rows(events)), *bank_rows(terms, events)),
        net=net(start, entries, seats),
        house=house(start.ledger, end.ledger),
        meters=meters(end),
        packs=packs,
        spins=tuple(spins(events)),
        set_in_two=set_hands(terms, events, names),
    )
    return in_words_too(terms, told)


def in_words_too(terms: Terms, told: Report) -> Report:
    """The report with its hands in words, also as they are together with what is common to all."""
    together = with_packs(terms, told.hands, told.packs)
    return replace(told, named={**in_words(terms, told.hands, told.set_in_two), **dict(together)})


def meters(state: State) -> dict[str, dict[str, int]]:
    """What is on each meter."""
    found: dict[str, dict[str, int]] = {}
    for account, amount in state.ledger.items():
        if account.startswith(METER):
            wager, name = account.removeprefix(METER).split(":")
            found.setdefault(wager, {})[name] = amount
    return found
