"""A game that lacks something says so when it is put together, in one sentence."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any, Literal, cast

import pytest
from msgspec import Meta

from nomorebets.errors import ImproperConfiguration
from nomorebets.games.registry import KEYS, game
from nomorebets.rulebook.rule import source
from nomorebets.table.actions import Decision
from nomorebets.table.completeness import lacks
from nomorebets.table.game import Game
from nomorebets.table.submission import DealtDeck, Submission
from tests.miniature import two_decks, two_dice

DICE, DECKS = two_dice.GAME, two_decks.GAME


class Positions(Submission, frozen=True, kw_only=True):
    positions: Annotated[int, Meta(ge=1, le=6)] = 6


class Chairs(Positions, frozen=True, kw_only=True):
    chairs: int


class FromAShoe(DealtDeck, frozen=True, kw_only=True):
    dealing: Literal["manual_shoe", "hand"] = "manual_shoe"
    positions: Annotated[int, Meta(ge=1, le=6)] = 6


def choosing(kind: type[Submission]) -> Game:
    """Two Dice under another submission."""
    choices = dict.fromkeys(kind.__struct_fields__, ("two-dice:2",))
    return replace(DICE, licence=replace(DICE.licence, submission=kind, choices=choices))


def refused(**parts: Any) -> str:
    """What a game is refused for that has other parts than Nearest Fifteen."""
    with pytest.raises(ImproperConfiguration, match=r"^nearest-fifteen is not complete: ") as refusal:
        replace(DECKS, **parts)
    return refusal.value.sentence.partition(": ")[2]


@pytest.mark.parametrize("key", KEYS)
def test_the_games_lack_nothing(key: str) -> None:
    assert not [*lacks(game(key))]


@pytest.mark.parametrize("package", ["tests.miniature.two_dice", "tests.nowhere", "nowhere.at_all", "__main__"])
def test_a_game_stands_in_a_package(package: str) -> None:
    rule = source("nearest-fifteen", package)
    sentence = f"^{re.escape(package)} is no package; the game of nearest-fifteen stands in a folder, "
    with pytest.raises(ImproperConfiguration, match=sentence):
        replace(DECKS, text=replace(DECKS.text, rule=rule))
    with pytest.raises(ImproperConfiguration, match=sentence):
        rule.procedures()


def test_a_submission_has_positions() -> None:
    with pytest.raises(ImproperConfiguration, match="Submission has no `positions`; say there how many seats"):
        choosing(Submission)


def test_a_submission_has_defaults() -> None:
    with pytest.raises(ImproperConfiguration, match="Chairs has no default for chairs; "):
        choosing(Chairs)


def test_a_clause_allows_each_field() -> None:
    licence = replace(DECKS.licence, choices={"licensee": ()})
    sentence = "choices names no clause that allows limits, positions; each field of Submission needs one"
    assert refused(licence=licence) == sentence


def test_every_way_to_deal_has_its_clauses() -> None:
    with pytest.raises(ImproperConfiguration, match="cites_by_dealing has no 'manual_shoe', which is a way to deal; "):
        choosing(FromAShoe)
    text = replace(DECKS.text, cites_by_dealing={"": {}})
    assert refused(text=text).startswith("cites_by_dealing has no 'shoe', which is a way to deal; ")
    both = replace(DICE.text, cites_by_dealing={"manual_shoe": {}, "hand": {}})
    assert replace(choosing(Positions), text=DICE.text).key == "two-dice"
    with pytest.raises(ImproperConfiguration, match=re.escape("cites_by_dealing has no ''")):
        replace(choosing(Positions), text=both)


def test_every_step_of_preparing_a_deck_has_its_clause() -> None:
    cites = {step: clause for step, clause in DECKS.text.cites.items() if step not in ("wash", "show")}
    text = replace(DECKS.text, cites=cites)
    assert refused(text=text) == "dealt 'shoe', no clause is named for show, wash; cites needs them"
    by_dealing = {"shoe": {"wash": "nearest-fifteen:1(a)", "show": "nearest-fifteen:1(a)"}}
    assert replace(DECKS, text=replace(text, cites_by_dealing=by_dealing)).text.cited("shoe")["wash"]


def test_where_players_decide_it_is_said_who_and_what_if_they_do_not_answer() -> None:
    play, nobody = DECKS.play, DICE.play.awaited
    assert refused(play=replace(play, unanswered=None)).startswith("players decide, so Play needs `awaited`")
    assert refused(play=replace(play, awaited=nobody)).startswith("players decide, so Play needs `awaited`")
    undecided = replace(play, decides={kind: then for kind, then in play.decides.items() if kind is not Decision})
    assert refused(play=replace(undecided, unanswered=None)).startswith("Play has `awaited` without `unanswered`; ")
    assert refused(play=replace(undecided, awaited=nobody)).startswith("Play has `unanswered` without `awaited`; ")


def test_a_submission_that_cannot_be_made_is_not_looked_into() -> None:
    made = SimpleNamespace(licence=SimpleNamespace(submission=Chairs, choices={}))
    assert [sentence.partition(";")[0] for sentence in lacks(cast(Game, made))] == ["Chairs has no default for chairs"]
