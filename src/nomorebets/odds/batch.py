"""Arrays of hands in, arrays of ranks out: every ranking of the rulebook at the speed of the machine.

A hand of cards is one int64 with a bit for each card, the deuce of clubs in bit 0, the ace of spades in bit 51 and the
joker in bit 52; a hand of tiles is two numbers below 32.  The ranks are those of the functions of the same names in
`nomorebets.ranking`, which are what is compiled here: the higher number is the better hand, equal numbers tie.

>>> import numpy as np
>>> from nomorebets.equipment.cards import hand
>>> ranks = poker_rank(np.array([hand("As Ks Qs Js Ts"), hand("2c 2d 2h 7s 7c Kd Ah")]))
>>> bool(ranks[0] > ranks[1])
True
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment import tiles as tile_set
from nomorebets.equipment.tiles import TILES
from nomorebets.errors import BadInput
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Part, workers
from nomorebets.ranking import combination, flush, joker, poker, three_cards, tiles, wild
from nomorebets.ranking.joker import JOKER
from nomorebets.ranking.poker import WHEEL_LOWEST, WHEEL_SECOND

Hands = NDArray[np.int64]
Ranks = NDArray[np.int64]

DECK = (1 << 52) - 1
WHEELS = (WHEEL_LOWEST, WHEEL_SECOND)
READINGS = tuple(range(4))  # wild.STRAIGHT_ABOVE, wild.WILD_HIGHEST, both or none

rules(combination, flush, joker, poker, three_cards, tile_set, tiles, wild)

Loop = Callable[..., int]


def over_cards(rule: Callable[..., int], deck: int, least: int, most: int) -> Loop:
    """A loop that ranks hands of so many cards of a deck; it ends with the place of one that is not, or -1."""

    @compiled
    def loop(hands: Hands, ranks: Ranks, options: tuple[int, ...], first: int, last: int) -> int:
        for place in range(first, last):
            cards = hands[place]
            if cards & ~deck or not least <= cards.bit_count() <= most:
                return place
            ranks[place] = rule(cards, *options)
        return -1

    return loop


def over_tiles(rule: Callable[[int, int], int], count: int) -> Loop:
    """The same for hands of two different tiles."""

    @compiled
    def loop(ones: Hands, others: Hands, ranks: Ranks, first: int, last: int) -> int:
        for place in range(first, last):
            a, b = ones[place], others[place]
            if a == b or not (0 <= a < count and 0 <= b < count):
                return place
            ranks[place] = rule(a, b)
        return -1

    return loop


FEW = 1, 12  # a run of all thirteen ranks would have no end
BEST_FIVE = 5, 7
UP_TO_FIVE = 1, 5
THREE = 3, 3
TWO = 2, 2
TILE_COUNT = len(TILES.names)

_flush_rank = over_cards(flush.flush_rank, DECK, *FEW)
_straight_flush_size = over_cards(flush.straight_flush_size, DECK, *FEW)
_wild_flush_rank = over_cards(wild.flush_rank, DECK, *FEW)
_wild_straight_flush_size = over_cards(wild.straight_flush_size, DECK, *FEW)
_poker_rank = over_cards(poker.poker_rank, DECK, *BEST_FIVE)
_joker_rank = over_cards(joker.joker_rank, DECK | JOKER, *BEST_FIVE)
_two_card_rank = over_cards(joker.two_card_rank, DECK | JOKER, *TWO)
_three_card_kind = over_cards(three_cards.three_card_kind, DECK | JOKER, *THREE)
_combination_rank = over_cards(combination.combination_rank, DECK, *UP_TO_FIVE)
_tile_hand_rank = over_tiles(tiles.hand_rank, TILE_COUNT)


def flush_rank(hands: Hands, *, threads: int = 1) -> Ranks:
    """By the longest flush, then by its cards from the highest down."""
    return ranked(_flush_rank, hands, (), FEW, threads)


def straight_flush_size(hands: Hands, *, threads: int = 1) -> Ranks:
    """How many cards the longest straight flush has."""
    return ranked(_straight_flush_size, hands, (), FEW, threads)


def wild_flush_rank(hands: Hands, reading: int, *, threads: int = 1) -> Ranks:
    """By the longest flush with wild twos, then as the reading has it (`ranking.wild`)."""
    return ranked(_wild_flush_rank, hands, (one_of("reading", reading, READINGS),), FEW, threads)


def wild_straight_flush_size(hands: Hands, *, threads: int = 1) -> Ranks:
    """How many cards the longest straight flush has with wild twos."""
    return ranked(_wild_straight_flush_size, hands, (), FEW, threads)


def poker_rank(hands: Hands, wheel: int = WHEEL_LOWEST, *, threads: int = 1) -> Ranks:
    """By the best five of five, six or seven cards; `wheel` is the place of A-2-3-4-5 among straights."""
    return ranked(_poker_rank, hands, (one_of("wheel", wheel, WHEELS),), BEST_FIVE, threads)


def joker_rank(hands: Hands, wheel: int = WHEEL_LOWEST, *, threads: int = 1) -> Ranks:
    """The same with a joker, which is an ace or completes a straight or a flush."""
    return ranked(_joker_rank, hands, (one_of("wheel", wheel, WHEELS),), BEST_FIVE, threads)


def two_card_rank(hands: Hands, *, threads: int = 1) -> Ranks:
    """Two cards, the joker an ace, on the same ladder as five with a joker."""
    return ranked(_two_card_rank, hands, (), TWO, threads)


def three_card_kind(hands: Hands, *, threads: int = 1) -> Ranks:
    """The kind that three cards make, one of which may be the joker (`ranking.three_cards`)."""
    return ranked(_three_card_kind, hands, (), THREE, threads)


def combination_rank(hands: Hands, *, threads: int = 1) -> Ranks:
    """The combination that all of one to five cards make, ace and king the lowest; -1 if some lie beside it."""
    return ranked(_combination_rank, hands, (), UP_TO_FIVE, threads)


def tile_hand_rank(ones: Hands, others: Hands, *, threads: int = 1) -> Ranks:
    """By the pair that one tile makes with the other, else by their value and the higher of them."""
    ones, others = checked("ones", ones), checked("others", others)
    if len(ones) != len(others):
        raise BadInput(f"{len(ones)} tiles and {len(others)} others make no hands; there have to be as many of each")
    ranks = np.empty(len(ones), np.int64)
    place = done(_tile_hand_rank, (ones, others, ranks), threads)
    if place >= 0:
        a, b = int(ones[place]), int(others[place])
        raise BadInput(f"hand {place} has tiles {a} and {b}; a hand has two different ones from 0 to {TILE_COUNT - 1}")
    return ranks


def ranked(loop: Loop, hands: Hands, options: tuple[int, ...], size: tuple[int, int], threads: int) -> Ranks:
    """The ranks of all hands; the first that cannot be ranked is an error."""
    hands = checked("hands", hands)
    ranks = np.empty(len(hands), np.int64)
    place = done(loop, (hands, ranks, options), threads)
    if place >= 0:
        least, most = size
        many = f"{least} to {most}" if least < most else str(least)
        what = f"{many} cards of the deck, one bit for each"
        raise BadInput(f"hand {place} is {int(hands[place]):#x}; a hand is {what}")
    return ranks


def checked(name: str, array: Any) -> Hands:
    """The array as it is, if it is a row of int64."""
    if not isinstance(array, np.ndarray) or array.dtype != np.int64 or array.ndim != 1:
        kind = f"{array.dtype} of shape {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise BadInput(f"{name} is {kind}; it has to be a one-dimensional array of int64")
    return array


def one_of(name: str, value: int, allowed: tuple[int, ...]) -> int:
    if value not in allowed:
        raise BadInput(f"{name} = {value!r} is not known; there are {', '.join(map(str, allowed))}")
    return int(value)


def done(loop: Loop, arrays: Part, threads: int) -> int:
    """Rank all hands, a part on each thread; the place of the first that cannot be ranked, -1 if all could."""
    count = len(arrays[0])
    if threads == 1:
        return loop(*arrays, 0, count)
    hired = workers(None, threads)
    parts = [(*arrays, count * part // threads, count * (part + 1) // threads) for part in range(threads)]
    return min((place for _, place in hired.each(loop, parts) if place >= 0), default=-1)
