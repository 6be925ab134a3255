"""The state of a table: a value that follows from its events, encodes to JSON and has a stable hash.

`State` is what every table has.  What only some games have is the game's own part, `own`: its events say what is in it.
A `Table` is a state together with the rules posted at it.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.equipment.custody import Deck
from nomorebets.equipment.places import DEALER, place
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.table.events import MeterReset, Moved, RoundVoided, Settled, StepDue
from nomorebets.table.game import Terms
from nomorebets.table.ledger import Ledger, meter, player


class Phase:
    """The moments in the life of every table, in the words of the texts; a game may have others of its own.

    They are plain words, because every action asks for them many times and members of an enumeration are found slowly.
    """

    CLOSED = "closed"
    IDLE = "open, cards on show"
    BETTING = "betting"
    DEALING = "no more bets"
    STUB = "stub"
    CLEARING = "stub of a round that is over"
    SETTING = "setting the hands"
    DECIDING = "deciding"
    COLLECTING = "collecting"


class Seat(Struct, frozen=True, gc=False):
    """A betting position that is taken, and the wagers that lie at it: each until it is settled."""

    number: int
    player: str
    brought: int = -1  # -1: enough for anything
    before: int = 0  # the player's balance at this table when they brought it
    chips: dict[str, int] = {}
    coupons: dict[str, int] = {}
    settled: dict[str, Settled] = {}
    decisions: tuple[str, ...] = ()
    collected: bool = False

    @property
    def place(self) -> str:
        """Where the player's cards lie."""
        return place(self.number)

    def stake(self, wager: str) -> int:
        """What the wager is worth: chips, and the coupon that lies with them."""
        return self.chips[wager] + self.coupons.get(wager, 0)

    @property
    def in_play(self) -> bool:
        """Whether some wager is still to be settled."""
        return len(self.settled) < len(self.chips)

    @property
    def lying(self) -> tuple[str, ...]:
        """The wagers that are still to be settled."""
        return tuple(wager for wager in self.chips if wager not in self.settled)


class Lying(Struct, frozen=True, gc=False):
    """The cards at one place: which are face up, which lie as a low hand or apart as discards, and who may look."""

    cards: Stack = ()
    up: Stack = ()
    low: Stack = ()
    player: str = ""  # may look at them before they are turned up
    apart: Stack = ()


NOTHING = Lying()
DEALERS = place(DEALER)


class Dice(Struct, frozen=True, gc=False):
    """The dice in the shaker: what they show, how often they were shaken in this round, when they are to be changed."""

    shows: tuple[int, ...] = ()
    shakes: int = 0
    due_at: int = 0


class Drawn(Struct, frozen=True, gc=False):
    """What came of a seed that was committed to and is still to be shown."""

    commitment: str = ""
    order: Stack = ()
    dice: tuple[int, ...] = ()
    shakes: int = 0
    section: int = -1
    number: int = 0


class State(Struct, frozen=True, gc=False):
    """A table, between one entry of its history and the next."""

    name: str = "table"  # which table it is
    game: str = ""
    submission: dict[str, object] = {}
    version: int = 0  # entries so far
    hour: int = 0  # of the last entry, in whole seconds since 1970; 0: none was told
    drawn: bool = False  # whether chance is drawn by the house's system
    automatic: bool = False  # whether that system deals, too
    linked: tuple[str, ...] = ()  # the accounts that mirror meters which other tables share
    without_devices: bool | str = False  # whether shuffler and automated shoe are off the table, or which of them
    phase: str = Phase.CLOSED
    seats: dict[int, Seat] = {}
    places: dict[str, Lying] = {}
    decks: tuple[Deck, ...] = ()
    deck: int = 0  # the one in play
    last_shuffled: int = -1  # the deck that was shuffled last
    dice: Dice = Dice()
    section: int = -1  # of a wheel, at which it came to rest
    commitment: str = ""  # to the seed from which the next spin or roll will come
    number: int = 0  # what a random number generator displays
    own: dict[str, Any] = {}
    arrived: tuple[int, ...] = ()  # the seats that are taken, in the order in which their players came
    void: RoundVoided | None = None
    moves: tuple[Moved, ...] = ()
    resets: tuple[MeterReset, ...] = ()  # of this round, the first first
    undocumented: tuple[int, ...] = ()
    owed: tuple[StepDue, ...] = ()  # steps that are to be done before play goes on, the first first
    stub_counted: bool = False
    noted: tuple[str, ...] = ()  # the kinds of what was found amiss in this round
    rounds: int = 0
    unrevealed: tuple[Drawn, ...] = ()  # what came of seeds that are still to be shown, the first first
    seed: str = ""
    ledger: Ledger = {}
    ahead: dict[str, int] = {}  # by meter, the parts of a cent that it has before its rate asks for them

    @property
    def in_play(self) -> Deck:
        return self.decks[self.deck] if self.decks else Deck()  # a device may stand in for all of them

    def at(self, where: str) -> Lying:
        return self.places.get(where, NOTHING)

    def hand(self, seat: Seat) -> Stack:
        """The cards of a seat."""
        return self.places.get(seat.place, NOTHING).cards

    @property
    def dealer(self) -> Stack:
        return self.places.get(DEALERS, NOTHING).cards

    @property
    def dealer_up(self) -> Stack:
        return self.places.get(DEALERS, NOTHING).up

    def playing(self) -> list[Seat]:
        """Seats with a wager, clockwise from the dealer's left: `seats` is kept in that order."""
        return [seat for seat in self.seats.values() if seat.chips]

    def remaining(self) -> list[Seat]:
        """Seats with a wager still to be settled, clockwise from the dealer's left."""
        return [seat for seat in self.seats.values() if seat.in_play]

    def undecided(self) -> Seat | None:
        """The first player, clockwise from the dealer's left, who has still to decide."""
        for seat in self.seats.values():
            if not seat.decisions and seat.in_play:
                return seat
        return None

    def at_hand(self, seat: Seat) -> int:
        """The chips that a player has on the table, at whichever seat they were brought; -1 is enough for anything."""
        own = [one for one in self.seats.values() if one.player == seat.player]
        if any(one.brought < 0 for one in own):
            return -1
        since = self.ledger.get(player(seat.player), 0) - self.seats[self.first_seat(seat.player)].before
        return max(0, sum(one.brought for one in own) + since)

    def first_seat(self, name: str = "") -> int:
        """The seat that this player, or the first player to the table, took first; 0 if nobody is there."""
        return next((seat for seat in self.arrived if name in ("", self.seats[seat].player)), 0)

    def meter(self, wager: str, name: str) -> int:
        return self.ledger.get(meter(wager, name), 0)


class Table(State, frozen=True, gc=False, kw_only=True):
    """A state together with the rules posted at it: what the rules of every game read."""

    terms: Terms


def under(state: State, terms: Terms) -> Table:
    """The table of a state, with the rules that are in force: those posted, or what they come to without devices."""
    in_force = terms.filed.without_devices[state.without_devices] if state.without_devices else terms.filed
    return Table(**{name: getattr(state, name) for name in State.__struct_fields__}, terms=in_force)


def bare(state: State) -> State:
    """The state of a table without its rules."""
    return State(*(getattr(state, name) for name in State.__struct_fields__))


def encoded(state: State) -> bytes:
    """A state as JSON; wagers stand in it in the order in which they were placed."""
    return msgspec.json.encode(bare(state))


def state_from(document: bytes | str, own: Mapping[str, Any] | None = None) -> State:
    """A state from JSON; with the types of the game's own part, equal to the one that was encoded."""
    try:
        state = msgspec.json.decode(document, type=State)
        return msgspec.structs.replace(state, own=own_part(state.own, own or {}))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(f"this is not the state of a table: {error}") from None


def own_part(parts: Mapping[str, Any], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """A game's own part as the game has it, from what JSON makes of it."""
    return {name: msgspec.convert(part, kinds.get(name, Any), str_keys=True) for name, part in parts.items()}


def state_hash(state: State) -> str:
    """The same for equal states, whether the game that they are of is at hand or not."""
    plain = msgspec.to_builtins(bare(state), str_keys=True)
    if not state.linked:
        del plain["linked"]  # hashes of before there were any stay what they were
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()
