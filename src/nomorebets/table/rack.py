"""The discard rack, in which only the cards of one deck may lie."""

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.table.state import Phase, Table


def in_the_rack(table: Table) -> bool:
    """Whether the cards of another deck than the one in play lie in the discard rack, from the round before.

    The shuffler takes them from there, and no others may lie beside them.
    """
    return any(deck.stage == Stage.GATHERED for deck in resting(table))


def resting(table: Table) -> tuple[Deck, ...]:
    """The decks that are not in play."""
    return table.decks[: table.deck] + table.decks[table.deck + 1 :]


def awaits_rack(table: Table) -> bool:
    """Whether cards of a round would have to go there now: they wait until the others are in the shuffler."""
    return table.phase != Phase.BETTING and in_the_rack(table)
