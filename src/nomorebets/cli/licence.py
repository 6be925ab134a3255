"""Commands for a licensee's submission and table: check, inspect."""

from typing import Annotated

import typer

from nomorebets.cli.options import (
    BAD_INPUT,
    FAILED,
    Force,
    Game,
    Json,
    SubmissionFile,
    complain,
    console,
    json_text,
    print_json,
    show,
)
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.machine.files import check_writable, read_text, write_text

Solve = Annotated[bool, typer.Option("--solve", help="Reckon best play even where that takes minutes.")]


def check(
    submission: Annotated[str, typer.Argument(metavar="SUBMISSION", help="A submission file (TOML).")],
    solve: Solve = False,
    json: Json = False,
) -> None:
    """Say of each field of a submission which clause allows it, refuse what none allows, warn of what is unwise.

    With the edge of every wager on offer.  For example: nmb check docs/examples/submission.toml
    """
    from nomorebets.figures.edges import edges
    from nomorebets.games.registry import parsed
    from nomorebets.licence.check import check as checked
    from nomorebets.licence.filing import Filed
    from nomorebets.reports.check import print_check

    key, raw = parsed(read_text(submission))
    outcome = checked(key, raw, lambda terms: edges(Filed(terms, submission), solve=solve))
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
    """Say what differs between two submissions, which clauses allow it, and what it does to every edge.

    For example: nmb compare last-year.toml this-year.toml
    """
    from nomorebets.figures.edges import edges
    from nomorebets.licence.compare import compare as compared
    from nomorebets.licence.compare import of_one_game
    from nomorebets.licence.filing import filed_file
    from nomorebets.reports.compare import print_comparison

    one, other = filed_file(first), filed_file(second)
    of_one_game(one, other)
    document = compared(one, other, (edges(one, solve=solve), edges(other, solve=solve)))
    show(document, print_comparison, json=json)


def inspect(
    game: Game,
    submission: SubmissionFile = None,
    sign: Annotated[str | None, typer.Option("--sign", help="The name of the inspector.")] = None,
    table: Annotated[str, typer.Option("--table", help="Which table.")] = "table",
    fault: Annotated[
        list[str] | None, typer.Option("--fault", help='CLAUSE=what is wrong, e.g. "1.13Y(c)=no tip box".')
    ] = None,
    output: Annotated[str | None, typer.Option("-o", "--output", help="Where to keep the signed inspection.")] = None,
    force: Force = False,
    verify: Annotated[str | None, typer.Option("--verify", help="Check a kept inspection instead.")] = None,
    json: Json = False,
) -> None:
    """Print the checklist for a table and its layout; answer it, sign it and keep it."""
    from nomorebets.licence.filing import filed_terms
    from nomorebets.licence.inspection import Inspection, Question, questions, sign_now, verify_for
    from nomorebets.reports.inspection import print_inspection

    check_writable(output, force=force)
    under = filed_terms(game, submission)
    if verify is not None and (sign is not None or fault):
        raise BadInput("an inspection that is kept is only verified; leave out --sign and --fault")
    if fault and sign is None:
        raise BadInput("a fault is part of a signed inspection; add --sign with the inspector's name")
    document: Inspection | tuple[Question, ...]
    if verify is not None:
        document = verify_for(under.terms, read_text(verify))
    elif sign is not None:
        document = sign_now(under, table, sign, fault or [])
    else:
        document = questions(under)
    if output is not None:
        write_text(output, json_text(document) + "\n")
    show(document, print_inspection, json=json)
    raise typer.Exit(FAILED if isinstance(document, Inspection) and not document.passed else 0)
