"""What happened at a table: frozen, past tense, made of numbers and words.

An event carries its consequences, so that whoever folds it into a state needs no rules.  Its fields are never changed;
a new meaning is a new event.  What some watchers may not see of it is declared beside it: `hidden` names the fields,
`player` whose cards they are, and `openly` that they lay face up.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from nomorebets.equipment.stack import Stack
from nomorebets.table.hiding import Hides
from nomorebets.table.roles import Role

Deck = Annotated[int, Meta(ge=0, le=99)]  # by its place among those of the table
Decks = Annotated[int, Meta(ge=0, le=100)]


class Event(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Common to all events."""

    hidden: ClassVar[Hides] = {}


class RulesPosted(Event, frozen=True):
    """The table's game and submission, and what lies at it: the first event of every table."""

    game: str
    submission: dict[str, object]
    table: str = "table"
    decks: Decks = 0
    drawn: bool = False
    automatic: bool = False
    linked: tuple[str, ...] = ()


class PhaseBegan(Event, frozen=True):
    phase: str


class PlayerSat(Event, frozen=True):
    """A player took a position; so many seats (`place`) were taken by those who came before."""

    seat: int
    player: str
    clause: str
    chips: int = -1
    place: int = 0


class PlayerLeft(Event, frozen=True):
    seat: int
    clause: str


class Stepped(Event, frozen=True):
    """Whoever acted did a step of procedure, counted this many at it (-1: nothing was to be) and found this amiss."""

    step: str
    clause: str
    deck: Deck = 0
    seat: int = 0
    note: str = ""
    count: int = -1
    found: str = ""


class StepDue(Event, frozen=True):
    """Somebody has a step to do before play goes on; where something is to be counted, this many are `expected`.

    Where something is to be entered, such as the hand that has won, this `entry` is.  It is done after those that were
    due already, or `first`.
    """

    step: str
    by: Role
    clause: str
    deck: Deck = 0
    seat: int = 0
    expected: int = -1
    first: bool = False
    entry: str = ""


class StepNotDue(Event, frozen=True):
    """A step that somebody had to do before play goes on is not to be done any more, or not as it was."""

    step: str
    clause: str
    deck: Deck = 0
    seat: int = 0


# --- Decks, devices and chance ----------------------------------------------------------------------------------------


class DeckReceived(Event, frozen=True):
    deck: Deck
    colour: str
    at: int
    due_at: int
    clause: str
    preshuffled: bool = False


class DeckStaged(Event, frozen=True):
    """A deck came one stage further, or back."""

    deck: Deck
    stage: str


class DeckRemoved(Event, frozen=True):
    deck: Deck
    because: str
    clause: str


class DevicesRemoved(Event, frozen=True):
    """Shuffler and automated shoe are off the table: so many decks are left, to be shuffled and dealt without them.

    Where a `device` is named the other one stays.  The decks that are left are those from the `first` on.
    """

    clause: str
    decks: Decks
    device: str = ""
    first: Deck = 0


class DevicesInstalled(Event, frozen=True):
    """The devices of the submission are in use again, and so many decks."""

    clause: str
    decks: Decks


BY_MANUFACTURER = "manufacturer"  # who shuffled a deck that came so


class Shuffled(Event, frozen=True):
    """The stack after the shuffle.  Without a commitment it was recorded, not drawn."""

    deck: Deck
    stack: Stack
    by: str
    clause: str
    commitment: str = ""
    to_cut: bool = False
    circles: int = 0  # of each hand, where tiles were washed
    hidden: ClassVar[Hides] = {"stack": "everyone"}


class CutMade(Event, frozen=True):
    """The deck was cut, by the player at a seat or (0) by the dealer."""

    deck: Deck
    count: int
    clause: str
    seat: int = 0


class Committed(Event, frozen=True):
    """The hash of the seed from which the next spin or roll will come."""

    commitment: str
    clause: str


class SeedRevealed(Event, frozen=True):
    seed: str


class SeedLost(Event, frozen=True):
    """A seed that was committed to can never be shown: its round cannot be checked, and play goes on."""

    commitment: str
    clause: str


class DicePlaced(Event, frozen=True):
    """Dice were put into the shaker."""

    at: int
    due_at: int
    clause: str


class DiceRemoved(Event, frozen=True):
    """The dice left the table."""

    clause: str


class Shaken(Event, frozen=True):
    """What the dice showed when the player at a seat, or (0) the dealer, had shaken them."""

    dice: tuple[int, ...]
    clause: str
    seat: int = 0


class RollVoided(Event, frozen=True):
    """No roll: the dice are shaken again."""

    clause: str


class NumberDrawn(Event, frozen=True):
    """What the random number generator displayed."""

    number: int
    clause: str


class Spun(Event, frozen=True):
    section: int
    clause: str


# --- Wagers and money -------------------------------------------------------------------------------------------------


class BetPlaced(Event, frozen=True):
    """Chips lie on the layout; a wager on a place that the player selected is told apart by it."""

    seat: int
    wager: str
    amount: int
    clause: str
    on: str = ""


class CouponPlaced(Event, frozen=True):
    seat: int
    wager: str
    amount: int
    clause: str


class BetWithdrawn(Event, frozen=True):
    seat: int
    wager: str
    clause: str


class Settled(Event, frozen=True):
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


class SettlementUndone(Event, frozen=True):
    """A wager that had been settled is taken up again, because its settlement does not stand."""

    settled: Settled
    clause: str


class Moved(Event, frozen=True):
    """Money went from one account to another on behalf of a seat, and of one wager where several could be meant.

    `due`, in hundredths or smaller `parts` of a cent, is what a meter's rate asked for where that is no whole number of
    cents, and less than nothing where it goes back.  What was read off a linked meter came `after` these seats had been
    paid from it, and with a 0 at the end after it was reset, too.
    """

    seat: int
    origin: str
    to: str
    amount: int
    clause: str
    wager: str = ""
    due: int = 0
    parts: int = 100
    after: tuple[int, ...] = ()


class MeterReset(Event, frozen=True):
    """A meter that was won is reset: by what was `saved` on its secondary meter and what the house has `added`.

    It is the meter's own; `seat` only says who won it last, and `on` with which wager, where several feed the meter.
    """

    seat: int
    meter: str
    saved: int
    added: int
    clause: str
    on: str = ""


class ResetUndone(Event, frozen=True):
    """What a reset brought to a meter goes back, because nobody has won that meter any longer."""

    reset: MeterReset
    clause: str


# --- Cards ------------------------------------------------------------------------------------------------------------


class Dealt(Event, frozen=True):
    """Cards came to a place, face down: from the top of the deck in play, or from another place."""

    to: str
    cards: Stack
    clause: str
    player: str = ""
    origin: str = ""
    hidden: ClassVar[Hides] = {"cards": "others"}


class NotDealt(Event, frozen=True):
    """Cards that had been taken for dealt to a place never came there: they are the next of the deck in play."""

    place: str
    cards: Stack
    clause: str
    hidden: ClassVar[Hides] = {"cards": "everyone"}


class TurnedUp(Event, frozen=True):
    """Cards at a place lie face up from now on; where whoever turns them up announces something, it is `said`."""

    place: str
    cards: Stack
    clause: str
    said: str = ""
    shown: ClassVar[tuple[str, ...]] = ("cards",)


class TurnedDown(Event, frozen=True):
    """Cards that had been shown are with their player again, face down."""

    place: str
    clause: str


class MayLook(Event, frozen=True):
    """Who may look at the cards of each of these places from now on: the player who is named, or nobody."""

    players: dict[str, str]
    clause: str


class Posted(Event, frozen=True):
    """A card stands at a place for all to see; it came from no deck that is dealt."""

    place: str
    card: int
    clause: str
    shown: ClassVar[tuple[str, ...]] = ("card",)


class Cleared(Event, frozen=True):
    """What lay at a place is taken away."""

    place: str
    clause: str


class Discarded(Event, frozen=True):
    """Cards at a place went to the discard rack, and the hand goes on without them."""

    place: str
    cards: Stack
    clause: str
    player: str = ""
    openly: bool = False
    hidden: ClassVar[Hides] = {"cards": "others"}


class LaidApart(Event, frozen=True):
    """A player laid these cards of a hand apart, face down, and plays the others: how many they are can be seen."""

    place: str
    cards: Stack
    clause: str
    player: str = ""
    hidden: ClassVar[Hides] = {"cards": "others"}


class HandSet(Event, frozen=True):
    """A hand lies in two; `way` says which line of the house way set it, if one did."""

    place: str
    low: Stack
    high: Stack
    clause: str
    way: str = ""
    player: str = ""
    openly: bool = False
    hidden: ClassVar[Hides] = {"low": "others", "high": "others", "way": "others"}


class CardRemoved(Event, frozen=True):
    """A card that was seen left the stack for the discard rack without being used."""

    card: int
    clause: str
    shown: ClassVar[tuple[str, ...]] = ("card",)


class DealAbandoned(Event, frozen=True):
    """What was dealt of the deck in play is taken back from these places, unseen, to be shuffled again."""

    clause: str
    places: tuple[str, ...] = ()


class StubCounted(Event, frozen=True):
    """How many cards somebody counted."""

    count: int
    clause: str


class HandCollected(Event, frozen=True):
    seat: int
    clause: str


# --- The round --------------------------------------------------------------------------------------------------------


class Decided(Event, frozen=True):
    """What a player decided, on the hand of this number."""

    seat: int
    do: str
    clause: str
    amount: int = 0
    cards: tuple[str, ...] = ()
    player: str = ""
    hand: int = 1
    hidden: ClassVar[Hides] = {"cards": "others"}


class DocumentationDue(Event, frozen=True):
    """Cards stay on the layout until the payout is documented."""

    seat: int
    clause: str


class Documented(Event, frozen=True):
    """A payout is documented whose cards do not go with the papers: the hand goes on, or they went before."""

    seat: int
    clause: str


class DocumentationNotDue(Event, frozen=True):
    """A payout whose cards are collected was to be documented, and does not stand."""

    seat: int
    clause: str


class IrregularityNoted(Event, frozen=True):
    kind: str
    clause: str
    seat: int = 0


class RoundVoided(Event, frozen=True):
    reason: str
    clause: str


class RoundCompleted(Event, frozen=True):
    """The cards are collected: these decks are to be shuffled again, this one is in play next, these places stay.

    Wagers that are not settled stay too.  For each deck it is told how many rounds ago its stub was counted.
    """

    clause: str
    deck: Deck = 0
    collected: tuple[Deck, ...] = ()
    stay: tuple[str, ...] = ()
    since_count: tuple[int, ...] = ()


# --- What belongs to one game -----------------------------------------------------------------------------------------


class OfTheGame(Event, frozen=True, kw_only=True):
    """An event that only some games have: `own` says what of the game's own part is different from now on.

    Such events are declared where their game is.  Nothing in a game's own part is hidden from anybody.
    """

    own: dict[str, Any] = {}


class PaidBeside(OfTheGame, frozen=True, kw_only=True):
    """A payment that no wager of that player's decided; a `Moved` beside it moves the money."""

    seat: int
    amount: int
    clause: str
    name: ClassVar[str]  # under which a settlement tells it


class Foreign(OfTheGame, frozen=True):
    """An event of a game that is not at hand: what it did to the game's own part is all that is known of it."""


COMMON: tuple[type[Event], ...] = tuple(
    one for one in Event.__subclasses__() if one not in (OfTheGame, Foreign) and one.__module__ == __name__
)
