"""What changed since a revision, so that only mutants of that are run."""

import re
import subprocess
from pathlib import Path

from tests.mutants.mutant import Mutant

ROOT = Path(__file__).parents[2]
HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")

Lines = dict[Path, list[range]]


def said(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def base_of(since: str) -> str:
    """The last revision before a time, such as "7 days ago"; in a young history the first one."""
    before = said("rev-list", "-1", f"--before={since}", "HEAD").strip()
    return before or said("rev-list", "--max-parents=0", "HEAD").split()[-1]


def changed_lines(base: str) -> Lines:
    """The lines of each file of the package that are not as they were in a revision."""
    found: Lines = {}
    file = ROOT
    for line in said("diff", "-U0", base, "--", "src").splitlines():
        if line.startswith("+++ b/"):
            file = ROOT / line.removeprefix("+++ b/")
        elif hunk := HUNK.match(line):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(file, []).append(range(start, start + max(count, 1)))
    return found


def touched(mutant: Mutant, lines: Lines) -> bool:
    """Whether what it breaks is among them."""
    own = mutant.lines
    hunks = lines.get(mutant.file, [])
    return bool(hunks) if own is None else any(hunk.start < own.stop and own.start < hunk.stop for hunk in hunks)
