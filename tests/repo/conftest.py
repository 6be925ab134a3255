"""Where the texts are."""

from pathlib import Path

import pytest

REGULATIONS = Path(__file__).parents[2].parent / "shared" / "regulations"


@pytest.fixture
def regulations() -> Path:
    if not REGULATIONS.is_dir():
        pytest.skip("the texts are not beside this repository")
    return REGULATIONS
