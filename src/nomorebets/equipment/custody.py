"""Which decks are on the table, since when, until when, how far they are prepared, and why one was taken away.

Times are whole seconds since 1970 and come in with the actions; nothing here reads a clock.
"""

from enum import StrEnum

from msgspec import Struct

from nomorebets.equipment.stack import Stack

HOUR = 3600


class Stage(StrEnum):
    """How far a deck has come, from the storage to the deal and back."""

    AWAY = "away"
    RECEIVED = "received"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    FACE_DOWN = "spread face down"
    SPREAD = "spread face up"
    SEEN = "seen by the first player"
    MIXED = "mixed"
    GATHERED = "gathered after a round"
    STORED = "in its container"
    UNCUT = "shuffled, to be cut"
    STACKED = "shuffled and stacked, to be placed"
    READY = "ready to be dealt"
    WAITING = "in play, to be placed"
    DEALT = "in play"
    USED = "used, to be inspected"


SHUFFLED = (Stage.UNCUT, Stage.STACKED, Stage.READY)  # and no card dealt yet


class Deck(Struct, frozen=True, gc=False):
    """One deck or set in custody of the table."""

    colour: str = ""
    stage: Stage = Stage.AWAY
    opened_at: int = 0
    due_at: int = 0
    removed_because: str = ""
    preshuffled: bool = False
    stack: Stack = ()
    order: Stack = ()  # as it was shuffled, before the cut: what the commitment speaks of
    commitment: str = ""
    since_count: int = 0  # rounds of play since its stub was counted
    was_cut: bool = False  # since it was shuffled
