"""Which clauses the shared parts of a table ask a game for, and which of them it does not name.

`python -m tests.cites nomorebets.games.high_card_flush.rules` lists those of the GAME in a module.

What a game needs follows from the parts that it uses.  So its functions are followed, from what it offers to whatever
they call in `table/`, and every `cites["..."]` that is met on the way has to be among the game's own.
"""

import ast
import dis
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

from nomorebets.table import refusal
from nomorebets.table.game import Game

SHARED = "nomorebets.table"

# Read only where something is so that not every game has.
ONLY_WHERE = {
    "packs": "packs are dealt",
    "document": "a payout from a meter is documented",
    "devices": "shufflers and shoes may be taken away",
    "change_dice": "there are dice",
    **dict.fromkeys(("other_deck", "rack"), "a second deck is in use"),
    **dict.fromkeys(("cut", "recut", "place_cover_card", "rack_cover_card"), "a deck is cut"),
    **dict.fromkeys(("count_wrong", "count_right", "misdeal"), "the stub is counted"),
    **dict.fromkeys(("wrongly_set", "bank_reset"), "a hand that is set wrongly is accepted"),
}


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
    for cell in function.__closure__ or ():
        yield from functions(cell.cell_contents)
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


NOT_AT_ONCE = ("decides", "steps")


def used(one: Game) -> list[FunctionType]:
    """All functions that a game may come to: what follows from an action or a step only where that is offered."""
    followed = {kind.__name__: decides for kind, decides in one.play.decides.items()} | dict(one.play.steps)
    waiting = [
        *functions(tuple(getattr(one.play, field.name) for field in fields(one.play) if field.name not in NOT_AT_ONCE)),
        *functions(one.equipment),
    ]
    ours = (SHARED, one.text.rule.package)
    found: dict[CodeType, FunctionType] = {}
    while waiting:
        function = waiting.pop()
        if function.__code__ not in found and function.__module__.startswith(ours):
            found[function.__code__] = function
            waiting += called(function)
            waiting += [then for name in mentioned(function) for then in functions(followed.get(name))]
    return list(found.values())


def read(function: Callable[..., Any]) -> Iterator[str]:
    """The clauses that a function asks for by a name."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("cites"):
            for one in ast.walk(node.slice):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value


def refusals() -> Iterator[str]:
    """The clauses by which the engine refuses."""
    for node in ast.walk(ast.parse(inspect.getsource(refusal))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("cites"), attr="get"), args=[ast.Constant(str(name)), _]):
                yield name


def needed(one: Game) -> dict[str, str]:
    """The clauses that the shared parts ask a game for, each with who asks."""
    asked = {step: "Equipment.preparation" for step, _, _ in one.equipment.preparation.values()}
    asked |= dict.fromkeys(refusals(), refusal.__name__)
    for function in used(one):
        if function.__module__.startswith(SHARED) and function.__name__ != "<lambda>":
            asked |= dict.fromkeys(read(function), f"{function.__module__}.{function.__name__}")
    return asked


def unnamed(one: Game) -> dict[str, dict[str, str]]:
    """For each way to deal the clauses that a game does not name, each with who asks for it."""
    asked = needed(one)
    named = {way: {**one.text.cites, **own} for way, own in one.text.cites_by_dealing.items()}
    return {way: {step: who for step, who in asked.items() if step not in own} for way, own in named.items()}


def uncited(one: Game) -> dict[str, dict[str, str]]:
    """The same, without what is read only where something is so."""
    missing = {
        way: {step: who for step, who in steps.items() if step not in ONLY_WHERE} for way, steps in unnamed(one).items()
    }
    return {way: steps for way, steps in missing.items() if steps}


def report(one: Game) -> Iterator[str]:
    """What a game has still to name, and what it may have to, a line each."""
    for way, steps in unnamed(one).items():
        for step, who in steps.items():
            where = f"if {ONLY_WHERE[step]}" if step in ONLY_WHERE else "needed"
            yield f"{way or 'dealt'}: {step}, {where} ({who})"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in report(import_module(sys.argv[1]).GAME))
