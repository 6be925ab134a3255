"""Chance that can be checked afterwards.

A secret seed of 256 bits is drawn for each shuffle and only its commitment, a hash, is published before the bets are
closed.  The order of the cards comes from HMAC-SHA-256 keyed with the *secret* seed, under a label of its own: the
published hash is never an input, or the order could be read from it.  After the round the seed is revealed and anyone
can recompute both (`docs/verify_shuffle.py` does so in a page).
"""

import hashlib
import hmac
from collections.abc import Iterator

SEED_BYTES = 32
COMMIT_LABEL = b"nomorebets commit v1\0"
SHUFFLE_LABEL = b"nomorebets shuffle v1\0"
DICE_LABEL = b"nomorebets dice v1\0"
WHEEL_LABEL = b"nomorebets wheel v1\0"
NUMBER_LABEL = b"nomorebets number v1\0"
_WORD = 1 << 64


def commitment(seed: bytes) -> str:
    """What is published before the bets are closed."""
    return hashlib.sha256(COMMIT_LABEL + seed).hexdigest()


def words(seed: bytes, label: bytes) -> Iterator[int]:
    """An endless run of 64-bit numbers, each block of four the HMAC of its place under the label."""
    block = 0
    while True:
        digest = hmac.digest(seed, label + block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(digest), 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    """A number from 0 to limit - 1, all equally likely: words beyond the last whole multiple are thrown away."""
    fair = _WORD - _WORD % limit
    word = next(source)
    while word >= fair:
        word = next(source)
    return word % limit


def shuffled(seed: bytes, size: int) -> tuple[int, ...]:
    """The order of `size` pieces, from the top, that belongs to the seed."""
    source = words(seed, SHUFFLE_LABEL)
    pieces = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(last + 1, source)
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return tuple(pieces)


def dice(seed: bytes, shake: int, number: int = 3) -> tuple[int, ...]:
    """What the dice show at the given shake (0 is the first) of the round that the seed decides."""
    source = words(seed, DICE_LABEL + shake.to_bytes(8, "big") + b"\0")
    return tuple(below(6, source) + 1 for _ in range(number))


def section(seed: bytes, sections: int) -> int:
    """The section of a wheel that the seed decides."""
    return below(sections, words(seed, WHEEL_LABEL))


def number(seed: bytes, most: int) -> int:
    """The number from 1 to `most` that a random number generator displays in the round that the seed decides."""
    return below(most, words(seed, NUMBER_LABEL)) + 1


def derived(seed: bytes, label: str) -> bytes:
    """A seed of its own for each of many rounds, from one that was given: for repeatable play, not for live tables."""
    return hmac.digest(seed, b"nomorebets derive v1\0" + label.encode(), "sha256")
