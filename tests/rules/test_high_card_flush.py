"""High Card Flush, clause by clause."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.high_card_flush import rules
from nomorebets.games.high_card_flush.maths import odds
from nomorebets.games.high_card_flush.submission import PAY_TABLES, SUIT_SPECIFIC
from nomorebets.games.registry import terms
from nomorebets.licence.inspection import checklist
from nomorebets.ranking.flush import flush_rank
from nomorebets.rounds.file import Report, play_round
from nomorebets.rounds.reading import MOST_CENTS
from nomorebets.rulebook.money import To
from nomorebets.table.actions import (
    Action,
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
from nomorebets.table.entries import from_lines, to_lines
from nomorebets.table.events import (
    BetPlaced,
    CutMade,
    Dealt,
    Decided,
    DeckReceived,
    DeckRemoved,
    DocumentationDue,
    HandCollected,
    LaidApart,
    RoundCompleted,
    Settled,
    Shuffled,
    Stepped,
    StubCounted,
    TurnedUp,
)
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver, dealt, opened, raised

TEXT = "high-card-flush"
clause = pytest.mark.clause

# Hands that do not touch one another, by what they are.
FOUR_CARD_FLUSH = "Kc Tc 6c 3c 4d 8d Jh"
FIVE_CARD_FLUSH = "Kh 9h 6h 4h 2h 5c 8s"
SIX_CARD_FLUSH = "As Js 9s 7s 5s 3s Kd"
WEAK = "2c 3d 4h 5s 7c 8h 9s"
NO_QUALIFIER = "8d 5d 2d Jc 9c Qs Th"
QUALIFIER = "9d 5d 2d Jc 8c Qs Th"
ACE_HIGH_QUALIFIER = "Ad Kd 2d Jc 8c Qs Th"
SEVEN_ACE_LOW = "Ah 2h 3h 4h 5h 6h 7h"


def settle(
    hands: dict[str, str],
    actions: list[dict[str, Any]] | None = None,
    seats: dict[str, dict[str, Any]] | None = None,
    **rest: Any,
) -> Report:
    """Settle a round; without more, every seat has an ante of ten dollars and raises by as much."""
    numbers = [name for name in hands if name != "dealer"]
    seats = seats or {name: {"ante": 1000} for name in numbers}
    if actions is None:
        actions = [{"seat": int(name), "do": "raise", "amount": seats[name]["ante"]} for name in numbers]
    file = {"game": TEXT, "seats": seats, "hands": hands, "actions": actions, **rest}
    report = play_round(file).report
    meters = sum(amount for meter in report.meters.values() for amount in meter.values())
    before = rest.get("meters", {"progressive": {"main": 1_000_000}} if report.meters else {})
    assert sum(report.net.values()) + report.house + meters == sum(sum(meter.values()) for meter in before.values())
    return report


def row(report: Report, wager: str, seat: int = 1) -> tuple[str, int, int]:
    found = [one for one in report.settled if (one.seat, one.wager) == (seat, wager)]
    assert len(found) == 1
    return found[0].result, found[0].pays, found[0].returned


def on_show(driver: Driver) -> bool:
    return driver.table.phase == Phase.IDLE


def clause_of(report: Report, wager: str, seat: int = 1) -> str:
    return next(one.clause for one in report.settled if (one.seat, one.wager) == (seat, wager))


# --- 69E-1.13Y: the table ---------------------------------------------------------------------------------------------


@clause("1.13Y(a)")
def test_a_table_has_six_positions_at_most() -> None:
    driver = opened(*"ABCDEF")
    with pytest.raises(IllegalAction, match=r"positions 1 to 6 \[high-card-flush:1\.13Y\(a\)\]"):
        driver.do(Sit(7, "G"))
    with pytest.raises(ImproperConfiguration, match=r"positions = 7 is not allowed; allowed: 1 to 6"):
        terms(TEXT, {"positions": 7})


@clause("1.13Y(b)", "1.13Y(b)1", "1.13Y(b)2", "1.13Y(b)3", "1.13Y(b)6", "1.13Y(b)7", "1.13Y(c)", "38.2(a)", "38.11(a)")
@clause("38.1 Cover card", "38.7(a)")
def test_the_checklist_asks_for_what_every_table_needs() -> None:
    asked = [item.clause.partition(":")[2] for item in checklist(terms(TEXT))]
    assert asked == [
        "1.13Y(a)",
        "1.13Y(b)",
        "1.13Y(b)1",
        "1.13Y(b)2",
        "1.13Y(b)3",
        "1.13Y(b)6",
        "1.13Y(b)7",
        "1.13Y(c)",
        "38.1 Cover card",
        "38.2(a)",
        "38.6(a)1",
        "38.7(a)",
        "38.11(a)",
    ]


@clause("1.13Y(b)4", "1.13Y(b)5", "1.13Y(d)", "38.2(b)1", "38.2(b)2", "38.2(b)5", "38.9(a)")
def test_the_checklist_asks_for_what_a_choice_calls_for() -> None:
    def asked(**submission: object) -> set[str]:
        return {item.clause.partition(":")[2] for item in checklist(terms(TEXT, submission))}

    assert asked(flush_bonus="A") - asked() == {"1.13Y(b)4", "1.13Y(b)5", "38.6(a)2"}
    assert asked(progressive="A") - asked() == {"1.13Y(b)4", "1.13Y(b)5", "1.13Y(d)"}
    assert {"38.2(b)1", "38.2(b)2", "38.2(b)5"} <= asked(decks=2, shuffler="automated") - asked()
    assert asked(dealing="automated_shoe") ^ asked() == {"38.7(a)", "38.9(a)", "38.13(f)"}


# --- 38.2-38.4: cards, opening, shuffle and cut -----------------------------------------------------------------------


@clause("38.2(a)")
def test_cards_are_dealt_for_no_longer_than_the_hours_allow() -> None:
    driver = opened("Ann", card_change_hours=8)
    received = next(event for event in driver.events if isinstance(event, DeckReceived))
    assert received.due_at - received.at == 8 * HOUR
    driver = opened("Ann", card_change_hours=8)
    driver.do(Step("remove", 0, note="scratched"), by=Actor(Role.SUPERVISOR)).duties(until=Shuffle)
    with pytest.raises(IllegalAction, match=r"the deck is due to be changed \[packs-poker:1\.18\(g\)\]"):
        driver.do(Shuffle(0, WHOLE), at=received.due_at + 1)
    driver.do(Shuffle(0, WHOLE), at=received.due_at)
    driver = opened("Ann", card_change_hours=8).do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"the cards are due to be changed \[packs-poker:1\.18\(g\)\]"):
        driver.do(NoMoreBets(), at=received.due_at + 1)
    driver.do(NoMoreBets(), at=received.due_at)


@clause("38.2(b)", "38.2(b)2", "38.2(b)4", "38.3(d)")
def test_two_decks_of_different_colours_are_opened_one_by_one_and_alternate() -> None:
    driver = opened("Ann", decks=2, shuffler="automated")
    received = [event for event in driver.events if isinstance(event, DeckReceived)]
    assert len({event.colour for event in received}) == 2
    for step in ("inspect", "verify", "spread", "show", "wash"):
        assert {e.deck for e in driver.events if isinstance(e, Stepped) and e.step == step} == {0, 1}
    played = []
    for _ in range(4):
        played.append(driver.table.deck)
        driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
        raised(driver).duties()
    assert played == [0, 1, 0, 1]


@clause("38.2(b)")
def test_a_second_deck_needs_a_shuffler() -> None:
    with pytest.raises(ImproperConfiguration, match=r"a second deck needs an automated shuffler .*38\.2\(b\)"):
        terms(TEXT, {"decks": 2})


@clause("38.2(b)3")
def test_one_deck_is_shuffled_while_the_other_is_in_play() -> None:
    driver = opened("Ann", decks=2, shuffler="automated")
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    raised(driver).duties(until="collect")
    driver.do(Step("collect"), by=Actor(Role.DEALER)).duties(until=Shuffle)
    driver.do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
    assert driver.table.decks[1].stage == Stage.DEALT
    shuffles = [offer for offer in legal(driver.table) if isinstance(offer.action, Shuffle)]
    assert [getattr(offer.action, "deck", None) for offer in shuffles] == [0]


@clause("38.2(b)5")
def test_only_cards_of_the_deck_in_play_are_discarded() -> None:
    driver = opened("Ann", decks=2, shuffler="automated")
    driver.do(Bet(1, "ante", 1000), NoMoreBets())
    waiting = driver.table.decks[1]
    driver.duties(until=Reveal)
    assert driver.table.decks[1] == waiting


@clause("38.3(a)", "38.3(b)", "38.3(c)")
def test_a_table_opens_step_by_step() -> None:
    driver = Driver(terms(TEXT)).duties()
    assert driver.steps == [
        ("receive", "dealer"),
        ("inspect", "dealer"),
        ("verify", "floorperson"),
        ("spread", "dealer"),
    ]
    assert on_show(driver)
    assert duty(driver.table) is None  # the cards lie spread until the first player arrives
    driver.do(Sit(1, "Ann"), Step("show"), by=player("Ann")).do(Step("wash"), by=Actor(Role.DEALER))
    assert driver.table.phase == Phase.BETTING
    with pytest.raises(IllegalAction):
        driver.do(Step("spread"))


@clause("38.4(a)", "38.4(b)", "38.4(b)1")
def test_cards_are_shuffled_before_each_round_and_dealt_uncut_from_a_device() -> None:
    driver = opened("Ann", shuffler="automated")
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    raised(driver).duties(until=Shuffle)
    assert isinstance(duty(driver.table).action, Shuffle)  # type: ignore[union-attr]
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "ante", 1000), NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert {event.by for event in driver.events if isinstance(event, Shuffled)} == {"device"}
    assert not [event for event in driver.events if isinstance(event, CutMade)]


@clause("38.4(a)", "38.4(b)2")
def test_pre_shuffled_cards_are_only_cut_at_first() -> None:
    driver = opened("Ann", preshuffled=True, shuffler="automated")
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert steps == ["receive", "inspect", "verify", "load"]
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    raised(driver).duties()
    shuffles = [event for event in driver.events if isinstance(event, Shuffled)]
    assert [(event.by, event.to_cut) for event in shuffles] == [("manufacturer", True), ("device", False)]


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
    driver = opened("Ann", idle_spread=spread)
    driver.do(Leave(1)).do(Step("idle"), by=Actor(Role.DEALER))
    assert on_show(driver)
    before = len(driver.events)
    driver.do(Sit(2, "Ben")).duties(until=Shuffle)
    assert [event.step for event in driver.events[before:] if isinstance(event, Stepped)] == steps
    assert driver.table.phase == Phase.BETTING


# --- 38.5: rankings ---------------------------------------------------------------------------------------------------


@clause("38.5(a)", "38.5(b)", "38.5(b)(1)", "38.5(b)(2)", "38.1 Suit")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5c 4c 3c 2c 9d 8h 7s", "Ac Kc Qc 9d 8d 7h 6s"),  # length before rank
        ("Ac 3c 2c 9d 8d 7h 6s", "Kc Qc Jc 9d 8d 7h 6s"),  # then the highest card
        ("Ac Kc 3c 9d 8d 7h 6s", "Ac Qc Jc 9d 8d 7h 6s"),  # then the next
        ("Kc 3c 2c Kd 4d 2d Ah", "Kc 3c 2c Qd Jd Td Ah"),  # of two flushes the better one
    ],
)
def test_the_longest_flush_wins_and_between_equals_its_cards(better: str, worse: str) -> None:
    assert rules.compare(flush_rank(hand(better)), flush_rank(hand(worse))) == 1
    assert rules.compare(flush_rank(hand(worse)), flush_rank(hand(better))) == -1


@clause("38.5(b)")
def test_a_hand_is_told_by_its_longest_flush() -> None:
    assert rules.in_words(CARDS.parse(FOUR_CARD_FLUSH)) == "4 card flush, king high"
    assert rules.in_words(CARDS.parse(SEVEN_ACE_LOW)) == "7 card flush, ace high"


@clause("38.5(b)", "38.1 Suit", "38.1 Push")
def test_no_suit_outranks_another() -> None:
    assert rules.compare(flush_rank(hand("Ac Kc 2c 9d 8d 7h 6s")), flush_rank(hand("As Ks 2s 9d 8d 7h 6c"))) == 0


@clause("38.5(a)")
def test_an_ace_is_high_or_below_a_two_but_never_between() -> None:
    def size(text: str) -> str:
        return next(rules.straight_flush_names(hand(text), "d"))

    assert size("Ac 2c 3c 9d 8h 7s Jd") == "3 Card Straight Flush"
    assert size("Ac Kc Qc 9d 8h 7s Jd") == "3 Card Straight Flush"
    assert size("Kc Ac 2c 9d 8h 7s Jd") == "2 Card Straight Flush"
    assert size("Ac 2c 3c 4c 5c 6c 7c") == "7 Card Straight Flush Or AKQJT9 Suited"


@clause("38.1 Dealer's qualifying hand")
@pytest.mark.parametrize(
    ("dealer", "qualified"),
    [
        ("2d 3d 9d Jc 8c Qs Th", True),  # the text's own example
        ("8d 7d 6d Jc 9c Qs Th", False),
        ("8d 4d 3d 2d Jc Qs Th", True),  # a four card flush, eight high
        ("Ad Kd Ac Kc Ah Ks Qs", False),  # two suited cards are never enough
    ],
)
def test_the_dealer_qualifies_with_a_three_card_flush_nine_high(dealer: str, *, qualified: bool) -> None:
    assert rules.qualifies(flush_rank(hand(dealer))) is qualified


@clause("38.5(c)", "38.5(c)7", "38.5(c)8", "38.5(c)9", "38.5(c)10")
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("2c 4c 6c 8c Tc Qc Ac", "7 Card Flush"),
        ("2c 4c 6c 8c Tc Qc Ad", "6 Card Flush"),
        ("2c 4c 6c 8c Tc Qd Ad", "5 Card Flush"),
        ("2c 4c 6c 8c Td Qd Ad", "4 Card Flush"),
    ],
)
def test_flushes_are_named_by_their_length(cards: str, name: str) -> None:
    assert list(rules.flush_names(hand(cards), "d")) == [name]


@clause("38.5(c)", "38.5(c)1", "38.5(c)2", "38.5(c)3", "38.5(c)4", "38.5(c)5", "38.5(c)6")
@pytest.mark.parametrize(
    ("cards", "names"),
    [
        (
            "7d 8d 9d Td Jd Qd Kd",
            [SUIT_SPECIFIC, "7 Card Straight Flush Or AKQJT9 Suited", "7 Card Straight Flush"],
        ),
        ("7c 8c 9c Tc Jc Qc Kc", ["7 Card Straight Flush Or AKQJT9 Suited", "7 Card Straight Flush"]),
        ("9c Tc Jc Qc Kc Ac 2d", ["7 Card Straight Flush Or AKQJT9 Suited", "6 Card Straight Flush"]),
        ("8c 9c Tc Jc Qc Kc 2d", ["6 Card Straight Flush"]),
        ("Ac 2c 3c 4c 5c Kc 9d", ["5 Card Straight Flush"]),
        ("Tc Jc Qc Kc 2d 3d 5d", ["4 Card Straight Flush"]),
        ("Jc Qc Kc 2d 3d 5d 7h", ["3 Card Straight Flush"]),
    ],
)
def test_straight_flushes_are_named_by_their_length(cards: str, names: list[str]) -> None:
    assert list(rules.straight_flush_names(hand(cards), "d")) == names


# --- 38.6: wagers -----------------------------------------------------------------------------------------------------


@clause("38.6(a)")
def test_the_wagers_are_those_that_the_text_lists() -> None:
    every: dict[str, Any] = dict.fromkeys(("flush_bonus", "straight_flush_bonus", "progressive"), "A")
    driver = opened("Ann", **every).do(Bet(1, "ante", 1000))
    beside = {offer.action.wager for offer in driver.offers(1) if isinstance(offer.action, Bet)} - {"ante"}
    assert beside == {"flush_bonus", "straight_flush_bonus", "progressive"}
    for other in ("raise", "play", "insurance"):
        with pytest.raises(
            IllegalAction, match=r"because the wagers are ante, flush_bonus, .*after the deal"
        ) as refusal:
            driver.do(Bet(1, other, 1000))
        assert refusal.value.clause == f"{TEXT}:38.6(a)"
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "raise", 1000))
    assert set(driver.table.seats[1].chips) == {"ante", "raise"}


@clause("38.6(a)2", "38.6(a)3")
@pytest.mark.parametrize(("wager", "number"), [("flush_bonus", "38.6(a)2"), ("straight_flush_bonus", "38.6(a)3")])
def test_a_bonus_wager_is_within_its_own_posted_limits(wager: str, number: str) -> None:
    tables: dict[str, Any] = {wager: "A"}
    limits = {"ante": {"minimum": 100, "maximum": 90_000}, wager: {"minimum": 500, "maximum": 2500}}
    driver = opened("Ann", limits=limits, **tables).do(Bet(1, "ante", 50_000))
    for amount in (100, 499, 2501, 50_000):
        with pytest.raises(IllegalAction, match=r"\$5 to \$25") as refusal:
            driver.do(Bet(1, wager, amount))
        assert refusal.value.clause == f"{TEXT}:{number}"
    driver.do(Bet(1, wager, 500), Withdraw(1, wager), Bet(1, wager, 2500))
    with pytest.raises(ImproperConfiguration, match="minimum of"):
        terms(TEXT, {**tables, "limits": {wager: {"minimum": 600, "maximum": 500}}})


@clause("38.6(a)1", "38.1 Ante")
def test_an_ante_within_the_posted_limits_is_needed_to_take_part() -> None:
    driver = opened("Ann", limits={"ante": {"minimum": 500, "maximum": 2500}}, flush_bonus="A")
    for amount in (499, 2501, -500):
        with pytest.raises(IllegalAction, match=r"offered: seat 1: ante \$5 to \$25 \[high-card-flush:38\.6\(a\)1\]"):
            driver.do(Bet(1, "ante", amount))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    with pytest.raises(IllegalAction):  # no bonus without an ante
        driver.do(Bet(1, "flush_bonus", 500))
    driver.do(Bet(1, "ante", 500), NoMoreBets())


@clause("38.6(a)2", "38.6(a)3", "38.6(a)4", "38.12(a)", "38.5(c)")
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus", "progressive"])
def test_an_optional_wager_is_offered_only_where_its_table_is_selected(wager: str) -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, wager, 100))
    selected: dict[str, Any] = {wager: "A"}
    opened("Ann", **selected).do(Bet(1, "ante", 1000), Bet(1, wager, 100))


@clause("38.6(a)2", "38.6(a)3")
def test_a_bonus_wager_need_not_equal_the_ante() -> None:
    driver = opened("Ann", flush_bonus="A", straight_flush_bonus="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 2500), Bet(1, "straight_flush_bonus", 300))
    assert driver.table.seats[1].chips == {"ante": 1000, "flush_bonus": 2500, "straight_flush_bonus": 300}


@clause("38.6(a)4", "38.12(a)", "38.1 Progressive payout wager")
def test_the_progressive_is_one_dollar() -> None:
    driver = opened("Ann", progressive="A").do(Bet(1, "ante", 1000))
    for amount in (99, 101, 500):
        with pytest.raises(IllegalAction, match=r"progressive \$1 \[high-card-flush:38\.6\(a\)4\]"):
            driver.do(Bet(1, "progressive", amount))
    driver.do(Bet(1, "progressive", 100))


LIMITS = [(FOUR_CARD_FLUSH, 1000), (FIVE_CARD_FLUSH, 2000), (SIX_CARD_FLUSH, 3000), (SEVEN_ACE_LOW, 3000), (WEAK, 1000)]


@clause(
    "38.6(a)5",
    "38.6(a)5(a)",
    "38.6(a)5(b)",
    "38.6(a)5(b)(i)",
    "38.6(a)5(b)(ii)",
    "38.6(a)5(b)(iii)",
    "38.1 Raise wager",
    "38.1 Raise wager(a)",
    "38.1 Raise wager(b)",
    "38.1 Raise wager(b)(i)",
    "38.1 Raise wager(b)(ii)",
    "38.1 Raise wager(b)(iii)",
)
@pytest.mark.parametrize(("cards", "most"), LIMITS)
def test_the_raise_is_at_least_the_ante_and_limited_by_the_flush(cards: str, most: int) -> None:
    for amount in (1000, (1000 + most) // 2, most):
        settle({"1": cards, "dealer": QUALIFIER}, [{"seat": 1, "do": "raise", "amount": amount}])
    for amount in (0, 999, most + 1):
        with pytest.raises(IllegalAction, match=r"offered: seat 1: raise .*38\.6\(a\)5\(b\)"):
            settle({"1": cards, "dealer": QUALIFIER}, [{"seat": 1, "do": "raise", "amount": amount}])


@clause("38.6(a)5(b)(iii)", "38.12(f)")
def test_at_the_highest_limit_and_meter_a_hand_may_be_raised_and_is_paid() -> None:
    most = 10**12
    terms_ = terms(TEXT, {"progressive": "A", "limits": {"ante": {"minimum": most, "maximum": most}}})
    stack = stacked(SEVEN_ACE_LOW, QUALIFIER.replace("Th", "Tc"))
    driver = Driver(terms_, stack=stack, opening={"meters": {"progressive": {"main": MOST_CENTS}}}).duties()
    driver.do(Sit(1, "Ann")).duties().do(Bet(1, "ante", most), Bet(1, "progressive", 100), NoMoreBets())
    driver.duties(until=Reveal).do(Decision(1, "raise", 3 * most)).duties()
    assert driver.table.ledger["player:Ann"] == 4 * most + MOST_CENTS + 24 - 100
    written = from_lines(to_lines(driver.entries, "").splitlines(keepends=True))
    assert [one.entry for one in written] == driver.entries


@clause("38.6(b)")
def test_a_verbal_wager_with_cash_is_not_accepted() -> None:
    with pytest.raises(IllegalAction, match=r"verbal wager with cash is not accepted \[high-card-flush:38\.6\(b\)\]"):
        opened("Ann").do(Bet(1, "ante", 1000, cash=True))


@clause("38.6(b)", "38.6(a)5", "38.6(a)5(a)")
def test_a_match_play_coupon_counts_but_is_never_paid_out() -> None:
    seats: dict[str, dict[str, Any]] = {"1": {"ante": 1000, "match_play": {"ante": 500}}}
    twice = [{"seat": 1, "do": "raise", "amount": 1500}]
    won = settle({"1": FOUR_CARD_FLUSH, "dealer": QUALIFIER}, twice, seats)
    assert row(won, "ante") == ("win", 1500, 1000)
    assert won.net == {"1": 3000}
    lost = settle({"1": WEAK, "dealer": ACE_HIGH_QUALIFIER}, twice, seats)
    assert row(lost, "ante") == ("lose", 0, 0)
    assert lost.net == {"1": -2500}
    tied = settle({"1": "9h 5h 2h Js 8s Qc Tc", "dealer": QUALIFIER}, twice, seats)
    assert row(tied, "ante") == ("push", 0, 1000)
    assert tied.net == {"1": 0}
    with pytest.raises(IllegalAction, match=r"raise \$15"):
        settle({"1": FOUR_CARD_FLUSH, "dealer": QUALIFIER}, [{"seat": 1, "do": "raise", "amount": 1000}], seats)


@clause("38.6(b)")
def test_a_coupon_needs_chips_of_its_worth_beside_it_and_has_no_place_in_the_progressive() -> None:
    driver = opened("Ann", progressive="A").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100))
    with pytest.raises(IllegalAction, match=r"coupon on ante \$0\.01 to \$10 \[high-card-flush:38\.6\(b\)\]"):
        driver.do(Coupon(1, "ante", 1001))
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, "progressive", 100))
    driver.do(Coupon(1, "ante", 1000))


@clause("38.6(c)")
def test_only_seated_players_wager_and_those_with_cards_stay() -> None:
    with pytest.raises(IllegalAction, match=r"nobody is seated at position 2 \[high-card-flush:38\.6\(c\)"):
        opened("Ann").do(Bet(2, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"stays until the round is complete \[high-card-flush:38\.6\(c\)"):
        dealt("Ann").do(Leave(1))


@clause("38.6(d)", "38.7(b)")
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets() -> None:
    driver = opened("Ann", "Ben", flush_bonus="A").do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 500))
    driver.do(Withdraw(1, "flush_bonus"))
    assert driver.table.ledger["player:Ann"] == -1000
    driver.do(NoMoreBets())
    for late in (Bet(2, "ante", 1000), Bet(1, "flush_bonus", 500), Withdraw(1, "ante"), Coupon(1, "ante", 100)):
        with pytest.raises(IllegalAction, match=r'"No more bets" \[high-card-flush:38\.6\(d\)\]'):
            driver.do(late)


@clause("38.6(e)")
def test_a_player_may_have_up_to_three_adjacent_positions() -> None:
    driver = opened("Ann", "Ann", "Ann", "Ann")
    driver.do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"adjacent positions at most \[high-card-flush:38\.6\(e\)\]"):
        driver.do(Bet(3, "ante", 1000))
    driver.do(Bet(2, "ante", 1000), Bet(3, "ante", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Bet(4, "ante", 1000))
    with pytest.raises(IllegalAction):  # which would leave two positions apart
        driver.do(Withdraw(2, "ante"))
    with pytest.raises(IllegalAction):
        opened("Ann", "Ann", positions_per_player=1).do(Bet(1, "ante", 1000), Bet(2, "ante", 1000))


@clause("38.6(e)")
def test_two_positions_of_one_player_are_settled_each_by_itself() -> None:
    seats = {"2": {"ante": 1000, "player": "Ann"}, "3": {"ante": 2500, "player": "Ann"}}
    report = settle({"2": FOUR_CARD_FLUSH, "3": "3h 5s 7c 6h 3s 2c 4h", "dealer": "9d 5d 2d Jc 8c Qs Th"}, None, seats)
    assert report.net == {"2": 2000, "3": -5000}
    with pytest.raises(IllegalAction, match=r"38\.6\(e\)"):
        settle({"1": FOUR_CARD_FLUSH, "3": WEAK, "dealer": QUALIFIER}, None, {"1": seats["2"], "3": seats["3"]})


# --- 38.7-38.9: dealing -----------------------------------------------------------------------------------------------

BY_DEALING = {
    "manual_shoe": ("38.7(b)", "38.7(c)", "38.7(d)", "38.7(e)"),
    "hand": ("38.8(b)3", "38.8(c)", "38.8(d)", "38.8(e)"),
    "automated_shoe": ("38.9(b)2", "38.9(c)", "38.9(d)", "38.9(e)"),
}


LOADED = {"manual_shoe": "38.7(a)", "hand": "38.8(b)2", "automated_shoe": "38.9(b)1"}


@clause("38.7(a)", "38.7(b)", "38.7(c)", "38.7(d)", "38.7(e)", "38.1 Stub")
@clause("38.8(a)", "38.8(b)", "38.8(b)2", "38.8(b)3", "38.8(c)", "38.8(d)", "38.8(e)")
@clause("38.9(a)", "38.9(b)", "38.9(b)1", "38.9(b)2", "38.9(c)", "38.9(d)", "38.9(e)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_seven_cards_each_from_the_dealers_left_and_the_dealer_last(way: str) -> None:
    driver = opened("Ann", "Ben", "Cid", stack=WHOLE, dealing=way)
    driver.do(Bet(1, "ante", 1000), Bet(3, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    announce, players, dealer, stub = (f"{TEXT}:{number}" for number in BY_DEALING[way])
    hands = [(event.to, event.cards, event.clause) for event in driver.events if isinstance(event, Dealt)]
    assert hands == [("seat 1", WHOLE[:7], players), ("seat 3", WHOLE[7:14], players), ("dealer", WHOLE[14:21], dealer)]
    steps = {event.step: event.clause for event in driver.events if isinstance(event, Stepped)}
    assert (steps["announce"], steps["rack_stub"]) == (announce, stub)
    assert steps["load"] == f"{TEXT}:{LOADED[way]}"
    order = [step for step in steps if step in ("load", "announce", "rack_stub")]
    assert order == ["load", "announce", "rack_stub"]
    assert driver.table.in_play.stack == WHOLE[21:]


@clause("38.8(b)1")
def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    with pytest.raises(ImproperConfiguration, match=r"need an automated shuffler \[high-card-flush:38\.8\(b\)1\]"):
        terms(TEXT, {"dealing": "hand", "shuffler": "none"})
    assert opened("Ann", dealing="hand").terms.submission.shuffles_by_device


@clause("38.4(a)", "38.7(a)")
def test_a_shuffler_may_feed_the_shoe_itself() -> None:
    for fed, by in ((True, []), (False, [("load", Role.DEALER)])):
        driver = opened("Ann", shuffler="automated", shuffler_feeds_shoe=fed).do(Bet(1, "ante", 1000), NoMoreBets())
        assert [one for one in driver.steps if one[0] == "load"] == by
    for wrong in ({"shuffler_feeds_shoe": True}, {"shuffler_feeds_shoe": True, "dealing": "hand"}):
        with pytest.raises(ImproperConfiguration, match=r"38\.4\(a\)"):
            terms(TEXT, wrong)


def play_out(driver: Driver) -> Driver:
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    return raised(driver).duties()


@clause("38.7(f)", "38.7(f)1", "38.8(f)", "38.9(f)")
@pytest.mark.parametrize("way", BY_DEALING)
@pytest.mark.parametrize("every", [1, 3, 5])
def test_the_stub_is_counted_at_least_as_often_as_posted(way: str, every: int) -> None:
    driver = opened("Ann", dealing=way, stub_count_every=every)
    counted = []
    for number in range(1, 11):
        before = len(driver.events)
        play_out(driver)
        if any(type(event).__name__ == "StubCounted" for event in driver.events[before:]):
            counted.append(number)
    assert counted == list(range(every, 11, every))


@clause("38.7(f)")
def test_a_due_count_cannot_be_passed_over() -> None:
    driver = opened("Ann", stub_count_every=1).do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
    with pytest.raises(IllegalAction):
        driver.do(Step("rack_stub"))


@clause("38.7(g)", "38.8(f)", "38.9(f)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_a_shuffler_that_counts_spares_the_count(way: str) -> None:
    driver = opened("Ann", dealing=way, shuffler="counting", stub_count_every=1)
    for _ in range(7):
        play_out(driver)
    assert not [event for event in driver.events if type(event).__name__ == "StubCounted"]


@clause("38.7(g)")
def test_a_deck_that_the_shuffler_finds_wrong_is_removed() -> None:
    driver = opened("Ann", shuffler="counting").do(Bet(1, "ante", 1000))
    driver.do(Irregularity("shuffler_count_wrong"))
    assert driver.table.in_play.removed_because == "the shuffler counted a wrong number of cards"
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())  # with a new deck, received and opened like the first
    assert len([event for event in driver.events if isinstance(event, DeckReceived)]) == 2
    with pytest.raises(IllegalAction):
        opened("Ann", shuffler="automated").do(Irregularity("shuffler_count_wrong"))


@clause("38.7(f)2")
@pytest.mark.parametrize(("misdealt", "removed"), [(True, False), (False, True)])
def test_a_wrong_count_voids_the_round_and_without_a_misdeal_removes_the_deck(*, misdealt: bool, removed: bool) -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
    driver.do(CountStub(len(driver.table.in_play.stack) - 1, misdealt=misdealt))
    assert driver.table.void
    assert driver.table.ledger["player:Ann"] == 0
    assert bool([event for event in driver.events if isinstance(event, DeckRemoved)]) is removed
    report = settle(
        {"1": WEAK, "dealer": QUALIFIER},
        [{"do": "irregularity", "kind": "stub_count_wrong", "misdealt": misdealt}],
    )
    assert report.void
    assert report.void["clause"] == f"{TEXT}:{'38.13(c)' if misdealt else '38.7(f)2'}"
    assert row(report, "ante") == ("void", 0, 1000)


@clause("38.7(f)2", "38.8(f)", "38.9(f)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_a_wrong_count_has_the_same_consequences_however_the_cards_are_dealt(way: str) -> None:
    for misdealt in (True, False):
        driver = opened("Ann", dealing=way).do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
        driver.do(CountStub(30, misdealt=misdealt))
        assert driver.table.void
        assert driver.table.void.clause == f"{TEXT}:{'38.13(c)' if misdealt else '38.7(f)2'}"
        assert driver.table.ledger["player:Ann"] == 0
        removed = [event.deck for event in driver.events if isinstance(event, DeckRemoved)]
        assert removed == ([] if misdealt else [0])
        counted = [event.count for event in driver.events if isinstance(event, StubCounted)]
        assert counted == [30]


@clause("38.7(f)1", "38.13(a)")
def test_a_card_found_face_up_counts_as_present() -> None:
    driver = opened("Ann", stub_count_every=1, stack=WHOLE).do(Bet(1, "ante", 1000), NoMoreBets())
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[3]), Deal(), CountStub(52 - 14 - 1))
    assert driver.table.phase == Phase.DECIDING


# --- 38.10: the round -------------------------------------------------------------------------------------------------


@clause("38.10(a)")
def test_players_see_their_own_seven_cards_and_no_others() -> None:
    driver = dealt("Ann", "Ben")
    seen = view(driver.table, player("Ann"))
    assert " ".join(seen.cards("seat 1")) == CARDS.text(driver.hand(1))
    assert set(seen.cards("seat 2")) == set(seen.cards("dealer")) == {"??"}
    assert len(seen.cards("dealer")) == 7


@clause("38.10(b)", "38.6(a)5")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    driver = dealt("Ann", "Ben", "Cid")
    assert {offer.action.seat for offer in legal(driver.table) if isinstance(offer.action, Decision)} == {1}
    with pytest.raises(IllegalAction, match=r"seat 2: fold is not offered; nothing is offered to seat 2 now"):
        driver.do(Decision(2, "fold"))
    driver.do(Decision(1, "fold"), Decision(2, "raise", 1000), Decision(3, "fold"))
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "fold"))


@clause("38.6(a)5(b)")
def test_the_clause_of_a_raise_does_not_tell_others_how_long_the_flush_is() -> None:
    clauses = set()
    for cards, most in LIMITS:
        known = CARDS.parse(cards)
        driver = dealt("Ann", "Ben", stack=(*known, *(card for card in WHOLE if card not in known)))
        offer = driver.offers(1)[0]
        assert (offer.action, offer.most) == (Decision(1, "raise", 1000), most)
        driver.do(Decision(1, "raise", 1000))
        clauses |= {event.clause for event in driver.entries[-1].events if isinstance(event, Decided | BetPlaced)}
        assert clauses == {offer.clause}
    assert clauses == {f"{TEXT}:38.6(a)5(b)"}


@clause("38.10(b)")
def test_a_player_whose_time_runs_out_folds() -> None:
    driver, awaited = dealt("Ann", "Ben"), rules.GAME.play.awaited
    for number in (1, 2):
        (seat,) = awaited(driver.table)
        action, said = driver.unanswered(seat.number)
        assert (action, said) == (Decision(number, "fold"), f"{TEXT}:38.10(b)")
        driver.do(action)
    assert driver.table.ledger["inventory"] == 2000
    assert awaited(driver.table) == []


@clause("38.10(b)", "38.1 Fold")
def test_a_fold_loses_the_ante_at_once_and_the_hand_is_collected_unseen() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "fold"))
    assert driver.table.ledger["inventory"] == 1000
    assert isinstance(driver.events[-1], HandCollected)
    assert set(view(driver.table, player("Ben")).cards("seat 1")) == {"??"}
    report = settle({"1": WEAK, "dealer": NO_QUALIFIER}, [{"seat": 1, "do": "fold"}])
    assert row(report, "ante") == ("lose", 0, 0)
    assert clause_of(report, "ante") == f"{TEXT}:38.10(b)"
    assert report.net == {"1": -1000}


def stacked(*hands: str) -> tuple[int, ...]:
    """A stack that deals these hands, the dealer's last."""
    known = CARDS.parse(" ".join(hands))
    return (*known, *(card for card in WHOLE if card not in known))


@clause("38.10(b)")
def test_a_raiser_lays_out_the_cards_that_play_and_discards_the_rest_face_down() -> None:
    driver = dealt("Ann", "Ben", stack=stacked(FOUR_CARD_FLUSH, WEAK, QUALIFIER))
    driver.do(Decision(1, "raise", 1000))
    assert view(driver.table, player("Ann")).places["seat 1"].apart == ("4d", "8d", "Jh")
    assert view(driver.table, player("Ben")).places["seat 1"].apart == ("??",) * 3  # how many, but not which
    laid = next(event for event in driver.entries[-1].events if isinstance(event, LaidApart))
    assert laid.clause == f"{TEXT}:38.10(b)"
    driver.do(Decision(2, "raise", 1000, ("2c", "7c")))  # which the player names
    assert view(driver.table, player("Ben")).places["seat 2"].apart == ("3d", "4h", "5s", "8h", "9s")


@clause("38.10(b)")
def test_only_cards_of_the_own_hand_can_be_laid_out() -> None:
    driver = dealt("Ann", stack=stacked(WEAK, QUALIFIER))
    with pytest.raises(
        IllegalAction, match=r"9d cannot be laid out, because it is not in the hand of seat 1 \[.*\(b\)"
    ):
        driver.do(Decision(1, "raise", 1000, ("2c", "9d")))


@clause("38.10(b)", "38.10(d)")
def test_the_dealer_racks_all_discards_before_the_reveal() -> None:
    driver = dealt("Ann", "Ben", "Cid", stack=stacked(FOUR_CARD_FLUSH, WEAK.replace("4h", "4s"), FIVE_CARD_FLUSH))
    driver.do(Decision(1, "raise", 1000), Decision(2, "fold"))
    assert not driver.table.owed  # not before the last player has acted
    driver.do(Decision(3, "raise", 1000))
    with pytest.raises(IllegalAction):
        play(driver.table, Reveal(), Actor(Role.DEALER))
    with pytest.raises(IllegalAction):
        play(driver.table, Step("rack_discards", count=5), player("Ann"))
    with pytest.raises(BadInput, match="rack_discards needs the number that was counted"):
        play(driver.table, Step("rack_discards"), Actor(Role.DEALER))
    driver.do(Step("rack_discards", count=4), by=Actor(Role.DEALER))  # three and two were discarded
    assert driver.table.owed[0].by == Role.SUPERVISOR
    driver.do(Step("settle_difference", note="one lay under the raise"), by=Actor(Role.SUPERVISOR))
    driver.do(Step("rack_discards", count=5), by=Actor(Role.DEALER)).do(Reveal())
    racked = [event for event in driver.events if isinstance(event, Stepped) and event.step == "rack_discards"]
    assert [(one.count, one.clause) for one in racked] == [(4, f"{TEXT}:38.10(b)"), (5, f"{TEXT}:38.10(b)")]


@clause("38.10(b)", "38.10(a)")
def test_discards_are_racked_too_when_the_last_player_folds_or_forfeits_and_not_where_there_are_none() -> None:
    for last in (Decision(2, "fold"), Irregularity("communicating", 2)):
        driver = dealt("Ann", "Ben").do(Decision(1, "raise", 1000))
        assert not driver.table.owed
        driver.do(last)
        assert [due.step for due in driver.table.owed] == ["rack_discards"]
    assert not dealt("Ann").do(Decision(1, "fold")).table.owed
    whole = dealt("Ann", stack=stacked(SEVEN_ACE_LOW)).do(Decision(1, "raise", 1000))
    assert not whole.table.owed
    after = dealt("Ann", "Ben").do(Decision(1, "raise", 1000), Decision(2, "fold")).owed()
    assert not after.do(Irregularity("communicating", 2)).table.owed  # they are in the rack already


@clause("38.10(b)", "38.10(a)")
@pytest.mark.parametrize(("ben", "left"), [("fold", []), ("raise", ["rack_discards"])])
def test_with_the_discards_that_are_not_to_be_counted_goes_what_was_found_otherwise_at_them(
    ben: str, left: list[str]
) -> None:
    for amiss in (False, True):
        driver = dealt("Ann", "Ben").do(Decision(1, "raise", 1000), Decision(2, ben, 1000 if ben == "raise" else 0))
        if amiss:
            driver.do(Step("rack_discards", count=1))
        driver.do(Irregularity("communicating", 1))
        assert [due.step for due in driver.table.owed] == left
        assert driver.duties().table.rounds == 1


@clause("38.10(b)", "38.10(a)")
def test_discards_of_a_player_who_forfeits_before_they_are_racked_are_not_counted_with_the_others() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "raise", 1000), Decision(2, "raise", 1000))
    (due,) = driver.table.owed
    of_ann = len(driver.table.at("seat 1").apart)
    driver.do(Irregularity("communicating", 2))
    assert [(one.step, one.expected) for one in driver.table.owed] == [("rack_discards", of_ann)]
    assert of_ann < due.expected
    driver.owed()
    assert not driver.table.owed


@clause("38.10(b)", "38.10(e)", "38.10(e)2")
def test_discards_stay_unseen_unless_an_optional_wager_is_judged_on_them() -> None:
    stack = stacked(FOUR_CARD_FLUSH, FIVE_CARD_FLUSH, QUALIFIER)
    driver = opened("Ann", "Ben", stack=stack, flush_bonus="A")
    driver.do(Bet(1, "ante", 1000), Bet(2, "ante", 1000), Bet(2, "flush_bonus", 500), NoMoreBets())
    raised(driver.duties(until=Reveal)).do(Reveal())
    assert " ".join(view(driver.table).cards("seat 1")) == "Kc Tc 6c 3c ?? ?? ??"
    assert view(driver.table).places["seat 1"].words == ("4 card flush, king high",)
    assert " ".join(view(driver.table).cards("seat 2")) == FIVE_CARD_FLUSH


@clause("38.10(b)", "38.5(b)(1)", "38.10(e)")
@pytest.mark.parametrize(
    ("reading", "result", "seen"),
    [
        ("best_flush", "win", "Kc Tc 6c 3c 4d 8d ??"),
        ("cards_laid_out", "lose", "?? ?? ?? ?? 4d 8d ??"),
    ],
)
def test_whether_a_lesser_flush_plays_that_was_laid_out_is_a_reading(reading: str, result: str, seen: str) -> None:
    lesser = {"seat": 1, "do": "raise", "amount": 1000, "cards": "8d 4d"}
    hands = {"1": FOUR_CARD_FLUSH, "dealer": QUALIFIER}
    report = settle(hands, [lesser], submission={"hand_played": reading})
    assert row(report, "ante")[0] == row(report, "raise")[0] == result
    assert report.hands["1"] == FOUR_CARD_FLUSH
    driver = dealt("Ann", stack=stacked(FOUR_CARD_FLUSH, QUALIFIER), hand_played=reading)
    driver.do(Decision(1, "raise", 1000, ("8d", "4d")), Reveal())
    assert " ".join(view(driver.table).cards("seat 1")) == seen
    with pytest.raises(BadInput, match="cards belong to 'raise', not to 'fold'"):
        settle(hands, [{"seat": 1, "do": "fold", "cards": "8d"}])


@clause("38.10(c)", "38.1 Flush Bonus wager", "38.1 Straight Flush Bonus wager")
def test_a_folded_hand_is_paid_its_bonuses_at_the_fold_with_the_cards_turned_up() -> None:
    seats = {"1": {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 200}}
    cards = "9c 8c 7c 3c 4d 5h Ks"  # four clubs, three of them in a row
    report = settle(
        {"1": cards, "dealer": ACE_HIGH_QUALIFIER.replace("Jc", "Jh").replace("8c", "8h")},
        [{"seat": 1, "do": "fold"}],
        seats,
        submission={"flush_bonus": "A", "straight_flush_bonus": "B"},
    )
    assert row(report, "ante") == ("lose", 0, 0)
    assert row(report, "flush_bonus") == ("win", 500, 500)
    assert row(report, "straight_flush_bonus") == ("win", 1800, 200)
    assert report.net == {"1": -1000 + 500 + 1800}
    driver = opened(
        "Ann", stack=(*CARDS.parse(cards), *(c for c in WHOLE if c not in CARDS.parse(cards))), flush_bonus="A"
    )
    driver.do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 500), NoMoreBets()).duties(until=Reveal).do(
        Decision(1, "fold")
    )
    assert " ".join(view(driver.table).cards("seat 1")) == "9c 8c 7c 3c ?? ?? ??"  # only the cards that win are shown


@clause("38.10(c)")
def test_a_folded_hand_loses_the_bonus_it_does_not_hit() -> None:
    report = settle(
        {"1": WEAK, "dealer": QUALIFIER},
        [{"seat": 1, "do": "fold"}],
        {"1": {"ante": 1000, "flush_bonus": 500}},
        submission={"flush_bonus": "A"},
    )
    assert row(report, "flush_bonus") == ("lose", 0, 0)


@clause("38.10(d)")
def test_the_dealer_reveals_only_after_everybody_has_decided() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "raise", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Reveal())
    driver.do(Decision(2, "fold"))
    assert set(view(driver.table).cards("dealer")) == {"??"}
    driver.do(Reveal())
    assert "??" not in view(driver.table).cards("dealer")


@clause("38.10(e)", "38.10(e)3", "38.10(f)", "38.1 Round of play", "38.12(d)")
def test_hands_are_resolved_from_the_dealers_right_and_collected() -> None:
    driver = raised(dealt("Ann", "Ben", "Cid"))
    before = len(driver.events)
    driver.do(Reveal())
    after = driver.events[before:]
    assert [event.place for event in after if isinstance(event, TurnedUp)] == ["dealer", "seat 3", "seat 2", "seat 1"]
    assert list(dict.fromkeys(event.seat for event in after if isinstance(event, Settled))) == [3, 2, 1]
    driver.duties()
    assert any(isinstance(event, RoundCompleted) for event in driver.events)
    assert driver.table.dealer == ()


def told(driver: Driver) -> list[tuple[str, int]]:
    """What was turned over, settled and collected in the last entry, in its order, seat by seat."""
    kinds = {TurnedUp: "turned over", Settled: "settled", HandCollected: "collected", DocumentationDue: "to document"}
    done = [
        (kinds[type(event)], int(event.place[-1]) if isinstance(event, TurnedUp) else event.seat)
        for event in driver.entries[-1].events
        if isinstance(event, Settled | HandCollected | DocumentationDue)
        or (isinstance(event, TurnedUp) and event.place != "dealer")
    ]
    return list(dict.fromkeys(done))


@clause("38.10(e)", "38.10(e)3", "38.12(d)")
@pytest.mark.parametrize("dealer", [QUALIFIER, NO_QUALIFIER])
def test_each_hand_is_turned_over_resolved_and_collected_before_the_next(dealer: str) -> None:
    # Against the qualifying hand seat 3 wins, seat 2 loses and seat 1 ties; without one all antes win.
    hands = ("9h 5h 2h Js 8s Qc Tc", "2s 3s 4c 5c 7d 8h Kd", "Ac Kc 6c 3c 4d Jd Jh")
    driver = raised(dealt("Ann", "Ben", "Cid", stack=stacked(*hands, dealer))).do(Reveal())
    one_by_one = [(what, seat) for seat in (3, 2, 1) for what in ("turned over", "settled", "collected")]
    assert told(driver) == one_by_one


@clause("38.10(e)1", "38.10(e)1(i)", "38.11(b)")
def test_without_a_qualifying_hand_antes_win_and_raises_push() -> None:
    report = settle({"1": WEAK.replace("8h", "8s"), "dealer": NO_QUALIFIER.replace("9c", "9h")})
    assert row(report, "ante") == ("win", 1000, 1000)
    assert row(report, "raise") == ("push", 0, 1000)
    assert clause_of(report, "ante") == f"{TEXT}:38.10(e)1(i)"
    assert report.net == {"1": 1000}


@clause("38.10(e)1(ii)", "38.10(e)1(ii)(A)", "38.11(b)")
def test_a_better_hand_is_paid_even_money_on_both() -> None:
    report = settle(
        {"1": FIVE_CARD_FLUSH, "2": SIX_CARD_FLUSH, "dealer": QUALIFIER},
        [{"seat": 1, "do": "raise", "amount": 2000}, {"seat": 2, "do": "raise", "amount": 3000}],
    )
    assert row(report, "ante") == ("win", 1000, 1000)
    assert row(report, "raise") == ("win", 2000, 2000)
    assert row(report, "raise", seat=2) == ("win", 3000, 3000)
    assert clause_of(report, "raise") == f"{TEXT}:38.10(e)1(ii)(A)"
    assert report.net == {"1": 3000, "2": 4000}


@clause("38.10(e)1(ii)", "38.10(e)1(ii)(B)")
def test_a_worse_hand_loses_both() -> None:
    report = settle({"1": WEAK.replace("8h", "8d"), "dealer": ACE_HIGH_QUALIFIER})
    assert row(report, "ante") == row(report, "raise") == ("lose", 0, 0)
    assert clause_of(report, "ante") == f"{TEXT}:38.10(e)1(ii)(B)"
    assert report.net == {"1": -2000}


@clause("38.10(e)1(ii)", "38.10(e)1(ii)(C)", "38.1 Push")
def test_equal_hands_push() -> None:
    report = settle({"1": "9h 5h 2h Js 8s Qc Tc", "dealer": QUALIFIER})
    assert row(report, "ante") == row(report, "raise") == ("push", 0, 1000)
    assert clause_of(report, "raise") == f"{TEXT}:38.10(e)1(ii)(C)"
    assert report.net == {"1": 0}


@clause("38.10(b)", "38.5(b)(1)")
def test_the_best_flush_plays_whatever_the_player_lays_out() -> None:
    assert rules.compare(flush_rank(hand("Kc 3c 2c Ad 4d 2d 9h")), flush_rank(hand("Ac 3c 2c Kd 4d 2h 9h"))) == 1


@clause("38.10(a)")
def test_a_player_who_communicates_forfeits_everything() -> None:
    seats: dict[str, dict[str, Any]] = {
        "1": {"ante": 1000, "player": "Ann", "flush_bonus": 500},
        "2": {"ante": 1000, "player": "Ann", "progressive": 100},
        "3": {"ante": 1000, "flush_bonus": 500},
    }
    report = settle(
        {"1": FOUR_CARD_FLUSH, "2": FIVE_CARD_FLUSH, "3": SIX_CARD_FLUSH, "dealer": QUALIFIER},
        [
            {"seat": 1, "do": "fold"},
            {"do": "irregularity", "kind": "communicating", "seat": 2},
            {"seat": 3, "do": "raise", "amount": 1000},
        ],
        seats,
        submission={"flush_bonus": "A", "progressive": "A"},
    )
    for wager, seat in (("ante", 1), ("flush_bonus", 1), ("ante", 2), ("progressive", 2)):
        assert row(report, wager, seat) == ("forfeit", 0, 0)
        assert clause_of(report, wager, seat) == f"{TEXT}:38.10(a)"
    assert report.net == {"1": -1500, "2": -1100, "3": 2000 + 50_000}


@clause("38.10(a)")
def test_when_the_last_player_forfeits_the_round_is_over() -> None:
    driver = dealt("Ann").do(Irregularity("communicating", 1))
    assert driver.table.phase == Phase.COLLECTING
    assert driver.table.ledger["inventory"] == 1000


@clause("38.10(a)", "38.7(e)", "38.7(f)")
@pytest.mark.parametrize(("every", "step"), [(5, Step("rack_stub")), (1, CountStub(0))])
def test_when_the_last_player_forfeits_before_the_stub_is_away_it_is_racked_or_counted(
    every: int, step: Action
) -> None:
    driver = opened("Ann", stub_count_every=every).do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
    driver.do(Irregularity("communicating", 1))
    due = duty(driver.table)
    assert due
    assert due.action == step
    assert driver.duties(until="collect").table.phase == Phase.COLLECTING


@clause("38.10(a)", "38.10(b)", "38.13(d)")
@pytest.mark.parametrize("kind", ["communicating", "dealer_card_exposed"])
def test_a_folded_hand_that_lies_in_the_rack_is_not_collected_again(kind: str) -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "fold"))
    driver.do(Irregularity(kind, 1 if kind == "communicating" else 0))
    collected = [event.seat for event in driver.events if isinstance(event, HandCollected)]
    assert collected.count(1) == 1


# --- 38.11: bonuses ---------------------------------------------------------------------------------------------------

FLUSHES = {"7 Card Flush": "2h 4h 6h 8h Th Qh Ah", "6 Card Flush": SIX_CARD_FLUSH, "5 Card Flush": FIVE_CARD_FLUSH}
FLUSHES["4 Card Flush"] = FOUR_CARD_FLUSH
RUNS = {
    "7 Card Straight Flush": SEVEN_ACE_LOW,
    "6 Card Straight Flush": "8s 9s Ts Js Qs Ks 2c",
    "5 Card Straight Flush": "8s 9s Ts Js Qs 2c 3h",
    "4 Card Straight Flush": "8s 9s Ts Js 2c 3h 4h",
    "3 Card Straight Flush": "8s 9s Ts 2c 3h 4h 6d",
}


def bonus(wager: str, letter: str, cards: str, stake: int = 500, **submission: object) -> tuple[str, int, int]:
    dealer = CARDS.text([c for c in WHOLE if c not in CARDS.parse(cards)][:7])
    report = settle(
        {"1": cards, "dealer": dealer},
        seats={"1": {"ante": 1000, wager: stake}},
        submission={wager: letter, **submission},
    )
    return row(report, wager)


# Read from the printed page column by column, from the longest flush down; "to 1".
FLUSH_BONUS = {
    "A": (300, 100, 10, 1), "B": (100, 20, 10, 1), "C": (200, 20, 10, 2), "D": (300, 75, 5, 2), "E": (200, 60, 12, 2),
    "F": (500, 50, 12, 1), "G": (400, 60, 12, 1), "H": (1000, 50, 10, 1), "I": (150, 20, 10, 1), "J": (150, 25, 10, 2),
    "K": (400, 100, 10, 2), "L": (300, 80, 11, 1), "M": (500, 80, 11, 1), "N": (500, 100, 10, 1),
}  # fmt: skip
STRAIGHT_FLUSH_BONUS = {
    "A": (8000, 1000, 100, 60, 7), "B": (500, 200, 100, 50, 9), "C": (500, 200, 100, 75, 7),
    "D": (1000, 500, 100, 75, 7), "E": (500, 200, 100, 60, 8), "F": (1000, 500, 100, 60, 8),
}  # fmt: skip


@clause("38.11(c)", "38.10(e)2", "38.10(e)2(i)", "38.6(a)2", "38.1 Flush Bonus wager")
@pytest.mark.parametrize("letter", FLUSH_BONUS)
def test_the_flush_bonus_pays_each_row_of_each_table(letter: str) -> None:
    for cards, to_one in zip(FLUSHES.values(), FLUSH_BONUS[letter], strict=True):
        assert bonus("flush_bonus", letter, cards) == ("win", to_one * 500, 500)
    assert bonus("flush_bonus", letter, WEAK) == ("lose", 0, 0)


@clause("38.11(d)", "38.10(e)2", "38.10(e)2(ii)", "38.6(a)3", "38.1 Straight Flush Bonus wager")
@pytest.mark.parametrize("letter", STRAIGHT_FLUSH_BONUS)
def test_the_straight_flush_bonus_pays_each_row_of_each_table(letter: str) -> None:
    for cards, to_one in zip(RUNS.values(), STRAIGHT_FLUSH_BONUS[letter], strict=True):
        assert bonus("straight_flush_bonus", letter, cards) == ("win", to_one * 500, 500)
    assert bonus("straight_flush_bonus", letter, FOUR_CARD_FLUSH) == ("lose", 0, 0)


@clause("38.11(c)", "38.11(d)", "38.11(e)", "38.11(f)")
def test_there_are_no_other_tables_than_the_printed_ones() -> None:
    letters = {wager: "".join(columns) for wager, columns in PAY_TABLES.items()}
    assert letters == {
        "flush_bonus": "".join(FLUSH_BONUS),
        "straight_flush_bonus": "".join(STRAIGHT_FLUSH_BONUS) + "G",
        "progressive": "ABCD",
        "contribution": "ABCD",
    }


@clause("38.11(c)")
def test_the_shifted_reading_moves_the_four_card_row_one_column_to_the_left() -> None:
    printed = [bonus("flush_bonus", letter, FOUR_CARD_FLUSH)[1] // 500 for letter in PAY_TABLES["flush_bonus"]]
    shifted = [
        bonus("flush_bonus", letter, FOUR_CARD_FLUSH, four_card_row="shifted")[1] // 500
        for letter in PAY_TABLES["flush_bonus"]
    ]
    assert printed == [1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1]
    assert shifted == [1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1]
    assert bonus("flush_bonus", "E", FIVE_CARD_FLUSH, four_card_row="shifted")[1] == 12 * 500


POSTED = {name: 10 * size for size, name in zip((7, 6, 5, 4, 3), RUNS, strict=True)}


@clause("38.11(h)", "38.11(d)", "38.5(c)2")
def test_the_licensee_sets_the_amounts_of_table_g() -> None:
    for name, cards in RUNS.items():
        assert bonus("straight_flush_bonus", "G", cards, posted_bonus=POSTED) == ("win", POSTED[name] * 500, 500)
    with_suit = {**POSTED, SUIT_SPECIFIC: 5000}
    for suit, odds_paid in (("h", 5000), ("d", 70)):
        paid = bonus("straight_flush_bonus", "G", SEVEN_ACE_LOW, posted_bonus=with_suit, suit=suit)
        assert paid == ("win", odds_paid * 500, 500)


@clause("38.11(h)", "38.11(d)", "38.5(c)")
@pytest.mark.parametrize(
    ("submission", "complaint"),
    [
        ({"straight_flush_bonus": "G"}, "needs a posted amount"),
        ({"straight_flush_bonus": "A", "posted_bonus": POSTED}, "only Straight Flush Bonus table G"),
        ({"straight_flush_bonus": "G", "posted_bonus": {**POSTED, "Royal": 3}}, "the hands of table G are"),
        ({"straight_flush_bonus": "G", "posted_bonus": {**POSTED, "7 Card Straight Flush": 0}}, "1 to 1,000,000"),
    ],
)
def test_table_g_needs_all_its_amounts_and_no_other_table_takes_any(
    submission: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ImproperConfiguration, match=complaint):
        terms(TEXT, submission)


@clause("38.11(h)", "38.10(e)")
def test_a_house_maximum_caps_bonuses_per_hand_or_per_round() -> None:
    hands = {"1": SEVEN_ACE_LOW, "2": SIX_CARD_FLUSH.replace("Kd", "Kc"), "dealer": QUALIFIER}
    seats = {name: {"ante": 1000, "flush_bonus": 1000, "straight_flush_bonus": 1000} for name in ("1", "2")}
    tables = {"flush_bonus": "A", "straight_flush_bonus": "B", "bonus_maximum": 350_000}

    def paid(**more: object) -> list[int]:
        report = settle(hands, None, seats, submission={**tables, **more})
        wagers = ("flush_bonus", "straight_flush_bonus")
        return [row(report, wager, seat)[1] for seat in (2, 1) for wager in wagers]

    # Seat 2 is resolved first: 100 to 1 for six suited cards.  Seat 1 would get 300 to 1 and 500 to 1.
    assert paid(bonus_maximum_per="hand") == [100_000, 0, 300_000, 50_000]
    assert paid(bonus_maximum_per="round") == [100_000, 0, 250_000, 0]


@clause("38.11(h)")
def test_bonuses_paid_at_a_fold_count_towards_the_maximum_of_the_round() -> None:
    report = settle(
        {"1": SIX_CARD_FLUSH, "2": SEVEN_ACE_LOW, "dealer": QUALIFIER},
        [{"seat": 1, "do": "fold"}, {"seat": 2, "do": "raise", "amount": 1000}],
        {name: {"ante": 1000, "flush_bonus": 1000} for name in ("1", "2")},
        submission={"flush_bonus": "A", "bonus_maximum": 150_000},
    )
    assert row(report, "flush_bonus", 1)[1] == 100_000
    assert row(report, "flush_bonus", 2)[1] == 50_000


@clause("38.11(i)", "38.10(e)2")
def test_only_the_highest_hand_of_a_bonus_is_paid() -> None:
    two_runs = "8s 9s Ts Js 2c 3c 4c"  # four spades in a row, and three clubs
    assert bonus("straight_flush_bonus", "A", two_runs) == ("win", 60 * 500, 500)


@clause("38.10(e)2", "38.11(i)")
def test_bonuses_are_judged_on_all_seven_cards_dealt() -> None:
    cards = "Kc Tc 6c 3c 7d 8d 9d"  # four clubs play, three diamonds in a row are paid
    assert bonus("straight_flush_bonus", "A", cards) == ("win", 7 * 500, 500)


@clause("38.11(a)")
def test_odds_are_stated_with_to_or_win() -> None:
    assert opened("Ann", flush_bonus="A").terms.inscribed["flush_bonus"]["7 Card Flush"] == "300 to 1"
    shown = opened("Ann", flush_bonus="A", odds_word="win").terms.inscribed["flush_bonus"]
    assert shown["7 Card Flush"] == "win 300"
    with pytest.raises(ImproperConfiguration, match=r'odds_word = "for" is not allowed; allowed: to, win'):
        terms(TEXT, {"odds_word": "for"})


# --- 38.11(e)-(f), 38.12: the Progressive -----------------------------------------------------------------------------

WITH = {"ante": 1000, "progressive": 100}


def progressive(
    letter: str, hands: dict[str, str], main: int = 2_000_000, secondary: int = 30_000, **rest: Any
) -> Report:
    actions = rest.pop("actions", None)
    return settle(
        hands,
        actions,
        {name: WITH for name in hands if name != "dealer"},
        submission={"progressive": letter, **rest},
        meters={"progressive": {"main": main, "secondary": secondary}},
    )


@clause("38.11(f)", "38.12(b)", "38.12(b)(1)", "38.12(b)(2)", "38.12(b)(3)", "38.12(b)(4)")
@pytest.mark.parametrize(("letter", "main", "secondary"), [("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5)])
def test_each_dollar_is_collected_and_feeds_the_meters(letter: str, main: int, secondary: int) -> None:
    driver = opened("Ann", progressive=letter).do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets())
    assert driver.table.ledger["layout"] == 1100  # until the chips are counted
    driver.do(Step("verify_progressive", count=1), by=Actor(Role.DEALER))
    assert driver.table.meter("progressive", "main") == 1_000_000 + main
    assert driver.table.meter("progressive", "secondary") == secondary
    assert driver.table.ledger["layout"] == 1000  # the dollar is in the table inventory container already
    assert driver.table.ledger["inventory"] == 100 - main - secondary
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert steps[-3:] == ["lock_progressive", "gather_progressive", "verify_progressive"]


@clause("38.12(b)(2)", "38.12(b)(3)")
def test_chips_are_collected_by_the_dealer_before_they_are_verified() -> None:
    driver = opened("Ann", progressive="A").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets())
    driver.do(Step("lock_progressive"), by=Actor(Role.DEALER))
    with pytest.raises(IllegalAction, match="gather_progressive by the dealer"):
        play(driver.table, Step("verify_progressive", count=1), Actor(Role.DEALER))
    driver.do(Step("gather_progressive"), by=Actor(Role.DEALER))
    collected = driver.events[-1]
    assert isinstance(collected, Stepped)
    assert collected.clause == f"{TEXT}:38.12(b)(2)"
    assert driver.table.ledger["layout"] == 1100
    assert offered(driver.table, Step("verify_progressive", count=1), Actor(Role.DEALER))


@clause("38.12(b)")
def test_the_system_is_locked_though_nobody_made_the_wager_but_not_where_it_is_not_offered() -> None:
    driver = opened("Ann", progressive="A").do(Bet(1, "ante", 1000), NoMoreBets())
    with pytest.raises(IllegalAction, match="lock_progressive by the dealer"):
        play(driver.table, Step("verify_progressive", count=0), None)
    for step in (Step("lock_progressive"), Step("gather_progressive"), Step("verify_progressive", count=0)):
        driver.do(step, by=Actor(Role.DEALER))
    assert driver.table.meter("progressive", "main") == 1_000_000
    without = opened("Ann", progressive=None).do(Bet(1, "ante", 1000), NoMoreBets())
    assert "lock_progressive" not in [event.step for event in without.events if isinstance(event, Stepped)]
    assert without.table.owed == ()


@clause("38.12(b)(3)", "38.12(b)(4)")
def test_chips_that_are_too_few_or_too_many_are_looked_into_and_counted_again() -> None:
    driver = opened("Ann", progressive="A").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets())
    with pytest.raises(BadInput, match="verify_progressive needs the number that was counted"):
        driver.do(Step("verify_progressive"), by=Actor(Role.DEALER))
    driver.do(Step("verify_progressive", count=2), by=Actor(Role.DEALER))
    assert driver.table.ledger["layout"] == 1100
    with pytest.raises(IllegalAction):
        play(driver.table, Step("verify_progressive", count=1), Actor(Role.DEALER))
    driver.do(Step("settle_difference", note="a chip of the ante had slid"), by=Actor(Role.SUPERVISOR))
    driver.do(Step("verify_progressive", count=1), by=Actor(Role.DEALER)).duties(until=Reveal)
    counted = [event.count for event in driver.events if isinstance(event, Stepped) and event.count >= 0]
    assert counted == [2, 1]
    assert driver.table.ledger["layout"] == 1000


FIXED = {
    "A": {"5 Card Straight Flush": 250, "4 Card Straight Flush": 50, "3 Card Straight Flush": 3},
    "B": {"5 Card Straight Flush": 750, "4 Card Straight Flush": 60, "3 Card Straight Flush": 0},
    "C": {"5 Card Straight Flush": 300, "4 Card Straight Flush": 50, "3 Card Straight Flush": 3},
    "D": {"5 Card Straight Flush": 800, "4 Card Straight Flush": 50, "3 Card Straight Flush": 0},
}


@clause("38.11(e)", "38.10(e)2(iii)", "38.12(e)")
@pytest.mark.parametrize("letter", FIXED)
def test_fixed_payouts_come_from_the_inventory_and_keep_the_dollar(letter: str) -> None:
    shares = {"A": (24, 2), "B": (23, 2), "C": (21, 5), "D": (25, 5)}[letter]
    for name, amount in FIXED[letter].items():
        report = progressive(letter, {"1": RUNS[name], "dealer": QUALIFIER.replace("Qs", "Qh").replace("Th", "Tc")})
        assert row(report, "progressive") == ("win" if amount else "lose", amount * 100, 0)
        assert report.meters["progressive"] == {"main": 2_000_000 + shares[0], "secondary": 30_000 + shares[1]}


@clause("38.10(e)2(iii)", "38.11(e)", "38.11(i)")
def test_the_progressive_is_judged_on_all_seven_cards_dealt() -> None:
    """Four clubs play, and three diamonds in a row among the discards win."""
    hands = {"1": "Kc Tc 6c 3c 4d 5d 6d", "dealer": NO_QUALIFIER.replace("5d", "Ad")}
    report = settle(hands, seats={"1": {"ante": 1000, "progressive": 100}}, submission={"progressive": "A"})
    assert row(report, "progressive") == ("win", 300, 0)


@clause("38.11(e)", "38.11(f)", "38.12(f)")
@pytest.mark.parametrize("letter", "AB")
def test_every_six_card_straight_flush_takes_ten_per_cent_in_tables_a_and_b(letter: str) -> None:
    for cards in (RUNS["6 Card Straight Flush"], "9s Ts Js Qs Ks As 2c"):
        report = progressive(letter, {"1": cards, "dealer": QUALIFIER.replace("Qs", "Qh")})
        main = 2_000_000 + {"A": 24, "B": 23}[letter]
        assert row(report, "progressive") == ("win", main // 10, 0)
        assert report.meters["progressive"]["main"] == main - main // 10


@clause("38.11(e)", "38.11(f)")
@pytest.mark.parametrize("letter", "CD")
@pytest.mark.parametrize(
    ("cards", "percent"),
    [
        ("9s Ts Js Qs Ks As 2c", 100),
        ("8s 9s Ts Js Qs Ks 2c", 10),
        ("As 2s 3s 4s 5s 6s Kc", 10),
        (SEVEN_ACE_LOW, 100),
    ],
)
def test_ace_to_nine_suited_takes_the_whole_meter_in_tables_c_and_d(letter: str, cards: str, percent: int) -> None:
    report = progressive(letter, {"1": cards, "dealer": QUALIFIER.replace("Qs", "Qd").replace("Th", "Tc")})
    main = 2_000_000 + {"C": 21, "D": 25}[letter]
    assert row(report, "progressive")[1] == main * percent // 100


@clause("38.11(f)")
def test_a_full_payout_resets_the_main_meter_to_the_secondary() -> None:
    report = progressive("A", {"1": SEVEN_ACE_LOW, "dealer": QUALIFIER.replace("Th", "Tc")})
    assert row(report, "progressive") == ("win", 2_000_024, 0)
    assert report.meters["progressive"] == {"main": 30_002, "secondary": 0}


@clause("38.11(f)")
def test_the_house_may_top_the_meter_up_after_a_reset() -> None:
    report = progressive("A", {"1": SEVEN_ACE_LOW, "dealer": QUALIFIER.replace("Th", "Tc")}, reset_minimum=1_000_000)
    assert report.meters["progressive"] == {"main": 1_000_000, "secondary": 0}


SIX_RUN = "8s 9s Ts Js Qs Ks 2c"
TWO_WINNERS = {"1": SEVEN_ACE_LOW, "2": SIX_RUN, "dealer": "9d 5d 2d Jc 8c Qd Tc"}


@clause("38.12(f)", "38.11(f)")
@pytest.mark.parametrize(
    ("order", "one", "two"),
    [
        # Seat 2, on the dealer's right, takes its tenth first; then seat 1 the rest.
        ("dealers_right_first", 2_000_048 - 200_004, 200_004),
        # Seat 1 takes everything; seat 2 a tenth of what the reset left.
        ("dealers_left_first", 2_000_048, 3_000),
        ("highest_first", 2_000_048, 3_000),
    ],
)
def test_two_winners_in_one_round_are_paid_in_order_each_on_what_the_last_one_left(
    order: str, one: int, two: int
) -> None:
    report = progressive("A", TWO_WINNERS, progressive_order=order)
    assert row(report, "progressive", 1)[1] == one
    assert row(report, "progressive", 2)[1] == two
    left = 30_004 if order == "dealers_right_first" else 30_004 - 3_000
    assert report.meters["progressive"] == {"main": left, "secondary": 0}


@clause("38.12(f)", "38.11(f)")
def test_a_second_full_payout_in_one_round_gets_what_the_reset_left() -> None:
    report = progressive("A", {"1": SEVEN_ACE_LOW, "2": "7s 8s 9s Ts Js Qs Ks", "dealer": "9d 5d 2d Jc 8c Qd Tc"})
    assert row(report, "progressive", 2)[1] == 2_000_048
    assert row(report, "progressive", 1)[1] == 30_004
    assert report.meters["progressive"] == {"main": 0, "secondary": 0}


TELLS, SHOWS = Irregularity("communicating", 1), Irregularity("dealer_card_exposed", 0)


def with_every_wager(**submission: Any) -> Driver:
    """Ann at two positions and Ben, with all wagers and a coupon, and their cards dealt."""
    driver = opened("Ann", "Ann", "Ben", progressive="A", flush_bonus="A", **submission)
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "flush_bonus", 500), Bet(seat, "progressive", 100))
    return driver.do(Coupon(1, "ante", 1000), NoMoreBets()).duties(until="rack_stub")


@clause("38.10(a)", "38.13(d)")
@pytest.mark.parametrize("until", ["rack_stub", "raise", "collect"])
@pytest.mark.parametrize("submission", [{}, {"void_reaches": "hands_in_play"}])
def test_a_forfeit_costs_the_same_whether_the_void_or_the_telling_is_found_first(
    until: str, submission: dict[str, str]
) -> None:
    after = []
    for found in ((TELLS, SHOWS), (SHOWS, TELLS)):
        driver = with_every_wager(**submission)
        if until != "rack_stub":
            driver.do(Step("rack_stub"), Decision(1, "fold")).duties()
        if until == "collect" and not submission:
            driver.do(Decision(2, "raise", 1000), Decision(3, "raise", 1000)).duties(until="collect")
        driver.do(*found).duties()
        assert driver.table.rounds == 1
        after.append({name: amount for name, amount in driver.table.ledger.items() if amount})
    assert after[0] == after[1]
    lost = -4200 if until == "collect" and not submission else -3200
    assert (after[0]["player:Ann"], "player:Ben" in after[0]) == (lost, False)
    assert after[0]["meter:progressive:main"] == 1_000_048


@clause("38.12(f)", "38.13(c)", "38.13(d)")
@pytest.mark.parametrize("found", [SHOWS, Irregularity("wrong_number_of_cards", 2)])
def test_a_share_of_the_meter_that_a_void_leaves_paid_is_verified_before_it_is_documented(found: Irregularity) -> None:
    readings = {"folded_progressive": "eligible", "void_reaches": "hands_in_play"}
    hands = stacked(SEVEN_ACE_LOW, SIX_CARD_FLUSH, QUALIFIER.replace("Th", "Tc").replace("Qs", "Qd"))
    driver = opened("Ann", "Ben", stack=hands, progressive="A", **readings)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold")).duties(until=Reveal).do(found)
    paid = driver.table.seats[1].settled["progressive"].pays
    assert [(due.step, due.seat, due.expected) for due in driver.table.owed] == [
        ("indicate_winner", 1, -1),
        ("verify_payout", 1, paid),
    ]
    assert paid == 1_000_048
    with pytest.raises(IllegalAction):
        play(driver.table, Step("document", seat=1), Actor(Role.SUPERVISOR))
    assert driver.duties().table.rounds == 1


@clause("38.10(a)", "38.11(f)", "38.13(d)")
@pytest.mark.parametrize("telling", [(TELLS,), (TELLS, Irregularity("communicating", 2))])
def test_a_payout_that_a_void_left_and_a_forfeit_takes_back_leaves_the_meters_as_if_told_before(
    telling: tuple[Irregularity, ...],
) -> None:
    readings = {"folded_progressive": "eligible", "void_reaches": "hands_in_play"}
    hands, after = stacked(SEVEN_ACE_LOW, SIX_CARD_FLUSH, QUALIFIER.replace("Th", "Tc").replace("Qs", "Qd")), []
    for found in permutations((*telling, SHOWS)):
        driver = opened("Ann", "Ben", stack=hands, progressive="A", **readings)
        for seat in (1, 2):
            driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
        driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold")).duties(until=Reveal)
        for one in found:
            if one is not SHOWS or offered(driver.table, one):  # with all hands forfeited there is none to be void
                driver.table, entry = play(driver.table, one, Actor(Role.SUPERVISOR))
                driver.entries.append(entry)
        after.append({name: amount for name, amount in driver.duties().table.ledger.items() if amount})
    assert all(one == after[0] for one in after), after
    assert after[0]["meter:progressive:main"] == 1_000_000 + 24 * len(telling)


@clause("38.10(a)", "38.12(b)(3)", "38.13(d)")
@pytest.mark.parametrize("found", [(TELLS, SHOWS), (SHOWS, TELLS)])
def test_a_wager_that_was_not_accepted_is_neither_void_again_nor_forfeited(found: tuple[Irregularity, ...]) -> None:
    driver = opened("Ann", "Ben", progressive="A")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="verify_progressive")
    driver.do(Step("verify_progressive", count=1), Step("take_back", seat=1, note="progressive")).duties(until=Reveal)
    driver.do(*found).duties()
    left = {name: amount for name, amount in driver.table.ledger.items() if amount and not name.startswith("meter")}
    assert left == {"house": -1_000_000, "player:Ann": -1000, "inventory": 1000}
    assert not [e for e in driver.events if isinstance(e, Settled) and (e.seat, e.wager) == (1, "progressive")]


@clause("38.10(a)", "38.13(d)")
def test_in_a_void_round_nothing_is_forfeited_where_it_is_returned_or_no_card_was_dealt() -> None:
    driver = with_every_wager(forfeit_in_void="returned").do(SHOWS)
    assert offered(driver.table, TELLS) is None
    driver = opened("Ann", flush_bonus="A").do(Bet(1, "ante", 1000), NoMoreBets())
    for card in ("Ac", "Kc"):
        driver.do(Irregularity("card_face_up_in_shoe", card=card))
    assert driver.table.void
    assert offered(driver.table, TELLS) is None


@clause("38.12(b)(3)")
def test_a_progressive_wager_that_was_not_accepted_is_taken_back_and_the_others_counted_again() -> None:
    driver = opened("Ann", "Ben", progressive="A")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="verify_progressive").do(Step("verify_progressive", count=1))
    driver.do(Step("take_back", seat=1, note="progressive"), by=Actor(Role.SUPERVISOR))
    assert driver.table.ledger["player:Ann"] == -1000
    assert [(due.step, due.expected) for due in driver.table.owed] == [("verify_progressive", 1)]
    raised(driver.do(Step("verify_progressive", count=1), by=Actor(Role.DEALER)).duties(until=Reveal)).duties()
    assert driver.table.meter("progressive", "main") == 1_000_024


@clause("38.10(e)", "38.10(b)", "38.12(b)(3)")
def test_discards_stay_unseen_where_the_only_optional_wager_was_taken_back() -> None:
    driver = opened("Ann", stack=stacked(FOUR_CARD_FLUSH, QUALIFIER.replace("Jc", "Ac")), progressive="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until="verify_progressive")
    driver.do(Step("verify_progressive", count=0), Step("take_back", seat=1, note="progressive")).duties(until=Reveal)
    raised(driver).duties(until=Reveal).do(Reveal())
    shown = [CARDS.named(event.cards) for event in driver.events if isinstance(event, TurnedUp)]
    assert shown[-1] == ("Kc", "Tc", "6c", "3c")


@clause("38.12(f)", "38.11(f)")
@pytest.mark.parametrize(
    ("shown", "main", "secondary"),
    [(0, 1_000_024, 2), (100_002, 900_022, 2), (1_000_000, 26, 0), (1_100_000, 2, 0)],
)
def test_a_payout_that_the_system_shows_otherwise_is_corrected_and_verified_again(
    shown: int, main: int, secondary: int
) -> None:
    """With what is no share of the whole meter its reset is undone: nothing, or the tenth of a lower hand."""
    driver = opened("Ann", stack=stacked(SEVEN_ACE_LOW, QUALIFIER.replace("Th", "Tc")), progressive="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    raised(driver).duties(until="verify_payout").do(Step("verify_payout", seat=1, count=shown))
    with pytest.raises(BadInput, match="needs the amount"):
        play(driver.table, Step("correct_payout", seat=1, note="progressive"), Actor(Role.SUPERVISOR))
    driver.do(Step("correct_payout", seat=1, note="progressive", count=shown), by=Actor(Role.SUPERVISOR))
    assert driver.table.seats[1].settled["progressive"].pays == shown
    assert driver.table.meter("progressive", "main") == main
    assert driver.table.meter("progressive", "secondary") == secondary
    driver.do(Step("verify_payout", seat=1, count=shown), by=Actor(Role.DEALER)).duties()
    assert driver.table.rounds == 1


@clause("38.12(e)", "38.12(f)", "38.11(f)")
@pytest.mark.parametrize("cards", [SEVEN_ACE_LOW, "8s 9s Ts Js Qs Ks 2c"])
def test_a_payout_that_is_corrected_to_a_printed_amount_comes_from_the_inventory_and_leaves_the_meter(
    cards: str,
) -> None:
    driver = opened("Ann", stack=stacked(cards, QUALIFIER.replace("Th", "Tc").replace("Qs", "Qd")), progressive="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    raised(driver).duties(until="indicate_winner").do(Step("indicate_winner", seat=1, note="5 Card Straight Flush"))
    driver.do(Step("correct_payout", seat=1, note="progressive", count=25_000), by=Actor(Role.SUPERVISOR))
    assert driver.table.seats[1].settled["progressive"].payer == "inventory"
    assert [(due.step, due.expected) for due in driver.table.owed] == [("verify_payout", 25_000)]
    driver.duties()
    meters = [driver.table.meter("progressive", name) for name in ("main", "secondary")]
    assert (driver.table.ledger["player:Ann"], meters) == (2000 - 100 + 25_000, [1_000_024, 2])


@clause("38.12(f)")
def test_a_payout_that_was_corrected_is_verified_before_the_next_winner_is_indicated() -> None:
    hands = stacked(SEVEN_ACE_LOW, "7s 8s 9s Ts Js Qs Ks", "9d 5d 2d Jc 8c Qd Tc")
    driver = opened("Ann", "Ben", stack=hands, progressive="A")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    raised(driver.do(NoMoreBets()).duties(until=Reveal)).duties(until="verify_payout")
    driver.do(Step("verify_payout", seat=2, count=5))
    driver.do(Step("correct_payout", seat=2, note="progressive", count=500_000), by=Actor(Role.SUPERVISOR))
    owed = [(due.step, due.seat) for due in driver.table.owed]
    assert owed == [("verify_payout", 2), ("indicate_winner", 1), ("verify_payout", 1)]


def tenths_won(*players: str, until: str) -> Driver:
    """Hands that win a tenth of the meter each, up to a step that follows from it."""
    runs = ["8c 9c Tc Jc Qc Kc 3d", "8s 9s Ts Js Qs Ks 2c", "8h 9h Th Jh Qh Kh 3c"][-len(players) :]
    driver = opened(*players, stack=stacked(*runs, "9d 5d 2d 6c 7c 4s 5h"), progressive="A")
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    return raised(driver.do(NoMoreBets()).duties(until=Reveal)).duties(until=until)


def to_do(driver: Driver) -> list[tuple[str, int]]:
    return [(due.step, due.seat) for due in driver.table.owed]


@clause("38.12(f)", "38.10(a)")
@pytest.mark.parametrize("until", ["reset_system", "collect"])
def test_the_system_is_reset_after_the_last_payout_that_is_entered_on_it(until: str) -> None:
    """Both were documented when one of them turns out to be forfeited, and the other is another amount by now."""
    driver = tenths_won("Ann", "Ben", until=until).do(Irregularity("communicating", 2))
    assert to_do(driver) == [("indicate_winner", 1), ("verify_payout", 1)]
    before = len(driver.steps)
    assert driver.duties().table.rounds == 1
    anew = ["indicate_winner", "verify_payout", "document", "reset_system"]
    assert [step for step, _ in driver.steps[before:]][: len(anew)] == anew
    assert [event.seat for event in driver.events if isinstance(event, HandCollected)] == [2, 1]


@clause("38.12(f)", "38.10(a)", "38.13(c)")
@pytest.mark.parametrize("found", [Irregularity("communicating", 1), Irregularity("wrong_number_of_cards", 1)])
def test_of_a_payout_that_was_to_be_documented_anew_and_does_not_stand_there_are_no_papers(found: Irregularity) -> None:
    driver = tenths_won("Ann", "Ben", until="collect").do(Irregularity("communicating", 2)).do(found)
    assert (to_do(driver), driver.table.undocumented) == ([("reset_system", 0)], ())
    assert driver.duties().table.rounds == 1


@clause("38.12(f)", "38.11(f)")
def test_a_payout_that_is_corrected_has_those_after_it_entered_before_the_system_is_reset() -> None:
    driver = tenths_won("Ann", "Ben", "Cid", until="collect").do(Irregularity("communicating", 3))
    driver.do(Step("indicate_winner", seat=2, note="4 Card Straight Flush"))
    driver.do(Step("correct_payout", seat=2, note="progressive", count=5000), by=Actor(Role.SUPERVISOR))
    assert to_do(driver) == [("verify_payout", 2), ("indicate_winner", 1), ("verify_payout", 1)]
    driver.duties(until="reset_system")
    last = [(entry.action.step, entry.action.seat) for entry in driver.entries[-2:] if isinstance(entry.action, Step)]
    assert last == [("document", 2), ("document", 1)]


@clause("38.12(f)", "38.13(c)", "38.13(d)", "38.10(a)")
@pytest.mark.parametrize("until", ["verify_payout", "document", "reset_system"])
@pytest.mark.parametrize(
    "found",
    [(SHOWS,), (Irregularity("wrong_number_of_cards", 1),), (TELLS, Irregularity("communicating", 2))],
)
def test_where_no_payout_that_was_entered_stands_the_system_is_reset_for_the_next_round(
    found: tuple[Irregularity, ...], until: str
) -> None:
    driver = tenths_won("Ann", "Ben", until=until).do(*found)
    assert to_do(driver) == [("reset_system", 0)]
    assert driver.duties().table.rounds == 1


@clause("38.12(f)", "38.13(c)")
def test_a_system_that_was_reset_or_had_no_payout_is_not_reset_when_hands_are_void() -> None:
    late = Irregularity("wrong_number_of_cards", 1)
    assert not tenths_won("Ann", "Ben", until="collect").do(late).table.owed
    assert not raised(dealt("Ann", progressive="A")).do(Reveal(), late).table.owed


@clause("38.11(f)", "38.10(a)")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_meter_stays_reset_as_often_as_payouts_that_stand_have_won_it(seat: int) -> None:
    """Seat 1 has won the meter and seat 2 what it was reset to; then one of them forfeits, and the other has won it."""
    hands = stacked(SEVEN_ACE_LOW, "7s 8s 9s Ts Js Qs Ks", "9d 5d 2d Jc 8c Qd Tc")
    driver = opened("Ann", "Ben", stack=hands, progressive="A", folded_progressive="eligible", reset_minimum=500_000)
    for number in (1, 2):
        driver.do(Bet(number, "ante", 1000), Bet(number, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold"), Step("confirm_bonuses", seat=1))
    assert driver.table.meter("progressive", "main") == 500_000
    driver.do(Decision(2, "fold"), Step("confirm_bonuses", seat=2), Irregularity("communicating", seat))
    assert len(driver.table.resets) == 1
    assert driver.table.seats[3 - seat].settled["progressive"].pays == 1_000_048
    assert driver.table.meter("progressive", "main") == 500_000
    assert driver.table.meter("progressive", "secondary") == 0


@clause("38.12(d)", "38.12(e)", "38.12(f)")
def test_a_hand_that_wins_the_progressive_is_paid_in_its_turn_and_stays_where_another_order_is_filed() -> None:
    def resolved(order: str) -> list[tuple[str, int]]:
        hands = ("8s 9s Ts Js Qs 2c 3h", "2d 4h 6c 7c 9h Kd Jh", "3d 4d 5d 8c Kh Qh 6s")  # $250, nothing and $3
        stack = stacked(*hands, "9d 5h 2h Jc 8h Qd Tc")
        driver = opened("Ann", "Ben", "Cid", stack=stack, progressive="A", progressive_order=order)
        for seat in (1, 2, 3):
            driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
        return told(raised(driver.do(NoMoreBets()).duties(until=Reveal)).do(Reveal()))

    in_turn = [("turned over", 3), ("settled", 3), ("collected", 3), ("turned over", 2), ("settled", 2),
               ("collected", 2), ("turned over", 1), ("settled", 1), ("collected", 1)]  # fmt: skip
    assert resolved("dealers_right_first") == in_turn
    waits = [("turned over", 3), ("settled", 3), ("turned over", 2), ("settled", 2), ("collected", 2),
             ("turned over", 1), ("settled", 1), ("collected", 1), ("collected", 3)]  # fmt: skip
    assert resolved("dealers_left_first") == waits


@clause("38.12(f)")
def test_the_highest_payout_may_go_first_wherever_its_player_sits() -> None:
    hands = {"1": SIX_RUN, "2": SEVEN_ACE_LOW, "dealer": "9d 5d 2d Jc 8c Qd Tc"}
    assert row(progressive("A", hands, progressive_order="highest_first"), "progressive", 2)[1] == 2_000_048
    fixed = {"1": SIX_RUN, "2": "3h 4h 5h 9c 8d Kc 7d", "dealer": "9d 5d 2d Jc 8c Qd Tc"}
    assert row(progressive("A", fixed, progressive_order="highest_first"), "progressive", 2)[1] == 300


@clause("38.12(e)", "38.12(f)")
def test_cards_of_a_percentage_payout_stay_until_it_is_documented() -> None:
    stack = (*CARDS.parse(SEVEN_ACE_LOW), *(c for c in WHOLE if c not in CARDS.parse(SEVEN_ACE_LOW)))
    driver = opened("Ann", stack=stack, progressive="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    raised(driver).do(Reveal())
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    with pytest.raises(IllegalAction):
        driver.do(Step("collect"))
    driver.do(Step("document", seat=1, note="form 7"), by=Actor(Role.SUPERVISOR))
    assert [event.seat for event in driver.entries[-1].events if isinstance(event, HandCollected)] == [1]
    driver.do(Step("collect"), by=Actor(Role.DEALER))


def won_from_the_meter(**submission: Any) -> Driver:
    """Two players who have won shares of the meter, 10 % and the rest; the dealer has just revealed."""
    driver = opened("Ann", "Ben", stack=stacked(*TWO_WINNERS.values()), progressive="A", **submission)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    return raised(driver.do(NoMoreBets()).duties(until=Reveal)).do(Reveal())


@clause("38.12(f)")
def test_the_dealer_indicates_each_winner_of_the_meter_and_verifies_the_payout_before_cards_are_collected() -> None:
    driver = won_from_the_meter()
    assert [(due.step, due.seat, due.expected) for due in driver.table.owed] == [
        ("indicate_winner", 2, -1),
        ("verify_payout", 2, 100_004),
        ("indicate_winner", 1, -1),
        ("verify_payout", 1, 900_044),
    ]
    for early in (Step("document", seat=2), Step("collect"), Step("verify_payout", seat=2, count=100_004)):
        with pytest.raises(IllegalAction):
            play(driver.table, early, None)
    with pytest.raises(BadInput, match="indicate_winner needs a note that says what was entered"):
        play(driver.table, Step("indicate_winner", seat=2), Actor(Role.DEALER))
    driver.do(Step("indicate_winner", seat=2, note="6 Card Straight Flush"), by=Actor(Role.DEALER))
    (entered,) = driver.entries[-1].events
    assert isinstance(entered, Stepped)
    assert (entered.step, entered.seat, entered.note) == ("indicate_winner", 2, "6 Card Straight Flush")
    driver.do(Step("verify_payout", seat=2, count=100_000), by=Actor(Role.DEALER))  # what the system shows is less
    again = ["settle_difference", "verify_payout", "indicate_winner", "verify_payout"]
    assert [due.step for due in driver.table.owed] == again
    driver.duties(until="document")
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    for seat in (2, 1):
        assert not driver.table.owed
        driver.do(Step("document", seat=seat), by=Actor(Role.SUPERVISOR))
    assert [due.step for due in driver.table.owed] == ["reset_system"]
    with pytest.raises(IllegalAction):
        play(driver.table, Step("collect"), Actor(Role.DEALER))
    driver.do(Step("reset_system"), by=Actor(Role.DEALER)).do(Step("collect"), by=Actor(Role.DEALER))


@clause("38.12(f)")
def test_another_hand_that_the_dealer_enters_is_recorded_and_looked_into() -> None:
    wrong = Step("indicate_winner", seat=2, note="7 Card Straight Flush")
    driver = won_from_the_meter().do(wrong, by=Actor(Role.DEALER))
    entered = driver.entries[-1].events[0]
    assert isinstance(entered, Stepped)
    assert entered.note == "7 Card Straight Flush"
    assert [due.step for due in driver.table.owed][:3] == ["settle_difference", "indicate_winner", "verify_payout"]
    driver.do(Step("settle_difference", seat=2), by=Actor(Role.SUPERVISOR))
    driver.do(Step("indicate_winner", seat=2, note="6 Card Straight Flush"), by=Actor(Role.DEALER))
    assert next((due.step, due.seat) for due in driver.table.owed) == ("verify_payout", 2)
    ruled = won_from_the_meter().do(wrong, by=Actor(Role.DEALER))
    ruled.do(Step("correct_payout", seat=2, note="progressive", count=100_000), by=Actor(Role.SUPERVISOR))
    assert [(due.step, due.seat, due.expected) for due in ruled.table.owed] == [
        ("verify_payout", 2, 100_000),
        ("indicate_winner", 1, -1),
        ("verify_payout", 1, 900_048),  # the whole meter, as the tenth of it has left it
    ]
    assert ruled.table.seats[2].settled["progressive"].pays == 100_000
    assert ruled.duties().table.rounds == 1


SIX_SUITED, SEVEN_SPADES = "2h 3h 4h 5h 6h 7h Kc", "8s 9s Ts Js Qs Ks As"
FOUR_AND_FIVE = ("2h 3h 4h 5h 9h Kc Qd", "8s 9s Ts Js Qs 2c 3d", "2d 6d 4c 6c 9c Kd 8h")


def ben_told(hands: tuple[str, ...], wager: str, *, late: bool, **submission: Any) -> Driver:
    """Ben, who is paid first, has told about a hand, which is found before the reveal or late."""
    driver = opened("Ann", "Ben", stack=stacked(*hands), **submission)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, wager, 100))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "raise", 1000), Decision(2, "raise", 1000))
    found = Irregularity("communicating", 2)
    return driver.do(Reveal(), found) if late else driver.do(found).duties(until=Reveal).do(Reveal())


@clause("38.10(a)", "38.11(e)", "38.11(f)", "38.12(f)")
@pytest.mark.parametrize("order", ["dealers_right_first", "dealers_left_first", "highest_first"])
def test_a_share_that_was_paid_after_one_that_is_forfeited_is_reckoned_and_verified_anew(order: str) -> None:
    hands = SIX_SUITED, SEVEN_SPADES, FOUR_AND_FIVE[-1].replace("6d", "3d").replace("8h", "Jd")
    at_once, late = (
        ben_told(hands, "progressive", late=late, progressive="A", progressive_order=order) for late in (False, True)
    )
    assert late.table.seats[1].settled["progressive"].pays == 1_000_048 // 10
    assert late.table.ledger == at_once.table.ledger
    assert late.table.owed == at_once.table.owed
    assert [(due.step, due.expected) for due in late.table.owed][1:] == [("verify_payout", 1_000_048 // 10)]
    assert late.duties().table.rounds == 1


@clause("38.10(a)", "38.11(h)")
@pytest.mark.parametrize(("per", "most"), [("round", 6000), ("round", 7000), ("hand", 5000)])
def test_what_a_forfeited_hand_has_used_up_of_a_maximum_is_left_for_those_after_it(per: str, most: int) -> None:
    elected = {"straight_flush_bonus": "A", "bonus_maximum": most, "bonus_maximum_per": per}
    at_once, late = (ben_told(FOUR_AND_FIVE, "straight_flush_bonus", late=late, **elected) for late in (False, True))
    assert late.table.seats[1].settled["straight_flush_bonus"].pays == min(most, 6000)
    assert late.table.ledger == at_once.table.ledger


@clause("38.10(a)", "38.11(f)")
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_with_both_winners_forfeited_the_house_has_back_what_it_put_on_the_meter(order: tuple[int, int]) -> None:
    hands = SIX_SUITED, SEVEN_SPADES, "2d 3d 4c 6c 9c Kd 8h"
    driver = opened("Ann", "Ben", stack=stacked(*hands), progressive="A", reset_minimum=20_000_000)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    raised(driver.do(NoMoreBets()).duties(until=Reveal)).do(Reveal())
    for seat in order:
        driver.do(Irregularity("communicating", seat))
    assert driver.table.meter("progressive", "main") == 1_000_048
    assert driver.table.meter("progressive", "secondary") == 4
    assert driver.table.ledger["house"] == -1_000_000


@clause("38.12(f)", "38.10(a)")
def test_a_payout_that_a_supervisor_has_corrected_stays_so_when_others_are_reckoned_anew() -> None:
    driver = won_from_the_meter().do(Step("indicate_winner", seat=2, note="6 Card Straight Flush"))
    driver.do(Step("verify_payout", seat=2, count=5), Step("correct_payout", seat=2, note="progressive", count=90_000))
    assert driver.table.seats[1].settled["progressive"].pays == 910_048
    driver.do(Irregularity("communicating", 1))
    assert driver.table.seats[2].settled["progressive"].pays == 90_000
    assert driver.table.meter("progressive", "main") == 910_048
    assert not driver.table.resets


@clause("38.10(a)", "38.12(f)")
@pytest.mark.parametrize("before", ["", "indicated", "differs", "documented"])
def test_for_a_payout_that_is_forfeited_nothing_is_entered_or_verified(before: str) -> None:
    driver = won_from_the_meter()
    if before:
        hand = "7 Card Straight Flush" if before == "differs" else "6 Card Straight Flush"
        driver.do(Step("indicate_winner", seat=2, note=hand))
    if before == "documented":  # of Ann
        driver.duties(until="document").do(Step("document", seat=1))
    driver.do(Irregularity("communicating", 2))
    assert isinstance(driver.entries[-1].events[1], Decided)  # the forfeit, from which the rest follows
    assert not [due for due in driver.table.owed if due.seat == 2]
    anew = [(due.step, due.seat, due.expected) for due in driver.table.owed][:2]
    assert anew == [("indicate_winner", 1, -1), ("verify_payout", 1, 1_000_048)]
    if before == "documented":
        driver.do(Step("indicate_winner", seat=1, note=driver.table.owed[0].entry))
        driver.do(Step("verify_payout", seat=1, count=1_000_048), Step("document", seat=1))
    else:
        driver.do(Irregularity("communicating", 1))
    assert [(due.step, due.seat) for due in driver.table.owed] == [("reset_system", 0)]
    done = len(driver.entries)
    driver.duties(until="collect")
    assert [step for step, _ in driver.steps][-1] == "reset_system"
    assert len(driver.entries) == done + 1


@clause("38.10(c)")
def test_the_dealer_confirms_a_bonus_of_a_folded_hand_before_it_is_paid() -> None:
    driver = opened("Ann", "Ben", stack=stacked(FOUR_CARD_FLUSH, WEAK.replace("3d", "3h")), flush_bonus="A")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "flush_bonus", 500))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold"), by=player("Ann"))
    *_, declared, due = driver.entries[-1].events
    assert isinstance(declared, TurnedUp)
    assert CARDS.text(declared.cards) == "Kc Tc 6c 3c"
    assert due == driver.table.owed[0]
    assert driver.table.seats[1].lying == ("flush_bonus",)
    assert not driver.table.seats[1].collected
    confirm = Step("confirm_bonuses", seat=1)
    for action, by in (
        (confirm, player("Ann")),
        (confirm, Actor(Role.SUPERVISOR)),
        (Decision(2, "fold"), player("Ben")),
    ):
        with pytest.raises(IllegalAction):
            play(driver.table, action, by)
    driver.do(Step("confirm_bonuses", seat=1, found="three clubs only"), by=Actor(Role.DEALER))
    assert [due.step for due in driver.table.owed] == ["settle_difference", "confirm_bonuses"]
    driver.do(Step("settle_difference", seat=1), by=Actor(Role.SUPERVISOR)).do(confirm, by=Actor(Role.DEALER))
    assert [type(event) for event in driver.entries[-1].events] == [Stepped, Settled, HandCollected]
    assert driver.table.ledger["player:Ann"] == -500
    driver.do(Decision(2, "fold"), by=player("Ben"))  # with nothing to be confirmed
    assert not driver.table.owed
    assert driver.table.seats[2].collected


@clause("38.10(b)", "38.13(c)")
def test_discards_that_are_not_as_many_as_were_laid_apart_hold_the_round_up_or_show_a_misdeal() -> None:
    driver = raised(dealt("Ann")).do(Step("rack_discards", count=7), by=Actor(Role.DEALER))
    for early in (Reveal(), Step("rack_discards", count=driver.table.owed[1].expected)):
        with pytest.raises(IllegalAction):
            play(driver.table, early, Actor(Role.DEALER))
    driver.do(Irregularity("wrong_number_of_cards", 1), by=Actor(Role.DEALER))
    assert driver.table.void
    assert driver.table.owed == ()
    assert driver.table.ledger["player:Ann"] == 0
    assert driver.duties().table.phase == Phase.BETTING


@clause("38.12(f)")
def test_before_the_system_is_reset_no_round_begins() -> None:
    driver = won_from_the_meter().duties(until="reset_system")
    driver.do(Step("reset_system", found="it still shows the last winner"), by=Actor(Role.DEALER))
    assert [due.step for due in driver.table.owed] == ["settle_difference", "reset_system"]
    with pytest.raises(IllegalAction):
        play(driver.table, Step("collect"), Actor(Role.DEALER))
    assert driver.duties().table.phase == Phase.BETTING


@clause("38.10(a)", "38.10(c)", "38.13(d)")
@pytest.mark.parametrize(
    ("found", "net"), [(Irregularity("communicating", 1), -1500), (Irregularity("dealer_card_exposed"), 0)]
)
def test_a_bonus_that_is_still_to_be_confirmed_is_forfeited_or_void_with_the_hand(found: Any, net: int) -> None:
    driver = opened("Ann", "Ben", stack=stacked(FOUR_CARD_FLUSH, WEAK.replace("3d", "3h")), flush_bonus="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 500), Bet(2, "ante", 1000), NoMoreBets())
    driver.duties(until=Reveal).do(Decision(1, "fold"), found)
    assert not driver.table.owed
    assert driver.table.ledger["player:Ann"] == net


@clause("38.12(f)", "38.10(c)", "38.10(a)")
@pytest.mark.parametrize("last", [Decision(2, "fold"), Irregularity("communicating", 2)])
def test_a_folded_hand_that_wins_from_the_meter_is_verified_when_the_hands_are_resolved(last: Any) -> None:
    eligible: dict[str, Any] = {"progressive": "A", "folded_progressive": "eligible"}
    driver = opened("Ann", "Ben", stack=stacked(SEVEN_ACE_LOW, "2c 3d 4s 5s 7c 8c 9s"), **eligible)
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Decision(1, "fold"), Step("confirm_bonuses", seat=1), last)
    driver.duties(until="indicate_winner")
    assert [(due.step, due.seat) for due in driver.table.owed] == [("indicate_winner", 1), ("verify_payout", 1)]
    driver.duties()
    assert driver.table.phase == Phase.BETTING


@clause("38.12(c)", "38.10(c)")
def test_a_folded_hand_is_not_eligible_for_the_progressive() -> None:
    hands = {"1": SEVEN_ACE_LOW, "dealer": QUALIFIER.replace("Th", "Tc")}
    report = progressive("A", hands, actions=[{"seat": 1, "do": "fold"}])
    assert row(report, "progressive") == ("lose", 0, 0)
    assert clause_of(report, "progressive") == f"{TEXT}:38.12(c)"
    other = progressive("A", hands, actions=[{"seat": 1, "do": "fold"}], folded_progressive="eligible")
    assert row(other, "progressive") == ("win", 2_000_024, 0)
    assert other.meters["progressive"] == {"main": 30_002, "secondary": 0}


@clause("38.10(c)", "38.12(c)")
def test_where_folded_hands_are_eligible_a_losing_one_still_loses() -> None:
    report = progressive(
        "B", {"1": WEAK, "dealer": QUALIFIER}, actions=[{"seat": 1, "do": "fold"}], folded_progressive="eligible"
    )
    assert row(report, "progressive") == ("lose", 0, 0)


# --- 38.13: irregularities --------------------------------------------------------------------------------------------


def irregular(kind: str, **more: object) -> dict[str, object]:
    return {"do": "irregularity", "kind": kind, **more}


FOLD = {"seat": 1, "do": "fold"}
RAISE = {"seat": 1, "do": "raise", "amount": 1000}


@clause("38.13(a)")
def test_one_card_face_up_is_put_aside_and_two_void_the_round() -> None:
    stack = "3h " + WEAK.replace("8h", "8d") + " " + ACE_HIGH_QUALIFIER
    file: dict[str, Any] = {"game": TEXT, "seats": {"1": {"ante": 1000}}, "stack": stack}
    one = play_round({**file, "actions": [irregular("card_face_up_in_shoe", card="3h"), FOLD]}).report
    assert one.hands["1"] == WEAK.replace("8h", "8d")
    unnamed = play_round({**file, "actions": [irregular("card_face_up_in_shoe"), FOLD]}).report
    assert unnamed.hands["1"].startswith("3h")
    two = [irregular("card_face_up_in_shoe", card="3h"), irregular("card_face_up_in_shoe", card="2c")]
    report = play_round({**file, "actions": two}).report
    assert report.void == {
        "reason": "more than one card was found face up in the shoe",
        "clause": f"{TEXT}:38.13(a)",
    }
    assert row(report, "ante") == ("void", 0, 1000)
    assert report.hands == {}


@clause("38.13(b)")
def test_a_card_drawn_in_error_is_used_as_the_next_card() -> None:
    hands = {"1": WEAK.replace("8h", "8d"), "dealer": ACE_HIGH_QUALIFIER}
    assert settle(hands, [irregular("card_drawn_in_error"), RAISE]).hands == hands


@clause("38.13(c)", "38.7(f)2")
@pytest.mark.parametrize(("seat", "whose"), [(0, "the dealer"), (1, "seat 1")])
def test_a_wrong_number_of_cards_voids_all_hands(seat: int, whose: str) -> None:
    report = settle({"1": WEAK, "dealer": QUALIFIER}, [RAISE, irregular("wrong_number_of_cards", seat=seat)])
    assert report.void == {"reason": f"{whose} was dealt a wrong number of cards", "clause": f"{TEXT}:38.13(c)"}
    assert row(report, "ante") == row(report, "raise") == ("void", 0, 1000)
    assert report.net == {"1": 0}


@clause("38.13(c)")
@pytest.mark.parametrize("seat", [0, 2])
def test_a_wrong_number_of_cards_that_is_seen_when_hands_are_turned_over_voids_all_of_them(seat: int) -> None:
    driver = won_from_the_meter().do(Irregularity("wrong_number_of_cards", seat))
    assert driver.table.void
    assert driver.table.void.clause == f"{TEXT}:38.13(c)"
    assert to_do(driver) == [("reset_system", 0)]
    assert not driver.table.undocumented
    assert [driver.table.ledger[account] for account in ("player:Ann", "player:Ben", "inventory")] == [0, 0, 0]
    assert (driver.table.meter("progressive", "main"), driver.table.meter("progressive", "secondary")) == (1_000_000, 0)
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("wrong_number_of_cards", 1))
    settled = won_from_the_meter(void_reaches="hands_in_play")
    with pytest.raises(IllegalAction):
        settled.do(Irregularity("wrong_number_of_cards", seat))
    with pytest.raises(IllegalAction):
        won_from_the_meter().duties(until=Shuffle).do(Irregularity("wrong_number_of_cards", seat))


@clause("38.13(d)")
def test_an_exposed_card_of_the_dealer_voids_all_hands_until_the_reveal() -> None:
    report = settle({"1": WEAK, "dealer": QUALIFIER}, [irregular("dealer_card_exposed")])
    assert report.void
    assert report.void["clause"] == f"{TEXT}:38.13(d)"
    driver = raised(dealt("Ann", found_until="reveal")).do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("dealer_card_exposed"))


@clause("38.13(c)", "38.13(d)")
@pytest.mark.parametrize(
    ("reaches", "ante", "bonus_row", "net"),
    [
        ("all_hands", ("void", 0, 1000), ("void", 0, 500), {"1": 0, "2": 0}),
        ("hands_in_play", ("lose", 0, 0), ("win", 500, 500), {"1": -500, "2": 0}),
    ],
)
def test_how_far_a_void_reaches_back_is_a_reading(
    reaches: str, ante: tuple[str, int, int], bonus_row: tuple[str, int, int], net: dict[str, int]
) -> None:
    report = settle(
        {"1": FOUR_CARD_FLUSH, "2": FIVE_CARD_FLUSH, "dealer": QUALIFIER},
        [FOLD, irregular("dealer_card_exposed")],
        {"1": {"ante": 1000, "flush_bonus": 500}, "2": {"ante": 1000}},
        submission={"flush_bonus": "A", "void_reaches": reaches},
    )
    assert row(report, "ante", 1) == ante
    assert row(report, "flush_bonus", 1) == bonus_row
    assert row(report, "ante", 2) == ("void", 0, 1000)
    assert report.net == net


@clause("38.10(a)", "38.13(c)", "38.13(d)")
@pytest.mark.parametrize(
    ("reading", "reaches", "forfeit", "net", "meters"),
    [
        ("stands", "all_hands", ("forfeit", 0, 0), -1600, {"main": 2_000_024, "secondary": 30_002}),
        ("stands", "hands_in_play", ("forfeit", 0, 0), -1600, {"main": 2_000_024, "secondary": 30_002}),
        ("returned", "all_hands", ("void", 0, 1000), 0, {"main": 2_000_000, "secondary": 30_000}),
        ("returned", "hands_in_play", ("forfeit", 0, 0), -1600, {"main": 2_000_024, "secondary": 30_002}),
    ],
)
def test_whether_a_forfeit_outlasts_a_void_round_is_a_reading(
    reading: str, reaches: str, forfeit: tuple[str, int, int], net: int, meters: dict[str, int]
) -> None:
    readings = {"forfeit_in_void": reading, "void_reaches": reaches}
    report = settle(
        {"1": FOUR_CARD_FLUSH, "2": FIVE_CARD_FLUSH, "dealer": QUALIFIER},
        [irregular("communicating", seat=1), irregular("dealer_card_exposed")],
        {"1": {"ante": 1000, "flush_bonus": 500, "progressive": 100}, "2": {"ante": 1000}},
        submission={"flush_bonus": "A", "progressive": "A", **readings},
        meters={"progressive": {"main": 2_000_000, "secondary": 30_000}},
    )
    assert row(report, "ante", 1) == forfeit
    assert row(report, "flush_bonus", 1)[0] == row(report, "progressive", 1)[0] == forfeit[0]
    assert row(report, "ante", 2) == ("void", 0, 1000)
    assert report.net == {"1": net, "2": 0}
    assert report.meters["progressive"] == meters


@clause("38.13(c)", "38.11(f)")
def test_a_void_round_gives_the_progressive_back_and_restores_the_meters() -> None:
    meters = {"main": 2_000_000, "secondary": 30_000}
    report = progressive("A", {"1": WEAK, "dealer": QUALIFIER}, actions=[irregular("wrong_number_of_cards", seat=1)])
    assert row(report, "progressive") == ("void", 0, 100)
    assert report.meters["progressive"] == meters
    paid = progressive(
        "A",
        TWO_WINNERS,
        actions=[FOLD, irregular("wrong_number_of_cards", seat=2)],
        folded_progressive="eligible",
    )
    assert row(paid, "progressive", 1) == ("void", 0, 100)
    assert paid.meters["progressive"] == meters


VOIDS: dict[str, tuple[int, tuple[Irregularity, ...]]] = {
    "38.13(a)": (0, tuple(Irregularity("card_face_up_in_shoe", card=card) for card in ("2c", "3c"))),
    "38.13(c)": (2, (Irregularity("wrong_number_of_cards", 1),)),
    "38.13(d)": (2, (Irregularity("dealer_card_exposed"),)),
    "38.13(f)": (1, (Irregularity("automated_shoe_jam"),)),
}


@clause("38.13(a)", "38.13(c)", "38.13(d)", "38.13(f)")
@pytest.mark.parametrize("number", VOIDS)
def test_after_a_void_the_cards_already_dealt_are_reshuffled_with_the_others(number: str) -> None:
    steps, wrong = VOIDS[number]
    driver = opened("Ann", dealing="automated_shoe").do(Bet(1, "ante", 1000), NoMoreBets())
    driver.do(*(Deal(), Step("rack_stub"))[:steps]).do(*wrong)
    assert driver.table.void
    assert driver.table.void.clause == f"{TEXT}:{number}"
    driver.duties(until=Shuffle)
    assert (driver.table.in_play.stage, driver.table.in_play.stack, driver.table.places) == (Stage.GATHERED, (), {})
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "ante", 1000), NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert len(driver.table.in_play.stack) == 52
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 2


@clause("38.13(e)")
def test_a_jammed_shuffler_means_another_shuffle() -> None:
    driver = opened("Ann", shuffler="automated").do(Bet(1, "ante", 1000), Irregularity("shuffler_jam"))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 2
    with pytest.raises(IllegalAction):
        opened("Ann").do(Irregularity("shuffler_jam"))


@clause("38.13(f)")
def test_a_jammed_automated_shoe_voids_the_round() -> None:
    hands = {"1": WEAK, "dealer": QUALIFIER}
    report = settle(hands, [irregular("automated_shoe_jam")], submission={"dealing": "automated_shoe"})
    assert report.void
    assert report.void["clause"] == f"{TEXT}:38.13(f)"
    with pytest.raises(IllegalAction):
        settle(hands, [irregular("automated_shoe_jam")])


@clause("38.13(f)")
def test_the_shoe_cannot_fail_any_more_when_its_stub_is_in_the_rack() -> None:
    driver = opened("Ann", dealing="automated_shoe").do(Bet(1, "ante", 1000), NoMoreBets())
    jam = Irregularity("automated_shoe_jam")
    assert driver.table.phase == Phase.DEALING
    assert offered(driver.table, jam)
    driver.do(Deal())
    assert driver.table.phase == Phase.STUB  # a stack that it failed to deal is missed now
    assert offered(driver.table, jam)
    driver.do(Step("rack_stub"), by=Actor(Role.DEALER))
    with pytest.raises(IllegalAction):
        driver.do(jam)
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "raise", 1000), jam)


@clause("38.13(g)")
def test_a_device_is_removed_before_cards_are_shuffled_or_dealt_otherwise() -> None:
    def decks() -> int:
        return len(driver.table.decks)

    driver = opened("Ann", dealing="hand", shuffler="counting", decks=2)
    with pytest.raises(IllegalAction):
        driver.do(Cut(0, 26))
    driver.do(Step("remove_devices"), by=Actor(Role.SUPERVISOR))
    assert decks() == 1
    driver.duties(until=Cut).duties().do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-1] == f"{TEXT}:38.7(d)"
    raised(driver).duties()
    driver.do(Step("install_devices"), by=Actor(Role.SUPERVISOR)).duties()
    assert decks() == 2
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-1] == f"{TEXT}:38.8(d)"


# --- Counts -----------------------------------------------------------------------------------------------------------

ALL_HANDS = 133_784_560


@clause("38.5(b)(1)", "38.5(c)")
def test_hands_by_flush_length_and_by_straight_flush_length_sum_to_all_hands() -> None:
    flushes, runs = odds.flush_sizes(), odds.straight_flush_sizes()
    assert flushes == {2: 24_676_704, 3: 78_881_088, 4: 26_137_540, 5: 3_814_668, 6: 267_696, 7: 6_864}
    assert {size: runs[size] for size in (3, 4, 5, 6, 7)} == {3: 8_642_932, 4: 676_196, 5: 39_960, 6: 1_592, 7: 32}
    assert sum(flushes.values()) == sum(runs.values()) == ALL_HANDS


PUBLISHED_RETURNS = {
    "A": ".922", "B": ".752", "C": ".952", "D": ".925", "E": "1.089", "F": ".889", "G": ".904",
    "H": ".858", "I": ".754", "J": ".960", "K": "1.122", "L": ".910", "M": ".921", "N": ".932",
}  # fmt: skip


@clause("38.11(c)")
@pytest.mark.parametrize(("letter", "published"), PUBLISHED_RETURNS.items())
def test_the_flush_bonus_returns_what_was_published(letter: str, published: str) -> None:
    back = odds.returned(PAY_TABLES["flush_bonus"][letter])
    assert back is not None
    assert round(back, 3) == Fraction(published)


@clause("38.11(d)")
def test_the_straight_flush_bonus_b_keeps_what_was_published() -> None:
    back = odds.returned(PAY_TABLES["straight_flush_bonus"]["B"])
    assert back is not None
    assert round(1 - back, 4) == Fraction("0.0635")


@clause("38.11(e)")
def test_ace_to_nine_suited_is_counted_with_the_seven_card_straight_flushes() -> None:
    c = odds.outcomes(PAY_TABLES["progressive"]["C"])
    # Four suits times one six-card run, with any seventh card but the eight of the suit, which makes seven in a row.
    assert c["7 Card Straight Flush Or AKQJT9 Suited"] == 32 + 4 * (46 - 1)
    assert sum(c.values()) == ALL_HANDS
    assert odds.returned(PAY_TABLES["progressive"]["C"]) is None


@given(st.permutations(WHOLE).map(lambda order: order[:7]))
def test_the_engine_pays_a_hand_on_the_row_under_which_it_is_counted(cards: list[int]) -> None:
    table = PAY_TABLES["flush_bonus"]["A"]
    dealer = CARDS.text([card for card in WHOLE if card not in cards][:7])
    report = settle(
        {"1": CARDS.text(cards), "dealer": dealer},
        [FOLD],
        {"1": {"ante": 1000, "flush_bonus": 100}},
        submission={"flush_bonus": "A"},
    )
    name = next(rules.flush_names(mask(cards), "d"))
    due = table.pays[name].pays(100) if name in table.pays else 0  # type: ignore[union-attr]
    assert row(report, "flush_bonus")[1] == due


@clause("38.11(f)")
def test_without_a_progressive_nothing_grows() -> None:
    assert rules.rates(terms(TEXT).submission) == {}


@clause("38.11(h)", "38.11(d)")
def test_posted_amounts_may_be_fractions() -> None:
    posted: dict[str, object] = {f"{size} Card Straight Flush": 8 for size in (7, 6, 5, 4)}
    submission = {"straight_flush_bonus": "G", "posted_bonus": {**posted, "3 Card Straight Flush": "15/2"}}
    assert terms(TEXT, submission).posted["straight_flush_bonus"].pays["3 Card Straight Flush"] == To(15, 2)  # type: ignore[union-attr]


@clause("38.6(a)1", "38.6(a)2", "38.6(a)3", "38.7(g)", "38.9(a)")
def test_posted_limits_and_what_devices_do_are_asked_for() -> None:
    submission = {"flush_bonus": "A", "straight_flush_bonus": "A", "dealing": "automated_shoe", "shuffler": "counting"}
    asked = {item.clause: item.question for item in checklist(terms(TEXT, submission))}
    for one, word in {
        "38.6(a)1": "maximum",
        "38.6(a)2": "maximum",
        "38.6(a)3": "maximum",
        "38.7(g)": "52 cards",
        "38.9(a)": "stacks of seven",
    }.items():
        assert word in asked[f"{TEXT}:{one}"]


@clause("38.10(a)", "38.13(d)")
@pytest.mark.parametrize("kind", ["communicating", "dealer_card_exposed"])
def test_what_came_before_the_reveal_counts_when_it_is_found_out_after_it(kind: str) -> None:
    found = Irregularity(kind, 1 if kind == "communicating" else 0)
    driver = raised(dealt("Ann", "Ben")).duties(until=Reveal).do(Reveal(), found)
    result, net = ("forfeit", -2000) if kind == "communicating" else ("void", 0)
    assert {one.result for one in driver.table.seats[1].settled.values()} == {result}
    assert driver.table.ledger["player:Ann"] == net
    assert driver.duties().table.phase == Phase.BETTING
    driver = raised(dealt("Ann", "Ben", found_until="reveal")).duties(until=Reveal).do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(found)
