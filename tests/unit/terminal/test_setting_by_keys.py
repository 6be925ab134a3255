"""Setting seven cards by keys in the terminal, and what else a Pai Gow Poker table asks there."""

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from nomorebets.games.registry import game, terms
from nomorebets.terminal import drawing, hands
from nomorebets.terminal import session as terminal

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(*lines: str, width: int = 100, positions: int = 1, **submission: Any) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=width, force_terminal=False, highlight=False)
        posted = terms("pai-gow-poker", {"imperial": False, **submission})
        terminal.play(posted, screen, seed="demo", positions=positions, bankroll=100_000, log=None)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


# With the seed "demo" the first hand is A♥ K♠ J♣ 7♠ 4♦ 3♦ 2♥, against a pair of queens under A-K.


def test_cards_lie_from_the_highest_down_with_a_key_under_each(played: Played) -> None:
    screen = played("10")
    assert "│A ♥│ │K ♠│ │J ♣│ │7 ♠│ │4 ♦││3 ♦│ │2 ♥│" in screen
    assert "  1     2     3     4     5    6     7" in screen
    assert "You  best: ace high (K-J-7-4)" in screen


def test_both_hands_are_told_before_they_are_laid(played: Played) -> None:
    screen = played("10", "23", "2 4", "", "")
    assert "high  A♥ 7♠ 4♦ 3♦ 2♥  ace high (7-4-3-2)" in screen
    assert "low   K♠ J♣           king high (J)" in screen
    assert "high  A♥ J♣ 4♦ 3♦ 2♥  ace high (J-4-3-2)" in screen
    assert "low   K♠ 7♠           king high (7)" in screen
    assert "wager    $10  lose      -$10  11.9(g)1" in screen


def test_a_foul_setting_is_refused_before_it_costs_anything(played: Played) -> None:
    screen = played("10", "12", "", "o", "")
    assert "The low hand outranks the high hand: set so, it loses (11.9(g)3).  Name two others." in screen
    assert "Name two cards for the low hand by their keys, such as 1 2; or o." in screen  # nothing is laid by Enter
    assert screen.index("outranks") < screen.index("No pair: the highest behind")


@pytest.mark.parametrize("answer", ["1", "123", "18", "1 1", "x", "1 x"])
def test_what_names_no_two_cards_is_said_in_one_sentence(played: Played, answer: str) -> None:
    assert f"{answer!r} is not two of 1-7, nor o; h is for help." in played("10", answer)


def test_the_rule_behind_the_setting_and_the_help_are_there_on_request(played: Played) -> None:
    screen = played("10", "?", "h")
    assert "set  pai-gow-poker:11.9(a)" in screen
    assert "pai-gow-poker:11.9(g)3" in screen
    assert "puts the cards with these keys in front" in screen


def test_a_hand_can_be_surrendered_once_it_is_set(played: Played) -> None:
    screen = played("10", "o", "", "s")
    assert "11.9(e)" in screen
    assert "-$10 this round" in screen


def test_two_hands_are_set_one_after_the_other(played: Played) -> None:
    screen = played("20", "10", "o", "", "o", "", "", "", positions=2)
    assert screen.index("Seat 1  best:") < screen.index("Seat 2  best:")


def test_the_dealers_hand_is_told_in_two(played: Played) -> None:
    assert "Dealer  Q♠ Q♦ 9♥ 4♠ 2♦ pair, queens (9-4-2) over A♠ K♣ ace high (K)" in played("10", "o", "", "")


def test_numbers_are_bet_on_in_few_words(played: Played) -> None:
    screen = played("10", "9 5", "3 x", "3 5", "7", "", "o", "", "", "", start="number")
    assert "'9' is not a number to wager on; those are 1, 2, 3, 4, 5, 6, 7." in screen
    assert "'x' is not an amount" in screen
    assert "Enter is not an amount" in screen  # 7 and no amount
    assert screen.count("additional wager: number and amount") == 5
    assert "additional 1 $1 to" not in screen  # nor is each of them asked for
    assert "The number is 6." in screen
    assert "additional 3     $5  lose       -$5  11.13(b)4" in screen


def test_a_bank_may_wager_on_its_cards_and_selects_a_stack(played: Played) -> None:
    lines = ("10", "", "o", "", "", "b", "10", "5", "8", "4", "o", "", "")
    screen = played(*lines, dealing="hand", imperial=True)
    assert "You bank this round." in screen
    assert "imperial $1 to" in screen
    assert "'8' is not a stack; type 1 to 7." in screen
    assert "2 rounds" in screen


def test_enter_selects_the_first_stack(played: Played) -> None:
    screen = played("10", "", "o", "", "", "b", "10", "", "", "o", "", "", dealing="hand", imperial=True)
    assert "Which stack first? (1 to 7 · Enter: 1) › \n" in screen
    assert "2 rounds" in screen


def test_the_cut_is_made_when_it_is_known_who_banks(played: Played) -> None:
    screen = played("10", "o", "", "", "", "10", "o", "", "")
    assert "shuffled and cut at 26; to check the seed with later:" in screen
    assert "cut at 26\nNo more bets." in screen


def test_a_narrow_screen_breaks_the_row_and_its_keys() -> None:
    drawn = drawing.cards(["As", "Kh", "Qd"], 12, ("1", "2", "3")).plain
    assert drawn.splitlines()[3].split() == ["1", "2"]
    assert drawn.splitlines()[7].split() == ["3"]
    assert hands.ranked(["2c", "Ah", "Jo", "As", "??"]) == ["Jo", "As", "Ah", "2c", "??"]
    assert game("pai-gow-poker").manner.by_rank
