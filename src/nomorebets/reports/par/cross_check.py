"""The simulation that a PAR sheet sets beside its exact figures."""

from fractions import Fraction
from math import sqrt

from nomorebets.errors import BadInput
from nomorebets.figures.simulation import Simulation
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds import maths as lookup
from nomorebets.reports.par.model import Compared, Counted, CrossCheck, Entry
from nomorebets.sim.tally import Line
from nomorebets.table.game import Terms


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
    if entry.by_stake:
        return compare_at_stake(line, entry)
    measures = entry.measures
    counts = counts_beside(line, entry)
    exact = None if entry.meter else measures.house_edge
    # what is known exactly is not estimated from a sample, which may lack the hits that most of it comes from
    se = measures.sd / sqrt(line.rounds) if entry.method == "exact" and not entry.meter else line.se
    return Compared(line.name, exact, line.house_edge, se, counts)


def compare_at_stake(line: Line, entry: Entry) -> Compared:
    """A wager whose vigorish is rounded, beside the edge of the least stake; its deviation is that of the sample."""
    least = entry.by_stake[0]  # rounded as elected
    return Compared(
        line.name, -least.ev, line.house_edge, line.se, () if least.set_anew else counts_beside(line, entry)
    )


def counts_beside(line: Line, entry: Entry) -> tuple[Counted, ...]:
    """How often each outcome came, beside its chance; nothing if some came that the figures do not name."""
    total = entry.measures.total
    chances = {row.outcome.name: Fraction(row.outcome.ways, total) for row in entry.rows}
    counts = tuple(Counted(name, chance, line.outcomes.get(name, 0)) for name, chance in chances.items())
    return counts if set(line.outcomes) <= set(chances) else ()
