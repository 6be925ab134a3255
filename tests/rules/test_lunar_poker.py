"""Lunar Poker, clause by clause."""

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.places import RACK
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.lunar_poker import hands as lunar
from nomorebets.games.lunar_poker import rules
from nomorebets.games.lunar_poker.maths import odds
from nomorebets.games.lunar_poker.submission import EVERY_SIX, PAY_TABLES, SUPER
from nomorebets.games.registry import terms
from nomorebets.licence.inspection import checklist
from nomorebets.rounds.file import Report, play_round
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
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.engine import duty, legal, offered, play
from nomorebets.table.entries import seen as seen_by
from nomorebets.table.events import (
    CouponPlaced,
    CutMade,
    Dealt,
    DeckReceived,
    DeckRemoved,
    Discarded,
    HandCollected,
    IrregularityNoted,
    RoundCompleted,
    Settled,
    SettlementUndone,
    Shuffled,
    Stepped,
    StubCounted,
    TurnedDown,
    TurnedUp,
)
from nomorebets.table.evolve import evolve, replay
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import Phase, State
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver

TEXT = "lunar-poker"
clause = pytest.mark.clause

# Hands that do not touch one another, by what they are.
ROYAL = "Ah Kh Qh Jh Th"
STRAIGHT_FLUSH = "9s 8s 7s 6s 5s"
FLUSH = "Kh 9h 7h 5h 2h"
PAIR = "9d 9s Jc 7d 4s"
NOTHING = "Qd Jd 9c 6h 3s"
QUALIFIER = "Ac Kd 4h 3d 2c"
ACES = "Ac Ad 4h 3d 2c"
NO_HAND = "Qc Jd 4h 3d 2c"

BET = {"seat": 1, "do": "bet"}
BUY = {"seat": 1, "do": "buy"}
FOLD = {"seat": 1, "do": "fold"}
DECLARE = {"seat": 1, "do": "declare"}
FORCE = {"seat": 1, "do": "force"}
STAND = {"seat": 1, "do": "stand"}

METER = 1_000_000

Actions = list[dict[str, Any]]


def at(seat: int, action: dict[str, Any]) -> dict[str, Any]:
    return {**action, "seat": seat}


def exchange(cards: str, seat: int = 1) -> dict[str, Any]:
    return {"seat": seat, "do": "exchange", "cards": cards}


def irregular(kind: str, **more: object) -> dict[str, object]:
    return {"do": "irregularity", "kind": kind, **more}


def settle(
    hands: dict[str, str], actions: Actions, seats: dict[str, dict[str, Any]] | None = None, **rest: Any
) -> Report:
    """Settle a round; without more, every seat has an ante of ten dollars."""
    seats = seats or {name: {"ante": 1000} for name in hands if name != "dealer"}
    report = play_round({"game": TEXT, "seats": seats, "hands": hands, "actions": actions, **rest}).report
    after = sum(amount for meter in report.meters.values() for amount in meter.values())
    initial = rest.get("submission", {}).get("progressive_initial", METER)
    before = rest.get("meters", {"progressive": {"main": initial}} if report.meters else {})
    assert sum(report.net.values()) + report.house + after == sum(sum(meter.values()) for meter in before.values())
    return report


def row(report: Report, wager: str, seat: int = 1) -> tuple[str, int, int]:
    found = [one for one in report.settled if (one.seat, one.wager) == (seat, wager)]
    assert len(found) == 1
    return found[0].result, found[0].pays, found[0].returned


def clause_of(report: Report, wager: str, seat: int = 1) -> str:
    return next(one.clause for one in report.settled if (one.seat, one.wager) == (seat, wager)).partition(":")[2]


def opened(*players: str, stack: Iterable[int] = (), **submission: Any) -> Driver:
    """A table at which these players sit, at positions 1, 2, ..., ready for bets."""
    driver = Driver(terms(TEXT, submission), stack=tuple(stack)).duties()
    for seat, name in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, name))
    return driver.duties()


def dealt(*players: str, ante: int = 1000, **more: Any) -> Driver:
    """The same, antes placed and cards dealt: it is for the players to decide."""
    driver = opened(*players, **more)
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", ante))
    return driver.do(NoMoreBets()).duties(until=Reveal)


def stacked(*hands: str, draws: str = "") -> tuple[int, ...]:
    """The order of a deck that gives the players and then the dealer these hands, card by card, and then the draws."""
    parsed = [CARDS.parse(one) for one in hands]
    first = [card for turn in zip(*parsed, strict=True) for card in turn] + [*CARDS.parse(draws)]
    return (*first, *(card for card in WHOLE if card not in first))


def bets(driver: Driver) -> Driver:
    """Every player who still may bets without drawing."""
    for number, seat in tuple(driver.table.seats.items()):
        if seat.chips and "ante" in seat.lying and "bet" not in seat.chips:
            driver.do(Decision(number, "bet", 2 * seat.stake("ante")))
    return driver


def play_out(driver: Driver) -> Driver:
    """A whole round in which everybody bets, and stands if the dealer has no hand."""
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", 1000))
    bets(driver.do(NoMoreBets()).duties(until=Reveal)).duties()
    while stand := [o.action for o in legal(driver.table) if getattr(o.action, "do", "") == "stand"]:
        driver.do(stand[0]).duties()
    return driver


# --- 69E-1.13X, 1.19: the table ---------------------------------------------------------------------------------------


@clause("1.13X(a)", "1.13X(b)1")
def test_a_table_has_four_or_five_positions() -> None:
    driver = opened(*"ABCDE")
    with pytest.raises(IllegalAction, match=r"positions 1 to 5 \[lunar-poker:1\.13X\(b\)1\]"):
        driver.do(Sit(6, "F"))
    with pytest.raises(IllegalAction, match=r"positions 1 to 4"):
        opened(*"ABCD", positions=4).do(Sit(5, "E"))
    for wrong in (3, 6):
        with pytest.raises(ImproperConfiguration, match=rf"positions = {wrong} is not allowed; allowed: 4 to 5"):
            terms(TEXT, {"positions": wrong})


LAYOUT = ["1.13X(a)", "1.13X(b)", "1.13X(b)1", "1.13X(b)2", "1.13X(b)2i", "1.13X(b)2ii", "1.13X(b)2iii", "1.13X(b)2iv"]
SIGNS = ["1.13X(b)3", "1.13X(b)4", "1.13X(b)5", "1.13X(c)", "1.13X(c)1", "1.13X(c)2", "1.13X(c)3"]
SYSTEM = ["1.13X(d)", "1.13X(d)1", "1.13X(d)2", "1.13X(d)3", "1.13X(d)4", "1.13X(d)5", "1.13X(d)6"]


@clause("1.13X(a)", "1.13X(b)", "1.13X(b)1", "1.13X(b)2", "1.13X(b)2i", "1.13X(b)2ii", "1.13X(b)2iii", "1.13X(b)2iv")
@clause("1.13X(b)3", "1.13X(b)4", "1.13X(b)5", "1.13X(c)", "1.13X(c)1", "1.13X(c)2", "1.13X(c)3", "1.13X(e)")
@clause("1.13X(d)", "1.13X(d)1", "1.13X(d)2", "1.13X(d)3", "1.13X(d)4", "1.13X(d)5", "1.13X(d)6")
@clause("38.2(a)", "38.2(b)1", "38.2(b)2", "38.2(b)5", "38.7(a)", "38.9(a)", "38.12(a)", "1.19(b)")
def test_the_checklist_asks_for_what_the_table_and_its_submission_call_for() -> None:
    def asked(**submission: object) -> list[str]:
        return [item.clause.partition(":")[2] for item in checklist(terms(TEXT, submission))]

    assert asked(progressive=None) == [*LAYOUT, *SIGNS, "1.13X(e)", "1.19(b)", "38.2(a)", "38.7(a)", "38.12(a)"]
    approved = ["38.11(a)", "38.11(b)3", "38.12(a)", "38.12(g)", "38.12(h)"]
    assert asked() == [*LAYOUT, *SIGNS, *SYSTEM, "1.13X(e)", "1.19(b)", "38.2(a)", "38.7(a)", *approved]
    assert {*asked(dealing="automated_shoe")} ^ {*asked()} == {"38.7(a)", "38.9(a)"}
    assert {"38.2(b)1", "38.2(b)2", "38.2(b)5"} <= {*asked(decks=2, shuffler="automated")} - {*asked()}
    assert "1.19(b)" not in asked(dealing="hand")


@clause("1.19(b)", "1.19(b)1", "1.19(c)")
def test_cards_come_from_a_shoe_or_the_hand_with_or_without_a_shuffler() -> None:
    for way in ("manual_shoe", "hand", "automated_shoe"):
        for shuffler in ("automated", "counting"):
            assert terms(TEXT, {"dealing": way, "shuffler": shuffler}).submission.shuffles_by_device
    with pytest.raises(ImproperConfiguration, match=r"allowed: manual_shoe, hand, automated_shoe"):
        terms(TEXT, {"dealing": "bucket"})


# --- 38.2-38.4: cards, opening, shuffle and cut -----------------------------------------------------------------------


@clause("38.2(a)")
def test_cards_are_dealt_for_no_longer_than_the_hours_allow() -> None:
    driver = opened("Ann", card_change_hours=8).do(Bet(1, "ante", 1000))
    received = next(event for event in driver.events if isinstance(event, DeckReceived))
    assert received.due_at - received.at == 8 * HOUR
    with pytest.raises(IllegalAction, match=r"the cards are due to be changed \[packs-poker:1\.18\(g\)\]"):
        driver.do(NoMoreBets(), at=received.due_at + 1)
    driver.do(NoMoreBets(), at=received.due_at)


@clause("38.2(b)", "38.2(b)2", "38.2(b)4", "38.3(d)")
def test_two_decks_of_different_colours_are_opened_one_by_one_and_alternate() -> None:
    with pytest.raises(ImproperConfiguration, match=r"a second deck needs an automated shuffler .*38\.2\(b\)"):
        terms(TEXT, {"decks": 2})
    driver = opened("Ann", decks=2, shuffler="automated")
    received = [event for event in driver.events if isinstance(event, DeckReceived)]
    assert len({event.colour for event in received}) == 2
    for step in ("inspect", "verify", "spread", "show", "wash"):
        assert {e.deck for e in driver.events if isinstance(e, Stepped) and e.step == step} == {0, 1}
    played = []
    for _ in range(4):
        played.append(driver.table.deck)
        play_out(driver)
    assert played == [0, 1, 0, 1]


@clause("38.2(b)3", "38.2(b)5")
def test_one_deck_is_shuffled_while_the_other_is_in_play() -> None:
    driver = play_out(opened("Ann", decks=2, shuffler="automated"))
    driver.do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"while the other is in play \[lunar-poker:38\.2\(b\)3\]"):
        driver.do(Shuffle(0, WHOLE))
    driver.do(NoMoreBets(), Deal())
    with pytest.raises(IllegalAction, match=r"the other deck lies in the discard rack \[lunar-poker:38\.2\(b\)5\]"):
        driver.do(Decision(1, "buy", 1000))
    driver.do(Shuffle(0, WHOLE), Decision(1, "buy", 1000), Decision(1, "fold"))
    waiting = driver.table.decks[0]
    driver.duties(until="collect")
    assert [deck.stage for deck in driver.table.decks] == [Stage.STACKED, Stage.DEALT]
    assert driver.table.decks[0] == waiting


@clause("38.2(b)3")
def test_no_round_is_over_before_the_other_deck_is_shuffled() -> None:
    driver = play_out(opened("Ann", decks=2, shuffler="automated")).do(Bet(1, "ante", 1000), NoMoreBets())
    driver.duties(until=Reveal).do(Decision(1, "fold"), Irregularity("shuffler_jam")).do(Reveal(), Step("rack_stub"))
    with pytest.raises(IllegalAction):
        driver.do(Step("collect"), by=Actor(Role.DEALER))
    driver.do(Shuffle(0, WHOLE)).do(Step("collect"), by=Actor(Role.DEALER))


@clause("38.3(a)", "38.3(b)", "38.3(c)")
def test_a_table_opens_step_by_step() -> None:
    driver = Driver(terms(TEXT)).duties()
    assert driver.steps == [
        ("receive", "dealer"),
        ("inspect", "dealer"),
        ("verify", "floorperson"),
        ("spread", "dealer"),
    ]
    assert duty(driver.table) is None  # the cards lie spread until the first player arrives
    driver.do(Sit(1, "Ann"), Step("show"), by=player("Ann")).do(Step("wash"), by=Actor(Role.DEALER))
    assert driver.table.phase == Phase.BETTING


@clause("38.3(a)", "38.4(a)", "38.4(b)2")
def test_pre_shuffled_cards_are_only_cut_at_first() -> None:
    driver = play_out(opened("Ann", preshuffled=True, shuffler="automated"))
    shuffles = [event for event in driver.events if isinstance(event, Shuffled)]
    assert [(event.by, event.to_cut) for event in shuffles] == [("manufacturer", True), ("device", False)]
    assert "wash" not in [event.step for event in driver.events if isinstance(event, Stepped)]


@clause("38.4(a)", "38.4(b)", "38.4(b)1")
def test_cards_are_shuffled_before_each_round_and_dealt_uncut_from_a_device() -> None:
    driver = play_out(opened("Ann", shuffler="automated"))
    assert [event.by for event in driver.events if isinstance(event, Shuffled)] == ["device", "device"]
    assert not [event for event in driver.events if isinstance(event, CutMade)]


@clause("38.4(b)2", "38.4(c)", "38.4(c)1", "38.4(c)1ii", "38.4(c)2", "38.7(a)")
def test_cards_shuffled_by_hand_are_cut_by_ten_cards_or_more() -> None:
    driver = Driver(terms(TEXT)).duties().do(Sit(1, "Ann")).duties(until=Shuffle).do(Shuffle(0, WHOLE))
    for count in (0, 9, 52):
        with pytest.raises(IllegalAction, match=r"38\.4\(c\)1ii"):
            driver.do(Cut(0, count))
    driver.do(Cut(0, 10))
    assert driver.table.in_play.stack == WHOLE[10:] + WHOLE[:10]
    with pytest.raises(IllegalAction):
        driver.do(Step("load", 0), by=Actor(Role.SUPERVISOR))
    driver.do(Step("load", 0), by=Actor(Role.DEALER))
    assert driver.table.in_play.stage == Stage.READY


@clause("38.4(d)")
def test_a_supervisor_may_have_the_cards_cut_again_before_any_is_dealt() -> None:
    driver = opened("Ann")
    with pytest.raises(IllegalAction):  # which is not for the dealer to order
        driver.do(Step("recut", 0), by=Actor(Role.DEALER))
    driver.do(Step("recut", 0), by=Actor(Role.SUPERVISOR))
    assert isinstance(duty(driver.table).action, Cut)  # type: ignore[union-attr]
    driver.duties().do(Bet(1, "ante", 1000), NoMoreBets())
    with pytest.raises(IllegalAction):
        driver.do(Step("recut", 0), by=Actor(Role.DEALER))
    before = driver.table.in_play.stack
    driver.do(Step("recut", 0), by=Actor(Role.SUPERVISOR))
    with pytest.raises(IllegalAction):  # before it is cut again
        driver.do(Deal())
    driver.do(Cut(0, 20))
    assert driver.table.in_play.stack == before[20:] + before[:20]
    driver.do(Step("recut", 0), Cut(0, 32))
    assert driver.table.in_play.stack == before
    driver.do(Deal())
    with pytest.raises(IllegalAction):
        driver.do(Step("recut", 0))


@clause("38.4(e)")
@pytest.mark.parametrize(
    ("spread", "steps"), [("face_up", ["show", "wash"]), ("face_down", ["turn_up", "show", "wash"])]
)
def test_without_players_the_cards_are_spread_and_shown_to_the_next_one(spread: str, steps: list[str]) -> None:
    driver = opened("Ann", idle_spread=spread).do(Leave(1)).do(Step("idle"), by=Actor(Role.DEALER))
    before = len(driver.events)
    driver.do(Sit(2, "Ben")).duties(until=Shuffle)
    assert [event.step for event in driver.events[before:] if isinstance(event, Stepped)] == steps


# --- 38.5: rankings ---------------------------------------------------------------------------------------------------

DESCENDING = [
    "Ac Kc Qc Jc Tc",  # royal flush
    "Kc Qc Jc Tc 9c",  # the highest straight flush
    "Ac 2c 3c 4c 5c",  # the lowest
    "Ac Ad Ah As 2c",  # four aces
    "2c 2d 2h 2s Ac",
    "Ac Ad Ah Kc Kd",  # aces full of kings
    "2c 2d 2h 3c 3d",
    "Ac Kc Qc Jc 9c",  # flushes
    "7c 5c 4c 3c 2c",
    "Ac Kd Qc Jc Tc",  # straights
    "Ac 2d 3c 4c 5c",
    "Ac Ad Ah Kc Qd",  # three of a kind
    "2c 2d 2h 4c 3d",
    "Ac Ad Kc Kd Qh",  # two pairs
    "3c 3d 2c 2d 4h",
    "Ac Ad Kc Qd Jh",  # pairs
    "2c 2d 5c 4d 3h",
    "Ac Kd Qc Jd 9h",  # nothing
    "Qc Kd Ac 2d 3h",  # an ace between king and two makes no straight
    "7c 5d 4c 3d 2h",
]


@clause("38.5(a)", "38.5(b)", "38.5(b)1", "38.5(b)2", "38.5(b)3", "38.5(b)4", "38.5(b)5", "38.5(b)6", "38.5(b)7")
@clause("38.5(b)8", "38.5(b)9", "38.1 Rank")
def test_hands_rank_in_the_order_of_the_text() -> None:
    for higher, lower in combinations(DESCENDING, 2):
        assert lunar.compare(hand(higher), hand(lower)) == 1
        assert lunar.compare(hand(lower), hand(higher)) == -1


@clause("38.5(c)", "38.5(a)")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3c 3d 4c 5d 7h", "2c 2d Ac Kd Qh"),  # the pair before what is beside it
        ("Ac Ad 4c 3d 2h", "Kc Kd Ac Qd Jh"),
        ("5c 5d 3c 3d 2h", "5h 5s 2c 2d Ah"),
        ("9c 9d Ac 3d 2h", "9h 9s Kc Qd Jh"),  # then the highest card that the other hand lacks
        ("9c 9d Ac Kd 3h", "9h 9s As Ks 2h"),
        ("Ac Kd 5h 3s 2c", "Ad Kh 4s 3c 2d"),
    ],
)
def test_equal_kinds_are_decided_by_what_makes_them_and_then_by_the_highest_card(better: str, worse: str) -> None:
    assert lunar.compare(hand(better), hand(worse)) == 1


@clause("38.5(c)", "38.1 Suit", "38.1 Push")
def test_no_suit_outranks_another() -> None:
    assert lunar.compare(hand("Ac Kc Qc Jc 9c"), hand("As Ks Qs Js 9s")) == 0


@clause("38.1 Qualifying hand", "1.13X(b)3")
@pytest.mark.parametrize(
    ("dealer", "qualified"),
    [("Ac Kd 4h 3s 2c", True), ("Ac Qd Jh Ts 8c", False), ("2c 2d 3h 4s 5c", True), ("Kc Qd Jh Ts 8c", False)],
)
def test_the_dealer_qualifies_with_ace_king_four_three_two_or_better(dealer: str, *, qualified: bool) -> None:
    assert lunar.qualifies(hand(dealer)) is qualified


@clause("38.1 Qualifying hand")
def test_the_dealer_qualifies_as_often_as_was_published() -> None:
    counted = odds.tally(lunar.qualifies)
    assert counted == {True: 1_463_700, False: 2_598_960 - 1_463_700}


@clause("38.5(b)", "38.1 Hand")
def test_a_hand_is_told_by_its_best_five_cards() -> None:
    assert rules.in_words(CARDS.parse("Ac Ad Kh Ks Qc Qd")) == "two pair, aces and kings (Q)"
    assert rules.in_words(CARDS.parse(QUALIFIER)) == "ace high (K-4-3-2)"
    assert rules.in_words(CARDS.parse(NO_HAND)) == "queen high (J-4-3-2)"
    assert rules.in_words(CARDS.parse(ROYAL)) == "royal flush"


# --- 38.6: wagers -----------------------------------------------------------------------------------------------------


@clause("38.6(a)")
def test_a_verbal_wager_with_cash_is_not_accepted() -> None:
    with pytest.raises(IllegalAction, match=r"verbal wager with cash is not accepted \[lunar-poker:38\.6\(a\)\]"):
        opened("Ann").do(Bet(1, "ante", 1000, cash=True))


@clause("38.6(a)", "38.1 Bet wager", "38.1 Buy a card payment")
def test_a_match_play_coupon_is_part_of_its_wager_but_never_paid_out() -> None:
    seats: dict[str, dict[str, Any]] = {"1": {"ante": 1000, "super": 200, "match_play": {"ante": 500, "super": 200}}}
    report = settle({"1": FLUSH, "dealer": QUALIFIER}, [DECLARE, BUY, BET], seats, draws="5c")
    assert row(report, "super") == ("win", 400 * 60, 200)
    assert row(report, "buy") == ("lose", 0, 0)
    assert [one.stake for one in report.settled if one.wager in ("buy", "bet")] == [1500, 3000]
    assert row(report, "ante") == ("push", 0, 1000)
    assert row(report, "bet") == ("win", 3000 * 6, 3000)  # the flush, and a pair of fives with the new card
    lost = settle({"1": NOTHING, "dealer": ACES}, [BET], seats)
    assert lost.net == {"1": -1000 - 200 - 3000}


@clause("38.6(a)")
def test_a_coupon_needs_chips_of_its_worth_beside_it() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100))
    with pytest.raises(IllegalAction, match=r"coupon on ante \$0\.01 to \$10 \[lunar-poker:38\.6\(a\)\]"):
        driver.do(Coupon(1, "ante", 1001))
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, "progressive", 100))
    driver.do(Coupon(1, "ante", 1000))


@clause("38.6(b)", "38.7(b)", "38.1 Ante wager", "38.1 Super side bet")
def test_ante_and_super_are_placed_before_no_more_bets_and_not_after() -> None:
    driver = opened("Ann", "Ben")
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "super", 500))  # without an ante
    driver.do(Bet(1, "ante", 1000), Bet(1, "super", 500), Withdraw(1, "super"), Bet(1, "super", 600), NoMoreBets())
    for late in (Bet(2, "ante", 1000), Withdraw(1, "super"), Coupon(1, "ante", 100)):
        with pytest.raises(IllegalAction, match=r'"No more bets" \[lunar-poker:38\.6\(b\)\]'):
            driver.do(late)


@clause("38.6(b)")
def test_limits_are_those_posted() -> None:
    driver = opened("Ann", limits={"ante": {"minimum": 500, "maximum": 5000}})
    for amount in (499, 5001):
        with pytest.raises(IllegalAction, match=r"ante \$5 to \$50"):
            driver.do(Bet(1, "ante", amount))


@clause("38.6(c)")
def test_the_progressive_is_one_dollar_in_chips_or_a_coupon() -> None:
    hands = {"1": FLUSH, "dealer": QUALIFIER}
    chips = settle(hands, [BET], {"1": {"ante": 1000, "progressive": 100}})
    coupon = settle(hands, [BET], {"1": {"ante": 1000, "progressive_coupon": 100}})
    assert row(chips, "progressive") == row(coupon, "progressive") == ("win", 5000, 0)
    assert coupon.net["1"] - chips.net["1"] == 100
    assert coupon.meters == chips.meters == {"progressive": {"main": METER + 70 - 5000}}
    (placed,) = (one for one in coupon.settled if one.wager == "progressive")
    assert (placed.stake, placed.coupon) == (100, 100)
    for wrong in ({"progressive": 200}, {"progressive_coupon": 50}, {"progressive": 100, "progressive_coupon": 100}):
        with pytest.raises(IllegalAction):
            settle(hands, [BET], {"1": {"ante": 1000, **wrong}})


@clause("38.6(c)")
def test_a_progressive_coupon_can_be_taken_back_and_goes_back_when_the_round_is_void() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), Coupon(1, "progressive", 100))
    placed = driver.events[-1]
    assert isinstance(placed, CouponPlaced)
    assert placed.clause == f"{TEXT}:38.6(c)"
    driver.do(Withdraw(1, "progressive"))
    assert driver.table.ledger["player:Ann"] == -1000
    seats = {"1": {"ante": 1000, "progressive_coupon": 100}}
    report = settle({"1": FLUSH, "dealer": QUALIFIER}, [irregular("hole_card_exposed")], seats)
    assert report.net == {"1": 0}
    assert report.meters == {"progressive": {"main": METER}}


@clause("38.6(d)", "38.1 Bet wager", "38.10(b)3")
def test_a_bet_is_double_the_ante_and_nothing_else() -> None:
    assert row(settle({"1": PAIR, "dealer": QUALIFIER}, [{**BET, "amount": 2000}]), "bet")[2] == 2000
    for amount in (1000, 1999, 2001, 3000):
        with pytest.raises(IllegalAction, match=r"offered: seat 1: bet \$20 \[lunar-poker:38\.10\(b\)3\]"):
            settle({"1": PAIR, "dealer": QUALIFIER}, [{**BET, "amount": amount}])


@clause("38.6(e)")
def test_players_see_their_own_cards_and_no_others_even_after_a_draw() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "buy", 1000))
    assert len(view(driver.table, player("Ann")).cards("seat 1")) == 6
    assert "??" not in view(driver.table, player("Ann")).cards("seat 1")
    for watcher in (player("Ben"), Actor(Role.DEALER), ONLOOKER):
        seen = view(driver.table, watcher)
        assert seen.cards("seat 1") == ("??",) * 6
        assert sum(card != "??" for card in seen.cards("dealer")) == 1
        assert not [offer for offer in seen.offers if isinstance(offer.action, Decision) and offer.action.seat == 1]


@clause("38.6(f)")
def test_one_player_plays_one_hand() -> None:
    driver = opened("Ann", "Ann").do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"at one position only \[lunar-poker:38\.6\(f\)\]"):
        driver.do(Bet(2, "ante", 1000))


@clause("38.6(g)")
def test_only_seated_players_wager_and_those_with_cards_stay() -> None:
    with pytest.raises(IllegalAction, match=r"nobody is seated at position 2 \[lunar-poker:38\.6\(g\)"):
        opened("Ann").do(Bet(2, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"stays until the round is complete \[lunar-poker:38\.6\(g\)"):
        dealt("Ann").do(Leave(1))


# --- 38.7-38.9: dealing -----------------------------------------------------------------------------------------------

BY_DEALING = {
    "manual_shoe": ("38.7(b)", "38.7(d)", "38.7(d)2", "38.7(e)"),
    "hand": ("38.8(b)3", "38.8(c)", "38.8(c)2", "38.8(d)"),
    "automated_shoe": ("38.9(b)2", "38.9(c)", "38.9(g)", "38.9(d)"),
}


@clause("38.7(a)", "38.7(b)", "38.7(d)", "38.7(d)1", "38.7(d)2", "38.7(d)3", "38.7(d)4", "38.7(d)5")
@clause("38.8(a)", "38.8(b)", "38.8(b)2", "38.8(b)3", "38.8(c)", "38.8(c)1", "38.8(c)2")
@clause("38.8(c)3", "38.8(c)4", "38.8(c)5", "38.9(a)", "38.9(b)", "38.9(b)1", "38.9(b)2", "38.9(c)", "38.9(g)")
@clause("38.7(e)", "38.8(d)", "38.9(d)", "38.1 Hole card", "38.1 Stub")
@pytest.mark.parametrize("way", BY_DEALING)
def test_cards_are_dealt_one_by_one_or_in_stacks_and_the_dealers_first_lies_face_up(way: str) -> None:
    driver = opened("Ann", "Ben", "Cid", stack=WHOLE, dealing=way)
    driver.do(Bet(1, "ante", 1000), Bet(3, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    announce, order, up, stub = (f"{TEXT}:{number}" for number in BY_DEALING[way])
    if way == "automated_shoe":
        assert [event.cards for event in driver.events if isinstance(event, Dealt)] == [
            WHOLE[:5],
            WHOLE[5:10],
            WHOLE[10:15],
        ]
        dealer = WHOLE[10:15]
    else:
        assert [event.to for event in driver.events if isinstance(event, Dealt)] == ["seat 1", "seat 3", "dealer"] * 5
        assert driver.hand(1) == WHOLE[:15:3]
        assert driver.hand(3) == WHOLE[1:15:3]
        dealer = WHOLE[2:15:3]
    assert {event.clause for event in driver.events if isinstance(event, Dealt)} == {order}
    turned = [event for event in driver.events if isinstance(event, TurnedUp)]
    assert turned == [TurnedUp("dealer", dealer[:1], up)]
    assert view(driver.table, player("Ben")).cards("dealer") == (CARDS.names[dealer[0]], "??", "??", "??", "??")
    assert driver.table.in_play.stack == WHOLE[15:]  # and stays for the draws
    steps = {event.step: event.clause for event in driver.events if isinstance(event, Stepped)}
    assert steps["announce"] == announce
    assert "rack_stub" not in steps
    bets(driver).duties(until="rack_stub")
    for offer in legal(driver.table):
        if getattr(offer.action, "do", "") == "stand":
            driver.do(offer.action)
    driver.duties(until="rack_stub")
    driver.do(Step("rack_stub"), by=Actor(Role.DEALER))
    racked = driver.events[-2]
    assert isinstance(racked, Stepped)
    assert racked.clause == stub


@clause("38.7(b)", "38.8(b)2", "38.9(b)1")
@pytest.mark.parametrize("way", BY_DEALING)
def test_the_progressive_is_locked_counted_and_collected_before_the_deal(way: str) -> None:
    driver = opened("Ann", "Ben", dealing=way)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets())
    assert "inventory" not in driver.table.ledger
    for owed in ("lock_progressive", "verify_progressive"):
        with pytest.raises(IllegalAction, match=f"{owed} by the dealer"):
            play(driver.table, Deal(), None)
        if owed == "lock_progressive":
            driver.do(Step(owed), by=Actor(Role.DEALER))
    driver.do(Step("verify_progressive", count=2), by=Actor(Role.DEALER))
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    closing = ["announce", "lock_progressive", "verify_progressive"]
    assert steps[-4:] == (["load", *closing] if way == "manual_shoe" else ["wash", *closing])
    assert driver.table.ledger["inventory"] == 200 - 140
    assert driver.table.meter("progressive", "main") == METER + 140


@clause("38.8(b)2", "38.9(b)1", "38.7(b)")
@pytest.mark.parametrize("progressive", ["percentage", None])
@pytest.mark.parametrize(("way", "placed"), [("hand", "38.8(b)2"), ("automated_shoe", "38.9(b)1")])
def test_the_deck_is_taken_in_hand_or_placed_in_the_shoe_when_bets_are_closed_and_chips_put_away(
    way: str, placed: str, progressive: str | None
) -> None:
    driver = opened("Ann", dealing=way, progressive=progressive).do(Bet(1, "ante", 1000))
    if progressive:
        driver.do(Bet(1, "progressive", 100))
    assert Step("load", 0) not in [offer.action for offer in legal(driver.table)]
    driver.do(NoMoreBets()).duties(until="load")
    assert driver.table.ledger.get("inventory", 0) == (100 - 70 if progressive else 0)
    offers = [offer.action for offer in legal(driver.table)]
    assert offers[0] == Step("load", 0)
    assert {one.kind for one in offers if isinstance(one, Irregularity)} <= {"shuffler_jam"}  # nothing is dealt yet
    with pytest.raises(IllegalAction):
        play(driver.table, Deal(), None)
    driver.do(Step("load", 0), by=Actor(Role.DEALER))
    (load,) = [event for event in driver.events if isinstance(event, Stepped) and event.step == "load"]
    assert load.clause == f"{TEXT}:{placed}"
    driver.do(Deal())
    assert driver.table.phase == Phase.DECIDING


@clause("38.4(a)", "38.9(b)1")
def test_a_shoe_that_the_shuffler_feeds_has_its_cards_before_bets_are_closed() -> None:
    fed: dict[str, Any] = {"dealing": "automated_shoe", "shuffler": "automated", "shuffler_feeds_shoe": True}
    driver = opened("Ann", **fed).do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Deal)
    assert "load" not in [step for step, _ in driver.steps]
    driver.do(Deal())


@clause("38.4(d)")
def test_a_deck_that_is_to_be_placed_when_bets_are_closed_may_be_cut_again_until_it_is_dealt() -> None:
    driver = opened("Ann", dealing="automated_shoe").do(Bet(1, "ante", 1000), NoMoreBets()).duties(until="load")
    driver.do(Step("recut", 0), by=Actor(Role.SUPERVISOR)).duties(until=Deal)
    assert [step for step, _ in driver.steps][-2:] == ["recut", "load"]
    driver.do(Deal())


@clause("38.7(b)", "38.6(c)")
def test_a_coupon_is_no_chip_when_the_chips_are_counted() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000))
    driver.do(Coupon(2, "progressive", 100), NoMoreBets()).duties(until="verify_progressive")
    driver.do(Step("verify_progressive", count=1), by=Actor(Role.DEALER))
    assert driver.table.meter("progressive", "main") == METER + 140
    driver.do(Deal())


@clause("38.8(b)1")
def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    with pytest.raises(ImproperConfiguration, match=r"need an automated shuffler \[lunar-poker:38\.8\(b\)1\]"):
        terms(TEXT, {"dealing": "hand", "shuffler": "none"})


@clause("38.4(a)", "38.7(a)")
def test_a_shuffler_may_feed_the_shoe_itself() -> None:
    for fed, by in ((True, []), (False, [("load", Role.DEALER)])):
        driver = opened("Ann", shuffler="automated", shuffler_feeds_shoe=fed).do(Bet(1, "ante", 1000), NoMoreBets())
        assert [one for one in driver.steps if one[0] == "load"] == by
    with pytest.raises(ImproperConfiguration, match=r"38\.4\(a\)"):
        terms(TEXT, {"shuffler_feeds_shoe": True})


@clause("38.7(f)", "38.7(f)1", "38.8(e)", "38.9(e)")
@pytest.mark.parametrize("way", BY_DEALING)
@pytest.mark.parametrize("every", [1, 3, 5])
def test_the_stub_is_counted_at_least_as_often_as_posted(way: str, every: int) -> None:
    driver = opened("Ann", dealing=way, stub_count_every=every)
    counted = []
    for number in range(1, 7):
        before = len(driver.events)
        play_out(driver)
        if any(isinstance(event, StubCounted) for event in driver.events[before:]):
            counted.append(number)
    assert counted == list(range(every, 7, every))


@clause("38.7(e)", "38.7(f)", "38.10(j)2")
def test_the_stub_is_racked_or_counted_when_the_draws_are_over() -> None:
    driver = dealt("Ann", stub_count_every=1).do(Decision(1, "exchange", 1000, _first_two(1)), Decision(1, "fold"))
    driver.duties(until=CountStub)
    with pytest.raises(IllegalAction):
        driver.do(Step("rack_stub"))
    driver.do(CountStub(52 - 10 - 2))  # ten cards were dealt and two drawn
    assert driver.table.phase == Phase.COLLECTING


def _first_two(seat: int) -> tuple[str, ...]:
    """The two lowest cards of a seat in the driver's usual deal."""
    return _lowest(dealt("Ann", stub_count_every=1), seat)


@clause("38.9(f)", "38.8(e)", "38.7(f)")
@pytest.mark.parametrize(("way", "spared"), [("manual_shoe", False), ("hand", False), ("automated_shoe", True)])
def test_a_shuffler_that_counts_spares_the_count_only_at_an_automated_shoe(way: str, *, spared: bool) -> None:
    driver = opened("Ann", dealing=way, shuffler="counting", stub_count_every=1)
    for _ in range(3):
        play_out(driver)
    assert (not [event for event in driver.events if isinstance(event, StubCounted)]) is spared


@clause("38.9(f)")
def test_a_deck_that_the_shuffler_finds_wrong_is_removed() -> None:
    driver = opened("Ann", shuffler="counting", dealing="automated_shoe").do(Bet(1, "ante", 1000))
    driver.do(Irregularity("shuffler_count_wrong"))
    assert driver.table.in_play.removed_because == "the shuffler counted a wrong number of cards"
    driver.duties().do(NoMoreBets())  # with a new deck, received and opened like the first
    assert len([event for event in driver.events if isinstance(event, DeckReceived)]) == 2
    by_hand = opened("Ann", shuffler="counting", dealing="hand").do(Irregularity("shuffler_count_wrong"))
    assert by_hand.table.in_play.removed_because == "the shuffler counted a wrong number of cards"
    with pytest.raises(IllegalAction):
        opened("Ann", shuffler="automated").do(Irregularity("shuffler_count_wrong"))


@clause("38.7(f)2", "38.8(e)", "38.9(e)")
def test_a_wrong_count_without_a_misdeal_voids_the_round_and_removes_the_deck() -> None:
    driver = dealt("Ann", stub_count_every=1).do(Decision(1, "fold")).duties(until=CountStub)
    driver.do(CountStub(len(driver.table.in_play.stack) - 1))
    assert driver.table.void
    assert driver.table.ledger["player:Ann"] == 0
    assert [event.because for event in driver.events if isinstance(event, DeckRemoved)] == ["wrong number of cards"]
    report = settle({"1": PAIR, "dealer": QUALIFIER}, [BET, irregular("stub_count_wrong")])
    assert report.void
    assert report.void["clause"] == f"{TEXT}:38.7(f)2"
    assert row(report, "bet") == ("void", 0, 2000)


@clause("38.7(f)2", "38.13(d)")
def test_a_wrong_count_that_a_misdeal_explains_follows_from_the_misdeal() -> None:
    hands = {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}
    count = irregular("stub_count_wrong", misdealt=True, seat=1)
    report = settle(hands, [BET, at(2, BET), count])
    assert row(report, "ante", 1) == ("void", 0, 1000)
    assert row(report, "bet", 2) == ("win", 10_000, 2000)
    assert settle(hands, [irregular("stub_count_wrong", misdealt=True)]).void
    driver = dealt("Ann", stub_count_every=1).do(Decision(1, "fold")).duties(until=CountStub)
    with pytest.raises(BadInput, match=r"wrong_number_of_cards \[lunar-poker:38\.13\(d\)\]"):
        driver.do(CountStub(3, misdealt=True))


@clause("38.7(f)2", "38.13(d)")
def test_a_count_that_a_misdeal_explains_is_kept_and_leaves_the_deck_at_the_table() -> None:
    """Seat 2 has a card more, so that one is missing in the stub; all that was dealt makes up for it."""
    hands = stacked(PAIR, FLUSH, QUALIFIER)
    driver = bets(dealt("Ann", "Ben", stack=hands, stub_count_every=1)).do(Reveal()).duties(until=CountStub)
    short = len(driver.table.in_play.stack) - 1
    driver.do(Irregularity("stub_count_wrong", 2, misdealt=True, count=short))
    assert StubCounted(short, f"{TEXT}:38.7(f)2") in driver.events
    assert [(due.step, due.expected) for due in driver.table.owed] == [("count_dealt", 52 - short)]
    driver.do(Step("count_dealt", count=52 - short), by=Actor(Role.DEALER))
    assert not driver.table.void
    assert driver.table.seats[2].settled["ante"].result == "void"
    assert driver.table.phase == Phase.COLLECTING  # the stub was counted
    assert not [event for event in driver.duties(until=Shuffle).events if isinstance(event, DeckRemoved)]


@clause("38.7(f)2", "38.13(d)")
@pytest.mark.parametrize("seat", [0, 2])
def test_a_count_with_a_misdeal_removes_a_deck_that_is_not_complete(seat: int) -> None:
    driver = dealt("Ann", "Ben", stub_count_every=1)
    short = len(driver.table.in_play.stack) - 2
    driver.do(Irregularity("stub_count_wrong", seat, misdealt=True, count=short))
    driver.do(Step("count_dealt", count=51 - short), by=Actor(Role.DEALER))
    assert driver.table.void
    assert [event.deck for event in driver.events if isinstance(event, DeckRemoved)] == [0]


@clause("38.7(f)1", "38.7(f)2", "38.13(d)")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_right_count_needs_no_misdeal_to_explain_it(seat: int) -> None:
    driver = dealt("Ann", "Ben", stub_count_every=1)
    whole = len(driver.table.in_play.stack)
    with pytest.raises(BadInput, match=f"{whole} cards in the stub are no wrong count"):
        driver.do(Irregularity("stub_count_wrong", seat, misdealt=True, count=whole))
    driver.do(Irregularity("wrong_number_of_cards", 2))  # one hand may have what another lacks
    driver.do(Irregularity("stub_count_wrong", seat, misdealt=True, count=whole))
    assert [due.step for due in driver.table.owed] == ["count_dealt"]


# --- 38.10(a): instant cash and super payouts -------------------------------------------------------------------------


@clause("38.10(a)", "38.10(a)1", "38.12(b)", "38.12(c)", "38.1 Instant cash payout")
@pytest.mark.parametrize(("cards", "times"), [(ROYAL, 600), (STRAIGHT_FLUSH, 200)])
@pytest.mark.parametrize("dealer", [QUALIFIER, NO_HAND])
def test_an_instant_cash_payout_multiplies_the_ante_and_ends_the_players_round(
    cards: str, times: int, dealer: str
) -> None:
    report = settle({"1": cards, "dealer": dealer}, [DECLARE])
    assert row(report, "ante") == ("win", times * 1000, 1000)
    assert clause_of(report, "ante") == "38.12(c)"
    assert report.net == {"1": times * 1000}
    with pytest.raises(IllegalAction):
        settle({"1": cards, "dealer": dealer}, [DECLARE, BET])


@clause("38.10(a)1")
def test_an_instant_hand_without_a_progressive_is_collected_at_once_and_with_one_when_that_is_paid() -> None:
    plain = dealt("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER)).do(Decision(1, "declare")).owed()
    assert plain.events[-1] == HandCollected(1, f"{TEXT}:38.10(a)1")
    driver = opened("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(2, "ante", 1000))
    driver.do(Bet(1, "progressive", 100), NoMoreBets()).duties(until="resolve_progressives")
    driver.do(Decision(1, "declare")).owed()
    assert view(driver.table, player("Ben")).cards("seat 1") == tuple(ROYAL.split())
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    driver.duties(until=Reveal)
    bets(driver).duties(until="document")
    assert driver.table.undocumented == (1,)
    with pytest.raises(IllegalAction):
        driver.do(Step("collect"))
    driver.do(Step("document", seat=1, note="form 7"), by=Actor(Role.SUPERVISOR))
    driver.do(Step("collect"), by=Actor(Role.DEALER))


@clause("38.10(a)1", "38.11(a)")
@pytest.mark.parametrize("until", ["resolve_progressives", "verify_hand", Reveal])
def test_a_hand_that_both_payouts_have_ended_is_collected_whichever_is_made_first(until: type | str) -> None:
    paid = {"progressive": "amount", "fixed_prizes_from": "inventory"}  # for which there are no papers
    driver = opened("Ann", "Ben", stack=stacked(STRAIGHT_FLUSH, "Kh Ks 9c 4c 2s", QUALIFIER), **paid)
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000), NoMoreBets(), Deal())
    if until is Reveal:
        driver.duties(until=Reveal)
    driver.do(Decision(1, "declare")).duties(until=until)
    assert driver.table.seats[1].collected is (until is Reveal)
    driver.duties(until=Reveal)
    assert driver.events[-1] == HandCollected(1, f"{TEXT}:38.10(a)1")


@clause("38.10(a)1", "38.11(a)")
def test_hands_that_both_payouts_have_ended_are_collected_counterclockwise_and_no_other() -> None:
    paid: dict[str, Any] = {"progressive": "amount", "fixed_prizes_from": "inventory"}
    hands = (STRAIGHT_FLUSH, "8d 7d 6d 5d 4d", "Kh Ks 9c 4c 2s", QUALIFIER)
    driver = opened("Ann", "Ben", "Cid", stack=stacked(*hands), **paid).do(Bet(3, "ante", 1000))
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets(), Deal(), Decision(1, "declare"), Decision(2, "declare")).duties(until=Reveal)
    assert [event.seat for event in driver.events if isinstance(event, HandCollected)] == [2, 1]


@clause("38.10(a)1", "38.11(b)3", "38.11(b)2")
@pytest.mark.parametrize(("step", "ruling"), [("validate", "not_validated"), ("verify_light", "not_accepted")])
def test_a_hand_that_an_instant_payout_has_ended_is_collected_when_no_progressive_payout_is_made(
    step: str, ruling: str
) -> None:
    driver = opened("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(2, "ante", 1000))
    driver.do(Bet(1, "progressive", 100), NoMoreBets(), Deal(), Decision(1, "declare")).duties(until=step)
    driver.do(Step(step, seat=1, found="amiss"), Step(ruling, seat=1, note="progressive"), by=None)
    assert driver.table.seats[1].collected


@clause("38.10(a)1", "38.10(a)2", "38.12(g)")
def test_instant_cash_super_and_progressive_are_all_paid_on_one_hand() -> None:
    seats = {"1": {"ante": 1000, "super": 500, "progressive": 100}}
    report = settle({"1": ROYAL, "dealer": QUALIFIER}, [DECLARE], seats, meters={"progressive": {"main": 5_000_000}})
    assert row(report, "ante") == ("win", 600_000, 1000)
    assert row(report, "super") == ("win", 75_000, 500)
    assert row(report, "progressive") == ("win", 5_000_070, 0)
    assert report.meters == {"progressive": {"main": METER}}


@clause("38.10(a)2", "38.12(d)")
def test_a_super_payout_is_made_before_the_draw_and_the_hand_played_on() -> None:
    seats = {"1": {"ante": 1000, "super": 500}}
    report = settle({"1": FLUSH, "dealer": ACES}, [DECLARE, exchange("Kh 9h"), FOLD], seats, draws="3c 4c")
    assert row(report, "super") == ("win", 30_000, 500)
    assert report.net == {"1": 30_000 - 1000 - 1000}
    driver = opened("Ann", "Ben", stack=stacked(FLUSH, PAIR, ACES)).do(Bet(1, "ante", 1000), Bet(1, "super", 500))
    driver.do(Bet(2, "ante", 1000), NoMoreBets()).duties(until=Reveal).do(Decision(1, "declare"))
    assert view(driver.table, player("Ben")).cards("seat 1") == tuple(FLUSH.split())
    assert {offer.by for offer in legal(driver.table) if not isinstance(offer.action, Irregularity)} == {Role.DEALER}
    shown = [event for event in seen_by(driver.entries[-1], player("Ben")).events if isinstance(event, TurnedUp)]
    assert [CARDS.text(event.cards) for event in shown] == [FLUSH]
    driver.do(Step("verify_declared", seat=1), by=Actor(Role.DEALER))
    assert set(view(driver.table, player("Ben")).cards("seat 1")) == {"??"}  # it is with its player again
    assert driver.events[-1] == TurnedDown("seat 1", f"{TEXT}:38.10(a)2")
    driver.do(Decision(1, "exchange", 1000, ("2h", "5h")))
    seen = view(driver.table, player("Ben"))
    assert set(seen.cards("seat 1")) == {"??"}  # nobody else knows which were given away


@clause("38.10(a)")
def test_a_super_bet_that_is_declared_in_vain_is_lost() -> None:
    report = settle({"1": PAIR, "dealer": QUALIFIER}, [DECLARE, FOLD], {"1": {"ante": 1000, "super": 500}})
    assert row(report, "super") == ("lose", 0, 0)
    driver = opened("Ann", stack=stacked(PAIR, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "super", 500))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "declare"))
    assert set(view(driver.table).cards("seat 1")) == {"??"}


@clause("38.10(a)")
def test_what_is_not_declared_is_forfeited() -> None:
    seats = {"1": {"ante": 1000, "super": 500}}
    for actions in ([BET], [BUY, BET], [FOLD]):
        report = settle(
            {"1": STRAIGHT_FLUSH, "dealer": QUALIFIER}, actions, seats, draws="2s" if BUY in actions else ""
        )
        assert row(report, "super") == ("forfeit", 0, 0)
        assert clause_of(report, "super") == "38.10(a)"
        assert row(report, "ante")[1] == 0  # and no instant cash
    assert row(settle({"1": PAIR, "dealer": QUALIFIER}, [BET], seats), "super") == ("lose", 0, 0)


@clause("38.10(a)")
def test_at_the_table_nobody_learns_whether_a_super_bet_that_was_not_declared_would_have_won() -> None:
    def collected(cards: str) -> Settled:
        driver = opened("Ann", stack=stacked(cards, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "super", 500))
        driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold"))
        return driver.table.seats[1].settled["super"]

    assert collected(STRAIGHT_FLUSH) == collected(PAIR) == Settled(1, "super", 500, "lose", f"{TEXT}:38.10(a)")


@clause("38.10(a)", "38.10(b)")
def test_a_payout_is_declared_before_any_further_card_is_dealt() -> None:
    hands = {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}
    seats = {"1": {"ante": 1000}, "2": {"ante": 1000, "super": 500}}
    in_time = settle(hands, [BET, at(2, DECLARE), at(2, BET)], seats)
    assert row(in_time, "super", 2) == ("win", 30_000, 500)
    with pytest.raises(
        IllegalAction, match=r"because further cards have been dealt \[lunar-poker:38\.10\(a\)\]; offered"
    ):
        settle(hands, [BUY, BET, at(2, DECLARE)], seats, draws="2s")
    with pytest.raises(IllegalAction, match="declare is not offered"):
        settle(hands, [at(2, DECLARE), at(2, DECLARE)], seats)
    with pytest.raises(IllegalAction, match="declare is not offered"):
        settle(hands, [at(2, FOLD), at(2, DECLARE)], seats)
    late = settle(hands, [BUY, BET, at(2, BET)], seats, draws="2s")
    assert row(late, "super", 2) == ("forfeit", 0, 0)
    bet_first = settle(hands, [at(2, BET), BUY, BET], seats, draws="2s")
    assert row(bet_first, "super", 2) == ("forfeit", 0, 0)


@clause("38.10(a)", "38.10(b)")
def test_a_bet_forfeits_nothing_while_no_further_card_is_dealt() -> None:
    hands = {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}
    seats = {"1": {"ante": 1000}, "2": {"ante": 1000, "super": 500}}
    for actions in ([at(2, BET), at(2, DECLARE), BET], [BET, at(2, BET), at(2, DECLARE)]):
        report = settle(hands, actions, seats)
        assert row(report, "super", 2) == ("win", 30_000, 500)
        assert row(report, "bet", 2) == ("win", 10_000, 2000)
        with pytest.raises(IllegalAction, match=r"has declared what there was to declare \[lunar-poker:38\.10\(b\)\]"):
            settle(hands, actions, seats, submission={"declare_until": "own_choice"})
    own = settle(hands, [at(2, BET), BET], seats, submission={"declare_until": "own_choice"})
    assert row(own, "super", 2) == ("forfeit", 0, 0)
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "super", 500))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "bet", 2000))
    assert "super" in driver.table.seats[1].lying
    driver.do(Reveal())
    assert driver.table.seats[1].settled["super"] == Settled(1, "super", 500, "lose", f"{TEXT}:38.10(a)")
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "declare"))


@clause("38.10(a)", "38.10(a)1")
def test_a_bet_goes_back_when_an_instant_cash_payout_is_declared_after_it() -> None:
    report = settle({"1": STRAIGHT_FLUSH, "dealer": ACES}, [BET, DECLARE], {"1": {"ante": 1000, "super": 500}})
    assert row(report, "ante") == ("win", 200_000, 1000)
    assert row(report, "super") == ("win", 75_000, 500)
    assert row(report, "bet") == ("void", 0, 2000)
    assert clause_of(report, "bet") == "38.10(a)1"


@clause("38.10(a)")
def test_there_is_nothing_to_declare_without_a_super_bet_or_an_instant_hand() -> None:
    with pytest.raises(
        IllegalAction, match=r"due no instant cash payout, and no super side bet lies \[.*38\.10\(a\)\]"
    ):
        settle({"1": FLUSH, "dealer": QUALIFIER}, [DECLARE, BET])


@clause("38.10(a)")
def test_a_player_is_told_what_a_declaration_is_worth() -> None:
    def remarked(cards: str, *wagers: str, **submission: Any) -> str:
        driver = opened("Ann", stack=stacked(cards, QUALIFIER), **submission).do(Bet(1, "ante", 1000))
        for wager in wagers:
            driver.do(Bet(1, wager, 100))
        driver.do(NoMoreBets()).duties(until=Reveal)
        return rules.remark(driver.table, Decision(1, "declare"))

    assert remarked(FLUSH, "super") == "super Flush 60 to 1"
    assert remarked(ROYAL, "super") == "instant cash 600 to 1, super Same colored straight 150 to 1"
    assert remarked(ROYAL) == "instant cash 600 to 1"
    assert remarked(PAIR, "super") == "super: nothing due"
    assert rules.remark(dealt("Ann").table, Decision(1, "fold")) == ""
    assert rules.remark(dealt("Ann").table, Bet(1, "ante", 1000)) == ""


# --- 38.10(b)-(f): the draw -------------------------------------------------------------------------------------------


@clause("38.10(b)", "38.10(b)1", "38.10(c)", "38.1 Buy a card", "38.1 Buy a card payment")
def test_a_sixth_card_costs_an_ante_and_the_best_five_play() -> None:
    report = settle({"1": "9d 9s Jc 7d 4s", "dealer": ACES}, [BUY, BET], draws="9h")
    assert row(report, "buy") == ("lose", 0, 0)
    assert clause_of(report, "buy") == "38.10(b)1"
    assert report.hands["1"] == "9d 9s Jc 7d 4s 9h"
    assert row(report, "bet") == ("win", 3 * 2000, 2000)
    assert report.net == {"1": 6000 - 1000}
    with pytest.raises(IllegalAction, match=r"buy \$5 is not offered; offered: seat 1: buy \$10"):
        settle({"1": PAIR, "dealer": ACES}, [{**BUY, "amount": 500}, BET], draws="9h")


@clause("38.10(b)", "38.10(b)2", "38.10(d)", "38.1 Exchange cards", "38.1 Exchange cards payment")
@pytest.mark.parametrize("given", ["9d 9s", "4s Jc 7d", "9d 9s Jc 7d", "9d 9s Jc 7d 4s"])
def test_two_to_five_cards_are_exchanged_for_an_ante(given: str) -> None:
    fresh = ["Ts", "8c", "6d", "5h", "Kc"][: len(given.split())]
    report = settle({"1": PAIR, "dealer": QUALIFIER}, [exchange(given), FOLD], draws=" ".join(fresh))
    kept = [card for card in PAIR.split() if card not in given.split()]
    assert report.hands["1"].split() == [*kept, *fresh]
    assert report.net == {"1": -2000}
    driver = dealt("Ann", stack=stacked(PAIR, QUALIFIER))
    driver.do(Decision(1, "exchange", 1000, tuple(given.split())))
    assert view(driver.table).cards("beside seat 1") == ("??",) * len(fresh)
    assert driver.table.hand(driver.table.seats[1]) == CARDS.parse(" ".join(kept))  # nothing new before it is confirmed
    driver.do(Step("confirm_discards", seat=1, count=len(fresh)), by=Actor(Role.DEALER)).owed()
    confirm, dealt_, _, _, racked = driver.events[-5:]
    assert isinstance(confirm, Stepped)
    assert confirm.count == len(fresh)
    assert isinstance(dealt_, Dealt)
    assert isinstance(racked, Discarded)
    assert racked.place == "beside seat 1"
    assert set(CARDS.named(racked.cards)) == set(given.split())
    assert driver.table.at(RACK).cards == racked.cards
    assert set(view(driver.table).cards(RACK)) == {"??"}


@clause("38.10(b)2", "38.1 Exchange cards", "38.10(b)", "38.10(d)")
@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        ([exchange("9d")], r"because two, three, four or five cards are exchanged \[.*38\.10\(b\)2\]; offered: .*bet"),
        ([exchange("9d Ah")], r"because a card is not in the hand \[lunar-poker:38\.10\(d\)\]; offered: .*2 to 5 of"),
        (
            [exchange("9d 9s"), BUY],
            r"because a player draws only once \[lunar-poker:38\.10\(b\)\]; offered: seat 1: bet",
        ),
        ([BUY, exchange("9d 9s")], r"because a player draws only once"),
        ([BUY, BUY], r"because a player draws only once"),
        ([BET, BUY], r"buy is not offered; nothing is offered to seat 1 now"),
    ],
)
def test_other_draws_are_refused_with_what_is_offered(actions: Actions, complaint: str) -> None:
    with pytest.raises(IllegalAction, match=complaint):
        settle({"1": PAIR, "dealer": QUALIFIER}, actions, draws="2s 5s")


@clause("38.10(b)3", "38.10(b)4", "38.10(c)", "38.10(d)", "38.1 Fold")
@pytest.mark.parametrize(
    ("first", "bet", "fold"),
    [([], "38.10(b)3", "38.10(b)4"), ([BUY], "38.10(c)", "38.10(c)"), ([exchange("9d 9s")], "38.10(d)", "38.10(d)")],
)
def test_a_player_bets_or_folds_with_or_without_a_draw(first: Actions, bet: str, fold: str) -> None:
    draws = {0: "", 1: "2s" if BUY in first else "2s 5s"}[len(first)]
    folded = settle({"1": PAIR, "dealer": NO_HAND}, [*first, FOLD], draws=draws)
    assert row(folded, "ante") == ("lose", 0, 0)
    assert clause_of(folded, "ante") == fold
    driver = dealt("Ann", "Ben", stack=stacked(PAIR, FLUSH, QUALIFIER, draws=draws))
    for action in first:
        cards = tuple(action.get("cards", "").split())
        driver.do(Decision(1, action["do"], 1000, cards)).duties(until=Reveal)
    offers = {getattr(offer.action, "do", ""): offer for offer in driver.offers(1)}
    assert offers["bet"].clause == f"{TEXT}:{bet}"
    driver.do(Decision(1, "fold"))
    assert driver.events[-1] == HandCollected(1, f"{TEXT}:{fold}")
    assert set(view(driver.table, player("Ben")).cards("seat 1")) == {"??"}


@clause("38.10(b)", "38.10(c)", "38.10(d)")
def test_draws_go_clockwise_and_each_is_followed_at_once_by_a_bet_or_a_fold() -> None:
    driver = dealt("Ann", "Ben", "Cid")
    for early in (Decision(2, "buy", 1000), Decision(3, "exchange", 1000, _lowest(driver, 3))):
        with pytest.raises(IllegalAction):
            driver.do(early)
    driver.do(Decision(3, "bet", 2000))  # without a card no order matters
    driver.do(Decision(1, "buy", 1000))
    with pytest.raises(IllegalAction, match=r"seat 2: fold is not offered; nothing is offered to seat 2 now"):
        driver.do(Decision(2, "fold"))
    waiting = [offer.action for offer in legal(driver.table) if isinstance(offer.action, Decision)]
    assert waiting == [Decision(1, "bet", 2000), Decision(1, "fold")]
    driver.do(Decision(1, "bet", 2000), Decision(2, "buy", 1000), Decision(2, "fold"))
    assert isinstance(duty(driver.table).action, Reveal)  # type: ignore[union-attr]


def _lowest(driver: Driver, seat: int) -> tuple[str, ...]:
    return CARDS.named(sorted(driver.hand(seat))[:2])


@clause("38.10(c)", "38.10(d)", "38.10(k)")
def test_cards_are_drawn_from_the_top_of_the_stub_in_order() -> None:
    driver = dealt("Ann", "Ben", stack=stacked(PAIR, NOTHING, "Qc Ts 4h 3d 2c", draws="2s 8c 8d 7h"))
    driver.do(Decision(1, "buy", 1000), Decision(1, "bet", 2000))
    driver.do(Decision(2, "exchange", 1000, ("6h", "3s")), Decision(2, "bet", 2000)).duties()
    driver.do(Decision(2, "force", 1000), Decision(1, "stand")).duties(until="rack_stub")
    assert driver.hand(1)[-1:] == CARDS.parse("2s")
    assert driver.hand(2)[-2:] == CARDS.parse("8c 8d")
    assert driver.table.dealer[-1:] == CARDS.parse("7h")
    assert len(driver.table.in_play.stack) == 52 - 15 - 4


FIVE = {
    "1": "2c 3c 4c 5c 7c",
    "2": "2d 3d 4d 5d 7d",
    "3": "2h 3h 4h 5h 7h",
    "4": "2s 3s 4s 5s 7s",
    "5": "6c 6d 8c 8d 9c",
    "dealer": "Qc Jd 9h 8h 6h",
}
STUB = "Tc Jc Kc Ac 9d Td Qd Kd Ad Th Jh Qh Kh Ah 6s 8s 9s Ts Js Qs Ks As"


def five_players(last: Actions, draws: int) -> Report:
    """Four players who exchange five cards each, and what happens after that."""
    actions: Actions = []
    for seat in (1, 2, 3, 4):
        actions += [exchange(FIVE[str(seat)], seat), at(seat, BET if seat == 1 else FOLD)]
    return settle(FIVE, [*actions, *last], draws=" ".join(STUB.split()[:draws]))


@clause("38.10(b)2", "38.10(d)", "38.10(k)", "1.13X(b)1")
def test_a_draw_that_the_stub_cannot_serve_is_refused_before_it_happens() -> None:
    for cards in ("6c 6d 8c", "6c 6d 8c 8d 9c"):
        with pytest.raises(
            IllegalAction, match=r"because the stub has 2 cards left \[lunar-poker:38\.10\(b\)2\]; offered"
        ):
            five_players([exchange(cards, 5)], 22)
    served = five_players([exchange("6c 6d", 5), at(5, FOLD), STAND], 22)
    assert row(served, "ante", 1) == ("win", 1000, 1000)
    with pytest.raises(IllegalAction, match=r"because the stub has no card left \[lunar-poker:38\.10\(k\)\]; offered"):
        five_players([exchange("6c 6d", 5), at(5, FOLD), FORCE], 22)
    five_players([at(5, BUY), at(5, FOLD), FORCE], 22)  # the last card is the dealer's
    one_left = without_stub(dealt(*"ABCDE"), left=1)
    with pytest.raises(IllegalAction, match=r"because the stub has 1 card left"):
        one_left.do(Decision(1, "exchange", 1000, _lowest(one_left, 1)))


def without_stub(driver: Driver, left: int = 0) -> Driver:
    """A table at which others have drawn all of the stub but for some cards."""
    clause_ = f"{TEXT}:38.10(d)"
    while len(driver.table.in_play.stack) > left:
        card = driver.table.in_play.stack[:1]
        name = driver.table.seats[1].player
        drawn = [Dealt("seat 1", card, clause_, name), Discarded("seat 1", card, clause_, name)]
        driver.table = replay(driver.table, drawn)
    return driver


@clause("38.13(b)", "38.13(c)")
@pytest.mark.parametrize("kind", ["card_face_up_in_shoe", "card_drawn_in_error"])
def test_in_an_empty_stub_no_card_is_found_and_none_is_drawn(kind: str) -> None:
    driver = dealt("Ann")
    assert offered(driver.table, Irregularity(kind))
    assert not offered(without_stub(driver).table, Irregularity(kind))


@clause("38.10(b)1", "38.10(b)2")
def test_with_an_empty_stub_nobody_draws_at_all() -> None:
    driver = without_stub(dealt(*"ABCDE"))
    assert [getattr(offer.action, "do", "") for offer in driver.offers(1)][:2] == ["bet", "fold"]
    with pytest.raises(IllegalAction, match=r"because the stub has 0 cards left \[lunar-poker:38\.10\(b\)1\]"):
        driver.do(Decision(1, "buy", 1000))
    kinds = [getattr(offer.action, "kind", "") for offer in legal(driver.table)]
    assert "card_face_up_in_shoe" not in kinds


@clause("1.13X(b)1", "38.10(d)")
def test_four_players_never_run_out_of_cards() -> None:
    actions: Actions = []
    for seat in (1, 2, 3, 4):
        actions += [exchange(FIVE[str(seat)], seat), at(seat, BET if seat == 1 else FOLD)]
    four = {name: cards for name, cards in FIVE.items() if name != "5"}
    report = settle(four, [*actions, FORCE], draws=" ".join(STUB.split()[:21]), submission={"positions": 4})
    assert report.hands["dealer"] == "Jd 9h 8h 6h Ks"  # the 46th card of the round


@clause("38.10(e)")
def test_a_player_who_bets_lays_the_cards_down_for_good() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "bet", 2000))
    for touched in (Decision(1, "buy", 1000), Decision(1, "fold"), Decision(1, "exchange", 1000, _lowest(driver, 1))):
        with pytest.raises(IllegalAction):
            driver.do(touched)


@clause("38.10(f)", "38.6(e)")
def test_a_player_who_communicates_forfeits_everything() -> None:
    seats = {"1": {"ante": 1000, "super": 500, "progressive": 100}, "2": {"ante": 1000}}
    report = settle(
        {"1": FLUSH, "2": PAIR, "dealer": QUALIFIER},
        [DECLARE, BUY, BET, irregular("communicating", seat=1), at(2, BET)],
        seats,
        draws="2s",
    )
    for wager in ("ante", "super", "progressive", "bet", "buy"):
        assert row(report, wager) == ("forfeit", 0, 0)
        assert clause_of(report, wager) == "38.10(f)"
    assert report.net == {"1": -1000 - 500 - 100 - 2000 - 1000, "2": 2000}
    assert report.meters == {"progressive": {"main": METER + 70}}


@clause("38.10(f)", "38.12(h)")
def test_a_jackpot_forfeited_goes_back_to_the_meter_and_its_reset_with_it() -> None:
    seats = {"1": {"ante": 1000, "progressive": 100}, "2": {"ante": 1000}}
    hands = {"1": ROYAL, "2": PAIR, "dealer": QUALIFIER}
    report = settle(hands, [at(2, BET), irregular("communicating", seat=1)], seats)
    assert report.meters == {"progressive": {"main": METER + 70}}
    assert report.net["1"] == -1100


@clause("38.10(f)", "38.13(a)")
@pytest.mark.parametrize(("reading", "result", "net"), [("stands", "forfeit", -1100), ("returned", "void", 0)])
def test_whether_a_forfeit_outlasts_a_void_round_is_a_reading(reading: str, result: str, net: int) -> None:
    report = settle(
        {"1": FLUSH, "2": PAIR, "dealer": QUALIFIER},
        [irregular("communicating", seat=1), irregular("hole_card_exposed")],
        {"1": {"ante": 1000, "progressive": 100}, "2": {"ante": 1000}},
        submission={"forfeit_in_void": reading},
    )
    assert row(report, "ante")[0] == row(report, "progressive")[0] == result
    assert row(report, "ante", 2) == ("void", 0, 1000)
    assert report.net == {"1": net, "2": 0}
    assert report.meters == {"progressive": {"main": METER + (70 if reading == "stands" else 0)}}


TWO_FOR = Decision(1, "exchange", 1000, cards=("7d", "4s"))


def exchanging(**submission: Any) -> Driver:
    """Seat 1 has laid two cards aside, and none was dealt for them yet; seat 2 has a flush and a super side bet."""
    driver = opened("Ann", "Ben", stack=stacked(PAIR, FLUSH, QUALIFIER, draws="5c 6c"), **submission)
    driver.do(Bet(1, "ante", 1000), Bet(1, "super", 500), Bet(2, "ante", 1000), Bet(2, "super", 500), NoMoreBets())
    return driver.duties(until=Reveal).do(TWO_FOR)


@clause("38.10(a)")
@pytest.mark.parametrize("reading", ["further_cards", "own_choice"])
def test_who_has_not_chosen_may_declare_until_the_cards_of_an_exchange_are_dealt(reading: str) -> None:
    driver = exchanging(declare_until=reading)
    driver.do(Decision(2, "declare"), by=player("Ben"))
    assert [due.step for due in driver.table.owed] == ["verify_declared", "confirm_discards"]
    driver.do(Step("verify_declared", seat=2), by=Actor(Role.DEALER))
    assert driver.table.seats[2].settled["super"].pays == 60 * 500
    late = exchanging(declare_until=reading).do(Step("confirm_discards", seat=1, count=2), by=Actor(Role.DEALER))
    assert [late.table.seats[seat].settled["super"].result for seat in (1, 2)] == ["lose", "lose"]
    with pytest.raises(IllegalAction):
        play(late.table, Decision(2, "declare"), player("Ben"))


@clause("38.10(a)")
def test_others_may_declare_while_a_supervisor_looks_into_the_discards() -> None:
    driver = exchanging().do(Step("confirm_discards", seat=1, count=3), by=Actor(Role.DEALER))
    driver.do(Decision(2, "declare"), by=player("Ben")).do(Step("verify_declared", seat=2), by=Actor(Role.DEALER))
    assert driver.table.seats[2].settled["super"].pays == 60 * 500
    assert [due.step for due in driver.table.owed] == ["settle_difference", "confirm_discards"]
    driver.do(Step("settle_difference", seat=1), by=Actor(Role.SUPERVISOR))
    driver.do(Step("confirm_discards", seat=1, count=2), by=Actor(Role.DEALER)).duties(until=Reveal)
    assert len(driver.hand(1)) == 5


@clause("38.10(a)")
def test_an_exchange_that_deals_no_card_costs_nobody_a_payout() -> None:
    driver = exchanging().do(Irregularity("communicating", 1))
    while driver.table.owed:
        driver.owed()
    assert "super" in driver.table.seats[2].lying
    driver.do(Decision(2, "declare")).owed()
    assert driver.table.seats[2].settled["super"].pays == 60 * 500


@clause("38.10(a)")
@pytest.mark.parametrize(("reading", "theirs"), [("further_cards", "lying"), ("own_choice", "lose")])
def test_who_has_laid_cards_aside_has_no_hand_to_declare(reading: str, theirs: str) -> None:
    driver = exchanging(declare_until=reading)
    with pytest.raises(IllegalAction, match="has chosen"):
        play(driver.table, Decision(1, "declare"), player("Ann"))
    settled = driver.table.seats[1].settled
    assert (settled["super"].result if "super" in settled else "lying") == theirs


@clause("38.10(f)")
def test_a_player_who_has_communicated_forfeits_everything_whenever_it_is_found_out() -> None:
    driver = bets(dealt("Ann", "Ben", stack=stacked(PAIR, FLUSH, NO_HAND)))
    for found in found_later(driver, Irregularity("communicating", 1)):
        assert {one.result for one in found.table.seats[1].settled.values()} == {"forfeit"}
        with pytest.raises(IllegalAction):
            found.do(Irregularity("communicating", 1))
        if found.table.phase == rules.FORCING:
            found.do(Decision(2, "stand"))
        elif found.table.phase == Phase.DECIDING:
            found.do(Reveal(), Decision(2, "stand"))
        assert found.duties().table.phase == Phase.BETTING
        assert found.table.ledger["player:Ann"] == -3000
        assert found.table.ledger["player:Ben"] == 1000


TELLS, SHOWS = Irregularity("communicating", 1), Irregularity("hole_card_exposed")


@clause("38.10(f)", "38.13(a)")
@pytest.mark.parametrize("until", ["rack_stub", Reveal, "collect"])
def test_a_forfeit_costs_the_same_whether_the_void_or_the_telling_is_found_first(until: type | str) -> None:
    after = []
    for found in ((TELLS, SHOWS), (SHOWS, TELLS)):
        driver = opened("Ann", "Ben", stack=stacked(PAIR, FLUSH, QUALIFIER))
        for seat in (1, 2):
            driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
        driver.do(NoMoreBets()).duties(until=Reveal if until == "collect" else until)
        if until == "collect":
            bets(driver).duties(until=until)
        driver.do(*found).duties()
        after.append({name: amount for name, amount in driver.table.ledger.items() if amount})
    assert after[0] == after[1]
    assert (after[0]["player:Ann"], "player:Ben" in after[0]) == (-3100 if until == "collect" else -1100, False)
    assert after[0]["meter:progressive:main"] == METER + 70


@clause("38.10(f)")
def test_a_player_who_has_communicated_forfeits_what_goes_back_because_the_dealer_was_forced_in_vain() -> None:
    driver = bets(dealt("Ann", "Ben", stack=stacked(PAIR, FLUSH, NO_HAND, draws="5c"))).do(Reveal())
    driver.do(Decision(1, "force", 1000), Decision(2, "stand"), Step("settle"))
    assert driver.table.seats[1].settled["bet"].result == "void"
    driver.do(Irregularity("communicating", 1))
    assert {one.result for one in driver.table.seats[1].settled.values()} == {"forfeit"}
    assert driver.duties().table.ledger["player:Ann"] == -4000


@clause("38.10(i)3", "38.10(j)2", "38.13(a)", "38.13(d)")
@pytest.mark.parametrize("found", [Irregularity("hole_card_exposed"), Irregularity("wrong_number_of_cards", 1)])
@pytest.mark.parametrize(("reading", "documents"), [("hands_in_play", 1), ("all_hands", 0)])
def test_a_void_hand_stays_for_the_papers_of_a_payout_that_stands(
    found: Irregularity, reading: str, documents: int
) -> None:
    driver = opened("Ann", stack=stacked(FLUSH, NO_HAND), void_reaches=reading)
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal).do(found)
    assert driver.table.seats[1].collected is (not documents)
    driver.duties()
    assert driver.table.phase == Phase.BETTING
    assert driver.steps.count(("document", Role.SUPERVISOR)) == documents
    assert driver.table.ledger["player:Ann"] == (4900 if documents else 0)


@clause("38.13(d)", "38.10(a)", "38.10(d)")
@pytest.mark.parametrize("do", [Decision(1, "declare"), Decision(1, "exchange", 1000, cards=("Kh", "9h"))])
def test_nothing_more_is_verified_of_a_void_hand_or_dealt_to_it_while_it_stays(do: Decision) -> None:
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER), void_reaches="hands_in_play")
    driver.do(Bet(1, "ante", 1000), Bet(1, "super", 500), Bet(1, "progressive", 100), NoMoreBets())
    driver.duties(until=Reveal).do(do)
    left = driver.table.in_play.stack
    driver.do(Irregularity("wrong_number_of_cards", 1)).duties(until=Reveal)
    assert driver.table.in_play.stack == left
    assert {driver.table.seats[1].settled[wager].result for wager in ("ante", "super")} == {"void"}
    assert driver.duties().table.phase == Phase.BETTING


@clause("38.10(f)")
def test_in_a_void_round_nothing_is_forfeited_where_a_void_returns_it() -> None:
    driver = bets(dealt("Ann", "Ben", stack=stacked(PAIR, FLUSH, NO_HAND), forfeit_in_void="returned")).do(SHOWS)
    for until in ("rack_stub", "collect"):
        with pytest.raises(IllegalAction):
            driver.duties(until=until).do(TELLS)


@clause("38.10(f)", "38.13(d)")
def test_a_void_hand_has_nothing_to_forfeit_where_a_void_returns_it() -> None:
    driver = dealt("Ann", "Ben", forfeit_in_void="returned").do(Irregularity("wrong_number_of_cards", 1))
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("communicating", 1))
    driver.do(Irregularity("communicating", 2))
    assert driver.table.ledger["inventory"] == 1000


@clause("38.10(f)", "38.13(d)")
@pytest.mark.parametrize(
    "kinds", [("communicating", "wrong_number_of_cards"), ("wrong_number_of_cards", "communicating")]
)
def test_the_wagers_of_a_void_hand_are_forfeited_whichever_is_found_first(kinds: tuple[str, str]) -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000))
    driver.do(NoMoreBets()).duties(until=Reveal)
    for kind in kinds:
        driver.do(Irregularity(kind, 1))
    assert {one.result for one in driver.table.seats[1].settled.values()} == {"forfeit"}
    assert driver.table.ledger["player:Ann"] == -1100
    assert driver.table.meter("progressive", "main") == METER + 70


@clause("38.13(d)")
def test_a_void_hand_is_not_void_again() -> None:
    driver = dealt("Ann", "Ben").do(Irregularity("wrong_number_of_cards", 1))
    driver.do(Irregularity("wrong_number_of_cards", 1))
    assert [type(event) for event in driver.entries[-1].events] == [IrregularityNoted]
    driver.do(Irregularity("hole_card_exposed"))
    undone = [event.settled.seat for event in driver.events if isinstance(event, SettlementUndone)]
    assert 1 not in undone
    assert driver.table.seats[2].settled["ante"].result == "void"


# --- 38.10(g)-(i): the dealer plays -----------------------------------------------------------------------------------


@clause("38.10(g)", "38.1 Hole card")
def test_the_hole_cards_are_shown_when_everybody_has_bet_or_folded() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "fold"))
    with pytest.raises(IllegalAction):
        driver.do(Reveal())
    driver.do(Decision(2, "bet", 2000))
    assert sum(card != "??" for card in view(driver.table).cards("dealer")) == 1
    driver.do(Reveal())
    assert "??" not in view(driver.table).cards("dealer")


@clause("38.10(h)", "38.10(k)2(1)", "38.1 Round of play")
def test_hands_are_settled_from_the_dealers_right_and_collected() -> None:
    driver = bets(dealt("Ann", "Ben", "Cid", stack=stacked(PAIR, NOTHING, FLUSH, QUALIFIER)))
    before = len(driver.events)
    driver.do(Reveal())
    after = driver.events[before:]
    assert [event.place for event in after if isinstance(event, TurnedUp)] == ["dealer", "seat 3", "seat 2", "seat 1"]
    assert list(dict.fromkeys(event.seat for event in after if isinstance(event, Settled))) == [3, 2, 1]
    assert [event.seat for event in after if isinstance(event, HandCollected)] == [3, 2, 1]
    driver.duties()
    assert any(isinstance(event, RoundCompleted) for event in driver.events)


def told(driver: Driver, before: int) -> list[tuple[str, int, str]]:
    """What the dealer did with the players' hands since then, in order, and the clause of what was collected."""
    said: list[tuple[str, int, str]] = []
    for event in driver.events[before:]:
        match event:
            case TurnedUp(place=place) if place.startswith("seat"):
                said.append(("turned", int(place[5:]), ""))
            case Settled(seat=seat, wager="bet", result=result):
                said.append((result, seat, ""))
            case HandCollected(seat=seat, clause=ordered):
                said.append(("collected", seat, ordered.partition(":")[2]))
    return said


TIE, OTHER_TIE = "As Kh 4d 3c 2s", "Ah Kc 4s 3s 2d"


@clause("38.10(h)", "38.10(i)1", "38.10(i)2", "38.10(i)3")
def test_hands_are_turned_settled_and_collected_one_by_one_and_ties_after_the_last_that_loses() -> None:
    hands = (TIE, "Qh 9h 7h 5h 2h", "Qd Jd 9c 6h 5s", OTHER_TIE, "Jh Ts 8d 6s 4c")
    driver = bets(dealt("Ann", "Ben", "Cid", "Dot", "Eve", stack=stacked(*hands, "Ac Kd 4h 3d 2c")))
    before = len(driver.events)
    driver.do(Reveal())
    assert told(driver, before) == [
        ("turned", 5, ""), ("lose", 5, ""), ("collected", 5, "38.10(i)1"),
        ("turned", 4, ""), ("push", 4, ""),
        ("turned", 3, ""), ("lose", 3, ""), ("collected", 3, "38.10(i)1"), ("collected", 4, "38.10(i)2"),
        ("turned", 2, ""), ("win", 2, ""), ("collected", 2, "38.10(i)3"),
        ("turned", 1, ""), ("push", 1, ""), ("collected", 1, "38.10(i)2"),
    ]  # fmt: skip


@clause("38.10(j)1", "38.10(j)2", "38.10(k)1")
def test_without_a_hand_all_antes_are_paid_and_then_all_cards_collected_before_a_card_is_replaced() -> None:
    hands = (PAIR, FLUSH, "Ks Ts 8d 6s 5c")
    driver = bets(dealt("Ann", "Ben", "Cid", stack=stacked(*hands, NO_HAND, draws="2d"))).do(Reveal())
    driver.do(Decision(1, "stand"), Decision(2, "force", 1000), Decision(3, "stand"))
    before = len(driver.events)
    driver.do(Step("settle"), by=Actor(Role.DEALER))
    assert told(driver, before) == [
        ("void", 3, ""), ("void", 1, ""), ("collected", 3, "38.10(j)2"), ("collected", 1, "38.10(j)2"),
        ("turned", 2, ""), ("win", 2, ""), ("collected", 2, "38.10(i)3"),
    ]  # fmt: skip


@clause("38.10(i)1", "38.11(a)")
def test_a_hand_whose_progressive_is_still_to_be_judged_stays_on_the_table() -> None:
    posted = {"progressive_judged_on": "final_hand"}
    driver = opened("Ann", "Ben", stack=stacked(NOTHING, FLUSH, QUALIFIER), **posted)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    bets(driver.do(NoMoreBets()).duties(until=Reveal)).do(Reveal())
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    driver.duties(until="collect")
    assert [event.seat for event in driver.events if isinstance(event, HandCollected)] == [1, 2]


@clause("38.10(i)", "38.10(i)1")
def test_a_worse_hand_loses_ante_and_bet() -> None:
    report = settle({"1": NOTHING, "dealer": QUALIFIER}, [BET])
    assert row(report, "ante") == row(report, "bet") == ("lose", 0, 0)
    assert clause_of(report, "bet") == "38.10(i)1"
    assert report.net == {"1": -3000}


@clause("38.10(i)", "38.10(i)2", "38.1 Push")
def test_equal_hands_push() -> None:
    report = settle({"1": "As Kh 4d 3c 2s", "dealer": QUALIFIER}, [BET])
    assert row(report, "ante") == ("push", 0, 1000)
    assert row(report, "bet") == ("push", 0, 2000)
    assert clause_of(report, "ante") == "38.10(i)2"


WINNING = {
    "Royal Flush": ROYAL,
    "Straight Flush": STRAIGHT_FLUSH,
    "Four-of-a-kind": "8c 8d 8h 8s 5d",
    "Full House": "8c 8d 8h 5s 5d",
    "Flush": FLUSH,
    "Straight": "9s 8d 7h 6c 5d",
    "Three-of-a-kind": "8c 8d 8h 7s 5d",
    "Two Pair": "8c 8d 7h 7s 5d",
    "One Pair": "8c 8d 7h 6s 4d",
    "Ace-King": "Ah Ks 7h 6s 4d",
}


@clause("38.10(i)3", "38.12(e)", "38.12(b)")
@pytest.mark.parametrize(("name", "cards"), WINNING.items())
def test_a_better_hand_is_paid_on_the_bet_by_the_table_and_the_ante_pushes(name: str, cards: str) -> None:
    report = settle({"1": cards, "dealer": QUALIFIER}, [BET])
    times = PAY_TABLES["bet"]["printed"].pays[name].numerator  # type: ignore[union-attr]
    assert row(report, "bet") == ("win", 2000 * times, 2000)
    assert row(report, "ante") == ("push", 0, 1000)
    assert clause_of(report, "bet") == "38.10(i)3"
    assert report.net == {"1": 2000 * times}


SECOND = [
    ("Kc Kh Ks Kd Ah", "", 20, 1),  # the examples that the vendor gives
    ("Ah Kc Kh 5s 3d", "", 1, 1),
    ("Ah As Kc Ks 3d", "3h", 2, 2),
    ("Kh Jh 9h 7h 5h", "3h", 5, 5),
    ("3c 4c 4d 5h 6s", "7d", 4, 4),
    ("Ah Kh Qh Jh Th", "9h", 100, 50),
    ("9s 8s 7s 6s 5s", "Ks", 50, 5),
    ("9s 8s 7s 6s 5s", "9d", 50, 4),
    ("Kc Kh Ks Kd Ah", "Ad", 20, 7),
    ("8c 8d 8h 5s 5d", "5h", 7, 7),
    ("Ah Ad As 5s 5d", "Ks", 7, 1),
    ("8c 8d 8h 5s 5d", "Kh", 7, 0),
    ("8h 7h 6h 5h Kh", "9s", 5, 4),
    ("9s 8d 7h 6c 5d", "Th", 4, 4),
    ("9s 8d 7h 6c 5d", "Kh", 4, 0),
    ("Ah Ad As 9s 5d", "Kh", 3, 1),
    ("Ah Ad 5s 5d 9c", "Kh", 2, 1),
    ("Ah Ad 5s 5d 9c", "Qh", 2, 0),
    ("Ah Ks 9s 7d 5d", "Qh", 1, 0),
    ("Qc Qs 9s 7d 5d", "3h", 1, 0),
]


@clause("38.10(i)3", "38.12(e)", "1.13X(c)2")
@pytest.mark.parametrize(("cards", "bought", "first", "second"), SECOND)
def test_a_second_payout_needs_one_card_that_is_not_in_the_first_combination(
    cards: str, bought: str, first: int, second: int
) -> None:
    dealer = "Ac Kd 4h 3s 2c" if first == 1 else "2c 2d 4h 8s Tc" if "6h" in cards else "2c 2d 4h 6h Tc"
    report = settle({"1": cards, "dealer": dealer}, [BUY, BET] if bought else [BET], draws=bought)
    assert row(report, "bet") == ("win", 2000 * (first + second), 2000)


@clause("38.10(i)3")
def test_a_second_payout_is_made_even_if_it_alone_would_not_beat_the_dealer() -> None:
    report = settle({"1": "Kc Kh Ks Kd Ah", "dealer": "Qc Qd Qh 3s 2c"}, [BET])
    assert row(report, "bet") == ("win", 2000 * 21, 2000)
    lost = settle({"1": "Ah Kc Kh 5s 3d", "dealer": "Qc Qd Qh 3s 2c"}, [BET])
    assert row(lost, "bet") == ("lose", 0, 0)
    played = play_round(
        {
            "game": TEXT,
            "seats": {"1": {"ante": 1000}},
            "hands": {"1": "Kc Kh Ks Kd Ah", "dealer": QUALIFIER.replace("Kd", "2d").replace("Ac", "Qc")},
            "actions": [BET],
        }
    )
    notes = [event.hands for event in played.events if isinstance(event, rules.PaidForTwoHands)]
    assert notes == ["Four-of-a-kind 20 to 1, then Ace-King 1 to 1"]


@clause("38.10(i)3")
def test_by_the_other_reading_only_a_sixth_card_brings_a_second_payout() -> None:
    narrow = {"second_payout": "beside_five_cards"}
    five = settle({"1": "Kc Kh Ks Kd Ah", "dealer": "Qc Qd Qh 3s 2c"}, [BET], submission=narrow)
    assert row(five, "bet")[1] == 2000 * 20
    six = settle({"1": "Kh Jh 9h 7h 5h", "dealer": QUALIFIER}, [BUY, BET], draws="3h", submission=narrow)
    assert row(six, "bet")[1] == 2000 * 10
    kicker = settle({"1": "Ah Kc Kh 5s 3h", "dealer": QUALIFIER}, [BUY, BET], draws="9s", submission=narrow)
    assert row(kicker, "bet")[1] == 2000


# --- 38.10(j), (k): no hand, and forcing the dealer -------------------------------------------------------------------


@clause("38.10(j)", "38.10(j)1", "38.12(b)", "1.13X(c)1")
def test_without_a_hand_antes_are_paid_and_bets_are_void() -> None:
    report = settle({"1": PAIR, "2": NOTHING, "dealer": "Qc Ts 4h 3d 2c"}, [BET, at(2, BET), STAND, at(2, STAND)])
    for seat in (1, 2):
        assert row(report, "ante", seat) == ("win", 1000, 1000)
        assert row(report, "bet", seat) == ("void", 0, 2000)
        assert clause_of(report, "bet", seat) == "38.10(j)1"
    assert [one.seat for one in report.settled] == [2, 2, 1, 1]
    assert report.net == {"1": 1000, "2": 1000}


@clause("38.10(j)1", "38.10(j)2")
def test_no_hand_is_announced_and_only_progressive_players_show_their_cards() -> None:
    driver = opened("Ann", "Ben", stack=stacked(PAIR, NOTHING, "Qc Ts 4h 3d 2c"))
    driver.do(Bet(1, "ante", 1000), Bet(2, "ante", 1000), Bet(2, "progressive", 100), NoMoreBets())
    bets(driver.duties(until=Reveal)).do(Reveal())
    turned = driver.events[-2]
    assert isinstance(turned, TurnedUp)
    assert (turned.place, turned.said) == ("dealer", "No hand")
    driver.do(Decision(2, "stand"), Decision(1, "stand")).do(Step("settle"), by=Actor(Role.DEALER))
    assert set(view(driver.table).cards("seat 1")) == {"??"}
    assert view(driver.table).cards("seat 2") == tuple(NOTHING.split())
    assert driver.table.phase == Phase.STUB


@clause("38.10(k)", "38.10(k)1", "38.1 Force the dealer", "38.1 Force the dealer payment", "1.13X(c)3")
def test_a_forced_dealer_replaces_the_highest_card_and_may_qualify() -> None:
    hands = {"1": FLUSH, "2": NOTHING, "3": "Ks Ts 8d 6s 4s", "dealer": "Qc Js 4h 3d 2c"}
    actions = [BET, at(2, BET), at(3, BET), FORCE, at(2, STAND), at(3, FORCE)]
    report = settle(hands, actions, draws="2d")
    assert report.hands["dealer"] == "Js 4h 3d 2c 2d"  # the queen had been dealt first
    hidden = settle({"1": FLUSH, "dealer": "Js 4h 3d Qc 2c"}, [BET, FORCE], draws="2d")
    assert hidden.hands["dealer"] == "Js 4h 3d 2c 2d"
    assert row(report, "ante", 2) == ("win", 1000, 1000)
    assert row(report, "bet", 2) == ("void", 0, 2000)
    assert row(report, "force", 1) == row(report, "force", 3) == ("lose", 0, 0)
    assert row(report, "ante", 1) == ("push", 0, 1000)
    assert row(report, "bet", 1) == ("win", 10_000, 2000)
    assert row(report, "ante", 3) == row(report, "bet", 3) == ("lose", 0, 0)
    assert report.net == {"1": 10_000 - 1000, "2": 1000, "3": -4000}


@clause("38.10(k)", "38.10(k)2")
def test_a_forced_dealer_who_still_has_no_hand_voids_ante_and_bet() -> None:
    report = settle({"1": FLUSH, "dealer": "Qc Js 4s 3d 2c"}, [BET, FORCE], draws="Ts")
    assert row(report, "ante") == ("void", 0, 1000)
    assert row(report, "bet") == ("void", 0, 2000)
    assert clause_of(report, "ante") == "38.10(k)2"
    assert report.net == {"1": -1000}


@clause("38.10(k)", "38.1 Force the dealer")
def test_the_new_card_is_dealt_face_up() -> None:
    driver = dealt("Ann", stack=stacked(PAIR, NO_HAND, draws="8h")).do(Decision(1, "bet", 2000), Reveal())
    driver.do(Decision(1, "force", 1000), Step("settle"))
    assert view(driver.table, ONLOOKER).cards("dealer") == ("Jd", "4h", "3d", "2c", "8h")


@clause("38.10(c)", "38.10(d)", "38.10(k)")
@pytest.mark.parametrize("draw", [Decision(1, "buy", 1000), Decision(1, "exchange", 1000, ("7d", "4s"))])
def test_payments_go_into_the_table_inventory_container(draw: Decision) -> None:
    driver = dealt("Ann", stack=stacked(PAIR, NO_HAND, draws="2s 3s 8h"), progressive=None).do(draw)
    assert driver.table.ledger["inventory"] == 1000
    driver.do(Decision(1, "bet", 2000), Reveal(), Decision(1, "force", 1000))
    assert driver.table.ledger["inventory"] == 2000
    assert driver.table.ledger["layout"] == 3000


@clause("38.10(k)2", "38.10(j)2")
@pytest.mark.parametrize("judged", ["first_five", "final_hand"])
def test_a_player_with_a_progressive_wager_who_forces_in_vain_shows_the_cards(judged: str) -> None:
    hands = stacked(PAIR, NOTHING, "Qc Ts 4h 3d 2c", draws="8h")
    driver = opened("Ann", "Ben", stack=hands, progressive_judged_on=judged)
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    bets(driver).do(Reveal(), Decision(1, "force", 1000), Decision(2, "force", 1000), Step("settle"))
    shown = {event.place for event in driver.events if isinstance(event, TurnedUp)}
    assert {"seat 1", "seat 2"} & shown == {"seat 1"}
    assert driver.table.seats[1].settled["progressive"].result == "lose"


@clause("38.10(d)")
def test_the_number_of_discards_is_confirmed_again_when_they_are_collected() -> None:
    driver = dealt("Ann", stack=stacked(PAIR, QUALIFIER, draws="2s 3s"))
    driver.do(Decision(1, "exchange", 1000, ("7d", "4s")), Step("confirm_discards", seat=1, count=2))
    assert driver.hand(1)[-2:] == CARDS.parse("2s 3s")
    assert driver.table.at("beside seat 1").cards == CARDS.parse("7d 4s")
    with pytest.raises(IllegalAction):
        play(driver.table, Decision(1, "bet", 2000), None)
    driver.do(Step("rack_discards", seat=1, count=1), by=Actor(Role.DEALER))
    assert not driver.table.at(RACK).cards
    driver.do(Step("settle_difference", seat=1)).do(Step("rack_discards", seat=1, count=2), by=Actor(Role.DEALER))
    assert driver.table.at(RACK).cards == CARDS.parse("7d 4s")
    driver.do(Decision(1, "bet", 2000))


@clause("38.10(k)", "38.1 Force the dealer")
def test_the_new_card_may_make_ace_king() -> None:
    report = settle({"1": PAIR, "dealer": "Ac Qd 5h 3d 2c"}, [BET, FORCE], draws="Kc")
    assert report.hands["dealer"] == "Qd 5h 3d 2c Kc"  # the ace went, so a king is not enough
    assert row(report, "ante") == ("void", 0, 1000)


@clause("38.10(k)")
def test_only_a_dealer_without_a_hand_can_be_forced() -> None:
    with pytest.raises(IllegalAction, match=r"because the dealer has a qualifying hand \[lunar-poker:38\.10\(k\)\]"):
        settle({"1": PAIR, "dealer": QUALIFIER}, [BET, FORCE])
    with pytest.raises(IllegalAction, match=r"force is not offered; offered: seat 1: bet"):
        settle({"1": PAIR, "dealer": QUALIFIER}, [FORCE])
    with pytest.raises(IllegalAction, match=r"force \$5 is not offered; offered: seat 1: force \$10"):
        settle({"1": PAIR, "dealer": NO_HAND}, [BET, {**FORCE, "amount": 500}])
    with pytest.raises(IllegalAction, match=r"seat 2: force .*is not offered; nothing is offered to seat 2 now"):
        settle({"1": PAIR, "2": NOTHING, "dealer": "Qc Ts 4h 3d 2c"}, [BET, at(2, FOLD), at(2, FORCE)])
    driver = dealt("Ann", "Ben", stack=stacked(PAIR, NOTHING, "Qc Ts 4h 3d 2c"))
    driver.do(Decision(1, "bet", 2000), Decision(2, "fold"), Reveal())
    asked = [offer.action for offer in legal(driver.table) if isinstance(offer.action, Decision)]
    assert asked == [Decision(1, "force", 1000), Decision(1, "stand")]


@clause("38.10(b)4", "38.10(j)1", "38.10(c)", "38.10(d)")
def test_a_player_whose_time_runs_out_folds_and_does_not_force_the_dealer() -> None:
    def awaited() -> list[int]:
        return [seat.number for seat in rules.GAME.play.awaited(driver.table)]

    def out_of_time(seat: int) -> tuple[Decision, str]:
        assert seat in awaited()
        action, cited = driver.unanswered(seat)
        driver.do(action)
        assert seat not in awaited()
        return action, cited.partition(":")[2]

    driver = dealt("Ann", "Ben", "Cid", "Dan", stack=stacked(PAIR, NOTHING, FLUSH, "Ks Ts 8d 6s 5s", "Qc Js 4h 3d 2c"))
    assert out_of_time(1) == (Decision(1, "fold"), "38.10(b)4")
    driver.do(Decision(2, "buy", 1000))
    assert awaited() == [2]  # until seat 2 has bet or folded
    assert out_of_time(2) == (Decision(2, "fold"), "38.10(c)")
    driver.do(Decision(3, "exchange", 1000, ("Kh", "9h"))).owed().owed()
    assert out_of_time(3) == (Decision(3, "fold"), "38.10(d)")
    driver.do(Decision(4, "bet", 2000), Reveal())
    assert out_of_time(4) == (Decision(4, "stand"), "38.10(j)1")
    driver.duties()
    assert driver.table.ledger["player:Dan"] == 1000


@clause("38.10(k)")
def test_every_remaining_player_says_whether_to_force_in_any_order() -> None:
    hands = {"1": PAIR, "2": NOTHING, "3": FLUSH, "dealer": "Qc Ts 4h 3d 2c"}
    begun = [BET, at(2, FOLD), at(3, BET)]
    with pytest.raises(IllegalAction, match=r"a decision is missing .* offered: seat 1: force \$10"):
        settle(hands, [*begun, at(3, STAND)])
    one = settle(hands, [*begun, at(3, STAND), FORCE], draws="8d")
    two = settle(hands, [*begun, FORCE, at(3, STAND)], draws="8d")
    assert one.net == two.net == {"1": -1000, "2": -1000, "3": 1000}


@clause("38.10(k)2(1)")
def test_hands_that_remain_are_collected_in_order_from_the_dealers_right() -> None:
    driver = dealt("Ann", "Ben", "Cid", stack=stacked(PAIR, NOTHING, FLUSH, "Qc Ts 4h 3d 2c", draws="8h"))
    bets(driver).do(Reveal(), *(Decision(seat, "force", 1000) for seat in (1, 2, 3)), Step("settle"))
    assert [event.seat for event in driver.events if isinstance(event, HandCollected)] == [3, 2, 1]


@clause("38.10(k)2(1)")
def test_hands_can_be_put_together_again_after_the_round() -> None:
    driver = dealt("Ann", stack=stacked(PAIR, NO_HAND, draws="2s 3s 8h"))
    driver.do(Decision(1, "exchange", 1000, ("7d", "4s")), Decision(1, "bet", 2000)).duties()
    driver.do(Decision(1, "force", 1000)).duties(until="collect")
    discarded = {event.place: event.cards for event in driver.events if isinstance(event, Discarded)}
    assert {*driver.hand(1), *discarded["beside seat 1"]} == {*CARDS.parse(PAIR), *CARDS.parse("2s 3s")}
    assert {*driver.table.dealer, *discarded["dealer"]} == {*CARDS.parse(NO_HAND), *CARDS.parse("8h")}
    assert discarded["dealer"] == CARDS.parse("Qc")
    assert driver.table.at(RACK).cards == (*discarded["beside seat 1"], *discarded["dealer"])
    assert view(driver.table).cards(RACK) == ("??", "??", "Qc")


# --- 38.11, 38.12(g)-(i): the progressive -----------------------------------------------------------------------------

PROGRESSIVE = {"1": {"ante": 1000, "progressive": 100}}
QUADS, FULL = "8c 8d 8h 8s 5d", "8c 8d 8h 5s 5d"


def progressive(cards: str, actions: Actions | None = None, main: int = 2_000_000, **submission: object) -> Report:
    return settle(
        {"1": cards, "dealer": NO_HAND},
        actions or [FOLD],
        PROGRESSIVE,
        submission=submission,
        meters={"progressive": {"main": main}},
    )


@clause("38.11(a)", "38.11(c)", "38.12(g)", "38.1 Progressive payout hand")
@pytest.mark.parametrize(("cards", "amount"), [(QUADS, 50_000), (FULL, 10_000), (FLUSH, 5_000)])
def test_fixed_amounts_are_paid_whatever_the_dealer_holds_and_come_off_the_meter(cards: str, amount: int) -> None:
    for actions in ([FOLD], [BET, STAND]):
        report = progressive(cards, actions)
        assert row(report, "progressive") == ("win", amount, 0)
        assert report.meters["progressive"]["main"] == 2_000_070 - amount
    beaten = settle({"1": cards, "dealer": ROYAL.replace("h", "s")}, [BET], PROGRESSIVE)
    assert row(beaten, "progressive") == ("win", amount, 0)
    apart = progressive(cards, fixed_prizes_from="inventory")
    assert row(apart, "progressive") == ("win", amount, 0)
    assert apart.meters["progressive"]["main"] == 2_000_070


@clause("38.12(g)", "38.12(h)")
def test_what_the_meter_cannot_cover_the_house_adds() -> None:
    report = progressive(QUADS, main=10_000)
    assert row(report, "progressive") == ("win", 50_000, 0)
    assert report.meters["progressive"]["main"] == 0
    assert report.house == 1100 - 50_000 + 10_000


@clause("38.12(g)")
def test_a_straight_flush_wins_ten_per_cent_or_five_thousand_dollars_as_elected() -> None:
    share = progressive(STRAIGHT_FLUSH)
    assert row(share, "progressive") == ("win", 200_007, 0)
    assert share.meters["progressive"]["main"] == 2_000_070 - 200_007
    assert row(progressive(STRAIGHT_FLUSH, progressive="amount"), "progressive") == ("win", 500_000, 0)
    more = progressive(STRAIGHT_FLUSH, straight_flush_percent=25)
    assert row(more, "progressive") == ("win", 500_017, 0)


@clause("38.12(g)")
def test_higher_amounts_may_be_posted() -> None:
    prizes = {"Flush": 7_500, "Four-of-a-kind": 60_000}
    assert row(progressive(FLUSH, progressive_prizes=prizes), "progressive")[1] == 7_500
    assert row(progressive(QUADS, progressive_prizes=prizes), "progressive")[1] == 60_000
    assert row(progressive(FULL, progressive_prizes=prizes), "progressive")[1] == 10_000


@clause("38.12(g)", "38.12(h)")
def test_a_royal_flush_wins_the_meter_which_is_then_reset() -> None:
    report = progressive(ROYAL, [DECLARE], progressive_reset=750_000)
    assert row(report, "progressive") == ("win", 2_000_070, 0)
    assert report.meters["progressive"]["main"] == 750_000


@clause("38.12(g)")
@pytest.mark.parametrize("cards", ["9s 8d 7h 6c 5d", "8c 8d 8h 7s 5d", PAIR])
def test_less_than_a_flush_wins_nothing(cards: str) -> None:
    assert row(progressive(cards), "progressive") == ("lose", 0, 0)


@clause("38.12(h)")
def test_the_meter_starts_where_the_licensee_says_and_gets_seventy_per_cent_or_more() -> None:
    report = settle({"1": PAIR, "dealer": QUALIFIER}, [FOLD], PROGRESSIVE, submission={"progressive_initial": 777_777})
    assert report.meters == {"progressive": {"main": 777_777 + 70}}
    assert progressive(PAIR, progressive_rate=85).meters["progressive"]["main"] == 2_000_085
    with pytest.raises(ImproperConfiguration, match=r"progressive_rate = 69 is not allowed; allowed: 70 to 100"):
        progressive(PAIR, progressive_rate=69)


@clause("38.11(a)", "38.11(b)", "38.11(b)1", "38.11(b)2", "38.11(b)3", "38.10(b)")
def test_a_progressive_payout_is_verified_validated_and_made_before_anybody_chooses() -> None:
    driver = opened("Ann", "Ben", stack=stacked(PAIR, FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(2, "ante", 1000))
    driver.do(Bet(1, "progressive", 100), Bet(2, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    after = driver.events[[one.step for one in driver.events if isinstance(one, Stepped)].index("lock_progressive") :]
    done = [entry for entry in driver.entries if isinstance(entry.action, Step)][-5:]
    paid = done[-1]
    assert [(entry.action, entry.by.role) for entry in done] == [
        (Step("resolve_progressives"), Role.DEALER),
        (Step("verify_hand", seat=2), Role.DEALER),
        (Step("verify_light", seat=2), Role.DEALER),
        (Step("validate", seat=2), Role.SUPERVISOR),
        (Step("pay_progressive"), Role.DEALER),
    ]
    won = [entry for entry in driver.entries for event in entry.events if getattr(event, "result", "") == "win"]
    assert won == [paid]
    assert [(event.seat, event.result) for event in after if isinstance(event, Settled)] == [(1, "lose"), (2, "win")]


@clause("38.6(e)", "38.10(e)", "38.11(b)")
def test_a_hand_that_was_shown_for_its_progressive_is_hidden_again_while_it_is_played() -> None:
    driver = opened("Ann", "Ben", stack=stacked(FLUSH, PAIR, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(2, "ante", 1000))
    driver.do(Bet(1, "progressive", 100), NoMoreBets()).duties(until="pay_progressive")

    def seen() -> list[tuple[str, ...]]:
        return [view(driver.table, watcher).cards("seat 1") for watcher in (player("Ben"), ONLOOKER, player("Ann"))]

    assert seen() == [tuple(FLUSH.split())] * 3
    driver.duties(until=Reveal)
    assert seen() == [("??",) * 5, ("??",) * 5, tuple(FLUSH.split())]
    driver.do(Decision(1, "buy", 1000))
    assert seen()[:2] == [("??",) * 6] * 2
    driver.do(Decision(1, "bet", 2000))
    assert seen()[:2] == [("??",) * 6] * 2


@clause("38.6(e)", "38.10(a)1")
def test_a_hand_that_an_instant_payout_has_ended_stays_face_up_for_its_progressive() -> None:
    driver = opened("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(2, "ante", 1000))
    driver.do(Bet(1, "progressive", 100), NoMoreBets(), Deal(), Decision(1, "declare")).duties(
        until="reset_progressive"
    )
    driver.do(Step("reset_progressive", seat=1, count=METER), by=Actor(Role.DEALER))
    assert view(driver.table, player("Ben")).cards("seat 1") == tuple(ROYAL.split())


@clause("38.11(a)", "38.10(i)3", "38.10(j)2", "38.10(a)1")
def test_cards_of_a_payout_from_the_meter_stay_until_it_is_documented() -> None:
    for last in ("fold", "bet"):
        driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "progressive", 100))
        driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, last, 2000 if last == "bet" else 0))
        driver.duties(until="document")
        assert not [event for event in driver.events if isinstance(event, HandCollected)]
        driver.do(Step("document", seat=1), by=Actor(Role.SUPERVISOR))
        assert isinstance(driver.events[-1], HandCollected)
    house = opened("Ann", stack=stacked(FLUSH, QUALIFIER), fixed_prizes_from="inventory").do(Bet(1, "ante", 1000))
    house.do(Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold"))
    assert isinstance(house.events[-1], HandCollected)


@clause("38.11(b)1", "38.11(b)2", "38.11(b)3")
@pytest.mark.parametrize("step", ["verify_hand", "verify_light"])
def test_nothing_is_paid_while_a_progressive_payout_is_not_verified(step: str) -> None:
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=step)
    driver.do(Step(step, seat=1, found="no light"), by=Actor(Role.DEALER))
    for early in (Step("validate", seat=1), Step("pay_progressive")):
        with pytest.raises(IllegalAction):
            play(driver.table, early, None)
    driver.do(Step("settle_difference", seat=1, note="a lamp was changed"), by=Actor(Role.SUPERVISOR))
    driver.do(Step(step, seat=1), by=Actor(Role.DEALER)).duties(until=Reveal)
    assert driver.table.seats[1].settled["progressive"].pays == 5000


SUPERVISOR = Actor(Role.SUPERVISOR)


@clause("38.6(c)", "38.11(b)2")
@pytest.mark.parametrize("step", ["verify_light", "validate"])
@pytest.mark.parametrize(("reading", "back"), [("returned", 100), ("kept", 0)])
def test_a_supervisor_may_rule_that_a_wager_was_not_accepted_and_nothing_is_paid(
    reading: str, back: int, step: str
) -> None:
    driver = opened("Ann", "Ben", stack=stacked(FLUSH, PAIR, QUALIFIER), unaccepted_wager=reading)
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000), NoMoreBets())
    driver.duties(until=step).do(Step(step, seat=1, found="the light is dark"))
    ruling = Step("not_accepted", seat=1, note="progressive")
    with pytest.raises(IllegalAction):
        play(driver.table, ruling, Actor(Role.DEALER))
    with pytest.raises(IllegalAction):
        play(driver.table, replace(ruling, note="ante"), SUPERVISOR)
    driver.do(ruling, by=SUPERVISOR)
    assert not driver.table.owed  # nobody is left to be paid
    driver.duties(until=Reveal)
    made = driver.table.seats[1].settled["progressive"]
    assert (made.result, made.pays, made.returned) == ("void" if back else "lose", 0, back)
    assert driver.table.ledger["player:Ann"] == back - 1100
    assert driver.table.meter("progressive", "main") == METER + (0 if back else 70)
    assert view(driver.table, player("Ben")).cards("seat 1") == ("??",) * 5
    driver.do(Irregularity("communicating", 1))  # which costs what was a wager, and no more
    assert driver.table.ledger["player:Ann"] == back - 1100
    assert driver.table.ledger["layout"] == 1000


@clause("38.11(b)1", "38.11(b)3")
@pytest.mark.parametrize("step", ["verify_hand", "validate"])
def test_a_payout_that_a_supervisor_does_not_validate_is_not_made(step: str) -> None:
    driver = opened("Ann", "Ben", stack=stacked(FLUSH, PAIR, QUALIFIER))
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000), NoMoreBets())
    driver.duties(until=step).do(Step(step, seat=1, found="another deck"))
    driver.do(Step("not_validated", seat=1, note="progressive"), by=SUPERVISOR)
    assert [due.step for due in driver.table.owed] == []  # nothing more is verified, and nobody is paid
    assert view(driver.table, player("Ben")).cards("seat 1") == ("??",) * 5
    driver.duties(until=Reveal)
    assert driver.table.seats[1].settled["progressive"].result == "lose"
    assert driver.table.meter("progressive", "main") == METER + 70


@clause("38.11(b)1", "38.11(b)3", "38.10(j)2")
def test_with_nobody_left_to_be_paid_the_hands_that_waited_are_collected() -> None:
    cards = stacked(FLUSH, STRAIGHT_FLUSH, QUALIFIER)
    driver = opened("Ann", "Ben", stack=cards, progressive_judged_on="final_hand")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties().do(Decision(1, "bet", 2000), Decision(2, "bet", 2000), Reveal())
    for seat, left in ((2, ["verify_hand", "verify_light", "validate", "pay_progressive"]), (1, [])):
        driver.do(Step("verify_hand", seat=seat, found="another deck"))
        driver.do(Step("not_validated", seat=seat, note="progressive"), by=SUPERVISOR)
        assert [due.step for due in driver.table.owed] == left
    assert all(seat.collected for seat in driver.table.seats.values())


@clause("38.10(a)1", "38.10(a)2")
@pytest.mark.parametrize(("hand", "claimed"), [(ROYAL, "ante"), (FLUSH, "super")])
def test_a_supervisor_may_rule_that_nothing_is_due_on_a_declared_hand(hand: str, claimed: str) -> None:
    driver = opened("Ann", "Ben", stack=stacked(hand, PAIR, QUALIFIER))
    driver.do(Bet(1, "ante", 1000), Bet(1, "super", 500), Bet(2, "ante", 1000), NoMoreBets()).duties()
    driver.do(Decision(1, "declare"), Step("verify_declared", seat=1, found="another card"))
    ruling = Step("not_verified", seat=1, note=claimed)
    with pytest.raises(IllegalAction):
        play(driver.table, ruling, Actor(Role.DEALER))
    driver.do(ruling, by=SUPERVISOR)
    assert [type(event) for event in driver.entries[-1].events][-2:] == [Settled, TurnedDown]  # then the cards go back
    assert not driver.table.owed
    assert driver.table.seats[1].settled["super"].result == "lose"
    assert view(driver.table, player("Ben")).cards("seat 1") == ("??",) * 5
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "declare"))
    driver.do(Decision(1, "bet", 2000))  # the round goes on


@clause("38.6(c)", "38.7(b)")
def test_a_wager_that_the_system_has_not_accepted_is_taken_back_and_the_others_counted_again() -> None:
    driver = opened("Ann", "Ben")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="verify_progressive")
    driver.do(Step("verify_progressive", count=2, found="the system has accepted one"))
    driver.do(Step("take_back", seat=2, note="progressive"), by=SUPERVISOR)
    assert driver.table.ledger["player:Ben"] == -1000
    driver.do(Step("verify_progressive", count=1), by=Actor(Role.DEALER))
    assert not driver.table.owed
    driver.duties(until=Reveal)
    assert driver.table.meter("progressive", "main") == METER + 70
    assert "progressive" not in driver.table.seats[2].chips


@clause("38.6(c)", "38.7(b)")
def test_a_coupon_that_is_taken_back_leaves_as_many_chips_to_be_counted() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), Bet(2, "ante", 1000))
    driver.do(Coupon(2, "progressive", 100), NoMoreBets()).duties(until="verify_progressive")
    driver.do(Step("verify_progressive", count=1, found="the system has accepted one"))
    driver.do(Step("take_back", seat=2, note="progressive"), by=SUPERVISOR)
    assert [(due.step, due.expected) for due in driver.table.owed] == [("verify_progressive", 1)]


@clause("38.10(j)2", "38.10(k)2")
@pytest.mark.parametrize("then", [Decision(1, "stand"), Decision(1, "force", 1000)])
def test_whose_progressive_was_taken_back_does_not_show_the_cards(then: Decision) -> None:
    driver = opened("Ann", stack=stacked(PAIR, "Qc Jd 4h 3d 2c", draws="Tc"))
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until="verify_progressive")
    driver.do(Step("verify_progressive", count=0), Step("take_back", seat=1, note="progressive"))
    bets(driver.duties(until=Reveal)).do(Reveal(), then).duties()
    assert driver.table.rounds == 1
    assert "seat 1" not in {event.place for event in driver.events if isinstance(event, TurnedUp)}


@clause("38.12(h)", "38.12(i)")
def test_a_meter_that_was_won_is_reset_before_whoever_is_paid_next() -> None:
    driver = opened("Ann", "Ben", stack=stacked(STRAIGHT_FLUSH, ROYAL, QUALIFIER), progressive_reset=400_000)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="reset_progressive")
    assert driver.table.seats[2].settled["progressive"].pays == METER + 140
    assert driver.table.meter("progressive", "main") == 0
    with pytest.raises(IllegalAction):
        play(driver.table, Step("pay_progressive"), Actor(Role.DEALER))
    driver.do(Step("reset_progressive", seat=2, count=0), by=Actor(Role.DEALER))
    assert driver.table.meter("progressive", "main") == 0
    driver.do(Step("settle_difference", seat=2), by=Actor(Role.SUPERVISOR))
    driver.do(Step("reset_progressive", seat=2, count=400_000), by=Actor(Role.DEALER)).duties(until=Reveal)
    assert driver.table.seats[1].settled["progressive"].pays == 40_000
    assert driver.table.meter("progressive", "main") == 360_000


def royals(**submission: Any) -> Driver:
    """Two royal flushes have shared the meter, which is to be reset."""
    driver = opened("Ann", "Ben", stack=stacked(ROYAL, SPADES, LOW), **submission)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    return driver.do(NoMoreBets()).duties(until="reset_progressive")


@clause("38.12(h)", "38.12(i)")
@pytest.mark.parametrize("kind", ["communicating", "wrong_number_of_cards"])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_meter_that_was_shared_stays_reset_while_one_of_those_who_shared_it_keeps_it(kind: str, seat: int) -> None:
    driver = royals(shared_meter="as_paid").duties(until=Reveal)
    kept, half = METER + (0 if kind == "communicating" else -70), METER // 2 + 70
    driver.do(Irregularity(kind, seat))
    assert driver.table.seats[3 - seat].settled["progressive"].pays == half
    assert driver.table.meter("progressive", "main") == kept + half
    driver.do(Irregularity(kind, 3 - seat))
    both = METER + (140 if kind == "communicating" else 0)
    assert driver.table.meter("progressive", "main") == both  # nobody has won it any longer


@clause("38.12(i)", "38.12(g)", "38.10(f)")
def test_a_royal_flush_is_due_nothing_of_what_a_straight_flush_forfeits() -> None:
    driver = opened("Ann", "Ben", stack=stacked(STRAIGHT_FLUSH, ROYAL, QUALIFIER), progressive_reset=400_000)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=Reveal)
    paid = driver.table.seats[2].settled["progressive"]
    driver.do(Irregularity("communicating", 1))
    assert driver.table.seats[2].settled["progressive"] == paid
    assert driver.table.meter("progressive", "main") == 400_000  # the tenth of it is back


@clause("38.12(i)", "38.12(g)", "38.13(d)", "38.10(f)")
@pytest.mark.parametrize("until", ["reset_progressive", Reveal])
@pytest.mark.parametrize("kind", ["communicating", "wrong_number_of_cards"])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_royal_flush_that_is_left_alone_is_due_the_whole_meter(kind: str, seat: int, until: Any) -> None:
    driver = royals().duties(until=until)
    driver.do(Irregularity(kind, seat))
    added = 140 if kind == "communicating" else 70  # a void wager has added nothing
    assert driver.table.seats[3 - seat].settled["progressive"].pays == METER + added
    assert driver.table.seats[3 - seat].settled["progressive"].clause == f"{TEXT}:38.12(i)"
    driver.duties(until=Reveal)
    assert driver.table.meter("progressive", "main") == METER
    assert sum(driver.table.ledger.values()) == 0
    driver.do(Irregularity(kind, 3 - seat))
    assert driver.table.meter("progressive", "main") == METER + (140 if kind == "communicating" else 0)
    assert sum(driver.table.ledger.values()) == 0


@clause("38.12(i)")
@pytest.mark.parametrize("until", ["reset_progressive", Reveal])
@pytest.mark.parametrize(("reading", "left"), [("shared_anew", 500_105), ("as_paid", 333_403)])
def test_of_three_royal_flushes_two_share_anew_with_the_cents_that_three_could_not_share(
    reading: str, left: int, until: Any
) -> None:
    spread = [ROYAL.replace("h", suit) for suit in "hsc"]
    driver = opened(*"ABC", stack=stacked(*spread, LOW), progressive_initial=1_000_001, shared_meter=reading)
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=until)
    assert driver.table.seats[1].settled["progressive"].pays == 1_000_211 // 3
    driver.do(Irregularity("communicating", 2))
    assert [driver.table.seats[one].settled["progressive"].pays for one in (1, 3)] == [left, left]
    driver.duties(until=Reveal)
    assert driver.table.meter("progressive", "main") == METER + (until == Reveal and reading == "as_paid") * left


@clause("38.12(h)")
def test_a_meter_whose_winner_stands_is_reset_though_the_round_is_void_before() -> None:
    driver = royals(void_reaches="hands_in_play").do(Irregularity("hole_card_exposed"))
    assert driver.table.seats[1].settled["progressive"].pays == METER // 2 + 70
    assert [(due.step, due.expected) for due in driver.table.owed] == [("reset_progressive", METER)]
    driver.duties()
    assert driver.table.meter("progressive", "main") == METER
    undone = royals().do(Irregularity("hole_card_exposed")).duties()
    assert undone.table.meter("progressive", "main") == METER
    assert "reset_progressive" not in dict(undone.steps)


@clause("38.12(h)", "38.10(f)")
@pytest.mark.parametrize(("reading", "pays", "left"), [("shared_anew", 114, 1026), ("as_paid", METER // 10, 0)])
def test_what_others_have_won_of_a_reset_that_is_taken_back_is_reckoned_anew_or_the_house_makes_it_up(
    reading: str, pays: int, left: int
) -> None:
    hands = stacked(STRAIGHT_FLUSH, ROYAL, QUALIFIER)
    driver = opened("Ann", "Ben", stack=hands, progressive_initial=1000, shared_meter=reading)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=Reveal)
    assert driver.table.seats[1].settled["progressive"].pays == METER // 10
    driver.do(Irregularity("communicating", 2))
    assert driver.table.seats[1].settled["progressive"].pays == pays
    assert driver.table.meter("progressive", "main") == left
    driver.do(Irregularity("communicating", 1))
    assert driver.table.meter("progressive", "main") == 1140
    assert driver.table.ledger["house"] == -1000  # what it made up for it has back
    assert sum(driver.table.ledger.values()) == 0


def both_won(*hands: str, until: Any, **submission: Any) -> Driver:
    """Hands that win something of the meter, at a table that has come so far."""
    driver = opened(*"ABC"[: len(hands)], stack=stacked(*hands, LOW), **submission)
    for seat in range(1, len(hands) + 1):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    return driver.do(NoMoreBets()).duties(until=until)


@clause("38.12(g)", "38.12(i)", "38.13(d)", "38.10(f)")
@pytest.mark.parametrize("kind", ["communicating", "wrong_number_of_cards"])
def test_a_straight_flush_after_a_royal_flush_that_does_not_stand_is_paid_as_if_that_had_been_seen(kind: str) -> None:
    found, hands = Irregularity(kind, 2), (STRAIGHT_FLUSH, ROYAL)
    early = both_won(*hands, until="resolve_progressives", progressive_reset=100_000).do(found).duties(until=Reveal)
    late = both_won(*hands, until=Reveal, progressive_reset=100_000).do(found)
    assert late.table.seats[1].settled["progressive"].pays == (METER + (140 if kind == "communicating" else 70)) // 10
    assert late.table.ledger == early.table.ledger


@clause("38.12(i)", "38.10(f)")
@pytest.mark.parametrize("until", ["reset_progressive", Reveal])
def test_a_straight_flush_is_paid_before_the_royal_flush_with_which_another_has_shared_too_early(until: Any) -> None:
    driver = both_won(SPADES, STRAIGHT_FLUSH, ROYAL, until=until).do(Irregularity("communicating", 3))
    driver.duties(until=Reveal)
    tenth = (METER + 210) // 10
    pays = [driver.table.seats[seat].settled["progressive"].pays for seat in (1, 2)]
    assert pays == [METER + 210 - tenth, tenth]
    assert driver.table.meter("progressive", "main") == METER


@clause("38.12(i)", "38.10(f)")
def test_by_the_other_reading_who_has_shared_keeps_the_share_while_another_is_still_to_be_paid() -> None:
    driver = both_won(SPADES, STRAIGHT_FLUSH, ROYAL, until="reset_progressive", shared_meter="as_paid")
    driver.do(Irregularity("communicating", 3)).duties(until=Reveal)
    pays = [driver.table.seats[seat].settled["progressive"].pays for seat in (1, 2)]
    assert pays == [METER // 2 + 105, METER // 10]


@clause("38.12(g)", "38.12(i)", "38.10(f)", "38.13(d)")
@pytest.mark.parametrize("kind", ["communicating", "wrong_number_of_cards"])
@pytest.mark.parametrize("draw", ["buy", "exchange"])
def test_a_hand_judged_on_its_first_five_cards_is_paid_anew_on_those_whatever_was_drawn_since(
    draw: str, kind: str
) -> None:
    hands = STRAIGHT_FLUSH, ROYAL
    driver = both_won(*hands, until=Reveal, progressive_judged_on="first_five", progressive_reset=100_000)
    driver.do(Decision(1, draw, 1000, ("9s", "8s") if draw == "exchange" else ())).duties(until=Reveal)
    assert driver.table.seats[1].settled["progressive"].pays == 10_000
    driver.do(Irregularity(kind, 2))
    on_meter = METER + (140 if kind == "communicating" else 70)
    assert driver.table.seats[1].settled["progressive"].pays == on_meter // 10
    assert driver.table.meter("progressive", "main") == on_meter - on_meter // 10
    assert "Straight Flush" not in str(bets(driver).duties().table.own)  # of that round nothing is kept for the next


@clause("38.10(a)1", "38.11(a)")
@pytest.mark.parametrize("found", [None, "communicating", "wrong_number_of_cards"])
def test_no_card_of_a_payout_from_the_meter_is_discarded_before_it_is_documented(found: str | None) -> None:
    driver = both_won(DIAMONDS, NOTHING, until=Reveal)
    driver.do(Decision(1, "exchange", 1000, ("7d", "3d")))
    for early in (Step("confirm_discards", seat=1, count=2), Step("rack_discards", seat=1, count=2)):
        with pytest.raises(IllegalAction):
            play(driver.table, early, None)
    if found:
        driver.do(Irregularity(found, 1))
        assert driver.table.owed[0].step == "confirm_discards"  # with no payout there are no papers
    else:
        driver.do(Step("document", seat=1), by=Actor(Role.SUPERVISOR))
    driver.duties(until=Reveal)
    assert (driver.hand(1)[-1] in CARDS.parse("7d 3d"), len(driver.table.at(RACK).cards)) == (False, 2)
    assert driver.table.seats[1].collected == bool(found)
    bets(driver).duties(until="collect")
    assert driver.steps.count(("document", Role.SUPERVISOR)) == (not found)
    assert all(driver.table.seats[seat].collected for seat in (1, 2))


@clause("38.10(a)1", "38.11(a)", "38.12(i)")
@pytest.mark.parametrize("reading", ["shared_anew", "as_paid"])
@pytest.mark.parametrize("draw", ["", "exchange"])
@pytest.mark.parametrize("found", ["communicating", "wrong_number_of_cards"])
def test_a_payout_off_the_meter_that_is_another_amount_by_now_is_documented_anew(
    found: str, draw: str, reading: str
) -> None:
    driver = both_won(ROYAL, SPADES, until=Reveal, shared_meter=reading)
    if draw:
        driver.do(Decision(1, draw, 1000, ("Ah", "Kh"))).duties(until=Reveal)
    bets(driver).duties(until="collect")
    assert driver.steps.count(("document", Role.SUPERVISOR)) == 2
    driver.do(Irregularity(found, 2))
    anew = reading == "shared_anew"
    assert bool(driver.table.undocumented) is anew
    assert bool(offered(driver.table, Step("document", seat=1), Actor(Role.SUPERVISOR))) is anew
    driver.duties(until=Bet)
    assert driver.steps.count(("document", Role.SUPERVISOR)) == 2 + anew
    collected = [event.seat for event in driver.events if isinstance(event, HandCollected)]
    assert (sorted(collected), driver.table.rounds) == ([1, 2], 1)


@clause("38.10(a)1", "38.10(d)", "38.11(a)", "38.12(i)")
@pytest.mark.parametrize("before", [(), (Step("document", seat=1),)])
def test_no_card_is_discarded_before_the_other_amount_of_its_payout_is_documented(before: tuple[Step, ...]) -> None:
    driver = both_won(ROYAL, SPADES, until=Reveal).do(Decision(1, "exchange", 1000, ("Ah", "Kh")))
    driver.do(*before).do(Irregularity("communicating", 2)).duties(until="document")
    with pytest.raises(IllegalAction):
        play(driver.table, Step("confirm_discards", seat=1, count=2), None)
    driver.do(Step("document", seat=1), by=Actor(Role.SUPERVISOR))
    assert [due.step for due in driver.table.owed] == ["confirm_discards"]
    bets(driver).duties(until="collect")
    assert driver.steps.count(("document", Role.SUPERVISOR)) == 1 + len(before)


@clause("38.10(a)1", "38.13(d)")
def test_a_hand_that_is_void_but_for_its_payout_is_collected_when_that_is_documented() -> None:
    driver = both_won(DIAMONDS, NOTHING, until=Reveal, void_reaches="hands_in_play")
    driver.do(Decision(1, "exchange", 1000, ("7d", "3d")), Irregularity("wrong_number_of_cards", 1))
    assert not driver.table.seats[1].collected
    driver.do(Step("document", seat=1), by=Actor(Role.SUPERVISOR))
    assert driver.table.seats[1].collected


@clause("38.10(a)", "38.10(a)1")
def test_others_may_declare_while_an_exchange_waits_for_papers() -> None:
    driver = both_won(DIAMONDS, STRAIGHT_FLUSH, until=Reveal)
    driver.do(Decision(1, "exchange", 1000, ("7d", "3d")), Decision(2, "declare"))
    assert driver.table.owed[0].step == "verify_declared"


@clause("38.12(h)", "38.12(i)", "38.13(d)")
def test_a_meter_stays_reset_for_a_royal_flush_that_was_exchanged_since() -> None:
    driver = both_won(ROYAL, STRAIGHT_FLUSH, until=Reveal, progressive_judged_on="first_five")
    driver.do(Decision(1, "exchange", 1000, ("Ah", "Kh"))).duties(until=Reveal)
    driver.do(Irregularity("wrong_number_of_cards", 2))
    assert driver.table.meter("progressive", "main") == METER
    assert len(driver.table.resets) == 1


@clause("38.12(g)", "38.12(h)", "38.12(i)", "38.10(f)")
@pytest.mark.parametrize("prize", ["default", "amount"])
@pytest.mark.parametrize("hands", [(STRAIGHT_FLUSH, ROYAL), (ROYAL, STRAIGHT_FLUSH)])
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_with_both_winners_forfeited_the_house_has_back_what_it_put_on_the_meter(
    order: tuple[int, int], hands: tuple[str, str], prize: str
) -> None:
    elected = {} if prize == "default" else {"progressive": prize}
    driver = both_won(*hands, until=Reveal, progressive_initial=50_000, **elected)
    for seat in order:
        driver.do(Irregularity("communicating", seat))
    assert driver.table.meter("progressive", "main") == 50_140
    assert driver.table.ledger["house"] == -50_000


@clause("38.12(h)", "38.13(a)", "38.13(d)")
@pytest.mark.parametrize("then", [Irregularity("hole_card_exposed"), Irregularity("wrong_number_of_cards", 2)])
def test_with_all_hands_void_the_meter_shows_what_it_did_before_and_the_house_has_added_nothing(
    then: Irregularity,
) -> None:
    driver = both_won(NOTHING, ROYAL, until="reset_progressive")
    driver.do(Irregularity("wrong_number_of_cards", 1))
    assert driver.table.seats[2].settled["progressive"].pays == METER + 70  # a void wager has added nothing
    driver.do(then)
    assert driver.table.meter("progressive", "main") == METER
    assert driver.table.ledger["house"] == -METER


@clause("38.12(g)", "38.12(h)", "38.12(i)", "38.13(d)")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_meter_that_others_have_emptied_is_never_short_while_a_void_hand_takes_back_what_it_added(seat: int) -> None:
    driver = both_won("6h 7h 9h Th Jh", "Qc Qd Qh Qs 3c", STRAIGHT_FLUSH, until=Reveal, progressive_initial=1)
    driver.do(Irregularity("wrong_number_of_cards", seat))
    state = State()
    for event in driver.events:
        state = evolve(state, event)
        assert state.meter("progressive", "main") >= 0


@clause("38.10(f)", "38.6(c)", "38.11(b)2")
def test_a_wager_that_was_not_accepted_adds_nothing_to_the_meter_when_the_others_are_forfeited() -> None:
    driver = both_won(STRAIGHT_FLUSH, NOTHING, until="verify_light")
    driver.do(Step("verify_light", seat=1, found="dark"), Step("not_accepted", seat=1, note="progressive"))
    assert driver.table.meter("progressive", "main") == METER + 70
    driver.do(Irregularity("communicating", 1))
    assert driver.table.meter("progressive", "main") == METER + 70
    assert driver.table.ledger["player:A"] == -1000


@clause("38.12(h)", "38.10(f)")
def test_a_meter_whose_winner_forfeits_is_not_reset() -> None:
    driver = opened("Ann", "Ben", stack=stacked(STRAIGHT_FLUSH, ROYAL, QUALIFIER), progressive_reset=400_000)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="reset_progressive")
    play(driver.table, Irregularity("communicating", 1), None)
    driver.do(Irregularity("communicating", 2))
    assert driver.table.meter("progressive", "main") == METER + 140
    assert [due.step for due in driver.table.owed] == ["pay_progressive"]
    driver.duties(until=Reveal)
    assert driver.table.seats[1].settled["progressive"].pays == (METER + 140) // 10


@clause("38.12(h)", "38.12(i)")
def test_a_meter_of_which_one_of_two_winners_forfeits_is_reset_from_what_it_shows_then() -> None:
    royals = stacked(ROYAL, ROYAL.replace("h", "s"), QUALIFIER)
    driver = opened("Ann", "Ben", stack=royals, progressive_reset=400_000)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="reset_progressive").do(Irregularity("communicating", 2))
    left = driver.table.meter("progressive", "main")
    (due,) = driver.table.owed
    assert (due.step, due.seat, due.expected) == ("reset_progressive", 1, max(left, 400_000))
    driver.owed()
    assert driver.table.meter("progressive", "main") == max(left, 400_000)


@clause("38.10(a)1", "38.10(a)2")
@pytest.mark.parametrize(("cards", "then"), [(ROYAL, "collected"), (FLUSH, "returned"), (PAIR, "")])
def test_a_declared_hand_is_collected_or_returned_or_was_never_shown(cards: str, then: str) -> None:
    driver = opened("Ann", stack=stacked(cards, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "super", 500))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "declare")).owed()
    assert driver.table.seats[1].collected is (then == "collected")
    assert any(isinstance(event, TurnedDown) for event in driver.events) is (then == "returned")


@clause("38.12(h)", "38.12(i)", "38.10(f)")
def test_a_meter_is_reset_for_the_first_who_has_won_it_before_anybody_else_is_paid() -> None:
    royals = [ROYAL.replace("h", suit) for suit in "hsc"]
    driver = opened(*"ABCD", stack=stacked(STRAIGHT_FLUSH, *royals, "8d 7d 4h 3d 2c"), progressive_reset=400_000)
    for seat in range(1, 5):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="reset_progressive").do(Irregularity("communicating", 4))
    assert [(due.step, due.seat) for due in driver.table.owed] == [("reset_progressive", 2), ("pay_progressive", 0)]


@clause("38.10(a)", "38.10(b)")
def test_a_payout_is_the_same_whether_it_is_declared_before_or_after_the_progressive_is_resolved() -> None:
    paid = []
    for early in (True, False):
        driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "super", 500))
        driver.do(Bet(1, "progressive", 100), NoMoreBets()).duties(until="resolve_progressives")
        if early:
            driver.do(Decision(1, "declare"))
        driver.duties(until=Reveal)
        if not early:
            driver.do(Decision(1, "declare")).owed()
        assert "progressive" in driver.table.seats[1].settled
        paid.append(sorted((one.wager, one.pays, one.returned) for one in driver.table.seats[1].settled.values()))
    assert paid[0] == paid[1]


@clause("38.11(b)", "38.13(d)")
def test_a_hand_that_is_void_before_its_progressive_is_paid_wins_nothing() -> None:
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="pay_progressive").do(Irregularity("wrong_number_of_cards", 1))
    assert not driver.table.owed
    driver.duties(until="collect")
    assert driver.table.seats[1].settled["progressive"].result == "void"
    assert driver.table.meter("progressive", "main") == METER


@clause("38.11(b)", "38.10(f)", "38.13(d)")
@pytest.mark.parametrize("kind", ["communicating", "wrong_number_of_cards"])
@pytest.mark.parametrize("judged_on", ["first_five", "final_hand"])
def test_nothing_is_verified_of_a_hand_that_is_paid_nothing(kind: str, judged_on: str) -> None:
    for others in (True, False):
        hands = stacked(FLUSH, FLUSH.replace("h", "s") if others else PAIR, NO_HAND)
        driver = opened("Ann", "Ben", stack=hands, progressive_judged_on=judged_on)
        for seat in (1, 2):
            driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
        driver.do(NoMoreBets())
        if judged_on == "final_hand":
            bets(driver.duties(until=Reveal)).do(Reveal(), Decision(1, "stand"), Decision(2, "stand"), Step("settle"))
        driver.duties(until="verify_light" if others else "verify_hand")
        if not others:
            driver.do(Step("verify_hand", seat=1, found="a heart is a diamond"))  # for the supervisor to look into
        driver.do(Irregularity(kind, 1))
        owed = ["verify_light", "validate", "pay_progressive"] if others else []
        assert [(due.step, due.seat) for due in driver.table.owed] == [(one, 2 if one[0] == "v" else 0) for one in owed]
        assert driver.table.seats[2].collected is (judged_on == "final_hand" and not others)
        if judged_on == "first_five":
            driver.duties(until=Reveal).do(Decision(2, "fold"))
        driver.duties()
        assert driver.table.phase == Phase.BETTING
        assert ("validate", Role.SUPERVISOR) in driver.steps if others else "validate" not in dict(driver.steps)


@clause("38.10(f)", "38.13(d)")
def test_a_void_hand_leaves_those_that_are_still_played_where_they_lie() -> None:
    driver = dealt("Ann", "Ben", progressive_judged_on="final_hand").do(Irregularity("wrong_number_of_cards", 1))
    assert [seat.collected for seat in driver.table.playing()] == [True, False]


SPADES, CLUBS = "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"
DIAMONDS = "Ad Td 8d 7d 3d"
LOW = "2d 2h 4h 5h 8c"


def winners(hands: dict[str, str], **more: Any) -> dict[int, int]:
    """What each seat wins from a meter that stands at $20,000 when the first is paid."""
    seats = {name: {"ante": 1000, "progressive": 100} for name in hands}
    main = 2_000_000 - 70 * len(hands) + more.pop("odd", 0)
    actions = [at(int(name), FOLD) for name in hands]
    report = settle({**hands, "dealer": LOW}, actions, seats, meters={"progressive": {"main": main}}, submission=more)
    return {one.seat: one.pays for one in report.settled if one.wager == "progressive"}


@clause("38.12(i)")
def test_royal_flushes_share_the_meter_as_it_stood_when_the_first_was_paid() -> None:
    assert winners({"1": SPADES, "2": CLUBS}) == {1: 1_000_000, 2: 1_000_000}
    assert winners({"1": SPADES, "2": ROYAL, "3": CLUBS}, odd=1) == {1: 666_667, 2: 666_667, 3: 666_667}


@clause("38.12(i)")
def test_the_rest_of_a_share_stays_in_the_meter_and_counts_towards_the_reset() -> None:
    seats = {name: {"ante": 1000, "progressive": 100} for name in ("1", "2")}
    report = settle(
        {"1": SPADES, "2": CLUBS, "dealer": LOW},
        [FOLD, at(2, FOLD)],
        seats,
        meters={"progressive": {"main": 1_999_861}},
        submission={"progressive_reset": 600_000},
    )
    assert row(report, "progressive", 1) == row(report, "progressive", 2) == ("win", 1_000_000, 0)
    assert report.meters["progressive"]["main"] == 600_000


@clause("38.12(i)", "38.12(g)")
def test_straight_flushes_are_paid_one_after_the_other_on_what_is_left() -> None:
    runs = {"1": STRAIGHT_FLUSH, "2": "9d 8d 7d 6d 5d"}
    assert winners(runs) == {2: 200_000, 1: 180_000}  # from the dealer's right


@clause("38.12(i)")
def test_turns_go_from_the_dealers_right_and_the_royals_are_paid_together_in_the_first_ones_turn() -> None:
    reset = {"progressive_reset": 1_000_000}
    assert winners({"1": SPADES, "2": "9d 8d 7d 6d 5d"}, **reset) == {2: 200_000, 1: 1_800_000}
    assert winners({"1": "9d 8d 7d 6d 5d", "2": SPADES}, **reset) == {2: 2_000_000, 1: 100_000}
    between = winners({"1": SPADES, "2": "9d 8d 7d 6d 5d", "3": CLUBS}, **reset)
    assert between == {3: 1_000_000, 1: 1_000_000, 2: 100_000}


@clause("38.10(b)", "38.10(a)1")
def test_the_progressive_is_judged_on_the_first_five_cards() -> None:
    drawn = settle({"1": "Kh 9h 7h 5h 2s", "dealer": QUALIFIER}, [BUY, BET], PROGRESSIVE, draws="2h")
    assert row(drawn, "progressive") == ("lose", 0, 0)
    given_away = settle({"1": FLUSH, "dealer": QUALIFIER}, [exchange("Kh 9h"), FOLD], PROGRESSIVE, draws="3s 3c")
    assert row(given_away, "progressive") == ("win", 5000, 0)


@clause("38.10(i)3", "38.10(j)2", "38.1 Fold")
def test_by_the_other_reading_the_progressive_is_judged_on_the_final_hand() -> None:
    final = {"progressive_judged_on": "final_hand"}
    drawn = settle({"1": "Kh 9h 7h 5h 2s", "dealer": QUALIFIER}, [BUY, BET], PROGRESSIVE, draws="2h", submission=final)
    assert row(drawn, "progressive") == ("win", 5000, 0)
    no_hand = settle({"1": FLUSH, "dealer": NO_HAND}, [BET, STAND], PROGRESSIVE, submission=final)
    assert row(no_hand, "progressive") == ("win", 5000, 0)
    folded = settle({"1": FLUSH, "dealer": QUALIFIER}, [FOLD], PROGRESSIVE, submission=final)
    assert row(folded, "progressive") == ("lose", 0, 0)
    assert clause_of(folded, "progressive") == "38.1 Fold"
    instant = settle({"1": ROYAL, "dealer": QUALIFIER}, [DECLARE], PROGRESSIVE, submission=final)
    assert row(instant, "progressive") == ("win", METER + 70, 0)


# --- 38.12(a)-(f): odds and limit -------------------------------------------------------------------------------------

SUPERS = {
    "Four-of-a-kind": QUADS,
    "Same colored straight": "9s 8c 7s 6c 5s",
    "Full House": FULL,
    "Flush": FLUSH,
    "Straight": "9s 8d 7h 6c 5d",
    "Three-of-a-kind": "8c 8d 8h 7s 5d",
    "Ace-King-Queen": "Ah Ks Qd 6s 4d",
    "5 same colored cards": "Js 8s 7c 6s 4c",
}


@clause("38.12(a)")
def test_odds_are_stated_with_to_or_win() -> None:
    assert opened("Ann").terms.inscribed["super"]["Flush"] == "60 to 1"
    assert opened("Ann", odds_word="win").terms.inscribed["super"]["Flush"] == "win 60"
    with pytest.raises(ImproperConfiguration, match="allowed: to, win"):
        terms(TEXT, {"odds_word": "for"})


@clause("38.12(d)", "38.10(a)2")
@pytest.mark.parametrize(("name", "cards"), SUPERS.items())
def test_the_super_side_bet_pays_each_row(name: str, cards: str) -> None:
    dealer = CARDS.text([card for card in WHOLE if card not in CARDS.parse(cards)][:5])
    report = settle({"1": cards, "dealer": dealer}, [DECLARE, FOLD], {"1": {"ante": 1000, "super": 500}})
    assert row(report, "super") == ("win", 500 * SUPER.pays[name].numerator, 500)  # type: ignore[union-attr]
    assert clause_of(report, "super") == "38.12(d)"


@clause("38.12(d)")
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        (ROYAL, "Same colored straight"),
        (STRAIGHT_FLUSH, "Same colored straight"),
        ("9s 8c 7s 6c 5d", "Straight"),
        ("Ah Ad Ks Qd 4c", "Ace-King-Queen"),  # paired or not
        ("Ah As Ad Kd Qc", "Three-of-a-kind"),  # unless a higher row fits
        ("Ah Kh Qd 4h 2d", "Ace-King-Queen"),
        ("Ah Kd Qh Jd Th", "Same colored straight"),
        ("8h 8d 7h 6d 2h", "5 same colored cards"),
        ("8h 8d 7h 6d 2s", ""),
    ],
)
def test_the_super_side_bet_is_paid_for_the_highest_row_that_fits(cards: str, name: str) -> None:
    assert lunar.super_row(hand(cards)) == name


@clause("38.12(d)")
def test_narrower_readings_of_the_super_side_bet_can_be_filed() -> None:
    seats = {"1": {"ante": 1000, "super": 500}}

    def paid(cards: str, **submission: str) -> int:
        return row(settle({"1": cards, "dealer": LOW}, [DECLARE], seats, submission=submission), "super")[1]

    assert paid(SPADES) == 75_000
    assert paid(SPADES, super_straight_flush="not_paid") == 0
    assert lunar.super_row(hand("Ah Ad Ks Qd 4c"), lunar.UNPAIRED) == ""
    assert lunar.super_row(hand("Ah Ad Kh Qd 4h"), lunar.UNPAIRED) == "5 same colored cards"
    assert lunar.super_row(hand("Ah Kd Qs 5d 4h"), lunar.UNPAIRED) == "Ace-King-Queen"
    posted = terms(TEXT, {"super_ace_king_queen": "unpaired"}).posted["super"]
    assert posted is not None
    assert posted.reading == lunar.UNPAIRED


@clause("38.12(c)", "38.12(d)", "38.12(e)")
@pytest.mark.parametrize(
    ("field", "name", "least"),
    [("instant_odds", "Royal Flush", 600), ("super_odds", "Flush", 60), ("bet_odds", "Flush", 5)],
)
def test_odds_may_be_higher_than_printed_but_not_lower(field: str, name: str, least: int) -> None:
    with pytest.raises(
        ImproperConfiguration, match=rf"{field}\.{name} = {least - 1} is not allowed: the least is {least}"
    ):
        terms(TEXT, {field: {name: least - 1}})
    with pytest.raises(ImproperConfiguration, match=rf"{field} is not allowed: Moon has no odds; those that have are"):
        terms(TEXT, {field: {"Moon": 5}})
    wagers = {"instant_odds": "ante", "super_odds": "super", "bet_odds": "bet"}
    cards = ROYAL if field == "instant_odds" else FLUSH
    actions = [DECLARE] if field == "instant_odds" else [DECLARE, BET]
    report = settle(
        {"1": cards, "dealer": QUALIFIER},
        actions,
        {"1": {"ante": 1000, "super": 1000}},
        submission={field: {name: least + 1}},
    )
    stake = 2000 if field == "bet_odds" else 1000
    assert row(report, wagers[field])[1] == stake * (least + 1)


@clause("38.12(f)", "1.13X(b)4")
def test_a_payout_limit_caps_each_bet_with_its_second_payout_and_instant_and_super_payouts() -> None:
    seats = {"1": {"ante": 30_000, "super": 10_000}}
    hands = {"1": QUADS, "dealer": QUALIFIER}
    capped = settle(hands, [DECLARE, BET], seats, submission={"payout_limit": 500_000})
    assert row(capped, "super")[1] == row(capped, "bet")[1] == 500_000
    assert row(settle(hands, [DECLARE, BET], seats), "bet")[1] == 60_000 * 20
    both = {"1": "Kc Kh Ks Kd Ah", "dealer": "Qc Qd Qh 3s 2c"}
    two = settle(both, [BET], {"1": {"ante": 12_400}}, submission={"payout_limit": 500_000})
    assert row(two, "bet")[1] == 500_000  # 24,800 x 20 is within the limit, with one more time it is not
    instant = settle({"1": ROYAL, "dealer": QUALIFIER}, [DECLARE], seats, submission={"payout_limit": 500_000})
    assert row(instant, "ante")[1] == row(instant, "super")[1] == 500_000


@clause("38.12(f)", "1.13X(b)4")
def test_by_the_other_reading_the_limit_is_what_a_player_is_paid_in_the_round() -> None:
    per_round = {"payout_limit": 500_000, "payout_limit_per": "round"}
    seats = {"1": {"ante": 1000, "super": 4000, "progressive": 100}}
    instant = settle({"1": ROYAL, "dealer": QUALIFIER}, [DECLARE], seats, submission=per_round)
    assert row(instant, "ante")[1] == 500_000
    assert row(instant, "super") == ("win", 0, 4000)
    assert row(instant, "progressive")[1] == METER + 70
    paired = settle(
        {"1": FLUSH, "dealer": QUALIFIER}, [DECLARE, BET], {"1": {"ante": 40_000, "super": 4000}}, submission=per_round
    )
    assert row(paired, "super")[1] == 240_000
    assert row(paired, "bet")[1] == 260_000
    no_hand = settle(
        {"1": FLUSH, "dealer": NO_HAND},
        [DECLARE, BET, STAND],
        {"1": {"ante": 300_000, "super": 8000}},
        submission=per_round,
    )
    assert row(no_hand, "ante") == ("win", 300_000, 300_000)  # even money is outside the limit


@clause("38.12(b)", "38.12(f)")
@pytest.mark.parametrize("per", ["wager", "round"])
def test_a_winning_ante_is_paid_even_money_whatever_the_limit(per: str) -> None:
    limited = {"payout_limit": 500_000, "payout_limit_per": per, "limits": {"ante": {"maximum": 1_000_000}}}
    seats = {"1": {"ante": 900_000, "super": 10_000}}
    report = settle({"1": FLUSH, "dealer": NO_HAND}, [DECLARE, BET, STAND], seats, submission=limited)
    assert row(report, "super")[1] == 500_000
    assert row(report, "ante") == ("win", 900_000, 900_000)


@clause("38.12(f)")
@pytest.mark.parametrize(
    ("submission", "least"),
    [
        ({}, 500_000),
        ({"limits": {"ante": {"minimum": 1000}}}, 615_000),  # 600 to 1 at $10, and 150 to 1 at $1
        ({"limits": {"ante": {"minimum": 1000}}, "super_straight_flush": "not_paid"}, 600_000),
        ({"limits": {"ante": {"minimum": 1000}}, "instant_odds": {"Royal Flush": 900}}, 915_000),
        (
            {"limits": {"ante": {"minimum": 2000}}, "bet_odds": {"Royal Flush": 400}},
            40 * 45_000 + 6_000,
        ),  # with 50 for the second, and a flush of five of them
        ({"limits": {"ante": {"minimum": 1000}}, "bet_odds": {"Flush": 200}}, 806_000),
        # A flush and a pair, after a flush of five; a straight flush with ace-king, after five of one colour.
        ({"limits": {"ante": {"minimum": 10_000}}, "bet_odds": {"One Pair": 1000}}, 20_106_000),
        ({"limits": {"ante": {"minimum": 10_000}}, "bet_odds": {"Ace-King": 1000}}, 21_000_200),
        ({"limits": {"super": {"minimum": 5000}}}, 1_270_000),  # 250 to 1 at $50, then a royal flush in exchange at $2
    ],
)
def test_a_limit_is_no_less_than_five_thousand_dollars_or_the_best_win_at_the_minimum(
    submission: dict[str, Any], least: int
) -> None:
    terms(TEXT, {**submission, "payout_limit": least})
    with pytest.raises(ImproperConfiguration, match=r"payout_limit = .* is not allowed: the least is .*38\.12\(f\)"):
        terms(TEXT, {**submission, "payout_limit": least - 1})


@clause("38.12(c)", "38.12(d)", "38.12(e)", "38.12(f)")
def test_odds_may_be_fractions_and_are_paid_to_the_whole_cent_below() -> None:
    odds = {"bet_odds": {"Flush": "11/2", "One Pair": "4/3"}, "instant_odds": {"Royal Flush": "1201/2"}}
    posted = {**odds, "super_odds": {"Flush": "121/2"}}
    seats = {"1": {"ante": 1003, "super": 501}}
    report = settle({"1": FLUSH, "dealer": QUALIFIER}, [DECLARE, BET], seats, submission=posted)
    assert row(report, "bet") == ("win", 11_033, 2006)
    assert row(report, "super") == ("win", 30_310, 501)
    pair = settle({"1": "Ks Kd 9c 5h Ah", "dealer": "Ac Qd Qh 3d 2c"}, [BET], {"1": {"ante": 500}}, submission=posted)
    assert row(pair, "bet") == ("win", 1333 + 1000, 1000)  # 4/3 to 1, then ace-king
    instant = settle({"1": ROYAL, "dealer": QUALIFIER}, [DECLARE], {"1": {"ante": 1001}}, submission=posted)
    assert row(instant, "ante") == ("win", 601_100, 1001)
    minima = {"limits": {"ante": {"minimum": 1501}, "super": {"minimum": 1501}}}
    least = 1501 * 1201 // 2 + 1501 * 150
    terms(TEXT, {**posted, **minima, "payout_limit": least})
    with pytest.raises(ImproperConfiguration, match=r"38\.12\(f\)"):
        terms(TEXT, {**posted, **minima, "payout_limit": least - 1})
    with pytest.raises(ImproperConfiguration, match=r"bet_odds.Flush = 9/2 is not allowed: the least is 5 to 1"):
        terms(TEXT, {"bet_odds": {"Flush": "9/2"}})


@clause("38.12(h)")
def test_a_rate_may_be_a_fraction_and_no_meter_lags_it() -> None:
    driver = opened("Ann", "Ben", stack=stacked(PAIR, NOTHING, ACES.replace("4h", "4d")), progressive_rate="217/3")
    wagers = 0
    for void in (False, True, False, False):
        for seat in (1, 2):
            driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
        driver.do(NoMoreBets()).duties(until=Reveal)
        if void:
            driver.do(Irregularity("wrong_number_of_cards", 1))
        wagers += 1 if void else 2
        assert driver.table.meter("progressive", "main") == METER + ceil(Fraction(wagers * 217, 3))
        for seat in (2,) if void else (1, 2):
            driver.do(Decision(seat, "fold"))
        driver.duties()
    with pytest.raises(ImproperConfiguration, match=r"progressive_rate = '69.9' is not allowed: it is from 70 to 100"):
        terms(TEXT, {"progressive_rate": "69.9"})


@clause("38.12(g)")
def test_a_straight_flush_may_win_a_fraction_of_a_percentage() -> None:
    seats = {"1": {"ante": 1000, "progressive": 100}}
    posted = {"straight_flush_percent": "12.5"}
    report = settle({"1": STRAIGHT_FLUSH, "dealer": QUALIFIER}, [BET], seats, submission=posted)
    assert row(report, "progressive") == ("win", (METER + 70) * 125 // 1000, 0)
    assert terms(TEXT, posted).inscribed["progressive"]["Straight Flush"] == "25/2% of the main meter"
    assert terms(TEXT, {"straight_flush_percent": 99})
    with pytest.raises(ImproperConfiguration, match=r"straight_flush_percent = '199/2' is not allowed: it is from 10"):
        terms(TEXT, {"straight_flush_percent": "199/2"})


def payouts_of_six(six: int, second_payout: str, reading: str) -> set[tuple[str, str, str]]:
    """What six cards win: as a bet, as a second payout, and before the sixth was bought as a super side bet."""
    fives = [six & ~(1 << card) for card in range(52) if six >> card & 1]
    declared = {five: lunar.row(five) in ("Royal Flush", "Straight Flush") for five in fives}
    return {
        (*lunar.bet_rows(six, second_payout), "" if declared[five] else lunar.super_row(five, reading))
        for five in fives
    }


def no_less(ours: tuple[str, str, str], theirs: tuple[str, str, str]) -> bool:
    """Whether everything that the others win is won, too, whatever the odds are."""
    return all(won == other or not other for won, other in zip(ours, theirs, strict=True))


READINGS = list(product(("beside_combination", "beside_five_cards"), ("", "not_paid", "unpaired", "not_paid unpaired")))
LISTED = {readings: set().union(*(payouts_of_six(six, *readings) for six in EVERY_SIX)) for readings in READINGS}
six_cards = st.sampled_from(
    [range(52), range(39), range(26), [*range(13), *range(39, 52)], [*range(8, 13), *range(21, 52)]]
)


@clause("38.12(f)")
@given(six_cards.flatmap(lambda deck: st.sets(st.sampled_from(list(deck)), min_size=6, max_size=6)))
def test_no_six_cards_win_otherwise_than_those_that_the_least_limit_is_reckoned_with(cards: set[int]) -> None:
    """Decks of few suits or high ranks, so that much is made of few cards."""
    for readings in READINGS if lunar.qualifies(mask(cards)) else ():
        for won in payouts_of_six(mask(cards), *readings):
            assert any(no_less(listed, won) for listed in LISTED[readings])


# --- 38.13: irregularities --------------------------------------------------------------------------------------------


@clause("38.13(a)", "38.10(g)")
def test_a_hole_card_exposed_before_all_have_bet_or_folded_voids_all_hands() -> None:
    report = settle(
        {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}, [BUY, BET, irregular("hole_card_exposed")], draws="2s"
    )
    assert report.void == {"reason": "a hole card was exposed before its time", "clause": f"{TEXT}:38.13(a)"}
    assert row(report, "ante", 1) == row(report, "buy", 1) == ("void", 0, 1000)
    assert row(report, "bet", 1) == ("void", 0, 2000)
    assert report.net == {"1": 0, "2": 0}


def found_later(driver: Driver, found: Irregularity) -> Iterator[Driver]:
    """The same found when all have bet, when a dealer without a hand is shown, at the stub and when it is away."""
    for steps in ((), (Reveal(),), (Decision(1, "stand"), Decision(2, "stand"), Step("settle")), (Step("rack_stub"),)):
        driver.do(*steps)
        yield deepcopy(driver).do(found)


@clause("38.13(a)", "38.10(g)")
def test_a_hole_card_that_was_exposed_in_time_voids_all_hands_whenever_it_is_found_out() -> None:
    driver = bets(dealt("Ann", "Ben", stack=stacked(PAIR, FLUSH, NO_HAND)))
    for found in found_later(driver, Irregularity("hole_card_exposed")):
        assert found.table.void
        assert {one.result for seat in (1, 2) for one in found.table.seats[seat].settled.values()} == {"void"}
        assert found.duties().table.phase == Phase.BETTING
        assert found.table.ledger["player:Ann"] == found.table.ledger["player:Ben"] == 0
    driver.do(Step("collect"))
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("hole_card_exposed"))


@clause("38.13(a)", "38.10(f)")
@pytest.mark.parametrize("found", [Irregularity("hole_card_exposed"), Irregularity("communicating", 1)])
def test_by_a_reading_nothing_is_found_out_after_the_reveal(found: Irregularity) -> None:
    stack = stacked(PAIR, FLUSH, NO_HAND)
    driver = bets(dealt("Ann", "Ben", stack=stack, found_until="reveal"))
    assert offered(driver.table, found)
    for steps in ((Reveal(),), (Decision(1, "stand"), Decision(2, "stand"), Step("settle")), (Step("rack_stub"),)):
        with pytest.raises(IllegalAction):
            driver.do(*steps, found)


@clause("38.13(b)")
def test_one_card_face_up_is_put_aside_and_two_void_the_round() -> None:
    stack = "3h " + CARDS.text(stacked(PAIR, QUALIFIER)[:10])
    file: dict[str, Any] = {"game": TEXT, "seats": {"1": {"ante": 1000}}, "stack": stack}
    one = play_round({**file, "actions": [irregular("card_face_up_in_shoe", card="3h"), FOLD]}).report
    assert one.hands == {"1": PAIR, "dealer": QUALIFIER}
    two = [irregular("card_face_up_in_shoe", card="3h"), irregular("card_face_up_in_shoe", card="2h")]
    report = play_round({**file, "actions": two}).report
    assert report.void == {"reason": "more than one card was found face up in the shoe", "clause": f"{TEXT}:38.13(b)"}
    assert row(report, "ante") == ("void", 0, 1000)


@clause("38.13(b)", "38.10(c)", "38.10(d)", "38.10(k)")
def test_a_card_found_face_up_at_a_draw_is_put_aside_too() -> None:
    driver = dealt("Ann", stack=stacked(PAIR, NO_HAND, draws="2s 8s 3s"))
    driver.do(Irregularity("card_face_up_in_shoe", card="2s"), Decision(1, "buy", 1000))
    assert driver.hand(1)[-1:] == CARDS.parse("8s")
    driver.do(Decision(1, "bet", 2000)).duties().do(Decision(1, "force", 1000))
    void = driver.table
    driver.do(Step("settle"), by=Actor(Role.DEALER)).duties(until="collect")  # what the dealer discards is not found
    assert driver.table.void is None
    driver.table = void
    driver.do(Irregularity("card_face_up_in_shoe", card="3s"))
    assert driver.table.void
    assert driver.table.ledger["player:Ann"] == 0


@clause("38.13(c)")
def test_a_card_drawn_in_error_is_used_as_the_next_card() -> None:
    hands = {"1": PAIR, "dealer": QUALIFIER}
    report = settle(hands, [irregular("card_drawn_in_error"), BUY, BET], draws="2s")
    assert report.hands == {"1": f"{PAIR} 2s", "dealer": QUALIFIER}


@clause("38.13(d)")
@pytest.mark.parametrize("void_reaches", ["all_hands", "hands_in_play"])
def test_a_players_wrong_number_of_cards_voids_that_hand_alone(void_reaches: str) -> None:
    seats = {"1": {"ante": 1000, "super": 500, "progressive": 100}, "2": {"ante": 1000}}
    report = settle(
        {"1": FLUSH, "2": PAIR, "dealer": QUALIFIER},
        [DECLARE, irregular("wrong_number_of_cards", seat=1), at(2, BET)],
        seats,
        submission={"void_reaches": void_reaches},
    )
    assert report.void is None
    assert row(report, "ante") == ("void", 0, 1000)
    assert row(report, "progressive") == ("void", 0, 100)
    kept = void_reaches == "hands_in_play"
    assert row(report, "super") == (("win", 30_000, 500) if kept else ("void", 0, 500))
    assert report.net == {"1": 30_000 if kept else 0, "2": 2000}
    assert report.meters == {"progressive": {"main": METER}}


@clause("38.13(d)")
def test_after_a_draw_a_void_hand_gets_its_payment_back_unless_that_stands_settled() -> None:
    for reaches, ante, buy in (("all_hands", "void", "void"), ("hands_in_play", "void", "lose")):
        report = settle(
            {"1": FLUSH, "2": PAIR, "dealer": QUALIFIER},
            [BUY, irregular("wrong_number_of_cards", seat=1), at(2, FOLD)],
            {"1": {"ante": 1000, "progressive": 100}, "2": {"ante": 1000}},
            draws="2s",
            submission={"void_reaches": reaches},
        )
        assert row(report, "ante")[0] == ante
        assert row(report, "buy")[0] == buy
        assert row(report, "progressive") == (("void", 0, 100) if reaches == "all_hands" else ("win", 5000, 0))


@clause("38.13(d)", "38.7(f)2")
def test_a_wrong_number_of_cards_is_found_by_the_dealer_until_the_cards_are_collected() -> None:
    driver = bets(dealt("Ann", "Ben", stack=stacked(PAIR, FLUSH, NO_HAND)))
    for kind in ("wrong_number_of_cards", "stub_count_wrong", "dealer_dealt_four_cards"):
        assert offered(driver.table, Irregularity(kind), Actor(Role.DEALER))
        assert offered(driver.table, Irregularity(kind), Actor(Role.SUPERVISOR))
    for found in found_later(driver, Irregularity("wrong_number_of_cards", 1)):
        assert {one.result for one in found.table.seats[1].settled.values()} == {"void"}
        assert found.table.void is None
    settled = dealt("Ann", stack=stacked(PAIR, NO_HAND), void_reaches="hands_in_play").do(Decision(1, "fold"))
    settled.duties(until="collect")
    with pytest.raises(IllegalAction):  # what is settled stands, and nothing else lies there
        settled.do(Irregularity("wrong_number_of_cards", 1))


@clause("38.13(d)")
def test_the_dealers_wrong_number_voids_all_hands() -> None:
    report = settle({"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}, [BET, irregular("wrong_number_of_cards", seat=0)])
    assert report.void == {"reason": "the dealer was dealt a wrong number of cards", "clause": f"{TEXT}:38.13(d)"}
    assert report.net == {"1": 0, "2": 0}


@clause("38.13(d)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_a_dealer_with_four_cards_gets_a_fifth(way: str) -> None:
    hands = {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}
    file = {
        "game": TEXT,
        "seats": {"1": {"ante": 1000}, "2": {"ante": 1000}},
        "hands": hands,
        "actions": [irregular("dealer_dealt_four_cards"), BET, at(2, BET)],
        "submission": {"dealing": way},
    }
    played = play_round(file)
    assert played.report.hands == hands
    last = [event for event in played.events if isinstance(event, Dealt)][-1]
    assert (last.to, CARDS.text(last.cards), last.clause) == ("dealer", "2c", f"{TEXT}:38.13(d)")
    assert played.report.net == {"1": 2000, "2": 10_000}


@clause("38.13(d)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_a_dealer_whose_four_cards_are_found_at_the_reveal_gets_a_fifth(way: str) -> None:
    hands = {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER}
    report = settle(hands, [BUY, BET, at(2, BET), irregular("dealer_dealt_four_cards")], draws="2s",
                    submission={"dealing": way})  # fmt: skip
    assert report.void is None
    assert report.net == {"1": 1000, "2": 10_000}
    driver = bets(dealt("Ann", dealing=way)).do(Irregularity("dealer_dealt_four_cards"))
    assert (len(driver.table.dealer), len(driver.table.in_play.stack)) == (4, 43)
    with pytest.raises(IllegalAction):
        play(driver.table, Reveal(), Actor(Role.DEALER))
    driver.do(Step("deal_fifth_card"), by=Actor(Role.DEALER))
    assert (len(driver.table.dealer), len(driver.table.in_play.stack)) == (5, 42)
    driver.do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("dealer_dealt_four_cards"))


@clause("38.13(d)", "38.13(b)")
def test_a_dealer_whose_fifth_card_was_put_aside_with_the_last_of_the_stub_voids_all_hands() -> None:
    driver = without_stub(bets(dealt("Ann"))).do(Irregularity("dealer_dealt_four_cards"))
    fifth = CARDS.names[driver.table.in_play.stack[0]]
    driver.table = play(driver.table, Irregularity("card_face_up_in_shoe", card=fifth), None)[0]
    driver.do(Step("deal_fifth_card"), by=Actor(Role.DEALER))
    assert driver.table.void
    assert driver.table.ledger["player:Ann"] == 0


@clause("38.7(f)2", "38.13(d)")
def test_whether_a_players_wrong_number_of_cards_voids_all_hands_is_a_reading() -> None:
    report = settle(
        {"1": FLUSH, "2": PAIR, "dealer": QUALIFIER},
        [BET, irregular("wrong_number_of_cards", seat=1)],
        submission={"misdealt_hand": "all_hands"},
    )
    assert report.void == {"reason": "seat 1 was dealt a wrong number of cards", "clause": f"{TEXT}:38.7(f)2"}
    assert report.net == {"1": 0, "2": 0}


@clause("38.13(a)", "38.13(d)", "38.13(b)", "38.13(f)")
@pytest.mark.parametrize(
    ("reaches", "ante", "net"),
    [("all_hands", ("void", 0, 1000), {"1": 0, "2": 0}), ("hands_in_play", ("lose", 0, 0), {"1": -1000, "2": 0})],
)
def test_how_far_a_void_reaches_back_is_a_reading(
    reaches: str, ante: tuple[str, int, int], net: dict[str, int]
) -> None:
    report = settle(
        {"1": PAIR, "2": FLUSH, "dealer": QUALIFIER},
        [FOLD, irregular("hole_card_exposed")],
        submission={"void_reaches": reaches},
    )
    assert row(report, "ante", 1) == ante
    assert row(report, "ante", 2) == ("void", 0, 1000)
    assert report.net == net


@clause("38.13(d)", "38.12(h)")
def test_a_void_round_gives_the_progressive_back_and_restores_the_meter() -> None:
    hands = {"1": ROYAL, "2": PAIR, "dealer": QUALIFIER}
    seats = {"1": {"ante": 1000, "progressive": 100}, "2": {"ante": 1000, "progressive": 100}}
    report = settle(hands, [at(2, BET), irregular("wrong_number_of_cards", seat=0)], seats)
    assert row(report, "progressive", 1) == row(report, "progressive", 2) == ("void", 0, 100)
    assert report.meters == {"progressive": {"main": METER}}
    assert report.net == {"1": 0, "2": 0}


@clause("38.13(d)", "38.12(h)")
def test_a_meter_that_was_won_since_is_made_up_for_by_the_house_when_a_hand_is_void() -> None:
    hands = {"1": PAIR, "2": QUADS, "dealer": QUALIFIER}
    seats = {"1": {"ante": 1000, "progressive": 100}, "2": {"ante": 1000, "progressive": 100}}
    actions = [BET, irregular("wrong_number_of_cards", seat=1), at(2, FOLD)]
    report = settle(hands, actions, seats, meters={"progressive": {"main": 10_000}})
    assert row(report, "progressive", 2) == ("win", 50_000, 0)
    assert report.net == {"1": 0, "2": 50_000 - 1100}
    assert report.meters == {"progressive": {"main": 0}}


@clause("38.13(e)")
def test_a_jammed_shuffler_means_another_shuffle() -> None:
    driver = opened("Ann", shuffler="automated").do(Bet(1, "ante", 1000), Irregularity("shuffler_jam"))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 2
    with pytest.raises(IllegalAction):
        opened("Ann").do(Irregularity("shuffler_jam"))


@clause("38.13(e)", "38.9(f)")
@pytest.mark.parametrize(("kind", "gone"), [("shuffler_jam", False), ("shuffler_count_wrong", True)])
def test_the_only_deck_is_shuffled_again_or_goes_until_a_card_of_it_is_dealt(kind: str, *, gone: bool) -> None:
    driver = opened("Ann", shuffler="counting", dealing="automated_shoe", progressive=None)
    driver.do(Bet(1, "ante", 1000), NoMoreBets(), Irregularity(kind))
    with pytest.raises(IllegalAction):
        play(driver.table, Deal(), None)
    assert bool([event for event in driver.events if isinstance(event, DeckRemoved)]) is gone
    driver.duties(until=Reveal)
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 2
    assert len(driver.table.dealer) == 5
    with pytest.raises(IllegalAction):
        driver.do(Irregularity(kind))


@clause("38.13(f)")
def test_a_jammed_automated_shoe_voids_the_round() -> None:
    hands = {"1": PAIR, "dealer": QUALIFIER}
    report = settle(hands, [irregular("automated_shoe_jam")], submission={"dealing": "automated_shoe"})
    assert report.void
    assert report.void["clause"] == f"{TEXT}:38.13(f)"
    with pytest.raises(IllegalAction):
        settle(hands, [irregular("automated_shoe_jam")])


@clause("38.13(f)", "38.9(d)")
def test_the_shoe_cannot_fail_any_more_when_all_stacks_are_delivered() -> None:
    driver = opened("Ann", dealing="automated_shoe").do(Bet(1, "ante", 1000), NoMoreBets())
    assert offered(driver.duties(until=Deal).table, Irregularity("automated_shoe_jam"))
    driver.do(Deal())
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("automated_shoe_jam"))


@clause("38.13(g)")
def test_a_device_is_removed_before_cards_are_shuffled_or_dealt_otherwise() -> None:
    driver = opened("Ann", dealing="automated_shoe", shuffler="counting", decks=2)
    with pytest.raises(IllegalAction):
        driver.do(Cut(0, 26))
    driver.do(Step("remove_devices"), by=Actor(Role.SUPERVISOR)).duties()
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert {event.clause for event in driver.events if isinstance(event, Dealt)} == {f"{TEXT}:38.7(d)"}
    driver.do(Decision(1, "fold")).duties().do(Step("install_devices"), by=Actor(Role.SUPERVISOR)).duties()
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-1] == f"{TEXT}:38.9(c)"


# --- Counts -----------------------------------------------------------------------------------------------------------

ALL_HANDS = 2_598_960

SUPER_COUNTS = {
    "Four-of-a-kind": 13 * 48,
    "Same colored straight": 10 * 2 * 2**5,  # with the 40 straight flushes
    "Full House": 13 * 4 * 12 * 6,
    "Flush": 5_148 - 40,
    "Straight": 10_240 - 640,
    "Three-of-a-kind": 54_912,
    "Ace-King-Queen": 60_672,
    "5 same colored cards": 122_520,
}


@clause("38.12(d)")
def test_the_eight_lines_of_the_super_side_bet_are_counted_over_all_hands() -> None:
    counted = odds.outcomes(SUPER)
    assert {name: ways for name, ways in counted.items() if name} == SUPER_COUNTS
    assert sum(counted.values()) == ALL_HANDS
    back = odds.returned(SUPER)
    assert back is not None
    assert round(back, 3) == Fraction("0.928")


@clause("38.12(d)")
@pytest.mark.parametrize(("reading", "published"), [("not_paid", "0.926"), ("unpaired", "0.892")])
def test_the_narrower_readings_return_less(reading: str, published: str) -> None:
    back = odds.returned(replace(SUPER, reading=reading))
    assert back is not None
    assert round(back, 3) == Fraction(published)


@clause("38.12(c)", "38.12(g)")
def test_instant_and_progressive_hands_are_counted_over_all_hands() -> None:
    assert odds.outcomes(PAY_TABLES["instant"]["printed"]) == {
        "Royal Flush": 4,
        "Straight Flush": 36,
        "": ALL_HANDS - 40,
    }
    table = PAY_TABLES["progressive"]["percentage"]
    assert odds.outcomes(table)["Flush"] == 5_108
    assert odds.returned(table) is odds.returned(PAY_TABLES["instant"]["printed"]) is None
    assert round(odds.worth_of_amounts(table), 1) == Fraction("36.2")
    assert round(odds.worth_of_amounts(PAY_TABLES["progressive"]["amount"]), 1) == Fraction("43.2")


def plain_super(cards: tuple[int, ...]) -> str:
    """The row of the super side bet, as a player would find it."""
    ranks = sorted(card % 13 for card in cards)
    groups = sorted(Counter(ranks).values(), reverse=True)
    run = ranks in [[*range(low, low + 5)] for low in range(9)] or ranks == [0, 1, 2, 3, 12]
    suits = {card // 13 for card in cards}
    one_colour = suits <= {0, 3} or suits <= {1, 2}
    rows = [
        (groups[0] == 4, "Four-of-a-kind"),
        (run and one_colour, "Same colored straight"),
        (groups == [3, 2], "Full House"),
        (len(suits) == 1, "Flush"),
        (run, "Straight"),
        (groups[0] == 3, "Three-of-a-kind"),
        ({10, 11, 12} <= {*ranks}, "Ace-King-Queen"),
        (one_colour, "5 same colored cards"),
    ]
    return next((name for holds, name in rows if holds), "")


@clause("38.12(d)")
@given(st.sets(st.integers(0, 51), min_size=5, max_size=5).map(tuple))
def test_a_row_of_the_super_side_bet_is_the_one_a_player_would_find(cards: tuple[int, ...]) -> None:
    assert lunar.super_row(mask(cards)) == plain_super(cards)


@pytest.mark.slow
@clause("38.12(d)", "38.1 Qualifying hand")
def test_counting_by_ranks_is_counting_all_hands_one_by_one() -> None:
    rows: Counter[str] = Counter()
    qualified = 0
    for cards in combinations(range(52), 5):
        rows[plain_super(cards)] += 1
        qualified += lunar.qualifies(mask(cards))
    assert {name: ways for name, ways in rows.items() if name} == SUPER_COUNTS
    assert qualified == 1_463_700


@clause("38.10(a)", "38.10(d)")
def test_a_hand_that_was_shown_and_given_back_is_exchanged_unseen() -> None:
    driver = opened("Ann", "Ben", stack=stacked(FLUSH, NOTHING, "Ks Ts 8d 6s 5s"))
    driver.do(Bet(1, "ante", 1000), Bet(1, "super", 500), Bet(2, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    driver.do(Decision(1, "declare")).owed()
    watcher = player("Ben")
    assert set(view(driver.table, watcher).cards("seat 1")) == {"??"}
    driver.do(Decision(1, "exchange", 1000, driver.terms.game.equipment.pieces.named(driver.hand(1)[:2])))
    assert set(view(driver.table, watcher).cards("beside seat 1")) == {"??"}
    driver.owed().owed()
    assert set(view(driver.table, watcher).cards("rack")) == {"??"}


# --- What may come between an action and the step that completes it ---------------------------------------------------


@clause("38.7(b)", "38.13(d)")
def test_the_deal_cannot_go_wrong_before_the_progressive_chips_are_counted() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets())
    wrong = Irregularity("dealer_dealt_four_cards")
    with pytest.raises(IllegalAction):
        play(driver.table, wrong, None)
    driver.do(Step("verify_progressive", count=1)).do(wrong)
    assert driver.table.phase == Phase.DECIDING


def almost_dealt_out(last: tuple[str, ...]) -> Driver:
    """Five players; four have exchanged all cards, and two are left for the fifth, who exchanges these."""
    driver = dealt("Ann", "Ben", "Cid", "Dan", "Eve")
    for seat in (1, 2, 3, 4):
        driver.do(Decision(seat, "exchange", 1000, CARDS.named(driver.hand(seat)))).owed()
        driver.do(Decision(seat, "bet", 2000))
    assert len(driver.table.in_play.stack) == 2
    cards = last or CARDS.named(driver.hand(5)[:2])
    return driver.do(Decision(5, "exchange", 1000, cards))


@clause("38.10(d)", "38.13(b)")
def test_an_exchange_that_the_stub_can_no_longer_serve_is_taken_back() -> None:
    driver = almost_dealt_out(())
    held = {*driver.hand(5), *driver.table.at("beside seat 5").cards}
    before = driver.table.ledger["player:Eve"]
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]])).owed()
    assert {*driver.hand(5)} == held
    assert driver.table.ledger["player:Eve"] == before + 1000
    assert driver.offers(5)[0].action == Decision(5, "bet", 2000)
    assert [offer for offer in driver.offers(5) if getattr(offer.action, "do", "") == "exchange"] == []


@clause("38.10(b)", "38.10(b)1", "38.10(d)")
def test_a_player_whose_exchange_was_taken_back_chooses_anew() -> None:
    driver = almost_dealt_out(())
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]])).owed()
    with pytest.raises(IllegalAction, match="because the stub has 1 card left"):
        driver.do(Decision(5, "exchange", 1000, CARDS.named(driver.hand(5)[:2])))
    driver.do(Decision(5, "buy", 1000))
    assert driver.table.ledger["player:Eve"] == -2000
    driver.do(Irregularity("hole_card_exposed"))
    assert [driver.table.ledger[f"player:{name}"] for name in ("Ann", "Ben", "Cid", "Dan", "Eve")] == [0] * 5


@clause("38.10(b)2", "38.10(d)")
def test_fewer_cards_are_exchanged_where_an_exchange_was_taken_back() -> None:
    driver = without_stub(dealt("Ann", "Ben"), left=3)
    driver.do(Decision(1, "exchange", 1000, CARDS.named(driver.hand(1)[:3])))
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]])).owed()
    driver.do(Decision(1, "exchange", 1000, CARDS.named(driver.hand(1)[:2]))).duties(until=Reveal)
    assert (len(driver.hand(1)), driver.table.in_play.stack) == (5, ())
    assert driver.table.ledger["player:Ann"] == -2000


@clause("38.10(k)", "38.10(j)1", "38.13(b)")
def test_nobody_forces_the_dealer_when_the_last_card_is_put_aside() -> None:
    others = ("5h Ad 3s 4c 6s", "8s 9c Qd As 2h", "Jh Th Ks 5d 4d", "5s Tc Kc 3c Kh")
    driver = dealt("Ann", "Ben", "Cid", "Dan", "Eve", stack=stacked(PAIR, *others, NO_HAND))
    for seat in (1, 2, 3, 4):
        driver.do(Decision(seat, "exchange", 1000, CARDS.named(driver.hand(seat)))).owed()
        driver.do(Decision(seat, "bet", 2000))
    driver.do(Decision(5, "buy", 1000), Decision(5, "bet", 2000), Reveal())
    assert len(driver.table.in_play.stack) == 1
    for seat in (1, 2, 3, 4, 5):
        driver.do(Decision(seat, "force", 1000))
    paid = driver.table.ledger["player:Ann"]
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]])).do(Step("settle"))
    assert len(driver.table.dealer) == 5
    assert driver.table.ledger["player:Ann"] == paid + 1000 + 2000 + 2000  # the payment, twice the ante, the bet
    assert driver.table.ledger["layout"] == 0
    assert driver.table.seats[1].settled["force"].result == "void"


@clause("38.10(a)", "38.10(b)")
def test_a_refusal_tells_nobody_that_another_hand_is_due_instant_cash() -> None:
    clauses = set()
    for bens in ("8d 7d 6d 5d 4d", "8d 7d 6d 5d 4s"):
        driver = opened("Ann", "Ben", stack=stacked("2s Qs 9h Jd 9c", bens, QUALIFIER)).do(Bet(1, "ante", 1000))
        driver.do(Bet(2, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until="resolve_progressives")
        for by, seat in ((player("Ann"), 1), (ONLOOKER, 9)):
            with pytest.raises(IllegalAction) as refused:
                play(driver.table, Decision(seat, "fold"), by)
            clauses.add((seat, refused.value.clause))
    assert len(clauses) == 2


@clause("38.13(e)")
def test_the_shuffler_may_jam_while_players_say_whether_to_force() -> None:
    driver = dealt("Ann", stack=stacked(PAIR, NO_HAND), decks=2, shuffler="automated")
    driver.do(Decision(1, "bet", 2000), Reveal())
    driver.do(Irregularity("shuffler_jam"))
    assert driver.table.phase == rules.FORCING


@clause("38.10(a)", "38.13(d)")
def test_a_declared_hand_that_is_void_before_it_is_verified_is_due_nothing() -> None:
    driver = dealt("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER)).do(Decision(1, "declare"))
    assert [due.step for due in driver.table.owed] == ["verify_declared"]
    driver.table, _ = play(driver.table, Irregularity("wrong_number_of_cards", 1), None)
    assert not driver.table.owed
    assert driver.table.ledger["player:Ann"] == 0
