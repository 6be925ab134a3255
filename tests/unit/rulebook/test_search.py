"""Words are found in what clauses and rulings say, in ours and in those of the texts."""

from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.reports.texts import official
from nomorebets.rulebook.search import Passage, search

SAID = [
    Passage("one", "1", "The dealer takes vigorish.", "A five percent commission shall be charged."),
    Passage("one", "2", "Wagers are settled; a wager is paid."),
    Passage("two", "3", "Nothing of note."),
]


def test_all_words_have_to_be_on_one_side() -> None:
    assert [hit.passage.id for hit in search("dealer vigorish", SAID)] == ["1"]
    with pytest.raises(BadInput, match="no clause and no ruling has 'dealer commission'"):
        search("dealer commission", SAID)


def test_a_word_is_found_in_all_its_forms_and_counted() -> None:
    (hit,) = search("WAGERS", SAID)
    assert (hit.passage.id, hit.times) == ("2", 2)


def test_the_words_of_the_text_are_told_from_ours() -> None:
    (hit,) = search('"five percent"', SAID)
    assert (hit.ours, hit.theirs) == (False, True)


def test_a_word_that_nothing_has_is_refused_with_those_that_are_near() -> None:
    with pytest.raises(BadInput, match="has 'vigorsh'; words that are near are vigorish"):
        search("vigorsh", SAID)
    with pytest.raises(BadInput, match="nothing is searched for"):
        search(' "" ', SAID)


def test_the_command_searches_one_game_or_all(nmb: Any) -> None:
    found = nmb("rules", "--search", "no more bets", "--json").json
    assert {one["id"].partition(":")[0] for one in found} >= {"high-card-flush", "pai-gow"}
    assert all(one["found_in"] == ["ours"] and one["official"] is None for one in found)
    of_one = nmb("rules", "--search", "vigorish", "Pai Gow", "--json").json
    assert {one["id"].partition(":")[0] for one in of_one} == {"pai-gow"}
    printed = nmb("rules", "--search", "vigorish", "pai-gow").out
    assert "--texts names a folder" in printed
    assert nmb("rules", "--search", "vigorish", "chess").code == 2


SMALL = """
13:69F-12.1 Definitions

"Winning card" means the card that is meant.
"""


def test_a_folder_without_our_texts_has_none_at_hand(nmb: Any, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text(SMALL)
    assert official("pokette", tmp_path) == {}
    assert nmb("rules", "pokette", "12.2(a)", "--texts", str(tmp_path), "--json").json["official"] is None
    assert "is no folder" in nmb("rules", "pokette", "12.2(a)", "--texts", str(tmp_path / "none")).err
