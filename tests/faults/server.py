"""The service with a fault in it: at the n-th time that it comes to a point, something happens to the process.

python -m tests.faults.server POINT COUNT [what] -- the options of `nmb serve`
"""

import os
import signal
import sys
from pathlib import Path

from nomorebets.cli.app import main
from nomorebets.store import faults, sqlite


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise OSError(28, "No space left on device")


WHAT = {"die": die, "fail": fail}


def install(point: str, count: int, what: str) -> None:
    left = [count]

    def hook(name: str) -> None:
        if name == point:
            left[0] -= 1
            if left[0] == 0:
                WHAT[what]()

    faults.hooks.append(hook)


def flush_by_chance(setting: str) -> None:
    """Open stores that do not flush every commit, so that a test can be seen to notice it."""
    opened = sqlite.SqliteStore.__init__

    def init(self: sqlite.SqliteStore, path: Path | str = sqlite.MEMORY, at_ms: int = 0) -> None:
        opened(self, path, at_ms)
        self.database.execute(f"PRAGMA synchronous = {setting}")

    sqlite.SqliteStore.__init__ = init  # type: ignore[method-assign]


if __name__ == "__main__":
    if setting := os.environ.get("NMB_TESTS_SYNCHRONOUS"):
        flush_by_chance(setting)
    wanted, options = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    if wanted:
        install(wanted[0], int(wanted[1]), wanted[2] if len(wanted) > 2 else "die")
    sys.argv = ["nmb", "serve", *options]
    main()
