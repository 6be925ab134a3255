"""What the commands have in common: options, and how a result is printed."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from nomorebets.errors import BadInput, NoMoreBetsError

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")

FAILED = 1
BAD_INPUT = 2


def named_game(written: str | None) -> str | None:
    """The key of a game that somebody typed the name of."""
    from nomorebets.games.registry import named

    return None if written is None else named(written)


def games_begun(begun: str) -> list[str]:
    """What a shell completes the name of a game to."""
    from nomorebets.games.registry import KEYS

    return [key for key in KEYS if key.startswith(begun)]


def game_argument(help: str = "A game.", metavar: str | None = None) -> Any:  # noqa: A002
    return typer.Argument(help=help, metavar=metavar, callback=named_game, autocompletion=games_begun)


Game = Annotated[str, game_argument()]
OneGame = Annotated[str | None, game_argument("A game; without it, all of them.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
SubmissionFile = Annotated[
    str | None, typer.Option("--submission", help="A submission file (TOML); without it our own holds.")
]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", help="A Dask scheduler's address, or local:N for processes here.")
]
ThreadCount = Annotated[int | None, typer.Option("--threads", help="How many threads; all cores without it.")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")]
Data = Annotated[str | None, typer.Option("--data", help="The folder of a house: its file, or only its keys.")]
Database = Annotated[str | None, typer.Option("--database", help="A database instead of a file, as postgresql://...")]
Wager = Annotated[str | None, typer.Option("--wager", help="Which wager; the main one without it.")]
PayTable = Annotated[str | None, typer.Option("--pay-table", help="A printed pay table of that wager, by its letter.")]


def house_of(data: str | None, database: str | None) -> tuple[Path, str]:
    """Where a house is: the folder of its file and keys, and the address of its database if it has one."""
    if data is None and database is None:
        raise BadInput("say which house: --data with its folder, or --database with the address of its database")
    return Path(data or "."), database or ""


def complain(error: NoMoreBetsError) -> None:
    typer.echo(f"nmb: {error}", err=True)


def print_json(value: object) -> None:
    typer.echo(json_text(value))


def json_text(value: object) -> str:
    """A document; names of files that are no text stand there as they can be escaped."""
    import msgspec

    try:
        return msgspec.json.format(msgspec.json.encode(value)).decode()
    except UnicodeEncodeError:
        import json

        return json.dumps(msgspec.to_builtins(value), indent=2)


def show(document: T, show_people: "Callable[[Console, T], None]", *, json: bool) -> None:
    """A result as one JSON document, or as people like to read it."""
    if json:
        print_json(document)
    else:
        show_people(console(), document)


def console() -> "Console":
    from rich.console import Console

    return Console(highlight=False)
