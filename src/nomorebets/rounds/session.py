"""A table played from Python: players sit down and bet, a function decides for them, and the settlement comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomorebets.errors import BadInput
from nomorebets.games.registry import house_terms, terms
from nomorebets.rounds.reading import shown
from nomorebets.rounds.settlement import Report, report
from nomorebets.table.actions import Action, Bet, Decision, Leave, NoMoreBets, Reveal, RevealSeed, Sit, selected
from nomorebets.table.dealer import Chance, committed, dealt_on, faultless, repeatable, routine
from nomorebets.table.engine import at_seat, awaited, open_table, play, take, unanswered
from nomorebets.table.entries import Entry
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.offers import as_written
from nomorebets.table.roles import SYSTEM, Actor, player
from nomorebets.table.state import Phase, Seat, Table
from nomorebets.table.view import View, view

Decide = Callable[[View], Action | None]  # what a player does on seeing this; nothing: whatever the house then does


Bets = Mapping[int, Mapping[str, int]]  # by seat: wagers in cents


class Session:
    """A table that runs by itself, and its history.  What is recorded is never taken back.

    `at` is the hour, in whole seconds since 1970.  It stands still unless it is set anew; cards and dice that have then
    been in use for as long as they may are changed before the next round.

    `next_round` plays whole rounds.  A server, which has to answer in the midst of one, goes step by step: `do` what
    somebody asks for, `run` what the house does then, and see by `awaited` whose decision that has led to.  For who
    lets the time run out there is `decide_for`; `settlement` tells what came of it all.
    """

    def __init__(self, posted: Terms, chance: Chance, at: int = 0, name: str = "table") -> None:
        self.terms, self.chance, self.at = posted, chance, at
        self.asked: set[int] = set()  # who was asked in this round whether to decide what need not be decided
        self.asking = False  # whether players are at their decisions, so that no duty is due between them
        self.table, entry = open_table(posted, drawn=True, automatic=True, at=at, name=name)
        self.entries: list[Entry] = [entry]
        self.run()

    def sit(self, seat: int, name: str) -> None:
        """A player takes a position."""
        self.do(Sit(seat, name))
        self.run()

    def leave(self, seat: int) -> None:
        """Whoever is there gives a position up."""
        self.do(Leave(seat))
        self.run()

    # --- Round by round ---

    def next_round(self, bets: Bets, decide: Decide | None = None) -> Report:
        """One whole round: these wagers at these seats, every decision by the function, and what came of it.

        A wager on a place of the layout is named with it, its cards in any order: "split:As Ah".  Without a function it
        is as if every player let the time run out.

        A bet that is refused leaves none of them on the table.  Where the function raises an error after that, or
        decides what is not on offer, the round is played to its end as if the players let the time run out, and then
        the error is raised: nobody sees cards and is dealt others instead.
        """
        start = self.table
        self.deal_round(bets, decide)
        return self.settlement(start)

    def deal_round(self, bets: Bets, decide: Decide | None = None) -> None:
        """The same, and no report made of it."""
        _check(bets)
        self.run()
        self.open_round(bets, decide)
        try:
            self.play_out(decide)
        except BaseException:
            self.play_out()
            raise

    def open_round(self, bets: Bets, decide: Decide | None) -> None:
        """From the offer of the bank to "no more bets": tried on a copy of this table, and recorded if all of it went.

        The copy has the same source of chance; nothing here draws from it, because `run` has done what is due before.
        """
        self.asked, self.asking = set(), False
        trial = object.__new__(type(self))
        trial.__dict__ = {**self.__dict__, "entries": []}
        trial.lay(bets, decide)
        if trial.table.version != self.table.version + len(trial.entries):
            raise BadInput("the table went on while a player was asked; a function that decides only returns an action")
        self.table = trial.table
        self.entries += trial.entries

    def lay(self, bets: Bets, decide: Decide | None) -> None:
        """The bank is offered to whose turn it is, the wagers are laid, and no more are taken."""
        self.ask_all(decide)
        for seat, wagers in bets.items():
            for key, amount in wagers.items():
                wager, on = selected(key)
                if bank_of(self.table).seat != seat or wager != self.terms.required:  # who banks wagers otherwise
                    bet = Bet(seat, wager, amount, on=on)
                    self.do(as_written(bet, at_seat(self.table, seat)) if on else bet)
        self.run()
        self.ask_all(decide)
        self.do(NoMoreBets())

    def ask_all(self, decide: Decide | None) -> None:
        """What players have to do, such as to bank or to cut, with all duties after it, until no one is awaited."""
        while seats := awaited(self.table):
            while seats:
                self.ask(seats[0], decide)
                seats = awaited(self.table)
            self.run()

    def play_out(self, decide: Decide | None = None) -> None:
        """The rest of a round, until bets are taken again and all seeds are shown that may be."""
        over = Phase.BETTING
        while self.table.phase != over:
            self.go_on(decide)
        for done in routine(self.table, self.chance, self.at, lambda _table, due: not isinstance(due, RevealSeed)):
            self.record(*done)

    def go_on(self, decide: Decide | None) -> None:
        """The next duty, or else the next decision; before the dealer reveals, whoever may still decide is asked."""
        asked_before = self.asking and not self.table.owed
        if not asked_before and self.deal_on():
            return
        seats = awaited(self.table)
        self.asking = bool(seats)
        if seats:
            self.ask_one_after_the_other(seats, decide)
        elif asked_before and self.deal_on():
            return
        elif decide and (optional := [seat for seat in self.table.seats if self.may_decide(seat)]):
            self.asked.add(optional[0])
            if action := decide(self.view_of(optional[0])):
                self.do(action, player(self.table.seats[optional[0]].player))
        else:
            self.do(Reveal())

    def ask_one_after_the_other(self, seats: list[Seat], decide: Decide | None) -> None:
        """Whoever is awaited decides, as long as nothing else comes of it than that one less is awaited."""
        phase = self.table.phase
        for seat in seats:
            self.ask(seat, decide)
            if self.table.phase != phase or self.table.owed or self.table.void:
                return

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
            self._decide_for(seat)

    # --- Step by step ---

    def do(self, action: Action, by: Actor | None = None) -> None:
        """Take an action if it is on offer to this actor; with nobody named, whoever may takes it.

        On behalf of a person who asks from outside always name who it is: that is what keeps players to their own seats
        and the dealer's steps from all of them.
        """
        self.record(*play(self.table, action, by, self.at))

    def run(self) -> None:
        """All that the house has to do, until it is for the players to act: duties, and a spin or roll committed to."""
        for done in routine(self.table, self.chance, self.at):
            self.record(*done)
        if (commitment := committed(self.table, self.chance, self.at)) is not None:
            self.record(*commitment)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose players have to decide before the round goes on."""
        return tuple(seat.number for seat in awaited(self.table))

    def decide_for(self, seat: int) -> None:
        """What the house does for a player who lets the time run out."""
        if seat not in self.awaited:
            raise BadInput(f"nothing is awaited from seat {seat}; seats that are: {list(self.awaited)}")
        self._decide_for(self.table.seats[seat])

    def _decide_for(self, seat: Seat) -> None:
        offer = unanswered(self.table, seat)
        self.record(*take(self.table, offer, faultless(self.table, offer.action), SYSTEM, self.at))

    def settlement(self, start: Table) -> Report:
        """What came of all that happened since this table was in that state."""
        entries = self.entries[len(self.entries) - (self.table.version - start.version) :]
        return report(self.terms, start, self.table, entries, list(self.table.seats))

    def deal_on(self) -> bool:
        """What is due to be changed is changed, or else the next duty is done, if there is one."""
        done = dealt_on(self.table, self.chance, self.at)
        if done is not None:
            self.record(*done)
        return done is not None

    def record(self, table: Table, entry: Entry) -> None:
        self.table = table
        self.entries.append(entry)


def _check(bets: Bets) -> None:
    """Whatever is not bets by seat is told in a sentence, before anything is done."""
    for seat, wagers in bets.items():
        if type(seat) is not int:
            sentence = f"seat {shown(seat)} must be a whole number; keys in JSON are text, which is read as numbers by"
            raise BadInput(f"{sentence} msgspec.json.decode(body, type=dict[int, dict[str, int]])")
        if not isinstance(wagers, Mapping):
            raise BadInput(f"the bets of seat {seat} must be wagers and amounts in cents, not {shown(wagers)}")


def open_session(key: str, submission: Mapping[str, object] | None = None, *, seed: str, at: int = 0) -> Session:
    """A table of a game, dealt by the house's system; the same words as seed give the same cards.

    Without a submission it is our own house's table.  `at` is the hour at which it opens, in seconds since 1970.
    """
    posted = house_terms(key) if submission is None else terms(key, dict(submission))
    return Session(posted, repeatable(seed), at)
