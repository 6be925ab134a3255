"""Whatever writes a file writes over none that is there, unless it is told to."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer

from nomorebets.cli.app import app

WRITING = {"--output", "--plot", "--tallies", "--log"}
NEVER = "never overwrites"  # in the help of options that know no force

ROUND = {
    "game": "high-card-flush",
    "seats": {"1": {"ante": 1000}},
    "hands": {"1": "Ad Jd 9d 6d 3d Kh 8s", "dealer": "Qs Ts 7s 2h 4h 8c Kc"},
    "actions": [{"seat": 1, "do": "raise", "amount": 1000}],
    "paid": {"1": {"ante": 0}},
}


def commands(group: Any) -> list[Any]:
    inner = [commands(one) for one in getattr(group, "commands", {}).values()]
    return [one for some in inner for one in some] or [group]


@pytest.mark.parametrize("command", commands(typer.main.get_command(app)), ids=lambda one: one.name)
def test_every_command_that_writes_a_file_knows_force_or_never_writes_over(command: Any) -> None:
    options = {name: one for one in command.params for name in one.opts}
    for name in WRITING & {*options}:
        said = options[name].help or ""
        assert "--force" in options or NEVER in said, f"{command.name} {name}"


def test_a_dispute_is_written_as_a_page_and_not_over_another(nmb: Any, tmp_path: Path) -> None:
    file, page = tmp_path / "round.json", tmp_path / "dispute.html"
    file.write_text(json.dumps(ROUND))
    assert nmb("round", str(file), "-o", str(page)).code == 0
    made = page.read_text()
    assert "Seat 1 is owed $10: ante, $10 due and $0 paid" in made
    assert made.count('class="card"') == 14
    assert "src=" not in made
    assert "@import" not in made
    page.write_text("kept")
    again = nmb("round", str(file), "-o", str(page))
    assert again.code == 2
    assert "nothing is written over without --force" in again.err
    assert page.read_text() == "kept"
    assert nmb("round", str(file), "-o", str(page), "--force").code == 0
    assert page.read_text() == made


def test_a_dispute_is_printed(nmb: Any, tmp_path: Path) -> None:
    file, page = tmp_path / "round.json", tmp_path / "dispute.pdf"
    file.write_text(json.dumps(ROUND))
    assert nmb("round", str(file), "-o", str(page)).code == 0
    assert page.read_bytes().startswith(b"%PDF-")


def test_many_rounds_make_no_page(nmb: Any, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{json.dumps(ROUND)}\n{json.dumps(ROUND)}\n")
    ran = nmb("round", str(file), "-o", str(tmp_path / "x.html"))
    assert ran.code == 2
    assert "a page is made of one round" in ran.err
