"""What helps a player at a table in the terminal: the coach, meanings, warnings, and previews."""

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from nomorebets.games.registry import terms
from nomorebets.rounds.asking import Rules
from nomorebets.terminal import session as terminal

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(game: str, *lines: str, seed: str = "demo", positions: int = 1, width: int = 80, **submission: Any) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=width, force_terminal=False, highlight=False)
        posted = terms(game, submission)
        terminal.play(posted, screen, seed=seed, positions=positions, bankroll=100_000, log=None)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def flat(screen: str) -> str:
    return " ".join(screen.split())


# --- The coach --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "lines", "options"),
    [
        ("high-card-flush", ("10", "c"), ("fold", "raise 1x the ante")),
        ("what-the-flush", ("10", "0", "0", "c"), ("surrender", "play 1x the ante")),
        ("lunar-poker", ("10", "0", "0", "c"), ("fold", "bet")),
        ("pai-gow", ("10", "c"), ("low", "surrender")),
        ("pokette", ("c",), ("corner", "red")),
    ],
)
def test_the_coach_tells_the_value_of_every_option(
    played: Played, game: str, lines: tuple[str, ...], options: tuple[str, ...]
) -> None:
    screen = played(game, *lines)
    told = screen[: screen.index("on average, in units of your first wager")].splitlines()[-12:]
    values = [line.split()[0] for line in told if line.strip()[:2] in ("+0", "-0", "+1", "-1", "+2")]
    assert values == sorted(values, key=float, reverse=True)
    assert all(any(option in line for line in told) for option in options)


def test_the_coach_tells_the_house_way_apart(played: Played) -> None:
    assert "house way: low 1-2 1-3" in flat(played("pai-gow", "10", "c"))


def test_before_the_deal_and_where_nobody_decides_the_coach_says_so(played: Played) -> None:
    assert "The coach speaks when your hand is dealt." in played("high-card-flush", "c")
    assert "there is nothing to advise" in flat(played("packs-poker", "10", "", "", "c"))


# --- What is on offer -------------------------------------------------------------------------------------------------


def test_the_meaning_of_a_clause_stands_beside_its_number(played: Played) -> None:
    offered = flat(played("pai-gow", "10", "1"))
    assert "s surrender 10.7(f) 10.7(f): Once the dealer's hands are set, and until the dealer exposes" in offered


def test_the_house_way_is_shown_before_it_lies(played: Played) -> None:
    back = played("pai-gow", "10", "o", "0", "1", "")
    assert back.index("4-6 3-6 nine, ten (4-6) high over 1-2 1-3") < back.index("Lay it so?")
    assert "+$9.50 this round" in back


def test_with_two_positions_enter_at_one_leaves_the_other_its_surrender(played: Played) -> None:
    screen = played("pai-gow", "20", "10", "1", "1", "", "s", positions=2)
    assert "Seat 1 (s or Enter to go on) › \n" in screen
    assert "Seat 2 (s or Enter to go on) › s" in screen
    assert any(line.split()[:4] == ["2", "wager", "$10", "lose"] for line in screen.splitlines())


def test_yes_to_the_same_bets_again_bets_the_same(played: Played) -> None:
    screen = played("high-card-flush", "25", "f", "y", "f")
    assert flat(screen).count("ante $25 lose -$25") == 2


def test_a_super_wager_is_not_forfeited_without_a_warning_where_something_is_due(played: Played) -> None:
    warned = {}
    for seed in map(str, range(12)):
        screen = flat(played("lunar-poker", "10", "5", "0", "f", "f", seed=seed))
        warned[seed] = "You have not declared, and what is not declared is forfeited (38.10(a))." in screen
        assert warned[seed] == ("super: nothing due" not in screen)
    assert {*warned.values()} == {True, False}, "some of these hands are due something, and some are not"


# --- What is told -----------------------------------------------------------------------------------------------------


def test_tiles_have_names_and_a_ranking(played: Played) -> None:
    screen = flat(played("pai-gow", "10", "ranks"))
    assert "4-6 ping" in screen
    assert "1 2-4 1-2 gee joon 2 6-6 6-6 teen 3 1-1 1-1 day" in screen


def test_two_hands_are_compared_with_two_others_at_the_end(played: Played) -> None:
    screen = flat(played("pai-gow", "10", "1", ""))
    assert "You high: nine, ten (4-6) high low: seven, four (1-3) high" in screen
    assert "Dealer high: eight, eight (4-4) high low: four, seven (1-6) high Both of your hands are higher." in screen


def test_a_bank_is_told_what_it_paid(played: Played) -> None:
    screen = flat(played("pai-gow", "10", "1", "", "b", "5", "1", ""))
    assert "bank -$5 10.8(o)" in screen
    assert "dealer's wager $5 inventory to dealers wager 10.8(n)" in screen


def test_the_cards_that_play_stand_on_a_double_line(played: Played) -> None:
    rules = Rules(terms("what-the-flush", {}))
    assert set(rules.playing(["Ad", "Jd", "9d", "2c", "Kh", "8s", "7s"])) == {"Ad", "Jd", "9d", "2c"}
    assert "╰═══╯" in played("what-the-flush", "10", "0", "0")


def test_the_layout_is_not_printed_again_where_nothing_changed_on_it(played: Played) -> None:
    screen = played("pokette", "7h 5", "red 5", "", "", "l", "")
    assert screen.count("A ♠") + screen.count("A♠") <= 2  # at first, and on request
    assert "single card 7♥ $5 · red $5" in flat(screen)


def test_the_same_bets_again_are_not_offered_where_they_cannot_be_made(played: Played) -> None:
    screen = played("pokette", "s", "pair in two 5", "")
    assert "Enter: same bets again" not in screen  # with two cards posted, a pair in two is not on offer


def test_forty_columns_are_enough_and_fewer_are_said_to_be_too_few(played: Played) -> None:
    from nomorebets.errors import BadInput

    screen = played("pai-gow", "10", "c", "1", "", width=40)
    typed = ("hash ", "seed ", "You (", "wager ")
    assert all(len(line) <= 40 for line in screen.splitlines() if not line.startswith(typed))
    with pytest.raises(BadInput, match="a table needs 40 columns; this terminal has 39"):
        played("pai-gow", width=39)
