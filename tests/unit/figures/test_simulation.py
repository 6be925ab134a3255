"""Simulations from the command line."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from nomorebets.figures.odds import count_odds
from nomorebets.figures.simulation import EXACT, SAMPLED, LineDocument, Simulation
from nomorebets.games.pokette import maths as of_pokette
from nomorebets.games.registry import terms
from nomorebets.machine import cache
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.maths import Maths


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


def test_the_standard_error_of_the_ante_is_that_of_any_amount() -> None:
    highest = 2_700_000  # whose squares, summed over so many rounds, are more than 64 bits hold
    licensed = terms("high-card-flush", {"limits": {"ante": {"minimum": 500, "maximum": highest}}})
    found = set()
    for ante in (500, highest):
        simulation = Simulation(
            licensed, strategy="simple", seats=1, stakes={"ante": ante}, seed=7, workers=Threads(1), progress=unseen
        )
        *_, run = simulation.runs(300_000, None, None)
        line = simulation.document(run, 1.0, "").lines[0]
        found.add((line.house_edge, round(line.se, 12)))
    ((_, se),) = found
    assert se == pytest.approx(1.63 / 300_000**0.5, rel=0.02)


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rounds", "0"], "0 rounds cannot be played"),
        (["--strategy", "wild"], "'wild' is not a strategy of High Card Flush; there are best, simple"),
        (["--seats", "9"], "9 seats cannot be; a table has 1 to 6"),
        (["--wager", "raise=5"], "'raise' is not on offer here"),
        (["--wager", "ante=5"], "ante of 5 cents is not accepted"),
        (["--wager", "ante"], "'ante' is no wager; write NAME=CENTS"),
        (["--threads", "0"], "0 threads cannot work here; there are 1 to 1024"),
        (["--threads", "9" * 26], f"{'9' * 26} threads cannot work here; there are 1 to 1024"),
        (["--rounds", str(10**26)], f"{10**26} rounds cannot be played; there are 1 to {10**15}"),
        (["--seed", str(10**26)], f"{10**26} cannot be a seed; it is from -{2**63 - 1} to {2**63 - 1}"),
        (["--wager", f"ante={'9' * 5000}"], "is no wager; write NAME=CENTS"),
        (["--cluster", "local:" + "9" * 26], "there are 1 to 1024 processes"),
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
    nmb: Any, arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)  # where nothing was solved before
    monkeypatch.setattr(of_pokette, "MATHS", Maths(of_pokette.MATHS.odds))
    _, err, code = nmb(*arguments)
    assert code == 2
    assert " yet; games that have it are " in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("error", ["0", "-1", "nan", "inf"])
def test_a_standard_error_that_is_never_reached_is_refused(nmb: Any, error: str) -> None:
    out, err, code = nmb("simulate", "pokette", f"--until-se={error}")
    assert (out, code) == ("", 2)
    assert "it is above 0" in err


def test_rounds_bound_a_run_to_a_standard_error(nmb: Any) -> None:
    out, _, code = nmb("simulate", "pokette", "--rounds", "2000", "--until-se", "0.000001", "--json")
    assert code == 0
    assert json.loads(out)["rounds"] == 2000


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("par", "pokette", "-o", "x.html", "--rounds", str(10**26)), "rounds cannot be played; there are 0 to 10"),
        (("shared", "high-card-flush", "--deals", str(10**26)), "deals cannot be made; there are 1 to 10"),
        (("shared", "high-card-flush", "--threads", "9" * 26), "threads cannot work here; there are 1 to 1024"),
        (("bankroll", "high-card-flush", "--rounds", str(10**26)), "take too long to reckon; take fewer rounds"),
        (("bankroll", "high-card-flush", "--units", str(10**26)), "take too long to reckon"),
        (("odds", "high-card-flush", "--meter", str(10**26)), "cents cannot be on a meter; it holds 0 to 10"),
    ],
)
def test_numbers_beyond_all_measure_are_refused(nmb: Any, arguments: tuple[str, ...], sentence: str) -> None:
    out, err, code = nmb(*arguments)
    assert (out, code) == ("", 2)
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


def simulated(
    key: str, fields: dict[str, Any], stakes: dict[str, int], seed: int, rounds: int
) -> dict[str, LineDocument]:
    strategy = "house_way" if key.startswith("pai-gow") else "simple" if "flush" in key else "best"
    simulation = Simulation(
        terms(key, fields), strategy=strategy, seats=1, stakes=stakes, seed=seed, workers=Threads(1), progress=unseen
    )
    *_, run = simulation.runs(rounds, None, None)
    return {line.wager: line for line in simulation.document(run, 1.0, "").lines}


LONG_SHOTS: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("packs-poker", {"seven_card": "A"}, {"seven_card_1": 100}),
    ("high-card-flush", {"straight_flush_bonus": "A"}, {"straight_flush_bonus": 100}),
]


@pytest.mark.parametrize(("key", "fields", "stakes"), LONG_SHOTS)
def test_intervals_of_long_shots_cover_the_edge_as_often_as_they_say(
    key: str, fields: dict[str, Any], stakes: dict[str, int]
) -> None:
    """Of samples that mostly lack the dearest hits, because the standard deviation is not estimated from them."""
    (wager,) = stakes
    table = terms(key, fields).posted[wager]
    assert table
    (exact,) = count_odds(key, fields, wager=table.wager)
    covered, seeds, rounds = 0, 100, 4000
    for seed in range(seeds):
        line = simulated(key, fields, stakes, seed, rounds)[wager]
        assert line.se_is == EXACT
        assert line.se == pytest.approx(exact.sd / rounds**0.5)
        covered += abs(line.house_edge - exact.house_edge_decimal) <= 1.96 * line.se
    assert covered / seeds >= 0.93


def test_what_is_estimated_from_the_sample_says_so(nmb: Any) -> None:
    lines = simulated("high-card-flush", {"progressive": "A"}, {"progressive": 100}, 1, 5000)
    assert {wager: line.se_is for wager, line in lines.items()} == dict.fromkeys(
        ("ante", "progressive", "all"), SAMPLED
    )
    out, _, _ = nmb("simulate", "pokette", "--rounds", "3000", "--wager", "red=500", "--wager", "flush=500")
    said = " ".join(out.split())
    assert re.search(r"red: house edge \S+, standard error \S+ \(exact\)", said)
    assert re.search(r"flush: house edge \S+, standard error \S+ \(estimated from the sample\)", said)
    two, _, _ = nmb("simulate", "pokette", "--rounds", "3000", "--wager", "red=500", "--seats", "2")
    assert "(exact)" not in two
