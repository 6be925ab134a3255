"""Whole rounds through the engine: every duty of the dealer, a wager and a decision at every seat."""

import hashlib
from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.equipment.chance import commitment, dice, section, shuffled
from nomorebets.table.actions import (
    Action,
    Bet,
    Commit,
    Decision,
    NoMoreBets,
    Reveal,
    RevealSeed,
    Shake,
    Shuffle,
    Sit,
    Spin,
)
from nomorebets.table.card_table import faultless
from nomorebets.table.engine import duty, legal, open_table, play
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import PASS
from nomorebets.table.state import Phase

HOUSE_WAY = "house_way"


class Rounds:
    """A table whose players bet the least and decide the simplest, one round after the other."""

    def __init__(self, terms: Terms, seats: int) -> None:
        self.terms, self.seats = terms, range(1, seats + 1)
        self.passes = [Decision(seat, PASS) for seat in self.seats]  # nobody takes the bank
        self.seeds: dict[str, bytes] = {}
        self.table, _ = open_table(terms)
        self.routine()
        for seat in self.seats:
            self.do(Sit(seat, f"player {seat}"))
        self.routine()

    def play(self, count: int) -> None:
        for _ in range(count):
            self.round()

    def round(self) -> None:
        for offer in legal(self.table):
            if isinstance(offer.action, Commit):
                self.do(self.supplied(offer.action))
        while passing := [offer.action for offer in legal(self.table) if offer.action in self.passes]:
            self.do(passing[0])
        self.routine()
        for bet in self.bets():
            self.do(bet)
        self.do(NoMoreBets())
        self.routine()
        while self.table.phase != Phase.BETTING:
            self.do(self.decision())
            self.routine()

    def bets(self) -> Iterator[Bet]:
        """At every seat the wager that has to be placed, or the first on offer, at the least."""
        for seat in self.seats:
            bets = [offer.action for offer in legal(self.table, seat) if isinstance(offer.action, Bet)]
            yield next((bet for bet in bets if bet.wager == self.terms.required), bets[0])

    def decision(self) -> Action:
        """What the house would do if it may be asked; nothing more if the dealer may reveal; else the last offer."""
        offers = [offer.action for offer in legal(self.table)]
        decisions = [action for action in offers if isinstance(action, Decision)]
        by_house = next((action for action in decisions if action.do == HOUSE_WAY), None)
        return by_house or (Reveal() if Reveal() in offers else decisions[-1])

    def do(self, action: Action) -> None:
        self.table, _ = play(self.table, action)

    def routine(self) -> None:
        while offer := duty(self.table):
            self.do(self.supplied(offer.action))

    def supplied(self, action: Action) -> Action:
        """A duty with the chance that it needs."""
        pieces = len(self.terms.game.pieces.names)
        match action:
            case Shuffle():
                seed = self.draw()
                return replace(action, stack=shuffled(seed, pieces), commitment=commitment(seed))
            case Commit():
                return replace(action, commitment=commitment(self.draw()))
            case Shake():
                return replace(action, dice=dice(self.seeds[self.table.in_play.commitment], self.table.shakes))
            case Spin():
                return replace(action, section=section(self.seeds[self.table.commitment], pieces))
            case RevealSeed():
                return replace(action, seed=self.seeds[self.table.unrevealed.commitment].hex())
        return faultless(self.table, action)

    def draw(self) -> bytes:
        seed = hashlib.sha256(f"round {len(self.seeds)}".encode()).digest()
        self.seeds[commitment(seed)] = seed
        return seed
