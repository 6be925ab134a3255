"""Imports point one way, from the shell to the core, and the core is light."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "nomorebets"

# The rooms of the house, from the ground up: a module imports from its own storey and those below.
STOREYS = (
    ("errors",),
    ("equipment", "ranking"),
    ("rulebook",),
    ("table",),
    ("games",),
    ("rounds",),
    ("games/*/script.py",),
    ("machine",),
    ("odds", "sim"),
    ("games/*/maths",),
    ("licence", "figures", "store"),
    ("reports", "web"),
    ("bench", "service", "terminal"),
    ("cli", "client"),
)
STOREY = {room: number for number, rooms in enumerate(STOREYS) for room in rooms}

CORE = STOREYS[: STOREY["games"] + 1]
LIGHT = {"nomorebets", "msgspec"}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def room(path: Path) -> str:
    """The room in which a module stands; a game has rooms of its own upstairs."""
    parts = path.relative_to(PACKAGE).parts
    upstairs = f"games/*/{parts[2]}" if parts[0] == "games" and len(parts) > 2 else ""
    return upstairs if upstairs in STOREY else parts[0].removesuffix(".py")


def room_of(name: str) -> str:
    """The room of a dotted name, which may end in something within a module."""
    path = PACKAGE.joinpath(*name.split(".")[1:])
    while not path.is_dir() and not path.with_suffix(".py").exists():
        path = path.parent
    return room(path if path.is_dir() else path.with_suffix(".py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from (f"{module}.{name.name}" for name in names)
            case ast.ImportFrom():
                raise AssertionError(f"{path} imports relatively; name the module in full")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_its_own_storey_and_those_below(path: Path) -> None:
    own = room(path)
    assert own in STOREY, f"{own} is a new room; say on which storey it stands"
    for name in imported(path):
        if name.startswith("nomorebets.") and name != "nomorebets.__version__":
            assert STOREY[room_of(name)] <= STOREY[own], f"{path.name} imports {name}"


def in_core(path: Path) -> bool:
    return any(room(path) in rooms for rooms in CORE)


def test_the_house_is_not_a_tower() -> None:
    assert len(STOREYS) < 15


@pytest.mark.parametrize("path", [*filter(in_core, modules())], ids=lambda path: path.name)
def test_the_core_needs_nothing_heavier_than_msgspec(path: Path) -> None:
    import sys

    for name in imported(path):
        first = name.split(".")[0]
        assert first in LIGHT or first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_no_game_is_named_outside_its_folder() -> None:
    from nomorebets.games.registry import KEYS

    for path in modules():
        if not room(path).startswith(("games", "cli")):  # the command line may have one as its default
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                assert not isinstance(node, ast.Constant) or node.value not in KEYS, f"{path.name} names a game"


UPSTAIRS = ("licence", "figures", "reports", "bench", "cli")
BY_NAME = {
    "record",
    "submission",
    "terms.submission",
    "posted.submission",
    "line",
    "library",
}  # what has fields to be listed


@pytest.mark.parametrize("path", [path for path in modules() if room(path) in UPSTAIRS], ids=lambda path: path.name)
def test_a_game_s_mathematics_is_a_value_and_not_searched_for(path: Path) -> None:
    """What a game has not got is None in what it declares, where the checker of types sees it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="hasattr" | "find_spec" | "vars" as name)):
                raise AssertionError(f"{path.name} calls {name}")
            case ast.Call(func=ast.Name(id="getattr"), args=[of, *_]):
                assert ast.unparse(of) in BY_NAME, f"{path.name} asks {ast.unparse(of)} for something by its name"
            case ast.Call(func=ast.Name(id="import_module"), args=[ast.JoinedStr(), *_]):
                raise AssertionError(f"{path.name} puts together the name of a module")


CHANCE = {"random", "secrets", "uuid"}
CLOCKS = {"time", "datetime"}


@pytest.mark.parametrize("path", [*filter(in_core, modules())], ids=lambda path: path.name)
def test_nothing_in_the_core_reads_a_clock_or_a_random_source(path: Path) -> None:
    for name in imported(path):
        assert name.split(".")[0] not in CHANCE | CLOCKS, f"{path.name} imports {name}"
        assert name not in ("os.urandom", "os"), f"{path.name} imports {name}"


def test_no_global_random_source_anywhere() -> None:
    """Outside the core a seed may be drawn from the operating system, but no module-level generator is ever used."""
    for folder in (PACKAGE, ROOT / "tests", ROOT / "benchmarks"):
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Attribute(value=ast.Name(id="random"), attr=name):
                        assert name == "Random", f"{path} uses random.{name}"
                    case ast.ImportFrom(module="random", names=names):
                        assert {name.name for name in names} <= {"Random"}, f"{path} imports from random"
