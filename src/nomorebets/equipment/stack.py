"""A stack of cards or tiles, the top one first, and what is done with it before and while it is dealt."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Stack = tuple[int, ...]

DEALER = 0
DEAD_HAND = -1  # what is dealt to no player: collected unseen


class Delivery(NamedTuple):
    """Some pieces that leave the stack together for one place: a seat's number, DEALER, or that of a pack."""

    to: int
    pieces: int


def pack(number: int) -> int:
    """The place of a pack of community cards, by its number from 1; and the number, by the place.

    >>> pack(1), pack(pack(3))
    (-2, 3)
    """
    return DEAD_HAND - number


def cut(stack: Stack, count: int) -> Stack:
    """Take `count` pieces from the top and put the rest on them."""
    return stack[count:] + stack[:count]


def deliver(stack: Stack, deliveries: Iterable[Delivery]) -> Iterable[tuple[int, Stack]]:
    """Deal the stack from the top: who gets which pieces, in the order in which they leave."""
    start = 0
    for to, pieces in deliveries:
        yield to, stack[start : start + pieces]
        start += pieces


def completed(first: Sequence[int], whole: Sequence[int], aside: Iterable[int] = ()) -> Stack:
    """The given pieces on top, then the rest of the set, those put aside left at the very bottom."""
    bottom = tuple(aside)
    known = {*first, *bottom}
    return (*first, *(piece for piece in whole if piece not in known), *bottom)
