"""Who watches which table: they are woken when something was recorded, and find the last of it here.

It lives in the event loop.  What came is kept for a while, so that whoever was away for a moment can be told all of it.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from nomorebets.service.recording import Recorded
from nomorebets.service.running import Running
from nomorebets.service.seeing import Noted, Shared, Sight
from nomorebets.table.entries import Entry

REMEMBERED = 1000  # entries of a table


class Hub:
    """News from the writer, for everyone in the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.tables: dict[int, Running] = {}
        self.recent: defaultdict[int, deque[Noted]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self.sights: dict[int, Sight] = {}  # what each table looks like by now, as far as somebody has looked
        self.watchers: defaultdict[int, set[asyncio.Event]] = defaultdict(set)

    def published(self, changes: Sequence[Recorded]) -> None:
        """Called by the writer, in its thread, once something is recorded: all of a unit at once."""
        self.loop.call_soon_threadsafe(self.changed, changes)

    def changed(self, changes: Iterable[Recorded]) -> None:
        woken: set[asyncio.Event] = set()
        for running, entries in changes:
            self._note(running, entries)
            linked = [one for one in self.tables if self.tables[one].table.linked] if running.table.linked else []
            woken.update(*(self.watchers[one] for one in {running.row.id, *linked}))
        for watcher in woken:
            watcher.set()

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
    def watching(self, number: int) -> Iterator[asyncio.Event]:
        """What is set when there is news of a table; whoever has read them clears it before looking."""
        news = asyncio.Event()
        self.watchers[number].add(news)
        try:
            yield news
        finally:
            self.watchers[number].discard(news)


async def within(news: asyncio.Event, seconds: float | None) -> None:
    """Wait for news, or until that time is over, which then counts as some."""
    if seconds is None:
        await news.wait()
        return
    over = asyncio.get_running_loop().call_later(seconds, news.set)
    try:
        await news.wait()
    finally:
        over.cancel()
