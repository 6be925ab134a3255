"""A house with people in it, in every kind of store."""

import pytest

from nomorebets.store.unit import Store
from tests.unit.service.people.crowd import Crowd


@pytest.fixture
def crowd(store: Store) -> Crowd:
    return Crowd(store)
