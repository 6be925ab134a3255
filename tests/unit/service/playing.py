"""Players of the service, as clients of it."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.client import House, Refused
from nomorebets.client.watching import Changed
from nomorebets.service.http.tables import Acted
from nomorebets.service.seeing import TableView
from nomorebets.table.actions import Bet, Sit
from tests.unit.service.house import DECIDING, chosen

QUIET = ("pass", "fold", "house_way", "stand")  # decisions after which nobody waits for more of them


def decided(seen: TableView, luck: random.Random) -> object:
    """Something that is on offer to decide, if anything is."""
    offers = [offer for offer in seen.offers if isinstance(offer.action, DECIDING)]
    offers = [offer for offer in offers if getattr(offer.action, "do", "") in QUIET] or offers
    shown = replace(seen.view, offers=seen.offers)
    return chosen(shown, luck.choice(offers), luck) if offers else None


def watched(house: House, table: str) -> Iterator[TableView]:
    """A table, each time that it has changed."""
    with house.watch(table, 0) as socket:
        for message in socket:
            if isinstance(message, Changed):
                yield message.table


def sit(house: House, table: str, seat: int, key: str = "") -> Acted:
    """Take a seat, when the table is ready for whoever comes."""
    for seen in watched(house, table):
        if any(isinstance(one.action, Sit) and one.action.seat == seat for one in seen.offers):
            return house.act(table, Sit(seat), key=key)
    raise AssertionError("the socket was closed")


def play_round(house: House, table: str, seat: int = 1) -> int:
    """One round with the least wager: which it was."""
    luck, number, bet = random.Random(1), 0, False
    for seen in watched(house, table):
        if number and seen.round > number:
            return number
        offers = [one for one in seen.offers if isinstance(one.action, Bet) and one.action.seat == seat]
        try:
            if offers and not bet and seen.view.phase == "betting":
                number, bet = seen.round, True
                house.act(table, chosen(replace(seen.view, offers=seen.offers), offers[0], luck), seen.round)
                house.ready(table, seat)
            elif seen.clock and seat in seen.clock.seats and (action := decided(seen, luck)):
                house.act(table, action, seen.round)  # type: ignore[arg-type]
        except Refused:
            continue  # the table has gone on meanwhile
    raise AssertionError("the socket was closed")
