"""Is a table's result what the odds say?  Every line of a table's book against the exact distribution of its wager.

The test may be looked at after every line, for as long as one likes.  For each tilt t the product of
`exp(t * won) / E[exp(t * won)]` over all rounds stays at 1 on average if the odds are as they should be, whatever has
happened before; so does the mean over many tilts.  That it ever reaches 1/a has therefore a chance of at most a
(Ville's inequality), which is the rate of false alarms.  Nothing here rests on a normal approximation but the z-score
and its band.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import accumulate
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.analysis import wagered_on
from nomorebets.machine.workers import Progress, Workers, unseen
from nomorebets.odds.lookup import solver
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.wagers import Wagered
from nomorebets.reports.plots import ALONE, BANDS, INK, WARM, Frame, alone, by_quarters
from nomorebets.rulebook.money import dollars
from nomorebets.table.game import Terms

if TYPE_CHECKING:
    from rich.console import Console

SCALES = 14  # tilts from one standard deviation down, each half of the last, both ways


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a table's book: a round, or a day of rounds with stakes alike; money in cents."""

    stake: int  # all that was first placed
    net: int  # what the players won; less than 0 if the house did
    rounds: int = 1
    when: str = ""


class Document(Struct, frozen=True):
    """What a book says; money in cents."""

    game: str
    wager: str
    play: str
    lines: int
    rounds: int
    stake: int
    net: int
    expected: float
    hold: float
    house_edge: float
    z: float
    evidence: float  # how many times likelier the book was at most, on average over the tilts
    alarm_at: float
    p_value: float  # holds at whatever line one stops
    alarm: str | None  # the line at which the evidence was enough


# --- The book --------------------------------------------------------------------------------------------------------


def read(text: str) -> list[Line]:
    """A book as CSV with a heading, or as JSON Lines."""
    raw: list[Any]
    if text.lstrip().startswith("{"):
        raw = [decoded(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    else:
        raw = list(csv.DictReader(StringIO(text), strict=True))
    if not raw:
        raise BadInput("there are no lines in the book; a line has stake and net, and may have rounds and when")
    return [checked(number, one) for number, one in enumerate(raw, 1)]


def decoded(number: int, line: str) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise BadInput(f"line {number} of the book is not JSON: {error}") from None


def checked(number: int, raw: Any) -> Line:
    try:
        line = msgspec.convert(raw, Line, strict=False)
    except msgspec.ValidationError as error:
        allowed = "stake and net in whole cents, and may have rounds and when"
        raise BadInput(f"line {number} of the book cannot be read: {error}; a line has {allowed}") from None
    if line.stake < 1 or line.rounds < 1:
        raise BadInput(
            f"line {number} of the book has a stake of {line.stake} in {line.rounds} rounds; both are above 0"
        )
    return line


# --- The theory ------------------------------------------------------------------------------------------------------


def theory(terms: Terms, wager: str | None, workers: Workers, progress: Progress = unseen) -> tuple[str, str, Measures]:
    """The exact distribution of a wager, and how it is played: the main wager for the most."""
    main = terms.required or None
    if wager in (None, main) and main is not None:
        best = solver(terms.game.key).solutions(terms, workers, progress)[0]
        return best.wager, best.name, best.measures
    found: dict[str, Wagered] = {}
    for table in terms.tables:
        for one in wagered_on(terms, table, None, workers, progress):
            found.setdefault(one.wager, one)  # where play decides, the best comes first
    if wager not in found:
        names = ", ".join([*([main] if main else []), *found])
        raise BadInput(f"{wager!r} has no odds at {terms.game.name} as posted; there are {names}")
    return wager, found[wager].play, found[wager].measures


class Evidence:
    """What so many units won in so many rounds say against a distribution."""

    def __init__(self, measures: Measures) -> None:
        self.mean, self.sd = float(measures.ev), measures.sd
        if not self.sd:
            raise BadInput("a wager that always ends the same way needs no monitor")
        shares = [(one.ways / measures.total, float(one.net)) for one in measures.outcomes if one.ways]
        halves = [2.0**-scale / self.sd for scale in range(SCALES)]
        self.tilts = [(tilt, cumulant(shares, tilt)) for tilt in (*halves, *(-half for half in halves))]

    def log_of(self, won: float, rounds: int) -> float:
        """The logarithm of the mean over the tilts, because the mean itself may be out of all bounds."""
        powers = [tilt * won - rounds * per_round for tilt, per_round in self.tilts]
        most = max(powers)
        return most + log(sum(exp(power - most) for power in powers) / len(powers))

    def bound(self, rounds: int, level: float, way: int) -> float:
        """How much has to be won, or lost if `way` is -1, for the logarithm to reach a level."""
        middle = rounds * self.mean
        near, far = 0.0, self.sd
        while self.log_of(middle + way * far, rounds) < level:
            near, far = far, 2 * far
        for _ in range(50):
            half = (near + far) / 2
            near, far = (half, far) if self.log_of(middle + way * half, rounds) < level else (near, half)
        return middle + way * far


def cumulant(shares: Sequence[tuple[float, float]], tilt: float) -> float:
    """The logarithm of E[exp(tilt * won)]."""
    most = max(tilt * net for _, net in shares)
    return most + log(sum(share * exp(tilt * net - most) for share, net in shares))


# --- Both together ---------------------------------------------------------------------------------------------------


def monitored(terms: Terms, book: Sequence[Line], named: tuple[str, str, Measures], false_alarms: float) -> Document:
    """What the book says of a wager, each round weighing the same whatever was staked."""
    if not 0 < false_alarms < 1:
        raise BadInput(f"a rate of {false_alarms:g} false alarms cannot be; it is above 0 and below 1")
    wager, play, measures = named
    evidence = Evidence(measures)
    path = list(run(book))
    said = [evidence.log_of(won, rounds) for rounds, won in path]
    level = -log(false_alarms)
    reached = next((place for place, power in enumerate(said) if power >= level), None)
    rounds, stake, net = (sum(getattr(line, name) for line in book) for name in ("rounds", "stake", "net"))
    most = max(said)
    spread = sqrt(sum(line.stake**2 / line.rounds for line in book)) * evidence.sd
    return Document(
        game=terms.game.key,
        wager=wager,
        play=play,
        lines=len(book),
        rounds=rounds,
        stake=stake,
        net=net,
        expected=stake * evidence.mean,
        hold=-net / stake,
        house_edge=-evidence.mean,
        z=(net - stake * evidence.mean) / spread,
        evidence=exp(min(most, 700.0)),
        alarm_at=1 / false_alarms,
        p_value=min(1.0, exp(-most)),
        alarm=None if reached is None else book[reached].when or f"line {reached + 1}",
    )


def run(book: Iterable[Line]) -> Iterator[tuple[int, float]]:
    """After each line: the rounds so far, and the units won in them, a unit being what was staked in the round."""
    lines = [(line.rounds, line.net * line.rounds / line.stake) for line in book]
    return accumulate(lines, lambda before, line: (before[0] + line[0], before[1] + line[1]))


# --- For people ------------------------------------------------------------------------------------------------------


def print_monitor(console: "Console", document: Document) -> None:
    played = f", {document.play}" if document.play else ""
    console.print(
        f"[bold]{document.game}[/], {document.wager}{played}: {document.lines:,} lines, {document.rounds:,} rounds"
    )
    console.print(
        f"  {dollars(document.stake)} staked; the house holds {document.hold:.4%}, by the odds "
        f"{document.house_edge:.4%}; z = {document.z:+.2f}"
    )
    console.print(
        f"  evidence at its highest {document.evidence:,.3g}, alarm at {document.alarm_at:,.3g}; "
        f"p = {document.p_value:.3g} at whatever line one stops"
    )
    if document.alarm is None:
        console.print("  within what chance does")
    else:
        console.print(f"  [bold]alarm[/] at {document.alarm}: the odds do not explain this book")


POINTS = 120


def picture(book: Sequence[Line], measures: Measures, false_alarms: float, title: str) -> str:
    """What the house won, in units, beside its band of 95 per cent and the bounds at which the alarm is given."""
    evidence = Evidence(measures)
    path = list(run(book))
    rounds = path[-1][0]
    level = -log(false_alarms)
    places = sorted({max(1, rounds * number // POINTS) for number in range(1, POINTS + 1)})
    bounds = {way: [(n, -evidence.bound(n, level, way)) for n in places] for way in (1, -1)}
    band = [(n, -n * evidence.mean, 1.96 * evidence.sd * sqrt(n)) for n in (0, *places)]
    won = [(0, 0.0), *((n, -units) for n, units in path)]
    step = -(-len(won) // (10 * POINTS))
    won = [*won[:-1:step], won[-1]]
    heights = [y for _, y in (*won, *bounds[1], *bounds[-1])]
    low, high = min(heights), max(heights)
    frame = Frame((0, rounds), (low, high), ALONE)
    return alone(
        frame,
        title,
        f"blue: 95% band; dashed: alarm, false in at most {false_alarms:.3g} of all books",
        frame.area(
            [(n, middle + half) for n, middle, half in band], [(n, middle - half) for n, middle, half in band], BANDS[0]
        ),
        [frame.line(bound, WARM, stroke_dasharray="5 4") for bound in bounds.values()],
        frame.across([low, 0.0, high], [f"{y:,.0f}" for y in (low, 0.0, high)]),
        frame.line(won, INK, stroke_width=1.6),
        frame.along(*by_quarters(rounds), "rounds; upwards: units won by the house"),
    )
