"""Exact odds, as documents and from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from nomorebets.figures.odds import OddsDocument, count_odds


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


def posted_numbers(odds: str) -> OddsDocument:
    (document,) = count_odds("pai-gow-poker", {"start": "number", "additional_odds": odds}, wager="additional_3")
    return document


@pytest.mark.clause("pai-gow-poker:11.13(b)6")
def test_a_number_is_reckoned_in_whole_dollars_and_by_stake() -> None:
    """At 11/2 to 1 a dollar wins five, two win eleven."""
    document = posted_numbers("11/2")
    assert (document.stake, document.house_edge) == (100, "1/7")
    for at in document.by_stake:
        won = at.stake * 11 // 2 // 100 * 100
        assert at.house_edge_decimal == pytest.approx(1 - (won + at.stake) / at.stake / 7)
    assert [at.stake for at in document.by_stake][:3] == [100, 200, 300]
    assert posted_numbers("6").by_stake == ()


def test_an_edge_that_depends_on_the_amount_says_so_for_people(nmb: Any, tmp_path: Path) -> None:
    filed = tmp_path / "numbers.toml"
    filed.write_text('game = "pai-gow-poker"\nstart = "number"\nadditional_odds = "11/2"\n')
    out, _, _ = nmb("odds", "pai-gow-poker", "--submission", str(filed), "--wager", "additional_1")
    said = " ".join(out.split())
    assert "of a wager of $1; the house edge depends on the amount: 14.2857% of $1, 7.1429% of $2" in said


@pytest.mark.clause("high-card-flush:38.11(h)")
def test_a_maximum_payout_makes_the_edge_depend_on_the_amount() -> None:
    fields = {"flush_bonus": "D", "bonus_maximum": 5_000_000}
    (document,) = count_odds("high-card-flush", fields, wager="flush_bonus")
    edges = [at.house_edge_decimal for at in document.by_stake]
    assert edges == sorted(edges)
    assert edges[0] == pytest.approx(0.0753, abs=5e-5)
    assert edges[-1] > edges[0]
    rows = {row.outcome: row.ways for row in document.outcomes}
    most = document.by_stake[-1]
    paid = {"7 Card Flush": 300, "6 Card Flush": 75, "5 Card Flush": 5, "4 Card Flush": 2, "nothing": -1}
    won = sum(rows[name] * min(odds * most.stake, 5_000_000) for name, odds in paid.items())
    assert most.house_edge_decimal == pytest.approx(-won / document.total / most.stake)


SHARES = {"Straight flush": "1%", "Four-of-a-kind": "$10", "Full house": "$20"}


@pytest.mark.clause("pai-gow-poker:11.14(a)")
def test_a_progressive_is_paid_on_the_row_that_pays_most_at_the_meter() -> None:
    """Straight flushes of five aces' kind aside, hands are told by a plain count of what they make."""
    rows = {"Royal flush": "10%", "Straight flush": "$1,000"}
    for meter, royals_by_share in ((0, False), (999_900, False), (1_000_100, True), (10**9, True)):
        (document,) = count_odds("pai-gow-poker", {"progressive": rows}, wager="progressive", meter=meter)
        ways = {row.outcome: row.ways for row in document.outcomes}
        assert ways["Royal flush"] == (26_132 if royals_by_share else 0)
        assert ways["Royal flush"] + ways["Straight flush"] == 26_132 + 184_832
        back = ways["Royal flush"] * (meter // 10) + ways["Straight flush"] * 100_000
        assert document.house_edge_decimal == pytest.approx(1 - back / document.total / document.stake)


@pytest.mark.clause("pai-gow-poker:11.14(a)")
def test_the_meter_that_breaks_even_is_found_by_the_rows_that_pay_most_there() -> None:
    rows = {"Royal flush": "100%", "Straight flush": "10%", "Four-of-a-kind": "$40"}
    (document,) = count_odds("pai-gow-poker", {"progressive": rows}, wager="progressive", meter=0)
    assert document.meter
    assert document.meter.break_even
    for meter, enough in ((document.meter.break_even, True), (document.meter.break_even - 1, False)):
        (at,) = count_odds("pai-gow-poker", {"progressive": rows}, wager="progressive", meter=meter)
        assert (at.house_edge_decimal <= 0) == enough


@pytest.mark.parametrize("rows", [SHARES, {"Five aces": "$5"}, {"Five aces": "100%"}, {"Pair": 5}])
def test_every_lawful_progressive_has_odds(rows: dict[str, Any], nmb: Any) -> None:
    for meter in (0, 100, 5_000_000):
        (document,) = count_odds("pai-gow-poker", {"progressive": rows}, wager="progressive", meter=meter)
        assert document.total == 154_143_080


def test_the_example_submission_of_pai_gow_poker_has_odds(nmb: Any) -> None:
    place = "docs/examples/pai-gow-poker/submission.toml"
    out, err, code = nmb("odds", "pai-gow-poker", "--submission", place, "--wager", "progressive", "--json")
    assert code == 0, err
    (document,) = json.loads(out)
    assert document["house_edge_decimal"] == pytest.approx(0.72976, abs=5e-6)


def test_a_progressive_without_shares_keeps_its_stake_too() -> None:
    """Five dollars for one that was collected before the deal are four won."""
    (odds,) = count_odds("pai-gow-poker", {"progressive": {"Full house": "$5"}}, wager="progressive")
    assert {row.outcome: row.net for row in odds.outcomes} == {"Full house": "4", "nothing": "-1"}
