"""Whether shared meters hold what the histories say: each movement has its entry, and each entry its movement."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from nomorebets.games.registry import game
from nomorebets.store.deeds import AnyDeed, MeterAdjusted, MeterOpened, deeds
from nomorebets.store.record import body_of, shown_in
from nomorebets.store.rows import HOUSE, GameTable, Meter, MeterEntry
from nomorebets.store.unit import Unit
from nomorebets.table.actions import ReadMeter
from nomorebets.table.entries import Entry
from nomorebets.table.evolve import meters_moved


class Reconciled(Struct, frozen=True):
    """One meter: what it holds, how often it was moved and by how many tables; what does not agree, a sentence each."""

    meter: str
    cents: int
    movements: int
    tables: int
    faults: tuple[str, ...] = ()


def reconciled(unit: Unit) -> list[Reconciled]:
    """Every meter, held to its movements, those to the entries of tables and house, and these to the movements."""
    rows = {row.id: row for row in unit.tables.all()}
    links = unit.meters.links()
    histories = {number: _history(unit, rows[number]) for number in {link.table_id for link in links}}
    done = {deed.version: deed.action for deed in deeds(unit)}
    found = []
    for meter in unit.meters.all():
        movements = unit.meters.entries(meter.id)
        accounts = {link.table_id: link.account for link in links if link.meter_id == meter.id}
        faults = [*_broken_chain(meter, movements), *_not_done(meter, movements, done)]
        for number, account in accounts.items():
            own = [one for one in movements if one.table_id == number]
            faults += _disagreeing(
                rows[number].key, account, histories[number], own, [0, *(m.after for m in movements)]
            )
        strangers = {one.table_id for one in movements} - {HOUSE, *accounts}
        faults += [f"it was moved by table {number}, which is not linked to it" for number in sorted(strangers)]
        found.append(Reconciled(meter.name, meter.cents, len(movements), len(accounts), tuple(faults)))
    return found


def _history(unit: Unit, row: GameTable) -> list[Entry]:
    """The entries of a table as everyone may read them: no money is hidden."""
    play = game(row.game).play
    return [shown_in(body_of(one.body), play.events, play.own) for one in unit.tables.entries(row.id)]


def _broken_chain(meter: Meter, movements: Sequence[MeterEntry]) -> Iterator[str]:
    cents = 0
    for number, one in enumerate(movements, 1):
        if one.version != number:
            yield f"movement {number} is missing"
            return
        cents += one.delta
        if one.after != cents:
            yield f"after movement {number} it held {one.after} cents; the movements make {cents}"
            return
        if cents < 0:
            yield f"after movement {number} it held less than nothing"
    if (meter.version, meter.cents) != (len(movements), cents):
        yield f"it holds {meter.cents} cents at version {meter.version}; {len(movements)} movements make {cents}"


def _not_done(meter: Meter, movements: Sequence[MeterEntry], done: dict[int, AnyDeed]) -> Iterator[str]:
    """Movements by the house that no deed of it accounts for, and deeds that moved nothing."""
    own = {one.table_version: one.delta for one in movements if one.table_id == HOUSE}
    for version, deed in done.items():
        match deed:
            case MeterOpened(meter=meter.name, cents=cents):
                delta = cents
            case MeterAdjusted(meter=meter.name, before=before, after=after):
                delta = after - before
            case _:
                continue
        if own.pop(version, None) != delta:
            yield f"deed {version} of the house moves it by {delta} cents, and no movement says so"
    yield from (f"the house moved it by {delta} cents without deed {version}" for version, delta in own.items())


def _disagreeing(
    table: str, account: str, history: Sequence[Entry], movements: Sequence[MeterEntry], held: Sequence[int]
) -> Iterator[str]:
    """What a table's entries and its movements do not agree in; `held` is what the meter held after each of all.

    The table's own account may lag behind the meter, but only by what others have moved: whenever it was read or moved
    it held what the meter held then, and never went back in time.
    """
    own = {one.table_version: one for one in movements}
    mirror = seen = 0
    for entry in history:
        delta, which = _delta(entry, account), f"entry {entry.version} of table {table}"
        mirror += delta
        if isinstance(entry.action, ReadMeter):
            then = next((at for at in range(seen, len(held)) if held[at] == mirror), None) if delta else seen
            if then is None:
                yield f"{which} reads {mirror} cents, which the meter did not hold then"
                return
            seen = then
            continue
        row = own.pop(entry.version, None)
        if delta != (row.delta if row else 0):
            yield f"{which} moves {account} by {delta} cents; the meter was moved by {row.delta if row else 0}"
            return
        if row and (row.version <= seen or row.after != mirror):
            yield f"{which} leaves {mirror} cents on {account}; the meter held {row.after}"
            return
        seen = row.version if row else seen
    yield from (f"it was moved by entry {version} of table {table}, which there is not" for version in own)


def _delta(entry: Entry, account: str) -> int:
    moves = [move for event in entry.events for move in meters_moved(event)]
    return sum(amount * ((to == account) - (origin == account)) for origin, to, amount in moves)
