"""Tables as somebody may see them: what the engine shows to what they are there, and what is agreed at the table."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from nomorebets.service.clocks import What
from nomorebets.service.linked import as_shared
from nomorebets.service.running import Running
from nomorebets.table.actions import Coupon
from nomorebets.table.entries import Entry, owners, seen
from nomorebets.table.events import RoundCompleted
from nomorebets.table.offers import Offer
from nomorebets.table.roles import ONLOOKER, Actor, Role
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


class Face(NamedTuple):
    """An entry as everybody reads it but its owners, the players whose cards it hides."""

    owners: set[str]
    public: Entry
    written: bytes
    ends_a_round: bool


class Noted:
    """An entry, and its face: made once for all of them, if anybody looks."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    @cached_property
    def face(self) -> Face:
        public = seen(self.entry, ONLOOKER)
        ends_a_round = any(isinstance(event, RoundCompleted) for event in self.entry.events)
        return Face(owners(self.entry), public, msgspec.json.encode(public), ends_a_round)

    def is_own(self, watcher: Actor) -> bool:
        return watcher.role == Role.PLAYER and watcher.name in self.face.owners


class Sight:
    """One version of a table at an hour, as all who look at it see it: what each is told is made and written once."""

    def __init__(self, running: Running, now_ms: int, shared: Shared, before: "Sight | None" = None) -> None:
        self.table, self.policy, self.at, self.shared = running.table, running.policy, now_ms // 1000, shared
        self.views: Views = Views(as_shared(running.table, shared), self.at, before.views if before else None)
        self.written: dict[tuple[Actor, ...], WrittenView] = {}
        self.entries: dict[int, tuple[set[str], Raw]] = {}  # what came after a version: whose it is, and as most see it

    def fits(self, running: Running, now_ms: int, shared: Shared) -> bool:
        """Whether it is what one sees of a table by now."""
        known = self.table is running.table and self.policy is running.policy
        return known and self.at == now_ms // 1000 and self.shared == shared

    def of(self, actors: tuple[Actor, ...], *, offers: bool = True) -> TableView:
        """What somebody sees who is there as all of these, but for the clock."""
        shown, first = self.views.apart(actors[0])
        own = first
        for other in actors[1:]:
            own += tuple(one for one in self.views.offers(other) if one not in own)
        if not self.policy.coupons:
            own = tuple(one for one in own if not isinstance(one.action, Coupon))
        if not offers:
            return TableView(self.table.version, shown.round, replace(shown, lists={}, remarks={}))
        if own != first:
            shown = replace(shown, remarks=_moved(shown.remarks, first, own))
        return TableView(self.table.version, shown.round, shown, own)

    def told(self, actors: tuple[Actor, ...], running: Running, now_ms: int) -> WrittenView:
        """The same as it is sent, with the clock as it runs."""
        known = self.written.get(actors)
        if known is None:
            shown = self.of(actors)
            offers = Raw(msgspec.json.encode(shown.offers)) if shown.offers else None
            view = Raw(msgspec.json.encode(shown.view))
            known = self.written[actors] = WrittenView(shown.version, shown.round, view, offers)
        runs = clock(running, now_ms)
        return replace(known, clock=runs) if runs else known

    def entries_since(self, version: int, recent: Sequence[Noted], watcher: Actor) -> Raw:
        """What came after a version, as somebody may see it: for most it is the same."""
        if version not in self.entries:
            whose = set[str]().union(*[one.face.owners for one in recent])
            self.entries[version] = whose, _listed([one.face.written for one in recent])
        whose, written = self.entries[version]
        if watcher.role == Role.PLAYER and watcher.name in whose:
            return _listed(noted_seen(recent, watcher))
        return written


def _moved(remarks: Mapping[int, str], before: Sequence[Offer], own: Sequence[Offer]) -> dict[int, str]:
    """Remarks by the places that their offers have now."""
    return {own.index(before[number]): words for number, words in remarks.items() if before[number] in own}


def clock(running: Running, now_ms: int) -> ClockView | None:
    now = running.waiting
    if now is None or not running.head.due_ms:
        return None
    return ClockView(now.what, now.seats, max(0, running.head.due_ms - now_ms))


def entries_seen(entries: Iterable[Entry], watcher: Actor) -> list[bytes]:
    """Entries as JSON, as somebody may see them by now."""
    return noted_seen([*map(Noted, entries)], watcher)


def noted_seen(noted: Sequence[Noted], watcher: Actor, since_then: Sequence[Noted] = ()) -> list[bytes]:
    """The same; `since_then` is what has come after them."""
    every = [*noted, *since_then]
    over = max((place for place, one in enumerate(every) if one.face.ends_a_round), default=-1)

    def own(place: int) -> bytes:
        later = every[place + 1 :] if place > over else every[over : over + 1]
        one = every[place]
        return msgspec.json.encode(seen(one.entry, watcher, [then.entry for then in later], one.face.public))

    return [own(place) if one.is_own(watcher) else one.face.written for place, one in enumerate(noted)]


def _listed(written: Iterable[bytes]) -> Raw:
    return Raw(b"[" + b",".join(written) + b"]")
