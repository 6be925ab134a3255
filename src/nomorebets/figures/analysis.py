"""What the commands of mathematics print: documents for `--json`, and the same for people to look at."""

import csv
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import groupby
from math import ceil, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.machine.cache import kept_document
from nomorebets.machine.workers import Workers, unseen
from nomorebets.odds import lookup
from nomorebets.odds.lookup import odds, sim, solver
from nomorebets.odds.solution import Choice, Solution
from nomorebets.odds.strategy_card import Card
from nomorebets.odds.wagers import Envied, Metered, Wagered, priced, wagered
from nomorebets.reports import console as report
from nomorebets.rulebook.money import dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim import run as running
from nomorebets.sim.strategy import FROM_FILE, Own
from nomorebets.sim.tally import Line
from nomorebets.table.game import Terms
from nomorebets.table.in_two.vigorish import ROUNDINGS

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.machine.workers import Progress


def ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


# --- Odds ------------------------------------------------------------------------------------------------------------


class RowDocument(Struct, frozen=True):
    """One row of a pay table."""

    outcome: str
    ways: int
    pays: str
    net: str


class MeterDocument(Struct, frozen=True):
    """What a progressive wager has from its meter; amounts in cents."""

    amount: int
    returned_without_meter: float
    per_cent_won: float
    break_even: int
    wagers_between_hits: float


class EnvyDocument(Struct, frozen=True):
    """What a wager has from the hands of other players, at the least stake that has it; in cents."""

    least_stake: int
    each_other: float
    house_edge_with_others: dict[int, float]


class OddsDocument(Struct, frozen=True):
    """One wager on one pay table."""

    game: str
    wager: str
    pay_table: str
    clause: str
    play: str
    stake: int
    total: int
    outcomes: tuple[RowDocument, ...]
    house_edge: str
    house_edge_decimal: float
    hit_frequency: float
    sd: float
    meter: MeterDocument | None = None
    envy: EnvyDocument | None = None


def odds_document(terms: Terms, wagered: Wagered) -> OddsDocument:
    measures = wagered.measures
    rows = tuple(
        RowDocument(one.name, one.ways, wagered.pays.get(one.name, ""), str(one.net)) for one in wagered.outcomes
    )
    return OddsDocument(
        game=terms.game.key,
        wager=wagered.wager,
        pay_table=wagered.pay_table,
        clause=wagered.clause,
        play=wagered.play,
        stake=wagered.stake,
        total=measures.total,
        outcomes=rows,
        house_edge=ratio(measures.house_edge),
        house_edge_decimal=float(measures.house_edge),
        hit_frequency=float(measures.hit_frequency),
        sd=measures.sd,
        meter=meter_document(wagered.meter, measures.total) if wagered.meter else None,
        envy=envy_document(wagered.envied, measures.house_edge, terms) if wagered.envied else None,
    )


def meter_document(meter: Metered, total: int) -> MeterDocument:
    return MeterDocument(
        amount=meter.amount,
        returned_without_meter=float(meter.without),
        per_cent_won=float(meter.per_cent),
        break_even=ceil(meter.break_even),
        wagers_between_hits=total / meter.hits,
    )


def envy_document(envied: Envied, alone: Fraction, terms: Terms) -> EnvyDocument:
    others = range(1, terms.submission.positions)
    edges = {number: float(alone - number * envied.share) for number in others}
    return EnvyDocument(envied.least, float(envied.each), edges)


def odds_documents(
    terms: Terms,
    *,
    posted: bool,
    wager: str | None,
    pay_table: str | None,
    meter: int | None,
    workers: Workers,
    progress: "Progress" = unseen,
) -> list[OddsDocument]:
    """Every wager that a pay table decides: those of the submission, or of every table of the text."""
    tables = [] if posted else list(printed_tables(terms))
    if not tables:  # no column of the text is a wager's by itself, or it is the submission that counts
        tables = [(terms, table) for table in terms.tables]
    found = [
        one
        for under, table in tables
        if priced(table) and pay_table in (None, table.letter)
        for one in documents_on(under, table, meter, workers, progress)
        if wager in (None, one.wager, table.wager)
    ]
    if not tables:
        if not odds(terms.game.key).NAMES:
            raise BadInput(f"no wager of {terms.game.name} is paid by a table; its edges come from nmb solve")
        raise BadInput(f"{terms.game.name} has no pay table here: the submission posts none")
    uncounted = [
        why for under, table in tables if wager in (None, table.wager) and (why := why_uncounted(under, table))
    ]
    if uncounted and not found:
        raise BadInput(uncounted[0])
    for why in uncounted:
        _errors().print(why)
    if not found:
        asked = " ".join(one for one in (wager, pay_table) if one) or "any wager"
        names = ", ".join(dict.fromkeys(f"{table.wager} {table.letter}" for _, table in tables))
        raise BadInput(f"{terms.game.name} has no pay table for {asked}; its wagers and tables are {names}")
    return found


def why_uncounted(terms: Terms, table: PayTable) -> str:
    """Why a table has no odds that can be counted; "" if it has."""
    module = odds(terms.game.key)
    why: str = module.uncounted(table, terms.submission) if hasattr(module, "uncounted") else ""
    return why


def printed_tables(terms: Terms) -> Iterator[tuple[Terms, PayTable]]:
    """Every column that the text prints for a wager, as the submission would read it if it had selected it."""
    selectable = set(terms.submission.__struct_fields__)
    for wager, columns in terms.game.licence.pay_tables.items():
        if wager not in odds(terms.game.key).NAMES:
            continue
        for letter in columns:
            selected = isinstance(getattr(terms.submission, wager, None), str | None) and wager in selectable
            under = Terms(terms.game, replace(terms.submission, **{wager: letter})) if selected else terms
            yield from ((under, table) for table in under.tables if table.wager == wager)


def documents_on(
    terms: Terms, table: PayTable, meter: int | None, workers: Workers, progress: "Progress"
) -> list[OddsDocument]:
    return kept_document(
        ("odds", terms.game.key, terms.hash, table, meter),
        list[OddsDocument],
        lambda: [odds_document(terms, one) for one in wagered_on(terms, table, meter, workers, progress)],
    )


def wagered_on(
    terms: Terms, table: PayTable, meter: int | None, workers: Workers, progress: "Progress"
) -> Iterator[Wagered]:
    """The wagers that a table decides, at the least that may be staked, as they are played where that decides too."""
    amount = terms.game.licence.meters(terms.submission).get(table.wager, {}).get("main", 0) if meter is None else meter
    stake = min(least for one, least, _, _ in terms.wagers if terms.posted[one.name] == table)
    kept = terms.submission.fixed_amount_stake == "kept"
    module = odds(terms.game.key)
    plays = list(module.played(terms, table, workers, progress)) if hasattr(module, "played") else []
    lines = [(table.wager, play, counts) for play, counts in plays]
    never_folded = "if no hand were folded" if plays else ""
    lines += [(name, never_folded, counts) for name, counts in module.lines(table, terms.submission)]
    whole = module.whole(table) if hasattr(module, "whole") else table
    envied = module.envied(table, terms.submission) if hasattr(module, "envied") else None
    for name, play, counts in lines:
        yield wagered(whole, counts, stake=stake, meter=amount, stake_kept=kept, name=name, play=play, envied=envied)


# --- Best play -------------------------------------------------------------------------------------------------------


class OutcomeDocument(Struct, frozen=True):
    """One way in which a wager ends."""

    outcome: str
    ways: int
    net: str
    staked: str


class AtStakeDocument(Struct, frozen=True):
    """The house edge of one amount, which depends on how vigorish is rounded; amounts in cents."""

    rounding: str
    stake: int
    vigorish: int
    house_edge: float


class SolutionDocument(Struct, frozen=True):
    """A way of playing the main wager, and what comes of it."""

    game: str
    wager: str
    name: str
    readings: dict[str, str]
    method: str
    total: int
    ev: str
    ev_decimal: float
    se: float
    house_edge: str
    house_edge_decimal: float
    element_of_risk: float
    staked: float
    hit_frequency: float
    sd: float
    skewness: float
    decisions: dict[str, float]
    outcomes: tuple[OutcomeDocument, ...]
    strategy: dict[str, Any]
    by_stake: tuple[AtStakeDocument, ...] = ()
    also: tuple["SolutionDocument", ...] = ()


def solution_document(solution: Solution, also: tuple[SolutionDocument, ...] = ()) -> SolutionDocument:
    measures = solution.measures
    decided = sum(solution.decisions.values())
    best = measures.ev
    simple = [{"say": way.say, "ev": float(way.ev), "cost": float(best - way.ev)} for way in solution.simple]
    return SolutionDocument(
        game=solution.game,
        wager=solution.wager,
        name=solution.name,
        readings=solution.readings,
        method=solution.method,
        total=measures.total,
        ev=ratio(best),
        ev_decimal=float(best),
        se=solution.se,
        house_edge=ratio(measures.house_edge),
        house_edge_decimal=float(measures.house_edge),
        element_of_risk=float(measures.element_of_risk),
        staked=float(measures.staked),
        hit_frequency=float(measures.hit_frequency),
        sd=measures.sd,
        skewness=measures.skewness,
        decisions={do: count / decided for do, count in solution.decisions.items()},
        outcomes=tuple(OutcomeDocument(one.name, one.ways, str(one.net), str(one.staked)) for one in measures.outcomes),
        strategy={"best": solution.best, "simple": simple},
        by_stake=tuple(AtStakeDocument(at.rounding, at.stake, at.fee, -float(at.ev)) for at in solution.by_stake),
        also=also,
    )


def solved(terms: Terms, workers: Workers, progress: "Progress") -> SolutionDocument:
    def reckoned() -> SolutionDocument:
        first, *others = solver(terms.game.key).solutions(terms, workers, progress)
        return solution_document(first, tuple(solution_document(one) for one in others))

    return kept_document(("solve", terms.game.key, terms.hash), SolutionDocument, reckoned)


def condensed(terms: Terms, workers: Workers, progress: "Progress") -> Card:
    """The strategy card of a game."""
    found: Card = lookup.card(terms.game.key).card(terms, workers, progress)
    return found


def advice_documents(terms: Terms, hand: str, up: str) -> list[dict[str, Any]]:
    pieces = terms.game.equipment.pieces
    held, shown = pieces.parse(hand), pieces.parse(up)
    both = [piece for piece in shown if piece in held]
    if both:
        raise BadInput(f"{pieces.text(both)} cannot be in the hand and lie face up as well")
    choices: tuple[Choice, ...] = solver(terms.game.key).advice(terms, held, shown)
    return [{"do": one.do, "say": one.say, "ev": ratio(one.ev), "ev_decimal": float(one.ev)} for one in choices]


# --- Simulation ------------------------------------------------------------------------------------------------------


class LineDocument(Struct, frozen=True):
    """One wager over a whole simulation; money in cents."""

    wager: str
    placed: int
    staked: int
    net: int
    house_edge: float
    se: float
    outcomes: dict[str, int]


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


def line_document(line: Line) -> LineDocument:
    return LineDocument(line.name, line.placed, line.staked, line.net, float(line.house_edge), line.se, line.outcomes)


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
        progress: "Progress",
        bank: str = "",
    ) -> None:
        module = sim(terms.game.key)
        check_strategy(terms, strategy)
        if not 1 <= seats <= terms.submission.positions:
            raise BadInput(
                f"{seats} seats cannot be; a table has 1 to {terms.submission.positions}", terms.cites["positions"]
            )
        self.terms, self.seats, self.seed, self.bank = terms, seats, seed, bank
        self.strategy = strategy if isinstance(strategy, str) else strategy.name
        self.stakes = placed(terms, stakes, banked(terms, bank, seats))
        self.workers = workers
        role = {"bank": bank} if bank else {}
        self.kernel: running.Kernel = module.kernel(terms, strategy, seats, self.stakes, workers, progress, **role)
        decided_by = strategy if isinstance(strategy, str) else strategy.hash
        wagers = " ".join(f"{wager}={stake}" for wager, stake in self.stakes.items())
        # all that the result depends on, but for the seed and the number of rounds
        self.what = " ".join(filter(None, (terms.game.key, decided_by, bank, str(seats), wagers, terms.hash)))

    def runs(self, rounds: int | None, until_se: float | None, checkpoint: Path | None) -> Iterator[running.Run]:
        """The run after every chunk, until there are enough rounds or the standard error is small enough."""
        start = running.Run(self.what, self.seed)
        if checkpoint:
            start = running.resumed(checkpoint, start, rounds)
        if start.rounds:
            yield start
        for run in running.simulated(self.kernel, start, rounds, self.workers):
            if checkpoint:
                running.left_off(checkpoint, run)
            yield run
            if until_se is not None and self.lines(run)[0].se <= until_se:
                return

    def lines(self, run: running.Run) -> tuple[Line, ...]:
        return running.lines(self.kernel, run)

    def document(self, run: running.Run, seconds: float) -> SimulationDocument:
        lines = self.lines(run)
        return SimulationDocument(
            game=self.terms.game.key,
            strategy=self.strategy,
            seats=self.seats,
            stakes=dict(self.stakes),
            rounds=run.rounds,
            seed=run.seed,
            house_edge=float(lines[0].house_edge),
            se=lines[0].se,
            outcomes=lines[0].outcomes,
            lines=tuple(map(line_document, lines)),
            rounds_per_second=run.rounds / seconds if seconds else 0.0,
        )


def own_strategy(terms: Terms, name: str, text: str) -> Own:
    """A player's own strategy, read as the game has it."""
    module = sim(terms.game.key)
    if FROM_FILE not in module.STRATEGIES:
        raise BadInput(f"{terms.game.name} takes no strategy from a file; there are {', '.join(module.STRATEGIES)}")
    own: Own = module.read_strategy(name, text)
    return own


def check_strategy(terms: Terms, strategy: str | Own) -> None:
    """Refuse what is no strategy of a game."""
    names = sim(terms.game.key).STRATEGIES
    if isinstance(strategy, str) and (strategy not in names or strategy == FROM_FILE):
        raise BadInput(f"{strategy!r} is not a strategy of {terms.game.name}; there are {', '.join(names)}")


OnOffer = Mapping[str, tuple[int, int, str]]  # wager -> least, most and clause


def banked(terms: Terms, bank: str, seats: int) -> OnOffer:
    """What may be wagered besides if somebody banks; refused where nobody can."""
    module = sim(terms.game.key)
    if not bank:
        return {}
    if not hasattr(module, "banked"):
        raise BadInput(f"nobody banks at {terms.game.name} but the house; leave out --bank")
    offered: OnOffer = module.banked(terms, bank, seats)
    return offered


def placed(terms: Terms, stakes: Mapping[str, int], besides: OnOffer) -> dict[str, int]:
    """The stakes of every seat, checked as the table would.

    The main wager is the least that it may be, if nothing else is said; where no wager has to be placed, all are.
    """
    limits = {**{wager.name: (least, most, clause) for wager, least, most, clause in terms.wagers}, **besides}
    for wager, stake in stakes.items():
        if wager not in limits:
            raise BadInput(f"{wager!r} is not on offer here; the wagers are {', '.join(limits)}")
        least, most, clause = limits[wager]
        if not least <= stake <= most:
            raise BadInput(f"{wager} of {stake} cents is not accepted; from {least} to {most} is", clause)
    if terms.required:
        return {terms.required: limits[terms.required][0], **stakes}
    for wager in stakes:
        need = terms.beside.get(wager)
        if need and need not in stakes:
            raise BadInput(f"{wager} needs a wager on {need} beside it", limits[wager][2])
    return dict(stakes) or {wager: least for wager, (least, _, _) in limits.items()}


def simulated(
    terms: Terms,
    *,
    rounds: int | None,
    seed: int,
    strategy: str | Own,
    seats: int,
    wagers: list[str],
    workers: Workers,
    until_se: float | None,
    checkpoint: str | None,
    bank: str = "",
    tallies: Callable[[str], None] | None = None,
) -> SimulationDocument:
    """Run a simulation with its progress on the error stream; an interruption ends it with what was done."""
    if rounds is not None and rounds < 1:
        raise BadInput(f"{rounds} rounds cannot be played; there is at least 1")
    if until_se is not None and not 0 < until_se < inf:
        raise BadInput(f"a standard error of {until_se} cannot be reached; it is above 0, e.g. 0.0001")
    if rounds is None and until_se is None:
        rounds = ROUNDS
    with progress_bar(f"preparing {terms.game.name}") as progress:
        simulation = Simulation(
            terms,
            strategy=strategy,
            seats=seats,
            stakes=named_stakes(wagers),
            seed=seed,
            workers=workers,
            progress=progress,
            bank=bank,
        )
    run = running.Run(simulation.what, seed)
    start = time.monotonic()
    try:
        with simulation_bar(simulation, rounds) as show:
            for run in simulation.runs(rounds, until_se, Path(checkpoint) if checkpoint else None):
                show(run)
    except KeyboardInterrupt:
        if not run.rounds:
            raise BadInput("interrupted before the first chunk of rounds was done") from None
        _errors().print(f"interrupted after {run.rounds:,} rounds")
    if tallies:
        tallies(tallied(simulation.lines(run), run))
    return simulation.document(run, time.monotonic() - start)


def tallied(lines: tuple[Line, ...], run: running.Run) -> str:
    """All that was counted, as CSV: whole numbers, from which every figure of the run follows."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("seed", "rounds", "wager", "tally", "value"))
    for line in lines:
        sums = {"placed": line.placed, "staked": line.staked, "net": line.net, "squares": line.squares}
        for name, value in (*sums.items(), *((f"outcome: {name}", count) for name, count in line.outcomes.items())):
            table.writerow((run.seed, run.rounds, line.name, name, value))
    return text.getvalue()


def named_stakes(wagers: list[str]) -> dict[str, int]:
    stakes = {}
    for one in wagers:
        name, _, cents = one.partition("=")
        if not cents.isascii() or not cents.isdecimal():
            raise BadInput(f"{one!r} is no wager; write NAME=CENTS, e.g. ante=1000")
        stakes[name] = int(cents)
    return stakes


# --- For people ------------------------------------------------------------------------------------------------------


def _errors() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


Show = Callable[..., None]  # what is to be changed of the bar


@contextmanager
def shown_bar(what: str, parts: int | None) -> Iterator[Show]:
    """A bar on the error stream."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    errors = _errors()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        yield partial(bar.update, bar.add_task(what, total=parts))


@contextmanager
def progress_bar(what: str) -> Iterator["Progress"]:
    """A bar for work that is cut into parts; whoever interrupts it is told how far it had come."""
    so_far = "before its first part was done"

    def progress(done: int, parts: int) -> None:
        nonlocal so_far
        so_far = f"after {done:,} of {parts:,} parts"
        show(completed=done, total=parts)

    try:
        with shown_bar(what, None) as show:
            yield progress
    except KeyboardInterrupt:
        _errors().print(f"interrupted while {what}, {so_far}; nothing of it is kept")
        raise


@contextmanager
def simulation_bar(simulation: Simulation, rounds: int | None) -> Iterator[Callable[[running.Run], None]]:
    """A bar with the running estimate, its band of 95 per cent, rounds per second and the time left."""
    with shown_bar("first chunk", rounds) as show:
        start = time.monotonic()

        def show_run(run: running.Run) -> None:
            main = simulation.lines(run)[0]
            speed = run.rounds / (time.monotonic() - start) / 1e6
            say = f"house edge {float(main.house_edge):.4%} ± {1.96 * main.se:.4%}  {speed:.1f}M rounds/s"
            show(completed=run.rounds, description=say)

        yield show_run


def print_odds(console: "Console", documents: list[OddsDocument]) -> None:
    for one in documents:
        played = f", {one.play}" if one.play else ""
        console.print(f"[bold]{one.wager}[/], {one.pay_table}{played}  [dim]{one.clause}[/]")
        table = report.listing("outcome", "ways", "share", "pays")
        for row in one.outcomes:
            table.add_row(row.outcome, f"{row.ways:,}", f"{row.ways / one.total:.6%}", row.pays)
        console.print(table)
        console.print(
            f"  of {one.total:,}: house edge {one.house_edge_decimal:.4%} = {one.house_edge}, hit frequency "
            f"{one.hit_frequency:.4%}, standard deviation {one.sd:.4f}"
        )
        if one.meter:
            meter = one.meter
            console.print(
                f"  with {dollars(meter.amount)} on the meter and a wager of {dollars(one.stake)}; without the meter "
                f"{meter.returned_without_meter:.4%} is returned, all of it from {dollars(meter.break_even)} on; "
                f"the meter is won once in {meter.wagers_between_hits:,.0f} wagers"
            )
        if one.envy:
            envy = one.envy
            edges = ", ".join(f"{edge:.4%} with {others}" for others, edge in envy.house_edge_with_others.items())
            console.print(
                f"  envy: each other player's hand adds {envy.each_other / envy.least_stake:.4%} of a wager of "
                f"{dollars(envy.least_stake)}; house edge by the number of others: {edges}"
            )


def print_solution(console: "Console", document: SolutionDocument) -> None:
    for one in (document, *document.also):
        console.print(f"[bold]{one.game}[/], {one.wager}: {one.name}")
        readings = ", ".join(f"{switch} = {value}" for switch, value in one.readings.items())
        if readings:
            console.print(f"  under {readings}")
        figure = f"± {one.se:.4%} (standard error)" if one.se else f"= {one.house_edge}"
        console.print(f"  house edge {one.house_edge_decimal:.6%} {figure}, {one.method}")
        console.print(
            f"  element of risk {one.element_of_risk:.4%}, on average {one.staked:.4f} put up, "
            f"standard deviation {one.sd:.4f}, skewness {one.skewness:.4f}"
        )
        shares = ", ".join(f"{do} {share:.4%}" for do, share in one.decisions.items())
        if shares:
            console.print(f"  {shares}")
        table = report.listing("outcome", "ways", "share", "net")
        for outcome in one.outcomes:
            table.add_row(outcome.outcome, f"{outcome.ways:,}", f"{outcome.ways / one.total:.6%}", outcome.net)
        console.print(table)
        if one.by_stake:
            console.print(stake_listing(one.by_stake))
        console.print(f"  best: {one.strategy['best']}")
        for way in one.strategy["simple"][:5]:
            console.print(f"  {way['say']}: house edge {-way['ev']:.4%}, costs {way['cost']:.4%}")


def stake_listing(ats: tuple[AtStakeDocument, ...]) -> Any:
    """The house edge by the amount, with vigorish rounded as elected and beside it as it might be."""
    roundings = {rounding: list(some) for rounding, some in groupby(ats, key=lambda at: at.rounding)}
    heads = [head for rounding in roundings for head in (f"vigorish {ROUNDINGS[rounding]}", "house edge")]
    table = report.listing("wager", *heads)
    for beside in zip(*roundings.values(), strict=True):
        edges = [cell for at in beside for cell in (dollars(at.vigorish), f"{at.house_edge:.4%}")]
        table.add_row(dollars(beside[0].stake), *edges)
    return table


def print_advice(console: "Console", documents: list[dict[str, Any]]) -> None:
    for one in documents:
        console.print(f"{one['ev_decimal']:+.6f}  {one['say']}")


def print_simulation(console: "Console", document: SimulationDocument) -> None:
    seats = "1 seat" if document.seats == 1 else f"{document.seats} seats"
    console.print(
        f"[bold]{document.game}[/], {document.strategy}, {seats}: {document.rounds:,} rounds, "
        f"seed {document.seed}, {document.rounds_per_second / 1e6:.1f} million a second"
    )
    for line in document.lines:
        console.print(f"  {line.wager}: house edge {line.house_edge:.4%}, standard error {line.se:.4%}")
        for outcome, count in line.outcomes.items():
            console.print(f"    {outcome:40} {count:>16,}")
