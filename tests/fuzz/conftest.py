"""A house for all that is thrown at it."""

from collections.abc import Iterator

import pytest

from tests.open_house import OpenHouse, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("house")) as one:
        yield one
