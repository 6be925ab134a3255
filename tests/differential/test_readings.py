"""What readings are worth, as the page of the docs has it: every row is computed from the submission that it names."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from nomorebets.figures.wagers import wagered_on
from nomorebets.games.registry import terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.maths import solver

PAGE = Path(__file__).parents[2] / "docs" / "readings.md"
LONG = ("what-the-flush", "lunar-poker", "pai-gow-poker")  # games whose main wager takes long to solve


class Row(NamedTuple):
    """A row of the page."""

    game: str
    filed: str
    of: str
    house_edge: str


def rows(section: str) -> Iterator[Row]:
    text = PAGE.read_text("utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "game":
            yield Row(cells[0], "\n".join(re.findall("`([^`]+)`", cells[1])), *cells[2:])


def percent(value: Any) -> str:
    return f"{float(value):.4%}".replace("%", " %").replace("-", "−")


@cache
def solved(game: str, filed: str) -> dict[str, str]:
    found = solver(game).solutions(terms(game, tomllib.loads(filed)), Threads(), unseen)
    return {one.name: percent(one.measures.house_edge) for one in found}


MAIN = [
    pytest.param(row, marks=pytest.mark.slow) if row.game in LONG else pytest.param(row) for row in rows("Main wagers")
]


@pytest.mark.parametrize("row", MAIN)
def test_a_reading_of_a_main_wager(row: Row) -> None:
    assert solved(row.game, row.filed)[row.of] == row.house_edge


@pytest.mark.parametrize("row", list(rows("Wagers on pay tables")))
def test_a_reading_of_a_pay_table(row: Row) -> None:
    filed = terms(row.game, tomllib.loads(row.filed))
    table = next(table for table in filed.tables if table.wager == row.of)
    first, *_ = wagered_on(filed, table, None, Threads(), unseen)
    assert percent(first.measures.house_edge) == row.house_edge


def test_every_reading_of_the_main_wagers_is_there() -> None:
    """All pairs of the readings that decide What The Flush and Pai Gow, and both of those that decide the others."""
    counted = {(row.game, row.filed) for row in rows("Main wagers")}
    assert {game: sum(one == game for one, _ in counted) for game, _ in counted} == {
        "what-the-flush": 4,
        "lunar-poker": 2,
        "pai-gow": 4,
        "pai-gow-poker": 2,
        "packs-poker": 2,
    }
