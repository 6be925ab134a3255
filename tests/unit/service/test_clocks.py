"""Players keep their time when somebody sets the clock of the machine."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomorebets.service.commands import Done, HouseSteps, Ready, Run
from nomorebets.service.policy import Policy
from nomorebets.service.writer import STEP_MS, system_clock
from nomorebets.table.actions import Bet, Sit
from nomorebets.table.state import Phase
from tests.unit.service.house import SmallHouse

HOUR_MS = 3_600_000


def test_deadlines_move_with_a_clock_that_is_set(tmp_path: Path) -> None:
    """An hour ahead nobody has lost their time, and an hour back nobody waits for an hour."""

    async def run() -> None:
        house = SmallHouse(tmp_path, ["high-card-flush"], policy=Policy(pause_seconds=0))
        shift = [0]
        house.writer.clock_ms = lambda: system_clock() + shift[0]

        async def steps() -> Done:
            return await asyncio.wrap_future(house.writer.ask(HouseSteps(1, 0, without_pause=True)))

        await steps()
        who = house.guest()
        await house.act(1, who, Sit(1))
        await steps()
        await house.act(1, who, Bet(1, "ante", 1000))
        await steps()  # the house commits to what it will draw
        due = house.writer.running(1).head.due_ms
        for shift[0] in (HOUR_MS, 0, -HOUR_MS):
            before = house.table(1).version
            await steps()
            await house.act(1, who, Bet(1, "ante", 500))  # which publishes the head as it is by then
            assert house.table(1).version == before + 1, "the house has closed the bets"
            assert abs(house.writer.running(1).head.due_ms - due - shift[0]) < STEP_MS
        house.writer.stop()
        house.store.close()

    asyncio.run(run())


@pytest.mark.clause("packs-poker:1.18(g)", "high-card-flush:38.2(a)")
def test_what_people_do_is_recorded_at_the_hour_by_which_cards_have_come_due(tmp_path: Path) -> None:
    async def run() -> None:
        house = SmallHouse(tmp_path, ["high-card-flush"], policy=Policy(pause_seconds=0))
        hour = [system_clock()]
        house.writer.clock_ms = lambda: hour[0]
        steps = HouseSteps(1, 0, without_pause=True)
        await asyncio.wrap_future(house.writer.ask(steps))
        who = house.guest()
        await house.act(1, who, Sit(1))
        await asyncio.wrap_future(house.writer.ask(steps))
        old = house.table(1).in_play
        hour[0] = old.due_at * 1000 + 5000
        await house.act(1, who, Bet(1, "ante", 1000))
        assert house.table(1).hour == old.due_at + 5
        await asyncio.wrap_future(house.writer.ask(steps))
        table = house.table(1)  # at which no round begins with old cards
        assert (table.phase, table.in_play.opened_at) == (Phase.BETTING, old.due_at + 5), (
            "no round begins with old cards"
        )
        house.writer.stop()
        house.store.close()

    asyncio.run(run())


def test_a_pause_takes_nobodys_time(tmp_path: Path) -> None:
    """A supervisor who paused a table for as long as a clock ran had the house fold for whoever was deciding."""

    async def run() -> None:
        policy = Policy(pause_seconds=0, betting_seconds=0.4)
        house = SmallHouse(tmp_path, ["high-card-flush"], policy=policy)

        async def done(command: HouseSteps | Run | Ready) -> Done:
            return await asyncio.wrap_future(house.writer.ask(command))

        steps = HouseSteps(1, 0, without_pause=True)
        await done(steps)
        who = house.guest()
        await house.act(1, who, Sit(1))
        await done(steps)
        await house.act(1, who, Bet(1, "ante", 1000))
        await done(Run(1, replace(policy, paused=True)))
        await asyncio.sleep(0.5)
        await done(Run(1, policy))
        await done(steps)
        assert house.table(1).phase == Phase.BETTING
        assert 0 < house.writer.running(1).head.due_ms - house.writer.now_ms() <= 400
        await done(Run(1, replace(policy, paused=True)))
        await done(Ready(1, 1, who.pseudonym))
        await done(Run(1, policy))
        await done(steps)
        assert house.table(1).phase != Phase.BETTING, "nobody waits for who is ready"
        house.writer.stop()
        house.store.close()

    asyncio.run(run())
