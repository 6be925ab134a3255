"""The PAR sheet of a game under a submission: every figure that a lab would ask for, as one frozen value.

It holds counts; what follows from them is computed by whoever shows it, so that two renderings cannot disagree.
"""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins

from nomorebets import __version__
from nomorebets.errors import BadInput
from nomorebets.figures.analysis import Simulation, wagered_on
from nomorebets.licence.check import concerned
from nomorebets.machine.workers import Workers
from nomorebets.odds import lookup
from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.odds.solution import Solution
from nomorebets.odds.stakes import AtStake
from nomorebets.odds.strategy_card import Card
from nomorebets.odds.wagers import Envied, Metered, Wagered, priced
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.money import dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim.tally import Line
from nomorebets.table.game import Terms
from nomorebets.table.submission import shown

if TYPE_CHECKING:
    from nomorebets.machine.workers import Progress

CONFIDENCES = tuple(Fraction(percent, 100) for percent in (90, 95, 99))
SPANS = (1_000, 10_000, 100_000, 1_000_000)  # rounds

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
    percent: int = 0


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
    main: bool = False

    @property
    def measures(self) -> Measures:
        return Measures(row.outcome for row in self.rows)


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
    submission_hash: str
    equipment: tuple[Fact, ...]
    submission: tuple[Fact, ...]
    limits: tuple[Fact, ...]
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


# --- Making one ------------------------------------------------------------------------------------------------------


def sheet(terms: Terms, command: str, rounds: int, seed: int, workers: Workers, progress: "Progress") -> Sheet:
    """The PAR sheet of a game under its submission, with a cross-check of so many rounds."""
    key = terms.game.key
    tables = terms.tables
    solved = tuple(solutions(terms, workers, progress))
    entries = (*map(main_entry, solved), *side_entries(terms, workers, progress))
    card = lookup.card(key).card(terms, workers, progress) if lookup.has(key, "strategy_card") else None
    wrong = [Mistake(card.wager, way.say, way.ev, card.best - way.ev) for way in card.mistakes] if card else []
    unsolved = "" if lookup.has(key, "solve") else f"The best play of {terms.game.name} is not computed yet."
    return Sheet(
        game=key,
        name=terms.game.name,
        summary=terms.game.text.summary,
        version=__version__,
        command=command,
        text=text(key).title,
        text_hash=text_hash(key),
        rules_hash=terms.hash,
        submission_hash=hashlib.sha256(shown(to_builtins(terms.submission)).encode()).hexdigest(),
        equipment=tuple(equipment(terms)),
        submission=tuple(filed(terms)),
        limits=tuple(limits(terms)),
        tables=tables,
        entries=entries,
        unsolved=unsolved,
        mistakes=(*chain.from_iterable(map(mistakes, solved)), *wrong),
        card=card,
        check=cross_check(terms, entries, rounds, seed, workers, progress),
        assumptions=tuple(assumptions(terms, entries)),
        readings=tuple(readings(terms)),
    )


def text_hash(key: str) -> str:
    """The hash of a text as it is pinned: every clause with the fingerprint of its words."""
    whole = hashlib.sha256()
    for clause in text(key).clause:
        whole.update(f"{clause.id}\0{clause.words}\0".encode())
    return whole.hexdigest()


DEVICES = {"none": "none", "automated": "automated shuffler", "counting": "automated shuffler that counts"}


def equipment(terms: Terms) -> Iterator[Fact]:
    submission, pieces = terms.submission, terms.game.equipment.pieces
    named = f"{len(pieces.names)} {pieces.name}s"
    count = submission.decks
    if submission.dealing == "wheel":
        yield Fact("Wheel", f"{len(pieces.names)} sections")
    else:
        yield Fact("Pieces", named if count == 1 else f"{named} in each of {count} sets, one of them in play")
    if submission.dealing and submission.dealing != "wheel":
        yield Fact("Dealing", spoken(submission.dealing), terms.game.licence.choices.get("dealing", ()))
        yield Fact("Shuffler", DEVICES[submission.device], terms.game.licence.choices.get("shuffler", ()))
    if hasattr(submission, "positions"):
        yield Fact("Positions", str(submission.positions), terms.game.licence.choices.get("positions", ()))


def filed(terms: Terms) -> Iterator[Fact]:
    """Every field of the submission as it holds here."""
    for name, clauses in terms.game.licence.choices.items():
        yield Fact(name, shown(getattr(terms.submission, name)), clauses)


def limits(terms: Terms) -> Iterator[Fact]:
    for wager, least, most, clause in terms.wagers:
        between = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
        yield Fact(spoken(wager.name), between, (clause,))


def solutions(terms: Terms, workers: Workers, progress: "Progress") -> Iterator[Solution]:
    """The wagers that play decides; those of a pay table are counted by its rows."""
    key = terms.game.key
    if lookup.has(key, "solve") and not all(terms.posted.values()):
        yield from lookup.solver(key).solutions(terms, workers, progress)


def main_entry(solution: Solution) -> Entry:
    return Entry(
        wager=solution.wager,
        title=f"{spoken(solution.wager)}, {solution.name}",
        clause="",
        stake=0,
        method=solution.method,
        readings=solution.readings,
        rows=tuple(Row(one, "") for one in solution.outcomes),
        decisions=solution.decisions,
        by_stake=solution.by_stake,
        main=True,
    )


def side_entries(terms: Terms, workers: Workers, progress: "Progress") -> Iterator[Entry]:
    for table in terms.tables:
        if priced(table):
            yield from (side_entry(one, table) for one in wagered_on(terms, table, None, workers, progress))


def side_entry(one: Wagered, table: PayTable) -> Entry:
    percents = {row: getattr(pay, "percent", 0) for row, pay in table.pays.items()}
    played = f", {one.play}" if one.play else ""
    return Entry(
        wager=one.wager,
        title=f"{spoken(one.wager)}, {table.title}{played}",
        clause=one.clause,
        stake=one.stake,
        method="exact",
        readings={},
        rows=tuple(Row(row, one.pays.get(row.name, ""), percents.get(row.name, 0)) for row in one.outcomes),
        meter=one.meter,
        envied=one.envied,
    )


SHOWN_WAYS = 5


def mistakes(solution: Solution) -> Iterator[Mistake]:
    """The simple ways that cost least."""
    for way in solution.simple[:SHOWN_WAYS]:
        yield Mistake(solution.wager, way.say, way.ev, solution.measures.ev - way.ev)


def cross_check(
    terms: Terms, entries: tuple[Entry, ...], rounds: int, seed: int, workers: Workers, progress: "Progress"
) -> CrossCheck:
    """Simulate one seat that places every wager on offer, and set it beside the exact figures."""
    key = terms.game.key
    if not rounds:
        return CrossCheck("No simulation was asked for.")
    if not lookup.has(key, "sim"):
        return CrossCheck(f"{terms.game.name} has no compiled simulation yet, so there is nothing to set beside this.")
    strategies = lookup.sim(key).STRATEGIES
    strategy = "best" if "best" in strategies else strategies[0]
    stakes = {wager.name: least for wager, least, _, _ in terms.wagers}
    try:
        simulation = Simulation(
            terms, strategy=strategy, seats=1, stakes=stakes, seed=seed, workers=workers, progress=progress
        )
    except BadInput as error:
        return CrossCheck(f"The simulation cannot play this table: {error}.")
    *_, run = simulation.runs(rounds, None, None)
    compared = (compare(line, entries, terms) for line in simulation.lines(run))
    return CrossCheck("", strategy, run.rounds, seed, tuple(one for one in compared if one))


def compare(line: Line, entries: tuple[Entry, ...], terms: Terms) -> Compared | None:
    """A line of the simulation beside the wager that it is about; several wagers may share a table, or be the main."""
    table = terms.posted.get(line.name)
    names = {line.name, table.wager if table else ""}
    main = line.name in terms.posted and table is None
    entry = next((one for one in entries if one.wager in names or (main and one.main)), None)
    if entry is None:
        return None
    measures = entry.measures
    chances = {row.outcome.name: Fraction(row.outcome.ways, measures.total) for row in entry.rows}
    counts = tuple(Counted(name, chance, line.outcomes.get(name, 0)) for name, chance in chances.items())
    all_named = set(line.outcomes) <= set(chances)
    exact = None if entry.meter else measures.house_edge
    return Compared(line.name, exact, line.house_edge, line.se, counts if all_named else ())


def assumptions(terms: Terms, entries: tuple[Entry, ...]) -> Iterator[str]:
    """What the figures take for granted."""
    pieces = terms.game.equipment.pieces.name
    if terms.submission.dealing == "wheel":
        yield "Every section of the wheel is as likely as any other, and no spin depends on another."
    else:
        yield f"Every order of the {pieces}s is as likely as any other, and each round starts from all of them."
    yield "One position is reckoned by itself: nothing is known of the cards or tiles of other positions."
    yield (
        "Figures are per unit of the wager as it was first placed; the element of risk is per unit of all that was put "
        "up for it in the end. A hit is a round that pays more than was put up."
    )
    yield (
        "Hold is the house's part of the wagers first placed. Its bands are those of a normal distribution; they are "
        "fair from the number of rounds given beside them on, 25 times the square of the skewness and 30 at least."
    )
    if any(one.method != "exact" for one in entries):
        yield "Where the method is simulation, the counts are of simulated rounds and not of all that can be dealt."
    if any(one.meter for one in entries):
        yield "Progressive wagers are reckoned at a fixed meter, which one player alone wins."
    of_the_game = getattr(lookup.odds(terms.game.key), "assumptions", None)
    if of_the_game:
        yield from of_the_game(terms)


def readings(terms: Terms) -> Iterator[Reading]:
    for one in rulings(terms.game.key):
        value = shown(getattr(terms.submission, one.switch)) if one.switch else ""
        matters = one.money and concerned(one.switch, terms)
        yield Reading(one.id, one.title, one.question, one.reading, one.clauses, one.switch, value, matters)
