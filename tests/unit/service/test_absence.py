"""Whoever sits and does not wager is stood up after the time that is agreed, and nobody else is."""

import asyncio
import random
from pathlib import Path

from nomorebets.service.absence import looked_after
from nomorebets.service.hub import within
from nomorebets.service.policy import Policy
from nomorebets.store.record import Cause, body_of
from nomorebets.table.actions import Leave, Sit
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase
from tests.unit.service.house import SmallHouse, plays, running

GAME = "high-card-flush"


def run_with(seconds: float) -> Policy:
    return Policy(pause_seconds=0, betting_seconds=0.2, deciding_seconds=0.05, absent_seconds=seconds)


async def ready(house: SmallHouse) -> None:
    with house.hub.watching(1) as news:
        while house.table(1).phase == Phase.CLOSED:
            news.clear()
            await within(news, 1)


def test_who_does_not_wager_is_stood_up_by_the_clock_with_all_chips(tmp_path: Path) -> None:
    async def absent() -> tuple[str, str, int]:
        async with running(SmallHouse(tmp_path, [GAME], policy=run_with(0.3))) as house, asyncio.timeout(30):
            await ready(house)
            guest = house.guest()
            await house.act(1, guest, Sit(1, chips=40_000))
            await house.act(1, guest, Sit(2, chips=0))
            with house.hub.watching(1) as news:
                while house.table(1).seats:
                    news.clear()
                    await within(news, 1)
            with house.store.reading() as unit:
                bodies = [body_of(row.body) for row in unit.tables.entries(1)]
                wallet = unit.wallets.find(guest.id)
            left = [one for one in bodies if isinstance(one.action, Leave)]
            assert [(one.cause, one.by.role, one.by.name) for one in left] == [
                (Cause.CLOCK, Role.PLAYER, guest.pseudonym)
            ] * 2
            assert wallet is not None
            return guest.pseudonym, left[0].by.name, wallet.cents

    name, by, cents = asyncio.run(absent())
    assert (name, cents) == (by, 100_000)


def test_who_wagers_stays_and_who_only_watches_goes(tmp_path: Path) -> None:
    async def one_of_two() -> set[int]:
        async with running(SmallHouse(tmp_path, [GAME], policy=run_with(1))) as house, asyncio.timeout(60):
            await ready(house)
            await house.act(1, house.guest(), Sit(6))
            playing = asyncio.create_task(plays(house, 1, 1, 1000, random.Random(1)))
            with house.hub.watching(1) as news:
                while 6 in house.table(1).seats:
                    news.clear()
                    await within(news, 1)
            seats = {*house.table(1).seats}
            playing.cancel()
            return seats

    assert asyncio.run(one_of_two()) == {1}


def test_with_no_time_agreed_nobody_is(tmp_path: Path) -> None:
    async def never() -> tuple[float | None, float | None]:
        async with running(SmallHouse(tmp_path, [GAME], policy=run_with(0))) as house, asyncio.timeout(30):
            await ready(house)
            empty = looked_after(house.writer.running(1))
            await house.act(1, house.guest(), Sit(1))
            return empty, looked_after(house.writer.running(1))

    assert asyncio.run(never()) == (None, None)
