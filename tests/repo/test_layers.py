"""Imports point one way, from the shell to the core, and the core is light."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "nomorebets"

# Each layer may import itself and those before it.
LAYERS = ("errors", "equipment", "ranking", "rulebook", "table", "kept", "workers", "compiled", "batch", "odds", "sim",
          "games", "round_file", "check", "report", "drawing", "choices", "wording", "layout_bets", "setting_screen",
          "terminal", "analysis", "sharing", "markup", "plots", "card_drawing", "par", "par_html", "par_xlsx",
          "monitor", "bankroll", "bench", "cli")  # fmt: skip

# The rulebook's tools look at pay tables, and the table cites clauses: the only two that know each other.
BOTH_WAYS = {("rulebook", "table")}

FOR_TYPES = {("errors", "table"), ("layout_bets", "terminal"), ("setting_screen", "terminal")}

CORE = ("errors", "equipment", "ranking", "rulebook", "table", "games")
LIGHT = {"nomorebets", "msgspec"}
# Of a game: read only by who asks for best play or simulation.
HEAVY = {"solve.py", "sim.py", "shared.py", "card.py"}
HEAVY |= {"best.py", "guess.py", "sample.py", "values.py", "ways.py", "weighed.py"}  # what those of Lunar Poker share


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


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
def test_a_module_imports_only_its_own_layer_and_those_below(path: Path) -> None:
    own = layer(path)
    assert own in LAYERS, f"{own} is a new layer; say where it stands"
    for name in imported(path):
        if name.startswith("nomorebets."):
            other = name.split(".")[1]
            if other in LAYERS and (own, other) not in BOTH_WAYS:
                # some name what stands above them for the type checker alone
                allowed = LAYERS.index(other) <= LAYERS.index(own) or (own, other) in FOR_TYPES
                assert allowed, f"{path.name} imports {name}"


@pytest.mark.parametrize(
    "path", [path for path in modules() if layer(path) in CORE and path.name not in HEAVY], ids=lambda path: path.name
)
def test_the_core_needs_nothing_heavier_than_msgspec(path: Path) -> None:
    import sys

    for name in imported(path):
        first = name.split(".")[0]
        assert first in LIGHT or first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_no_game_is_named_outside_its_folder() -> None:
    from nomorebets.games.registry import KEYS

    for path in modules():
        if layer(path) not in ("games", "cli"):  # the command line may have one as its default
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                assert not isinstance(node, ast.Constant) or node.value not in KEYS, f"{path.name} names a game"


CHANCE = {"random", "secrets", "uuid"}
CLOCKS = {"time", "datetime"}


@pytest.mark.parametrize("path", [path for path in modules() if layer(path) in CORE], ids=lambda path: path.name)
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
