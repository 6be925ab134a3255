"""What is due at a table, from its state and the clock: for those who deal, supervise and watch."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from nomorebets.service.policy import Policy
from nomorebets.table.actions import CountStub
from nomorebets.table.engine import duty
from nomorebets.table.life.decks import GONE
from nomorebets.table.roles import Role
from nomorebets.table.state import Table


class What(StrEnum):
    STUB_COUNT = "stub count"
    STEP = "step"  # that somebody owes before play goes on
    DOCUMENTATION = "documentation"
    CHANGE = "change"  # of a deck, a set or the dice
    SEED = "seed"  # that is still to be shown
    PAUSE = "pause"
    DIFFERENCE = "difference"  # between what was counted in the rack and what should have been there
    RACK = "rack"  # a count, fill or credit that waits for another person


class Due(Struct, frozen=True, omit_defaults=True):
    """One thing that is due, now or at an hour; who does it, and the clause that says so."""

    table: str
    what: What
    of: str = ""
    by: str = ""
    seat: int = 0
    at_ms: int = 0
    overdue: bool = False
    clause: str = ""


def due(key: str, policy: Policy, table: Table, now_ms: int) -> Iterator[Due]:
    """All that is due at the table of that name."""
    if policy.paused:
        yield Due(key, What.PAUSE)
    for owed in table.owed:
        yield Due(key, What.STEP, owed.step, owed.by, owed.seat, clause=owed.clause)
    offer = duty(table)
    if offer and isinstance(offer.action, CountStub):
        yield Due(key, What.STUB_COUNT, by=offer.by, clause=offer.clause)
    for seat in table.undocumented:
        clause = offer.clause if offer and getattr(offer.action, "seat", 0) == seat else ""
        yield Due(key, What.DOCUMENTATION, by=Role.SUPERVISOR, seat=seat, clause=clause)
    for drawn in table.unrevealed:
        yield Due(key, What.SEED, drawn.commitment, Role.SYSTEM)
    for of, hour in changes(table):
        yield Due(key, What.CHANGE, of, at_ms=hour * 1000, overdue=hour * 1000 < now_ms)


def changes(table: Table) -> Iterator[tuple[str, int]]:
    """The decks or sets, and the dice, with the hours at which they are to be changed."""
    pieces = table.terms.game.equipment.pieces
    for deck in table.decks:
        if deck.due_at and deck.stage not in GONE:
            yield f"{deck.colour} {pieces.name}s", deck.due_at
    if table.dice.due_at:
        yield "dice", table.dice.due_at
