"""An inspection is answered by who inspects, signed by a key, and verified by anybody."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.licence.asking import asked_one_by_one
from nomorebets.licence.filing import filed_terms
from nomorebets.licence.inspection import Answer, answers, checklist
from nomorebets.licence.signature import new_key

PAGE = Path(__file__).parents[3] / "docs" / "verify_inspection.py"
GAME = "pokette"


def answered(document: dict[str, Any]) -> dict[str, str]:
    return {item["clause"].partition(":")[2]: item["answer"] for item in document["items"]}


@pytest.fixture
def key(tmp_path: Path) -> str:
    name = str(tmp_path / "inspector.key")
    new_key(name)
    return name


def test_a_signature_answers_nothing_that_was_not_mentioned(nmb: Any) -> None:
    ran = nmb("inspect", GAME, "--sign", "An Inspector", "--json")
    assert set(answered(ran.json).values()) == {"not inspected"}
    assert ran.code == 1
    printed = nmb("inspect", GAME, "--sign", "An Inspector", "--yes", "12.2(a)").out
    assert "not complete, 6 of 7 not inspected" in printed


def test_clauses_and_sections_are_answered_as_people_cite_them(nmb: Any) -> None:
    options = ("--yes", "12.4", "--fault", "§ 12.2(A)=one deck only", "--note", "12.3(a)=tomorrow")
    found = nmb("inspect", GAME, "--sign", "An Inspector", *options, "--json").json
    said = answered(found)
    assert [said[one] for one in ("12.4(a)", "12.4(b)", "12.4(e)", "12.2(a)", "12.3(a)")] == ["yes"] * 3 + [
        "no",
        "not inspected",
    ]
    items = {item["clause"]: item for item in found["items"]}
    assert items["pokette:12.2(a)"]["fault"] == "one deck only"
    assert items["pokette:12.3(a)"]["note"] == "tomorrow"


def test_every_question_is_asked_with_a_way_back_and_an_end(nmb: Any) -> None:
    typed = "y\nn no stand\nb\nperhaps\ny a stand after all\n\nq\nAn Inspector\n"
    ran = nmb("inspect", GAME, "--ask", "--json", stdin=typed)
    said = list(answered(ran.json).values())
    assert said == ["yes", "yes", *["not inspected"] * 5]
    assert ran.json["by"] == "An Inspector"
    assert ran.json["items"][1]["note"] == "a stand after all"
    assert "Enter not inspected" in ran.err
    assert isinstance(nmb("inspect", GAME, "--ask", "--json", stdin="y\n").json, list)


def test_whoever_answers_yes_to_all_has_passed(nmb: Any) -> None:
    ran = nmb("inspect", GAME, "--ask", "--sign", "An Inspector", stdin="y\n" * 7)
    assert (ran.code, "passed, signed by An Inspector" in ran.out) == (0, True)


def test_the_end_of_input_leaves_the_rest_uninspected() -> None:
    items = list(checklist(filed_terms(GAME).terms))
    lines = iter(["yes"])
    assert asked_one_by_one(items, lambda _: next(lines, None)) == {items[0].clause: Answer("yes")}


def test_a_key_is_for_its_owner_alone_and_never_overwritten(nmb: Any, tmp_path: Path) -> None:
    name = tmp_path / "inspector.key"
    shown = nmb("inspect", "--new-key", str(name)).out
    assert len(shown.split()[-1]) == 64
    assert stat.S_IMODE(name.stat().st_mode) == 0o600
    before = name.read_bytes()
    ran = nmb("inspect", "--new-key", str(name))
    assert (ran.code, "never overwritten" in ran.err) == (2, True)
    assert name.read_bytes() == before
    assert nmb("inspect", "--new-key", str(tmp_path / "nowhere" / "key")).code == 2


def kept(nmb: Any, tmp_path: Path, key: str) -> Path:
    place = tmp_path / "inspection.json"
    options = ("--yes", "12.4", "--key", key, "-o", str(place), "--table", "Roulette pit 7 é")
    nmb("inspect", GAME, "--sign", "An Inspector", *options)
    return place


def page_says(*arguments: str, without: str = "") -> tuple[int, str]:
    hidden = f"import sys; sys.modules[{without!r}] = None; sys.argv = {[str(PAGE), *arguments]!r}; "
    script = hidden + f"import runpy; runpy.run_path({str(PAGE)!r}, run_name='__main__')"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout


@pytest.mark.parametrize("without", ["", "cryptography.exceptions"], ids=["by cryptography", "by openssl"])
def test_a_signed_inspection_is_verified_by_us_and_without_us(nmb: Any, tmp_path: Path, key: str, without: str) -> None:
    place = kept(nmb, tmp_path, key)
    public = json.loads(place.read_text())["signature"]["public_key"]
    assert public in nmb("inspect", "--verify", str(place), "--public-key", public).out
    code, said = page_says(str(place), public, without=without)
    assert (code, said.startswith(f"signed by {public}: pokette, Roulette pit 7 é")) == (0, True)
    code, said = page_says(str(place), "00" * 32, without=without)
    assert (code, said.startswith("NOT signed by 0000")) == (1, True)
    place.write_text(place.read_text().replace("An Inspector", "Another"))
    code, said = page_says(str(place), without=without)
    assert (code, said) == (1, f"NOT as {public} signed it\n")


def test_what_was_changed_or_signed_by_another_key_is_refused(nmb: Any, tmp_path: Path, key: str) -> None:
    place = kept(nmb, tmp_path, key)
    document = json.loads(place.read_text())
    assert "is signed by" in nmb("inspect", "--verify", str(place), "--public-key", "00" * 32).err
    document["signature"]["signature"] = "00" * 64
    place.write_text(json.dumps(document))
    assert "is not that of its key" in nmb("inspect", "--verify", str(place)).err
    document["signature"]["public_key"] = "no key"
    place.write_text(json.dumps(document))
    assert nmb("inspect", GAME, "--verify", str(place)).code == 2
    del document["signature"]
    place.write_text(json.dumps(document))
    assert "signed by no key, not by" in nmb("inspect", "--verify", str(place), "--public-key", "00" * 32).err
    assert "and by no key" in nmb("inspect", "--verify", str(place)).out
    assert page_says(str(place)) == (1, "NOT signed by a key\n")


def test_a_file_that_is_no_key_is_refused(nmb: Any, tmp_path: Path) -> None:
    (tmp_path / "no.key").write_text("nothing")
    ran = nmb("inspect", GAME, "--sign", "An Inspector", "--key", str(tmp_path / "no.key"))
    assert (ran.code, "holds no Ed25519 key" in ran.err) == (2, True)


def test_what_is_not_on_the_checklist_is_refused() -> None:
    with pytest.raises(BadInput, match=r"'12\.9' is not on this checklist"):
        answers(filed_terms(GAME), ["12.9"], [], [])
    with pytest.raises(BadInput, match="does not say what is noted"):
        answers(filed_terms(GAME), [], [], ["12.2(a)"])
