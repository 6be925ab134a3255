"""Who asks a game for the clauses of its steps, and what it does with them: read from the functions themselves.

A game names in `procedures.toml` the clause that orders each step; the shared parts and the game's own rules ask for it
by the step's name, `cites["wash"]`.  A clause so named is carried out by whoever asks for it, not by the line that
names it.  So the functions of a game are followed, from what it offers to whatever they call.
"""

import ast
import dis
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Literal, NamedTuple

from nomorebets.table import refusal
from nomorebets.table.engine import open_table
from nomorebets.table.game import Game
from nomorebets.table.life.decks import preparing

SHARED = "nomorebets.table"

Carried = Literal["enforced", "recorded", "told"]  # told: the log says so, because something else was done


STRENGTH: tuple[Carried, ...] = ("told", "recorded", "enforced")


class Home(NamedTuple):
    """A function that asks for the clause of a step, and how that carries it out."""

    place: str
    carried: Carried


# --- Which functions a game comes to ----------------------------------------------------------------------------------


def functions(value: Any) -> Iterator[FunctionType]:
    """The functions that are, or are held by, a value."""
    value = inspect.unwrap(value) if callable(value) else value
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, Mapping):
        yield from functions(tuple(value.values()))
    elif isinstance(value, tuple):
        for one in value:
            yield from functions(one)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from functions(tuple(getattr(value, field.name) for field in fields(value)))


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def called(function: FunctionType) -> Iterator[FunctionType]:
    """The functions that a function may call, by the names in it."""
    for code in codes(function.__code__):
        for name in {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}:
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType):
                yield from functions(tuple(vars(value).get(other) for other in code.co_names))
            else:
                yield from functions(value)


def mentioned(function: FunctionType) -> Iterator[str]:
    """The names and the words in a function: what it offers is among them."""
    for code in codes(function.__code__):
        yield from code.co_names
        yield from (one for one in code.co_consts if isinstance(one, str))


def followed(one: Game, *waiting: FunctionType) -> list[FunctionType]:
    """These functions and all that they come to."""
    then = {kind.__name__: decides for kind, decides in one.play.decides.items()} | dict(one.play.steps)
    ours = (SHARED, one.text.rule.package)
    found: dict[CodeType, FunctionType] = {}
    left = list(waiting)
    while left:
        function = left.pop()
        if function.__code__ not in found and function.__module__.startswith(ours):
            found[function.__code__] = function
            left += called(function)
            left += [next_ for name in mentioned(function) for next_ in functions(then.get(name))]
    return list(found.values())


# --- What they ask for ------------------------------------------------------------------------------------------------


@cache
def asked_in(function: Callable[..., Any], *, perhaps: bool = False) -> tuple[tuple[str, Carried], ...]:
    """The steps whose clauses a function asks for, and what it does with each; those it may ask for only `perhaps`."""
    if function.__name__ == "<lambda>":
        return ()
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found: list[tuple[str, Carried]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=value, slice=named) if ast.unparse(value).lower().endswith("cites"):
                words = (*_words(named), *_given(named, tree)) if perhaps else _words(named)
                found += [(step, _carried(node, above)) for step in words]
            case ast.Call(func=ast.Attribute(value=ast.Name("cites"), attr="get"), args=[ast.Constant(str(step)), _]):
                found.append((step, "enforced"))  # the clause by which something is refused
    return tuple(dict.fromkeys(found))


def _words(expression: ast.expr) -> Iterator[str]:
    """The words in an expression."""
    for node in ast.walk(expression):
        match node:
            case ast.Constant(str(word)):
                yield word


def _given(expression: ast.expr, tree: ast.AST) -> Iterator[str]:
    """The words that its names are given in the function."""
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(_binds(target, name) for target in node.targets for name in names):
            yield from _words(node.value)


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(target))


def _carried(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> Carried:
    """What becomes of a clause: an offer to the staff is a person's step, any other offer a right; an event follows."""
    while (outer := above.get(node)) is not None:
        match outer:
            case ast.Call(func=ast.Name("Offer"), keywords=said):
                by = next((ast.unparse(one.value) for one in said if one.arg == "by"), "Role.PLAYER")
                return "enforced" if by == "Role.PLAYER" else "recorded"
            case ast.Call(func=ast.Name("StepDue")):
                return "recorded"
            case ast.Call(func=ast.Name("Stepped" | "HandCollected")):
                return "told"
            case ast.Assign(targets=[ast.Name(name)], value=value) if value is node:
                uses = [
                    use for use in above if isinstance(use, ast.Name) and use.id == name and use is not outer.targets[0]
                ]
                return max((_carried(use, above) for use in uses), key=STRENGTH.index)
        node = outer
    return "enforced"


@cache
def homes(one: Game) -> dict[str, tuple[Home, ...]]:
    """For each step that is asked for: by which functions, and how each carries out the clause."""
    found: dict[str, dict[Home, None]] = {}
    for step, _, _ in one.equipment.preparation.values():
        found.setdefault(step, {})[Home(_place(preparing), "recorded")] = None
    for function in followed(one, *functions((one.play, one.equipment, open_table, refusal.refused))):
        for step, carried in asked_in(function, perhaps=True):
            found.setdefault(step, {})[Home(_place(function), carried)] = None
    return {step: tuple(places) for step, places in found.items()}


def _place(function: Callable[..., Any]) -> str:
    return f"{function.__module__.removeprefix('nomorebets.')}:{function.__qualname__}"


def carried_out(one: Game) -> dict[str, tuple[Home, ...]]:
    """For each clause that orders a step, whichever way is dealt: by which functions, and how."""
    asked = homes(one)
    found: dict[str, dict[Home, None]] = {}
    for named in (one.text.cites, *one.text.cites_by_dealing.values()):
        for step, clause in named.items():
            found.setdefault(clause, {}).update(dict.fromkeys(asked.get(step, ())))
    return {clause: tuple(places) for clause, places in found.items()}
