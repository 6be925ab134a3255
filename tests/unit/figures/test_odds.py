"""Exact odds, as documents and from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from nomorebets.figures.odds import count_odds


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


def test_a_call_gives_the_documents_of_the_command() -> None:
    printed = count_odds("high-card-flush", wager="flush_bonus")
    assert [one.pay_table for one in printed] == list("ABCDEFGHIJKLMN")
    assert {one.submission for one in printed} == {"printed"}
    (posted,) = count_odds("high-card-flush", {"flush_bonus": "D"})
    assert (posted.house_edge, posted.submission) == (printed[3].house_edge, "given")
