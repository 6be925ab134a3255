"""How statements reach a database: written once, for SQLite and PostgreSQL alike.

Both understand the same ones but for how a row is locked, which a connection says.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

R = TypeVar("R", bound=Struct)


class Connection(Protocol):
    """A connection to a database, within a transaction."""

    locking: str  # what a SELECT ends with that locks its rows

    def now_ms(self) -> int:
        """Milliseconds since 1970 by the clock that all who share the database go by."""

    def all(self, statement: str, *values: Any) -> list[tuple[Any, ...]]: ...
    def many(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None: ...
    def run(self, statement: str, *values: Any) -> int:
        """How many rows it has changed."""


@cache
def columns(kind: type[Struct]) -> str:
    return ", ".join(kind.__struct_fields__)


@cache
def inserting(name: str, kind: type[Struct]) -> str:
    marks = ", ".join("?" for _ in kind.__struct_fields__)
    return f"INSERT INTO {name} ({columns(kind)}) VALUES ({marks})"


@cache
def numbering(name: str, kind: type[Struct]) -> str:
    """The same, but the first column is counted by the database; a row that is there already is left as it is."""
    fields = kind.__struct_fields__[1:]
    marks = ", ".join("?" for _ in fields)
    return f"INSERT INTO {name} ({', '.join(fields)}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING {columns(kind)}"


@cache
def leaving(name: str, kind: type[Struct]) -> str:
    """The same, but a row that is there already is left as it is."""
    return f"{inserting(name, kind)} ON CONFLICT DO NOTHING"


def among(numbers: Sequence[int]) -> str:
    """That a column has one of these values; of none it has none."""
    return f"IN ({', '.join('?' for _ in numbers) or 'NULL'})"


def values(row: Struct) -> tuple[Any, ...]:
    return astuple(row)


class Part:
    """Some of what is kept, within a transaction."""

    def __init__(self, connection: Connection) -> None:
        self.on = connection

    def _rows(self, kind: type[R], table: str, rest: str = "", *wanted: Any) -> list[R]:
        return [kind(*row) for row in self.on.all(f"SELECT {columns(kind)} FROM {table} {rest}", *wanted)]

    def _row(self, kind: type[R], table: str, rest: str, *wanted: Any) -> R | None:
        return next(iter(self._rows(kind, table, rest, *wanted)), None)
