"""The mathematics of the games, which is read only when somebody asks for it."""

import subprocess
import sys

import pytest

from nomorebets.errors import BadInput
from nomorebets.games import pokette
from nomorebets.games.pokette import maths as of_pokette
from nomorebets.games.registry import KEYS
from nomorebets.odds import maths
from nomorebets.odds.maths import Maths, Solver


def test_a_game_has_its_mathematics_by_key() -> None:
    assert maths.maths("pokette") is of_pokette.MATHS
    assert pokette.maths is of_pokette
    assert callable(maths.solver("pokette").advice)
    assert maths.simulator("pokette").strategies == ("best",)
    assert callable(maths.strategy_card("high-card-flush"))
    with pytest.raises(BadInput, match="'chess' is not a game"):
        maths.maths("chess")


def test_what_a_game_has_not_got_yet_is_one_sentence() -> None:
    with pytest.raises(
        BadInput, match=r"Pokette has no reckoning of shared cards yet; games that have it are high-card-flush"
    ):
        maths.collusion("pokette")


@pytest.mark.parametrize(("name", "raised"), [("numba", BadInput), ("elsewhere", ModuleNotFoundError)])
def test_a_missing_library_is_told_from_a_mistake(
    monkeypatch: pytest.MonkeyPatch, name: str, raised: type[Exception]
) -> None:
    def missing() -> Solver:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(of_pokette, "MATHS", Maths(of_pokette.MATHS.odds, solver=missing))
    with pytest.raises(raised, match=name):
        maths.solver("pokette")


def test_what_is_declared_is_light() -> None:
    """Checks and the linter ask for the odds of every game, and wait for no compiler and no arrays."""
    read = f"from nomorebets.odds.maths import maths; [maths(key) for key in {KEYS}]"
    script = f"import sys; {read}; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert not {"numpy", "numba", "rich", "typer"} & set(loaded)
