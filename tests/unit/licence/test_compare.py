"""Two submissions are compared field by field and edge by edge, and a submission is filed as a page."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from nomorebets.figures import edges as figures
from nomorebets.figures.edges import edges
from nomorebets.licence.check import check
from nomorebets.licence.compare import edge_differences
from nomorebets.licence.filing import Filed, filed_terms

FIRST = 'game = "pokette"\nlimits.red = { minimum = 500, maximum = 1000 }\n'
SECOND = 'game = "pokette"\npositions = 7\nodds = { red = "11/10" }\n'


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    for name, document in {"a.toml": FIRST, "b.toml": SECOND}.items():
        (tmp_path / name).write_text(document)
    return str(tmp_path / "a.toml"), str(tmp_path / "b.toml")


def test_fields_that_differ_have_their_clauses_and_edges_their_change(nmb: Any, files: tuple[str, str]) -> None:
    found = nmb("compare", *files, "--json").json
    fields = {one["field"]: one for one in found["fields"]}
    assert set(fields) == {"limits", "positions", "odds"}
    assert fields["positions"]["clauses"] == ["pokette:12.4(a)"]
    assert fields["limits"]["first"] == {"red": {"minimum": 500, "maximum": 1000}}
    assert fields["limits"]["first_said"] == "red $5 to $10"
    assert fields["limits"]["second_said"] == "nothing"
    red = next(one for one in found["edges"] if one["wager"] == "red")
    assert Fraction(red["second"]) - Fraction(red["first"]) == Fraction(red["change"]) < 0
    others = [one for one in found["edges"] if one["wager"] != "red"]
    assert len(others) >= 18
    assert all(one["change_decimal"] == 0 for one in others)


def test_people_see_the_same(nmb: Any, files: tuple[str, str]) -> None:
    printed = nmb("compare", *files).out
    assert "red $5 to $10" in printed
    assert "fields that differ: 3; edges that change: 1" in printed
    assert "fields that differ: 0; edges that change: 0" in nmb("compare", files[0], files[0]).out


def test_submissions_for_two_games_and_unlawful_ones_are_refused(
    nmb: Any, files: tuple[str, str], tmp_path: Path
) -> None:
    other = tmp_path / "c.toml"
    other.write_text('game = "pai-gow"\n')
    ran = nmb("compare", files[0], str(other))
    assert (ran.code, "only submissions for one game are compared" in ran.err) == (2, True)
    other.write_text('game = "pokette"\npositions = 9\n')
    ran = nmb("compare", files[0], str(other))
    assert (ran.code, "[pokette:12.4(a)]" in ran.err) == (2, True)


def test_a_wager_that_only_one_offers_says_so() -> None:
    found = edges(filed_terms("pokette"))
    (missing,) = [one for one in edge_differences(found, found[1:]) if one.change is None]
    assert missing.why == "only the first has it"


def test_best_play_that_takes_minutes_is_not_reckoned_unasked() -> None:
    (main, *others) = edges(filed_terms("lunar-poker", {"positions": 4, "licensee": "Nobody has reckoned this one"}))
    assert (main.wager, main.house_edge, main.method) == ("ante", None, "none")
    assert "takes minutes" in main.why
    assert all(one.house_edge for one in others)


def test_what_cannot_be_reckoned_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    from nomorebets.errors import BadInput

    def refuse(*_: object) -> None:
        raise BadInput("numba is not installed")

    monkeypatch.setattr(figures, "best_play_under", refuse)
    monkeypatch.setattr(figures, "documents_on", refuse)
    found = edges(filed_terms("high-card-flush"))
    assert {one.why for one in found} == {"numba is not installed"}
    assert {one.wager for one in found} == {"ante", "flush_bonus", "straight_flush_bonus", "progressive"}


def test_a_check_has_the_edge_of_every_wager_and_limits_in_dollars(nmb: Any, files: tuple[str, str]) -> None:
    document = nmb("check", files[0], "--json").json
    assert {one["wager"] for one in document["edges"]} >= {"red", "split", "suit"}
    limits = next(one for one in document["findings"] if one["field"] == "limits")
    assert limits["value"] == {"red": {"minimum": 500, "maximum": 1000}}
    printed = nmb("check", files[0]).out
    assert "red $5 to $10" in printed
    assert "house edge" in printed
    assert "3.7037%" in printed


def test_a_submission_is_filed_as_a_page_with_clauses_edges_and_signatures(nmb: Any, files: tuple[str, str]) -> None:
    page = Path(files[0]).with_name("filing.html")
    assert nmb("filing", files[0], "-o", str(page)).code == 0
    written = page.read_text()
    for part in (
        "12.4(a)",
        "red",
        "$5",
        "3.7037%",
        "1/27",
        "Signatures",
        "nothing on this page certifies",
        "How what is open is read",
    ):
        assert part in written, part
    assert "unwise" not in written
    ran = nmb("filing", files[0], "-o", "filing.doc")
    assert (ran.code, "a page is .html or .pdf" in ran.err) == (2, True)


def test_a_filing_warns_where_a_player_has_the_edge(nmb: Any, tmp_path: Path) -> None:
    (tmp_path / "pai-gow.toml").write_text('game = "pai-gow"\n')
    page = tmp_path / "filing.html"
    assert nmb("filing", str(tmp_path / "pai-gow.toml"), "-o", str(page)).code == 0
    assert "the player has the edge, 0.97% of the wager" in page.read_text()
    assert "the player has the edge, 2.79% of the wager" in page.read_text()


def test_the_linter_says_where_the_defaults_give_the_player_the_edge(nmb: Any) -> None:
    faults = [one for one in nmb("lint", "pai-gow", "--json").json if one["kind"] == "gives the player the edge"]
    assert [one["ruling"] for one in faults] == ["D-1, D-15"] * 2
    assert "2.79%" in faults[1]["sentence"]


def test_without_a_reckoning_a_check_is_light() -> None:
    assert check("pai-gow", {}).edges == ()
    assert Filed(filed_terms("pokette").terms).submission == "given"
