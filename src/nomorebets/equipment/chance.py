"""Chance that can be checked afterwards.

A secret seed of 256 bits is drawn for each shuffle and only its commitment, a hash, is published before the bets are
closed.  The order of the cards comes from HMAC-SHA-256 keyed with the *secret* seed, under a label of its own: the
published hash is never an input, or the order could be read from it.  After the round the seed is revealed and anyone
can recompute both (`docs/verify_shuffle.py` does so in a page).
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash as HASH

SEED_BYTES = 32
COMMIT_LABEL = b"nomorebets commit v1\0"
SHUFFLE_LABEL = b"nomorebets shuffle v1\0"
DICE_LABEL = b"nomorebets dice v1\0"
WHEEL_LABEL = b"nomorebets wheel v1\0"
NUMBER_LABEL = b"nomorebets number v1\0"
DERIVE_LABEL = b"nomorebets derive v1\0"
_WORD = 1 << 64
_BLOCK = 64  # bytes of a block of SHA-256, to which the key of an HMAC is filled up
_FOUR_WORDS = Struct(">4Q")
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def commitment(seed: bytes) -> str:
    """What is published before the bets are closed."""
    return sha256(COMMIT_LABEL + seed).hexdigest()


def is_hash(text: str) -> bool:
    """Whether a text is written as a hash or a seed is: 256 bits in hexadecimal digits."""
    return len(text) == 2 * SEED_BYTES and not text.strip("0123456789abcdef")


@lru_cache(maxsize=16)  # of one seed come the cards and the dice of a round, or the seeds of many
def _keyed(seed: bytes) -> tuple["HASH", "HASH"]:
    """The inner and the outer hash of an HMAC, the key in them: they are copied for whatever comes under it."""
    key = seed.ljust(_BLOCK, b"\0")
    return sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))


def _hmac(inner: "HASH", outer: "HASH", message: bytes) -> bytes:
    """The HMAC of what is in the inner hash besides the key, and of the message after it."""
    within, around = inner.copy(), outer.copy()
    within.update(message)
    around.update(within.digest())
    return around.digest()


def words(seed: bytes, label: bytes) -> Iterator[int]:
    """An endless run of 64-bit numbers."""
    return chain.from_iterable(_blocks(seed, label))


def _blocks(seed: bytes, label: bytes) -> Iterator[tuple[int, ...]]:
    """The same in blocks of four, each the HMAC of its place under the label."""
    inner, outer = _keyed(seed)
    labelled = inner.copy()
    labelled.update(label)
    for block in count():
        yield _FOUR_WORDS.unpack(_hmac(labelled, outer, block.to_bytes(8, "big")))


def _fair(limit: int) -> int:
    """The last whole multiple of the limit among the words."""
    return _WORD - _WORD % limit


def below(limit: int, source: Iterator[int]) -> int:
    """A number from 0 to limit - 1, all equally likely: words beyond the last whole multiple are thrown away."""
    fair = _fair(limit)
    word = next(source)
    while word >= fair:
        word = next(source)
    return word % limit


@lru_cache(maxsize=16)  # whoever draws a seed checks it again when it is shown
def shuffled(seed: bytes, size: int) -> tuple[int, ...]:
    """The order of `size` pieces, from the top, that belongs to the seed."""
    source = words(seed, SHUFFLE_LABEL)
    pieces = list(range(size))
    for (last, limit, fair), word in zip(_fair_below(size), source, strict=False):
        while word >= fair:
            word = next(source)
        other = word % limit
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return tuple(pieces)


@cache
def _fair_below(size: int) -> tuple[tuple[int, int, int], ...]:
    """The places of a shuffle from the last down, how many there are up to each, and where words are thrown away."""
    return tuple((limit - 1, limit, _fair(limit)) for limit in range(size, 1, -1))


@lru_cache(maxsize=16)
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
    return _hmac(*_keyed(seed), DERIVE_LABEL + label.encode())
