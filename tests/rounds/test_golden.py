"""Golden rounds are replayed and compared to the letter."""

from pathlib import Path

import pytest

from tests.rounds.golden import HERE, history, scripts


@pytest.mark.parametrize("script", scripts(), ids=lambda path: str(path.relative_to(HERE)))
def test_a_golden_round_is_as_it_was(script: Path) -> None:
    assert history(script) == script.with_suffix(".log").read_text("utf-8"), "run `make golden` and read the diff"


def test_no_history_is_without_its_script() -> None:
    assert {path.with_suffix(".toml") for path in HERE.glob("*/*.log")} == set(scripts())
