"""The dealer's script held to a log: every step of the log is in the script, and in its order.

Parts of the script come one after the other in a round, but for those that go on at any time.  Within a part the lines
come in their order for each deck or player; a part for each pack begins again with its first line.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nomorebets.rulebook.dealers_script import Part, Script
from nomorebets.table.entries import Entry
from nomorebets.table.events import (
    DealAbandoned,
    DeckRemoved,
    DevicesInstalled,
    DevicesRemoved,
    IrregularityNoted,
    PhaseBegan,
    RoundCompleted,
    RoundVoided,
)
from nomorebets.table.state import Phase
from nomorebets.table.steps import OF_THE_HOUSE, Named, named_steps

ANEW = (RoundCompleted, DealAbandoned, DeckRemoved, DevicesRemoved, DevicesInstalled, IrregularityNoted)


@dataclass
class Reader:
    """Goes along a log with the script in hand."""

    script: Script
    text: str
    seen: set[tuple[str, str]] = field(default_factory=set)  # title of a part, step
    part: int = 0
    at: dict[tuple[int, int], int] = field(default_factory=dict)  # part and track -> line
    doing: int = -1  # the part in which the entry has been so far
    in_order: bool = True  # not after an irregularity, until the round is over

    def read(self, entries: Iterable[Entry]) -> Iterator[str]:
        """What is wrong, a sentence each."""
        for entry in entries:
            if any(isinstance(event, IrregularityNoted | RoundVoided) for event in entry.events):
                self.in_order = False
            self.doing = -1
            for one in named_steps(entry):
                yield from self.step(one, entry)
            self.begin_anew(entry)

    def begin_anew(self, entry: Entry) -> None:
        """What ends a round, or takes a deck away, lets the script begin again."""
        if any(isinstance(event, RoundCompleted | DealAbandoned) for event in entry.events):
            self.in_order, self.part = True, 0
            self.at.clear()
        for event in entry.events:
            idle = isinstance(event, PhaseBegan) and event.phase in (Phase.IDLE, Phase.CLOSED)
            if isinstance(event, ANEW) or idle or getattr(entry.action, "step", "") == "recut":
                self.at = {key: line for key, line in self.at.items() if not self.script.part[key[0]].at_any_time}

    def step(self, one: Named, entry: Entry) -> Iterator[str]:
        if one.name in OF_THE_HOUSE:
            return
        parts = [
            (n, part) for n, part in enumerate(self.script.part) if any(one.name in line.step for line in part.line)
        ]
        if not parts:
            yield (
                f"no line of {self.text}'s dealers_script.toml has the step {one.name!r}, which the {entry.by.role} "
                f"did in entry {entry.version} ({type(entry.action).__name__}); write one, with its clause"
            )
            return
        parts.sort(key=lambda known: self.far(known[0], known[1], one))
        if not any(self.fits(n, part, one) for n, part in parts):
            if self.in_order:
                before = self.script.part[self.part].title
                yield f"{self.text}: {one.name!r} of entry {entry.version} comes too late in the log: after {before!r}"
            self.seen |= {(part.title, one.name) for _, part in parts[:1]}

    def far(self, n: int, part: Part, one: Named) -> int:
        """Where to look first: in what goes on at any time and has been begun, then in the round, then elsewhere."""
        begun = n == self.doing or self.track(n, part, one) in self.at
        return 1 if not part.at_any_time else 0 if begun else 2

    def track(self, n: int, part: Part, one: Named) -> tuple[int, int]:
        """Along which the lines of a part come in order: for a deck, for a player, or for all."""
        return n, one.deck if part.each == "deck" else one.seat if part.each else 0

    def fits(self, n: int, part: Part, one: Named) -> bool:
        """Whether the step has its place here: if so, that is where we are."""
        if not part.at_any_time and n < self.part:
            return False
        track = self.track(n, part, one)
        least = 0 if part.in_any_order else self.at.get(track, 0)
        lines = [i for i, line in enumerate(part.line) if one.name in line.step]
        line = next((i for i in lines if i >= least), None)
        if line is None and part.each == "pack" and lines[0] == first_step(part):
            self.at = {key: at for key, at in self.at.items() if key[0] != n}  # the next pack
            line = lines[0]
        if line is None:
            return False
        self.at[track], self.doing = line, n
        self.seen.add((part.title, one.name))
        if not part.at_any_time:
            self.part = n
        return True


def first_step(part: Part) -> int:
    return next(i for i, line in enumerate(part.line) if line.step)
