"""What took long is kept, and found again under all that it depends on."""

from pathlib import Path

import pytest
from msgspec import Struct

from nomorebets.figures.odds import count_tables
from nomorebets.games.registry import terms
from nomorebets.licence.filing import Filed
from nomorebets.machine import cache
from nomorebets.machine.workers import Threads


class Numbers(Struct, frozen=True):
    """Something to be kept."""

    by_number: dict[int, float]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "here")
    return tmp_path / "here"


def test_a_document_is_computed_once_and_comes_back_as_it_was(place: Path) -> None:
    computed = []

    def compute() -> Numbers:
        computed.append(1)
        return Numbers({3: 0.1})

    for _ in range(2):
        assert cache.cached_document(("numbers", "../../etc", 3), Numbers, compute) == Numbers({3: 0.1})
    assert computed == [1]
    assert cache.cached_document(("numbers", "../../etc", 4), Numbers, compute) == Numbers({3: 0.1})
    assert computed == [1, 1]
    assert len([file for file in place.rglob("*") if file.is_file()]) == 2


def test_where_nothing_can_be_kept_it_is_computed_again(place: Path) -> None:
    place.write_text("no folder can be made here")
    numbers = iter(range(2))
    assert [cache.cached_document((), int, lambda: next(numbers)) for _ in range(2)] == [0, 1]


def test_a_submission_has_its_own_results() -> None:
    def edges(submission: dict[str, object]) -> list[float]:
        under = terms("pokette", submission)
        return [one.house_edge_decimal for one in count_tables(Filed(under), workers=Threads(1)).documents]

    assert edges({}) == edges({})
    assert edges({}) != edges({"odds": {"red": 2}})
