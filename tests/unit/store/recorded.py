"""Golden rounds, whose cards are recorded and not drawn, as a house keeps them."""

from pathlib import Path

from msgspec.structs import replace

from nomorebets import play, restored
from nomorebets.rounds.file import Played
from nomorebets.rounds.script import COLLECT
from nomorebets.store.keeping import Keeper
from nomorebets.store.record import Cause
from nomorebets.store.rows import GameTable, Head
from nomorebets.table.state import Phase, State
from tests.rounds.golden import played, scripts
from tests.unit.store.house import House


def collected(one: Played) -> Played:
    """The round until its cards are collected, where a script leaves them to be seen."""
    table, entries = restored(list(one.entries), one.terms), list(one.entries)
    while table.phase == Phase.COLLECTING:
        table, entry = play(table, COLLECT, None, table.hour)
        entries.append(entry)
    return replace(one, entries=tuple(entries))


def keep_recorded(house: House, number: int, script: Path, *, to_the_end: bool = False, log: str = "log") -> Played:
    """A golden round at a table of its own, one of many that have the same key in their rules."""
    one = collected(played(script)) if to_the_end else played(script)
    table = GameTable(number, one.entries[0].table, one.terms.game.key, b"{}", b"{}", 1)
    with house.store.unit() as unit:
        unit.tables.open(table)
        Keeper(house.keys, log, table, one.terms.hash).append(
            unit, Head(number), State(), one.entries, {}, Cause.PERSON, 1
        )
    house.sign()
    return one


RECORDED = [script for script in scripts() if not played(script).entries[0].action.drawn]  # type: ignore[union-attr]
