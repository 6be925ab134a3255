"""The engine: what is legal, what follows from an action, and the two together.

An action comes in, `legal` says whether it is on offer, `decide` turns it into events, `evolve` folds events into the
next state.  Nothing here reads a clock, a random source or a database.
"""

from collections.abc import Iterator, Mapping

import msgspec

from nomorebets.errors import IllegalAction
from nomorebets.table.actions import Action, Offer
from nomorebets.table.events import Event, Moved, RulesPosted
from nomorebets.table.evolve import evolve, new, replay
from nomorebets.table.game import Terms
from nomorebets.table.irregularities import irregularities
from nomorebets.table.ledger import HOUSE, meter
from nomorebets.table.refusal import refused
from nomorebets.table.state import Table

__all__ = ["decide", "duty", "evolve", "legal", "open_table", "play", "replay"]


def legal(table: Table, seat: int | None = None) -> tuple[Offer, ...]:
    """Everything that may be done now, or what concerns one seat (0: what concerns none)."""
    return (*table.terms.game.offers[table.phase](table, seat), *irregularities(table, seat))


def offered(table: Table, action: Action) -> Offer | None:
    """The offer that an action takes up, if there is one."""
    seat = getattr(action, "seat", 0)
    for offers in (table.terms.game.offers[table.phase], irregularities):
        for offer in offers(table, seat):
            if action in offer:
                return offer
    return None


def decide(table: Table, action: Action) -> Iterator[Event]:
    """What happens when a legal action is taken."""
    return table.terms.game.decides[type(action)](table, action)


def play(table: Table, action: Action) -> tuple[Table, tuple[Event, ...]]:
    """Take an action if it is on offer: the table after it, and what happened."""
    if offered(table, action) is None:
        offers = legal(table)
        sentence, clause = refused(table, action, offers)
        raise IllegalAction(sentence, clause, action, offers)
    events = tuple(decide(table, action))
    return replay(table, events), events


def duty(table: Table) -> Offer | None:
    """What a dealer or floor without fault does next; nothing while it is for the players to act."""
    first = next(table.terms.game.offers[table.phase](table, None), None)  # duties stand before all else
    return first if first and first.duty else None


def open_table(terms: Terms, meters: Mapping[str, Mapping[str, int]] | None = None) -> tuple[Table, tuple[Event, ...]]:
    """A closed table with its rules posted and its meters set, to what the text says or as they are found."""
    posted: dict[str, object] = msgspec.json.decode(msgspec.json.encode(terms.submission))
    initial = {**terms.game.meters(terms.submission), **(meters or {})}
    events: list[Event] = [RulesPosted(terms.game.key, posted)]
    for wager, amounts in initial.items():
        if wager not in terms.metered:
            continue
        for name, amount in amounts.items():
            events.append(Moved(0, HOUSE, meter(wager, name), amount, terms.game.cites["meters"]))
    return replay(new(terms), events), tuple(events)
