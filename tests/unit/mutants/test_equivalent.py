"""What nobody could notice is something that can be broken, and each has its reason."""

from nomorebets.games.registry import KEYS, game
from tests.mutants.code import carriers, mutants_of
from tests.mutants.every import KINDS, every, told_apart
from tests.mutants.evidence import EQUIVALENT


def test_every_equivalent_names_what_is_there_to_be_broken() -> None:
    for key in KEYS:
        game(key)  # its code has then cited its clauses
    places = {name.partition(": ")[0] for name in EQUIVALENT}
    code = [one for place, clauses in carriers().items() if place in places for one in mutants_of(place, clauses)]
    there = (*told_apart(code), *every([kind for kind in KINDS if kind != "code"], KEYS))
    assert sorted(EQUIVALENT.keys() - {one.name for one in there}) == []


def test_every_equivalent_has_its_reason_in_a_sentence() -> None:
    assert [name for name, why in EQUIVALENT.items() if " " not in why or not why.endswith(".")] == []
