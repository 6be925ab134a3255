"""The hands of a round for people to read: each in words, and those that were set in two as they lay."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from msgspec import Struct

from nomorebets.equipment.stack import Stack
from nomorebets.table.events import Event, HandSet
from nomorebets.table.game import Terms
from nomorebets.table.hiding import FACE_DOWN


class SetHand(Struct, frozen=True):
    """A hand as it lay in two."""

    high: str
    low: str


def laid_in_two(events: Iterable[Event]) -> dict[str, HandSet]:
    """By their places the hands as they lay in the end: one that was set anew is told as it was set last."""
    return {event.place: event for event in events if isinstance(event, HandSet) and is_known(event.high + event.low)}


def is_known(cards: Stack) -> bool:
    """Whether all these cards lie open: in a log that others may read, some never do."""
    return FACE_DOWN not in cards


def set_hands(terms: Terms, events: Iterable[Event], names: Mapping[str, str]) -> dict[str, SetHand]:
    """The hands set in two, by the names of their places."""
    text = terms.game.equipment.pieces.text
    lay = laid_in_two(events)
    return {names[where]: SetHand(text(one.high), text(one.low)) for where, one in lay.items() if where in names}


def in_words(terms: Terms, hands: Mapping[str, str], lay: Mapping[str, SetHand]) -> dict[str, str]:
    """Each hand in words: as a whole, or its high and its low hand; what makes no hand has none."""
    found = {}
    for name, cards in hands.items():
        said = _in_two(terms, lay[name]) if name in lay else _said(terms, cards)
        if said:
            found[name] = said
    return found


def with_packs(terms: Terms, hands: Mapping[str, str], packs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What each hand makes together with each of the packs that are common to all."""
    for (name, cards), (number, pack) in product(hands.items(), enumerate(packs, 1)):
        yield f"{name} with pack {number}", _said(terms, f"{cards} {pack}")


def _in_two(terms: Terms, one: SetHand) -> str:
    return f"{_said(terms, one.high)}; low hand: {_said(terms, one.low)}"


def _said(terms: Terms, cards: str) -> str:
    read: Stack = terms.game.equipment.pieces.parse(cards)
    return terms.in_words(read)
