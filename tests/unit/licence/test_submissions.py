"""Submissions: lawful ones, unlawful ones with the clause that forbids them, and unwise ones with the warning."""

import tomllib
from typing import Any

import pytest

from nomorebets.figures.edges import edges
from nomorebets.games.registry import house_terms, parsed
from nomorebets.licence.check import Checked, check
from nomorebets.licence.filing import Filed

FLUSH, WILD, LUNAR, PACKS = "high-card-flush", "what-the-flush", "lunar-poker", "packs-poker"
TILES, CARDS, POKETTE = "pai-gow", "pai-gow-poker", "pokette"

LAWFUL = [
    (FLUSH, ""),
    (FLUSH, 'flush_bonus = "D"\nstraight_flush_bonus = "A"\nprogressive = "B"'),
    (FLUSH, "positions = 1\npositions_per_player = 1"),
    (FLUSH, 'dealing = "hand"\nshuffler = "automated"\ndecks = 2'),
    (FLUSH, 'dealing = "automated_shoe"\nodds_word = "win"'),
    (FLUSH, "limits.ante = { minimum = 500, maximum = 500 }"),
    (WILD, "flush_rush = false\nsuper_flush_rush = false"),
    (WILD, 'decks = 2\nshuffler = "automated"'),
    (WILD, "stub_count_every = 1"),
    (LUNAR, "positions = 4"),
    (LUNAR, 'progressive_rate = "72.5"'),
    (LUNAR, 'progressive = "amount"'),
    (PACKS, 'five_card = "A"\nseven_card = "progressive:B"'),
    (PACKS, 'no_pair_win = "push"'),
    (PACKS, 'dealing = "manual_shoe"\ncard_change_hours = 8'),
    (TILES, "banking = false\nco_banking = false"),
    (TILES, 'vigorish_rounding = "quarter"'),
    (TILES, "dice_change_hours = 12"),
    (CARDS, 'wheel = "lowest"\nstart = "button"\nshuffler = "automated"\ndealing = "automated_shoe"'),
    (CARDS, 'start = "number"\nadditional_odds = "11/2"'),
    (CARDS, "imperial = false"),
    (POKETTE, "positions = 8\nleast_revolutions = 4"),
    (POKETTE, 'odds_word = "win"\njoker_straight_up = "allowed"'),
]
# What is refused first, and the clause that is named for it.
UNLAWFUL = [
    (FLUSH, 'flush_bonus = "Z"', "flush_bonus", "38.6(a)2"),
    (FLUSH, 'straight_flush_bonus = "H"', "straight_flush_bonus", "38.6(a)3"),
    (FLUSH, 'progressive = "E"', "progressive", "38.6(a)4"),
    (FLUSH, "positions = 7", "positions", "1.13Y(a)"),
    (FLUSH, "positions_per_player = 4", "positions_per_player", "38.6(e)"),
    (FLUSH, "decks = 3", "decks", "38.2(a)"),
    (FLUSH, "stub_count_every = 6", "stub_count_every", "38.7(f)"),
    (FLUSH, "card_change_hours = 25", "card_change_hours", "38.2(a)"),
    (FLUSH, 'odds_word = "for"', "odds_word", "38.11(a)"),
    (FLUSH, 'dealing = "hand"\nshuffler = "none"', "shuffler", "38.8(b)1"),
    (FLUSH, "limits.ante = { minimum = 1000, maximum = 500 }", "limits", "38.6(a)1"),
    (FLUSH, 'suit = "x"', "suit", "38.5(c)2"),
    (WILD, "positions = 7", "positions", "38.6(c)"),
    (WILD, 'odds = { "3 Card Flush" = 9 }', "odds", "38.11(c)"),
    (WILD, 'idle_spread = "stacked"', "idle_spread", "38.4(e)"),
    (LUNAR, "positions = 6", "positions", "1.13X(b)1"),
    (LUNAR, "positions = 3", "positions", "1.13X(b)1"),
    (LUNAR, "progressive_rate = 69", "progressive_rate", "38.12(h)"),
    (LUNAR, "straight_flush_percent = 9", "straight_flush_percent", "38.12(g)"),
    (LUNAR, "payout_limit = 100", "payout_limit", "38.12(f)"),
    (PACKS, 'shuffler = "none"', "shuffler", "43.4(a)"),
    (PACKS, 'five_card = "F"', "five_card", "43.11(b)"),
    (PACKS, "card_change_hours = 9", "card_change_hours", "1.18(g)"),
    (PACKS, 'seven_card = "progressive:A"\nseven_card_rate = 4', "seven_card_rate", "43.12(e)"),
    (TILES, "positions_per_player = 3", "positions_per_player", "10.10(a)"),
    (TILES, 'house_way = "mine"', "house_way", "10.7(e)"),
    (TILES, 'vigorish_rounding = "dollar"', "vigorish_rounding", "10.7(k)"),
    (TILES, "dice_change_hours = 25", "dice_change_hours", "10.3(c)"),
    (CARDS, 'start = "coin"', "start", "11.4(a)"),
    (CARDS, 'start = "number"\nadditional_odds = "7"', "additional_odds", "11.13(b)6"),
    (CARDS, "progressive_wager = 200", "progressive_wager", "11.14(a)"),
    (POKETTE, "odds = { red = 0 }", "odds", "12.5(a)"),
    (POKETTE, 'card_display = "wall"', "card_display", "12.2(a)"),
]
# A part of the sentence that warns.
UNWISE = [
    (FLUSH, 'flush_bonus = "E"', "flush_bonus table E returns 108.92%"),
    (FLUSH, 'flush_bonus = "K"', "flush_bonus table K returns 112.24%"),
    (FLUSH, 'progressive = "C"', "open reading A-2"),
    (TILES, "", "best setting: the player has the edge, 0.97% of the wager"),
    (TILES, "", "as bank, against a player: best setting: the player has the edge, 2.79% of the wager"),
    (TILES, 'zero_low_hand = "compares"', "the player has the edge"),
    (POKETTE, "odds = { red = 2 }", "pays the player more than it takes"),
    (PACKS, 'progressive_odds = "to"\nseven_card = "progressive:A"', "open reading C-4"),
    (PACKS, 'progressive_odds = "to"\nseven_card = "progressive:A"', "table progressive A: the player has the edge"),
]


def checked(key: str, document: str) -> Checked:
    raw: dict[str, Any] = tomllib.loads(document)
    return check(key, raw, lambda terms: edges(Filed(terms)) if key in (TILES, PACKS) else ())


def named(case: tuple[str, ...]) -> str:
    return f"{case[0]} {case[1]}"


def test_there_are_more_than_fifty() -> None:
    assert len(LAWFUL) + len(UNLAWFUL) + len(UNWISE) > 50


@pytest.mark.parametrize("case", LAWFUL, ids=named)
def test_what_the_text_allows_is_lawful_and_each_field_names_its_clauses(case: tuple[str, str]) -> None:
    found = checked(*case)
    assert found.lawful
    set_here = set(tomllib.loads(case[1]))
    assert {one.field for one in found.findings if one.verdict == "allowed"} == set_here
    assert all(one.clauses for one in found.findings)


@pytest.mark.parametrize("case", UNLAWFUL, ids=named)
def test_what_no_clause_allows_is_refused_with_the_clause(case: tuple[str, str, str, str]) -> None:
    key, document, field, clause = case
    found = check(key, tomllib.loads(document))
    assert not found.lawful
    first = found.findings[0]
    assert (first.field, first.verdict, first.clauses[0]) == (field, "refused", f"{key}:{clause}")


@pytest.mark.parametrize("case", UNWISE, ids=named)
def test_what_is_lawful_but_unwise_is_warned_of(case: tuple[str, str, str]) -> None:
    found = checked(*case[:2])
    assert found.lawful
    assert any(case[2] in one.sentence for one in found.findings if one.verdict == "warning")


def test_a_table_at_which_the_house_keeps_the_edge_has_no_such_warning() -> None:
    terms = house_terms(POKETTE)
    found = check(POKETTE, {}, lambda _terms: edges(Filed(terms)))
    assert not [one for one in found.findings if "has the edge" in one.sentence]
    assert all(one.house_edge_decimal for one in found.edges)


@pytest.mark.parametrize(
    ("key", "field", "meant", "clause"),
    [
        (FLUSH, "flush_bonsu", "flush_bonus", "38.6(a)2"),
        (FLUSH, "Straight Flush Bonus", "straight_flush_bonus", "38.6(a)3"),
        (TILES, "vigorish", "vigorish_rounding", "10.7(k)"),
        (TILES, "cobanking", "co_banking", "10.8(a)"),
        (PACKS, "five-card", "five_card", "43.11(b)"),
        (POKETTE, "joker_straight", "joker_straight_up", "12.5(a)1"),
    ],
)
def test_a_field_that_no_clause_allows_is_told_what_was_perhaps_meant(
    key: str, field: str, meant: str, clause: str
) -> None:
    (found,) = check(key, {field: "A"}).findings
    assert found.verdict == "refused"
    assert found.sentence.endswith(f"; did you mean {meant}?")
    assert found.clauses[0].startswith(f"{key}:{clause}")


@pytest.mark.parametrize("named", ["hcf", "High Card Flush", "high_card", "HIGH-CARD-FLUSH"])
def test_a_submission_may_name_its_game_as_people_do(named: str) -> None:
    assert parsed(f'game = "{named}"\ndecks = 1') == (FLUSH, {"decks": 1})
