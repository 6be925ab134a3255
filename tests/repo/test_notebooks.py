"""The notebooks run from their first cell to the last, and what they show is what is kept in the docs."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "docs" / "notebooks.py"
SPEC = importlib.util.spec_from_file_location("notebooks", SOURCE)
assert SPEC
assert SPEC.loader
notebooks: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(notebooks)


def shown(notebook: Any) -> list[str]:
    """What every cell shows as plain text."""
    outputs = [one for cell in notebook["cells"] for one in cell.get("outputs", ())]
    return ["".join(one["data"]["text/plain"]) for one in outputs if "data" in one]


@pytest.mark.filterwarnings("ignore")  # of the kernel's own
@pytest.mark.parametrize("name", notebooks.NOTEBOOKS)
def test_a_notebook_shows_what_is_kept(name: str) -> None:
    kept = json.loads((notebooks.FOLDER / f"{name}.ipynb").read_text("utf-8"))
    assert ["".join(cell["source"]) for cell in kept["cells"]] == list(notebooks.NOTEBOOKS[name])
    assert shown(notebooks.executed(name)) == shown(kept)
    assert shown(kept)
