"""Tables as they were: found from the nearest snapshot, so that a long history costs no more than a short one.

Where snapshots are missing, after a restore or under other rules, they are made again on the way, a block at a time:
whoever asks first waits, and nobody holds the store meanwhile.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from nomorebets.service.running import Running, keep_snapshot, opened
from nomorebets.store.keeping import history
from nomorebets.store.keys import Keys
from nomorebets.store.tables import BLOCK
from nomorebets.store.unit import Unit
from nomorebets.table.entries import Entry, follow
from nomorebets.table.state import State

if TYPE_CHECKING:
    from nomorebets.service.site import Site

NEAR = 2 * BLOCK  # entries that are followed without making a snapshot on the way


class Stretch(NamedTuple):
    """A state of a table, and the entries that follow it."""

    before: State
    entries: list[Entry]


class _Found(NamedTuple):
    """The nearest state that is kept, or the version of a snapshot that cannot be read."""

    state: State
    unreadable: int = 0


async def stretch(site: "Site", running: Running, first: int, last: int) -> Stretch:
    """The entries of a table from one to another, and what was before them."""
    async with site.looking_back:
        while (found := await site.read(_nearest(site.keys, running, first - 1))).unreadable or (
            first - 1 - found.state.version > NEAR
        ):
            await _marked(site, running, found)
    return await site.read(_followed(site.keys, running, found.state, first, last))


def _nearest(keys: Keys, running: Running, version: int) -> Callable[[Unit], _Found]:
    def nearest(unit: Unit) -> _Found:
        snapshot = unit.tables.snapshot(running.row.id, version)
        if snapshot is None:
            return _Found(State())
        state = opened(keys, running.row, snapshot, running.terms)
        return _Found(State(), snapshot.version) if state is None else _Found(state)

    return nearest


async def _marked(site: "Site", running: Running, found: _Found) -> None:
    """One snapshot more, a block further on; or one that is of no use less."""
    if found.unreadable:
        await site.write(lambda unit: unit.tables.drop_snapshot(running.row.id, found.unreadable))
        return
    mark = (found.state.version // BLOCK + 1) * BLOCK
    state = (await site.read(_followed(site.keys, running, found.state, mark + 1, mark))).before
    await site.write(lambda unit: keep_snapshot(unit, site.keys, running, state))


def _followed(keys: Keys, running: Running, state: State, first: int, last: int) -> Callable[[Unit], Stretch]:
    def followed(unit: Unit) -> Stretch:
        play, after = running.terms.game.play, state.version
        entries = history(unit, keys, running.row.id, play, after=after, up_to=last)
        before, reached = entries[: first - 1 - after], state
        for entry in before:
            reached = follow(reached, entry)
        return Stretch(reached, entries[len(before) :])

    return followed
