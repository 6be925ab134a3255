"""Mutants of functions: the operators of Cosmic Ray, and statements left out.

The operators are Cosmic Ray's, which are well kept; its way to run tests is not used, which writes every mutant to disk
and starts all tests anew.  (The other tool of that kind, mutmut, passes over decorated functions, and all of ours are.)
Here the code of a function is replaced in a process that has everything loaded: a mutant takes as long as its tests.
"""

import inspect
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import pairwise
from types import CodeType, FunctionType
from typing import Any

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso.tree import search_ancestor

from nomorebets.games.registry import KEYS, game
from nomorebets.rulebook import rule
from nomorebets.table.citing import carried_out
from tests.mutants.data import rows
from tests.mutants.mutant import Mutant, home

# Of the many replacements of an operator those that a slip would make, and that no other one implies.
REPLACED: dict[str, dict[str, tuple[str, ...]]] = {
    "BinaryOperator": {
        "Add": ("Sub",), "Sub": ("Add",), "Mul": ("FloorDiv",), "FloorDiv": ("Mul",), "Mod": ("FloorDiv",),
        "BitAnd": ("BitOr",), "BitOr": ("BitAnd",), "BitXor": ("BitOr",), "LShift": ("RShift",), "RShift": ("LShift",),
    },
    "ComparisonOperator": {
        "Eq": ("NotEq",), "NotEq": ("Eq",), "Lt": ("LtE", "GtE"), "LtE": ("Lt", "Gt"), "Gt": ("GtE", "LtE"),
        "GtE": ("Gt", "Lt"), "Is": ("IsNot",), "IsNot": ("Is",),
    },
    "UnaryOperator": {"USub": ("UAdd",), "Delete": ("Not", "Invert")},
}  # fmt: skip
OPERATORS = (
    "AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer", "ZeroIterationForLoop",
    *(
        f"Replace{kind}_{one}_{other}"
        for kind, replaced in REPLACED.items() for one, others in replaced.items() for other in others
    ),
)  # fmt: skip


PROMISE = re.compile(r"\bstrict=True\b.*->.*\bstrict=False\b")  # what never comes to be is no rule


class LeaveOut(Operator):  # type: ignore[misc]
    """A statement that yields, calls or raises something is not there."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "simple_stmt" and self.does_something(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        statement = node.children[0]
        instead = parso.parse(f"{self.instead(statement)}\n").children[0]
        instead.get_first_leaf().prefix = statement.get_first_leaf().prefix
        return instead

    @staticmethod
    def does_something(node: Any) -> bool:
        first = node.children[0]
        return first.type in ("yield_expr", "atom_expr", "await_expr", "raise_stmt")

    @staticmethod
    def instead(statement: Any) -> str:
        return "yield from ()" if statement.type == "yield_expr" else "pass"

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class AllOfThem(Operator):  # type: ignore[misc]
    """A selection of items has all of them."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "comp_if":
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        always = parso.parse("True").children[0]
        always.prefix = " "
        node.children[1] = always
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


UNORDERED = re.compile(r"\s*yield (from )?(Offer|PhaseBegan|Decided|BetPlaced|refused|\w+refusals|\w+objections)\(")


class InWrongOrder(Operator):  # type: ignore[misc]
    """Of two neighbouring steps that follow, the second comes first; what is no step has no order."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        for first, second in self.neighbours(node):
            yield node.children[first].start_pos, node.children[second].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        first, second = self.neighbours(node)[index]
        node.children[first], node.children[second] = node.children[second], node.children[first]
        return node

    @staticmethod
    def neighbours(node: Any) -> list[tuple[int, int]]:
        """Where in a block two statements yield something one after the other."""
        if node.type != "suite":
            return []
        yields = [
            child.type == "simple_stmt"
            and child.children[0].type == "yield_expr"
            and not UNORDERED.match(child.get_code(include_prefix=False))
            for child in node.children
        ]
        return [(at, at + 1) for at, both in enumerate(pairwise(yields)) if all(both)]

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class ChainedInWrongOrder(Operator):  # type: ignore[misc]
    """The same of two neighbours in a chain of events; a chain of offers has no order."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if self.chains_events(node):
            for first, second in pairwise(node.children[::2]):
                yield first.start_pos, second.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        first, second = 2 * index, 2 * index + 2
        one, other = node.children[first], node.children[second]
        one.get_first_leaf().prefix, other.get_first_leaf().prefix = (
            other.get_first_leaf().prefix,
            one.get_first_leaf().prefix,
        )
        node.children[first], node.children[second] = other, one
        return node

    @staticmethod
    def chains_events(node: Any) -> bool:
        if node.type != "arglist" or node.parent.get_previous_sibling().get_code(include_prefix=False) != "chain":
            return False
        around = search_ancestor(node, "funcdef")
        return around is not None and "Event" in (around.annotation.get_code() if around.annotation else "")

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class GivesNothing(Operator):  # type: ignore[misc]
    """What a function gives, it does not."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "return_stmt":
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        nothing = parso.parse("None").children[0]
        nothing.prefix = " "
        node.children[1] = nothing
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


@cache
def operators() -> tuple[Operator, ...]:
    own = (LeaveOut(), AllOfThem(), InWrongOrder(), ChainedInWrongOrder())
    return (*(get_operator(f"core/{name}")() for name in OPERATORS), *own)


# --- Where clauses are carried out ------------------------------------------------------------------------------------


def carriers() -> dict[str, frozenset[str]]:
    """The places of code, as the trace names them, with the clauses that they carry out: cited there or asked for."""
    found: dict[str, set[str]] = {}
    for clause in rule.cited():
        for place in rule.code(clause):
            found.setdefault(place, set()).add(clause)
    for key in KEYS:
        for clause, homes in carried_out(game(key)).items():
            for one in homes:
                if one.place in found or not only_says(one.place):
                    found.setdefault(one.place, set()).add(clause)
    return {place: frozenset(clauses) for place, clauses in found.items()}


def only_says(place: str) -> bool:
    """Whether a function gives a sentence and its clause for what is refused: that it is, was decided by the offers."""
    function = function_at(place)
    return function is not None and function.__annotations__.get("return") == tuple[str, str]


def function_at(place: str) -> FunctionType | None:
    """The function that a place names, unwrapped of caches; none, if it is data."""
    module, _, path = place.partition(":")
    if module.startswith("tests.") or module.endswith(".toml") or "[" in path:
        return None
    found: object = import_module(f"nomorebets.{module}")
    for name in path.split("."):
        found = inspect.getattr_static(found, name, None)
    if isinstance(found, property):
        found = found.fget
    found = inspect.unwrap(found) if callable(found) else found
    return found if isinstance(found, FunctionType) else None


# --- Mutants of one function ------------------------------------------------------------------------------------------


def body(function: FunctionType) -> str:
    """The source of a function without its decorators."""
    lines = textwrap.dedent(inspect.getsource(function)).splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if line.startswith("def "))
    return "".join(lines[start:])


def compiled(source: str, name: str) -> CodeType:
    """The code of the one function in a source."""
    module = compile(source, f"<mutant of {name}>", "exec", dont_inherit=True)
    return next(one for one in module.co_consts if isinstance(one, CodeType) and one.co_name == name)


def replaced(function: FunctionType, source: str) -> None:
    function.__code__ = compiled(source, function.__name__)


@lru_cache(maxsize=1)
def nodes(source: str) -> tuple[Any, ...]:
    return tuple(ast_nodes(parso.parse(source)))


def first_of_the_body(source: str) -> int:
    """The line after the signature: a default or a type is no rule."""
    line: int = nodes(source)[0].children[0].children[-1].start_pos[0]
    return line


def first_change(before: str, after: str) -> tuple[int, str]:
    """The first line that is changed, and what the change is."""
    old, new = before.splitlines(), after.splitlines()
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return number, f"{one.strip()}  ->  {other.strip()}"
    return len(new), f"{old[-1].strip()}  ->  nothing"


def occurrences(source: str, operator: Operator) -> int:
    """In how many ways an operator can change a source; to ask it is much faster than to try."""
    return sum(1 for node in nodes(source) for _ in operator.mutation_positions(node))


def mutated(source: str, operator: Operator) -> Iterator[tuple[str, str]]:
    """The source with each change that an operator can make in its body, and what that is."""
    start = first_of_the_body(source)
    for occurrence in range(occurrences(source, operator)):
        changed = mutate_code(source, operator, occurrence)
        line, change = first_change(source, changed)
        if line >= start and not PROMISE.search(change):
            yield changed, change


def mutants_of(place: str, clauses: frozenset[str]) -> Iterator[Mutant]:
    """Every change to a function that compiles and makes other code; where there is none, it gives nothing."""
    function = function_at(place)
    if function is None or function.__code__.co_freevars:
        return
    changes = tuple(changes_of(function, place, clauses, operators()))
    yield from changes or changes_of(function, place, clauses, (GivesNothing(),))


def changes_of(function: FunctionType, place: str, clauses: frozenset[str], by: Iterable[Operator]) -> Iterator[Mutant]:
    source = body(function)
    plain = compiled(source, function.__name__)
    seen = {(plain.co_code, plain.co_consts)}
    for operator in by:
        for changed, change in mutated(source, operator):
            try:
                made = compiled(changed, function.__name__)
            except (SyntaxError, StopIteration):
                continue
            if (made.co_code, made.co_consts) in seen:
                continue
            seen.add((made.co_code, made.co_consts))
            make = partial(replaced, function, changed)
            yield Mutant("code", place, change, clauses, make, source)


def mutants(homes: Collection[str]) -> Iterator[Mutant]:
    for place, clauses in carriers().items():
        if home(place) in homes:
            yield from mutants_of(place, clauses)
            yield from rows(place, clauses)
