"""What is known of each part, merged from runs of some of them, and what has changed since."""

from dataclasses import replace
from typing import Literal

from tests.mutants.__main__ import sample, too_few
from tests.mutants.every import told_apart
from tests.mutants.evidence import Strength, by_clause, known, merged
from tests.mutants.mutant import SHARED, Mutant, Outcome, home


def mutant(place: str, change: str, *clauses: str, source: str = "") -> Mutant:
    return Mutant("code", place, change, frozenset(clauses), lambda: None, source)


FOLD = mutant("games.pokette.rules:spin", "a -> b", "pokette:12.1", "pokette:12.2")
SAME = mutant("games.pokette.rules:spin", "c -> d", "pokette:12.1")
DECK = mutant("table.life.decks:cut", "e -> f", "pokette:12.1", "pai-gow:10.4")


def test_a_place_belongs_to_its_game_or_to_all() -> None:
    assert home("games.pai_gow_poker.rules:deal") == "pai-gow-poker"
    assert home("pai-gow clauses.toml") == "pai-gow"
    assert home("table.life.decks:cut") == SHARED


def test_a_run_of_one_game_leaves_what_is_known_of_the_others() -> None:
    first = merged({}, [FOLD, SAME, DECK], [Outcome(FOLD, 3, "a test"), Outcome(DECK, 3)], {SAME.name})
    assert {place: parts["code"].strength for place, parts in first.items()} == {
        "pokette": Strength(2, 1, 1),
        SHARED: Strength(1, 0, 0),
    }
    assert first[SHARED]["code"].survivors == (DECK.name,)
    again = merged(first, [DECK], [Outcome(DECK, 4, "a sharper test")], set())
    assert again["pokette"] == first["pokette"]
    assert again[SHARED]["code"].survivors == ()
    assert by_clause(again) == {
        "pokette:12.1": Strength(3, 2, 1),
        "pokette:12.2": Strength(1, 1, 0),
        "pai-gow:10.4": Strength(1, 1, 0),
    }
    assert by_clause(first)["pokette:12.1"].survived == 1


def test_what_is_not_as_it_was_is_tried_first_and_always_the_same() -> None:
    mutants = [mutant(f"games.pokette.rules:f{n}", "x -> y", source=f"source {n}") for n in range(20)]
    changed = [replace(one, source="other") if one.place.endswith("7") else one for one in mutants]
    evidence = merged({}, mutants, [Outcome(one, 1, "a test") for one in mutants], set())
    some = sample(changed, 5, known(evidence))
    assert {one.place for one in some[:2]} == {"games.pokette.rules:f7", "games.pokette.rules:f17"}
    assert some == sample(changed, 5, known(evidence))
    assert len(sample(changed, 5, {})) == 5


def test_the_same_change_in_one_place_has_names_that_are_told_apart() -> None:
    assert [one.name for one in told_apart([FOLD, FOLD, SAME])] == [FOLD.name, f"{FOLD.name} (2)", SAME.name]


def test_of_what_changed_few_may_go_unnoticed_but_no_number_of_a_pay_table() -> None:
    def outcomes(kind: Literal["code", "payout"], noticed: int, survived: int) -> list[Outcome]:
        one = replace(FOLD, kind=kind)
        return [Outcome(one, 1, "test")] * noticed + [Outcome(one, 1)] * survived

    assert not too_few(outcomes("code", 90, 10), 90)
    assert too_few(outcomes("code", 89, 11), 90)
    assert too_few(outcomes("payout", 99, 1), 90)
    assert too_few(outcomes("code", 99, 1), 100)
