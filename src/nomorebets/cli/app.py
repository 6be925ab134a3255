"""The command `nmb`: thin, and light to start, because each command imports what it needs."""

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from nomorebets import __version__
from nomorebets.cli import (
    accounts,
    inspection,
    licence,
    maths,
    meters,
    patrons,
    reports,
    rounds,
    rulebook,
    serve,
    simulation,
    tables,
    upkeep,
)
from nomorebets.cli.audit import audit
from nomorebets.cli.examples import EXAMPLES, GREETING
from nomorebets.cli.options import BAD_INPUT, FAILED, complain
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.machine.files import shown

app = typer.Typer(
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

COMMANDS: dict[str, Callable[..., None]] = {  # in the order in which help lists them
    "games": rulebook.games,
    "round": rounds.play_rounds,
    "rules": rulebook.rules,
    "trace": rulebook.trace,
    "lint": rulebook.lint,
    "amend": rulebook.amend,
    "check": licence.check,
    "compare": licence.compare,
    "filing": licence.filing,
    "inspect": inspection.inspect,
    "play": tables.play,
    "serve": serve.serve,
    "odds": maths.odds,
    "solve": maths.solve,
    "card": maths.card,
    "par": reports.par,
    "patrons": patrons.patrons,
    "advise": maths.advise,
    "simulate": simulation.simulate,
    "shared": maths.shared,
    "bankroll": simulation.bankroll,
    "monitor": simulation.monitor,
    "backup": upkeep.backup,
    "restore": upkeep.restore,
    "doctor": upkeep.doctor,
    "meters": meters.meters,
    "schema": reports.schema,
    "bench": reports.bench,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
app.add_typer(accounts.app, name="account")
app.add_typer(audit, name="audit")
for prefix, commands in (("", app), ("account ", accounts.app), ("audit ", audit)):
    for one in commands.registered_commands:
        one.epilog = f"For example: {EXAMPLES[f'{prefix}{one.name}']}"


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
    except OSError as error:
        if error.filename is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left over cannot be written either
        complain(BadInput(_why(error)))
        raise SystemExit(BAD_INPUT) from None


def _why(error: OSError) -> str:
    """What cannot be read or written: a file that was named, or else the output."""
    what = "the output cannot be written" if error.filename is None else f"{shown(error.filename)} cannot be used"
    return f"{what}: {error.strerror or error}"


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"nmb {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")]


@app.callback()
def options(context: typer.Context, version: Version = False) -> None:  # noqa: ARG001
    """The executable rulebook of casino table games.  Play money only."""
    if context.invoked_subcommand is None:
        typer.echo(GREETING)
