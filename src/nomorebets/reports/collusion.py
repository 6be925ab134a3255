"""What players gain who share what they see, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.figures.collusion import SharedDocument
from nomorebets.reports.listing import print_submission

if TYPE_CHECKING:
    from rich.console import Console


def print_shared(console: "Console", document: SharedDocument) -> None:
    seen = f", {document.exposed} of the dealer's cards seen" if document.exposed else ""
    who = "1 seat" if document.seats == 1 else f"{document.seats} seats that share their cards"
    console.print(f"[bold]{document.game}[/], {who}{seen}: {document.deals:,} deals, seed {document.seed}")
    console.print(
        f"  each wins {document.ev:+.4%}, standard error {document.se:.4%}; alone {document.alone:+.4%}; "
        f"so it gains {document.gain:+.4%}"
    )
    print_submission(console, document.submission)
