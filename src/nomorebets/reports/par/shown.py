"""What came of verifying a report, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.reports.listing import escape, listing, print_submission
from nomorebets.reports.par.verify import Verified

if TYPE_CHECKING:
    from rich.console import Console


def print_verified(console: "Console", document: Verified) -> None:
    count = len(document.differences)
    said = "every one is as it should be" if not count else f"{count:,} {'differs' if count == 1 else 'differ'}"
    console.print(f"[bold]{escape(document.report)}[/], {document.game}: {document.cells:,} cells made anew; {said}")
    if document.unreckoned:
        console.print(f"  {document.unreckoned:,} formulas carry no value; the formulas themselves were compared")
    if count:
        table = listing("sheet", "cell", "what", "found", "should be")
        for one in document.differences:
            table.add_row(*map(escape, (one.sheet, one.cell, one.what, one.found, one.due)))
        console.print(table)
    print_submission(console, document.submission)
