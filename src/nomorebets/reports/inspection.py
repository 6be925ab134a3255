"""The checklist of a table, or what an inspector signed, for people to look at."""

import time
from typing import TYPE_CHECKING

from nomorebets.licence.inspection import Inspection, Question
from nomorebets.reports.listing import clause_number, escape, listing, print_submission

if TYPE_CHECKING:
    from rich.console import Console


def print_inspection(console: "Console", document: Inspection | tuple[Question, ...]) -> None:
    items = document.items if isinstance(document, Inspection) else document
    table = listing("clause", "question", "answer")
    for item in items:
        answer = f"[red]{escape(item.fault)}[/]" if item.fault else "yes" if isinstance(document, Inspection) else ""
        table.add_row(clause_number(item.clause), item.question, answer)
    console.print(table)
    if isinstance(document, Inspection):
        verdict = "passed" if document.passed else "[red]not passed[/]"
        when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(document.at))
        where, who = escape(document.table), escape(document.by)
        console.print(f"{where}: {verdict}, signed by {who} on {when}, digest {document.digest[:16]}")
    submission = document.submission if isinstance(document, Inspection) else document[0].submission
    if submission:
        print_submission(console, submission)
