"""A game names the clause behind every step that the shared parts of a table take for it.

What a game needs follows from the parts that it uses.  So its functions are followed, from what it offers to whatever
they call in `table/`, and every `cites["..."]` that is met on the way has to be among the game's own.
"""

import ast
import dis
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from nomorebets.games.registry import KEYS, game
from nomorebets.table.game import Game
from tests.miniature import two_decks, two_dice

GAMES = [*map(game, KEYS), two_decks.GAME, two_dice.GAME]
OURS = ("nomorebets.table", "nomorebets.games", "tests.miniature")

# Read only where something is so that not every game has.
ONLY_WHERE = {
    "packs": "packs are dealt",
    "document": "a payout from a meter is documented",
    "devices": "shufflers and shoes may be taken away",
    **dict.fromkeys(("cut", "recut", "rack_cover_card"), "a deck is cut"),
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
    found: dict[CodeType, FunctionType] = {}
    while waiting:
        function = waiting.pop()
        if function.__code__ not in found and function.__module__.startswith(OURS):
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


def needed(one: Game) -> dict[str, str]:
    """The clauses that the shared parts ask a game for, each with who asks."""
    asked = {step: "Equipment.preparation" for step, _, _ in one.equipment.preparation.values()}
    for function in used(one):
        if function.__module__.startswith("nomorebets.table") and function.__name__ != "<lambda>":
            asked |= dict.fromkeys(read(function), f"{function.__module__}.{function.__name__}")
    return asked


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.key)
def test_a_game_names_every_clause_that_the_shared_parts_ask_for(one: Game) -> None:
    for way, own in one.text.cites_by_dealing.items():
        named = {**one.text.cites, **own, **ONLY_WHERE}
        missing = {step: where for step, where in needed(one).items() if step not in named}
        assert not missing, f"{one.key}, dealt {way!r}: no clause is named for {missing}"


def test_what_is_needed_is_found_where_it_is_read() -> None:
    asked = needed(game("high-card-flush"))
    assert asked["withdraw"] == "nomorebets.table.life.betting.wagers"
    assert asked["lock_progressive"].startswith("nomorebets.table.progressive.")
    assert {"receive", "wash", "shuffle", "players", "dealer", "collect", "count"} <= set(asked)
    assert {"bank", "set", "house_way", "shake"} <= set(needed(game("pai-gow")))
    assert not {"players", "load", "set"} & set(needed(game("pokette")))


def test_an_exception_is_read_by_some_shared_part() -> None:
    assert set(ONLY_WHERE) <= {step for one in GAMES for step in needed(one)}
