"""Sharper evidence for what Pai Gow and Pai Gow Poker say alike: dice, what a bank must cover, and who is next."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.equipment.custody import Stage
from nomorebets.equipment.places import DEALER, place
from nomorebets.errors import IllegalAction
from nomorebets.games.registry import terms
from nomorebets.table import entries
from nomorebets.table.actions import (
    Bet,
    Deal,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    Shake,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.engine import awaited, duty, legal, offered, play, unanswered
from nomorebets.table.events import DicePlaced, HandSet, MayLook, Moved, RollVoided, Settled, Shaken
from nomorebets.table.in_two.bank import DealerWagered, GameStarted, bank_of, offered_to
from nomorebets.table.in_two.comparing import HandCompared
from nomorebets.table.in_two.dice import DealStarts, ToShakeAgain
from nomorebets.table.in_two.setting import hands_unseen
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase
from tests.driving import Driver

clause = pytest.mark.clause
both = pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
DEALING, SUPERVISOR = Actor(Role.DEALER), Actor(Role.SUPERVISOR)


def opened(key: str, seats: dict[int, str], chips: int = -1, **submission: Any) -> Driver:
    driver = Driver(terms(key, submission)).duties()
    for seat, name in seats.items():
        driver.do(Sit(seat, name, chips))
    return driver.duties()


def all_set(driver: Driver) -> Driver:
    """Every player, and the bank, has the hand set by the house way."""
    while driver.table.phase == Phase.SETTING and (waiting := awaited(driver.table)):
        driver.do(Decision(waiting[0].number, "house_way"))
    return driver.duties()


def passed(driver: Driver) -> list[int]:
    """Everybody passes the bank, in this order."""
    turns = []
    while one := offered_to(driver.table):
        driver.do(Decision(one.number, "pass"))
        turns.append(one.number)
    return turns


def a_round(driver: Driver) -> Driver:
    """A round that nobody banks, up to the next one."""
    passed(driver)
    for seat in driver.table.seats:
        driver.do(Bet(seat, "wager", 1000))
    return all_set(driver.duties().do(NoMoreBets()).duties()).do(Reveal()).duties()


def played(key: str, seats: dict[int, str] | None = None, **more: Any) -> Driver:
    return a_round(opened(key, seats or {1: "Ann", 2: "Ben"}, **more))


def banked(key: str, do: str = "bank") -> Driver:
    """Ben banks against Ann, and bets are closed."""
    driver = played(key).do(Decision(2, do), Bet(1, "wager", 1000)).duties()
    return driver.do(NoMoreBets())


def last(driver: Driver) -> list[type]:
    return [type(event) for event in driver.entries[-1].events]


def with_chips(driver: Driver, seat: int, cents: int) -> Driver:
    """The table as a record has it in which that is what the player has left."""
    one = driver.table.seats[seat]
    account = f"player:{one.player}"
    left = driver.table.ledger[account] + cents - driver.table.at_hand(one)
    driver.table = replace(driver.table, ledger={**driver.table.ledger, account: left})
    assert driver.table.at_hand(driver.table.seats[seat]) == cents
    return driver


def offers(driver: Driver, seat: int) -> dict[str, int]:
    """What may be decided at a seat, and up to which amount."""
    return {one.action.do: one.most for one in driver.offers(seat) if isinstance(one.action, Decision)}


# --- Dice -------------------------------------------------------------------------------------------------------------


@clause("pai-gow:10.9(a)", "pai-gow:10.9(b)", "pai-gow:10.8(a)", "pai-gow-poker:11.11(a)", "pai-gow-poker:11.11(b)")
@clause("pai-gow-poker:11.10(h)1")
@both
@pytest.mark.parametrize("kind", ["dice_not_flat", "dice_fell_out", "lid_lifted_by_bank"])
def test_no_roll_is_called_first_and_then_the_bank_shakes_again(key: str, kind: str) -> None:
    driver = banked(key).do(Step("bank_shakes", seat=2))
    driver.do(Irregularity(kind, 2 if kind == "lid_lifted_by_bank" else 0))
    assert last(driver)[1:] == [RollVoided, ToShakeAgain]


@clause("pai-gow:10.6(a)", "pai-gow:10.6(b)", "pai-gow:10.6(c)", "pai-gow-poker:11.8C(b)1", "pai-gow-poker:11.8C(b)2")
@clause("pai-gow-poker:11.10(h)1")
@both
def test_the_dice_are_shown_before_they_are_counted_out_and_then_are_to_be_shaken_anew(key: str) -> None:
    driver = banked(key).do(Step("bank_shakes", seat=2), Shake((1, 2, 3), 3))
    assert last(driver)[:3] == [Shaken, DealStarts, ToShakeAgain]


@clause("pai-gow:10.3(c)", "pai-gow:10.8(a)", "pai-gow-poker:11.4(a)1iii", "pai-gow-poker:11.10(h)1")
@both
def test_other_dice_come_first_and_then_the_bank_shakes_them(key: str) -> None:
    driver = banked(key).do(Step("bank_shakes", seat=2)).do(Step("place_dice"), by=SUPERVISOR)
    assert last(driver)[-2:] == [DicePlaced, ToShakeAgain]


@clause("pai-gow:10.8(a)", "pai-gow-poker:11.10(h)1")
@both
def test_a_system_that_shakes_for_the_bank_may_and_need_not(key: str) -> None:
    driver = banked(key)
    (bank,) = awaited(driver.table)
    offer = unanswered(driver.table, bank)
    assert (offer.action, offer.by, offer.duty) == (Step("bank_shakes", seat=2), Role.SYSTEM, False)


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii", "pai-gow:10.5(a)", "pai-gow-poker:11.7(a)")
@both
def test_a_supervisor_changes_dice_before_the_deal_and_no_player_does(key: str) -> None:
    driver = opened(key, {1: "Ann"})
    assert Step("place_dice") not in [one.action for one in driver.offers(1)]
    driver.do(Step("place_dice"), by=SUPERVISOR)
    assert DicePlaced in last(driver)


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_dice_at_an_idle_table_are_for_the_floor_to_change(key: str) -> None:
    driver = opened(key, {1: "Ann"}).do(Leave(1)).duties()
    assert driver.table.phase == Phase.IDLE
    assert Step("place_dice") in [one.action for one in legal(driver.table)]
    assert Step("place_dice") not in [one.action for one in driver.offers(1)]


@clause("pai-gow-poker:11.4(a)1iii", "pai-gow-poker:11.7(a)", "pai-gow-poker:11.7(c)", "pai-gow-poker:11.10(g)")
def test_where_a_number_is_drawn_there_are_no_dice_to_be_changed_and_bets_are_closed_without() -> None:
    driver = Driver(terms("pai-gow-poker", {"start": "number"})).duties()
    for driving in (driver, driver.do(Sit(1, "Ann")).duties()):
        with pytest.raises(IllegalAction):
            play(driving.table, Step("place_dice"), SUPERVISOR)
    a_round(driver)
    assert not any(isinstance(event, DicePlaced) for event in driver.events)


@clause("pai-gow-poker:11.7(a)", "pai-gow-poker:11.10(a)")
def test_before_the_deal_a_supervisor_may_take_devices_away() -> None:
    driver = opened("pai-gow-poker", {1: "Ann"}, shuffler="automated")
    driver.do(Step("remove_devices"), by=SUPERVISOR)


@clause("pai-gow:10.5(c)", "pai-gow:10.6(a)", "pai-gow-poker:11.7(c)", "pai-gow-poker:11.6(g)")
@both
def test_bets_are_not_closed_before_the_deck_or_tiles_are_ready(key: str) -> None:
    driver = opened(key, {1: "Ann"}).do(Bet(1, "wager", 1000), NoMoreBets()).duties()
    all_set(driver).do(Reveal()).duties(until=Shuffle)
    passed(driver)
    driver.do(Bet(1, "wager", 1000))
    assert driver.table.in_play.stage != Stage.READY
    assert not driver.table.unrevealed
    with pytest.raises(IllegalAction):
        play(driver.table, NoMoreBets(), DEALING)


# --- Who is offered the bank, and what it has to cover ----------------------------------------------------------------


@clause("pai-gow:10.8(c)", "pai-gow:10.8(d)", "pai-gow-poker:11.10(c)", "pai-gow-poker:11.10(d)1")
@both
def test_the_offer_goes_on_from_the_dealers_right_to_each_position_in_turn(key: str) -> None:
    driver = played(key, {3: "Ann", 5: "Ben", 6: "Cid"})
    while bank_of(driver.table).first != 4:
        a_round(driver)
    assert passed(driver) == [3, 6, 5]


@clause("pai-gow:10.8(n)", "pai-gow-poker:11.10(g)")
@both
def test_the_dealer_wagers_nothing_against_a_bank_that_could_not_cover_it(key: str) -> None:
    driver = with_chips(played(key, chips=5000), 2, 0).do(Decision(2, "bank"))
    assert offers(driver, 2)["dealer_wager"] == 0
    driver = with_chips(played(key, chips=5000), 2, 600).do(Decision(2, "bank"))
    assert offers(driver, 2)["dealer_wager"] == 600
    driver.do(Bet(1, "wager", 1000))
    assert offers(driver, 2)["dealer_wager"] == 0
    driver = played(key).do(Decision(2, "bank"))
    assert offers(driver, 2)["dealer_wager"] == 1000


@clause("pai-gow:10.8(n)", "pai-gow-poker:11.10(g)")
@both
def test_the_dealers_wager_comes_out_of_the_table_inventory(key: str) -> None:
    driver = played(key).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties(until=NoMoreBets)
    entry = next(one for one in driver.entries if one.action == Step("dealers_wager"))
    told = next(event for event in entry.events if isinstance(event, DealerWagered))
    moved = next(event for event in entry.events if isinstance(event, Moved))
    assert (told.amount, moved.origin, moved.to, moved.amount) == (1000, "inventory", "dealers_wager", 1000)


@clause("pai-gow:10.8(c)", "pai-gow:10.8(p)", "pai-gow-poker:11.10(c)", "pai-gow-poker:11.10(e)")
@both
def test_who_covers_half_may_co_bank_and_not_bank_alone(key: str) -> None:
    def offered(cents: int) -> set[str]:
        driver = with_chips(played(key, chips=5000), 2, cents).do(Bet(1, "wager", 1000))
        return {*offers(driver, 2)}

    assert offered(1000) == {"bank", "co_bank", "pass"}
    assert offered(999) == {"co_bank", "pass"}
    assert offered(500) == {"co_bank", "pass"}
    assert offered(499) == {"pass"}


@clause("pai-gow-poker:11.10(d)2", "pai-gow-poker:11.10(l)")
@pytest.mark.parametrize(("short", "refused"), [(0, False), (1, True)])
def test_a_wager_on_the_banks_own_cards_is_none_that_it_answers_for(*, short: int, refused: bool) -> None:
    driver = played("pai-gow-poker", chips=50_000).do(Decision(2, "bank"), Bet(2, "imperial", 1000))
    with_chips(driver, 2, 2000 - short).do(Bet(1, "wager", 2000))
    due = duty(driver.table)
    assert (due is not None and due.action == Step("refuse_bank")) is refused


@clause("pai-gow:10.8(b)", "pai-gow-poker:11.10(b)", "pai-gow-poker:11.5(c)")
@both
def test_at_an_opening_nobody_has_had_a_right_to_bank_and_no_game_is_said_to_start_anew(key: str) -> None:
    driver = opened(key, {1: "Ann"})
    assert not any(isinstance(event, GameStarted) for event in driver.events)


# --- Hands that are set and exposed -----------------------------------------------------------------------------------


@clause("pai-gow:10.7(c)", "pai-gow:10.7(d)", "pai-gow-poker:11.9(c)", "pai-gow-poker:11.9(d)")
@both
def test_hands_that_the_dealer_laid_otherwise_lie_so_until_they_are_reset(key: str) -> None:
    driver = opened(key, {1: "Ann"}).do(Bet(1, "wager", 1000), NoMoreBets()).duties().do(Decision(1, "house_way"))
    driver.duties(until="set_dealer")
    by_house, _ = play(driver.table, Step("set_dealer"), DEALING)
    low, cards = by_house.at(place(DEALER)).low, by_house.at(place(DEALER)).cards
    otherwise = [piece for piece in cards if piece not in low][:2]
    driver.do(Step("set_dealer", found=" ".join(driver.pieces[piece] for piece in otherwise)), by=DEALING)
    assert {*driver.table.at(place(DEALER)).low} == {*otherwise}
    assert [due.step for due in driver.table.owed] == ["reset_hands"]


@clause("pai-gow-poker:11.11(j)", "pai-gow-poker:11.9(c)")
def test_a_banks_foul_hands_lie_open_when_they_are_reset() -> None:
    driver = banked("pai-gow-poker").duties().do(Decision(1, "house_way"), Irregularity("hands_set_wrongly", 2))
    driver.duties()
    at = max(number for number, one in enumerate(driver.entries) if one.action == Step("set_dealer"))
    read = entries.seen(driver.entries[at], player("Ann"), driver.entries[at + 1 :])
    lying = driver.table.at(place(2))
    (reset,) = [event for event in read.events if isinstance(event, HandSet) and event.place == place(2)]
    assert (reset.low, reset.high) == (lying.low, tuple(card for card in lying.cards if card not in lying.low))


@clause("pai-gow-poker:11.9(f)", "pai-gow-poker:11.10(l)", "pai-gow-poker:11.10(m)")
@pytest.mark.parametrize("do", ["bank", "co_bank"])
def test_a_bank_with_a_wager_on_its_own_cards_is_passed_over_when_hands_are_compared(do: str) -> None:
    driver = played("pai-gow-poker").do(Decision(2, do), Bet(1, "wager", 1000), Bet(2, "imperial", 1000)).duties()
    all_set(driver.do(NoMoreBets()).duties()).do(Reveal()).duties()
    compared = [event for event in driver.events if isinstance(event, HandCompared)]
    assert [one.seat for one in compared[-2:]] == [2, 1]
    assert compared[-2].result == ""


@clause("pai-gow:10.7(g)", "pai-gow:10.7(h)", "pai-gow:10.7(i)", "pai-gow-poker:11.9(f)", "pai-gow-poker:11.9(g)")
@clause(
    "pai-gow-poker:11.9(h)", "pai-gow:10.7(f)", "pai-gow:10.7(f)1", "pai-gow-poker:11.9(e)", "pai-gow-poker:11.9(e)1"
)
@both
def test_what_is_lost_pushed_or_surrendered_without_a_coupon_has_none(key: str) -> None:
    driver = opened(key, {1: "Ann", 2: "Ben", 3: "Cid"})
    while len({one.result for one in driver.events if isinstance(one, Settled)} - {"win"}) < 2:
        a_round(driver)
    passed(driver)
    driver.do(Bet(1, "wager", 1000)).duties().do(NoMoreBets()).duties()
    all_set(driver).do(Decision(1, "surrender"))
    settled = [event for event in driver.events if isinstance(event, Settled)]
    assert {one.coupon for one in settled} == {0}


@clause("pai-gow:10.8(n)", "pai-gow-poker:11.10(k)")
@both
def test_after_the_dealers_own_hands_those_of_every_position_are_compared(key: str) -> None:
    driver = played(key, {5: "Ann", 6: "Ben", 1: "Cid"})
    driver.do(Decision(6, "pass"), Decision(5, "pass"), Decision(1, "bank"))
    driver.do(Bet(5, "wager", 1000), Bet(6, "wager", 1000)).duties()
    at = len(driver.events)
    all_set(driver.do(NoMoreBets()).duties()).do(Reveal()).duties()
    since = driver.events[at:]
    assert [event.seat for event in since if isinstance(event, HandCompared)] == [6, 5]
    moved = [event for event in since if isinstance(event, Moved) and event.origin == "dealers_wager"]
    assert {event.seat for event in moved} == {0}


@clause("pai-gow:10.8(p)", "pai-gow-poker:11.10(e)")
@both
def test_who_asks_for_a_co_bank_where_there_is_none_is_told_by_which_clause(key: str) -> None:
    driver = played(key, co_banking=False)
    with pytest.raises(IllegalAction, match="because the submission of this table does not offer it") as refusal:
        driver.do(Decision(2, "co_bank"))
    assert refusal.value.clause == driver.table.terms.cites["co_bank"]
    assert refusal.value.clause != driver.table.terms.cites["bank"]


@clause("pai-gow:10.7(a)", "pai-gow-poker:11.9(a)")
@both
def test_of_players_hands_and_of_no_others_the_log_says_that_nobody_may_look_yet(key: str) -> None:
    driver = opened(key, {1: "Ann", 3: "Ben"})
    driver.do(Bet(1, "wager", 1000), Bet(3, "wager", 1000), NoMoreBets()).duties(until=Deal).do(Deal())
    (waiting,) = [event.players for event in driver.entries[-1].events if isinstance(event, MayLook)]
    assert waiting == {place(1): "", place(3): ""}


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_dice_that_were_read_stay_for_as_long_as_they_may_and_are_changed_a_second_later(key: str) -> None:
    driver = opened(key, {1: "Ann"}).do(Bet(1, "wager", 1000), NoMoreBets()).duties()
    assert driver.table.phase == Phase.SETTING
    due = driver.table.dice.due_at
    assert not offered(driver.table, Step("place_dice"), SUPERVISOR, due)
    assert offered(driver.table, Step("place_dice"), SUPERVISOR, due + 1)


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
def test_a_hand_that_lies_set_is_exposed_no_more_even_where_who_has_looked_is_asked(key: str) -> None:
    driver = opened(key, {1: "Ann", 2: "Ben"}, exposed_after_looking="asked")
    driver.do(Bet(1, "wager", 1000), Bet(2, "wager", 1000), NoMoreBets()).duties().do(Decision(1, "house_way"))
    assert hands_unseen(driver.table) == [2]


@clause("pai-gow:10.9(f)", "pai-gow-poker:11.11(i)")
@both
def test_hands_that_the_dealer_sets_lie_open_at_once(key: str) -> None:
    driver = all_set(opened(key, {1: "Ann"}).do(Bet(1, "wager", 1000), NoMoreBets()).duties())
    dealers = [event for event in driver.events if isinstance(event, HandSet) and event.place == place(DEALER)]
    assert [event.openly for event in dealers] == [True]
