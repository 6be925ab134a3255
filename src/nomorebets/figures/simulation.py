"""A simulation that is checked before it is run, and what came of it as a document."""

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from math import ceil, inf, sqrt
from pathlib import Path

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.stakes import bank_offers, check_seats, check_strategy, placed_stakes
from nomorebets.figures.wagers import At
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds import maths
from nomorebets.odds.maths import simulator
from nomorebets.odds.wagers import is_priced
from nomorebets.rulebook.money import Fixed, For, Share, To, dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim import run as running
from nomorebets.sim.run import MOST_ROUNDS, Kernel, Run
from nomorebets.sim.strategy import Own
from nomorebets.sim.tally import MOST_IN_A_ROUND, Line
from nomorebets.table.game import Terms

EXACT, SAMPLED = "exact", "estimated from the sample"  # what a standard error is


class LineDocument(Struct, frozen=True):
    """One wager over a whole simulation; money in cents."""

    wager: str
    placed: int
    staked: int
    net: int
    house_edge: float
    se: float
    outcomes: dict[str, int]
    se_is: str = SAMPLED


class SimulationDocument(Struct, frozen=True):
    """What came of a simulation."""

    game: str
    strategy: str
    seats: int
    stakes: dict[str, int]
    rounds: int
    seed: int
    house_edge: float
    se: float
    outcomes: dict[str, int]
    lines: tuple[LineDocument, ...]
    rounds_per_second: float
    submission: str = ""
    se_is: str = SAMPLED


MOST_UNITS = 10  # that a wager can win or lose besides what a table pays
MOST_TIMES = 4  # the first stake that a table may pay on, or twice on two
MOST_GROWN = running.CHUNK * 100  # stakes of all seats that a meter grows by in a chunk, and more
ROUNDS = 10_000_000  # if nothing else is said


class Simulation:
    """A simulation to be run: checked, and with everything that its result depends on."""

    def __init__(
        self,
        terms: Terms,
        *,
        strategy: str | Own,
        seats: int,
        stakes: Mapping[str, int],
        seed: int,
        workers: Workers,
        progress: Progress,
        bank: str = "",
    ) -> None:
        running.check_seed(seed)
        check_strategy(terms, strategy)
        check_seats(terms, seats)
        self.terms, self.seats, self.seed, self.bank = terms, seats, seed, bank
        self.strategy = strategy if isinstance(strategy, str) else strategy.name
        self.stakes = placed_stakes(terms, stakes, bank_offers(terms, bank, seats))
        check_reach(terms, seats, self.stakes)
        self.workers = workers
        self.kernel = self._kernel(strategy, progress)
        decided_by = strategy if isinstance(strategy, str) else strategy.hash
        wagers = " ".join(f"{wager}={stake}" for wager, stake in self.stakes.items())
        # all that the result depends on, but for the seed and the number of rounds
        self.what = " ".join(filter(None, (terms.game.key, decided_by, bank, str(seats), wagers, terms.hash)))

    def _kernel(self, strategy: str | Own, progress: Progress) -> Kernel:
        of = simulator(self.terms.game.key)
        if of.banking and self.bank:
            return of.banking.kernel(self.terms, strategy, self.seats, self.stakes, self.workers, progress, self.bank)
        return of.kernel(self.terms, strategy, self.seats, self.stakes, self.workers, progress)

    def runs(self, rounds: int | None, until_se: float | None, checkpoint: Path | None) -> Iterator[Run]:
        """The run after every chunk, until there are enough rounds or the standard error is small enough."""
        start = Run(self.what, self.seed)
        if checkpoint:
            start = running.resume(checkpoint, start, rounds)
        if start.rounds:
            yield start
        for run in running.simulate(self.kernel, start, rounds, self.workers):
            if checkpoint:
                running.save_run(checkpoint, run)
            yield run
            if until_se is not None and self.lines(run)[0].se <= until_se:
                return

    def lines(self, run: Run) -> tuple[Line, ...]:
        return running.lines(self.kernel, run)

    def document(self, run: Run, seconds: float, submission: str) -> SimulationDocument:
        lines = self.lines(run)
        first = line_document(lines[0], self.exact_se(lines[0]))
        return SimulationDocument(
            game=self.terms.game.key,
            strategy=self.strategy,
            seats=self.seats,
            stakes=dict(self.stakes),
            rounds=run.rounds,
            seed=run.seed,
            house_edge=float(lines[0].house_edge),
            se=first.se,
            se_is=first.se_is,
            outcomes=lines[0].outcomes,
            lines=tuple(line_document(line, self.exact_se(line)) for line in lines),
            rounds_per_second=run.rounds / seconds if seconds else 0.0,
            submission=submission,
        )

    def exact_se(self, line: Line) -> float | None:
        """The standard error of a line whose standard deviation is known, not estimated from what was seen.

        That is known for one seat's wager that its own cards, or one number, decide at odds.  Seats share a deal, a
        meter moves during the run, and how a main wager fares depends on the strategy.
        """
        known = exact_sd(self.terms, line.name, self.stakes.get(line.name, 0)) if self.seats == 1 else None
        if known is None or line.placed != line.rounds * self.stakes[line.name]:
            return None
        return known / sqrt(line.rounds)

    def tallies(self, run: Run) -> str:
        """All that was counted, as CSV: whole numbers, from which every figure of the run follows."""
        text = StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(("seed", "rounds", "wager", "tally", "value"))
        for line in self.lines(run):
            sums = {"placed": line.placed, "staked": line.staked, "net": line.net, "squares": line.squares}
            for name, value in (*sums.items(), *((f"outcome: {name}", count) for name, count in line.outcomes.items())):
                table.writerow((run.seed, run.rounds, line.name, name, value))
        return text.getvalue()


def check_reach(terms: Terms, seats: int, stakes: Mapping[str, int]) -> None:
    """Refuse stakes with which one round could win more than is added up: 46 quadrillion dollars."""
    reach = seats * sum(most_won(terms, wager, stake) for wager, stake in stakes.items())
    if reach >= MOST_IN_A_ROUND:
        raise BadInput(
            f"these stakes could win {dollars(reach)} in one round; what is added up stays below "
            f"{dollars(MOST_IN_A_ROUND)}: take lower stakes or fewer seats"
        )


def most_won(terms: Terms, wager: str, stake: int) -> int:
    """No less than a stake can win or lose in a round, with all that is added to it later."""
    on_offer = {one.name for one, _, _, _ in terms.wagers}
    table = terms.posted.get(wager)
    decided_by = [table] if table else [of for name, of in terms.posted.items() if of and name not in on_offer]
    return MOST_UNITS * stake + sum(most_paid(terms, one, stake) for one in decided_by)


def most_paid(terms: Terms, table: PayTable, stake: int) -> int:
    meter = sum(terms.game.licence.meters(terms.submission).get(table.wager, {}).values())
    most = 0
    for pay in table.pays.values():
        match pay:
            case To() | For():
                most = max(most, MOST_TIMES * ceil((pay.odds + 1) * stake))
            case Fixed(cents):
                most = max(most, cents)
            case Share():
                most = max(most, meter + MOST_GROWN * stake)
    return most


def exact_sd(terms: Terms, wager: str, stake: int) -> float | None:
    """The standard deviation of a wager by itself, per unit; None where more than its own row decides it."""
    table, of = terms.posted.get(wager), maths.odds(terms.game.key)
    if table is None or table.shares or not is_priced(table) or not stake:
        return None
    names = {name for name, _ in of.lines(table, terms.submission)}
    limited = of.paid is not None and of.paid(table, terms.submission).most is not None
    if table.wager not in names or limited:  # a limit may be for several wagers together
        return None
    return At(terms, table, table.wager)(stake, 0).measures.sd


def line_document(line: Line, exact: float | None) -> LineDocument:
    se, se_is = (line.se, SAMPLED) if exact is None else (exact, EXACT)
    return LineDocument(line.name, line.placed, line.staked, line.net, float(line.house_edge), se, line.outcomes, se_is)


def rounds_to_play(rounds: int | None, until_se: float | None) -> int | None:
    """How many rounds are played at most; ten million where neither they nor a standard error are given."""
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds cannot be played; there are 1 to {MOST_ROUNDS}")
    if until_se is not None and not 0 < until_se < inf:
        raise BadInput(f"a standard error of {until_se} cannot be reached; it is above 0, e.g. 0.0001")
    return ROUNDS if rounds is None and until_se is None else rounds
