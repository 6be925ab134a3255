"""How far a bankroll goes, against what can be reckoned otherwise."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from nomorebets.cli.app import app
from nomorebets.errors import BadInput
from nomorebets.figures.bankroll import carry
from nomorebets.games.registry import KEYS
from nomorebets.odds.outcomes import Measures, Outcome

COIN = Measures([Outcome("lose", 11, Fraction(-1)), Outcome("win", 9, Fraction(1))])
HALVES = Measures(
    [Outcome("lose", 5, Fraction(-2)), Outcome("half", 3, Fraction(1, 2)), Outcome("win", 2, Fraction(3))]
)


def test_in_the_long_run_it_is_the_gamblers_ruin() -> None:
    (*_, last) = carry(COIN, 3, 4000)
    assert last.ruined == pytest.approx(1, abs=1e-9)
    winning = Measures([Outcome("lose", 9, Fraction(-1)), Outcome("win", 11, Fraction(1))])
    (*_, last) = carry(winning, 3, 4000)
    assert last.ruined == pytest.approx((9 / 11) ** 3)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_every_course_of_rounds_is_counted(rounds: int) -> None:
    ruined = 0.0
    for course in product(HALVES.outcomes, repeat=rounds):
        share, held = 1.0, Fraction(3)
        for one in course:
            share *= one.ways / HALVES.total
            held = max(held + one.net, Fraction(0)) if held >= 1 else held
        ruined += share * (held < 1)
    (*_, last) = carry(HALVES, 3, rounds)
    assert last.ruined == pytest.approx(ruined)


RAISED = Measures(
    [
        Outcome("fold", 30, Fraction(-1)),
        Outcome("no hand", 10, Fraction(1), Fraction(3)),
        Outcome("win", 33, Fraction(3), Fraction(3)),
        Outcome("lose", 27, Fraction(-3), Fraction(3)),
        Outcome("small win", 5, Fraction(2), Fraction(2)),
        Outcome("small loss", 5, Fraction(-2), Fraction(2)),
    ]
)


@pytest.mark.parametrize("may_add_less", [True, False])
@pytest.mark.parametrize("units", [1, 2, 3, 5])
def test_nobody_plays_with_more_than_lies_on_the_table(*, units: int, may_add_less: bool) -> None:
    """Every course of four rounds, by hand: who has two units of three adds one, and who has one gives up."""
    ruined = 0.0
    for course in product(RAISED.outcomes, repeat=4):
        share, held = 1.0, Fraction(units)
        for one in course:
            share *= one.ways / RAISED.total
            if held < 1:
                continue
            if held >= one.staked:
                held += one.net
            elif not may_add_less or held < 2:
                held -= 1
            else:
                held += {"win": 2, "lose": -2, "no hand": 1}[one.name]
            assert held >= 0
        ruined += share * (held < 1)
    (*_, last) = carry(RAISED, units, 4, may_add_less=may_add_less)
    assert last.ruined == pytest.approx(ruined)


def test_a_player_at_table_stakes_is_ruined_more_often() -> None:
    found = CliRunner().invoke(app, ["bankroll", "high-card-flush", "--json"])
    assert json.loads(found.stdout)["ruined"] == pytest.approx(0.5201, abs=5e-5)


def test_the_bets_on_packs_are_known() -> None:
    for wager in ("pack", "pack_2"):
        found = CliRunner().invoke(app, ["bankroll", "packs-poker", "--rounds", "50", "--wager", wager, "--json"])
        document = json.loads(found.stdout)
        assert document["wager"] == "pack"
        assert document["house_edge"] > 0
    assert CliRunner().invoke(app, ["bankroll", "packs-poker", "--rounds", "50"]).exit_code == 0


def test_where_no_wager_comes_first_one_is_named(nmb: Any) -> None:
    out, err, code = nmb("bankroll", "pokette")
    assert (out, code) == ("", 2)
    assert "name one, of single_card, split" in " ".join(err.split())


def test_the_levels_are_what_so_many_stay_below() -> None:
    first, last = carry(COIN, 5, 1)
    assert set(first.held.values()) == {5.0}
    assert last.held == {"5%": 4.0, "25%": 4.0, "50%": 4.0, "75%": 6.0, "95%": 6.0}


@pytest.mark.parametrize(
    ("measures", "units", "rounds", "sentence"),
    [
        (COIN, 0, 10, "0 units for 10 rounds cannot be"),
        (COIN, 5, 0, "5 units for 0 rounds cannot be"),
        (COIN, 5, 10**9, "take too long"),
        (Measures([Outcome("odd", 1, Fraction(1, 1009))]), 5, 5, "parts of 1/1009 of a unit"),
    ],
)
def test_what_cannot_be_reckoned_is_refused(measures: Measures, units: int, rounds: int, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        carry(measures, units, rounds)


def test_the_command(tmp_path: Path) -> None:
    plot = tmp_path / "bankroll.svg"
    found = CliRunner().invoke(app, ["bankroll", KEYS[0], "--rounds", "300", "--plot", str(plot)])
    assert "50 units, 300 rounds" in found.stdout.replace("\n", " ")
    assert "High Card Flush, ante: 50 units" in list(ElementTree.fromstring(plot.read_text("utf-8")).itertext())
    found = CliRunner().invoke(app, ["bankroll", KEYS[0], "--rounds", "300", "--json"])
    document = json.loads(found.stdout)
    assert document["ruined"] == document["moments"][-1]["ruined"] > 0


def test_who_can_only_lose_is_ruined_and_no_more_than_that() -> None:
    """Sums of rounded numbers came to more than one."""
    measures = Measures(
        [Outcome("Straight flush", 210_964, Fraction(0)), Outcome("nothing", 153_932_116, Fraction(-1))]
    )
    assert all(moment.ruined <= 1 for moment in carry(measures, 5, 20))
