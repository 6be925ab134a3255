"""Random numbers for simulation: one stream for each chunk of rounds, the same on any machine.

The generator is xoshiro256++ (Blackman and Vigna), a few shifts on four words; its state comes from a hash of seed and
chunk, so that chunks can be played in any order, anywhere.  Nothing at a live table comes from here.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

Stream = NDArray[np.uint64]

LOW_SIX, SIX = np.uint64(63), np.uint64(6)
NO_CARD = ~((1 << 52) - 1)  # bits that stand for no card


def stream(seed: int, chunk: int) -> Stream:
    """The stream of one chunk."""
    digest = hashlib.sha256(f"nomorebets simulation {seed} {chunk}".encode()).digest()
    return np.frombuffer(digest, "<u8").astype(np.uint64)  # the first byte is the lowest, whatever the machine's order


def rotated(word: np.uint64, by: int) -> np.uint64:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


def next_word(state: Stream) -> np.uint64:
    """64 random bits."""
    word: np.uint64 = rotated(state[0] + state[3], 23) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotated(state[3], 45)
    return word


def below(state: Stream, bound: int) -> int:
    """A number below the bound, each as likely as the other (Lemire's multiplication, with his rejection)."""
    wide = np.uint64(bound)
    product = (next_word(state) >> np.uint64(32)) * wide
    low = product & np.uint64(0xFFFFFFFF)
    if low < wide:
        threshold = np.uint64(0x100000000) % wide
        while low < threshold:
            product = (next_word(state) >> np.uint64(32)) * wide
            low = product & np.uint64(0xFFFFFFFF)
    return np.int64(product >> np.uint64(32))  # type: ignore[return-value]


def low_six(word: np.uint64) -> int:
    """The number in the lowest six bits, signed like the hands."""
    return np.int64(word & LOW_SIX)  # type: ignore[return-value]


def drawn(state: Stream, gone: int, cards: int) -> int:
    """So many cards, ten at most, out of those that are not gone, as bits; every hand is as likely as the next.

    A word of the stream holds ten numbers below 64.  Those that name a card still there are taken, until it is enough.
    """
    word, numbers = next_word(state), 10 - cards
    hand = 0
    for _ in range(cards):
        hand |= 1 << low_six(word)
        word >>= SIX
    hand &= ~gone
    while hand.bit_count() < cards:
        if numbers == 0:
            word, numbers = next_word(state), 10
        hand |= 1 << low_six(word) & ~gone
        word >>= SIX
        numbers -= 1
    return hand


def hands_drawn(state: Stream, hands: NDArray[np.int64], cards: int) -> int:
    """Draw a hand of so many cards of the deck for every seat; all that are gone then."""
    gone = NO_CARD
    for seat in range(len(hands)):
        hands[seat] = drawn(state, gone, cards)
        gone |= hands[seat]
    return gone
