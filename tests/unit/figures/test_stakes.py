"""What the seats of a simulation play and place."""

import json
from typing import Any

import pytest

STRATEGY = """
[[line]]
from = "Td 8d 6d"
antes = "most"

[[line]]
antes = 0
"""


def test_simulate_plays_a_strategy_of_ones_own(nmb: Any, tmp_path: Any) -> None:
    """The best simple rule, written as a file, plays as it does by its name."""
    own = tmp_path / "mine.toml"
    own.write_text(STRATEGY)
    arguments = ("simulate", "high-card-flush", "--rounds", "20000", "--json", "--strategy")
    out, _, code = nmb(*arguments, str(own))
    assert code == 0
    mine = json.loads(out)
    assert mine["strategy"] == str(own)
    named = json.loads(nmb(*arguments, "simple")[0])
    assert mine["lines"] == named["lines"]


def test_simulate_plays_a_strategy_of_ones_own_with_wild_twos(nmb: Any, tmp_path: Any) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        '[[line]]\nfrom = "2c Ah Kh 9h"\nantes = 2\n[[line]]\nfrom = "9h 8h 3h"\nantes = 1\n[[line]]\nantes = 0'
    )
    out, _, code = nmb("simulate", "what-the-flush", "--rounds", "20000", "--json", "--strategy", str(own))
    assert code == 0
    outcomes = json.loads(out)["outcomes"]
    assert {"surrender", "play 1x, player wins", "play 2x, player wins"} <= set(outcomes)
    assert not any(name.startswith("play 3x") for name in outcomes)


@pytest.mark.parametrize("game", ["high-card-flush", "what-the-flush"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[line]]\nfrom = "9c 8c 7c"\nantes = 1', "does not cover every hand, such as"),
        ("[[line]]\nantes = 1\n[[line]]\nantes = 0", "two lines that begin with the same hand"),
        ("[[line]]\nantes = 4", "is no strategy: Expected `int` <= 3"),
        ('[[line]]\nfrom = "9x"\nantes = 1', "9x"),
        ("line = ", "is no strategy"),
    ],
)
def test_a_strategy_that_cannot_be_played_is_one_sentence(
    nmb: Any, tmp_path: Any, game: str, text: str, sentence: str
) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(text)
    out, err, code = nmb("simulate", game, "--rounds", "10", "--strategy", str(own))
    assert (out, code) == ("", 2)
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


WAY = """
name = "mine"
[[line]]
say = "Play the highest-ranking pair, wong or gong as the high hand, with the better low hand."
play = "pair_together"
prefer = ["high_hand", "low_hand"]
[[line]]
say = "Play two tiles worth nine together, else eight, else seven."
play = "seven_or_more_together"
prefer = ["high_hand", "low_hand"]
[[line]]
say = "Play the highest ranking tile with the lowest ranking tile."
play = "highest_with_lowest"
"""


def test_simulate_sets_tiles_by_a_way_of_ones_own(nmb: Any, tmp_path: Any) -> None:
    """The way of the text, written as a file, plays as it does by its name; the supreme pair is the highest pair."""
    own = tmp_path / "way.toml"
    own.write_text(WAY)
    arguments = ("simulate", "pai-gow", "--rounds", "20000", "--json", "--strategy")
    mine, named = (json.loads(nmb(*arguments, strategy)[0]) for strategy in (str(own), "house_way"))
    assert mine["strategy"] == str(own)
    assert mine["lines"] == named["lines"]
    own.write_text(WAY.replace('"high_hand", "low_hand"', '"low_hand", "high_hand"'))
    assert json.loads(nmb(*arguments, str(own))[0])["lines"] != named["lines"]


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("pai-gow", WAY.rpartition("[[line]]")[0], "no line of house way 'mine' sets "),
        ("pai-gow", WAY.replace("pair_together", "pairs"), "'pairs' is not a condition; there are any_setting"),
        ("pai-gow", "name = 3", "this is not a house way"),
        ("pai-gow-poker", WAY, "'pair_together' is not a condition; there are five_aces"),
        ("pokette", WAY, "Pokette takes no strategy from a file; there are best"),
    ],
)
def test_a_way_that_cannot_be_played_is_one_sentence(
    nmb: Any, tmp_path: Any, game: str, text: str, sentence: str
) -> None:
    own = tmp_path / "way.toml"
    own.write_text(text)
    out, err, code = nmb("simulate", game, "--rounds", "10", "--strategy", str(own))
    assert (out, code) == ("", 2)
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


def test_a_checkpoint_tells_strategies_apart_that_have_one_name(nmb: Any, tmp_path: Any) -> None:
    own, kept = tmp_path / "mine.toml", str(tmp_path / "run.json")
    own.write_text(STRATEGY)
    arguments = ("simulate", "high-card-flush", "--rounds", "10", "--strategy", str(own), "--checkpoint", kept)
    assert nmb(*arguments)[2] == 0
    own.write_text(STRATEGY.replace("Td 8d 6d", "9d 8d 6d"))
    _, err, code = nmb(*arguments)
    assert code == 2
    assert "another simulation" in err


def test_a_player_may_bank(nmb: Any) -> None:
    arguments = (
        "simulate",
        "pai-gow",
        "--rounds",
        "5000",
        "--strategy",
        "house_way",
        "--seats",
        "3",
        "--json",
        "--bank",
    )
    alone, shared = (json.loads(nmb(*arguments, bank)[0]) for bank in ("bank", "co_bank"))
    assert [line["wager"] for line in alone["lines"]] == ["wager", "bank"]
    assert abs(alone["lines"][1]["net"]) > abs(shared["lines"][1]["net"]) > 0
    against = json.loads(nmb(*arguments, "bank", "--wager", "dealer_wager=5000")[0])
    assert against["lines"][1]["placed"] == 5000 * (3 * 1000 + 5000)


@pytest.mark.parametrize(
    ("game", "arguments", "sentence"),
    [
        ("high-card-flush", ["--bank", "bank"], "nobody banks at High Card Flush but the house"),
        ("pai-gow", ["--bank", "both"], "'both' is no way to bank; there are bank and co_bank"),
        ("pai-gow", ["--bank", "bank", "--seats", "6"], "no position left for the bank"),
        ("pai-gow", ["--bank", "co_bank", "--wager", "dealer_wager=100"], "'dealer_wager' is not on offer here"),
        ("pai-gow", ["--strategy", "moon"], "'moon' is not a strategy of Pai Gow; there are best, house_way"),
        ("pokette", ["--strategy", "house_way"], "'house_way' is not a strategy of Pokette; there are best"),
        ("packs-poker", ["--strategy", "FILE.toml"], "FILE.toml cannot be read"),
    ],
)
def test_what_a_game_does_not_have_is_refused(nmb: Any, game: str, arguments: list[str], sentence: str) -> None:
    out, err, code = nmb("simulate", game, "--rounds", "10", *arguments)
    assert (out, code) == ("", 2)
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


def test_a_game_without_decisions_takes_no_strategy_file(nmb: Any, tmp_path: Any) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(STRATEGY)
    _, err, code = nmb("simulate", "packs-poker", "--rounds", "10", "--strategy", str(own))
    assert code == 2
    assert "Pack's Poker takes no strategy from a file; there are best" in err


def test_banking_must_be_offered(nmb: Any, tmp_path: Any) -> None:
    submission = tmp_path / "no-bank.toml"
    submission.write_text('game = "pai-gow"\nco_banking = false\n')
    _, err, code = nmb("simulate", "pai-gow", "--rounds", "10", "--bank", "co_bank", "--submission", str(submission))
    assert code == 2
    assert "co_bank is not offered at this table" in err


def test_a_bonus_needs_its_pack_where_the_licensee_asks_for_it(nmb: Any, tmp_path: Any) -> None:
    submission = tmp_path / "packs.toml"
    submission.write_text('game = "packs-poker"\nfive_card = "A"\nbonus_needs_pack = true\n')
    arguments = ("simulate", "packs-poker", "--rounds", "10", "--submission", str(submission), "--wager")
    _, err, code = nmb(*arguments, "five_card_1=500")
    assert code == 2
    assert "five_card_1 needs a wager on pack_1 beside it" in err
    assert nmb(*arguments, "five_card_1=500", "--wager", "pack_1=500")[2] == 0
