"""The repository's promises about itself."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import nomorebets
from nomorebets.games.registry import KEYS, game, house_terms
from nomorebets.licence.check import returns
from nomorebets.reports.lint import lint_games
from nomorebets.reports.trace import trace_games
from nomorebets.rulebook import rule
from nomorebets.rulebook.clauses import rulings, text

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("key", KEYS)


def test_public_names_exist_and_are_all_there_is() -> None:
    for name in nomorebets.__all__:
        assert getattr(nomorebets, name) is not None
    assert nomorebets.__all__ == sorted(nomorebets.__all__)
    with pytest.raises(AttributeError, match="no public name 'shuffle'"):
        nomorebets.shuffle  # noqa: B018


def test_public_names_are_listed_and_helped_with() -> None:
    """In a process that has used none of them yet."""
    listed = "import nomorebets; print(*dir(nomorebets))"
    helped = "import nomorebets, pydoc; print(pydoc.render_doc(nomorebets, renderer=pydoc.plaintext))"
    said = [
        subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
        for script in (listed, helped)
    ]
    assert set(nomorebets.__all__) <= set(said[0].split())
    for name in nomorebets.__all__:
        shown = f"class {name}(" if isinstance(getattr(nomorebets, name), type) else f"    {name}("
        assert shown in said[1]


def test_the_signature_of_a_public_function_can_be_read() -> None:
    """It names what it takes; that an action is of one of twenty kinds stands where actions are."""
    for name in nomorebets.__all__:
        if not isinstance(getattr(nomorebets, name), type):
            signature = inspect.signature(getattr(nomorebets, name))
            kinds = [str(one.annotation).count("|") for one in signature.parameters.values()]
            assert max(kinds) < 4, f"{name}{signature}"


def test_no_public_name_is_that_of_a_room() -> None:
    """The room would take its place as soon as anybody imports from it."""
    rooms = {path.stem for path in (ROOT / "src" / "nomorebets").iterdir()}
    assert not rooms & set(nomorebets.__all__)


def test_every_clause_has_its_evidence() -> None:
    matrix = trace_games(None, ROOT / "tests")
    assert matrix.gaps == ()
    assert all(one.code for one in matrix.clauses)
    untested = [one.id for one in matrix.clauses if not one.tests]
    assert untested == [], "every clause of every kind has a test"


@every_game
def test_every_ruling_names_clauses_that_exist_and_switches_that_work(key: str) -> None:
    ids = {clause.id for clause in text(key).clause}
    fields = set(game(key).licence.choices)
    for ruling in rulings(key):
        assert set(ruling.clauses) <= ids
        assert not ruling.switch or ruling.switch in fields
        assert not ruling.money or ruling.switch, f"{ruling.id} changes money, so it needs a switch"


@every_game
def test_code_that_follows_a_ruling_names_one_that_exists(key: str) -> None:
    known = {f"{key}:{ruling.id}" for ruling in rulings(key)}
    game(key)  # which reads all that follows a ruling
    followed = {name for name in rule.rulings_followed() if name.startswith(f"{key}:")}
    assert followed
    assert followed <= known


def test_every_fault_of_a_text_has_a_ruling() -> None:
    assert [fault for fault in lint_games(None) if fault.ruling is None] == []


@every_game
def test_our_own_submission_is_lawful_and_keeps_what_it_takes(key: str) -> None:
    assert all(back < 1 for back in returns(house_terms(key)).values())


@every_game
def test_every_game_has_golden_rounds(key: str) -> None:
    assert list((ROOT / "tests" / "rounds" / key).glob("*.toml"))


def test_the_package_starts_light() -> None:
    script = "import sys, nomorebets; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert not {"msgspec", "rich", "typer", "numpy", "numba"} & set(loaded)


def test_help_starts_light() -> None:
    script = "import sys, nomorebets.cli.app; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert not {"msgspec", "numpy", "numba", "nomorebets.table.engine"} & set(loaded)
