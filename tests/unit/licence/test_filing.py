"""Every command starts from the same submission, and says which."""

import json
from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, house_terms, terms
from nomorebets.licence.filing import filed_terms, printed_or_filed_terms

GAME = "high-card-flush"
COMMANDS = [
    ("solve", GAME),
    ("advise", GAME, "--hand", "Ah Kh Qh Jh Th 9h 8h"),
    ("card", GAME),
    ("simulate", GAME, "--rounds", "100", "--strategy", "simple"),
    ("shared", GAME, "--deals", "10", "--seats", "1"),
    ("bankroll", GAME, "--rounds", "5"),
    ("inspect", GAME),
    ("inspect", GAME, "--sign", "An Inspector"),
]


@pytest.mark.parametrize("key", KEYS)
def test_without_a_submission_it_is_our_own(key: str) -> None:
    found = filed_terms(key)
    assert (found.submission, found.terms.hash) == ("house", house_terms(key).hash)
    printed = printed_or_filed_terms(key)
    assert (printed.submission, printed.terms.hash) == ("printed", terms(key).hash)


def test_a_submission_is_a_file_or_its_fields(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('game = "high-card-flush"\nflush_bonus = "B"\n')
    for submission in (file, str(file)):
        found = filed_terms(GAME, submission)
        assert (found.submission, found.terms.submission.flush_bonus) == (str(file), "B")
    assert filed_terms(GAME, {"flush_bonus": "B"}).terms.hash == found.terms.hash
    assert printed_or_filed_terms(GAME, file).submission == str(file)
    with pytest.raises(BadInput, match="is a submission for high-card-flush, not for pai-gow"):
        filed_terms("pai-gow", file)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_result_says_which_submission_it_started_from(nmb: Any, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('game = "high-card-flush"\n')
    for option, name in (((), "house"), (("--submission", str(file)), str(file))):
        document = nmb(*arguments, *option, "--json").json
        assert {one["submission"] for one in (document if isinstance(document, list) else [document])} == {name}
        assert f"submission: {name}" in nmb(*arguments, *option).out.replace("\n", "")


def test_a_book_is_held_against_our_own_table(nmb: Any, tmp_path: Path) -> None:
    book = tmp_path / "book.csv"
    book.write_text("stake,net,rounds\n60000,-1600,400\n")
    bonus = nmb("monitor", GAME, str(book), "--wager", "flush_bonus", "--json").json
    assert (bonus["wager"], bonus["submission"]) == ("flush_bonus", "house")
    assert "submission: house" in nmb("monitor", GAME, str(book)).out


def test_odds_without_a_submission_are_those_of_every_printed_table(nmb: Any) -> None:
    ran = nmb("odds", GAME, "--wager", "straight_flush_bonus", "--json")
    assert {one["submission"] for one in ran.json} == {"printed"}
    assert "submission: none, every pay table as it is printed" in nmb("odds", GAME, "--wager", "flush_bonus").out


def test_a_table_is_opened_under_a_submission_that_is_named(nmb: Any) -> None:
    assert nmb("play", GAME, stdin="q\n").out.startswith("submission: house\n")


def test_an_inspection_that_was_signed_before_submissions_were_named_is_still_good(nmb: Any, tmp_path: Path) -> None:
    from nomorebets.licence.inspection import Inspection, digest

    old = Inspection(GAME, "7", "rules", "An Inspector", 1, ())
    place = tmp_path / "old.json"
    place.write_text(json.dumps({**_fields(old), "digest": digest(old)}))
    assert nmb("inspect", GAME, "--verify", str(place)).code == 0


def _fields(inspection: Any) -> dict[str, Any]:
    names = ("game", "table", "rules", "by", "at", "items")
    return {name: getattr(inspection, name) for name in names}
