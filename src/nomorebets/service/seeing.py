"""Tables as somebody may see them: what the engine shows to what they are there, and what is agreed at the table."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.service.clocks import What, waiting
from nomorebets.service.linked import as_shared
from nomorebets.service.running import Running
from nomorebets.table.actions import Coupon
from nomorebets.table.engine import legal
from nomorebets.table.entries import Entry, seen
from nomorebets.table.events import RoundCompleted
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor
from nomorebets.table.view import View, view


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


Shared = Mapping[str, int]  # what meters hold that other tables share, by the table's accounts


def seen_by(
    running: Running, actors: tuple[Actor, ...], now_ms: int, shared: Shared, *, offers: bool = True
) -> TableView:
    """A table as somebody sees it who is there as all of these."""
    at, table = now_ms // 1000, as_shared(running.table, shared)
    shown = view(table, actors[0], at)
    own = shown.offers
    for other in actors[1:]:
        own += tuple(one for one in legal(table, other, at) if one not in own)
    if not running.policy.coupons:
        own = tuple(one for one in own if not isinstance(one.action, Coupon))
    if own != shown.offers:
        shown = replace(shown, remarks=_moved(shown, own))
    if not offers:
        own = ()
    shown = replace(shown, offers=(), lists=shown.lists if offers else {}, remarks=shown.remarks if offers else {})
    return TableView(running.table.version, shown.round, shown, own, clock(running, now_ms))


def _moved(shown: View, own: tuple[Offer, ...]) -> dict[int, str]:
    """Remarks by the places that their offers have now."""
    return {
        own.index(offer): shown.remarks[number]
        for number, offer in enumerate(shown.offers)
        if number in shown.remarks and offer in own
    }


def clock(running: Running, now_ms: int) -> ClockView | None:
    now = waiting(running.table)
    if now is None or not running.head.due_ms:
        return None
    return ClockView(now.what, now.seats, max(0, running.head.due_ms - now_ms))


def entries_seen(entries: Sequence[Entry], watcher: Actor, since_then: Sequence[Entry] = ()) -> list[bytes]:
    """Entries as JSON, as somebody may see them by now; `since_then` is what has come after them."""
    every = [*entries, *since_then]
    over = max((place for place, entry in enumerate(every) if _ends_a_round(entry)), default=-1)
    return [
        msgspec.json.encode(seen(entry, watcher, every[place + 1 :] if place > over else ()))
        for place, entry in enumerate(entries)
    ]


def _ends_a_round(entry: Entry) -> bool:
    return any(isinstance(event, RoundCompleted) for event in entry.events)
