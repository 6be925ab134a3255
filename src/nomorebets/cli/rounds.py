"""The command that settles scripted rounds."""

from typing import Annotated

import typer

from nomorebets.cli.options import FAILED, Json, console, print_json
from nomorebets.errors import NoMoreBetsError
from nomorebets.machine.files import read_text


def play_rounds(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON, TOML or JSON Lines; - for standard input.")],
    json: Json = False,
    events: Annotated[bool, typer.Option("--events", help="Print the event log too.")] = False,
) -> None:
    """Play scripted rounds through the engine and print what was due."""
    from nomorebets.rounds import file as round_file

    text = read_text(file)
    if file.endswith((".jsonl", ".ndjson")) or (not file.endswith(".toml") and round_file.is_lines(text)):
        raise typer.Exit(_play_lines(text, events=events))
    played = round_file.play_round(
        round_file.decoded_toml(text) if file.endswith(".toml") else round_file.decoded(text)
    )
    if json:
        print_json(round_file.document(played, events=events))
    else:
        from nomorebets.reports.round import print_round

        print_round(console(), played, events=events)


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
