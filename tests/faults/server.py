"""The service with faults in it, in processes that are made at once: everything is imported once, and then forked.

Each line that is read asks for one process: the options of `nmb serve`, and what is to happen to it.  It tells of
itself as `nmb serve --json` does; before that its number is told, and afterwards how it ended.
"""

import gc
import importlib
import os
import selectors
import signal
import sys
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from nomorebets.cli.app import main
from nomorebets.games.registry import KEYS, house_terms
from nomorebets.service import dealers
from nomorebets.store import faults, postgres, sqlite

STATEMENT = "statement"  # before any statement of a unit of work
AHEAD = ("nomorebets.service.serve", "nomorebets.service.news", "nomorebets.service.socket", "uvicorn.lifespan.on")


class Wanted(Struct, frozen=True):
    """A process: when it comes to a point for the n-th time it dies, or sleeps until somebody wakes it."""

    options: tuple[str, ...]
    point: str = ""
    count: int = 0
    sleeps: bool = False
    synchronous: str = ""  # a setting of SQLite other than ours
    clock_ms: int = 0  # by how much its clock is wrong
    clock_after_s: float = 0.0  # since when
    lease_ms: int = 0  # for which it deals without asking; 0: as long as it always does


class Made(Struct, frozen=True):
    pid: int


class Ended(Struct, frozen=True):
    pid: int
    ended: int


# --- What happens to a process ----------------------------------------------------------------------------------------


def die_at(point: str, count: int, how: signal.Signals = signal.SIGKILL) -> None:
    left = [count]

    def hook(name: str) -> None:
        if name == point:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), how)

    faults.hooks.append(hook)
    if point == STATEMENT:
        for kind in (sqlite.SqliteConnection, postgres.PostgresConnection):
            for name in ("all", "many", "run"):
                _tell_before(kind, name)


def _tell_before(kind: type, name: str) -> None:
    plain = getattr(kind, name)

    def told(self: object, *values: object) -> object:
        faults.point(STATEMENT)
        return plain(self, *values)

    setattr(kind, name, told)


def flush_by_chance(setting: str) -> None:
    """Open stores that do not flush every commit, so that a test can be seen to notice it."""
    opened = sqlite.SqliteStore.__init__

    def init(self: sqlite.SqliteStore, path: Path | str = sqlite.MEMORY, at_ms: int = 0) -> None:
        opened(self, path, at_ms)
        self.database.execute(f"PRAGMA synchronous = {setting}")

    sqlite.SqliteStore.__init__ = init  # type: ignore[method-assign]


def shift_clock(by_ms: int, after_s: float) -> None:
    """The clock of this process jumps, as when somebody sets it."""
    plain, since = time.time_ns, time.monotonic() + after_s
    time.time_ns = lambda: plain() + (by_ms * 1_000_000 if time.monotonic() >= since else 0)
    time.time = lambda: time.time_ns() / 1e9


def shorten_leases(to_ms: int) -> None:
    """Whoever is killed every second has no five seconds to wait until somebody deals."""
    dealers.LEASE_MS, dealers.RENEWED_AFTER = to_ms, to_ms / 4000


def serve(wanted: Wanted) -> None:
    if wanted.lease_ms:
        shorten_leases(wanted.lease_ms)
    if wanted.synchronous:
        flush_by_chance(wanted.synchronous)
    if wanted.clock_ms:
        shift_clock(wanted.clock_ms, wanted.clock_after_s)
    if wanted.point:
        die_at(wanted.point, wanted.count, signal.SIGSTOP if wanted.sleeps else signal.SIGKILL)
    sys.argv = ["nmb", "serve", *wanted.options]
    main()


# --- The one that all are forked from ---------------------------------------------------------------------------------


def told(what: Struct) -> None:
    os.write(1, msgspec.json.encode(what) + b"\n")


def forked(wanted: Wanted) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        serve(wanted)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.stdout.flush()
        os._exit(code)


def mother() -> None:
    """Make processes as they are asked for, until nobody asks any more; then they end, too."""
    for name in AHEAD:
        importlib.import_module(name)
    for game in KEYS:
        house_terms(game)
    gc.freeze()
    ends, living, rest = selectors.DefaultSelector(), dict[int, int](), b""
    ends.register(0, selectors.EVENT_READ, 0)
    while True:
        for key, _ in ends.select():
            if key.data:
                ends.unregister(key.fd)
                os.close(key.fd)
                _, status = os.waitpid(key.data, 0)
                del living[key.data]
                told(Ended(key.data, os.waitstatus_to_exitcode(status)))
                continue
            read = os.read(0, 1 << 16)
            if not read:
                for pid in living:
                    os.kill(pid, signal.SIGKILL)
                return
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                pid = forked(msgspec.json.decode(line, type=Wanted))
                living[pid] = os.pidfd_open(pid)
                ends.register(living[pid], selectors.EVENT_READ, pid)
                told(Made(pid))


if __name__ == "__main__":
    mother()
