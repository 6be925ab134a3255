"""Stores of every kind, as those of `tests/unit/store`; and a service for the tests of a module, with people in it."""

from collections.abc import Iterator

import pytest

from nomorebets.client import Desk
from tests.unit.service.serving import Served, serving
from tests.unit.store.conftest import store

__all__ = ["store"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house")) as one:
        yield one


@pytest.fixture(scope="module")
def floor(served: Served) -> Desk:
    return served.staff("floor", "floor")


@pytest.fixture(scope="module")
def dealer(served: Served) -> Desk:
    return served.staff("dealer", "dealer")
