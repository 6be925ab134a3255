"""What patrons read: gaming guide, rack card, sign and layout of a table."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nomorebets.cli.app import main
from nomorebets.games.registry import KEYS
from nomorebets.licence.filing import filed_terms
from nomorebets.reports.patrons.layout import drawing
from nomorebets.reports.patrons.pages import NAMES, page
from nomorebets.reports.patrons.said import Place, demands, inscriptions, limits, said_on
from nomorebets.rulebook.clauses import applies, text
from nomorebets.rulebook.money import dollars
from nomorebets.rulebook.told import clauses_of, told
from tests.repo.conftest import REGULATIONS
from tests.repo.test_texts import words

PLACES: tuple[Place, ...] = tuple(NAMES)
TO_NOT_FOR = {"high-card-flush": "38.11(a)", "lunar-poker": "38.12(a)", "what-the-flush": "38.11(a)"}
every_game = pytest.mark.parametrize("key", KEYS)


@every_game
def test_every_clause_on_signs_is_met_by_an_inscription_and_every_one_on_equipment_is_listed(key: str) -> None:
    terms = filed_terms(key).terms
    found = {clause.id: met for clause, met in demands(terms)}
    asked = [one for one in text(key).clause if one.kind in ("signage", "equipment")]
    assert set(found) == {one.id for one in asked if applies(one.when, terms.submission)}
    for one in asked:
        if one.kind == "signage" and one.id in found:
            assert found[one.id] != "by the table itself", one.id
    assert all(clause in page(filed_terms(key), "layout") for clause in found)


@every_game
def test_what_is_told_names_clauses_of_the_text(key: str) -> None:
    known = {one.id for one in text(key).clause}
    of = told(key)
    assert {one.clause for one in of.area} | {one.clause for one in of.inscription} <= known
    assert {clause for one in of.inscription for clause in one.tells} <= known
    for named in (of.play, of.rankings, of.qualifying, of.quiet):
        for name in named:
            assert list(clauses_of(key, [name])), name


@every_game
def test_words_that_a_text_prescribes_are_in_the_clause_that_prescribes_them(key: str) -> None:
    if not REGULATIONS.is_dir():
        pytest.skip("the texts are not beside this repository")
    for one in told(key).inscription:
        if one.words:
            assert one.words.lower() in " ".join(words(REGULATIONS, key)[one.clause].lower().split())


def test_some_text_prescribes_words() -> None:
    assert [one.words for one in told("lunar-poker").inscription if one.words]
    assert "Dealer only plays with ace-king or better" in page(filed_terms("lunar-poker"), "layout")


@pytest.mark.parametrize(("key", "clause"), TO_NOT_FOR.items())
def test_odds_are_stated_with_to_where_the_text_says_so(key: str, clause: str) -> None:
    if REGULATIONS.is_dir():
        prescribed = words(REGULATIONS, key)[clause]
        assert '"to"' in prescribed.replace("“", '"').replace("”", '"')
    for place in PLACES:
        said = said_on(filed_terms(key), place)
        odds = [say for table in said.pays for say in table.rows.values()]
        assert odds, place
        assert not any(" for " in say for say in odds)
        assert clause in said.asked
    win = said_on(filed_terms(key, {"odds_word": "win", **posting(key)}), "sign")
    assert any(say.startswith("win ") for table in win.pays for say in table.rows.values())


def posting(key: str) -> dict[str, object]:
    return {"flush_bonus": "A"} if key == "high-card-flush" else {}


@every_game
def test_a_sign_has_the_limits_of_every_wager(key: str) -> None:
    filed = filed_terms(key)
    shown = page(filed, "sign")
    for wager, least, most, _ in filed.terms.wagers:
        of = next(
            one for one in limits(filed.terms) if one.wager.lower() in (wager.series or wager.name).replace("_", " ")
        )
        assert (of.least, of.most) == (least, most)
        assert dollars(least) in shown
        assert dollars(most) in shown


def test_other_limits_make_another_sign() -> None:
    filed = filed_terms("high-card-flush", {"limits": {"ante": {"minimum": 700, "maximum": 7700}}})
    assert "$7 to $77" in page(filed, "sign")


@every_game
def test_a_layout_is_drawn_with_every_area_at_every_position(key: str) -> None:
    filed = filed_terms(key)
    terms = filed.terms
    drawn = ElementTree.fromstring(drawing(terms, said_on(filed, "layout")))
    said = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    areas = [one for one in told(key).area if one.row and applies(one.when, terms.submission)]
    groups = list(drawn.iter("{http://www.w3.org/2000/svg}g"))
    if terms.game.equipment.layout:
        assert {"As", "2c"} <= set(said)
        return
    assert len(groups) == terms.submission.positions
    for group in groups:
        assert len(list(group.iter("{http://www.w3.org/2000/svg}rect"))) == len(areas)


def test_an_area_of_a_wager_that_is_not_offered_is_not_drawn() -> None:
    drawn = page(filed_terms("high-card-flush", {}), "layout")
    assert "Progressive</text>" not in drawn
    assert "Progressive</text>" in page(filed_terms("high-card-flush", {"progressive": "C"}), "layout")


@pytest.mark.parametrize(("elected", "clause"), [("lose", "1.13Z(b)6ii"), ("push", "43.10(f)")])
def test_what_becomes_of_a_hand_without_a_pair_is_told_as_elected(elected: str, clause: str) -> None:
    terms = filed_terms("packs-poker", {"no_pair_win": elected}).terms
    asked = {one.clause for place in PLACES for one in inscriptions(terms, place)}
    assert clause in asked
    assert ("43.10(f)" in asked) == (elected == "push")


@pytest.mark.clause("packs-poker:1.13Z(b)6ii", "packs-poker:1.13Z(c)")
@pytest.mark.parametrize("elected", ["lose", "push"])
@pytest.mark.parametrize("posted", ["layout", "sign"])
def test_where_the_outcome_without_a_pair_is_inscribed_it_is_the_one_elected(posted: Place, elected: str) -> None:
    filed = filed_terms("packs-poker", {"no_pair_win": elected, "odds_posted": posted})
    for place in PLACES:
        told = any("is a push, not a loss" in line.words for line in said_on(filed, place).lines)
        assert told == (elected == "push" and place in (posted, "guide", "card"))


@pytest.mark.clause("lunar-poker:1.13X(c)2")
@pytest.mark.parametrize(
    ("elected", "said"), [("beside_combination", "are not included"), ("beside_five_cards", "takes a sixth card")]
)
def test_a_sign_says_what_is_included_in_a_winning_hand_as_it_is_read_at_the_table(elected: str, said: str) -> None:
    lines = said_on(filed_terms("lunar-poker", {"second_payout": elected}), "sign").lines
    assert [said in line.words for line in lines if line.words.startswith("At this table")] == [True]


@pytest.mark.clause("lunar-poker:1.13X(c)", "lunar-poker:1.13X(b)4")
@pytest.mark.parametrize(("per", "said"), [("round", "in a round of play"), ("wager", "for each bet")])
def test_a_sign_says_what_a_maximum_payout_is_for(per: str, said: str) -> None:
    posted = {"payout_limit": 1_000_000, "payout_limit_per": per}
    told = [line.words for line in said_on(filed_terms("lunar-poker", posted), "sign").lines]
    at = told.index("Payout limit: $10,000")
    assert said in told[at + 1]
    without = said_on(filed_terms("lunar-poker", {"payout_limit_per": per}), "sign").lines
    assert not any("payout limit" in line.words for line in without)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["nmb", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_documents_are_written_as_pages_and_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert run(monkeypatch, "patrons", "pai-gow", "-o", str(folder), "--only", "sign") == 0
    assert sorted(one.name for one in folder.iterdir()) == ["sign.html", "sign.pdf"]
    assert (folder / "sign.pdf").read_bytes().startswith(b"%PDF")


def test_nothing_is_written_over_without_leave(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card.html").write_text("mine")
    asked = ("patrons", "pokette", "-o", str(tmp_path), "--no-pdf", "--only", "card")
    assert run(monkeypatch, *asked) == 2
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "card.html").read_text() == "mine"
    assert run(monkeypatch, *asked, "--force") == 0
    assert "Pokette" in (tmp_path / "card.html").read_text()


def test_a_document_that_there_is_not_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "patrons", "pokette", "-o", str(tmp_path), "--only", "poster") == 2
    assert "guide, card, sign, layout" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run(monkeypatch, "patrons", "pokette", "-o", str(tmp_path / "file" / "x"), "--no-pdf") == 2
