"""The command that opens the house."""

from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import Json, console

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="Where everything is kept; a folder of yours by default.")
]
Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="A PostgreSQL in which everything is kept instead.")
]


def serve(
    data: Data = None,
    database: Database = "",
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any that is free.")
    ] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="A host name under which people reach it.")] = None,
    guests: Annotated[bool, typer.Option("--guests/--no-guests", help="Whether guests are welcome.")] = True,
    secure: Annotated[bool, typer.Option("--secure", help="People reach it over TLS, through a proxy.")] = False,
    witness: Annotated[
        list[str] | None, typer.Option("--witness", help="A file or an address that keeps checkpoints elsewhere.")
    ] = None,
    witness_key: Annotated[
        list[str] | None, typer.Option("--witness-key", metavar="KEY", help="The verifier key of a witness.")
    ] = None,
    opening: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in a browser.")] = True,
    as_json: Json = False,
) -> None:
    """Open the tables to many people at once, here or behind a proxy."""
    import msgspec

    from nomorebets.service.serve import Started, default_data, prepared, serve
    from nomorebets.service.site import Settings
    from nomorebets.service.writer import system_clock

    people = tuple(name or ()), secure
    witnesses = tuple(witness or ()), tuple(witness_key or ())
    settings = Settings(data or default_data(), database, guests, *people, *witnesses)

    def told(started: Started) -> None:
        if as_json:
            typer.echo(msgspec.json.encode(started).decode())
            return
        screen = console()
        screen.print(f"The tables are open: {started.url}")
        screen.print(f"Sign in as the administrator, once, within ten minutes: {started.sign_in}")
        if opening:
            typer.launch(started.url)

    prepared(settings, system_clock())
    serve(settings, host, port, told)
