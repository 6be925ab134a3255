"""Bets on a layout in the terminal: words typed, chips drawn where they lie, the wheel spun."""

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from nomorebets.equipment.chance import commitment, section
from nomorebets.equipment.wheel import WHEEL, selection
from nomorebets.games.pokette.rules import GAME, GRID, PLACES, section_at
from nomorebets.games.registry import terms
from nomorebets.table.entries import from_lines, state_after
from nomorebets.table.events import BetPlaced, BetWithdrawn, Event, Posted, Spun
from nomorebets.terminal import layout, on_request, wording
from nomorebets.terminal import session as terminal

KINGS_THEN_JOKER = "demo2"  # what the wheel brings in the first three spins under these words: Kd Kh Jo

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(
        *lines: str,
        seed: str | None = KINGS_THEN_JOKER,
        submission: Mapping[str, Any] | None = None,
        bankroll: int = 100_000,
        log: Path | None = None,
        width: int = 80,
    ) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=width, force_terminal=False, highlight=False)
        posted = terms("pokette", dict(submission or {}))
        kept = None if log is None else str(log)
        terminal.play(posted, screen, seed=seed, positions=1, bankroll=bankroll, log=kept)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def flat(screen: str) -> str:
    return " ".join(screen.split())


def history(log: Path) -> list[Event]:
    entries = [one.entry for one in from_lines(log.read_text("utf-8").splitlines(), GAME.play.events)]
    assert sum(state_after(entries).ledger.values()) == 0
    return [event for entry in entries for event in entry.events]


# --- Words -----------------------------------------------------------------------------------------------------------

TYPED = {
    "7h 5": ("single_card", "7h"),
    "10h 5": ("single_card", "Th"),
    "T♥ 5": ("single_card", "Th"),
    "7h 7d 5": ("split", "7h 7d"),
    "8d 7d 5": ("split", "7d 8d"),
    "7h 7d 8d 8h 5": ("corner", "7h 7d 8h 8d"),
    "7 5": ("single_rank", "7c 7d 7h 7s"),
    "10 5": ("single_rank", "Tc Td Th Ts"),
    "7 8 5": ("double_rank", "7c 7d 7h 7s 8c 8d 8h 8s"),
    "red 5": ("red", ""),
    "876 5": ("876", ""),
    "akq $5": ("akq", ""),
    "Jac 5": ("jacer", ""),
}


@pytest.mark.parametrize("line", TYPED)
def test_a_bet_is_typed_in_a_few_words(played: Played, tmp_path: Path, line: str) -> None:
    log = tmp_path / "log.jsonl"
    played(line, log=log)
    wager, names = TYPED[line]
    placed = [event for event in history(log) if isinstance(event, BetPlaced)]
    assert [(one.wager, one.on, one.amount) for one in placed] == [(wager, selection(WHEEL.parse(names)), 500)]


@pytest.mark.parametrize("word", ["hearts", "heart", "h", "♥", "Hearts"])
def test_a_suit_is_bet_on_by_its_name_letter_or_sign(played: Played, word: str) -> None:
    assert "suit ♥ $3 lose" in flat(played(f"{word} 3", "", ""))


def test_every_bet_on_offer_has_words_of_its_own() -> None:
    places = [(wager, on) for wager, places in PLACES.items() for on in places]
    assert len({wording.spelled(wager, on) for wager, on in places}) == len(places)


def test_both_jokers_can_be_bet_on_where_that_is_allowed(played: Played) -> None:
    screen = played("jo 2, jo2 3", "l", "", submission={"joker_straight_up": "allowed"})
    assert "jacer · single card Jo $2 single card Jo2 $3" in flat(screen)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("7h", "'7h' is no bet; type what and how much, such as 7h 5."),
        ("5", "'5' is no bet"),
        (",", "Enter is no bet"),
        ("7h five", "'7h five' is no bet"),
        ("moon 5", "'moon' is nothing to bet on here; type h for how to bet."),
        ("p 5", "'p' is nothing to bet on here"),
        ("7h 7h 5", "'7h 7h' is nothing to bet on here"),
        ("7h moon 5", "'7h moon' is nothing to bet on here"),
        ("7h 8h 9h 5", "'7h 8h 9h' is nothing to bet on here"),
        (
            "7h 2c 5",
            "split $5 (7h 2c) is not offered, because it goes on two cards that adjoin on the layout (12.5(a)2).",
        ),
        ("a 2 5", "ace and two are not adjacent (12.5(a)5)."),
        ("jo 5", "a joker is not bet on straight up at this table; jacer wins on both (12.5(a)1)."),
        ("split 5", "it goes on two cards that adjoin on the layout (12.5(a)2)."),
        ("flush 5", "flush $5 is not offered, because it needs two posted cards of one suit, and none is posted"),
        ("three 5", "three of a kind $5 is not offered, because it needs two posted cards of equal value"),
        ("straight flush 5", "straight flush $5 is not offered"),
        ("red 20000", "red takes $1 to $10,000, not $20,000."),
        ("red 0.50", "red takes $1 to $10,000, not $0.50."),
        ("red 1001", "$1,001 is more than the $1,000 you have."),
        ("red 0", "Nothing lies on red."),
        ("", "Nothing lies on the layout; type a bet such as 7h 5, or s to spin without one."),
    ],
)
def test_what_cannot_be_bet_gets_one_sentence(played: Played, line: str, sentence: str) -> None:
    screen = flat(played(line))
    assert sentence in screen
    assert "0 rounds, net $0" in screen
    assert screen.count("A ♠ A ♥ A ♦ A ♣") == 1, "nothing has changed, so nothing is drawn anew"


def test_a_bet_may_be_changed_and_taken_back(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    screen = played("red 10", "red 1000", "red 0", "black 5", log=log)
    events = history(log)
    assert [event.amount for event in events if isinstance(event, BetPlaced)] == [1000, 100_000, 500]
    assert len([event for event in events if isinstance(event, BetWithdrawn)]) == 3
    assert "($1,000 on the layout · Enter: spin)" in screen


# --- Spins -----------------------------------------------------------------------------------------------------------


def test_enter_spins_once_a_bet_lies_there_and_repeats_the_bets_afterwards(played: Played) -> None:
    screen = played("k 5, red 10", "", "", "pair 4", "", "", "", "s", "q")
    assert "Posted the wheel brought K♦" in flat(screen)
    assert "(Enter: same bets again, $15)" in screen
    assert "posted K♦ next: pair in two" in screen
    assert "pair in two $4 win +$44 12.5(b)1" in flat(screen)
    assert "posted K♦ K♥ next: three of a kind" in screen
    assert "pair in two $4 is not offered, because it needs one posted card, and posted are Kd Kh (12.5(b)1)." in flat(
        screen
    )
    assert "Posted the wheel brought Jo" in flat(screen)
    assert screen.count("No more bets.") == 4
    assert "4 rounds" in screen


def test_a_spin_without_a_bet_settles_nothing(played: Played) -> None:
    screen = played("s", "q")
    assert "$0 this round · bankroll $1,000" in screen
    assert "stake" not in screen


def test_bets_that_cannot_be_paid_for_again_are_left_out(played: Played) -> None:
    screen = played("black 10, red 1", "", "", "", bankroll=1500)
    assert "Your $6 cannot cover black $10 again." in screen
    assert "($1 on the layout · Enter: spin)" in screen


def test_the_visit_ends_when_the_least_wager_cannot_be_covered(played: Played) -> None:
    assert "Your $0 cannot cover the least wager of $1.\n1 round, net -$10" in played("black 10", "", bankroll=1000)


def test_the_spin_is_the_one_that_was_committed_to(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    lines = played("red 1", "", "q", seed=None, log=log).splitlines()
    assert "the next spin is decided; to check the seed with later:" in lines
    published = next(line for line in lines if line.startswith("hash ")).removeprefix("hash ")
    seed = bytes.fromhex(next(line for line in lines if line.startswith("seed ")).removeprefix("seed "))
    assert commitment(seed) == published
    events = history(log)
    spun = next(event.section for event in events if isinstance(event, Spun))
    assert spun == section(seed, 54)
    shown = next(event.card for event in events if isinstance(event, Posted))
    assert shown == section_at(terms("pokette").submission, spun)


# --- Asking ----------------------------------------------------------------------------------------------------------


def test_why_explains_what_lies_there_what_was_settled_or_every_wager(played: Played) -> None:
    assert "jacer $1 to $10,000  pokette:12.5(a)13" in played("?")
    screen = played("red 5", "?")
    assert "red $1 to $10,000  pokette:12.5(a)10" in screen
    assert "pokette:12.5(a)13" not in screen
    screen = played("red 5", "", "why")
    assert "red: win  pokette:12.5(a)10" in screen
    assert "pokette:12.5(a)13" not in screen


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("? split", "split  pokette:12.5(a)2"),
        ("?flush", "flush  pokette:12.5(b)"),
        ("? 7h", "single card  pokette:12.5(a)1"),
        ("? 7h 2c", "split $0 (7h 2c) is not offered"),
        ("? moon", "'moon' is nothing to bet on here"),
        ("? ", "Single card straight up wins"),
    ],
)
def test_one_wager_can_be_asked_about(played: Played, question: str, answer: str) -> None:
    assert answer in played(question)


def test_odds_and_help_are_shown_on_request(played: Played) -> None:
    lines = [" ".join(line.split()) for line in played("p").splitlines()]
    assert "every wager $1 to $10,000" in lines
    assert lines[lines.index("odds") + 1] == "single card 50 to 1"
    assert "straight flush inside 49 to 1" in lines
    screen = flat(played("h"))
    assert all(meaning in screen for meaning in on_request.LAYOUT_HELP.values())


# --- Drawing ---------------------------------------------------------------------------------------------------------


def drawn(**chips: str) -> list[str]:
    """The lines of the layout with a dollar on each of these bets."""
    lying = {f"{wager}:{selection(WHEEL.parse(names))}": 100 for wager, names in chips.items()}
    screen = Console(file=io.StringIO(), width=60)
    screen.print(layout.layout([WHEEL.named(row) for row in GRID], lying))
    assert isinstance(screen.file, io.StringIO)
    return [line.rstrip() for line in screen.file.getvalue().splitlines()]


def test_in_a_narrow_terminal_the_chips_are_told_below_the_cards(played: Played) -> None:
    screen = played("as ah 100", "red 5", "", width=40)
    assert "  A ♠  A ♥  A ♦  A ♣" in screen
    assert "split A♠ A♥ $100" in screen
    assert "amount -$100" in screen
    assert all(len(line.rstrip()) <= 40 for line in screen.splitlines() if not line.startswith(("hash ", "seed ")))


def test_the_layout_has_a_row_for_each_rank_and_a_column_for_each_suit() -> None:
    lines = drawn()
    assert len(lines) == 14
    assert lines[0].split() == ["♠", "♥", "♦", "♣"]
    assert lines[1].split() == ["A", "♠", "A", "♥", "A", "♦", "A", "♣"]
    assert lines[-1].split() == ["2", "♠", "2", "♥", "2", "♦", "2", "♣"]


def test_chips_lie_where_the_bet_is() -> None:
    assert drawn(single_card="Ah")[1] == "  A ♠           A ♥ 1         A ♦           A ♣"
    assert drawn(split="Ah Ad")[1] == "  A ♠           A ♥        1  A ♦           A ♣"
    assert drawn(split="Ah Kh")[2] == "                    1"
    assert drawn(corner="Ah Ad Kh Kd")[2] == "                           1"
    assert drawn(single_rank="Ac Ad Ah As")[1].endswith("A ♣       1")
    assert drawn(double_rank="Ac Ad Ah As Kc Kd Kh Ks")[2].strip() == "1"
    assert drawn(suit=" ".join(WHEEL.names[26:39]))[0] == "  ♠             ♥   1         ♦             ♣"


def test_no_area_beside_the_cards_is_broken_over_two_lines(played: Played) -> None:
    lines = [line.strip() for line in played("s", "s", "three 5", "l", width=60).splitlines()]
    assert (
        lines[len(lines) - 1 - lines[::-1].index("three of a kind $5") - 1]
        == "akq · jt9 · 876 · 543 · red · black · jacer"
    )


@pytest.mark.parametrize("width", [60, 80])
def test_nothing_is_wider_than_the_screen_but_hash_and_seed(played: Played, width: int) -> None:
    bets = ("7h 999.99", "7h 7d 5000", "7h 7d 8h 8d 1", "8 7 10000", "clubs 1000, red 2", "black 3, akq 4", "876 6")
    screen = played(*bets, "l", "h", "p", "?", "", "pair 5", "", "? pair", "q", width=width, bankroll=10_000_000)
    typed = ("hash ", "seed ", "Your bets ")
    assert all(len(line) <= width for line in screen.splitlines() if not line.startswith(typed))
    assert "999+" in screen
    assert "5k" in screen
