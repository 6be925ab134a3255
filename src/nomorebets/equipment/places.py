"""Where cards lie: in front of a seat or the dealer, in a pack in common, on a stand, in the rack.

In the rules a place is a number, so that it can be counted around the table: a seat's own, DEALER, DEAD_HAND or that of
a pack.  In the state and in the log it has a name.
"""

from functools import cache

DEALER = 0
DEAD_HAND = -1  # what is dealt to no player: collected unseen

RACK = "rack"  # the discard rack
ASIDE = "rack, apart"  # what was found face up and is not used: in the discard rack, where it is told apart
STAND = "stand"  # the card stand


def pack(number: int) -> int:
    """The place of a pack of community cards, by its number from 1; and the number, by the place.

    >>> pack(1), pack(pack(3))
    (-2, 3)
    """
    return DEAD_HAND - number


@cache
def place(number: int, hand: int = 1) -> str:
    """The name of a place; a seat may have several hands.

    >>> place(3), place(3, hand=2), place(DEALER), place(pack(1))
    ('seat 3', 'seat 3, hand 2', 'dealer', 'pack 1')
    """
    if number > DEALER:
        return f"seat {number}" if hand == 1 else f"seat {number}, hand {hand}"
    return {DEALER: "dealer", DEAD_HAND: "dead hand"}.get(number) or f"pack {pack(number)}"


@cache
def beside(number: int) -> str:
    """The name of the place beside a seat's hand where cards lie that the player gives away."""
    return f"beside seat {number}"


@cache
def stack_place(number: int) -> str:
    """The name of a stack in front of the dealer that is still to be delivered, counted from 1."""
    return f"stack {number}"
