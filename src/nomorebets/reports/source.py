"""The lines of code or data at a place that carries out a clause, as they stand in the package."""

import ast
from functools import cache
from importlib.resources import files

from msgspec import Struct

MOST_LINES = 40
EVERY_GAME = "table/submission.py"  # has the fields that the submissions of several games share


class Excerpt(Struct, frozen=True):
    """Lines of one file."""

    file: str
    line: int
    text: str


def excerpt(place: str) -> Excerpt | None:
    """What stands at a place such as `games.pokette.rules:ends` or `games.pokette.pay_tables.toml:red`, if it is found.

    >>> excerpt("ranking.flush:flush_size").text.splitlines()[0]
    'def flush_size(hand: int) -> int:'
    """
    module, _, name = place.partition(":")
    data = module.endswith(".toml")
    path = module.removesuffix(".toml").replace(".", "/") + (".toml" if data else ".py")
    lines = _lines(path)
    name = name if data else name.partition("[")[0]  # one entry of a table stands with the others
    if not data and name not in _code(path) and path.endswith("/submission.py"):
        path, lines = EVERY_GAME, _lines(EVERY_GAME)
    span = _data(lines, name) if data else _code(path).get(name)
    if span is None:
        return None
    first, last = span
    return Excerpt(path, first + 1, "\n".join(lines[first : min(last, first + MOST_LINES)]).rstrip())


@cache
def _lines(path: str) -> tuple[str, ...]:
    file = files("nomorebets").joinpath(path)
    return tuple(file.read_text("utf-8").splitlines()) if file.is_file() else ()


@cache
def _code(path: str) -> dict[str, tuple[int, int]]:
    """Where each function, class, constant and field of a module stands."""
    found: dict[str, tuple[int, int]] = {}
    module = ast.parse("\n".join(_lines(path)))
    for node in ast.walk(module):
        if not isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            continue
        within = "" if isinstance(node, ast.Module) else f"{node.name}."
        for one in node.body:
            match one:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    first = min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
                    found.setdefault(within + name, (first - 1, one.end_lineno or one.lineno))
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    found.setdefault(name, (one.lineno - 1, one.end_lineno or one.lineno))
    return found


def _data(lines: tuple[str, ...], name: str) -> tuple[int, int] | None:
    """The block that is called so, or has such a title."""
    for at, line in enumerate(lines):
        if line.startswith((f"[{name}]", f"[[{name}]]")) or (line.startswith(("title", "say")) and f'"{name}"' in line):
            first = at if line.startswith("[") else max(0, at - 1)
            ends = (n for n in range(at + 1, len(lines)) if not lines[n].strip() and n > at + 1)
            return first, next(ends, len(lines))
    return None
