"""Small plots as SVG, for reports that stand alone and are printed."""

from collections.abc import Sequence
from fractions import Fraction
from math import log10, sqrt

from nomorebets.markup import Markup, tag
from nomorebets.odds.outcomes import Measures, quantile

INK, FAINT, GRID = "#1b2430", "#6b7684", "#dfe3e8"
ACCENT, WARM = "#1f5f8b", "#b3541e"
BANDS = ("#d9e6ef", "#b4cee0", "#86aecb")  # of 99, 95 and 90 per cent

WIDTH, HEIGHT = 640, 250
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 14, 40


def label(x: float, y: float, say: str, anchor: str = "middle", colour: str = FAINT, size: int = 11) -> Markup:
    return tag("text", say, x=x, y=y, text_anchor=anchor, fill=colour, font_size=size)


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers between two, not many more than asked for.

    >>> steps(0.0, 0.93)
    [0.0, 0.2, 0.4, 0.6, 0.8]
    """
    rough = (high - low) / about or 1.0
    unit = 10 ** int(log10(rough) // 1)
    step = next(unit * much for much in (1, 2, 5, 10) if unit * much >= rough * 0.8)
    first = -(-low // step)
    return [round((first + number) * step, 12) for number in range(int((high - first * step) / step + 1e-9) + 1)]


class Frame:
    """The axes of a plot: from values to places."""

    def __init__(self, xs: tuple[float, float], ys: tuple[float, float]) -> None:
        self.xs, self.ys = xs, ys

    def x(self, value: float) -> float:
        low, high = self.xs
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        low, high = self.ys
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def points(self, values: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in values)

    def across(self, values: Sequence[float], say: Sequence[str]) -> list[Markup]:
        """Lines across, each with its value at the left."""
        drawn = []
        for value, said in zip(values, say, strict=True):
            y = self.y(value)
            drawn.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=GRID))
            drawn.append(label(LEFT - 6, y + 4, said, "end"))
        return drawn

    def along(self, values: Sequence[float], say: Sequence[str], title: str) -> list[Markup]:
        """Values along the foot, and what they are; the last must not run out of the picture."""
        marks = [
            label(self.x(value), HEIGHT - BOTTOM + 16, said, "middle" if self.x(value) < WIDTH - 40 else "end")
            for value, said in zip(values, say, strict=True)
        ]
        return [*marks, label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, title)]


def plot(*drawn: Sequence[Markup], say: str) -> Markup:
    return tag(
        "svg",
        tag("title", say),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )


def hold_funnel(measures: Measures, confidences: Sequence[Fraction], title: str) -> Markup:
    """Where the house's part lies after more and more rounds."""
    edge, sd = float(measures.house_edge), measures.sd
    widest = max(map(quantile, confidences)) * sd / sqrt(1000)
    frame = Frame((3, 6), (edge - widest, edge + widest))
    powers = [3 + number / 30 for number in range(91)]
    drawn = []
    for confidence, colour in zip(sorted(confidences, reverse=True), BANDS, strict=True):
        upper = [(power, measures.hold_band(round(10**power), confidence).high) for power in powers]
        lower = [(power, measures.hold_band(round(10**power), confidence).low) for power in reversed(powers)]
        drawn.append(tag("polygon", points=frame.points([*upper, *lower]), fill=colour))
    grid = steps(*frame.ys)
    y = frame.y(edge)
    middle = tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=ACCENT, stroke_width=1.5)
    named = []
    for number, (confidence, colour) in enumerate(zip(sorted(confidences, reverse=True), BANDS, strict=True)):
        x = WIDTH - 60 - 64 * number
        named.append(tag("rect", x=x, y=TOP + 2, width=12, height=10, fill=colour))
        named.append(label(x + 17, TOP + 11, f"{float(confidence):.0%}", "start", INK))
    return plot(
        drawn,
        frame.across(grid, [f"{value:.4g}%".replace("-", "−") for value in (round(100 * one, 9) for one in grid)]),
        [middle],
        named,
        frame.along([3, 4, 5, 6], ["1,000", "10,000", "100,000", "1,000,000"], "rounds"),
        say=title,
    )


def return_by_meter(points: Sequence[tuple[float, float]], break_even: float, now: float, title: str) -> Markup:
    """What a progressive wager returns as its meter grows; the meter in dollars."""
    most_x, most_y = points[-1][0], max(1.05, max(value for _, value in points))
    frame = Frame((0, most_x), (0, most_y))
    grid, along = steps(0, most_y), steps(0, most_x)
    x, y, here = frame.x(break_even), frame.y(1), frame.x(now)
    return plot(
        frame.across(grid, [f"{value:.0%}" for value in grid]),
        [
            tag("polyline", points=frame.points(points), fill="none", stroke=ACCENT, stroke_width=2),
            tag("line", x1=x, x2=x, y1=y, y2=HEIGHT - BOTTOM, stroke=WARM, stroke_dasharray="4 3"),
            tag("line", x1=LEFT, x2=x, y1=y, y2=y, stroke=WARM, stroke_dasharray="4 3"),
            tag("circle", cx=x, cy=y, r=4, fill=WARM),
            label(x - 8, y - 8, f"all is returned at ${break_even:,.0f}", "end", WARM),
            tag("line", x1=here, x2=here, y1=HEIGHT - BOTTOM, y2=HEIGHT - BOTTOM - 8, stroke=INK, stroke_width=2),
        ],
        frame.along(along, [f"${value:,.0f}" for value in along], "on the meter"),
        say=title,
    )


def edges(named: Sequence[tuple[str, float]], title: str) -> Markup:
    """The house edges of wagers as bars, to compare them at a glance."""
    low, high = min(0.0, *(value for _, value in named)), max(0.0, *(value for _, value in named))
    left, row = 12 + 5.6 * max(len(name) for name, _ in named), 22
    span = (WIDTH - left - 80) / ((high - low) or 1)
    drawn = []
    for number, (name, value) in enumerate(named):
        y = 8 + number * row
        start, width = left + (min(value, 0.0) - low) * span, abs(value) * span
        drawn.append(label(left - 8, y + 13, name, "end", INK))
        drawn.append(
            tag("rect", x=start, y=y + 2, width=max(width, 0.5), height=row - 8, fill=ACCENT if value >= 0 else WARM)
        )
        drawn.append(label(start + width + 6, y + 13, f"{value:.2%}".replace("-", "−"), "start"))
    zero = left - low * span
    height = 12 + len(named) * row
    axis = tag("line", x1=zero, x2=zero, y1=4, y2=height - 4, stroke=FAINT)
    return tag(
        "svg",
        tag("title", title),
        drawn,
        axis,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )
