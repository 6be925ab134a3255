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
from nomorebets.markup import Markup, tag
from nomorebets.odds.outcomes import Measures

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


WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 360, 76, 30, 44, 44
INK, FAINT, GRID, BANDS, WARM = "#1b2430", "#6b7684", "#dfe3e8", ("#d9e6ef", "#a9c6da"), "#b3541e"


def picture(document: Document, title: str) -> str:
    """The bankroll's bands over the rounds, and how many are ruined."""
    moments = document.moments
    highest = max(one.held["95%"] for one in moments)

    def across(x: float) -> float:
        return LEFT + x / document.rounds * (WIDTH - LEFT - RIGHT)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - y / highest * (HEIGHT - TOP - BOTTOM)

    def points(level: str) -> list[str]:
        return [f"{across(one.rounds):.1f},{up(one.held[level]):.1f}" for one in moments]

    def text(x: float, y: float, say: str, anchor: str = "start", colour: str = FAINT, size: int = 11) -> Markup:
        return tag("text", say, x=x, y=y, text_anchor=anchor, fill=colour, font_size=size)

    ruin = [f"{across(one.rounds):.1f},{up(one.ruined * highest):.1f}" for one in moments]
    quarters = range(5)
    return tag(
        "svg",
        tag("title", title),
        tag("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill="white"),
        text(LEFT, 18, title, colour=INK, size=14),
        text(LEFT, 34, "units held: median, the middle 50% and 90% of players; orange: the part that is ruined"),
        [
            tag("polygon", points=" ".join([*points(high), *reversed(points(low))]), fill=colour)
            for (low, high), colour in zip((("5%", "95%"), ("25%", "75%")), BANDS, strict=True)
        ],
        [
            tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=up(y), y2=up(y), stroke=GRID)
            for y in (highest * part / 4 for part in quarters)
        ],
        tag("polyline", points=" ".join(points("50%")), fill="none", stroke=INK, stroke_width=1.6),
        tag("polyline", points=" ".join(ruin), fill="none", stroke=WARM, stroke_width=1.6),
        [text(LEFT - 6, up(highest * part / 4) + 4, f"{highest * part / 4:,.4g}", "end") for part in quarters],
        [
            text(WIDTH - RIGHT + 4, up(highest * part / 4) + 4, f"{part / 4:.0%}", colour=WARM, size=9)
            for part in quarters
        ],
        [
            text(across(document.rounds * part / 4), HEIGHT - BOTTOM + 18, f"{document.rounds * part // 4:,}", "middle")
            for part in quarters
        ],
        text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "rounds", "middle"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )
