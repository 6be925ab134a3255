"""Pai Gow Poker, clause by clause."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.equipment.places import DEAD_HAND, DEALER, place, stack_place
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.pai_gow_poker import rules
from nomorebets.games.pai_gow_poker.bonuses import EnvyPaid
from nomorebets.games.pai_gow_poker.deal import AROUND, clockwise, stacked
from nomorebets.games.pai_gow_poker.maths import odds
from nomorebets.games.pai_gow_poker.rules import ButtonPlaced, StackSelected
from nomorebets.games.pai_gow_poker.setting import Setting, settings
from nomorebets.games.pai_gow_poker.submission import PAY_TABLES, imperial_table
from nomorebets.games.registry import terms
from nomorebets.licence.inspection import checklist
from nomorebets.rounds.file import Played, Report, play_round
from nomorebets.rounds.travel import restored
from nomorebets.rulebook.money import For, To
from nomorebets.table.actions import (
    Action,
    Bet,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Decision,
    DrawNumber,
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
from nomorebets.table.engine import duty, legal, offered, play, replay
from nomorebets.table.events import (
    CutMade,
    DealAbandoned,
    Dealt,
    DeckReceived,
    DeckRemoved,
    DocumentationDue,
    HandCollected,
    HandSet,
    Moved,
    RollVoided,
    Settled,
    Shaken,
    StepDue,
    Stepped,
    StubCounted,
    TurnedUp,
)
from nomorebets.table.in_two.bank import BANK as OWN_BANK
from nomorebets.table.in_two.bank import Bank, GameStarted, bank_of
from nomorebets.table.in_two.centre import DealerCompared
from nomorebets.table.in_two.comparing import HandCompared
from nomorebets.table.in_two.dice import counted, start_of
from nomorebets.table.in_two.setting import set_by_house
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase, State, Table
from nomorebets.table.view import view
from tests.driving import Driver

TEXT = "pai-gow-poker"
clause = pytest.mark.clause

DEALING = Actor(Role.DEALER)
SUPERVISOR = Actor(Role.SUPERVISOR)

HAND: dict[str, Any] = {"dealing": "hand"}
SHOE: dict[str, Any] = {"dealing": "automated_shoe"}
BUTTON: dict[str, Any] = {"dealing": "automated_shoe", "start": "button"}
NUMBER: dict[str, Any] = {"start": "number"}

BONUS = {
    "7-card straight flush, no joker": 5000,
    "royal flush plus royal match": 2000,
    "7-card straight flush with joker": 1000,
    "five aces": 400,
    "royal flush": 150,
    "straight flush": 50,
    "four of a kind": 25,
    "full house": 5,
    "flush": 4,
    "straight": 2,
}
ENVY = {"four of a kind": 500, "straight flush": 2000, "royal flush": 5000, "five aces": 10_000}
THREE_CARD = {
    "straight flush with no joker": 40,
    "three-of-a-kind": 30,
    "straight flush": 5,
    "straight": 4,
    "flush": 3,
    "one pair": 1,
}
SEVEN_CARD = {"five aces": 500, "straight flush without joker": 75, "straight flush with joker": 40, "flush": 4,
              "three of a kind": 3, "straight": 2}  # fmt: skip
INSURANCE = {"ace high": 3, "king high": 5, "queen high": 6, "jack high": 7, "ten high": 25, "nine high": 100}
PROGRESSIVE = {"five aces": "100%", "natural royal flush": "10%", "royal flush": "$50", "four of a kind": 50}

KINGS = "Ks Kh Qd Jc 8s 5h 3d"  # pair of kings behind, Q-J in front
TENS = "Tc Td 9h 7c 6c 4s 2s"  # pair of tens behind, 9-7 in front
ACES = "As Ah Qs 9d 7d 5c 4c"  # pair of aces behind, Q-9 in front
NOTHING = "Jd 9s 8c 6d 4h 3h 2c"  # jack high
QUADS = "8h 8d 8s 8c Ac Ad 2d"
STRAIGHT = "9c 8d 7s 6h 5s 2h 3c"


def opened(*players: str, chips: int = -1, **submission: Any) -> Driver:
    """A table at which these players sit, at positions 1, 2, ..., ready for bets."""
    driver = Driver(terms(TEXT, submission)).duties()
    for seat, name in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, name, chips))
    return driver.duties()


def closed(*players: str, wager: int = 1000, **submission: Any) -> Driver:
    """Wagers placed, and no more bets."""
    driver = opened(*players, **submission)
    for seat in tuple(driver.table.seats):
        driver.do(Bet(seat, "wager", wager))
    return driver.do(NoMoreBets())


def dealt(*players: str, wager: int = 1000, **submission: Any) -> Driver:
    return closed(*players, wager=wager, **submission).duties()


def all_set(driver: Driver) -> Driver:
    """Every player, and the bank, asks for the house way; the dealer sets."""
    while driver.table.phase == Phase.SETTING:
        offers = [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") == "house_way"]
        if offers:
            driver.do(offers[0].action)
        driver.duties()
    return driver


def played(driver: Driver) -> Driver:
    return all_set(driver).do(Reveal()).duties()


def whole(
    hands: dict[str, str], actions: list[dict[str, Any]] | None = None, seats: dict[str, Any] | None = None, **rest: Any
) -> Played:
    """Play a round file; without more every seat has ten dollars on it and all hands are set the house way."""
    numbers = [name for name in hands if name != "dealer"]
    banker = str(rest.get("bank", rest.get("co_bank", "")))
    if seats is None:
        seats = {name: {} if name == banker else {"wager": 1000} for name in numbers}
    if actions is None:
        setters = [name for name in numbers if name != banker] + ([banker] if "bank" in rest else [])
        actions = [house(int(name)) for name in setters]
    one = play_round({"game": TEXT, "seats": seats, "hands": hands, "actions": actions, **rest})
    ledger = replay(State(), one.events).ledger
    assert all(ledger.get(account, 0) == 0 for account in ("layout", "centre", "dealers_wager"))
    assert sum(ledger.values()) == 0
    return one


def settle(*args: Any, **rest: Any) -> Report:
    return whole(*args, **rest).report


def house(seat: int = 1) -> dict[str, Any]:
    return {"seat": seat, "do": "house_way"}


def setting(low: str, seat: int = 1) -> dict[str, Any]:
    return {"seat": seat, "do": "set", "low": low}


def row(report: Report, wager: str = "wager", seat: int = 1) -> tuple[str, int, int]:
    found = [one for one in report.settled if one.seat == seat and one.wager == wager]
    assert len(found) == 1
    return found[0].result, found[0].pays, found[0].returned


def cites(report: Report, wager: str = "wager", seat: int = 1) -> str:
    return next(one.clause for one in report.settled if one.seat == seat and one.wager == wager).partition(":")[2]


def bet(seats: dict[str, int], cards: str = NOTHING, dealer: str = KINGS, **submission: Any) -> Report:
    """One seat with ten dollars and some optional wagers, its hand set the house way."""
    return settle({"1": cards, "dealer": dealer}, seats={"1": {"wager": 1000, **seats}}, submission=submission)


def laid(high: str, low: str, wheel: str = "second") -> Setting:
    """A setting by its two hands."""
    cards = JOKER_DECK.parse(f"{high} {low}")
    return next(one for one in settings(cards, wheel) if set(one.low) == set(cards[5:]))


# --- 11.1, 11.2, 11.4: words and equipment ----------------------------------------------------------------------------


@clause("11.2(a)", "11.5(b)", "11.7(a)", "11.1 Marker", "11.4(a)1", "11.4(a)1i", "11.4(a)1ii", "11.4(a)1iii")
@clause("11.2(b)1", "11.2(b)2", "11.2(b)3", "11.2(b)4", "11.2(b)5", "11.4(a)2", "11.4(a)3", "11.7(d)", "11.13(b)2")
@clause("11.20(a)", "11.20(d)", "11.13(b)6", "11.8(a)", "11.8B(a)", "11.8C(c)", "11.10(h)2", "11.10(i)3", "11.10(j)2")
def test_the_checklist_asks_for_what_the_submission_calls_for() -> None:
    def asked(**submission: Any) -> set[str]:
        return {item.clause.partition(":")[2] for item in checklist(terms(TEXT, submission))}

    dice = {"11.4(a)1", "11.4(a)1i", "11.4(a)1ii", "11.4(a)1iii"}
    assert {"11.2(a)", "11.5(b)", "11.7(a)", "11.1 Marker", "11.20(a)"} | dice <= asked()
    assert not asked(banking=False, imperial=False) & {"11.1 Marker", "11.20(a)", "11.20(d)", "11.7(d)"}
    generator = {"11.8C(c)", "11.10(h)2", "11.10(i)3", "11.10(j)2"}
    assert {"11.4(a)2", "11.13(b)2", "11.13(b)6"} | generator <= asked(**NUMBER)
    assert not generator & asked()
    assert {"11.8(a)", "11.8B(a)"} & asked() == {"11.8(a)"}
    assert {"11.8(a)", "11.8B(a)"} & asked(dealing="automated_shoe") == {"11.8B(a)"}
    assert not asked(**NUMBER) & dice
    assert "11.4(a)3" in asked(**BUTTON)
    assert {f"11.2(b){n}" for n in range(1, 6)} <= asked(decks=2, shuffler="automated")
    assert {"11.7(d)", "11.20(d)"} <= asked(progressive={"five aces": 100}, imperial_maximum=4_000_000)


@clause("11.2(b)", "11.2(b)2", "11.2(b)3", "11.2(b)4", "11.2(b)5", "11.5(d)")
def test_two_decks_of_different_colours_alternate_and_need_a_shuffler() -> None:
    with pytest.raises(ImproperConfiguration, match=r"a second deck needs an automated shuffler .*11\.2\(b\)"):
        terms(TEXT, {"decks": 2})
    driver = opened("Ann", decks=2, shuffler="automated")
    received = [event for event in driver.events if isinstance(event, DeckReceived)]
    assert len({event.colour for event in received}) == 2
    used = []
    for _ in range(3):
        passing(driver).do(Bet(1, "wager", 1000))
        used.append(driver.table.deck)
        driver.do(NoMoreBets()).duties()
        assert any(isinstance(offer.action, Shuffle) for offer in legal(driver.table)) or (
            driver.table.decks[1 - driver.table.deck].stage == Stage.STACKED
        )
        played(driver)
    assert used == [0, 1, 0]


# --- 11.3: rankings ---------------------------------------------------------------------------------------------------

LADDER = [
    "As Ah Ad Ac Jo",
    "As Ks Qs Js Ts",
    "Ah 2h 3h 4h 5h",
    "Kc Qc Jc Tc 9c",
    "6d 5d 4d 3d 2d",
    "As Ah Ad Ac Ks",
    "2s 2h 2d 2c As",
    "As Ah Ad Kc Kh",
    "2s 2h 2d 3c 3h",
    "As Qs 9s 5s 3s",
    "7s 5s 4s 3s 2s",
    "As Kh Qd Jc Ts",
    "As 2h 3d 4c 5s",
    "Ks Qh Jd Tc 9s",
    "6s 5h 4d 3c 2s",
    "As Ah Ad Kc Qs",
    "2s 2h 2d 4c 3s",
    "As Ah Kd Kc Qs",
    "3s 3h 2d 2c 4s",
    "As Ah Kd Qc Js",
    "2s 2h 5d 4c 3s",
    "As Kh Qd Jc 9s",
    "7s 5h 4d 3c 2s",
]


def high_rank(five: str, wheel: str = "second") -> int:
    """The rank of five cards as a high hand: two more complete the seven."""
    cards = JOKER_DECK.parse(five)
    spare = tuple(card for card in JOKER_DECK.all if card not in cards)[:2]
    return next(one.high_rank for one in settings(cards + spare, wheel) if set(one.low) == set(spare))


def low_rank(two: str) -> int:
    cards = JOKER_DECK.parse(two)
    spare = tuple(card for card in JOKER_DECK.all if card not in cards)[:5]
    return next(one.low_rank for one in settings(cards + spare, "second") if set(one.low) == set(cards))


@clause("11.3(b)", "11.3(b)1", "11.3(b)2", "11.3(b)3", "11.3(b)4", "11.3(b)5", "11.3(b)6", "11.3(b)7", "11.3(b)8")
@clause("11.3(b)9", "11.3(b)10", "11.3(a)", "11.3(e)", "11.1 Rank or ranking")
def test_hands_rank_as_listed() -> None:
    ranks = [high_rank(five) for five in LADDER]
    assert ranks == sorted(set(ranks), reverse=True)


@clause("11.3(d)", "11.3(b)3", "11.3(b)7")
def test_the_licensee_may_rank_ace_to_five_lowest_among_straights_and_straight_flushes() -> None:
    straights = ("As 2h 3d 4c 5s", "Ks Qh Jd Tc 9s", "6s 5h 4d 3c 2s")
    for fives, kings, sixes in (straights, ("Ah 2h 3h 4h 5h", "Kc Qc Jc Tc 9c", "6d 5d 4d 3d 2d")):
        assert high_rank(fives) > high_rank(kings) > high_rank(sixes)
        assert high_rank(kings, "lowest") > high_rank(sixes, "lowest") > high_rank(fives, "lowest")
    hands = {"1": "Ac 2d 3h 4s 5c Kd Qd", "dealer": "Kh Qh Jc Ts 9c 4h 2c"}
    actions = [setting("Kd Qd")]
    assert row(settle(hands, actions))[0] == "win"
    assert row(settle(hands, actions, submission={"wheel": "lowest"}))[0] == "push"


@clause("11.3(a)", "11.3(c)", "11.1 Suit")
@pytest.mark.parametrize(
    ("with_joker", "same_as"),
    [
        ("Jo Kd 9h 5c 2s", "As Kd 9h 5c 2s"),  # an ace
        ("Jo Ad 9h 5c 2s", "As Ad 9h 5c 2s"),
        ("Jo 7d 7h 5c 2s", "As 7d 7h 5c 2s"),  # never a third seven
        ("Jo 6d 7h 8c 9s", "Ts 6d 7h 8c 9s"),  # the best straight that it completes
        ("Jo Kd Qh Jc Ts", "As Kd Qh Jc Ts"),
        ("Jo 2d 3h 4c 5s", "As 2d 3h 4c 5s"),  # the second highest straight before six high
        ("Jo Ah Kh 9h 2h", "Qh Ah Kh 9h 2h"),  # the highest card that the suit lacks
        ("Jo Kh Qh 9h 2h", "Ah Kh Qh 9h 2h"),
        ("Jo Ah Kh Qh Th", "Jh Ah Kh Qh Th"),  # a royal flush
        ("Jo 9c 8c 7c 6c", "Tc 9c 8c 7c 6c"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_hand(with_joker: str, same_as: str) -> None:
    assert high_rank(with_joker) == high_rank(same_as)


@clause("11.3(a)", "11.3(b)10")
def test_in_the_low_hand_the_joker_is_an_ace() -> None:
    assert low_rank("Jo As") == low_rank("Ad As")
    assert low_rank("Jo Ks") == low_rank("Ad Ks")
    assert low_rank("2c 2d") > low_rank("As Ks") > low_rank("As Qs") > low_rank("Ks Qs")


@clause("11.3(e)", "11.1 Copy hand")
def test_between_hands_of_a_kind_the_highest_card_that_the_other_lacks_decides() -> None:
    assert high_rank("As Ah Kd Qc Js") > high_rank("Ad Ac Kh Qs Th")
    assert high_rank("As Ah Kd Qc Js") == high_rank("Ad Ac Kh Qs Jh")
    assert high_rank("As Qs 9s 5s 3s") > high_rank("Ah Qh 9h 5h 2h")


@clause("11.3(f)", "11.3(f)1", "11.3(f)2", "11.3(f)2i", "11.3(f)2ii", "11.3(f)3", "11.1 Bonus wager")
@pytest.mark.parametrize(
    ("cards", "pays", "with_ace_king"),
    [
        ("7s 6s 5s 4s 3s 2s As", 5000, 5000),  # the ace stands low
        ("As Ks Qs Js Ts 9s 8s", 5000, 5000),
        ("7s 6s 5s 4s 3s 2s Jo", 1000, 1000),
        ("9s 8s 7s 5s 4s 3s Jo", 1000, 1000),
        ("As Ks Qs Js Ts Kh Qh", 2000, 150),
        ("As Ks Qs Jo Ts Kh Qh", 2000, 150),
        ("As Ks Qs Js Ts Kh Qd", 150, 150),  # the match shares a suit
        ("As Ks Qs Js Ts Ah Kh", 150, 2000),
        ("As Ks Qs Js Ts Ah Jo", 150, 150),  # and is natural
        ("As Ah Ad Ac Jo Ks Qs", 400, 400),
        ("9s 8s 7s 6s 5s Kh Qh", 50, 50),
    ],
)
def test_seven_card_hands_rank_above_five_aces_for_the_bonus(cards: str, pays: int, with_ace_king: int) -> None:
    dealer = "2c 2d 3c 4c 6c 8c 9d"
    assert row(bet({"bonus": 100}, cards, dealer, bonus=BONUS), "bonus") == ("win", pays * 100, 100)
    other = bet({"bonus": 100}, cards, dealer, bonus=BONUS, royal_match="ace_king")
    assert row(other, "bonus") == ("win", with_ace_king * 100, 100)


@clause("11.3(g)", "11.1 Seven-card bonus wager", "11.9(j)")
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("9s 8s 7s 6s 5s Kh Qh", 75),
        ("9s 8s 7s 6s Jo Kh Qh", 40),
        ("9s 8s 7s 6s 5s Jo Qh", 75),  # both ways: the better one
        ("As Ah Ad Kc Qs Jd Tc", 3),  # three aces pay more than the straight does
        ("Ah Kd Qs Jc Td 4h 3h", 2),
    ],
)
def test_the_seven_card_bonus_is_paid_for_the_hand_that_pays_most(cards: str, pays: int) -> None:
    report = bet({"seven_card": 500}, cards, "2c 2d 3c 4c 6c 8c 9d", seven_card=SEVEN_CARD)
    assert row(report, "seven_card") == ("win", 500 * pays, 500)


@clause("11.3(h)", "11.1 Pai gow insurance wager")
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("9h 8c 7d 5h 4s 3s 2c", 100),
        ("Jd 9s 8c 6d 4h 3h 2c", 7),
        ("Ad Js 9c 8d 6h 4h 2c", 3),
        ("Jo Js 9c 8d 6h 4h 2c", 3),  # an ace
        ("Jo 9s 8c 6d 5h Kh 2c", 3),  # and nothing else: no straight
        ("Jo 9h 8h 6h 2h Kd Qc", 3),  # nor a flush
        ("Jo As 9c 8d 6h 4h 2c", 0),  # a pair of aces
        ("Jo 2s 3c 4d 5h Kh 9c", 0),  # an ace in a straight
        ("Kh 9h 8h 6h 2h Qd Tc", 0),
    ],
)
def test_insurance_wins_on_a_hand_of_ace_or_lower_however_it_is_set(cards: str, pays: int) -> None:
    report = bet({"insurance": 500}, cards, "Td Th Ts 5d 5c 7c 7s", insurance=INSURANCE)
    assert row(report, "insurance") == (("win", 500 * pays, 500) if pays else ("lose", 0, 0))
    foul = settle(
        {"1": "Ad Js 9c 8d 6h 4h 2c", "dealer": KINGS},
        [setting("Ad Js")],
        {"1": {"wager": 1000, "insurance": 500}},
        submission={"insurance": {"pai gow": 4}},
    )
    assert row(foul, "insurance") == ("win", 2000, 500)
    assert row(foul)[0] == "lose"


@clause("11.3(b)")
def test_counts_over_all_hands_of_seven_cards() -> None:
    by_rank = Counter[int]()
    for (bits, _), ways in odds.counted().items():
        by_rank[(bits & 0x7FF).bit_length() - 1] += ways
    assert sum(by_rank.values()) == 154_143_080
    assert [by_rank[kind] for kind in range(10, 2, -1)] == [
        1_128, 26_132, 184_832, 307_472, 4_188_528, 6_172_088, 11_236_028, 7_470_676,
    ]  # fmt: skip


# --- 11.4-11.6: opening, shuffle and cut ------------------------------------------------------------------------------


@clause("11.4(a)1iii", "11.4(a)1", "11.4(a)1i")
def test_dice_stay_on_the_table_for_a_day_at_most() -> None:
    driver = closed("Ann", dice_change_hours=12)
    with pytest.raises(IllegalAction):
        driver.do(Shake((1, 2, 3), times=3), at=12 * HOUR + 1)
    driver.do(Shake((1, 2, 3), times=3), at=12 * HOUR)
    fresh = opened("Ann", dice_change_hours=12).do(Step("place_dice"), by=SUPERVISOR, at=3 * HOUR)
    fresh.do(Bet(1, "wager", 1000), NoMoreBets()).do(Shake((1, 2, 3), times=3), at=15 * HOUR)
    with pytest.raises(ImproperConfiguration, match="allowed: 1 to 24"):
        terms(TEXT, {"dice_change_hours": 25})
    without = opened("Ann", **NUMBER)
    assert not any(getattr(offer.action, "step", "") == "place_dice" for offer in legal(without.table))


@clause("11.5(a)", "11.5(b)", "11.5(c)")
def test_a_table_opens_step_by_step() -> None:
    driver = Driver(terms(TEXT)).duties()
    assert driver.steps == [
        ("receive", "dealer"),
        ("inspect", "dealer"),
        ("verify", "floorperson"),
        ("spread", "dealer"),
    ]
    driver.do(Sit(1, "Ann")).do(Step("show"), by=player("Ann")).do(Step("wash"), by=DEALING)
    assert isinstance(next_duty(driver), Shuffle)


@clause("11.5(a)")
@pytest.mark.parametrize(("submission", "hours"), [({}, 8), (SHOE, 8), (HAND, 4), ({"card_change_hours": 2}, 2)])
def test_cards_are_changed_after_eight_hours_from_a_shoe_and_four_from_the_hand(
    submission: dict[str, Any], hours: int
) -> None:
    driver = opened("Ann", **submission).do(Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction, match=r"the cards are due to be changed \[packs-poker:1\.18\(g\)[23]\]"):
        driver.do(NoMoreBets(), at=hours * HOUR + 1)
    driver.do(NoMoreBets(), at=hours * HOUR)
    with pytest.raises(ImproperConfiguration, match="changed at least every 4 hours"):
        terms(TEXT, {**HAND, "card_change_hours": 5})


def next_duty(driver: Driver) -> Action:
    offer = duty(driver.table)
    assert offer
    return offer.action


def passing(driver: Driver) -> Driver:
    """Whoever is offered the bank passes."""
    while offers := [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") == "pass"]:
        driver.do(offers[0].action)
    return driver.duties()


@clause("11.6(a)", "11.6(b)", "11.6(b)1", "11.6(b)2")
def test_cards_are_cut_unless_a_device_has_shuffled_them() -> None:
    def cut(**submission: Any) -> bool:
        return any(isinstance(event, CutMade) for event in opened("Ann", **submission).events)

    assert cut()
    assert cut(**HAND)
    assert cut(preshuffled=True)
    assert not cut(shuffler="automated")
    assert not cut(**BUTTON)
    assert cut(preshuffled=True, shuffler="automated")
    with pytest.raises(ImproperConfiguration, match=r"inserts the cards itself .*11\.6\(a\)"):
        terms(TEXT, {"shuffler_feeds_shoe": True})
    fed = dealt("Ann", shuffler="automated", shuffler_feeds_shoe=True)
    assert "load" not in [step for step, _ in fed.steps]
    assert ("load", Role.DEALER) in dealt("Ann", shuffler="automated").steps


def offered_cut(driver: Driver) -> int:
    action = next_duty(driver)
    assert isinstance(action, Cut)
    return action.seat


def refuse(driver: Driver) -> int:
    seat = offered_cut(driver)
    driver.do(Step("refuse_cut", seat=seat), by=player(driver.table.seats[seat].player))
    return seat


@clause("11.6(c)", "11.6(d)", "11.6(d)1")
def test_as_the_game_begins_the_first_player_is_offered_the_cut_and_then_the_others() -> None:
    driver = Driver(terms(TEXT)).duties()
    driver.do(Sit(2, "Ann"), Sit(1, "Ben"), Sit(4, "Cid")).duties(until=Cut)
    assert [refuse(driver) for _ in range(3)] == [2, 1, 4]
    assert offered_cut(driver) == DEALER
    with pytest.raises(IllegalAction):
        driver.do(Cut(0, 26, 2))
    driver.duties()
    assert next(event.seat for event in driver.events if isinstance(event, CutMade)) == DEALER
    gone = Driver(terms(TEXT)).duties().do(Sit(2, "Ann"), Sit(1, "Ben")).duties(until=Cut).do(Leave(2))
    assert offered_cut(gone) == 1


@clause("11.6(d)3")
def test_without_a_bank_the_offer_begins_at_the_far_right_and_moves_on() -> None:
    driver = opened("Ann", "Ben", "Cid", banking=False)
    offered = []
    for _ in range(5):
        driver.duties(until=Cut)
        offered.append(offered_cut(driver) if driver.table.in_play.stage == Stage.UNCUT else 1)
        driver.duties().do(Bet(1, "wager", 1000), NoMoreBets()).duties()
        all_set(driver).do(Reveal()).duties(until="collect").do(Step("collect"), by=DEALING)
    assert offered == [1, 3, 2, 1, 3]


@clause("11.6(d)2", "11.6(d)3")
def test_with_a_bank_the_bank_is_offered_the_cut_and_after_it_those_to_its_right() -> None:
    driver = all_set(dealt("Ann", "Ben", "Cid")).do(Reveal()).duties(until="collect").do(Step("collect"), by=DEALING)
    driver.duties(until=Cut).do(Decision(3, "pass"))
    assert not any(isinstance(offer.action, Cut) for offer in legal(driver.table))  # it is not known who banks
    driver.do(Decision(2, "bank"), Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    assert [refuse(driver) for _ in range(3)] == [2, 1, 3]
    all_set(driver.duties().do(NoMoreBets()).duties()).do(Reveal()).duties(until="collect").do(
        Step("collect"), by=DEALING
    )
    driver.duties(until=Cut)
    for seat in (3, 1):  # the second position banked last
        driver.do(Decision(seat, "pass"))
    assert offered_cut(driver) == 3  # after a banked round it starts at the far right again


@clause("11.6(e)")
def test_the_cut_is_ten_cards_from_either_end_at_least() -> None:
    driver = Driver(terms(TEXT)).duties().do(Sit(1, "Ann")).duties(until=Cut)
    for count in (9, 44):
        with pytest.raises(IllegalAction):
            driver.do(Cut(0, count, 1))
    order = driver.table.in_play.stack
    driver.do(Cut(0, 43, 1))
    driver.do(Step("complete_cut"), by=Actor(Role.DEALER))
    assert driver.table.in_play.stack == order[43:] + order[:43]


@clause("11.6(c)", "11.6(e)")
def test_a_dealer_who_cuts_completes_the_cut_in_the_same_movement() -> None:
    driver = Driver(terms(TEXT)).duties().do(Sit(1, "Ann")).duties(until=Cut).do(Step("refuse_cut", 0, 1))
    driver.do(Cut(0, 20), by=Actor(Role.DEALER))
    assert driver.table.owed == ()
    assert duty(driver.table) == Offer(Step("load"), f"{TEXT}:11.8(a)", by=Role.DEALER, duty=True)


@clause("11.6(f)")
@pytest.mark.parametrize(("choice", "seats"), [("last_cutter", [3, 3]), ("next_entitled", [2, 1])])
def test_a_supervisor_may_order_another_cut(choice: str, seats: list[int]) -> None:
    driver = Driver(terms(TEXT, {"recut_by": choice})).duties()
    driver.do(Sit(3, "Ann"), Sit(2, "Ben"), Sit(1, "Cid")).duties()
    again = []
    for _ in range(2):
        driver.do(Step("recut"), by=SUPERVISOR)
        again.append(offered_cut(driver))
        driver.duties()
    assert again == seats
    driver.do(Step("recut"), by=SUPERVISOR)
    if choice == "last_cutter":
        assert [refuse(driver) for _ in range(3)] == [3, 2, 1]
    assert offered_cut(driver) == DEALER


@clause("11.6(g)")
@pytest.mark.parametrize(("spread", "stage"), [("face_up", Stage.SPREAD), ("face_down", Stage.FACE_DOWN)])
def test_without_players_the_cards_lie_spread(spread: str, stage: Stage) -> None:
    driver = opened("Ann", idle_spread=spread).do(Leave(1)).do(Step("idle"), by=DEALING)
    assert driver.table.in_play.stage == stage
    driver.do(Sit(1, "Ben")).duties()
    assert driver.table.phase == Phase.BETTING
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert steps.count("wash") == 2


# --- 11.7: wagers -----------------------------------------------------------------------------------------------------


@clause("11.7(a)")
def test_wagers_are_chips_within_the_limits_and_coupons_but_no_cash() -> None:
    driver = opened("Ann", limits={"wager": {"minimum": 500, "maximum": 2500}})
    with pytest.raises(IllegalAction, match=r"wager \$5 to \$25"):
        driver.do(Bet(1, "wager", 400))
    with pytest.raises(IllegalAction, match=r"verbal wager with cash is not accepted \[pai-gow-poker:11\.7\(a\)\]"):
        driver.do(Bet(1, "wager", 1000, cash=True))
    driver.do(Bet(1, "wager", 1000), Coupon(1, "wager", 1000))
    coupon = {"1": {"wager": 1000, "match_play": {"wager": 500}}}
    won = settle({"1": KINGS, "dealer": TENS}, seats=coupon)
    assert row(won) == ("win", 1500, 1000)
    assert won.net["1"] == 1500 - 75


@clause("11.7(b)")
def test_only_seated_players_wager_and_stay_until_the_round_is_over() -> None:
    with pytest.raises(IllegalAction, match=r"nobody is seated .*11\.7\(b\)"):
        opened("Ann").do(Bet(2, "wager", 1000))
    with pytest.raises(IllegalAction, match=r"stays until the round is complete .*11\.7\(b\)"):
        dealt("Ann").do(Leave(1))


@clause("11.7(c)")
def test_no_wager_after_no_more_bets() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "wager", 1000), NoMoreBets())
    for late in (Bet(2, "wager", 1000), Withdraw(1, "wager")):
        with pytest.raises(IllegalAction, match=r'"No more bets" \[pai-gow-poker:11\.7\(c\)\]'):
            driver.do(late)


@clause("11.7(d)", "11.7(e)", "11.7(f)", "11.13(b)1", "11.14(a)")
@pytest.mark.parametrize("wager", ["progressive", "three_card", "seven_card", "imperial", "bonus", "insurance"])
def test_optional_wagers_go_with_a_main_wager(wager: str) -> None:
    posted: dict[str, Any] = {
        "progressive": PROGRESSIVE,
        "three_card": THREE_CARD,
        "seven_card": SEVEN_CARD,
        "bonus": BONUS,
        "insurance": INSURANCE,
    }
    driver = opened("Ann", **posted)
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, wager, 100))
    driver.do(Bet(1, "wager", 1000), Bet(1, wager, 100))
    with pytest.raises(IllegalAction):
        driver.do(Withdraw(1, "wager"))  # not before what goes with it
    if wager != "imperial":
        with pytest.raises(IllegalAction, match=f"the submission posts no {wager} table"):
            opened("Ann").do(Bet(1, "wager", 1000), Bet(1, wager, 100))
    else:
        with pytest.raises(IllegalAction):
            opened("Ann", imperial=False).do(Bet(1, "wager", 1000), Bet(1, wager, 100))


# --- 11.8-11.8C: the deal ---------------------------------------------------------------------------------------------

STACK = " ".join(JOKER_DECK.names)


def stack_dealt(seats: tuple[str, ...] = ("1", "6"), **rest: Any) -> dict[str, str]:
    """The hands that come of the deck in its own order."""
    file = {
        "game": TEXT,
        "seats": {seat: {"wager": 1000} for seat in seats},
        "stack": STACK,
        "actions": [house(int(seat)) for seat in seats],
        **rest,
    }
    return play_round(file).report.hands


@clause("11.8(a)", "11.8(b)", "11.8(c)", "11.8C(b)", "11.8C(b)1", "11.8C(b)2", "11.8C(b)4", "11.4(a)")
def test_from_a_manual_shoe_one_card_at_a_time_goes_round_clockwise() -> None:
    hands = stack_dealt(dice=[3, 3, 3])  # nine: the dealer, then twice to the right
    assert hands["6"] == JOKER_DECK.text(range(0, 49, 7))
    assert hands["dealer"] == JOKER_DECK.text(range(1, 49, 7))
    assert hands["1"] == JOKER_DECK.text(range(2, 49, 7))
    driver = closed("Ann")
    with pytest.raises(IllegalAction):
        driver.do(Deal())
    for wrong in ((), (1, 2), (0, 1, 2), (1, 2, 7)):
        with pytest.raises(BadInput, match="three dice show one to six each"):
            driver.do(Shake(wrong, times=3))
    driver.do(Shake((6, 5, 4), times=3), Deal()).duties()
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert [one for one in steps if one != "place_dice"][-4:] == ["complete_cut", "load", "announce", "cover_shaker"]


@clause("11.8C(b)2", "11.8C(b)3", "11.8C(b)3i", "11.8C(b)3ii", "11.8C(c)")
def test_the_start_is_counted_counterclockwise_from_the_dealer() -> None:
    def start(number: int, first: int) -> int:
        return counted(Table(terms=terms(TEXT), own={OWN_BANK: Bank(seat=first)}), number)

    assert start(8, DEALER) == DEALER
    assert start(14, DEALER) == AROUND[6] == 1  # the sixth betting position counted from the dealer's right
    assert [start(number, DEALER) for number in range(1, 8)] == [DEALER, 6, 5, 4, 3, 2, 1]
    assert stack_dealt(number=7)["1"] == JOKER_DECK.text(range(0, 49, 7))
    assert stack_dealt(number=1)["dealer"] == JOKER_DECK.text(range(0, 49, 7))


@clause("11.8(d)", "11.8(d)1", "11.8B(e)", "11.8B(e)1", "11.8B(f)")
@pytest.mark.parametrize("submission", [{}, SHOE])
def test_four_cards_must_be_left_and_unplayed_hands_are_taken_unseen(submission: dict[str, Any]) -> None:
    driver = closed("Ann", "Ben", **submission).duties(until=CountStub)
    assert len(driver.table.in_play.stack) == 4
    assert {where for where in driver.table.places if len(driver.table.at(where).cards) == 7} == {*map(place, range(7))}
    assert {*view(driver.table, player("Ann")).cards(place(6))} == {"??"}
    assert not any(isinstance(event, Stepped) and event.step == "cover_shaker" for event in driver.events)
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "house_way"))
    driver.do(CountStub(4))
    assert driver.table.phase == Phase.SETTING
    counted, *collected, covered = driver.entries[-1].events
    assert isinstance(counted, StubCounted)
    assert [event.origin for event in collected if isinstance(event, Dealt)] == [place(seat) for seat in (3, 4, 5, 6)]
    assert isinstance(covered, StepDue)
    assert {*driver.table.places} == {*map(place, (DEALER, 1, 2, DEAD_HAND))}


@clause("11.8(d)2", "11.8A(d)2", "11.8B(e)2")
@pytest.mark.parametrize("submission", [{}, SHOE, HAND])
@pytest.mark.parametrize("misdealt", [True, False])
def test_another_number_of_cards_left_voids_the_round(submission: dict[str, Any], *, misdealt: bool) -> None:
    driver = closed("Ann", **submission).duties(until=CountStub).do(CountStub(5, misdealt))
    assert driver.table.void
    assert [event.result for event in driver.events if isinstance(event, Settled)] == ["void"]
    assert any(isinstance(event, DeckRemoved) for event in driver.events) != misdealt
    report = settle(
        {"1": KINGS, "dealer": TENS},
        [{"do": "irregularity", "kind": "stub_count_wrong", "misdealt": misdealt}],
        submission=submission,
    )
    assert report.net == {"1": 0}
    assert report.void


@clause("11.8A(a)", "11.8A(b)", "11.8A(b)1", "11.8A(b)2", "11.8A(c)", "11.8A(d)")
@clause("11.8A(d)1", "11.8A(e)", "11.8A(f)", "11.8A(g)")
def test_from_the_hand_seven_stacks_are_dealt_to_and_fro_and_counted_before_the_start_is_known() -> None:
    stacks = stacked(JOKER_DECK.all)
    assert stacks[0][:4] == (0, 13, 14, 27)
    assert stacks[6][:4] == (6, 7, 20, 21)
    hands = stack_dealt(dice=[3, 3, 3], submission=HAND)
    for seat, stack in (("6", 0), ("dealer", 1), ("1", 2)):
        assert hands[seat] == JOKER_DECK.text(stacks[stack])
    driver = closed("Ann", **HAND)
    for early in (Shake((1, 2, 3), times=3), Deal(), CountStub(4)):
        with pytest.raises(IllegalAction):
            driver.do(early)
    driver.do(Step("stacks"), CountStub(4), by=DEALING).duties()
    deals = [event for event in driver.events if isinstance(event, Dealt)]
    stacks_of_seven = [stack_place(number) for number in range(1, 8)]
    assert [event.to for event in deals[:7]] == [event.origin for event in deals[7:14]] == stacks_of_seven
    assert [(event.origin, event.to) for event in deals[14:]] == [(place(n), place(DEAD_HAND)) for n in range(2, 7)]
    kinds = [type(event) for event in driver.events]
    stacking, delivering = (driver.events.index(deals[n]) for n in (6, 7))
    assert stacking < kinds.index(StubCounted) < kinds.index(Shaken) < delivering
    assert driver.table.phase == Phase.SETTING
    assert rules.stacks(driver.table) == []


@clause("11.8B(a)", "11.8B(b)", "11.8B(b)1", "11.8B(b)2", "11.8B(c)", "11.8B(d)")
def test_from_an_automated_shoe_stacks_of_seven_go_round_clockwise() -> None:
    hands = stack_dealt(dice=[3, 3, 3], submission=SHOE)
    assert hands["6"] == JOKER_DECK.text(range(7))
    assert hands["dealer"] == JOKER_DECK.text(range(7, 14))
    assert hands["1"] == JOKER_DECK.text(range(14, 21))


@clause("11.8C(a)", "11.8C(d)", "11.4(a)", "11.4(a)3")
def test_a_button_starts_at_the_dealer_and_moves_on_clockwise() -> None:
    driver = opened("Ann", **BUTTON)
    starts = []
    for _ in range(8):
        passing(driver).do(Bet(1, "wager", 1000), NoMoreBets())
        starts.append(rules.button(driver.table))
        played(driver.duties())
    assert starts == [*clockwise(DEALER), DEALER]
    driver.do(Leave(1)).do(Step("close"), by=SUPERVISOR)
    assert rules.button(driver.table) == DEALER
    assert stack_dealt(button=6, submission=SHOE)["6"] == JOKER_DECK.text(range(7))
    for wrong in ({"start": "button"}, {**BUTTON, "shuffler": "none"}):
        with pytest.raises(ImproperConfiguration, match=r"a button needs an automated shuffler .*11\.8C\(d\)"):
            terms(TEXT, wrong)
    with pytest.raises(ImproperConfiguration, match="a button needs"):
        stack_dealt(button=6)
    fresh = opened("Ann", **BUTTON).do(Leave(1)).do(Step("close"), by=SUPERVISOR)
    assert not any(isinstance(event, ButtonPlaced) for event in fresh.events)


@clause("11.8C(e)")
def test_the_starting_position_may_be_marked() -> None:
    driver = closed("Ann", mark_start=True, **NUMBER).do(DrawNumber(3))
    mark = Step("mark_start", seat=start_of(driver.table))
    assert duty(driver.table) == Offer(mark, f"{TEXT}:11.8C(e)", by=Role.DEALER, duty=True, free=("found",))
    with pytest.raises(IllegalAction):
        play(driver.table, Deal(), None)
    driver.do(mark, by=Actor(Role.DEALER)).do(Deal())
    for way in ({}, BUTTON):
        assert [step for step, _ in dealt("Ann", mark_start=True, **way).steps].count("mark_start") == 1
        assert "mark_start" not in [step for step, _ in dealt("Ann", **way).steps]


@clause("11.8C(c)", "11.4(a)2")
def test_a_random_number_from_one_to_seven_may_start_the_deal() -> None:
    driver = closed("Ann", **NUMBER)
    for wrong in (0, 8):
        with pytest.raises(IllegalAction):
            driver.do(DrawNumber(wrong))
    shown = driver.filled(legal(driver.table)[0])
    assert isinstance(shown, DrawNumber)
    other = DrawNumber(shown.number % 7 + 1)
    played(closed("Ann", **NUMBER).duties())
    with pytest.raises(BadInput, match="is not the one committed to"):
        played(driver.do(other).duties())


# --- 11.9: setting the hands, surrender, settlement -------------------------------------------------------------------


@clause("11.9(a)", "11.9(b)", "11.1 High hand", "11.1 Second highest", "11.1 Set or setting the hands")
def test_players_set_a_high_hand_of_five_and_a_low_hand_of_two() -> None:
    report = settle({"1": KINGS, "dealer": TENS}, [setting("Qd Jc")])
    assert row(report) == ("win", 1000, 1000)
    assert laid("7s 7d 9h 5c 2s", "7h 7c").lawful  # a pair of sevens under a pair of sevens and three cards
    assert not laid("6s 6d 9h 5c 2s", "7h 7c").lawful
    assert not laid("Ks Jd 9h 5c 2s", "Kh Qc").lawful
    assert laid("Ks Qd 9h 5c 2s", "Kh Qc").lawful
    with pytest.raises(IllegalAction):
        settle({"1": KINGS, "dealer": TENS}, [setting("Qd Jc"), setting("Qd Jc")])
    with pytest.raises(IllegalAction, match=r"offered: seat 1: set \("):
        settle({"1": KINGS, "dealer": TENS}, [setting("Ac Jc")])
    with pytest.raises(BadInput, match="low belongs to 'set'"):
        settle({"1": KINGS, "dealer": TENS}, [{**house(), "low": "Qd Jc"}])
    with pytest.raises(IllegalAction, match="a decision is missing"):
        settle({"1": KINGS, "dealer": TENS}, [])


@clause("11.9(b)", "11.9(a)")
def test_set_hands_lie_face_down_and_are_not_touched_again() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "house_way"))
    assert set(view(driver.table, player("Ben")).cards(place(1))) == {"??"}
    assert "??" not in view(driver.table, player("Ann")).places[place(1)].low
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "house_way"))


@clause("11.9(c)", "11.9(f)")
def test_the_dealer_sets_after_all_players_and_hands_are_exposed_from_the_right() -> None:
    driver = dealt("Ann", "Ben", "Cid")
    with pytest.raises(IllegalAction):
        driver.do(Step("set_dealer"), by=DEALING)
    all_set(driver)
    assert "??" not in view(driver.table).cards(place(DEALER))
    before = len(driver.events)
    driver.do(Reveal())
    assert [event.place for event in driver.events[before:] if isinstance(event, TurnedUp)] == [place(3)]
    driver.duties(until="pay")
    turned = [event.place for event in driver.events[before:] if isinstance(event, TurnedUp)]
    assert turned == [place(3), place(2), place(1)]


@clause("11.9(d)", "11.9(b)", "11.9(c)")
def test_the_licensee_files_the_house_way() -> None:
    cards = JOKER_DECK.parse("Ks Kh 4d 4c 9s 7h 2d")
    low, _, line, filed = set_by_house(terms(TEXT), cards)
    assert JOKER_DECK.text(sorted(low)) == "4c 4d"
    assert line == "Two pairs, the higher of jacks to aces: split them."
    assert filed == "11.9(d)"
    other = set_by_house(terms(TEXT, {"house_way": "best_high_hand"}), cards)
    assert JOKER_DECK.text(sorted(other[0])) == "2d 7h"
    exception = {"say": "Kings go first.", "play": "pair_of_kings_in_front", "clause": ""}
    keeping = {"say": "Keep two pairs.", "play": "two_pair_jacks_to_aces and pairs_behind", "prefer": ["low_hand"]}
    own = set_by_house(terms(TEXT, {"house_way_exceptions": [exception, keeping]}), cards)
    assert own[2] == "Keep two pairs."  # kings in front would be foul
    for wrong in ({"house_way": "moon"}, {"house_way_exceptions": [{"say": "x", "play": "moon"}]}):
        with pytest.raises(ImproperConfiguration, match=r"house_way.*11\.9\(d\)"):
            terms(TEXT, wrong)
    with pytest.raises(BadInput, match="a hand has 7 cards, not 2"):
        set_by_house(terms(TEXT), cards[:2])


@clause("11.9(e)", "11.9(e)1", "11.9(e)2")
def test_a_player_may_surrender_a_hand_that_is_set_until_it_is_exposed() -> None:
    report = settle({"1": KINGS, "dealer": TENS}, [house(), {"seat": 1, "do": "surrender"}])
    assert row(report) == ("lose", 0, 0)
    assert cites(report) == "11.9(e)"
    driver = dealt("Ann", "Ben", "Cid")
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "surrender"))
    driver.do(Decision(1, "house_way"), Decision(1, "surrender"))  # before the others have set
    all_set(driver).do(Decision(2, "surrender"))
    assert set(view(driver.table, player("Cid")).cards(place(2))) == {"??"}
    driver.do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Decision(3, "surrender"))


@clause("11.9(e)")
@pytest.mark.parametrize(
    ("wager", "posted", "as_printed"),
    [
        ("progressive", PROGRESSIVE, None),
        ("seven_card", SEVEN_CARD, None),
        ("three_card", THREE_CARD, ("lose", 0, 0)),
        ("bonus", BONUS, ("lose", 0, 0)),
        ("insurance", INSURANCE, ("lose", 0, 0)),
        ("imperial", True, ("win", 2000, 100)),  # by the dealer's hand of 10 high
    ],
)
def test_wagers_on_the_cards_bar_surrender(wager: str, posted: Any, as_printed: tuple[str, int, int] | None) -> None:
    hands = {"1": "As Ah Ad 9d 7d 5c 4c", "dealer": "Tc 9h 8c 6d 4h 3h 2c"}
    seats = {"1": {"wager": 1000, wager: 100}}
    actions = [house(), {"seat": 1, "do": "surrender"}]
    with pytest.raises(IllegalAction, match=rf"because a {wager} wager bars it \[pai-gow-poker:11\.9\(e\)\]"):
        settle(hands, actions, seats, submission={wager: posted})
    submission = {wager: posted, "surrender_bar": "as_printed"}
    if as_printed is None:
        with pytest.raises(IllegalAction, match=f"because a {wager} wager bars it"):
            settle(hands, actions, seats, submission=submission)
    else:
        report = settle(hands, actions, seats, submission=submission)
        assert row(report, wager) == as_printed
        assert row(report) == ("lose", 0, 0)


@clause("11.9(g)", "11.9(g)1")
def test_a_wager_loses_when_both_hands_are_lower() -> None:
    report = settle({"1": TENS, "dealer": KINGS})
    assert row(report) == ("lose", 0, 0)
    assert cites(report) == "11.9(g)1"
    assert report.house == 1000


@clause("11.9(g)2", "11.1 Copy hand", "11.3(e)")
def test_copies_go_to_the_dealer() -> None:
    high_copy = settle({"1": "Kc Kd Jh 9c 8h 5c 3c", "dealer": "Ks Kh Qd Jc 8s 5h 3d"}, [setting("Jh 9c")])
    assert (row(high_copy)[0], cites(high_copy)) == ("lose", "11.9(g)2")
    both = settle({"1": "Kc Kd Qh Jh 8h 5c 3c", "dealer": KINGS})
    assert (row(both)[0], cites(both)) == ("lose", "11.9(g)2")
    low_copy = settle({"1": "Tc Td Qh Jh 8h 5c 3c", "dealer": KINGS})
    assert (row(low_copy)[0], cites(low_copy)) == ("lose", "11.9(g)2")
    higher = settle({"1": "Ac Ad Qh Jh 8h 5c 3c", "dealer": KINGS})
    assert (row(higher)[0], cites(higher)) == ("push", "11.9(h)1")


@clause("11.9(g)3", "11.9(a)")
def test_a_foul_setting_loses_even_to_worse_hands() -> None:
    report = settle({"1": "Ac Ad Kh Jh 8h 5c 3c", "dealer": NOTHING}, [setting("Ac Ad")])
    assert row(report) == ("lose", 0, 0)
    assert cites(report) == "11.9(g)3"
    driver = dealt("Ann")
    (offer,) = [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") == "set"]
    every = [Decision(1, "set", cards=low) for low in combinations(JOKER_DECK.named(driver.hand(1)), 2)]
    assert len([one for one in every if one in offer]) == 21
    submission, hand = driver.terms.submission, driver.hand(1)
    lawful = {rules.setting(submission, hand, JOKER_DECK.read(one.cards, hand)).lawful for one in every}
    assert lawful == {True, False}
    assert offer.clause == f"{TEXT}:11.9(a)"  # whichever is laid: nobody else learns from it that a hand is foul


@clause("11.9(g)4")
def test_three_cards_in_the_low_hand_lose_but_other_wagers_stand() -> None:
    hands = {"1": "Ac Ad Ah Jh 8h 5c 3c", "dealer": NOTHING}
    report = settle(hands, [setting("Ac Ad Jh")], {"1": {"wager": 1000, "imperial": 500}})
    assert (row(report)[0], cites(report)) == ("lose", "11.9(g)4")
    assert row(report, "imperial") == ("win", (2 + 5) * 500, 500)
    driver = dealt("Ann", "Ben").do(Irregularity("hands_set_wrongly", 1))
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "house_way"))
    played(driver)


@clause("11.9(h)", "11.9(h)1", "11.9(h)2", "11.1 Push")
def test_one_higher_hand_is_a_push() -> None:
    by_high = settle({"1": "As Ah 9d 8c 6s 5d 2h", "dealer": KINGS})
    assert row(by_high) == ("push", 0, 1000)
    assert cites(by_high) == "11.9(h)1"
    by_low = settle({"1": "Tc Td As 7c 6c 4s 2s", "dealer": KINGS})
    assert row(by_low) == ("push", 0, 1000)
    assert cites(by_low) == "11.9(h)2"


@clause("11.9(i)", "11.9(j)", "11.9(f)")
def test_winners_are_paid_after_all_hands_are_exposed_from_the_right_the_main_wager_first() -> None:
    hands = {
        "1": "As Ah Ad 9d 7d 5c 4c",
        "2": "9h 8s 7c 6c 5d 4s 2s",
        "3": "Ac Ks Qs Jd Tc 6d 3h",
        "dealer": "Kh Kd Qd Jc 8h 5h 3d",
    }
    seats = {name: {"wager": 1000, "imperial": 100} for name in "123"}
    report = settle(hands, seats=seats)
    assert [(one.seat, one.wager, one.result) for one in report.settled] == [
        (3, "wager", "push"),
        (2, "wager", "push"),
        (3, "imperial", "win"),
        (2, "imperial", "win"),
        (1, "wager", "win"),
        (1, "imperial", "win"),
    ]
    assert report.net["1"] == 950 + 200


@clause("11.9(j)")
@pytest.mark.parametrize(("stake", "plain", "quarters"), [(1000, 50, 50), (1010, 51, 75), (100, 5, 25), (501, 26, 50)])
def test_winners_pay_five_per_cent_which_may_be_rounded_up_to_quarters(stake: int, plain: int, quarters: int) -> None:
    for rounding, fee in (("none", plain), ("quarter", quarters)):
        report = settle(
            {"1": KINGS, "dealer": TENS}, seats={"1": {"wager": stake}}, submission={"vigorish_rounding": rounding}
        )
        assert report.net["1"] == stake - fee
        assert report.settled[0].commission == fee


@clause("11.9(k)")
def test_cards_are_collected_after_the_settlement() -> None:
    driver = all_set(dealt("Ann", "Ben")).do(Reveal()).duties(until="collect")
    assert {event.seat for event in driver.events if isinstance(event, HandCollected)} == {2, 1}
    driver.do(Step("collect"), by=DEALING)
    assert driver.table.dealer == ()
    assert driver.table.in_play.stage == Stage.GATHERED


@clause("11.9(l)", "11.14(a)")
def test_cards_that_win_a_share_of_the_meter_stay_until_it_is_documented() -> None:
    one = whole(
        {"1": "As Ah Ad Ac Jo 9d 7d", "dealer": KINGS},
        seats={"1": {"wager": 1000, "progressive": 100}},
        submission={"progressive": PROGRESSIVE},
        meters={"progressive": {"main": 1_000_000}},
    )
    assert any(isinstance(event, DocumentationDue) for event in one.events)
    collected = [event.clause for event in one.events if isinstance(event, HandCollected)]
    assert collected == [f"{TEXT}:11.9(l)"]
    assert row(one.report, "progressive") == ("win", 1_000_000, 0)


# --- 11.10: bank and co-bank ------------------------------------------------------------------------------------------

BANK = 2
LOSES = "Th 9h 8c 6d 5d 3c 2s"  # nothing, against any pair


def bank_offers(driver: Driver) -> list[Offer]:
    return [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") in ("bank", "co_bank", "pass")]


def after_a_round(*players: str, **submission: Any) -> Driver:
    return played(dealt(*players, **submission))


@clause("11.10(a)", "11.10(b)", "11.1 Bank")
def test_nobody_banks_at_the_start_of_the_game_or_where_it_is_not_offered() -> None:
    assert bank_offers(opened("Ann")) == []
    assert bank_offers(after_a_round("Ann", banking=False)) == []
    driver = after_a_round("Ann", "Ben")
    assert bank_offers(driver)
    driver.do(Leave(1), Leave(2), Step("idle"), Sit(1, "Ann")).duties()
    assert bank_offers(driver) == []


@clause("11.10(c)", "11.1 Marker")
def test_the_bank_is_offered_counterclockwise_and_nobody_banks_twice_running() -> None:
    driver = after_a_round("Ann", "Ben", "Cid")
    asked = []
    while offers := bank_offers(driver):
        action = offers[-1].action
        assert isinstance(action, Decision)
        asked.append(action.seat)
        driver.do(Decision(action.seat, "pass"))
    assert asked == [3, 2, 1]
    driver = after_a_round("Ann", "Ben")
    driver.do(Decision(2, "pass"), Decision(1, "bank"), Bet(2, "wager", 1000)).duties().do(NoMoreBets()).duties()
    played(driver)
    assert {getattr(offer.action, "seat", 0) for offer in bank_offers(driver)} == {2}


@clause("11.10(d)", "11.10(d)1", "11.10(d)2")
def test_a_bank_must_have_wagered_against_the_dealer_and_cover_the_others_main_wagers() -> None:
    driver = opened("Ann", "Ben", chips=5000).do(Bet(1, "wager", 1000), NoMoreBets())
    played(driver.duties())
    assert {getattr(offer.action, "seat", 0) for offer in bank_offers(driver)} == {1}  # seat 2 did not wager
    driver.do(Bet(2, "wager", 1000), Bet(2, "imperial", 100_000))
    assert [getattr(offer.action, "do", "") for offer in bank_offers(driver)] == ["bank", "co_bank", "pass"]
    driver.do(Withdraw(2, "imperial"), Withdraw(2, "wager"), Bet(2, "wager", 100_000))
    assert [getattr(offer.action, "do", "") for offer in bank_offers(driver)] == ["pass"]


@clause("11.10(d)2", "11.10(g)")
@pytest.mark.parametrize(
    ("reading", "alone", "half"), [("with_dealers_wager", 2000, 500), ("players_only", 1000, 1000)]
)
def test_what_a_bank_covers_is_a_reading(reading: str, alone: int, half: int) -> None:
    hands = {"1": KINGS, "2": LOSES, "dealer": ACES}
    wagering = [{"seat": 2, "do": "dealer_wager", "amount": 1000}, house(), house(2)]
    for role, least, actions in (("bank", alone, wagering), ("co_bank", half, [house()])):
        for chips, enough in ((least, True), (least - 1, False)):
            file: dict[str, Any] = {
                role: BANK,
                "seats": {"1": {"wager": 1000}, "2": {"chips": chips}},
                "submission": {"bank_cover": reading},
            }
            if enough:
                assert settle(hands, actions, **file).net["1"] == 950
            else:
                with pytest.raises(IllegalAction):
                    settle(hands, actions, **file)


@clause("11.10(e)", "11.10(m)", "11.9(c)", "11.1 Co-banking")
def test_the_dealer_sets_a_co_banks_hand_and_does_not_wager_against_it() -> None:
    driver = after_a_round("Ann", "Ben").do(Decision(2, "co_bank"))
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "dealer_wager", 100))
    driver.do(Bet(1, "wager", 1000)).duties().do(NoMoreBets()).duties()
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "house_way"))
    driver.do(Decision(1, "house_way")).duties()
    assert [event.place for event in driver.events if isinstance(event, HandSet)][-1] == place(2)
    without = after_a_round("Ann", "Ben", co_banking=False)
    assert [getattr(offer.action, "do", "") for offer in bank_offers(without)] == ["bank", "pass"]


@clause("11.10(f)", "11.12(a)", "11.10(p)", "11.7(f)")
def test_a_bank_wagers_nowhere_but_on_its_own_cards() -> None:
    driver = after_a_round("Ann", "Ann", "Ben", bonus=BONUS, **NUMBER)
    driver.do(Decision(3, "pass"), Decision(2, "bank"))
    for action in (Bet(1, "wager", 1000), Bet(2, "wager", 1000), Bet(2, "additional_1", 100)):
        with pytest.raises(IllegalAction):
            driver.do(action)
    driver.do(Bet(2, "imperial", 500), Bet(2, "bonus", 500), Withdraw(2, "bonus"))
    with pytest.raises(BadInput, match="seat 2 banks, so it has no wager of its own"):
        settle({"1": KINGS, "2": TENS}, seats={"1": {"wager": 1000}, "2": {"wager": 1000}}, bank=BANK)


@clause("11.10(g)")
def test_the_dealer_wagers_what_the_bank_last_wagered_or_an_approved_amount_unless_it_directs_less() -> None:
    driver = after_a_round("Ann", "Ben", wager=2000).do(Decision(2, "bank"))
    driver.do(Step("dealers_wager"), by=DEALING)
    assert driver.table.ledger["dealers_wager"] == 2000
    with pytest.raises(IllegalAction, match=r"dealer_wager \$0 to \$20"):
        driver.do(Decision(2, "dealer_wager", 2001))
    for directed in (0, 500, 2000, 1999):
        driver.do(Decision(2, "dealer_wager", directed)).duties()
        assert driver.table.ledger["dealers_wager"] == directed
    approved = after_a_round("Ann", "Ben", dealers_wager=5000).do(Decision(2, "bank")).duties()
    assert approved.table.ledger["dealers_wager"] == 5000


@clause("11.10(g)")
def test_the_dealer_wagers_after_the_cards_are_shuffled() -> None:
    driver = all_set(dealt("Ann", "Ben")).do(Reveal()).duties(until=Shuffle).do(Decision(2, "bank"))
    with pytest.raises(IllegalAction):
        driver.do(Step("dealers_wager"), by=DEALING)
    driver.duties(until=Cut).do(Step("dealers_wager"), by=DEALING)


@clause("11.10(g)")
@pytest.mark.parametrize(("last", "directed", "net"), [(2000, None, -2000), (2000, 500, -500), (None, None, 0)])
def test_in_a_round_file_the_bank_says_what_it_last_wagered(last: int | None, directed: int | None, net: int) -> None:
    seats = {"1": {"wager": 1000}, "2": {} if last is None else {"last_wager": last}}
    hands = {"1": "Ks Kd 4s 3s 8d 6h 2c", "2": "Qs Qh 9d 7d 5c 4c 3h", "dealer": "As Ah Ts 9h 7c 6c 2d"}
    actions = [setting("3s 2c"), house(2)]  # a push, and the dealer wins
    if directed is not None:
        actions.insert(0, {"seat": 2, "do": "dealer_wager", "amount": directed})
    assert settle(hands, actions, seats, bank=BANK).net["2"] == net
    approved = settle(hands, [setting("3s 2c"), house(2)], seats, bank=BANK, submission={"dealers_wager": 300})
    assert approved.net["2"] == -300


@clause("11.10(h)", "11.10(h)1", "11.10(i)", "11.10(i)2", "11.10(j)", "11.10(j)1")
@pytest.mark.parametrize(("submission", "number"), [({}, "11.10(h)1"), (HAND, "11.10(i)2"), (SHOE, "11.10(j)1")])
def test_the_bank_shakes_and_again_if_it_lifts_the_lid(submission: dict[str, Any], number: str) -> None:
    driver = after_a_round("Ann", "Ben", **submission).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    driver.do(NoMoreBets())
    if submission == HAND:
        with pytest.raises(IllegalAction):
            driver.do(Irregularity("lid_lifted_by_bank", 2))
        driver.duties(until=SelectStack).do(SelectStack(2, 3))
    driver.do(Irregularity("lid_lifted_by_bank", 2))
    voided = driver.events[-1]
    assert isinstance(voided, RollVoided)
    assert voided.clause == f"{TEXT}:{number}"
    driver.duties()
    assert [event.seat for event in driver.events if isinstance(event, Shaken)] == [0, 2]
    played(driver)  # the seed that is shown afterwards fits the second shake
    with pytest.raises(IllegalAction):
        closed("Ann", **submission).do(Irregularity("lid_lifted_by_bank", 1))


@clause("11.10(h)3", "11.10(i)4", "11.10(j)3")
@pytest.mark.parametrize("submission", [{}, HAND, SHOE])
@pytest.mark.parametrize("key", ["dice", "number"])
def test_in_a_banked_round_the_count_begins_at_the_bank(submission: dict[str, Any], key: str) -> None:
    start = {"dice": [3, 3, 3]} if key == "dice" else {"number": 2}  # both: the first to the right of the bank
    file = {
        "game": TEXT,
        "seats": {"1": {"wager": 1000}, "2": {}},
        "stack": STACK,
        "bank": BANK,
        "submission": submission,
        "actions": [house(), house(2)],
        **start,
    }
    hands = play_round(file).report.hands
    first = {"": range(0, 49, 7), "hand": stacked(JOKER_DECK.all)[0], "automated_shoe": range(7)}
    assert hands["1"] == JOKER_DECK.text(first[submission.get("dealing", "")])


@clause("11.10(i)1", "11.10(i)5")
def test_from_the_hand_the_bank_selects_the_stack_that_goes_first() -> None:
    stacks = stacked(JOKER_DECK.all)
    for first, expected in ((1, (0, 1)), (4, (3, 4)), (7, (6, 0))):
        file = {
            "game": TEXT,
            "seats": {"1": {"wager": 1000}, "2": {}},
            "stack": STACK,
            "bank": BANK,
            "number": 2,
            "first_stack": first,
            "submission": HAND,
            "actions": [house(), house(2)],
        }
        hands = play_round(file).report.hands
        assert [hands["1"], hands["2"]] == [JOKER_DECK.text(stacks[stack]) for stack in expected]
    for wrong in (0, 8):
        with pytest.raises(IllegalAction):
            play_round({**file, "first_stack": wrong})
    driver = after_a_round("Ann", "Ben", **HAND).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    driver.do(NoMoreBets()).duties()
    assert next(event.seat for event in driver.events if isinstance(event, StackSelected)) == 2
    waiting = after_a_round("Ann", "Ben", **HAND).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    waiting.do(NoMoreBets()).duties(until=SelectStack)
    assert [type(offer.action) for offer in waiting.offers(1)] == []
    with pytest.raises(IllegalAction):
        waiting.do(Shake((1, 2, 3), times=3))


@clause("11.10(k)", "11.9(c)", "11.8(d)1")
def test_without_a_wager_of_its_own_the_dealer_has_no_hand_and_the_bank_sets_last() -> None:
    driver = after_a_round("Ann", "Ben")
    driver.do(Decision(2, "bank"), Decision(2, "dealer_wager"), Bet(1, "wager", 1000)).duties()
    driver.do(NoMoreBets()).duties()
    assert driver.table.dealer == ()
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "house_way"))
    driver.do(Decision(1, "house_way"), Decision(2, "house_way")).duties()
    assert "??" not in view(driver.table, player("Ann")).cards(place(2))


@clause("11.10(l)", "11.10(o)")
def test_a_bank_with_a_surplus_pays_winners_from_the_centre_and_vigorish_on_the_rest() -> None:
    hands = {"1": "As Ah Kd Qs 7d 5c 4c", "2": KINGS, "3": LOSES}
    seats = {"1": {"wager": 1000}, "2": {}, "3": {"wager": 3000}}
    report = settle(hands, seats=seats, bank=BANK)
    assert report.net == {"1": 950, "2": 1900, "3": -3000}
    assert report.house == 150


@clause("11.10(l)")
def test_a_bank_with_a_shortfall_pays_the_rest_itself() -> None:
    hands = {"1": "As Ah Kd Qs 7d 5c 4c", "2": KINGS, "3": LOSES}
    seats = {"1": {"wager": 3000}, "2": {"chips": 10_000}, "3": {"wager": 1000}}
    assert settle(hands, seats=seats, bank=BANK).net == {"1": 2850, "2": -2000, "3": -1000}


@clause("11.10(k)", "11.10(l)", "11.10(n)")
@pytest.mark.parametrize(
    ("dealer", "bank_net", "house_net"),
    [
        ("Ac Ad Kd Qh 9c 6s 4h", -1500 - 2000, 2000 + 75),  # the dealer wins, and pays no vigorish
        ("Ac Ad 9h 8h 7c 6s 2h", -1500, 75),  # one hand higher: the wager goes back
        ("Td 9d 8h 6c 5d 4h 2h", -1500 + 2000 - 25, -2000 + 75 + 25),  # the dealer loses into the centre
        ("Kc Kd Qh Jh 8h 5d 3h", -1500 + 2000 - 25, -2000 + 75 + 25),  # copies are the bank's
    ],
)
def test_the_dealers_wager_against_the_bank_is_won_pushed_or_lost(dealer: str, bank_net: int, house_net: int) -> None:
    hands = {"1": "As Ah Qc Qs 7d 5s 4c", "2": KINGS, "dealer": dealer}
    actions = [{"seat": 2, "do": "dealer_wager", "amount": 2000}, house(1), house(2)]
    report = settle(hands, actions, {"1": {"wager": 1500}, "2": {}}, bank=BANK)
    assert report.net == {"1": 1500 - 75, "2": bank_net}
    assert report.house == house_net


@clause("11.10(m)")
@pytest.mark.parametrize(
    ("one", "three", "bank_net", "house_net"),
    [
        (1000, 3021, 1011 - 51, 50 + 51 + 1010),  # a surplus of 20.21: 10.10 for the house, the rest less vigorish
        (3001, 1000, -1000, 151 - 1001),  # a shortfall of 20.01: the house bears the odd cent
        (1000, 1000, 0, 50),
    ],
)
def test_a_co_bank_goes_half_and_half_with_the_house(one: int, three: int, bank_net: int, house_net: int) -> None:
    hands = {"1": "As Ah Kd Qs 7d 5c 4c", "2": KINGS, "3": LOSES}
    seats = {"1": {"wager": one}, "2": {"chips": 100_000}, "3": {"wager": three}}
    report = settle(hands, seats=seats, co_bank=BANK)
    assert report.net["2"] == bank_net
    assert report.house == house_net


@clause("11.10(l)", "11.9(e)1")
def test_a_surrendered_wager_goes_to_the_centre_where_a_player_banks() -> None:
    actions = [house(1), {"seat": 1, "do": "surrender"}, house(2)]
    assert settle({"1": ACES, "2": KINGS}, actions, {"1": {"wager": 1000}, "2": {}}, bank=BANK).net["2"] == 950


@clause("11.10(p)", "11.1 Bonus wager")
def test_optional_wagers_are_banked_by_the_house_in_a_banked_round_too() -> None:
    seats = {"1": {"wager": 1000, "bonus": 500}, "2": {}}
    report = settle({"1": STRAIGHT, "2": KINGS}, seats=seats, bank=BANK, submission={"bonus": BONUS})
    assert row(report, "bonus") == ("win", 1000, 500)
    assert report.net["2"] in (0, -1000)


# --- 11.10: whose right it is, and what lies --------------------------------------------------------------------------


def asked(driver: Driver) -> set[int]:
    """The seats that are offered the bank."""
    return {getattr(offer.action, "seat", 0) for offer in bank_offers(driver)}


@clause("11.10(c)", "11.10(d)1")
def test_the_right_to_bank_goes_with_the_player_and_not_with_the_chair() -> None:
    driver = after_a_round("Ann", "Ben", "Ben").do(Decision(3, "bank"), Bet(1, "wager", 1000)).duties()
    played(driver.do(NoMoreBets()).duties())
    assert asked(driver) == {1}  # no player banks two rounds running, from neither position
    driver.do(Leave(3), Sit(5, "Ben"), Leave(1), Sit(1, "Cid"))
    assert asked(driver) == set()  # nor from another chair, and a newcomer inherits nothing
    driver.do(Sit(4, "Ann"))
    assert asked(driver) == {4}
    driver.do(Decision(4, "pass"), Leave(4), Sit(6, "Ann"))
    assert asked(driver) == set()


@clause("11.10(b)", "11.5(c)")
@pytest.mark.parametrize("decks", [1, 2])
def test_after_another_deck_came_in_mid_session_nobody_banks_the_first_round(decks: int) -> None:
    driver = after_a_round("Ann", "Ben", decks=decks, shuffler="automated")
    driver.do(Decision(2, "bank"), Bet(2, "imperial", 500), Bet(1, "wager", 1000)).duties()
    assert driver.table.ledger["dealers_wager"] == 1000
    driver.do(Step("remove", driver.table.deck), by=SUPERVISOR).duties(until=Shuffle)
    assert driver.table.ledger["dealers_wager"] == 0  # the bank is given up, with what lay because of it
    assert driver.table.seats[2].chips == {}
    driver.duties()
    assert bank_offers(driver) == []
    driver.do(Bet(2, "wager", 1000), NoMoreBets()).duties()
    assert asked(played(driver)) == {2}


@clause("11.10(b)", "11.5(c)")
def test_a_deck_that_comes_during_a_round_leaves_its_bank_and_bars_the_next() -> None:
    driver = after_a_round("Ann", "Ben", decks=2, shuffler="automated").do(Decision(2, "bank"), Bet(1, "wager", 1000))
    driver.do(Step("dealers_wager"), by=DEALING)
    other = 1 - driver.table.deck
    driver.do(Step("remove", other), by=SUPERVISOR).duties(until="receive").do(NoMoreBets())
    played(driver.duties())
    assert any(isinstance(event, GameStarted) for event in driver.events)
    assert bank_of(driver.table).last == "Ben"
    assert bank_offers(driver) == []


@clause("11.5(d)", "11.2(b)")
def test_each_of_two_decks_goes_through_the_opening_before_play() -> None:
    driver = Driver(terms(TEXT, {"decks": 2, "shuffler": "automated"})).duties()
    driver.do(Sit(1, "Ann")).duties(until=Shuffle)
    done = [(entry.action.step, entry.action.deck) for entry in driver.entries if isinstance(entry.action, Step)]
    for deck in (0, 1):
        own = [step for step, of in done if of == deck]
        assert own == ["receive", "inspect", "verify", "spread", "show", "wash"]
    for missing in ("inspect", "verify", "spread", "show", "wash"):
        one = Driver(driver.terms)
        if missing in ("show", "wash"):
            one.duties().do(Sit(1, "Ann"))
        one.duties(until=missing)
        skipped = duty(one.table)
        assert skipped
        while (due := duty(one.table)) and not isinstance(due.action, Shuffle):
            others = [offer for offer in legal(one.table) if offer.duty and getattr(offer.action, "deck", None)]
            if not others:
                break
            one.do(others[0].action)
        assert one.table.phase in (Phase.CLOSED, Phase.IDLE)  # with one deck still to be looked at


@clause("11.10(e)", "11.10(m)", "11.9(c)")
def test_a_co_banks_hand_is_set_by_the_house_way_or_by_reading_by_the_player() -> None:
    hands = {"1": "Kd Kc Qh Jh 7h 5c 3c", "2": "As Ah 9d 9c 7c 5s 4s"}
    seats = {"1": {"wager": 1000}, "2": {}}
    by_house = whole(hands, [setting("Qh Jh")], seats, co_bank=BANK)
    (lying,) = [event for event in by_house.events if isinstance(event, HandSet) and event.place == place(2)]
    assert {*JOKER_DECK.text(lying.low).split()} == {"9d", "9c"}
    assert lying.clause == f"{TEXT}:11.10(m)"
    submission = {"co_bank_set_by": "player"}
    with pytest.raises(IllegalAction, match="a decision is missing"):
        settle(hands, [setting("Qh Jh")], seats, co_bank=BANK, submission=submission)
    actions = [setting("Qh Jh"), {**setting("7c 5s"), "seat": 2}]
    by_player = settle(hands, actions, seats, co_bank=BANK, submission=submission)
    assert (by_house.report.net["2"], by_player.net["2"]) == (475, 0)


@clause("11.10(d)2", "11.10(l)")
@pytest.mark.parametrize(("by", "bank_net", "chips"), [("bank", -1500, 1500), ("house", -1000, 1000)])
def test_what_a_coupon_wins_is_paid_and_covered_by_the_bank_or_the_house(by: str, bank_net: int, chips: int) -> None:
    file: dict[str, Any] = {"bank": BANK, "submission": {"coupons_paid_by": by}}
    hands = {"1": KINGS, "2": TENS}
    seats = {"1": {"wager": 1000, "match_play": {"wager": 500}}, "2": {"chips": chips}}
    assert settle(hands, seats=seats, **file).net == {"1": 1425, "2": bank_net}
    seats["2"] = {"chips": chips - 1}
    with pytest.raises(IllegalAction):
        settle(hands, seats=seats, **file)


@clause("11.10(k)", "11.1 Copy hand")
@pytest.mark.parametrize(("reading", "bank_net"), [("bank", 950), ("dealer", -1000)])
def test_who_wins_copies_between_dealer_and_bank_is_a_reading(reading: str, bank_net: int) -> None:
    hands = {"1": "As Ah 9d 8c 6s 5d 2h", "2": KINGS, "dealer": "Kc Kd Qh Jh 8h 5c 3c"}
    seats = {"1": {"wager": 100}, "2": {"last_wager": 1000}}
    report = settle(hands, seats=seats, bank=BANK, submission={"dealers_copies": reading})
    assert report.net == {"1": 0, "2": bank_net}


@clause("11.10(m)")
@pytest.mark.parametrize(("bears", "short"), [("house", -500), ("co_bank", -501)])
def test_who_bears_a_co_banks_odd_cent_is_a_reading(bears: str, short: int) -> None:
    seats = {"1": {"wager": 1001}, "2": {}}
    report = settle({"1": KINGS, "2": TENS}, seats=seats, co_bank=BANK, submission={"odd_cent": bears})
    assert report.net["2"] == short


@clause("11.9(j)")
def test_a_fraction_of_a_cent_counts_whole_or_not_at_all() -> None:
    for rounding, fee in (("none", 51), ("down", 50)):
        submission = {"vigorish_rounding": rounding}
        report = settle({"1": KINGS, "dealer": TENS}, seats={"1": {"wager": 1001}}, submission=submission)
        assert report.settled[0].commission == fee


# --- 11.9(e)-(k), 11.10(k)-(n): one hand after the other --------------------------------------------------------------


@clause("11.9(f)", "11.9(g)", "11.9(h)", "11.9(i)", "11.9(j)", "11.9(k)")
def test_losers_and_pushes_are_settled_and_collected_as_they_are_exposed_and_winners_when_they_are_paid() -> None:
    hands = {
        "1": "Tc Td 9h 7c 6c 4s 2s",  # loses
        "2": "As Ad Qs 9d 7d 5c 4c",  # pushes by the high hand
        "3": "Ac Ah Kc 9c 8d 5h 3h",  # wins
        "4": "Jh Ts 9s 8s 7s 2d 4d",  # pushes, too, but the imperial wager wins
        "dealer": "Kh Kd Qd Jc 8h 5s 3d",
    }
    seats: dict[str, Any] = {name: {"wager": 1000} for name in hands if name != "dealer"}
    seats["4"] = {"wager": 1000, "imperial": 100}
    played = whole(hands, [house(1), setting("Qs 9d", 2), house(3), setting("2d 4d", 4)], seats)
    told = [
        (type(event).__name__, event.seat, getattr(event, "result", event.clause.partition(":")[2]))
        for event in played.events
        if isinstance(event, HandCompared | Settled | HandCollected)
    ]
    assert told == [
        ("HandCompared", 4, "push"),
        ("Settled", 4, "push"),  # its cards stay, for another of its wagers has won
        ("HandCompared", 3, "win"),
        ("HandCompared", 2, "push"),
        ("Settled", 2, "push"),
        ("HandCollected", 2, "11.9(h)1"),
        ("HandCompared", 1, "lose"),
        ("Settled", 1, "lose"),
        ("HandCollected", 1, "11.9(g)1"),
        ("Settled", 4, "win"),
        ("HandCollected", 4, "11.9(j)"),
        ("Settled", 3, "win"),
        ("HandCollected", 3, "11.9(j)"),
    ]


@clause("11.9(e)", "11.9(f)")
def test_a_player_may_surrender_until_that_players_own_hand_is_exposed() -> None:
    driver = all_set(dealt("Ann", "Ben", "Cid")).do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Decision(3, "surrender"))
    driver.do(Decision(1, "surrender"), Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "surrender"))
    assert duty(driver.table).action == Step("pay")  # type: ignore[union-attr]


@clause("11.9(e)2")
def test_the_cards_of_a_surrendered_hand_are_counted_face_down_before_they_are_racked() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "house_way"), Decision(1, "surrender"))
    with pytest.raises(IllegalAction):
        play(driver.table, Decision(2, "house_way"), None)
    with pytest.raises(BadInput, match="count_surrendered needs the number that was counted"):
        driver.do(Step("count_surrendered", seat=1), by=DEALING)
    driver.do(Step("count_surrendered", seat=1, count=6), by=DEALING)
    assert not driver.table.seats[1].collected
    assert [due.step for due in driver.table.owed] == ["settle_difference", "count_surrendered"]
    void = Driver(driver.terms)
    void.table = driver.table
    void.do(Irregularity("wrong_number_of_cards", 1))
    assert void.table.seats[1].settled["wager"].result == "void"
    driver.do(Step("settle_difference", seat=1), by=SUPERVISOR)
    driver.do(Step("count_surrendered", seat=1, count=7), by=DEALING)
    assert driver.events[-1] == HandCollected(1, f"{TEXT}:11.9(e)2")
    assert set(view(driver.table, player("Ben")).cards(place(1))) == {"??"}


@clause("11.10(k)", "11.10(l)", "11.10(n)")
def test_the_dealers_wager_is_judged_before_the_players_and_a_win_lies_until_it_is_paid() -> None:
    hands = {"1": "Th 9s 7h 6d 4h 3s 2h", "2": TENS, "3": KINGS, "dealer": ACES}
    seats = {"1": {"wager": 1000}, "2": {"last_wager": 2000}, "3": {"wager": 500}}
    one = whole(hands, seats=seats, bank=BANK)
    found = [event for event in one.events if isinstance(event, Moved | Settled | DealerCompared | HandCompared)]
    told = [getattr(event, "result", "") or (getattr(event, "origin", ""), getattr(event, "to", "")) for event in found]
    assert told == [
        ("inventory", "dealers_wager"),
        "win",  # the dealer's
        "win",
        "lose",
        "lose",  # into the centre, before anybody is paid
        "win",
        ("player:seat 2", "centre"),  # which is exhausted now
        ("centre", "dealers_wager"),
        ("dealers_wager", "inventory"),  # this amount and the original wager
    ]
    assert isinstance(found[1], DealerCompared)
    assert isinstance(found[-1], Moved)
    assert (found[-1].amount, found[-1].clause) == (4000, f"{TEXT}:11.10(n)")
    assert one.report.net == {"1": -1000, "2": -1500, "3": 475}


# --- 11.4, 11.8C, 11.11: steps with what was observed -----------------------------------------------------------------


@clause("11.8C(b)", "11.10(h)1", "11.10(i)2", "11.10(j)1", "11.8C(b)4")
@pytest.mark.parametrize("submission", [{}, HAND, SHOE])
def test_the_shaker_is_shaken_three_times_and_once_more_when_it_is_covered(submission: dict[str, Any]) -> None:
    driver = closed("Ann", **submission).duties(until=Shake)
    with pytest.raises(BadInput, match=r"the shaker is shaken at least 3 times, not 2") as refused:
        driver.do(Shake((1, 2, 3), times=2))
    assert refused.value.clause == f"{TEXT}:11.8C(b)"
    driver.do(Shake((1, 2, 3), times=4), Deal()).duties()
    (covered,) = [event for event in driver.events if isinstance(event, Stepped) and event.step == "cover_shaker"]
    assert covered.clause == f"{TEXT}:11.8C(b)4"
    banked = after_a_round("Ann", "Ben", **submission).do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    banked.do(NoMoreBets()).duties(until=Shake)
    with pytest.raises(BadInput, match="at least 3 times, not 0"):
        banked.do(Shake((1, 2, 3)))


@clause("11.4(a)1iii")
@pytest.mark.parametrize("submission", [{}, HAND, SHOE])
def test_dice_that_are_a_day_old_are_changed_even_after_no_more_bets(submission: dict[str, Any]) -> None:
    late = 24 * HOUR + 1
    driver = closed("Ann", **submission).duties(until=Shake)
    with pytest.raises(IllegalAction, match="the dice are due to be changed"):
        driver.do(Shake((1, 2, 3), times=3), at=late)
    driver.do(Step("place_dice"), by=SUPERVISOR, at=late)
    driver.do(Shake((1, 2, 3), times=3), Deal(), at=late)


@clause("11.11(c)", "11.11(e)", "11.11(h)")
@pytest.mark.parametrize(("kind", "seat"), [("wrong_total", 0), ("card_exposed", 0), ("wrong_number_of_cards", 1)])
def test_what_is_found_when_the_dealer_has_set_or_hands_lie_open_voids_all_of_them(kind: str, seat: int) -> None:
    driver = all_set(dealt("Ann", "Ben", "Cid", exposure_found="until_the_end"))
    assert any(offer.action == Irregularity(kind, seat) for offer in legal(driver.table))
    driver.do(Reveal(), Reveal(), Irregularity(kind, seat))
    assert [one.settled["wager"].result for one in driver.table.seats.values()] == ["void"] * 3
    assert {name: amount for name, amount in driver.table.ledger.items() if amount} == {}
    driver.duties(until=Shuffle)
    assert driver.table.in_play.stage == Stage.GATHERED


@clause("11.11(h)", "11.10(k)")
def test_a_dealers_wager_that_was_lost_goes_back_when_all_hands_are_void() -> None:
    hands = {"1": "Th 9s 7h 6d 4h 3s 2h", "2": ACES, "dealer": TENS}
    seats = {"1": {"wager": 1000}, "2": {"last_wager": 2000}}
    driver = Driver(terms(TEXT))
    driver.table = table_before_paying(hands, seats)
    assert driver.table.ledger["centre"] == 3000
    driver.do(Irregularity("wrong_number_of_cards", 1))
    assert {name: amount for name, amount in driver.table.ledger.items() if amount} == {}


@clause("11.11(h)", "11.8(d)2")
def test_a_dealer_without_a_wager_can_have_a_wrong_number_of_cards_while_they_lie_there() -> None:
    driver = after_a_round("Ann", "Ben").do(Decision(2, "bank"), Decision(2, "dealer_wager", 0))
    driver.do(Bet(1, "wager", 1000)).duties().do(NoMoreBets()).duties(until=CountStub)
    found = play(driver.table, Irregularity("wrong_number_of_cards", 0), DEALING)[0]
    assert found.seats[1].settled["wager"].result == "void"
    driver.duties()
    assert not driver.table.dealer  # collected unseen, by the ruling about the dealer's hand
    for seat, lies in ((0, False), (1, True), (2, True)):
        assert bool(offered(driver.table, Irregularity("wrong_number_of_cards", seat), DEALING)) is lies


@clause("11.10(k)", "11.10(g)")
def test_the_dealer_plays_against_a_bank_by_the_wager_that_lies_and_not_by_chips_that_come_back_to_the_bank() -> None:
    posted = {"progressive": {"Straight flush": "100%"}, "progressive_wager": 500, "progressive_initial": 100_000}
    driver = Driver(terms(TEXT, {**posted, "imperial": False})).duties()
    driver.do(Sit(1, "Ann", 2_000_000), Sit(2, "Ben", 3000)).duties()
    played(driver.do(Bet(1, "wager", 1000), Bet(2, "wager", 100), NoMoreBets()).duties())
    covers = driver.table.at_hand(driver.table.seats[2]) - 500
    driver.do(Decision(2, "bank"), Bet(2, "progressive", 500), Bet(1, "wager", covers)).duties().do(NoMoreBets())
    assert bank_of(driver.table).dealers_wager == 0  # all that the bank has is covering Ann's wager
    driver.do(Step("lock_progressive"), Step("verify_progressive", count=0))
    driver.do(Step("take_back", seat=2, note="progressive"), by=SUPERVISOR).duties()
    assert (driver.table.phase, driver.table.dealer) == (Phase.SETTING, ())
    played(driver)
    assert [event.place for event in driver.entries[-1].events if isinstance(event, HandSet)] == []
    assert bank_of(driver.table).dealers_wager == 0


@clause("11.11(h)", "11.14(a)", "11.1 Envy bonus")
def test_what_a_hand_with_a_wrong_number_of_cards_was_paid_goes_back_with_its_meter_and_envy() -> None:
    hands = {"1": "8h 8d 8s 8c Kc 4d 2d", "2": "Qh Js 9c 7d 5s 4h 3h", "dealer": TENS}
    every = {"wager": 1000, "imperial": 500, "bonus": 500, "progressive": 100}
    posted = {
        "progressive": {"four of a kind": "100%"},
        "progressive_rate": 20,
        "progressive_reset": 50_000,
        "bonus": {"four of a kind": 25},
        "envy": {"four of a kind": 500},
    }
    file = {"game": TEXT, "seats": dict.fromkeys("12", every), "hands": hands, "submission": posted}
    entries = play_round({**file, "actions": [house(1), house(2)], "meters": METER_OF_1000}).entries
    driver = Driver(terms(TEXT, posted))
    driver.table = restored(list(entries), driver.terms)
    assert driver.table.meter("progressive", "main") == 50_000
    assert any(move.clause == f"{TEXT}:11.1 Envy bonus" for move in driver.table.moves)
    driver.do(Irregularity("wrong_number_of_cards", 1))
    left = {name: amount for name, amount in driver.table.ledger.items() if amount}
    assert left == {"house": -100_000, "meter:progressive:main": 100_000}
    assert driver.duties().table.phase == Phase.BETTING


METER_OF_1000 = {"progressive": {"main": 100_000}}


def table_before_paying(hands: dict[str, str], seats: dict[str, Any]) -> Table:
    """The table of a banked round when all hands lie open."""
    actions = [house(int(seat)) for seat in hands if seat != "dealer"]
    file = {"game": TEXT, "seats": seats, "hands": hands, "bank": BANK, "actions": actions}
    entries = play_round(file).entries
    paid = next(number for number, entry in enumerate(entries) if entry.action == Step("pay"))
    return restored(list(entries[:paid]), terms(TEXT))


@clause("11.11(i)")
def test_cards_that_the_dealer_laid_otherwise_than_submitted_are_reset_before_any_hand_is_exposed() -> None:
    driver = dealt("Ann").do(Decision(1, "house_way"))
    by_house = set_by_house(driver.terms, driver.table.dealer)[0]
    other = tuple(card for card in driver.table.dealer if card not in by_house)[:2]
    driver.do(Step("set_dealer", found=JOKER_DECK.text(other)), by=DEALING)
    assert driver.table.at(place(DEALER)).low == other
    with pytest.raises(IllegalAction):
        play(driver.table, Reveal(), None)
    driver.do(Step("reset_hands"), by=DEALING)
    assert {*driver.table.at(place(DEALER)).low} == {*by_house}
    assert driver.events[-1].clause == f"{TEXT}:11.11(i)"  # type: ignore[attr-defined]


# --- Readings of the optional wagers ----------------------------------------------------------------------------------


@clause("11.3(c)", "11.3(e)", "11.3(b)6")
def test_in_a_flush_no_card_serves_the_joker_better_than_the_highest_that_the_hand_lacks() -> None:
    """By 11.3(e) the highest card that the other hand does not contain decides, so a card held twice adds nothing."""

    def beats(ours: set[int], theirs: set[int]) -> bool:
        return max(ours - theirs, default=-1) > max(theirs - ours, default=-1)

    for four in combinations(range(13), 4):
        lacked = max(rank for rank in range(13) if rank not in four)
        for rank in range(13):
            assert not beats({*four, rank}, {*four, lacked})


@clause("11.3(h)", "11.1 Pai gow insurance wager")
@pytest.mark.parametrize(("reading", "result"), [("ace", "win"), ("completes", "lose")])
@pytest.mark.parametrize("cards", ["Kh Qd Jc 9s 8h 5d Jo", "Jo Kh 9h 7h 5h Qc 3d"])
def test_whether_the_joker_completes_a_hand_for_insurance_is_a_reading(cards: str, reading: str, result: str) -> None:
    seats = {"1": {"wager": 1000, "insurance": 500}}
    report = settle(
        {"1": cards, "dealer": ACES},
        [house()],
        seats,
        submission={"insurance": INSURANCE, "insurance_joker": reading},
    )
    assert row(report, "insurance")[0] == result


@clause("11.19(c)1", "11.3(c)", "11.20(b)")
@pytest.mark.parametrize(("reading", "pays"), [("with_joker", 200), ("natural", 50)])
def test_whether_the_joker_completes_a_royal_flush_for_the_imperial_bonus_is_a_reading(reading: str, pays: int) -> None:
    seats = {"1": {"wager": 1000, "imperial": 100}}
    submission = {"imperial_royal": reading}
    for cards, odds_to_1 in (("As Ks Qs Js Jo 9d 7d", pays), ("As Ks Qs Js Ts 9d 7d", 200)):
        report = settle({"1": cards, "dealer": TENS}, seats=seats, submission=submission)
        assert row(report, "imperial") == ("win", odds_to_1 * 100, 100)


@clause("11.19(c)2", "11.9(g)", "11.9(f)2", "11.20(d)")
def test_whether_the_imperial_stake_is_lost_without_the_players_own_bonus_is_a_reading() -> None:
    seats = {"1": {"wager": 1000, "imperial": 100}}
    low = "Tc 9h 8c 6d 4h 3h 2c"  # 10 high: 20 to 1
    for cards, returned in ((KINGS, 0), ("As Ah Ad 9d 7d 5c 4s", 100)):
        both = settle({"1": cards, "dealer": low}, seats=seats)
        own = settle({"1": cards, "dealer": low}, seats=seats, submission={"imperial_stake": "lost_without_own"})
        assert row(both, "imperial")[2] == 100
        assert row(own, "imperial") == (*row(both, "imperial")[:2], returned)
    neither = settle({"1": KINGS, "dealer": ACES}, seats=seats, submission={"imperial_stake": "lost_without_own"})
    assert row(neither, "imperial") == ("lose", 0, 0)
    limited = {"imperial_stake": "lost_without_own", "imperial_maximum": 5_000_000}
    large = {"1": {"wager": 1000, "imperial": 1_000_000}}
    report = settle({"1": KINGS, "dealer": low}, seats=large, submission=limited)
    assert row(report, "imperial") == ("win", 5_000_000, 0)


@clause("11.1 Envy bonus")
def test_a_coupon_counts_towards_what_earns_envy_and_who_must_have_wagered_is_a_reading() -> None:
    def envied(seats: dict[str, Any], actions: list[dict[str, Any]] | None = None, **readings: Any) -> list[int]:
        hands = {"1": TENS, "2": QUADS, "dealer": "Kd Kc Qd Jc 9s 5h 3d"}
        submission = {"bonus": BONUS, "envy": ENVY, **readings}
        one = whole(hands, actions, seats, submission=submission)
        return [event.seat for event in one.events if isinstance(event, EnvyPaid)]

    ann: dict[str, Any] = {"wager": 1000, "bonus": 300, "match_play": {"bonus": 200}}
    assert envied({"1": ann, "2": {"wager": 1000}}) == [1]
    assert envied({"1": {**ann, "match_play": {"bonus": 199}}, "2": {"wager": 1000}}) == []
    assert envied({"1": ann, "2": {"wager": 1000}}, envy_holder="bonus_wager") == []
    assert envied({"1": ann, "2": {"wager": 1000, "bonus": 100}}, envy_holder="bonus_wager") == [1]
    gone = [house(1), house(2), {"seat": 1, "do": "surrender"}]
    printed = {"surrender_bar": "as_printed"}
    for beside in ({}, {"imperial": 100}):  # whatever else lies
        seats = {"1": {**ann, **beside}, "2": {"wager": 1000}}
        assert envied(seats, gone, **printed) == [1]
        assert envied(seats, gone, envy_surrendered="lost", **printed) == []
    void = [{"do": "irregularity", "kind": "players_card_exposed", "seat": 1}, {"seat": 1, "do": "void"}, house(2)]
    assert envied({"1": ann, "2": {"wager": 1000}}, void) == []


# --- 11.11, 11.12: irregularities and two areas -----------------------------------------------------------------------


def irregular(kind: str, **more: object) -> dict[str, object]:
    return {"do": "irregularity", "kind": kind, **more}


@clause("11.11(a)", "11.11(b)")
@pytest.mark.parametrize("kind", ["dice_not_flat", "dice_fell_out"])
def test_no_roll_is_shaken_again(kind: str) -> None:
    driver = closed("Ann").do(Irregularity(kind))
    assert isinstance(next_duty(driver), Shake)
    played(driver.duties())
    assert settle({"1": KINGS, "dealer": TENS}, [irregular(kind), house()]).void is None
    with pytest.raises(IllegalAction):
        closed("Ann").do(Shake((1, 2, 3), times=3), Irregularity(kind))
    with pytest.raises(IllegalAction):
        closed("Ann", **NUMBER).do(Irregularity(kind))


@clause("11.11(c)", "11.11(e)", "11.11(h)")
@pytest.mark.parametrize(
    ("kind", "number"),
    [("wrong_total", "11.11(c)"), ("card_exposed", "11.11(e)"), ("wrong_number_of_cards", "11.11(h)")],
)
def test_all_hands_are_void_and_the_dealers_wager_goes_back(kind: str, number: str) -> None:
    seats = {"1": {"wager": 1000, "imperial": 500, "progressive": 100}}
    posted = {"progressive": PROGRESSIVE, "progressive_rate": 20}
    report = settle({"1": KINGS, "dealer": TENS}, [irregular(kind)], seats, submission=posted)
    assert report.void
    assert report.void["clause"] == f"{TEXT}:{number}"
    assert {one.result for one in report.settled} == {"void"}
    assert (report.net, report.house) == ({"1": 0}, 0)
    assert report.meters == {"progressive": {"main": 0}}
    banked = settle(
        {"1": KINGS, "2": ACES, "dealer": TENS},
        [
            {"seat": 2, "do": "dealer_wager", "amount": 500},
            irregular(kind, seat=1) if "number" in kind else irregular(kind),
        ],
        {"1": {"wager": 1000}, "2": {"imperial": 100}},
        bank=BANK,
    )
    assert banked.net == {"1": 0, "2": 0}


@clause("11.14(a)", "11.14(b)")
def test_the_progressive_takes_and_pays_fractions_of_a_percentage() -> None:
    posted = {"progressive": {"Four-of-a-kind": "12.5%", "Straight": "5/2"}, "progressive_rate": "100/7"}
    rest: dict[str, Any] = {"meters": {"progressive": {"main": 1000}}, "submission": posted}
    seats = {"1": {"wager": 1000, "progressive": 100}, "2": {"wager": 1000, "progressive": 100}}
    hands = {"1": QUADS.replace("8", "K"), "2": STRAIGHT, "dealer": TENS.replace("6c", "Jc")}
    report = settle(hands, [house(1), house(2)], seats, **rest)
    on_meter = 1000 + 29  # 2 * 100 / 7 cents, and never behind
    paid = {one.seat: one.pays for one in report.settled if one.wager == "progressive"}
    assert paid == {1: on_meter // 8, 2: 250}
    assert report.meters == {"progressive": {"main": on_meter - on_meter // 8}}
    for wrong in ({"progressive_rate": "201/2"}, {"progressive": {"Four-of-a-kind": "1/10001%"}}):
        with pytest.raises(ImproperConfiguration, match=r"11\.14\(a\)"):
            terms(TEXT, {**posted, **wrong})


@clause("11.11(d)")
def test_a_player_whose_card_the_dealer_exposes_may_void_the_hand_with_all_its_wagers() -> None:
    hands = {"1": KINGS, "2": ACES, "dealer": TENS}
    seats = {"1": {"wager": 1000, "imperial": 500, "progressive": 100}, "2": {"wager": 1000}}
    rest: dict[str, Any] = {"seats": seats, "submission": {"progressive": PROGRESSIVE, "progressive_rate": 50}}
    exposed = irregular("players_card_exposed", seat=1)
    void = settle(hands, [exposed, {"seat": 1, "do": "void"}, house(2)], **rest)
    assert void.net == {"1": 0, "2": 950}
    assert {one.result for one in void.settled if one.seat == 1} == {"void"}
    assert void.meters == {"progressive": {"main": 0}}
    play = settle(hands, [exposed, {"seat": 1, "do": "play"}, house(1), house(2)], **rest)
    assert row(play)[0] == "win"
    with pytest.raises(IllegalAction, match=r"offered: seat 1: play \[pai-gow-poker:11\.11\(d\)\]"):
        settle(hands, [exposed, house(1), house(2)], **rest)
    with pytest.raises(IllegalAction):
        settle(hands, [house(1), exposed, house(2)], **rest)
    driver = dealt("Ann", exposed_after_looking="asked")
    driver.do(driver.exposed("players_card_exposed", 1))
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("hands_set_wrongly", 1))


@clause("11.11(f)", "11.8(d)", "11.8B(e)")
@pytest.mark.parametrize("submission", [{}, SHOE])
def test_a_card_face_up_in_the_shoe_is_put_aside_and_counted_among_the_four(submission: dict[str, Any]) -> None:
    hands = {"1": KINGS, "dealer": TENS}
    for more in ({}, {"card": "Ac"}):
        report = settle(hands, [irregular("card_face_up_in_shoe", **more), house()], submission=submission)
        assert report.void is None
        assert row(report)[0] == "win"
    with pytest.raises(BadInput, match="Ks is in a hand, so it was not put aside"):
        settle(hands, [irregular("card_face_up_in_shoe", card="Ks"), house()], submission=submission)
    twice = settle(hands, [irregular("card_face_up_in_shoe")] * 2, submission=submission)
    assert twice.void
    assert twice.void["clause"] == f"{TEXT}:11.11(f)"
    with pytest.raises(IllegalAction):
        settle(hands, [irregular("card_face_up_in_shoe"), house()], submission=HAND)


@clause("11.11(g)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    hands = {"1": KINGS, "dealer": TENS}
    assert settle(hands, [irregular("card_drawn_in_error"), house()]) == settle(hands)


@clause("11.11(i)")
def test_hands_that_the_dealer_set_wrongly_are_set_again() -> None:
    driver = all_set(dealt("Ann")).do(Irregularity("dealer_set_wrongly"))
    found = [event for event in driver.events if isinstance(event, HandSet) and event.place == place(DEALER)]
    assert found[0].low == found[1].low
    assert found[1].clause == f"{TEXT}:11.11(i)"
    banked = after_a_round("Ann", "Ben").do(Decision(2, "co_bank"), Bet(1, "wager", 1000)).duties()
    all_set(banked.do(NoMoreBets()).duties()).do(Irregularity("dealer_set_wrongly"), Reveal())
    assert [event.place for event in banked.events if isinstance(event, HandSet)][-2:] == [place(2)] * 2


@clause("11.11(j)")
@pytest.mark.parametrize("low", ["Ks Kh", "Ks Kh Qd"])
def test_a_banks_foul_hand_is_reset_by_the_house_way(low: str) -> None:
    hands = {"1": TENS, "2": KINGS}
    one = whole(hands, [house(1), setting(low, 2)], {"1": {"wager": 1000}, "2": {}}, bank=BANK)
    assert one.report.net == {"1": -1000, "2": 950}
    last = [event for event in one.events if isinstance(event, HandSet)][-1]
    assert (last.place, last.clause, JOKER_DECK.text(last.low)) == (place(2), f"{TEXT}:11.11(j)", "Jc Qd")


@clause("11.11(k)", "11.11(l)")
@pytest.mark.parametrize("kind", ["card_exposed_in_stacking", "stacks_dealt_wrongly"])
def test_stacks_that_went_wrong_are_shuffled_again_while_the_wagers_lie(kind: str) -> None:
    driver = closed("Ann", **HAND)
    with pytest.raises(IllegalAction):
        driver.do(Irregularity(kind))
    driver.duties(until=CountStub).do(Irregularity(kind))
    assert isinstance(driver.events[-1], DealAbandoned)
    with pytest.raises(IllegalAction):
        driver.do(Step("stacks"), by=DEALING)
    played(driver.duties())
    assert driver.table.rounds == 1
    assert len([event for event in driver.events if isinstance(event, CutMade)]) == 2
    by_device = closed("Ann", shuffler="automated", **HAND).duties(until=CountStub).do(Irregularity(kind))
    played(by_device.duties())
    report = settle({"1": KINGS, "dealer": TENS}, [irregular(kind), house()], submission=HAND)
    assert row(report)[0] == "win"


@clause("11.11(m)")
def test_after_a_jam_of_the_shuffler_the_cards_are_shuffled_again() -> None:
    driver = opened("Ann", shuffler="automated").do(Irregularity("shuffler_jam"))
    assert isinstance(next_duty(driver), Shuffle)
    with pytest.raises(IllegalAction):
        opened("Ann").do(Irregularity("shuffler_jam"))


@clause("11.11(n)")
def test_a_jam_of_the_automated_shoe_voids_the_round() -> None:
    report = settle({"1": KINGS, "dealer": TENS}, [irregular("automated_shoe_jam")], submission=SHOE)
    assert report.void
    assert report.net == {"1": 0}
    with pytest.raises(IllegalAction):
        settle({"1": KINGS, "dealer": TENS}, [irregular("automated_shoe_jam")])


@clause("11.11(o)")
def test_devices_leave_the_table_before_cards_are_dealt_otherwise() -> None:
    driver = opened("Ann", **BUTTON).do(Step("remove_devices"), by=SUPERVISOR).duties()
    assert driver.table.terms.submission.start == "dice"
    driver.do(Bet(1, "wager", 1000), NoMoreBets())
    assert isinstance(next_duty(driver), Shake)
    played(driver.duties()).do(Step("install_devices"), by=SUPERVISOR)
    assert driver.table.terms.submission.start == "button"


@clause("11.12(a)")
def test_a_player_may_wager_on_two_adjacent_areas() -> None:
    driver = opened("Ann", "Ann", "Ann").do(Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction, match=r"11\.12\(a\)"):
        driver.do(Bet(3, "wager", 1000))
    driver.do(Bet(2, "wager", 1000))
    with pytest.raises(IllegalAction):
        opened("Ann", "Ann", positions_per_player=1).do(Bet(1, "wager", 1000), Bet(2, "wager", 1000))


@clause("11.12(b)")
def test_of_two_hands_the_one_with_the_larger_wager_is_set_first() -> None:
    driver = opened("Ann", "Ann").do(Bet(1, "wager", 2000), Bet(2, "wager", 1000), Bet(2, "imperial", 9000))
    driver.do(NoMoreBets()).duties()
    for early in (Decision(2, "house_way"), Irregularity("hands_set_wrongly", 2)):
        with pytest.raises(IllegalAction):
            driver.do(early)
    driver.do(Decision(1, "house_way"), Decision(2, "house_way"))
    equal = dealt("Ann", "Ann")
    with pytest.raises(IllegalAction):  # of equal wagers the first counterclockwise
        equal.do(Decision(1, "house_way"))
    seats = {name: {"wager": 1000, "player": "Ann"} for name in "12"}
    hands = {"1": KINGS, "2": ACES, "dealer": TENS}
    in_seat_order = whole(hands, [setting("Qd Jc"), setting("Qs 9d 7d", 2)], seats)  # which a script may have
    assert in_seat_order.report.net == {"1": 950, "2": -1000}
    assert [event.place for event in in_seat_order.events if isinstance(event, HandSet)] == [place(1), place(DEALER)]


@clause("11.9(b)", "11.10(c)", "11.11(d)")
def test_whoever_lets_the_time_run_out_has_the_hand_set_by_the_house_way_and_passes_the_bank() -> None:
    def answer(driver: Driver, seat: int) -> tuple[str, str]:
        """What is done for the player; it has to be on offer."""
        decision, said = driver.unanswered(seat)
        driver.do(decision)
        return decision.do, said

    driver = dealt("Ann", "Ben", exposed_after_looking="asked")
    assert answer(driver, 1) == ("house_way", f"{TEXT}:11.9(b)")
    driver.do(driver.exposed("players_card_exposed", 2))
    assert answer(driver, 2) == ("play", f"{TEXT}:11.11(d)")
    assert answer(driver, 2) == ("house_way", f"{TEXT}:11.9(b)")
    played(driver.duties())
    assert answer(driver, 2) == ("pass", f"{TEXT}:11.10(c)")
    driver.do(Decision(1, "bank"), Bet(2, "wager", 1000)).duties().do(NoMoreBets()).duties()
    assert answer(driver, 2) == answer(driver, 1) == ("house_way", f"{TEXT}:11.9(b)")  # the bank's hand, too


# --- 11.13: the additional wager --------------------------------------------------------------------------------------


@clause("11.13(a)", "11.13(b)", "11.13(b)3", "11.13(b)4", "11.13(b)5", "11.13(b)6", "11.8(b)", "11.8A(e)", "11.8B(c)")
@pytest.mark.parametrize("submission", [{}, HAND, SHOE])
def test_numbers_are_settled_before_anyone_is_dealt_a_card(submission: dict[str, Any]) -> None:
    seats = {"1": {"wager": 1000, "additional_3": 500, "additional_5": 300}, "2": {"wager": 1000, "additional_5": 100}}
    hands = {"1": KINGS, "2": ACES, "dealer": TENS}
    one = whole(hands, seats=seats, number=5, submission=submission)
    settled = [(e.seat, e.wager, e.result, e.pays) for e in one.events if isinstance(e, Settled)][:3]
    assert settled == [
        (1, "additional_3", "lose", 0),
        (2, "additional_5", "win", 600),
        (1, "additional_5", "win", 1800),
    ]
    kinds = [type(event) for event in one.events if not (isinstance(event, Dealt) and "stack" in event.to)]
    assert kinds.index(Settled) < kinds.index(Dealt)


@clause("11.13(b)6")
@pytest.mark.parametrize(
    ("odds_to_1", "stake", "pays"), [("6", 150, 900), ("11/2", 300, 1600), ("11/2", 200, 1100), ("23/4", 250, 1400)]
)
def test_numbers_pay_the_posted_odds_rounded_down_to_whole_dollars(odds_to_1: str, stake: int, pays: int) -> None:
    report = settle(
        {"1": KINGS, "dealer": TENS},
        seats={"1": {"wager": 1000, "additional_2": stake}},
        number=2,
        submission={"additional_odds": odds_to_1},
    )
    assert row(report, "additional_2") == ("win", pays, stake)
    assert cites(report, "additional_2") == "11.13(b)6"


@clause("11.13(b)6", "11.13(a)")
@pytest.mark.parametrize("odds_to_1", ["5", "7", "moon", "1/0", "13/2"])
def test_odds_outside_five_and_a_half_to_six_are_refused(odds_to_1: str) -> None:
    with pytest.raises(ImproperConfiguration, match=r"lie between 11/2 and 6 .*11\.13\(b\)6"):
        terms(TEXT, {"additional_odds": odds_to_1})
    unoffered: tuple[dict[str, Any], ...] = ({}, {**NUMBER, "additional_odds": None})
    for submission in unoffered:
        with pytest.raises(IllegalAction, match=r"only where a random number is drawn .*11\.13\(a\)"):
            opened("Ann", **submission).do(Bet(1, "wager", 1000), Bet(1, "additional_1", 100))


@clause("11.13(b)1", "11.13(b)2")
def test_numbers_take_chips_and_coupons_if_permitted() -> None:
    driver = opened("Ann", **NUMBER).do(Bet(1, "wager", 1000), Bet(1, "additional_1", 200), Bet(1, "additional_7", 100))
    driver.do(Coupon(1, "additional_1", 100))
    with pytest.raises(IllegalAction, match="verbal wager with cash"):
        driver.do(Bet(1, "additional_2", 100, cash=True))
    refused = opened("Ann", additional_coupons=False, **NUMBER).do(Bet(1, "wager", 1000), Bet(1, "additional_1", 200))
    with pytest.raises(IllegalAction):
        refused.do(Coupon(1, "additional_1", 100))
    refused.do(Coupon(1, "wager", 100))


@clause("11.13(c)")
def test_a_number_stands_when_all_hands_are_void() -> None:
    seats = {"1": {"wager": 1000, "additional_3": 100, "additional_4": 100}}
    report = settle({"1": KINGS, "dealer": TENS}, [irregular("card_exposed")], seats, number=3)
    assert report.void
    assert report.net == {"1": 600 - 100}
    assert row(report) == ("void", 0, 1000)
    early = settle({"1": KINGS, "dealer": TENS}, [irregular("card_face_up_in_shoe")] * 2, seats, number=3)
    assert early.net == {"1": 0}  # no number had been drawn


# --- 11.14-11.18: wagers whose tables are lost ------------------------------------------------------------------------


@clause("11.14(a)", "11.14(b)", "11.3(b)2", "11.9(i)")
@pytest.mark.parametrize(
    ("cards", "pays", "left"),
    [
        ("As Ah Ad Ac Jo 9d 7d", 100_040, 50_000),  # the whole meter, which the house then resets
        ("As Ks Qs Js Ts 9d 7d", 10_004, 90_036),
        ("As Ks Qs Js Jo 9d 7d", 5_000, 100_040),  # not a natural one
        ("8h 8d 8s 8c Ac Ad 2d", 25_000, 100_040),
        (NOTHING, 0, 100_040),
    ],
)
def test_the_progressive_pays_from_the_meter_or_amounts_and_keeps_the_stake(cards: str, pays: int, left: int) -> None:
    report = settle(
        {"1": cards, "dealer": "Kd Kh Qd Qc 6s 5h 3d"},
        seats={"1": {"wager": 1000, "progressive": 500}},
        submission={
            "progressive": PROGRESSIVE,
            "progressive_wager": 500,
            "progressive_rate": 8,
            "progressive_reset": 50_000,
        },
        meters={"progressive": {"main": 100_000}},
    )
    assert row(report, "progressive") == ("win" if pays else "lose", pays, 0)
    assert report.meters == {"progressive": {"main": left}}
    assert report.house + sum(report.net.values()) + left - 100_000 == 0


@clause("11.14(a)", "11.14(b)")
def test_the_progressive_is_one_dollar_or_five_and_collected_before_the_deal() -> None:
    driver = opened("Ann", progressive=PROGRESSIVE, progressive_initial=77).do(Bet(1, "wager", 1000))
    assert driver.table.meter("progressive", "main") == 77
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "progressive", 500))
    driver.do(Bet(1, "progressive", 100))
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, "progressive", 100))
    driver.do(NoMoreBets())
    driver.do(Step("verify_progressive", count=1), by=Actor(Role.DEALER))
    assert driver.table.ledger["inventory"] == 100
    redeemed = settle(
        {"1": QUADS, "dealer": TENS},
        seats={"1": {"wager": 1000, "progressive_coupon": 100}},
        submission={"progressive": PROGRESSIVE},
    )
    assert row(redeemed, "progressive") == ("win", 5000, 0)
    assert redeemed.net["1"] == 950 + 5000
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert steps[-3:] == ["announce", "lock_progressive", "verify_progressive"]
    opened("Ann", progressive=PROGRESSIVE, progressive_wager=500).do(Bet(1, "wager", 1000), Bet(1, "progressive", 500))
    with pytest.raises(ImproperConfiguration, match="allowed: 100, 500"):
        terms(TEXT, {"progressive_wager": 200})


@clause("11.14(a)", "11.9(i)")
def test_two_winners_are_paid_one_after_the_other_from_the_right() -> None:
    seats = {name: {"wager": 1000, "progressive": 100} for name in "12"}
    report = settle(
        {"1": "As Ks Qs Js Ts 9d 7d", "2": "Ah Kh Qh Jh Th 9c 7c", "dealer": "Kd Kc Qd Qc 6s 5h 3d"},
        seats=seats,
        submission={"progressive": PROGRESSIVE},
        meters={"progressive": {"main": 100_000}},
    )
    assert row(report, "progressive", 2) == ("win", 10_000, 0)
    assert row(report, "progressive", 1) == ("win", 9_000, 0)


@clause("11.1 Qualifying poker hand", "11.1 Bonus wager")
@pytest.mark.parametrize(("reading", "result"), [("qualifying", ("lose", 0, 0)), ("posted", ("win", 1500, 500))])
def test_nothing_below_a_straight_wins_the_bonus_unless_the_table_is_read_to_the_letter(
    reading: str, result: tuple[str, int, int]
) -> None:
    table = {**BONUS, "three of a kind": 3, "three pair": "push"}
    trips, pairs = "As Ah Ad 9d 7d 5c 4c", "As Ah 9s 9d 7d 7c 4c"
    posted: dict[str, Any] = {"bonus": table, "bonus_rows": reading}
    assert row(bet({"bonus": 500}, trips, **posted), "bonus") == result
    pushed = row(bet({"bonus": 500}, pairs, **posted), "bonus")
    assert pushed == (("push", 0, 500) if reading == "posted" else ("lose", 0, 0))


@clause("11.1 Envy bonus", "11.1 Premium qualifying poker hand")
def test_envy_is_paid_for_each_premium_hand_of_another_player() -> None:
    hands = {
        "1": NOTHING,
        "2": "6s 5s 4s 3s 2s Qh 8d",
        "3": "As Ks Qs Js Ts 9d 7d",
        "4": "Ah Kh 7c 5c 4c 3d 2h",
        "dealer": "9h 9c Tc Td Th 6c 6h",
    }
    seats = {
        "1": {"wager": 1000, "bonus": 500},
        "2": {"wager": 1000, "bonus": 499},
        "3": {"wager": 1000, "bonus": 500, "player": "Ann"},
        "4": {"wager": 1000, "bonus": 500, "player": "Ann"},
    }
    actions = [house(1), house(2), house(4), house(3)]
    one = whole(hands, actions, seats, submission={"bonus": BONUS, "envy": ENVY})
    paid = [(event.seat, event.holder, event.amount) for event in one.events if isinstance(event, EnvyPaid)]
    assert paid == [(4, 2, 2000), (3, 2, 2000), (1, 3, 5000), (1, 2, 2000)]
    rows = [(row.seat, row.wager, row.stake, row.result, row.pays) for row in one.report.settled if row.wager == "envy"]
    assert rows == [(4, "envy", 0, "win", 2000), (3, "envy", 0, "win", 2000), (1, "envy", 0, "win", 5000),
                    (1, "envy", 0, "win", 2000)]  # fmt: skip
    assert one.report.net["1"] == 7000 - 500 - 1000
    assert one.report.house == -sum(one.report.net.values())


@clause("11.1 Envy bonus")
def test_envy_knows_a_banks_hand_but_neither_the_dealers_nor_one_that_is_surrendered() -> None:
    posted = {"bonus": BONUS, "envy": ENVY}
    seats = {"1": {"wager": 1000, "bonus": 500}, "2": {}}
    banked = whole({"1": TENS, "2": QUADS}, seats=seats, bank=BANK, submission=posted)
    assert [event.holder for event in banked.events if isinstance(event, EnvyPaid)] == [2]
    dealers = whole({"1": TENS, "dealer": QUADS}, seats={"1": seats["1"]}, submission=posted)
    assert not any(isinstance(event, EnvyPaid) for event in dealers.events)
    unseen = whole(
        {"1": TENS, "2": QUADS, "dealer": ACES},
        [house(1), house(2), {"seat": 2, "do": "surrender"}],
        {"1": seats["1"], "2": {"wager": 1000}},
        submission=posted,
    )
    assert not any(isinstance(event, EnvyPaid) for event in unseen.events)


@clause("11.1 Three-card bonus wager", "11.7(e)")
@pytest.mark.parametrize(
    ("first_three", "pays"),
    [
        ("As Ks Qs", 40),
        ("As 2s 3s", 40),
        ("9s 9h 9d", 30),
        ("As Ah Jo", 30),
        ("9s 8s Jo", 5),
        ("9s 8h Jo", 4),
        ("As 3h 2d", 4),
        ("9s 2s Jo", 3),
        ("9s 9h Jo", 1),
        ("9s 4h Jo", 0),
        ("9s 7h 4d", 0),
    ],
)
def test_the_three_card_bonus_is_on_the_first_three_cards_dealt(first_three: str, pays: int) -> None:
    rest = "Jc Tc 6c 5c"
    for dealing in ({}, HAND, SHOE):
        report = bet(
            {"three_card": 500}, f"{first_three} {rest}", "Qd Qh Kc Kd 6h 7c 4c", three_card=THREE_CARD, **dealing
        )
        assert row(report, "three_card") == (("win", 500 * pays, 500) if pays else ("lose", 0, 0))
    others_first = bet({"three_card": 500}, f"{rest} {first_three}", "Qd Qh Kc Kd 6h 7c 4c", three_card=THREE_CARD)
    assert row(others_first, "three_card") == ("win", 1500, 500)


# --- 11.19, 11.20: the imperial bonus ---------------------------------------------------------------------------------

NINE_HIGH = "9c 8d 7h 5s 4s 3d 2d"
TEN_HIGH = "Tc 8d 7h 5s 4s 3d 2d"
JACK_HIGH = "Jc 8d 7h 5s 4s 3d 2d"


@clause("11.20(b)", "11.19(c)1", "11.1 Player hand bonus", "11.9(f)1")
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("As Ah Ad Ac Jo 9h 6h", 1000),
        ("As Ks Qs Js Jo 9h 6h", 200),  # the joker completes a royal flush
        ("9s 8s 7s 6s Jo Kh 3h", 50),
        ("9s 9h 9d 9c Kh Qh 3h", 25),
        ("9s 9h 9d Kc Kh 6h 3h", 5),
        ("Ks Ts 9s 6s Jo Kh 3h", 4),
        ("Ks Qh Td 9c Jo 4h 3h", 2),
        ("As Ah Jo Tc 9d 6h 3h", 2),
        ("As Ah Tc 9h 8d 6h 3h", 0),
    ],
)
def test_the_player_hand_bonus_is_on_the_best_five_of_seven(cards: str, pays: int) -> None:
    report = bet({"imperial": 500}, cards, "Qd Qc Jd Jh 7c 4c 2c")
    assert row(report, "imperial") == (("win", 500 * pays, 500) if pays else ("lose", 0, 0))
    if pays:
        assert cites(report, "imperial") == "11.20(b)"


@clause("11.20(c)", "11.19(c)2", "11.1 Banker hand bonus", "11.9(f)2")
@pytest.mark.parametrize(
    ("dealer", "pays"),
    [(NINE_HIGH, 100), (TEN_HIGH, 20), (JACK_HIGH, 5), ("Qc 8d 7h 5s 4s 3d 2d", 0), ("Jo 8d 7h 5s 4s 3d 2d", 0)],
)
def test_the_banker_hand_bonus_is_on_the_dealers_seven_cards(dealer: str, pays: int) -> None:
    report = bet({"imperial": 500}, "As Ah Td 9s 8h 6h 3h", dealer)
    assert row(report, "imperial") == (("win", 500 * pays, 500) if pays else ("lose", 0, 0))
    if pays:
        assert cites(report, "imperial") == "11.20(c)"


@clause("11.19(c)2", "11.20(b)", "11.20(c)")
def test_one_stake_is_paid_both_bonuses_and_lost_only_without_either() -> None:
    report = bet({"imperial": 500}, "As Ah Ad Ac Jo 9h 6h", NINE_HIGH)
    assert row(report, "imperial") == ("win", 1100 * 500, 500)


@clause("11.19(c)2", "11.1 Banker hand bonus", "11.10(p)")
def test_in_a_banked_round_the_bank_is_judged_by_the_dealer_and_the_others_by_the_bank() -> None:
    hands = {"1": "As Ah Td 9s 8h 6h 3h", "2": NINE_HIGH, "dealer": "Js 8c 7c 5h 4h 3c 2h"}
    seats = {"1": {"wager": 1000, "imperial": 100}, "2": {"imperial": 100}}
    report = settle(hands, seats=seats, bank=BANK)
    assert row(report, "imperial", 1) == ("win", 10_000, 100)
    assert row(report, "imperial", 2) == ("win", 500, 100)
    with pytest.raises(BadInput, match="hands has no hand for dealer"):
        settle({name: hands[name] for name in "12"}, seats=seats, bank=BANK)
    together = settle(hands, seats=seats, co_bank=BANK)
    assert row(together, "imperial", 2) == ("win", 500, 100)


@clause("11.20(d)")
def test_a_limit_holds_for_all_that_a_player_gets_in_the_round() -> None:
    hands = {"1": "As Ah Ad Ac Jo 9h 6h", "2": "Ks Qs Js Ts 9s 6c 3c", "dealer": NINE_HIGH}
    seats = {name: {"wager": 1000, "imperial": 5000, "player": "Ann"} for name in "12"}
    actions = [house(2), house(1)]
    limited = settle(hands, actions, seats, submission={"imperial_maximum": 5_600_000, "limits": {"imperial": {}}})
    assert row(limited, "imperial", 2) == ("win", (50 + 100) * 5000, 5000)
    assert row(limited, "imperial", 1) == ("win", 5_600_000 - 150 * 5000, 5000)
    two = {name: {**seats[name], "player": name} for name in "12"}
    apart = settle(hands, actions, two, submission={"imperial_maximum": 5_600_000})
    assert row(apart, "imperial", 1) == ("win", 1100 * 5000, 5000)
    with pytest.raises(ImproperConfiguration, match=r"is \$40,000, 4000000 cents .*11\.20\(d\)"):
        terms(TEXT, {"imperial_maximum": 3_999_999})
    minimum = {"limits": {"imperial": {"minimum": 5000, "maximum": 10_000}}}
    with pytest.raises(ImproperConfiguration, match=r"is \$62,500"):
        terms(TEXT, {"imperial_maximum": 5_500_000, **minimum})
    for less in ({"positions_per_player": 1}, {"imperial_maximum_per": "betting_area"}):
        with pytest.raises(ImproperConfiguration, match=r"is \$55,000"):
            terms(TEXT, {"imperial_maximum": 5_499_999, **minimum, **less})
    each = {"imperial_maximum": 5_500_000, "imperial_maximum_per": "betting_area"}
    areas = settle(hands, actions, seats, submission=each)
    assert [row(areas, "imperial", seat)[1] for seat in (2, 1)] == [150 * 5000, 1100 * 5000]


@clause("11.20(a)")
def test_odds_are_shown_with_to_or_win() -> None:
    assert opened("Ann").terms.inscribed["imperial"]["Five Aces"] == "1000 to 1"
    assert opened("Ann", odds_word="win").terms.inscribed["imperial"]["Nine high"] == "win 100"


# --- Counts, and what they pay ----------------------------------------------------------------------------------------


def paid(wager: str, table: dict[str, Any], **more: Any) -> dict[str, int]:
    posted = terms(TEXT, {wager: table, **more}).posted[wager]
    assert posted
    return odds.outcomes(posted)


@clause("11.1 Bonus wager", "11.1 Seven-card bonus wager")
def test_all_hands_of_seven_cards_by_what_they_are_paid_on() -> None:
    mania = {"five aces": 500, "royal flush": 250, "straight flush": 50, "four of a kind": 25, "full house": 5,
             "flush": 4, "three of a kind": 3, "straight": 2}  # fmt: skip
    rows = paid("seven_card", mania)
    assert sum(rows.values()) == 154_143_080
    assert [*rows.values()][:-1] == [1_128, 26_132, 184_832, 307_472, 4_188_528, 6_172_088, 7_672_500, 11_034_204]
    both = {"Three-of-a-kind", "Straight"}
    better = {"Flush", "Full house", "Four-of-a-kind"}
    either = sum(ways for names, ways in odds.seven_cards().items() if both <= names and not better & names)
    assert either == 7_672_500 - 7_470_676 == 201_824  # straights by rank, paid as three of a kind
    posted = terms(TEXT, {"seven_card": mania}).posted["seven_card"]
    assert posted
    back = odds.returned(posted)
    assert back is not None
    assert f"{float(1 - back):.6f}" == "0.063667"


@clause("11.3(f)1", "11.3(f)2", "11.3(f)3")
def test_the_fortune_bonus_keeps_what_is_published() -> None:
    fortune = {**BONUS, "three of a kind": 3}
    rows = paid("bonus", fortune, bonus_rows="posted")
    assert [*rows.values()][:3] == [32, 72, 196]
    posted = terms(TEXT, {"bonus": fortune, "bonus_rows": "posted"}).posted["bonus"]
    assert posted
    back = odds.returned(posted)
    assert back is not None
    assert f"{float(1 - back):.3f}" == "0.078"


@clause("11.20(b)", "11.20(c)")
def test_hands_by_the_rows_of_the_imperial_bonus() -> None:
    banker = odds.outcomes(PAY_TABLES["banker_hand_bonus"]["printed"])
    assert [*banker.values()][:3] == [31_080, 248_640, 963_480]
    player = odds.outcomes(PAY_TABLES["player_hand_bonus"]["printed"])
    assert player["Five Aces"] == 1_128
    assert player["Straight"] + player["Three-of-a-Kind"] == 11_034_204 + 7_672_500
    imperial = terms(TEXT).posted["imperial"]
    assert imperial
    assert odds.returned(imperial) is None  # it takes two hands of one deal


@clause("11.1 Three-card bonus wager")
def test_all_hands_of_three_cards_by_what_they_are_paid_on() -> None:
    rows = paid("three_card", THREE_CARD)
    assert [*rows.values()] == [48, 58, 100, 1_020, 1_308, 3_912, 16_980]
    posted = terms(TEXT, {"three_card": THREE_CARD}).posted["three_card"]
    assert posted
    back = odds.returned(posted)
    assert back is not None
    assert f"{float(1 - back):.5f}" == "0.03859"


@clause("11.1 Pai gow insurance wager")
def test_hands_of_ace_or_lower_are_counted_with_the_joker_as_an_ace() -> None:
    rows = paid("insurance", INSURANCE)
    assert (rows["Nine high"], rows["Ten high"], rows["Jack high"]) == (31_080, 248_640, 963_480)
    completing = odds.pai_gows(joker_completes=True)
    aces = sum(ways for names, ways in completing.items() if "Ace high" in names)
    assert rows["Ace high"] > aces


@clause("11.13(b)6", "11.14(a)")
def test_what_numbers_and_meters_return() -> None:
    number = terms(TEXT, NUMBER).posted["additional_3"]
    assert number
    assert odds.returned(number) == 1
    meter = terms(TEXT, {"progressive": PROGRESSIVE})
    assert meter.posted["progressive"]
    assert odds.returned(meter.posted["progressive"]) is None
    assert [finding.field for finding in odds.warnings(meter)] == ["progressive_rate"]
    assert list(odds.warnings(terms(TEXT))) == []


@clause("11.19(c)1", "11.3(h)", "11.20(c)")
def test_counts_follow_what_the_joker_may_be() -> None:
    def counted(wager: str, **readings: str) -> dict[str, int]:
        submission = terms(TEXT, {"insurance": INSURANCE, **readings}).submission
        table = PAY_TABLES[wager]["printed"] if wager in PAY_TABLES else terms(TEXT, {wager: INSURANCE}).posted[wager]
        assert table
        ((_, rows),) = odds.lines(table, submission)
        return rows

    royals = 4 * 48 * 47 // 2  # of five natural cards, and any two beside them
    assert counted("player_hand_bonus", imperial_royal="natural")["Royal Flush"] == royals
    assert counted("player_hand_bonus")["Royal Flush"] > royals
    fewer, more = counted("insurance", insurance_joker="completes"), counted("insurance")
    assert fewer["Ace high"] < more["Ace high"]
    assert all(fewer[row] == more[row] for row in more if row not in ("Ace high", ""))  # the joker is an ace
    pays = odds.whole(imperial_table("lost_without_own")).pays
    assert (pays["Nine high"], pays["Five Aces and Nine high"]) == (For(100), To(1100))
    assert odds.whole(imperial_table("lost_with_neither")).pays["Nine high"] == To(100)


# --- Round files ------------------------------------------------------------------------------------------------------


@clause("11.8C(a)")
@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"dice": [1, 2, 3], "number": 3}, "by dice or by number, not by both"),
        ({"number": 3, "submission": {"start": "dice"}}, "number does not fit start = 'dice'"),
        ({"number": 8}, "number is 8; allowed are 1 to 7"),
        ({"number": "x"}, "number must be a number"),
        ({"button": 7, "submission": SHOE}, "button is 7; allowed are 0 to 6"),
        ({"stack": STACK, "hands": None}, "a stack needs 'dice'"),
        ({"stack": STACK, "hands": None, "submission": NUMBER}, "a round needs 'number'"),
        ({"first_stack": "x"}, "first_stack must be a number"),
        ({"submission": {"start": "number"}, "seats": {"1": {"wager": 1000, "additional_1": 100}}}, "needs 'number'"),
    ],
)
def test_a_start_that_cannot_be_is_refused(keys: dict[str, Any], complaint: str) -> None:
    file = {"game": TEXT, "seats": {"1": {"wager": 1000}}, "hands": {"1": KINGS, "dealer": TENS}, "actions": [house()]}
    given = {name: value for name, value in {**file, **keys}.items() if value is not None}
    with pytest.raises(BadInput, match=complaint):
        play_round(given)


@clause("11.8(c)")
def test_a_stack_may_stop_after_the_last_card_needed() -> None:
    file = {"game": TEXT, "seats": {"6": {"wager": 1000}}, "dice": [3, 3, 3], "actions": [house(6)]}
    needed = STACK.split()[:44]  # seat 6 first, the dealer second; the seventh round ends with the 44th card for them
    hands = play_round({**file, "stack": " ".join(needed)}).report.hands
    assert hands == {"6": JOKER_DECK.text(range(0, 49, 7)), "dealer": JOKER_DECK.text(range(1, 49, 7))}
    with pytest.raises(BadInput, match="the stack is too short: of 44 cards to deal it has 43"):
        play_round({**file, "stack": " ".join(needed[:-1])})
    from_hand = {**file, "submission": HAND}
    with pytest.raises(BadInput, match="the stack is too short"):
        play_round({**from_hand, "stack": " ".join(needed[:20])})


@clause("11.9(e)", "11.9(c)")
def test_a_script_may_go_seat_by_seat() -> None:
    hands = {"1": TENS, "2": KINGS, "3": ACES}
    by_seat = [house(1), {"seat": 1, "do": "surrender"}, house(2), house(3)]
    seats = {"1": {"wager": 1000}, "2": {}, "3": {"wager": 1000}}
    assert settle(hands, by_seat, seats, bank=BANK).net["1"] == -1000
    with pytest.raises(IllegalAction):  # but nobody surrenders a hand that is not set
        settle({"1": TENS, "dealer": KINGS}, [by_seat[1], by_seat[0]])


@clause("11.10(c)", "11.10(e)")
def test_a_bank_may_be_written_as_a_key_or_as_an_action() -> None:
    hands = {"1": "As Ah Kd Qs 7d 5c 4c", "2": KINGS, "3": LOSES}
    seats = {"1": {"wager": 1000}, "2": {"chips": 10_000}, "3": {"wager": 3000}}
    setting_all = [house(1), house(3), house(2)]
    by_key = settle(hands, setting_all, seats, bank=BANK)
    passed = [{"seat": 3, "do": "pass"}, {"seat": 2, "do": "bank"}]
    assert settle(hands, [*passed, *setting_all], seats).net == by_key.net
    together = [{"seat": 2, "do": "co_bank"}, house(1), house(3)]
    assert settle(hands, together, seats).net == settle(hands, together[1:], seats, co_bank=BANK).net
    for wrong in ({"seat": 9, "do": "bank"}, {"do": "bank"}):
        with pytest.raises(BadInput):
            settle(hands, [wrong, *setting_all], {**seats, "2": {"wager": 1000}})
    with pytest.raises(BadInput, match="one bank or one co-bank, not both"):
        settle(hands, [{"seat": 2, "do": "co_bank"}, *setting_all], seats, bank=BANK)


@clause("11.11(k)", "11.6(c)")
def test_cards_that_are_shuffled_again_in_the_midst_of_a_round_are_cut_whoever_may_bank_next() -> None:
    driver = opened("Ann", "Ben", dealing="hand", shuffler="none").do(Bet(1, "wager", 1000), NoMoreBets()).duties()
    passing(played(driver)).do(Bet(1, "wager", 1000), Bet(2, "wager", 1000)).duties().do(NoMoreBets())
    driver.duties(until=CountStub)
    driver.do(Irregularity("card_exposed_in_stacking")).duties(until=Cut)
    assert driver.table.in_play.stage == Stage.UNCUT
    assert isinstance(next_duty(driver), Cut)


@clause("11.3(b)3")
def test_a_hand_is_read_as_the_text_ranks_it_where_no_house_is_asked() -> None:
    wheel = JOKER_DECK.parse("Ah 2d 3c 4s 5h 9d 8c")
    assert rules.in_words(wheel) == rules.as_filed(terms(TEXT).submission, wheel) != ""
