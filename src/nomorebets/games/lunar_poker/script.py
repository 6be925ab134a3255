"""Round files of Lunar Poker: further cards that are drawn, and payments that need not be written out."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from nomorebets.equipment.places import place
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker.rules import CARDS_EACH, CITES, DECLARE, SUPER, SUPER_CLAUSE, super_due
from nomorebets.rounds.reading import shown
from nomorebets.rounds.rows import Row
from nomorebets.rounds.script import Runner, due
from nomorebets.rounds.settlement import Report, dealt, in_words_too
from nomorebets.table.actions import Action, Deal, Decision, Reveal
from nomorebets.table.engine import at_seat, offered
from nomorebets.table.entries import Entry
from nomorebets.table.events import Dealt, Settled
from nomorebets.table.game import Terms
from nomorebets.table.irregularities import FORFEIT
from nomorebets.table.state import Table


class LunarRunner(Runner):
    """A round in which cards are drawn: with hands, `draws` says which, in the order in which they are drawn."""

    keys: ClassVar[tuple[str, ...]] = (*Runner.keys, "draws")
    decision_keys: ClassVar[tuple[str, ...]] = (*Runner.decision_keys, "cards")

    def __init__(self, posted: Terms, script: Mapping[str, Any]) -> None:
        super().__init__(posted, script)
        self.known: Stack = ()
        self.draws: Stack = ()
        if "draws" in script and "stack" in script:
            raise BadInput("draws go with 'hands'; a stack has them behind the cards that are dealt")

    def read_decision(self, do: str, entry: Mapping[str, Any]) -> Action:
        decision = super().read_decision(do, entry)
        if do != "exchange":
            if "cards" in entry:
                raise BadInput(f"cards belong to 'exchange', not to {do!r}")
            return decision
        if "cards" not in entry:
            raise BadInput(f"'exchange' needs 'cards', those that are given away, in {shown(dict(entry))}")
        pieces = self.terms.game.equipment.pieces
        return replace(decision, cards=pieces.named(pieces.parse(entry["cards"])))

    def read_stack(self) -> Stack:
        stack = super().read_stack()
        if "stack" in self.script:
            self.known = self.terms.game.equipment.pieces.parse(self.script["stack"])
        return stack

    def from_hands(self, value: object) -> Stack:
        """The hands as they are dealt, and what is drawn after them."""
        pieces = self.terms.game.equipment.pieces
        hands = super().from_hands(value)
        self.draws = pieces.parse(self.script.get("draws", ""))
        self.known = pieces.parse(pieces.text((*hands, *self.draws)))
        return self.known

    def take(self, action: Action) -> None:
        """Whether to force is asked when the hole cards have been turned over."""
        if isinstance(action, Decision) and action.do in ("force", "stand"):
            self.routine(until=due(Reveal))
            if offered(self.table, Reveal()):
                self.do(Reveal())
        super().take(action)

    def do(self, action: Action) -> None:
        """A payment or a bet that is not written out is what the table asks for it."""
        if isinstance(action, Decision) and not action.amount:
            for offer in at_seat(self.table, action.seat):
                if isinstance(offer.action, Decision) and offer.action.do == action.do:
                    action = replace(action, amount=offer.action.amount)
        super().do(action)

    def record(self, table: Table, entry: Entry) -> None:
        super().record(table, entry)
        if not isinstance(entry.action, Deal):
            self.check_drawn([event for event in entry.events if isinstance(event, Dealt)])

    def check_drawn(self, drawn: list[Dealt]) -> None:
        """A card that is drawn must be known: the script says what chance brought."""
        if any(card not in self.known for event in drawn for card in event.cards):
            where = "the stack is too short" if "stack" in self.script else "draws is too short"
            raise BadInput(f"{where}: more cards are drawn than it has")

    def finish(self) -> None:
        super().finish()
        left = [card for card in self.draws if card in self.table.in_play.stack]
        if left:
            named = self.terms.game.equipment.pieces.text(left)
            raise BadInput(f"draws has {len(self.draws)} cards; {named} was not drawn")

    def report(self) -> Report:
        """What was due, with the hands as they were in the end."""
        report = super().report()
        text, seats = self.terms.game.equipment.pieces.text, self.table.seats
        held = {**{str(number): self.table.hand(seat) for number, seat in seats.items()}, "dealer": self.table.dealer}
        return in_words_too(self.terms, replace(report, hands={name: text(held[name]) for name in report.hands}))

    def row(self, settled: Settled | None, plain: Row, round_: int) -> Row:
        """A super side bet that was not declared: lost, or, as the file knows the cards, a payout forfeited."""
        if settled and plain.wager == SUPER.name and plain.clause == CITES[DECLARE]:
            if super_due(self.terms, self.first_five(plain.seat)):
                return replace(plain, result=FORFEIT)
            return replace(plain, clause=SUPER_CLAUSE)
        return super().row(settled, plain, round_)

    def first_five(self, seat: int) -> Stack:
        events = (event for entry in self.entries for event in entry.events)
        return dealt(events)[place(seat)][:CARDS_EACH]


RUNNER = LunarRunner
