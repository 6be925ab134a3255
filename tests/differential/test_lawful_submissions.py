"""Random lawful submissions through everything that is reckoned: no crash, and figures that agree with plain counts.

Best play is solved where that takes seconds whatever is submitted.  Elsewhere it is left out, and with it cards, advice
and the main wager of PAR sheets, bankrolls and books; what remains is held to each other.  Loops that have to set or
rank every hand first are played by the slow tests alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.figures.advice import advise
from nomorebets.figures.bankroll import bankroll_document
from nomorebets.figures.best_play import best_play_under
from nomorebets.figures.monitor import Line, monitor_book
from nomorebets.figures.odds import OddsDocument, count_tables
from nomorebets.figures.simulation import EXACT, Simulation
from nomorebets.figures.strategy_card import card_document, make_card
from nomorebets.figures.theory import theory
from nomorebets.games.registry import KEYS, terms
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds import maths
from nomorebets.odds.maths import Maths
from nomorebets.reports.par import sheet as par
from nomorebets.reports.par.html import page
from nomorebets.reports.par.xlsx import workbook
from tests import lawful

SOLVED = ("high-card-flush", "pokette")  # in seconds, whatever is submitted
PLAYED = (*SOLVED, "packs-poker", "pai-gow")  # likewise
HANDS = {"high-card-flush": "Td 8d 6d 2c 3c 4h 5s"}
STRATEGY = {"pai-gow": "house_way", "pai-gow-poker": "house_way", "packs-poker": "best", "pokette": "best"}
ROUNDS = 5000


def counted(filed: Filed) -> list[OddsDocument]:
    """The odds, each outcome reckoned again; a table that has none is refused in a sentence."""
    try:
        found = count_tables(filed, workers=Threads(1)).documents
    except BadInput:
        return []
    for one in found:
        assert sum(row.ways for row in one.outcomes) == one.total
        ev = sum(row.ways * Fraction(row.net) for row in one.outcomes) / one.total
        assert Fraction(one.house_edge) == -ev
        assert one.by_stake == () or one.by_stake[0].house_edge == one.house_edge
    return found


def simulated(filed: Filed, key: str) -> None:
    """One seat with every wager at its least, beside the exact figures; and a full table."""
    stakes = {wager.name: least for wager, least, _, _ in filed.terms.wagers}
    for seats in (1, filed.terms.submission.positions):
        simulation = Simulation(
            filed.terms,
            strategy=STRATEGY.get(key, "simple"),
            seats=seats,
            stakes=stakes,
            seed=7,
            workers=Threads(1),
            progress=unseen,
        )
        *_, run = simulation.runs(ROUNDS, None, None)
        document = simulation.document(run, 1.0, "")
        for line in document.lines:
            table = filed.terms.posted.get(line.wager)
            if line.se_is == EXACT and table:
                exact = next(one for one in counted(filed) if one.wager == table.wager)
                assert abs(line.house_edge - exact.house_edge_decimal) <= 7 * line.se + 1e-12, line.wager


def reckoned_of_wagers(filed: Filed, wagers: set[str]) -> None:
    """How far a bankroll goes, and what a short book says, for each wager that has odds."""
    for wager in wagers:
        expected = theory(filed, wager, Threads(1))
        book = [Line(1000, -400, 10, meter=0), Line(2000, 100, 10, seats=2, meter=5000)]
        with refused_in_words("parts of", "take too long"):
            assert 0 <= bankroll_document(expected, 5, 20).ruined <= 1
        with refused_in_words("always ends"):
            assert monitor_book(expected, book, 0.01).p_value <= 1


@contextmanager
def refused_in_words(*sentences: str) -> Iterator[None]:
    """What may be refused, and is not a crash."""
    try:
        yield
    except BadInput as error:
        if not any(sentence in error.sentence for sentence in sentences):
            raise


def solved(filed: Filed, key: str) -> None:
    document = best_play_under(filed, Threads(1))
    assert sum(one.ways for one in document.outcomes) == document.total
    card = card_document(make_card(filed, Threads(1), unseen), "")
    assert all(level.cost >= 0 for level in card.levels)
    if key in HANDS:
        worths = [one.ev_decimal for one in advise(key, HANDS[key])]
        assert worths == sorted(worths, reverse=True)


def through_everything(key: str, number: int, monkeypatch: pytest.MonkeyPatch, *, play: bool) -> None:
    fields = lawful.submission(key, Random(f"{key} {number}"))
    filed = Filed(terms(key, fields))
    if key == "pai-gow-poker":  # the imperial wager is counted over two hands, for minutes
        filed = Filed(terms(key, {**fields, "imperial": False, "imperial_maximum": None}))
    documents = counted(filed)
    if play:
        simulated(filed, key)
    if key in SOLVED:
        solved(filed, key)
    whole = maths.maths
    left: Any = (lambda of: of) if key in SOLVED else (lambda of: Maths(of.odds))
    with monkeypatch.context() as patched:
        patched.setattr(maths, "maths", lambda asked: left(whole(asked)))
        reckoned_of_wagers(filed, {one.wager for one in documents})
        sheet = par.sheet(filed, "nmb par", 0, 7, Threads(1), unseen)
        assert page(sheet)
        assert workbook(sheet)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("key", KEYS)
def test_a_lawful_submission_goes_through_everything(key: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    through_everything(key, number, monkeypatch, play=key in PLAYED)


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(20))
@pytest.mark.parametrize("key", KEYS)
def test_many_lawful_submissions_go_through_everything(key: str, tens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(10 * tens, 10 * tens + 10):
        through_everything(key, 1000 + number, monkeypatch, play=True)
