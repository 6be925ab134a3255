"""Bets on a layout in the terminal, typed in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nomorebets.errors import IllegalAction
from nomorebets.rulebook.money import dollars
from nomorebets.table import engine
from nomorebets.table.actions import Bet, Withdraw
from nomorebets.table.state import selected, wager_key
from nomorebets.terminal import drawing, wording
from nomorebets.terminal.choices import Choice, cents, quoted
from nomorebets.terminal.drawing import number, span, spoken

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session


class LayoutBets:
    """Bets on a layout, typed in a few words and as many as one likes, until the player wants to see the result."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seat = next(iter(session.seen.seats))

    @property
    def chips(self) -> Mapping[str, int]:
        return self.session.seen.seats[self.seat].chips

    def take_all(self) -> None:
        """Ask until the wheel is to be spun; the layout is drawn anew when something has changed on it."""
        drawn: Mapping[str, int] | None = None
        while True:
            if self.chips != drawn:
                drawn = self.chips
                self.draw()
            answer = self.session.ask(f"Your bets [dim]({self.hint()})[/]", self.explained())
            if answer in ("s", "spin") or (self.chips and not answer):
                break
            if answer.startswith("?"):
                self.explain(answer[1:])
            elif answer:
                for part in answer.split(","):
                    self.take(part)
            else:
                self.again()
        if self.chips:
            self.session.remember()

    def draw(self) -> None:
        session, game = self.session, self.session.terms.game
        on_cards = {card for row in game.layout for card in row}
        open_areas = {bet.wager for bet in self.bets() if not bet.on} | set(self.chips)
        beside = [wager for wager in session.seen.limits if wager in open_areas]
        beside += [key for key in self.chips if ":" in key and not on_cards & set(selected(key)[1])]
        if session.seen.stand:
            session.show(drawing.stand(session.seen.stand, session.told(session.seen.stand)))
        session.show(drawing.layout(game.layout, game.pieces, self.chips))
        session.show(drawing.areas(beside, self.chips, session.console.width))

    def hint(self) -> str:
        if self.chips:
            return f"{dollars(sum(self.chips.values()))} on the layout · Enter: spin"
        if self.session.last:
            return f"Enter: same bets again, {dollars(sum(bet.amount for bet in self.session.last))}"
        return "such as 7h 5, red 10 · h: how to bet"

    def bets(self) -> list[Bet]:
        """What may be placed, at its least."""
        return [choice.action for choice in self.session.choices(Bet) if isinstance(choice.action, Bet)]

    def known(self) -> dict[wording.Words, Bet]:
        """What may be placed or lies there already, by the words for it."""
        lying = [Bet(self.seat, selected(key)[0], amount, on=selected(key)[1]) for key, amount in self.chips.items()]
        known: dict[wording.Words, Bet] = {}
        for bet in (*self.bets(), *lying):
            known.setdefault(wording.spelled(bet.wager, bet.on), bet)
        return known

    # --- One bet ---

    def take(self, part: str) -> None:
        """Place a bet, change it, or with 0 take it back."""
        *what, last = part.split() or [""]
        amount = cents(last)
        if not what or amount is None:
            return self.session.say(f"{quoted(part.strip())} is no bet; type what and how much, such as 7h 5.")
        bet = self.meant(" ".join(what), amount)
        if bet is None:
            return None
        key = wager_key(bet.wager, bet.on)
        if amount and not self.covered(bet, amount):
            return None
        if key in self.chips:
            self.session.do(Withdraw(self.seat, key))
        elif not amount:
            self.session.say(f"Nothing lies on {spoken(key)}.")
        if amount:
            self.session.do(replace(bet, amount=amount))
        return None

    def meant(self, what: str, amount: int) -> Bet | None:
        """The bet that was typed; one that is not on offer is put to the rules, which say why."""
        words, known = wording.typed(what), self.known()
        bet = wording.meant(words, known)
        if bet is None:
            pieces, wagers = self.session.terms.game.pieces, list(self.session.seen.limits)
            guess = wording.guessed(words, list(known.values()), wagers, pieces)
            reason = self.reason(replace(guess, amount=amount)) if guess else ""
            self.session.say(reason or f"{quoted(what.strip())} is nothing to bet on here; type h for how to bet.")
        return bet

    def reason(self, bet: Bet) -> str:
        """Why a bet is not on offer, in the words of the rules."""
        try:
            engine.play(self.session.table, bet)
        except IllegalAction as error:
            return f"{error.sentence.partition(': ')[2].replace('_', ' ')} ({number(error.clause)})."
        return ""

    def covered(self, bet: Bet, amount: int) -> bool:
        """Whether the amount is within the limits and the player's means, with what lies there counted in."""
        least, most = self.session.seen.limits[bet.wager]
        reach = self.session.bankroll + self.chips.get(wager_key(bet.wager, bet.on), 0)
        if not least <= amount <= most:
            self.session.say(f"{spoken(bet.wager)} takes {span(least, most)}, not {dollars(amount)}.")
        elif amount > reach:
            self.session.say(f"{dollars(amount)} is more than the {dollars(reach)} you have.")
        return least <= amount <= min(most, reach)

    def again(self) -> None:
        """The bets of the last spin, as far as they are on offer and can be paid for."""
        if not self.session.last:
            self.session.say("Nothing lies on the layout; type a bet such as 7h 5, or s to spin without one.")
        for bet in self.session.last:
            if bet.amount > self.session.bankroll:
                self.session.say(f"Your {dollars(self.session.bankroll)} cannot cover {self.words(bet)} again.")
            elif engine.offered(self.session.table, bet):
                self.session.do(bet)
            else:
                self.session.say(self.reason(bet))

    def words(self, bet: Bet) -> str:
        return f"{spoken(wager_key(bet.wager, bet.on))} {dollars(bet.amount)}"

    # --- Why ---

    def explained(self) -> list[Choice]:
        """What a question mark alone asks about: what lies there, what was just settled, or every wager once."""
        lying = {spoken(selected(key)[0]) for key in self.chips}
        every = not lying and not self.session.settled
        return [choice for choice in self.wagers() if every or choice.name in lying]

    def wagers(self) -> Iterator[Choice]:
        for wager, least, most, clause in self.session.terms.wagers:
            yield Choice(spoken(wager.name), Bet(self.seat, wager.name, least), least, most, clause)

    def explain(self, what: str) -> None:
        """The rule behind one wager, named as such or by what it is on."""
        named = [one for one in self.wagers() if what.strip() and one.name.startswith(what.strip())]
        bet = None if named else self.meant(what, 0)
        named = named or [one for one in self.wagers() if bet and one.name == spoken(bet.wager)]
        self.session.show(*drawing.reasons((one.name, one.clause) for one in named[:1]))
