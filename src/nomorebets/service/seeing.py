"""Tables as somebody may see them: what the engine shows to what they are there, and what is agreed at the table."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from nomorebets.service.clocks import Waiting, What, waiting
from nomorebets.service.linked import as_shared
from nomorebets.service.running import Running
from nomorebets.table.actions import Coupon
from nomorebets.table.entries import Entry, owners, seen
from nomorebets.table.events import RoundCompleted
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role
from nomorebets.table.view import View, Views


class ClockView(Struct, frozen=True):
    """What is awaited, from which seats, and how much time is left."""

    what: What
    seats: tuple[int, ...]
    due_in_ms: int


class TableView(Struct, frozen=True, omit_defaults=True):
    """A table as one person sees it."""

    version: int
    round: int
    view: View
    offers: tuple[Offer, ...] = ()
    clock: ClockView | None = None


class WrittenView(Struct, frozen=True, omit_defaults=True):
    """The same, of which all but the clock is written down already."""

    version: int
    round: int
    view: Raw
    offers: Raw | None = None
    clock: ClockView | None = None


Shared = Mapping[str, int]  # what meters hold that other tables share, by the table's accounts


def seen_by(
    running: Running, actors: tuple[Actor, ...], now_ms: int, shared: Shared, *, offers: bool = True
) -> TableView:
    """A table as somebody sees it who is there as all of these."""
    shown = Sight(running, now_ms, shared).of(actors, offers=offers)
    return replace(shown, clock=clock(running, now_ms))


class Sight:
    """One version of a table at an hour, as all who look at it see it: what each is told is made and written once."""

    def __init__(self, running: Running, now_ms: int, shared: Shared) -> None:
        self.table, self.policy, self.at, self.shared = running.table, running.policy, now_ms // 1000, shared
        self.views = Views(as_shared(running.table, shared), self.at)
        self.waiting = waiting(running.table)
        self.written: dict[tuple[Actor, ...], WrittenView] = {}
        self.entries: dict[tuple[int, str], tuple[Raw, ...]] = {}

    def fits(self, running: Running, now_ms: int, shared: Shared) -> bool:
        """Whether it is what one sees of a table by now."""
        known = self.table is running.table and self.policy is running.policy
        return known and self.at == now_ms // 1000 and self.shared == shared

    def of(self, actors: tuple[Actor, ...], *, offers: bool = True) -> TableView:
        """What somebody sees who is there as all of these, but for the clock."""
        shown = self.views.of(actors[0])
        own = shown.offers
        for other in actors[1:]:
            own += tuple(one for one in self.views.offers(other) if one not in own)
        if not self.policy.coupons:
            own = tuple(one for one in own if not isinstance(one.action, Coupon))
        if own != shown.offers:
            shown = replace(shown, remarks=_moved(shown, own))
        if not offers:
            own = ()
        shown = replace(shown, offers=(), lists=shown.lists if offers else {}, remarks=shown.remarks if offers else {})
        return TableView(self.table.version, shown.round, shown, own)

    def told(self, actors: tuple[Actor, ...], running: Running, now_ms: int) -> WrittenView:
        """The same as it is sent, with the clock as it runs."""
        known = self.written.get(actors)
        if known is None:
            shown = self.of(actors)
            offers = Raw(msgspec.json.encode(shown.offers)) if shown.offers else None
            view = Raw(msgspec.json.encode(shown.view))
            known = self.written[actors] = WrittenView(shown.version, shown.round, view, offers)
        runs = _clock(self.waiting, running, now_ms)
        return replace(known, clock=runs) if runs else known

    def entries_since(self, version: int, recent: Sequence[Entry], watcher: Actor) -> tuple[Raw, ...]:
        """What came after a version, as somebody may see it: for most it is the same."""
        of_own = watcher.role == Role.PLAYER and any(watcher.name in owners(entry) for entry in recent)
        key = version, watcher.name if of_own else ""
        if key not in self.entries:
            self.entries[key] = tuple(map(Raw, entries_seen(recent, watcher)))
        return self.entries[key]


def _moved(shown: View, own: tuple[Offer, ...]) -> dict[int, str]:
    """Remarks by the places that their offers have now."""
    return {
        own.index(offer): shown.remarks[number]
        for number, offer in enumerate(shown.offers)
        if number in shown.remarks and offer in own
    }


def clock(running: Running, now_ms: int) -> ClockView | None:
    return _clock(waiting(running.table), running, now_ms)


def _clock(now: Waiting | None, running: Running, now_ms: int) -> ClockView | None:
    if now is None or not running.head.due_ms:
        return None
    return ClockView(now.what, now.seats, max(0, running.head.due_ms - now_ms))


def entries_seen(entries: Sequence[Entry], watcher: Actor, since_then: Sequence[Entry] = ()) -> list[bytes]:
    """Entries as JSON, as somebody may see them by now; `since_then` is what has come after them."""
    every = [*entries, *since_then]
    over = max((place for place, entry in enumerate(every) if _ends_a_round(entry)), default=-1)
    return [
        msgspec.json.encode(seen(entry, watcher, every[place + 1 :] if place > over else every[over : over + 1]))
        for place, entry in enumerate(entries)
    ]


def _ends_a_round(entry: Entry) -> bool:
    return any(isinstance(event, RoundCompleted) for event in entry.events)
