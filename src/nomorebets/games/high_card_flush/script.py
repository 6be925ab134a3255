"""Round files of High Card Flush: a raise may name the cards that play."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.games.high_card_flush.rules import RAISE
from nomorebets.rounds.script import Runner
from nomorebets.table.actions import Action


class HighCardFlushRunner(Runner):
    """The table of one script; a raise that names no cards lays out the longest flush."""

    decision_keys: ClassVar[tuple[str, ...]] = (*Runner.decision_keys, "cards")

    def read_decision(self, do: str, entry: Mapping[str, Any]) -> Action:
        decision = super().read_decision(do, entry)
        if "cards" not in entry:
            return decision
        if do != RAISE:
            raise BadInput(f"cards belong to {RAISE!r}, not to {do!r}")
        pieces = self.terms.game.equipment.pieces
        return replace(decision, cards=pieces.named(pieces.parse(entry["cards"])))


RUNNER = HighCardFlushRunner
