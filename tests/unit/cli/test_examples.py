"""Every submission of the docs goes through the commands that reckon with one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
FILES = sorted(EXAMPLES.rglob("*.toml"))


def of(file: Path) -> tuple[str, str, str]:
    """A game and its submission as arguments."""
    return tomllib.loads(file.read_text("utf-8"))["game"], "--submission", str(file)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_goes_through_odds_and_simulation(file: Path, nmb: Any) -> None:
    assert nmb("check", str(file), "--no-edges", "--json").json["lawful"]
    assert nmb("odds", *of(file), "--json").json
    assert nmb("simulate", *of(file), "--rounds", "2000", "--seed", "1", "--json").json["rounds"] == 2000


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", [file for file in FILES if file.stem == "submission"], ids=lambda file: file.parent.stem
)
def test_an_example_has_a_par_sheet(file: Path, nmb: Any, tmp_path: Path) -> None:
    """Of those that differ only in the tables of one wager one is enough: best play takes minutes."""
    sheet = tmp_path / "report.html"
    assert nmb("par", *of(file), "-o", str(sheet), "--rounds", "20000").code == 0
    assert sheet.stat().st_size > 10_000
