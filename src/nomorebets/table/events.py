"""What happened at a table: frozen, past tense, made of numbers and words.

An event's fields are never changed; a new meaning is a new event.  What is written down is a `Record`: the event with
its place in the table's history, the version of this schema and the hash of the rules that decided it.
"""

from msgspec import Struct

from nomorebets.equipment.stack import Stack

SCHEMA = 1


class Happened(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Common to all events."""


class RulesPosted(Happened, frozen=True):
    """The table's game and submission: the first event of every table."""

    game: str
    submission: dict[str, object]


class PhaseBegan(Happened, frozen=True):
    phase: str


class PlayerSat(Happened, frozen=True):
    seat: int
    player: str
    clause: str


class PlayerLeft(Happened, frozen=True):
    seat: int
    clause: str


class Stepped(Happened, frozen=True):
    """A step of procedure was done."""

    step: str
    by: str
    clause: str
    deck: int = 0
    seat: int = 0
    at: int = 0
    note: str = ""


class DeckReceived(Happened, frozen=True):
    deck: int
    colour: str
    at: int
    due_at: int
    clause: str
    preshuffled: bool = False


class DeckStaged(Happened, frozen=True):
    """A deck came one stage further, or back."""

    deck: int
    stage: str


class DeckRemoved(Happened, frozen=True):
    deck: int
    because: str
    clause: str


class DevicesRemoved(Happened, frozen=True):
    """Shuffler and automated shoe are off the table: from now on cards are shuffled and dealt without them."""

    clause: str


class DevicesInstalled(Happened, frozen=True):
    """The devices of the submission are in use again."""

    clause: str


class Shuffled(Happened, frozen=True):
    """The stack after the shuffle; not for any watcher's eyes.  Without a commitment it was recorded, not drawn."""

    deck: int
    stack: Stack
    by: str
    clause: str
    commitment: str = ""
    to_cut: bool = False


class CutMade(Happened, frozen=True):
    deck: int
    count: int
    clause: str


class BetPlaced(Happened, frozen=True):
    seat: int
    wager: str
    amount: int
    clause: str


class CouponPlaced(Happened, frozen=True):
    seat: int
    wager: str
    amount: int
    clause: str


class BetWithdrawn(Happened, frozen=True):
    seat: int
    wager: str
    clause: str


class Dealt(Happened, frozen=True):
    """Cards came to a seat, or to the dealer (0), face down."""

    to: int
    cards: Stack
    clause: str


class CardRemoved(Happened, frozen=True):
    """A card left the stack for the discard rack without being used."""

    card: int
    clause: str


class StubCounted(Happened, frozen=True):
    count: int
    clause: str


class TurnedUp(Happened, frozen=True):
    """Cards of a seat, or of the dealer (0), lie face up from now on."""

    whose: int
    cards: Stack
    clause: str


class Decided(Happened, frozen=True):
    seat: int
    do: str
    clause: str
    amount: int = 0
    cards: tuple[int, ...] = ()


class Settled(Happened, frozen=True):
    """A wager is over: `payer` pays beyond the stake; what is not returned of the chips `held` is lost."""

    seat: int
    wager: str
    chips: int
    result: str
    clause: str
    coupon: int = 0
    pays: int = 0
    returned: int = 0
    payer: str = "inventory"
    held: str = "layout"


class SettlementUndone(Happened, frozen=True):
    """A wager that had been settled is taken up again, because its settlement does not stand."""

    settled: Settled
    clause: str


class Moved(Happened, frozen=True):
    """Money went from one account to another on behalf of a seat."""

    seat: int
    origin: str
    to: str
    amount: int
    clause: str


class HandCollected(Happened, frozen=True):
    seat: int
    clause: str


class DocumentationDue(Happened, frozen=True):
    """Cards stay on the layout until the payout is documented."""

    seat: int
    clause: str


class IrregularityNoted(Happened, frozen=True):
    kind: str
    clause: str
    seat: int = 0


class RoundVoided(Happened, frozen=True):
    reason: str
    clause: str


class RoundCompleted(Happened, frozen=True):
    clause: str


class SeedRevealed(Happened, frozen=True):
    seed: str


Event = (
    RulesPosted | PhaseBegan | PlayerSat | PlayerLeft | Stepped | DeckReceived | DeckStaged | DeckRemoved
    | DevicesRemoved | DevicesInstalled | Shuffled | CutMade | BetPlaced | CouponPlaced | BetWithdrawn | Dealt
    | CardRemoved | StubCounted | TurnedUp | Decided | Settled | SettlementUndone | Moved | HandCollected
    | DocumentationDue | IrregularityNoted | RoundVoided | RoundCompleted | SeedRevealed
)  # fmt: skip


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """An event as it is written down."""

    schema: int
    table: str
    version: int
    rules: str
    event: Event
