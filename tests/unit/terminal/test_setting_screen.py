"""Setting hands, surrendering and banking in the terminal."""

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from nomorebets.games.registry import terms
from nomorebets.terminal import session as terminal

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(*lines: str, width: int = 80, positions: int = 1, **submission: Any) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=width, force_terminal=False, highlight=False)
        posted = terms("pai-gow", submission)
        terminal.play(posted, screen, seed="demo", positions=positions, bankroll=100_000, log=None)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def test_ways_to_set_a_hand_are_numbered_with_both_ranks(played: Played) -> None:
    screen = played("10")
    assert "1  4-6 3-6 nine, ten (4-6) high over 1-2 1-3 seven, four (1-3) high" in screen
    assert "house way" in screen


def test_a_hand_is_set_by_its_number_and_enter_goes_on(played: Played) -> None:
    screen = played("10", "1", "")
    assert "Dealer  5-5 4-4 eight, eight (4-4) high over 1-6 2-5" in screen
    assert "+$9.50 this round" in screen


def test_the_house_way_is_there_on_request_and_a_hand_can_be_surrendered(played: Played) -> None:
    screen = played("10", "o", "", "s")
    assert "-$10 this round" in screen
    assert "10.7(f)" in screen


def test_what_is_not_on_offer_is_said_in_one_sentence(played: Played) -> None:
    assert "'7' is not on offer; type 1 or 2 or 3 or o, or h for help." in played("10", "7")
    assert "'x' is not on offer; type s or Enter to go on, or h for help." in played("10", "1", "x")


def test_the_bank_is_offered_after_the_first_round_and_enter_passes(played: Played) -> None:
    screen = played("10", "1", "", "", "10", "1", "")
    assert screen.count("b  bank") == 2  # before the second round, and again before the third
    assert "2 rounds" in screen


def test_a_bank_plays_against_the_dealer(played: Played) -> None:
    screen = played("10", "1", "", "b", "0", "5", "1", "")
    assert "Nobody else is at the table, so the dealer has to wager against you." in screen
    assert "You bank this round." in screen
    assert "2 rounds" in screen


def test_two_areas_are_set_one_after_the_other(played: Played) -> None:
    screen = played("20", "10", "o", "", "o", "", "s", "", positions=2)
    assert screen.index("Seat 1 (") < screen.index("Seat 2 (")


def test_where_nobody_may_bank_nothing_is_asked(played: Played) -> None:
    assert "bank  10.8" not in played("10", "1", "", "10", "1", "", banking=False)
