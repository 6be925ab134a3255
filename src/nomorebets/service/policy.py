"""What is agreed at a table beside its submission: how it is dealt, how fast, and who is welcome."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from nomorebets.errors import BadInput

Seconds = Annotated[float, Meta(ge=0, le=3600)]
Cents = Annotated[int, Meta(ge=0, le=10**9)]


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run."""

    name: Annotated[str, Meta(max_length=60)] = ""  # as people call it
    dealing: Literal["auto", "manual"] = "auto"
    chance: Literal["drawn", "recorded"] = "drawn"
    betting_seconds: Seconds = 20  # from the first wager of a round to "No more bets"
    deciding_seconds: Seconds = 30  # for each decision, and for what else a player is awaited
    pause_seconds: Seconds = 0.6  # between two steps of the house, for the eye
    absent_seconds: Seconds = 900  # after which a player who does not wager is stood up; 0: never
    guests: bool = True
    coach: bool = True
    coupons: bool = False  # whether match play coupons may be laid; only two people open such a table
    private: bool = False  # found by its link alone
    buy_in: Cents = 100_000  # what a player brings who says nothing else, as far as the wallet has it
    paused: bool = False  # whether the house deals for now

    @property
    def automatic(self) -> bool:
        return self.dealing == "auto"

    @property
    def drawn(self) -> bool:
        return self.chance == "drawn"


def check(policy: Policy) -> None:
    """Refuse a table that nobody deals at and whose chance somebody records: the seeds of the house would be no part of
    what is proved, and the log would not hold."""
    if policy.automatic and not policy.drawn:
        raise BadInput("at a table that runs by itself the house draws chance; where it is recorded, somebody deals")


def encoded(policy: Policy) -> bytes:
    return msgspec.json.encode(policy)


def policy_from(document: bytes) -> Policy:
    return msgspec.json.decode(document, type=Policy)
