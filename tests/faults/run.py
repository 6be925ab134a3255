"""Everything that may go wrong, again and again while people play, and what has to hold afterwards.

python -m tests.faults.run --seed 7 --kills 100 [--only NAME] [--database URL]
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.faults import database, disks, statements
from tests.faults.kills import killed
from tests.faults.postgres import Postgres, postgres

Step = Callable[[], None]


@dataclass
class Run:
    """One run: its number says what happens when, as far as a machine does things again in the same order."""

    seed: int
    kills: int
    seats: int
    address: str
    until: ExitStack

    @cached_property
    def server(self) -> Postgres:
        return self.until.enter_context(postgres())

    @property
    def shared(self) -> str:
        """A database that is empty."""
        return self.address or self.server.fresh()

    def some(self, one_in: int) -> int:
        """Fewer than kills, where each takes seconds."""
        return max(3, self.kills // one_in)


Stage = Callable[[Run, Path, Step], dict[str, int]]
# What is done, how often for how many kills, and what the steps are called.
STAGES: dict[str, tuple[int, Stage]] = {
    "kills, SQLite": (1, lambda run, to, step: killed(to, "", run.seed, run.some(1), run.seats, 1, step)),
    "kills, PostgreSQL": (1, lambda run, to, step: killed(to, run.shared, run.seed, run.some(1), run.seats, 2, step)),
    "each statement, SQLite": (0, lambda run, to, _: statements.appends(to, "", run.seed)),
    "each statement, PostgreSQL": (0, lambda run, to, _: statements.appends(to, run.server.fresh(), run.seed)),
    "sequencer": (0, lambda run, to, _: statements.sequenced(to, run.server.fresh(), run.seed)),
    "database killed": (
        20,
        lambda run, to, step: database.database_killed(to, run.server, run.seed, run.some(20), 2, step),
    ),
    "connections cut": (
        2,
        lambda run, to, step: database.connections_cut(to, run.server, run.seed, run.some(2), 2, step),
    ),
    "notifications": (
        10,
        lambda run, to, step: database.notifications_astray(to, run.server, run.seed, run.some(10), step),
    ),
    "clocks": (20, lambda run, to, step: database.clocks_wrong(to, run.server, run.seed, run.some(20), step)),
    "frozen": (20, lambda run, to, step: database.frozen(to, run.server, run.seed, run.some(20), step)),
    "disk": (20, lambda run, to, step: disks.broken(to, run.seed, run.some(20), step)),
    "power": (20, lambda run, to, step: disks.powered(to, run.seed, run.some(20), "", step)),
    "power, nothing flushed": (0, lambda run, to, _: disks.noticed(to, run.seed, 4)),
}


def run(seed: int, kills: int, seats: int, only: str, address: str) -> None:
    """Do all of it, or one thing; a failure is told with what repeats it."""
    columns = TextColumn("{task.description:26}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with ExitStack() as until, Progress(*columns, console=Console(stderr=True)) as bar:
        one = Run(seed, kills, seats, address, until)
        for name, (one_in, stage) in STAGES.items():
            if only and only not in name:
                continue
            task = bar.add_task(name, total=one.some(one_in) if one_in else 1)
            with tempfile.TemporaryDirectory() as folder:
                try:
                    found = stage(one, Path(folder) / "house", lambda task=task: bar.advance(task))  # type: ignore[misc]
                except BaseException:
                    again = f"make faults SEED={seed} KILLS={kills} ONLY={name.split(',')[0]!r}"
                    sys.stderr.write(f"\n{name}: failed with seed {seed}; again: {again}\n")
                    raise
            bar.update(task, completed=bar.tasks[task].total)
            sys.stdout.write(json.dumps({"seed": seed, "what": name, **found}) + "\n")
            sys.stdout.flush()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--seats", type=int, default=4, help="players at each of the four tables")
    options.add_argument("--only", default="", help="a part of the name of what is done")
    options.add_argument("--database", default="", help="where processes are killed; by default a server of its own")
    chosen = options.parse_args()
    run(chosen.seed, chosen.kills, chosen.seats, chosen.only, chosen.database)


if __name__ == "__main__":
    main()
