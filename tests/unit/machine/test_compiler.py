"""Compiled loops are kept for the next start, but never longer than the rules that they call."""

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nomorebets
from nomorebets.errors import BadInput
from nomorebets.games.high_card_flush.maths import solve
from nomorebets.machine.compiler import compiled

OWN = """
[[line]]
from = "Td 8d 6d"
antes = "most"
[[line]]
antes = 0
"""
RULE = "return (player > dealer) - (player < dealer)"
TURNED_ROUND = "return (player < dealer) - (player > dealer)"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the package, whose rules may be changed."""
    copy = tmp_path / "src" / "nomorebets"
    shutil.copytree(Path(nomorebets.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def simulated(sources: Path, home: Path, *arguments: str) -> dict[str, int]:
    """How a thousand rounds end when they are simulated by the rules of these sources."""
    # Whoever imports numba first, or has a cache for it, has not chosen where our loops are kept.
    program = "import numba; from nomorebets.cli.app import main; main()"
    places = {"PYTHONPATH": str(sources.parent), "NMB_CACHE": str(home), "NUMBA_CACHE_DIR": str(home.parent / "numba")}
    done = subprocess.run(
        [sys.executable, "-c", program, "simulate", *arguments, "--rounds", "1000", "--seed", "3", "--json"],
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, int] = json.loads(done.stdout)["outcomes"]
    return found


def machine_code(home: Path) -> dict[Path, int]:
    """The files in which machine code is kept, and when they were written."""
    return {file: file.stat().st_mtime_ns for file in home.rglob("*.nbc")}


def test_a_changed_rule_is_compiled_again_and_an_unchanged_one_is_not(sources: Path, tmp_path: Path) -> None:
    home, strategy = tmp_path / "cache", tmp_path / "own.toml"
    strategy.write_text(OWN)

    def outcomes() -> dict[str, int]:
        return simulated(sources, home, "high-card-flush", "--strategy", str(strategy))

    before = outcomes()
    compiled = machine_code(home)
    assert compiled
    (sources / "bench" / "__pycache__").mkdir(exist_ok=True)  # as another command leaves it behind
    assert outcomes() == before
    assert machine_code(home) == compiled

    rules = sources / "games" / "high_card_flush" / "rules.py"  # the loop stands in another file, and calls it
    text = rules.read_text("utf-8")
    assert text.count(RULE) == 1
    rules.write_text(text.replace(RULE, TURNED_ROUND), "utf-8")
    after = outcomes()
    assert before["raise 1x, player wins"] != before["raise 1x, dealer wins"]
    assert after["raise 1x, player wins"] == before["raise 1x, dealer wins"]
    assert after["raise 1x, dealer wins"] == before["raise 1x, player wins"]
    assert machine_code(home).keys() > compiled.keys()


def test_without_a_place_nothing_is_kept_beside_the_sources(sources: Path, tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("no folder can be made here")
    assert simulated(sources, occupied, "pokette", "--wager", "red=100")
    assert not machine_code(tmp_path)


def test_a_loop_is_sent_elsewhere_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(solve.solved)) is solve.solved
    assert len(pickle.dumps(solve.solved)) < 100


def test_a_missing_compiler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def loop() -> int:
        return 1

    monkeypatch.delitem(sys.modules, "nomorebets.machine.compiler.machine_code", raising=False)
    monkeypatch.delattr("nomorebets.machine.compiler.machine_code", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(BadInput, match=r"numba is not installed; it comes with nomorebets\[odds\]"):
        compiled(loop)()


HAND = "Td 8d 6d 2c 3c 4h 5s"


@pytest.mark.parametrize(
    "arguments",
    [
        ("advise", "high-card-flush", "--hand", HAND),
        ("advise", "what-the-flush", "--hand", HAND, "--up", "Ah"),
        ("advise", "pai-gow", "--hand", "2-3 1-4 2-5 6-6"),
        ("advise", "pokette"),
        ("odds", "what-the-flush"),
    ],
)
def test_what_needs_no_loop_does_not_wait_for_the_compiler(arguments: tuple[str, ...]) -> None:
    program = "import atexit, sys\natexit.register(lambda: print('numba' in sys.modules))\n"
    program += "from nomorebets.cli.app import main; main()"
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
