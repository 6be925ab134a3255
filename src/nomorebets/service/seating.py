"""A player's action as it is taken: under the player's own name, with chips from the player's own wallet."""

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.service.policy import Policy
from nomorebets.service.problems import NotAllowed
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Action, Coupon, Sit
from nomorebets.table.state import Table


class Chips(Struct, frozen=True):
    """A player's chips at a table."""

    account: int
    name: str
    policy: Policy

    def filled_in(self, unit: Unit, table: Table, action: Action) -> Action:
        """The action as it is taken: nobody sits down as another, and with what the wallet has."""
        if isinstance(action, Coupon) and not self.policy.coupons:
            raise NotAllowed("this table takes no coupons")
        if not isinstance(action, Sit):
            return action
        chips = action.chips
        if chips < 0:
            first = not any(seat.player == self.name for seat in table.seats.values())
            chips = min(unit.wallets.locked([self.account])[self.account].cents, self.policy.buy_in) if first else 0
        return replace(action, player=self.name, chips=chips)
