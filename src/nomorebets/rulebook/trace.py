"""From clause to code to test: how each clause is carried out, and which are not carried out as they should be."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from nomorebets.rulebook import rule
from nomorebets.rulebook.clauses import DECIDING, Clause, Kind, rulings, text
from nomorebets.rulebook.dealers_script import parts_by_clause

Level = Literal["enforced", "recorded", "asked", "scripted", "quoted"]

LEVELS: dict[Level, str] = {
    "enforced": "otherwise it is refused, or something follows",
    "recorded": "a person's own step, with what that person observed",
    "asked": "a question of the inspection",
    "scripted": "words and movements in the dealer's script",
    "quoted": "not carried out, and why",
}
SUFFICIENT: dict[Kind, tuple[Level, ...]] = {
    "definition": tuple(LEVELS),
    "rule": ("enforced",),
    "choice": ("enforced",),
    "payout": ("enforced",),
    "irregularity": ("enforced",),
    "procedure": ("enforced", "recorded", "scripted"),
    "equipment": ("asked",),
    "signage": ("asked",),
}
CHECKLIST = "licence.inspection:checklist"


class Traced(Struct, frozen=True):
    """A clause with how it is carried out, and its evidence."""

    id: str
    kind: Kind
    level: Level
    gist: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    ruling: str | None


class Gap(Struct, frozen=True):
    """A clause that lacks what its kind requires, or evidence for a clause that does not exist."""

    id: str
    missing: str


class Trace(Struct, frozen=True):
    clauses: tuple[Traced, ...]
    gaps: tuple[Gap, ...]


def tests_by_clause(folder: Path, *texts: str) -> dict[str, list[str]]:
    """The tests that are marked with each clause, read from the source so that nothing has to run.

    With texts, files that name none of them are passed over: none of their clauses can be in these.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text("utf-8")
        if texts and not any(text in source for text in texts):
            continue
        module = ast.parse(source)
        key = _text_key(module)
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef):
                for clause in _marks(node):
                    full = clause if ":" in clause else f"{key}:{clause}"
                    found.setdefault(full, []).append(f"{path.relative_to(folder.parent)}::{node.name}")
    return found


def _text_key(module: ast.Module) -> str:
    """A test module may name its text once, as TEXT, and then cite clauses without it."""
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="TEXT")], value=ast.Constant(value=str(key))):
                return key
    return ""


def _marks(node: ast.FunctionDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="clause") | ast.Name(id="clause"), args=arguments):
                yield from (str(argument.value) for argument in arguments if isinstance(argument, ast.Constant))


Homes = Mapping[str, Sequence[tuple[str, str]]]  # clause id -> places, and how each carries it out


def trace(key: str, tests: dict[str, list[str]], homes: Homes) -> Trace:
    """The matrix of one text; its game must have been loaded, so that its code has cited its clauses.

    `homes` are the functions that ask for the clauses of steps.
    """
    ruled: dict[str, list[str]] = {}
    for ruling in rulings(key):
        for clause in ruling.clauses:
            ruled.setdefault(clause, []).append(ruling.id)
    traced = tuple(_traced(key, clause, tests, ruled, homes) for clause in text(key).clause)
    known = {one.id for one in traced}
    gaps = [
        Gap(one.id, missing) for one in traced for missing in _missing(one, text(key).find(one.id.partition(":")[2]))
    ]
    cited = [clause for clause in rule.cited() if clause.startswith(f"{key}:")]
    gaps += [Gap(clause, "a clause of this id, which code cites") for clause in cited if clause not in known]
    told = [f"{key}:{clause}" for clause in parts_by_clause(key)]
    gaps += [Gap(clause, "a clause of this id, which the script names") for clause in told if clause not in known]
    marked = [clause for clause in tests if clause.startswith(f"{key}:")]
    gaps += [Gap(clause, "a clause of this id, which a test names") for clause in marked if clause not in known]
    return Trace(traced, tuple(gaps))


def _traced(key: str, clause: Clause, tests: dict[str, list[str]], ruled: dict[str, list[str]], homes: Homes) -> Traced:
    full = f"{key}:{clause.id}"
    code, level = carried_out(key, clause, homes.get(full, ()))
    return Traced(
        id=full,
        kind=clause.kind,
        level=level,
        gist=clause.gist,
        code=code,
        tests=tuple(tests.get(full, ())),
        ruling=", ".join(ruled.get(clause.id, ())) or None,
    )


def carried_out(key: str, clause: Clause, homes: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], Level]:
    """Where a clause is carried out, and at what level: the highest that it reaches and that suffices for its kind."""
    deciding = rule.code(f"{key}:{clause.id}")
    script = rule.folder(key).removeprefix("nomorebets.") + ".dealers_script.toml"
    told = [f"{script}:{title}" for title in parts_by_clause(key).get(clause.id, ())]
    code = dict.fromkeys([*deciding, *(place for place, _ in homes), *told])
    if clause.inspect:
        code[CHECKLIST] = None
    carried = {how for _, how in homes}
    reached: dict[Level, object] = {
        "enforced": deciding or "enforced" in carried,
        "recorded": "recorded" in carried,
        "asked": clause.inspect,
        "scripted": told,
    }
    levels = [level for level in LEVELS if reached.get(level)]
    sufficient = [level for level in levels if level in SUFFICIENT[clause.kind]]
    return tuple(code), next(iter((*sufficient, *levels)), "quoted")


def _missing(one: Traced, clause: Clause) -> Iterator[str]:
    sufficient = SUFFICIENT[one.kind]
    if one.level not in sufficient:
        yield f"the level of its kind: it is {one.level}, and {one.kind} has to be {' or '.join(sufficient)}"
    elif one.level == "quoted" and not clause.quoted:
        yield "code, or the reason why it is only quoted"
    if one.level != "quoted" and clause.quoted:
        yield f"no code: it is {one.level}, yet said to be only quoted"
    if one.kind in DECIDING and not one.tests:
        yield "test"
