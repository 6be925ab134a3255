"""A text to be read: what hangs on each clause, and how one finds it."""

from pathlib import Path

import pytest

from nomorebets.games.registry import KEYS
from nomorebets.reports import reader as reading
from nomorebets.reports.finding import find
from nomorebets.reports.reader import reader
from nomorebets.reports.texts import SETTING
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.text import path
from nomorebets.rulebook.wording import Wording

every_game = pytest.mark.parametrize("key", KEYS)


@every_game
def test_every_section_says_what_it_is_about_and_none_is_there_without_clauses(key: str) -> None:
    assert list(text(key).section) == list(dict.fromkeys(path(one.id)[0] for one in text(key).clause))


@every_game
def test_every_place_that_carries_out_a_clause_can_be_read(key: str) -> None:
    whole = reader(key)
    assert [one.id for one in whole.clauses] == [one.id for one in text(key).clause]
    assert {place for one in whole.clauses for place in one.code} == set(whole.sources)
    assert all(one.text for one in whole.sources.values())


def test_a_clause_has_its_code_tests_evidence_and_an_example() -> None:
    whole = reader("high-card-flush")
    raised, better = (
        next(one for one in whole.clauses if one.id == name) for name in ("38.6(a)5(b)", "38.10(e)1(ii)(A)")
    )
    assert "def raise_limit" in whole.sources["games.high_card_flush.rules:raise_limit"].text
    assert any(test.endswith("limited_by_the_flush") for test in raised.tests)
    assert raised.strength is not None
    assert raised.strength.noticed + raised.strength.equivalent <= raised.strength.broken
    assert "dealer" in whole.examples[better.example].hands


def test_the_words_of_the_text_are_shown_only_where_somebody_has_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clauses = text("pokette").clause
    said = {one.id: f"What {one.id} says." for one in clauses[:3]}
    for folder, words in ((None, {}), (tmp_path, said)):
        reader.cache_clear()
        if folder:
            monkeypatch.setenv(SETTING, str(folder))
        else:
            monkeypatch.delenv(SETTING, raising=False)
        found = {clause: Wording(one, "a.txt", "", "", agrees=False) for clause, one in words.items()}
        monkeypatch.setattr(reading, "official", lambda _key, given, found=found: found if given else {})
        assert {one.id: one.words for one in reader("pokette").clauses if one.words} == words
    reader.cache_clear()


@pytest.mark.parametrize(
    "asked",
    ["38.10(c)", "38.10(C)", "13:69F-38.10(c)", "N.J.A.C. 13:69F-38.10(c)", "high-card-flush:38.10(c)", "38.10 (c)"],
)
def test_a_clause_is_found_however_people_cite_it(asked: str) -> None:
    first = find(asked, "high-card-flush")[0]
    assert (first.game, first.id) == ("high-card-flush", "38.10(c)")


def test_a_section_is_found_with_all_its_clauses_and_a_ruling_by_its_id() -> None:
    own = [one.id for one in find("13:69F-38.13", "high-card-flush") if one.game == "high-card-flush"]
    assert own == [one.id for one in text("high-card-flush").clause if path(one.id)[0] == "38.13"]
    assert [(one.game, one.id, one.ruling) for one in find("a-2")] == [("high-card-flush", "A-2", True)]


def test_clauses_are_found_by_all_words_and_the_game_that_is_read_comes_first() -> None:
    assert find("dealer qualify", "lunar-poker")[0].game == "lunar-poker"
    assert all("dealer" in one.gist.lower() or one.ruling for one in find("dealer qualify"))
    assert find("zebra") == []
    assert find(" ") == []
