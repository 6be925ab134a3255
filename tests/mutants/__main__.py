"""`python -m tests.mutants`: break everything that carries a clause, and say what nobody noticed."""

import argparse
import random
import sys
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from nomorebets.games.registry import KEYS, game
from nomorebets.rulebook.trace import tests_by_clause
from tests.mutants import code, data
from tests.mutants.changed import base_of, changed_lines, touched
from tests.mutants.evidence import evidence, write
from tests.mutants.mutant import Mutant, Outcome
from tests.mutants.run import outcomes

TESTS = Path(__file__).parents[1]
EQUIVALENT: dict[str, str] = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text("utf-8"))


def all_mutants() -> list[Mutant]:
    for key in KEYS:
        game(key)  # its code has then cited its clauses
    return list({one.name: one for one in chain(code.mutants(), data.mutants())}.values())


def chosen(asked: argparse.Namespace) -> list[Mutant]:
    lines = changed_lines(base_of(asked.since)) if asked.since else None
    found = [
        one
        for one in all_mutants()
        if (not asked.kind or one.kind in asked.kind)
        and (not asked.game or any(clause.startswith(f"{asked.game}:") for clause in one.clauses))
        and asked.place in one.place
        and (lines is None or touched(one, lines))
        and one.name not in EQUIVALENT
    ]
    return random.Random(asked.seed).sample(found, asked.sample) if 0 < asked.sample < len(found) else found


def marked() -> list[Path]:
    """The files with marked tests; those of compiled loops are left out, which the change does not reach."""
    files = {test.partition("::")[0] for tests in tests_by_clause(TESTS).values() for test in tests}
    return [TESTS.parent / file for file in sorted(files) if not file.startswith("tests/differential/")]


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--kind", action="append", help="code, payout, switch or question; without it, all")
    parser.add_argument("--game", choices=KEYS)
    parser.add_argument("--place", default="", help="part of the name of a function or a file")
    parser.add_argument("--since", help='only of what has changed since a time, such as "7 days ago"')
    parser.add_argument("--sample", type=int, default=0, help="so many of them, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write what was found for the page of the docs")
    return parser


def main() -> int:
    asked = options().parse_args()
    mutants = chosen(asked)
    done: list[Outcome] = []
    console = Console(stderr=True)
    with Progress(console=console) as progress:
        task = progress.add_task("breaking", total=len(mutants))

        def report(one: Outcome) -> None:
            done.append(one)
            progress.advance(task)
            if one.survived:
                console.print(f"survived  {one.mutant.name}  [{one.tests} tests]", markup=False, soft_wrap=True)

        outcomes(lambda: mutants, report, asked.jobs, marked())
    counts = Counter((one.mutant.kind, one.survived) for one in done)
    for kind in sorted({kind for kind, _ in counts}):
        noticed, survived = counts[kind, False], counts[kind, True]
        console.print(f"{kind:10} {noticed + survived:6} mutants, {noticed} noticed, {survived} survived")
    if asked.write:
        write(evidence(done, EQUIVALENT))
    return int(any(one.survived for one in done) or len(done) < len(mutants))


if __name__ == "__main__":
    sys.exit(main())
