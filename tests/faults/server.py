"""The service with a fault in it: at the n-th time that it comes to a point, something happens to the process.

python -m tests.faults.server POINT COUNT [what] -- the options of `nmb serve`
"""

import os
import signal
import sys

from nomorebets.cli.app import main
from nomorebets.store import faults


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


if __name__ == "__main__":
    wanted, options = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    if wanted:
        install(wanted[0], int(wanted[1]), wanted[2] if len(wanted) > 2 else "die")
    sys.argv = ["nmb", "serve", *options]
    main()
