"""Setting a hand in two at the terminal: two cards are named, both hands are told, and only then are they laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.table.actions import Decision
from nomorebets.table.in_two.hands import in_two, set_by_house
from nomorebets.terminal import drawing
from nomorebets.terminal.choices import Choice, quoted
from nomorebets.terminal.drawing import number, spoken, symbolic

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session

HOUSE_WAY = ("o", "house way")


class SettingScreen:
    """One hand, its cards under keys, until it is laid."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.seat = seat
        self.offers = [offer for offer in session.seen.offers if offer.action.seat == seat]  # type: ignore[union-attr]
        pieces = session.terms.game.pieces
        seen = session.seen.seats[self.seat]
        self.names = drawing.ranked(seen.cards)
        self.keys = {str(key): pieces.parse(name)[0] for key, name in enumerate(self.names, 1)}
        self.chips = seen.chips

    def take(self) -> None:
        """Ask until a lawful setting lies; what is named is shown with both ranks before it is laid."""
        proposed: Decision | None = None
        self.draw()
        while True:
            hint = f"two of 1-{len(self.keys)}: the low hand · {HOUSE_WAY[0]}: {HOUSE_WAY[1]}"
            lay = "Enter lays it so · " if proposed else ""
            answer = self.session.ask(f"{self.session.place(self.seat)} [dim]({lay}{hint})[/]", self.explained())
            if answer in HOUSE_WAY:
                proposed = self.by_house()
            elif answer:
                proposed = self.named(answer)
            elif proposed:
                return self.session.do(proposed)
            else:
                self.session.say(f"Name two cards for the low hand by their keys, such as 1 2; or {HOUSE_WAY[0]}.")

    def draw(self) -> None:
        """The hand from the highest card down, with the key of each card."""
        session = self.session
        told = session.terms.game.told(tuple(self.keys.values()))
        name, width = session.place(self.seat), session.console.width
        session.show(*drawing.hand(name, f"best: {told}", self.chips, self.names, width, tuple(self.keys)))

    def explained(self) -> list[Choice]:
        """One choice for each clause that bears on setting the hand."""
        by_clause = {offer.clause: offer.action for offer in self.offers if isinstance(offer.action, Decision)}
        return [Choice(spoken(action.do), action, 0, 0, clause) for clause, action in by_clause.items()]

    def named(self, answer: str) -> Decision | None:
        """The setting with these cards in front; one that would cost the wager is refused."""
        keys = answer.split() if " " in answer else list(answer)
        if len(set(keys)) != 2 or not set(keys) <= set(self.keys):
            self.session.say(f"{quoted(answer)} is not two of 1-{len(self.keys)}, nor {HOUSE_WAY[0]}; h is for help.")
            return None
        low = tuple(sorted(self.keys[key] for key in keys))
        terms = self.session.terms
        hand = tuple(self.keys.values())
        chosen = in_two(terms).setting(terms.submission, hand, low)
        self.tell(low)
        if chosen.lawful:
            return Decision(self.seat, "set", cards=low)
        foul = Decision(self.seat, "set", cards=low)
        clause = next(offer.clause for offer in self.offers if offer.action == foul)
        self.session.say(f"The low hand outranks the high hand: set so, it loses ({number(clause)}).  Name two others.")
        return None

    def by_house(self) -> Decision:
        low, _, line, _ = set_by_house(self.session.terms, tuple(self.keys.values()))
        self.tell(low)
        self.session.aside(line)
        return Decision(self.seat, "house_way")

    def tell(self, low: tuple[int, ...]) -> None:
        """Both hands, and what each is worth."""
        game = self.session.terms.game
        high = tuple(card for card in self.keys.values() if card not in low)
        in_front = tuple(card for card in self.keys.values() if card in low)
        rows = []
        for name, part in (("high", high), ("low", in_front)):
            cards = " ".join(symbolic(game.pieces.names[card]) for card in part)
            rows.append((name, cards, game.told(part)))
        self.session.show(drawing.laid(rows))
