"""The hash of the rules covers what decides a round, and nothing else."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import nomorebets
from nomorebets.games.registry import KEYS, terms
from nomorebets.rulebook.content import COUNTED, GAME, NOT_COUNTED, counted
from nomorebets.rulebook.rule import folder

PACKAGE = Path(nomorebets.__file__).parent
ROOMS = [room for room in COUNTED if room != GAME]

every_game = pytest.mark.parametrize("key", KEYS)


def home(key: str) -> Path:
    return PACKAGE / "games" / folder(key).rpartition(".")[2]


def counts(path: Path, key: str) -> bool:
    """Whether a file is covered, by the lists."""
    within = Path(GAME, path.relative_to(home(key))) if path.is_relative_to(home(key)) else path.relative_to(PACKAGE)
    return not {str(within), *map(str, within.parents)} & set(NOT_COUNTED)


def files_of(key: str, kinds: tuple[str, ...] = (".py", ".toml")) -> list[Path]:
    """The sources and data in the rooms that count, and in the folder of a game."""
    places = [*(PACKAGE / room for room in ROOMS), home(key)]
    return [path for place in places for path in sorted(place.rglob("*")) if path.suffix in kinds]


def imported(path: Path) -> Iterator[Path]:
    """The modules of ours that a module reads."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            for name in (node.module, *(f"{node.module}.{one.name}" for one in node.names)):
                place = PACKAGE.parent.joinpath(*str(name).split("."))
                yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists())


def reached(*starts: Path) -> set[Path]:
    """All modules that these come to."""
    found: set[Path] = set()
    waiting = [*starts]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path)
    return found


@every_game
def test_a_byte_matters_in_every_file_that_counts_and_in_no_other(key: str, tmp_path: Path) -> None:
    for room in ROOMS:
        shutil.copytree(PACKAGE / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    game = shutil.copytree(home(key), tmp_path / GAME, ignore=shutil.ignore_patterns("__pycache__"))
    before = counted(tmp_path, game)
    assert before == counted(PACKAGE, home(key))
    for path in files_of(key):
        own = path.is_relative_to(home(key))
        copy = game / path.relative_to(home(key)) if own else tmp_path / path.relative_to(PACKAGE)
        whole = copy.read_bytes()
        copy.write_bytes(whole + b"#")
        assert (counted(tmp_path, game) != before) == counts(path, key), path
        copy.write_bytes(whole)


def test_every_module_counts_that_the_engine_or_some_rules_read_and_no_other() -> None:
    read = reached(PACKAGE / "table" / "engine.py", *(home(key) / "rules.py" for key in KEYS))
    hashing = PACKAGE / "rulebook" / "content.py"  # read to say what decided, not to decide
    for key in KEYS:
        modules = {path for path in files_of(key, (".py",)) if path.name != "__init__.py"}
        assert {path for path in modules if counts(path, key)} == (modules & read) - {hashing}


@every_game
def test_the_data_that_counts_is_what_rules_are_made_of(key: str) -> None:
    data = {path.name for path in files_of(key, (".toml",)) if counts(path, key)}
    assert "procedures.toml" in data
    assert data <= {"procedures.toml", "pay_tables.toml", "house_ways.toml", "layout.toml"}


def test_what_does_not_count_is_there_and_says_why() -> None:
    for name, why in NOT_COUNTED.items():
        room, _, rest = name.partition("/")
        places = [home(key) for key in KEYS] if room == GAME else [PACKAGE / room]
        assert all((place / rest).exists() for place in places), name
        assert why


def test_the_hash_is_that_of_the_rules_under_a_submission() -> None:
    assert len({terms(key).hash for key in KEYS}) == len(KEYS)
    assert terms("pai-gow").hash == terms("pai-gow").hash != terms("pai-gow", {"licensee": "Another"}).hash
