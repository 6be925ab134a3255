"""What is known of each part, merged from runs of some of them, and what has changed since."""

from dataclasses import replace
from typing import Literal

from nomorebets.games.registry import KEYS
from nomorebets.rulebook.clauses import Clause, Text, text
from tests.mutants.__main__ import sample, too_few
from tests.mutants.every import told_apart
from tests.mutants.evidence import LEAST, OfKind, Strength, by_clause, by_kind, known, merged, read, short
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


def test_what_was_not_tried_is_not_counted_and_its_place_not_known() -> None:
    found = merged({}, [FOLD, SAME, DECK], [Outcome(SAME, 3, "a test"), Outcome(DECK, 3, "a test")], set())
    assert found["pokette"]["code"].strength == Strength(1, 1, 0)
    assert found["pokette"]["code"].untried == 1
    assert found["pokette"]["code"].places == {}
    assert found[SHARED]["code"].untried == 0
    assert by_clause(found) == {"pokette:12.1": Strength(2, 2, 0), "pai-gow:10.4": Strength(1, 1, 0)}


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


TWO = Text("pokette", "Pokette", (Clause("12.1", "rule", ""), Clause("12.2", "payout", ""), Clause("12.3", "rule", "")))


def test_a_kind_of_clause_has_what_is_known_of_its_clauses() -> None:
    found = merged({}, [FOLD, SAME, DECK], [Outcome(FOLD, 3, "a test"), Outcome(DECK, 3)], {SAME.name})
    kinds = by_kind(found, [TWO])
    assert kinds["rule"] == OfKind(2, 1, Strength(3, 1, 1))
    assert kinds["payout"] == OfKind(1, 1, Strength(1, 1, 0))
    assert kinds["signage"] == OfKind()
    assert short(kinds) == {"rule": Strength(3, 1, 1)}


def test_what_nobody_could_notice_does_not_count_and_of_payouts_all_else_does() -> None:
    assert Strength(101, 97, 1).notices(97)
    assert not Strength(101, 96, 1).notices(97)
    one_survived = {**dict.fromkeys(LEAST, OfKind()), "payout": OfKind(9, 9, Strength(1001, 1000, 0))}
    assert list(short(one_survived)) == ["payout"]


def test_rules_choices_irregularities_and_payouts_are_noticed_as_the_docs_claim() -> None:
    found = read()
    assert found.keys() == {*KEYS, SHARED}
    assert not [home for home, kinds in found.items() if any(part.untried for part in kinds.values())]
    kinds = by_kind(found, map(text, KEYS))
    assert short(kinds) == {}
    assert all(kinds[kind].broken for kind in LEAST)
