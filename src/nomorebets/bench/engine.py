"""Whole rounds through the engine: every duty of the dealer, a wager and a decision at every seat."""

from nomorebets.rounds.session import Session
from nomorebets.table.actions import Bet, wager_key
from nomorebets.table.dealer import repeatable
from nomorebets.table.engine import at_seat
from nomorebets.table.game import Terms


class Rounds:
    """A table whose players bet the least and let the house decide for them, one round after the other."""

    def __init__(self, terms: Terms, seats: int) -> None:
        self.session = Session(terms, repeatable("bench"))
        for seat in range(1, seats + 1):
            self.session.sit(seat, f"player {seat}")
        self.wager = self.least()

    def play(self, count: int) -> None:
        for _ in range(count):
            self.session.deal_round(dict.fromkeys(self.session.table.seats, self.wager))
            del self.session.entries[1:]  # what is measured is the engine, not how much a list can hold

    def least(self) -> dict[str, int]:
        """The wager that has to be placed, or the first on offer, at the least."""
        offers = [offer for offer in at_seat(self.session.table, 1) if isinstance(offer.action, Bet)]
        main = next((one for one in offers if one.action.wager == self.session.terms.required), offers[0])  # type: ignore[union-attr]
        on = main.select.among[0] if main.select else ""
        return {wager_key(main.action.wager, on): main.action.amount}  # type: ignore[union-attr]
