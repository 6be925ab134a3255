"""Full six-seat rounds of every game through the engine, per second.

Run with `python benchmarks/engine.py`.  With `--against REV` each game is measured in turns with another revision,
which is checked out beside: these machines are seldom alone, so what counts is the ratio.  A turn has so many rounds
that what a process finds cold after the turn of the other is little of it: the faster one would suffer most from that.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
KEYS = ("high-card-flush", "what-the-flush", "lunar-poker", "packs-poker", "pai-gow", "pai-gow-poker", "pokette")

# What a revision runs: a table that plays as many rounds as it is told and says how long they took.
WORKER = """
import sys, time
from nomorebets.bench.engine import Rounds
from nomorebets.games.registry import terms
posted = terms(sys.argv[1])
rounds = Rounds(posted, min(6, posted.submission.positions))
rounds.play(300)  # what is made once is made by then
print("ready", flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    rounds.play(int(line))
    print(time.perf_counter() - start, flush=True)
"""


class Worker:
    """A process with the engine of one revision."""

    def __init__(self, root: Path, key: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, key],
            env={"PYTHONPATH": str(root / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.said() == "ready"

    def said(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def rate(self, rounds: int) -> float:
        """Rounds per second."""
        assert self.process.stdin
        self.process.stdin.write(f"{rounds}\n")
        self.process.stdin.flush()
        return rounds / float(self.said())

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """A revision in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "revision"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(place), revision], cwd=ROOT, check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=True)


def measured(key: str, roots: list[Path], turns: int, rounds: int) -> None:
    workers = [Worker(root, key) for root in roots]
    rates: list[list[float]] = [[] for _ in workers]
    for _ in range(turns):
        for worker, own in zip(workers, rates, strict=True):
            own.append(worker.rate(rounds))
    for worker in workers:
        worker.end()
    line = f"{key:16} best {max(rates[0]):7,.0f}   median {median(rates[0]):7,.0f} rounds/s"
    if len(rates) > 1:
        ratio = median(ours / theirs for ours, theirs in zip(*rates, strict=True))
        line += f"   before {median(rates[1]):7,.0f}   {ratio:5.2f} times as fast"
    print(line, flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--against", metavar="REV", help="another revision, measured in turns with this one")
    options.add_argument("--game", choices=KEYS, help="one game; without it, all")
    options.add_argument("--turns", type=int, default=15)
    options.add_argument("--rounds", type=int, default=200, help="in each turn")
    chosen = options.parse_args()
    keys = [chosen.game] if chosen.game else KEYS
    if chosen.against:
        with checked_out(chosen.against) as other:
            for key in keys:
                measured(key, [ROOT, other], chosen.turns, chosen.rounds)
    else:
        for key in keys:
            measured(key, [ROOT], chosen.turns, chosen.rounds)


if __name__ == "__main__":
    main()
