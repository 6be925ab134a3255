"""The recipe for a new game shows code that is there."""

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

HERE = Path(__file__).parent
RECIPE = (HERE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
SHOWN = [dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```$", RECIPE, re.DOTALL | re.MULTILINE)]
WRITTEN = "".join(path.read_text("utf-8") for path in sorted(HERE.glob("*two_dice.py")))


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.split("\n", 1)[0])
def test_what_the_recipe_shows_stands_in_the_game_word_for_word(block: str) -> None:
    assert block in WRITTEN or indent(block, "    ") in WRITTEN


def test_the_recipe_shows_something() -> None:
    assert len(SHOWN) >= 6
