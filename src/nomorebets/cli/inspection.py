"""The command inspect: a checklist, asked, signed by a key and verified."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from nomorebets.cli.options import FAILED, Force, Json, SubmissionFile, game_argument, json_text, show
from nomorebets.errors import BadInput
from nomorebets.machine.files import check_writable, read_text, write_text

if TYPE_CHECKING:
    from nomorebets.licence.filing import Filed
    from nomorebets.licence.inspection import Answer


def inspect(
    game: Annotated[str | None, game_argument(metavar="GAME")] = None,
    submission: SubmissionFile = None,
    sign: Annotated[str | None, typer.Option("--sign", help="The name of the inspector.")] = None,
    ask: Annotated[
        bool | None, typer.Option("--ask/--list", help="Ask one by one, as a terminal does by itself, or only list.")
    ] = None,
    table: Annotated[str, typer.Option("--table", help="Which table.")] = "table",
    yes: Annotated[
        list[str] | None, typer.Option("--yes", metavar="CLAUSE", help="Answered yes: a clause, or a section.")
    ] = None,
    fault: Annotated[
        list[str] | None, typer.Option("--fault", help='CLAUSE=what is wrong, e.g. "1.13Y(c)=no tip box".')
    ] = None,
    note: Annotated[list[str] | None, typer.Option("--note", help="CLAUSE=what is noted.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="The file of the key that signs.")] = None,
    new_key: Annotated[str | None, typer.Option("--new-key", help="Make a key, in a new file.")] = None,
    output: Annotated[str | None, typer.Option("-o", "--output", help="Where to keep the signed inspection.")] = None,
    force: Force = False,
    verify: Annotated[str | None, typer.Option("--verify", help="Check a kept inspection instead.")] = None,
    public_key: Annotated[str | None, typer.Option("--public-key", help="The key that must have signed it.")] = None,
    json: Json = False,
) -> None:
    """Answer the checklist for a table and its layout one by one, sign it and keep it.

    What is not answered is not inspected.
    """
    from nomorebets.licence.filing import filed_terms
    from nomorebets.licence.inspection import answers, questions, sign_now
    from nomorebets.licence.signature import new_key as made
    from nomorebets.reports.inspection import print_inspection

    if new_key is not None:
        typer.echo(f"public key {made(new_key)}")
        return
    if verify is not None:
        if sign is not None or fault or yes or note:
            raise BadInput("an inspection that is kept is only verified; leave out --sign and --fault")
        _verified(verify, game, submission, public_key, json=json)
        return
    if game is None:
        raise BadInput("name the game whose table is inspected")
    under = filed_terms(game, submission)
    check_writable(output, force=force)
    asking = ask if ask is not None else sys.stdin.isatty() and sys.stdout.isatty() and not json
    given = answers(under, yes or [], fault or [], note or [])
    if given and sign is None and not asking:
        raise BadInput("an answer is part of a signed inspection; add --sign with the inspector's name")
    if asking:
        sign = _ask(under, given, sign)
    document = questions(under) if sign is None else sign_now(under, table, sign, given, key)
    if output is not None:
        write_text(output, json_text(document) + "\n")
    show(document, print_inspection, json=json)
    raise typer.Exit(FAILED if not isinstance(document, tuple) and not document.passed else 0)


def _verified(name: str, game: str | None, submission: str | None, public_key: str | None, *, json: bool) -> None:
    from nomorebets.licence.filing import filed_terms
    from nomorebets.licence.inspection import verify, verify_for
    from nomorebets.reports.inspection import print_inspection

    document = read_text(name)
    if game is None:
        found = verify(document.encode(), public_key)
    else:
        found = verify_for(filed_terms(game, submission).terms, document, public_key)
    show(found, print_inspection, json=json)
    raise typer.Exit(0 if found.passed else FAILED)


def _ask(under: "Filed", given: "dict[str, Answer]", sign: str | None) -> str | None:
    """Ask what is not answered yet, on standard error, so that a document may be printed; then for the name."""
    from nomorebets.licence.asking import HOW, asked_one_by_one
    from nomorebets.licence.inspection import checklist

    def ask(line: str) -> str | None:
        typer.echo(f"{line} ", err=True, nl=False)
        said = sys.stdin.readline()
        return said.rstrip("\n") if said else None

    typer.echo(HOW, err=True)
    left = [item for item in checklist(under.terms) if item.clause not in given]
    given |= asked_one_by_one(left, ask)
    if sign is not None:
        return sign
    return (ask("Who signs? Nobody, if you leave this empty:") or "").strip() or None
