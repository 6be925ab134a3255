"""Times taken side by side: a machine is seldom alone, so two things are done in turn and their ratios are compared."""

import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from msgspec import Struct

Work = Callable[[int], object]  # do so many of something

TURNS = 11
LONG_ENOUGH = 0.08  # seconds


class Machine(Struct, frozen=True):
    """What was measured on."""

    cpu: str
    cores: int
    python: str
    numba: str
    system: str


class Row(Struct, frozen=True):
    """One thing that was measured: how many of what in a second of one core, and how much slower others are."""

    what: str
    unit: str
    per_second: float
    all_cores: float | None = None
    times: dict[str, float] = {}  # by whom -> our speed over theirs


def machine() -> Machine:
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "none"
    return Machine(_cpu(), len(os.sched_getaffinity(0)), platform.python_version(), numba, platform.platform())


def _cpu() -> str:
    lines = Path("/proc/cpuinfo")
    if lines.exists():
        for line in lines.read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def seconds(work: Work, count: int) -> float:
    """How long it takes the processor, whoever else is using it meanwhile."""
    start = time.process_time()
    work(count)
    return time.process_time() - start


def enough(work: Work) -> int:
    """How many are to be done for the clock to be good enough; the first one warms up."""
    count = 1
    work(count)
    while (taken := seconds(work, count)) < LONG_ENOUGH:
        count *= 2 if taken > LONG_ENOUGH / 8 else 8
    return count


def rate(work: Work) -> float:
    """How many are done in a second: the median of several turns."""
    count = enough(work)
    return median(count / seconds(work, count) for _ in range(TURNS))


def beside(ours: Work, theirs: Work) -> float:
    """Our speed over theirs: the median of the ratios of turns that follow on each other."""
    our_count, their_count = enough(ours), enough(theirs)
    return median(
        (seconds(theirs, their_count) / their_count) / (seconds(ours, our_count) / our_count) for _ in range(TURNS)
    )
