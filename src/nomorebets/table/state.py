"""The state of a table: a value that follows from its events."""

from enum import StrEnum

from msgspec import Struct

from nomorebets.equipment.custody import Deck
from nomorebets.equipment.stack import Stack
from nomorebets.table.events import Moved, RoundVoided, Settled
from nomorebets.table.game import Terms
from nomorebets.table.ledger import Ledger


class Phase(StrEnum):
    """The moments of a table's life, in the words of the texts."""

    CLOSED = "closed"
    IDLE = "open, cards on show"
    BETTING = "betting"
    DEALING = "no more bets"
    STUB = "stub"
    DECIDING = "deciding"
    COLLECTING = "collecting"


class Seat(Struct, frozen=True, gc=False):
    """A betting position that is taken, and what lies at it."""

    number: int
    player: str
    chips: dict[str, int] = {}
    coupons: dict[str, int] = {}
    settled: dict[str, Settled] = {}
    hand: Stack = ()
    up: Stack = ()
    decisions: tuple[str, ...] = ()
    collected: bool = False

    def stake(self, wager: str) -> int:
        """What the wager is worth: chips, and the coupon that lies with them."""
        return self.chips[wager] + self.coupons.get(wager, 0)

    @property
    def lying(self) -> tuple[str, ...]:
        """The wagers that are still to be settled."""
        return tuple(wager for wager in self.chips if wager not in self.settled)


class Table(Struct, frozen=True, gc=False):
    """A table, between one event and the next."""

    terms: Terms
    phase: Phase = Phase.CLOSED
    decks: tuple[Deck, ...] = ()
    deck: int = 0
    seats: dict[int, Seat] = {}
    dealer: Stack = ()
    dealer_up: Stack = ()
    discards: Stack = ()
    void: RoundVoided | None = None
    moves: tuple[Moved, ...] = ()
    undocumented: tuple[int, ...] = ()
    stub_counted: bool = False
    since_count: int = 0
    rounds: int = 0
    unrevealed: tuple[str, Stack] = ("", ())
    seed: str = ""
    ledger: Ledger = {}

    @property
    def in_play(self) -> Deck:
        return self.decks[self.deck]

    def playing(self) -> list[Seat]:
        """Seats with a wager, clockwise from the dealer's left: `seats` is kept in that order."""
        return [seat for seat in self.seats.values() if seat.chips]

    def remaining(self) -> list[Seat]:
        """Seats with a wager still to be settled, clockwise from the dealer's left."""
        return [seat for seat in self.seats.values() if len(seat.settled) < len(seat.chips)]

    def meter(self, wager: str, name: str) -> int:
        return self.ledger.get(f"meter:{wager}:{name}", 0)
