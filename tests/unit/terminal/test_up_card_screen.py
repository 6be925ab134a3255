"""A table at which the dealer shows a card, in the terminal: the card is drawn before the player decides."""

import io
import sys
from collections.abc import Callable

import pytest
from rich.console import Console

from nomorebets.errors import BadInput
from nomorebets.games.registry import terms
from nomorebets.terminal import session as terminal

# What the first round is under these words.
FIVE_OF_HEARTS_UP = "demo"
TWO_OF_CLUBS_UP = "s4"

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(*lines: str, seed: str, positions: int = 1) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=80, force_terminal=False, highlight=False)
        posted = terms("what-the-flush")
        terminal.play(posted, screen, seed=seed, positions=positions, bankroll=100_000, log=None)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def test_the_dealers_card_is_seen_before_the_decision_and_the_rest_after_it(played: Played) -> None:
    before, _, after = played("10", "5", "5", "play", "q", seed=FIVE_OF_HEARTS_UP).partition("You (l or s)")
    shown = before.rpartition("Dealer")[2]
    assert "│5 ♥│ │░░░││░░░││░░░││░░░││░░░││░░░││░░░│" in shown
    assert "play $10   38.6(d)" in shown
    assert "Dealer  4 card flush, ace high" in after
    assert "░░░" not in after.partition("wager")[0]


def test_a_two_that_was_turned_up_is_drawn_as_discarded(played: Played) -> None:
    screen = played("10", "", "", "s", "q", seed=TWO_OF_CLUBS_UP)
    before, _, after = screen.partition("You (l or s)")
    assert "Discarded by the dealer\n╭───╮\n│2 ♣│\n╰───╯" in before
    assert "│░░░││░░░││░░░││░░░││░░░││░░░││░░░│\n" in before.rpartition("Dealer\n")[2]
    assert "2 ♣" not in after.partition("wager")[0]  # it is drawn once, and does not play
    assert "Dealer  5 card flush with a wild two, ace high" in after


def test_the_posted_odds_can_be_asked_for(played: Played) -> None:
    screen = played("p", "q", seed=FIVE_OF_HEARTS_UP)
    assert "flush rush, at printed odds of 38.11(c)" in screen
    assert "Four Card Straight Flush" in screen


def test_one_player_has_one_position(played: Played) -> None:
    with pytest.raises(BadInput, match="you can play at one position of this table, not 2"):
        played(seed=FIVE_OF_HEARTS_UP, positions=2)
