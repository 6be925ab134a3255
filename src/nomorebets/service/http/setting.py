"""Hands that are set in two: every way in which a player may set the own hand, in the words of the rules."""

from itertools import combinations
from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.rounds.asking import Rules
from nomorebets.service.http.routing import PLAYERS, Answer, Call, Routes
from nomorebets.service.problems import NotNow
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.view import view

routes = Routes()

LOW = 2  # pieces of a low hand


class Whose(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=100)]


class Way(Struct, frozen=True, omit_defaults=True):
    """Two hands, the low one by its pieces; set unlawfully it would lose, or is refused."""

    low: tuple[str, ...]
    words: tuple[str, ...]  # of the high hand and the low hand
    lawful: bool = True
    house: str = ""  # the line of the house way that says so


class Ways(Struct, frozen=True):
    ways: tuple[Way, ...]


@routes("GET", "/v1/tables/{id}/ways", PLAYERS, query=Whose, answer=Ways, errors=(404, 409))
async def ways_to_set(call: Call) -> Answer:
    """Each way to set the hand that one holds at a seat."""
    running = await call.site.table(call.path["id"])
    actor = call.site.as_(call.who, running)[0]
    held = view(running.table, actor).cards(f"seat {call.query.seat}")
    if not running.terms.game.play.in_two or not held or HIDDEN in held:
        raise NotNow("there is no hand of yours at that seat to be set in two")
    rules = Rules(running.terms)
    house, line = rules.house_way(held)
    ways = [
        Way(low, rules.laid(held, low).words, rules.is_lawful(held, low), line if set(low) == set(house) else "")
        for low in combinations(held, LOW)
    ]
    return Answer(Ways(tuple(ways)))
