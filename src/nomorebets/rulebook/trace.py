"""From clause to code to test, and what has none."""

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from nomorebets.rulebook import rule
from nomorebets.rulebook.clauses import DECIDING, Clause, rulings, text


class Traced(Struct, frozen=True):
    """A clause with its evidence."""

    id: str
    kind: str
    gist: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    ruling: str | None


class Gap(Struct, frozen=True):
    """A clause that lacks what its kind requires, or evidence for a clause that does not exist."""

    id: str
    missing: str


class Trace(Struct, frozen=True):
    clauses: tuple[Traced, ...]
    gaps: tuple[Gap, ...]


def tests_by_clause(folder: Path) -> dict[str, list[str]]:
    """The tests that are marked with each clause, read from the source so that nothing has to run."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        module = ast.parse(path.read_text("utf-8"))
        key = _text_key(module)
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef):
                for clause in _marks(node):
                    full = clause if ":" in clause else f"{key}:{clause}"
                    found.setdefault(full, []).append(f"{path.relative_to(folder.parent)}::{node.name}")
    return found


def _text_key(module: ast.Module) -> str:
    """A test module may name its text once, as TEXT, and then cite clauses without it."""
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="TEXT")], value=ast.Constant(value=str(key))):
                return key
    return ""


def _marks(node: ast.FunctionDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="clause") | ast.Name(id="clause"), args=arguments):
                yield from (str(argument.value) for argument in arguments if isinstance(argument, ast.Constant))


def trace(key: str, tests: dict[str, list[str]]) -> Trace:
    """The matrix of one text; its game must have been loaded, so that its code has cited its clauses."""
    ruled: dict[str, list[str]] = {}
    for ruling in rulings(key):
        for clause in ruling.clauses:
            ruled.setdefault(clause, []).append(ruling.id)
    traced = tuple(_traced(key, clause, tests, ruled) for clause in text(key).clause)
    known = {one.id for one in traced}
    gaps = [Gap(one.id, missing) for one in traced for missing in _missing(one)]
    cited = [clause for clause in rule.cited() if clause.startswith(f"{key}:")]
    gaps += [Gap(clause, "a clause of this id, which code cites") for clause in cited if clause not in known]
    marked = [clause for clause in tests if clause.startswith(f"{key}:")]
    gaps += [Gap(clause, "a clause of this id, which a test names") for clause in marked if clause not in known]
    return Trace(traced, tuple(gaps))


def _traced(key: str, clause: Clause, tests: dict[str, list[str]], ruled: dict[str, list[str]]) -> Traced:
    full = f"{key}:{clause.id}"
    code = rule.code(full)
    if clause.inspect:
        code = (*code, "licence.inspection:checklist")
    return Traced(
        id=full,
        kind=clause.kind,
        gist=clause.gist,
        code=code,
        tests=tuple(tests.get(full, ())),
        ruling=", ".join(ruled.get(clause.id, ())) or None,
    )


def _missing(one: Traced) -> Iterator[str]:
    if not one.code:
        yield "code"
    if one.kind in DECIDING and not one.tests:
        yield "test"
