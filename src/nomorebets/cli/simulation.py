"""Commands about what many rounds come to: simulate, bankroll, monitor."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import (
    FAILED,
    ClusterAddress,
    Force,
    Game,
    Json,
    PayTable,
    Seed,
    SubmissionFile,
    ThreadCount,
    Wager,
    show,
)
from nomorebets.machine.files import check_writable, read_text, write_text


def simulate(
    game: Game,
    rounds: Annotated[
        int | None, typer.Option("--rounds", help="How many rounds; ten million without it, or as many as it takes.")
    ] = None,
    seed: Seed = 1,
    strategy: Annotated[
        str, typer.Option("--strategy", help="best, house_way or simple, as the game has them, or your own FILE.toml.")
    ] = "best",
    seats: Annotated[int, typer.Option("--seats", help="How many positions are played.")] = 1,
    wager: Annotated[list[str] | None, typer.Option("--wager", help="NAME=CENTS, for every seat.")] = None,
    submission: SubmissionFile = None,
    threads: ThreadCount = None,
    cluster: ClusterAddress = None,
    until_se: Annotated[
        float | None, typer.Option("--until-se", help="Go on until the standard error is this small.")
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option("--checkpoint", help="Keep the run here, and go on from it.")
    ] = None,
    bank: Annotated[
        str, typer.Option("--bank", help="bank or co_bank: one more player banks, where the game has it.")
    ] = "",
    tallies: Annotated[str | None, typer.Option("--tallies", help="Write all counts to this CSV file.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Play many rounds at the speed of the machine."""
    from nomorebets.figures.simulation import Simulation, rounds_to_play
    from nomorebets.figures.stakes import named_stakes, own_strategy
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.progress import progress_bar
    from nomorebets.reports.simulation import print_simulation, run_shown
    from nomorebets.sim.strategy import SUFFIX

    check_writable(tallies, force=force)
    under = filed_terms(game, submission)
    own = own_strategy(under.terms, strategy, read_text(strategy)) if strategy.endswith(SUFFIX) else strategy
    most = rounds_to_play(rounds, until_se)
    with closing(workers(cluster, threads)) as hired:
        with progress_bar(f"preparing {under.terms.game.name}") as progress:
            simulation = Simulation(
                under.terms,
                strategy=own,
                seats=seats,
                stakes=named_stakes(wager or []),
                seed=seed,
                workers=hired,
                progress=progress,
                bank=bank,
            )
        run, seconds = run_shown(simulation, most, until_se, Path(checkpoint) if checkpoint else None)
    if tallies:
        write_text(tallies, simulation.tallies(run))
    document = simulation.document(run, seconds, under.submission)
    show(document, print_simulation, json=json)


def bankroll(
    game: Game,
    units: Annotated[int, typer.Option("--units", help="What is brought, in units of the wager.")] = 50,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds of one unit.")] = 1000,
    wager: Wager = None,
    pay_table: PayTable = None,
    submission: SubmissionFile = None,
    plot: Annotated[str | None, typer.Option("--plot", help="Draw what is held over the rounds here, as SVG.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Reckon how far a bankroll goes, and how likely it is to be lost.

    Example: nmb bankroll high-card-flush --wager flush_bonus --pay-table D --units 100
    """
    from nomorebets.figures.bankroll import bankroll_document
    from nomorebets.figures.theory import theory
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.bankroll import picture, print_bankroll
    from nomorebets.reports.progress import progress_bar

    check_writable(plot, force=force)
    under = filed_terms(game, submission)
    with closing(workers(None)) as hired, progress_bar(f"solving {under.terms.game.name}") as progress:
        document = bankroll_document(theory(under, wager, hired, progress, pay_table), units, rounds)
    if plot is not None:
        write_text(plot, picture(document, f"{under.terms.game.name}, {document.wager}: {units:,} units"))
    show(document, print_bankroll, json=json)


def monitor(
    game: Game,
    book: Annotated[
        str,
        typer.Argument(
            metavar="BOOK",
            help="CSV or JSON Lines with stake and net in cents, or a table's log; - for standard input.",
        ),
    ],
    wager: Wager = None,
    pay_table: PayTable = None,
    false_alarms: Annotated[
        float, typer.Option("--false-alarms", help="How many books of fair tables may ever give an alarm.")
    ] = 0.01,
    submission: SubmissionFile = None,
    plot: Annotated[str | None, typer.Option("--plot", help="Draw the book and its bounds here, as SVG.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Hold a table's results against the exact odds; fails if they do not explain them.

    Example: nmb monitor high-card-flush book.csv --wager flush_bonus
    """
    from nomorebets.figures.logged_book import logged_book, posted_in
    from nomorebets.figures.monitor import monitor_book, read_book
    from nomorebets.figures.theory import theory
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.monitor import picture, print_monitor
    from nomorebets.reports.progress import progress_bar
    from nomorebets.store.logged import is_log, rounds_of

    check_writable(plot, force=force)
    text = read_text(book)
    rounds = rounds_of(text) if is_log(text) else []
    under = filed_terms(game, submission) if submission or not rounds else posted_in(rounds, game)
    lines = [] if rounds else read_book(text)
    with closing(workers(None)) as hired, progress_bar(f"solving {under.terms.game.name}") as progress:
        expected = theory(under, wager, hired, progress, pay_table)
    lines = lines or logged_book(rounds, expected)
    document = monitor_book(expected, lines, false_alarms)
    if plot is not None:
        title = f"{under.terms.game.name}, {document.wager}"
        write_text(plot, picture(lines, expected, false_alarms, title))
    show(document, print_monitor, json=json)
    raise typer.Exit(FAILED if document.alarm else 0)
