"""Making the PAR sheet of a game under a submission."""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from msgspec import to_builtins

from nomorebets import __version__
from nomorebets.errors import BadInput
from nomorebets.figures.simulation import Simulation
from nomorebets.figures.wagers import wagered_on
from nomorebets.licence.check import concerned
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds import maths as lookup
from nomorebets.odds.solution import Solution
from nomorebets.odds.wagers import Wagered, is_priced
from nomorebets.reports.par.model import (
    Compared,
    Counted,
    CrossCheck,
    Entry,
    Fact,
    Mistake,
    Reading,
    Row,
    Sheet,
    spoken,
)
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.money import Share, dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim.tally import Line
from nomorebets.table.game import Terms
from nomorebets.table.submission import shown


def sheet(filed: Filed, command: str, rounds: int, seed: int, workers: Workers, progress: Progress) -> Sheet:
    """The PAR sheet of a game under its submission, with a cross-check of so many rounds."""
    terms = filed.terms
    key = terms.game.key
    solved = tuple(solutions(terms, workers, progress))
    entries = (*map(main_entry, solved), *side_entries(terms, workers, progress))
    card = lookup.strategy_card(key)(terms, workers, progress) if lookup.maths(key).strategy_card else None
    wrong = [Mistake(card.wager, way.say, way.ev, card.best - way.ev) for way in card.mistakes] if card else []
    unsolved = "" if lookup.maths(key).solver else f"The best play of {terms.game.name} is not computed yet."
    return Sheet(
        game=key,
        name=terms.game.name,
        summary=terms.game.summary,
        version=__version__,
        command=command,
        text=text(key).title,
        text_hash=text_hash(key),
        rules_hash=terms.hash,
        filed_as=filed.submission,
        submission_hash=hashlib.sha256(shown(to_builtins(terms.submission)).encode()).hexdigest(),
        equipment=tuple(equipment(terms)),
        submission=tuple(fields(terms)),
        limits=tuple(limits(terms)),
        tables=terms.tables,
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
    submission, pieces = terms.submission, terms.game.pieces
    named = f"{len(pieces.names)} {pieces.name}s"
    count = submission.decks
    if submission.dealing == "wheel":
        yield Fact("Wheel", f"{len(pieces.names)} sections")
    else:
        yield Fact("Pieces", named if count == 1 else f"{named} in each of {count} sets, one of them in play")
    if submission.dealing and submission.dealing != "wheel":
        yield Fact("Dealing", spoken(submission.dealing), terms.game.choices.get("dealing", ()))
        yield Fact("Shuffler", DEVICES[submission.device], terms.game.choices.get("shuffler", ()))
    yield Fact("Positions", str(submission.positions), terms.game.choices.get("positions", ()))


def fields(terms: Terms) -> Iterator[Fact]:
    """Every field of the submission as it holds here."""
    for name, clauses in terms.game.choices.items():
        yield Fact(name, shown(getattr(terms.submission, name)), clauses)


def limits(terms: Terms) -> Iterator[Fact]:
    for wager, least, most, clause in terms.wagers:
        between = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
        yield Fact(spoken(wager.name), between, (clause,))


def solutions(terms: Terms, workers: Workers, progress: Progress) -> Iterator[Solution]:
    """The wagers that play decides; those of a pay table are counted by its rows."""
    key = terms.game.key
    if lookup.maths(key).solver and not all(terms.posted.values()):
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


def side_entries(terms: Terms, workers: Workers, progress: Progress) -> Iterator[Entry]:
    for table in terms.tables:
        if is_priced(table):
            yield from (side_entry(one, table) for one in wagered_on(terms, table, None, workers, progress))


def side_entry(one: Wagered, table: PayTable) -> Entry:
    percents = {row: pay.percent for row, pay in table.pays.items() if isinstance(pay, Share)}
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
    terms: Terms, entries: tuple[Entry, ...], rounds: int, seed: int, workers: Workers, progress: Progress
) -> CrossCheck:
    """Simulate one seat that places every wager on offer, and set it beside the exact figures."""
    key = terms.game.key
    if not rounds:
        return CrossCheck("No simulation was asked for.")
    if not lookup.maths(key).simulator:
        return CrossCheck(f"{terms.game.name} has no compiled simulation yet, so there is nothing to set beside this.")
    strategies = lookup.simulator(key).strategies
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
    pieces = terms.game.pieces.name
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
    of_the_game = lookup.odds(terms.game.key).assumptions
    if of_the_game:
        yield from of_the_game(terms)


def readings(terms: Terms) -> Iterator[Reading]:
    for one in rulings(terms.game.key):
        value = shown(getattr(terms.submission, one.switch)) if one.switch else ""
        matters = one.money and concerned(one.switch, terms)
        yield Reading(one.id, one.title, one.question, one.reading, one.clauses, one.switch, value, matters)
