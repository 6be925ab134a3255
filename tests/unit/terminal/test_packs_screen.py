"""A table with packs in the terminal: nothing to decide, but three packs to wait for."""

import io
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from rich.console import Console

from nomorebets.games.registry import house_terms, terms
from nomorebets.terminal import session as terminal

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(*lines: str, submission: Mapping[str, Any] | None = None, bankroll: int = 100_000) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=80, force_terminal=False, highlight=False)
        posted = house_terms("packs-poker") if submission is None else terms("packs-poker", dict(submission))
        terminal.play(posted, screen, seed="demo", positions=1, bankroll=bankroll, log=None)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def test_packs_are_turned_up_one_after_the_other_each_with_its_settlement(played: Played) -> None:
    screen = played("10", "10", "10", "", "", "", submission={})
    first, second, third = (screen.index(f"Enter to turn up pack {number} ›") for number in (1, 2, 3))
    assert first < screen.index("\nPack 1\n") < screen.index(" pack 1   ") < second
    assert second < screen.index("\nPack 2\n") < screen.index(" pack 2   ") < third
    assert third < screen.index("\nPack 3\n") < screen.index(" pack 3   ")
    assert screen.count("stake  result  amount  clause") == 3
    assert "1 round, net " in screen


def test_a_pack_is_shown_with_what_each_hand_makes_of_it(played: Played) -> None:
    screen = played("10", "10", "10", "", submission={})
    shown = screen.partition("\nPack 1\n")[2].splitlines()
    assert [line.strip() for line in shown[3:5]] == [
        "You     two pair, eights and sixes (J)",
        "Dealer  two pair, tens and eights (A)",
    ]


def test_pairs_lie_together(played: Played) -> None:
    screen = played("10", "0", "0", "", submission={})
    assert "│J ♦│ │9 ♠│ │8 ♦│ │6 ♥│ │6 ♣│" in screen


def test_a_pack_that_nothing_lies_on_is_not_waited_for(played: Played) -> None:
    screen = played("10", "0", "0", "", submission={})
    assert "Enter to turn up pack 1" in screen
    assert "Enter to turn up pack 2" not in screen
    assert "\nPack 3\n" in screen


def test_enter_bets_the_least_on_the_first_pack_and_nothing_more(played: Played) -> None:
    screen = played("", "", "", "", "", submission={})
    assert "pack 1 $1 to $1,000 (Enter: $1 · 0: none) ›" in screen
    assert "pack 2 $1 to $999 (Enter: none) ›" in screen
    assert "You  pair, sixes (J-9-8)  pack 1 $1\n" in screen


def test_a_bonus_is_asked_for_only_beside_a_packs_bet_where_it_needs_one(played: Played) -> None:
    screen = played("10", "5", "y", "0", "10", "", "")
    assert "five card 1 $1 to $990 (Enter: none) ›" in screen
    assert "seven card 1 $5 (Enter: none · y: yes) ›" in screen
    assert "five card 2" not in screen
    assert "five card 3 $1 to $970 (Enter: none) ›" in screen


def test_why_and_the_posted_tables_can_be_asked_for_while_waiting(played: Played) -> None:
    screen = played("10", "5", "", "0", "0", "?", "p", "", "?")
    assert "Nothing is settled yet, and there is nothing to decide." in screen
    assert screen.count("five card, table E of 43.11(b)1") == 1
    assert "seven card, table progressive D of 43.11(c)2" in screen
    assert "five card 1: push  packs-poker:43.11(b)1" in screen


def test_whoever_quits_between_packs_leaves_what_still_lies_there(played: Played) -> None:
    screen = played("10", "20", "0", "", "q", submission={})
    assert "You leave $20 on the layout." in screen


def test_what_cannot_be_covered_is_said(played: Played) -> None:
    assert "Your $4 cannot cover the least wager of $5." in played(
        bankroll=400, submission={"limits": {"pack": {"minimum": 500, "maximum": 1000}}}
    )
