"""Books of tables that run as they should, played by the game's own loop or along the course of a meter.

    python -m tests.fair_books

prints how many of them give an alarm; the table in docs/monitor.md is its output.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from nomorebets.figures.monitor import Line, monitor_book
from nomorebets.figures.simulation import Simulation
from nomorebets.figures.theory import Theory, theory
from nomorebets.games.registry import terms
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Threads, unseen
from nomorebets.rulebook.money import Share
from nomorebets.sim.stream import stream

ROUNDS = 100  # in a line
TABLES = [  # game and seats, of games that are solved in seconds
    *(("high-card-flush", seats) for seats in range(1, 7)),
    *(("pai-gow", seats) for seats in range(1, 7)),
    *((key, seats) for key in ("what-the-flush", "packs-poker") for seats in (1, 6)),
]


def of_seats(
    key: str, seats: int, books: int, lines: int, fields: dict[str, Any] | None = None
) -> Iterator[list[Line]]:
    """Books of the main wager, played for the most, with so many seats in every round; of Pack's on all three packs."""
    under = terms(key, fields or {})
    mains = [name for name, table in under.posted.items() if table is None]
    stakes = dict.fromkeys(mains, 100)
    table = Simulation(under, strategy="best", seats=seats, stakes=stakes, seed=1, workers=Threads(1), progress=unseen)
    play, parameters, layout = table.kernel
    for book in range(books):
        found = []
        for number in range(lines):
            tally = play(stream(book, number), ROUNDS, *parameters)
            of_mains = [line for line in layout.read(ROUNDS, tally.tolist()) if line.name in mains]
            placed, net = sum(line.placed for line in of_mains), sum(line.net for line in of_mains)
            found.append(Line(placed, net, ROUNDS, seats=seats * len(mains)))
        yield found


def of_meter(expected: Theory, wagers: int, rate: int, initial: int, chance: Random) -> list[Line]:
    """The book of a progressive of a dollar: a line ends after so many rounds, or when a share of the meter is won."""
    posted = terms("high-card-flush", {"progressive": "A"}).posted["progressive"]
    assert posted
    assert expected.at_meter
    shares = {row: pay.percent for row, pay in posted.pays.items() if isinstance(pay, Share)}
    rows = [(one.name, one.net, one.ways) for one in expected.measures.outcomes]
    names, weights = [(name, net) for name, net, _ in rows], [ways for _, _, ways in rows]
    book, cents = [], 100 * initial  # of the meter, in hundredths
    start, net, rounds = initial, 0, 0
    for name, units in chance.choices(names, weights, k=wagers):
        cents += 100 * rate
        rounds += 1
        share = shares.get(name, 0)
        paid = cents // 100 * share // 100 if share else int((units + 1) * 100)
        net += paid - 100
        cents -= 100 * paid if share else 0
        if share == 100:
            cents = 100 * initial
        if share or rounds == ROUNDS:
            book.append(Line(100 * rounds, net, rounds, meter=start))
            start, net, rounds = cents // 100, 0, 0
    return book


def alarms(expected: Theory, books: Iterator[list[Line]], false_alarms: float) -> int:
    return sum(monitor_book(expected, book, false_alarms).alarm is not None for book in books)


def main_theory(key: str, fields: dict[str, Any] | None = None) -> Theory:
    return theory(Filed(terms(key, fields or {})), None, Threads())


def progressive_theory() -> Theory:
    return theory(Filed(terms("high-card-flush", {"progressive": "A"})), "progressive", Threads())


def metered(books: int, wagers: int) -> Iterator[list[Line]]:
    expected = progressive_theory()
    return (of_meter(expected, wagers, 20, 1_000_000, Random(seed)) for seed in range(books))


if __name__ == "__main__":
    for key, seats in TABLES:
        found = alarms(main_theory(key), of_seats(key, seats, 400, 100), 0.1)
        sys.stdout.write(f"| {key} | {seats} | {found} of 400 |\n")
        sys.stdout.flush()
    found = alarms(progressive_theory(), metered(400, 10_000), 0.1)
    sys.stdout.write(f"| progressive of high-card-flush | 1 | {found} of 400 |\n")
