"""Commands for whoever looks after a house: backup, restore, doctor."""

import time
from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import FAILED, Data, Database, Json, complain, house_of, show
from nomorebets.errors import BadInput
from nomorebets.machine.files import check_writable


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def backup(
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write it; it never overwrites a file.")],
    data: Data = None,
    json: Json = False,
) -> None:
    """Copy a house into one file, check the copy, and record that it was made; the house may be running."""
    from nomorebets.reports.audit import print_backup
    from nomorebets.store.backup import back_up

    folder, _ = house_of(data, None)
    check_writable(output, force=True)  # a backup is refused where something is, whatever one says
    show(back_up(folder, Path(output), "house", _now_ms()), print_backup, json=json)


def restore(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="A backup.")] = None,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Begin a house anew from a backup: a new log that names the checkpoint it goes on from."""
    from nomorebets.reports.audit import print_restored
    from nomorebets.store.backup import restore as restored
    from nomorebets.store.backup import restore_database
    from nomorebets.store.bundle import Broken

    if (file is None) == (database is None):
        raise BadInput("name a backup, or with --database a database that was restored with its own tools")
    folder, address = house_of(data, database)
    try:
        found = restored(Path(file), folder, _now_ms()) if file else restore_database(address, folder, _now_ms())
    except Broken as error:
        complain(error)
        raise typer.Exit(FAILED) from None
    show(found, print_restored, json=json)


def doctor(data: Data = None, database: Database = None, json: Json = False) -> None:
    """Look a house over: keys, clock, disk, database, checkpoints, meters, and seeds that are still to be shown."""
    from nomorebets.reports.audit import print_findings
    from nomorebets.store.doctor import WRONG, findings

    folder, address = house_of(data, database)
    found = findings(folder, address, _now_ms())
    show(found, print_findings, json=json)
    raise typer.Exit(FAILED if any(one.verdict == WRONG for one in found) else 0)
