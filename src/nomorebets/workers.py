"""Long work, cut into parts that do not depend on each other: on this machine's threads or on a cluster.

A part is the arguments of one call of a function that stands in a module, so that it can be sent elsewhere.  Results
come back as they are finished, each with its part; what is made of them must not depend on that order.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Part = tuple[Any, ...]


class Workers(Protocol):
    """Whoever does the parts."""

    def each(self, function: Callable[..., T], parts: Iterable[Part]) -> Iterator[tuple[Part, T]]:
        """The result of every part, as they come; parts are taken up only as fast as they are done."""


class Threads:
    """Threads of this process; compiled loops let them run side by side."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or len(os.sched_getaffinity(0))

    def each(self, function: Callable[..., T], parts: Iterable[Part]) -> Iterator[tuple[Part, T]]:
        waiting = iter(parts)
        with ThreadPoolExecutor(self.count) as pool:
            doing: dict[Future[T], Part] = {}
            try:
                while True:
                    for part in islice(waiting, 2 * self.count - len(doing)):
                        doing[pool.submit(function, *part)] = part
                    if not doing:
                        return
                    for done in wait(doing, return_when=FIRST_COMPLETED).done:
                        yield doing.pop(done), done.result()
            finally:
                pool.shutdown(cancel_futures=True)


Progress = Callable[[int, int], None]  # parts done, parts in all


def unseen(_done: int, _all: int) -> None:
    """Progress that nobody looks at."""


def summed(workers: Workers, function: Callable[..., Any], parts: list[Part], progress: Progress = unseen) -> Any:
    """The sum of the arrays that come of the parts, which is the same in whatever order they come."""
    total: Any = 0
    for done, (_, array) in enumerate(workers.each(function, parts), 1):
        total = total + array
        progress(done, len(parts))
    return total
