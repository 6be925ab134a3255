"""Where a house keeps what it has: a folder with a file and a folder of keys, or a database and the keys beside."""

from pathlib import Path

from nomorebets.errors import BadInput
from nomorebets.store.unit import Readable, Store

FILE, KEYS = "house.db", "keys"


def open_store(data: Path, database: str = "", at_ms: int = 0) -> Store:
    """The store in a folder, or in the database that a URL names."""
    if database:
        _check_address(database)
        from nomorebets.store.postgres import PostgresStore

        return PostgresStore(database, at_ms)
    from nomorebets.store.sqlite import SqliteStore

    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return SqliteStore(data / FILE, at_ms)


def existing_store(data: Path, database: str = "") -> Store:
    """The same, if there is one."""
    _check_there(data, database)
    return open_store(data, database)


def store_to_read(data: Path, database: str = "") -> Readable:
    """The same to be read only, while another process may be writing it."""
    _check_there(data, database)
    if database:
        _check_address(database)
        from nomorebets.store.postgres import PostgresReader

        return PostgresReader(database)
    from nomorebets.store.sqlite import SqliteReader

    return SqliteReader(data / FILE)


def _check_there(data: Path, database: str) -> None:
    if not database and not (data / FILE).exists():
        raise BadInput(f"there is no house in {data}: it has no {FILE}")


def _check_address(database: str) -> None:
    """An address may have a password in it, so it is not repeated."""
    if not database.startswith(("postgresql://", "postgres://")):
        raise BadInput("this is not the address of a database; one begins with postgresql://")
