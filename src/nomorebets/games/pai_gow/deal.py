"""The places of a Pai Gow table, and how the deal goes round them, 10.6(c)-(e)."""

from collections.abc import Iterator

from nomorebets.equipment.places import DEAD_HAND, DEALER
from nomorebets.equipment.stack import Delivery
from nomorebets.rulebook.rule import source
from nomorebets.table.game import Terms

rule = source("pai-gow")

TILES_EACH = 4
AROUND = (DEALER, 6, 5, 4, 3, 2, 1, DEAD_HAND)  # counterclockwise from the dealer, as the start is counted
rule.data("deal:AROUND", "10.6(c)", "10.6(c)1", "10.6(c)2", ruling="D-16")


@rule("10.6(d)", "10.6(e)")
def deliveries(_terms: Terms, hands: tuple[int, ...], start: int) -> Iterator[Delivery]:
    """A stack to every place, counterclockwise; what nobody plays goes to the dead hand unseen."""
    first = AROUND.index(start)
    for place in AROUND[first:] + AROUND[:first]:
        yield Delivery(place if place in hands else DEAD_HAND, TILES_EACH)
