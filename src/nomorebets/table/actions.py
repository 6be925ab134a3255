"""What people do at a table.

Actions are imperative and made of numbers and words, so that they compare, travel as JSON and can be typed by hand.
Cards are called by their names.  Chance comes in with the actions that carry it: the stack with `Shuffle`, the dice
with `Shake`.  So does what somebody observes: a count, a hand with a wrong number of cards, what else went wrong.
"""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from nomorebets.equipment.stack import Stack
from nomorebets.table.hiding import Hides

# What comes from outside has bounds, so that every log can hold it: far above the highest limit that may be posted,
# because some wagers are multiples of others, and as far as every reader of JSON is exact.
MOST = 2**53 - 1
Word = Annotated[str, Meta(max_length=100)]
Note = Annotated[str, Meta(max_length=400)]
Whole = Annotated[int, Meta(ge=-MOST, le=MOST)]


class Act(Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Common to all actions."""

    ranged: ClassVar[str] = ""  # the field that may vary within an offer's bounds
    free: ClassVar[tuple[str, ...]] = ()  # fields that an offer leaves to the actor
    chance: ClassVar[bool] = False  # whether it brings chance in: at a table that draws it, for the system alone
    hidden: ClassVar[Hides] = {}


class Open(Act, frozen=True):
    """Post a game and its rules at a table, and set its meters: the first action of every table."""

    game: str
    submission: dict[str, object] = {}
    meters: dict[str, dict[str, int]] = {}
    drawn: bool = False  # chance is drawn by the house's system, not recorded from cards, dice and wheels
    automatic: bool = False  # the table runs by itself: the house's system does what a dealer would
    linked: tuple[str, ...] = ()  # the accounts of meters that it shares with other tables


class Sit(Act, frozen=True):
    """Take a betting position."""

    seat: Whole
    player: Word = ""
    chips: Whole = -1  # what the player brings, where cover matters; -1 is enough for anything
    free: ClassVar[tuple[str, ...]] = ("player", "chips")


class Leave(Act, frozen=True):
    seat: Whole


class Bet(Act, frozen=True):
    """Put chips on a betting area; `cash` is a verbal wager accompanied by cash.

    `on` is the place on the layout, where the player selects one: the cards that win.
    """

    seat: Whole
    wager: Word
    amount: Whole
    cash: bool = False
    on: Word = ""
    ranged: ClassVar[str] = "amount"


def wager_key(wager: str, on: str) -> str:
    """The name under which a wager lies: wagers on selected places are told apart by them."""
    return f"{wager}:{on}" if on else wager


def selected(key: str) -> tuple[str, str]:
    """The wager that lies under a key, and the place that it is on.

    >>> selected("split:As Ah"), selected("red")
    (('split', 'As Ah'), ('red', ''))
    """
    wager, _, on = key.partition(":")
    return wager, on


class Coupon(Act, frozen=True):
    """Lay a match play coupon beside the chips of a wager."""

    seat: Whole
    wager: Word
    amount: Whole
    ranged: ClassVar[str] = "amount"


class Withdraw(Act, frozen=True):
    """Take a wager back while that is still allowed; `wager` is the key under which it lies."""

    seat: Whole
    wager: Word


class Decision(Act, frozen=True):
    """What a player decides about a hand: raise, fold, buy, set and so on, as the game offers it."""

    seat: Whole
    do: Word
    amount: Whole = 0
    cards: tuple[Word, ...] = ()
    hand: Whole = 1
    ranged: ClassVar[str] = "amount"
    hidden: ClassVar[Hides] = {"cards": "others"}


class Step(Act, frozen=True):
    """A step of procedure, with what whoever does it has counted or found amiss, where that is asked, and a note."""

    step: Word
    deck: Whole = 0
    seat: Whole = 0
    note: Note = ""
    count: Whole = -1
    found: Note = ""
    free: ClassVar[tuple[str, ...]] = ("note",)


class Shuffle(Act, frozen=True):
    """The cards are randomly intermixed: `stack` is the order that came of it, under a commitment or as recorded.

    Where tiles are washed, `circles` is how many circular motions each hand has made.
    """

    deck: Whole
    stack: Stack = ()
    commitment: Word = ""
    circles: Whole = 0
    free: ClassVar[tuple[str, ...]] = ("stack", "commitment", "circles")
    chance: ClassVar[bool] = True
    hidden: ClassVar[Hides] = {"stack": "everyone"}


class Cut(Act, frozen=True):
    """Cut the deck: `count` cards from the top go to the bottom.  It is cut by a player, or (0) by the dealer."""

    deck: Whole
    count: Whole
    seat: Whole = 0
    ranged: ClassVar[str] = "count"


class Commit(Act, frozen=True):
    """Publish the hash of the seed from which the next spin or roll will come."""

    commitment: Word
    free: ClassVar[tuple[str, ...]] = ("commitment",)
    chance: ClassVar[bool] = True


class Shake(Act, frozen=True):
    """The shaker was shaken, how many times as far as the dealer has seen, and is uncovered: what the dice show."""

    dice: tuple[int, ...] = ()
    times: Whole = 0
    free: ClassVar[tuple[str, ...]] = ("dice", "times")
    chance: ClassVar[bool] = True


class DrawNumber(Act, frozen=True):
    """The random number generator is started: the number that it displays."""

    number: Whole
    ranged: ClassVar[str] = "number"
    chance: ClassVar[bool] = True


class SelectStack(Act, frozen=True):
    """The bank selects the stack that is delivered first, counted from the dealer's left."""

    seat: Whole
    stack: Whole
    ranged: ClassVar[str] = "stack"


class Spin(Act, frozen=True):
    """The wheel has come to rest: the section under the clapper."""

    section: Whole
    ranged: ClassVar[str] = "section"
    chance: ClassVar[bool] = True


class NoMoreBets(Act, frozen=True):
    """The dealer's announcement, after which no wager is made, increased or withdrawn."""


class Deal(Act, frozen=True):
    """Deal every hand of the round."""


class CountStub(Act, frozen=True):
    """Count the stub; where the count is wrong, `misdealt` says whether a wrong number of cards in a hand is why."""

    count: Whole
    misdealt: bool = False
    ranged: ClassVar[str] = "count"
    free: ClassVar[tuple[str, ...]] = ("misdealt",)


class Reveal(Act, frozen=True):
    """The dealer reveals the dealer's hand and settles."""


class Irregularity(Act, frozen=True):
    """Something went wrong; the rules say what follows.  `count` is what was counted at it, if anything was."""

    kind: Word
    seat: Whole = 0
    card: Word = ""
    misdealt: bool = False
    count: Whole = -1
    free: ClassVar[tuple[str, ...]] = ("card", "misdealt", "count")
    shown: ClassVar[tuple[str, ...]] = ("card",)


class RevealSeed(Act, frozen=True):
    """Show the seed of the last shuffle, so that anyone can check it."""

    seed: Word
    free: ClassVar[tuple[str, ...]] = ("seed",)
    chance: ClassVar[bool] = True


class ReadMeter(Act, frozen=True):
    """The display of a meter that other tables share shows this amount: what they have moved it by is in it."""

    meter: Word
    amount: Whole
    ranged: ClassVar[str] = "amount"


Action = (
    Open | Sit | Leave | Bet | Coupon | Withdraw | Decision | Step | Shuffle | Cut | Commit | Shake | DrawNumber
    | SelectStack | Spin | NoMoreBets | Deal | CountStub | Reveal | Irregularity | RevealSeed | ReadMeter
)  # fmt: skip
