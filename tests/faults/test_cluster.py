"""Several processes on one PostgreSQL: any of them takes actions, one deals, and another goes on when it is gone."""

import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nomorebets.client import House
from nomorebets.client.watching import Changed
from nomorebets.games.registry import KEYS
from nomorebets.service.seeing import TableView
from nomorebets.table.actions import Bet, Decision, Leave
from tests.unit.service.playing import sit
from tests.unit.service.serving import serving, started


@pytest.fixture
def shared(database: Callable[[], str]) -> str:
    return database()


def until(house: House, table: str, wanted: Callable[[TableView], bool]) -> TableView:
    """The table as it is when it has come to that, as this process tells of it."""
    with house.watch(table, 0) as socket:
        for message in socket:
            if isinstance(message, Changed) and wanted(message.table):
                return message.table
    raise AssertionError("the socket was closed")


def test_what_one_process_records_others_tell_of(shared: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--database", shared) as one, serving(tmp_path, "--database", shared) as other:
        guest = one.guest()
        elsewhere = other.house(guest.token)
        table = guest.tables("high-card-flush")[0].id
        sit(guest, table, 1)
        seen = until(elsewhere, table, lambda seen: 1 in seen.view.seats and seen.view.phase == "betting")
        elsewhere.act(table, Bet(1, "ante", 1000), seen.round)
        guest.ready(table, 1)
        cards = until(guest, table, lambda seen: seen.view.phase == "deciding").view.cards("seat 1")
        here = until(elsewhere, table, lambda seen: seen.view.phase == "deciding")
        assert here.view.cards("seat 1") == cards
        elsewhere.act(table, Decision(1, "fold"), here.round)
        number = here.round
        until(guest, table, lambda seen: seen.round > number)
        guest.act(table, Leave(1))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_another_process_deals_on_when_one_is_gone(how: signal.Signals, shared: str, tmp_path: Path) -> None:
    """Killed, or asleep past the end of its lease; when it wakes up it finds that others deal."""
    with serving(tmp_path, "--database", shared) as one, serving(tmp_path, "--database", shared) as other:
        guest = other.guest()
        table = guest.tables("high-card-flush")[0].id
        sit(guest, table, 1)
        seen = until(guest, table, lambda seen: seen.view.phase == "betting")
        one.process.send_signal(how)
        guest.act(table, Bet(1, "ante", 1000), seen.round)
        guest.ready(table, 1)
        until(guest, table, lambda seen: seen.view.phase == "deciding")
        if how == signal.SIGSTOP:
            one.process.send_signal(signal.SIGCONT)
            time.sleep(1)
        here = guest.table(table)
        guest.act(table, Decision(1, "fold"), here.round)
        until(guest, table, lambda seen: seen.round > here.round)
        guest.act(table, Leave(1))


def test_processes_that_start_at_once_found_one_house(shared: str, tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        started_ = list(pool.map(lambda _: started(tmp_path, "--database", shared), range(3)))
    try:
        tables = [[row.id for row in one.administrator.tables()] for one in started_]
        assert len(tables[0]) == len(KEYS)
        assert tables[0] == tables[1] == tables[2]
    finally:
        for one in started_:
            one.close()
