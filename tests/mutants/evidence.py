"""How strong the evidence for each clause is: what was broken under it, and what of that its tests noticed."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.mutants.mutant import Outcome

PAGE = Path(__file__).parents[2] / "docs" / "evidence.json"


class Strength(Struct, frozen=True):
    """One clause: mutants of what carries it out, how many of them its own tests or those beside it noticed."""

    mutants: int
    noticed: int


class Survivor(Struct, frozen=True):
    """A mutant that no marked test noticed."""

    name: str
    clauses: tuple[str, ...]


class Evidence(Struct, frozen=True):
    """What one run of all mutants has shown."""

    kinds: dict[str, Strength]
    clauses: dict[str, Strength]
    survivors: tuple[Survivor, ...]
    equivalent: dict[str, str]


def counted(outcomes: Iterable[bool]) -> Strength:
    noticed = list(outcomes)
    return Strength(len(noticed), sum(noticed))


def evidence(outcomes: list[Outcome], equivalent: dict[str, str]) -> Evidence:
    by_clause: dict[str, list[bool]] = {}
    by_kind: dict[str, list[bool]] = {}
    for one in outcomes:
        by_kind.setdefault(one.mutant.kind, []).append(not one.survived)
        for clause in one.mutant.clauses:
            by_clause.setdefault(clause, []).append(not one.survived)
    return Evidence(
        {kind: counted(by_kind[kind]) for kind in sorted(by_kind)},
        {clause: counted(by_clause[clause]) for clause in sorted(by_clause)},
        tuple(Survivor(one.mutant.name, tuple(sorted(one.mutant.clauses))) for one in outcomes if one.survived),
        equivalent,
    )


def write(found: Evidence) -> None:
    PAGE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def read() -> Evidence:
    return msgspec.json.decode(PAGE.read_bytes(), type=Evidence)
