"""Stores of every kind, as those of `tests/unit/store`."""

from tests.unit.store.conftest import database, server, store

__all__ = ["database", "server", "store"]
