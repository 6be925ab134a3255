"""Commands that write reports: par, bench."""

from contextlib import closing
from typing import Annotated, NoReturn

import typer

from nomorebets.cli.options import FAILED, ClusterAddress, Force, Json, SubmissionFile, game_argument, print_json, show
from nomorebets.errors import BadInput
from nomorebets.machine.files import check_writable, read_bytes, write_bytes, write_text


def par(
    game: Annotated[str | None, game_argument()] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="report.html, report.pdf or report.xlsx.")
    ] = None,
    submission: SubmissionFile = None,
    rounds: Annotated[
        int, typer.Option("--rounds", help="Of the simulation that is set beside; 0 for none.")
    ] = 10_000_000,
    seed: Annotated[int, typer.Option("--seed", help="Of that simulation.")] = 1,
    date: Annotated[str | None, typer.Option("--date", help="Of the report; today without it.")] = None,
    revision: Annotated[str, typer.Option("--revision", help="Which of several reports this is.")] = "",
    author: Annotated[str, typer.Option("--author", help="Who made the report.")] = "",
    reviewer: Annotated[str, typer.Option("--reviewer", help="Who reviewed it.")] = "",
    verify: Annotated[
        str | None, typer.Option("--verify", help="Make a workbook anew instead, and name every cell that differs.")
    ] = None,
    cluster: ClusterAddress = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the PAR sheet: every figure of a table, for the screen and paper or as a workbook with live formulas.

    Example: nmb par high-card-flush --revision B -o report.xlsx; and later: nmb par --verify report.xlsx
    """
    from datetime import date as day

    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.par.file import check_asked, command, par_file
    from nomorebets.reports.par.model import Identity
    from nomorebets.reports.par.sheet import sheet
    from nomorebets.reports.progress import progress_bar

    if verify is not None:
        if game is not None or output is not None:
            raise BadInput("a report that is verified says itself what it is of; leave out the game and -o")
        _verify(verify, submission, cluster, json=json)
    if game is None or output is None:
        raise BadInput("name the game and, with -o, the report to write: nmb par high-card-flush -o report.html")
    check_asked(output, rounds, seed)
    check_writable(output, force=force)
    under = filed_terms(game, submission)
    identity = Identity(date or day.today().isoformat(), revision, author, reviewer)
    said = command(game, submission, rounds, seed, identity, output)
    with closing(workers(cluster)) as hired, progress_bar(f"reckoning {under.terms.game.name}") as progress:
        made = sheet(under, said, rounds, seed, hired, progress, identity)
    write_bytes(output, par_file(made, output))


def _verify(report: str, submission: str | None, cluster: str | None, *, json: bool) -> NoReturn:
    """Hold a workbook against one that is made anew, and say by the exit code whether they are alike."""
    from nomorebets.machine.workers import workers
    from nomorebets.reports.par.shown import print_verified
    from nomorebets.reports.par.verify import verify
    from nomorebets.reports.progress import progress_bar

    content = read_bytes(report)
    with closing(workers(cluster)) as hired, progress_bar("reckoning it anew") as progress:
        document = verify(content, report, submission, hired, progress)
    show(document, print_verified, json=json)
    raise typer.Exit(FAILED if document.differences else 0)


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


def schema(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="round, result, entry or view.")],
) -> None:
    """Print the JSON Schema of round files, of results, of the entries of a log, or of views."""
    from nomorebets.reports.schemas import SCHEMAS

    if kind not in SCHEMAS:
        raise BadInput(f"{kind!r} has no schema; there are those of {', '.join(SCHEMAS)}")
    print_json(SCHEMAS[kind]())
