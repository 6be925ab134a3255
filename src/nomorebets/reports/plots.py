"""Small plots as SVG, for reports that stand alone and are printed."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log10, sqrt
from typing import NamedTuple

from nomorebets.odds.outcomes import Measures, quantile
from nomorebets.reports.markup import Inner, Markup, tag

INK, FAINT, GRID = "#1b2430", "#6b7684", "#dfe3e8"
ACCENT, WARM = "#1f5f8b", "#b3541e"
BANDS = ("#d9e6ef", "#b4cee0", "#86aecb")  # of 99, 95 and 90 per cent


class Box(NamedTuple):
    """The size of a picture, and how far its axes lie from the borders."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


IN_TEXT = Box(640, 250, 58, 14, 14, 40)
ALONE = Box(760, 360, 76, 30, 44, 44)  # with room for a heading
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = IN_TEXT


def svg(width: float, height: float, title: str, *drawn: Inner, fixed: bool = False) -> Markup:
    """A picture that needs nothing beside it; one of a fixed size does not grow with the page around it."""
    return tag(
        "svg",
        tag("title", title),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        **({"width": width, "height": height} if fixed else {}),
    )


def ground(width: float, height: float) -> Markup:
    """White paper under a picture that may be looked at on anything."""
    return tag("rect", x=0, y=0, width=width, height=height, fill="white")


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

    def __init__(self, xs: tuple[float, float], ys: tuple[float, float], box: Box = IN_TEXT) -> None:
        self.xs, self.ys, self.box = xs, ys, box

    def x(self, value: float) -> float:
        low, high = self.xs
        return self.box.left + (value - low) / (high - low) * (self.box.width - self.box.left - self.box.right)

    def y(self, value: float) -> float:
        low, high = self.ys
        foot = self.box.height - self.box.bottom
        return foot - (value - low) / (high - low) * (foot - self.box.top)

    def points(self, values: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in values)

    def area(self, upper: Sequence[tuple[float, float]], lower: Sequence[tuple[float, float]], fill: str) -> Markup:
        """What lies between two lines that begin and end at the same places."""
        return tag("polygon", points=self.points([*upper, *reversed(lower)]), fill=fill)

    def line(self, values: Iterable[tuple[float, float]], stroke: str, **attributes: object) -> Markup:
        return tag("polyline", points=self.points(values), fill="none", stroke=stroke, **attributes)

    def level(self, value: float, stroke: str, **attributes: object) -> Markup:
        """A line from one side to the other."""
        y = self.y(value)
        return tag(
            "line", x1=self.box.left, x2=self.box.width - self.box.right, y1=y, y2=y, stroke=stroke, **attributes
        )

    def across(self, values: Sequence[float], say: Sequence[str]) -> list[Markup]:
        """Lines across, each with its value at the left."""
        drawn = []
        for value, said in zip(values, say, strict=True):
            drawn.append(self.level(value, GRID))
            drawn.append(label(self.box.left - 6, self.y(value) + 4, said, "end"))
        return drawn

    def along(self, values: Sequence[float], say: Sequence[str], title: str) -> list[Markup]:
        """Values along the foot, and what they are; the last must not run out of the picture."""
        width, height, left, right, _, bottom = self.box
        marks = [
            label(self.x(value), height - bottom + 16, said, "middle" if self.x(value) < width - 40 else "end")
            for value, said in zip(values, say, strict=True)
        ]
        return [*marks, label((left + width - right) / 2, height - 6, title)]

    def heading(self, title: str, below: str) -> list[Markup]:
        """What a picture that stands alone is of, and how to read it."""
        return [label(self.box.left, 18, title, "start", INK, 14), label(self.box.left, 34, below, "start")]


def round_numbers(low: float, high: float, about: int = 5) -> tuple[list[float], list[str]]:
    """Round numbers between two that are whole, and how they are written.

    >>> round_numbers(0, 1130)
    ([0, 200, 400, 600, 800, 1000], ['0', '200', '400', '600', '800', '1,000'])
    """
    places = [place for place in steps(low, high, about) if place == int(place)]
    return places, [f"{place:,.0f}".replace("-", "−") for place in places]


def plot(*drawn: Inner, say: str) -> Markup:
    return svg(WIDTH, HEIGHT, say, *drawn)


def alone(frame: Frame, title: str, below: str, *drawn: Inner) -> Markup:
    """A plot in a file of its own."""
    return svg(frame.box.width, frame.box.height, title, ground(*frame.box[:2]), frame.heading(title, below), *drawn)


def hold_funnel(measures: Measures, confidences: Sequence[Fraction], title: str) -> Markup:
    """Where the house's part lies after more and more rounds."""
    edge, sd = float(measures.house_edge), measures.sd
    widest = max(map(quantile, confidences)) * sd / sqrt(1000) or 0.01  # of what always ends alike
    frame = Frame((3, 6), (edge - widest, edge + widest))
    powers = [3 + number / 30 for number in range(91)]
    drawn = []
    for confidence, colour in zip(sorted(confidences, reverse=True), BANDS, strict=True):
        upper = [(power, measures.hold_band(round(10**power), confidence).high) for power in powers]
        lower = [(power, measures.hold_band(round(10**power), confidence).low) for power in powers]
        drawn.append(frame.area(upper, lower, colour))
    grid = steps(*frame.ys)
    middle = frame.level(edge, ACCENT, stroke_width=1.5)
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


def return_by_meter(points: Sequence[tuple[float, float]], break_even: float | None, now: float, title: str) -> Markup:
    """What a progressive wager returns as its meter grows; the meter in dollars."""
    most_x, most_y = points[-1][0], max(1.05, max(value for _, value in points))
    frame = Frame((0, most_x), (0, most_y))
    grid, along = steps(0, most_y), steps(0, most_x)
    here = frame.x(now)
    whole: list[Inner] = []
    if break_even is not None:
        x, y = frame.x(break_even), frame.y(1)
        whole = [
            tag("line", x1=x, x2=x, y1=y, y2=HEIGHT - BOTTOM, stroke=WARM, stroke_dasharray="4 3"),
            tag("line", x1=LEFT, x2=x, y1=y, y2=y, stroke=WARM, stroke_dasharray="4 3"),
            tag("circle", cx=x, cy=y, r=4, fill=WARM),
            label(x - 8, y - 8, f"all is returned at ${break_even:,.0f}", "end", WARM),
        ]
    return plot(
        frame.across(grid, [f"{value:.0%}" for value in grid]),
        [
            frame.line(points, ACCENT, stroke_width=2),
            *whole,
            tag("line", x1=here, x2=here, y1=HEIGHT - BOTTOM, y2=HEIGHT - BOTTOM - 8, stroke=INK, stroke_width=2),
        ],
        frame.along(along, [f"${value:,.0f}" for value in along], "on the meter"),
        say=title,
    )


def edges(named: Sequence[tuple[str, float]], title: str) -> Markup:
    """The house edges of wagers as bars, to compare them at a glance."""
    values = [0.0, *(value for _, value in named)]
    low, high = min(values), max(values)
    left, row = 12 + 5.6 * max((len(name) for name, _ in named), default=0), 22
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
    return svg(WIDTH, height, title, drawn, axis)
