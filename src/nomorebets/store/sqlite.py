"""Histories in one file, written by one process: SQLite.

One connection writes, and it alone checkpoints the write-ahead log; others only read.  Every commit is flushed to the
disk (`synchronous = FULL`) before anybody is told of it.  A lock beside the file keeps a second process out.
"""

import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nomorebets.errors import BadInput, NotKept
from nomorebets.store.migrations import ONLY_ADDED_TO, check_steps, migrate
from nomorebets.store.tiles import Growing
from nomorebets.store.unit import Unit

MEMORY = ":memory:"
PAGES = 4000  # after which what was written goes from the write-ahead log to the file: 16 MB
CACHED_KB = 8000  # of the file: all that is written to again and again
BUSY_MS = 5000
OWN = 0o600  # for nobody else on the machine


def _never(table: str) -> str:
    """Statements after which a table is only added to."""
    return "\n".join(
        f"CREATE TRIGGER {table}_is_never_{done} BEFORE {doing} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is only added to'); END;"
        for doing, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
    )


WORDS = {
    "whole": "INTEGER",
    "bytes": "BLOB",
    "counted": "INTEGER PRIMARY KEY",
    "by_key": "WITHOUT ROWID",
    "often_written": "",
    **{f"only_added_to_{table}": _never(table) for table in ONLY_ADDED_TO},
}


class SqliteConnection:
    """A connection as units of work use it."""

    locking = ""  # who writes has the whole file
    now_ms = staticmethod(lambda: time.time_ns() // 1_000_000)

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    def all(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.database.execute(statement, values).fetchall()

    def many(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        self.database.executemany(statement, rows)

    def run(self, statement: str, *values: Any) -> int:
        return self.database.execute(statement, values).rowcount


class SqliteStore:
    """A store in a file, or for tests and trials in memory."""

    shared = False

    def __init__(self, path: Path | str = MEMORY, at_ms: int = 0) -> None:
        self.path, self.usable = str(path), True
        self.lock = _locked(Path(path)) if path != MEMORY else None
        if path != MEMORY:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWN))  # what lies beside it gets the same mode
        self.writing = threading.Lock()
        self.readers: list[sqlite3.Connection] = []
        self.tree: Growing | None = None
        self.database = self._connect()
        for setting in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",  # what is erased is gone from the file
            f"wal_autocheckpoint = {PAGES}",
            f"cache_size = -{CACHED_KB}",
        ):
            self.database.execute(f"PRAGMA {setting}")
        with self._transaction() as connection:
            self.steps = migrate(connection, WORDS, at_ms)

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        return database

    @contextmanager
    def _transaction(self) -> Iterator[SqliteConnection]:
        with self.writing:
            if not self.usable:
                raise NotKept("nothing can be recorded any more: a commit has failed")
            try:
                self.database.execute("BEGIN IMMEDIATE")
                yield SqliteConnection(self.database)
            except sqlite3.OperationalError as error:
                self._undo()
                raise NotKept(f"the store has not done it: {error}") from error
            except BaseException:
                self._undo()
                raise
            self._commit()

    def _undo(self) -> None:
        """Take back what is not recorded; where the disk has failed, that has happened already."""
        if self.database.in_transaction:
            self.database.execute("ROLLBACK")

    def _commit(self) -> None:
        """What was not flushed is not to be flushed again: a store whose commit has failed is only read from then on.

        The lock stays until the process ends, so that the next one finds what the disk has.
        """
        try:
            self.database.execute("COMMIT")
        except sqlite3.Error as error:
            self.usable = False
            self.database.close()
            raise NotKept(f"the commit failed: {error}") from error

    @contextmanager
    def unit(self) -> Iterator[Unit]:
        """A unit of work; nobody else appends, so that what is appended gets its leaves with it."""
        try:
            with self._transaction() as connection:
                unit = Unit(connection)
                yield unit
                if unit.fresh:
                    self.tree = self.tree or unit.log.growing()
                    unit.log.grow(self.tree, unit.fresh)
        except BaseException:
            self.tree = None  # it may have grown by what was not recorded
            raise

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """A unit of work that sees one state of everything and cannot change it."""
        if self.path == MEMORY:
            with self._transaction() as connection:
                yield Unit(connection)
            return
        database = self.readers.pop() if self.readers else self._reader()
        database.execute("BEGIN")
        try:
            yield Unit(SqliteConnection(database))
        finally:
            database.execute("ROLLBACK")
            self.readers.append(database)

    def _reader(self) -> sqlite3.Connection:
        database = self._connect()
        database.execute("PRAGMA query_only = ON")
        return database

    def integrate(self, most: int = 4096) -> int:  # noqa: ARG002
        """None waits here: an entry gets its leaf with its unit."""
        return 0

    def back_up(self, to: Path) -> None:
        """A copy of everything at one moment, but for snapshots, which can be made again."""
        copy_of(Path(self.path), to)

    def close(self) -> None:
        for database in [*self.readers, self.database]:
            database.close()
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def _locked(path: Path) -> int:
    """A lock that this process has while it lives."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, OWN)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BadInput(f"{path} is in use by another process") from None
    return lock


class SqliteReader:
    """A store in a file that another process may be writing: it reads, takes no lock, and never checkpoints."""

    def __init__(self, path: Path) -> None:
        self.database = _for_reading(path)
        with self.reading() as unit:
            check_steps(unit.on)

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """A unit of work that sees one state of everything and cannot change it."""
        self.database.execute("BEGIN")
        try:
            yield Unit(SqliteConnection(self.database))
        finally:
            self.database.execute("ROLLBACK")

    def close(self) -> None:
        self.database.close()


def _for_reading(path: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        database.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise BadInput(f"{path} cannot be read as a store: {error}") from None
    return database


def copy_of(path: Path, to: Path) -> None:
    """A copy of a store at one moment, while it may be written, but for snapshots, which can be made again."""
    try:
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN))
    except FileExistsError:
        raise BadInput(f"{to} exists already, and a backup never overwrites") from None
    except OSError as error:
        raise BadInput(f"{to} cannot be written: {error.strerror}") from None
    database = _for_reading(path)
    try:
        database.execute("VACUUM INTO ?", (str(to),))
    except sqlite3.Error as error:
        raise BadInput(f"{to} cannot be written: {error}") from None
    finally:
        database.close()
    copy = sqlite3.connect(to, isolation_level=None)
    try:
        copy.execute("DELETE FROM snapshot")
        copy.execute("VACUUM")
    finally:
        copy.close()


def damage(path: Path) -> str:
    """What SQLite itself finds wrong with a file; nothing, if it is whole."""
    database = _for_reading(path)
    try:
        found = [str(row[0]) for row in database.execute("PRAGMA integrity_check(1)")]
    except sqlite3.Error as error:
        return str(error)
    finally:
        database.close()
    return "" if found == ["ok"] else found[0]
