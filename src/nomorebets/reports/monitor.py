"""A table's book against the odds, as lines and as a picture."""

from collections.abc import Sequence
from math import log, sqrt
from typing import TYPE_CHECKING

from nomorebets.figures.monitor import Line, MonitorDocument, reckoned, running_sums
from nomorebets.figures.theory import Theory
from nomorebets.reports.listing import print_submission
from nomorebets.reports.plots import ALONE, BANDS, INK, WARM, Frame, alone, round_numbers
from nomorebets.rulebook.money import dollars

if TYPE_CHECKING:
    from rich.console import Console


def print_monitor(console: "Console", document: MonitorDocument) -> None:
    played = f", {document.play}" if document.play else ""
    console.print(
        f"[bold]{document.game}[/], {document.wager}{played}: {document.lines:,} lines, {document.rounds:,} rounds"
    )
    console.print(
        f"  {dollars(document.stake)} staked; the house holds {document.hold:.4%}, by the odds "
        f"{document.house_edge:.4%}; z = {document.z:+.2f}"
    )
    if document.covariance == "bounded":
        console.print("  what wagers of a round have in common is not known here: they count as one")
    console.print(
        f"  evidence at its highest {document.evidence:,.3g}, alarm at {document.alarm_at:,.3g}; "
        f"p = {document.p_value:.3g} at whatever line one stops"
    )
    if document.alarm is None:
        console.print("  within what chance does")
    else:
        console.print(f"  [bold]alarm[/] at {document.alarm}: the odds do not explain this book")
    print_submission(console, document.submission)


POINTS = 120


def picture(book: Sequence[Line], theory: Theory, false_alarms: float, title: str) -> str:
    """What the house won, in units, beside its band of 95 per cent and the bounds at which the alarm is given.

    Where odds change from line to line, with a meter or with the amounts, there are no bounds, and the band is that of
    the last line.
    """
    lines = list(reckoned(theory, book))
    evidence, seats = lines[-1].evidence, min(line.seats for line in book)
    changing = theory.at_meter is not None or any(line.evidence is not evidence for line in lines)
    path = list(running_sums(book))
    rounds = path[-1][0]
    level = -log(false_alarms)
    places = sorted({max(1, rounds * number // POINTS) for number in range(1, POINTS + 1)})
    ways = () if changing else (1, -1)
    bounds = [[(n, -evidence.bound(n, level, way, seats)) for n in places] for way in ways]
    band = [(n, -n * evidence.mean, 1.96 * sqrt(evidence.variance(seats) * n)) for n in (0, *places)]
    won = [(0, 0.0), *((n, -units) for n, units in path)]
    step = -(-len(won) // (10 * POINTS))
    won = [*won[:-1:step], won[-1]]
    heights = [y for _, y in (*won, *(point for bound in bounds for point in bound))]
    low, high = min(heights), max(heights)
    frame = Frame((0, rounds), (low, high), ALONE)
    return alone(
        frame,
        title,
        f"blue: 95% band; dashed: alarm, false in at most {false_alarms:.3g} of all books",
        frame.area(
            [(n, middle + half) for n, middle, half in band], [(n, middle - half) for n, middle, half in band], BANDS[0]
        ),
        [frame.line(bound, WARM, stroke_dasharray="5 4") for bound in bounds],
        frame.across(*round_numbers(low, high)),
        frame.line(won, INK, stroke_width=1.6),
        frame.along(*round_numbers(0, rounds), "rounds; upwards: units won by the house"),
    )
