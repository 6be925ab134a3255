"""What is due follows from the state and the clock, wherever play at any game has come."""

import random

from nomorebets.service.due import Due, What, due
from nomorebets.service.policy import Policy
from nomorebets.table.actions import CountStub
from nomorebets.table.engine import duty
from nomorebets.table.overdue import overdue
from nomorebets.table.state import Table
from tests.properties.wandering import DRAWN, OF_THE_RULEBOOK, start, wander

LATE_S = 10**6


def told(table: Table, what: What, now_ms: int = 0) -> list[Due]:
    return [one for one in due("t1", Policy(), table, now_ms) if one.what == what]


def check(table: Table) -> set[What]:
    """What is due is told, each once; what kinds of it there were."""
    first = duty(table)
    assert len(told(table, What.STUB_COUNT)) == bool(first and isinstance(first.action, CountStub))
    assert [(one.of, one.by, one.seat, one.clause) for one in told(table, What.STEP)] == [
        (one.step, one.by, one.seat, one.clause) for one in table.owed
    ]
    assert [one.seat for one in told(table, What.DOCUMENTATION)] == [*table.undocumented]
    assert [one.of for one in told(table, What.SEED)] == [one.commitment for one in table.unrevealed]
    late = table.hour + LATE_S
    assert {one.of for one in told(table, What.CHANGE, late * 1000) if one.overdue} == {*overdue(table, late)}
    return {one.what for one in due("t1", Policy(), table, 0)}


def test_all_that_is_due_is_told() -> None:
    seen: set[What] = set()
    for listed in OF_THE_RULEBOOK:
        for seed in range(6):
            driver = start(listed, random.Random(f"{listed} {seed}"), DRAWN, recorded=False)
            driver.at = 1_700_000_000
            for one in wander(driver, 100):
                seen |= check(one.table)
    assert {What.STUB_COUNT, What.STEP, What.SEED, What.CHANGE} <= seen
