"""What has been in use for as long as it may: which pieces these are, and the step that changes them."""

from nomorebets.table.actions import Step
from nomorebets.table.engine import offered
from nomorebets.table.life.decks import GONE, OVERDUE
from nomorebets.table.state import Table


def overdue(table: Table, at: int) -> dict[str, Step]:
    """The decks or sets, and the dice, that are due to be changed at that hour, each with the step that does it."""
    pieces = table.terms.game.equipment.pieces
    due = {
        f"{deck.colour} {pieces.name}s": Step("remove", index, note=OVERDUE)
        for index, deck in enumerate(table.decks)
        if 0 < deck.due_at < at and deck.stage not in GONE
    }
    return due | ({"dice": Step("place_dice")} if 0 < table.dice.due_at < at else {})


def next_change(table: Table, at: int) -> Step | None:
    """The first of them that may be changed now; in the midst of a round the cards on the table stay."""
    return next((step for step in overdue(table, at).values() if offered(table, step, at=at)), None)
