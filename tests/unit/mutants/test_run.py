"""Planted mutants against planted tests: what is noticed is told with the test, and what is not survives."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

RULE = """
def limit(size):
    return 3 if size >= 6 else 1
"""

TESTS = """
import pytest
import planted

TEXT = "high-card-flush"

@pytest.mark.clause("38.6(a)5(b)")
def test_a_long_flush_raises_by_three():
    assert planted.limit(7) == 3

@pytest.mark.clause("38.10(b)")
def test_another_clause_says_nothing_about_it():
    assert planted.limit(6) == 3
"""

RUN = """
import sys
from pathlib import Path
import planted
from tests.mutants import run
from tests.mutants.mutant import Mutant

def mutant(change):
    def make():
        exec(f"def limit(size): {change}", planted.__dict__)
    return Mutant("code", "planted:limit", change, frozenset({"high-card-flush:38.6(a)5(b)"}), make)

changes = ["return 2", "return 3 if size > 6 else 1", "exec('while True: pass')", "raise KeyboardInterrupt"]
ended = run.outcomes(
    [mutant(change) for change in changes],
    lambda one: print("said", one.tests, one.survived, one.noticed),
    1,
    [Path("test_planted.py")],
)
sys.exit(ended)
"""


def ran(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    for name, source in {"planted.py": RULE, "test_planted.py": tests, "run_planted.py": RUN}.items():
        (folder / name).write_text(source, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = clause\n", "utf-8")
    path = os.pathsep.join((str(folder), str(ROOT)))
    return subprocess.run(
        [sys.executable, "run_planted.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )


def test_a_kill_is_told_with_its_test_and_a_survivor_is_reported_and_what_hangs_is_ended(tmp_path: Path) -> None:
    said = [line for line in ran(tmp_path, TESTS).stdout.splitlines() if line.startswith("said")]
    assert said == [
        "said 1 False test_planted.py::test_a_long_flush_raises_by_three",
        "said 1 True ",
        "said 1 False test_planted.py::test_a_long_flush_raises_by_three",
        "said 1 False test_planted.py::test_a_long_flush_raises_by_three",
    ]


def test_what_fails_with_nothing_broken_is_no_evidence(tmp_path: Path) -> None:
    done = ran(tmp_path, TESTS.replace("== 3", "== 4"))
    assert done.returncode != 0
    assert "said" not in done.stdout
    assert "fails although nothing is broken" in done.stdout + done.stderr
