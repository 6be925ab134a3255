"""A house: where its histories and keys are, and the tables that it has opened."""

import secrets
from pathlib import Path

import msgspec

from nomorebets.errors import Unknown
from nomorebets.games.registry import terms
from nomorebets.service.policy import Policy, encoded
from nomorebets.store.deeds import TableOpened, founded, record
from nomorebets.store.keeping import Keeper
from nomorebets.store.keys import Keys
from nomorebets.store.place import KEYS, open_store
from nomorebets.store.record import Cause
from nomorebets.store.rows import HOUSE, GameTable, Head
from nomorebets.store.unit import Store, Unit
from nomorebets.table.engine import open_table
from nomorebets.table.state import State

KEY_BYTES = 9  # of the public name of a table
LOG_BYTES = 8


def house_of(data: Path, database: str, now_ms: int) -> tuple[Store, Keys]:
    """The store and the keys of a house; a new one is founded."""
    store, keys = open_store(data, database, now_ms), Keys(data / KEYS)
    with store.unit() as unit:
        if not unit.log.name:
            log = secrets.token_hex(LOG_BYTES)
            founded(unit, log, now_ms, str(keys.verifier(log)))
    return store, keys


def opened(
    unit: Unit, keys: Keys, game: str, submission: dict[str, object], policy: Policy, by: str, now_ms: int
) -> GameTable:
    """A new table, its rules posted as its first entry; closed until a dealer or the house opens it."""
    posted = terms(game, submission)
    unit.tables.locked([HOUSE])  # one table after the other gets its number
    number = 1 + max(row.id for row in unit.tables.all())
    key = secrets.token_urlsafe(KEY_BYTES)
    row = GameTable(number, key, posted.game.key, msgspec.json.encode(submission), encoded(policy), now_ms)
    unit.tables.open(row)
    _, entry = open_table(posted, drawn=policy.drawn, automatic=policy.automatic, at=now_ms // 1000, name=key)
    Keeper(keys, unit.log.name, row, posted.hash).append(unit, Head(number), State(), [entry], {}, Cause.PERSON, now_ms)
    record(unit, TableOpened(key, posted.game.key), by, now_ms)
    return row


def row_of(unit: Unit, key: str) -> GameTable:
    """A table by its public name."""
    found = next((row for row in unit.tables.all() if row.key == key and row.id != HOUSE), None)
    if found is None:
        raise Unknown(f"there is no table {key!r}")
    return found
