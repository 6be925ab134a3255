"""Things that must not be found: seeds before they are shown and stacks for ever, in every form that they could take;
but the proof of a round opens the stack with the seed.

A seed is 32 bytes of chance, and of a stack eight cards in a row come by accident nowhere: each is its own canary.
"""

import base64
import binascii
from collections.abc import Iterable, Sequence

from msgspec import Struct

from nomorebets.equipment.pieces import Pieces

IN_A_ROW = 8


class Canary(Struct, frozen=True):
    """Something hidden, the bytes by which it is known, and from which version of its table on it may be known."""

    what: str
    forms: tuple[bytes, ...]
    shown: int = 0  # 0: never


def of_seed(seed: bytes, shown: int = 0) -> Canary:
    encoded = (base64.b64encode(seed), base64.urlsafe_b64encode(seed), base64.b32encode(seed), base64.b85encode(seed))
    plain = tuple(one.rstrip(b"=") for one in encoded)
    forms = (seed, binascii.hexlify(seed), binascii.hexlify(seed).upper(), *plain, str([*seed]).encode())
    return Canary("seed", forms, shown)


def of_stack(stack: Sequence[int], pieces: Pieces, shown: int = 0) -> list[Canary]:
    """The cards at its top, in its midst and at its bottom, in their order."""
    starts = {0, len(stack) // 2, len(stack) - IN_A_ROW} if len(stack) >= IN_A_ROW else set()
    return [_of_row(stack[start : start + IN_A_ROW], pieces, shown) for start in sorted(starts)]


def _of_row(cards: Sequence[int], pieces: Pieces, shown: int) -> Canary:
    names = pieces.named(cards)
    listed = [separator.join(map(str, cards)) for separator in (",", ", ", " ")]
    listed += [separator.join(names) for separator in (" ", ",", ", ", '","', '", "')]
    return Canary("stack", (bytes(cards), *(one.encode() for one in listed)), shown)


def found_in(data: bytes, canaries: Iterable[Canary], version: int = 0) -> list[str]:
    """Which of them are there that may not be known at that version (0: that may never have been known yet)."""
    return [
        one.what
        for one in canaries
        if not (one.shown and version >= one.shown) and any(form in data for form in one.forms)
    ]
