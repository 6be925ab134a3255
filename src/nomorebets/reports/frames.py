"""Results as data frames, of polars or of pandas, whichever is installed."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from nomorebets.errors import BadInput
from nomorebets.rounds.settlement import Played, Report

LIBRARIES = ("polars", "pandas")


def frame(result: object) -> Any:
    """A row for each document, entry or wager of a result; what is nested stands there as JSON.

    >>> from nomorebets import advise
    >>> frame(advise("high-card-flush", hand="Td 8d 6d 2c 3c 4h 5s"))["do"].to_list()
    ['fold', 'raise']
    """
    for library in LIBRARIES:
        try:
            return import_module(library).DataFrame(rows(result))
        except ModuleNotFoundError:
            continue
    raise BadInput(f"a data frame needs one of {', '.join(LIBRARIES)}, and none is installed")


def rows(result: object) -> list[dict[str, Any]]:
    """What becomes a row: each of several documents, each wager of a settlement, or the one document.

    >>> rows([{"net": {"1": 5}, "void": None}])
    [{'net': '{"1":5}', 'void': None}]
    """
    report = result.report if isinstance(result, Played) else result
    several = report.settled if isinstance(report, Report) else result
    if isinstance(several, Struct | Mapping) or not isinstance(several, Iterable) or isinstance(several, str | bytes):
        several = [several]
    return _filled([_row(one) for one in several])


def _row(one: object) -> dict[str, Any]:
    told = asdict(one) if isinstance(one, Struct) else one
    if not isinstance(told, Mapping):
        raise BadInput(f"a data frame is made of documents, not of {type(one).__name__}")
    return {str(name): _cell(value) for name, value in told.items()}


def _cell(value: object) -> object:
    plain = value is None or isinstance(value, bool | int | float | str)
    return value if plain else msgspec.json.encode(value).decode()


def _filled(table: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every row with every column, so that none is lost that only a later row has."""
    columns = dict.fromkeys(name for row in table for name in row)
    return [{name: row.get(name) for name in columns} for row in table]
