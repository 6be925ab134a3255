"""The command that settles scripted rounds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nomorebets.cli.options import FAILED, Force, Json, console, print_json
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.machine.files import check_writable, read_text

if TYPE_CHECKING:
    from nomorebets.rounds.settlement import Played


def play_rounds(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="JSON, TOML, JSON Lines or a table's log; - for standard input.")
    ],
    json: Json = False,
    events: Annotated[bool, typer.Option("--events", help="Print the event log too.")] = False,
    number: Annotated[int | None, typer.Option("--round", help="Of a table's log one round; the last is -1.")] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="A page to hand over: dispute.html or dispute.pdf.")
    ] = None,
    force: Force = False,
) -> None:
    """Play scripted rounds through the engine, or read them from a log, and print what was due."""
    from nomorebets.reports.printing import check_page
    from nomorebets.rounds import file as round_file
    from nomorebets.store.logged import is_log, rounds_of

    if output is not None:
        check_page(output)
        check_writable(output, force=force)
    text = read_text(file)
    if is_log(text):
        logged = rounds_of(text)
        if number is None and len(logged) > 1 and output is None:
            raise typer.Exit(_show_all(logged, events=events))
        _show(_one_of(logged, number), {}, output, json=json, events=events)
        return
    if number is not None:
        raise BadInput("--round chooses among the rounds of a log; this is no log")
    if file.endswith((".jsonl", ".ndjson")) or (not file.endswith(".toml") and round_file.is_lines(text)):
        if output is not None:
            raise BadInput("a page is made of one round; this file has many, so give it one of them")
        raise typer.Exit(_play_lines(text, events=events))
    script = round_file.decoded_toml(text) if file.endswith(".toml") else round_file.decoded(text)
    _show(round_file.play_round(script), script, output, json=json, events=events)


def _one_of(logged: "list[Played]", number: int | None) -> "Played":
    """The round that was asked for; the last one, where none was."""
    number = len(logged) if number is None else number
    if not 1 <= abs(number) <= len(logged):
        raise BadInput(f"there is no round {number} in this log; it has {len(logged)}")
    return logged[number - 1 if number > 0 else number]


def _show(played: "Played", script: Any, output: str | None, *, json: bool, events: bool) -> None:
    from nomorebets.reports.dispute.page import dispute_page
    from nomorebets.reports.printing import write_page
    from nomorebets.reports.round import print_round
    from nomorebets.rounds import file as round_file

    if output is not None:
        write_page(dispute_page(played, script), Path(output))
    if json:
        print_json(round_file.document(played, events=events))
    elif output is None:
        print_round(console(), played, events=events)


def _show_all(logged: "list[Played]", *, events: bool) -> int:
    """One line of JSON for each round of a log."""
    import msgspec

    from nomorebets.rounds import file as round_file

    for played in logged:
        typer.echo(msgspec.json.encode(round_file.document(played, events=events)).decode())
    return 0


def _play_lines(text: str, *, events: bool) -> int:
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
