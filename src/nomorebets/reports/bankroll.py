"""How far a bankroll goes, as lines and as a picture."""

from fractions import Fraction
from typing import TYPE_CHECKING

from nomorebets.figures.bankroll import BankrollDocument
from nomorebets.reports import plots
from nomorebets.reports.listing import print_submission
from nomorebets.reports.plots import ALONE, INK, WARM, Frame, alone, label, round_numbers

if TYPE_CHECKING:
    from rich.console import Console


def print_bankroll(console: "Console", document: BankrollDocument) -> None:
    played = f", {document.play}" if document.play else ""
    console.print(
        f"[bold]{document.game}[/], {document.wager}{played}: {document.units:,} units, {document.rounds:,} rounds"
    )
    levels = ", ".join(f"{level} below {held:,.4g}" for level, held in document.moments[-1].held.items())
    console.print(f"  ruined {document.ruined:.4%}; in the end {levels}")
    print_submission(console, document.submission)


BANDS = {("5%", "95%"): plots.BANDS[0], ("25%", "75%"): plots.BANDS[1]}


def picture(document: BankrollDocument, title: str) -> str:
    """The bankroll's bands over the rounds, and how many are ruined."""
    highest = max(one.held["95%"] for one in document.moments)
    frame = Frame((0, document.rounds), (0, highest), ALONE)
    lines = {level: [(one.rounds, one.held[level]) for one in document.moments] for level in document.moments[0].held}
    ruined = [(one.rounds, one.ruined * highest) for one in document.moments]
    quarters = [Fraction(part, 4) for part in range(5)]
    heights = [highest * float(part) for part in quarters]
    return alone(
        frame,
        title,
        "units held: median, the middle 50% and 90% of players; orange: the part that is ruined",
        [frame.area(lines[high], lines[low], colour) for (low, high), colour in BANDS.items()],
        frame.across(*round_numbers(0, highest)),
        frame.line(lines["50%"], INK, stroke_width=1.6),
        frame.line(ruined, WARM, stroke_width=1.6),
        [
            label(ALONE.width - ALONE.right + 4, frame.y(height) + 4, f"{float(part):.0%}", "start", WARM, 9)
            for part, height in zip(quarters, heights, strict=True)
        ],
        frame.along(*round_numbers(0, document.rounds), "rounds"),
    )
