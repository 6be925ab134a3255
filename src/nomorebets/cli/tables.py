"""The command that opens a table."""

from typing import Annotated

import typer

from nomorebets.cli.options import SubmissionFile, console, game_argument


def play(
    game: Annotated[str, game_argument()] = "high-card-flush",
    submission: SubmissionFile = None,
    seed: Annotated[str | None, typer.Option("--seed", help="Any words: the same words give the same cards.")] = None,
    positions: Annotated[int, typer.Option("--positions", help="How many betting positions you take.")] = 1,
    bankroll: Annotated[int, typer.Option("--bankroll", help="Dollars to start with.")] = 1000,
    log: Annotated[
        str | None,
        typer.Option("--log", help="Write the table's events here, as JSON Lines; it never overwrites a file."),
    ] = None,
) -> None:
    """Sit down at a table in the terminal."""
    from nomorebets.licence.filing import filed_terms
    from nomorebets.reports.listing import print_submission
    from nomorebets.terminal.session import play as play_in_terminal

    under, screen = filed_terms(game, submission), console()
    print_submission(screen, under.submission)
    play_in_terminal(under.terms, screen, seed=seed, positions=positions, bankroll=bankroll * 100, log=log)
