"""The command for meters that tables share."""

from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import FAILED, Json, print_json
from nomorebets.errors import BadInput

Data = Annotated[str, typer.Option("--data", help="The folder of the house.")]
Database = Annotated[str, typer.Option("--database", help="The PostgreSQL database of the house, as a URL.")]


def meters(data: Data = "", database: Database = "", json: Json = False) -> None:
    """Hold the meters that tables share to every entry that moved them; say what does not agree."""
    from nomorebets.rulebook.money import dollars
    from nomorebets.service.reconciling import reconciled
    from nomorebets.store.place import existing_store

    if not data and not database:
        raise BadInput("say where the house is: --data DIR or --database URL")
    store = existing_store(Path(data), database)
    try:
        with store.reading() as unit:
            found = reconciled(unit)
    finally:
        store.close()
    if json:
        print_json(found)
    for one in () if json else found:
        typer.echo(f"{one.meter}: {dollars(one.cents)}, {one.movements} movements, {one.tables} tables")
        for sentence in one.faults:
            typer.echo(f"  {sentence}")
    raise typer.Exit(FAILED if any(one.faults for one in found) else 0)
