"""Wagers that are asked for one after the other, before the deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import Bet, selected
from nomorebets.terminal.amounts import ask_amount, read_amount
from nomorebets.terminal.choices import Choice
from nomorebets.terminal.saying import quoted, spoken

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session


class Betting:
    """What a player bets, and what the same player bet before."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.last: list[Bet] = []  # the bets of the last round
        self.layout_drawn = False  # whether the layout has been shown
        self.habit: dict[str, int] = {}  # wager -> what was last done about it

    # --- Bets made again ---

    def remember(self) -> None:
        """Keep the bets that lie on the layout, to be made again."""
        self.last = [
            Bet(number, wager, amount, on=on)
            for number, seat in self.session.seen.seats.items()
            for key, amount in seat.chips.items()
            for wager, on in [selected(key)]
        ]

    def repeatable(self) -> list[Bet]:
        """The bets of the last round, if they can be afforded once more."""
        total, bankroll = sum(bet.amount for bet in self.last), self.session.bankroll
        if total <= bankroll:
            return self.last
        self.session.talk.say(f"The same bets again would be {dollars(total)}; you have {dollars(bankroll)}.")
        return []

    # --- Bets asked for ---

    def take_all(self) -> None:
        """Ask for every wager on offer; Enter at the first one repeats the bets of the last round."""
        session, again = self.session, self.repeatable()
        while not session.has_wagered:
            for choice in self.wagers():
                usual = None if again else self.usual(choice)
                amount = ask_amount(session, choice, usual, self.hint(choice, usual))
                if amount is None:
                    for bet in again:
                        session.do(bet)
                    return
                again = []
                self.habit[choice.name] = amount
                if amount:
                    session.do(replace(choice.action, amount=amount))
                if choice.name == spoken(session.posted.required):
                    self.take_numbers(choice.action.seat)
            if not session.has_wagered:
                session.talk.say("Without a wager no cards are dealt; q leaves the table.")
        self.remember()

    def take_beside_the_bank(self) -> None:
        """What a bank may wager on its own cards."""
        for choice in self.wagers():
            amount = ask_amount(self.session, choice, 0, "Enter: none")
            if amount:
                self.session.do(replace(choice.action, amount=amount))

    def wagers(self) -> Iterator[Choice]:
        """Every wager once; which are on offer depends on those placed before."""
        for seat in self.session.seen.seats:
            asked: set[str] = set()
            while fresh := [one for one in self.offered(seat) if one.name not in asked]:
                asked.add(fresh[0].name)
                if not self.in_series(fresh[0]):
                    yield from self.session.within_reach(fresh[:1])

    def offered(self, seat: int) -> list[Choice]:
        return [choice for choice in self.session.choices(Bet) if choice.action.seat == seat]

    def usual(self, choice: Choice) -> int:
        """What Enter bets: the same as last time, or else no more than it takes to be dealt to."""
        hanging = self.session.posted
        first = hanging.required or hanging.wagers[0].name
        otherwise = choice.least if choice.name == spoken(first) else 0
        usual = self.habit.get(choice.name) or otherwise
        return usual if usual <= choice.most else otherwise

    def hint(self, choice: Choice, usual: int | None) -> str:
        if usual is None:
            return f"Enter: same bets again, {dollars(sum(bet.amount for bet in self.last))}"
        if not usual:
            return "Enter: none · y: yes" if choice.least == choice.most else "Enter: none"
        return f"Enter: {dollars(usual)}" + (
            "" if choice.name == spoken(self.session.posted.required) else " · 0: none"
        )

    # --- Wagers that differ in their number alone ---

    def in_series(self, choice: Choice) -> bool:
        return any(wager.series and spoken(wager.name) == choice.name for wager in self.session.posted.wagers)

    def series(self, seat: int) -> dict[str, Choice]:
        """The wagers at a seat that are named by their number alone."""
        return {choice.name.split()[-1]: choice for choice in self.offered(seat) if self.in_series(choice)}

    def take_numbers(self, seat: int) -> None:
        """As many numbers as one likes, each with its amount, until Enter."""
        talk = self.session.talk
        while choices := self.series(seat):
            first = next(iter(choices.values()))
            prompt = f"{first.name.rpartition(' ')[0]} wager: number and amount, such as {first.name.split()[-1]} 5"
            answer = talk.ask(f"{prompt} [dim](Enter: no more)[/]", [first])
            if not answer:
                break
            word, _, rest = answer.partition(" ")
            if word not in choices:
                talk.say(f"{quoted(word)} is not a number to wager on; those are {', '.join(choices)}.")
            elif amount := read_amount(self.session, choices[word], rest):
                self.session.do(replace(choices[word].action, amount=amount))
