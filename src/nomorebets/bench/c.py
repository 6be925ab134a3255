"""The same loops in plain C, which stand in `benchmarks/` of the repository and are compiled here with the system's cc.

A loop of rounds takes the parameters of the kernel, each as a pointer, and has to come to the same tally; a loop of
ranks takes hands and has to come to the same ranks.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.sim.run import Kernel
from nomorebets.sim.stream import Stream
from nomorebets.sim.tally import Counts

LOOPS = Path(__file__).parents[3] / "benchmarks"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
COMPILER = "cc"

Played = Callable[[Stream, int], Counts]
Ranked = Callable[[Counts], Counts]


def missing() -> str:
    """Why nothing is compared with C; "" if it can be."""
    if not LOOPS.is_dir():
        return "the loops in C stand in benchmarks/ of the repository, which is not here"
    if shutil.which(COMPILER) is None:
        return f"there is no C compiler here: {COMPILER} is not found"
    return ""


def rounds(key: str, kernel: Kernel) -> Played | None:
    """The loop of a game, if there is one in C."""
    library = built(key)
    if library is None:
        return None
    arrays = list(flattened(kernel.parameters))
    pointers = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))

    def played(state: Stream, count: int) -> Counts:
        tally = np.zeros(kernel.layout.size, np.int64)
        library.play(
            ctypes.c_void_p(state.ctypes.data), ctypes.c_int64(count), pointers, ctypes.c_void_p(tally.ctypes.data)
        )
        assert arrays  # what the pointers point to is kept
        return tally

    return played


def ranks(name: str) -> Ranked | None:
    """The loop of a ranking, if there is one in C."""
    library = built("ranks")
    function = getattr(library, name, None)
    if function is None:
        return None

    def ranked(hands: Counts) -> Counts:
        found = np.empty(len(hands), np.int64)
        function(ctypes.c_void_p(hands.ctypes.data), ctypes.c_int64(len(hands)), ctypes.c_void_p(found.ctypes.data))
        return found

    return ranked


def built(name: str) -> ctypes.CDLL | None:
    source = LOOPS / f"{name}.c"
    if missing() or not source.exists():
        return None
    with TemporaryDirectory() as folder:
        library = Path(folder) / "loop.so"
        subprocess.run([COMPILER, *FLAGS, "-o", str(library), str(source)], check=True)
        return ctypes.CDLL(str(library))


def flattened(parameters: Any) -> Iterator[NDArray[Any]]:
    """The parameters of a kernel one by one: arrays as they are, numbers as arrays of one."""
    if isinstance(parameters, tuple):
        for one in parameters:
            yield from flattened(one)
    else:
        yield parameters if isinstance(parameters, np.ndarray) else np.array([parameters], np.int64)
