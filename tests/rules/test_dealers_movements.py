"""What only a person's hands and voice can do is in the dealer's script, where the table deals that way."""

import pytest

from nomorebets.games.registry import game, terms
from nomorebets.rulebook.dealers_script import at_table, dealers_script

clause = pytest.mark.clause

CARD_GAMES = ("high-card-flush", "what-the-flush", "lunar-poker")
HAND: dict[str, object] = {"dealing": "hand"}
MANUAL: dict[str, object] = {"dealing": "manual_shoe"}
AUTOMATED: dict[str, object] = {"dealing": "automated_shoe"}


def told(key: str, number: str, submission: dict[str, object] | None = None) -> str:
    """All that the script of a table tells by a clause."""
    assert game(key)
    lines = at_table(dealers_script(key), terms(key, submission or {}).submission).lines()
    return " ".join(f"{one.says} {one.does} {one.watches}" for one in lines if number in one.clauses)


def order(key: str, *numbers: str, submission: dict[str, object] | None = None) -> bool:
    """Whether the first lines that cite these clauses come in this order."""
    lines = list(at_table(dealers_script(key), terms(key, submission or {}).submission).lines())
    first = [next(n for n, line in enumerate(lines) if number in line.clauses) for number in numbers]
    return first == sorted(first)


@clause("high-card-flush:38.8(b)2i", "what-the-flush:38.8(b)2i", "lunar-poker:38.8(b)2i")
@clause("packs-poker:43.8(b)1i", "pai-gow-poker:11.8A(b)1i")
def test_a_dealer_keeps_to_the_hand_that_holds_the_deck() -> None:
    for key, number in (*((key, "38.8(b)2i") for key in CARD_GAMES), ("packs-poker", "43.8(b)1i")):
        assert "Keeps to the hand chosen" in told(key, number, HAND)
        assert not told(key, number, MANUAL)
    assert "Keeps to the hand chosen" in told("pai-gow-poker", "11.8A(b)1i", HAND)
    assert not told("pai-gow-poker", "11.8A(b)1i", MANUAL)


@clause("high-card-flush:38.8(b)2ii", "what-the-flush:38.8(b)2ii", "lunar-poker:38.8(b)2ii")
@clause("packs-poker:43.8(b)1ii", "pai-gow-poker:11.8A(b)1ii")
def test_cards_in_the_hand_are_held_over_the_table_inventory_container() -> None:
    held = "in front of the body and over the table inventory container"
    for key, number in (
        *((key, "38.8(b)2ii") for key in CARD_GAMES),
        ("packs-poker", "43.8(b)1ii"),
        ("pai-gow-poker", "11.8A(b)1ii"),
    ):
        assert held in told(key, number, HAND)
        assert not told(key, number, MANUAL)


@clause("packs-poker:43.9(e)", "packs-poker:43.8(b)1", "packs-poker:43.8(b)1i", "packs-poker:43.8(b)1ii")
@clause("packs-poker:43.8(b)3")
def test_packs_that_come_out_of_an_automated_shoe_are_dealt_as_from_the_hand() -> None:
    by_clause = {
        "43.8(b)1": "in either hand",
        "43.8(b)1i": "Keeps to the hand chosen",
        "43.8(b)1ii": "over the table inventory container",
        "43.8(b)3": "takes the top card with the other",
    }
    for number, words in by_clause.items():
        assert words in told("packs-poker", number, AUTOMATED)
        assert order("packs-poker", "43.9(c)", number, "43.9(d)", submission=AUTOMATED)
    lines = at_table(dealers_script("packs-poker"), terms("packs-poker", AUTOMATED).submission).lines()
    assert sum("43.9(e)" in line.clauses for line in lines) > len(by_clause)


@clause("high-card-flush:38.8(b)2i", "what-the-flush:38.8(b)2i", "lunar-poker:38.8(b)2i")
@clause("high-card-flush:38.8(b)2ii", "what-the-flush:38.8(b)2ii", "lunar-poker:38.8(b)2ii")
@clause("pai-gow-poker:11.8A(b)1ii")
def test_nobody_is_told_to_hold_cards_that_the_shoe_deals() -> None:
    for key in CARD_GAMES:
        assert not told(key, "38.8(b)2i", AUTOMATED)
        assert not told(key, "38.8(b)2ii", AUTOMATED)
    assert not told("pai-gow-poker", "11.8A(b)1ii", AUTOMATED)


@clause("high-card-flush:38.8(b)", "high-card-flush:38.8(b)2", "what-the-flush:38.8(b)", "what-the-flush:38.8(b)2")
@clause("lunar-poker:38.8(b)", "lunar-poker:38.8(b)2", "packs-poker:43.8(b)", "packs-poker:43.8(b)1")
@clause("pai-gow-poker:11.8A(b)", "pai-gow-poker:11.8A(b)1")
def test_the_deck_is_taken_in_either_hand_before_no_more_bets_or_at_lunar_poker_after_it() -> None:
    for key in CARD_GAMES:
        for number in ("38.8(b)", "38.8(b)2"):
            assert "in either hand" in told(key, number, HAND)
        assert order(key, "38.4(c)2", "38.8(b)2", "38.8(c)", submission=HAND)
        call, hold = ("38.8(b)3", "38.8(b)2")[:: -1 if key != "lunar-poker" else 1]
        assert order(key, call, hold, submission=HAND)
    for key, numbers, then in (
        ("packs-poker", ("43.8(b)", "43.8(b)1"), "43.8(b)2"),
        ("pai-gow-poker", ("11.8A(b)", "11.8A(b)1"), "11.8A(b)2"),
    ):
        for number in numbers:
            assert "in either hand" in told(key, number, HAND)
        assert order(key, *numbers, then, submission=HAND)


@clause("high-card-flush:38.9(b)", "high-card-flush:38.9(b)1", "what-the-flush:38.9(b)", "what-the-flush:38.9(b)1")
@clause("lunar-poker:38.9(b)", "lunar-poker:38.9(b)1", "packs-poker:43.9(b)", "packs-poker:43.9(b)1")
@clause("pai-gow-poker:11.8B(b)", "pai-gow-poker:11.8B(b)1")
def test_an_automated_shoe_is_loaded_before_no_more_bets_or_at_lunar_poker_after_it() -> None:
    for key, section in (
        *((key, "38.9") for key in CARD_GAMES),
        ("packs-poker", "43.9"),
        ("pai-gow-poker", "11.8B"),
    ):
        for number in (f"{section}(b)", f"{section}(b)1"):
            assert "into the automated shoe" in told(key, number, AUTOMATED)
            assert not told(key, number, HAND)
        placed_then_called = (f"{section}(b)1", f"{section}(b)2")[:: -1 if key == "lunar-poker" else 1]
        assert order(key, *placed_then_called, submission=AUTOMATED)
        assert "No more bets" in told(key, f"{section}(b)2", AUTOMATED)


@clause("high-card-flush:38.4(c)1", "high-card-flush:38.4(c)1i", "high-card-flush:38.4(c)1iii")
@clause("high-card-flush:38.4(c)1iv", "high-card-flush:38.4(c)2", "high-card-flush:38.1 Cover card")
@clause("what-the-flush:38.4(c)1", "what-the-flush:38.4(c)1i", "what-the-flush:38.4(c)1iii")
@clause("what-the-flush:38.4(c)1iv", "what-the-flush:38.4(c)2")
@clause("lunar-poker:38.4(c)1", "lunar-poker:38.4(c)1i", "lunar-poker:38.4(c)1iii")
@clause("lunar-poker:38.4(c)1iv", "lunar-poker:38.4(c)2")
def test_a_cut_is_made_with_one_hand_on_the_cover_card() -> None:
    for key in CARD_GAMES:
        assert "using one hand" in told(key, "38.4(c)1")
        assert "cover card on the table in front of the deck" in told(key, "38.4(c)1i")
        assert "at least ten cards from the top" in told(key, "38.4(c)1ii")
        assert "the rest of the deck on top of them" in told(key, "38.4(c)1iii")
        assert "cover card away and puts it in the discard rack" in told(key, "38.4(c)1iv")
        assert "Goes on to the deal" in told(key, "38.4(c)2")
        assert order(key, "38.4(c)1", "38.4(c)1i", "38.4(c)1ii", "38.4(c)1iii", "38.4(c)1iv", "38.4(c)2")


@clause("high-card-flush:38.7(b)", "what-the-flush:38.7(c)", "lunar-poker:38.7(c)", "packs-poker:43.7(c)")
def test_a_card_is_drawn_with_the_hand_nearest_to_the_shoe() -> None:
    for key, number in zip((*CARD_GAMES, "packs-poker"), ("38.7(b)", "38.7(c)", "38.7(c)", "43.7(c)"), strict=True):
        assert "with the hand nearest to it and places it with the other" in told(key, number, MANUAL)
        assert "with the hand nearest" not in told(key, number, HAND)


@clause("pai-gow-poker:11.8(c)")
def test_the_left_hand_draws_and_the_right_hand_places() -> None:
    assert "with the left hand and places it face down with the right" in told("pai-gow-poker", "11.8(c)", MANUAL)


@clause("high-card-flush:38.8(b)3", "what-the-flush:38.8(b)3", "lunar-poker:38.8(b)3", "packs-poker:43.8(b)3")
@clause("pai-gow-poker:11.8A(b)2")
def test_from_the_hand_the_other_hand_takes_the_top_card() -> None:
    for key, number in (
        *((key, "38.8(b)3") for key in CARD_GAMES),
        ("packs-poker", "43.8(b)3"),
        ("pai-gow-poker", "11.8A(b)2"),
    ):
        assert "takes the top card with the other" in told(key, number, HAND)


@clause("high-card-flush:38.2(b)3", "high-card-flush:38.2(b)5", "what-the-flush:38.2(b)3", "what-the-flush:38.2(b)5")
@clause("lunar-poker:38.2(b)3", "lunar-poker:38.2(b)5", "packs-poker:43.2(c)", "packs-poker:43.2(e)")
@clause("pai-gow-poker:11.2(b)3", "pai-gow-poker:11.2(b)5")
def test_a_dealer_watches_that_two_decks_are_kept_apart() -> None:
    for key, shuffled, racked in (
        *((key, "38.2(b)3", "38.2(b)5") for key in CARD_GAMES),
        ("packs-poker", "43.2(c)", "43.2(e)"),
        ("pai-gow-poker", "11.2(b)3", "11.2(b)5"),
    ):
        assert "in the shuffler while the other is played with" in told(key, shuffled)
        assert "the discard rack holds cards of one deck only" in told(key, racked)


@clause("lunar-poker:38.10(e)")
def test_cards_that_are_laid_down_are_not_touched_again() -> None:
    said = told("lunar-poker", "38.10(e)")
    assert "does not touch them again" in said
    assert "Nobody but the dealer touches" in said
    assert "in full view" in said


@clause("packs-poker:1.18(n)3", "packs-poker:1.18(n)3iii", "packs-poker:43.4(b)")
def test_security_inspects_all_used_cards_and_the_dealer_goes_on_from_the_shuffler() -> None:
    lines = [line for line in dealers_script("packs-poker").lines() if "1.18(n)3iii" in line.clauses]
    assert [(line.by, line.step) for line in lines] == [("security", ("inspect_used",))]
    assert "all cards that were used" in told("packs-poker", "1.18(n)3")
    assert order("packs-poker", "43.4(a)", "43.4(b)", "43.7(b)", submission=MANUAL)


@clause("pai-gow:10.3(b)", "pai-gow-poker:11.4(a)1ii")
def test_the_shaker_is_never_left_unattended() -> None:
    for key, number in (("pai-gow", "10.3(b)"), ("pai-gow-poker", "11.4(a)1ii")):
        assert "never left unattended" in told(key, number)
    assert not told("pai-gow-poker", "11.4(a)1ii", {"start": "number"})


@clause("pai-gow:10.4(a)2", "pai-gow:10.4(a)3", "pai-gow:10.4(a)3ii")
def test_tiles_are_laid_side_by_side_and_looked_at_from_behind() -> None:
    assert "same size and shading" in told("pai-gow", "10.4(a)2")
    assert "None is flawed, scratched or marked" in told("pai-gow", "10.4(a)3")
    assert "sealed envelope" in told("pai-gow", "10.4(a)3ii")
    assert order("pai-gow", "10.4(a)1", "10.4(a)2", "10.4(a)3", "10.4(b)")
    assert order("pai-gow", "10.4(a)3", "10.4(a)3i", "10.4(a)3ii")  # whenever a set is found unsuitable


@clause("pai-gow:10.4(d)", "pai-gow:10.6(a)", "pai-gow-poker:11.8C(b)")
def test_tiles_are_washed_in_eight_circles_and_dice_shaken_three_times() -> None:
    assert "at least eight circles with each hand" in told("pai-gow", "10.4(d)")
    assert "heels of the palms" in told("pai-gow", "10.4(d)")
    assert "eight stacks of four" in told("pai-gow", "10.4(d)")
    for key, number in (("pai-gow", "10.6(a)"), ("pai-gow-poker", "11.8C(b)")):
        assert "at least three times" in told(key, number)


@clause("pai-gow:10.6(f)", "pai-gow:10.8(m)", "pai-gow-poker:11.8C(b)4")
def test_after_the_deal_the_shaker_is_covered_shaken_once_and_put_to_the_right() -> None:
    for key, number, deal in (
        ("pai-gow", "10.6(f)", "10.6(d)"),
        ("pai-gow", "10.8(m)", "10.6(e)"),
        ("pai-gow-poker", "11.8C(b)4", "11.8(c)"),
    ):
        assert "Covers the shaker, shakes it once and puts it to the right" in told(key, number)
        assert order(key, deal, number)


@clause("pai-gow-poker:11.9(e)2")
def test_a_surrendered_hand_is_counted_face_down() -> None:
    assert "counts them face down on the layout" in told("pai-gow-poker", "11.9(e)2")


@clause("pai-gow-poker:11.10(h)2", "pai-gow-poker:11.10(i)3", "pai-gow-poker:11.10(j)2")
def test_the_generator_is_operated_as_the_internal_controls_say() -> None:
    for number, dealing in (("11.10(h)2", "manual_shoe"), ("11.10(i)3", "hand"), ("11.10(j)2", "automated_shoe")):
        assert "internal control procedures" in told("pai-gow-poker", number, {"dealing": dealing, "start": "number"})
        assert not told("pai-gow-poker", number, {"dealing": dealing})


@clause("pokette:12.4(e)")
def test_a_table_is_supervised_as_one_roulette_table() -> None:
    lines = [line for line in dealers_script("pokette").lines() if "12.4(e)" in line.clauses]
    assert [(line.by, line.does) for line in lines] == [("floorperson", "Supervises the table as one roulette table.")]
