"""The house behind a table in the terminal: what it shows, what it does by itself, and what it keeps to itself."""

import hashlib
import io
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from nomorebets.equipment.chance import SEED_BYTES, commitment, derived
from nomorebets.equipment.custody import HOUR
from nomorebets.games.registry import KEYS, house_terms, terms
from nomorebets.table.actions import Bet, Decision, NoMoreBets, Shuffle, Sit, Step
from nomorebets.table.entries import Entry, from_lines, state_after
from nomorebets.table.events import DeckRemoved, Shuffled
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.roles import SYSTEM, Actor, Role
from nomorebets.terminal import session as terminal
from nomorebets.terminal.house import YOU, House

NOON = 1_800_000_000


def opened(key: str = "high-card-flush", words: str = "demo") -> tuple[House, list[Entry]]:
    """A house whose player sits at position 1, with all that it did for that."""
    house = House(house_terms(key), words=words, clock=lambda: NOON)
    entries = run(house)
    entries.append(house.act(Sit(1, YOU.name)))
    return house, entries + run(house)


def run(house: House) -> list[Entry]:
    return [entry for entry in iter(house.deal_on, None) if entry]


def test_the_same_words_have_the_same_seeds_and_no_words_have_fresh_ones() -> None:
    given = hashlib.sha256(b"demo").digest()
    draw = House(house_terms("pokette"), words="demo").chance.draw
    assert [draw(number) for number in (1, 2)] == [derived(given, f"round {n}") for n in (1, 2)]
    fresh = House(house_terms("pokette")).chance.draw
    assert len({fresh(1) for _ in range(3)}) == 3
    assert len(fresh(1)) == SEED_BYTES


def test_what_comes_out_is_what_the_player_may_see() -> None:
    house, entries = opened()
    for entry in entries:
        assert not isinstance(entry.action, Shuffle) or entry.action.stack == ()
        assert all(event.stack == () for event in entry.events if isinstance(event, Shuffled))
    assert house.view.commitment == commitment(house.chance.draw(1))
    house.act(Bet(1, "ante", 1000))
    house.act(NoMoreBets(), by=SYSTEM)
    run(house)
    assert set(house.view.cards("dealer")) == {HIDDEN}
    assert HIDDEN not in house.view.cards("seat 1")


def test_everything_but_the_players_own_actions_is_done_by_the_houses_system() -> None:
    _, entries = opened()
    assert {entry.by for entry in entries if not isinstance(entry.action, Sit)} == {SYSTEM}
    assert {entry.by for entry in entries if isinstance(entry.action, Sit)} == {YOU} == {Actor(Role.PLAYER, "you")}
    assert {entry.at for entry in entries} == {NOON}


def test_a_refusal_is_told_and_nothing_is_done() -> None:
    house, _ = opened()
    before = house.view
    error = house.refusal(Decision(1, "fold"))
    assert error is not None
    assert "fold is not offered" in error.sentence
    assert house.refusal(Bet(1, "ante", 1000)) is None
    assert house.view == before
    assert not house.view.may_reveal


@pytest.mark.parametrize("key", KEYS)
def test_cards_and_dice_are_changed_before_they_have_been_in_use_for_too_long(key: str) -> None:
    house, _ = opened(key)
    decks = sum(bool(deck.due_at) for deck in house.view.decks)
    assert not house.overdue()
    house.clock = lambda: NOON + 25 * HOUR
    entries = run(house)
    removed = [event for entry in entries for event in entry.events if isinstance(event, DeckRemoved)]
    assert len(removed) == decks
    dice = [entry for entry in entries if isinstance(entry.action, Step) and entry.action.step == "place_dice"]
    assert len(dice) == (1 if house.view.dice_due_at else 0)
    assert all(deck.due_at > NOON + 25 * HOUR for deck in house.view.decks if deck.due_at)
    assert not house.overdue()


# --- An evening that lasts until the next day -------------------------------------------------------------------------


class Slow(io.StringIO):
    """A keyboard whose player sleeps for a day before one of the lines."""

    def __init__(self, *lines: str, sleeps_before: int) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.hour, self.left = NOON, sleeps_before

    def readline(self, _size: int | None = -1, /) -> Any:
        self.hour += 25 * HOUR if self.left == 0 else 1
        self.left -= 1
        return super().readline()


Slept = Callable[[str, Slow], str]


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Slept:
    def run(key: str, typed: Slow) -> str:
        monkeypatch.setattr(sys, "stdin", typed)
        screen = Console(file=io.StringIO(), width=80, force_terminal=False, highlight=False)
        log = tmp_path / f"{key}.jsonl"
        house = terms(key)
        terminal.play(house, screen, seed="demo", positions=1, bankroll=100_000, log=str(log), clock=lambda: typed.hour)
        lines = from_lines(log.read_text("utf-8").splitlines(), house.game.play.events)
        assert sum(state_after([one.entry for one in lines]).ledger.values()) == 0
        assert isinstance(screen.file, io.StringIO)
        return screen.file.getvalue()

    return run


def test_who_sleeps_over_a_bet_gets_other_cards_and_is_told_their_hash(slept: Slept) -> None:
    screen = slept("high-card-flush", Slow("10", "f", "10", "f", sleeps_before=2))
    changed = "red cards changed: in use for as long as they may be\nshuffled and cut at 26; to check the seed with"
    assert screen.index("Round 2") < screen.index(changed) < screen.rindex("No more bets.")
    hashes = [line.removeprefix("hash ") for line in screen.splitlines() if line.startswith("hash ")]
    seeds = [line.removeprefix("seed ") for line in screen.splitlines() if line.startswith("seed ")]
    assert [commitment(bytes.fromhex(seed)) for seed in seeds[:2]] == [hashes[0], hashes[2]]
    assert "2 rounds" in screen


def test_who_sleeps_over_a_hand_plays_it_with_the_same_cards(slept: Slept) -> None:
    screen = slept("high-card-flush", Slow("10", "f", "10", "f", sleeps_before=1))
    assert screen.index("-$10 this round") < screen.index("Round 2")
    assert screen.index("cards changed") < screen.index("Round 2")
    assert "2 rounds" in screen


def test_a_wheel_and_tiles_go_on_the_next_day(slept: Slept) -> None:
    assert "2 rounds" in slept("pokette", Slow("red 10", "", "red 10", "", sleeps_before=2))
    assert "2 rounds" in slept("pai-gow", Slow("10", "1", "", "", "10", "1", "", sleeps_before=4))


# --- Whatever is typed ------------------------------------------------------------------------------------------------

TYPED = (
    *[""] * 6, "10", "5", "1", "2", "3", "y", "m", "0", "r", "f", "b", "s", "o", "d", "e", "u", "l", "x", "?", "p", "h",
    "12", "23", "1 2", "2 5", "e 2 3", "7h 5", "red 10", "hearts 5", "flush 2", "8 7 5", "jo 2", "bank",
)  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(3))
def test_no_answer_breaks_a_visit_at_any_hour(slept: Slept, key: str, seed: int) -> None:
    chance = Random(f"{key} {seed}")
    lines = chance.choices(TYPED, k=80)
    assert "Thank you for playing." in slept(key, Slow(*lines, sleeps_before=chance.randrange(80)))
