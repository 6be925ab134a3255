"""The page of code that checks a shuffle, run against logs of the engine, true ones and tampered ones."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nomorebets.equipment.chance import commitment
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Commit, CountStub, Decision, Irregularity, NoMoreBets, Reveal, RevealSeed, Sit
from nomorebets.table.engine import legal
from nomorebets.table.entries import to_lines
from tests.driving import Driver, opened, raised

VERIFIER = Path(__file__).parents[2] / "docs" / "verify_shuffle.py"
ROUNDS = 3

TWO_DECKS = {"dealing": "hand", "shuffler": "counting", "decks": 2}
SUBMISSIONS: tuple[dict[str, Any], ...] = ({}, TWO_DECKS, {"preshuffled": True}, {"dealing": "automated_shoe"})

Log = list[dict[str, Any]]


def played(rounds: int = ROUNDS, **submission: Any) -> Driver:
    """A table with some rounds behind it, every shuffle committed to and every seed revealed."""
    driver = opened("Ann", "Ben", **submission)
    for _ in range(rounds):
        one_round(driver)
    return driver


def one_round(driver: Driver) -> None:
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", 1000))
    driver.do(NoMoreBets()).duties()
    raised(driver).duties()


def verified(driver: Driver, path: Path, tamper: Callable[[Log], object] = lambda _log: None) -> tuple[int, list[str]]:
    """The exit code and the lines of the verifier, which runs without this package."""
    log = [json.loads(line) for line in to_lines(driver.entries, driver.terms.hash).splitlines()]
    tamper(log)
    path.write_text("".join(json.dumps(entry) + "\n" for entry in log), "utf-8")
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(path)]  # -S: nothing installed can be imported
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not run.stderr
    return run.returncode, run.stdout.splitlines()


def all_of(log: Log, kind: str) -> list[dict[str, Any]]:
    return [event for entry in log for event in entry["events"] if event["type"] == kind]


def first(log: Log, kind: str) -> dict[str, Any]:
    return all_of(log, kind)[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.jsonl"


@pytest.mark.parametrize("submission", SUBMISSIONS, ids=str)
def test_a_true_log_is_verified_however_it_was_dealt(submission: dict[str, Any], path: Path) -> None:
    code, lines = verified(played(**submission), path)
    assert code == 0
    done = [line for line in lines if "verified" in line]
    assert [line.split(":")[0] for line in done] == [f"round {n}" for n in range(1, ROUNDS + 1)]
    assert all("verified, 21 cards dealt" in line for line in done)


def test_the_published_hash_is_shown_to_be_compared(path: Path) -> None:
    driver = played()
    _, lines = verified(driver, path)
    assert [line.split()[-1] for line in lines[:ROUNDS]] == [*driver.seeds.by_commitment][:ROUNDS]


def test_a_card_put_aside_is_followed(path: Path) -> None:
    driver = opened("Ann", "Ben")
    driver.do(Bet(1, "ante", 1000), Bet(2, "ante", 1000), NoMoreBets())
    driver.do(Irregularity("card_face_up_in_shoe", card=driver.pieces[driver.table.in_play.stack[3]]))
    raised(driver.duties()).duties()
    code, lines = verified(driver, path)
    assert code == 0
    assert "verified, 22 cards dealt" in lines[0]


def test_cards_drawn_during_the_round_are_followed_too(path: Path) -> None:
    def drawn(tamper: Callable[[Log], object]) -> tuple[int, list[str]]:
        driver = Driver(terms("lunar-poker")).duties().do(Sit(1, "Ann")).duties().do(Bet(1, "ante", 1000), NoMoreBets())
        given = tuple(driver.pieces[card] for card in driver.duties().hand(1)[:3])
        driver.do(Decision(1, "exchange", 1000, given), Decision(1, "fold")).duties()
        return verified(driver, path, tamper)

    code, lines = drawn(lambda _log: None)
    assert code == 0
    assert "verified, 13 cards dealt" in lines[0]

    def another_card(log: Log) -> None:
        cards = all_of(log, "Dealt")[-1]["cards"]
        cards[0] = (cards[0] + 1) % 52

    code, lines = drawn(another_card)
    assert code == 1
    assert "which did not lie on top" in lines[0]


def test_recorded_cards_have_nothing_to_check(path: Path) -> None:
    driver = opened("Ann", stack=range(52))
    one_round(driver)
    said = "recorded, so there is nothing to check"
    assert verified(driver, path) == (0, [f"round 1: {said}", f"not dealt: {said}"])


def test_a_round_that_has_just_ended_may_wait_for_its_seed(path: Path) -> None:
    driver = opened("Ann")
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties()
    raised(driver).duties(until=RevealSeed)
    code, lines = verified(driver, path)
    assert code == 0
    assert all("not revealed yet" in line for line in lines)


def with_packs() -> Driver:
    """Two rounds with packs, dealt from the two decks in turn."""
    driver = Driver(terms("packs-poker")).duties().do(Sit(1, "Ann")).duties()
    for _ in range(2):
        driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties()
    return driver


def test_packs_are_followed_too(path: Path) -> None:
    code, lines = verified(with_packs(), path)
    assert code == 0
    assert sum("verified, 16 cards dealt" in line for line in lines) == 2

    def change_a_pack(log: Log) -> None:
        next(event for event in all_of(log, "Dealt") if event["to"] == "pack 1")["cards"].reverse()

    code, lines = verified(with_packs(), path, change_a_pack)
    assert code == 1
    assert any("pack 1 was dealt" in line for line in lines)


def spun(spins: int = ROUNDS) -> Driver:
    """A table with a wheel and some spins behind it, each committed to; the last seed is still to be revealed."""
    driver = Driver(terms("pokette")).duties().do(Sit(1, "Ann"))
    for _ in range(spins):
        commit = next(offer for offer in legal(driver.table) if isinstance(offer.action, Commit))
        driver.duties().do(driver.filled(commit), NoMoreBets()).duties(until=RevealSeed)
    return driver


def test_spins_are_verified_too(path: Path) -> None:
    driver = spun()
    code, lines = verified(driver, path)
    assert code == 0
    assert [line.split()[:3] for line in lines] == [
        ["spin", "1:", "verified,"],
        ["spin", "2:", "verified,"],
        ["spin", "3:", "not"],
    ]
    assert [line.split()[-1] for line in lines] == [*driver.seeds.by_commitment]


def test_a_spin_that_was_recorded_has_nothing_to_check(path: Path) -> None:
    assert verified(Driver(terms("pokette")).duties().do(Sit(1, "Ann"), NoMoreBets()).duties(), path) == (0, [""])


def move_the_clapper(log: Log) -> None:
    first(log, "Spun")["section"] += 1


@pytest.mark.parametrize("number", range(3))
def test_a_tampered_spin_fails(number: int, path: Path) -> None:
    tamper = (move_the_clapper, give_another_seed, keep_a_seed_back)[number]
    code, lines = verified(spun(), path, tamper)
    assert code == 1
    assert any("FAILED" in line for line in lines)


def swap_dealt_cards(log: Log) -> None:
    cards = first(log, "Dealt")["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def swap_shuffled_cards(log: Log) -> None:
    stack = first(log, "Shuffled")["stack"]
    stack[0], stack[1] = stack[1], stack[0]


def move_the_cut(log: Log) -> None:
    first(log, "CutMade")["count"] += 1


def give_another_seed(log: Log) -> None:
    first(log, "SeedRevealed")["seed"] = "00" * 32


def publish_another_hash(log: Log) -> None:
    first(log, "Shuffled")["commitment"] = commitment(bytes(32))


def publish_a_hash_twice(log: Log) -> None:
    one, two, *_ = all_of(log, "Shuffled")
    two["commitment"] = one["commitment"]


def keep_a_seed_back(log: Log) -> None:
    log.remove(next(entry for entry in log if entry["events"][0]["type"] == "SeedRevealed"))


@pytest.mark.parametrize(
    "tamper",
    [
        swap_dealt_cards,
        swap_shuffled_cards,
        move_the_cut,
        give_another_seed,
        publish_another_hash,
        publish_a_hash_twice,
        keep_a_seed_back,
    ],
)
def test_a_tampered_log_fails(tamper: Callable[[Log], None], path: Path) -> None:
    code, lines = verified(played(), path, tamper)
    assert code == 1
    assert any("FAILED" in line for line in lines)


@pytest.mark.parametrize(
    "log", ["not JSON", "[]", "{}", '{"events": [{"type": "Dealt", "to": "seat 1", "cards": [1]}]}']
)
def test_what_is_no_log_fails_in_one_line(log: str, path: Path) -> None:
    path.write_text(log, "utf-8")
    run = subprocess.run([sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith(f"{path} is not the log of a table")
    assert run.stderr.count("\n") == 1


def shaken(path: Path, tamper: Callable[[Log], object] = lambda _log: None) -> tuple[int, list[str]]:
    """Two rounds of Pai Gow, the first with a roll that did not count."""
    driver = Driver(terms("pai-gow")).duties().do(Sit(1, "Ann")).duties()
    for kind in ("dice_not_flat", None):
        while offers := [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") == "pass"]:
            driver.do(offers[0].action)
        driver.do(Bet(1, "wager", 1000), NoMoreBets())
        if kind:
            driver.do(Irregularity(kind))
        driver.duties().do(Decision(1, "house_way")).duties().do(Reveal()).duties()
    return verified(driver, path, tamper)


def test_dice_are_checked_with_the_shuffle_of_their_round(path: Path) -> None:
    code, lines = shaken(path)
    assert code == 0
    assert sum("verified, 32 cards dealt" in line for line in lines) == 2

    def loaded(log: Log) -> None:
        dice = first(log, "Shaken")["dice"]
        dice[0] = dice[0] % 6 + 1

    code, lines = shaken(path, loaded)
    assert code == 1
    assert any("the seed gives the dice" in line for line in lines)


def cards_in_two(path: Path, tamper: Callable[[Log], object] = lambda _log: None, **submission: Any) -> tuple[int, str]:
    """Two rounds of Pai Gow Poker, in the first of which stacks that were dealt from the hand are abandoned."""
    driver = Driver(terms("pai-gow-poker", {"banking": False, **submission})).duties().do(Sit(1, "Ann")).duties()
    for again in (True, False):
        driver.do(Bet(1, "wager", 1000), NoMoreBets())
        if again and submission.get("dealing") == "hand":
            driver.duties(until=CountStub).do(Irregularity("card_exposed_in_stacking"))
        driver.duties().do(Decision(1, "house_way")).duties().do(Reveal()).duties()
    code, lines = verified(driver, path, tamper)
    return code, "\n".join(lines)


def swap_stacks(log: Log) -> None:
    one, two, *_ = (event for event in all_of(log, "Dealt") if event["to"].startswith("stack "))
    one["cards"], two["cards"] = two["cards"], one["cards"]


def deliver_another_stack(log: Log) -> None:
    one, two, *_ = (event for event in all_of(log, "Dealt") if "origin" in event)
    one["cards"], two["cards"] = two["cards"], one["cards"]


def change_the_number(log: Log) -> None:
    drawn = first(log, "NumberDrawn")
    drawn["number"] = drawn["number"] % 7 + 1


def test_stacks_and_a_shuffle_that_was_abandoned_are_checked(path: Path) -> None:
    code, lines = cards_in_two(path, dealing="hand", start="number")
    assert code == 0
    assert "not dealt: verified, 49 cards dealt" in lines
    assert "round 1: verified, 49 cards dealt" in lines
    assert "round 2: verified, 49 cards dealt" in lines
    assert cards_in_two(path, start="number")[0] == 0
    assert cards_in_two(path, dealing="automated_shoe")[0] == 0


@pytest.mark.parametrize(
    ("tamper", "complaint"),
    [
        (swap_stacks, "the stacks were not dealt from the top of the deck"),
        (deliver_another_stack, "which is not stack "),
        (change_the_number, "the seed gives the number"),
    ],
)
def test_tampered_stacks_and_numbers_fail(tamper: Callable[[Log], None], complaint: str, path: Path) -> None:
    code, lines = cards_in_two(path, tamper, dealing="hand", start="number")
    assert code == 1
    assert complaint in lines
