"""Commands that write reports: par, bench."""

from contextlib import closing
from typing import Annotated

import typer

from nomorebets.cli.options import ClusterAddress, Force, Game, Json, SubmissionFile, show
from nomorebets.machine.files import check_writable, write_bytes, write_text


def par(
    game: Game,
    output: Annotated[str, typer.Option("-o", "--output", help="report.html or report.xlsx.")],
    submission: SubmissionFile = None,
    rounds: Annotated[
        int, typer.Option("--rounds", help="Of the simulation that is set beside; 0 for none.")
    ] = 10_000_000,
    seed: Annotated[int, typer.Option("--seed", help="Of that simulation.")] = 1,
    cluster: ClusterAddress = None,
    force: Force = False,
) -> None:
    """Write the PAR sheet: every figure of a table, for the screen and paper or as a workbook with live formulas."""
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.par.file import check_asked, par_file
    from nomorebets.reports.par.sheet import sheet
    from nomorebets.reports.progress import progress_bar

    check_asked(output, rounds, seed)
    check_writable(output, force=force)
    under = filed_terms(game, submission)
    option = f" --submission {submission}" if submission else ""
    command = f"nmb par {game}{option} --rounds {rounds} --seed {seed} -o {output}"
    with closing(workers(cluster)) as hired, progress_bar(f"reckoning {under.terms.game.name}") as progress:
        made = sheet(under, command, rounds, seed, hired, progress)
    write_bytes(output, par_file(made, output))


def bench(
    game: Annotated[str | None, typer.Option("--game", help="The rounds of one game; without it, of all.")] = None,
    plot: Annotated[str | None, typer.Option("--plot", help="Draw what was measured here, as SVG.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Measure how fast rounds and hands go here, beside plain C and beside other libraries that are installed."""
    from nomorebets.bench.run import measured
    from nomorebets.bench.show import picture, print_bench
    from nomorebets.reports.progress import progress_bar

    check_writable(plot, force=force)
    with progress_bar("measuring") as progress:
        document = measured(game, progress)
    if plot is not None:
        write_text(plot, picture(document))
    show(document, print_bench, json=json)
