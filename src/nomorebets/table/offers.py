"""What somebody may do now: an action at its least, how far it may go, what may be selected, and whose it is."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.table.actions import Act, Action, Bet
from nomorebets.table.roles import Actor, Role


class Selector(Struct, frozen=True, gc=False, omit_defaults=True):
    """What may be selected in a field of an action: so many of these, in any order, but not those.

    A field of text takes one of them; a field of several takes from `least` to `most`.  In a view a long list stands
    apart, under a name that is then in `listed`.
    """

    field: str
    among: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    but: tuple[tuple[str, ...], ...] = ()
    listed: str = ""

    def allows(self, chosen: str | tuple[str, ...]) -> bool:
        if isinstance(chosen, str):
            return chosen in self.among and (chosen,) not in self.but
        held = Counter(self.among)
        held.subtract(chosen)
        enough = self.least <= len(chosen) <= self.most and min(held.values(), default=0) >= 0
        return enough and tuple(sorted(chosen)) not in self.but

    def spelled(self, chosen: str) -> str:
        """One of these as it is written here, whatever the order of its words; what is none of them as it was.

        >>> Selector("on", ("As Ah", "As Ks")).spelled("ah as")
        'As Ah'
        """
        words = sorted(chosen.lower().split())
        return next((one for one in self.among if sorted(one.lower().split()) == words), chosen)


class Offer(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that may be done now, the clause that says so, who may do it, and whether it is the next duty.

    The action stands at its least: its ranged field may go up to `most`, its free fields are the actor's to fill, and
    one is to be selected where the offer says from what.  `until` is the last hour at which it may be taken up.
    """

    action: Action
    clause: str
    most: int = 0
    by: Role = Role.PLAYER
    duty: bool = False
    until: int = 0
    select: Selector | None = None
    free: tuple[str, ...] = ()  # further fields that are left to the actor here

    def __contains__(self, action: Action) -> bool:
        least = self.action
        if action == least and not self.select:
            return True
        if type(action) is not type(least):
            return False
        fixed = _fixed(type(least), self.select.field if self.select else "", self.free)
        if fixed(action) != fixed(least):
            return False
        if self.select and not self.select.allows(getattr(action, self.select.field)):
            return False
        if not least.ranged:
            return True
        low: int = getattr(least, least.ranged)
        chosen: int = getattr(action, least.ranged)
        return low <= chosen <= max(low, self.most)

    def is_late(self, at: int) -> bool:
        """Whether it can no longer be taken up at that hour."""
        return 0 < self.until < at


def as_written(bet: Bet, offers: Iterable[Offer]) -> Bet:
    """A bet with its place on the layout as the table writes it, in whatever order its cards were named."""
    for offer in offers if bet.on else ():
        match offer:
            case Offer(action=Bet(seat=bet.seat, wager=bet.wager), select=Selector() as select):
                return replace(bet, on=select.spelled(bet.on))
    return bet


@cache
def _fixed(kind: type[Act], selected: str, free: tuple[str, ...]) -> Callable[[Act], object]:
    """The fields in which an action has to agree with the offer; its class stands for those that have none."""
    names = (name for name in kind.__struct_fields__ if name not in (kind.ranged, selected, *kind.free, *free))
    return attrgetter("__class__", *names)


class Taken(Struct, frozen=True, gc=False):
    """By which clause an offer was made that is now taken up, by whom and when; whatever follows cites the clause."""

    clause: str
    by: Actor
    at: int = 0  # the hour, in whole seconds since 1970
