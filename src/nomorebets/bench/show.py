"""What was measured, as a table and as a picture."""

from math import ceil, floor, log10
from typing import TYPE_CHECKING

from nomorebets.bench.measure import Row
from nomorebets.bench.run import PLAIN_C, Document
from nomorebets.reports.listing import listing
from nomorebets.reports.markup import Markup, tag
from nomorebets.reports.plots import GRID, INK, ground, label, svg

if TYPE_CHECKING:
    from rich.console import Console

SECTIONS = {
    "simulation": "Simulated rounds",
    "ranking": "Ranked hands",
    "engine": "Rounds through the engine",
}


def short(value: float) -> str:
    """
    >>> [short(value) for value in (0.934, 13.2, 1234.5, 61_300_000)]
    ['0.93', '13', '1,230', '61 million']
    """
    if value >= 1e6:
        return f"{float(f'{value / 1e6:.2g}'):g} million"
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 10 else f"{value:.2f}"


def compared(row: Row) -> str:
    return ", ".join(f"{short(times)} x {name}" for name, times in row.times.items())


def print_bench(console: "Console", document: Document) -> None:
    on = document.machine
    console.print(f"{on.cpu}, {on.cores} cores, Python {on.python}, numba {on.numba}, {on.system}")
    for section, title in SECTIONS.items():
        table = listing(title, "a second, one core", "all cores", "our speed over theirs")
        for row in document.rows(section):
            together = short(row.all_cores) if row.all_cores else ""
            table.add_row(row.what, f"{short(row.per_second)} {row.unit}", together, compared(row))
        console.print(table)
    for sentence in document.left_out:
        console.print(f"[dim]{sentence}[/]")


WIDTH, LEFT, RIGHT, ROW, TOP = 960, 230, 180, 26, 74
TITLE = "Rounds and hands in a second of one core"
COLOURS = {"simulation": "#1f5f8b", "ranking": "#b3541e", "engine": "#4d7c4a"}


def picture(document: Document) -> str:
    """Bars on a scale on which each step is ten times the last, because a simulation is so much faster than a table."""
    rows = [(section, row) for section in SECTIONS for row in document.rows(section)]
    speeds = [row.per_second for _, row in rows]
    low, high = floor(log10(min(speeds))), ceil(log10(max(speeds)))
    foot = TOP + ROW * len(rows)

    def place(value: float) -> float:
        return LEFT + (log10(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    drawn: list[Markup] = []
    for power in range(low, high + 1):
        x = place(10.0**power)
        drawn.append(tag("line", x1=x, x2=x, y1=TOP - 6, y2=foot, stroke=GRID))
        drawn.append(label(x, foot + 18, short(10**power), size=10))
    for number, (section, row) in enumerate(rows):
        y = TOP + ROW * number
        end = place(row.per_second)
        drawn.append(label(LEFT - 8, y + 15, row.what, "end", INK, 12))
        drawn.append(tag("rect", x=LEFT, y=y + 4, width=end - LEFT, height=ROW - 11, fill=COLOURS[section]))
        said = short(row.per_second)
        if PLAIN_C in row.times:
            said += f", {row.times[PLAIN_C]:.2f} of {PLAIN_C}"
        drawn.append(label(end + 6, y + 15, said, "start", size=12))
    on = document.machine
    heading = [
        label(LEFT, 18, TITLE, "start", INK, 15),
        label(LEFT, 36, f"{on.cpu}, Python {on.python}, numba {on.numba}", "start", size=12),
        *(
            label(LEFT + 170 * number, 56, SECTIONS[one], "start", colour, 12)
            for number, (one, colour) in enumerate(COLOURS.items())
        ),
    ]
    return svg(WIDTH, foot + 30, TITLE, ground(WIDTH, foot + 30), heading, drawn)
