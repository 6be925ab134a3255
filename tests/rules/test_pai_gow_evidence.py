"""Pai Gow: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.errors import ImproperConfiguration
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Decision, NoMoreBets, Step
from nomorebets.table.engine import duty
from nomorebets.table.events import DicePlaced, Stepped
from nomorebets.table.roles import Role
from tests.rules.test_pai_gow import HIGH_PAIRS, SUPERVISOR, TENS, WEAK, dealt, opened, settle

TEXT = "pai-gow"
clause = pytest.mark.clause


@clause("10.5(a)")
def test_the_wager_may_be_limited_and_its_minimum_is_not_above_its_maximum() -> None:
    terms(TEXT, {"limits": {"wager": {"minimum": 500, "maximum": 600}}})
    with pytest.raises(ImproperConfiguration, match=r"limits\.wager has a minimum") as refusal:
        terms(TEXT, {"limits": {"wager": {"minimum": 600, "maximum": 500}}})
    assert refusal.value.clause == f"{TEXT}:10.5(a)"


@clause("10.3(c)")
def test_a_supervisor_may_change_the_dice_until_they_are_shaken() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets(), at=HOUR)
    driver.do(Step("place_dice"), by=SUPERVISOR, at=2 * HOUR)
    assert [event.at for event in driver.entries[-1].events if isinstance(event, DicePlaced)] == [2 * HOUR]


@clause("10.4(d)", "10.6(a)")
def test_the_tiles_are_stacked_with_the_wash_and_come_into_play_with_the_end_of_betting() -> None:
    driver = opened("Ann")
    washed = driver.table.in_play.stage
    driver.do(Bet(1, "wager", 1000), NoMoreBets())
    told = [(event.step, event.clause) for event in driver.entries[-1].events if isinstance(event, Stepped)]
    assert told == [("announce", f"{TEXT}:10.6(a)")]
    assert "load" not in [step for step, _ in driver.steps]  # the stacks lie where they are dealt from
    assert (washed, driver.table.in_play.stage) == (Stage.READY, Stage.DEALT)


@clause("10.7(c)")
def test_when_all_players_have_set_their_hands_it_is_the_dealers_duty_to_set() -> None:
    due = duty(dealt("Ann").do(Decision(1, "house_way")).table)
    assert due
    assert (due.action, due.by, due.clause) == (Step("set_dealer"), Role.DEALER, f"{TEXT}:10.7(c)")


@clause("10.7(j)", "10.7(k)")
def test_winners_are_paid_from_the_dealers_right() -> None:
    report = settle({"1": HIGH_PAIRS, "2": TENS, "3": "1-1 1-1 4-4 4-4", "dealer": WEAK})
    assert [(one.seat, one.result) for one in report.settled] == [(3, "win"), (2, "win"), (1, "win")]
