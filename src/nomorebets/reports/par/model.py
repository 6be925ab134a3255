"""The PAR sheet as one frozen value: every figure that a lab would ask for.

It holds counts; what follows from them is computed by whoever shows it, so that two renderings cannot disagree.
"""

from fractions import Fraction
from math import sqrt

from msgspec import Struct

from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.odds.stakes import AtStake
from nomorebets.odds.strategy_card import Card
from nomorebets.odds.wagers import AS_RECKONED, Envied, Metered, Paid, Staked
from nomorebets.rulebook.money import Pay
from nomorebets.rulebook.pay_table import PayTable

CONFIDENCES = tuple(Fraction(percent, 100) for percent in (90, 95, 99))
SPANS = (1_000, 10_000, 100_000, 1_000_000)  # rounds

COMMAND, SUBMISSION, FIELDS = "Command", "Submission", "All fields as JSON"  # by which a report is made again

WITHIN = 3.0  # standard errors at which a simulation agrees


class Fact(Struct, frozen=True):
    """Something of the table, and the clauses behind it."""

    name: str
    value: str
    clauses: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """One outcome of a wager; `percent` is the share of a meter that it is paid, if it is paid one."""

    outcome: Outcome
    pays: str
    percent: int | Fraction = 0
    pay: Pay | None = None  # the cell of the pay table


class Entry(Struct, frozen=True):
    """One wager, as it is played, with all that can come of it."""

    wager: str
    title: str
    clause: str
    stake: int  # cents, where the amount matters; 0 where it does not
    method: str
    readings: dict[str, str]
    rows: tuple[Row, ...]
    meter: Metered | None = None
    envied: Envied | None = None
    decisions: dict[str, int] = {}
    by_stake: tuple[AtStake, ...] = ()
    staked: tuple[Staked, ...] = ()  # the same of a wager that a table decides
    main: bool = False
    long_run: "LongRun | None" = None
    paid: Paid = AS_RECKONED
    stake_kept: bool = False  # whether an amount is paid for the stake, not beside it
    by_rows: dict[tuple[str, ...], int] = {}  # hands by the rows that may pay them, where amounts decide which

    @property
    def measures(self) -> Measures:
        return Measures(row.outcome for row in self.rows)


def shown_up_to(meter: Metered) -> Fraction:
    """Up to which amount, and a quarter more, the return is shown: where all is returned, or twice what is there."""
    amount = meter.break_even or Fraction(0)
    return amount if amount > 0 else Fraction(max(2 * meter.amount, 100 * meter.stake))


class Mistake(Struct, frozen=True):
    """A plainer way to play a wager than the best, and what it costs for each unit first placed."""

    wager: str
    say: str
    ev: Fraction
    cost: Fraction


class Counted(Struct, frozen=True):
    """An outcome of a simulation beside its exact chance."""

    name: str
    chance: Fraction
    seen: int


class Compared(Struct, frozen=True):
    """A wager of the simulation beside its exact figures; without an edge where a meter moves during the run."""

    wager: str
    exact: Fraction | None
    edge: Fraction
    se: float
    counts: tuple[Counted, ...]

    @property
    def z(self) -> float | None:
        """By how many standard errors the simulation lies above the exact edge."""
        return float(self.edge - self.exact) / self.se if self.exact is not None and self.se else None


class CrossCheck(Struct, frozen=True):
    """A simulation with the same rules, or why there is none."""

    why_not: str
    strategy: str = ""
    rounds: int = 0
    seed: int = 0
    compared: tuple[Compared, ...] = ()


def deviation(one: Counted, rounds: int) -> float | None:
    """By how many standard deviations an outcome was seen too often."""
    expected = rounds * one.chance
    spread = sqrt(expected * (1 - one.chance))
    return float(one.seen - expected) / spread if spread else None


class Reading(Struct, frozen=True):
    """A ruling on the text, with its switch and what the submission says of it."""

    id: str
    title: str
    question: str
    reading: str
    clauses: tuple[str, ...]
    switch: str
    value: str
    matters: bool  # whether it changes money under this submission


class Award(Struct, frozen=True):
    """The most that a wager can win at its maximum, in cents: from the house, and which share of a meter besides."""

    wager: str
    outcome: str
    maximum: int
    cents: int
    areas: int  # of each position
    share: int | Fraction = 0


class Part(Struct, frozen=True):
    """A wager among others: its stake in cents, and what a unit of it wins and has put up on average."""

    wager: str
    stake: int
    ev: Fraction
    staked: Fraction
    main: bool


class Combined(Struct, frozen=True):
    """Wagers that are made together."""

    parts: tuple[Part, ...]

    @property
    def placed(self) -> int:
        return sum(one.stake for one in self.parts)

    @property
    def house_edge(self) -> Fraction:
        """Of all that is first placed."""
        return -sum((one.stake * one.ev for one in self.parts), Fraction(0)) / self.placed

    @property
    def returned(self) -> Fraction:
        """Of all that is put up."""
        won = sum((one.stake * one.ev for one in self.parts), Fraction(0))
        return 1 + won / sum((one.stake * one.staked for one in self.parts), Fraction(0))


class LongRun(Struct, frozen=True):
    """What comes back of each unit of a progressive wager when many are made."""

    rates: dict[str, Fraction]  # per cent of each wager to each meter
    reset: int  # cents of the house when the meter is won
    by_rows: Fraction  # but for the meter
    added: Fraction  # by play, to all meters
    funded: float  # by the house, at resets
    clause: str

    @property
    def returned(self) -> float:
        return float(self.by_rows + self.added) + self.funded


class Shared(Struct, frozen=True):
    """What players gain who tell each other what they hold, or why there is no figure; and what forbids it."""

    said: str
    forbidden: tuple[Fact, ...] = ()


class Identity(Struct, frozen=True):
    """By whom a report was made and reviewed, when, and which of several it is."""

    date: str = ""
    revision: str = ""
    author: str = ""
    reviewer: str = ""

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return ("Date", self.date), ("Revision", self.revision), ("Author", self.author), ("Reviewer", self.reviewer)


class Sheet(Struct, frozen=True):
    """The PAR sheet."""

    game: str
    name: str
    summary: str
    version: str
    command: str
    text: str
    text_hash: str
    rules_hash: str
    filed_as: str  # the name of the submission's file, or that it is our own
    submission_hash: str
    fields: str  # all of the submission as JSON, to make the report again
    identity: Identity
    equipment: tuple[Fact, ...]
    submission: tuple[Fact, ...]
    limits: tuple[Fact, ...]
    rules: dict[str, tuple[Fact, ...]]  # in words, by what they are about
    warnings: tuple[str, ...]
    awards: tuple[Award, ...]
    positions: int
    combined: tuple[Combined, ...]
    shared: Shared
    tables: tuple[PayTable, ...]
    entries: tuple[Entry, ...]
    unsolved: str  # why the main wager has no figures, if it has none
    mistakes: tuple[Mistake, ...]
    card: Card | None
    check: CrossCheck
    assumptions: tuple[str, ...]
    readings: tuple[Reading, ...]


def spoken(name: str) -> str:
    return name.replace("_", " ")
