"""A small house that runs in the event loop of a test: tables, the writer, those who deal, and players who are bots."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from nomorebets.errors import NoMoreBetsError
from nomorebets.games.registry import house_terms
from nomorebets.service.commands import Act, Done, Ready
from nomorebets.service.dealers import Dealers
from nomorebets.service.house import house_of, opened
from nomorebets.service.hub import Hub, within
from nomorebets.service.people.guests import welcome
from nomorebets.service.policy import Policy
from nomorebets.service.seating import Chips
from nomorebets.service.writer import Writer, system_clock
from nomorebets.store.rows import Account
from nomorebets.table.actions import Action, Bet, Cut, Decision, SelectStack, Sit, Step
from nomorebets.table.offers import Offer
from nomorebets.table.roles import player
from nomorebets.table.state import Phase, Table
from nomorebets.table.view import View, view

AT_ONCE = Policy(pause_seconds=0, betting_seconds=0.5, deciding_seconds=0.05)
DECIDING = (Decision, Cut, SelectStack, Step)
KEYS = count()


class SmallHouse:
    """Tables that run."""

    def __init__(self, folder: Path, games: Iterable[str], database: str = "", policy: Policy = AT_ONCE) -> None:
        self.store, self.keys = house_of(folder, database, system_clock())
        with self.store.unit() as unit:
            self.rows = [
                opened(unit, self.keys, game, house_terms(game).document, policy, "tests", system_clock())
                for game in games
                if not any(row.game == game for row in unit.tables.all())
            ]
        self.hub = Hub(asyncio.get_running_loop())
        self.writer = Writer(self.store, self.keys, self.hub.published)
        self.dealers = Dealers(self.writer, self.hub)

    def guest(self) -> Account:
        """Somebody with play money."""
        with self.store.unit() as unit:
            return welcome(unit, system_clock(), os.urandom)[0]

    def table(self, number: int) -> Table:
        return self.writer.running(number).table

    async def act(self, number: int, who: Account, action: Action, key: str = "") -> Done:
        chips = Chips(who.id, who.pseudonym, self.writer.running(number).policy)
        by, key = (player(who.pseudonym),), key or str(next(KEYS))
        command = Act(number, by, action, str(who.id), key, chips=chips)
        return await asyncio.wrap_future(self.writer.ask(command))

    async def until(self, number: int, rounds: int) -> None:
        """So many rounds are over at a table."""
        with self.hub.watching(number) as news:
            while self.table(number).rounds < rounds:
                news.clear()
                await within(news, 1)


@asynccontextmanager
async def running(house: SmallHouse) -> AsyncIterator[SmallHouse]:
    """While this lasts, the house deals."""
    task = asyncio.create_task(house.dealers.run())
    try:
        yield house
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        house.writer.stop()
        house.dealers.release()
        house.store.close()


async def plays(house: SmallHouse, number: int, seat: int, rounds: int, luck: random.Random) -> None:
    """A player who bets the least, decides at random, and sometimes lets the time run out."""
    who = house.guest()
    with house.hub.watching(number) as news:
        while house.table(number).phase == Phase.CLOSED:
            news.clear()
            await within(news, 1)
        await house.act(number, who, Sit(seat))
        while (table := house.table(number)).rounds < rounds:
            news.clear()
            with suppress(NoMoreBetsError):  # the table has gone on meanwhile
                await _moves(house, table, number, seat, who, luck)
            await within(news, 0.2)


async def _moves(house: SmallHouse, table: Table, number: int, seat: int, who: Account, luck: random.Random) -> None:
    seen = view(table, player(who.pseudonym))
    if table.phase == Phase.BETTING and not seen.seats[seat].chips:
        offers = [offer for offer in seen.offers if isinstance(offer.action, Bet) and offer.action.seat == seat]
        if offers:
            await house.act(number, who, chosen(seen, offers[0], luck))
            await asyncio.wrap_future(house.writer.ask(Ready(number, seat, who.pseudonym)))
    elif seen.awaited and seen.awaited.by == "player" and seat in seen.awaited.seats and luck.random() < 0.8:
        offers = [offer for offer in seen.offers if isinstance(offer.action, DECIDING)]
        await house.act(number, who, chosen(seen, luck.choice(offers), luck))


def chosen(seen: View, offer: Offer, luck: random.Random) -> Action:
    """An action within an offer."""
    if not offer.select:
        return offer.action
    among = seen.selectable(offer)
    if isinstance(getattr(offer.action, offer.select.field), str):
        return replace(offer.action, **{offer.select.field: among[0]})
    return replace(offer.action, **{offer.select.field: tuple(luck.sample(among, offer.select.least))})
