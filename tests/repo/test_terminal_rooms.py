"""The terminal draws from views, offers and entries: it holds a table, but never looks into it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TERMINAL = ROOT / "src" / "nomorebets" / "terminal"
MODULES = sorted(TERMINAL.glob("*.py"))

BEHIND_THE_VIEW = ("nomorebets.table.state", "nomorebets.table.evolve")
HOLDER = "house.py"  # the one module that has a table to pass on
THE_GAME = "nomorebets.table.game"
MAY_KNOW_THE_GAME = {
    "house.py": "it opens the table under the terms",
    "session.py": "it is given the terms to sit down under, and passes them on",
    "rules.py": "what a hand would be if it were set so stands in no view, because it does not lie there",
}
MOST_LINES = 250
MOST_LINES_OF_A_FUNCTION = 60

every_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{name.name}" for name in names)


def is_table(node: ast.AST) -> bool:
    """Whether something is called a table: a name, or what is kept under that name."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_") == "table"
    return False


def looked_into(tree: ast.AST) -> Iterator[int]:
    """The lines that reach for what is in a table."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) if is_table(inner):
                yield node.lineno
            case ast.Call(func=ast.Name(id="getattr" | "vars" | "replace"), args=[inner, *_]) if is_table(inner):
                yield node.lineno


@every_module
def test_nothing_behind_the_view_is_imported(path: Path) -> None:
    for name in imported(ast.parse(path.read_text("utf-8"))):
        assert not name.startswith(BEHIND_THE_VIEW), f"{path.name} imports {name}"


@every_module
def test_what_is_drawn_is_drawn_from_views_and_what_is_posted(path: Path) -> None:
    knows = [name for name in imported(ast.parse(path.read_text("utf-8"))) if name.startswith(THE_GAME)]
    assert bool(knows) == (path.name in MAY_KNOW_THE_GAME), f"{path.name} imports {knows or 'no game'}"


@every_module
def test_nobody_takes_a_game_apart_but_who_asks_the_rules(path: Path) -> None:
    taken = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("manner", "equipment", "licence", "inscribed")
    ]
    assert not taken or path.name == "rules.py", f"{path.name} takes a game apart in lines {taken}"


@every_module
def test_nobody_looks_into_a_table(path: Path) -> None:
    lines = list(looked_into(ast.parse(path.read_text("utf-8"))))
    assert not lines, f"{path.name} looks into a table in lines {lines}; a view shows what may be seen"


@every_module
def test_only_the_house_holds_a_table(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    held = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr) and is_table(node)]
    assert not held or path.name == HOLDER, f"{path.name} has a table in lines {held}"


@pytest.mark.parametrize(
    "line", ["table.seats", "self.table.in_play", "house.table.ledger", "table['seats']", "getattr(table, 'phase')"]
)
def test_whoever_looked_into_a_table_would_be_found(line: str) -> None:
    assert list(looked_into(ast.parse(line))) == [1]


def test_a_table_may_be_passed_on() -> None:
    assert not list(looked_into(ast.parse("self.table, entry = play(self.table, action, YOU, at)")))


@every_module
def test_what_is_read_in_one_sitting_is_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < MOST_LINES_OF_A_FUNCTION, f"{path.name}: {node.name} is too long"
