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
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.theory import Theory
from nomorebets.odds.outcomes import Measures

MOST_IN_LINE = 10**15  # cents or rounds
SCALES = 14  # tilts from one standard deviation down, each half of the last, both ways


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a table's book: a round, or a day of rounds with stakes alike; money in cents."""

    stake: int  # all that was first placed
    net: int  # what the players won; less than 0 if the house did
    rounds: int = 1
    when: str = ""


class MonitorDocument(Struct, frozen=True):
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
    submission: str = ""


# --- The book --------------------------------------------------------------------------------------------------------


def read_book(text: str) -> list[Line]:
    """A book as CSV with a heading, or as JSON Lines."""
    raw: list[Any]
    if text.lstrip().startswith("{"):
        raw = [decode_line(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    else:
        raw = list(csv.DictReader(StringIO(text), strict=True))
    if not raw:
        raise BadInput("there are no lines in the book; a line has stake and net, and may have rounds and when")
    return [check_line(number, one) for number, one in enumerate(raw, 1)]


def decode_line(number: int, line: str) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise BadInput(f"line {number} of the book is not JSON: {error}") from None


def check_line(number: int, raw: Any) -> Line:
    try:
        line = msgspec.convert(raw, Line, strict=False)
    except msgspec.ValidationError as error:
        allowed = "stake and net in whole cents, and may have rounds and when"
        raise BadInput(f"line {number} of the book cannot be read: {error}; a line has {allowed}") from None
    if line.stake < 1 or line.rounds < 1:
        raise BadInput(
            f"line {number} of the book has a stake of {line.stake} in {line.rounds} rounds; both are above 0"
        )
    largest = max(line.stake, line.rounds, abs(line.net))
    if largest > MOST_IN_LINE:
        raise BadInput(f"line {number} of the book has {largest}; no number is above {MOST_IN_LINE}")
    return line


# --- The evidence ----------------------------------------------------------------------------------------------------


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


def monitor_book(theory: Theory, book: Sequence[Line], false_alarms: float) -> MonitorDocument:
    """What the book says of a wager, each round weighing the same whatever was staked."""
    if not 0 < false_alarms < 1:
        raise BadInput(f"a rate of {false_alarms:g} false alarms cannot be; it is above 0 and below 1")
    evidence = Evidence(theory.measures)
    path = list(running_sums(book))
    said = [evidence.log_of(won, rounds) for rounds, won in path]
    level = -log(false_alarms)
    reached = next((place for place, power in enumerate(said) if power >= level), None)
    rounds, stake, net = (
        sum(column) for column in zip(*((one.rounds, one.stake, one.net) for one in book), strict=True)
    )
    most = max(said)
    spread = sqrt(sum(line.stake**2 / line.rounds for line in book)) * evidence.sd
    return MonitorDocument(
        game=theory.game,
        wager=theory.wager,
        play=theory.play,
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
        submission=theory.submission,
    )


def running_sums(book: Iterable[Line]) -> Iterator[tuple[int, float]]:
    """After each line: the rounds so far, and the units won in them, a unit being what was staked in the round."""
    lines = [(line.rounds, line.net * line.rounds / line.stake) for line in book]
    return accumulate(lines, lambda before, line: (before[0] + line[0], before[1] + line[1]))
