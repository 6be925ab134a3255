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
    chips: int = -1


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
    """The deck was cut, by the player at a seat or (0) by the dealer."""

    deck: int
    count: int
    clause: str
    seat: int = 0


class CutRefused(Happened, frozen=True):
    deck: int
    seat: int
    clause: str


class BetPlaced(Happened, frozen=True):
    """A wager lies on the layout; one that the player selected the cards of is told apart by them."""

    seat: int
    wager: str
    amount: int
    clause: str
    on: tuple[int, ...] = ()


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
    """Cards came to a seat, to the dealer (0) or, unseen, to the dead hand (-1), face down.

    They come from the top of the deck, or from one of the stacks into which it was dealt before, counted from 1.
    """

    to: int
    cards: Stack
    clause: str
    stack: int = 0


class StacksDealt(Happened, frozen=True):
    """The dealer has dealt stacks that are still to be delivered; the first is the one farthest to the left."""

    stacks: tuple[Stack, ...]
    clause: str


class StackSelected(Happened, frozen=True):
    seat: int
    stack: int
    clause: str


class DealAbandoned(Happened, frozen=True):
    """What was dealt of the deck in play is taken back, before anyone had it, to be shuffled again."""

    clause: str


class PackDealt(Happened, frozen=True):
    """Community cards came to a pack, face down."""

    pack: int
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


class Discarded(Happened, frozen=True):
    """Cards of a seat, or of the dealer (0), went to the discard rack, and the hand goes on without them."""

    whose: int
    cards: Stack
    clause: str


class PackTurnedUp(Happened, frozen=True):
    """The cards of a pack lie face up from now on."""

    pack: int
    cards: Stack
    clause: str


class Decided(Happened, frozen=True):
    seat: int
    do: str
    clause: str
    amount: int = 0
    cards: tuple[int, ...] = ()


class Settled(Happened, frozen=True):
    """A wager is over: `payer` pays beyond the stake; what is not returned of the chips `held` goes to `taker`."""

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
    taker: str = "inventory"
    commission: int = 0


class SettlementUndone(Happened, frozen=True):
    """A wager that had been settled is taken up again, because its settlement does not stand."""

    settled: Settled
    clause: str


class EnvyPaid(Happened, frozen=True):
    """A player is paid for the hand that another holds."""

    seat: int
    holder: int
    amount: int
    clause: str


class Moved(Happened, frozen=True):
    """Money went from one account to another on behalf of a seat."""

    seat: int
    origin: str
    to: str
    amount: int
    clause: str


class Committed(Happened, frozen=True):
    commitment: str
    clause: str


class DicePlaced(Happened, frozen=True):
    """Dice were put into the shaker."""

    at: int
    due_at: int
    clause: str


class Shaken(Happened, frozen=True):
    """What the dice showed, and the position at which they start the deal."""

    dice: tuple[int, ...]
    start: int
    clause: str


class NumberDrawn(Happened, frozen=True):
    """What the random number generator displayed, and the position at which it starts the deal."""

    number: int
    start: int
    clause: str


class ButtonPlaced(Happened, frozen=True):
    """The button lies in front of a position, or of the dealer (0): there the next deal starts."""

    position: int
    clause: str


class RollVoided(Happened, frozen=True):
    """No roll: the dice are shaken again."""

    clause: str


class BankPassed(Happened, frozen=True):
    seat: int
    clause: str


class BankTaken(Happened, frozen=True):
    """A player is the bank of this round, alone or with the house covering half."""

    seat: int
    co_bank: bool
    clause: str


class DealerWagered(Happened, frozen=True):
    """The dealer's wager against the bank, from the table inventory."""

    amount: int
    clause: str


class FirstOffer(Happened, frozen=True):
    """The position to which the bank is offered first in this round."""

    position: int


class LastWager(Happened, frozen=True):
    """What a player wagered against the dealer in the last round in which no player banked."""

    seat: int
    amount: int


class HandSet(Happened, frozen=True):
    """A seat's hand, or the dealer's (0), lies in two; `way` says which line of the house way set it, if one did."""

    seat: int
    low: tuple[int, ...]
    high: tuple[int, ...]
    clause: str
    way: str = ""


class Spun(Happened, frozen=True):
    section: int
    clause: str


class CardPosted(Happened, frozen=True):
    """The winning card stands on the card stand."""

    card: int
    clause: str


class StandCleared(Happened, frozen=True):
    clause: str


class ChipsIssued(Happened, frozen=True):
    """Non-value chips of a colour of their own for one player."""

    seat: int
    colour: str
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
    | DocumentationDue | IrregularityNoted | RoundVoided | RoundCompleted | SeedRevealed | Committed | DicePlaced
    | Shaken | RollVoided | BankPassed | BankTaken | DealerWagered | FirstOffer | LastWager | HandSet | Spun
    | CardPosted | StandCleared | ChipsIssued | Discarded | PackDealt | PackTurnedUp | CutRefused | StacksDealt
    | StackSelected | DealAbandoned | NumberDrawn | ButtonPlaced | EnvyPaid
)  # fmt: skip


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """An event as it is written down."""

    schema: int
    table: str
    version: int
    rules: str
    event: Event
