"""Hands as people read them: in words, in the order of the game, set in two."""

from collections.abc import Iterable, Sequence

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.places import place
from nomorebets.table.game import Game
from nomorebets.table.hiding import HIDDEN
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


def described(game: Game, hand: PlaceView) -> str:
    """A hand in the game's own words, if all of it can be seen; one that is set in two with both of its parts."""
    return in_two(game, hand) if hand.words and hand.low else " ".join(hand.words)


def in_words(game: Game, *hands: Sequence[str]) -> str:
    """What hands make together, if all of them can be seen."""
    names = [name for hand in hands for name in hand]
    return "" if HIDDEN in names else game.manner.in_words(game.equipment.pieces.parse(" ".join(names)))


# --- Set in two -------------------------------------------------------------------------------------------------------


def laid(game: Game, hand: Sequence[str], low: Sequence[str]) -> PlaceView:
    """How a hand would lie with these as its low hand."""
    pieces = game.equipment.pieces
    cards = pieces.parse(" ".join(hand))
    in_front = pieces.read(low, cards)
    behind = tuple(card for card in cards if card not in in_front)
    words = (game.manner.in_words(behind), game.manner.in_words(in_front))
    return PlaceView(tuple(hand), low=tuple(low), words=words)


def in_two(game: Game, hand: PlaceView) -> str:
    """A hand that is set in two, with what each part is worth."""
    parts = []
    for cards, words in zip((rest(hand.cards, hand.low), hand.low), hand.words, strict=True):
        names = ranked(cards) if game.manner.by_rank else cards
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


def in_order(game: Game, hand: PlaceView) -> list[str]:
    """A hand as people sort it: by suit where it is told by its flush, and else by rank, so that pairs lie together."""
    pieces = game.equipment.pieces
    with_suits = any(suit(name) != name for name in hand.cards)
    by_rank = game.manner.by_rank or not any(FLUSH in words for words in hand.words)
    return ranked(hand.cards) if with_suits and by_rank else ordered(hand.cards, pieces)


def ordered(names: Iterable[str], pieces: Pieces) -> list[str]:
    """A hand sorted for reading, by suit and then from the highest rank down; backs last."""
    place_of = {name: number for number, name in enumerate(pieces.names)}
    return sorted(names, key=lambda name: place_of.get(name, -1), reverse=True)


def ranked(names: Iterable[str]) -> list[str]:
    """A hand sorted for reading from the highest rank down, a joker first; backs last.

    >>> ranked(["2c", "Ah", "Jo", "As", "??"])
    ['Jo', 'As', 'Ah', '2c', '??']
    """

    def height(name: str) -> tuple[int, str]:
        return (RANKS.index(name[0]), name[1]) if suit(name) != name else (-1 if name == HIDDEN else len(RANKS), "")

    return sorted(names, key=height, reverse=True)
