"""Is a table's result what the odds say?  Every line of a table's book against the exact distribution of its wager.

The test may be looked at after every line, for as long as one likes.  For each tilt t the product of
`exp(t * won) / E[exp(t * won)]` over all rounds stays at 1 on average if the odds are as they should be, whatever has
happened before; so does the mean over many tilts.  That it ever reaches 1/a has therefore a chance of at most a
(Ville's inequality), which is the rate of false alarms.  Nothing here rests on a normal approximation but the z-score
and its band.

Wagers of one round share a deal.  What counts is their mean: by Jensen's inequality its `E[exp(t * won)]` is at most
that of one of them, however they depend on each other, and by Bennett's at most what its variance allows, which follows
from the covariance where that is known.  The lower of the two divides, so the product stays at 1 at most.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO
from itertools import accumulate
from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.theory import Theory
from nomorebets.odds.outcomes import Measures

MOST_IN_LINE = 10**15  # cents or rounds
FARTHEST = 50.0  # a power beyond which Bennett's bound is of no use
SCALES = 14  # tilts from one standard deviation down, each half of the last, both ways


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a table's book: a round, or a day of rounds with stakes alike; money in cents."""

    stake: int  # all that was first placed
    net: int  # what the players won; less than 0 if the house did
    rounds: int = 1
    when: str = ""
    seats: int = 1  # wagers of each round, which share its deal
    meter: int | None = None  # on the main meter when the first of the rounds was dealt


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
    covariance: str = ""  # of the wagers of a round: exact, or bounded; nothing where each round has but one


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
    if line.stake < 1 or line.rounds < 1 or line.seats < 1:
        raise BadInput(
            f"line {number} of the book has a stake of {line.stake} in {line.rounds} rounds; both are above 0"
            + (f", and so are its seats, not {line.seats}" if line.seats < 1 else "")
        )
    if line.meter is not None and line.meter < 0:
        raise BadInput(f"line {number} of the book has {line.meter} on the meter; it holds 0 or more")
    largest = max(line.stake, line.rounds, abs(line.net), line.seats, line.meter or 0)
    if largest > MOST_IN_LINE:
        raise BadInput(f"line {number} of the book has {largest}; no number is above {MOST_IN_LINE}")
    return line


# --- The evidence ----------------------------------------------------------------------------------------------------


class Evidence:
    """What so many units won in so many rounds say against a distribution."""

    def __init__(self, measures: Measures, covariance: Fraction | None = None, tilts: Sequence[float] = ()) -> None:
        self.mean, self.sd, self.covariance = float(measures.ev), measures.sd, covariance
        if not self.sd:
            raise BadInput("a wager that always ends the same way needs no monitor")
        self.shares = [(one.ways / measures.total, float(one.net)) for one in measures.outcomes if one.ways]
        halves = [2.0**-scale / self.sd for scale in range(SCALES)]
        self.tilts = tilts or (*halves, *(-half for half in halves))
        self._by_seats = {1: [cumulant(self.shares, tilt) for tilt in self.tilts]}

    def variance(self, seats: int) -> float:
        """That of the mean over the wagers of a round, or as high as it can be where their covariance is not known."""
        if self.covariance is None:
            return self.sd**2
        return (self.sd**2 + (seats - 1) * float(self.covariance)) / seats

    def per_round(self, seats: int = 1) -> list[float]:
        """For each tilt no less than the logarithm of E[exp(tilt * won)], where the mean of so many wagers is won."""
        if seats not in self._by_seats:
            alone = self._by_seats[1]
            if self.covariance is None:
                self._by_seats[seats] = alone
            else:
                nets = [net - self.mean for _, net in self.shares]
                self._by_seats[seats] = [
                    min(one, tilt * self.mean + bennett(self.variance(seats), max(tilt * net for net in nets), tilt))
                    for tilt, one in zip(self.tilts, alone, strict=True)
                ]
        return self._by_seats[seats]

    def log_of(self, won: float, rounds: int, seats: int = 1) -> float:
        """The logarithm of the mean over the tilts, because the mean itself may be out of all bounds."""
        rates = self.per_round(seats)
        return log_mean([tilt * won - rounds * rate for tilt, rate in zip(self.tilts, rates, strict=True)])

    def bound(self, rounds: int, level: float, way: int, seats: int = 1) -> float:
        """How much has to be won, or lost if `way` is -1, for the logarithm to reach a level."""
        middle = rounds * self.mean
        near, far = 0.0, self.sd
        while self.log_of(middle + way * far, rounds, seats) < level:
            near, far = far, 2 * far
        for _ in range(50):
            half = (near + far) / 2
            near, far = (half, far) if self.log_of(middle + way * half, rounds, seats) < level else (near, half)
        return middle + way * far


def log_mean(powers: Sequence[float]) -> float:
    most = max(powers)
    return most + log(sum(exp(power - most) for power in powers) / len(powers))


def bennett(variance: float, most: float, tilt: float) -> float:
    """At most this is the logarithm of E[exp(tilt * won)], if tilt * won is never above `most` and 0 on average."""
    if most > FARTHEST:
        return inf
    return variance * tilt**2 * (exp(most) - 1 - most) / most**2 if most else 0.0


def cumulant(shares: Sequence[tuple[float, float]], tilt: float) -> float:
    """The logarithm of E[exp(tilt * won)]."""
    most = max(tilt * net for _, net in shares)
    return most + log(sum(share * exp(tilt * net - most) for share, net in shares))


# --- Both together ---------------------------------------------------------------------------------------------------


class Reckoned(NamedTuple):
    """A line of the book beside what the odds say of it."""

    line: Line
    evidence: Evidence
    rates: Sequence[float]  # for each tilt


def reckoned(theory: Theory, book: Sequence[Line]) -> Iterator[Reckoned]:
    """Every line by the odds as they stood, which for a progressive depend on its meter.

    Within a line the meter only grows, by no more than is staked.  The more there is on it the more is won, so a tilt
    towards winning is held against the most that it can have been, and one towards losing against the least.
    """
    first = Evidence(theory.measures, theory.covariance_of(theory.measures))
    at: dict[int, Evidence] = {}
    if theory.at_meter is None:
        for number, line in enumerate(book, 1):
            found = first
            if theory.at_stake:
                amount = amount_of(number, line)
                if amount not in at:
                    measures = theory.at_stake(amount)
                    at[amount] = Evidence(measures, theory.covariance_of(measures), first.tilts)
                found = at[amount]
            yield Reckoned(line, found, found.per_round(line.seats))
        return
    for number, line in enumerate(book, 1):
        if line.meter is None:
            raise BadInput(
                f"line {number} of the book does not say what was on the meter; the lines of a progressive wager have "
                "meter, in cents when their first round was dealt, and a round that wins a share of it ends its line"
            )
        for meter in (line.meter, line.meter + line.stake):
            if meter not in at:
                at[meter] = Evidence(theory.at_meter(meter), tilts=first.tilts)
        low, high = at[line.meter].per_round(), at[line.meter + line.stake].per_round()
        rates = [more if tilt > 0 else less for tilt, more, less in zip(first.tilts, high, low, strict=True)]
        yield Reckoned(line, at[line.meter], rates)


def amount_of(number: int, line: Line) -> int:
    """What each wager of a line was, where the odds depend on it."""
    amount, rest = divmod(line.stake, line.rounds * line.seats)
    if rest:
        raise BadInput(
            f"line {number} of the book has {line.stake} cents on {line.rounds * line.seats} wagers, which are not "
            "alike; the odds depend on the amount here, so the wagers of a line are of one amount"
        )
    return amount


def evidence_by_line(lines: Sequence[Reckoned]) -> Iterator[float]:
    """After each line: the logarithm of the mean over the tilts."""
    tilts = lines[0].evidence.tilts
    powers = [0.0] * len(tilts)
    for line, _, rates in lines:
        won = line.net * line.rounds / line.stake
        powers = [
            power + tilt * won - line.rounds * rate for power, tilt, rate in zip(powers, tilts, rates, strict=True)
        ]
        yield log_mean(powers)


def monitor_book(theory: Theory, book: Sequence[Line], false_alarms: float) -> MonitorDocument:
    """What the book says of a wager, each round weighing the same whatever was staked."""
    if not 0 < false_alarms < 1:
        raise BadInput(f"a rate of {false_alarms:g} false alarms cannot be; it is above 0 and below 1")
    lines = list(reckoned(theory, book))
    said = list(evidence_by_line(lines))
    level = -log(false_alarms)
    reached = next((place for place, power in enumerate(said) if power >= level), None)
    rounds, stake, net = (
        sum(column) for column in zip(*((one.rounds, one.stake, one.net) for one in book), strict=True)
    )
    most = max(said)
    expected = sum(line.stake * of.mean for line, of, _ in lines)
    spread = sqrt(sum(line.stake**2 / line.rounds * of.variance(line.seats) for line, of, _ in lines))
    return MonitorDocument(
        game=theory.game,
        wager=theory.wager,
        play=theory.play,
        lines=len(book),
        rounds=rounds,
        stake=stake,
        net=net,
        expected=expected,
        hold=-net / stake,
        house_edge=-expected / stake,
        z=(net - expected) / spread,
        evidence=exp(min(most, 700.0)),
        alarm_at=1 / false_alarms,
        p_value=min(1.0, exp(-most)),
        alarm=None if reached is None else book[reached].when or f"line {reached + 1}",
        submission=theory.submission,
        covariance=said_of_covariance(lines),
    )


def said_of_covariance(lines: Sequence[Reckoned]) -> str:
    """Whether it is known in all lines that need it."""
    shared = [evidence.covariance is not None for line, evidence, _ in lines if line.seats > 1]
    return "" if not shared else "exact" if all(shared) else "bounded"


def running_sums(book: Iterable[Line]) -> Iterator[tuple[int, float]]:
    """After each line: the rounds so far, and the units won in them, a unit being what was staked in the round."""
    lines = [(line.rounds, line.net * line.rounds / line.stake) for line in book]
    return accumulate(lines, lambda before, line: (before[0] + line[0], before[1] + line[1]))
