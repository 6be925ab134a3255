"""Death between any two statements: of an append, and of whoever puts entries into the tree of the log."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.commands import Act, HouseSteps
from nomorebets.service.house import house_of
from nomorebets.service.seating import Chips
from nomorebets.service.writer import Writer, system_clock
from nomorebets.store.checkpoints import checkpointed
from nomorebets.table.actions import Action, Bet, Sit
from nomorebets.table.roles import player as as_player
from tests.faults.checking import check
from tests.faults.players import Player
from tests.faults.playing import founded
from tests.faults.server import STATEMENT, die_at

MOST = 1000  # statements


def dies_at_each(work: Callable[[], None]) -> int:
    """Do it in a process that dies before its first statement, its second, and so on, until one has come to the end."""
    for count in range(1, MOST):
        pid = os.fork()
        if not pid:
            code = 1
            try:
                die_at(STATEMENT, count)
                work()
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            return count - 1
        assert code == -signal.SIGKILL, f"before statement {count} it ended with {code}"
    raise AssertionError("it has no end")


def appends(data: Path, database: str, seed: int) -> dict[str, int]:
    """A seat, a wager and all that the house does, each asked for again under its key after each death."""
    _, players = founded(data, database, seed, seats=1, games=("high-card-flush",))
    player, counts = players[0], 0
    wanted: tuple[Action, ...] = (Sit(1), Bet(1, "ante", 100), Bet(1, "progressive", 100))
    for number, action in enumerate(wanted):
        counts += dies_at_each(lambda: housed(data, database, player))
        counts += dies_at_each(lambda: acted(data, database, player, action, f"1-{number}"))  # noqa: B023
    counts += dies_at_each(lambda: housed(data, database, player))
    return {**check(data, database, players), "deaths": counts}


def _writer(data: Path, database: str) -> Writer:
    store, keys = house_of(data, database, system_clock())
    return Writer(store, keys, lambda _changes: None)


def _number(writer: Writer, key: str) -> int:
    return next(row.id for row in writer.rows.values() if row.key == key)


def housed(data: Path, database: str, player: Player) -> None:
    """What the house does at a table by itself."""
    writer = _writer(data, database)
    number = _number(writer, player.table)
    writer.ask(HouseSteps(number, writer.running(number).head.epoch, without_pause=True)).result()


def acted(data: Path, database: str, player: Player, action: Action, key: str) -> None:
    writer = _writer(data, database)
    number = _number(writer, player.table)
    with writer.store.reading() as unit:
        account = unit.accounts.called(player.name)
    assert account is not None
    chips = Chips(account.id, account.pseudonym, writer.running(number).policy)
    with suppress(NoMoreBetsError):  # the round may have gone on
        writer.ask(Act(number, (as_player(player.name),), action, str(account.id), key, chips=chips)).result()


def sequenced(data: Path, database: str, seed: int) -> dict[str, int]:
    """Whoever has the lease of the log is killed between any two of its statements: each entry gets one leaf."""
    _, players = founded(data, database, seed, seats=1)
    counts = 0
    for player in players:
        housed(data, database, player)  # which leaves entries that wait
        counts += dies_at_each(lambda: signed(data, database))
    return {**check(data, database, players), "deaths": counts}


def signed(data: Path, database: str) -> None:
    store, keys = house_of(data, database, system_clock())
    checkpointed(store, keys, system_clock())
