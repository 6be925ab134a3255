"""Setting a hand in two at the terminal: two cards are named, both hands are told, and only then are they laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.table.actions import Decision
from nomorebets.terminal import drawing
from nomorebets.terminal.choices import Choice
from nomorebets.terminal.hands import held, ranked, rest, whose
from nomorebets.terminal.saying import number, quoted, symbolic

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session

HOUSE_WAY = ("o", "house way")
FOUL = "foul"  # what the posted terms cite for a low hand that outranks the high hand


class SettingScreen:
    """One hand, its cards under keys, until it is laid."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.talk = session.talk
        self.seat = seat
        self.names = ranked(held(session.seen, seat))
        self.keys = {str(key): name for key, name in enumerate(self.names, 1)}

    def take(self) -> None:
        """Ask until a lawful setting lies; what is named is shown with both ranks before it is laid."""
        proposed: Decision | None = None
        self.draw()
        while True:
            hint = f"two of 1-{len(self.keys)}: the low hand · {HOUSE_WAY[0]}: {HOUSE_WAY[1]}"
            lay = "Enter lays it so · " if proposed else ""
            prompt = f"{whose(self.session.seen, self.seat)} [dim]({lay}{hint})[/]"
            answer = self.talk.ask(prompt, self.explained())
            if answer in HOUSE_WAY:
                proposed = self.propose_house_way()
            elif answer:
                proposed = self.propose(answer)
            elif proposed:
                return self.session.do(proposed)
            else:
                self.talk.say(f"Name two cards for the low hand by their keys, such as 1 2; or {HOUSE_WAY[0]}.")

    def draw(self) -> None:
        """The hand from the highest card down, with the key of each card."""
        session = self.session
        best = f"best: {session.rules.in_words(self.names)}"
        chips, name = session.seen.seats[self.seat].chips, whose(session.seen, self.seat)
        self.talk.show(*drawing.hand(name, best, chips, self.names, self.talk.width, tuple(self.keys)))

    def explained(self) -> list[Choice]:
        """Each clause that bears on setting the hand: what may be done, and what would cost the wager."""
        ours = [choice for choice in self.session.choices(Decision) if choice.action.seat == self.seat]
        foul = Choice("a low hand that outranks the high hand", Decision(self.seat, "set"), 0, 0, self.foul)
        return [*ours, foul]

    @property
    def foul(self) -> str:
        """The clause by which a low hand that outranks the high hand loses."""
        return self.session.posted.cites[FOUL]

    def propose(self, answer: str) -> Decision | None:
        """The setting with these cards in front; one that would cost the wager is refused."""
        keys = answer.split() if " " in answer else list(answer)
        if len(set(keys)) != 2 or not set(keys) <= set(self.keys):
            self.talk.say(f"{quoted(answer)} is not two of 1-{len(self.keys)}, nor {HOUSE_WAY[0]}; h is for help.")
            return None
        low = [name for key, name in self.keys.items() if key in keys]
        self.tell(low)
        if self.session.rules.is_lawful(self.names, low):
            return Decision(self.seat, "set", cards=tuple(low))
        said = f"The low hand outranks the high hand: set so, it loses ({number(self.foul)})."
        self.talk.say(f"{said}  Name two others.")
        return None

    def propose_house_way(self) -> Decision:
        low, line = self.session.rules.house_way(self.names)
        self.tell(ranked(low))
        self.talk.aside(line)
        return Decision(self.seat, "house_way")

    def tell(self, low: list[str]) -> None:
        """Both hands, and what each is worth."""
        words = self.session.rules.laid(self.names, low).words
        parts = zip(("high", "low"), (rest(self.names, low), low), words, strict=True)
        self.talk.show(drawing.in_parts((name, " ".join(map(symbolic, cards)), worth) for name, cards, worth in parts))
