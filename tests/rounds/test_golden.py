"""Golden rounds are played again and compared to the letter."""

from pathlib import Path

import pytest

from tests.rounds.golden import HERE, KEPT, scripts


@pytest.mark.parametrize("suffix", KEPT)
@pytest.mark.parametrize("script", scripts(), ids=lambda path: str(path.relative_to(HERE)))
def test_a_golden_round_is_as_it_was(script: Path, suffix: str) -> None:
    assert KEPT[suffix](script) == script.with_suffix(suffix).read_text("utf-8"), "run `make golden` and read the diff"


@pytest.mark.parametrize("suffix", KEPT)
def test_no_history_is_without_its_script(suffix: str) -> None:
    assert {path.with_suffix(".toml") for path in HERE.glob(f"*/*{suffix}")} == set(scripts())
