"""Round files of Pack's Poker: three packs in common besides the hands, and a card that may be seen too early."""

from collections.abc import Mapping
from typing import Any, ClassVar

from nomorebets.equipment.places import DEAD_HAND, pack
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.packs_poker.submission import PACKS
from nomorebets.rounds.reading import mapping, shown
from nomorebets.rounds.script import Runner
from nomorebets.table.actions import Irregularity

BEFORE_THE_DEAL = "card_exposed"


class PacksRunner(Runner):
    """A round in which nobody has anything to decide."""

    keys: ClassVar[tuple[str, ...]] = (*Runner.keys, "packs")

    def check_wager(self, key: str, seat: Mapping[str, Any]) -> None:
        if not any(wager.name in seat for wager in self.terms.game.licence.wagers):
            clause = self.terms.wagers[0][3]
            raise BadInput(f"seat {key} has no wager, without which no cards are dealt to it", clause)

    def close_bets(self) -> None:
        """A card that is seen before the announcement ends the round before it begins."""
        early = [one for one in self.actions if isinstance(one, Irregularity) and one.kind == BEFORE_THE_DEAL]
        if not early:
            super().close_bets()
            return
        self.actions = [one for one in self.actions if one not in early]
        self.chance.stack = self.read_stack()
        self.routine()
        for one in early:
            self.do(one)

    def places(self) -> tuple[int, ...]:
        return (*super().places(), *map(pack, PACKS))

    def place_name(self, place: int) -> str:
        return f"pack {pack(place)}" if place < DEAD_HAND else super().place_name(place)

    def read_stack(self) -> Stack:
        if "packs" in self.script and "stack" in self.script:
            raise BadInput("a stack has the packs in it; leave out 'packs'")
        return super().read_stack()

    def from_hands(self, value: object) -> Stack:
        """The packs are dealt after the hands that the file gives."""
        hands = mapping(value, "hands", tuple(map(self.place_name, super().places())))
        packs = self.required("packs")
        if not isinstance(packs, list) or len(packs) != len(PACKS):
            example = ["Ah Kd", "9c 9s", "2h 7d"]
            sentence = f"packs must be a list of {len(PACKS)}, such as {example}, not {shown(packs)}"
            raise BadInput(sentence, self.terms.cites["packs"])
        named = {self.place_name(pack(number)): cards for number, cards in zip(PACKS, packs, strict=True)}
        return super().from_hands({**hands, **named})


RUNNER = PacksRunner
