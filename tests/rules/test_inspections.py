"""The checklist of each table asks what its text asks of equipment, layout and staff, and what the submission adds."""

import pytest

from nomorebets.games.registry import terms
from nomorebets.licence.inspection import checklist

clause = pytest.mark.clause

TWO_DECKS = {"decks": 2, "shuffler": "automated"}


def asked(key: str, **submission: object) -> dict[str, str]:
    """Each question by the number of its clause."""
    return {item.clause.partition(":")[2]: item.question for item in checklist(terms(key, submission))}


def added(key: str, **submission: object) -> set[str]:
    return set(asked(key, **submission)) - set(asked(key))


@clause("high-card-flush:1.13Y(a)")
def test_an_inspector_counts_the_positions_of_high_card_flush() -> None:
    assert "six betting positions or fewer" in asked("high-card-flush")["1.13Y(a)"]


@clause("high-card-flush:38.2(b)", "high-card-flush:38.2(b)3", "high-card-flush:38.2(b)4")
def test_two_decks_of_high_card_flush_are_looked_into() -> None:
    assert {"38.2(b)", "38.2(b)3", "38.2(b)4"} <= added("high-card-flush", **TWO_DECKS)


@clause("what-the-flush:38.2(b)")
def test_two_decks_of_what_the_flush_are_looked_into() -> None:
    assert "38.2(b)" in added("what-the-flush", **TWO_DECKS)


@clause("lunar-poker:38.2(b)", "lunar-poker:38.2(b)3", "lunar-poker:38.2(b)4")
def test_two_decks_of_lunar_poker_are_looked_into() -> None:
    assert {"38.2(b)", "38.2(b)3", "38.2(b)4"} <= added("lunar-poker", **TWO_DECKS)


@clause("pai-gow-poker:11.2(b)")
def test_two_decks_of_pai_gow_poker_are_looked_into() -> None:
    assert "11.2(b)" in added("pai-gow-poker", **TWO_DECKS)


@clause("packs-poker:1.13Z(a)", "packs-poker:1.18(n)", "packs-poker:1.18(n)3")
def test_an_inspector_of_packs_poker_counts_positions_and_asks_what_becomes_of_used_cards() -> None:
    questions = asked("packs-poker")
    assert "six betting positions" in questions["1.13Z(a)"]
    assert "inspected for tampering" in questions["1.18(n)"]
    assert "inspection of used cards" in questions["1.18(n)3"]


@clause("packs-poker:1.18(g)2", "packs-poker:1.18(g)3", "packs-poker:43.7(a)", "packs-poker:43.9(a)")
def test_how_packs_poker_is_dealt_decides_how_old_its_cards_may_be_and_what_shoe_is_looked_at() -> None:
    by_way = {way: set(asked("packs-poker", dealing=way)) for way in ("manual_shoe", "automated_shoe", "hand")}
    depends = {"1.18(g)2", "1.18(g)3", "43.7(a)", "43.9(a)"}
    assert {way: found & depends for way, found in by_way.items()} == {
        "manual_shoe": {"1.18(g)2", "43.7(a)"},
        "automated_shoe": {"1.18(g)2", "43.9(a)"},
        "hand": {"1.18(g)3"},
    }


@clause("pai-gow:10.4(a)1", "pai-gow:10.4(a)2", "pai-gow:10.4(a)3", "pai-gow:10.4(a)3i", "pai-gow:10.4(a)3ii")
@clause("pai-gow:10.4(g)")
def test_an_inspector_of_pai_gow_sorts_the_tiles_and_looks_at_every_side_of_them() -> None:
    questions = asked("pai-gow")
    assert "all 15 matched and mixed pairs" in questions["10.4(a)1"]
    assert "same size and shading" in questions["10.4(a)2"]
    assert "free of flaws, scratches and marks" in questions["10.4(a)3"]
    assert "reserve set" in questions["10.4(a)3i"]
    assert "sealed envelope" in questions["10.4(a)3ii"]
    assert "face up in 16 pairs" in questions["10.4(g)"]


@clause("pai-gow:10.3(b)", "pai-gow:10.3(c)", "pai-gow:10.6(f)")
def test_an_inspector_of_pai_gow_asks_who_has_the_shaker_and_how_old_its_dice_are() -> None:
    questions = asked("pai-gow")
    assert "in the care of a dealer" in questions["10.3(b)"]
    assert "24 hours ago" in questions["10.3(c)"]
    assert "covered and to the right of the dealer" in questions["10.6(f)"]


@clause("pai-gow:10.1 Dead hand", "pai-gow:10.5(a)", "pai-gow:10.6(c)", "pai-gow:10.6(d)")
def test_an_inspector_of_pai_gow_finds_a_place_for_every_stack_and_the_marker() -> None:
    questions = asked("pai-gow")
    assert "to the left of the dealer" in questions["10.1 Dead hand"]
    assert "its own betting area" in questions["10.5(a)"]
    assert "eight places to count" in questions["10.6(c)"]
    assert "marker to put on the dealer's stack" in questions["10.6(d)"]


@clause("high-card-flush:38.7(g)", "what-the-flush:38.9(f)", "lunar-poker:38.9(f)", "packs-poker:43.7(h)")
@pytest.mark.parametrize(
    ("key", "where"),
    [
        ("high-card-flush", "38.7(g)"),
        ("what-the-flush", "38.9(f)"),
        ("lunar-poker", "38.9(f)"),
        ("packs-poker", "43.7(h)"),
    ],
)
def test_a_shuffler_that_spares_the_count_is_looked_at_whether_it_counts(key: str, where: str) -> None:
    assert set(asked(key, shuffler="counting")) - set(asked(key, shuffler="automated")) == {where}
    assert "count the deck after each shuffle" in asked(key, shuffler="counting")[where]


@clause("high-card-flush:38.9(a)", "what-the-flush:38.9(a)", "lunar-poker:38.9(a)", "packs-poker:43.9(a)")
@pytest.mark.parametrize(
    ("key", "where", "size"),
    [
        ("high-card-flush", "38.9(a)", "stacks of seven"),
        ("what-the-flush", "38.9(a)", "stacks of seven"),
        ("lunar-poker", "38.9(a)", "stacks of five"),
        ("packs-poker", "43.9(a)", "stacks of five"),
    ],
)
def test_an_automated_shoe_dispenses_the_stacks_that_the_text_wants(key: str, where: str, size: str) -> None:
    assert size in asked(key, dealing="automated_shoe")[where]
    assert where not in asked(key, dealing="manual_shoe")


@clause("lunar-poker:38.11(a)", "lunar-poker:38.11(b)3", "lunar-poker:38.12(g)", "lunar-poker:38.12(h)")
def test_what_has_to_be_approved_of_the_progressive_of_lunar_poker_is_asked_where_it_is_offered() -> None:
    approved = {"38.11(a)", "38.11(b)3", "38.12(g)", "38.12(h)"}
    questions = asked("lunar-poker")
    assert approved <= set(questions)
    assert not approved & set(asked("lunar-poker", progressive=None))
    assert "procedures for paying" in questions["38.11(a)"]
    assert "validates" in questions["38.11(b)3"]
    assert "internal controls designate" in questions["38.12(g)"]
    assert "initial and the reset amount" in questions["38.12(h)"]


@clause("packs-poker:43.12(c)3", "packs-poker:43.12(e)")
def test_how_a_progressive_bonus_is_validated_and_funded_is_asked_where_one_is_offered() -> None:
    questions = added("packs-poker", five_card="progressive:A")
    assert {"43.12(c)3", "43.12(e)"} <= questions
    assert not {"43.12(c)3", "43.12(e)"} & added("packs-poker", five_card="A")
    assert "validates" in asked("packs-poker", seven_card="progressive:A")["43.12(c)3"]
    assert "reset amount that the licensee funds" in asked("packs-poker", seven_card="progressive:A")["43.12(e)"]


@pytest.mark.parametrize(
    ("key", "shuffler", "shoe"),
    [
        pytest.param(key, shuffler, shoe, marks=clause(f"{key}:{shuffler}", f"{key}:{shoe}"))
        for key, shuffler, shoe in (
            ("high-card-flush", "38.13(e)", "38.13(f)"),
            ("what-the-flush", "38.12(e)", "38.12(f)"),
            ("pai-gow-poker", "11.11(m)", "11.11(n)"),
        )
    ],
)
def test_how_internal_controls_have_cards_reshuffled_is_asked_of_the_devices_in_use(
    key: str, shuffler: str, shoe: str
) -> None:
    by_hand: dict[str, object] = {"shuffler": "none", "dealing": "manual_shoe"}
    assert not {shuffler, shoe} & set(asked(key, **by_hand))
    assert {shuffler, shoe} & set(asked(key, **by_hand | {"shuffler": "automated"})) == {shuffler}
    assert {shuffler, shoe} & set(asked(key, **by_hand | {"dealing": "automated_shoe"})) == {shoe}
