"""`python -m tests.mutants`: break everything that carries a clause, and say what nobody noticed."""

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from nomorebets.games.registry import KEYS
from nomorebets.rulebook.trace import tests_by_clause
from tests.mutants import evidence
from tests.mutants.every import KINDS, every
from tests.mutants.evidence import EQUIVALENT
from tests.mutants.kept import FILE, Kept
from tests.mutants.mutant import SHARED, Mutant, Outcome
from tests.mutants.run import outcomes

TESTS = Path(__file__).parents[1]
COUNTING = ("tests/differential/", "tests/unit/figures/", "tests/unit/odds/", "tests/unit/games/test_odds.py")


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be given several times; without it, all")
    parser.add_argument("--game", action="append", choices=(*KEYS, SHARED), help="likewise")
    parser.add_argument("--place", default="", help="part of the name of a function or a file")
    parser.add_argument(
        "--changed", action="store_true", help="of what docs/evidence.json knows, those first that have changed"
    )
    parser.add_argument("--sample", type=int, default=0, help="no more than so many of them, chosen by chance")
    parser.add_argument("--minutes", type=float, default=0, help="after which no more are begun")
    parser.add_argument("--least", type=int, default=100, help="per cent of them that have to be noticed; payouts all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="try only what is not known, and keep what is found")
    return parser


def asked_for() -> argparse.Namespace:
    parser = options()
    asked = parser.parse_args()
    if asked.write and (asked.place or asked.sample):
        parser.error("--write goes with whole games and kinds, not with --place or --sample")
    return asked


def sample(mutants: list[Mutant], number: int, before: Mapping[str, str]) -> list[Mutant]:
    """So many of them, what has changed first; the same ones, as long as nothing changes."""
    now = evidence.digests(mutants)
    chance = random.Random(str(sorted(now.items())))
    mixed = chance.sample(mutants, len(mutants))
    return sorted(mixed, key=lambda one: before.get(one.place) == now[one.place])[:number]


def marked() -> list[Path]:
    """The files with marked tests, but for those of compiled loops, which a change does not reach, and long counts."""
    files = {test.partition("::")[0] for tests in tests_by_clause(TESTS).values() for test in tests}
    return [TESTS.parent / file for file in sorted(files) if not file.startswith(COUNTING)]


def run(mutants: list[Mutant], jobs: int, minutes: float, kept: Kept, console: Console) -> tuple[list[Outcome], bool]:
    """What became of those that were begun within so many minutes (0: all), and whether nothing else was amiss."""
    done: list[Outcome] = []
    until = time.monotonic() + 60 * minutes if minutes else math.inf
    bar = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*bar, console=console) as progress:
        task = progress.add_task("breaking", total=len(mutants))

        def report(one: Outcome) -> None:
            done.append(one)
            progress.advance(task)
            if one.survived:
                console.print(f"survived  {one.mutant.name}  [{one.tests} tests]", markup=False, soft_wrap=True)

        ended = outcomes(mutants, report, jobs, marked(), kept, until)
    kept.write()
    return done, ended == 0


def chosen(asked: argparse.Namespace, there: list[Mutant]) -> list[Mutant]:
    """Those that can be noticed and are asked for; with `--changed`, of what somebody has gone through before."""
    known = evidence.read() if asked.changed else {}
    found = [
        one
        for one in there
        if one.name not in EQUIVALENT
        and asked.place in one.place
        and (not asked.changed or one.kind in known.get(one.home, {}))
    ]
    return sample(found, asked.sample, evidence.known(known)) if asked.sample else found


def sum_up(mutants: list[Mutant], done: list[Outcome], console: Console) -> None:
    counts = Counter((one.mutant.kind, one.survived) for one in done)
    for kind in sorted({kind for kind, _ in counts}):
        noticed, survived = counts[kind, False], counts[kind, True]
        console.print(f"{kind:10} {noticed + survived:6} mutants, {noticed} noticed, {survived} survived")
    if len(done) < len(mutants):
        console.print(f"{len(mutants) - len(done)} were not tried")


def too_few(done: list[Outcome], least: int) -> bool:
    """Whether a number of a pay table went unnoticed, or more of the others than may."""
    survived = [one.mutant.kind for one in done if one.survived]
    return "payout" in survived or 100 * len(survived) > (100 - least) * len(done)


def main() -> int:
    asked, console = asked_for(), Console(stderr=True)
    there = every(asked.kind or KINDS, asked.game or (*KEYS, SHARED))
    everything = not asked.kind and not asked.game
    strange = sorted(EQUIVALENT.keys() - {one.name for one in there}) if everything else []
    for name in strange:
        console.print(f"equivalent.toml has what cannot be broken any more: {name}", markup=False, soft_wrap=True)
    mutants, kept = chosen(asked, there), Kept(FILE if asked.write else None)
    if everything:
        kept.forget_all_but(there)
    done, sound = run(mutants, asked.jobs, asked.minutes, kept, console)
    sum_up(mutants, done, console)
    if asked.write:
        evidence.write(evidence.merged(evidence.read(), there, done, EQUIVALENT))
    stale = bool(strange) and not asked.changed  # such are looked at with everything else
    short = len(done) < len(mutants) and not asked.minutes
    return int(stale or too_few(done, asked.least) or short or not sound)


if __name__ == "__main__":
    sys.exit(main())
