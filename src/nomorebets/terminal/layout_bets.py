"""Bets on a layout in the terminal, typed in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.text import Text

from nomorebets.equipment.places import STAND
from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import Bet, Withdraw, selected, wager_key
from nomorebets.terminal import layout, on_request, wording
from nomorebets.terminal.choices import Choice, cents
from nomorebets.terminal.drawing import indented
from nomorebets.terminal.hands import described
from nomorebets.terminal.saying import number, quoted, span, spoken

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session

LAYOUT = ("l", "layout")


class LayoutBets:
    """Bets on a layout, typed in a few words and as many as one likes, until the player wants to see the result."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.talk = session.talk
        self.seat = next(iter(session.seen.seats))

    @property
    def chips(self) -> Mapping[str, int]:
        return self.session.seen.seats[self.seat].chips

    def take_all(self) -> None:
        """Ask until the wheel is to be spun; what has changed is told in a line, and the layout drawn on request."""
        drawn = self.chips
        self.open()
        while True:
            if self.chips != drawn:
                drawn = self.chips
                self.tell()
            answer = self.talk.ask(f"Your bets [dim]({self.hint()})[/]", self.explained())
            if answer in ("s", "spin") or (self.chips and not answer):
                break
            if answer in LAYOUT:
                self.draw()
            elif answer.startswith("?"):
                self.explain(answer[1:])
            elif answer:
                for part in answer.split(","):
                    self.take(part)
            else:
                self.repeat()
        if self.chips:
            self.session.betting.remember()

    def open(self) -> None:
        """What is posted and may be bet on: the cards once, because they stay where they are."""
        if self.session.betting.layout_drawn:
            self.draw_stand()
            self.draw_areas(self.open_areas())
        else:
            self.draw()

    def tell(self) -> None:
        """What lies on the layout now."""
        lying = " · ".join(f"{spoken(key)} {dollars(amount)}" for key, amount in self.chips.items())
        self.talk.show(indented(Text(lying or "Nothing lies on the layout.", layout.CHIPS)))

    def draw(self) -> None:
        """What is posted, the cards with the chips on them, and the areas beside them."""
        self.session.betting.layout_drawn = True
        hanging = self.session.posted
        room = self.talk.width >= layout.WITH_CHIPS
        placed = {key: on for key in self.chips for _, on in [selected(key)] if on}
        beside = [key for key, on in placed.items() if layout.is_joker(on) or not room]
        self.draw_stand()
        self.talk.show(layout.layout(hanging.layout, self.chips) if room else layout.without_chips(hanging.layout))
        self.draw_areas([*self.open_areas(), *beside])

    def draw_stand(self) -> None:
        seen = self.session.seen
        if seen.cards(STAND):
            words = described(self.session.posted, seen.places[STAND])
            self.talk.show(layout.stand(seen.cards(STAND), words))

    def draw_areas(self, areas: list[str]) -> None:
        self.talk.show(layout.areas(areas, self.chips, self.talk.width))

    def open_areas(self) -> list[str]:
        """The areas beside the cards that may be bet on now."""
        open_areas = {bet.wager for bet in self.bets() if not bet.on} | set(self.chips)
        return [wager for wager in self.session.posted.limits if wager in open_areas]

    def hint(self) -> str:
        if self.chips:
            return f"{dollars(sum(self.chips.values()))} on the layout · Enter: spin"
        last = self.session.betting.last
        if last and self.can_repeat(last):
            return f"Enter: same bets again, {dollars(sum(bet.amount for bet in last))}"
        return "such as 7h 5, red 10 · h: how to bet"

    def can_repeat(self, last: list[Bet]) -> bool:
        """Whether the same bets again can be paid for, and some of them are on offer."""
        affordable = sum(bet.amount for bet in last) <= self.session.bankroll
        return affordable and any(bet in offer for bet in last for offer in self.session.seen.offers)

    def bets(self) -> Iterator[Bet]:
        """What may be placed, at its least, wherever it may be put."""
        seen = self.session.seen
        for offer in seen.offers:
            if isinstance(offer.action, Bet):
                for on in seen.selectable(offer) if offer.select else (offer.action.on,):
                    yield replace(offer.action, on=on)

    def known(self) -> dict[wording.Words, Bet]:
        """What may be placed or lies there already, by the words for it."""
        places = ((*selected(key), amount) for key, amount in self.chips.items())
        lying = [Bet(self.seat, wager, amount, on=on) for wager, on, amount in places]
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
            return self.talk.say(f"{quoted(part.strip())} is no bet; type what and how much, such as 7h 5.")
        bet = self.meant(" ".join(what), amount)
        if bet is None:
            return None
        key = wager_key(bet.wager, bet.on)
        if amount and not self.is_covered(bet, amount):
            return None
        if key in self.chips:
            self.session.do(Withdraw(self.seat, key))
        elif not amount:
            self.talk.say(f"Nothing lies on {spoken(key)}.")
        if amount:
            self.session.do(replace(bet, amount=amount))
        return None

    def meant(self, what: str, amount: int) -> Bet | None:
        """The bet that was typed; one that is not on offer is put to the rules, which say why."""
        words, known = wording.typed(what), self.known()
        bet = wording.meant(words, known)
        if bet is None:
            guess = wording.guessed(words, list(known.values()), list(self.session.posted.limits))
            reason = self.reason(replace(guess, amount=amount)) if guess else ""
            self.talk.say(reason or f"{quoted(what.strip())} is nothing to bet on here; type h for how to bet.")
        return bet

    def reason(self, bet: Bet) -> str:
        """Why a bet is not on offer, in the words of the rules."""
        error = self.session.house.refusal(bet)
        if error is None:
            return ""
        return f"{error.sentence.partition(': ')[2].replace('_', ' ')} ({number(error.clause)})."

    def is_covered(self, bet: Bet, amount: int) -> bool:
        """Whether the amount is within the limits and the player's means, with what lies there counted in."""
        least, most = self.session.posted.limits[bet.wager]
        reach = self.session.bankroll + self.chips.get(wager_key(bet.wager, bet.on), 0)
        if not least <= amount <= most:
            self.talk.say(f"{spoken(bet.wager)} takes {span(least, most)}, not {dollars(amount)}.")
        elif amount > reach:
            self.talk.say(f"{dollars(amount)} is more than the {dollars(reach)} you have.")
        return least <= amount <= min(most, reach)

    def repeat(self) -> None:
        """The bets of the last spin, as far as they are on offer and can be paid for."""
        session = self.session
        if not session.betting.last:
            self.talk.say("Nothing lies on the layout; type a bet such as 7h 5, or s to spin without one.")
        for bet in session.betting.last:
            if bet.amount > session.bankroll:
                words = f"{spoken(wager_key(bet.wager, bet.on))} {dollars(bet.amount)}"
                self.talk.say(f"Your {dollars(session.bankroll)} cannot cover {words} again.")
            elif any(bet in offer for offer in session.seen.offers):
                session.do(bet)
            else:
                self.talk.say(self.reason(bet))

    # --- Why ---

    def explained(self) -> list[Choice]:
        """What a question mark alone asks about: what lies there, what was just settled, or every wager once."""
        lying = {spoken(selected(key)[0]) for key in self.chips}
        every = not lying and not self.session.screen.settled
        return [choice for choice in self.wagers() if every or choice.name in lying]

    def wagers(self) -> Iterator[Choice]:
        for one in self.session.posted.wagers:
            yield Choice(spoken(one.name), Bet(self.seat, one.name, one.least), one.least, one.most, one.clause)

    def explain(self, what: str) -> None:
        """The rule behind one wager, named as such or by what it is on."""
        named = [one for one in self.wagers() if what.strip() and one.name.startswith(what.strip())]
        bet = None if named else self.meant(what, 0)
        named = named or [one for one in self.wagers() if bet and one.name == spoken(bet.wager)]
        self.talk.show(*on_request.reasons((one.name, one.clause) for one in named[:1]))
