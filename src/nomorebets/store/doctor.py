"""Whether a house is well: its keys, clock, disk, database, checkpoints and what it still owes to show."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from nomorebets.errors import NoMoreBetsError
from nomorebets.store.backup import opens, wrapped_in
from nomorebets.store.bundle import chain
from nomorebets.store.keys import KEY_BYTES, SIGNING, WRAPPING, existing_keys
from nomorebets.store.migrations import steps
from nomorebets.store.notes import checkpoint, signers, verifier
from nomorebets.store.place import KEYS, store_to_read
from nomorebets.store.tree import root_at
from nomorebets.store.unit import Unit

WELL, NOTICE, WRONG = "well", "notice", "wrong"
LEAST_FREE = 1 << 30  # bytes on the disk, below which it is time to look
LATE = 60_000  # milliseconds after which entries without a checkpoint are late
AHEAD = 5_000  # milliseconds by which clocks may differ
DAY = 86_400_000
FIXED = ((3, 51, 3), (3, 50, 7), (3, 44, 6))  # versions of SQLite since which two connections may checkpoint at once


class Finding(Struct, frozen=True):
    """One thing that was looked at, and how it is."""

    of: str
    verdict: str
    sentence: str


def findings(data: Path, database: str, now_ms: int) -> list[Finding]:
    """All that there is to say about a house; it may be running."""
    found = [*_keys(data / KEYS), _disk(data)]
    if not database:
        found.append(_sqlite())
    try:
        store = store_to_read(data, database)
    except NoMoreBetsError as error:
        return [*found, Finding("database", WRONG, error.sentence)]
    try:
        with store.reading() as unit:
            found += [_steps(), *_clock(unit, now_ms), *_checkpoints(unit, now_ms), *meter_findings(unit)]
            found += _secrets(unit, data / KEYS, now_ms)
    finally:
        store.close()
    return found


def _keys(folder: Path) -> Iterator[Finding]:
    files = sorted(folder.glob("*.key")) if folder.is_dir() else []
    for kind in (WRAPPING, SIGNING):
        if not any(file.name.startswith(kind) for file in files):
            yield Finding("keys", WRONG, f"there is no {kind} key in {folder}")
    for file in files:
        if file.stat().st_mode & 0o077:
            yield Finding("keys", WRONG, f"{file.name} can be read by others; its mode has to be 600")
        elif file.stat().st_size != KEY_BYTES:
            yield Finding("keys", WRONG, f"{file.name} is no key: it has {file.stat().st_size} bytes")
    if files:
        yield Finding("keys", WELL, f"{len(files)} in {folder}")


def _disk(data: Path) -> Finding:
    place = next(one for one in (data, *data.absolute().parents) if one.exists())
    free = shutil.disk_usage(place).free
    return Finding("disk", WELL if free >= LEAST_FREE else WRONG, f"{free / 1e9:.1f} GB are free")


def _sqlite() -> Finding:
    """Between 3.7.0 and 3.51.2, but for two versions that were mended, a file can be damaged (sqlite.org/wal.html)."""
    version = sqlite3.sqlite_version_info
    mended = any(version[:2] == one[:2] and version >= one for one in FIXED) or version >= FIXED[0]
    said = f"SQLite {sqlite3.sqlite_version}"
    if mended:
        return Finding("sqlite", WELL, said)
    told = "let no other program write this file or checkpoint it: before 3.51.3 that can damage it"
    return Finding("sqlite", NOTICE, f"{said}: {told}; No More Bets itself does so from one connection only")


def _steps() -> Finding:
    return Finding("database", WELL, f"at step {len(steps())}")


def _clock(unit: Unit, now_ms: int) -> Iterator[Finding]:
    last = max((at for head in unit.tables.heads() for at in _hour(unit, head.table_id, head.version)), default=0)
    ahead = last - now_ms
    if ahead > AHEAD:
        yield Finding("clock", WRONG, f"the last entry is {_age(ahead)} in the future; a clock is wrong")
    else:
        yield Finding("clock", WELL, f"the last entry is {_age(-ahead)} old")


def _checkpoints(unit: Unit, now_ms: int) -> Iterator[Finding]:
    last, size = unit.log.checkpoint(), unit.log.size
    if last is None:
        yield Finding("checkpoints", NOTICE if not size else WRONG, "none was signed yet")
        return
    behind = size - last.size
    age = now_ms - last.at_ms
    late = behind and age > LATE
    said = f"the last is {_age(age)} old and covers all but {behind} of {size} leaves"
    yield Finding("checkpoints", WRONG if late else WELL, said)
    key = chain(unit, last.note)[-1]
    if not key:
        yield Finding("checkpoints", NOTICE, "the log does not name the key that signs it")
    elif not signers(last.note, [verifier(key)]):
        yield Finding("checkpoints", WRONG, "the last is not signed by a key that the log names")
    if checkpoint(last.note).root != root_at(unit.log.nodes, last.size):
        yield Finding("checkpoints", WRONG, "the tree is not what the last one says")


def meter_findings(unit: Unit) -> Iterator[Finding]:
    """A meter is what its movements come to, one after the other."""
    for meter in unit.meters.all():
        moves = unit.meters.entries(meter.id)
        amounts = [one.after - one.delta for one in moves] + [meter.cents]
        chained = all(one.after == before for one, before in zip(moves, amounts[1:], strict=True))
        if not chained or [one.version for one in moves] != list(range(1, meter.version + 1)):
            yield Finding("meters", WRONG, f"{meter.name} is not what its movements come to")
        else:
            yield Finding("meters", WELL, f"{meter.name} is what its {len(moves)} movements come to")


def _secrets(unit: Unit, folder: Path, now_ms: int) -> Iterator[Finding]:
    """Seeds that are not shown yet: how old they are, and whether they could be."""
    wrapped = wrapped_in(unit)
    keys = existing_keys(folder)
    lost = [one for one in wrapped if keys is None or not opens(keys, one)]
    if lost:
        names = ", ".join(sorted({one.key_id for one in lost}))
        yield Finding("secrets", WRONG, f"{len(lost)} are wrapped under keys that are not there, or others: {names}")
    ages = sorted((now_ms - at for one in wrapped for at in _hour(unit, one.table_id, one.version)), reverse=True)
    old = sum(age > DAY for age in ages)
    said = f"{len(wrapped)} not shown" + (f", the oldest for {_age(ages[0])}" if ages else "")
    yield Finding("secrets", NOTICE if old else WELL, said + (f"; {old} for more than a day" if old else ""))


def _hour(unit: Unit, table: int, version: int) -> list[int]:
    return [row.at_ms for row in unit.tables.entries(table, version - 1, version)]


def _age(milliseconds: int) -> str:
    """How long that is, in the largest unit of which it has two."""
    seconds = max(milliseconds, 0) // 1000
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds // size} {name}"
    return f"{seconds} seconds"
