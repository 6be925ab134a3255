"""How far a bankroll goes: the exact distribution of a wager, round after round, until less than one unit is left.

Probabilities are carried on from round to round for every bankroll that can be held, so nothing is simulated; what lies
far above the rest is kept at the top, where it cannot be ruined any more within the rounds that are left.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from nomorebets.errors import BadInput
from nomorebets.odds.outcomes import Measures
from nomorebets.reports import plots
from nomorebets.reports.plots import ALONE, INK, WARM, Frame, alone, by_quarters, label

if TYPE_CHECKING:
    from rich.console import Console

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
FAR = 12  # standard deviations
FINEST = 1000  # parts of a unit
POINTS = 120
MOST_STEPS = 10**10  # products to be summed, a minute or so


class Moment(Struct, frozen=True):
    """What is held after so many rounds, in units: levels that so many of all players stay below."""

    rounds: int
    ruined: float
    held: dict[str, float]


class Document(Struct, frozen=True):
    """How far a bankroll goes."""

    game: str
    wager: str
    play: str
    units: int
    rounds: int
    house_edge: float
    sd: float
    ruined: float
    moments: tuple[Moment, ...]


def carried(measures: Measures, units: int, rounds: int) -> tuple[Moment, ...]:
    """What is held after more and more rounds of one unit each."""
    if units < 1 or rounds < 1:
        raise BadInput(f"{units} units for {rounds} rounds cannot be; there is at least 1 of both")
    fine = lcm(*(one.net.denominator for one in measures.outcomes))
    if fine > FINEST:
        raise BadInput(f"this wager is paid in parts of 1/{fine} of a unit; 1/{FINEST} is the finest that is reckoned")
    steps = [(int(one.net * fine), one.ways / measures.total) for one in measures.outcomes if one.ways]
    highest = max(step for step, _ in steps)
    spread = FAR * measures.sd * sqrt(rounds) + max(0.0, float(measures.ev)) * rounds
    top = units * fine + min(rounds * highest, int(spread * fine) + highest)
    if top * len(steps) * rounds > MOST_STEPS:
        raise BadInput(f"{units} units for {rounds:,} rounds of this wager take too long to reckon; take fewer rounds")
    held = np.zeros(top + 1)
    held[units * fine] = 1.0
    seen = {max(1, rounds * number // POINTS) for number in range(1, POINTS + 1)}
    moments = [moment(0, held, fine)]
    for number in range(1, rounds + 1):
        held = after(held, steps, fine)
        if number in seen:
            moments.append(moment(number, held, fine))
    return tuple(moments)


def after(held: NDArray[np.float64], steps: Sequence[tuple[int, float]], unit: int) -> NDArray[np.float64]:
    """One round later; who has less than a unit plays no more, and nobody holds less than nothing."""
    later = np.zeros_like(held)
    later[:unit] = held[:unit]
    playing = held.copy()
    playing[:unit] = 0.0
    top = len(held) - 1
    for step, share in steps:
        if step >= 0:
            later[step:] += share * playing[: top + 1 - step]
            later[top] += share * playing[top + 1 - step :].sum()
        else:
            later[:step] += share * playing[-step:]
            later[0] += share * playing[:-step].sum()
    return later


def moment(rounds: int, held: NDArray[np.float64], unit: int) -> Moment:
    below = np.cumsum(held)
    levels = {f"{level:.0%}": float(Fraction(int(np.searchsorted(below, level)), unit)) for level in LEVELS}
    return Moment(rounds, float(below[unit - 1]), levels)


def print_bankroll(console: "Console", document: Document) -> None:
    played = f", {document.play}" if document.play else ""
    console.print(
        f"[bold]{document.game}[/], {document.wager}{played}: {document.units:,} units, {document.rounds:,} rounds"
    )
    levels = ", ".join(f"{level} below {held:,.4g}" for level, held in document.moments[-1].held.items())
    console.print(f"  ruined {document.ruined:.4%}; in the end {levels}")


BANDS = {("5%", "95%"): plots.BANDS[0], ("25%", "75%"): plots.BANDS[1]}


def picture(document: Document, title: str) -> str:
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
        frame.across(heights, [f"{height:,.4g}" for height in heights]),
        frame.line(lines["50%"], INK, stroke_width=1.6),
        frame.line(ruined, WARM, stroke_width=1.6),
        [
            label(ALONE.width - ALONE.right + 4, frame.y(height) + 4, f"{float(part):.0%}", "start", WARM, 9)
            for part, height in zip(quarters, heights, strict=True)
        ],
        frame.along(*by_quarters(document.rounds), "rounds"),
    )
