"""A report that is handed in is made anew, and every cell that differs is named."""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from nomorebets.cli.app import main

FLUSH_BONUS = "flush bonus, table D"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("lab") / "report.xlsx"
    given = ["--rounds", "20000", "--date", "2026-01-02", "--revision", "B 2", "--author", "Lab", "--reviewer", "Other"]
    assert run("par", "high-card-flush", *given, "-o", str(file)) == 0
    return file


def run(*arguments: str) -> int:
    before, sys.argv = sys.argv, ["nmb", *arguments]
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    finally:
        sys.argv = before
    return 0


def opened(file: Path) -> Any:
    from openpyxl import load_workbook

    return load_workbook(BytesIO(file.read_bytes()))


def test_a_report_as_it_was_made_is_found_so(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("par", "--verify", str(report)) == 0
    said = capsys.readouterr().out
    assert "every one is as it should be" in said
    assert "submission: house" in said


def test_a_report_says_who_made_it_when(report: Path) -> None:
    told = {row[0]: row[1] for row in opened(report)["Summary"].iter_rows(max_col=2, values_only=True)}
    assert (told["Date"], told["Revision"], told["Author"], told["Reviewer"]) == ("2026-01-02", "B 2", "Lab", "Other")


@pytest.mark.parametrize(
    ("sheet", "cell", "value", "what", "due"),
    [
        (FLUSH_BONUS, "C7", 301, "value", "300"),  # odds
        (FLUSH_BONUS, "E8", 5149, "value", "5148"),  # ways
        (FLUSH_BONUS, "B4", 2, "value", "1"),  # wager
        (FLUSH_BONUS, "F7", "=299", "formula", "=(INT(ROUND(100*B4*C7,6)))/(100*B4)"),
        ("Summary", "A1", "Another game", "value", "High Card Flush: PAR sheet"),
        ("Summary", "Z99", "more", "value", "nothing"),
        ("Submission", "B3", "$1", "value", "manual shoe"),
    ],
)
def test_every_cell_that_was_changed_is_named_and_no_other(
    report: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    sheet: str,
    cell: str,
    value: Any,
    what: str,
    due: str,
) -> None:
    import json

    book = opened(report)
    book[sheet][cell] = value
    changed = tmp_path / "changed.xlsx"
    book.save(changed)
    assert run("par", "--verify", str(changed), "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert (found["sheet"], found["cell"], found["what"], found["due"]) == (sheet, cell, what, due)
    assert found["found"] == str(value)


def test_a_sheet_too_many_or_too_few_is_named(report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = opened(report)
    del book["Rulings"]
    book.create_sheet("Ours")
    book.save(tmp_path / "changed.xlsx")
    assert run("par", "--verify", str(tmp_path / "changed.xlsx")) == 1
    said = capsys.readouterr().out
    assert "Rulings" in said
    assert "Ours" in said


def test_a_report_is_held_against_the_submission_that_was_filed(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filed = tmp_path / "filed.toml"
    filed.write_text('game = "high-card-flush"\nflush_bonus = "A"\n')
    assert run("par", "--verify", str(report), "--submission", str(filed)) == 1
    assert "Hash of the submission" not in capsys.readouterr().out  # its name is the same; what it names is not


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"stake,net\n1,1\n"])
def test_what_is_no_workbook_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.xlsx").write_bytes(content)
    assert run("par", "--verify", str(tmp_path / "x.xlsx")) == 2
    assert "cannot be read as a workbook" in capsys.readouterr().err


def test_a_workbook_of_others_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.save(tmp_path / "x.xlsx")
    assert run("par", "--verify", str(tmp_path / "x.xlsx")) == 2
    assert "is no PAR sheet of ours" in capsys.readouterr().err
    sheet = book.active
    assert sheet is not None
    sheet.append(["Command", "nmb par nothing --rounds many --seed 1"])
    sheet.append(["{}"])
    book.save(tmp_path / "x.xlsx")
    assert run("par", "--verify", str(tmp_path / "x.xlsx")) == 2
    assert "does not say how it was made" in capsys.readouterr().err


def test_verifying_goes_without_a_game_and_writing_does_not(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("par", "high-card-flush", "--verify", str(report)) == 2
    assert run("par", "high-card-flush") == 2
    assert run("par", "-o", "x.html") == 2
    assert "nmb par high-card-flush -o report.html" in capsys.readouterr().err
