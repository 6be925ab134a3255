"""Hands as people read them: in words, in the order of the game, set in two."""

from collections.abc import Iterable, Sequence

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.places import place
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.posted import Posted
from nomorebets.table.view import PlaceView, View
from nomorebets.terminal.saying import SYMBOLS, symbolic

FLUSH = "flush"  # of a hand that is told by its flush, the suits lie together


def suit(name: str) -> str:
    """The suit of a card; a piece without one stands for itself, and all backs are alike."""
    return name[-1] if len(name) == 2 and name[-1] in SYMBOLS else name


def whose(seen: View, seat: int) -> str:
    """The name of a seat's hand."""
    return f"Seat {seat}" if len(seen.seats) > 1 else "You"


def held(seen: View, seat: int) -> tuple[str, ...]:
    """The cards of a seat."""
    return seen.cards(place(seat))


def described(posted: Posted, hand: PlaceView) -> str:
    """A hand in the game's own words, if all of it can be seen; one that is set in two with both of its parts."""
    return in_two(posted, hand) if hand.words and hand.low else " ".join(hand.words)


# --- Set in two -------------------------------------------------------------------------------------------------------


def in_two(posted: Posted, hand: PlaceView) -> str:
    """A hand that is set in two, with what each part is worth."""
    parts = []
    for cards, words in zip((rest(hand.cards, hand.low), hand.low), hand.words, strict=True):
        names = ranked(cards) if posted.by_rank else cards
        parts.append(f"{' '.join(map(symbolic, names))} {words}")
    return " over ".join(parts)


def rest(hand: Sequence[str], low: Sequence[str]) -> list[str]:
    """A hand without its low hand; of two pieces that look alike each is taken away once.

    >>> rest(["6-6", "2-4", "6-6"], ["6-6"])
    ['2-4', '6-6']
    """
    left = list(hand)
    for name in low:
        left.remove(name)
    return left


# --- Sorted -----------------------------------------------------------------------------------------------------------


def in_order(posted: Posted, hand: PlaceView) -> list[str]:
    """A hand as people sort it: by suit where it is told by its flush, and else by rank, so that pairs lie together."""
    with_suits = any(suit(name) != name for name in hand.cards)
    by_rank = posted.by_rank or not any(FLUSH in words for words in hand.words)
    return ranked(hand.cards) if with_suits and by_rank else ordered(hand.cards, posted.pieces)


def ordered(names: Iterable[str], pieces: Sequence[str]) -> list[str]:
    """A hand sorted for reading, by suit and then from the highest rank down; backs last."""
    place_of = {name: number for number, name in enumerate(pieces)}
    return sorted(names, key=lambda name: place_of.get(name, -1), reverse=True)


def ranked(names: Iterable[str]) -> list[str]:
    """A hand sorted for reading from the highest rank down, a joker first; backs last.

    >>> ranked(["2c", "Ah", "Jo", "As", "??"])
    ['Jo', 'As', 'Ah', '2c', '??']
    """

    def height(name: str) -> tuple[int, str]:
        return (RANKS.index(name[0]), name[1]) if suit(name) != name else (-1 if name == HIDDEN else len(RANKS), "")

    return sorted(names, key=height, reverse=True)
