"""Every kind of document is learned before threads read any.

msgspec learns a struct when it is first read, and sets it down before it knows all of it: a second thread that reads
one of the same kind meanwhile ends the process (0.22).
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import msgspec

from nomorebets.games.registry import KEYS, game


@cache
def learn_all() -> None:
    """Those of the house and of all games."""
    for key in KEYS:
        game(key)
    for kind in _derived(msgspec.Struct):
        with suppress(TypeError, NameError):  # some are never read
            msgspec.json.Decoder(kind)


def _derived(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from _derived(one)
