"""Results against the odds: which rounds and wagers make a book, and what is told while it is reckoned."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from nomorebets.client import Desk, Refused
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.games.registry import house_terms
from nomorebets.service.policy import Policy
from nomorebets.service.problems import TooMany
from nomorebets.service.reckoning import Command
from nomorebets.service.results import (
    DAY_MS,
    HOPELESS_MS,
    HOUR_MS,
    MOST_ROUNDS,
    Book,
    Result,
    Results,
    Standing,
    Window,
    book,
    command,
    window,
)
from nomorebets.store.rows import Account, GameTable, RackAnswer, RackEntry, RoundRow
from nomorebets.store.takings import Alike, Takings, written
from nomorebets.store.unit import Store
from nomorebets.table.actions import Leave
from tests.unit.service.playing import play_round, sit
from tests.unit.service.serving import Served

NOW = 100 * DAY_MS + 1234
FAST = Policy(pause_seconds=0, betting_seconds=1, deciding_seconds=1)
DOCUMENT = {"wager": "ante", "rounds": 10, "stake": 5000, "net": -700, "expected": -133.2, "z": -0.4, "hold": 0.14}


def running(rounds: int, game: str = "high-card-flush") -> Any:
    row = SimpleNamespace(id=1, key="t1", game=game)
    return SimpleNamespace(row=row, table=SimpleNamespace(rounds=rounds), terms=house_terms(game))


def filled(store: Store, *rounds: Takings, ended_ms: int = NOW - 1) -> None:
    with store.unit() as unit:
        unit.tables.open(GameTable(1, "t1", "any", b"{}", b"{}", 1))
        for number, one in enumerate(rounds, 1):
            unit.rounds.end(RoundRow(1, number, number, number, ended_ms, ended_ms, written(one)), [])


def lines(store: Store, of: Any, now_ms: int = NOW) -> Book:
    with store.reading() as unit:
        return book(unit, of, window(unit, of, now_ms))


# --- Books ------------------------------------------------------------------------------------------------------------


def test_a_book_has_whole_tens_of_rounds_alike_ones_on_a_line(store: Store) -> None:
    filled(
        store, *[{"ante": [Alike(500, 2, -300)], "flush_bonus": [Alike(100, 1, 900)]}] * 12, {"ante": [Alike(1, 1, 1)]}
    )
    found = lines(store, running(13))
    assert found.lines == ((500, 2, 10, -3000),)
    assert found.text == "stake,net,rounds,seats\n10000,-3000,10,2\n"
    assert found.wager == ""


def test_of_a_round_with_several_amounts_the_one_counts_on_which_most_lay(store: Store) -> None:
    filled(
        store,
        *[{"ante": [Alike(500, 3, 1), Alike(1000, 1, 2)]}] * 5,
        *[{"ante": [Alike(500, 1, 3), Alike(600, 1, 4)]}] * 5,
    )
    assert lines(store, running(10)).lines == ((500, 3, 5, 5), (600, 1, 5, 20))


def test_three_packs_are_three_wagers_of_a_round(store: Store) -> None:
    filled(
        store,
        *[{"pack_1": [Alike(500, 2, -10)], "pack_2": [Alike(500, 1, 5)], "five_card_1": [Alike(9000, 1, 0)]}] * 10,
    )
    assert lines(store, running(10, "packs-poker")).lines == ((500, 3, 10, -50),)


def test_where_no_wager_is_the_main_one_the_one_counts_on_which_most_was_staked(store: Store) -> None:
    filled(store, *[{"red": [Alike(500, 2, 0)], "akq": [Alike(900, 1, -900)]}] * 10)
    found = lines(store, running(10, "pokette"))
    assert (found.wager, found.lines) == ("red", ((500, 2, 10, 0),))
    assert "--wager=red" in command(running(10, "pokette"), found).arguments


def test_a_wager_that_has_odds_by_another_name_alone_is_none_to_hold_against_them(store: Store) -> None:
    """A straight of Pokette is open or inside, which a round does not tell."""
    filled(store, *[{"red": [Alike(500, 1, 0)], "straight": [Alike(9000, 1, -9000)]}] * 10)
    assert lines(store, running(10, "pokette")).wager == "red"


def test_a_book_begins_a_day_ago_to_the_hour_or_when_the_rack_was_opened(store: Store) -> None:
    filled(store, *[{"ante": [Alike(500, 1, 1)]}] * 20, ended_ms=NOW - 2 * HOUR_MS)
    assert lines(store, running(20)).rounds == 20
    assert lines(store, running(20), NOW + DAY_MS).rounds == 0
    assert lines(store, running(20)).window == Window((NOW - DAY_MS) // HOUR_MS * HOUR_MS, 20)
    with store.unit() as unit:
        for name in ("ann", "bob"):
            unit.accounts.add(Account(0, name, name, "", None, 1))
        unit.racks.ask(RackEntry(1, 1, "open", 500, 1, NOW - HOUR_MS))
        assert lines_in(unit).rounds == 20
        unit.racks.answer(RackAnswer(1, 1, "confirmed", 2, NOW - HOUR_MS, 7, 0, 500))
        assert lines_in(unit).window == Window(NOW - HOUR_MS, 20)
        assert lines_in(unit).rounds == 0


def lines_in(unit: Any) -> Book:
    of = running(20)
    return book(unit, of, window(unit, of, NOW))


def test_a_book_has_an_end(store: Store) -> None:
    filled(store, *[{"ante": [Alike(500, 1, 1)]}] * (MOST_ROUNDS + 10))
    assert lines(store, running(MOST_ROUNDS + 10)).rounds == MOST_ROUNDS


# --- Reckoned ---------------------------------------------------------------------------------------------------------


class Told:
    """A reckoner that says what it was told to."""

    def __init__(self, *answers: object) -> None:
        self.answers, self.asked, self.at_once = [*answers], list[Command](), 0

    async def told(self, asked: Command) -> bytes:
        self.asked.append(asked)
        self.at_once += 1
        assert self.at_once == 1, "one at a time"
        await asyncio.sleep(0)
        self.at_once -= 1
        answer = self.answers.pop(0)
        if isinstance(answer, NoMoreBetsError):
            raise answer
        return msgspec.json.encode(answer)


def looks(store: Store, reckoner: Told, *rounds_and_hours: tuple[int, int]) -> list[Result]:
    """What is told of a table at each look, when all that was wanted by it is done."""

    async def every() -> list[Result]:
        now = [NOW]

        async def read_store(work: Any) -> Any:
            with store.reading() as unit:
                return work(unit)

        results, found = Results(reckoner, read_store, lambda: now[0]), []  # type: ignore[arg-type]
        for rounds, hour in rounds_and_hours:
            now[0] = hour
            found += await results.told([running(rounds)])
            await results.told([running(rounds)])  # somebody else looks meanwhile
            if results.task:
                await results.task
        await results.stop()
        return found

    return asyncio.run(every())


ANTES: list[Takings] = [{"ante": [Alike(500, 1, -70)]}]


def test_a_table_is_reckoned_once_for_ten_rounds_and_told_as_it_was_until_the_next_ten_are(store: Store) -> None:
    filled(store, *ANTES * 30)
    reckoner = Told(DOCUMENT, {**DOCUMENT, "rounds": 20})
    found = looks(store, reckoner, *[(rounds, NOW) for rounds in (9, 10, 11, 19, 20, 21)])
    assert [(one.standing, one.rounds) for one in found] == [
        (Standing.TOO_FEW, 0),
        (Standing.RECKONING, 10),
        (Standing.KNOWN, 10),
        (Standing.KNOWN, 10),
        (Standing.KNOWN, 10),
        (Standing.KNOWN, 20),
    ]
    assert (found[2].wager, found[2].stake, found[2].net, found[2].z) == ("ante", 5000, -700, -0.4)
    assert len(reckoner.asked) == 2


def test_what_takes_too_long_or_has_no_odds_is_not_tried_again_for_an_hour(store: Store) -> None:
    filled(store, *ANTES * 30, ended_ms=NOW + HOUR_MS)
    for why in TooMany("that takes more than 60 seconds", 0), BadInput("has no odds"):
        reckoner = Told(why, DOCUMENT)
        found = looks(store, reckoner, (10, NOW), (20, NOW), (20, NOW + HOPELESS_MS), (20, NOW + HOPELESS_MS))
        assert [one.standing for one in found] == [
            Standing.RECKONING,
            Standing.NOT_RECKONED,
            Standing.RECKONING,
            Standing.KNOWN,
        ]
        assert len(reckoner.asked) == 2


def test_while_others_have_figures_reckoned_a_table_waits_for_the_next_look(store: Store) -> None:
    filled(store, *ANTES * 10)
    reckoner = Told(TooMany("too many others", 10), DOCUMENT)
    assert [one.standing for one in looks(store, reckoner, *[(10, NOW)] * 3)] == [
        Standing.RECKONING,
        Standing.RECKONING,
        Standing.KNOWN,
    ]


# --- Over HTTP --------------------------------------------------------------------------------------------------------


def test_a_table_is_held_against_the_odds_of_its_own_submission(served: Served, floor: Desk) -> None:
    table, guest = floor.open_table("high-card-flush", policy=FAST), served.guest()
    sit(guest, table, 1)
    for _ in range(10):
        play_round(guest, table)
    seen = {one.table: one for one in floor.results()}
    assert seen[table].standing in (Standing.RECKONING, Standing.KNOWN)
    for _ in range(300):
        seen = {one.table: one for one in floor.results()}
        if seen[table].standing == Standing.KNOWN:
            break
        time.sleep(0.1)
    told = seen[table]
    assert (told.standing, told.wager, told.rounds) == (Standing.KNOWN, "ante", 10)
    guest.act(table, Leave(1))
    assert told.net == guest.me().balance - 100_000
    assert abs(told.expected / told.stake + 0.0266) < 0.001
    assert {one.standing for key, one in seen.items() if key != table} == {Standing.TOO_FEW}


def test_who_supervises_one_table_is_told_of_that_one(served: Served, floor: Desk) -> None:
    table = floor.open_table("pokette", policy=FAST)
    assert [one.table for one in served.staff("of-one-table", f"floor@{table}").results()] == [table]
    with pytest.raises(Refused):
        served.staff("who-deals", "dealer").results()
