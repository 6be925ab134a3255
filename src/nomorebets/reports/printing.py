"""Pages for people to hold: a document in HTML that needs nothing beside it, written so, or printed as PDF."""

from importlib import import_module
from pathlib import Path
from typing import Any

from nomorebets.errors import BadInput
from nomorebets.machine.files import write_bytes

HTML, PDF = ".html", ".pdf"


def check_page(output: str) -> None:
    """Refuse the name of what no page can be written as, and PDF where nothing here prints, before the work."""
    suffix = Path(output).suffix
    if suffix not in (HTML, PDF):
        raise BadInput(f"{output} cannot be written; a page is {HTML} or {PDF}")
    if suffix == PDF:
        _printer()


def write_page(html: str, output: Path) -> None:
    """Write a page in the form that the name of the file asks for."""
    write_bytes(str(output), pdf(html) if output.suffix == PDF else html.encode())


def pdf(html: str) -> bytes:
    """A page as PDF.  Nothing is fetched for it: whatever the page shows stands in it."""
    printer = _printer()
    nothing_outside = printer.urls.URLFetcher(allowed_protocols=("data",))
    printed: bytes = printer.HTML(string=html, url_fetcher=nothing_outside).write_pdf()
    return printed


def _printer() -> Any:
    try:
        return import_module("weasyprint")
    except ModuleNotFoundError as missing:
        sentence = f"{missing.name} is not installed, so no PDF can be made; it comes with nomorebets[print]"
        raise BadInput(f"{sentence}, and {HTML} is written without it") from None
    except OSError:  # the package is there, and the libraries that it draws with are not
        raise BadInput(f"the libraries that draw a PDF (Pango) are not installed; {HTML} is written without") from None
