"""Commands for a licensee's submission: check, compare, filing."""

from typing import Annotated

import typer

from nomorebets.cli.options import BAD_INPUT, Force, Json, complain, console, print_json, show
from nomorebets.errors import NoMoreBetsError
from nomorebets.machine.files import read_text

Solve = Annotated[bool, typer.Option("--solve", help="Reckon best play even where that takes minutes.")]


def check(
    submission: Annotated[str, typer.Argument(metavar="SUBMISSION", help="A submission file (TOML).")],
    solve: Solve = False,
    edge: Annotated[bool, typer.Option("--edges/--no-edges", help="With the edge of every wager, or without.")] = True,
    json: Json = False,
) -> None:
    """Say of each field of a submission which clause allows it, refuse what none allows, warn of what is unwise.

    With the edge of every wager on offer.
    """
    from nomorebets.figures.edges import edges
    from nomorebets.games.registry import parsed
    from nomorebets.licence.check import check as checked
    from nomorebets.licence.filing import Filed
    from nomorebets.reports.check import print_check

    key, raw = parsed(read_text(submission))
    outcome = checked(key, raw, lambda terms: edges(Filed(terms, submission), solve=solve) if edge else ())
    if json:
        print_json(outcome)
    elif outcome.lawful:
        print_check(console(), outcome)
    if not outcome.lawful:
        for one in outcome.findings:
            complain(NoMoreBetsError(one.sentence, one.clauses[0] if one.clauses else ""))
        raise typer.Exit(BAD_INPUT)


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A submission file (TOML).")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one for the same game.")],
    solve: Solve = False,
    json: Json = False,
) -> None:
    """Say what differs between two submissions, which clauses allow it, and what it does to every edge."""
    from nomorebets.figures.edges import edges
    from nomorebets.licence.compare import compare as compared
    from nomorebets.licence.compare import of_one_game
    from nomorebets.licence.filing import filed_file
    from nomorebets.reports.compare import print_comparison

    one, other = filed_file(first), filed_file(second)
    of_one_game(one, other)
    document = compared(one, other, (edges(one, solve=solve), edges(other, solve=solve)))
    show(document, print_comparison, json=json)


def filing(
    submission: Annotated[str, typer.Argument(metavar="SUBMISSION", help="A submission file (TOML).")],
    output: Annotated[str, typer.Option("-o", "--output", help="filing.html or filing.pdf.")],
    solve: Solve = False,
    force: Force = False,
) -> None:
    """Write a submission to be handed in: fields with their clauses, pay tables, rulings, edges, and who signs."""
    from pathlib import Path

    from nomorebets.figures.edges import edges
    from nomorebets.licence.filing import filed_file
    from nomorebets.machine.files import check_writable
    from nomorebets.reports.filing import filing_page
    from nomorebets.reports.printing import check_page, write_page

    check_page(output)
    check_writable(output, force=force)
    filed = filed_file(submission)
    write_page(filing_page(filed, edges(filed, solve=solve)), Path(output))
