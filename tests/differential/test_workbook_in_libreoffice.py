"""A workbook whose wager, meter and odds are changed comes, reckoned by LibreOffice, to our own figures for them."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.figures.wagers import At, wagered_on
from nomorebets.games.registry import house_terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.wagers import Staked
from nomorebets.reports.par.model import Entry
from nomorebets.reports.par.sheet import side_entry
from nomorebets.reports.par.xlsx_book import Book
from nomorebets.reports.par.xlsx_pays import odd
from nomorebets.reports.par.xlsx_wager import wager_page
from nomorebets.rulebook.money import Fixed, Pay, Share, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed here"),
]

TIMES = 3  # the wager of the report
MORE = 1_234_500  # cents on the meter


def changed(pay: Pay) -> Pay:
    """Another odd in the same cell."""
    match pay:
        case To(numerator, denominator):
            return To(numerator + 2 * denominator, denominator)
        case Fixed(cents):
            return Fixed(cents + 12_300)
        case Share(percent, denominator):
            return Share(percent - 1, denominator)
    raise AssertionError(f"{pay} has no number to change")


def as_changed(terms: Terms, table: PayTable, entry: Entry, row: str) -> Entry:
    """Our own figures of a wager with another stake, meter and odd."""
    other = replace(table, pays={**table.pays, row: changed(table.pays[row])})
    at = At(terms, other, entry.wager)
    stake = min(TIMES * entry.stake, max(most for one, _, most, _ in terms.wagers if terms.posted[one.name] == table))
    meter = MORE if entry.meter else 0
    found = side_entry(at(stake, meter), other, terms)
    return replace(found, staked=tuple(Staked(one.stake, at(one.stake, meter).measures.ev) for one in entry.staked))


def side_entries(terms: Terms) -> list[tuple[PayTable, Entry, str]]:
    """Every wager on a table that no play decides, with a row whose odd is changed."""
    return [
        (table, entry, next(row.outcome.name for row in entry.rows if odd(row.pay) is not None))
        for table in terms.tables
        for one in wagered_on(terms, table, None, Threads(), unseen)
        if not one.play and table.wager != "imperial"
        for entry in (side_entry(one, table, terms),)
    ]


def written(entries: list[Entry]) -> bytes:
    book = Book()
    for entry in entries:
        wager_page(book, entry)
    book.book.close()
    return book.file.getvalue()


def reckoned(content: bytes, folder: Path) -> Any:
    from openpyxl import load_workbook

    given, done = folder / "given.xlsx", folder / "done"
    given.write_bytes(content)
    home = f"-env:UserInstallation=file://{folder}/home"
    subprocess.run(
        ["soffice", home, "--headless", "--convert-to", "xlsx", "--outdir", str(done), str(given)],
        check=True,
        capture_output=True,
        timeout=180,
    )
    return load_workbook(done / "given.xlsx", data_only=True)


def set_inputs(page: Any, due: Entry, row: str) -> None:
    """Type the changed wager, meter and odd into their cells."""
    at = {page.cell(number, 1).value: number for number in range(page.max_row, 0, -1)}
    page.cell(at["Wager"], 2).value = due.stake / 100
    if due.meter:
        page.cell(at["On the meter now"], 2).value = due.meter.amount / 100
    page.cell(at[row], 3).value = odd(next(one.pay for one in due.rows if one.outcome.name == row))


@pytest.mark.parametrize("key", ["high-card-flush", "packs-poker", "pai-gow-poker", "pokette", "lunar-poker"])
def test_every_figure_follows_from_the_wager_the_meter_and_the_odds(key: str, tmp_path: Path) -> None:
    from openpyxl import load_workbook

    terms = house_terms(key)
    wagers = side_entries(terms)
    assert wagers
    book = load_workbook(BytesIO(written([entry for _, entry, _ in wagers])))
    due = [as_changed(terms, table, entry, row) for table, entry, row in wagers]
    for page, one, (_, _, row) in zip(book.worksheets, due, wagers, strict=True):
        set_inputs(page, one, row)
    typed = BytesIO()
    book.save(typed)
    found = reckoned(typed.getvalue(), tmp_path)
    for page, one, (_, entry, row) in zip(found.worksheets, due, wagers, strict=True):
        ours = load_workbook(BytesIO(written([one])), data_only=True).worksheets[0]
        compared = 0
        for cell in (cell for line in ours.iter_rows() for cell in line if isinstance(cell.value, int | float)):
            value = page[cell.coordinate].value
            head = page.cell(cell.row, 1).value
            if head == "Meter at which all is returned" and one.meter and not one.meter.same_rows:
                continue
            if one.meter and not one.meter.same_rows and isinstance(head, int | float) and cell.column == 2:
                amount = round(100 * head)
                assert value == pytest.approx(float(one.meter.returned(amount)), rel=1e-9) or head in SPANS_SHOWN
            elif one.meter and not one.meter.same_rows and isinstance(head, int | float) and cell.column in (1, 3):
                continue
            else:
                assert value == pytest.approx(cell.value, rel=1e-9, abs=1e-12), (entry.title, cell.coordinate, head)
            compared += 1
        assert compared > 20, row


SPANS_SHOWN = (1_000, 10_000, 100_000, 1_000_000)
