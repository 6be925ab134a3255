"""Who looks on at a table is woken together with the others, and at once if they may have to act."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from nomorebets.service.commands import Ready
from nomorebets.service.hub import within
from nomorebets.service.policy import Policy
from nomorebets.store.rows import Account
from nomorebets.table.actions import Bet, Decision, Sit
from nomorebets.table.state import Phase
from tests.unit.service.house import SmallHouse, running

SLOW = Policy(pause_seconds=0, betting_seconds=60, deciding_seconds=60)
APART = "nomorebets.service.hub.APART_S"


@asynccontextmanager
async def seated(folder: Path) -> AsyncIterator[tuple[SmallHouse, list[Account]]]:
    """A table at which two players sit, before anybody has bet."""
    async with running(SmallHouse(folder, ["high-card-flush"], policy=SLOW)) as house, asyncio.timeout(20):
        with house.hub.watching(1) as news:
            while house.table(1).phase == Phase.CLOSED:
                news.clear()
                await within(news, 1)
        players = [house.guest(), house.guest()]
        for seat, one in enumerate(players, 1):
            await house.act(1, one, Sit(seat))
        yield house, players


def clear(*wakes: asyncio.Event) -> None:
    for one in wakes:
        one.clear()


def test_who_was_just_woken_has_a_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(APART, 60)

    async def rests() -> None:
        async with seated(tmp_path) as (house, (one, other)):
            with house.hub.looking_on(1, "") as first, house.hub.looking_on(1, other.pseudonym) as second:
                house.hub.resting.clear()
                await house.act(1, one, Bet(1, "ante", 1000))
                assert (first.is_set(), second.is_set()) == (True, True)
                clear(first, second)
                await house.act(1, other, Bet(2, "ante", 1000))
                assert (first.is_set(), second.is_set()) == (False, False)

    asyncio.run(rests())


def test_after_the_rest_all_are_woken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(APART, 0.5)

    async def woken() -> None:
        async with seated(tmp_path) as (house, players):
            with house.hub.looking_on(1, "") as first, house.hub.looking_on(1, "") as second:
                for seat, who in enumerate(players, 1):
                    clear(first, second)
                    await house.act(1, who, Bet(seat, "ante", 1000))
                await first.wait()
                await second.wait()

    asyncio.run(woken())


def test_whoever_may_have_to_act_is_woken_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(APART, 60)

    async def decide() -> None:
        async with seated(tmp_path) as (house, players):
            one, other = players
            for seat, who in enumerate(players, 1):
                await house.act(1, who, Bet(seat, "ante", 1000))
            with house.hub.looking_on(1, "") as guest, house.hub.looking_on(1, other.pseudonym) as told:
                for seat, who in enumerate(players, 1):
                    await asyncio.wrap_future(house.writer.ask(Ready(1, seat, who.pseudonym)))
                await guest.wait()
                await told.wait()
                assert house.table(1).phase == Phase.DECIDING, "another phase is everybody's"
                clear(guest, told)
                await house.act(1, one, Decision(1, "fold"))
                await told.wait()
                assert not guest.is_set(), "it is for the second player to decide"

    asyncio.run(decide())
