"""Pack's Poker: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.errors import ImproperConfiguration
from nomorebets.games.packs_poker import rules
from nomorebets.games.registry import terms
from nomorebets.rulebook.money import Fixed
from nomorebets.table.actions import Bet, Deal, NoMoreBets, ReadMeter, Shuffle, Sit, Step
from nomorebets.table.engine import duty, legal
from nomorebets.table.events import DeckRemoved, DocumentationDue, HandCollected, Settled, StepDue, StepNotDue, TurnedUp
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import Phase
from tests.driving import WHOLE, Driver
from tests.rules.test_packs_poker import (
    DIAMOND_ROYAL,
    FIVE_CARDS,
    SEVEN_METER,
    TEN_AND_NINE,
    TWICE_ALL,
    TWO_TENTHS,
    dealt,
    opened,
    row,
    settle,
    shared,
    stacked,
    steps,
    verifying,
)

TEXT = "packs-poker"
clause = pytest.mark.clause


@clause("43.4(a)")
def test_a_shuffler_that_feeds_a_shoe_is_refused_where_the_hand_deals() -> None:
    filed = {"dealing": "hand", "shuffler_feeds_shoe": True}
    with pytest.raises(ImproperConfiguration, match="shuffler_feeds_shoe = True is not allowed: there is no shoe"):
        terms(TEXT, filed)


@clause("43.6(b)")
def test_limits_are_of_wagers_that_exist_and_the_minimum_is_not_above_the_maximum() -> None:
    for wager, limits in (("pack", (600, 500)), ("pack_1", (100, 200))):
        filed = {"limits": {wager: {"minimum": limits[0], "maximum": limits[1]}}}
        with pytest.raises(ImproperConfiguration, match=rf"limits\.{wager} (has a minimum|is no wager)") as refusal:
            terms(TEXT, filed)
        assert refusal.value.clause == f"{TEXT}:43.6(b)"


@clause("43.2(c)")
def test_the_other_deck_may_still_be_shuffled_while_the_round_is_completed() -> None:
    driver = Driver(terms(TEXT)).duties().do(Sit(1, "Ann")).duties(until=Shuffle).do(Shuffle(0, WHOLE))
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal(), Step("rack_stub"))
    assert driver.table.phase == Phase.DECIDING
    assert [one.action for one in legal(driver.table) if isinstance(one.action, Shuffle)] == [Shuffle(1)]


@clause("43.10(a)1")
def test_it_is_the_players_duty_to_show_the_cards_and_nobodys_to_do_it_for_them() -> None:
    driver = dealt("Ann")
    due = duty(driver.table)
    assert due
    assert (due.action, due.by) == (Step("display", seat=1), Role.PLAYER)
    unanswered = rules.unanswered(driver.table, driver.table.seats[1])
    assert (unanswered.action, unanswered.by, unanswered.duty) == (due.action, Role.SYSTEM, False)


@clause("43.10(d)")
def test_a_pack_is_turned_up_before_the_wagers_on_it_are_settled() -> None:
    driver = dealt("Ann").duties(until="pack_1").do(Step("pack_1"), by=Actor(Role.DEALER))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, TurnedUp | Settled)]
    assert told == [TurnedUp, Settled]


@clause("43.10(j)")
def test_cards_that_are_collected_after_a_pack_go_from_the_dealers_right() -> None:
    driver = opened("Ann", "Ben", "Cid").do(Bet(1, "pack_1", 1000), Bet(2, "pack_1", 1000), Bet(3, "pack_2", 1000))
    driver.do(NoMoreBets()).duties(until="pack_1").do(Step("pack_1"), by=Actor(Role.DEALER))
    assert [event.seat for event in driver.entries[-1].events if isinstance(event, HandCollected)] == [2, 1]


@clause("43.11(c)1")
@pytest.mark.parametrize(("stake", "due"), [("returned", 500_500), ("kept", 500_000)])
def test_an_amount_is_worth_itself_and_the_stake_where_that_goes_back(stake: str, due: int) -> None:
    assert rules.in_money(Fixed(500_000), 500, 500, 0, stake) == due


@clause("43.11(c)2", "43.12(d)1")
def test_who_has_no_wager_on_a_pack_has_no_share_of_its_meter() -> None:
    report = settle(
        TWO_TENTHS,
        TEN_AND_NINE,
        {"1": {"seven_card_1": 500}, "2": {"pack_1": 500}},
        submission={"seven_card": "progressive:A", "highest_payout": "after_sharing"},
        meters={"seven_card": {"main": 3_999_975}},
    )
    assert row(report, "seven_card_1", 1) == ("win", 400_000, 0)  # half of it would be less than 500 for 1


@clause("43.11(c)2", "43.12(d)1")
def test_when_one_takes_a_printed_row_instead_what_the_others_get_is_compared_again() -> None:
    """Two tenths are the whole meter by that reading; one tenth alone is a tenth, and less than is printed."""
    percents, amounts = [10, 10], [7, 7]
    rules.shared_out(100_000, percents, [60_000, 20_000], amounts, True, True)  # noqa: FBT003
    assert (percents, amounts) == ([0, 0], [0, 0])


@clause("43.12(d)1", "43.12(d)2")
@pytest.mark.parametrize(
    ("percents", "emptied"), [([10, 10], True), ([0, 10], False), ([0, 0, 10], False), ([0, 100], True)]
)
def test_by_the_words_of_the_text_several_winners_empty_a_meter_and_one_of_a_tenth_does_not(
    percents: list[int], *, emptied: bool
) -> None:
    assert rules.empties(percents, True) == emptied  # noqa: FBT003


@clause("43.12(b)", "43.12(e)")
def test_a_meter_is_not_reset_after_a_round_if_there_is_nothing_to_reset_it_to() -> None:
    driver = opened(
        "Ann",
        stack=stacked(DIAMOND_ROYAL, "4c 4d 8d 8c 2h"),
        five_card="progressive:A",
        five_card_reset=0,
        meter_reset="after_the_round",
    )
    driver.do(Bet(1, "five_card_1", 500), NoMoreBets()).duties(until="collect")
    assert driver.table.seats[1].settled["five_card_1"].pays == 1_000_005
    assert not steps(driver, "reset_five_card")


@clause("43.12(b)")
def test_after_the_last_pack_the_dealer_resets_what_was_won() -> None:
    driver = opened(
        "Ann",
        stack=stacked(DIAMOND_ROYAL, "4c 4d 8d 8c 2h"),
        five_card="progressive:A",
        meter_reset="after_the_round",
    )
    driver.do(Bet(1, "five_card_1", 500), NoMoreBets()).duties(until="collect")
    assert [event.count for event in steps(driver, "reset_five_card")] == [1_000_000]


@clause("43.12(c)", "43.12(b)")
def test_of_two_progressive_bonuses_each_is_validated_before_it_is_paid() -> None:
    flushes = (FIVE_CARDS["Flush"], "As Js 8s 4s 2s")
    driver = opened("Ann", "Ben", stack=stacked(*flushes), five_card="progressive:E")
    driver.do(Bet(1, "five_card_1", 500), Bet(2, "five_card_1", 500), NoMoreBets()).duties(until="pay_progressive")
    driver.do(Step("pay_progressive"), by=Actor(Role.DEALER))
    assert [event.seat for event in driver.entries[-1].events if isinstance(event, Settled)] == [2]
    assert [(due.step, due.seat) for due in driver.table.owed] == [
        ("verify_hand", 1),
        ("verify_wager", 1),
        ("validate", 1),
        ("pay_progressive", 0),
    ]


@clause("43.12(d)4")
def test_a_hand_that_stays_for_papers_already_does_not_keep_others_from_their_share() -> None:
    stack = stacked("Ah Kh Qh Jh 9h", DIAMOND_ROYAL, "4c 4h 8h 8c 2h", "2c 3s", "Th 9d")
    posted = {"five_card": "progressive:A", "seven_card": "progressive:A", "seven_card_initial": 9_000_000}
    driver = opened("Ann", "Ben", stack=stack, **posted)
    driver.do(Bet(2, "five_card_1", 500), Bet(2, "seven_card_2", 500), Bet(1, "seven_card_2", 500), NoMoreBets())
    driver.duties(until="document")
    paid = {seat: driver.table.seats[seat].settled["seven_card_2"].pays for seat in (1, 2)}
    assert paid == {1: 450_002, 2: 450_002}


@clause("43.12(b)", "43.12(d)")
def test_a_meter_is_reset_for_whoever_takes_the_balance_and_not_after_a_tenth() -> None:
    def resets(first: str, second: str, pack: str) -> list[int]:
        stack = stacked(first, second, "4c 4d 8d 8c 2c", pack)
        driver = opened("Ann", "Ben", stack=stack, seven_card="progressive:A", seven_card_initial=9_000_000)
        driver.do(Bet(1, "seven_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets()).duties(until="collect")
        return [event.seat for event in steps(driver, "reset_seven_card")]

    assert resets("Ah Kh Qh Jh 9h", "As Ks Qs Js Ts", "Th 9s") == []
    assert resets("4h 5h 6h 7h 8h", "Ah Kh Qh Jh 2s", "Th 9h") == [1]


@clause("43.12(d)4")
def test_a_share_is_paid_and_then_its_papers_are_due() -> None:
    driver = opened("Ann", stack=stacked(DIAMOND_ROYAL, "4c 4h 8h 8c 2h"), five_card="progressive:A")
    driver.do(Bet(1, "five_card_1", 500), NoMoreBets()).duties(until="pay_progressive")
    driver.do(Step("pay_progressive"), by=Actor(Role.DEALER))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, Settled | DocumentationDue)]
    assert told == [Settled, DocumentationDue]


@clause("43.7(g)2")
def test_a_supervisor_may_take_a_deck_from_the_table_that_is_not_in_play() -> None:
    driver = opened("Ann").do(Step("remove", 1), by=Actor(Role.SUPERVISOR))
    gone = next(event for event in driver.entries[-1].events if isinstance(event, DeckRemoved))
    assert gone.clause == f"{TEXT}:43.7(g)2"


@clause("43.11(c)2", "43.12(d)1")
def test_who_has_no_share_of_the_meter_loses_beside_one_who_has() -> None:
    stack = stacked(TWO_TENTHS["1"], "2c 3d 5h 7s 8h", TWO_TENTHS["dealer"], "Th 9s")
    driver = opened("Ann", "Ben", stack=stack, seven_card="progressive:A", seven_card_initial=9_000_000)
    driver.do(Bet(1, "seven_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets()).duties(until="document")
    assert [driver.table.seats[seat].settled["seven_card_1"].pays for seat in (1, 2)] == [900_005, 0]


@clause("43.12(c)")
def test_what_was_contested_of_a_bonus_that_is_not_paid_is_said_once_not_to_be_due() -> None:
    driver = opened("Ann", stack=stacked(FIVE_CARDS["Flush"]), five_card="progressive:E")
    driver.do(Bet(1, "five_card_1", 500), NoMoreBets()).duties(until="verify_hand")
    driver.do(Step("verify_hand", seat=1, found="other cards"), Step("not_validated", seat=1, note="five_card_1"))
    spared = [event.step for event in driver.entries[-1].events if isinstance(event, StepNotDue)]
    assert spared == ["settle_difference", "verify_hand", "verify_wager", "validate", "pay_progressive"]


@clause("43.12(e)", "43.12(d)")
@pytest.mark.parametrize("shows", [1_000_000, 1_500_000])
def test_a_seven_card_meter_that_was_won_is_reset_to_what_was_filed(shows: int) -> None:
    report = shared(TWICE_ALL, ["6h 7h", "2c 3d", "2d 3c"], seven_card_reset=shows)
    assert report.meters == {"seven_card": {"main": shows}}


@clause("43.12(c)", "43.12(d)1")
def test_a_row_hangs_on_others_where_two_or_more_whose_wagers_lie_there_claim_the_meter() -> None:
    def hanging(anns: str, bens: str, *bets: int) -> list[bool]:
        stack = stacked(f"{anns} {bens} 2c 3d 5c 7d 8c 9h 9s 2d 4c 3c 6d")
        filed = {"seven_card": "progressive:A", "highest_payout": "after_sharing", "seven_card_initial": 3_000_000}
        driver = opened("Ann", "Ben", stack=stack, **filed)
        driver.do(Bet(2, "pack_1", 500), *(Bet(seat, "seven_card_1", 500) for seat in bets), NoMoreBets())
        table = driver.duties(until="verify_hand").table
        return [rules.hangs_on_others(table, table.seats[seat], "seven_card_1") for seat in (1, 2)]

    hearts, spades = "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"
    assert hanging(hearts, spades, 1, 2) == [True, True]
    assert hanging(hearts, spades, 1) == [False, False]
    assert hanging("Kh Qh 8h 6h 3h", spades, 1, 2) == [False, False]  # a flush is paid by its row alone


@clause("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3")
def test_of_what_was_to_be_verified_it_is_said_that_it_is_not_due_before_what_is_due_instead() -> None:
    hands = ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "4c 4d 8d 8c 2c", "9s 9h")
    driver = verifying(*hands, on_meter=2_000_000, bets=[(1, "seven_card_1"), (2, "seven_card_1")])
    driver.do(ReadMeter(SEVEN_METER, 9_000_000), by=Actor(Role.SYSTEM))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, StepNotDue | StepDue)]
    assert told == sorted(told, key=[StepNotDue, StepDue].index)
    assert {StepNotDue, StepDue} == set(told)
