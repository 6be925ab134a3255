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
    SETTING = "setting the hands"
    DECIDING = "deciding"
    FORCING = "no hand"
    COLLECTING = "collecting"


class Seat(Struct, frozen=True, gc=False):
    """A betting position that is taken, and what lies at it."""

    number: int
    player: str
    brought: int = -1  # -1: enough for anything
    chips: dict[str, int] = {}
    coupons: dict[str, int] = {}
    settled: dict[str, Settled] = {}
    hand: Stack = ()
    discarded: Stack = ()
    up: Stack = ()
    low: Stack = ()  # of a hand that is set in two; the rest is the high hand
    decisions: tuple[str, ...] = ()
    collected: bool = False

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


class Drawn(Struct, frozen=True, gc=False):
    """What came of a seed that was committed to and is still to be shown."""

    commitment: str = ""
    order: Stack = ()
    dice: tuple[int, ...] = ()
    shakes: int = 0
    section: int = -1
    number: int = 0


class Bank(Struct, frozen=True, gc=False):
    """Who banks, who was offered it, and what that depends on."""

    seat: int = 0
    co_bank: bool = False
    passed: tuple[int, ...] = ()
    first: int = 0  # the position to which the bank is offered first; 0 is the dealer, who offers it to nobody
    last: int = 0  # who banked in the last round
    wagers: dict[int, int] = {}  # each seat's wager in the last round against the dealer
    dealers_wager: int = 0
    turn: int = 0  # rounds since the start of the game, or since a player banked, that one included


def wager_key(wager: str, on: tuple[int, ...]) -> str:
    """The name under which a wager lies: wagers on selected cards are told apart by them."""
    return f"{wager}:{','.join(map(str, on))}" if on else wager


def selected(key: str) -> tuple[str, tuple[int, ...]]:
    """The wager that lies under a key, and the cards that it is on.

    >>> selected("split:12,25"), selected("red")
    (('split', (12, 25)), ('red', ()))
    """
    wager, _, on = key.partition(":")
    return wager, tuple(map(int, on.split(","))) if on else ()


class Table(Struct, frozen=True, gc=False):
    """A table, between one event and the next."""

    terms: Terms
    phase: Phase = Phase.CLOSED
    decks: tuple[Deck, ...] = ()
    deck: int = 0
    seats: dict[int, Seat] = {}
    dealer: Stack = ()
    dealer_up: Stack = ()
    dealer_low: Stack = ()
    packs: dict[int, Stack] = {}  # community cards, by the number of their pack
    packs_up: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    shakes: int = 0
    dice_due_at: int = 0
    number: int = 0
    button: int = 0
    start: int = 0
    stacks: tuple[Stack, ...] = ()  # dealt and still to be delivered
    first_stack: int = 0  # which of them the bank selected, from 1
    first_player: int = 0  # the seat of whoever was the first to sit down at the empty table
    cut_passed: tuple[int, ...] = ()  # who has refused to cut, or has cut
    cutter: int = -1  # who last cut, unless the next cut was refused since
    bank: Bank = Bank()
    stand: Stack = ()
    colours: dict[int, str] = {}
    commitment: str = ""
    section: int = -1
    discards: Stack = ()
    void: RoundVoided | None = None
    moves: tuple[Moved, ...] = ()
    undocumented: tuple[int, ...] = ()
    stub_counted: bool = False
    since_count: int = 0
    rounds: int = 0
    unrevealed: Drawn = Drawn()
    seed: str = ""
    ledger: Ledger = {}

    @property
    def in_play(self) -> Deck:
        return self.decks[self.deck] if self.decks else Deck()  # a device may stand in for all of them

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

    def brought(self, seat: Seat) -> int:
        """The chips a player has at hand; -1 is enough for anything."""
        return seat.brought if seat.brought < 0 else seat.brought + self.ledger.get(f"player:{seat.player}", 0)

    def meter(self, wager: str, name: str) -> int:
        return self.ledger.get(f"meter:{wager}:{name}", 0)
