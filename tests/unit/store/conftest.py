"""Stores of every kind, each new for its test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nomorebets.store.postgres import PostgresStore
from nomorebets.store.sqlite import MEMORY, SqliteStore
from nomorebets.store.unit import Store

KINDS = ("memory", "sqlite", "postgres")


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store
    if request.param == "postgres":
        made = PostgresStore(request.getfixturevalue("database")(), at_ms=1)
    else:
        made = SqliteStore(MEMORY if request.param == "memory" else tmp_path / "house.db", at_ms=1)
    yield made
    made.close()
