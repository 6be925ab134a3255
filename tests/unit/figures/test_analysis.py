"""Best play, advice and simulation from the command line."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from nomorebets.cli.app import main
from nomorebets.figures.analysis import progress_bar
from nomorebets.odds import lookup


@pytest.fixture
def nmb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> tuple[str, str, int]:
        monkeypatch.setattr(sys, "argv", ["nmb", *arguments])
        monkeypatch.setenv("COLUMNS", "120")
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return captured.out, captured.err, ended.value.code if isinstance(ended.value.code, int) else 0

    return run


def test_solve_prints_the_contract(nmb: Any) -> None:
    out, _, code = nmb("solve", "high-card-flush", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["method"] == "exact"
    assert document["ev"] == "-1348050875653/50592437455560"
    assert document["house_edge"] == "1348050875653/50592437455560"
    assert {"se", "element_of_risk", "sd", "decisions", "strategy"} <= set(document)
    assert sum(document["decisions"].values()) == pytest.approx(1)
    assert document["strategy"]["simple"][0]["cost"] > 0


def test_solve_is_readable(nmb: Any) -> None:
    out, _, code = nmb("solve", "pai-gow")
    assert code == 0
    assert "as player, the dealer banking: best setting" in out
    assert "as bank, against a player: house way" in out


def test_advise_puts_the_best_first(nmb: Any) -> None:
    out, _, code = nmb("advise", "pai-gow", "--hand", "6-6 6-6 4-5 2-6", "--json")
    assert code == 0
    values = [one["ev_decimal"] for one in json.loads(out)]
    assert values == sorted(values, reverse=True)
    out, _, _ = nmb("advise", "high-card-flush", "--hand", "Ah Kh Qh Jh Th 9h 8h")
    assert "raise 3x the ante" in out.splitlines()[0]


def test_advice_on_a_spin_takes_the_posted_cards_by_either_name(nmb: Any) -> None:
    held, posted = (nmb("advise", "pokette", name, "Ah Kh", "--json") for name in ("--hand", "--up"))
    assert held == posted
    assert "flush" in {one["say"] for one in json.loads(held[0])}


@pytest.mark.parametrize(
    ("game", "hand", "sentence"),
    [
        ("pai-gow", "6-6 6-6 4-5 2-6", "1-1 cannot be seen: the dealer's hand lies face down [pai-gow:10.7(a)]"),
        ("pai-gow-poker", "As Ks Qs Js 9s 2d 2c", "4c cannot be seen: the dealer's hand lies face down"),
        ("pai-gow", "6-6 6-6 4-5", "a hand has 4 tiles, not 3"),
        ("pai-gow-poker", "As Ks Qs Js 9s 2d", "a hand has 7 cards, not 6"),
    ],
)
def test_advice_on_what_is_no_hand_is_refused(nmb: Any, game: str, hand: str, sentence: str) -> None:
    out, err, code = nmb("advise", game, "--hand", hand, "--up", "1-1" if game == "pai-gow" else "4c")
    assert (out, code) == ("", 2)
    assert sentence in err


def test_simulate_gives_the_same_result_for_the_same_seed(nmb: Any) -> None:
    arguments = ("simulate", "high-card-flush", "--rounds", "20000", "--strategy", "simple", "--json")
    first, _, code = nmb(*arguments, "--threads", "1")
    again, _, _ = nmb(*arguments, "--threads", "2")
    other, _, _ = nmb(*arguments, "--seed", "2")
    assert code == 0
    one, two, three = json.loads(first), json.loads(again), json.loads(other)
    for document in (one, two, three):
        del document["rounds_per_second"]
    assert one == two != three
    assert one["rounds"] == sum(one["outcomes"].values()) == 20000
    assert one["se"] > 0


def test_simulate_goes_on_from_a_checkpoint(nmb: Any, tmp_path: Any) -> None:
    kept = str(tmp_path / "run.json")
    arguments = ("simulate", "high-card-flush", "--rounds", "5000", "--strategy", "simple", "--checkpoint", kept)
    first, _, _ = nmb(*arguments)
    again, _, code = nmb(*arguments)
    assert code == 0
    assert first.splitlines()[1:] == again.splitlines()[1:]
    _, err, code = nmb(*arguments, "--seed", "2")
    assert code == 2
    assert "another simulation" in err


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


def test_tallies_are_written_as_csv(nmb: Any, tmp_path: Any) -> None:
    place = tmp_path / "tallies.csv"
    out, _, code = nmb(
        "simulate", "pokette", "--rounds", "3000", "--wager", "red=500", "--tallies", str(place), "--json"
    )
    assert code == 0
    (line,) = json.loads(out)["lines"]
    header, *rows = (text.split(",") for text in place.read_text().splitlines())
    assert header == ["seed", "rounds", "wager", "tally", "value"]
    counted = {
        name: int(value) for seed, rounds, wager, name, value in rows if (seed, rounds, wager) == ("1", "3000", "red")
    }
    assert counted["placed"] == line["placed"] == 3000 * 500
    assert counted["net"] == line["net"]
    assert counted["outcome: win"] + counted["outcome: lose"] == 3000
    assert counted["squares"] == 3000 * 500**2


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
    assert against["lines"][1]["placed"] == 5000 * (3 * 100 + 5000)


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rounds", "0"], "0 rounds cannot be played"),
        (["--strategy", "wild"], "'wild' is not a strategy of High Card Flush; there are best, simple"),
        (["--seats", "9"], "9 seats cannot be; a table has 1 to 6"),
        (["--wager", "raise=5"], "'raise' is not on offer here"),
        (["--wager", "ante=5"], "ante of 5 cents is not accepted"),
        (["--wager", "ante"], "'ante' is no wager; write NAME=CENTS"),
        (["--threads", "0"], "there is at least 1"),
        (["--cluster", "tcp://127.0.0.1:1"], "there is no cluster at"),
    ],
)
def test_bad_input_is_one_sentence(nmb: Any, arguments: list[str], sentence: str) -> None:
    out, err, code = nmb("simulate", "high-card-flush", "--rounds", "10", *arguments)
    assert code == 2
    assert sentence in err
    assert out == ""
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("arguments", [["solve", "pokette"], ["simulate", "pokette", "--rounds", "10"]])
def test_a_game_without_such_mathematics_says_so(
    nmb: Any, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "has", lambda key, _module: key != "pokette")
    _, err, code = nmb(*arguments)
    assert code == 2
    assert " yet; games that have it are " in err
    assert len(err.strip().splitlines()) == 1


def test_a_folder_is_not_written_over(nmb: Any, tmp_path: Any) -> None:
    (tmp_path / "folder.html").mkdir()
    out, err, code = nmb("par", "pokette", "-o", str(tmp_path / "folder.html"))
    assert (out, code) == ("", 2)
    assert "it is a file in a folder" in err


@pytest.mark.parametrize("error", ["0", "-1", "nan", "inf"])
def test_a_standard_error_that_is_never_reached_is_refused(nmb: Any, error: str) -> None:
    out, err, code = nmb("simulate", "pokette", f"--until-se={error}")
    assert (out, code) == ("", 2)
    assert "it is above 0" in err


def test_rounds_bound_a_run_to_a_standard_error(nmb: Any) -> None:
    out, _, code = nmb("simulate", "pokette", "--rounds", "2000", "--until-se", "0.000001", "--json")
    assert code == 0
    assert json.loads(out)["rounds"] == 2000


@pytest.mark.parametrize(
    "arguments",
    [
        ("par", "high-card-flush", "-o"),
        ("card", "high-card-flush", "-o"),
        ("simulate", "high-card-flush", "--tallies"),
        ("simulate", "high-card-flush", "--checkpoint"),
        ("bankroll", "high-card-flush", "--plot"),
        ("bench", "--plot"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_first(nmb: Any, tmp_path: Any, arguments: tuple[str, ...]) -> None:
    suffix = ".html" if arguments[0] == "par" else ".svg"
    out, err, code = nmb(*arguments, str(tmp_path / "nowhere" / f"file{suffix}"))
    assert (out, code) == ("", 2)
    assert "cannot be written" in err
    assert len(err.strip().splitlines()) == 1


def test_an_interruption_says_how_far_the_work_had_come(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        with progress_bar("solving") as progress:
            progress(2, 5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert "interrupted while solving, after 2 of 5 parts; nothing of it is kept" in capsys.readouterr().err


# Whoever runs the tests in the background may have had this signal ignored for all that they start.
INTERRUPTED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "


def test_an_interrupted_simulation_gives_what_was_done(tmp_path: Path) -> None:
    """A real process and a real signal, sent when the first chunk has been kept."""
    kept = tmp_path / "run.json"
    arguments = ["simulate", "pokette", "--rounds", str(10**12), "--checkpoint", str(kept), "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", f"{INTERRUPTED}from nomorebets.cli.app import main; main()", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            while not (kept.exists() and json.loads(kept.read_bytes())["rounds"]) and process.poll() is None:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    document = json.loads(out)
    assert process.returncode == 0
    assert f"interrupted after {document['rounds']:,} rounds" in err
    assert document["rounds"] == sum(document["outcomes"].values()) > 0
    assert json.loads(kept.read_bytes())["rounds"] >= document["rounds"]


def test_odds_without_a_table_say_why(nmb: Any, tmp_path: Any) -> None:
    out, err, code = nmb("odds", "pai-gow")
    assert (out, code) == ("", 2)
    assert "no wager of Pai Gow is paid by a table" in err
    filed = tmp_path / "plain.toml"
    filed.write_text('game = "pai-gow-poker"\nimperial = false\n')
    out, err, code = nmb("odds", "pai-gow-poker", "--submission", str(filed))
    assert (out, code) == ("", 2)
    assert "Pai Gow Poker has no pay table here: the submission posts none" in err


def test_odds_say_what_they_leave_out(nmb: Any, tmp_path: Any) -> None:
    filed = tmp_path / "final.toml"
    filed.write_text('game = "lunar-poker"\nprogressive_judged_on = "final_hand"\n')
    out, err, code = nmb("odds", "lunar-poker", "--submission", str(filed))
    assert (out.split(",")[0], code) == ("super", 0)
    assert "judged on the final hand" in err
    out, err, code = nmb("odds", "lunar-poker", "--submission", str(filed), "--wager", "progressive")
    assert (out, code) == ("", 2)
    assert err.startswith("nmb: a progressive that is judged on the final hand")


def test_odds_show_what_envy_adds(nmb: Any) -> None:
    filed = Path("docs/examples/pai-gow-poker/fortune-3.toml")
    arguments = ("odds", "pai-gow-poker", "--submission", str(filed), "--wager", "bonus")
    out, _, code = nmb(*arguments, "--json")
    (document,) = json.loads(out)
    assert code == 0
    edges = document["envy"]["house_edge_with_others"]
    added = document["envy"]["each_other"] / document["envy"]["least_stake"]
    assert [*edges] == ["1", "2", "3", "4", "5"]
    assert edges["5"] == pytest.approx(document["house_edge_decimal"] - 5 * added)
    out, _, _ = nmb(*arguments)
    assert "each other player's hand adds 0.9268% of a wager of $5" in " ".join(out.split())
