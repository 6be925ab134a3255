"""Disputes: a player holds something against a round they played, in words, and a supervisor rules on it.

Both are deeds of the house, so that they are proved and exported with the log.  One names a round and a seat, and opens
nothing: what lay face down stays so.
"""

from msgspec import Struct

from nomorebets.errors import BadInput, Unknown
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.store.deeds import Disputed, DisputeSettled, record
from nomorebets.store.rows import HOUSE, DisputeRow, GameTable, RulingRow
from nomorebets.store.unit import Unit


class Held(Struct, frozen=True):
    """What is held against which round, and at which seat."""

    table: GameTable
    number: int
    seat: int
    words: str


def dispute(unit: Unit, who: Who, held: Held, at_ms: int, *, supervises: bool) -> DisputeRow:
    """Somebody disputes a round in which they sat; who supervises the table may note it for them."""
    unit.tables.locked([HOUSE])
    table, number, seat = held.table, held.number, held.seat
    if unit.rounds.find(table.id, number) is None:
        raise Unknown(f"round {number} of table {table.key} is not over, or was never played")
    player = next((one.player for one in unit.rounds.seats(table.id, number) if one.seat == seat), None)
    if player is None:
        raise BadInput(f"nobody played at seat {seat} in round {number}")
    if player != who.pseudonym and not supervises:
        raise NotAllowed("a round is disputed by who sat at that seat")
    if any(one.seat == seat and ruling is None for one, ruling in unit.disputes.of_round(table.id, number)):
        raise NotNow(f"round {number} is disputed at seat {seat} already, and waits for a ruling")
    made = unit.disputes.make(DisputeRow(0, table.id, number, seat, player, _said(held.words), who.account, at_ms))
    record(unit, Disputed(made.number, table.key, number, seat, made.words), who.pseudonym, at_ms)
    return made


def settle(unit: Unit, table: GameTable, who: Who, made: DisputeRow, words: str, at_ms: int) -> RulingRow:
    """A supervisor rules: one who neither played in that round, at whichever seat, nor noted the dispute."""
    unit.tables.locked([HOUSE])
    if who.account == made.made_by:
        raise NotAllowed("who disputes a round does not settle the dispute")
    if any(one.player == who.pseudonym for one in unit.rounds.seats(made.table_id, made.round)):
        raise NotAllowed("who has played in a round does not settle a dispute about it")
    if found(unit, made.number)[1] is not None:
        raise NotNow(f"dispute {made.number} is settled already")
    ruling = RulingRow(made.number, _said(words), who.account, at_ms)
    unit.disputes.rule(ruling)
    deed = DisputeSettled(made.number, table.key, made.round, made.seat, ruling.words)
    record(unit, deed, who.pseudonym, at_ms)
    return ruling


def found(unit: Unit, number: int) -> tuple[DisputeRow, RulingRow | None]:
    if (one := unit.disputes.find(number)) is None:
        raise Unknown(f"there is no dispute {number}")
    return one


def _said(words: str) -> str:
    said = words.strip()
    if not any(one.isprintable() and not one.isspace() for one in said):  # what has no width says nothing either
        raise BadInput("that says nothing; a dispute and its ruling are made in words")
    return said
