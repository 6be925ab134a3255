"""Pages to hold: HTML as it is, PDF if it can be printed here, and one sentence if it cannot."""

import sys
from pathlib import Path

import pytest

from nomorebets.errors import BadInput
from nomorebets.reports.printing import check_page, pdf, write_page

PAGE = "<!doctype html><html lang='en'><head><title>A page</title></head><body><h1>A page</h1></body></html>"


def test_a_page_is_written_as_html_or_printed_as_pdf(tmp_path: Path) -> None:
    write_page(PAGE, tmp_path / "page.html")
    write_page(PAGE, tmp_path / "page.pdf")
    assert (tmp_path / "page.html").read_text() == PAGE
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF-")


def test_the_same_page_is_printed_as_the_same_bytes() -> None:
    assert pdf(PAGE) == pdf(PAGE)


def test_nothing_is_fetched_for_a_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
    )
    without = pdf(PAGE)
    assert pdf(PAGE.replace("<h1>", f"<img src='{picture.as_uri()}'><h1>")) == without
    assert "disallowed protocol" in caplog.text


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(BadInput, match=r"a page is \.html or \.pdf"):
        check_page("page.docx")


def test_without_the_printer_one_sentence_says_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    check_page("page.html")
    with pytest.raises(BadInput, match=r"weasyprint is not installed.*nomorebets\[print\]"):
        check_page("page.pdf")
