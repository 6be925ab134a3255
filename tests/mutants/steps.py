"""Mutants of procedure: a step that nobody does, or that changes places with the one after it.

The dealer's script has the steps in the order of the text.  A step that is left out is not missed by the engine either:
what follows from it follows by itself, so that play goes on and only who looks for the step can notice.  What brings
cards, chips or chance to the table is no such step, because without it no round goes on at all.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial, reduce
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

import nomorebets
from nomorebets.games.registry import game
from nomorebets.rulebook.dealers_script import Line, dealers_script
from nomorebets.table.actions import Act, Step
from nomorebets.table.completeness import ways_to_deal
from nomorebets.table.engine import actor_of
from nomorebets.table.events import Event, StepDue, Stepped
from nomorebets.table.evolve import evolve
from nomorebets.table.game import Decides, Game, Offers
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.state import Table
from tests.mutants.mutant import Mutant


class Ordered(NamedTuple):
    """A step and the clause that orders it, which may be another where it is dealt in another way."""

    step: str
    clause: str

    def at(self, table: Table) -> bool:
        return table.terms.cites.get(self.step) == self.clause


def named(action: object) -> str:
    return action.step if isinstance(action, Step) else ""


def around(one: Game, offers: Callable[[Offers], Offers], decides: Callable[[Decides], Decides]) -> None:
    """The same game with something put around all that it offers and all that follows."""
    put = object.__setattr__  # its parts are frozen
    put(one.play, "offers", {phase: offers(plain) for phase, plain in one.play.offers.items()})
    put(one.play, "decides", {kind: decides(plain) for kind, plain in one.play.decides.items()})


# --- A step left out --------------------------------------------------------------------------------------------------


def leave_out(key: str, left: Ordered) -> None:
    play = game(key).play
    plain_offers, plain_step = play.offers, play.decides[Step]

    def told(events: Iterable[Event]) -> Iterator[Event]:
        return (event for event in events if not (isinstance(event, Stepped | StepDue) and event.step == left.step))

    def due(table: Table) -> Offer | None:
        offers = () if table.owed else plain_offers[table.phase](table, None)
        return next((offer for offer in offers if offer.duty and named(offer.action) == left.step), None)

    def by_itself(table: Table) -> Iterator[Event]:
        """What follows from the step wherever it would be done, with nobody doing it."""
        while offer := due(table):
            taken = Taken(offer.clause, actor_of(table, offer, offer.action), table.hour)
            events = tuple(told(plain_step(table, offer.action, taken)))
            before, table = table, reduce(evolve, events, table)
            if table == before:
                return
            yield from events

    def offered(plain: Offers) -> Offers:
        def others(table: Table, seat: int | None) -> Iterator[Offer]:
            here = left.at(table)
            return (one for one in plain(table, seat) if not (here and named(one.action) == left.step))

        return others

    def decided(plain: Decides) -> Decides:
        def without(table: Table, action: Act, taken: Taken) -> Iterator[Event]:
            if not left.at(table):
                yield from plain(table, action, taken)
                return
            events = tuple(told(plain(table, action, taken)))
            yield from events
            yield from by_itself(reduce(evolve, events, table))

        return without

    around(game(key), offered, decided)


# --- Two steps in the wrong order -------------------------------------------------------------------------------------


def swap(key: str, first: Ordered, second: Ordered) -> None:
    """Where the one is due it is the other, and the other way round."""
    other = {first.step: second, second.step: first}

    def here(table: Table) -> bool:
        return first.at(table) and second.at(table)

    def told(event: Event) -> Event:
        if isinstance(event, Stepped) or (isinstance(event, StepDue) and not event.first):
            instead = other.get(event.step)
            return replace(event, step=instead.step, clause=instead.clause) if instead else event
        return event

    def exchanged(action: Act) -> Act:
        return replace(action, step=other[named(action)].step) if named(action) in other else action

    def offered(plain: Offers) -> Offers:
        def others(table: Table, seat: int | None) -> Iterator[Offer]:
            for one in plain(table, seat):
                instead = other.get(named(one.action)) if here(table) else None
                yield replace(one, action=exchanged(one.action), clause=instead.clause) if instead else one

        return others

    def decided(plain: Decides) -> Decides:
        def exchanging(table: Table, action: Act, taken: Taken) -> Iterator[Event]:
            if here(table):
                yield from map(told, plain(table, exchanged(action), taken))
            else:
                yield from plain(table, action, taken)

        return exchanging

    around(game(key), offered, decided)


# --- All of them ------------------------------------------------------------------------------------------------------

TELLING = re.compile(r'\bStepped\(\s*"(\w+)"')  # a step that is told as part of something else


@cache
def told_beside() -> frozenset[str]:
    package = Path(nomorebets.__file__).parent
    return frozenset(step for file in package.rglob("*.py") for step in TELLING.findall(file.read_text("utf-8")))


def steps_of(of: Game) -> frozenset[str]:
    """The steps of procedure of a game; a decision, or what brings cards, is none."""
    return frozenset((*of.play.steps, *(step for step, _, _ in of.equipment.preparation.values()), *told_beside()))


def ordered(of: Game, line: Line, way: str) -> list[Ordered]:
    """The steps in a line of the script, where it is dealt in this way."""
    if line.dealing and way not in line.dealing:
        return []
    steps, cites = steps_of(of), of.text.cited(way)
    return [Ordered(step, cites[step]) for step in line.step if step in steps and step in cites]


def in_order(key: str) -> Iterator[tuple[bool, list[list[Ordered]]]]:
    """The steps of each part of the script, line by line, for each way to deal, and whether their order is ordered."""
    of = game(key)
    for way in ways_to_deal(of.licence.submission):
        for part in dealers_script(key).part:
            yield not part.in_any_order, [steps for line in part.line if (steps := ordered(of, line, way))]


def mutants(key: str) -> Iterator[Mutant]:
    """Each step left out, and each two neighbours the wrong way round, once for the clauses that order them."""
    parts = list(in_order(key))
    place = f"{key} dealers_script.toml"
    for left in dict.fromkeys(one for _, lines in parts for line in lines for one in line):
        make = partial(leave_out, key, left)
        yield Mutant("step", place, f"no {left.step} [{left.clause}]", frozenset({left.clause}), make)
    neighbours = (
        two for fixed, lines in parts if fixed for one, other in pairwise(lines) for two in product(one, other)
    )
    for first, second in dict.fromkeys(neighbours):
        clauses = frozenset({first.clause, second.clause})
        change = f"{second.step} before {first.step} [{', '.join(sorted(clauses))}]"
        yield Mutant("step", place, change, clauses, partial(swap, key, first, second))
