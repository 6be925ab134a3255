"""The command `nmb`: thin, and light to start, because each command imports what it needs."""

import os
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nomorebets import __version__
from nomorebets.errors import BadInput, NoMoreBetsError

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.reports.par.sheet import Sheet
    from nomorebets.table.game import Terms

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
SubmissionFile = Annotated[
    str | None, typer.Option("--submission", help="A submission file (TOML); without it the defaults hold.")
]

ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", help="A Dask scheduler's address, or local:N for processes here.")
]

FAILED = 1
BAD_INPUT = 2


def main() -> None:
    """Run a command; what goes wrong on purpose ends in one sentence and exit code 2."""
    try:
        app()
    except NoMoreBetsError as error:
        complain(error)
        raise SystemExit(BAD_INPUT) from None
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; there is nobody to complain to
        raise SystemExit(FAILED) from None


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"nmb {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")]


@app.callback()
def options(version: Version = False) -> None:
    """The executable rulebook of casino table games.  Play money only."""


def complain(error: NoMoreBetsError) -> None:
    typer.echo(f"nmb: {error}", err=True)


def read_text(name: str) -> str:
    """A file's text, or standard input for "-"."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not text in UTF-8") from None


def check_writable(*names: str | None) -> None:
    """Refuse places that cannot be written before the work whose result goes there, not after it."""
    for name in filter(None, names):
        place = Path(name)
        if place.is_dir() or not os.access(place if place.exists() else place.parent, os.W_OK):
            raise BadInput(f"{name} cannot be written; it is a file in a folder that exists and may be changed")


def write_text(name: str, text: str) -> None:
    write_bytes(name, text.encode())


def write_bytes(name: str, content: bytes) -> None:
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"{name} cannot be written: {error.strerror}") from None


def print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value)).decode())


def console() -> "Console":
    from rich.console import Console

    return Console(highlight=False)


def posted_terms(game: str, submission: str | None) -> "Terms":
    """The terms of a game under a submission file, which must be for that game."""
    from nomorebets.games import registry
    from nomorebets.games.registry import parsed

    if submission is None:
        return registry.terms(game)
    key, raw = parsed(read_text(submission))
    if key != registry.known(game):
        raise BadInput(f"{submission} is a submission for {key}, not for {game}")
    return registry.terms(key, raw)


@app.command()
def games(json: Json = False) -> None:
    """List the games."""
    from nomorebets.games.registry import KEYS, game
    from nomorebets.rulebook.clauses import text

    listed = [
        {"game": key, "name": game(key).name, "text": text(key).title, "clauses": len(text(key).clause)} for key in KEYS
    ]
    if json:
        print_json(listed)
        return
    for row in listed:
        typer.echo(f"{row['game']:20} {row['name']:20} {row['clauses']} clauses of {row['text']}")


@app.command("round")
def round_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON, TOML or JSON Lines; - for standard input.")],
    json: Json = False,
    events: Annotated[bool, typer.Option("--events", help="Print the event log too.")] = False,
) -> None:
    """Play scripted rounds through the engine and print what was due."""
    from nomorebets.rounds import file as round_file

    text = read_text(file)
    if file.endswith((".jsonl", ".ndjson")) or (not file.endswith(".toml") and round_file.is_lines(text)):
        raise typer.Exit(_many_rounds(text, events=events))
    played = round_file.play_round(
        round_file.decoded_toml(text) if file.endswith(".toml") else round_file.decoded(text)
    )
    if json:
        print_json(round_file.document(played, events=events))
    else:
        from nomorebets.reports.console import print_round

        print_round(console(), played, events=events)


def _many_rounds(text: str, *, events: bool) -> int:
    """One line of JSON for each line of input; 1 if some of them could not be settled."""
    import msgspec

    from nomorebets.rounds import file as round_file

    code = 0
    for line in text.splitlines():
        if not line.strip():
            continue
        document: object
        try:
            document = round_file.document(round_file.play_round(round_file.decoded(line)), events=events)
        except NoMoreBetsError as error:
            code = FAILED
            document = {"error": error.sentence, "clause": error.clause or None}
        typer.echo(msgspec.json.encode(document).decode())
    return code


@app.command()
def rules(
    what: Annotated[str | None, typer.Argument(metavar="[GAME | CLAUSE]", help="A game, or a clause's id.")] = None,
    irregularities: Annotated[bool, typer.Option("--irregularities", help="The kinds of irregularity.")] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="The rulings on what is open in the text.")] = False,
    house_way: Annotated[
        str | None,
        typer.Option("--house-way", metavar="HAND", help="How the dealer would set this hand, or a way by its name."),
    ] = None,
    json: Json = False,
) -> None:
    """Read a game's clauses in our words, its irregularities, its rulings, or one clause with all that hangs on it."""
    from nomorebets.games.registry import KEYS
    from nomorebets.reports import console as report

    if what is None:
        if irregularities or rulings or house_way is not None:
            raise BadInput(f"name a game to read its irregularities or rulings; the games are {', '.join(KEYS)}")
        games(json=json)
        return
    key, _, clause = what.partition(":")
    if clause:
        document: Any = report.clause_document(key, clause)
        show: Any = report.print_clause
    elif house_way is not None and (lines := report.house_way_lines(key, house_way)):
        document, show = lines, report.print_lines
    elif house_way is not None:
        document, show = report.house_way_document(key, house_way), report.print_house_way
    elif irregularities:
        document, show = report.irregularity_documents(key), report.print_irregularities
    elif rulings:
        document, show = report.ruling_documents(key), report.print_rulings
    elif key in KEYS:
        document, show = report.clause_documents(key), report.print_clauses
    else:
        raise BadInput(f"{what!r} is neither a game nor a clause; games are {', '.join(KEYS)}, a clause is game:number")
    if json:
        print_json(document)
    else:
        show(console(), document)


@app.command()
def trace(
    game: Annotated[str | None, typer.Argument(help="A game; without it, all of them.")] = None,
    tests: Annotated[str | None, typer.Option("--tests", help="The folder of tests.")] = None,
    json: Json = False,
) -> None:
    """Show for every clause the code and the tests that carry it out, and what has none."""
    from nomorebets.reports import console as report

    traced = report.traced(game, Path(tests) if tests else None)
    if json:
        print_json(traced)
    else:
        report.print_trace(console(), traced)
    raise typer.Exit(FAILED if traced.gaps else 0)


@app.command()
def lint(
    game: Annotated[str | None, typer.Argument(help="A game; without it, all of them.")] = None, json: Json = False
) -> None:
    """Find what is wrong with the texts; fails if something has no ruling."""
    from nomorebets.reports import console as report

    faults = report.linted(game)
    if json:
        print_json(faults)
    else:
        report.print_faults(console(), faults)
    raise typer.Exit(FAILED if any(fault.ruling is None for fault in faults) else 0)


@app.command()
def check(
    submission: Annotated[str, typer.Argument(metavar="SUBMISSION", help="A submission file (TOML).")],
    json: Json = False,
) -> None:
    """Say of each field of a submission which clause allows it, refuse what none allows, warn of what is unwise."""
    from nomorebets.games.registry import parsed
    from nomorebets.licence.check import check as checked
    from nomorebets.reports import console as report

    outcome = checked(*parsed(read_text(submission)))
    if json:
        print_json(outcome)
    elif outcome.lawful:
        report.print_check(console(), outcome)
    if not outcome.lawful:
        for one in outcome.findings:
            complain(NoMoreBetsError(one.sentence, one.clauses[0] if one.clauses else ""))
        raise typer.Exit(BAD_INPUT)


@app.command()
def inspect(
    game: Annotated[str, typer.Argument(help="A game.")],
    submission: SubmissionFile = None,
    sign: Annotated[str | None, typer.Option("--sign", help="The name of the inspector.")] = None,
    table: Annotated[str, typer.Option("--table", help="Which table.")] = "table",
    fault: Annotated[
        list[str] | None, typer.Option("--fault", help='CLAUSE=what is wrong, e.g. "1.13Y(c)=no tip box".')
    ] = None,
    output: Annotated[str | None, typer.Option("-o", "--output", help="Where to keep the signed inspection.")] = None,
    verify: Annotated[str | None, typer.Option("--verify", help="Check a kept inspection instead.")] = None,
    json: Json = False,
) -> None:
    """Print the checklist for a table and its layout; answer it, sign it and keep it."""
    from nomorebets.reports import console as report

    terms = posted_terms(game, submission)
    if verify is not None and (sign is not None or fault):
        raise BadInput("an inspection that is kept is only verified; leave out --sign and --fault")
    if fault and sign is None:
        raise BadInput("a fault is part of a signed inspection; add --sign with the inspector's name")
    passed = True
    if verify is not None:
        document: Any = report.kept_inspection(terms, read_text(verify))
        passed = document.passed
    elif sign is not None:
        document = report.signed_inspection(terms, table, sign, fault or [])
        passed = document.passed
    else:
        document = report.checklist_document(terms)
    if output is not None:
        import msgspec

        write_text(output, msgspec.json.format(msgspec.json.encode(document)).decode() + "\n")
    if json:
        print_json(document)
    else:
        report.print_inspection(console(), document)
    raise typer.Exit(0 if passed else FAILED)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game.")] = "high-card-flush",
    submission: Annotated[str | None, typer.Option("--submission", help="Another submission than our own.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", help="Any words: the same words give the same cards.")] = None,
    positions: Annotated[int, typer.Option("--positions", help="How many betting positions you take.")] = 1,
    bankroll: Annotated[int, typer.Option("--bankroll", help="Dollars to start with.")] = 1000,
    log: Annotated[str | None, typer.Option("--log", help="Write the table's events here, as JSON Lines.")] = None,
) -> None:
    """Sit down at a table in the terminal."""
    from nomorebets.games.registry import house_terms
    from nomorebets.terminal.session import play as play_in_terminal

    terms = house_terms(game) if submission is None else posted_terms(game, submission)
    play_in_terminal(terms, console(), seed=seed, positions=positions, bankroll=bankroll * 100, log=log)


@app.command("odds")
def odds_(
    game: Annotated[str, typer.Argument(help="A game.")],
    wager: Annotated[
        str | None, typer.Option("--wager", help="One wager; without it, all that a table decides.")
    ] = None,
    pay_table: Annotated[str | None, typer.Option("--pay-table", help="One pay table by its letter.")] = None,
    meter: Annotated[
        int | None, typer.Option("--meter", help="Cents on the meter; the initial amount without it.")
    ] = None,
    submission: SubmissionFile = None,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> None:
    """Count the outcomes of wagers exactly: every pay table of the text, or those that a submission posts."""
    from nomorebets.figures import analysis
    from nomorebets.machine.workers import workers

    if meter is not None and meter < 0:
        raise BadInput(f"{meter} cents cannot be on a meter; it holds 0 or more")
    terms = posted_terms(game, submission)
    with closing(workers(cluster)) as hired, analysis.progress_bar(f"counting {terms.game.name}") as progress:
        documents = analysis.odds_documents(
            terms,
            posted=submission is not None,
            wager=wager,
            pay_table=pay_table,
            meter=meter,
            workers=hired,
            progress=progress,
        )
    if json:
        print_json(documents)
    else:
        analysis.print_odds(console(), documents)


@app.command()
def solve(
    game: Annotated[str, typer.Argument(help="A game.")],
    submission: SubmissionFile = None,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> None:
    """Find the best play of the main wager, exactly."""
    from nomorebets.figures import analysis
    from nomorebets.machine.workers import workers

    terms = posted_terms(game, submission)
    with (
        closing(workers(cluster)) as hired,
        analysis.progress_bar(f"solving {terms.game.name}") as progress,
    ):
        document = analysis.solved(terms, hired, progress)
    if json:
        print_json(document)
    else:
        analysis.print_solution(console(), document)


@app.command()
def card(
    game: Annotated[str, typer.Argument(help="A game.")],
    submission: SubmissionFile = None,
    output: Annotated[str | None, typer.Option("-o", "--output", help="A picture to write: card.svg.")] = None,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> None:
    """Condense the best play to rules that a person can remember, each way with its exact edge."""
    from nomorebets.figures import analysis
    from nomorebets.machine.workers import workers
    from nomorebets.reports import strategy_card as card_drawing

    if output is not None and not output.endswith(".svg"):
        raise BadInput(f"{output} cannot be written; a card is drawn as .svg")
    check_writable(output)
    terms = posted_terms(game, submission)
    with (
        closing(workers(cluster)) as hired,
        analysis.progress_bar(f"condensing {terms.game.name}") as progress,
    ):
        condensed = analysis.condensed(terms, hired, progress)
    if output is not None:
        write_text(output, card_drawing.card_svg(condensed))
    if json:
        print_json(card_drawing.document(condensed))
    elif output is None:
        card_drawing.print_card(console(), condensed)


@app.command("par")
def par_(
    game: Annotated[str, typer.Argument(help="A game.")],
    output: Annotated[str, typer.Option("-o", "--output", help="report.html or report.xlsx.")],
    submission: Annotated[str | None, typer.Option("--submission", help="Another submission than our own.")] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", help="Of the simulation that is set beside; 0 for none.")
    ] = 10_000_000,
    seed: Annotated[int, typer.Option("--seed", help="Of that simulation.")] = 1,
    cluster: ClusterAddress = None,
) -> None:
    """Write the PAR sheet: every figure of a table, for the screen and paper or as a workbook with live formulas."""
    from nomorebets.figures import analysis
    from nomorebets.games.registry import house_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.par import sheet as par

    if not output.endswith((".html", ".xlsx")):
        raise BadInput(f"{output} cannot be written; a PAR sheet is .html or .xlsx")
    if rounds < 0:
        raise BadInput(f"{rounds} rounds cannot be played; there are 0 or more")
    check_writable(output)
    terms = house_terms(game) if submission is None else posted_terms(game, submission)
    filed = f" --submission {submission}" if submission else ""
    command = f"nmb par {game}{filed} --rounds {rounds} --seed {seed} -o {output}"
    with (
        closing(workers(cluster)) as hired,
        analysis.progress_bar(f"reckoning {terms.game.name}") as progress,
    ):
        sheet = par.sheet(terms, command, rounds, seed, hired, progress)
    write_bytes(output, par_file(sheet, output))


def par_file(sheet: "Sheet", name: str) -> bytes:
    """A PAR sheet in the form that a file's name asks for."""
    if name.endswith(".html"):
        from nomorebets.reports.par.html import page

        return page(sheet).encode()
    try:
        from nomorebets.reports.par.xlsx import workbook
    except ModuleNotFoundError as missing:
        raise BadInput(f"{missing.name} is not installed; it comes with nomorebets[odds]") from None
    return workbook(sheet)


@app.command()
def advise(
    game: Annotated[str, typer.Argument(help="A game.")],
    hand: Annotated[str, typer.Option("--hand", help='The cards or tiles held, e.g. "Td 8d 6d 2c 3c 4h 5s".')] = "",
    up: Annotated[str, typer.Option("--up", help="What the dealer shows, or what is posted.")] = "",
    submission: SubmissionFile = None,
    json: Json = False,
) -> None:
    """Say what each lawful decision is worth with a hand, the best first."""
    from nomorebets.figures import analysis

    document = analysis.advice_documents(posted_terms(game, submission), hand, up)
    if json:
        print_json(document)
    else:
        analysis.print_advice(console(), document)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="A game.")],
    rounds: Annotated[
        int | None, typer.Option("--rounds", help="How many rounds; ten million without it, or as many as it takes.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")] = 1,
    strategy: Annotated[
        str, typer.Option("--strategy", help="best, house_way or simple, as the game has them, or your own FILE.toml.")
    ] = "best",
    seats: Annotated[int, typer.Option("--seats", help="How many positions are played.")] = 1,
    wager: Annotated[list[str] | None, typer.Option("--wager", help="NAME=CENTS, for every seat.")] = None,
    submission: SubmissionFile = None,
    threads: Annotated[int | None, typer.Option("--threads", help="How many threads; all cores without it.")] = None,
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
    json: Json = False,
) -> None:
    """Play many rounds at the speed of the machine."""
    from nomorebets.figures import analysis
    from nomorebets.machine.workers import workers
    from nomorebets.sim.strategy import SUFFIX

    check_writable(tallies)
    terms = posted_terms(game, submission)
    own = strategy.endswith(SUFFIX)
    with closing(workers(cluster, threads)) as hired:
        document = analysis.simulated(
            terms,
            rounds=rounds,
            seed=seed,
            strategy=analysis.own_strategy(terms, strategy, read_text(strategy)) if own else strategy,
            seats=seats,
            wagers=wager or [],
            workers=hired,
            until_se=until_se,
            checkpoint=checkpoint,
            bank=bank,
            tallies=partial(write_text, tallies) if tallies else None,
        )
    if json:
        print_json(document)
    else:
        analysis.print_simulation(console(), document)


@app.command()
def shared(
    game: Annotated[str, typer.Argument(help="A game.")],
    seats: Annotated[int, typer.Option("--seats", help="How many players know each other's cards.")] = 6,
    exposed: Annotated[int, typer.Option("--exposed", help="How many of the dealer's cards they see.")] = 0,
    deals: Annotated[int, typer.Option("--deals", help="How many deals.")] = 1_000_000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")] = 1,
    submission: SubmissionFile = None,
    threads: Annotated[int | None, typer.Option("--threads", help="How many threads; all cores without it.")] = None,
    json: Json = False,
) -> None:
    """Find what players gain who share what they see, each deal played for the most."""
    from nomorebets.figures import analysis
    from nomorebets.figures import collusion as sharing
    from nomorebets.machine.workers import workers

    terms = posted_terms(game, submission)
    with closing(workers(None, threads)) as hired, analysis.progress_bar(f"dealing {terms.game.name}") as progress:
        document = sharing.measured(terms, seats, deals, seed, hired, progress, exposed)
    if json:
        print_json(document)
    else:
        sharing.print_shared(console(), document)


@app.command()
def bankroll(
    game: Annotated[str, typer.Argument(help="A game.")],
    units: Annotated[int, typer.Option("--units", help="What is brought, in units of the wager.")] = 50,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds of one unit.")] = 1000,
    wager: Annotated[str | None, typer.Option("--wager", help="Which wager; the main one without it.")] = None,
    submission: SubmissionFile = None,
    plot: Annotated[str | None, typer.Option("--plot", help="Draw what is held over the rounds here, as SVG.")] = None,
    json: Json = False,
) -> None:
    """Reckon how far a bankroll goes, and how likely it is to be lost."""
    from nomorebets.figures import analysis
    from nomorebets.figures import bankroll as rolling
    from nomorebets.figures.monitor import theory
    from nomorebets.machine.workers import workers

    check_writable(plot)
    terms = posted_terms(game, submission)
    with closing(workers(None)) as hired, analysis.progress_bar(f"solving {terms.game.name}") as progress:
        name, played, measures = theory(terms, wager, hired, progress)
    moments = rolling.carried(measures, units, rounds)
    edge, sd = float(measures.house_edge), measures.sd
    document = rolling.Document(terms.game.key, name, played, units, rounds, edge, sd, moments[-1].ruined, moments)
    if plot is not None:
        write_text(plot, rolling.picture(document, f"{terms.game.name}, {name}: {units:,} units"))
    if json:
        print_json(document)
    else:
        rolling.print_bankroll(console(), document)


@app.command()
def monitor(
    game: Annotated[str, typer.Argument(help="A game.")],
    book: Annotated[
        str, typer.Argument(metavar="BOOK", help="CSV or JSON Lines with stake and net in cents; - for standard input.")
    ],
    wager: Annotated[str | None, typer.Option("--wager", help="Which wager; the main one without it.")] = None,
    false_alarms: Annotated[
        float, typer.Option("--false-alarms", help="How many books of fair tables may ever give an alarm.")
    ] = 0.01,
    submission: SubmissionFile = None,
    plot: Annotated[str | None, typer.Option("--plot", help="Draw the book and its bounds here, as SVG.")] = None,
    json: Json = False,
) -> None:
    """Hold a table's results against the exact odds; fails if they do not explain them."""
    from nomorebets.figures import analysis
    from nomorebets.figures import monitor as monitoring
    from nomorebets.machine.workers import workers

    check_writable(plot)
    terms = posted_terms(game, submission)
    lines = monitoring.read(read_text(book))
    with closing(workers(None)) as hired, analysis.progress_bar(f"solving {terms.game.name}") as progress:
        named = monitoring.theory(terms, wager, hired, progress)
    document = monitoring.monitored(terms, lines, named, false_alarms)
    if plot is not None:
        title = f"{terms.game.name}, {document.wager}"
        write_text(plot, monitoring.picture(lines, named[-1], false_alarms, title))
    if json:
        print_json(document)
    else:
        monitoring.print_monitor(console(), document)
    raise typer.Exit(FAILED if document.alarm else 0)


@app.command()
def bench(
    game: Annotated[str | None, typer.Option("--game", help="The rounds of one game; without it, of all.")] = None,
    plot: Annotated[str | None, typer.Option("--plot", help="Draw what was measured here, as SVG.")] = None,
    json: Json = False,
) -> None:
    """Measure how fast rounds and hands go here, beside plain C and beside other libraries that are installed."""
    from nomorebets.bench import run, show
    from nomorebets.figures import analysis

    check_writable(plot)
    with analysis.progress_bar("measuring") as progress:
        document = run.measured(game, progress)
    if plot is not None:
        write_text(plot, show.picture(document))
    if json:
        print_json(document)
    else:
        show.print_bench(console(), document)
