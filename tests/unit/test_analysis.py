"""Best play, advice and simulation from the command line."""

import json
import sys
from typing import Any

import pytest

from nomorebets.cli import main


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
