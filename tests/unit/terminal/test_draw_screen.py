"""Drawing cards, declaring and forcing the dealer in the terminal."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from nomorebets.errors import BadInput
from nomorebets.games.registry import terms
from nomorebets.table.offers import Selector
from nomorebets.terminal import choices
from nomorebets.terminal import session as terminal

Played = Callable[..., str]

# What the first hand is under these words.
ACE_KING_QUEEN = "demo"  # Ks Qs 4s 2d Ac
SIXES = "a"  # As 6s Th 4d 6c, and 7d 6h to be drawn against two pair
SAME_COLOUR = "d"  # Kh Th 8h 7d 2d, against no hand


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(*lines: str, seed: str = SIXES, bankroll: int = 100_000, log: Path | None = None, **submission: Any) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=80, force_terminal=False, highlight=False)
        posted = terms("lunar-poker", submission)
        kept = None if log is None else str(log)
        terminal.play(posted, screen, seed=seed, positions=1, bankroll=bankroll, log=kept)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


BETS = ("10", "5", "")  # ante, super, no progressive


def lines(screen: str) -> list[str]:
    """What stands on the screen, blanks made one."""
    return [" ".join(line.split()) for line in screen.splitlines()]


def test_the_player_sees_the_up_card_the_own_hand_and_what_may_be_done(played: Played) -> None:
    screen = played(*BETS)
    assert "Dealer\n╭───╮ ╭───╮╭───╮╭───╮╭───╮\n│8 ♦│ │░░░││░░░││░░░││░░░│" in screen
    assert "You  pair, sixes (A-10-4)  ante $10 · super $5\n" in screen
    first = lines(screen).index("b bet $20 38.10(b)3")
    assert lines(screen)[first : first + 5] == [
        "b bet $20 38.10(b)3",
        "u buy $10 38.10(b)1",
        "e exchange $10 38.10(b)2",
        "f fold 38.10(b)4",
        "d declare (super: nothing due) 38.10(a)",
    ]


def test_what_a_declaration_is_worth_is_said_and_paid(played: Played) -> None:
    screen = played(*BETS, "d", seed=ACE_KING_QUEEN)
    assert "declare (super Ace-King-Queen 5 to 1)" in screen
    again = screen.rpartition("38.10(b)4")[0]
    assert again.count("declare") == 1  # it is offered once
    assert "ace high (K-Q-4-2)" in screen


def test_cards_to_exchange_are_named_in_full_or_by_rank(played: Played) -> None:
    for answer in ("e as 4d", "exchange 4 A", "e 4d a"):
        screen = played(*BETS, answer, "bet")
        assert "You  three of a kind, sixes (10-7)  ante $10 · super $5 · exchange $10" in screen
        assert "exchange $10 lose -$10 38.10(b)2" in lines(screen)
    asked = played(*BETS, "e", "as 4", "b")
    assert "exchange 2 to 5 cards (such as 6c 4d · Enter: back) › as 4" in asked
    assert "three of a kind, sixes" in asked


def test_the_tens_may_be_typed_as_they_are_drawn(played: Played) -> None:
    assert "exchange $10\n" in played(*BETS, "e 10h 4", "f")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("e 4", "exchange takes 2 to 5 cards, not 1 (38.10(b)2)."),
        ("e 6 4", "'6' is not one card of 6c 4d Th 6s As."),
        ("e kd 4", "'kd' is not one card of 6c 4d Th 6s As."),
    ],
)
def test_a_wrong_selection_is_said_in_one_sentence(played: Played, answer: str, sentence: str) -> None:
    screen = played(*BETS, answer, "f")
    assert sentence in screen
    assert "1 round" in screen
    asked = played(*BETS, "e", answer.removeprefix("e "), "", "f")
    assert sentence in asked
    assert asked.count("You (b or u or e or f or d)") == 2  # Enter goes back to the choices


def test_a_card_is_bought_and_a_hand_folded(played: Played) -> None:
    screen = played(*BETS, "u", "f")
    assert "ante $10 · super $5 · buy $10" in screen
    assert "-$25 this round" in screen


def test_a_dealer_without_a_hand_is_forced_or_not(played: Played) -> None:
    stood = played(*BETS, "b", "b", "s", seed=SAME_COLOUR)
    assert "f  force $10  38.10(k)" in stood
    assert "bet $20 void $0 38.10(j)1" in lines(stood)
    forced = played(*BETS, "b", "b", "force", seed=SAME_COLOUR)
    assert "Discarded by the dealer\n╭───╮\n│A ♦│\n" in forced
    assert "force $10 lose -$10 38.10(k)" in lines(forced)


def test_a_bet_that_the_bankroll_cannot_cover_is_not_offered(played: Played) -> None:
    screen = played("10", "0", "", "f", bankroll=2500)
    assert "Your $15 cannot cover bet ($20 at least), so it is not offered." in screen


def test_one_player_has_one_position() -> None:
    with pytest.raises(BadInput, match=r"you can play at one position of this table, not 2 \[lunar-poker:38\.6\(f\)\]"):
        terminal.play(terms("lunar-poker"), Console(), seed=None, positions=2, bankroll=100_000, log=None)


def test_the_posted_tables_are_named(played: Played) -> None:
    screen = played("p")
    for line in ("super, at printed odds of 38.12(d)", "instant, at printed odds of 38.12(c)", "Ace-King-Queen"):
        assert line in screen


def test_how_many_pieces_a_choice_takes() -> None:
    assert choices.takes(Selector("cards", ("2c", "3c", "4c"), 2, 2)) == "2"
    assert choices.takes(Selector("cards", ("2c", "3c", "4c"), 2, 3)) == "2 to 3"


def test_pairs_lie_together(played: Played) -> None:
    assert "│A ♠│ │10♥│ │6 ♠│ │6 ♣│ │4 ♦│" in played(*BETS)
