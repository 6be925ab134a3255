"""Round files of Pai Gow Poker: a number or a button besides the dice, the bank's stack, and foul settings."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from msgspec.structs import replace

from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput, ImproperConfiguration
from nomorebets.games.pai_gow_poker.deal import HANDS, deliveries
from nomorebets.games.pai_gow_poker.rules import button_placed
from nomorebets.rounds.in_two import TwoHandsRunner
from nomorebets.rounds.reading import number, shown
from nomorebets.table.actions import Action, Decision, Irregularity, SelectStack, Step
from nomorebets.table.events import Event
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.in_two.dice import counted
from nomorebets.table.in_two.setting import WRONGLY_SET
from nomorebets.table.state import Table

METHODS = ("dice", "number", "button")


@cache
def started_by(posted: Terms, method: str) -> Terms:
    """The same table, at which this method decides where the deal starts."""
    submission = replace(posted.submission, start=method)
    for finding in posted.game.licence.objections(submission):
        raise ImproperConfiguration(finding.sentence, finding.clauses[0])
    return Terms(posted.game, submission)


class PaiGowPokerRunner(TwoHandsRunner):
    """A file says by its own key how the start was determined, where its submission leaves that out."""

    keys: ClassVar[tuple[str, ...]] = (*TwoHandsRunner.keys, "number", "button", "first_stack")

    def __init__(self, posted: Terms, script: Mapping[str, Any]) -> None:
        named = [method for method in METHODS if method in script]
        if len(named) > 1:
            raise BadInput(f"the deal starts by {named[0]} or by {named[1]}, not by both", posted.cites["start"])
        filed = "start" in script.get("submission", {})
        if named and filed and named[0] != posted.submission.start:
            sentence = f"{named[0]} does not fit start = {posted.submission.start!r} of the submission"
            raise BadInput(sentence, posted.cites["start"])
        if named and named[0] != posted.submission.start:
            posted = started_by(posted, named[0])
        self.method = posted.submission.start
        super().__init__(posted, script)
        self.place = self.read_place()
        self.chance.number = self.place
        self.first_stack = number(script.get("first_stack", 1), "first_stack")

    def read_dice(self) -> tuple[int, ...]:
        return super().read_dice() if self.method == "dice" else ()

    def read_place(self) -> int:
        """The number or the place of the button; where hands are given and no number is wagered on, any will do."""
        if self.method == "dice":
            return 0
        if self.method not in self.script:
            if "stack" in self.script or any(
                key.startswith("additional") for seat in self.seats.values() for key in seat
            ):
                sentence = f"a round needs {self.method!r}, which says where the deal starts"
                raise BadInput(sentence, self.terms.cites["start"])
            return 1
        place = number(self.script[self.method], self.method)
        least, most = (1, HANDS) if self.method == "number" else (0, HANDS - 1)
        if not least <= place <= most:
            raise BadInput(f"{self.method} is {shown(place)}; allowed are {least} to {most}", self.terms.cites["start"])
        return place

    def before(self) -> list[Event]:
        button = [button_placed(self.place)] if self.method == "button" else []
        return [*super().before(), *button]

    def start(self) -> int:
        if self.method == "button":
            return self.place
        if self.method == "number":
            return counted(self.table, self.place)
        return super().start()

    def deliveries(self) -> tuple[tuple[int, int], ...]:
        first = self.first_stack if bank_of(self.table).seat else 0
        return tuple(deliveries(self.terms, self.playing(), self.start(), first))

    def supplied(self, table: Table, action: Action) -> Action:
        match action:
            case SelectStack():
                return replace(action, stack=self.first_stack)
            case Step(step="stacks"):
                self.enough()
        return super().supplied(table, action)

    def read_setting(self, decision: Decision, low: Stack) -> Action:
        """Two cards are a setting, lawful or foul; any other number is a hand set wrongly."""
        if len(low) == 2:
            return super().read_setting(decision, low)
        return Irregularity(WRONGLY_SET, decision.seat)


RUNNER = PaiGowPokerRunner
