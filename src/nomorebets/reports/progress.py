"""How far long work has come, on the error stream."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from nomorebets.machine.workers import Progress

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.sim.run import Run
    from nomorebets.sim.tally import Line


def error_console() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


Show = Callable[..., None]  # what is to be changed of the bar


@contextmanager
def shown_bar(what: str, parts: int | None) -> Iterator[Show]:
    """A bar on the error stream."""
    from rich import progress as bars

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.TaskProgressColumn(),
        bars.TimeRemainingColumn(),
    )
    errors = error_console()
    with bars.Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        yield partial(bar.update, bar.add_task(what, total=parts))


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A bar for work that is cut into parts; whoever interrupts it is told how far it had come."""
    so_far = "before its first part was done"

    def progress(done: int, parts: int) -> None:
        nonlocal so_far
        so_far = f"after {done:,} of {parts:,} parts"
        show(completed=done, total=parts)

    try:
        with shown_bar(what, None) as show:
            yield progress
    except KeyboardInterrupt:
        error_console().print(f"interrupted while {what}, {so_far}; nothing of it is kept")
        raise


@contextmanager
def simulation_bar(main_line: "Callable[[Run], Line]", rounds: int | None) -> "Iterator[Callable[[Run], None]]":
    """A bar with the running estimate, its band of 95 per cent, rounds per second and the time left."""
    with shown_bar("first chunk", rounds) as show:
        start = time.monotonic()

        def show_run(run: "Run") -> None:
            main = main_line(run)
            speed = run.rounds / (time.monotonic() - start) / 1e6
            say = f"house edge {float(main.house_edge):.4%} ± {1.96 * main.se:.4%}  {speed:.1f}M rounds/s"
            show(completed=run.rounds, description=say)

        yield show_run


def print_note(sentence: str) -> None:
    """Something to know beside the result."""
    error_console().print(sentence)
