"""Long work, cut into parts that do not depend on each other: on this machine's threads or on a cluster.

A part is the arguments of one call of a function that stands in a module, so that it can be sent elsewhere.  Results
come back as they are finished, each with its part; what is made of them must not depend on that order.
"""

import logging
import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from importlib import import_module
from itertools import islice
from typing import Any, Protocol, TypeVar

from nomorebets.errors import BadInput

T = TypeVar("T")

Part = tuple[Any, ...]

MOST_THREADS = 1024  # more than any one machine keeps busy
REACHABLE_WITHIN = 5  # seconds
TASK = 1.0  # seconds that a task of a cluster should take: a scheduler hands out no more than some thousand a second


class Workers(Protocol):
    """Whoever does the parts."""

    def each(self, function: Callable[..., T], parts: Iterable[Part], common: Part = ()) -> Iterator[tuple[Part, T]]:
        """The result of every part, as they come; parts are taken up only as fast as they are done.

        What is common to all of them are the function's first arguments, and are sent but once.
        """

    def close(self) -> None:
        """Let go of whatever was set up for the work."""


def workers(cluster: str | None, threads: int | None = None) -> "Workers":
    """A cluster if one is named, else threads of this process."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise BadInput(f"{threads} threads cannot work here; there are 1 to {MOST_THREADS}")
    return Cluster(cluster) if cluster else Threads(threads)


class Threads:
    """Threads of this process; compiled loops let them run side by side."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or len(os.sched_getaffinity(0))

    def each(self, function: Callable[..., T], parts: Iterable[Part], common: Part = ()) -> Iterator[tuple[Part, T]]:
        waiting = iter(parts)
        with ThreadPoolExecutor(self.count) as pool:
            doing: dict[Future[T], Part] = {}
            try:
                while True:
                    for part in islice(waiting, 2 * self.count - len(doing)):
                        doing[pool.submit(function, *common, *part)] = part
                    if not doing:
                        return
                    for done in wait(doing, return_when=FIRST_COMPLETED).done:
                        yield doing.pop(done), done.result()
            finally:
                pool.shutdown(cancel_futures=True)

    def close(self) -> None:
        """Threads end with the work."""


class Cluster:
    """A Dask cluster: at the address of its scheduler, or `local:N` processes on this machine.

    Parts that a lost worker had taken up are done by another; what they give is the same wherever they are done.
    """

    def __init__(self, address: str) -> None:
        distributed: Any = import_module("distributed")
        self._closing = ExitStack()
        kind, _, count = address.partition(":")
        try:
            if kind == "local":
                processes = int(count)
                if not 1 <= processes <= MOST_THREADS:
                    raise ValueError(f"there are 1 to {MOST_THREADS} processes")
                where: Any = distributed.LocalCluster(
                    n_workers=processes, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
                )
                self._closing.enter_context(where)
            else:
                where = address
            self.client = self._closing.enter_context(distributed.Client(where, timeout=REACHABLE_WITHIN))
        except (OSError, ValueError, TimeoutError) as error:
            self.close()
            allowed = "local:N, or the address of a scheduler as tcp://host:8786"
            raise BadInput(f"there is no cluster at {address!r}; it is {allowed} ({error})") from None

    def each(self, function: Callable[..., T], parts: Iterable[Part], common: Part = ()) -> Iterator[tuple[Part, T]]:
        """Parts that take little time go out several at once: as many more, at most twice, as fill a task."""
        waiting = iter(parts)
        doing: dict[Any, list[Part]] = {}
        finished: Any = import_module("distributed").as_completed()
        sent = self._sent(common)
        at_once = 1

        def fill() -> None:
            threads = sum(self.client.nthreads().values())
            for _ in range(max(2 * threads - len(doing), 1 - len(doing), 0)):
                taken = list(islice(waiting, at_once))
                if not taken:
                    return
                future = self.client.submit(do_parts, function, sent, taken, pure=False)
                doing[future] = taken
                finished.add(future)

        fill()
        for future in finished:
            taken = doing.pop(future)
            results, seconds = future.result()
            yield from zip(taken, results, strict=True)
            at_once = max(1, min(2 * len(taken), int(len(taken) * TASK / seconds)))
            fill()

    def _sent(self, common: Part) -> Any:
        """Something for tasks to name: itself a task, so that the scheduler makes it anew when it was lost."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")  # it is sent once, which is what is advised
            return self.client.submit(tuple, common, pure=False)

    def close(self) -> None:
        self._closing.close()


def do_parts(function: Callable[..., T], common: Part, parts: list[Part]) -> tuple[list[T], float]:
    """The results of some parts, and how many seconds they took."""
    start = time.perf_counter()
    return [function(*common, *part) for part in parts], time.perf_counter() - start


Progress = Callable[[int, int], None]  # parts done, parts in all


def unseen(_done: int, _all: int) -> None:
    """Progress that nobody looks at."""


def sum_of_parts(workers: Workers, function: Callable[..., Any], parts: list[Part], progress: Progress = unseen) -> Any:
    """The sum of the arrays that come of the parts, which is the same in whatever order they come."""
    total: Any = 0
    for done, (_, array) in enumerate(workers.each(function, parts), 1):
        total = total + array
        progress(done, len(parts))
    return total
