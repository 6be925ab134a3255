"""The command that writes what patrons read: patrons."""

from pathlib import Path
from typing import Annotated

import typer


def patrons(
    submission: Annotated[
        str, typer.Argument(metavar="SUBMISSION", help="A submission file (TOML), or a game for our own table of it.")
    ],
    output: Annotated[str, typer.Option("-o", "--output", help="The folder to write into.")],
    only: Annotated[
        list[str] | None, typer.Option("--only", help="guide, card, sign or layout; may be given again.")
    ] = None,
    pdf: Annotated[bool, typer.Option("--pdf/--no-pdf", help="Print each page as PDF, too.")] = True,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:
    """Write gaming guide, rack card, sign with limits and layout of a table, in the words that the text prescribes.

    Example: nmb patrons table.toml -o patrons --only sign
    """
    from nomorebets.reports.patrons.write import chosen, submitted, write_documents

    places = chosen(only or [])
    filed = submitted(submission)
    for file in write_documents(filed, places, Path(output), printed=pdf, force=force):
        typer.echo(file)
    typer.echo(f"submission: {filed.submission}")
