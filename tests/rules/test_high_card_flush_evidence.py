"""High Card Flush: what only a sharp look notices, clause by clause."""

from typing import Any

import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import IllegalAction, ImproperConfiguration
from nomorebets.games.high_card_flush import rules
from nomorebets.games.registry import terms
from nomorebets.table.actions import (
    Bet,
    Coupon,
    Deal,
    Decision,
    Irregularity,
    NoMoreBets,
    Reveal,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.engine import at_seat, duty, play
from nomorebets.table.events import (
    BetPlaced,
    CouponPlaced,
    Decided,
    DeckRemoved,
    HandCollected,
    Settled,
    SettlementUndone,
    StepDue,
    StepNotDue,
    Stepped,
    TurnedUp,
)
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import Phase
from tests.driving import WHOLE, Driver, dealt, opened, raised
from tests.rules.test_high_card_flush import (
    FOUR_CARD_FLUSH,
    QUALIFIER,
    SEVEN_ACE_LOW,
    WEAK,
    progressive,
    row,
    stacked,
)

TEXT = "high-card-flush"
clause = pytest.mark.clause


@clause("38.6(a)1")
def test_a_submission_limits_wagers_that_may_be_limited_and_the_minimum_is_not_above_the_maximum() -> None:
    for wager, limits in (("ante", (600, 500)), ("progressive", (100, 200)), ("raise", (100, 200))):
        filed = {"limits": {wager: {"minimum": limits[0], "maximum": limits[1]}}}
        with pytest.raises(ImproperConfiguration, match=rf"limits\.{wager} (has a minimum|is no wager)") as refusal:
            terms(TEXT, filed)
        assert refusal.value.clause == f"{TEXT}:38.6(a)1"


@clause("38.6(a)")
def test_a_wager_of_the_text_that_is_not_offered_here_is_not_refused_as_one_that_the_text_has_not() -> None:
    with pytest.raises(IllegalAction) as refusal:
        opened("Ann").do(Bet(1, "flush_bonus", 100))
    assert "because the wagers are" not in str(refusal.value)


@clause("38.2(b)3")
def test_the_other_deck_may_still_be_shuffled_while_players_decide() -> None:
    driver = Driver(terms(TEXT, {"decks": 2, "shuffler": "automated"})).duties().do(Sit(1, "Ann"))
    driver.duties(until=Shuffle).do(Shuffle(0, WHOLE))
    driver.do(Bet(1, "ante", 1000), NoMoreBets(), Deal(), Step("rack_stub"))
    assert driver.table.phase == Phase.DECIDING
    for seat in (None, 0):
        assert [one.action for one in at_seat(driver.table, seat) if isinstance(one.action, Shuffle)] == [Shuffle(1)]
    assert all(isinstance(one.action, Decision) for one in driver.offers(1) if not isinstance(one.action, Irregularity))


@clause("38.10(b)", "38.1 Fold")
def test_a_fold_is_told_and_without_a_bonus_no_card_of_it_is_turned_up() -> None:
    driver = dealt("Ann", stack=stacked(WEAK, QUALIFIER)).do(Decision(1, "fold"))
    told, *_, last = driver.entries[-1].events
    assert isinstance(told, Decided)
    assert (told.seat, told.do, told.clause) == (1, "fold", f"{TEXT}:38.10(b)")
    assert not any(isinstance(event, TurnedUp) for event in driver.entries[-1].events)
    assert isinstance(last, HandCollected)


@clause("38.10(d)")
def test_when_everybody_has_decided_it_is_the_dealers_duty_to_reveal() -> None:
    due = duty(raised(dealt("Ann")).owed().table)
    assert due
    assert (due.action, due.by, due.clause) == (Reveal(), Role.DEALER, f"{TEXT}:38.10(d)")


@clause("38.10(e)", "38.10(e)3")
def test_with_a_hand_its_bonuses_are_settled_after_ante_and_raise_and_before_it_is_collected() -> None:
    tables: dict[str, Any] = {"flush_bonus": "A", "straight_flush_bonus": "A"}
    driver = opened("Ann", stack=stacked(FOUR_CARD_FLUSH, QUALIFIER), **tables)
    driver.do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 500), Bet(1, "straight_flush_bonus", 500), NoMoreBets())
    raised(driver.duties(until=Reveal)).do(Reveal())
    told = [event for event in driver.entries[-1].events if isinstance(event, Settled | HandCollected)]
    assert [event.wager for event in told if isinstance(event, Settled)] == [
        "ante",
        "raise",
        "flush_bonus",
        "straight_flush_bonus",
    ]
    assert isinstance(told[-1], HandCollected)


@clause("38.10(f)")
def test_the_dealer_collects_what_is_left_before_the_next_round() -> None:
    driver = raised(dealt("Ann")).do(Reveal())
    due = duty(driver.table)
    assert due
    assert (due.action, due.by, due.clause) == (Step("collect"), Role.DEALER, f"{TEXT}:38.10(f)")


@clause("38.7(f)2")
def test_a_supervisor_may_take_a_deck_from_the_table_that_is_not_in_play() -> None:
    driver = opened("Ann").do(Step("remove", 0), by=Actor(Role.SUPERVISOR))
    gone = next(event for event in driver.entries[-1].events if isinstance(event, DeckRemoved))
    assert gone.clause == f"{TEXT}:38.7(f)2"


@clause("38.11(e)")
@pytest.mark.parametrize(("letter", "contributed"), [("A", 24), ("B", 23)])
def test_a_seven_card_straight_flush_takes_the_whole_meter_in_tables_a_and_b(letter: str, contributed: int) -> None:
    report = progressive(letter, {"1": SEVEN_ACE_LOW, "dealer": QUALIFIER.replace("Th", "Tc")})
    assert row(report, "progressive") == ("win", 2_000_000 + contributed, 0)


@clause("38.12(f)")
def test_the_hand_is_entered_under_the_name_by_which_the_posted_table_pays_it_and_under_no_other() -> None:
    names = ("6 Card Straight Flush", "7 Card Straight Flush Or AKQJT9 Suited")
    for letter, name, other in (("A", *names), ("C", *names[::-1])):
        driver = opened("Ann", stack=stacked("9s Ts Js Qs Ks As 2c", QUALIFIER.replace("Qs", "Qh")), progressive=letter)
        driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
        raised(driver).do(Reveal())
        driver.do(Step("indicate_winner", seat=1, note=other), by=Actor(Role.DEALER))
        assert next(due.step for due in driver.table.owed) == "settle_difference"
        driver.do(Step("indicate_winner", seat=1, note=name), by=Actor(Role.DEALER))
        assert [event.note for event in driver.entries[-1].events if isinstance(event, Stepped)] == [name]
        assert [due.step for due in driver.table.owed] == ["verify_payout"]


@clause("38.10(a)", "38.12(f)")
def test_of_a_player_who_communicates_no_payout_is_left_to_verify() -> None:
    eligible: dict[str, Any] = {"progressive": "A", "folded_progressive": "eligible"}
    driver = opened("Ann", "Ann", stack=stacked(SEVEN_ACE_LOW, "2c 3d 4s 5s 7c 8c 9s"), **eligible)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold"), Step("confirm_bonuses", seat=1))
    driver.do(Irregularity("communicating", 2))
    assert driver.table.phase == Phase.COLLECTING
    assert driver.table.owed == ()


@clause("38.12(f)", "38.12(e)")
def test_a_share_of_the_meter_is_to_be_verified_once_the_hands_are_resolved() -> None:
    driver = opened("Ann", stack=stacked(SEVEN_ACE_LOW, QUALIFIER.replace("Th", "Tc")), progressive="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    raised(driver).do(Reveal())
    assert [due.step for due in driver.table.owed] == ["indicate_winner", "verify_payout"]
    with pytest.raises(IllegalAction):
        play(driver.table, Step("verify_payout", seat=1, count=1_000_024), Actor(Role.DEALER))
    assert CARDS.text(driver.hand(1)) == SEVEN_ACE_LOW


@clause("38.6(e)")
def test_between_two_positions_of_a_player_a_bonus_may_be_taken_back_and_the_ante_may_not() -> None:
    driver = opened("Ann", "Ann", "Ann", flush_bonus="A")
    driver.do(*(Bet(seat, "ante", 1000) for seat in (1, 2, 3)), Bet(2, "flush_bonus", 500))
    driver.do(Withdraw(2, "flush_bonus"))
    with pytest.raises(IllegalAction):
        driver.do(Withdraw(2, "ante"))


@clause("38.6(b)")
def test_no_coupon_is_laid_where_no_chips_lie() -> None:
    driver = opened("Ann", flush_bonus="A", limits_on="chips")
    assert coupons(driver) == []
    driver.do(Bet(1, "ante", 1000))
    assert coupons(driver) == [("ante", 1, 1000)]


@clause("38.6(b)", "38.6(a)1")
def test_a_coupon_that_is_laid_first_is_below_the_minimum_and_comes_with_the_chips_it_completes() -> None:
    driver = opened("Ann", limits={"ante": {"minimum": 500, "maximum": 10_000}}, flush_bonus="A")
    assert coupons(driver) == [("ante", 1, 499)]  # none beside an ante that does not lie
    driver.do(Coupon(1, "ante", 200))
    told = [(type(event), getattr(event, "amount", 0)) for event in driver.entries[-1].events]
    assert told == [(BetPlaced, 300), (CouponPlaced, 200)]


def coupons(driver: Driver) -> list[tuple[str, int, int]]:
    """On which wager at the first seat a coupon may be laid, of what worth at least and at most."""
    offers = driver.offers(1)
    return [(one.action.wager, one.action.amount, one.most) for one in offers if isinstance(one.action, Coupon)]


SIX_RUNS = (
    "2s 3s 4s 5s 6s 7s Kc",
    "9s Ts Js Qs Ks As 8c",
    "2h 3h 4h 5h 6h 7h Qc",
    "9h Th Jh Qh Kh Ah 5c",
    "2d 3d 4d 5d 6d 7d 9c",
)


def first_one_told(wager: str, *, late: bool, **submission: Any) -> Driver:
    """Seats 1 to 3 fold; the player at seat 1, who is paid first, has told, which is found at once or late."""
    driver = opened(*"ABCDE", stack=stacked(*SIX_RUNS, "2c 3c 4c 6c Jd Kd 8h"), **submission)
    for seat in range(1, 6):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, wager, 100))
    driver.do(NoMoreBets()).duties(until=Reveal)
    for seat in range(1, 6):
        driver.do(Decision(seat, "fold") if seat < 4 else Decision(seat, "raise", 1000))
        if seat == 1 and not late:
            driver.do(Irregularity("communicating", 1))
    driver.duties(until=Reveal).do(Reveal())
    return driver.do(Irregularity("communicating", 1)) if late else driver


@clause("38.10(a)", "38.11(h)")
@pytest.mark.parametrize("most", [12_000, 14_000, 22_000, 24_000, 32_000])
def test_bonuses_are_paid_anew_to_folded_hands_first_and_then_from_the_dealers_right(most: int) -> None:
    elected = {"straight_flush_bonus": "A", "bonus_maximum": most, "bonus_maximum_per": "round"}
    at_once, late = (first_one_told("straight_flush_bonus", late=late, **elected) for late in (False, True))
    assert late.table.ledger == at_once.table.ledger


@clause("38.10(a)", "38.11(e)", "38.11(f)", "38.12(f)")
@pytest.mark.parametrize("order", ["dealers_right_first", "dealers_left_first", "highest_first"])
def test_shares_are_paid_anew_to_folded_hands_first_and_then_in_the_order_that_is_filed(order: str) -> None:
    elected = {"progressive": "A", "folded_progressive": "eligible", "progressive_order": order}
    at_once, late = (first_one_told("progressive", late=late, **elected) for late in (False, True))
    assert late.table.ledger == at_once.table.ledger
    assert len({late.table.seats[seat].settled["progressive"].pays for seat in (2, 3, 4, 5)}) == 4


@clause("38.11(h)", "38.12(f)")
@pytest.mark.parametrize("maximum", [{}, {"bonus_maximum": 5000, "bonus_maximum_per": "hand"}])
def test_a_bonus_that_others_do_not_change_stays_as_paid_when_shares_of_the_meter_are_paid_anew(maximum: Any) -> None:
    driver = opened("Ann", "Ben", stack=stacked(*SIX_RUNS[:2], "2c 3c 4c 6c Jd Kd 8h"), progressive="A",
                    straight_flush_bonus="A", **maximum)  # fmt: skip
    for seat in (1, 2):
        driver.do(
            *(
                Bet(seat, name, amount)
                for name, amount in (("ante", 1000), ("straight_flush_bonus", 100), ("progressive", 100))
            )
        )
    raised(driver.do(NoMoreBets()).duties(until=Reveal)).do(Reveal(), Irregularity("communicating", 2))
    undone = [
        event.settled.wager
        for event in driver.entries[-1].events
        if isinstance(event, SettlementUndone) and event.settled.seat == 1
    ]
    assert undone == ["progressive"]


@clause("38.12(f)")
@pytest.mark.parametrize("found", ["", "it still shows the last winner"])
def test_what_changes_no_payout_leaves_the_reset_that_is_due_and_what_is_said_of_it_as_they_are(found: str) -> None:
    driver = opened("Ann", "Ben", stack=stacked(SIX_RUNS[0], "Kh Kd 9h 8d 5h 4d 3h", QUALIFIER), progressive="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000))
    raised(driver.do(NoMoreBets()).duties(until=Reveal)).duties(until="reset_system")
    if found:
        driver.do(Step("reset_system", found=found))
    owed = driver.table.owed
    driver.do(Irregularity("communicating", 2))
    assert driver.table.owed == owed
    assert driver.table.seats[1].settled["progressive"].coupon == 0
    assert [event for event in driver.entries[-1].events if isinstance(event, StepDue | StepNotDue)] == []


@clause("38.10(b)")
def test_of_several_cards_that_are_not_in_the_hand_the_first_is_named() -> None:
    hand = CARDS.parse(FOUR_CARD_FLUSH)
    with pytest.raises(IllegalAction, match="As cannot be laid out"):
        rules.laid_out(hand, Decision(1, "raise", 1000, cards=("Kc", "As", "Ks")))
