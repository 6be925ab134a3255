"""Pai Gow: what only a sharp look notices, clause by clause."""

from typing import Any

import pytest

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.errors import ImproperConfiguration
from nomorebets.games.registry import terms
from nomorebets.rounds.file import play_round
from nomorebets.table.actions import Bet, Decision, NoMoreBets, Step
from nomorebets.table.engine import duty
from nomorebets.table.events import DicePlaced, Moved, Stepped
from nomorebets.table.in_two.centre import DealerCompared
from nomorebets.table.in_two.comparing import HandCompared
from nomorebets.table.roles import Role
from tests.rules.test_pai_gow import (
    BANK,
    DEALER_PAIR,
    HIGH_PAIRS,
    LOSES,
    SUPERVISOR,
    TENS,
    WEAK,
    dealt,
    opened,
    settle,
)

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


@clause("10.7(j)")
@pytest.mark.parametrize(("coupon", "wins"), [({}, (0, 1000, 50)), ({"match_play": {"wager": 500}}, (500, 1500, 75))])
def test_a_coupon_wins_with_the_chips_beside_it(coupon: dict[str, Any], wins: tuple[int, int, int]) -> None:
    won = settle({"1": HIGH_PAIRS, "dealer": WEAK}, seats={"1": {"wager": 1000, **coupon}}).settled[0]
    assert (won.coupon, won.pays, won.commission) == wins


Movement = tuple[int, str, str, int, str]  # of whom, from and to which account, how much, by which clause
OWN = "player:seat 2"


def after_the_reveal(**file: Any) -> list[Movement]:
    """What is moved, but for wagers, when a player banks at seat 2, from the first hand that is compared on."""
    setters = [seat for seat in file["seats"] if seat != "2" or "bank" in file]
    first = file.pop("first", [])
    actions = [*first, *({"seat": int(seat), "do": "house_way"} for seat in sorted(setters, key="132".index))]
    events = play_round({"game": TEXT, "actions": actions, **file}).events
    start = next(at for at, event in enumerate(events) if isinstance(event, HandCompared | DealerCompared))
    moved = [event for event in events[start:] if isinstance(event, Moved)]
    return [(event.seat, event.origin, event.to, event.amount, event.clause.partition(":")[2]) for event in moved]


@clause("10.8(o)", "10.8(p)", "10.7(j)", "10.5(a)")
@pytest.mark.parametrize(
    ("banked", "hand", "expected"),
    [
        ("bank", HIGH_PAIRS, [(2, OWN, "centre", 1000, "10.8(o)"), (0, "inventory", "centre", 500, "10.5(a)")]),
        ("bank", LOSES, [(0, "centre", "commission", 50, "10.8(o)"), (2, "centre", OWN, 950, "10.8(o)")]),
        (
            "co_bank",
            HIGH_PAIRS,
            [
                (2, OWN, "centre", 500, "10.8(p)"),
                (0, "inventory", "centre", 500, "10.8(p)"),
                (0, "inventory", "centre", 500, "10.5(a)"),
            ],
        ),
        (
            "co_bank",
            LOSES,
            [
                (0, "centre", "inventory", 500, "10.8(p)"),
                (0, "centre", "commission", 25, "10.8(p)"),
                (2, "centre", OWN, 475, "10.8(p)"),
            ],
        ),
    ],
)
def test_bank_and_house_make_up_for_the_centre_or_take_what_is_left_each_by_its_clause(
    banked: str, hand: str, expected: list[Movement]
) -> None:
    seats = {"1": {"wager": 1000, "match_play": {"wager": 500}}, "2": {"chips": 100_000}}
    hands, filed = {"1": hand, "2": DEALER_PAIR}, {"coupons_paid_by": "house"}
    assert after_the_reveal(seats=seats, hands=hands, submission=filed, **{banked: BANK}) == expected


@clause("10.8(p)", "10.7(k)")
def test_nothing_goes_to_a_co_bank_whose_half_the_vigorish_takes() -> None:
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR, "3": LOSES}
    seats = {"1": {"wager": 1000}, "2": {"chips": 100_000}, "3": {"wager": 1002}}
    filed = {"vigorish_rounding": "quarter"}
    moved = after_the_reveal(seats=seats, hands=hands, submission=filed, co_bank=BANK)
    assert moved == [(0, "centre", "inventory", 1, "10.8(p)"), (0, "centre", "commission", 1, "10.8(p)")]


@clause("10.8(o)", "10.8(q)")
def test_a_dealers_wager_that_wins_is_paid_from_the_centre_and_goes_back_twice() -> None:
    moved = after_the_reveal(
        seats={"1": {"wager": 1000}, "2": {"chips": 100_000}},
        hands={"1": LOSES, "2": DEALER_PAIR, "dealer": HIGH_PAIRS},
        first=[{"seat": 2, "do": "dealer_wager", "amount": 600}],
        submission={"dealers_wager": 600},
        bank=BANK,
    )
    assert moved[:2] == [
        (0, "centre", "dealers_wager", 600, "10.8(o)"),
        (0, "dealers_wager", "inventory", 1200, "10.8(q)"),
    ]
