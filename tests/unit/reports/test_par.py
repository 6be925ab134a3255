"""The PAR sheet: one model, and two renderings that a lab can check."""

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.cli.app import main
from nomorebets.games import registry
from nomorebets.games.registry import house_terms
from nomorebets.licence.filing import filed_terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds import maths
from nomorebets.odds.maths import Maths, Solver
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Solution
from nomorebets.reports.par import model
from nomorebets.reports.par import sheet as par
from nomorebets.reports.par.cross_check import cross_check
from nomorebets.reports.par.html import page
from nomorebets.reports.par.html_play import nice
from nomorebets.reports.par.xlsx import workbook
from nomorebets.reports.plots import steps
from tests.workbook import Workbook

LONG = (
    "what-the-flush",
    "packs-poker",
    "lunar-poker",
    "pai-gow-poker",
)  # best play takes minutes where nothing is kept
ROUNDS = 200_000


def made(key: str, rounds: int = ROUNDS) -> model.Sheet:
    return par.sheet(filed_terms(key), f"nmb par {key}", rounds, 7, Threads(), unseen)


def left_with(monkeypatch: pytest.MonkeyPatch, left: Callable[[str, Maths], Maths]) -> None:
    """Take away some of what is reckoned of each game."""
    whole = maths.maths
    monkeypatch.setattr(maths, "maths", lambda key: left(key, whole(key)))


@cache
def flush_sheet() -> model.Sheet:
    return made("high-card-flush")


@cache
def pokette_sheet() -> model.Sheet:
    return made("pokette")


# --- The model -------------------------------------------------------------------------------------------------------


def test_every_wager_is_there_with_counts_that_add_up() -> None:
    sheet = flush_sheet()
    assert [one.wager for one in sheet.entries] == ["ante", "flush_bonus", "straight_flush_bonus", *["progressive"] * 3]
    assert {one.measures.total for one in sheet.entries} == {133_784_560, 133_784_560 * 45_379_620}
    assert {table.wager for table in sheet.tables} == {"flush_bonus", "straight_flush_bonus", "progressive"}
    assert sheet.entries[1].clause == "high-card-flush:38.11(c)"


def test_the_simulation_agrees_with_the_counts() -> None:
    check = flush_sheet().check
    assert (check.why_not, check.rounds, check.seed, check.strategy) == ("", ROUNDS, 7, "best")
    by_wager = {one.wager: one for one in check.compared}
    assert set(by_wager) == {"ante", "flush_bonus", "straight_flush_bonus", "progressive"}
    for one in by_wager.values():
        assert one.z is None or abs(one.z) < 4
        assert sum(count.seen for count in one.counts) in (0, ROUNDS)
        for count in one.counts:
            z = model.deviation(count, ROUNDS)
            assert z is None or ROUNDS * count.chance < 20 or abs(z) < 4.5
    assert by_wager["progressive"].z is None  # its meter moves


def test_hashes_change_with_what_they_are_of() -> None:
    sheet, other = flush_sheet(), pokette_sheet()
    assert len({sheet.text_hash, sheet.rules_hash, sheet.submission_hash, other.text_hash, other.rules_hash}) == 5
    assert sheet.rules_hash == house_terms("high-card-flush").hash


def test_open_readings_come_with_their_switch() -> None:
    reading = next(one for one in flush_sheet().readings if one.id == "A-2")
    assert (reading.switch, reading.value, reading.matters) == ("folded_progressive", '"not_eligible"', True)


def test_a_game_without_a_kernel_or_a_solver_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    left_with(monkeypatch, lambda _key, of: Maths(of.odds))
    sheet = made("lunar-poker")
    assert "has no compiled simulation yet" in sheet.check.why_not
    assert sheet.unsolved == "The best play of Lunar Poker is not computed yet."
    assert sheet.unsolved in page(sheet)
    assert made("pokette", rounds=0).check.why_not == "No simulation was asked for."


def test_a_game_says_what_its_own_counts_take_for_granted() -> None:
    assert maths.odds("pai-gow").assumptions


def test_the_wagers_of_a_wheel_stand_once() -> None:
    sheet = pokette_sheet()
    titles = [one.title for one in sheet.entries]
    assert len(titles) == len(set(titles)) == 21
    assert not sheet.unsolved
    assert "Every section of the wheel" in sheet.assumptions[0]
    assert [fact.name for fact in sheet.equipment] == ["Wheel", "Positions"]


# --- HTML ------------------------------------------------------------------------------------------------------------

VOID = {"meta", "br", "line", "rect", "circle", "path", "polygon", "polyline"}


class Balanced(HTMLParser):
    """Complains of elements that are not closed in order, and collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [
            f"{name}={value}" for name, value in attrs if name in ("src", "href") and not str(value).startswith("#")
        ]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("sheet", [flush_sheet, pokette_sheet])
def test_the_page_stands_alone(sheet: Any) -> None:
    document = page(sheet())
    parser = Balanced()
    parser.feed(document)
    assert parser.open == []
    assert parser.loads == []
    assert "<script" not in document
    assert "@import" not in document
    assert "url(" not in document
    assert "@media print" in document


def test_the_page_has_what_a_lab_asks_for() -> None:
    sheet = flush_sheet()
    document = page(sheet)
    for wanted in (
        "2.6645%", "1348050875653/50592437455560", "133,784,560", "VI 99%", "1,000,000", "38.11(c)", sheet.rules_hash,
        sheet.text_hash, "seed 7", "$175,702", "folded_progressive", "10-8-6 or better", sheet.command, "A-2",
    ):  # fmt: skip
        assert wanted in document, wanted
    assert document.count("<svg") == 5  # edges, hold, and the meter for each way to play
    assert document == page(sheet)


def test_very_small_chances_are_not_nought() -> None:
    assert ">0.000000%<" not in page(flush_sheet())


def test_round_numbers() -> None:
    assert nice(87_300.0) == 100_000
    assert steps(-0.1, 0.16) == [-0.1, -0.05, 0.0, 0.05, 0.1, 0.15]


# --- The workbook ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", [flush_sheet, pokette_sheet])
def test_every_formula_comes_to_its_value(sheet: Any) -> None:
    book = Workbook(workbook(sheet()))
    formulas = book.formulas()
    assert len(formulas) > 400
    for name, place, formula, value in formulas:
        reckoned = book.evaluate(name, formula)
        assert reckoned == (value if isinstance(value, str) else pytest.approx(value, rel=1e-9, abs=1e-11)), (
            name,
            place,
        )
    assert all(value == "yes" for _, _, formula, value in formulas if formula.startswith("IF(ABS"))


def test_the_workbook_has_the_figures_of_the_counts() -> None:
    sheet = flush_sheet()
    book = Workbook(workbook(sheet))
    summary = book.sheets["Summary"]
    rows = {value: place[1:] for place, (_, value) in summary.items() if place.startswith("A")}
    for entry in sheet.entries:
        row, measures = rows[entry.title], entry.measures
        figures = [book.reckoned("Summary", f"{column}{row}") for column in "BCDEFGHIJ"]
        assert figures == pytest.approx(
            [
                float(measures.house_edge),
                float(1 - measures.element_of_risk),
                float(measures.element_of_risk),
                float(measures.hit_frequency),
                measures.sd,
                measures.skewness,
                *(measures.volatility(one) for one in model.CONFIDENCES),
            ],
            rel=1e-9,
        )


def test_the_meter_of_the_workbook_is_live() -> None:
    """At the meter that is said to break even, the formulas give a house edge of nought."""
    sheet = flush_sheet()
    entry = next(one for one in sheet.entries if one.wager == "progressive")
    assert entry.meter is not None
    book = Workbook(workbook(sheet))
    name = next(name for name in book.sheets if name.startswith("progressive, table C"))
    cells = book.sheets[name]
    rows = {value: place[1:] for place, (_, value) in cells.items() if place.startswith("A")}
    whole = book.reckoned(name, f"B{rows['Meter at which all is returned']}")
    assert whole == pytest.approx(float(entry.meter.break_even or 0) / 100)
    cells[f"B{rows['On the meter now']}"] = "", whole
    assert book.reckoned(name, f"B{rows['House edge']}") == pytest.approx(0, abs=1e-6)  # of whole cents


def test_the_same_sheet_gives_the_same_file() -> None:
    assert workbook(flush_sheet()) == workbook(flush_sheet())


def test_counts_that_a_workbook_cannot_hold_stand_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = 10**20 + 3
    outcomes = (Outcome("win", huge, Fraction(19, 20)), Outcome("lose", huge + 1, Fraction(-1)))
    solution = Solution("pai-gow", "wager", "as it is", {}, "exact", outcomes, {}, "", ())
    solver = Solver(lambda *_: (solution,), lambda *_: ())
    left_with(monkeypatch, lambda _key, of: Maths(of.odds, solver=lambda: solver))
    sheet = made("pai-gow")
    book = Workbook(workbook(sheet))
    written = [value for _, value in book.sheets["wager, as it is"].values()]
    assert f"{huge:,}" in written
    assert "yes" in written


# --- All games, and the command --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_game_has_a_sheet(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left_with(monkeypatch, lambda game, of: Maths(of.odds) if game in LONG else replace(of, simulator=None))
    sheet = made(key)
    parser = Balanced()
    parser.feed(page(sheet))
    assert parser.open == []
    for name, place, formula, value in (book := Workbook(workbook(sheet))).formulas():
        wanted = value if isinstance(value, str) else pytest.approx(value, rel=1e-9, abs=1e-11)
        assert book.evaluate(name, formula) == wanted, (name, place)


@pytest.mark.slow
@pytest.mark.parametrize("key", LONG)
def test_the_games_that_take_long_have_a_sheet(key: str) -> None:
    sheet = made(key, rounds=0)
    assert sheet.entries[0].main
    assert page(sheet)
    book = Workbook(workbook(sheet))
    assert "yes" in [value for _, _, _, value in book.formulas()]


@pytest.fixture
def nmb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> tuple[str, str, int]:
        monkeypatch.setattr(sys, "argv", ["nmb", *arguments])
        monkeypatch.setenv("COLUMNS", "160")
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return captured.out, captured.err, ended.value.code if isinstance(ended.value.code, int) else 0

    return run


def test_the_command_writes_both(nmb: Any, tmp_path: Any) -> None:
    for name, begins in (("report.html", b"<!DOCTYPE html>"), ("report.xlsx", b"PK")):
        out, _, code = nmb("par", "pokette", "-o", str(tmp_path / name))
        assert (out, code) == ("", 0)
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_command_takes_a_submission(nmb: Any, tmp_path: Any) -> None:
    filed = tmp_path / "table.toml"
    filed.write_text('game = "pokette"\nodds = { split = 25 }\n')
    _, _, code = nmb("par", "pokette", "--submission", str(filed), "-o", str(tmp_path / "report.html"))
    assert code == 0
    assert re.search(r"split.*25 to 1", (tmp_path / "report.html").read_text())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["par", "pokette", "-o", "report.txt"], "report.txt cannot be written; a PAR sheet is .html, .pdf or .xlsx"),
        (["par", "pokette", "-o", "r.html", "--rounds", "-1"], "-1 rounds cannot be played; there are 0 to 10"),
        (["par", "pokette", "-o", "/nowhere/r.html"], "/nowhere/r.html cannot be written"),
        (["par", "poker", "-o", "r.html"], "'poker' is not a game"),
        (["card", "high-card-flush", "-o", "card.png"], "card.png cannot be written; a card is drawn as .svg"),
    ],
)
def test_bad_input_is_one_sentence(nmb: Any, arguments: list[str], sentence: str) -> None:
    out, err, code = nmb(*arguments)
    assert (out, code) == ("", 2)
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


# --- Strategy cards --------------------------------------------------------------------------------------------------


def test_the_card_is_printed_and_drawn(nmb: Any, tmp_path: Any) -> None:
    out, _, code = nmb("card", "high-card-flush")
    assert code == 0
    assert "between them, one of the other cards is jack or higher: raise with 10-9 or better" in out
    assert "raise every hand, as much as allowed: house edge 9.9984%" in out
    out, _, code = nmb("card", "high-card-flush", "--json")
    assert [round(level["house_edge_decimal"], 6) for level in json.loads(out)["levels"]] == [
        0.027114,
        0.026672,
        0.026662,
    ]
    drawing = tmp_path / "card.svg"
    out, _, code = nmb("card", "pai-gow", "-o", str(drawing))
    assert (out, code) == ("", 0)
    parser = Balanced()
    parser.feed(drawing.read_text())
    assert parser.open == []
    assert "Three lines, found by search" in drawing.read_text()


def test_the_edge_by_the_amount_is_live() -> None:
    """Vigorish up to the next quarter takes most of the amounts just above five dollars."""
    fields = {"vigorish_rounding": "quarter", "limits": {"wager": {"minimum": 500}}}
    sheet = par.sheet(filed_terms("pai-gow", fields), "", 0, 1, Threads(), unseen)
    book = Workbook(workbook(sheet))
    for entry, (name, cells) in zip(sheet.entries, list(book.sheets.items())[1:], strict=False):
        heads = [int(place[1:]) for place, (_, value) in cells.items() if value == "Vigorish on winning it"]
        rows = len(entry.by_stake) // 2
        for head, first in zip(heads, (0, rows), strict=True):
            for number, at in enumerate(entry.by_stake[first : first + rows], 1):
                assert book.reckoned(name, f"C{head + number}") == pytest.approx(-float(at.ev))
        assert min(entry.by_stake, key=lambda at: at.ev).stake == 600
    assert "rounded up to the next quarter, as elected" in page(sheet)
    assert "rounded to the cent, if it were elected" in page(sheet)


def test_wagers_that_share_a_table_are_all_compared() -> None:
    """Five and seven cards on each of three packs; what decides the packs themselves is not solved for this."""
    posted = house_terms("packs-poker")
    entries = tuple(par.side_entries(posted, Threads(), unseen))
    check = cross_check(posted, entries, 20_000, 7, Threads(), unseen)
    names = [f"{bonus}_{pack}" for pack in (1, 2, 3) for bonus in ("five_card", "seven_card")]
    assert [one.wager for one in check.compared] == names
    for one in check.compared:
        assert sum(count.seen for count in one.counts) == 20_000


@pytest.mark.parametrize(
    "rows",
    [
        {"Straight flush": "1%", "Four-of-a-kind": "$10"},
        {"Royal flush": "100%", "Straight flush": "$1,000"},
        {"Five aces": "$5"},
    ],
)
def test_any_lawful_progressive_has_a_sheet(rows: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables whose shares are not reached, of which nothing wins all, or that have none."""
    left_with(monkeypatch, lambda _game, of: Maths(of.odds))
    filed = filed_terms(
        "pai-gow-poker", {"progressive": rows, "imperial": False, "start": "number", "additional_odds": "11/2"}
    )
    sheet = par.sheet(filed, "nmb par", 0, 7, Threads(), unseen)
    parser = Balanced()
    parser.feed(page(sheet))
    assert parser.open == []
    assert "the house edge depends on the amount: 14.2857% of $1" in page(sheet)
    for name, place, formula, value in (book := Workbook(workbook(sheet))).formulas():
        wanted = value if isinstance(value, str) else pytest.approx(value, rel=1e-9, abs=1e-11)
        assert book.evaluate(name, formula) == wanted, (name, place)


@pytest.mark.parametrize("minimum", [5, 100, 510])
def test_the_cross_check_is_held_to_the_edge_of_what_it_stakes(minimum: int) -> None:
    """Vigorish on the least wager may be rounded up to many times its rate, and hands are then set otherwise."""
    limits = {"wager": {"minimum": minimum, "maximum": 100_000}}
    filed = filed_terms("pai-gow", {"vigorish_rounding": "quarter", "limits": limits})
    check = par.sheet(filed, "nmb par pai-gow", ROUNDS, 7, Threads(), unseen).check
    (line,) = check.compared
    assert line.z is not None
    assert abs(line.z) < 4
