"""Stores of every kind, as those of `tests/unit/store`."""

from tests.unit.store.conftest import store

__all__ = ["store"]
