"""Which figures hang on a clause: those of its pay tables, and best play where that is reckoned with its functions."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from msgspec import Struct

from nomorebets.figures.ratio import ratio
from nomorebets.games.registry import game
from nomorebets.odds.maths import odds
from nomorebets.rulebook.rule import code, folder


class Hanging(Struct, frozen=True):
    """A figure that has to be reckoned anew; the house edge as it is now, where it is counted from a table."""

    wager: str
    pay_table: str = ""
    house_edge: str | None = None
    house_edge_decimal: float | None = None
    because: str = ""  # of which function


def hanging(key: str, clause: str) -> tuple[Hanging, ...]:
    """The figures of a game that may change with a clause, which is named in full."""
    return (*_tables(key, clause), *_best_play(key, clause))


def _tables(key: str, clause: str) -> Iterator[Hanging]:
    for wager, columns in game(key).licence.pay_tables.items():
        for letter, column in columns.items():
            if column.clause == clause:
                back = odds(key).returned(column) if wager in odds(key).wagers else None
                edge = None if back is None else 1 - back
                exact = (None, None) if edge is None else (ratio(edge), float(edge))
                yield Hanging(wager, letter, *exact)


def _best_play(key: str, clause: str) -> Iterator[Hanging]:
    """Best play, once, if the mathematics of the game call a function that carries out the clause."""
    called = [place for place in code(clause) if place in functions_reckoned_with(key)]
    if called:
        required = next((wager.name for wager in game(key).licence.wagers if wager.required), "main wager")
        yield Hanging(required, because=", ".join(called))


@cache
def functions_reckoned_with(key: str) -> frozenset[str]:
    """Functions of the rules that the game's mathematics import, as places of code are named."""
    found: set[str] = set()
    for file in files(folder(key)).joinpath("maths").iterdir():
        if file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nomorebets."):
                    module = str(node.module).removeprefix("nomorebets.")
                    found |= {f"{module}:{name.name}" for name in node.names}
    return frozenset(found)
