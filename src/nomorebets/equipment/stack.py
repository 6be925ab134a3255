"""A stack of cards or tiles, the top one first, and what is done with it before and while it is dealt."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Stack = tuple[int, ...]


class Delivery(NamedTuple):
    """Some pieces that leave the stack together for one place: a seat, the dealer, a pack or the dead hand."""

    to: int
    pieces: int


def cut(stack: Stack, count: int) -> Stack:
    """Take `count` pieces from the top and put the rest on them."""
    return stack[count:] + stack[:count]


def deliver(stack: Stack, deliveries: Iterable[Delivery]) -> list[tuple[int, Stack]]:
    """Deal the stack from the top: who gets which pieces, in the order in which they leave."""
    delivered, top = [], 0
    for to, pieces in deliveries:
        delivered.append((to, stack[top : top + pieces]))
        top += pieces
    return delivered


def completed(first: Sequence[int], whole: Sequence[int], aside: Iterable[int] = ()) -> Stack:
    """The given pieces on top, then the rest of the set, those put aside left at the very bottom."""
    bottom = tuple(aside)
    known = {*first, *bottom}
    return (*first, *(piece for piece in whole if piece not in known), *bottom)
