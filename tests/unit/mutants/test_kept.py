"""A run goes on where the last one was ended: what a test noticed holds until the test or what was broken changes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

RULE = """
def limit(size):
    return 3 if size >= 6 else 1
"""

TESTS = """
import pytest
import planted

TEXT = "high-card-flush"

def raised(size):
    return planted.limit(size)

@pytest.mark.clause("38.6(a)5(b)")
def test_a_long_flush_raises_by_three():
    assert raised(7) == 3
"""

RUN = """
import sys
from pathlib import Path
import planted
from tests.mutants import kept, run
from tests.mutants.mutant import Mutant

def mutant(change, source):
    def make():
        Path("tried").open("a").write(f"{change}\\n")
        exec(f"def limit(size): {change}", planted.__dict__)
    return Mutant("code", "planted:limit", change, frozenset({"high-card-flush:38.6(a)5(b)"}), make, source)

mutants = [mutant(change, sys.argv[1]) for change in ("return 2", "return 3", "return 4")]
known = kept.Kept(Path("noticed.json"))
until = float("-inf") if "late" in sys.argv else float("inf")
said = lambda one: print("said", one.mutant.change, one.survived)
run.outcomes(mutants, said, 1, [Path("test_planted.py")], known, until)
known.write()
"""


def told(folder: Path, tests: str = TESTS, source: str = "as it was", *more: str) -> tuple[list[str], list[str]]:
    """What is reported by a run, and what it tried for that."""
    for name, text in {"planted.py": RULE, "test_planted.py": tests, "run_planted.py": RUN}.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = clause\n", "utf-8")
    (folder / "tried").write_text("", "utf-8")
    done = subprocess.run(
        [sys.executable, "run_planted.py", source, *more],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    said = [line.removeprefix("said ") for line in done.stdout.splitlines() if line.startswith("said")]
    return said, (folder / "tried").read_text("utf-8").splitlines()


WHOLE = ["return 2 False", "return 3 True", "return 4 False"]
TRIED = ["return 2", "return 3", "return 4"]


def test_what_was_noticed_is_not_tried_again_and_what_survived_is(tmp_path: Path) -> None:
    assert told(tmp_path) == (WHOLE, TRIED)
    assert told(tmp_path) == (WHOLE, ["return 3"])


def test_what_reads_otherwise_is_tried_again(tmp_path: Path) -> None:
    told(tmp_path)
    assert told(tmp_path, source="as it is now") == (WHOLE, TRIED)


@pytest.mark.parametrize(
    ("old", "new"), [("raised(7) == 3", "3 == raised(7)"), ("planted.limit(size)", "planted.limit(size + 0)")]
)
def test_what_was_noticed_by_a_test_that_reads_otherwise_or_calls_what_does_is_tried_again(
    tmp_path: Path, old: str, new: str
) -> None:
    told(tmp_path)
    assert told(tmp_path, TESTS.replace(old, new)) == (WHOLE, TRIED)


def test_another_test_beside_it_changes_nothing_of_what_is_known(tmp_path: Path) -> None:
    told(tmp_path)
    more = f"{TESTS}\n@pytest.mark.clause('38.6(a)5(b)')\ndef test_a_short_one_by_one():\n    assert raised(5) == 1\n"
    assert told(tmp_path, more) == ([one.replace("True", "False") for one in WHOLE], ["return 3"])


def test_what_is_known_is_told_even_when_there_is_no_time_to_try_more(tmp_path: Path) -> None:
    told(tmp_path)
    assert told(tmp_path, TESTS, "as it was", "late") == (["return 2 False", "return 4 False"], [])
