"""The games by key, and their mathematics, which is read only when somebody asks for it."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.odds import lookup


def test_a_game_has_its_modules_by_name() -> None:
    assert lookup.has("pokette", "solve")
    assert not lookup.has("pokette", "nothing")
    assert lookup.solver("pokette").solutions
    assert lookup.sim("pokette").play
    assert lookup.card("high-card-flush")


def test_what_a_game_has_not_got_yet_is_one_sentence() -> None:
    with pytest.raises(
        BadInput, match=r"Pokette has no reckoning of shared cards yet; games that have it are high-card-flush"
    ):
        lookup.shared("pokette")


@pytest.mark.parametrize(("name", "raised"), [("numba", BadInput), ("elsewhere", ModuleNotFoundError)])
def test_a_missing_library_is_told_from_a_mistake(
    monkeypatch: pytest.MonkeyPatch, name: str, raised: type[Exception]
) -> None:
    def missing(_module: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(lookup, "import_module", missing)
    with pytest.raises(raised, match=name):
        lookup.solver("pokette")
