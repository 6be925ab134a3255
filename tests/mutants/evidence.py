"""How strong the evidence for each clause is: what was broken under it, and what of that its tests noticed.

It is written game by game and kind by kind, so that nobody has to break everything at once.  Beside the counts stands
what was broken, as a hash for each place that was gone through: whatever has another one by now has changed since.
"""

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from nomorebets.rulebook.clauses import Kind, Text
from tests.mutants.mutant import Mutant, Outcome

PAGE = Path(__file__).parents[2] / "docs" / "evidence.json"
EQUIVALENT: dict[str, str] = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text("utf-8"))


class Strength(Struct, frozen=True, array_like=True):
    """How many mutants there are, how many of them marked tests noticed, and how many nobody could notice."""

    mutants: int = 0
    noticed: int = 0
    equivalent: int = 0

    def __add__(self, other: "Strength") -> "Strength":
        return Strength(self.mutants + other.mutants, self.noticed + other.noticed, self.equivalent + other.equivalent)

    @property
    def survived(self) -> int:
        return self.mutants - self.noticed - self.equivalent

    def notices(self, percent: int) -> bool:
        """Whether at least so much was noticed of what somebody could notice."""
        return 100 * self.noticed >= percent * (self.mutants - self.equivalent)


class Part(Struct, frozen=True):
    """What runs of the mutants of a game, or of what games share, have shown for one kind of them."""

    strength: Strength  # of those that were tried or are equivalent
    clauses: dict[str, Strength]
    survivors: tuple[str, ...]
    places: dict[str, str]  # with a hash of what was broken there
    untried: int = 0


Evidence = dict[str, dict[str, Part]]  # home -> kind of mutants -> what is known of them


def digests(mutants: Iterable[Mutant]) -> dict[str, str]:
    """For each place a hash of all that can be broken there."""
    hashed: defaultdict[str, Any] = defaultdict(sha256)
    for one in mutants:
        hashed[one.place].update(f"{one.source or one.change}\n{sorted(one.clauses)}\n".encode())
    return {place: digest.hexdigest()[:12] for place, digest in hashed.items()}


def known(evidence: Evidence) -> dict[str, str]:
    """The places of which something is known, with what they were like."""
    parts = (part for kinds in evidence.values() for part in kinds.values())
    return {place: digest for part in parts for place, digest in part.places.items()}


def part(mutants: Collection[Mutant], outcomes: Iterable[Outcome], equivalent: Collection[str]) -> Part:
    """What became of the mutants of one game and kind."""
    became = {one.mutant.name: one for one in outcomes}
    untried = {one.name: one.place for one in mutants if one.name not in became and one.name not in equivalent}
    clauses: defaultdict[str, Strength] = defaultdict(Strength)
    whole = Strength()
    for one in mutants:
        if one.name in untried:
            continue
        same = one.name in equivalent
        this = Strength(1, int(not same and not became[one.name].survived), int(same))
        whole += this
        for clause in one.clauses:
            clauses[clause] += this
    return Part(
        strength=whole,
        clauses={clause: clauses[clause] for clause in sorted(clauses)},
        survivors=tuple(sorted(name for name, one in became.items() if one.survived)),
        places=digests(one for one in mutants if one.place not in untried.values()),
        untried=len(untried),
    )


def merged(
    evidence: Evidence, mutants: Iterable[Mutant], outcomes: list[Outcome], equivalent: Collection[str]
) -> Evidence:
    """Evidence in which each game and kind that was run is as it was now found."""
    by_part: defaultdict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for one in mutants:
        by_part[one.home, one.kind].append(one)
    found = {home: dict(kinds) for home, kinds in evidence.items()}
    for (home, kind), members in by_part.items():
        names = {one.name for one in members}
        here = [one for one in outcomes if one.mutant.name in names]
        found.setdefault(home, {})[kind] = part(members, here, equivalent)
    return {home: dict(sorted(found[home].items())) for home in sorted(found)}


def by_clause(evidence: Evidence) -> Mapping[str, Strength]:
    """The strength of evidence for each clause, in whichever place it is carried out."""
    found: defaultdict[str, Strength] = defaultdict(Strength)
    for kinds in evidence.values():
        for one in kinds.values():
            for clause, strength in one.clauses.items():
                found[clause] += strength
    return found


# What has to be noticed by tests that are marked with its own clauses, in per cent of what somebody could notice.
LEAST = {"rule": 97, "choice": 97, "irregularity": 97, "payout": 100}


class OfKind(Struct, frozen=True):
    """The clauses of one kind, those under which something was broken, and how strong the evidence for them is."""

    clauses: int = 0
    broken: int = 0
    strength: Strength = Strength()

    def __add__(self, other: "OfKind") -> "OfKind":
        return OfKind(self.clauses + other.clauses, self.broken + other.broken, self.strength + other.strength)


def by_kind(evidence: Evidence, texts: Iterable[Text]) -> dict[str, OfKind]:
    """The strength of evidence for each kind of clause in these texts; a mutant counts for each of its clauses."""
    known, found = by_clause(evidence), dict.fromkeys(get_args(Kind), OfKind())
    for text in texts:
        for clause in text.clause:
            strength = known.get(f"{text.text}:{clause.id}", Strength())
            found[clause.kind] += OfKind(1, int(strength.mutants > 0), strength)
    return found


def short(found: Mapping[str, OfKind]) -> dict[str, Strength]:
    """The kinds of clauses of which less is noticed than has to be."""
    return {kind: found[kind].strength for kind, least in LEAST.items() if not found[kind].strength.notices(least)}


def write(found: Evidence) -> None:
    PAGE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def read() -> Evidence:
    return msgspec.json.decode(PAGE.read_bytes(), type=Evidence) if PAGE.exists() else {}
