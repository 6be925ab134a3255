"""A house: where its histories and keys are, and the tables that it has opened."""

import secrets
from pathlib import Path
from types import MappingProxyType

import msgspec

from nomorebets.errors import Unknown
from nomorebets.games.registry import terms
from nomorebets.service.meters import Links, check_links, link
from nomorebets.service.policy import Policy, check, encoded
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
FOUNDING = "founding"


def house_of(data: Path, database: str, now_ms: int) -> tuple[Store, Keys]:
    """The store and the keys of a house; a new one is founded."""
    store, keys = open_store(data, database, now_ms), Keys(data / KEYS)
    with store.unit() as unit:
        unit.leases.lock(FOUNDING)  # of several processes that start at once, one founds it
        if not unit.log.name:
            name = secrets.token_hex(LOG_BYTES)
            founded(unit, name, now_ms, str(keys.verifier(name)))
    return store, keys


def opened(
    unit: Unit,
    keys: Keys,
    game: str,
    submission: dict[str, object],
    policy: Policy,
    by: str,
    now_ms: int,
    links: Links = MappingProxyType({}),
) -> GameTable:
    """A new table, its rules posted as its first entry; closed until a dealer or the house opens it.

    `links` names the meters that it shares with other tables, by its own accounts.
    """
    posted = terms(game, submission)
    check(policy)
    unit.tables.locked([HOUSE])  # one table after the other gets its number
    check_links(unit, posted, links)
    number = 1 + max(row.id for row in unit.tables.all())
    key = secrets.token_urlsafe(KEY_BYTES)
    row = GameTable(number, key, posted.game.key, msgspec.json.encode(submission), encoded(policy), now_ms)
    unit.tables.open(row)
    _, entry = open_table(
        posted, drawn=policy.drawn, automatic=policy.automatic, linked=links, at=now_ms // 1000, name=key
    )
    Keeper(keys, unit.log.name, row, posted.hash).append(unit, Head(number), State(), [entry], {}, Cause.PERSON, now_ms)
    record(unit, TableOpened(key, posted.game.key), by, now_ms)
    link(unit, row, posted, links, by, now_ms)
    return row


def row_of(unit: Unit, key: str) -> GameTable:
    """A table by its public name."""
    found = next((row for row in unit.tables.all() if row.key == key and row.id != HOUSE), None)
    if found is None:
        raise Unknown(f"there is no table {key!r}")
    return found
