"""What Pai Gow and Pai Gow Poker say alike: exposed hands, the bank's cover, its shaker and its seat."""

import random
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.places import place
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.pai_gow_poker import rules
from nomorebets.games.pai_gow_poker.bonuses import EnvyPaid
from nomorebets.games.registry import terms
from nomorebets.rounds.file import play_round
from nomorebets.rounds.session import open_session
from nomorebets.table import entries
from nomorebets.table.actions import (
    Bet,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    SelectStack,
    Shake,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.engine import awaited, duty, legal, offered, play, unanswered
from nomorebets.table.events import Dealt, DiceRemoved, HandCollected, Moved, Settled, Shaken, TurnedUp
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.in_two.bank import BankLeft, bank_of, offered_to
from nomorebets.table.in_two.dice import BankShook
from nomorebets.table.overdue import next_change, overdue
from nomorebets.table.roles import SYSTEM, Actor, Role, player
from nomorebets.table.state import Phase
from nomorebets.table.view import view
from tests.driving import Driver

clause = pytest.mark.clause
both = pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
DEALING, SUPERVISOR = Actor(Role.DEALER), Actor(Role.SUPERVISOR)
EXPOSED = {"pai-gow": "players_tile_exposed", "pai-gow-poker": "players_card_exposed"}


def opened(key: str, *players: str, chips: int = -1, opening: Any = None, **submission: Any) -> Driver:
    driver = Driver(terms(key, submission), opening=opening or {}).duties()
    for seat, name in enumerate(players, 1):
        driver.do(Sit(seat, name, chips))
    return driver.duties()


def dealt(key: str, *players: str, **more: Any) -> Driver:
    driver = opened(key, *players, **more)
    for seat in tuple(driver.table.seats):
        driver.do(Bet(seat, "wager", 1000))
    return driver.do(NoMoreBets()).duties()


def delivered(key: str, *players: str, chips: int = -1, opening: Any = None, **submission: Any) -> Driver:
    """The hands lie, and the dealing is not completed yet."""
    driver = opened(key, *players, chips=chips, opening=opening, **submission)
    for seat in tuple(driver.table.seats):
        driver.do(Bet(seat, "wager", 1000))
    driver.do(NoMoreBets())
    while place(1) not in driver.table.places:
        due = duty(driver.table)
        assert due
        driver.do(driver.filled(due))
    return driver


def revealed(driver: Driver) -> Driver:
    """Every hand is set by the house way, and the dealer begins to expose them."""
    while driver.table.phase == Phase.SETTING:
        for offer in legal(driver.table):
            if getattr(offer.action, "do", "") == "house_way":
                driver.do(offer.action)
                break
        driver.duties()
    return driver.do(Reveal())


def after_a_round(key: str, *players: str, **more: Any) -> Driver:
    return revealed(dealt(key, *players, **more)).duties()


def seen(driver: Driver, name: str, seat: int = 1) -> list[str]:
    return [card for card in view(driver.table, player(name)).cards(place(seat)) if card != "??"]


# --- 10.9(d), 11.11(d): a hand of which something was exposed ---------------------------------------------------------


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
def test_whether_to_play_an_exposed_hand_is_decided_without_looking_at_the_rest_of_it(key: str) -> None:
    driver = delivered(key, "Ann", "Ben", exposed_after_looking="asked")
    whole = [driver.pieces[piece] for piece in driver.hand(1)]
    assert seen(driver, "Ann") == seen(driver, "Ben") == []
    driver.do(Irregularity(EXPOSED[key], 1, whole[1]), by=SUPERVISOR)
    assert [event.cards for event in driver.events if isinstance(event, TurnedUp)] == [(driver.hand(1)[1],)]
    assert seen(driver, "Ann") == seen(driver, "Ben") == [whole[1]]
    driver.duties()
    assert view(driver.table, player("Ann")).places[place(1)].words == ()
    assert len(seen(driver, "Ben", 2)) == len(whole)
    assert {offer.action.do for offer in legal(driver.table, player("Ann"))} == {"play", "void"}  # type: ignore[union-attr]
    driver.do(Decision(1, "play"))
    assert seen(driver, "Ann") == whole
    driver.do(Irregularity(EXPOSED[key], 1, whole[0]), by=SUPERVISOR)  # any of them gives the option again
    assert seen(driver, "Ann") == whole[:2]
    driver.do(Decision(1, "void"))
    assert seen(driver, "Ann") == whole[:2]
    assert driver.table.seats[1].settled["wager"].result == "void"


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
def test_an_exposed_hand_is_not_read_in_the_log_either_while_its_player_decides(key: str) -> None:
    driver = dealt(key, "Ann", "Ben", exposed_after_looking="asked")
    whole = {*driver.hand(1)}

    def read(name: str) -> set[int]:
        told = (entries.seen(one, player(name), driver.entries[at + 1 :]) for at, one in enumerate(driver.entries))
        return {card for one in told for event in one.events if isinstance(event, Dealt) for card in event.cards}

    assert whole <= read("Ann")
    driver.do(Irregularity(EXPOSED[key], 1, driver.pieces[driver.hand(1)[1]]), by=SUPERVISOR)
    assert not whole & read("Ann")
    assert {*driver.hand(2)} <= read("Ben")
    driver.do(Decision(1, "play"))
    assert whole <= read("Ann")
    driver.do(Irregularity(EXPOSED[key], 1, driver.pieces[driver.hand(1)[0]]), by=SUPERVISOR)
    assert not whole & read("Ann")
    revealed(driver.do(Decision(1, "void"))).duties()
    assert whole <= read("Ann")  # the round is over


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
def test_what_was_exposed_is_named_but_naming_finds_nothing_out(key: str) -> None:
    driver = delivered(key, "Ann", "Ben")
    for unnamed in ("", "nothing"):
        with pytest.raises(BadInput, match="is named, and lay face down before"):
            driver.do(Irregularity(EXPOSED[key], 1, unnamed))
    held = {driver.pieces[piece] for piece in driver.hand(1)}
    elsewhere = next(driver.pieces[piece] for piece in driver.hand(2) if driver.pieces[piece] not in held)
    driver.do(Irregularity(EXPOSED[key], 1, elsewhere))
    assert driver.table.void
    drawn = delivered(key, "Ann", opening={"drawn": True})
    with pytest.raises(BadInput, match="it says which one is exposed"):
        drawn.do(Irregularity(EXPOSED[key], 1, "Ah"))
    drawn.do(Irregularity(EXPOSED[key], 1))
    assert seen(drawn, "Ann") == [drawn.pieces[drawn.hand(1)[0]]]


WAYS = [
    ("pai-gow", {}),
    *(
        ("pai-gow-poker", {"dealing": dealing, "start": start})
        for dealing in ("manual_shoe", "hand", "automated_shoe")
        for start in ("dice", "number", "button")
        if start != "button" or dealing == "automated_shoe"
    ),
]


@clause("pai-gow:10.9(d)", "pai-gow:10.7(a)", "pai-gow-poker:11.11(d)", "pai-gow-poker:11.9(a)")
@pytest.mark.parametrize(("key", "submission"), WAYS)
def test_nobody_who_is_asked_whether_to_play_an_exposed_hand_has_ever_seen_the_rest_of_it(
    key: str, submission: dict[str, Any]
) -> None:
    everybody = [f"player {seat}" for seat in range(1, 7)]
    driver = delivered(key, *everybody, **submission)

    def told(name: str) -> set[int]:
        read = (entries.seen(one, player(name), driver.entries[at + 1 :]) for at, one in enumerate(driver.entries))
        return {card for one in read for event in one.events if isinstance(event, Dealt) for card in event.cards}

    live = [entries.seen(one, player("player 1")) for one in driver.entries]  # as each was told when it happened
    at_once = {card for one in live for event in one.events if isinstance(event, Dealt) for card in event.cards}
    assert not {*driver.hand(1)} & (at_once | told("player 1"))
    assert [seen(driver, name, seat) for seat, name in enumerate(everybody, 1)] == [[]] * 6
    driver.do(driver.exposed(EXPOSED[key], 1))
    assert not legal(driver.table, player("player 1"))  # the dealing goes on first
    driver.duties()
    assert driver.table.phase == Phase.SETTING
    assert seen(driver, "player 1") == [driver.pieces[driver.hand(1)[0]]]
    assert not {*driver.hand(1)} & told("player 1")
    assert len(seen(driver, "player 2", 2)) == len(driver.hand(2))
    assert {*driver.hand(2)} <= told("player 2")
    driver.do(Decision(1, "play"))
    assert len(seen(driver, "player 1")) == len(driver.hand(1))
    assert {*driver.hand(1)} <= told("player 1")


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
@pytest.mark.parametrize("do", ["play", "void"])
def test_a_whole_hand_may_be_exposed_piece_by_piece_before_its_player_is_asked_once(key: str, do: str) -> None:
    driver = delivered(key, "Ann", "Ben")
    whole = [driver.pieces[piece] for piece in driver.hand(1)]
    driver.do(driver.exposed(EXPOSED[key], 1)).duties()
    for shown in range(2, len(whole) + 1):
        driver.do(driver.exposed(EXPOSED[key], 1))
        assert seen(driver, "Ben", 1) == whole[:shown]
    assert not offered(driver.table, Irregularity(EXPOSED[key], 1, whole[0]))
    assert {offer.action.do for offer in legal(driver.table, player("Ann"))} == {"play", "void"}  # type: ignore[union-attr]
    driver.do(Decision(1, do))
    assert ("wager" in driver.table.seats[1].settled) == (do == "void")
    assert "play" not in {getattr(offer.action, "do", "") for offer in driver.offers(1)}


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
@pytest.mark.parametrize("reading", ["played", "asked"])
def test_who_has_looked_at_a_hand_is_not_asked_whether_to_play_it_but_by_the_other_reading(
    key: str, reading: str
) -> None:
    driver = dealt(key, "Ann", "Ben", exposed_after_looking=reading)
    assert seen(driver, "Ann")
    exposed = driver.exposed(EXPOSED[key], 1)
    if reading == "played":
        with pytest.raises(IllegalAction):
            driver.do(exposed)
    else:
        driver.do(exposed, Decision(1, "void"))
    assert ("wager" in driver.table.seats[1].settled) == (reading == "asked")


@clause("pai-gow:10.9(d)", "pai-gow-poker:11.11(d)")
@both
def test_in_a_file_a_hand_is_exposed_before_anybody_looks_whatever_the_others_have_decided(key: str) -> None:
    seats: dict[str, Any] = {"1": {"wager": 1000}, "2": {"wager": 1000}}
    hands = {
        "pai-gow": {"1": "4-6 2-2 5-5 1-3", "2": "6-6 6-6 3-6 4-5", "dealer": "3-5 2-6 1-6 3-4"},
        "pai-gow-poker": {
            "1": "Js 9s 8c 6d 4h 3h 2c",
            "2": "As Ad Kh Qc 9d 7h 5s",
            "dealer": "Ks Kd Jh Tc 8d 6h 4s",
        },
    }[key]
    exposed = {"do": "irregularity", "kind": EXPOSED[key], "seat": 2}
    others = [{"seat": 1, "do": "house_way"}, exposed, {"seat": 2, "do": "void"}]
    file: dict[str, Any] = {"game": key, "seats": seats, "hands": hands, "actions": others}
    assert play_round(file).report.net["2"] == 0
    again = [exposed, {"seat": 2, "do": "play"}, exposed, {"seat": 2, "do": "void"}, {"seat": 1, "do": "house_way"}]
    with pytest.raises(IllegalAction):
        play_round({**file, "actions": again})
    asked = {**file, "actions": again, "submission": {"exposed_after_looking": "asked"}}
    assert play_round(asked).report.net["2"] == 0


# --- 10.8(d), 11.10(d): chips to cover what lies ----------------------------------------------------------------------


def ahead_or_behind(key: str, sign: int) -> Driver:
    """Ben has won or lost some of the fifty dollars that he brought."""
    for seed in count():
        driver = Driver(terms(key, {}), chance=random.Random(seed)).duties()
        driver.do(Sit(1, "Ann", 5000), Sit(2, "Ben", 5000)).duties()
        revealed(driver.do(Bet(1, "wager", 4000), Bet(2, "wager", 4000), NoMoreBets()).duties()).duties()
        if driver.table.ledger.get("player:Ben", 0) * sign > 0:
            return driver
    raise AssertionError


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)2")
@both
@pytest.mark.parametrize("sign", [1, -1])
def test_what_a_player_has_on_the_table_is_what_was_brought_at_the_last_coming(key: str, sign: int) -> None:
    driver = ahead_or_behind(key, sign)
    balance = driver.table.ledger["player:Ben"]
    assert driver.table.at_hand(driver.table.seats[2]) == 5000 + balance
    driver.do(Sit(3, "Ben", 700)).do(Leave(2))  # the chips stay with their player
    assert driver.table.at_hand(driver.table.seats[3]) == 5700 + balance
    driver.do(Leave(3), Sit(2, "Ben", 8800))
    assert driver.table.at_hand(driver.table.seats[2]) == 8800
    driver.do(Sit(3, "Ben"))
    assert driver.table.at_hand(driver.table.seats[2]) == -1  # who brings enough for anything has it at every seat
    driver.do(Leave(2))
    assert driver.table.at_hand(driver.table.seats[3]) == -1


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)", "pai-gow-poker:11.10(d)2")
@both
@pytest.mark.parametrize("automatic", [False, True])
def test_the_dealer_has_to_refuse_a_bank_that_does_not_cover_what_lies(key: str, *, automatic: bool) -> None:
    opening = {"drawn": automatic, "automatic": automatic}
    driver = after_a_round(key, "Ann", "Ben", chips=5000, opening=opening)
    driver.do(Decision(2, "bank")).duties().do(Bet(1, "wager", driver.table.at_hand(driver.table.seats[2]) + 100))
    offer = duty(driver.table)
    assert offer
    assert (offer.action, offer.by) == (Step("refuse_bank"), Role.DEALER)
    driver.duties()
    assert bank_of(driver.table).seat == 0
    assert driver.table.ledger.get("dealers_wager", 0) == 0
    assert [one.number for one in awaited(driver.table)] == [1]
    driver.do(Decision(1, "pass")).duties().do(NoMoreBets())


@clause("pai-gow:10.8(a)", "pai-gow:10.8(p)", "pai-gow-poker:11.10(e)", "pai-gow-poker:11.1 Co-banking")
@both
def test_a_bank_may_ask_the_house_to_cover_half_after_it_was_accepted(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben", chips=5000).do(Decision(2, "bank")).duties()
    assert driver.table.ledger["dealers_wager"] == 1000
    at_hand = driver.table.at_hand(driver.table.seats[2])
    driver.do(Bet(1, "wager", at_hand + 100))
    assert duty(driver.table).action == Step("refuse_bank")  # type: ignore[union-attr]
    driver.do(Decision(2, "co_bank"), by=player("Ben")).duties()
    assert (bank_of(driver.table).seat, bank_of(driver.table).co_bank) == (2, True)
    assert driver.table.ledger["dealers_wager"] == 0
    assert {getattr(offer.action, "do", "") for offer in driver.offers(2)} == {""}
    driver.do(NoMoreBets())


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)2", "pai-gow-poker:11.10(e)")
@both
def test_a_bank_that_does_not_cover_half_asks_for_that_in_vain(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben", chips=5000).do(Decision(2, "bank"))
    driver.do(Bet(1, "wager", 2 * driver.table.at_hand(driver.table.seats[2]) + 100))
    with pytest.raises(IllegalAction, match="is to be covered and"):
        driver.do(Decision(2, "co_bank"))
    for reading in ({"co_banking": False}, {"bank_cover": "players_only"}):
        other = after_a_round(key, "Ann", "Ben", chips=5000, **reading).do(Decision(2, "bank"))
        other.do(Bet(1, "wager", other.table.at_hand(other.table.seats[2]) + 100))
        with pytest.raises(IllegalAction):
            other.do(Decision(2, "co_bank"))


@clause("pai-gow-poker:11.6(d)2", "pai-gow-poker:11.10(e)")
def test_a_bank_that_asks_the_house_to_cover_half_is_not_offered_the_cut_again() -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben", shuffler="none").do(Decision(2, "bank"))
    driver.do(Cut(0, 20, 2)).duties().do(Decision(2, "co_bank"))
    assert driver.table.in_play.stage == Stage.READY


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)2", "pai-gow-poker:11.10(e)")
@both
@pytest.mark.parametrize(("lies", "covered"), [(1000, True), (1001, False)])
def test_a_co_bank_covers_the_larger_half_of_what_does_not_halve(key: str, lies: int, *, covered: bool) -> None:
    driver = after_a_round(key, "Ann", "Ben")
    driver.do(Leave(2), Sit(2, "Ben", 500), Bet(1, "wager", lies))
    assert bool(offered(driver.table, Decision(2, "co_bank"))) == covered


@clause("pai-gow:10.8(c)", "pai-gow-poker:11.10(c)")
@both
@pytest.mark.parametrize("ends", ["leaves", "refused"])
def test_who_banked_the_last_round_does_not_bank_though_another_bank_ends_before_the_deal(key: str, ends: str) -> None:
    driver = after_a_round(key, "Ann", "Ben", chips=9000).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    revealed(driver.do(NoMoreBets()).duties()).duties().do(Decision(1, "bank"))
    if ends == "leaves":
        driver.do(Leave(1))
    else:
        driver.do(Bet(2, "wager", 100_000), Step("refuse_bank"))
    assert bank_of(driver.table).last == "Ben"
    assert not offered_to(driver.table)


@clause("pai-gow:10.8(b)", "pai-gow:10.8(c)", "pai-gow-poker:11.10(b)", "pai-gow-poker:11.10(c)")
@both
def test_after_the_first_round_of_a_new_game_the_offer_starts_at_the_far_right(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben")
    while bank_of(driver.table).first > 3:
        while turn := offered_to(driver.table):
            driver.do(Decision(turn.number, "pass"))
        revealed(driver.duties().do(Bet(1, "wager", 1000), NoMoreBets()).duties()).duties()
    driver.do(Step("remove"), by=SUPERVISOR).duties()
    assert not offered_to(driver.table)
    revealed(driver.do(Bet(1, "wager", 1000), NoMoreBets()).duties()).duties()
    assert bank_of(driver.table).first == driver.table.terms.submission.positions


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)2")
@both
def test_who_has_lost_all_chips_covers_nothing(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben", chips=5000).do(Bet(1, "wager", 1000))
    ledger = {**driver.table.ledger, "player:Ben": -5001}  # a record may have more lost than was brought
    driver.table = replace(driver.table, ledger=ledger)
    assert driver.table.at_hand(driver.table.seats[2]) == 0
    assert {getattr(offer.action, "do", "") for offer in driver.offers(2)} >= {"pass"}
    for do in ("bank", "co_bank"):
        with pytest.raises(IllegalAction):
            driver.do(Decision(2, do))


@clause("pai-gow-poker:11.10(d)", "pai-gow-poker:11.10(d)2")
def test_what_a_bank_wagers_on_its_own_cards_does_not_cover_the_others() -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben", chips=5000).do(Bet(1, "wager", 1000), Decision(2, "bank"))
    driver.duties().do(Bet(2, "imperial", 9000))
    assert duty(driver.table).action == Step("refuse_bank")  # type: ignore[union-attr]


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)2")
@both
def test_in_a_file_a_bank_that_does_not_cover_what_lies_is_an_error(key: str) -> None:
    seats: dict[str, Any] = {"1": {"wager": 5000}, "2": {"chips": 4999}}
    with pytest.raises(IllegalAction):
        play_round({"game": key, "seats": seats, "bank": 2, "hands": {}})


# --- 10.5(b), 11.7(b): a bank that leaves -----------------------------------------------------------------------------


@clause("pai-gow:10.5(b)", "pai-gow-poker:11.7(b)")
@both
@pytest.mark.parametrize("do", ["bank", "co_bank"])
def test_a_bank_that_has_received_no_hand_may_leave_and_banks_no_more(key: str, do: str) -> None:
    alone = after_a_round(key, "Ann").do(Decision(1, do)).duties().do(Leave(1), by=player("Ann"))
    assert alone.table.seats == {}
    assert alone.table.ledger.get("dealers_wager", 0) == 0
    driver = after_a_round(key, "Ann", "Ben").do(Decision(2, do), Bet(1, "wager", 1000)).duties()
    driver.do(Sit(3, "Ben")).do(Leave(2))
    assert any(isinstance(event, BankLeft) for event in driver.events)
    assert [one.number for one in awaited(driver.table)] == [1]  # and is not offered it again at another seat
    driver.do(Decision(1, "pass")).duties().do(NoMoreBets()).duties()
    with pytest.raises(IllegalAction):
        driver.do(Leave(1))


# --- 10.8(a), 11.10(h)1: the bank shakes ------------------------------------------------------------------------------


@clause("pai-gow:10.8(a)", "pai-gow-poker:11.10(h)1", "pai-gow-poker:11.10(i)2", "pai-gow-poker:11.10(j)1")
@pytest.mark.parametrize(
    ("key", "dealing"),
    [
        ("pai-gow", {}),
        ("pai-gow-poker", {}),
        ("pai-gow-poker", {"dealing": "hand"}),
        ("pai-gow-poker", {"dealing": "automated_shoe"}),
    ],
)
@pytest.mark.parametrize("do", ["bank", "co_bank"])
def test_the_bank_shakes_and_the_dealer_takes_off_the_lid(key: str, dealing: dict[str, Any], do: str) -> None:
    driver = after_a_round(key, "Ann", "Ben", **dealing).do(Decision(2, do), Bet(1, "wager", 1000)).duties()
    driver.do(NoMoreBets()).duties(until="bank_shakes")
    for by in (DEALING, player("Ben")):
        with pytest.raises(IllegalAction):
            play(driver.table, Shake((1, 2, 3), 3), by)
    for by in (DEALING, player("Ann")):
        with pytest.raises(IllegalAction):
            play(driver.table, Step("bank_shakes", seat=2), by)
    driver.do(Step("bank_shakes", seat=2), by=player("Ben"))
    assert isinstance(driver.events[-1], BankShook)
    with pytest.raises(IllegalAction):
        play(driver.table, Shake((1, 2, 3), 3), player("Ben"))
    driver.duties()
    assert [event.seat for event in driver.events if isinstance(event, Shaken)] == [0, 2]
    revealed(driver).duties()
    assert driver.table.phase == Phase.BETTING


@clause("pai-gow:10.8(a)", "pai-gow-poker:11.10(h)1")
@both
def test_for_a_bank_that_does_not_shake_the_system_does_where_the_table_runs_by_itself(key: str) -> None:
    session = open_session(key, {}, seed="bank")
    session.sit(1, "Ann")
    session.sit(2, "Ben")
    session.next_round({1: {"wager": 1000}, 2: {"wager": 1000}})
    session.ask_all(
        lambda seen: Decision(2, "bank") if any(getattr(o.action, "do", "") == "bank" for o in seen.offers) else None
    )
    session.do(Bet(1, "wager", 1000))
    session.run()
    session.ask_all(None)
    session.do(NoMoreBets())
    session.run()
    assert session.awaited == (2,)
    session.decide_for(2)
    shaken = session.entries[-1]
    assert (shaken.by, shaken.action) == (SYSTEM, Step("bank_shakes", seat=2))
    session.play_out()
    assert session.table.phase == Phase.BETTING


@clause("pai-gow-poker:11.10(j)1", "pai-gow-poker:11.11(n)")
def test_what_a_bank_has_shaken_in_a_void_round_is_not_the_next_banks() -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben", "Cid", dealing="automated_shoe")
    driver.do(Decision(3, "bank"), Bet(1, "wager", 1000)).duties().do(NoMoreBets()).duties(until=Shake)
    driver.do(Irregularity("automated_shoe_jam")).duties()
    driver.do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties().do(NoMoreBets())
    assert duty(driver.table).action == Step("bank_shakes", seat=2)  # type: ignore[union-attr]


@clause("pai-gow:10.6(a)", "pai-gow-poker:11.8C(b)", "pai-gow:10.4(d)")
@both
def test_shakes_and_circles_that_nobody_told_are_not_recorded(key: str) -> None:
    driver = opened(key, "Ann").do(Bet(1, "wager", 1000))
    assert duty(opened(key, "Ann").table) is None
    with pytest.raises(BadInput, match="at least 3 times, not 0"):
        driver.do(NoMoreBets(), Shake((1, 2, 3)))
    fresh = Driver(terms(key)).duties().do(Sit(1, "Ann")).duties(until=Shuffle)
    offer = duty(fresh.table)
    assert offer
    assert offer.action == Shuffle(0)


@clause("pai-gow:10.7(c)", "pai-gow-poker:11.9(c)")
@pytest.mark.parametrize(
    ("key", "submission"),
    [
        ("pai-gow", {}),
        ("pai-gow-poker", {}),
        ("pai-gow-poker", {"start": "number"}),
        ("pai-gow-poker", {"dealing": "automated_shoe", "start": "button"}),
        ("pai-gow-poker", {"dealing": "hand", "start": "number"}),
    ],
)
def test_a_bank_against_which_only_the_dealer_wagers_looks_when_the_dealing_is_completed(
    key: str, submission: dict[str, Any]
) -> None:
    driver = after_a_round(key, "Ann", **submission).do(Decision(1, "bank")).duties().do(NoMoreBets())
    while driver.table.phase != Phase.SETTING or driver.table.owed:
        assert seen(driver, "Ann") == []
        due = duty(driver.table)
        assert due
        driver.do(driver.filled(due))
    assert seen(driver, "Ann") == [driver.pieces[piece] for piece in driver.hand(1)]


# --- 10.3(c), 11.4(a)1iii: dice ---------------------------------------------------------------------------------------


def to_be_shaken(key: str) -> Driver:
    """Ben banks against Ann, and it is his turn to shake."""
    driver = after_a_round(key, "Ann", "Ben").do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    return driver.do(NoMoreBets())


@clause("pai-gow:10.8(a)", "pai-gow-poker:11.10(h)1")
@both
def test_a_bank_shakes_again_when_other_dice_have_come(key: str) -> None:
    driver = to_be_shaken(key).do(Step("bank_shakes", seat=2)).do(Step("place_dice"), by=SUPERVISOR)
    with pytest.raises(IllegalAction):
        driver.do(Shake((1, 2, 3), 3))
    driver.do(Step("bank_shakes", seat=2)).do(Shake((1, 2, 3), 3))


@clause("pai-gow:10.9(a)", "pai-gow:10.9(b)", "pai-gow-poker:11.11(a)", "pai-gow-poker:11.11(b)")
@both
@pytest.mark.parametrize("kind", ["dice_not_flat", "dice_fell_out"])
def test_no_roll_is_called_when_the_shaker_is_uncovered_not_before_the_bank_has_shaken(key: str, kind: str) -> None:
    driver = to_be_shaken(key)
    with pytest.raises(IllegalAction):
        driver.do(Irregularity(kind))
    driver.do(Step("bank_shakes", seat=2)).do(Irregularity(kind)).do(Step("bank_shakes", seat=2))


@clause("pai-gow-poker:11.4(a)1iii", "pai-gow-poker:11.8C(d)")
def test_dice_that_stood_in_for_the_button_leave_when_it_is_back() -> None:
    driver = opened("pai-gow-poker", "Ann", dealing="automated_shoe", start="button")
    driver.do(Step("remove_devices"), by=SUPERVISOR).duties()
    assert driver.table.dice.due_at
    driver.do(Step("install_devices"), by=SUPERVISOR).duties()
    assert not driver.table.dice.due_at  # or they could not be changed, and no round would begin after a day
    assert any(isinstance(event, DiceRemoved) for event in driver.events)
    by_dice = opened("pai-gow-poker", "Ann", shuffler="automated").do(Step("remove_devices"), by=SUPERVISOR).duties()
    assert by_dice.do(Step("install_devices"), by=SUPERVISOR).table.dice.due_at


@clause("pai-gow-poker:11.11(m)", "pai-gow-poker:11.11(o)", "pai-gow-poker:11.8C(b)", "pai-gow-poker:11.8C(d)")
@pytest.mark.parametrize("do", ["", "bank"])
def test_a_round_that_began_with_a_button_goes_on_with_dice_when_its_shuffler_is_out_of_order(do: str) -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben", dealing="automated_shoe", start="button").duties()
    driver.do(Decision(2, do or "pass")).duties().do(Bet(1, "wager", 1000))
    driver.do(*[] if do else [Decision(1, "pass")], NoMoreBets(), Irregularity("shuffler_jam"))
    driver.do(Step("remove_shuffler"), by=SUPERVISOR).duties(until=Deal)
    steps = [getattr(entry.action, "step", type(entry.action).__name__) for entry in driver.entries]
    assert steps[steps.index("remove_shuffler") + 1 :][-2 - bool(do) :] == [
        "place_dice",
        *(["bank_shakes"] if do else []),
        "Shake",
    ]
    assert driver.do(Deal()).duties().table.phase == Phase.SETTING
    assert revealed(driver).duties().table.rounds == 2


@clause("pai-gow-poker:11.11(c)", "pai-gow-poker:11.8C(b)4", "pai-gow-poker:11.8C(d)")
def test_a_deal_that_a_button_has_started_needs_no_shaker_though_the_shuffler_leaves_after_it() -> None:
    devices: dict[str, Any] = {"dealing": "automated_shoe", "shuffler": "automated", "decks": 2}
    driver = after_a_round("pai-gow-poker", "Ann", start="button", **devices).do(Decision(1, "pass"))
    driver.do(Bet(1, "wager", 1000), NoMoreBets(), Deal(), Irregularity("shuffler_jam"))
    driver.do(Step("remove_shuffler"), by=SUPERVISOR).duties()
    assert driver.table.phase == Phase.SETTING
    assert ("cover_shaker", Role.DEALER) not in driver.steps
    assert not offered(driver.table, Irregularity("wrong_total"))
    assert revealed(driver).duties().table.rounds == 2


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_dice_are_changed_at_an_idle_table_too_and_leave_with_its_closing(key: str) -> None:
    driver = Driver(terms(key), at=1000).duties()
    driver.do(Sit(1, "Ann")).duties().do(Leave(1)).duties()
    assert driver.table.phase == Phase.IDLE
    driver.at = late = 1000 + 25 * HOUR
    assert "dice" in overdue(driver.table, late)
    driver.do(Step("place_dice"), by=SUPERVISOR)
    assert "dice" not in overdue(driver.table, late)
    driver.do(Step("close"), by=SUPERVISOR)
    assert isinstance(driver.events[-1], DiceRemoved)
    assert driver.table.dice.due_at == 0
    assert next_change(driver.table, late + 25 * HOUR) is None


ROUND = {
    "pai-gow": {Phase.DEALING, Phase.SETTING, Phase.DECIDING, Phase.COLLECTING},
    "pai-gow-poker": {Phase.DEALING, Phase.STUB, Phase.SETTING, Phase.DECIDING, Phase.COLLECTING},
}


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_dice_that_have_served_are_changed_in_the_midst_of_a_round_when_their_day_is_over(key: str) -> None:
    """They are read when the shaker is uncovered, and a round may last as long as players take to set their hands."""
    driver = opened(key, "Ann", opening={"at": 1000})
    driver.do(Step("place_dice"), by=SUPERVISOR, at=1000).do(Bet(1, "wager", 1000)).do(NoMoreBets())
    changing, late, reached = Step("place_dice"), 1000 + 25 * HOUR, set()
    while driver.table.phase != Phase.BETTING:
        due = duty(driver.table) or next(one for one in legal(driver.table) if one.action != Decision(1, "surrender"))
        driver.do(Decision(1, "house_way") if isinstance(due.action, Decision) else driver.filled(due))
        table = driver.table
        if table.phase == Phase.BETTING or not table.dice.shows or table.owed:
            continue
        reached.add(table.phase)
        assert not offered(table, changing, SUPERVISOR, at=1000 + HOUR)
        assert not offered(table, changing, player("Ann"), at=late)
        assert next_change(table, late) == changing
        changed, _ = play(table, changing, SUPERVISOR, at=late)
        assert "dice" not in overdue(changed, late)
        assert (changed.dice.shows, changed.phase) == (table.dice.shows, table.phase)
    assert reached == ROUND[key]


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_neither_a_bank_nor_the_dealer_shakes_dice_that_are_a_day_old(key: str) -> None:
    driver, day = after_a_round(key, "Ann", "Ben"), 24 * HOUR
    driver.do(Step("place_dice"), by=SUPERVISOR, at=1000).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    driver.do(NoMoreBets())
    shakes = Step("bank_shakes", seat=2)
    for action, by in ((shakes, player("Ben")), (Shake((1, 2, 3), 3), DEALING)):
        assert offered(driver.table, action, by, at=1000 + day)
        assert not offered(driver.table, action, by, at=1001 + day)
        driver.do(action, by=by)


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_dice_that_nobody_is_going_to_read_are_changed_before_a_void_round_is_over(key: str) -> None:
    driver = opened(key, "Ann", dealing="automated_shoe") if key == "pai-gow-poker" else opened(key, "Ann")
    driver.do(Step("place_dice"), by=SUPERVISOR, at=1000).do(Bet(1, "wager", 1000)).do(NoMoreBets())
    if key == "pai-gow-poker":
        driver.do(Irregularity("automated_shoe_jam"))
    else:
        driver.duties().do(Irregularity("wrong_total"))
    assert driver.table.phase in (Phase.CLEARING, Phase.COLLECTING)
    driver.do(Step("place_dice"), by=SUPERVISOR, at=1000 + 25 * HOUR)


@clause("pai-gow:10.3(c)", "pai-gow-poker:11.4(a)1iii")
@both
def test_bets_are_not_closed_with_dice_that_are_a_day_old(key: str) -> None:
    driver = opened(key, "Ann", **({"card_change_hours": 8} if key == "pai-gow-poker" else {})).do(
        Bet(1, "wager", 1000)
    )
    driver.at = driver.table.dice.due_at + 1
    if key == "pai-gow-poker":
        driver.do(Step("remove"), by=SUPERVISOR).duties()  # the cards are changed, the dice are not
    with pytest.raises(IllegalAction, match="the dice are due to be changed"):
        driver.do(NoMoreBets())


# --- 10.8(o), 11.10(l): from the centre, and then from the bank -------------------------------------------------------

HANDS = {
    "pai-gow": {"1": "6-6 6-6 3-6 4-5", "2": "1-1 1-1 4-4 4-4", "3": "3-5 2-6 1-6 3-4", "4": "4-6 2-2 5-5 1-3"},
    "pai-gow-poker": {
        "1": "As Ah Qs 9d 7d 5c 4c",
        "2": "Ks Kh Qd Jc 8s 5h 3d",
        "3": "Tc Td 9h 7c 6c 4s 2s",
        "4": "Th 9s 7h 6d 4h 3s 2h",
    },
}


def banked(key: str, seats: dict[str, Any], **more: Any) -> Any:
    hands = {seat: HANDS[key][seat] for seat in seats}
    actions = [{"seat": int(seat), "do": "house_way"} for seat in (*(s for s in seats if s != "3"), "3")]
    return play_round({"game": key, "bank": 3, "seats": seats, "hands": hands, "actions": actions, **more})


@clause("pai-gow:10.8(o)", "pai-gow-poker:11.10(l)")
@both
def test_the_bank_pays_only_when_the_centre_is_exhausted(key: str) -> None:
    seats = {"1": {"wager": 1000}, "2": {"wager": 2000}, "3": {}, "4": {"wager": 2500}}
    played = banked(key, seats)
    told = [
        (event.seat, event.amount if isinstance(event, Moved) else event.pays)
        for event in played.events
        if isinstance(event, Moved | Settled) and getattr(event, "result", "win") == "win"
    ]
    assert told == [(2, 2000), (3, 500), (1, 1000)]
    assert played.report.net == {"1": 950, "2": 1900, "3": -500, "4": -2500}


# --- 10.8(e), 11.10(e): a co-bank -------------------------------------------------------------------------------------


@clause("pai-gow:10.8(p)", "pai-gow:10.8(n)", "pai-gow-poker:11.10(e)", "pai-gow-poker:11.10(g)")
@clause("pai-gow-poker:11.10(k)", "pai-gow-poker:11.10(m)", "pai-gow-poker:11.1 Co-banking")
@both
def test_the_dealer_places_no_wager_against_a_co_bank(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben").do(Decision(2, "co_bank"), Bet(1, "wager", 1000)).duties()
    assert driver.table.ledger.get("dealers_wager", 0) == 0
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "dealer_wager", 500))
    driver.do(NoMoreBets()).duties()
    assert driver.table.dealer == ()
    alone = after_a_round(key, "Ann", "Ben").do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    assert alone.table.ledger["dealers_wager"] == 1000


@clause("pai-gow:10.9(f)", "pai-gow-poker:11.11(i)", "pai-gow-poker:11.10(e)")
@both
def test_a_co_banks_hands_that_the_dealer_laid_otherwise_than_submitted_are_reset(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben").do(Decision(2, "co_bank"), Bet(1, "wager", 1000)).duties()
    driver.do(NoMoreBets()).duties().do(Decision(1, "house_way"))
    hand = [driver.pieces[piece] for piece in driver.hand(2)]
    driver.duties(until="set_dealer")
    by_house, _ = play(driver.table, Step("set_dealer"), DEALING)
    submitted = {driver.pieces[piece] for piece in by_house.at(place(2)).low}
    otherwise = [piece for piece in hand if piece not in submitted][:2]
    driver.do(Step("set_dealer", found=" ".join(otherwise)), by=DEALING)
    assert {driver.pieces[piece] for piece in driver.table.at(place(2)).low} == {*otherwise}
    assert [due.step for due in driver.table.owed] == ["reset_hands"]
    driver.duties()
    assert driver.table.at(place(2)).low == by_house.at(place(2)).low
    bank = after_a_round(key, "Ann", "Ben").do(Decision(2, "bank"), Decision(2, "dealer_wager"), Bet(1, "wager", 1000))
    bank.duties().do(NoMoreBets()).duties().do(Decision(1, "house_way"), Decision(2, "house_way"))
    with pytest.raises(IllegalAction):  # the dealer has set nothing
        bank.do(Step("set_dealer", found=" ".join(otherwise)), by=DEALING)


@clause("pai-gow:10.7(f)", "pai-gow:10.7(f)1", "pai-gow-poker:11.9(e)", "pai-gow-poker:11.9(e)1")
@both
def test_a_surrendered_wager_goes_to_the_inventory_or_in_a_banked_round_to_the_centre(key: str) -> None:
    for do, taker in (("", "inventory"), ("bank", "centre")):
        driver = after_a_round(key, "Ann", "Ben")
        driver.do(Decision(2, do or "pass"))
        if not do:
            driver.do(Decision(1, "pass"), Bet(2, "wager", 1000))
        driver.do(Bet(1, "wager", 1000)).duties().do(NoMoreBets()).duties()
        while driver.table.phase == Phase.SETTING and awaited(driver.table):
            driver.do(Decision(awaited(driver.table)[0].number, "house_way"))
        driver.duties().do(Decision(1, "surrender"))
        (lost,) = [event for event in driver.entries[-1].events if isinstance(event, Settled)]
        assert (lost.result, lost.taker) == ("lose", taker)


@clause("pai-gow:10.7(j)", "pai-gow:10.7(k)", "pai-gow:10.7(l)", "pai-gow-poker:11.9(i)")
@both
def test_winners_are_paid_from_the_dealers_right(key: str) -> None:
    hands = {"1": HANDS[key]["1"], "2": HANDS[key]["2"], "dealer": HANDS[key]["4"]}
    actions = [{"seat": seat, "do": "house_way"} for seat in (1, 2)]
    seats = {"1": {"wager": 1000}, "2": {"wager": 1000}}
    played = play_round({"game": key, "seats": seats, "hands": hands, "actions": actions})
    assert [event.seat for event in played.events if isinstance(event, Settled)] == [2, 1]
    collected = [event.seat for event in played.events if isinstance(event, HandCollected)]
    assert collected == [2, 1]


# --- 10.4(b), 11.5(b): the first player looks -------------------------------------------------------------------------


@clause("pai-gow:10.4(b)", "pai-gow:10.4(c)", "pai-gow:10.4(a)3i", "pai-gow-poker:11.5(b)", "pai-gow-poker:11.5(c)")
@clause("high-card-flush:38.3(b)", "high-card-flush:38.3(c)")
@pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker", "high-card-flush"])
def test_only_the_first_player_inspects_and_what_is_amiss_is_for_the_dealer_to_find(key: str) -> None:
    driver = Driver(terms(key)).duties().do(Sit(3, "Ann"), Sit(1, "Ben")).duties(until="show")
    with pytest.raises(IllegalAction):
        play(driver.table, Step("show"), player("Ben"))
    driver.do(Step("show", found="a scratch"), by=player("Ann"))
    assert (driver.table.in_play.stage, driver.table.in_play.removed_because) == (Stage.RECEIVED, "")
    assert duty(driver.table).action == Step("inspect")  # type: ignore[union-attr]
    driver.do(Step("inspect", found="a scratch"), by=DEALING)
    assert driver.table.in_play.removed_because == "a scratch"


# --- 11.6(d): the cut -------------------------------------------------------------------------------------------------


def to_cut(driver: Driver) -> int:
    driver.duties(until=Cut)
    return next(offer.action.seat for offer in legal(driver.table) if isinstance(offer.action, Cut))


def a_round(driver: Driver) -> Driver:
    for seat in tuple(driver.table.seats):
        driver.do(Bet(seat, "wager", 1000))
    return revealed(driver.duties().do(NoMoreBets()).duties()).duties(until=Shuffle)


@clause("pai-gow-poker:11.6(d)3")
def test_the_offer_to_cut_goes_on_from_who_had_it_whoever_leaves() -> None:
    driver = Driver(terms("pai-gow-poker", {"banking": False})).duties()
    for seat in (2, 1, 3, 4):
        driver.do(Sit(seat, f"{seat}"))
    assert to_cut(driver) == 2  # the first player to the table
    offered = []
    for _ in range(2):
        a_round(driver)
        offered.append(to_cut(driver))
    a_round(driver).do(Leave(4))
    assert [*offered, to_cut(driver)] == [4, 3, 2]
    a_round(driver).do(Sit(4, "new"))
    assert to_cut(driver) == 1
    assert to_cut(a_round(driver)) == 4


@clause("pai-gow-poker:11.6(d)3")
def test_the_offer_to_cut_goes_on_from_who_refused_it_and_left_before_the_cut_was_made() -> None:
    driver = a_round(opened("pai-gow-poker", "Ann", "Ben", "Cid", "Dan", banking=False)).duties(until=Cut)
    assert to_cut(driver) == 4
    driver.do(Step("refuse_cut", 0, 4), Leave(4), Cut(0, 20, 3))
    assert to_cut(a_round(driver).duties(until=Cut)) == 3


@clause("pai-gow-poker:11.6(d)1")
def test_the_first_player_to_the_table_is_a_person_and_no_chair() -> None:
    driver = Driver(terms("pai-gow-poker")).duties().do(Sit(1, "Ann"), Sit(2, "Ben")).duties(until=Cut)
    assert to_cut(driver) == 1
    driver.do(Leave(1), Sit(1, "Zoe"))
    assert to_cut(driver) == 2
    driver.do(Sit(5, "Ben"), Leave(2))  # who was here before Zoe, at whatever seat
    assert to_cut(driver) == 5


@clause("pai-gow-poker:11.6(d)2")
@pytest.mark.parametrize("cuts", [True, False])
def test_who_accepts_the_bank_after_another_was_refused_is_offered_the_cut(*, cuts: bool) -> None:
    driver = opened("pai-gow-poker", "Ann", "Ben", "Cid", chips=9000)
    a_round(driver).do(Decision(3, "bank"), Bet(1, "wager", 1000))
    assert to_cut(driver) == 3
    driver.do(Cut(0, 20, 3) if cuts else Step("refuse_cut", seat=3)).duties(until=Cut)
    driver.do(Bet(1, "wager", driver.table.at_hand(driver.table.seats[3]))).do(Step("refuse_bank"), by=DEALING)
    driver.do(Decision(2, "co_bank"))
    assert to_cut(driver) == 2


@clause("pai-gow-poker:11.6(d)2")
def test_who_accepts_the_bank_is_offered_the_cut_even_before_another_banks_cut_is_completed() -> None:
    driver = opened("pai-gow-poker", "Ann", "Ben", "Cid")
    a_round(driver).do(Decision(3, "bank"))
    assert to_cut(driver) == 3
    driver.do(Cut(0, 20, 3), Leave(3), Decision(2, "bank"))
    told = [type(one).__name__ for one in driver.entries[-1].events]
    assert told.index("BankTaken") < told.index("CutOffered")  # who banks is known before the cut is offered
    assert to_cut(driver) == 2


@clause("pai-gow-poker:11.6(d)2")
def test_a_bank_is_offered_the_cut_that_it_refused_as_a_player_and_none_is_offered_twice_for_nothing() -> None:
    driver = opened("pai-gow-poker", "Ann", "Ben", "Cid")
    a_round(driver).duties(until=Shuffle)
    offers = sum(isinstance(event, rules.CutOffered) for event in driver.events)
    driver.do(Decision(3, "bank"))
    assert sum(isinstance(event, rules.CutOffered) for event in driver.events) == offers
    for seat in (3, 2):
        assert to_cut(driver) == seat
        driver.do(Step("refuse_cut", seat=seat))
    driver.do(Leave(3), Decision(2, "bank"))
    assert to_cut(driver) == 2


@clause("pai-gow-poker:11.6(d)2", "pai-gow-poker:11.6(b)")
def test_who_accepts_the_bank_is_offered_no_cut_of_cards_that_a_device_has_shuffled() -> None:
    driver = opened("pai-gow-poker", "Ann", "Ben", "Cid", shuffler="automated")
    a_round(driver).duties().do(Decision(3, "bank"))
    assert (driver.table.in_play.stage, driver.table.in_play.was_cut) == (Stage.READY, False)


@clause("pai-gow-poker:11.6(c)", "pai-gow-poker:11.6(d)", "pai-gow-poker:11.6(d)1")
def test_the_cut_is_offered_to_each_player_once_and_to_a_newcomer_at_a_seat_that_was_asked() -> None:
    driver = Driver(terms("pai-gow-poker")).duties().do(Sit(1, "Ann"), Sit(2, "Ben"), Sit(6, "Ann")).duties(until=Cut)
    assert to_cut(driver) == 1
    driver.do(Step("refuse_cut", seat=1))
    assert to_cut(driver) == 2  # Ann has been asked, at whichever seat
    driver.do(Leave(6), Leave(1), Sit(1, "Zoe")).do(Step("refuse_cut", seat=2))
    assert to_cut(driver) == 1
    driver.do(Step("refuse_cut", seat=1))
    assert duty(driver.table).by == Role.DEALER  # type: ignore[union-attr]


@clause("pai-gow-poker:11.6(f)")
def test_whoever_sits_where_the_last_cutter_sat_has_not_cut() -> None:
    driver = Driver(terms("pai-gow-poker")).duties().do(Sit(1, "Ann"), Sit(2, "Ben"), Sit(3, "Cid")).duties(until=Cut)
    driver.do(Cut(0, 20, 1)).duties().do(Leave(2), Sit(2, "Dan")).do(Step("recut"), by=SUPERVISOR)
    assert to_cut(driver) == 1  # she has last cut, whoever else comes and goes
    driver.do(Cut(0, 20, 1)).duties().do(Leave(1), Sit(1, "Zoe")).do(Step("recut"), by=SUPERVISOR)
    assert to_cut(driver) == 3  # the first to the table of those who are left


@clause("pai-gow-poker:11.6(c)", "pai-gow-poker:11.10(i)1", "pai-gow-poker:11.10(i)2")
@clause("pai-gow-poker:11.10(h)1", "pai-gow-poker:11.10(j)1")
def test_what_the_system_does_for_a_player_whose_time_runs_out_is_an_offer_and_no_duty() -> None:
    automatic: Any = {"drawn": True, "automatic": True}
    driver = Driver(terms("pai-gow-poker", {"dealing": "hand", "shuffler": "none"}), opening=automatic).duties()
    driver.do(Sit(1, "Ann"), Sit(2, "Ben"))
    done = []

    def await_players(until: type | str) -> None:
        driver.duties(until=until)
        for one in awaited(driver.table):
            offer = unanswered(driver.table, one)
            assert (offer.by, offer.duty) == (Role.SYSTEM, False)
            done.append((one.number, offer.action))
            driver.do(offer.action, by=SYSTEM)

    await_players(Cut)
    assert [(seat, type(action), action.seat) for seat, action in done] == [(1, Cut, 0)]  # type: ignore[union-attr]
    driver.duties().do(Bet(1, "wager", 1000), Bet(2, "wager", 1000), NoMoreBets()).duties()
    revealed(driver).duties(until=Shuffle).do(Decision(2, "bank"), Bet(1, "wager", 1000))
    done.clear()
    await_players(Cut)
    driver.duties().do(NoMoreBets())
    await_players(SelectStack)
    await_players("bank_shakes")
    assert [type(action) for _, action in done] == [Cut, SelectStack, Step]
    assert done[1:] == [(2, SelectStack(2, 1)), (2, Step("bank_shakes", seat=2))]


@clause("pai-gow-poker:11.6(f)")
def test_until_a_card_is_dealt_the_cut_may_be_ordered_again_after_no_more_bets() -> None:
    driver = opened("pai-gow-poker", "Ann").do(Bet(1, "wager", 1000), NoMoreBets())
    driver.do(Step("recut"), by=SUPERVISOR)
    assert driver.table.in_play.stage == Stage.UNCUT
    with pytest.raises(IllegalAction):
        driver.do(Shake((1, 2, 3), 3))
    driver.duties(until="stub")
    with pytest.raises(IllegalAction):
        driver.do(Step("recut"), by=SUPERVISOR)


@clause("pai-gow-poker:11.6(f)", "pai-gow-poker:11.5(a)", "packs-poker:1.18(g)2")
@pytest.mark.parametrize("start", ["dice", "number"])
def test_cards_of_a_round_that_has_begun_are_not_changed_while_they_are_cut_again(start: str) -> None:
    driver = Driver(terms("pai-gow-poker", {"start": start}), at=HOUR).duties().do(Sit(1, "Ann")).duties()
    driver.do(Bet(1, "wager", 1000), NoMoreBets()).duties(until=Deal)
    driver.at = 10 * HOUR
    driver.do(Step("recut"), by=SUPERVISOR)
    assert driver.table.in_play.due_at < driver.at
    assert next_change(driver.table, driver.at) is None  # the start has been determined for these cards
    assert to_cut(driver) == 1
    driver.duties().do(Decision(1, "house_way")).duties().do(Reveal()).duties()
    assert driver.table.in_play.removed_because == ""
    assert driver.table.in_play.opened_at == 10 * HOUR  # changed when the round was over


# --- Pai gow poker alone ----------------------------------------------------------------------------------------------


@clause("pai-gow-poker:11.11(f)", "pai-gow-poker:11.8(d)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated_shoe"])
def test_a_card_is_found_face_up_in_the_shoe_as_long_as_some_are_left_there(dealing: str) -> None:
    driver = opened("pai-gow-poker", "Ann", dealing=dealing).do(Bet(1, "wager", 1000), NoMoreBets())
    driver.duties(until=CountStub)
    first, second, *_ = (driver.pieces[card] for card in driver.table.in_play.stack)
    driver.do(Irregularity("card_face_up_in_shoe", card=first))
    assert driver.table.void is None
    again = Driver(driver.terms)
    again.table = driver.table
    assert driver.duties().table.phase == Phase.SETTING  # it counts among the four
    again.do(Irregularity("card_face_up_in_shoe", card=second))
    assert again.table.void


@clause("pai-gow:10.9(e)", "pai-gow-poker:11.11(e)")
@both
@pytest.mark.parametrize(("reading", "offered"), [("until_they_are_turned_over", False), ("until_the_end", True)])
def test_an_exposed_piece_is_not_one_that_the_dealer_has_turned_over(key: str, reading: str, *, offered: bool) -> None:
    driver = dealt(key, "Ann", exposure_found=reading)
    exposed = Irregularity({"pai-gow": "tile_exposed", "pai-gow-poker": "card_exposed"}[key])
    assert any(offer.action == exposed for offer in legal(driver.table))
    driver.do(Decision(1, "house_way")).duties(until=Reveal)
    assert driver.table.dealer_up
    assert any(offer.action == exposed for offer in legal(driver.table)) == offered


LATE = {
    "pai-gow": (("wrong_total", 0), ("unplayed_tile_exposed", 0), ("tile_exposed", 0)),
    "pai-gow-poker": (("wrong_total", 0), ("wrong_number_of_cards", 1), ("card_exposed", 0)),
}


def paid(driver: Driver) -> Driver:
    """All hands are exposed and all wagers paid or collected; the cards still lie there."""
    return revealed(driver).duties(until="collect")


@clause("pai-gow:10.9(c)", "pai-gow:10.9(e)", "pai-gow-poker:11.11(c)", "pai-gow-poker:11.11(e)")
@clause("pai-gow-poker:11.11(h)")
@pytest.mark.parametrize(("key", "found"), [(key, Irregularity(*one)) for key, late in LATE.items() for one in late])
@pytest.mark.parametrize("banked", ["", "bank", "co_bank"])
def test_a_deal_that_was_wrong_voids_all_hands_until_they_are_collected(
    key: str, found: Irregularity, banked: str
) -> None:
    def played(**submission: Any) -> tuple[Driver, dict[str, int]]:
        readings = {"exposure_found": "until_the_end", "banking": bool(banked), **submission}
        after = after_a_round(key, "Ann", "Ben", **readings)
        before = {name: amount for name, amount in after.table.ledger.items() if amount}
        for seat in (1, 2):
            if banked and any(offer.action == Decision(seat, banked) for offer in legal(after.table)):
                after.do(Decision(seat, banked))
        for seat in (1, 2):
            if any(isinstance(offer.action, Bet) and offer.action.wager == "wager" for offer in after.offers(seat)):
                after.do(Bet(seat, "wager", 1000))
        return paid(after.duties().do(NoMoreBets()).duties()), before

    late, before = played()
    late.do(found)
    assert late.table.void
    assert {one.result for seat in late.table.seats.values() for one in seat.settled.values()} == {"void"}
    assert {name: amount for name, amount in late.table.ledger.items() if amount} == before
    with pytest.raises(IllegalAction):
        late.do(found)  # it is over
    assert late.duties().table.phase == Phase.BETTING
    with pytest.raises(IllegalAction):
        late.do(found)
    with pytest.raises(IllegalAction):
        played(found_until="payment")[0].do(found)


@clause("pai-gow-poker:11.8(d)1", "pai-gow-poker:11.10(k)", "pai-gow-poker:11.19(c)2")
def test_the_dealers_hand_is_kept_only_for_a_wager_that_it_decides() -> None:
    seats: dict[str, Any] = {"1": {"wager": 1000}, "3": {"bonus": 500}}
    bonus = {"bonus": {"flush": 4, "straight": 2}}
    played = banked("pai-gow-poker", seats, submission=bonus)
    assert "dealer" not in played.report.hands
    with pytest.raises(BadInput, match="hands has no hand for dealer"):
        banked("pai-gow-poker", {"1": {"wager": 1000}, "3": {"imperial": 500}})


@clause("pai-gow-poker:11.11(o)", "pai-gow-poker:11.8A(a)")
def test_without_its_shuffler_a_table_is_still_dealt_from_the_hand() -> None:
    driver = opened("pai-gow-poker", "Ann", dealing="hand", shuffler="automated").do(
        Step("remove_devices"), by=SUPERVISOR
    )
    filed = driver.table.terms.submission
    assert (filed.dealing, filed.shuffler, filed.hours_in_use) == ("hand", "none", 4)
    shoe = opened("pai-gow-poker", "Ann", shuffler="automated").do(Step("remove_devices"), by=SUPERVISOR)
    assert shoe.table.terms.submission.dealing == "manual_shoe"


@clause("pai-gow-poker:11.9(i)", "pai-gow-poker:11.9(j)")
def test_the_main_wager_is_paid_before_the_others_of_the_same_player() -> None:
    paid = {"progressive": {"four of a kind": 50}, "seven_card": {"four of a kind": 5}, "bonus": {"four of a kind": 25}}
    seats = {
        seat: {"wager": 1000, "imperial": 500, "bonus": 500, "seven_card": 500, "progressive": 100} for seat in "12"
    }
    hands = {"1": "8h 8d 8s 8c Ac Ad 2d", "2": "7h 7d 7s 7c Kc Kd 2h", "dealer": "Jd 9s Tc 6d 4h 3h 2c"}
    actions = [{"seat": seat, "do": "house_way"} for seat in (1, 2)]
    file = {"game": "pai-gow-poker", "submission": paid, "seats": seats, "hands": hands, "actions": actions}
    settled = [(event.seat, event.wager) for event in play_round(file).events if isinstance(event, Settled)]
    assert [seat for seat, _ in settled] == [2] * 5 + [1] * 5
    assert [wager for _, wager in settled][::5] == ["wager"] * 2


@clause("pai-gow:10.8(n)")
def test_the_dealer_may_wager_an_approved_amount_against_a_bank_of_tiles_too() -> None:
    driver = after_a_round("pai-gow", "Ann", "Ben", dealers_wager=300).do(Decision(2, "bank")).duties()
    assert driver.table.ledger["dealers_wager"] == 300


@clause("pai-gow-poker:11.6(g)", "pai-gow-poker:11.7(f)")
def test_a_table_where_a_wager_lies_does_not_idle() -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben").do(Decision(2, "co_bank")).duties()
    assert Step("idle") in [offer.action for offer in legal(driver.table)]
    driver.do(Bet(2, "imperial", 500))
    with pytest.raises(IllegalAction):  # or a wager would be left without a main one beside it
        driver.do(Step("idle"), by=DEALING)
    driver.do(Withdraw(2, "imperial")).do(Step("idle"), by=DEALING)
    assert driver.table.phase == Phase.IDLE


PROGRESSIVE: Any = {"progressive": {"five aces": "100%", "four of a kind": 50}}


@clause("pai-gow-poker:11.9(e)", "pai-gow-poker:11.14(b)")
@pytest.mark.parametrize("reading", ["any_hand_wager", "as_printed"])
def test_a_progressive_wager_that_was_not_accepted_does_not_bar_surrender(reading: str) -> None:
    driver = opened("pai-gow-poker", "Ann", "Ben", surrender_bar=reading, **PROGRESSIVE)
    for seat in (1, 2):
        driver.do(Bet(seat, "wager", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets(), Step("lock_progressive")).do(Step("verify_progressive", count=1), by=DEALING)
    driver.do(Step("take_back", seat=1, note="progressive"), by=SUPERVISOR).duties()
    for seat in (1, 2):
        driver.do(Decision(seat, "house_way"))
    with pytest.raises(IllegalAction, match="a progressive wager bars it"):
        driver.do(Decision(2, "surrender"))
    driver.do(Decision(1, "surrender"))
    surrendered = driver.table.seats[1]
    assert (surrendered.chips, surrendered.settled["wager"].result) == ({"wager": 1000}, "lose")


@clause("pai-gow-poker:11.10(g)", "pai-gow-poker:11.10(k)", "pai-gow-poker:11.14(b)")
def test_a_bank_plays_against_the_dealer_though_its_progressive_wager_was_not_accepted() -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben", **PROGRESSIVE).do(Decision(2, "bank")).duties()
    driver.do(Bet(2, "progressive", 100), NoMoreBets(), Step("lock_progressive"))
    driver.do(Step("verify_progressive", count=0), by=DEALING)
    driver.do(Step("take_back", seat=2, note="progressive"), by=SUPERVISOR)
    assert driver.table.void is None
    assert revealed(driver.duties()).duties().table.rounds == 2


@clause("pai-gow-poker:11.7(d)", "pai-gow-poker:11.14(b)")
def test_a_progressive_coupon_is_no_chip_that_is_counted() -> None:
    driver = opened("pai-gow-poker", "Ann", "Ben", **PROGRESSIVE)
    for seat in (1, 2):
        driver.do(Bet(seat, "wager", 1000))
    driver.do(Bet(1, "progressive", 100), Coupon(2, "progressive", 100), NoMoreBets(), Step("lock_progressive"))
    assert [(due.step, due.expected) for due in driver.table.owed] == [("verify_progressive", 1)]


@clause("pai-gow-poker:11.1 Envy bonus", "pai-gow-poker:11.11(d)")
@pytest.mark.parametrize("do", ["play", "void"])
def test_a_hand_that_is_void_is_not_envied(do: str) -> None:
    hands = {"1": "Js 9s 8c 6d 4h 3h 2c", "2": "As Ad Ah Ac 9d 7h 5s", "dealer": "Ks Kd Jh Tc 8d 6h 4s"}
    asked = [{"seat": 2, "do": "irregularity", "kind": "players_card_exposed"}, {"seat": 2, "do": do}]
    file: dict[str, Any] = {
        "game": "pai-gow-poker",
        "submission": {"bonus": {"four of a kind": 25}, "envy": {"four of a kind": 2000}},
        "seats": {"1": {"wager": 1000, "bonus": 500}, "2": {"wager": 1000}},
        "hands": hands,
        "actions": [*asked, *({"seat": seat, "do": "house_way"} for seat in (1, 2)[: 1 + (do == "play")])],
    }
    assert [one.holder for one in play_round(file).events if isinstance(one, EnvyPaid)] == [2][: do == "play"]


@clause("pai-gow-poker:11.7(d)", "pai-gow-poker:11.10(p)")
def test_a_bank_may_redeem_a_progressive_coupon_but_lays_no_match_play_coupon() -> None:
    driver = after_a_round("pai-gow-poker", "Ann", "Ben", **PROGRESSIVE).do(Decision(2, "bank")).duties()
    coupons = [offer for offer in driver.offers(2) if isinstance(offer.action, Coupon)]
    assert [(one.action, one.most, one.clause) for one in coupons] == [
        (Coupon(2, "progressive", 100), 100, "pai-gow-poker:11.7(d)")
    ]
    assert driver.do(Coupon(2, "progressive", 100)).table.seats[2].coupons == {"progressive": 100}


@clause("pai-gow:10.10(a)", "pai-gow-poker:11.10(f)")
@both
def test_a_bank_that_wagers_elsewhere_is_told_by_which_clause_it_may_not(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben").do(Decision(2, "bank"), Sit(3, "Ben"))
    by = {"pai-gow": "pai-gow:10.10(a)", "pai-gow-poker": "pai-gow-poker:11.10(f)"}[key]
    for action in (Bet(3, "wager", 1000), Coupon(3, "wager", 50)):
        with pytest.raises(
            IllegalAction, match="because a player who banks wagers on no other betting area"
        ) as refused:
            driver.do(action)
        assert refused.value.clause == by
    with pytest.raises(IllegalAction) as other:
        driver.do(Bet(1, "wager", 10**9))
    assert other.value.clause != by


@clause("pai-gow-poker:11.9(i)", "pai-gow-poker:11.14(a)")
def test_by_a_reading_what_winners_were_paid_is_not_undone() -> None:
    """So a meter that was reset for one of them stays so."""
    driver = revealed(dealt("pai-gow-poker", "Ann", found_until="payment")).duties(until="collect")
    assert [offer.action for offer in legal(driver.table) if isinstance(offer.action, Irregularity)] == []


@clause("pai-gow:10.7(c)", "pai-gow-poker:11.9(c)")
@both
def test_the_bank_looks_at_its_hand_when_all_players_have_set_theirs(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben", "Cid").do(
        Decision(3, "bank"), Bet(1, "wager", 1000), Bet(2, "wager", 1000)
    )
    driver.duties().do(NoMoreBets()).duties()

    def seen_by_bank() -> bool:
        return HIDDEN not in view(driver.table, player("Cid")).places["seat 3"].cards

    assert driver.table.phase == Phase.SETTING
    assert not seen_by_bank()
    driver.do(Decision(2, "house_way"))
    assert not seen_by_bank()
    driver.do(Decision(1, "house_way"))
    assert seen_by_bank()
    assert HIDDEN in view(driver.table, player("Ann")).places["seat 3"].cards


@clause("pai-gow:10.8(d)", "pai-gow-poker:11.10(d)")
@both
def test_who_asks_for_the_bank_out_of_turn_or_with_a_wager_down_is_told_why_not(key: str) -> None:
    driver = after_a_round(key, "Ann", "Ben")
    turn = awaited(driver.table)[0].number
    with pytest.raises(IllegalAction, match=f"the bank is offered to seat {turn} now"):
        driver.do(Decision(3 - turn, "bank"))
    driver.do(Bet(turn, "wager", 1000))
    with pytest.raises(IllegalAction, match="a player who banks wagers on no betting area"):
        driver.do(Decision(turn, "bank"))
    driver = after_a_round(key, "Ann", "Ben")
    while waiting := [seat for seat in awaited(driver.table) if driver.table.phase == Phase.BETTING]:
        driver.do(Decision(waiting[0].number, "pass"))
        if not bank_is_waited_for(driver):
            break
    with pytest.raises(IllegalAction, match="is not offered"):
        driver.do(Decision(1, "bank"))


def bank_is_waited_for(driver: Driver) -> bool:
    return any(isinstance(one.action, Decision) and one.action.do == "pass" for one in legal(driver.table))


@clause("pai-gow:10.7(a)", "pai-gow-poker:11.9(a)")
@both
def test_a_low_hand_of_one_piece_or_of_one_twice_is_refused(key: str) -> None:
    driver = dealt(key, "Ann")
    first = driver.table.terms.game.equipment.pieces.named(driver.table.hand(driver.table.seats[1]))[0]
    with pytest.raises(IllegalAction, match="named, not 1"):
        driver.do(Decision(1, "set", cards=(first,)))
    with pytest.raises(IllegalAction, match="is not offered"):
        driver.do(Decision(1, "set", cards=(first, first)))
