"""A simulation while it runs, and what came of it, for people to look at."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from nomorebets.errors import BadInput
from nomorebets.figures.simulation import Simulation, SimulationDocument
from nomorebets.reports.listing import print_submission
from nomorebets.reports.progress import print_note, simulation_bar
from nomorebets.sim.run import Run

if TYPE_CHECKING:
    from rich.console import Console


def run_shown(
    simulation: Simulation, rounds: int | None, until_se: float | None, checkpoint: Path | None
) -> tuple[Run, float]:
    """Run a simulation with its progress on the error stream; an interruption ends it with what was done.

    With the run come the seconds that it took.
    """
    run = Run(simulation.what, simulation.seed)
    start = time.monotonic()
    try:
        with simulation_bar(lambda run: simulation.lines(run)[0], rounds) as show:
            for run in simulation.runs(rounds, until_se, checkpoint):
                show(run)
    except KeyboardInterrupt:
        if not run.rounds:
            raise BadInput("interrupted before the first chunk of rounds was done") from None
        print_note(f"interrupted after {run.rounds:,} rounds")
    return run, time.monotonic() - start


def print_simulation(console: "Console", document: SimulationDocument) -> None:
    seats = "1 seat" if document.seats == 1 else f"{document.seats} seats"
    console.print(
        f"[bold]{document.game}[/], {document.strategy}, {seats}: {document.rounds:,} rounds, "
        f"seed {document.seed}, {document.rounds_per_second / 1e6:.1f} million a second"
    )
    for line in document.lines:
        console.print(f"  {line.wager}: house edge {line.house_edge:.4%}, standard error {line.se:.4%} ({line.se_is})")
        for outcome, count in line.outcomes.items():
            console.print(f"    {outcome:40} {count:>16,}")
    print_submission(console, document.submission)
