"""The table in the terminal, played as a person plays it: typed lines in, what the screen shows out."""

import io
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

import pytest
from rich.console import Console

from nomorebets.equipment.cards import CARDS
from nomorebets.equipment.chance import commitment, shuffled
from nomorebets.equipment.places import DEALER, place
from nomorebets.equipment.stack import cut
from nomorebets.errors import BadInput
from nomorebets.games.registry import terms
from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import Decision
from nomorebets.table.entries import Written, from_lines, state_after
from nomorebets.table.events import BetWithdrawn, Dealt, Event, PlayerLeft
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.roles import SYSTEM
from nomorebets.table.state import State
from nomorebets.terminal import choices, drawing, hands, on_request, saying
from nomorebets.terminal import session as terminal
from nomorebets.terminal.house import YOU, Clock

# What the first hand of one position is under these words.
FOUR_CARDS_LOSE = "table 0"
FOUR_CARDS_WIN = "table 7"
FIVE_CARDS_NOT_QUALIFIED = "table 77"
SIX_CARDS_WIN = "table 140"

NOON = 1_800_000_000

Submission = Mapping[str, Any]
NOTHING: Submission = {}
BONUSES: Submission = {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"}

Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    def run(
        *lines: str,
        stdin: TextIO | None = None,
        submission: Submission = NOTHING,
        seed: str | None = FOUR_CARDS_LOSE,
        positions: int = 1,
        bankroll: int = 100_000,
        log: Path | None = None,
        width: int = 80,
        clock: Clock = lambda: NOON,
    ) -> str:
        monkeypatch.setattr(sys, "stdin", stdin or io.StringIO("".join(f"{line}\n" for line in lines)))
        screen = Console(file=io.StringIO(), width=width, force_terminal=False, highlight=False)
        posted = terms("high-card-flush", dict(submission))
        kept = None if log is None else str(log)
        terminal.play(posted, screen, seed=seed, positions=positions, bankroll=bankroll, log=kept, clock=clock)
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def written(log: Path) -> list[Written]:
    return list(from_lines(log.read_text("utf-8").splitlines()))


def history(log: Path) -> tuple[list[Event], State]:
    entries = [one.entry for one in written(log)]
    return [event for entry in entries for event in entry.events], state_after(entries)


def settlement(screen: str) -> list[str]:
    """The lines of the first settlement table, blanks made one."""
    lines = [" ".join(line.split()) for line in screen.splitlines()]
    start = next(number for number, line in enumerate(lines) if line.endswith("stake result amount clause"))
    return lines[start + 2 : lines.index("", start)]


def dealt_to(log: Path, to: int) -> list[str]:
    """The faces of the cards that were dealt to a place."""
    events, _ = history(log)
    dealt = [event.cards for event in events if isinstance(event, Dealt) and event.to == place(to)]
    return [drawing.face(CARDS.names[card]) for cards in dealt for card in cards]


# --- The visit -------------------------------------------------------------------------------------------------------


def test_the_first_screen_names_the_game_its_text_and_the_play_money(played: Played) -> None:
    lines = played("q").split("\n")
    assert lines[1] == "High Card Flush · play money only · h for help"
    assert lines[2].startswith("Seven cards each. The longest flush wins")
    assert lines[3] == "By High Card Flush, N.J.A.C. 13:69E-1.13Y and 13:69F-38."


@pytest.mark.parametrize("lines", [("10", "r", "q"), ("10", "r", "Quit"), ("10", "r")])
def test_q_and_the_end_of_input_leave_politely_with_a_summary(played: Played, lines: tuple[str, ...]) -> None:
    assert played(*lines).endswith("\n1 round, net -$20, bankroll $980.  Thank you for playing.\n")


class Broken(io.StringIO):
    """A keyboard that brings something other than a line."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def readline(self, _size: int | None = -1, /) -> Any:
        raise self.error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError("Input/output error")])
def test_an_interrupt_or_a_lost_terminal_leaves_politely(played: Played, error: BaseException) -> None:
    assert played(stdin=Broken(error)).endswith("0 rounds, net $0, bankroll $1,000.  Thank you for playing.\n")


def test_bytes_that_are_no_text_are_not_understood(played: Played) -> None:
    screen = played(stdin=io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    assert "is not an amount; type dollars" in screen
    assert "Thank you for playing." in screen


class Typed(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_answers_are_printed_only_where_no_terminal_echoes_them(played: Played) -> None:
    assert "› 10\n" in played("10")
    assert "› 10\n" not in played(stdin=Typed("10\n"))


def test_whoever_quits_before_the_deal_takes_the_wagers_back(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    screen = played("10", "5", positions=2, log=log, submission=BONUSES)
    events, table = history(log)
    assert [event.wager for event in events if isinstance(event, BetWithdrawn)] == ["flush_bonus", "ante"]
    assert sum(isinstance(event, PlayerLeft) for event in events) == 2
    assert not table.seats
    assert "0 rounds, net $0, bankroll $1,000" in screen


def test_whoever_quits_after_the_deal_leaves_the_wagers_on_the_layout(played: Played) -> None:
    screen = played("10", "q")
    assert "You leave $10 on the layout.\n0 rounds, net -$10, bankroll $990." in screen


def test_the_visit_ends_when_the_least_ante_cannot_be_covered(played: Played) -> None:
    screen = played("m", "f", bankroll=1000)
    assert "Your $0 cannot cover the least ante of $1.\n1 round, net -$10, bankroll $0." in screen


def test_a_bankroll_below_the_least_ante_is_told_so_at_once(played: Played) -> None:
    screen = played(bankroll=100, submission={"limits": {"ante": {"minimum": 500, "maximum": 1000}}})
    assert "Your $1 cannot cover the least ante of $5.\n0 rounds, net $0" in screen


@pytest.mark.parametrize(("positions", "submission", "most"), [(0, {}, 3), (4, {}, 3), (3, {"positions": 2}, 2)])
def test_positions_are_those_that_one_player_may_have(
    played: Played, positions: int, submission: Submission, most: int
) -> None:
    with pytest.raises(BadInput, match=rf"at 1 to {most} positions .* not {positions} \[high-card-flush:38\.6\(e\)\]"):
        played(positions=positions, submission=submission)


@pytest.mark.parametrize("bankroll", [-100, 99, 10**11 + 1])
def test_a_bankroll_is_within_reason(played: Played, bankroll: int) -> None:
    with pytest.raises(BadInput, match=r"a bankroll is \$1 to \$1,000,000,000, not"):
        played(bankroll=bankroll)


def test_a_screen_that_cannot_show_cards_is_refused() -> None:
    with io.TextIOWrapper(io.BytesIO(), encoding="ascii") as file, pytest.raises(BadInput, match="drawn in ascii"):
        terminal.play(terms("high-card-flush"), Console(file=file), seed=None, positions=1, bankroll=100, log=None)


# --- Bets ------------------------------------------------------------------------------------------------------------


def test_enter_bets_the_least_at_first_and_the_same_again_afterwards(played: Played) -> None:
    screen = played("", "f", "", "f", "12.50", "f", "", "f")
    assert screen.count("high  ante $1\n") == 2
    assert screen.count("high  ante $12.50\n") == 2
    assert "(Enter: same bets again, $12.50)" in screen


def test_enter_repeats_every_wager_of_the_last_round(played: Played) -> None:
    screen = played("10", "5", "", "y", "f", "", submission=BONUSES)
    assert screen.count("high  ante $10 · flush bonus $5 · progressive $1\n") == 2
    assert "(Enter: same bets again, $16)" in screen


def test_a_new_ante_asks_for_the_other_wagers_again(played: Played) -> None:
    screen = played("10", "5", "", "", "f", "20", "", "0", "1", submission=BONUSES)
    assert "flush bonus $1 to $975 (Enter: $5 · 0: none) ›" in screen
    assert "high  ante $20 · flush bonus $5 · progressive $1\n" in screen


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("1000.01", "$1,000.01 is more than the $1,000 you have."),
        ("600", "ante takes $5 to $500, not $600 (38.6(a)1)."),
        ("4.99", "ante takes $5 to $500, not $4.99 (38.6(a)1)."),
        ("ten", "'ten' is not an amount; type dollars, such as 10 or 12.50."),
        ("1e3", "'1e3' is not an amount"),
        ("[red]", "'[red]' is not an amount"),
        ("9" * 5000, f"'{'9' * 19}…' is not an amount"),
    ],
)
def test_an_amount_that_cannot_be_is_refused_in_one_sentence_and_asked_again(
    played: Played, answer: str, sentence: str
) -> None:
    limits = {"ante": {"minimum": 500, "maximum": 50_000}}
    screen = played(answer, "10", "f", submission={"limits": limits})
    assert sentence in screen
    assert screen.count("ante $5 to $500 (Enter: $5) ›") == 2
    assert "1 round, net -$10" in screen


@pytest.mark.parametrize(
    ("answer", "amount"),
    [("10", 1000), ("$12.5", 1250), ("0.05", 5), ("1,000", 100_000), ("1,00", None), (".5", None), ("-1", None)],
)
def test_amounts_are_read_in_dollars(answer: str, amount: int | None) -> None:
    assert choices.cents(answer) == amount


def test_without_a_wager_no_cards_are_dealt(played: Played) -> None:
    screen = played("0", "", "f")
    assert "Without a wager no cards are dealt" in screen
    assert "high  ante $1\n" in screen


def test_bets_that_cannot_be_repeated_are_not_offered_again(played: Played) -> None:
    screen = played("20", "f", "", "f", bankroll=3000)
    assert "The same bets again would be $20; you have $10." in screen
    assert "ante $1 to $10 (Enter: $1) ›" in screen
    assert "2 rounds, net -$21" in screen


def test_wagers_beyond_the_bankroll_are_not_offered(played: Played) -> None:
    screen = played("10", "m", "f", bankroll=2000, submission=BONUSES)
    assert "Your $0 cannot cover straight flush bonus ($1 at least), so it is not offered." in screen
    assert "Your $0 cannot cover progressive ($1 at least), so it is not offered." in screen


def test_each_position_bets_for_itself_and_may_stay_empty(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    screen = played("10", "0", "f", "", "f", positions=3, log=log)
    events, _ = history(log)
    assert "Seat 2: ante $1 to $990 (Enter: $10) ›" in screen
    assert "Seat 3: ante" not in screen, "seat 3 is not adjacent to seat 1"
    assert [event.to for event in events if isinstance(event, Dealt)] == [place(1), place(DEALER)] * 2


# --- Decisions -------------------------------------------------------------------------------------------------------


def test_a_fold_loses_the_ante(played: Played) -> None:
    screen = played("10", "f")
    assert settlement(screen) == ["ante $10 lose -$10 38.10(b)"]
    assert "-$10 this round · bankroll $990" in screen


def test_a_raise_is_settled_against_the_dealer(played: Played) -> None:
    clause = "38.10(e)1(ii)(A)"
    screen = played("10", "raise", seed=FOUR_CARDS_WIN)
    assert settlement(screen) == [f"ante $10 win +$10 {clause}", f"raise $10 win +$10 {clause}"]
    assert "+$20 this round · bankroll $1,020" in screen


def test_a_dealer_who_does_not_qualify_pushes_the_raise(played: Played) -> None:
    screen = played("10", "r", "m", seed=FIVE_CARDS_NOT_QUALIFIED)
    assert settlement(screen) == ["ante $10 win +$10 38.10(e)1(i)", "raise $20 push $0 38.10(e)1(i)"]


@pytest.mark.parametrize(
    ("answers", "raised"),
    [
        (("r", ""), 10),
        (("r", "m"), 30),
        (("r", "25"), 25),
        (("r", "31", "30"), 30),
        (("r", "0", "r", "15"), 15),
        (("r 20",), 20),
        (("raise 9", "raise m"), 30),
    ],
)
def test_a_raise_with_a_range_asks_for_the_amount(played: Played, answers: tuple[str, ...], raised: int) -> None:
    screen = played("10", *answers, seed=SIX_CARDS_WIN)
    assert "  r  raise $10 to $30  38.6(a)5(b)" in screen
    assert f"raise ${raised} win +${raised} 38.10(e)1(ii)(A)" in settlement(screen)


def test_the_amount_of_a_raise_is_prompted_with_its_least_and_its_most(played: Played) -> None:
    screen = played("10", "r", "31", "", seed=SIX_CARDS_WIN)
    assert "raise $10 to $30 (Enter: $10 · m: the most, $30 · 0: back) ›" in screen
    assert "raise takes $10 to $30, not $31 (38.6(a)5(b))." in screen


def test_a_raise_goes_no_further_than_the_bankroll(played: Played) -> None:
    screen = played("10", "r 30", "r m", seed=SIX_CARDS_WIN, bankroll=3500)
    assert "r  raise $10 to $25" in screen
    assert "$30 is more than the $25 you have." in screen
    assert "raise $25 win" in "\n".join(settlement(screen))


def test_a_raise_that_cannot_be_afforded_is_not_offered(played: Played) -> None:
    screen = played("10", "r", "", "f 1", "f", bankroll=1500)
    assert "Your $5 cannot cover raise ($10 at least), so it is not offered." in screen
    assert "'r' is not on offer; type f, or h for help." in screen
    assert "Enter is not on offer" in screen
    assert "fold takes no amount, not $1 (38.10(b))." in screen
    assert "1 round, net -$10" in screen


def test_several_positions_decide_one_after_the_other(played: Played) -> None:
    screen = played("10", "20", "f", "r", positions=2)
    assert screen.index("Seat 1 (r or f) › f") < screen.index("Seat 2 (r or f) › r")
    assert [line.split()[:3] for line in settlement(screen)] == [
        ["1", "ante", "$10"],
        ["2", "ante", "$20"],
        ["2", "raise", "$20"],
    ]


def test_keys_are_first_letters_that_are_free_and_no_commands() -> None:
    names = ["play", "hit", "split", "stand", "hqp"]
    offered = [choices.Choice(name, Decision(1, name), 0, 0, "") for name in names]
    keys = choices.keyed(offered)
    assert {key: choice.name for key, choice in keys.items()} == {
        "l": "play",
        "i": "hit",
        "s": "split",
        "t": "stand",
        "5": "hqp",
    }


# --- Asking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["?", "why", "WHY"])
def test_why_names_the_clauses_of_what_is_on_offer(played: Played, question: str) -> None:
    screen = played(question, "10", question, "f")
    assert "ante $1 to $1,000  high-card-flush:38.6(a)1\n" in screen
    assert "raise $10  high-card-flush:38.6(a)5(b)\n" in screen
    assert "The most that may be raised follows from the player's own cards." in screen
    assert "Ruling A-30" in screen


def test_why_names_the_clauses_of_what_was_just_settled(played: Played) -> None:
    screen = played("10", "r", "?")
    assert "ante: lose, raise: lose  high-card-flush:38.10(e)1(ii)(B)\n" in screen
    assert "The dealer's hand is better" in screen


def test_pay_tables_limits_and_meters_are_shown_on_request(played: Played) -> None:
    lines = [" ".join(line.split()) for line in played("p", submission=BONUSES).splitlines()]
    assert "ante $1 to $10,000" in lines
    assert "flush bonus, table A of 38.11(c)" in lines
    assert "7 Card Flush 300 to 1" in lines
    assert "7 Card Straight Flush 100% of the main meter" in lines
    assert "progressive main meter $10,000" in lines


def test_a_table_without_pay_tables_shows_its_limits_alone(played: Played) -> None:
    screen = played("p")
    assert "limits" in screen
    assert "meters" not in screen


@pytest.mark.parametrize("question", ["h", "help"])
def test_help_lists_every_key(played: Played, question: str) -> None:
    screen = played(question)
    assert all(meaning in screen for meaning in on_request.HELP.values())
    assert "`nmb rules high-card-flush`" in screen


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_the_same_words_give_the_same_cards(played: Played) -> None:
    lines = ("10", "r", "", "f")
    assert played(*lines, seed="demo") == played(*lines, seed="demo") != played(*lines, seed="another")


def test_without_words_every_shuffle_is_fresh(played: Played) -> None:
    assert played(seed=None) != played(seed=None)


@pytest.mark.parametrize("lines", [("10", "f"), ("10", "q")])
def test_the_dealers_cards_are_not_seen_before_the_dealer_reveals(
    played: Played, tmp_path: Path, lines: tuple[str, ...]
) -> None:
    log = tmp_path / "log.jsonl"
    before, _, after = played(*lines, log=log).partition("(r or f) ›")
    assert all(face in before for face in dealt_to(log, 1))
    for face in dealt_to(log, DEALER):
        assert face not in before
        assert (face in after) == (lines[-1] == "f")


def test_the_seed_shown_afterwards_fits_the_commitment_shown_before(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    lines = played("10", "f", log=log, width=60).splitlines()
    assert any(line.startswith("shuffled and cut at 26;") for line in lines)
    published = next(line for line in lines if line.startswith("hash "))
    seed = bytes.fromhex(next(line for line in lines if line.startswith("seed ")).removeprefix("seed "))
    assert commitment(seed) == published.split()[-1]
    dealt = cut(shuffled(seed, 52), 26)[:7]
    assert dealt_to(log, 1) == [drawing.face(CARDS.names[card]) for card in dealt]


def test_hands_are_sorted_by_suit_and_then_from_the_highest_rank_down() -> None:
    assert " ".join(hands.ordered(["??", "2c", "Ah", "Tc", "Ks", "??", "As"], CARDS.names)) == "As Ks Ah Tc 2c ?? ??"


def test_cards_are_drawn_side_by_side_as_small_boxes() -> None:
    assert str(drawing.cards(["As", "Ts", "9d", HIDDEN], 80)).split("\n") == [
        "╭───╮╭───╮ ╭───╮ ╭───╮",
        "│A ♠││10♠│ │9 ♦│ │░░░│",
        "╰───╯╰───╯ ╰───╯ ╰───╯",
    ]


def test_red_suits_are_red_and_backs_are_blue() -> None:
    styles = [str(span.style) for span in drawing.cards(["As", "Kh", "Qd", HIDDEN], 80).spans]
    assert styles == ["bold", "bold red", "bold red", "blue"] * 3


@pytest.mark.parametrize("width", [1, 11, 12, 20, 60])
def test_a_hand_wraps_where_the_screen_ends(width: int) -> None:
    names = ["As", "Ks", "Qh", "9d", "8d", "7d", "2c"]
    lines = str(drawing.cards(names, width)).split("\n")
    assert max(map(len, lines)) <= max(width, 5)
    assert "".join(lines[1::3]).replace(" ", "").count("│") == 2 * len(names)


def test_a_joker_is_as_wide_as_any_card() -> None:
    assert str(drawing.cards(["Jo", "As"], 80)).split("\n") == ["╭───╮ ╭───╮", "│Jo │ │A ♠│", "╰───╯ ╰───╯"]


def test_a_piece_without_a_suit_is_drawn_by_its_name() -> None:
    assert str(drawing.cards(["Gee Joon"], 80)).split("\n")[1] == "│Gee Joon│"


@pytest.mark.parametrize(("net", "style"), [(1, "green"), (0, "yellow"), (-1, "red")])
def test_the_result_of_a_round_has_its_colour(net: int, style: str) -> None:
    assert str(drawing.result(net, 0).spans[0].style) == f"bold {style}"


def test_a_terminal_that_is_too_narrow_is_told_so(played: Played) -> None:
    with pytest.raises(BadInput, match="a table needs 40 columns; this terminal has 39"):
        played("10", "f", width=39)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_is_wider_than_the_screen_but_hash_and_seed(played: Played, width: int) -> None:
    screen = played("p", "10", "5", "5", "y", "?", "r", "?", width=width, submission=BONUSES)
    printed = [line.partition(" › ")[0] for line in screen.splitlines() if not line.startswith(("hash ", "seed "))]
    assert all(len(line) <= width for line in printed)
    assert "…" not in screen


# --- The log ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "submission",
    [
        {},
        BONUSES,
        {"dealing": "hand", "decks": 2},
        {"dealing": "automated_shoe"},
        {"preshuffled": True, "stub_count_every": 1},
    ],
)
def test_the_log_restores_a_table_whose_books_balance(played: Played, tmp_path: Path, submission: Submission) -> None:
    log = tmp_path / "log.jsonl"
    bets = ["10", *["1"] * (len(submission) if submission is BONUSES else 0)]
    screen = played(*bets, "r", "", "f", "", "r", "", "f", log=log, submission=submission, seed="a long evening")
    _, table = history(log)
    assert sum(table.ledger.values()) == 0
    assert table.rounds == 4
    assert f"4 rounds, net {saying.signed(table.ledger['player:you'])}, bankroll" in screen
    assert f"bankroll {dollars(100_000 + table.ledger['player:you'])}.  Thank you" in screen


def test_a_deck_that_is_not_cut_is_not_said_to_be(played: Played) -> None:
    assert "\nshuffled; to check" in played(submission={"dealing": "hand"})


def test_a_log_that_cannot_be_written_is_refused(played: Played, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written: No such file"):
        played(log=tmp_path / "nowhere" / "log.jsonl")


def test_a_log_is_never_written_over(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played("10", "f", log=log)
    first = log.read_text("utf-8")
    with pytest.raises(BadInput, match=r"log\.jsonl is there already; a log is not written over, so name another file"):
        played("10", "f", log=log)
    assert log.read_text("utf-8") == first


def test_the_log_says_who_acted_when_and_under_which_rules(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played("10", "f", log=log)
    lines = written(log)
    assert {one.rules for one in lines} == {terms("high-card-flush").hash}
    assert {one.entry.at for one in lines} == {NOON}
    assert {one.entry.by for one in lines} == {SYSTEM, YOU}
    own = [type(one.entry.action).__name__ for one in lines if one.entry.by == YOU]
    assert own == ["Sit", "Bet", "Decision", "Leave"]


# --- The command -----------------------------------------------------------------------------------------------------


def test_the_command_plays_what_is_piped_into_it() -> None:
    nmb = str(Path(sys.executable).with_name("nmb"))
    command = [nmb, "play", "high-card-flush", "--seed", SIX_CARDS_WIN, "--bankroll", "500"]
    done = subprocess.run(
        command, input="10\n\n\n\nr 30\n", capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stderr == ""
    assert done.stdout.endswith("1 round, net +$40, bankroll $540.  Thank you for playing.\n")
