"""Whom a table waits for, until when, and what is done when the time is over.

A clock begins with the entry after which somebody is first awaited, and is kept with it: whoever deals goes on with the
same clock after a break.  It begins anew when somebody else is awaited, or for another decision of the same player.
"""

from enum import StrEnum

from msgspec import Struct

from nomorebets.service.policy import Policy
from nomorebets.table.actions import Decision, NoMoreBets, Reveal
from nomorebets.table.dealer import faultless
from nomorebets.table.engine import at_seat, awaited, duty, may_take, play, take, unanswered
from nomorebets.table.entries import Entry
from nomorebets.table.roles import SYSTEM
from nomorebets.table.state import Phase, Table


class What(StrEnum):
    BETS = "bets"  # whoever has wagered may say that they are ready
    DECISION = "decision"  # the round cannot go on without it
    CHOICE = "choice"  # the round may go on without it


class Waiting(Struct, frozen=True):
    """What is awaited, and from which seats."""

    what: What
    seats: tuple[int, ...]


def waiting(table: Table) -> Waiting | None:
    """What a table that runs by itself waits for; nothing while the house has something to do, or nobody plays."""
    if not table.automatic:
        return None
    due = duty(table)
    if due and may_take(table, due, SYSTEM):
        return None
    if seats := awaited(table):
        return Waiting(What.DECISION, tuple(seat.number for seat in seats))
    if table.phase == Phase.BETTING:
        playing = tuple(seat.number for seat in table.playing())
        return Waiting(What.BETS, playing) if playing else None
    choosing = tuple(seat for seat in table.seats if _may_decide(table, seat))
    return Waiting(What.CHOICE, choosing) if choosing else None


def _may_decide(table: Table, seat: int) -> bool:
    return any(isinstance(offer.action, Decision) for offer in at_seat(table, seat))


def runs_on(before: Waiting | None, after: Waiting | None, acted: int) -> bool:
    """Whether the same clock goes on after somebody at a seat has acted (0: nobody at one)."""
    if before is None or after is None or before.what != after.what:
        return False
    return after.what == What.BETS or ({*after.seats} <= {*before.seats} and acted not in after.seats)


def allowed_ms(what: What, policy: Policy) -> int:
    """The time that there is for something."""
    return round(1000 * (policy.betting_seconds if what == What.BETS else policy.deciding_seconds))


def longest_ms(policy: Policy) -> int:
    """The time that there is for anything, at most."""
    return max(allowed_ms(what, policy) for what in What)


def at_the_end(table: Table, at: int) -> tuple[Table, Entry] | None:
    """What the house does when the time is over: for one player at a time, who lets it run out."""
    now = waiting(table)
    match now.what if now else None:
        case What.BETS:
            return play(table, NoMoreBets(), SYSTEM, at)
        case What.CHOICE:
            return play(table, Reveal(), SYSTEM, at)
        case What.DECISION:
            assert now is not None, "somebody decides"
            offer = unanswered(table, table.seats[now.seats[0]])
            return take(table, offer, faultless(table, offer.action), SYSTEM, at)
    return None
