"""Commands that prove what a house has recorded: nmb audit export, verify, replay, case."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nomorebets.cli.options import FAILED, Data, Database, Json, complain, house_of, show
from nomorebets.errors import BadInput
from nomorebets.machine.files import check_ends, check_writable

if TYPE_CHECKING:
    from nomorebets.store.notes import Verifier
    from nomorebets.store.verify import Verified

audit = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Prove what a house has recorded, or check it.")

Output = Annotated[str, typer.Option("-o", "--output", help="Where to write it; it never overwrites a file.")]
Export = Annotated[str, typer.Argument(metavar="FILE", help="An export of a log.")]
Kept = Annotated[
    list[str] | None, typer.Option("--checkpoint", help="A file with checkpoints that were kept outside the house.")
]


def _new_file(name: str) -> Path:
    check_writable(name, force=True)  # of which there is none here: see below
    if Path(name).exists():
        raise BadInput(f"{name} exists already, and nothing is overwritten")
    return Path(name)


@audit.command("export")
def export(output: Output, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Write a log as JSON Lines that anyone can check, up to its last checkpoint; the house may be running."""
    import msgspec

    from nomorebets.reports.audit import print_export
    from nomorebets.reports.progress import progress_bar
    from nomorebets.store.bundle import exported
    from nomorebets.store.keys import existing_keys
    from nomorebets.store.place import KEYS, store_to_read

    folder, address = house_of(data, database)
    file = _new_file(output)
    store = store_to_read(folder, address)
    try:
        with store.reading() as unit, progress_bar("exporting") as progress:
            size, leaves = max(unit.log.size, 1), 0
            with file.open("xb") as to:
                try:
                    for line in exported(unit, keys=existing_keys(folder / KEYS)):
                        to.write(line)
                        leaves += line.startswith(b'{"leaf":')
                        if not leaves % 1000:
                            progress(leaves, size)
                except BaseException:
                    file.unlink()
                    raise
            head = unit.log.checkpoint()
    finally:
        store.close()
    assert head is not None, "what has no checkpoint is not exported"
    written = {"file": output, "leaves": leaves, "bytes": file.stat().st_size, "checkpoint": head.note}
    show(msgspec.convert(written, dict[str, object]), print_export, json=json)


@audit.command("verify")
def verify(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="An export of a log, or a case.")] = None,
    data: Data = None,
    database: Database = None,
    checkpoint: Kept = None,
    witness: Annotated[
        list[str] | None, typer.Option("--witness", help="The public key of a witness whose signature is looked for.")
    ] = None,
    json: Json = False,
) -> None:
    """Check an export, a case or a house itself: exit code 1 and the first entry that is not as it was signed."""
    from nomorebets.reports.audit import print_verified
    from nomorebets.store.bundle import Broken
    from nomorebets.store.notes import verifier
    from nomorebets.store.witness import kept_in

    if (file is None) == (data is None and database is None):
        raise BadInput("name a file, or the house with --data or --database, and not both")
    for name in checkpoint or []:
        if not Path(name).is_file():
            raise BadInput(f"{name} cannot be read: there is no such file")
    kept = [note for name in checkpoint or [] for note in kept_in(Path(name))]
    keys = [verifier(text) for text in witness or []]
    try:
        found = _file(Path(file), keys, kept) if file is not None else _house(data, database, keys, kept)
    except Broken as error:
        if json:
            show({"in_order": False, "leaf": error.leaf, "sentence": error.sentence}, print_verified, json=True)
        complain(error)
        raise typer.Exit(FAILED) from None
    show(found, print_verified, json=json)


def _file(name: Path, keys: "list[Verifier]", kept: list[str]) -> object:
    from nomorebets.reports.progress import progress_bar
    from nomorebets.store.case import is_case, verified_case
    from nomorebets.store.verify import verified_file

    check_ends(name)
    try:
        with name.open("rb") as file:
            first = file.readline(1 << 20)
            if is_case(first):
                return verified_case([first, *file], keys, kept)
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None
    with progress_bar("verifying") as progress:
        return verified_file(name, keys, kept, progress)


def _house(data: str | None, database: str | None, keys: "list[Verifier]", kept: list[str]) -> "Verified":
    """A house as it stands in its database: what its export would prove, and that its meters are exact."""
    from nomorebets.store.bundle import Broken, exported
    from nomorebets.store.doctor import WRONG, meter_findings
    from nomorebets.store.keys import existing_keys
    from nomorebets.store.place import KEYS, store_to_read
    from nomorebets.store.verify import verified

    folder, address = house_of(data, database)
    store = store_to_read(folder, address)
    try:
        with store.reading() as unit:
            found = verified(exported(unit, keys=existing_keys(folder / KEYS)), keys, kept)
            for one in meter_findings(unit):
                if one.verdict == WRONG:
                    raise Broken(one.sentence, found.leaves - 1)
            return found
    finally:
        store.close()


@audit.command("replay")
def replay(file: Export, json: Json = False) -> None:
    """Take every action of an export again under the rules that decided it, as far as its cards are open."""
    from nomorebets.reports.audit import print_replayed
    from nomorebets.store.bundle import Broken
    from nomorebets.store.replaying import replayed

    check_ends(file)
    try:
        with Path(file).open("rb") as lines:
            found = replayed(lines)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None
    except Broken as error:
        complain(error)
        raise typer.Exit(FAILED) from None
    show(found, print_replayed, json=json)


@audit.command("case")
def case(
    table: Annotated[str, typer.Argument(help="The key of a table.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="A round that is over.")],
    output: Output,
    data: Data = None,
    database: Database = None,
    checkpoint: Annotated[
        str | None, typer.Option("--checkpoint", help="A file with the checkpoint that it is to be proved under.")
    ] = None,
    json: Json = False,
) -> None:
    """Write everything about one round, with proofs, for somebody outside who disputes it or has to decide."""
    from nomorebets.reports.audit import print_verified
    from nomorebets.store import notes
    from nomorebets.store.case import case as case_of
    from nomorebets.store.case import verified_case
    from nomorebets.store.keys import existing_keys
    from nomorebets.store.place import KEYS, store_to_read
    from nomorebets.store.witness import kept_in

    folder, address = house_of(data, database)
    file = _new_file(output)
    kept = kept_in(Path(checkpoint))[-1:] if checkpoint else []
    if checkpoint and not kept:
        raise BadInput(f"{checkpoint} has no checkpoint in it")
    under = notes.checkpoint(kept[0]).size if kept else 0
    store = store_to_read(folder, address)
    try:
        with store.reading() as unit:
            lines = list(case_of(unit, table, number, existing_keys(folder / KEYS), under))
    finally:
        store.close()
    found = verified_case(lines, kept=kept)
    file.write_bytes(b"".join(lines))
    show(found, print_verified, json=json)
