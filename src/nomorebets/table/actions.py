"""What people do at a table, and what they are offered to do.

Actions are imperative and made of numbers and words, so that they compare, travel as JSON and can be typed by hand.
Chance and time come in with them: the stack in `Shuffle`, the hour in `at`.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import ClassVar

from msgspec import Struct


class Act(Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Common to all actions: which field may vary within an offer's bounds, and which it leaves to the actor."""

    ranged: ClassVar[str] = ""
    free: ClassVar[tuple[str, ...]] = ()


class Sit(Act, frozen=True):
    """Take a betting position."""

    seat: int
    player: str = ""
    chips: int = -1  # what the player brings, where cover matters; -1 is enough for anything
    free: ClassVar[tuple[str, ...]] = ("player", "chips")


class Leave(Act, frozen=True):
    seat: int


class Bet(Act, frozen=True):
    """Put chips on a betting area; `cash` is a verbal wager accompanied by cash.

    `on` is what the wager is on, where the player selects it: the cards that win.
    """

    seat: int
    wager: str
    amount: int
    cash: bool = False
    on: tuple[int, ...] = ()
    ranged: ClassVar[str] = "amount"


class Coupon(Act, frozen=True):
    """Lay a match play coupon beside the chips of a wager."""

    seat: int
    wager: str
    amount: int
    ranged: ClassVar[str] = "amount"


class Withdraw(Act, frozen=True):
    """Take a wager back while that is still allowed."""

    seat: int
    wager: str


class Decision(Act, frozen=True):
    """What a player decides about a hand: raise, fold, buy, set and so on, as the game offers it."""

    seat: int
    do: str
    amount: int = 0
    cards: tuple[int, ...] = ()
    ranged: ClassVar[str] = "amount"


class Step(Act, frozen=True):
    """A step of procedure by the dealer, the floor or the first player; `at` is the hour where one is recorded."""

    step: str
    by: str
    deck: int = 0
    seat: int = 0
    at: int = 0
    note: str = ""
    free: ClassVar[tuple[str, ...]] = ("at", "note")


class Shuffle(Act, frozen=True):
    """The cards are randomly intermixed: `stack` is the order that came of it, under a commitment or as recorded."""

    deck: int
    stack: tuple[int, ...] = ()
    commitment: str = ""
    at: int = 0
    ranged: ClassVar[str] = "at"
    free: ClassVar[tuple[str, ...]] = ("stack", "commitment")


class Cut(Act, frozen=True):
    """Cut the deck: `count` cards from the top go to the bottom.  It is cut by a player, or (0) by the dealer."""

    deck: int
    count: int
    seat: int = 0
    ranged: ClassVar[str] = "count"


class Commit(Act, frozen=True):
    """Publish the hash of the seed from which the next spin will come."""

    commitment: str
    free: ClassVar[tuple[str, ...]] = ("commitment",)


class Shake(Act, frozen=True):
    """The shaker is shaken and uncovered: what the dice show."""

    dice: tuple[int, ...] = ()
    at: int = 0
    ranged: ClassVar[str] = "at"
    free: ClassVar[tuple[str, ...]] = ("dice",)


class DrawNumber(Act, frozen=True):
    """The random number generator is started: the number that it displays."""

    number: int
    ranged: ClassVar[str] = "number"


class SelectStack(Act, frozen=True):
    """The bank selects the stack that is delivered first, counted from the dealer's left."""

    seat: int
    stack: int
    ranged: ClassVar[str] = "stack"


class Spin(Act, frozen=True):
    """The wheel has come to rest: the section under the clapper."""

    section: int
    ranged: ClassVar[str] = "section"


class NoMoreBets(Act, frozen=True):
    """The dealer's announcement, after which no wager is made, increased or withdrawn; at an hour if it is recorded."""

    at: int = 0
    ranged: ClassVar[str] = "at"


class Deal(Act, frozen=True):
    """Deal every hand of the round."""


class CountStub(Act, frozen=True):
    """Count the stub; where the count is wrong, `misdealt` says whether a wrong number of cards in a hand is why."""

    count: int
    misdealt: bool = False
    ranged: ClassVar[str] = "count"
    free: ClassVar[tuple[str, ...]] = ("misdealt",)


class Reveal(Act, frozen=True):
    """The dealer reveals the dealer's hand and settles."""


class Irregularity(Act, frozen=True):
    """Something went wrong; the rules say what follows."""

    kind: str
    seat: int = 0
    card: int = -1
    misdealt: bool = False
    free: ClassVar[tuple[str, ...]] = ("card", "misdealt")


class RevealSeed(Act, frozen=True):
    """Show the seed of the last shuffle, so that anyone can check it."""

    seed: str
    free: ClassVar[tuple[str, ...]] = ("seed",)


Action = (
    Sit | Leave | Bet | Coupon | Withdraw | Decision | Step | Shuffle | Cut | Commit | Shake | DrawNumber | SelectStack
    | Spin | NoMoreBets | Deal | CountStub | Reveal | Irregularity | RevealSeed
)  # fmt: skip


class Offer(Struct, frozen=True, gc=False):
    """One thing that may be done now, the clause that says so, and whether it is the dealer's next duty.

    The action stands at its least: its ranged field may go up to `most`, its free fields are the actor's to fill.
    """

    action: Action
    clause: str
    most: int = 0
    duty: bool = False

    def __contains__(self, action: Action) -> bool:
        least = self.action
        if type(action) is not type(least):
            return False
        if action == least:
            return True
        fixed = _fixed(type(least))
        if fixed(action) != fixed(least):
            return False
        if not least.ranged:
            return True
        low: int = getattr(least, least.ranged)
        chosen: int = getattr(action, least.ranged)
        return low <= chosen <= max(low, self.most)


@cache
def _fixed(kind: type[Act]) -> Callable[[Act], object]:
    """The fields in which an action has to agree with the offer; its class stands for those that have none."""
    names = (name for name in kind.__struct_fields__ if name != kind.ranged and name not in kind.free)
    return attrgetter("__class__", *names)
