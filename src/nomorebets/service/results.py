"""What tables have won and lost against the exact odds: reckoned beside the tables, and waited for by nobody.

A table's book is its rounds since its rack was opened, else those of the last day to the hour, in whole tens: whoever
looks again and again has it reckoned once for every ten rounds.  Where the wagers of a round are of several amounts,
those of the one on which most lay stand for the round, since a line of a book is of one amount.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.errors import NoMoreBetsError
from nomorebets.odds.maths import main_wagers
from nomorebets.service import racks
from nomorebets.service.problems import TooMany
from nomorebets.service.reckoning import FILE, Command, File, Reckoner, place, submitted
from nomorebets.service.running import Running
from nomorebets.store.takings import Takings, read
from nomorebets.store.unit import Unit
from nomorebets.table.game import Terms

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
TOGETHER = 10  # rounds
MOST_ROUNDS = 5000
HOPELESS_MS = HOUR_MS  # for how long nobody tries again to reckon what took too long or has no odds


class Standing(StrEnum):
    KNOWN = "known"
    RECKONING = "reckoning"
    TOO_FEW = "too few"
    NOT_RECKONED = "not reckoned"


class Result(Struct, frozen=True, omit_defaults=True):
    """A table against the odds: what its players have won in so many rounds, what was expected, how far off that is."""

    table: str
    standing: Standing
    since_ms: int
    rounds: int = 0
    wager: str = ""
    stake: int = 0
    net: int = 0
    expected: float = 0.0
    z: float = 0.0  # standard deviations; above 0 where players have won more than was expected


class Window(Struct, frozen=True):
    """Which rounds a book is of."""

    since_ms: int
    last: int


class Book(Struct, frozen=True):
    """The rounds of a table on one wager: by amount and number of wagers, how many rounds and what players won."""

    window: Window
    wager: str = ""  # none: the main wager
    lines: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def rounds(self) -> int:
        return sum(rounds for _, _, rounds, _ in self.lines)

    @property
    def text(self) -> str:
        told = (f"{amount * wagers * rounds},{won},{rounds},{wagers}\n" for amount, wagers, rounds, won in self.lines)
        return "".join(("stake,net,rounds,seats\n", *told))


class _Document(Struct, frozen=True):
    """What the command says that is told on."""

    wager: str
    rounds: int
    stake: int
    net: int
    expected: float
    z: float


# --- Books ------------------------------------------------------------------------------------------------------------


def window(unit: Unit, running: Running, now_ms: int) -> Window:
    """Since when, and up to which round."""
    rack = racks.rack(unit.racks.entries(running.row.id))
    since = rack.opened_ms if rack.open else (now_ms - DAY_MS) // HOUR_MS * HOUR_MS
    rounds = running.table.rounds
    return Window(since, rounds - rounds % TOGETHER)


def book(unit: Unit, running: Running, of: Window) -> Book:
    rows = unit.rounds.since(running.row.id, of.since_ms, of.last - MOST_ROUNDS, of.last)
    rounds = [read(row.wagers) for row in rows]
    wagers = wagers_held(running.terms, rounds)
    lines: dict[tuple[int, int], tuple[int, int]] = {}
    for one in rounds:
        if (found := _most_staked(one, wagers)) is not None:
            amount, count, won = found
            before, sum_won = lines.get((amount, count), (0, 0))
            lines[amount, count] = before + 1, sum_won + won
    named = "" if main_wagers(running.terms) else next(iter(wagers), "")
    return Book(of, named, tuple((*key, *sums) for key, sums in sorted(lines.items())))


def wagers_held(terms: Terms, rounds: Iterable[Takings]) -> frozenset[str]:
    """The wagers that are held against the odds: the main one, of which some games have several, else the dearest.

    One that is paid by rows of other names, as a straight of Pokette is, has no odds before it is known which it was.
    """
    if mains := main_wagers(terms):
        return frozenset(mains)
    staked = Counter[str]()
    for one in rounds:
        staked.update({name: sum(alike.staked for alike in one[name]) for name in one if _has_odds(terms, name)})
    return frozenset(wager for wager, _ in staked.most_common(1))


def _has_odds(terms: Terms, wager: str) -> bool:
    table = terms.posted.get(wager)
    return table is not None and wager in table.pays


def _most_staked(of: Takings, wagers: frozenset[str]) -> tuple[int, int, int] | None:
    """Of a round the amount on which most lay: with how many wagers, and what players won by them."""
    sums: dict[int, tuple[int, int]] = {}
    for alike in (alike for wager in wagers for alike in of.get(wager, ())):
        count, won = sums.get(alike.amount, (0, 0))
        sums[alike.amount] = count + alike.wagers, won + alike.won
    if not sums:
        return None
    amount = max(sums, key=lambda one: (one * sums[one][0], one))
    return amount, *sums[amount]


# --- Reckoned ---------------------------------------------------------------------------------------------------------


class Results:
    """What is known of each table.  What is not is reckoned while somebody looks, one table after the other."""

    def __init__(
        self,
        reckoner: Reckoner,
        read_store: Callable[[Callable[[Unit], Any]], Awaitable[Any]],
        clock_ms: Callable[[], int],
    ) -> None:
        self.reckoner, self.read_store, self.clock_ms = reckoner, read_store, clock_ms
        self.books: dict[int, Book] = {}
        self.known: dict[int, tuple[Book, Result]] = {}
        self.hopeless: dict[tuple[str, str, str], int] = {}  # game, rules and wager: until when
        self.wanted: dict[int, tuple[Running, Book]] = {}
        self.task: asyncio.Task[None] | None = None

    async def told(self, tables: Sequence[Running]) -> list[Result]:
        """What is known of these tables now."""
        now = self.clock_ms()
        for number, one in (await self.read_store(lambda unit: self._read(unit, tables, now))).items():
            self.books[number] = one
        return [self._told(running, self.books[running.row.id], now) for running in tables]

    def _read(self, unit: Unit, tables: Sequence[Running], now_ms: int) -> dict[int, Book]:
        """The books of tables that have gone on."""
        windows = {running.row.id: window(unit, running, now_ms) for running in tables}
        return {
            running.row.id: book(unit, running, windows[running.row.id])
            for running in tables
            if (known := self.books.get(running.row.id)) is None or known.window != windows[running.row.id]
        }

    def _told(self, running: Running, of: Book, now_ms: int) -> Result:
        number, since = running.row.id, of.window.since_ms
        if of.rounds < TOGETHER:
            return Result(running.row.key, Standing.TOO_FEW, since, of.rounds)
        if (until := self.hopeless.get(_kind(running, of))) is not None and until <= now_ms:
            del self.hopeless[_kind(running, of)]
        elif until is not None:
            return Result(running.row.key, Standing.NOT_RECKONED, since, of.rounds)
        before, result = self.known.get(number, (None, None))
        if before != of:
            self.wanted[number] = running, of
            if self.task is None or self.task.done():
                self.task = asyncio.create_task(self._reckon())
        if result and before and before.window.since_ms == since:
            return result
        return Result(running.row.key, Standing.RECKONING, since, of.rounds)

    async def _reckon(self) -> None:
        """All that is wanted, one after the other; what there is no time for now is wanted again by the next look."""
        while self.wanted:
            running, of = self.wanted.pop(number := next(iter(self.wanted)))
            if self._is_settled(running, of):  # it was asked for again while it was reckoned
                continue
            try:
                document = msgspec.json.decode(await self.reckoner.told(command(running, of)), type=_Document)
            except NoMoreBetsError as error:
                if not (isinstance(error, TooMany) and error.retry_s):
                    self.hopeless[_kind(running, of)] = self.clock_ms() + HOPELESS_MS
                continue
            found = Result(running.row.key, Standing.KNOWN, of.window.since_ms, **msgspec.structs.asdict(document))
            self.known[number] = of, found

    def _is_settled(self, running: Running, of: Book) -> bool:
        known = self.known.get(running.row.id)
        return (known is not None and known[0] == of) or _kind(running, of) in self.hopeless

    async def stop(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)


def command(running: Running, of: Book) -> Command:
    """How the book is held against the odds of what is posted at its table."""
    wager = (f"--wager={of.wager}",) if of.wager else ()
    files = submitted(running.row.game, running.terms), File(of.text, ".csv", "the book")
    return Command("monitor", (f"--submission={FILE}", *wager, "--", running.row.game, place(1)), files)


def _kind(running: Running, of: Book) -> tuple[str, str, str]:
    """What decides whether there are odds of it, and how long they take."""
    return running.row.game, running.terms.hash, of.wager
