"""The games by key, and their mathematics, which is read only when somebody asks for it."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.games import registry


def test_a_game_has_its_modules_by_name() -> None:
    assert registry.has("pokette", "solve")
    assert not registry.has("pokette", "nothing")
    assert registry.solver("pokette").solutions
    assert registry.sim("pokette").play
    assert registry.card("high-card-flush")


def test_what_a_game_has_not_got_yet_is_one_sentence() -> None:
    with pytest.raises(BadInput, match=r"Pai Gow Poker has no simulation yet; games that have it are high-card-flush"):
        registry.sim("pai-gow-poker")


@pytest.mark.parametrize(("name", "raised"), [("numba", BadInput), ("elsewhere", ModuleNotFoundError)])
def test_a_missing_library_is_told_from_a_mistake(
    monkeypatch: pytest.MonkeyPatch, name: str, raised: type[Exception]
) -> None:
    def missing(_module: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(registry, "import_module", missing)
    with pytest.raises(raised, match=name):
        registry.solver("pokette")
