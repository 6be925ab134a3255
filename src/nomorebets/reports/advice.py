"""What each decision is worth, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.figures.advice import AdviceDocument
from nomorebets.reports.listing import print_submission

if TYPE_CHECKING:
    from rich.console import Console


def print_advice(console: "Console", documents: list[AdviceDocument]) -> None:
    for one in documents:
        console.print(f"{one.ev_decimal:+.6f}  {one.say}")
    for submission in {one.submission for one in documents}:
        print_submission(console, submission)
