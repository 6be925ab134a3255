"""A table played from Python: players sit down and bet, a function decides for them, and the settlement comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomorebets.games.registry import house_terms, terms
from nomorebets.rounds.settlement import Report, report
from nomorebets.table.actions import Action, Bet, Decision, Leave, NoMoreBets, Reveal, RevealSeed, Sit, selected
from nomorebets.table.dealer import Chance, committed, dealt_on, repeatable, routine
from nomorebets.table.engine import at_seat, awaited, duty, open_table, play, take, unanswered
from nomorebets.table.entries import Entry
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.offers import as_written
from nomorebets.table.roles import SYSTEM, Actor, player
from nomorebets.table.state import Phase, Seat, Table
from nomorebets.table.view import View, view

Decide = Callable[[View], Action | None]  # what a player does on seeing this; nothing: whatever the house then does


class Session:
    """A table that runs by itself, and its history.

    `at` is the hour, in whole seconds since 1970.  It stands still unless it is set anew; cards and dice that have then
    been in use for as long as they may are changed before the next round.
    """

    def __init__(self, posted: Terms, chance: Chance, at: int = 0) -> None:
        self.terms, self.chance, self.at = posted, chance, at
        self.table, entry = open_table(posted, drawn=True, automatic=True, at=at)
        self.entries: list[Entry] = [entry]
        self.run()

    def sit(self, seat: int, name: str) -> None:
        """A player takes a position."""
        self.do(Sit(seat, name))
        self.run()

    def leave(self, seat: int) -> None:
        """Whoever is there gives a position up."""
        self.do(Leave(seat))

    def next_round(self, bets: Mapping[int, Mapping[str, int]], decide: Decide | None = None) -> Report:
        """One whole round: these wagers at these seats, every decision by the function, and what came of it.

        A wager on a place of the layout is named with it, its cards in any order: "split:As Ah".  Without a function it
        is as if every player let the time run out.
        """
        start, first = self.table, len(self.entries)
        try:
            self.deal_round(bets, decide)
        except Exception:
            self.table = start  # a round that cannot be played to its end was never begun
            del self.entries[first:]
            raise
        return report(self.terms, start, self.table, self.entries[first:], list(self.table.seats))

    def deal_round(self, bets: Mapping[int, Mapping[str, int]], decide: Decide | None = None) -> None:
        """The same, and no report made of it."""
        self.before_the_bets(decide)
        for seat, wagers in bets.items():
            for key, amount in wagers.items():
                wager, on = selected(key)
                if bank_of(self.table).seat != seat or wager != self.terms.required:  # who banks wagers otherwise
                    self.do(as_written(Bet(seat, wager, amount, on=on), at_seat(self.table, seat)))
        self.run()
        self.do(NoMoreBets())
        while self.table.phase != Phase.BETTING:
            self.go_on(decide)
        while isinstance(getattr(duty(self.table), "action", None), RevealSeed):
            self.deal_on()

    def before_the_bets(self, decide: Decide | None) -> None:
        """The cards are made ready, a spin is committed to, and the bank is offered to whose turn it is."""
        self.asked: set[int] = set()  # who was asked whether to decide something that need not be decided
        self.asking = False  # whether players are at their decisions, so that no duty is due between them
        self.run()
        if (done := committed(self.table, self.chance, self.at)) is not None:
            self.record(*done)
        while seats := awaited(self.table):
            self.ask(seats[0], decide)

    def go_on(self, decide: Decide | None) -> None:
        """The next duty, or else the next decision; before the dealer reveals, whoever may still decide is asked."""
        if (self.table.owed or not self.asking) and self.deal_on():
            return
        seats = awaited(self.table)
        self.asking = bool(seats)
        if seats:
            self.ask(seats[0], decide)
        elif self.deal_on():
            return
        elif decide and (optional := [seat for seat in self.table.seats if self.may_decide(seat)]):
            self.asked.add(optional[0])
            if action := decide(self.view_of(optional[0])):
                self.do(action, player(self.table.seats[optional[0]].player))
        else:
            self.do(Reveal())

    def may_decide(self, seat: int) -> bool:
        """Whether there is something that a player may decide and was not yet asked about in this round."""
        offers = at_seat(self.table, seat)
        return seat not in self.asked and any(isinstance(offer.action, Decision) for offer in offers)

    def view_of(self, seat: int) -> View:
        return view(self.table, player(self.table.seats[seat].player), self.at)

    def ask(self, seat: Seat, decide: Decide | None) -> None:
        """The player decides, or else the house does what it does for those who let the time run out."""
        action = decide(self.view_of(seat.number)) if decide else None
        if action:
            self.do(action, player(seat.player))
        else:
            offer = unanswered(self.table, seat)
            self.record(*take(self.table, offer, offer.action, SYSTEM, self.at))

    def do(self, action: Action, by: Actor | None = None) -> None:
        self.record(*play(self.table, action, by, self.at))

    def deal_on(self) -> bool:
        """What is due to be changed is changed, or else the next duty is done, if there is one."""
        done = dealt_on(self.table, self.chance, self.at)
        if done is not None:
            self.record(*done)
        return done is not None

    def run(self) -> None:
        """All duties, until it is for the players to act."""
        for done in routine(self.table, self.chance, self.at):
            self.record(*done)

    def record(self, table: Table, entry: Entry) -> None:
        self.table = table
        self.entries.append(entry)


def open_session(key: str, submission: Mapping[str, object] | None = None, *, seed: str, at: int = 0) -> Session:
    """A table of a game, dealt by the house's system; the same words as seed give the same cards.

    Without a submission it is our own house's table.  `at` is the hour at which it opens, in seconds since 1970.
    """
    posted = house_terms(key) if submission is None else terms(key, dict(submission))
    return Session(posted, repeatable(seed), at)
