"""A log read round by round: what happened, in which order, and to whose hand.

Nothing here asks the rules.  Positions are numbered from the dealer's left, so that a text's "clockwise" is rising and
"counterclockwise, starting with the player farthest to the right" is falling.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeVar, cast

from nomorebets.games.registry import terms
from nomorebets.table.entries import Entry
from nomorebets.table.events import (
    BetPlaced,
    BetWithdrawn,
    CardRemoved,
    CouponPlaced,
    CutMade,
    Dealt,
    DeckRemoved,
    DeckStaged,
    DevicesInstalled,
    DevicesRemoved,
    Event,
    HandCollected,
    HandSet,
    PlayerLeft,
    PlayerSat,
    RoundCompleted,
    RoundVoided,
    Settled,
    Shuffled,
    Spun,
    Stepped,
    TurnedUp,
)

DEALER = "dealer"
CAME_OR_WENT = (DeckRemoved, DevicesRemoved, DevicesInstalled)
ENDED = ("win", "lose", "push")  # results of a wager that was played to its end


class Told(NamedTuple):
    """An event, and the entry that tells of it."""

    entry: int
    event: Event


Kind = TypeVar("Kind", bound=Event)


def anyhow(_event: Event) -> bool:
    return True


def seat_at(place: str) -> int:
    """The seat that a place is, or 0."""
    name, _, number = place.partition(" ")
    return int(number) if name == "seat" else 0


def whose(event: Event) -> int:
    """The seat that an event is about, or 0."""
    match event:
        case TurnedUp(place=place) | HandSet(place=place):
            return seat_at(place)
    return int(getattr(event, "seat", 0))


def seat_of(event: Event) -> int:
    """Whose hand it is that is turned over, whose wagers are settled, or that is collected."""
    return whose(event) if isinstance(event, TurnedUp | Settled | HandCollected) else 0


@dataclass
class Round:
    """What happened from the end of one round to the end of the next, and how the layout was left."""

    key: str
    submission: Any
    told: list[Told] = field(default_factory=list)
    actions: dict[int, Any] = field(default_factory=dict)  # by entry
    players: dict[int, str] = field(default_factory=dict)  # who sits where
    stakes: dict[tuple[int, str], int] = field(default_factory=dict)  # chips and coupons, by seat and wager
    stacks: dict[int, tuple[int, ...]] = field(default_factory=dict)  # the order of each deck as it was left
    used: set[int] = field(default_factory=set)  # decks that were dealt and not shuffled since
    uncut: set[int] = field(default_factory=set)  # decks that were shuffled by hand, or ordered to be cut again
    deck: int = 0  # the one that is dealt
    last_deck: int = -1  # the one that was dealt in the round before, unless decks came or went in it
    prepared: bool = True  # whether it had been shuffled, and cut after that, when it came into play
    stack: tuple[int, ...] = ()  # as it lay when the first card was dealt, without what was put aside by then
    removed: tuple[int, ...] = ()  # cards that were put aside
    since_opening: int = 0  # rounds before this one
    sections: tuple[int, ...] = ()  # where the wheel came to rest in the last three spins

    @cached_property
    def events(self) -> list[Event]:
        """What happened, up to a void: from there on only money goes back."""
        void = next((told.entry for told in self.told if isinstance(told.event, RoundVoided)), None)
        return [told.event for told in self.told if void is None or told.entry < void]

    @property
    def is_void(self) -> bool:
        return any(isinstance(told.event, RoundVoided) for told in self.told)

    @cached_property
    def by_kind(self) -> dict[type[Event], list[int]]:
        found: dict[type[Event], list[int]] = {}
        for at, event in enumerate(self.events):
            found.setdefault(type(event), []).append(at)
        return found

    def at(self, kind: type[Kind], test: Callable[[Kind], bool] = anyhow, *, seat: int = 0) -> list[int]:
        """Where such events stand, of all or of one seat."""
        found = ((at, cast("Kind", self.events[at])) for at in self.by_kind.get(kind, ()))
        return [at for at, event in found if seat in (0, whose(event)) and test(event)]

    def of(self, kind: type[Kind], test: Callable[[Kind], bool] = anyhow, *, seat: int = 0) -> list[Kind]:
        """Such events themselves."""
        return [cast("Kind", self.events[at]) for at in self.at(kind, test, seat=seat)]

    def steps(self, *names: str, seat: int = 0) -> list[int]:
        return self.at(Stepped, lambda event: event.step in names, seat=seat)

    def settled(self, test: Callable[[Settled], bool] = anyhow, *, seat: int = 0) -> list[int]:
        """Where wagers were settled that were played to their end."""
        return self.at(Settled, lambda event: event.result in ENDED and test(event), seat=seat)

    def seats(self, moments: Sequence[int]) -> list[int]:
        """Whose they are, in their order."""
        return [whose(self.events[at]) for at in moments]

    def by_entry(self) -> Iterator[list[Event]]:
        """The events of each entry, up to a void."""
        told = self.told[: len(self.events)]
        for _, group in groupby(told, key=lambda one: one.entry):
            yield [one.event for one in group]

    def entry_with(self, kind: type[Kind], test: Callable[[Kind], bool] = anyhow) -> list[Event]:
        """The events of the first entry in which such an event stands."""
        return next((one for one in self.by_entry() if any(isinstance(e, kind) and test(e) for e in one)), [])


def in_order(*moments: Sequence[int]) -> bool:
    """Whether all of each come before all of the next, whichever of them there are."""
    there = [moment for moment in moments if moment]
    return all(max(earlier) < min(later) for earlier, later in pairwise(there))


def rising(numbers: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def falling(numbers: Sequence[int]) -> bool:
    return rising(numbers[::-1])


def hands(events: Sequence[Event]) -> list[tuple[int, list[Event]]]:
    """Hand after hand: the seat, and what happened to its cards and wagers before another's turn."""
    about = [event for event in events if seat_of(event)]
    return [(seat, list(group)) for seat, group in groupby(about, key=seat_of)]


def is_dealers(event: TurnedUp) -> bool:
    return event.place == DEALER


def is_seats(event: TurnedUp) -> bool:
    return seat_at(event.place) > 0


def rounds(key: str, fields: dict[str, Any], entries: Sequence[Entry]) -> Iterator[Round]:
    """The rounds of a log that were played to their end."""
    filed = terms(key, fields)
    one = Round(key, filed.submission)
    for entry in entries:
        one.actions[entry.version] = entry.action
        for event in entry.events:
            one.told.append(Told(entry.version, event))
            lay_out(one, event)
            if isinstance(event, DevicesRemoved):
                one.submission = filed.without_devices[event.device or True].submission
            elif isinstance(event, DevicesInstalled):
                one.submission = filed.submission
        if any(isinstance(event, RoundCompleted) for event in entry.events):
            yield one
            one = Round(
                key,
                one.submission,
                players=dict(one.players),
                stacks=dict(one.stacks),
                used={*one.used},
                uncut={*one.uncut},
                since_opening=one.since_opening + 1,
                sections=one.sections,
                last_deck=one.deck if dealt_undisturbed(one) else -1,
            )


def dealt_undisturbed(one: Round) -> bool:
    """Whether a deck was dealt, and none came or went."""
    kinds = {type(told.event) for told in one.told}
    return Dealt in kinds and not kinds & {*CAME_OR_WENT}


def lay_out(one: Round, event: Event) -> None:
    """What of an event can be seen at the table."""
    match event:
        case PlayerSat(seat=seat, player=player):
            one.players[seat] = player
        case PlayerLeft(seat=seat):
            one.players.pop(seat, None)
        case BetPlaced(seat=seat, wager=wager, amount=amount, on=on):
            name = f"{wager}:{on}" if on else wager
            one.stakes[seat, name] = one.stakes.get((seat, name), 0) + amount
        case CouponPlaced(seat=seat, wager=wager, amount=amount):
            one.stakes[seat, wager] = one.stakes.get((seat, wager), 0) + amount
        case BetWithdrawn(seat=seat, wager=wager):
            one.stakes.pop((seat, wager), None)
        case Shuffled(deck=deck, stack=stack):
            one.stacks[deck] = stack
            one.used.discard(deck)
            one.removed = () if deck == one.deck and not one.stack else one.removed
            (one.uncut.discard if event.by == "device" else one.uncut.add)(deck)
        case CutMade(deck=deck, count=count):
            one.stacks[deck] = one.stacks[deck][count:] + one.stacks[deck][:count]
            one.uncut.discard(deck)
        case Stepped(step="close"):
            one.since_opening = 0
        case Stepped(step="recut", deck=deck):
            one.uncut.add(deck)
        case DevicesRemoved(decks=decks, first=first) if first:  # what is left is counted from the first that stays
            left = range(first, first + decks)
            one.stacks = {deck - first: stack for deck, stack in one.stacks.items() if deck in left}
            one.used, one.uncut = ({deck - first for deck in each if deck in left} for each in (one.used, one.uncut))
            one.deck = one.deck - first if one.deck in left else 0
        case DeckStaged(deck=deck, stage="in play"):
            one.deck, one.prepared = deck, deck not in one.used | one.uncut
        case Dealt() if one.deck not in one.used:
            one.stack = tuple(card for card in one.stacks[one.deck] if card not in one.removed)
            one.used.add(one.deck)
        case Spun(section=section):
            one.sections = (*one.sections, section)[-3:]
        case CardRemoved(card=card):
            one.removed = (*one.removed, card)
