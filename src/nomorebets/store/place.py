"""Where a house keeps what it has: a folder with a file and a folder of keys, or a database and the keys beside."""

from pathlib import Path

from nomorebets.errors import BadInput
from nomorebets.store.unit import Store

FILE, KEYS = "house.db", "keys"


def open_store(data: Path, database: str = "", at_ms: int = 0) -> Store:
    """The store in a folder, or in the database that a URL names."""
    if database:
        if not database.startswith(("postgresql://", "postgres://")):
            raise BadInput(f"{database!r} is not the address of a database; one begins with postgresql://")
        from nomorebets.store.postgres import PostgresStore

        return PostgresStore(database, at_ms)
    from nomorebets.store.sqlite import SqliteStore

    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return SqliteStore(data / FILE, at_ms)


def existing_store(data: Path, database: str = "") -> Store:
    """The same, if there is one."""
    if not database and not (data / FILE).exists():
        raise BadInput(f"there is no house in {data}: it has no {FILE}")
    return open_store(data, database)
