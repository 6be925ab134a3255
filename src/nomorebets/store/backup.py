"""Copies of a house, and what it takes to go on from one.

A backup has no keys and no snapshots.  Going on from it is a fork of the log: a new one begins, on the same tree, and
its first entry names the checkpoint of the old one that it goes on from.
"""

import hashlib
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput, Unknown
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import signed_now
from nomorebets.store.deeds import NAME, BackedUp, Founded, PolicyChanged, record
from nomorebets.store.keys import Keys
from nomorebets.store.place import FILE, KEYS, existing_store, open_store
from nomorebets.store.rows import SecretRow
from nomorebets.store.sqlite import SqliteReader, copy_of, damage
from nomorebets.store.unit import Store, Unit
from nomorebets.store.verify import Verified, verified

LOG_BYTES = 8


class Backup(Struct, frozen=True):
    """A copy that was made and found in order, and whether the house has recorded that it was made."""

    file: str
    size: int  # in bytes
    digest: str
    verified: Verified
    recorded: bool


class Restored(Struct, frozen=True):
    """A house that goes on from a copy: its new log, from which checkpoint, and what cannot be opened without keys."""

    log: str
    goes_on_from: int
    verifier: str
    verified: Verified
    secrets: int  # that are still wrapped
    lost: int  # of those, whose key is not there
    paused: tuple[str, ...]  # tables at which the house had drawn what others may have seen since


def back_up(data: Path, to: Path, by: str, at_ms: int) -> Backup:
    """A copy of the house in a folder, whether or not it is running."""
    if not (data / FILE).exists():
        raise BadInput(f"there is no house in {data}: it has no {FILE}")
    copy_of(data / FILE, to)
    found = checked_copy(to)
    content = hashlib.sha256(to.read_bytes()).hexdigest()
    recorded = _record(data, BackedUp(found.leaves, content), by, at_ms)
    return Backup(str(to), to.stat().st_size, content, found, recorded)


def _record(data: Path, deed: BackedUp, by: str, at_ms: int) -> bool:
    """Whether the deed is in the log: a server that is running has the house to itself."""
    try:
        store = existing_store(data)
    except BadInput:
        return False
    try:
        with store.unit() as unit:
            record(unit, deed, by, at_ms)
    finally:
        store.close()
    return True


def checked_copy(file: Path) -> Verified:
    """A copy that SQLite finds whole, and that proves itself."""
    if found := damage(file):
        raise BadInput(f"{file} is damaged: {found}")
    reader = SqliteReader(file)
    try:
        with reader.reading() as unit:
            return verified(exported(unit))
    finally:
        reader.close()


def restore(file: Path, data: Path, at_ms: int) -> Restored:
    """A house in a folder that has none, from a copy of one."""
    if (data / FILE).exists():
        raise BadInput(f"there is a house in {data}, and a restore never overwrites one")
    if not file.exists():
        raise BadInput(f"{file} cannot be read: there is no such file")
    found = checked_copy(file)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    coming = data / f"{FILE}.restoring"
    shutil.copyfile(file, coming)
    coming.chmod(0o600)
    coming.replace(data / FILE)
    store = open_store(data, at_ms=at_ms)
    try:
        return go_on(store, data / KEYS, found, at_ms)
    finally:
        store.close()


def restore_database(database: str, data: Path, at_ms: int) -> Restored:
    """The same of a database that was restored with its own tools; the keys are in the folder."""
    store = existing_store(data, database)
    try:
        with store.reading() as unit:
            if any(head.lease_until_ms > at_ms for head in unit.tables.heads()):
                raise BadInput("a server is running on this database; a restore begins when none is")
            found = verified(exported(unit))
        return go_on(store, data / KEYS, found, at_ms)
    finally:
        store.close()


def go_on(store: Store, folder: Path, found: Verified, at_ms: int) -> Restored:
    """A new log begins, on the tree of the old one, and the first checkpoint of it is signed."""
    while store.integrate():
        pass
    log = secrets.token_hex(LOG_BYTES)
    with store.unit() as unit:
        last = unit.log.checkpoint()
        assert last is not None, "an export was made of it"
        wrapped = wrapped_in(unit)
        keys = Keys(folder, 1 + max((int(one.key_id) for one in wrapped), default=0))
        unit.log.begin(log, at_ms, last.note)
        record(unit, Founded(last.note, str(keys.verifier(log))), NAME, at_ms)
        unit.sessions.end(at_ms)  # some had ended since the copy was made, and links were used
        paused = tuple(_pause(unit, {one.table_id for one in wrapped}, at_ms))
    signed_now(store, keys, at_ms)
    lost = sum(not opens(keys, one) for one in wrapped)
    return Restored(log, last.size, str(keys.verifier(log)), found, len(wrapped), lost, paused)


def _pause(unit: Unit, tables: set[int], at_ms: int) -> Iterator[str]:
    """Where the house had drawn cards that were not shown yet, they may have been since: a supervisor decides.

    Else the next deal would be, card for card, the one that was played after the copy was made.
    """
    for row in unit.tables.all():
        policy = msgspec.json.decode(row.policy) if row.id in tables else {}
        if row.id in tables and policy.get("chance") != "recorded":
            paused = msgspec.json.encode(policy | {"paused": True})
            record(unit, PolicyChanged(row.key, paused.decode()), NAME, at_ms)
            unit.tables.set_policy(replace(row, policy=paused))
            yield row.key


def wrapped_in(unit: Unit) -> list[SecretRow]:
    """Secrets that are not shown."""
    return [one for table in unit.tables.all() for one in unit.secrets.of(table.id) if one.wrapped is not None]


def opens(keys: Keys, secret: SecretRow) -> bool:
    """Whether a secret that is still wrapped can be unwrapped with these keys."""
    try:
        keys.unwrapped(secret.key_id, secret.wrapped or b"", secret.commitment)
    except (BadInput, Unknown):
        return False
    return True
