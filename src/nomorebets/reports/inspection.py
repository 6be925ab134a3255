"""The checklist of a table, or what an inspector signed, for people to look at."""

import time
from typing import TYPE_CHECKING

from nomorebets.licence.inspection import Inspection, Item, Question
from nomorebets.reports.listing import clause_number, escape, listing, print_submission

if TYPE_CHECKING:
    from rich.console import Console


def print_inspection(console: "Console", document: Inspection | tuple[Question, ...]) -> None:
    items = document.items if isinstance(document, Inspection) else document
    table = listing("clause", "question", "answer")
    for item in items:
        answer = answer_of(item) if isinstance(document, Inspection) else ""
        table.add_row(clause_number(item.clause), item.question, answer)
    console.print(table)
    if isinstance(document, Inspection):
        print_verdict(console, document)
    submission = document.submission if isinstance(document, Inspection) else document[0].submission
    if submission:
        print_submission(console, submission)


def answer_of(item: Item) -> str:
    if item.answered == "no":
        return f"[red]no: {escape(item.fault)}[/]" + (f", {escape(item.note)}" if item.note else "")
    colour = "yellow" if item.answered == "not inspected" else "default"
    return f"[{colour}]{item.answered}[/]" + (f", {escape(item.note)}" if item.note else "")


def print_verdict(console: "Console", document: Inspection) -> None:
    verdict = "passed" if document.passed else "[red]not passed[/]"
    left = document.count("not inspected")
    if left and not document.count("no"):
        verdict = f"[yellow]not complete[/], {left} of {len(document.items)} not inspected"
    when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(document.at))
    where, who = escape(document.table), escape(document.by)
    console.print(f"{where}: {verdict}, signed by {who} on {when}, digest {document.digest[:16]}")
    if document.signature:
        console.print(f"Ed25519 key {document.signature.public_key}", soft_wrap=True)
    else:
        console.print("[dim]with a name, and by no key; --key signs by one[/]")
