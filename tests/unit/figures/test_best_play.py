"""Best play, as a document and from the command line."""

import json
from typing import Any

import pytest

from nomorebets.figures.best_play import solve


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


def test_a_call_gives_the_document_of_the_command(nmb: Any) -> None:
    document = solve("pai-gow")
    assert [document.ev_decimal, document.submission] == [
        nmb("solve", "pai-gow", "--json").json[name] for name in ("ev_decimal", "submission")
    ]
    assert {one.submission for one in document.also} == {"house"}
    quarters = solve("pai-gow", {"vigorish_rounding": "quarter"})
    assert quarters.submission == "given"
    assert quarters.by_stake[0].rounding == "quarter"
