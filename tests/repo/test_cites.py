"""A game names the clause behind every step that the shared parts of a table take for it."""

from dataclasses import replace

import pytest

from nomorebets.games.registry import KEYS, game
from nomorebets.table.game import Game
from tests.cites import ONLY_WHERE, needed, report, uncited
from tests.miniature import two_decks, two_dice

GAMES = [*map(game, KEYS), two_decks.GAME, two_dice.GAME]


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.key)
def test_a_game_names_every_clause_that_the_shared_parts_ask_for(one: Game) -> None:
    assert not uncited(one)


def test_all_that_are_missing_are_listed_with_who_asks() -> None:
    one = two_dice.GAME
    cites = {step: clause for step, clause in one.text.cites.items() if step not in ("withdraw", "collect")}
    assert uncited(replace(one, text=replace(one.text, cites=cites))) == {
        "": {
            "withdraw": "nomorebets.table.life.betting.wagers",
            "collect": "nomorebets.table.life.collecting.collecting",
        }
    }


def test_what_is_needed_only_somewhere_is_listed_with_where() -> None:
    assert [*report(two_decks.GAME)] == [
        "shoe: other_deck, if a second deck is in use (nomorebets.table.life.decks.to_shuffle)",
        "shoe: change_dice, if there are dice (nomorebets.table.refusal)",
        "shoe: rack, if a second deck is in use (nomorebets.table.refusal)",
        "shoe: document, if a payout from a meter is documented (nomorebets.table.life.collecting.collecting)",
        "shoe: devices, if shufflers and shoes may be taken away (nomorebets.table.life.opening.devices)",
        "shoe: packs, if packs are dealt (nomorebets.table.life.dealing.hands_dealt)",
    ]
    assert not [*report(game("pai-gow-poker"))]


def test_what_is_needed_is_found_where_it_is_read() -> None:
    asked = needed(game("high-card-flush"))
    assert {step for step, who in asked.items() if who == "nomorebets.table.refusal"} == {
        "adjacent", "cash", "change_dice", "late", "rack",
    }  # fmt: skip
    assert asked["withdraw"] == "nomorebets.table.life.betting.wagers"
    assert asked["lock_progressive"].startswith("nomorebets.table.progressive.")
    assert {"receive", "wash", "shuffle", "players", "dealer", "collect", "count"} <= set(asked)
    assert {"bank", "set", "house_way", "shake"} <= set(needed(game("pai-gow")))
    assert not {"players", "load", "set"} & set(needed(game("pokette")))


def test_an_exception_is_read_by_some_shared_part() -> None:
    assert set(ONLY_WHERE) <= {step for one in GAMES for step in needed(one)}
