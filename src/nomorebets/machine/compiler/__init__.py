"""The same rules as machine code.

`rules(...)` lets compiled loops call plain functions of integers; `compiled` makes a loop of such calls into machine
code when it is first called, so that whoever calls none never waits for the compiler to be loaded.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from threading import Lock
from types import ModuleType
from typing import Any, TypeVar

from nomorebets.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_awaited: list[tuple[Callable[..., Any], bool]] = []  # rules that the compiler has not been told of, and if inlined
_compiling = Lock()


@contextmanager
def libraries() -> Iterator[None]:
    """Imports of what not everybody has installed: said plainly if it is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name in ("numba", "numpy"):
            raise BadInput(f"{missing.name} is not installed; it comes with nomorebets[odds]") from None
        raise


def rules(*sources: Callable[..., Any] | ModuleType, inline: bool = False) -> None:
    """Let compiled loops call these functions, or all functions of a module.

    `inline` puts the code of each into the loop itself, for what a loop calls in every round: a call costs as much as a
    short rule.
    """
    for source in sources:
        _awaited.extend((function, inline) for function in functions(source))


def functions(source: Callable[..., Any] | ModuleType) -> Iterator[Callable[..., Any]]:
    """A function, or all that stand in a module."""
    if isinstance(source, ModuleType):
        for function in vars(source).values():
            if inspect.isfunction(function) and function.__module__ == source.__name__:
                yield function
    else:
        yield source


class Loop:
    """A loop that becomes machine code when it is first called."""

    def __init__(self, loop: Callable[..., Any]) -> None:
        update_wrapper(self, loop)
        self.loop = loop
        self.code: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        return (self.code or self.made())(*arguments)

    def __reduce__(self) -> str:
        """What is sent to another process is the name alone: it has the same sources."""
        return self.__qualname__  # type: ignore[no-any-return, attr-defined]

    def made(self) -> Callable[..., Any]:
        with libraries():
            from nomorebets.machine.compiler import machine_code
        with _compiling:
            while _awaited:
                function, inline = _awaited.pop(0)
                machine_code.callable_from_loops(function, inline=inline)
            self.code = self.code or machine_code.of(self.loop)
        return self.code


def compiled(loop: F) -> F:
    """The function as machine code; it gives up Python's lock, so that threads run side by side."""
    return Loop(loop)  # type: ignore[return-value]


def lent(arrays: T) -> T:
    """An array, or those in a tuple, whose references are not counted, because the caller of the loop keeps them.

    To count them at every call costs more than most rules.  Never lend what was made in the loop itself.
    """
    return arrays
