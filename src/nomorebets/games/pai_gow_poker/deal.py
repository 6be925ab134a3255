"""How the cards of Pai Gow Poker go round the table, 11.8 to 11.8C and 11.10(h) to (j)."""

from collections.abc import Iterator
from functools import lru_cache

from nomorebets.equipment.places import DEAD_HAND, DEALER
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.rulebook.rule import source
from nomorebets.table.game import Terms

rule = source("pai-gow-poker")

CARDS_EACH = HANDS = 7
LEFT_OVER = 4

CLOCKWISE = (DEALER, 1, 2, 3, 4, 5, 6)
AROUND = (DEALER, *CLOCKWISE[:0:-1])  # counterclockwise, as the start is counted
rule.data("deal:AROUND", "11.8C(b)2", "11.8C(b)3", "11.8C(b)3i", "11.8C(b)3ii", "11.8C(c)", ruling="D-16")
rule.data("deal:AROUND", "11.10(h)3", "11.10(i)4", "11.10(j)3", ruling="D-16")


@rule("11.8(c)", "11.8A(f)", "11.8B(d)", ruling="D-16")
def clockwise(start: int) -> tuple[int, ...]:
    """All places, from the starting position on."""
    return CLOCKWISE[start:] + CLOCKWISE[:start]


@rule("11.8A(f)", "11.10(i)5")
def stack_of(first_stack: int) -> tuple[int, ...]:
    """The stacks from the dealer's left, from 0, in the order of their delivery: the first one, then to its right."""
    stacks = tuple(range(HANDS))
    first = max(first_stack - 1, 0)
    return stacks[first:] + stacks[:first]


@rule("11.8A(c)", "11.8A(b)2")
def stacking() -> Iterator[int]:
    """The stack that each card is dealt to from the hand: from left to right, then from right to left, and so on."""
    for card in range(CARDS_EACH):
        yield from range(HANDS) if card % 2 == 0 else reversed(range(HANDS))


def stacked(cards: Stack) -> tuple[Stack, ...]:
    """Seven stacks of seven, dealt from the top of the deck."""
    stacks: list[list[int]] = [[] for _ in range(HANDS)]
    for card, stack in zip(cards, stacking(), strict=False):
        stacks[stack].append(card)
    return tuple(map(tuple, stacks))


@rule("11.8(c)", "11.8(d)1", "11.8A(g)", "11.8B(a)", "11.8B(d)", "11.8B(f)")
def deliveries(terms: Terms, hands: tuple[int, ...], start: int, first_stack: int = 0) -> tuple[Delivery, ...]:
    """Where the cards go as they leave the deck; what nobody plays is collected unseen."""
    return _deliveries(terms.submission.dealing, hands, start, first_stack)


@lru_cache(maxsize=256)
def _deliveries(dealing: str, hands: tuple[int, ...], start: int, first_stack: int) -> tuple[Delivery, ...]:
    places = clockwise(start)
    match dealing:
        case "manual_shoe":
            going = [(place, 1) for _ in range(CARDS_EACH) for place in places]
        case "automated_shoe":
            going = [(place, CARDS_EACH) for place in places]
        case _:
            place_of = dict(zip(stack_of(first_stack), places, strict=True))
            going = [(place_of[stack], 1) for stack in stacking()]
    return tuple(Delivery(place if place in hands else DEAD_HAND, cards) for place, cards in going)
