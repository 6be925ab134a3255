"""Submission files as they are read, before any clause is asked about them."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.games.registry import DEEPEST, LARGEST, MOST_DOTS, parsed


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"limits{'.a' * (MOST_DOTS + 1)} = 1", f"more than {MOST_DOTS} dots"),
        (f"limits = {'[' * (DEEPEST + 1)}{']' * (DEEPEST + 1)}", f"more than {DEEPEST} deep"),
        (f"limits = {LARGEST}", f"a number beyond {LARGEST - 1}"),
        ("limits = ", "is not TOML"),
    ],
)
def test_what_grows_as_it_is_read_or_is_no_toml_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parsed(f'game = "pokette"\n{line}\n')


def test_what_is_within_these_bounds_is_read() -> None:
    nested = f"{'[' * (DEEPEST - 1)}{LARGEST - 1}{']' * (DEEPEST - 1)}"
    assert parsed(f'game = "pokette"\nlimits = {nested}\n')[0] == "pokette"
