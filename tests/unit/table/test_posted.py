"""What hangs at a table: a document that a page can be drawn from, beside views."""

import msgspec
import pytest

from nomorebets import posted
from nomorebets.games.registry import KEYS, house_terms, terms
from nomorebets.table.actions import Bet
from nomorebets.table.posted import Posted
from nomorebets.table.view import view
from tests.driving import opened
from tests.miniature import two_decks, two_dice

every_game = pytest.mark.parametrize("key", KEYS)


@every_game
def test_it_survives_json(key: str) -> None:
    one = posted(house_terms(key))
    assert msgspec.json.decode(msgspec.json.encode(one), type=Posted) == one


@every_game
def test_every_wager_is_there_with_its_limits_and_its_table(key: str) -> None:
    filed = house_terms(key)
    one = posted(filed)
    assert {wager.name: (wager.least, wager.most) for wager in one.wagers} == {
        wager.name: (least, most) for wager, least, most, _ in filed.wagers
    }
    assert one.required == filed.required
    for wager in one.wagers:
        assert wager.clause.startswith(f"{key}:")
        assert (wager.table in one.tables) if filed.posted[wager.name] else not wager.table
        if wager.table:
            assert one.tables[wager.table].rows == filed.inscribed[wager.name]


@every_game
def test_every_clause_of_a_step_and_every_switch_is_there(key: str) -> None:
    one = posted(house_terms(key))
    assert one.rulings
    for ruling in one.rulings:
        assert ruling.chosen == (one.submission.get(ruling.switch) if ruling.switch else None)
    assert set(one.cites) == set(house_terms(key).cites)


def test_the_places_of_a_layout_are_those_that_are_offered() -> None:
    for jokers in ("refused", "allowed"):
        one = posted(terms("pokette", {"joker_straight_up": jokers}))
        driver = opened(key="pokette", joker_straight_up=jokers)
        offered = {o.action.wager: o.select.among for o in driver.offers(1) if isinstance(o.action, Bet) and o.select}
        assert {wager.name: wager.places for wager in one.wagers if wager.places} == offered
        assert ("Jo" in offered["single_card"]) == (jokers == "allowed")
    assert one.layout[0] == ("As", "Ah", "Ad", "Ac")


@pytest.mark.clause("pokette:12.5(a)")
def test_odds_are_in_the_words_of_the_layout() -> None:
    assert posted(terms("pokette", {"odds_word": "win"})).tables["red"].rows == {"red": "win 1"}
    assert posted(terms("pokette")).tables["red"].rows == {"red": "1 to 1"}


def test_a_view_and_what_is_posted_agree() -> None:
    driver = opened(key="lunar-poker")
    one, seen = posted(driver.terms), view(driver.table)
    assert (one.game, one.licensee, one.positions) == (seen.game, seen.licensee, seen.positions)


def test_a_game_of_no_rulebook_is_posted_without_rulings() -> None:
    for miniature in (two_dice, two_decks):
        assert posted(miniature.terms()).rulings == ()
