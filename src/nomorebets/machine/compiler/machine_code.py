"""What the compiler has to be told, and where it keeps what it made.

What was compiled is kept in a folder of its own for each state of the sources, because numba itself looks only at the
file of the loop and would go on using a rule that has changed in another.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numba
from numba.core import cgutils, config, types
from numba.extending import intrinsic, overload, overload_method, register_jitable
from numba.np.arrayobj import make_array

from nomorebets.machine.cache import folder
from nomorebets.machine.compiler import lent

PLACE = folder() / "compiled"


@cache
def has_place() -> bool:
    """Whether machine code can be kept there; else numba would put it beside the sources, where it outlives rules."""
    try:
        PLACE.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(PLACE, os.W_OK)


@contextmanager
def kept_in_place() -> Iterator[None]:
    """Let numba keep what is decorated meanwhile in our place, whoever imported it first, whatever it was told."""
    numba_config: Any = config
    elsewhere = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(PLACE)
    try:
        yield
    finally:
        numba_config.CACHE_DIR = elsewhere


def of(loop: Callable[..., Any]) -> Callable[..., Any]:
    """The machine code of a loop."""
    with kept_in_place():
        code: Callable[..., Any] = numba.njit(cache=has_place(), nogil=True)(loop)
    return code


def callable_from_loops(function: Callable[..., Any], *, inline: bool) -> None:
    register_jitable(forceinline=inline, no_cfunc_wrapper=True)(function)


_intrinsic: Any = intrinsic
_make_array: Any = make_array
_null: Any = cgutils.get_null_value


@_intrinsic  # type: ignore[untyped-decorator]
def _ones(_context: Any, value: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return value(value), generate


@_intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(_context: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], target.get_constant(types.boolean, 0))

    return value(value), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(value: Any) -> Any:  # noqa: ARG001  (numba compares the arguments by name)
    def count(value: Any) -> Any:
        return _ones(value)

    return count


@overload_method(types.Integer, "bit_length")
def _bit_length(value: Any) -> Any:
    width = value.bitwidth

    def length(value: Any) -> Any:
        return width - _leading_zeros(value)

    return length


@_intrinsic  # type: ignore[untyped-decorator]
def _uncounted(_context: Any, arrays: Any) -> Any:
    def uncounted(target: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            parts: Any = kind
            for place, part in enumerate(parts):
                lending = uncounted(target, builder, part, builder.extract_value(value, place))
                value = builder.insert_value(value, lending, place)
            return value
        if not isinstance(kind, types.Array):
            return value
        view = _make_array(kind)(target, builder, value)
        view.meminfo = _null(view.meminfo.type)
        return view._getvalue()

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return uncounted(target, builder, arrays, arguments[0])

    return arrays(arrays), generate


@overload(lent)
def _lent(arrays: Any) -> Any:  # noqa: ARG001  (numba compares the arguments by name)
    def uncounted(arrays: Any) -> Any:
        return _uncounted(arrays)

    return uncounted
