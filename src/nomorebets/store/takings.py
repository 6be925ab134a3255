"""What lay on each wager of a round and what its players won by it, as a book is held against the odds.

Wagers of one amount are told together: where vigorish is rounded the odds depend on the amount.  What no odds speak of
is left out: rounds that were void, hands that were, wagers that misconduct has cost, and those with a coupon.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from nomorebets.games.registry import game
from nomorebets.table.actions import selected
from nomorebets.table.events import Settled
from nomorebets.table.irregularities import FORFEIT
from nomorebets.table.state import Seat, State

VOID = "void"


class Alike(Struct, frozen=True, array_like=True):
    """So many wagers of one amount, and what their players won by all of them, in cents."""

    amount: int
    wagers: int
    won: int

    @property
    def staked(self) -> int:
        return self.amount * self.wagers


Takings = dict[str, list[Alike]]
_TAKINGS = msgspec.json.Decoder(Takings)


def takings(state: State) -> Takings:
    """Those of the round that ends in this state; what a decision adds to the main wager is won with it."""
    if state.void:
        return {}
    required = {wager.name: wager.required for wager in game(state.game).licence.wagers}
    sums: dict[str, dict[int, Alike]] = {}
    for seat in state.seats.values():
        for name, amount, won in _ended(seat, required):
            by_amount = sums.setdefault(name, {})
            before = by_amount.get(amount, Alike(amount, 0, 0))
            by_amount[amount] = Alike(amount, before.wagers + 1, before.won + won)
    return {name: [*by_amount.values()] for name, by_amount in sums.items()}


def _ended(seat: Seat, required: dict[str, bool]) -> Iterator[tuple[str, int, int]]:
    """Each wager of a seat, what first lay on it, and what was won."""
    if FORFEIT in seat.decisions:
        return
    added = [one for wager, one in seat.settled.items() if selected(wager)[0] not in required]
    for wager, one in seat.settled.items():
        name, _ = selected(wager)
        if name not in required:
            continue
        whole = [one, *added] if required[name] else [one]
        if one.result not in (VOID, FORFEIT) and not any(part.coupon for part in whole):
            yield name, one.chips, sum(map(_won, whole))


def _won(one: Settled) -> int:
    return one.pays + one.returned - one.chips - one.commission


def written(of: Takings) -> str:
    return msgspec.json.encode(of).decode()


def read(text: str) -> Takings:
    """What was written of a round; nothing, if it was over before any of it was written."""
    return _TAKINGS.decode(text) if text else {}
