"""Pairs of hands that have no card in common, counted without dealing them.

A sum over all pairs of hands of one deal is a sum over sets of cards that both could hold, added where the set has an
even number of cards and taken off where it is odd: pairs that share cards cancel out.  For each set, the hands that
hold it are listed once, and what is asked of all pairs among them follows from how many there are of each setting.
Sets that differ only by which suit is which give the same.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.maths.counting.alike import Alike, alike
from nomorebets.games.pai_gow_poker.maths.counting.classes import (
    DECK,
    KEYS,
    KINDS,
    LOW_BITS,
    Array,
    Codes,
    Ladder,
    by_ranks,
    number,
)
from nomorebets.machine.compiler import compiled, rules
from nomorebets.ranking.joker import JOKER

LOWS = 1 << LOW_BITS  # room for the low hands beside each high hand

# --- Hands that hold a set --------------------------------------------------------------------------------------------

BY_RANKS = 32  # bits of a card's key that tell its rank; above them a digit counts the cards of each suit
OF_RANKS = (1 << BY_RANKS) - 1
WILD = BY_RANKS + 16
NO_FLUSH, FLUSH = 0x3333 << BY_RANKS, 0x8888 << BY_RANKS  # a fifth card makes the first into the second
EACH_SUIT = 0x1111 << BY_RANKS


def key_of(card: int) -> int:
    """A card as a number whose sum over a hand tells its ranks, whether a flush can be, and the joker."""
    if 1 << card == JOKER:
        return EACH_SUIT | 1 << WILD
    return int(KEYS[1 << card % len(RANKS)]) | 1 << BY_RANKS + 4 * (card // len(RANKS))


CARD_KEYS = np.array([key_of(card) for card in range(DECK)], np.int64)


def kind_of(key: int, cards: int) -> int:
    """The number of a hand's class, found by its key unless there is a flush."""
    return number(cards) if key + NO_FLUSH & FLUSH else by_ranks(key & OF_RANKS, key >> WILD)


class Room(NamedTuple):
    """Where the hands that hold a set are listed: the cards besides it, and which of them are picked."""

    cards: Array
    keys: Array
    picked: Array


def made_room() -> Room:
    return Room(np.zeros(DECK, np.int64), np.zeros(DECK, np.int64), np.zeros(CARDS_EACH, np.int64))


def others(shared: int, deck: int, room: Room) -> int:
    """Put down all cards besides the shared ones; how many there are.  One that is none completes a whole hand."""
    if shared.bit_count() == CARDS_EACH:
        room.cards[0] = room.keys[0] = 0
        return 1
    count = 0
    left = deck & ~shared
    while left:
        card = left & -left
        left ^= card
        room.cards[count], room.keys[count] = card, CARD_KEYS[card.bit_length() - 1]
        count += 1
    return count


def key_in_all(cards: int) -> int:
    key = 0
    while cards:
        card = cards & -cards
        cards ^= card
        key += CARD_KEYS[card.bit_length() - 1]
    return key


def next_pick(picked: Array, picks: int, count: int) -> bool:
    """Go on to the next choice of so many cards that leaves room for one more after them; whether there is one."""
    at = picks - 1
    while at >= 0 and picked[at] == count - 1 - picks + at:
        at -= 1
    if at < 0:
        return False
    picked[at] += 1
    for after in range(at + 1, picks):
        picked[after] = picked[after - 1] + 1
    return True


def first_pick(shared: int, deck: int, room: Room) -> tuple[int, int]:
    """Begin with the first hand that holds the shared cards; how many are picked before the last, and out of how many.

    A loop of its own for the last card, which each caller has, is what makes this fast.
    """
    count = others(shared, deck, room)
    picks = max(CARDS_EACH - shared.bit_count() - 1, 0)
    for at in range(picks):
        room.picked[at] = at
    return picks, count


def with_picked(cards: int, key: int, picks: int, room: Room) -> tuple[int, int, int]:
    """The shared cards and those picked, their key, and where the last card may begin."""
    first = 0
    for at in range(picks):
        pick = room.picked[at]
        cards |= room.cards[pick]
        key += room.keys[pick]
        first = pick + 1
    return cards, key, first


class Seen(NamedTuple):
    """How many hands of each side are set so, by the code of the setting; and which high hands there are."""

    hands: NDArray[np.int32]
    met: NDArray[np.bool_]
    highs: Array  # in order when all are met


def made_sight(sides: int, ranks: Ladder) -> Seen:
    most = len(ranks.high)
    return Seen(np.zeros((sides, most << LOW_BITS), np.int32), np.zeros(most, np.bool_), np.zeros(most, np.int64))


def put_down(codes: Codes, shared: int, deck: int, room: Room, seen: Seen, side: int, highs: int) -> int:
    """List all hands of a side that hold the shared cards by how they are set; how many high hands have been met."""
    picks, count = first_pick(shared, deck, room)
    shared_key = key_in_all(shared)
    more = True
    while more:
        cards, key, first = with_picked(shared, shared_key, picks, room)
        for last in range(first, count):
            code = codes[kind_of(key + room.keys[last], cards | room.cards[last])]
            seen.hands[side, code] += 1
            high = code >> LOW_BITS
            if not seen.met[high]:
                seen.met[high] = True
                seen.highs[highs] = high
                highs += 1
        more = next_pick(room.picked, picks, count)
    return highs


def erase(seen: Seen, highs: int) -> None:
    for at in range(highs):
        high = seen.highs[at]
        seen.met[high] = False
        for side in range(len(seen.hands)):
            for low in range(LOWS):
                seen.hands[side, high << LOW_BITS | low] = 0


rules(kind_of, made_room, made_sight, others, key_in_all, next_pick, first_pick, with_picked, put_down, erase)

# --- One side's settings against the other's --------------------------------------------------------------------------

WON, LOST, PAIRS = range(3)


def settle(seen: Seen, highs: int, lows: int, below: Array, up_to: Array, counts: Array) -> None:
    """Compare all hands of the first side with all of the last: both higher, neither, and how many there are.

    High hands are met from the lowest up; by low hand, `below` has the last side's hands that are lower in both, and
    `up_to` the first side's that are not higher in either.
    """
    ours, theirs = seen.hands[0], seen.hands[-1]
    below[:] = 0
    up_to[:] = 0
    won = lost = 0
    for at in range(highs):
        row = seen.highs[at] << LOW_BITS
        so_far = 0
        for low in range(lows):
            so_far += ours[row | low]
            up_to[low] += so_far
        so_far = 0
        for low in range(lows):
            won += ours[row | low] * below[low]
            lost += theirs[row | low] * up_to[low]
            below[low] += so_far
            so_far += theirs[row | low]
        below[lows] += so_far
    counts[WON], counts[LOST], counts[PAIRS] = won, lost, up_to[lows - 1] * below[lows]


rules(settle)


@compiled
def compared(sets: Array, ways: Array, deck: int, players: Codes, banks: Codes, ranks: Ladder) -> Array:
    """Over pairs of hands that hold each of these sets: both hands of the player higher, neither, and all pairs.

    Each set counts for all that differ from it only by suits, with the sign of its size.  Where both sides set alike,
    no codes are given for the banks.
    """
    sides, lows = 2 if len(banks) else 1, len(ranks.low)
    room, seen = made_room(), made_sight(sides, ranks)
    sums, counts = np.zeros(3, np.int64), np.zeros(3, np.int64)
    below, up_to = np.zeros(lows + 1, np.int64), np.zeros(lows + 1, np.int64)
    for at in range(len(sets)):
        shared = sets[at]
        highs = put_down(players, shared, deck, room, seen, 0, 0)
        if sides == 2:
            highs = put_down(banks, shared, deck, room, seen, 1, highs)
        seen.highs[:highs].sort()
        settle(seen, highs, lows, below, up_to, counts)
        weight = -ways[at] if shared.bit_count() & 1 else ways[at]
        for one in range(3):
            sums[one] += weight * counts[one]
        erase(seen, highs)
    return sums


def shared_sets(ranks: int, least: int = 0, most: int = CARDS_EACH) -> Alike:
    """Sets that two hands could share, of a deck with these ranks in each suit and the joker; one of each kind."""
    sizes = [alike(size, ranks) for size in range(least, most + 1)]
    return Alike(*(np.concatenate(columns) for columns in zip(*sizes, strict=True)))


def whole(ranks: int) -> int:
    """A deck with these ranks in each suit, and the joker."""
    return sum(ranks << len(RANKS) * suit for suit in range(len(SUITS))) | JOKER


PARTS = 64


def parts(ranks: int) -> Iterator[tuple[Array, Array, int]]:
    """The shared sets in parts that take about as long: each has some of every size."""
    sets, ways = shared_sets(ranks)
    for part in range(PARTS):
        yield sets[part::PARTS], ways[part::PARTS], whole(ranks)


@compiled
def paired(
    sets: Array, ways: Array, deck: int, players: Codes, banks: Codes, players_kinds: int, banks_kinds: int
) -> Array:
    """Over pairs of hands that hold each of these sets: how many are of each kind on either side."""
    room = made_room()
    seen = Seen(np.zeros((2, LOWS), np.int32), np.zeros(1, np.bool_), np.zeros(1, np.int64))
    sums = np.zeros((players_kinds, banks_kinds), np.int64)
    for at in range(len(sets)):
        shared = sets[at]
        highs = put_down(players, shared, deck, room, seen, 0, 0)
        put_down(banks, shared, deck, room, seen, 1, highs)
        weight = -ways[at] if shared.bit_count() & 1 else ways[at]
        for ours in range(players_kinds):
            for theirs in range(banks_kinds):
                sums[ours, theirs] += weight * seen.hands[0, ours] * np.int64(seen.hands[1, theirs])
        erase(seen, highs)
    return sums


@compiled
def count_all(deck: int, room: Room, classes: Array) -> None:
    """Count the hands of a deck by class."""
    picks, count = first_pick(0, deck, room)
    more = True
    while more:
        cards, key, first = with_picked(0, 0, picks, room)
        for last in range(first, count):
            classes[kind_of(key + room.keys[last], cards | room.cards[last])] += 1
        more = next_pick(room.picked, picks, count)


def against(deck: int, codes: Codes, ranks: Ladder) -> Array:
    """How many hands of a deck are set so, by high and low hand."""
    classes = np.zeros(KINDS, np.int64)
    count_all(deck, made_room(), classes)
    held = np.flatnonzero(classes)
    hands = np.zeros(len(ranks.high) << LOW_BITS, np.int64)
    np.add.at(hands, codes[held], classes[held])
    return hands.reshape((len(ranks.high), LOWS))
