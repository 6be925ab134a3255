"""All that can be broken."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import get_args

from nomorebets.games.registry import KEYS, game
from tests.mutants import code, data, steps
from tests.mutants.mutant import Kind, Mutant

KINDS: tuple[Kind, ...] = get_args(Kind)


def every(kinds: Collection[str], homes: Collection[str]) -> list[Mutant]:
    """The mutants of these kinds in these games, each with a name of its own."""
    for key in KEYS:
        game(key)  # its code has then cited its clauses
    found: list[Mutant] = []
    if "code" in kinds:
        found += code.mutants(homes)
    for key in homes:
        if key in KEYS:
            found += (one for one in (*data.mutants(key), *steps.mutants(key)) if one.kind in kinds)
    return list(told_apart(found))


def told_apart(mutants: list[Mutant]) -> Iterator[Mutant]:
    """The same line may stand in a function twice."""
    seen: Counter[str] = Counter()
    for one in mutants:
        seen[one.name] += 1
        number = seen[one.name]
        yield one if number == 1 else replace(one, change=f"{one.change} ({number})")
