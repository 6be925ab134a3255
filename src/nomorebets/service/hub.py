"""Who watches which table: they are woken when something was recorded, and find the last of it here.

Whoever deals is woken at once, and so is whoever looks on and may have to act by now.  All others are woken together,
and then not for a moment: what comes meanwhile is told at once, and no eye sees more in it.

It lives in the event loop.  What came is kept for a while, so that whoever was away for a moment can be told all of it.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from nomorebets.service.clocks import What
from nomorebets.service.recording import Recorded
from nomorebets.service.running import Running
from nomorebets.service.seeing import Noted, Shared, Sight
from nomorebets.table.entries import Entry

REMEMBERED = 1000  # entries of a table
APART_S = 0.2  # between two times that all who look on at a table are woken

Wakes = asyncio.Event  # what is set when there is news
Onlookers = dict[Wakes, str]  # those who look on at a table, and as which player; none: as nobody in particular


class Rest:
    """For how long nobody is woken who can wait, and who is to be after it."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.waiting: set[Wakes] = set()


class Hub:
    """News from the writer, for everyone in the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.tables: dict[int, Running] = {}
        self.recent: defaultdict[int, deque[Noted]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self.sights: dict[int, Sight] = {}  # what each table looks like by now, as far as somebody has looked
        self.watchers: defaultdict[int, set[Wakes]] = defaultdict(set)
        self.onlookers: defaultdict[int, Onlookers] = defaultdict(dict)
        self.resting: dict[int, Rest] = {}  # at tables where all were just woken

    def published(self, changes: Sequence[Recorded]) -> None:
        """Called by the writer, in its thread, once something is recorded: all of a unit at once."""
        self.loop.call_soon_threadsafe(self.changed, changes)

    def changed(self, changes: Iterable[Recorded]) -> None:
        before: dict[int, Running | None] = {}
        for running, entries in changes:
            before.setdefault(running.row.id, self.tables.get(running.row.id))
            self._note(running, entries)
        linked = self._linked() if any(self.tables[number].table.linked for number in before) else ()
        for number in {*before, *linked}:
            for news in self.watchers[number]:
                news.set()
            self.wake(number, self.onlookers[number])
        for number, then in before.items():
            self.wake(number, self._concerned(then, self.tables[number]), at_once=True)

    def _linked(self) -> list[int]:
        return [number for number, running in self.tables.items() if running.table.linked]

    def _concerned(self, before: Running | None, after: Running) -> Collection[Wakes]:
        """Those who may have to act by now: everybody in another phase, or else the players who are to decide anew."""
        onlookers, now = self.onlookers[after.row.id], after.waiting
        if before is None or _moment(before) != _moment(after):
            return onlookers
        if now is None or now.what != What.DECISION or before.head.due_version == after.head.due_version:
            return ()
        deciding = {after.table.seats[seat].player for seat in now.seats}
        return [news for news, name in onlookers.items() if name in deciding]

    def wake(self, number: int, onlookers: Collection[Wakes], *, at_once: bool = False) -> None:
        """Wake some who look on at a table, but where all were just woken not before they have had their rest."""
        rest = self.resting.get(number)
        if rest is not None and not at_once:
            rest.waiting.update(onlookers)
            return
        for news in onlookers:
            news.set()
        if rest is None:
            self.resting[number] = Rest(self.loop.time() + APART_S)
            self.loop.call_later(APART_S, self._rested, number)
            return
        rest.waiting.difference_update(onlookers)
        if len(onlookers) == len(self.onlookers[number]):
            rest.until = self.loop.time() + APART_S

    def _rested(self, number: int) -> None:
        rest = self.resting[number]
        if (left := rest.until - self.loop.time()) > 0:
            self.loop.call_later(left, self._rested, number)
            return
        del self.resting[number]
        if rest.waiting:
            self.wake(number, rest.waiting)

    def _note(self, running: Running, entries: tuple[Entry, ...]) -> None:
        number = running.row.id
        known = self.tables.get(number)
        if known is None or running.head.version >= known.head.version:
            self.tables[number] = running
        recent = self.recent[number]
        if recent and entries and entries[0].version != recent[-1].entry.version + 1:
            recent.clear()  # something was missed: whoever needs it reads the store
        recent.extend(map(Noted, entries))

    def sight(self, running: Running, now_ms: int, shared: Shared) -> Sight:
        """What a table looks like, for all who look at it now."""
        known = self.sights.get(running.row.id)
        if known is None or not known.fits(running, now_ms, shared):
            known = self.sights[running.row.id] = Sight(running, now_ms, shared, known)
        return known

    def since(self, number: int, version: int) -> list[Noted] | None:
        """What came after a version; nothing, if that is too long ago to be remembered."""
        recent = self.recent[number]
        if number in self.tables and self.tables[number].head.version <= version:
            return []
        if not recent or recent[0].entry.version > version + 1:
            return None
        last = list(islice(reversed(recent), recent[-1].entry.version - version))  # versions follow each other
        return last[::-1]

    @contextmanager
    def watching(self, number: int) -> Iterator[Wakes]:
        """What is set as soon as there is news of a table; whoever has read them clears it before looking."""
        news = Wakes()
        self.watchers[number].add(news)
        try:
            yield news
        finally:
            self.watchers[number].discard(news)

    @contextmanager
    def looking_on(self, number: int, name: str) -> Iterator[Wakes]:
        """The same for somebody who is shown the table, at once if it waits for the decision of the player so named."""
        news = Wakes()
        self.onlookers[number][news] = name
        try:
            yield news
        finally:
            del self.onlookers[number][news]


def _moment(running: Running) -> tuple[int, str]:
    """The round and the phase that a table has come to."""
    return running.table.rounds, running.table.phase


async def within(news: Wakes, seconds: float | None) -> None:
    """Wait for news, or until that time is over, which then counts as some."""
    if seconds is None:
        await news.wait()
        return
    over = asyncio.get_running_loop().call_later(seconds, news.set)
    try:
        await news.wait()
    finally:
        over.cancel()
