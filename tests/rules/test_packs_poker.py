"""Pack's Poker, clause by clause."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.figures.odds import count_odds
from nomorebets.games.packs_poker import rules
from nomorebets.games.packs_poker.maths import odds
from nomorebets.games.packs_poker.submission import PAY_TABLES, read_as
from nomorebets.games.registry import house_terms, terms
from nomorebets.licence.inspection import checklist
from nomorebets.odds.wagers import odds_on
from nomorebets.rounds.file import Report, play_round
from nomorebets.rounds.session import open_session
from nomorebets.rulebook.money import Fixed, For, Push, Share, To
from nomorebets.table.actions import (
    Bet,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Irregularity,
    Leave,
    NoMoreBets,
    ReadMeter,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.engine import duty, legal, offered, play
from nomorebets.table.events import (
    BetWithdrawn,
    CutMade,
    Dealt,
    DeckReceived,
    DeckRemoved,
    DocumentationDue,
    HandCollected,
    RoundCompleted,
    RoundVoided,
    Settled,
    Shuffled,
    Stepped,
    TurnedUp,
)
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase, bare, encoded, state_from
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver

TEXT = "packs-poker"
clause = pytest.mark.clause

NOTES = Path(__file__).parents[2].parent / "shared" / "regulations" / "NOTES.md"

# Hands and packs that do not touch one another.
ACE_HIGH = "Ac Qd 9h 7s 4c"
KING_HIGH = "Kc Jd 9c 7d 4h"
PACKS = ["2s 3h", "5d 6c", "8d Th"]
DIAMOND_ROYAL = "Ad Kd Qd Jd Td"


def settle(
    hands: dict[str, str], packs: list[str] | None = None, seats: dict[str, Any] | None = None, **rest: Any
) -> Report:
    """Settle a round; without more, every seat has ten dollars on each pack."""
    numbers = [name for name in hands if name != "dealer"]
    seats = seats or {name: {f"pack_{number}": 1000 for number in (1, 2, 3)} for name in numbers}
    report = play_round({"game": TEXT, "seats": seats, "hands": hands, "packs": packs or PACKS, **rest}).report
    before = {bonus: {"main": 1_000_000} for bonus in report.meters} | rest.get("meters", {})
    meters = sum(sum(amounts.values()) for amounts in report.meters.values())
    assert sum(report.net.values()) + report.house + meters == sum(sum(amounts.values()) for amounts in before.values())
    return report


def row(report: Report, wager: str, seat: int = 1) -> tuple[str, int, int]:
    found = [one for one in report.settled if (one.seat, one.wager) == (seat, wager)]
    assert len(found) == 1
    return found[0].result, found[0].pays, found[0].returned


def clause_of(report: Report, wager: str, seat: int = 1) -> str:
    return next(one.clause for one in report.settled if (one.seat, one.wager) == (seat, wager)).partition(":")[2]


def stacked(*known: str) -> tuple[int, ...]:
    """A stack with these cards on top."""
    first = CARDS.parse(" ".join(known))
    return (*first, *(card for card in WHOLE if card not in first))


def opened(*players: str, stack: tuple[int, ...] = (), **submission: Any) -> Driver:
    """A table at which these players sit, at positions 1, 2, ..., ready for bets."""
    driver = Driver(terms(TEXT, submission), stack=stack).duties()
    for seat, name in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, name))
    return driver.duties()


def dealt(*players: str, **submission: Any) -> Driver:
    """The same with ten dollars on each pack, and the cards dealt."""
    driver = opened(*players, **submission)
    for seat in driver.table.seats:
        driver.do(*(Bet(seat, f"pack_{number}", 1000) for number in (1, 2, 3)))
    driver.do(NoMoreBets(), Deal()).duties(until="rack_stub")
    if driver.table.phase == Phase.STUB:
        driver.do(Step("rack_stub"), by=Actor(Role.DEALER))
    return driver


def packs_of(driver: Driver) -> dict[int, tuple[int, ...]]:
    """The cards of each pack that lies on the table."""
    return {n: driver.table.at(f"pack {n}").cards for n in (1, 2, 3) if f"pack {n}" in driver.table.places}


def steps(driver: Driver, *names: str) -> list[Stepped]:
    return [event for event in driver.events if isinstance(event, Stepped) and event.step in names]


def asked(**submission: object) -> set[str]:
    return {item.clause.partition(":")[2] for item in checklist(terms(TEXT, submission))}


# --- 69E-1.13Z, 1.18, 1.19: the table and its cards -------------------------------------------------------------------


@clause("1.13Z(a)")
def test_a_table_has_positions_for_six_players() -> None:
    driver = opened(*"ABCDEF")
    with pytest.raises(IllegalAction, match=r"positions 1 to 6 \[packs-poker:1\.13Z\(a\)\]"):
        driver.do(Sit(7, "G"))


@clause(
    "1.13Z(a)1", "1.13Z(b)", "1.13Z(b)1", "1.13Z(b)2", "1.13Z(b)4", "1.13Z(b)5", "1.13Z(d)", "1.19(c)",
    "43.2(a)", "43.2(b)",
)  # fmt: skip
def test_the_checklist_asks_for_what_every_table_needs() -> None:
    always = asked() & asked(dealing="hand", odds_posted="sign")
    assert {
        "1.13Z(a)", "1.13Z(a)1", "1.13Z(b)", "1.13Z(b)1", "1.13Z(b)2", "1.13Z(b)4", "1.13Z(b)5", "1.13Z(d)", "1.19(c)",
        "43.2(a)", "43.2(b)",
    } <= always  # fmt: skip
    assert "1.13Z(b)3" not in always


@clause("1.13Z(b)3", "43.12(a)")
def test_the_checklist_asks_for_areas_and_systems_of_the_bonuses_offered() -> None:
    assert asked(five_card="A") - asked() == {"1.13Z(b)3"}
    assert asked(seven_card="progressive:A") - asked() == {"1.13Z(b)3", "43.12(a)", "43.12(c)3", "43.12(e)"}


@clause("1.13Z(b)6", "1.13Z(b)6i", "1.13Z(b)6ii", "1.13Z(c)")
def test_odds_and_outcomes_are_on_the_layout_or_on_a_sign() -> None:
    inscribed = {"1.13Z(b)6", "1.13Z(b)6i", "1.13Z(b)6ii"}
    assert asked() - asked(odds_posted="sign") == inscribed
    assert asked(odds_posted="sign") - asked() == {"1.13Z(c)"}


@clause("1.18(g)", "1.18(g)2", "1.18(g)3")
@pytest.mark.parametrize(("dealing", "hours"), [("automated_shoe", 8), ("manual_shoe", 8), ("hand", 4)])
def test_cards_are_changed_after_eight_hours_from_a_shoe_and_four_from_the_hand(dealing: str, hours: int) -> None:
    driver = opened("Ann", dealing=dealing).do(Bet(1, "pack_1", 1000))
    received = [event for event in driver.events if isinstance(event, DeckReceived)]
    assert [event.due_at - event.at for event in received] == [hours * HOUR] * 2
    with pytest.raises(IllegalAction, match=r"the cards are due to be changed \[packs-poker:1\.18\(g\)[23]\]"):
        driver.do(NoMoreBets(), at=hours * HOUR + 1)
    driver.do(NoMoreBets(), at=hours * HOUR)
    terms(TEXT, {"dealing": dealing, "card_change_hours": hours})
    with pytest.raises(ImproperConfiguration):
        terms(TEXT, {"dealing": dealing, "card_change_hours": hours + 1})


@clause("1.18(n)", "1.18(n)3", "1.18(n)3iii")
def test_used_cards_are_inspected_before_the_next_deck_takes_their_place() -> None:
    driver = opened("Ann").do(Step("remove", 1, note="eight hours are over"), by=Actor(Role.SUPERVISOR))
    assert driver.table.decks[1].stage == Stage.USED
    with pytest.raises(IllegalAction):
        driver.do(Step("receive", 1))
    with pytest.raises(IllegalAction):
        driver.do(Step("remove", 1))
    found = Step("inspect_used", 1, note="torn corners", found="four cards marked", count=51)
    driver.do(found, by=Actor(Role.SECURITY))
    assert (driver.events[-2].found, driver.events[-2].count) == (found.found, 51)  # type: ignore[attr-defined]
    assert steps(driver, "inspect_used")[0].clause == f"{TEXT}:1.18(n)"
    assert driver.table.decks[1].removed_because == "eight hours are over"
    driver.duties().do(Bet(1, "pack_1", 1000), NoMoreBets())
    assert len([event for event in driver.events if isinstance(event, DeckReceived)]) == 3


@clause("1.18(n)3iii")
def test_the_cards_of_a_table_that_closes_are_inspected_too() -> None:
    driver = opened("Ann").do(Leave(1)).do(Step("remove", 0), Step("close"), by=Actor(Role.SUPERVISOR))
    assert [deck.stage for deck in driver.table.decks] == [Stage.USED, Stage.USED]
    assert len([event for event in driver.events if isinstance(event, DeckRemoved)]) == 2
    assert {"1.18(n)", "1.18(n)3", "1.18(n)3iii"} <= asked()


@clause("1.19(b)", "1.19(b)1")
def test_cards_are_dealt_from_a_shoe_that_is_secured_or_from_the_hand() -> None:
    assert asked() - asked(dealing="hand") == {"1.18(g)2", "1.19(b)", "43.9(a)"}
    assert asked(dealing="hand") - asked() == {"1.18(g)3"}
    with pytest.raises(ImproperConfiguration, match=r"allowed: manual_shoe, hand, automated_shoe"):
        terms(TEXT, {"dealing": "pocket"})


# --- 43.2-43.4: cards, opening and shuffle ----------------------------------------------------------------------------


@clause("43.2(a)", "43.2(b)", "43.3(a)", "43.3(b)", "43.3(c)", "43.3(d)")
def test_two_decks_of_different_colours_are_opened_one_by_one() -> None:
    driver = opened("Ann")
    received = [event for event in driver.events if isinstance(event, DeckReceived)]
    assert len({event.colour for event in received}) == len(received) == 2
    opening = ["receive", "inspect", "verify", "spread", "show", "wash"]
    for deck in (0, 1):
        done = [(entry.action.step, entry.by.role) for entry in driver.entries
                if isinstance(entry.action, Step) and entry.action.deck == deck]  # fmt: skip
        by = ["dealer", "dealer", "floorperson", "dealer", "player", "dealer"]
        assert done[:6] == list(zip(opening, by, strict=True))
        assert done[6:] == ([("load", "dealer")] if deck == 0 else [])  # the other one waits in the shuffler
    with pytest.raises(ImproperConfiguration, match="no clause allows a field 'decks'"):
        terms(TEXT, {"decks": 1})


@clause("43.2(c)", "43.2(d)", "43.2(e)")
def test_the_decks_take_turns_and_one_is_shuffled_while_the_other_is_in_play() -> None:
    driver = opened("Ann")
    played = []
    for _ in range(4):
        played.append(driver.table.deck)
        driver.do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal())
        waiting = driver.table.decks[1 - played[-1]]
        assert driver.table.in_play.stage == Stage.DEALT
        assert waiting.stage == (Stage.GATHERED if len(played) > 1 else Stage.STACKED)
        if len(played) > 1:
            with pytest.raises(IllegalAction, match=r"lies in the discard rack \[packs-poker:43\.2\(e\)\]"):
                driver.do(Step("rack_stub"))
        driver.duties(until="collect")
        assert driver.table.decks[1 - played[-1]].stage == Stage.STACKED
        driver.duties()
    assert played == [0, 1, 0, 1]
    assert {"43.2(c)", "43.2(d)", "43.2(e)"} <= asked()


@clause("43.2(c)")
def test_the_deck_of_the_last_round_may_be_shuffled_during_the_next() -> None:
    driver = dealt("Ann").duties(until="collect").do(Step("collect"), by=Actor(Role.DEALER)).duties(until=Shuffle)
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal())
    shuffles = [offer.action for offer in legal(driver.table) if isinstance(offer.action, Shuffle)]
    assert [shuffle.deck for shuffle in shuffles] == [0]


@clause("43.3(b)", "43.3(c)")
def test_the_cards_lie_spread_until_the_first_player_has_seen_them() -> None:
    driver = Driver(terms(TEXT)).duties()
    assert driver.table.phase == Phase.IDLE
    assert duty(driver.table) is None
    driver.do(Sit(1, "Ann"))
    with pytest.raises(IllegalAction):
        driver.do(Step("wash"))
    driver.do(Step("show"), by=player("Ann")).do(Step("wash"), by=Actor(Role.DEALER))


@clause("43.4(a)", "43.4(b)")
def test_a_device_shuffles_before_every_round_and_nobody_cuts() -> None:
    driver = opened("Ann")
    for _ in range(3):
        driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties()
    assert {event.by for event in driver.events if isinstance(event, Shuffled)} == {"device"}
    assert not [event for event in driver.events if isinstance(event, CutMade)]
    with pytest.raises(IllegalAction):
        driver.do(Cut(0, 26))
    with pytest.raises(ImproperConfiguration, match=r"allowed: automated, counting"):
        terms(TEXT, {"shuffler": "none"})


@clause("43.4(a)", "43.7(a)")
def test_the_device_may_put_the_stack_into_the_shoe_itself() -> None:
    loaded = dealt("Ann", dealing="manual_shoe", shuffler_feeds_shoe=True)
    assert not steps(loaded, "load")
    assert ("load", Role.DEALER) in dealt("Ann", dealing="manual_shoe").steps
    with pytest.raises(ImproperConfiguration, match=r"no shoe to feed .*43\.4\(a\)"):
        terms(TEXT, {"dealing": "hand", "shuffler_feeds_shoe": True})


@clause("43.4(c)")
@pytest.mark.parametrize(
    ("spread", "done"), [("face_up", ["show", "wash"]), ("face_down", ["turn_up", "show", "wash"])]
)
def test_without_players_each_deck_is_spread_and_shown_to_the_next_one(spread: str, done: list[str]) -> None:
    driver = opened("Ann", idle_spread=spread).do(Leave(1)).do(Step("idle"), by=Actor(Role.DEALER))
    before = len(driver.events)
    driver.do(Sit(2, "Ben")).duties(until=Shuffle)
    after = [event for event in driver.events[before:] if isinstance(event, Stepped)]
    assert [event.step for event in after if event.deck == 0] == done
    assert [event.step for event in after if event.deck == 1] == done


# --- 43.5: hands ------------------------------------------------------------------------------------------------------

IN_ORDER = [
    "Ac Kc Qc Jc Tc",
    "Ks Qs Js Ts 9s",
    "As 2s 3s 4s 5s",
    "Ac Ad Ah As 2c",
    "2c 2d 2h 2s Ac",
    "Ac Ad Ah Ks Kc",
    "2c 2d 2h 3s 3c",
    "Ac Kc Qc Jc 9c",
    "2d 3d 4d 5d 7d",
    "Ac Kd Qh Js Tc",
    "6c 5d 4h 3s 2c",
    "Ac 2d 3h 4s 5c",
    "Ac Ad Ah Ks Qc",
    "2c 2d 2h 4s 3c",
    "Ac Ad Kh Ks 2c",
    "3c 3d 2h 2s 4c",
    "Ac Ad Kh Qs Jc",
    "2c 2d 5h 4s 3c",
    "Ac Kd Qh Js 9c",
    "7c 5d 4h 3s 2c",
]  # fmt: skip


@clause(
    "43.5(a)", "43.5(b)", "43.5(b)1", "43.5(b)2", "43.5(b)3", "43.5(b)4", "43.5(b)5", "43.5(b)6", "43.5(b)7",
    "43.5(b)8", "43.5(b)9", "43.1 Rank",
)  # fmt: skip
def test_the_highest_and_lowest_of_each_kind_stand_in_the_order_of_the_text() -> None:
    ranks = [rules.rank(CARDS.parse(cards)) for cards in IN_ORDER]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


@clause("43.5(a)", "43.5(b)", "43.5(b)6")
def test_an_ace_does_not_go_round_the_corner() -> None:
    assert rules.in_words(CARDS.parse("Qc Kd Ah 2s 3c")) == "ace high (K-Q-3-2)"
    assert rules.in_words(CARDS.parse("Qc Kc Ac 2c 3c")) == "flush, ace high (K-Q-3-2)"


@clause("43.5(b)", "43.1 Tie hand", "43.1 Suit")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Kc Kd 9h 4s 3c", "Kh Ks 8h 7s 6c"),  # the first card beside the pair
        ("Kc Kd 9h 4s 3c", "Kh Ks 9d 4c 2c"),  # the last one
        ("Ac 9c 5c 3c 2c", "Kd Qd Jd Td 8d"),
        ("9c 8d 7h 6s 5c", "8c 7d 6h 5s 4c"),
    ],
)
def test_between_hands_of_a_kind_the_highest_cards_decide(better: str, worse: str) -> None:
    assert rules.rank(CARDS.parse(better)) > rules.rank(CARDS.parse(worse))


@clause("43.1 Suit", "43.1 Tie hand")
def test_no_suit_outranks_another() -> None:
    assert rules.rank(CARDS.parse("Ac Kc 9c 4c 2c")) == rules.rank(CARDS.parse("As Ks 9s 4s 2s"))


@clause("43.5(c)")
def test_the_diamond_royal_is_a_hand_of_its_own() -> None:
    assert list(rules.five_card_names(hand(DIAMOND_ROYAL), "any")) == ["Diamond Royal Flush", "Royal Flush"]
    assert list(rules.five_card_names(hand("Ah Kh Qh Jh Th"), "any")) == ["Royal Flush"]


@clause("43.5(d)", "43.5(d)1", "43.5(d)2")
@pytest.mark.parametrize(
    ("cards", "names", "royal"),
    [
        ("Ah Kh Qh Jh Th 9h 8h", ["7-Card Straight Flush", "6-Card Royal Flush", "Royal Flush"], None),
        ("Kh Qh Jh Th 9h 8h 7h", ["7-Card Straight Flush", "Straight Flush"], ["Straight Flush"]),
        ("Ah 2h 3h 4h 5h 6h 7h", ["7-Card Straight Flush", "Straight Flush"], ["Straight Flush"]),
        ("Ah Kh Qh Jh Th 9h 8c", ["6-Card Royal Flush", "Royal Flush"], None),
        ("Kh Qh Jh Th 9h 8h 6h", ["Straight Flush"], None),
        ("Ah Kh Qh Jh Th 9c 8c", ["Royal Flush"], None),
        ("Ah Kh 2h 3h 4h 5h 9c", ["Straight Flush"], None),
    ],
)
def test_long_runs_of_a_suit_have_names_of_their_own(cards: str, names: list[str], royal: list[str] | None) -> None:
    assert list(rules.seven_card_names(hand(cards), "any")) == names
    assert list(rules.seven_card_names(hand(cards), "royal")) == (royal or names)


# --- 43.6: wagers -----------------------------------------------------------------------------------------------------


@clause("43.6(a)")
def test_a_verbal_wager_with_cash_is_not_accepted() -> None:
    with pytest.raises(IllegalAction, match=r"verbal wager with cash is not accepted \[packs-poker:43\.6\(a\)\]"):
        opened("Ann").do(Bet(1, "pack_1", 1000, cash=True))


@clause("43.6(a)")
@pytest.mark.parametrize(
    ("dealer", "result", "net"),
    [("9d 9s 4d 6h Jh", ("win", 1500, 1000), 1500), ("Ad As 4d 6h Jh", ("lose", 0, 0), -1000)],
)
def test_a_match_play_coupon_counts_but_is_never_paid_out(dealer: str, result: tuple[str, int, int], net: int) -> None:
    seats = {"1": {"pack_1": 1000, "match_play": {"pack_1": 500}}}
    report = settle({"1": "Kc Kh 9c 7d 4h", "dealer": dealer}, seats=seats)
    assert row(report, "pack_1") == result
    assert report.net == {"1": net}


@clause("43.6(a)", "43.12(a)")
def test_a_coupon_lies_beside_chips_of_its_worth_and_on_no_progressive_wager() -> None:
    driver = opened("Ann", five_card="A", seven_card="progressive:A")
    driver.do(Bet(1, "pack_1", 1000), Bet(1, "five_card_1", 300), Bet(1, "seven_card_1", 500))
    with pytest.raises(IllegalAction, match=r"coupon on pack_1 \$0\.01 to \$10"):
        driver.do(Coupon(1, "pack_1", 1001))
    driver.do(Coupon(1, "pack_1", 1000), Coupon(1, "five_card_1", 300))
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, "seven_card_1", 500))


@clause("43.6(a)")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("wager", ["pack", "five_card", "seven_card"])
def test_a_coupon_lies_on_each_wager_that_is_not_progressive(wager: str, number: int) -> None:
    driver = opened("Ann", five_card="A", seven_card="A").do(Bet(1, f"{wager}_{number}", 1000))
    driver.do(Coupon(1, f"{wager}_{number}", 1000))
    assert driver.table.seats[1].stake(f"{wager}_{number}") == 2000


@clause("43.6(b)", "43.1 Pack's wager", "43.1 Round of play")
def test_a_player_may_wager_on_any_of_the_three_packs() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "pack_2", 1000), Bet(2, "pack_3", 700), Bet(2, "pack_1", 800))
    driver.do(NoMoreBets()).duties()
    settled = [(event.seat, event.wager) for event in driver.events if isinstance(event, Settled)]
    assert settled == [(2, "pack_1"), (1, "pack_2"), (2, "pack_3")]


@clause("43.6(b)", "43.11(b)", "43.11(c)", "43.1 Five-card bonus wager", "43.1 Seven-card bonus wager")
@pytest.mark.parametrize("bonus", ["five_card", "seven_card"])
def test_a_bonus_is_offered_where_its_table_is_selected_with_or_without_a_packs_wager(bonus: str) -> None:
    with pytest.raises(IllegalAction):
        opened("Ann").do(Bet(1, f"{bonus}_2", 500))
    selected: dict[str, Any] = {bonus: "A"}
    opened("Ann", **selected).do(Bet(1, f"{bonus}_2", 500), NoMoreBets())


@clause("43.6(b)")
def test_the_licensee_may_require_a_packs_wager_on_the_same_pack() -> None:
    driver = opened("Ann", five_card="A", bonus_needs_pack=True).do(Bet(1, "pack_1", 1000))
    with pytest.raises(IllegalAction, match=r"because it needs a wager on pack_2 \[packs-poker:43\.6\(b\)\]"):
        driver.do(Bet(1, "five_card_2", 500))
    driver.do(Bet(1, "five_card_1", 500))
    with pytest.raises(IllegalAction):
        driver.do(Withdraw(1, "pack_1"))
    driver.do(Withdraw(1, "five_card_1"), Withdraw(1, "pack_1"))
    with pytest.raises(IllegalAction, match=r"five_card_1 \$0\.50 is not offered; offered: seat 1: five_card_1 \$1"):
        driver.do(Bet(1, "pack_1", 1000), Bet(1, "five_card_1", 50))


@clause("43.6(b)")
@pytest.mark.parametrize("late", [Bet(1, "pack_2", 1000), Withdraw(1, "pack_1"), Coupon(1, "pack_1", 100)])
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets(late: Any) -> None:
    driver = opened("Ann").do(Bet(1, "pack_1", 1000), NoMoreBets())
    with pytest.raises(IllegalAction, match=r'after the announcement of "No more bets" \[packs-poker:43\.6\(b\)\]'):
        driver.do(late)


@clause("43.6(b)", "43.6(c)")
def test_limits_are_posted_for_all_wagers_of_a_kind() -> None:
    driver = opened("Ann", limits={"pack": {"minimum": 500, "maximum": 2500}}, five_card="A")
    for amount in (499, 2501):
        with pytest.raises(IllegalAction, match=r"pack_3 \$5 to \$25"):
            driver.do(Bet(1, "pack_3", amount))
    driver.do(Bet(1, "pack_3", 500), Bet(1, "five_card_1", 100))


@clause("43.6(c)")
def test_only_seated_players_wager_and_they_stay_until_the_round_is_over() -> None:
    driver = opened("Ann")
    with pytest.raises(IllegalAction, match=r"nobody is seated at position 2 \[packs-poker:43\.6\(c\)\]"):
        driver.do(Bet(2, "pack_1", 1000))
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets())
    with pytest.raises(IllegalAction, match=r"stays until the round is complete \[packs-poker:43\.6\(c\)\]"):
        driver.do(Leave(1))
    driver.duties().do(Leave(1))


@clause("43.6(c)")
def test_a_player_wagers_at_one_position() -> None:
    driver = opened("Ann", "Ann").do(Bet(1, "pack_1", 1000))
    with pytest.raises(IllegalAction, match=r"one player may wager at one position only \[packs-poker:43\.6\(c\)\]"):
        driver.do(Bet(2, "pack_1", 1000))
    driver.do(Withdraw(1, "pack_1"), Bet(2, "pack_1", 1000))


# --- 43.7-43.9: the deal ----------------------------------------------------------------------------------------------

CLAUSES = {
    "manual_shoe": ("43.7(a)", "43.7(b)", "43.7(d)", "43.7(e)", "43.7(f)"),
    "hand": ("43.8(b)1", "43.8(b)2", "43.8(c)", "43.8(d)", "43.8(e)"),
    "automated_shoe": ("43.9(b)1", "43.9(b)2", "43.9(c)", "43.9(d)", "43.9(e)"),
}


@clause(
    "43.7(a)", "43.7(b)", "43.7(d)", "43.7(e)", "43.7(f)", "43.8(a)", "43.8(b)", "43.8(b)1",
    "43.8(b)2", "43.8(c)", "43.8(d)", "43.8(e)", "43.9(a)", "43.9(b)", "43.9(b)1", "43.9(b)2",
    "43.9(c)", "43.9(d)", "43.9(e)", "43.4(b)", "43.1 Pack", "43.1 Stub",
)  # fmt: skip
@pytest.mark.parametrize("dealing", CLAUSES)
def test_players_with_a_wager_get_five_cards_then_the_dealer_then_the_packs_two_each(dealing: str) -> None:
    driver = opened("Ann", "Ben", "Cid", stack=WHOLE, dealing=dealing)
    driver.do(Bet(1, "pack_1", 1000), Bet(3, "pack_1", 1000), NoMoreBets(), Deal()).duties(until="display")
    load, announce, players, packs, rack = CLAUSES[dealing]
    deal = [event for event in driver.events if isinstance(event, Dealt)]
    hands, three = deal[:3], deal[3:]
    assert [(event.to, event.cards) for event in hands] == [
        ("seat 1", WHOLE[:5]),
        ("seat 3", WHOLE[5:10]),
        ("dealer", WHOLE[10:15]),
    ]
    assert {event.clause for event in hands} == {f"{TEXT}:{players}"}
    assert [(event.to, event.cards) for event in three] == [
        ("pack 1", WHOLE[15:17]),
        ("pack 2", WHOLE[17:19]),
        ("pack 3", WHOLE[19:21]),
    ]
    assert {event.clause for event in three} == {f"{TEXT}:{packs}"}
    assert packs_of(driver) == {1: WHOLE[15:17], 2: WHOLE[17:19], 3: WHOLE[19:21]}
    done = [event.clause for event in steps(driver, "load", "announce", "rack_stub")]
    assert done == [f"{TEXT}:{load}", f"{TEXT}:{announce}", f"{TEXT}:{rack}"]
    assert len(driver.table.in_play.stack) == 52 - 21


@clause("43.7(d)", "43.8(c)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_the_licensee_may_have_hands_dealt_one_card_at_a_time(dealing: str) -> None:
    driver = opened("Ann", "Ben", stack=WHOLE, dealing=dealing, hands_dealt="one_at_a_time")
    driver.do(Bet(1, "pack_1", 1000), Bet(2, "pack_1", 1000), NoMoreBets(), Deal())
    assert driver.hand(1) == WHOLE[0:15:3]
    assert driver.hand(2) == WHOLE[1:15:3]
    assert driver.table.dealer == WHOLE[2:15:3]
    assert packs_of(driver)[1] == WHOLE[15:17]


@clause("43.9(a)")
def test_an_automated_shoe_gives_out_stacks_of_five() -> None:
    with pytest.raises(ImproperConfiguration, match=r"gives out stacks of five \[packs-poker:43\.9\(a\)\]"):
        terms(TEXT, {"hands_dealt": "one_at_a_time"})


@clause("43.7(e)", "43.8(d)", "43.9(d)")
@pytest.mark.parametrize("dealing", CLAUSES)
def test_the_packs_may_be_dealt_one_card_at_a_time(dealing: str) -> None:
    driver = opened("Ann", stack=WHOLE, dealing=dealing, packs_dealt="one_at_a_time")
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal())
    assert packs_of(driver) == {1: (10, 13), 2: (11, 14), 3: (12, 15)}


@clause("43.7(e)", "43.8(c)")
def test_a_stack_in_a_round_file_leaves_the_shoe_in_the_order_elected() -> None:
    wager = {"game": TEXT, "seats": {"1": {"pack_1": 1000}}}
    in_turn = {"dealing": "hand", "hands_dealt": "one_at_a_time", "packs_dealt": "one_at_a_time"}
    elected = play_round({**wager, "stack": "2c Ac 3c Kc 4c Qc 5c Jc 7d Td 2h 3h 4h 5h 6h 7h", "submission": in_turn})
    assert elected.report.hands == {"1": "2c 3c 4c 5c 7d", "dealer": "Ac Kc Qc Jc Td"}
    assert elected.report.packs == ("2h 5h", "3h 6h", "4h 7h")
    plain = play_round({**wager, "stack": "2c 3c 4c 5c 7d Ac Kc Qc Jc Td 2h 5h 3h 6h 4h 7h"})
    assert (plain.report.hands, plain.report.packs) == (elected.report.hands, elected.report.packs)


@clause("43.7(g)", "43.7(g)1", "43.8(f)", "43.9(e)")
@pytest.mark.parametrize("dealing", CLAUSES)
def test_the_stub_is_counted_at_least_every_fifth_round(dealing: str) -> None:
    driver = opened("Ann", dealing=dealing)
    counted = []
    for _ in range(10):
        driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties(until=Deal).do(Deal())
        offer = duty(driver.table)
        assert offer
        counted.append(isinstance(offer.action, CountStub))
        driver.duties()
    assert [number for number, due in enumerate(counted, 1) if due] == [4, 5, 8, 9]  # each deck, in any five rounds


@clause("43.7(g)1")
def test_a_right_count_goes_on_with_the_round() -> None:
    driver = opened("Ann", stub_count_every=1).do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal(), CountStub(52 - 16))
    assert driver.table.phase == Phase.DECIDING


@clause("43.7(g)2", "43.8(f)", "43.9(e)")
@pytest.mark.parametrize(("misdealt", "removed"), [(True, False), (False, True)])
def test_a_wrong_count_voids_the_round_and_without_a_misdeal_removes_the_deck(*, misdealt: bool, removed: bool) -> None:
    driver = opened("Ann").do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal(), CountStub(35, misdealt=misdealt))
    assert driver.table.void
    assert driver.table.void.clause == f"{TEXT}:43.7(g)2"
    assert driver.table.ledger["player:Ann"] == 0
    assert bool([event for event in driver.events if isinstance(event, DeckRemoved)]) is removed
    assert (driver.table.in_play.stage == Stage.USED) is removed
    report = settle({"1": ACE_HIGH, "dealer": KING_HIGH}, actions=[irregular("stub_count_wrong", misdealt=misdealt)])
    assert report.void
    assert row(report, "pack_1") == ("void", 0, 1000)


@clause("43.7(h)", "43.8(g)")
@pytest.mark.parametrize("dealing", CLAUSES)
def test_a_device_that_counts_makes_the_count_needless_and_removes_a_wrong_deck(dealing: str) -> None:
    driver = opened("Ann", dealing=dealing, shuffler="counting", stub_count_every=1)
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets(), Deal())
    offer = duty(driver.table)
    assert offer
    assert isinstance(offer.action, Step)
    driver.duties().do(Irregularity("shuffler_count_wrong"))
    assert [event.clause for event in driver.events if isinstance(event, DeckRemoved)] == [f"{TEXT}:43.7(h)"]
    driver.do(Bet(1, "pack_1", 1000))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())
    with pytest.raises(IllegalAction):
        opened("Ann").do(Irregularity("shuffler_count_wrong"))


# --- 43.10: the completion of a round ---------------------------------------------------------------------------------


@clause("43.10(a)")
def test_players_see_their_own_cards_and_no_others() -> None:
    driver = dealt("Ann", "Ben")
    seen = view(driver.table, player("Ann"))
    assert " ".join(seen.cards("seat 1")) == CARDS.text(driver.hand(1))
    others = {"seat 2": 5, "dealer": 5, "pack 1": 2, "pack 2": 2, "pack 3": 2}
    assert {where: seen.cards(where) for where in others} == {where: ("??",) * n for where, n in others.items()}
    assert set(seen.places) == {"seat 1", *others}


@clause("43.10(a)", "43.10(a)1", "43.10(b)", "43.10(c)")
def test_players_may_show_their_own_cards_before_the_dealer_does() -> None:
    driver = dealt("Ann", "Ben")
    with pytest.raises(IllegalAction):
        driver.do(Step("reveal"))
    with pytest.raises(IllegalAction):  # which are the player's own to show
        driver.do(Step("display", seat=2), by=player("Ann"))
    driver.do(Step("display", seat=2), by=player("Ben"))
    assert "??" not in view(driver.table, player("Ann")).cards("seat 2")
    driver.do(Step("display", seat=1), by=player("Ann"))
    with pytest.raises(IllegalAction):  # nobody touches the cards any more
        driver.do(Step("display", seat=1))
    assert not [offer for offer in legal(driver.table) if offer.by is Role.PLAYER]
    with pytest.raises(IllegalAction):
        driver.do(Step("pack_1"))
    driver.do(Step("reveal"), Step("pack_1"), by=Actor(Role.DEALER))


@clause("43.10(a)", "43.10(a)2", "43.10(b)")
def test_the_dealer_may_turn_up_the_players_cards_from_the_dealers_right() -> None:
    driver = dealt("Ann", "Ben", "Cid", hands_shown_by="dealer")
    driver.do(Step("lay_down", seat=1), by=player("Ann")).do(Step("lay_down", seat=3), by=player("Cid"))
    with pytest.raises(IllegalAction):
        driver.do(Step("turn_over", seat=3))
    driver.do(Step("lay_down", seat=2), by=player("Ben"))
    with pytest.raises(IllegalAction):
        driver.do(Step("lay_down", seat=2))
    with pytest.raises(IllegalAction):
        driver.do(Step("turn_over", seat=1))
    driver.duties(until="pack_1")
    turned = [event.place for event in driver.events if isinstance(event, TurnedUp)]
    assert turned == ["seat 3", "seat 2", "seat 1", "dealer"]
    by = [entry.by.role for entry in driver.entries if isinstance(entry.action, Step) and entry.action.seat]
    assert by == [Role.PLAYER] * 3 + [Role.DEALER] * 3


@clause("43.10(c)", "43.10(d)", "43.10(h)", "43.10(i)", "43.12(b)")
def test_pack_after_pack_is_turned_up_settled_from_the_right_and_racked() -> None:
    driver = dealt("Ann", "Ben").duties(until="pack_1")
    assert "??" not in view(driver.table).cards("dealer")
    for number in (1, 2, 3):
        before = len(driver.events)
        assert set(view(driver.table, player("Ann")).cards(f"pack {number}")) == {"??"}
        driver.do(Step(f"pack_{number}"), by=Actor(Role.DEALER))
        after = driver.events[before:]
        assert [event.place for event in after if isinstance(event, TurnedUp)] == [f"pack {number}"]
        assert [(e.seat, e.wager) for e in after if isinstance(e, Settled)] == [(s, f"pack_{number}") for s in (2, 1)]
        assert [event.number for event in after if isinstance(event, rules.PackRacked)] == [number]
        assert "??" not in view(driver.table, player("Ann")).cards(f"pack {number}")
    with pytest.raises(IllegalAction):
        driver.do(Step("pack_4"))


@clause("43.10(d)", "43.1 Hand", "43.1 Pack", "43.1 Pack's wager")
def test_hands_are_the_best_five_of_seven_with_the_same_pack() -> None:
    hands = {"1": "Kc Kh 9c 7d 4h", "dealer": "Ad As 4d 6h Jh"}
    report = settle(hands, ["Kd 2s", "Qc Qh", "Ah Ac"])
    assert [row(report, f"pack_{number}")[0] for number in (1, 2, 3)] == ["win", "lose", "lose"]


@clause("43.10(e)", "43.11(a)")
def test_a_better_hand_of_a_pair_or_higher_is_paid_even_money() -> None:
    report = settle({"1": "Kc Kh 9c 7d 4h", "dealer": "Qd Qs 4d Jh Ah"})
    assert row(report, "pack_1") == ("win", 1000, 1000)
    assert clause_of(report, "pack_1") == "43.10(e)"
    assert report.net == {"1": 3000}


@clause("43.10(e)")
def test_a_worse_hand_loses() -> None:
    report = settle({"1": "Jc Jh 9c 7d 4h", "dealer": "Qd Qs 4d 6h Kh"})
    assert row(report, "pack_1") == ("lose", 0, 0)
    assert clause_of(report, "pack_1") == "43.10(e)"


@clause("43.10(e)", "43.10(f)")
@pytest.mark.parametrize(
    ("elected", "result", "by"), [("lose", ("lose", 0, 0), "43.10(e)"), ("push", ("push", 0, 1000), "43.10(f)")]
)
def test_a_better_hand_without_a_pair_loses_or_pushes_as_the_licensee_elects(
    elected: str, result: tuple[str, int, int], by: str
) -> None:
    report = settle({"1": ACE_HIGH, "dealer": KING_HIGH}, submission={"no_pair_win": elected})
    assert row(report, "pack_1") == result
    assert clause_of(report, "pack_1") == by


@clause("43.10(f)", "43.1 Tie hand")
def test_a_tie_of_a_pair_or_higher_is_a_push() -> None:
    report = settle({"1": "Kc Kh 9c 7d 4h", "dealer": "Kd Ks 9d 7h 4c"})
    assert row(report, "pack_1") == ("push", 0, 1000)
    assert clause_of(report, "pack_1") == "43.10(f)"
    on_the_pack = settle({"1": "Ac Qd 9h 7s 4c", "dealer": "As Qh 9c 7d 4h"}, ["2s 3h", "2c 2d", "8d Th"])
    assert row(on_the_pack, "pack_2") == ("push", 0, 1000)


@clause("43.10(e)", "43.10(f)", "43.1 Tie hand")
@pytest.mark.parametrize("elected", ["lose", "push"])
def test_a_tie_without_a_pair_loses_whatever_is_elected(elected: str) -> None:
    report = settle({"1": "Ac Qd 9h 7s 4c", "dealer": "As Qh 9c 7d 4h"}, submission={"no_pair_win": elected})
    assert row(report, "pack_1") == ("lose", 0, 0)
    assert clause_of(report, "pack_1") == "43.10(e)"


@clause("43.10(g)", "43.1 Five-card bonus wager", "43.1 Seven-card bonus wager")
def test_a_bonus_is_judged_on_five_cards_or_with_its_own_pack_whatever_the_packs_bet_does() -> None:
    report = settle(
        {"1": "Jc Jh 9c 7d 4h", "dealer": "Qd Qs 4d 6h Kh"},
        ["Jd 2s", "3c 2h", "9d 9h"],
        {
            "1": {
                "pack_1": 1000,
                "pack_2": 1000,
                **{f"{b}_{n}": 100 for b in ("five_card", "seven_card") for n in (1, 2, 3)},
            }
        },
        submission={"five_card": "A", "seven_card": "C"},
    )
    assert [row(report, f"five_card_{number}") for number in (1, 2, 3)] == [("win", 200, 100)] * 3
    assert [row(report, f"seven_card_{number}")[:2] for number in (1, 2, 3)] == [
        ("win", 200),
        ("lose", 0),
        ("win", 1000),
    ]
    assert row(report, "pack_2") == ("lose", 0, 0)
    assert clause_of(report, "seven_card_2") == "43.10(g)"
    order = [one.wager for one in report.settled]
    on_each = ("pack", "five_card", "seven_card")
    laid = [f"{wager}_{number}" for number in (1, 2, 3) for wager in on_each]
    assert order == [wager for wager in laid if wager != "pack_3"]


@clause("43.10(j)")
def test_cards_are_collected_after_the_last_pack_that_a_player_has_wagered_on() -> None:
    driver = opened("Ann", "Ben", "Cid", five_card="A")
    driver.do(Bet(1, "pack_1", 1000), Bet(2, "pack_1", 1000), Bet(2, "five_card_2", 500), Bet(3, "pack_3", 1000))
    driver.do(NoMoreBets()).duties(until="pack_1")
    collected = []
    for number in (1, 2, 3):
        driver.do(Step(f"pack_{number}"), by=Actor(Role.DEALER))
        collected.append([event.seat for event in driver.events if isinstance(event, HandCollected)])
    assert collected == [[1], [1, 2], [1, 2]]
    driver.do(Step("collect"), by=Actor(Role.DEALER))
    assert [event.seat for event in driver.events if isinstance(event, HandCollected)] == [1, 2, 3]


@clause("43.10(j)", "43.10(k)", "43.1 Round of play")
def test_all_cards_may_be_collected_at_the_end_of_the_round() -> None:
    driver = opened("Ann", "Ben", hands_collected="at_end")
    driver.do(Bet(1, "pack_1", 1000), Bet(2, "pack_1", 1000), NoMoreBets()).duties(until="collect")
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    driver.do(Step("collect"), by=Actor(Role.DEALER))
    at_end = [event for event in driver.events if isinstance(event, HandCollected | RoundCompleted)]
    assert [getattr(event, "seat", 0) for event in at_end] == [2, 1, 0]
    assert {event.clause for event in at_end} == {f"{TEXT}:43.10(k)"}
    assert driver.table.places == {}


# --- 43.11: payout odds -----------------------------------------------------------------------------------------------

FIVE_CARDS = {
    "Diamond Royal Flush": DIAMOND_ROYAL,
    "Royal Flush": "Ah Kh Qh Jh Th",
    "Straight Flush": "5h 4h 3h 2h Ah",
    "Four-of-a-Kind": "4c 4d 4h 4s Kc",
    "Full House": "4c 4d 4h Ks Kc",
    "Flush": "Ah Jh 8h 4h 2h",
    "Straight": "Ah 2d 3h 4s 5c",
    "Three-of-a-Kind": "4c 4d 4h Ks Qc",
    "Two Pair": "4c 4d Kh Ks Qc",
    "One Pair (Jacks or better)": "Jc Jd 9h 4s 2c",
    "One Pair (2 through 10)": "Tc Td 9h 4s 2c",
    "": "Ac Kd Qh Js 9c",
}
SEVEN_CARDS = {
    "7-Card Straight Flush": ("3h 4h 5h 6h 7h", "8h 9h"),
    "6-Card Royal Flush": ("Ah Kh Qh Jh 2c", "Th 9h"),
    "Royal Flush": ("Ah Kh Qh Jh 2c", "Th 9c"),
    "Straight Flush": ("Kh Qh Jh 3c 2c", "Th 9h"),
    "Four-of-a-Kind": ("4c 4d 4h Ks Kc", "4s Kh"),
    "Full House": ("4c 4d 4h Ks Qc", "8d 8c"),
    "Flush": ("Ah Jh 8h 4h 2c", "2h 2s"),
    "Straight": ("Ah 2d 3h 9s 9c", "4s 5c"),
    "Three-of-a-Kind": ("4c 4d 9h Ks Qc", "4h 2s"),
    "Two Pair": ("4c 4d 9h Ks Qc", "9d 2s"),
    "": ("4c 4d 9h Ks Qc", "7d 2s"),
}


def free(known: str, count: int, skip: int = 0) -> str:
    """Some cards that are not among those known."""
    left = [name for name in CARDS.names if name not in known]
    return " ".join(left[skip : skip + count])


def bonus_round(bonus: str, letter: str, cards: str, pack: str = "", stake: int = 500, **submission: Any) -> Report:
    """One bonus wager on the first pack."""
    known = f"{cards} {pack}"
    packs = [pack or free(known, 2, 5), free(known, 2, 7), free(known, 2, 9)]
    hands = {"1": cards, "dealer": free(known, 5)}
    seats = {"1": {f"{bonus}_1": stake}}
    on_meter = submission.pop("on_meter", 1_000_000)
    meters = {bonus: {"main": on_meter}} if letter.startswith("progressive") else {}
    return settle(hands, packs, seats, submission={bonus: letter, **submission}, meters=meters)


def due(pay: object, stake: int, on_meter: int) -> tuple[str, int, int]:
    match pay:
        case To():
            return "win", pay.numerator * stake, stake
        case Push() | For(1):
            return "push", 0, stake
        case For():
            return "win", pay.multiple * stake, 0
        case Fixed():
            return "win", pay.cents, stake
        case Share():
            return "win", on_meter * pay.percent // 100, 0
    return "lose", 0, 0


@clause("43.11(b)1", "43.11(b)2", "43.10(g)", "43.5(b)8", "43.5(b)9")
@pytest.mark.parametrize("letter", PAY_TABLES["five_card"])
def test_every_row_of_a_five_card_table_is_paid_once_for_the_best_hand(letter: str) -> None:
    table = PAY_TABLES["five_card"][letter]
    for name, cards in FIVE_CARDS.items():
        best = "Royal Flush" if name not in table.pays and name.endswith("Royal Flush") else name
        report = bonus_round("five_card", letter, cards)
        assert row(report, "five_card_1") == due(table.pays.get(best), 500, 1_000_005)
        assert clause_of(report, "five_card_1") == (
            table.clause.partition(":")[2] if best in table.pays else "43.10(g)"
        )


@clause("43.11(c)1", "43.11(c)2", "43.10(g)", "43.5(d)")
@pytest.mark.parametrize("letter", PAY_TABLES["seven_card"])
def test_every_row_of_a_seven_card_table_is_paid_once_for_the_best_hand(letter: str) -> None:
    table = PAY_TABLES["seven_card"][letter]
    for name, (cards, pack) in SEVEN_CARDS.items():
        report = bonus_round("seven_card", letter, cards, pack, on_meter=10_000_000)
        assert row(report, "seven_card_1") == due(table.pays.get(name), 500, 10_000_025)


@clause("43.11(c)2")
@pytest.mark.parametrize(
    ("on_meter", "paid"),
    [
        (1_000_000, 250_000),  # a tenth is $1,000.02
        (2_499_974, 250_000),  # one cent less than 500 for 1
        (2_499_975, 250_000),  # as much: the row that is printed higher, off the meter
        (2_500_075, 250_010),
    ],
)
def test_a_six_card_royal_is_paid_as_a_royal_flush_where_that_pays_more(on_meter: int, paid: int) -> None:
    report = bonus_round("seven_card", "progressive:D", *SEVEN_CARDS["6-Card Royal Flush"], on_meter=on_meter)
    assert row(report, "seven_card_1") == ("win", paid, 0)
    grown = on_meter + 25
    assert report.meters == {"seven_card": {"main": grown if on_meter < 2_499_975 else grown - paid}}


@clause("43.11(c)2")
def test_at_our_own_table_six_cards_of_a_royal_flush_are_worth_no_less_than_five() -> None:
    for name in ("Royal Flush", "6-Card Royal Flush"):
        cards, pack = SEVEN_CARDS[name]
        file = {
            "game": TEXT,
            "submission": msgspec.to_builtins(house_terms(TEXT).submission),
            "seats": {"1": {"pack_1": 500, "seven_card_1": 500}},
            "hands": {"1": cards, "dealer": "4c 4d 8d 8c 2h"},
            "packs": [pack, "3c 5d", "3d 5c"],
        }
        report = play_round(file).report
        assert row(report, "seven_card_1") == ("win", 250_000, 0)
        assert report.meters["seven_card"] == {"main": 1_000_025}


@clause("43.11(b)2")
@pytest.mark.parametrize(("reset", "second"), [(0, 500_000), (499_999, 500_000), (500_001, 500_001)])
def test_a_diamond_royal_just_after_a_reset_is_paid_as_a_royal_flush(reset: int, second: int) -> None:
    report = settle(
        {"1": DIAMOND_ROYAL, "dealer": "Kc Jc 9c 7c 4h"},
        seats={"1": {f"five_card_{number}": 500 for number in (1, 2)}},
        submission={"five_card": "progressive:A", "five_card_reset": reset},
    )
    assert [row(report, f"five_card_{number}")[:2] for number in (1, 2)] == [("win", 1_000_010), ("win", second)]
    assert report.meters == {"five_card": {"main": reset}}


@clause("43.11(c)1")
@pytest.mark.parametrize(
    ("letter", "name", "stake", "kept", "paid"),
    [
        ("A", "6-Card Royal Flush", 1_000, "returned", (500_000, 1_000)),
        ("A", "6-Card Royal Flush", 1_001, "returned", (500_500, 1_001)),
        ("A", "6-Card Royal Flush", 1_000, "kept", (500_000, 1_000)),  # 500 to 1 and the stake
        ("A", "6-Card Royal Flush", 999, "kept", (499_500, 999)),
        ("A", "6-Card Royal Flush", 998, "kept", (500_000, 0)),
        ("C", "7-Card Straight Flush", 5_001, "returned", (1_000_200, 5_001)),
        ("K", "6-Card Royal Flush", 1_999, "returned", (500_000, 1_999)),
        ("K", "6-Card Royal Flush", 2_001, "returned", (500_250, 2_001)),
    ],
)
def test_odds_on_a_high_stake_are_paid_where_they_are_more_than_a_fixed_amount(
    letter: str, name: str, stake: int, kept: str, paid: tuple[int, int]
) -> None:
    report = bonus_round("seven_card", letter, *SEVEN_CARDS[name], stake=stake, fixed_amount_stake=kept)
    assert row(report, "seven_card_1") == ("win", *paid)


@clause("43.11(c)2", "43.12(d)1")
def test_who_is_paid_a_printed_row_is_not_counted_among_those_who_share_the_meter() -> None:
    posted = {"seven_card": {"minimum": 100, "maximum": 10_000}}
    report = settle(
        TWO_TENTHS,
        TEN_AND_NINE,
        {"1": {"seven_card_1": 500}, "2": {"seven_card_1": 10_000}},
        submission={"seven_card": "progressive:A", "limits": posted},
        meters={"seven_card": {"main": 3_999_475}},
    )
    assert row(report, "seven_card_1", 1) == ("win", 400_000, 0)
    assert row(report, "seven_card_1", 2) == ("win", 5_000_000, 0)
    assert report.meters == {"seven_card": {"main": 3_600_000}}


@clause("43.11(c)2", "43.12(d)1")
@pytest.mark.parametrize(
    ("reading", "on_meter", "paid"),
    [
        ("of_the_row", 3_999_950, 200_000),  # half of a tenth, which alone would be $4,000
        ("after_sharing", 3_999_950, 250_000),  # 500 for 1 is more than that
        ("of_the_row", 4_999_950, 250_000),
        ("after_sharing", 4_999_950, 250_000),
        ("after_sharing", 5_999_950, 300_000),
    ],
)
def test_whether_rows_are_compared_before_a_share_is_shared_is_a_reading(
    reading: str, on_meter: int, paid: int
) -> None:
    report = settle(
        TWO_TENTHS,
        TEN_AND_NINE,
        ON_PACK_1,
        submission={"seven_card": "progressive:A", "highest_payout": reading},
        meters={"seven_card": {"main": on_meter}},
    )
    assert row(report, "seven_card_1", 1) == row(report, "seven_card_1", 2) == ("win", paid, 0)
    off = 0 if (reading, paid, on_meter) == ("after_sharing", 250_000, 3_999_950) else 2 * paid
    assert report.meters == {"seven_card": {"main": on_meter + 50 - off}}


@clause("43.11(c)2", "43.12(d)1")
@pytest.mark.parametrize(
    ("reading", "on_meter", "paid"),
    [
        ("of_the_row", 1_999_950, 250_000),  # a tenth, $2,000, is less than 500 for 1
        ("after_sharing", 1_999_950, 1_000_000),  # half of the whole meter is more
        ("after_sharing", 499_950, 250_000),
        ("after_sharing", 499_850, 250_000),  # and half of this is not
        ("of_the_row", 2_999_950, 1_500_000),
        ("after_sharing", 2_999_950, 1_500_000),
    ],
)
def test_compared_after_sharing_a_part_of_the_whole_meter_is_held_against_a_printed_row(
    reading: str, on_meter: int, paid: int
) -> None:
    report = settle(
        TWO_TENTHS,
        TEN_AND_NINE,
        ON_PACK_1,
        submission={
            "seven_card": "progressive:A",
            "highest_payout": reading,
            "meter_sharing": "whole_meter",
            "seven_card_reset": 0,
        },
        meters={"seven_card": {"main": on_meter}},
    )
    assert row(report, "seven_card_1", 1) == row(report, "seven_card_1", 2) == ("win", paid, 0)
    printed = paid == 250_000 and on_meter != 499_950
    assert report.meters == {"seven_card": {"main": on_meter + 50 if printed else 0}}


@clause("43.12(b)", "43.12(e)", "43.7(g)2")
@pytest.mark.parametrize("meter_reset", ["before_the_next_pack", "after_the_round"])
@pytest.mark.parametrize("reset", [1, 1_000_000])
def test_in_a_void_round_the_house_has_back_what_it_made_up_for_a_wager_that_was_not_accepted(
    reset: int, meter_reset: str
) -> None:
    hands = "Ad Kd Qd Jd Td 2h 5h 7h 9h Jh 2c 3d 5c 7d 8c 9c 9s 2d 4c 3c 6d"  # a diamond royal, and a flush
    elected = {"five_card": "progressive:A", "five_card_reset": reset, "meter_reset": meter_reset}
    driver = opened("Ann", "Ben", stack=stacked(hands), **elected)
    driver.do(Bet(1, "five_card_1", 500), Bet(2, "five_card_2", 500), NoMoreBets()).duties(until="pack_2")
    driver.do(Step("pack_2"), Step("verify_hand", seat=2), Step("verify_wager", seat=2, found="dark"))
    driver.do(Step("not_accepted", seat=2, note="five_card_2"), Irregularity("wrong_number_of_cards", 1))
    driver.duties(until="collect")
    assert driver.table.meter("five_card", "main") == 1_000_000
    assert driver.table.ledger["house"] == -1_000_000


# What each progressive seven-card table keeps of $5 with $10,000 on the meter, in per cent, and what it would keep if
# the first row that fits were paid.
PROGRESSIVE_EDGES = {"A": (12.2724, 12.3128), "E": (12.8998, 13.0075), "H": (12.1365, 12.2441), "J": (21.7963, 21.9039)}


@clause("43.11(c)2")
def test_the_house_edge_of_every_progressive_table_is_that_of_the_highest_single_payout() -> None:
    tables = {letter: table for letter, table in PAY_TABLES["seven_card"].items() if table.shares}
    assert len(tables) == 13
    for letter, table in tables.items():
        most, first = odds.outcomes(table, "any", odds.worth(500, 1_000_000)), odds.outcomes(table)
        edges = [-100 * odds_on(table, one, stake=500, meter=1_000_000).measures.ev for one in (most, first)]
        known = PROGRESSIVE_EDGES.get(letter[-1])
        if known:
            assert tuple(round(float(edge), 4) for edge in edges) == known
        else:
            assert round(float(edges[1] - edges[0]), 4) == 0.0404
    (document,) = count_odds(TEXT, wager="seven_card", pay_table="progressive:A")
    assert (document.stake, round(100 * document.house_edge_decimal, 4)) == (500, 12.2724)


@clause("43.11(c)1")
def test_the_house_edge_of_a_table_with_amounts_is_that_of_its_stake() -> None:
    table, submission = PAY_TABLES["seven_card"]["A"], terms(TEXT, {"seven_card": "A"}).submission
    rows = {stake: dict(odds.at_amounts(table, submission, stake, 0))["seven_card"] for stake in (1_000, 1_001, 25_001)}
    assert rows[1_000]["6-Card Royal Flush"] == 180
    assert (rows[1_001]["6-Card Royal Flush"], rows[1_001]["7-Card Straight Flush"]) == (0, 32)
    assert rows[25_001]["7-Card Straight Flush"] == 0


def test_the_tables_have_every_letter() -> None:
    assert "".join(letter for letter in PAY_TABLES["five_card"] if len(letter) == 1) == "ABCDE"
    assert "".join(letter for letter in PAY_TABLES["seven_card"] if len(letter) == 1) == "ABCDEFGHIJKLMNOPQRSTUVW"
    assert "".join(letter[-1] for letter in PAY_TABLES["five_card"] if len(letter) > 1) == "ABCDE"
    assert "".join(letter[-1] for letter in PAY_TABLES["seven_card"] if len(letter) > 1) == "ABCDEFGHIJKLM"


# The names of hands in the notes, and those that the text prints.
NOTED = {
    "royal flush": "Royal Flush",
    "royal flush (other suits)": "Royal Flush",
    "straight flush": "Straight Flush",
    "four of a kind": "Four-of-a-Kind",
    "full house": "Full House",
    "flush": "Flush",
    "straight": "Straight",
    "three of a kind": "Three-of-a-Kind",
    "two pair": "Two Pair",
    "pair J-A": "One Pair (Jacks or better)",
    "pair 2-10": "One Pair (2 through 10)",
    "7-card SF": "7-Card Straight Flush",
    "6-card royal": "6-Card Royal Flush",
    "royal": "Royal Flush",
    "SF": "Straight Flush",
    "quads": "Four-of-a-Kind",
    "FH": "Full House",
    "trips": "Three-of-a-Kind",
}


def noted_tables(section: str) -> list[list[list[str]]]:
    """The tables of a section of the notes, as rows of cells."""
    text = NOTES.read_text("utf-8").partition(f"### {section} ")[2].partition("###")[0]
    tables: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    return [[rows[0], *rows[2:]] for rows in tables if rows]


def cells(table: list[list[str]]) -> dict[tuple[str, str], str]:
    """Column and row to cell; a cell that is not paid is left out."""
    return {
        (column, line[0]): cell
        for line in table[1:]
        for column, cell in zip(table[0][1:], line[1:], strict=True)
        if cell not in ("-", ".", "N/A")
    }


def printed(bonus: str, prefix: str) -> dict[tuple[str, str], str]:
    """Letter and hand to cell, of one configuration, without its shares of the meter."""
    words = {}
    for letter, table in PAY_TABLES[bonus].items():
        if letter.startswith(prefix) and (prefix or len(letter) == 1):
            for name, pay in table.pays.items():
                match pay:
                    case To():
                        words[letter[-1], name] = f"{pay.numerator}"
                    case For():
                        words[letter[-1], name] = f"{pay.multiple}"
                    case Fixed():
                        words[letter[-1], name] = f"{pay.cents // 100:,}"
                    case Push():
                        words[letter[-1], name] = "push"
    return words


@clause("43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2")
def test_every_cell_of_the_46_tables_is_that_of_the_notes() -> None:
    if not NOTES.exists():
        pytest.skip("the notes on the texts are not beside this repository")
    plain, progressive = noted_tables("7.1")
    for table, prefix in ((plain, ""), (progressive, "progressive:")):
        noted = {(letter, NOTED[name]): cell for (letter, name), cell in cells(table).items()}
        assert printed("five_card", prefix) == noted
    plain, progressive = noted_tables("7.2")
    for table, prefix in ((plain, ""), (progressive, "progressive:")):
        turned = {
            (letter, NOTED.get(name, NOTED.get(name.lower(), ""))): cell
            for (name, letter), cell in cells(table).items()
        }
        assert printed("seven_card", prefix) == turned


@clause("43.11(b)2", "43.11(c)2", "43.5(c)")
def test_every_progressive_table_pays_its_best_hands_from_the_meter() -> None:
    for letter, table in PAY_TABLES["five_card"].items():
        shares = {name: pay.percent for name, pay in table.pays.items() if isinstance(pay, Share)}
        assert shares == ({"Diamond Royal Flush": 100} if len(letter) > 1 else {})
    for letter, table in PAY_TABLES["seven_card"].items():
        shares = {name: pay.percent for name, pay in table.pays.items() if isinstance(pay, Share)}
        assert shares == ({"7-Card Straight Flush": 100, "6-Card Royal Flush": 10} if len(letter) > 1 else {})


@clause("43.11(c)1")
def test_tables_b_and_e_of_the_seven_card_bonus_are_alike_as_printed() -> None:
    columns = PAY_TABLES["seven_card"]
    assert columns["B"].pays == columns["E"].pays


@clause("43.5(d)1", "43.11(c)1", "43.11(c)2")
@pytest.mark.parametrize(
    ("letter", "any_run", "straight_flush"), [("A", 5_000_000, 200 * 500), ("progressive:A", 1_000_025, 200 * 500)]
)
def test_whether_any_run_of_seven_is_paid_on_the_top_row_is_a_reading(
    letter: str, any_run: int, straight_flush: int
) -> None:
    run, royal = SEVEN_CARDS["7-Card Straight Flush"], ("Ah Kh Qh Jh Th", "9h 8h")
    for reading, paid in (("any", any_run), ("royal", straight_flush)):
        read: dict[str, Any] = {"seven_card_straight_flush": reading}
        assert row(bonus_round("seven_card", letter, *run, **read), "seven_card_1")[1] == paid
        assert row(bonus_round("seven_card", letter, *royal, **read), "seven_card_1")[1] == any_run


@clause("43.11(c)1")
@pytest.mark.parametrize(
    ("stake", "reading", "back"), [(100, "returned", 100), (625, "returned", 625), (100, "kept", 0)]
)
def test_fixed_amounts_are_paid_whatever_the_stake_which_goes_back_or_not(stake: int, reading: str, back: int) -> None:
    cards = SEVEN_CARDS["6-Card Royal Flush"]
    report = bonus_round("seven_card", "H", *cards, stake=stake, fixed_amount_stake=reading)
    assert row(report, "seven_card_1") == ("win", 250_000, back)
    at_odds = bonus_round("seven_card", "H", *SEVEN_CARDS["Flush"], stake=stake, fixed_amount_stake=reading)
    assert row(at_odds, "seven_card_1") == ("win", 4 * stake, stake)


@clause("43.11(b)2", "43.11(c)2")
def test_multiples_of_a_progressive_wager_have_the_stake_in_them_unless_read_as_odds() -> None:
    assert row(bonus_round("five_card", "progressive:A", FIVE_CARDS["Flush"]), "five_card_1") == ("win", 25 * 500, 0)
    read = bonus_round("five_card", "progressive:A", FIVE_CARDS["Flush"], progressive_odds="to")
    assert row(read, "five_card_1") == ("win", 25 * 500, 500)
    two_pair = SEVEN_CARDS["Two Pair"]
    assert row(bonus_round("seven_card", "progressive:A", *two_pair), "seven_card_1") == ("push", 0, 500)
    read = bonus_round("seven_card", "progressive:A", *two_pair, progressive_odds="to")
    assert row(read, "seven_card_1") == ("win", 500, 500)


# --- 43.12: progressive bonus wagers ----------------------------------------------------------------------------------


@clause("43.12(a)")
def test_a_progressive_wager_is_of_the_posted_amount() -> None:
    driver = opened("Ann", five_card="progressive:A", seven_card="progressive:B")
    for amount in (499, 501, 1000):
        with pytest.raises(IllegalAction, match=r"five_card_1 \$5 \[packs-poker:43\.6\(b\)\]"):
            driver.do(Bet(1, "five_card_1", amount))
    driver.do(Bet(1, "five_card_1", 500), Bet(1, "seven_card_1", 500), Bet(1, "seven_card_3", 500))
    posted = {"five_card": {"minimum": 100, "maximum": 2500}}
    opened("Ann", five_card="progressive:A", limits=posted).do(Bet(1, "five_card_1", 2500))


@clause("43.12(a)", "43.12(b)")
def test_the_system_is_activated_before_no_more_bets_and_wagers_are_registered_after() -> None:
    driver = opened("Ann", "Ben", seven_card="progressive:A")
    driver.do(Bet(1, "seven_card_1", 500), Bet(1, "seven_card_2", 500), Bet(2, "pack_1", 1000))
    activate = Offer(Step("activate"), f"{TEXT}:43.12(a)", by=Role.DEALER, duty=True)
    assert duty(driver.table) == activate
    with pytest.raises(IllegalAction):
        play(driver.table, NoMoreBets(), None)
    driver.do(Step("activate"), by=Actor(Role.DEALER))
    assert rules.lit(driver.table) == {"seven_card": (1,)}
    driver.do(Bet(2, "seven_card_1", 500))  # one more wager, for which it is not active
    assert duty(driver.table) == activate
    driver.do(Step("activate"), by=Actor(Role.DEALER)).do(Withdraw(2, "seven_card_1"), Step("activate"), NoMoreBets())
    assert rules.lit(driver.table) == {"seven_card": (1,)}
    assert duty(driver.table) == Offer(
        Step("register_seven_card"), f"{TEXT}:43.12(b)", by=Role.DEALER, duty=True, free=("count", "found")
    )
    assert driver.table.meter("seven_card", "main") == 1_000_000
    with pytest.raises(BadInput, match="needs the number that was counted"):
        driver.do(Step("register_seven_card"))
    driver.do(Step("register_seven_card", count=2), by=Actor(Role.DEALER))
    assert driver.table.meter("seven_card", "main") == 1_000_050


@clause("43.12(b)")
def test_where_nobody_made_a_progressive_wager_none_is_registered() -> None:
    driver = opened("Ann", seven_card="progressive:A").do(Bet(1, "pack_1", 1000), NoMoreBets())
    assert not steps(driver, "activate")
    driver.do(Step("register_seven_card", count=0), by=Actor(Role.DEALER)).do(Deal())
    assert driver.table.meter("seven_card", "main") == 1_000_000
    without = opened("Ann", seven_card="A").do(Bet(1, "pack_1", 1000), NoMoreBets())
    assert isinstance(getattr(duty(without.table), "action", None), Deal)


@clause("43.12(b)")
def test_wagers_that_the_system_does_not_have_are_looked_into_before_the_deal() -> None:
    driver = opened("Ann", five_card="progressive:A").do(Bet(1, "five_card_1", 500), NoMoreBets())
    driver.do(Step("register_five_card", count=2), by=Actor(Role.DEALER))
    assert driver.table.meter("five_card", "main") == 1_000_000
    with pytest.raises(IllegalAction):
        play(driver.table, Deal(), Actor(Role.DEALER))
    driver.do(Step("settle_difference", note="one chip too many"), by=Actor(Role.SUPERVISOR))
    driver.do(Step("register_five_card", count=1), by=Actor(Role.DEALER)).do(Deal())
    assert driver.table.meter("five_card", "main") == 1_000_005


@clause("43.12(e)", "43.12(b)")
def test_meters_grow_by_their_rates_before_the_deal() -> None:
    driver = opened("Ann", five_card="progressive:A", seven_card="progressive:A", seven_card_rate=7)
    driver.do(Bet(1, "five_card_1", 500), Bet(1, "seven_card_1", 500), Bet(1, "seven_card_2", 500), NoMoreBets())
    driver.duties(until=Deal)
    assert driver.table.meter("five_card", "main") == 1_000_000 + 5
    assert driver.table.meter("seven_card", "main") == 1_000_000 + 2 * 35


@clause("43.12(e)")
def test_rates_are_no_less_than_the_text_says_both_meters_together() -> None:
    for field, rate, least in (("five_card", 0, 1), ("seven_card", 4, 5)):
        with pytest.raises(
            ImproperConfiguration, match=rf"at least {least}% of each wager \[packs-poker:43\.12\(e\)\]"
        ):
            terms(TEXT, {field: "progressive:A", f"{field}_rate": rate})
        terms(TEXT, {field: "progressive:A", f"{field}_rate": rate, f"{field}_reset_rate": 1})
        terms(TEXT, {field: "A", f"{field}_rate": 0})  # without a meter


@clause("43.12(e)")
def test_rates_that_are_fractions_are_no_less_and_no_more_than_rates_may_be() -> None:
    terms(TEXT, {"five_card": "progressive:A", "five_card_rate": "0.5", "five_card_reset_rate": "1/2"})
    with pytest.raises(ImproperConfiguration, match=r"five_card_rate = '0.5' is not allowed: .* at least 1%"):
        terms(TEXT, {"five_card": "progressive:A", "five_card_rate": "0.5", "five_card_reset_rate": "0.4"})
    with pytest.raises(
        ImproperConfiguration, match=r"seven_card_reset_rate = '201/2' .* from 0 to 100 \[.*43\.12\(e\)"
    ):
        terms(TEXT, {"seven_card_reset_rate": "201/2"})


@clause("43.12(e)")
def test_the_licensee_sets_what_a_meter_starts_with_and_is_reset_to() -> None:
    chosen = {"five_card_initial": 850_000, "five_card_reset": 700_000}
    file = {"game": TEXT, "seats": {"1": {"five_card_1": 500}}, "submission": {"five_card": "progressive:A", **chosen}}
    report = play_round(
        {
            **file,
            "hands": {"1": DIAMOND_ROYAL, "dealer": KING_HIGH.replace("Jd", "Jc").replace("7d", "7c")},
            "packs": PACKS,
        }
    ).report
    assert row(report, "five_card_1") == ("win", 850_005, 0)
    assert report.meters == {"five_card": {"main": 700_000}}


@clause("43.12(e)")
@pytest.mark.parametrize(
    ("reading", "saved", "after"),
    [
        ("added", 30_000, 1_030_010),
        ("added", 300_000, 1_300_010),
        ("added", 1_200_000, 2_200_010),
        ("least", 30_000, 1_000_000),
        ("least", 1_200_000, 1_200_010),
    ],
)
def test_a_reset_meter_saves_for_the_reset_and_the_house_funds_its_portion(
    reading: str, saved: int, after: int
) -> None:
    report = settle(
        {"1": DIAMOND_ROYAL, "dealer": "Kc Jc 9c 7c 4h"},
        seats={"1": {"five_card_1": 500}},
        submission={"five_card": "progressive:A", "five_card_reset_rate": 2, "reset_portion": reading},
        meters={"five_card": {"main": 2_000_000, "secondary": saved}},
    )
    assert row(report, "five_card_1") == ("win", 2_000_005, 0)
    assert report.meters == {"five_card": {"main": after, "secondary": 0}}


@clause("43.12(b)", "43.12(d)1", "43.10(i)")
def test_one_diamond_royal_on_three_packs_takes_the_meter_and_twice_what_it_is_reset_to() -> None:
    report = settle(
        {"1": DIAMOND_ROYAL, "dealer": "Kc Jc 9c 7c 4h"},
        seats={"1": {f"five_card_{number}": 500 for number in (1, 2, 3)}},
        submission={"five_card": "progressive:C"},
        meters={"five_card": {"main": 4_000_000}},
    )
    assert [row(report, f"five_card_{number}")[1] for number in (1, 2, 3)] == [4_000_015, 1_000_000, 1_000_000]
    assert report.meters == {"five_card": {"main": 1_000_000}}
    driver = opened("Ann", stack=stacked(DIAMOND_ROYAL), five_card="progressive:C")
    driver.do(*(Bet(1, f"five_card_{number}", 500) for number in (1, 2, 3)), NoMoreBets()).duties()
    assert len(steps(driver, "reset_five_card")) == 3
    assert report.house == -3_000_000 + 3 * 500 - 15


@clause("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3")
def test_hand_wager_and_payout_are_verified_before_a_progressive_bonus_is_paid() -> None:
    for cards, verified in (
        (FIVE_CARDS["Flush"], True),
        (DIAMOND_ROYAL, True),
        (ACE_HIGH, False),
        ("Tc Td 9h 4s 2c", False),
    ):
        driver = opened("Ann", stack=stacked(cards), five_card="progressive:E").do(
            Bet(1, "five_card_1", 500), NoMoreBets()
        )
        driver.duties(until="collect")
        done = [event for event in driver.events if isinstance(event, Settled | Stepped)]
        place = next(index for index, event in enumerate(done) if isinstance(event, Settled))
        before = [getattr(event, "step", "") for event in done[:place]][-4:]
        assert (before == ["verify_hand", "verify_wager", "validate", "pay_progressive"]) is verified
    plain = opened("Ann", stack=stacked(FIVE_CARDS["Flush"]), five_card="A").do(
        Bet(1, "five_card_1", 500), NoMoreBets()
    )
    assert not steps(plain.duties(), "verify_hand", "verify_wager", "validate")


TEN_AND_NINE = ["Th 9s", "2c 3d", "2d 3c"]
TWO_TENTHS = {"1": "Ah Kh Qh Jh 9h", "2": "As Ks Qs Js Ts", "dealer": "4c 4d 8d 8c 2h"}
TENTH_AND_ALL = {"1": "4h 5h 6h 7h 8h", "2": "Ah Kh Qh Jh 2s", "dealer": "4c 4d 8d 8c 2h"}
TWICE_ALL = {"1": "Ah 2h 3h 4h 5h", "2": "8h 9h Th Jh Qh", "dealer": "4c 4d 8d 8c 2s"}
ON_PACK_1 = {"1": {"seven_card_1": 500}, "2": {"seven_card_1": 500}}


def shared(hands: dict[str, str], packs: list[str], **submission: Any) -> Report:
    """Two progressive seven-card wagers on the first pack, on a meter that holds $100,000 with them."""
    return settle(
        hands,
        packs,
        ON_PACK_1,
        submission={"seven_card": "progressive:A", **submission},
        meters={"seven_card": {"main": 9_999_950}},
    )


@clause("43.12(d)", "43.12(d)1")
def test_winners_of_the_same_percentage_share_it_equally() -> None:
    report = shared(TWO_TENTHS, TEN_AND_NINE)
    assert row(report, "seven_card_1", 1) == row(report, "seven_card_1", 2) == ("win", 500_000, 0)
    assert report.meters == {"seven_card": {"main": 9_000_000}}
    report = shared(TWICE_ALL, ["6h 7h", "2c 3d", "2d 3c"])
    assert row(report, "seven_card_1", 1) == row(report, "seven_card_1", 2) == ("win", 5_000_000, 0)
    assert report.meters == {"seven_card": {"main": 1_000_000}}


@clause("43.12(d)2")
def test_the_tenth_is_paid_first_and_the_whole_from_the_balance() -> None:
    report = shared(TENTH_AND_ALL, ["Th 9h", "2c 3d", "2d 3c"])
    assert [(one.seat, one.pays) for one in report.settled] == [(2, 1_000_000), (1, 9_000_000)]
    seats = {"1": TENTH_AND_ALL["2"], "2": TENTH_AND_ALL["1"], "dealer": TENTH_AND_ALL["dealer"]}
    other = shared(seats, ["Th 9h", "2c 3d", "2d 3c"])
    assert [(one.seat, one.pays) for one in other.settled] == [(1, 1_000_000), (2, 9_000_000)]


@clause("43.12(d)1", "43.12(d)2")
@pytest.mark.parametrize(
    ("percents", "sharing", "paid"),
    [
        ([10], "percentage", [100_000]),
        ([10], "whole_meter", [100_000]),
        ([100], "whole_meter", [1_000_003]),
        ([10, 10, 10], "percentage", [33_333] * 3),
        ([10, 10, 10], "whole_meter", [333_334] * 3),
        ([10, 10, 100], "percentage", [50_000, 50_000, 900_003]),  # which one deck cannot deal
        ([10, 10, 100], "whole_meter", [50_000, 50_000, 900_003]),
        ([10, 100, 100], "percentage", [100_000, 450_001, 450_001]),
        ([100, 100], "percentage", [500_001] * 2),
    ],
)
def test_shares_are_rounded_down_and_the_rest_stays_on_the_meter(
    percents: list[int], sharing: str, paid: list[int]
) -> None:
    assert rules.shares(1_000_003, percents, sharing) == paid


@clause("43.12(d)1", "43.12(d)2")
@given(st.integers(0, 10**9), st.lists(st.sampled_from((10, 100)), min_size=1, max_size=6))
def test_equals_get_equal_shares_and_the_meter_is_never_overdrawn(on_meter: int, percents: list[int]) -> None:
    for sharing in ("percentage", "whole_meter"):
        paid = rules.shares(on_meter, percents, sharing)
        assert len({*zip(percents, paid, strict=True)}) == len({*percents})
        left = on_meter - sum(paid)
        assert left >= 0
        if rules.takes_all(percents, sharing):
            assert left < len(percents)


@clause("43.12(d)1")
def test_two_winners_of_a_tenth_share_the_whole_meter_where_the_text_is_taken_at_its_word() -> None:
    report = shared(TWO_TENTHS, TEN_AND_NINE, meter_sharing="whole_meter")
    assert row(report, "seven_card_1", 1) == row(report, "seven_card_1", 2) == ("win", 5_000_000, 0)
    assert report.meters == {"seven_card": {"main": 1_000_000}}
    report = shared(TENTH_AND_ALL, ["Th 9h", "2c 3d", "2d 3c"], meter_sharing="whole_meter")
    assert [(one.seat, one.pays) for one in report.settled] == [(2, 1_000_000), (1, 9_000_000)]


@clause("43.12(b)", "43.12(d)1")
def test_winners_on_different_packs_do_not_share() -> None:
    hands = {"1": "Ah Kh Qh Jh 2c", "2": "As Ks Qs Js 2d", "dealer": "4c 4d 8d 8c 2h"}
    report = settle(
        hands,
        ["Th 9h", "Ts 9s", "3c 5d"],
        {"1": {"seven_card_1": 500}, "2": {"seven_card_2": 500}},
        submission={"seven_card": "progressive:A"},
        meters={"seven_card": {"main": 9_999_950}},
    )
    assert row(report, "seven_card_1", 1)[1] == 1_000_000
    assert row(report, "seven_card_2", 2)[1] == 900_000
    assert report.meters == {"seven_card": {"main": 8_100_000}}


@clause("43.12(d)3")
def test_a_share_of_the_meter_is_the_same_however_much_was_staked() -> None:
    posted = {"seven_card": {"minimum": 100, "maximum": 10_000}}
    paid = set()
    for stake in (100, 200):
        report = settle(
            {"1": "Ah Kh Qh Jh 2c", "dealer": "4c 4d 8d 8c 2h"},
            ["Th 9h", "3c 5d", "3d 5c"],
            {"1": {"seven_card_1": stake}},
            submission={"seven_card": "progressive:A", "limits": posted},
            meters={"seven_card": {"main": 1_000_000 - stake * 5 // 100}},  # 500 for 1 pays no more than a tenth
        )
        paid.add(row(report, "seven_card_1"))
    assert paid == {("win", 100_000, 0)}


@clause("43.12(d)4")
def test_cards_of_a_payout_from_the_meter_stay_until_it_is_documented() -> None:
    stack = stacked(DIAMOND_ROYAL, "Ah Kh Qh Jh 9h", "4c 4d 8d 8c 2h", "Th 9s")
    posted = {"five_card": "progressive:A", "seven_card": "progressive:A", "seven_card_initial": 5_000_000}
    driver = opened("Ann", "Ben", stack=stack, **posted)
    driver.do(Bet(1, "five_card_1", 500), Bet(1, "seven_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets())
    driver.duties(until="document")
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    with pytest.raises(IllegalAction):
        driver.do(Step("collect"))
    driver.do(Step("document", seat=2, note="form 7"), by=Actor(Role.SUPERVISOR))
    assert driver.events[-1] == HandCollected(2, f"{TEXT}:43.12(d)4")
    with pytest.raises(IllegalAction):
        driver.do(Step("collect"))
    driver.do(Step("document", seat=1), by=Actor(Role.SUPERVISOR)).do(Step("collect"), by=Actor(Role.DEALER))
    assert len([event for event in driver.events if isinstance(event, HandCollected)]) == 2


@clause("43.12(d)4", "43.10(j)")
def test_papers_are_due_once_for_a_player_who_wins_twice() -> None:
    stack = stacked("Ad Kd Qd Jd Td", "4c 4h 8h 8c 2h", "9d 8d", "2c 2s")
    driver = opened("Ann", stack=stack, five_card="progressive:A", seven_card="progressive:A")
    driver.do(*(Bet(1, f"five_card_{number}", 500) for number in (1, 2)), Bet(1, "seven_card_1", 500), NoMoreBets())
    driver.duties(until="collect")
    won = [event for event in driver.events if isinstance(event, Settled) and event.payer.startswith("meter:")]
    assert len(won) == 3
    assert [event.seat for event in driver.events if isinstance(event, DocumentationDue)] == [1]


# --- 43.13: irregularities --------------------------------------------------------------------------------------------


def irregular(kind: str, **more: object) -> dict[str, object]:
    return {"do": "irregularity", "kind": kind, **more}


@clause("43.13(a)")
def test_a_card_exposed_before_no_more_bets_voids_all_hands_and_is_reshuffled() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "pack_1", 1000), Irregularity("card_exposed"))
    assert driver.table.void
    assert driver.table.ledger["player:Ann"] == 0
    driver.duties(until=Shuffle)
    assert [deck.stage for deck in driver.table.decks] == [Stage.GATHERED, Stage.READY]
    file = {"game": TEXT, "seats": {"1": {"pack_1": 1000}}, "stack": "Ah"}
    report = play_round({**file, "actions": [irregular("card_exposed")]}).report
    assert report.void == {
        "reason": "a card was exposed before the wagers were placed",
        "clause": f"{TEXT}:43.13(a)",
    }
    assert row(report, "pack_1") == ("void", 0, 1000)
    with pytest.raises(IllegalAction):
        play_round({**file, "actions": [irregular("card_exposed"), irregular("card_drawn_in_error")]})


@clause("43.13(a)", "43.7(g)2")
@pytest.mark.parametrize("kind", ["card_exposed", "wrong_number_of_cards", "wrong_number_in_pack"])
@pytest.mark.parametrize("reaches", ["all_hands", "hands_in_play"])
def test_hands_are_void_whenever_it_is_found_out_until_the_cards_are_collected(kind: str, reaches: str) -> None:
    for until in (Deal, "rack_stub", "reveal", "pack_2", "collect"):
        driver = opened("Ann", void_reaches=reaches).do(*(Bet(1, f"pack_{number}", 1000) for number in (1, 2, 3)))
        driver.do(NoMoreBets()).duties(until=until)
        seat = driver.table.seats[1]
        settled = driver.table.ledger["player:Ann"] + sum(seat.chips[wager] for wager in seat.lying)
        possible = kind == "card_exposed" or until is not Deal
        if not possible or (until == "collect" and reaches == "hands_in_play"):
            with pytest.raises(IllegalAction):
                driver.do(Irregularity(kind))
            continue
        driver.do(Irregularity(kind))
        with pytest.raises(IllegalAction):
            driver.do(Irregularity(kind))
        assert driver.duties().table.phase == Phase.BETTING
        assert driver.table.ledger["player:Ann"] == (0 if reaches == "all_hands" else settled)


@clause("43.13(a)")
def test_by_a_reading_an_exposed_card_is_not_found_out_after_the_announcement() -> None:
    driver = opened("Ann", found_until="no_more_bets").do(Bet(1, "pack_1", 1000))
    assert offered(driver.table, Irregularity("card_exposed"))
    driver.do(NoMoreBets())
    for until in (Deal, "rack_stub", "reveal", "pack_2", "collect"):
        with pytest.raises(IllegalAction):
            driver.duties(until=until).do(Irregularity("card_exposed"))


@clause("43.13(a)")
def test_a_deck_that_is_not_there_is_not_reshuffled() -> None:
    driver = opened("Ann").do(Step("remove", 0), Irregularity("card_exposed"), by=Actor(Role.SUPERVISOR))
    assert driver.table.decks[0].stage == Stage.USED


@clause("43.13(b)")
def test_one_card_face_up_is_put_aside_and_two_void_the_round() -> None:
    stack = "3c Ac Qd 9h 7s 4c Kc Jd 9c 7d 4h 2s 3h 5d 6c 8d Th"
    file: dict[str, Any] = {"game": TEXT, "seats": {"1": {"pack_1": 1000}}, "stack": stack}
    one = play_round({**file, "actions": [irregular("card_face_up_in_shoe", card="3c")]}).report
    assert one.hands == {"1": ACE_HIGH, "dealer": KING_HIGH}
    assert one.packs == tuple(PACKS)
    two = [irregular("card_face_up_in_shoe", card="3c"), irregular("card_face_up_in_shoe", card="2c")]
    report = play_round({**file, "actions": two}).report
    assert report.void == {"reason": "more than one card was found face up in the shoe", "clause": f"{TEXT}:43.13(b)"}
    assert row(report, "pack_1") == ("void", 0, 1000)


@clause("43.13(b)", "43.7(g)1")
def test_a_card_found_face_up_counts_as_present() -> None:
    driver = opened("Ann", stub_count_every=1, stack=WHOLE).do(Bet(1, "pack_1", 1000), NoMoreBets())
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[3]), Deal(), CountStub(52 - 16 - 1))
    assert driver.table.phase == Phase.DECIDING


@clause("43.13(c)")
def test_a_card_dealt_in_error_is_used_as_the_next_card() -> None:
    hands = {"1": ACE_HIGH, "dealer": KING_HIGH}
    assert settle(hands, actions=[irregular("card_drawn_in_error")]).hands == hands


@clause("43.7(g)2")
@pytest.mark.parametrize(("seat", "whose"), [(0, "the dealer"), (1, "seat 1")])
def test_a_wrong_number_of_cards_voids_all_hands(seat: int, whose: str) -> None:
    report = settle({"1": ACE_HIGH, "dealer": KING_HIGH}, actions=[irregular("wrong_number_of_cards", seat=seat)])
    assert report.void == {"reason": f"{whose} was dealt a wrong number of cards", "clause": f"{TEXT}:43.7(g)2"}
    assert report.net == {"1": 0}


@clause("43.7(g)2", "43.10(h)", "43.12(b)")
def test_a_pack_of_three_cards_voids_what_was_settled_before_it_too() -> None:
    stack = stacked(DIAMOND_ROYAL, "4c 4d 8d 8c 2h")
    driver = opened("Ann", stack=stack, five_card="progressive:A", hands_collected="at_end")
    driver.do(*(Bet(1, f"{wager}_{number}", 500) for number in (1, 2) for wager in ("pack", "five_card")))
    driver.do(NoMoreBets()).duties(until="pack_3")
    assert driver.table.ledger["player:Ann"] > 0
    driver.do(Irregularity("wrong_number_in_pack"))
    assert driver.table.ledger["player:Ann"] == 0
    assert driver.table.meter("five_card", "main") == 1_000_000
    driver.duties()
    assert driver.table.rounds == 1


@clause("43.7(g)2", "43.10(h)", "43.12(b)")
@pytest.mark.parametrize("reset", [600_000, 0])
def test_a_pack_of_three_cards_may_leave_what_was_settled_before_it(reset: int) -> None:
    """The first pack stands, with its part of the meter, what was won from it and its reset; the others go back."""
    stack = stacked(DIAMOND_ROYAL, "4c 4d 8d 8c 2h")
    posted = {"five_card": "progressive:A", "five_card_reset": reset, "void_reaches": "hands_in_play"}
    driver = opened("Ann", stack=stack, **posted)
    driver.do(*(Bet(1, f"{wager}_{number}", 500) for number in (1, 2) for wager in ("pack", "five_card")))
    driver.do(NoMoreBets()).duties(until="pack_2")
    won = driver.table.ledger["player:Ann"]
    assert won == 1_000_010 + 500 - 3 * 500  # the meter, the first pack at even money, and what still lies there
    assert driver.table.meter("five_card", "main") == reset
    driver.do(Irregularity("wrong_number_in_pack"))
    assert driver.table.ledger["player:Ann"] == won + 2 * 500
    assert {wager: one.result for wager, one in driver.table.seats[1].settled.items()} == {
        "pack_1": "win", "five_card_1": "win", "pack_2": "void", "five_card_2": "void",
    }  # fmt: skip
    assert driver.table.meter("five_card", "main") == max(0, reset - 5)
    driver.duties()
    assert (driver.table.rounds, driver.table.meter("five_card", "main")) == (1, max(0, reset - 5))


@clause("43.12(b)", "43.12(e)", "43.7(g)2")
def test_a_meter_that_was_won_is_reset_even_if_the_round_is_void_before() -> None:
    stack = stacked(DIAMOND_ROYAL, "4c 4d 8d 8c 2h")
    driver = opened("Ann", stack=stack, five_card="progressive:A", void_reaches="hands_in_play")
    driver.do(*(Bet(1, f"five_card_{number}", 500) for number in (1, 2)), NoMoreBets()).duties(until="reset_five_card")
    driver.do(Irregularity("wrong_number_in_pack")).duties()
    assert steps(driver, "reset_five_card")
    assert driver.table.meter("five_card", "main") == 1_000_000


@clause("43.12(b)", "43.12(e)")
def test_the_dealer_resets_a_meter_that_was_won_and_sees_what_it_shows() -> None:
    stack = stacked(DIAMOND_ROYAL, "4c 4d 8d 8c 2h")
    driver = opened("Ann", stack=stack, five_card="progressive:A", five_card_reset=600_000)
    driver.do(*(Bet(1, f"five_card_{number}", 500) for number in (1, 2)), NoMoreBets()).duties(until="reset_five_card")
    assert driver.table.meter("five_card", "main") == 0
    with pytest.raises(IllegalAction):
        play(driver.table, Step("pack_2"), Actor(Role.DEALER))
    driver.do(Step("reset_five_card", seat=1, count=599_999), by=Actor(Role.DEALER))
    assert driver.table.meter("five_card", "main") == 0
    driver.do(Step("settle_difference", seat=1), by=Actor(Role.SUPERVISOR))
    driver.do(Step("reset_five_card", seat=1, count=600_000), by=Actor(Role.DEALER))
    assert driver.table.meter("five_card", "main") == 600_000
    driver.do(Step("pack_2"), by=Actor(Role.DEALER))


@clause("43.12(b)", "43.12(d)1")
def test_whether_a_meter_is_reset_between_packs_is_a_reading() -> None:
    """After the round: the second and third pack find it empty, and pay the diamond royal as a royal flush."""
    report = settle(
        {"1": DIAMOND_ROYAL, "dealer": "Kc Jc 9c 7c 4h"},
        seats={"1": {f"five_card_{number}": 500 for number in (1, 2, 3)}},
        submission={"five_card": "progressive:C", "meter_reset": "after_the_round"},
        meters={"five_card": {"main": 4_000_000}},
    )
    assert [row(report, f"five_card_{number}")[1] for number in (1, 2, 3)] == [4_000_015, 500_000, 500_000]
    assert report.meters == {"five_card": {"main": 1_000_000}}


@clause("43.12(c)1", "43.12(c)2", "43.12(c)3")
@pytest.mark.parametrize(("step", "by"), [("verify_hand", Role.DEALER), ("verify_wager", Role.DEALER)])
def test_nothing_is_paid_while_a_progressive_bonus_is_not_verified(step: str, by: Role) -> None:
    driver = opened("Ann", stack=stacked(FIVE_CARDS["Flush"]), five_card="progressive:E")
    driver.do(Bet(1, "five_card_1", 500), NoMoreBets()).duties(until=step)
    with pytest.raises(IllegalAction):
        play(driver.table, Step(step, seat=1), Actor(Role.SUPERVISOR))
    driver.do(Step(step, seat=1, found="the light is out"), by=Actor(by))
    for early in ("validate", "pay_progressive"):
        with pytest.raises(IllegalAction):
            play(driver.table, Step(early, seat=1 if early == "validate" else 0), None)
    driver.do(Step("settle_difference", seat=1), by=Actor(Role.SUPERVISOR)).do(Step(step, seat=1), by=Actor(by))
    driver.duties(until="collect")
    assert driver.table.seats[1].settled["five_card_1"].pays == 20 * 500


@clause("43.12(c)2")
@pytest.mark.parametrize(("reading", "back"), [("returned", 500), ("kept", 0)])
def test_a_supervisor_may_rule_that_a_bonus_was_not_accepted_and_nothing_is_paid(reading: str, back: int) -> None:
    chosen = {"five_card": "progressive:E", "unaccepted_wager": reading}
    driver = opened("Ann", stack=stacked(FIVE_CARDS["Flush"]), **chosen)
    driver.do(Bet(1, "five_card_1", 500), Bet(1, "five_card_2", 500), NoMoreBets()).duties(until="verify_wager")
    driver.do(Step("verify_wager", seat=1, found="the system has not accepted it"))
    driver.do(Step("not_accepted", seat=1, note="five_card_1"), by=Actor(Role.SUPERVISOR))
    assert not driver.table.owed  # nothing more is verified, and there is nothing to pay
    driver.duties(until="pack_2")
    made = driver.table.seats[1].settled["five_card_1"]
    assert (made.result, made.pays, made.returned) == ("void" if back else "lose", 0, back)
    assert driver.table.meter("five_card", "main") == 1_000_000 + (5 if back else 10)
    driver.duties(until="collect")
    assert driver.table.seats[1].settled["five_card_2"].pays == 20 * 500


@clause("43.12(a)", "43.10(k)")
def test_the_progressive_system_is_dark_when_the_cards_are_collected() -> None:
    driver = opened("Ann", five_card="progressive:E").do(Bet(1, "five_card_1", 500), NoMoreBets())
    assert rules.lit(driver.duties(until="collect").table) == {"five_card": (1,)}
    assert not rules.lit(driver.do(Step("collect")).table)


@clause("43.12(b)", "43.12(c)")
def test_a_bonus_that_was_validated_is_paid_before_the_settlement_goes_on() -> None:
    driver = opened("Ann", "Ben", stack=stacked(FIVE_CARDS["Flush"]), five_card="progressive:E")
    driver.do(Bet(1, "pack_1", 500), Bet(1, "five_card_1", 500), Bet(2, "five_card_1", 500), NoMoreBets())
    paid = driver.duties(until="pay_progressive").do(Step("pay_progressive")).entries[-1].events
    made = [(event.seat, event.wager, event.result) for event in paid if isinstance(event, Settled)]
    assert made == [(2, "five_card_1", "win"), (1, "pack_1", "lose")]


@clause("43.12(c)1", "43.12(c)3")
@pytest.mark.parametrize("step", ["verify_hand", "validate"])
def test_a_bonus_that_a_supervisor_does_not_validate_is_not_paid(step: str) -> None:
    driver = opened("Ann", stack=stacked(FIVE_CARDS["Flush"]), five_card="progressive:E")
    driver.do(Bet(1, "five_card_1", 500), NoMoreBets()).duties(until=step).do(Step(step, seat=1, found="other cards"))
    driver.do(Step("not_validated", seat=1, note="five_card_1"), by=Actor(Role.SUPERVISOR))
    assert not driver.table.owed  # nothing more is verified, and there is nothing to pay
    assert driver.duties(until="collect").table.seats[1].settled["five_card_1"].result == "lose"


VERIFICATION = ["verify_hand", "verify_wager", "validate", "pay_progressive"]


@clause("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3")
@pytest.mark.parametrize("ruling", ["not_accepted", "not_validated"])
def test_whoever_comes_after_a_bonus_that_is_not_paid_is_verified_before_being_paid(ruling: str) -> None:
    """Another player's bonus, and another one of the same player."""
    hands = stacked("9c 9d 9h 2s 3d", "8c 8d 8h 4s 5d")
    driver = opened("Ann", "Ben", stack=hands, five_card="progressive:A", seven_card="progressive:A")
    driver.do(Bet(1, "five_card_1", 500), Bet(2, "five_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets())
    for wager, then in [("five_card_1", 2), ("seven_card_1", 1)]:
        driver.duties(until="validate").do(Step("validate", seat=2, found="it is not in order"))
        driver.do(Step(ruling, seat=2, note=wager), by=Actor(Role.SUPERVISOR))
        assert [(due.step, due.seat) for due in driver.table.owed[:3]] == [(step, then) for step in VERIFICATION[:3]]
        assert "five_card_1" not in driver.table.seats[1].settled
    driver.duties(until="collect")
    assert driver.table.seats[1].settled["five_card_1"].pays == 5 * 500


@clause("43.12(c)", "43.12(c)3", "43.12(d)1")
def test_a_meter_that_fewer_share_than_were_validated_is_validated_anew() -> None:
    hands = stacked("Ah 2h 3h 4h 5h", "8h 9h Th Jh Qh", "4c 4d 8d 8c 2s", "6h 7h")
    driver = opened("Ann", "Ben", stack=hands, seven_card="progressive:M", hands_dealt="five_at_a_time")
    driver.do(Bet(1, "seven_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets())
    driver.duties(until="validate").do(Step("validate", seat=2), by=Actor(Role.SUPERVISOR))
    driver.duties(until="validate").do(Step("validate", seat=1, found="it was placed late"))
    driver.do(Step("not_accepted", seat=1, note="seven_card_1"), by=Actor(Role.SUPERVISOR))
    assert [due.step for due in driver.table.owed] == VERIFICATION
    assert {due.seat for due in driver.table.owed[:3]} == {2}
    on_meter = driver.table.meter("seven_card", "main")
    driver.do(Step("pay_progressive"))
    assert driver.table.seats[2].settled["seven_card_1"].pays == on_meter


@clause("43.12(a)", "43.12(b)")
def test_a_bonus_that_the_system_has_not_accepted_is_taken_back_before_the_others_are_registered() -> None:
    amounts = {bonus: {"minimum": 1, "maximum": 10_000} for bonus in ("five_card", "seven_card")}
    driver = opened("Ann", five_card="progressive:E", seven_card="progressive:A", limits=amounts)
    driver.do(Bet(1, "five_card_1", 500), Bet(1, "five_card_2", 1), Bet(1, "seven_card_1", 500), NoMoreBets())
    driver.duties(until="register_five_card").do(Step("register_five_card", count=1))
    driver.do(Step("take_back", seat=1, note="five_card_2"), by=Actor(Role.SUPERVISOR))
    owed = [(due.step, due.expected) for due in driver.table.owed]
    assert owed == [("register_five_card", 1), ("register_seven_card", 1)]
    driver.do(Step("register_five_card", count=1), by=Actor(Role.DEALER)).duties(until="collect")
    assert driver.table.meter("five_card", "main") == 1_000_005
    assert "five_card_2" not in driver.table.seats[1].chips
    assert any(event == BetWithdrawn(1, "five_card_2", f"{TEXT}:43.12(b)") for event in driver.events)


@clause("43.12(a)")
def test_the_system_indicates_no_position_whose_wager_was_taken_back() -> None:
    driver = opened("Ann", "Ben", seven_card="progressive:A")
    driver.do(Bet(1, "seven_card_1", 500), Bet(1, "seven_card_2", 500), Bet(2, "seven_card_1", 500), NoMoreBets())
    assert rules.lit(driver.table) == {"seven_card": (1, 2)}
    driver.duties(until="register_seven_card").do(Step("register_seven_card", count=2))
    driver.do(Step("take_back", seat=1, note="seven_card_2"))
    assert rules.lit(driver.table) == {"seven_card": (1, 2)}  # for another pack
    driver.do(Step("register_seven_card", count=1), Step("take_back", seat=2, note="seven_card_1"))
    assert rules.lit(driver.table) == {"seven_card": (1,)}
    driver.do(Step("register_seven_card", count=0), Step("take_back", seat=1, note="seven_card_1"))
    assert driver.table.void
    assert rules.lit(driver.table) == {}


@clause("43.7(d)", "43.8(c)", "43.9(c)")
def test_whose_wagers_are_all_taken_back_is_dealt_no_cards_and_with_no_wager_left_there_is_no_round() -> None:
    def all_taken_back(*players: str) -> Driver:
        driver = opened(*players, seven_card="progressive:A")
        driver.do(Bet(1, "seven_card_1", 500), Bet(1, "seven_card_2", 500))
        driver.do(*[Bet(seat, "pack_1", 500) for seat in range(2, len(players) + 1)], NoMoreBets())
        driver.duties(until="register_seven_card").do(Step("register_seven_card", count=1))
        driver.do(Step("take_back", seat=1, note="seven_card_1"), Step("register_seven_card", count=0))
        return driver.do(Step("take_back", seat=1, note="seven_card_2"))

    driver = all_taken_back("Ann", "Ben").duties(until="pack_1")
    assert not driver.table.seats[1].chips
    assert [len(driver.table.hand(seat)) for seat in driver.table.seats.values()] == [0, 5]
    assert all_taken_back("Ann").table.void == RoundVoided("no wager was left", f"{TEXT}:43.12(b)")


@clause("43.10(j)")
def test_cards_are_not_kept_for_a_pack_whose_wager_was_taken_back() -> None:
    driver = opened("Ann", "Ben", seven_card="progressive:A")
    driver.do(Bet(1, "pack_1", 500), Bet(2, "pack_3", 500), Bet(1, "seven_card_3", 500), NoMoreBets())
    driver.duties(until="register_seven_card").do(Step("register_seven_card", count=0))
    driver.do(Step("take_back", seat=1, note="seven_card_3")).duties(until="pack_2")
    assert driver.table.seats[1].collected


@clause("43.11(c)2", "43.12(c)", "43.12(d)1")
@pytest.mark.parametrize("ruled", ["take_back", "not_accepted", "not_validated"])
def test_who_qualifies_alone_after_a_ruling_is_due_the_whole_share(ruled: str) -> None:
    royals = stacked("Ah Kh Qh Jh Th As Ks Qs Js Ts 2c 3d 5c 7d 8c 9h 9s 2d 4c 3c 6d")
    filed = {"seven_card": "progressive:A", "highest_payout": "after_sharing", "seven_card_initial": 3_000_000}
    driver = opened("Ann", "Ben", stack=royals, **filed)
    driver.do(Bet(1, "seven_card_1", 500), Bet(2, "pack_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets())
    if ruled == "take_back":
        driver.duties(until="register_seven_card").do(Step("register_seven_card", count=1))
    else:
        driver.duties(until="verify_hand")
        amiss = ruled == "not_validated"
        driver.do(Step("verify_hand", seat=2, found="no royal" if amiss else ""))
        driver.do(*[Step("verify_wager", seat=2, found="dark")][amiss:])
    driver.do(Step(ruled, seat=2, note="seven_card_1")).duties(until="collect")
    on_meter = driver.table.meter("seven_card", "main") + driver.table.seats[1].settled["seven_card_1"].pays
    assert driver.table.seats[1].settled["seven_card_1"].pays == on_meter // 10


@clause("43.11(c)2", "43.12(c)", "43.12(d)1")
@pytest.mark.parametrize("ruled", [1, 2])
@pytest.mark.parametrize("sharing", ["percentage", "whole_meter"])
@pytest.mark.parametrize("on_meter", [3_000_000, 480_000])
def test_who_gets_a_printed_row_because_others_would_share_is_paid_when_theirs_have_been_validated(
    on_meter: int, sharing: str, ruled: int
) -> None:
    """Whichever of them is verified first: alone the tenth is paid, if it is more than the row is."""
    royals = stacked("Ah Kh Qh Jh Th As Ks Qs Js Ts 2c 3d 5c 7d 8c 9h 9s 2d 4c 3c 6d")
    filed = {"seven_card": "progressive:A", "highest_payout": "after_sharing", "meter_sharing": sharing}
    driver = opened("Ann", "Ben", stack=royals, seven_card_initial=on_meter, seven_card_reset=0, **filed)
    driver.do(Bet(1, "seven_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets()).duties(until="verify_hand")
    while (driver.table.owed[0].step, driver.table.owed[0].seat) != ("validate", ruled):
        driver.owed()
    driver.do(Step("validate", seat=ruled, found="no royal"))
    driver.do(Step("not_validated", seat=ruled, note="seven_card_1")).duties(until="collect")
    assert driver.table.seats[ruled].settled["seven_card_1"].pays == 0
    tenth = (on_meter + 50) // 10
    assert driver.table.seats[3 - ruled].settled["seven_card_1"].pays == max(tenth, 500 * 500)


@clause("43.11(c)2", "43.12(c)", "43.12(d)1")
def test_printed_rows_of_all_who_would_share_are_paid_together() -> None:
    royals = stacked("Ah Kh Qh Jh Th As Ks Qs Js Ts 2c 3d 5c 7d 8c 9h 9s 2d 4c 3c 6d")
    filed = {"seven_card": "progressive:A", "highest_payout": "after_sharing", "seven_card_initial": 3_000_000}
    driver = opened("Ann", "Ben", stack=royals, **filed)
    driver.do(Bet(1, "seven_card_1", 500), Bet(2, "seven_card_1", 500), NoMoreBets()).duties(until="pay_progressive")
    paid = driver.do(Step("pay_progressive")).entries[-1].events
    assert [(one.seat, one.pays) for one in paid if isinstance(one, Settled)] == [(2, 250_000), (1, 250_000)]
    assert not driver.table.undocumented


SEVEN_METER = "meter:seven_card:main"


def verifying(*hands: str, on_meter: int, bets: list[tuple[int, str]]) -> Driver:
    """A hand was verified that is paid on a meter which other tables share."""
    filed = {"five_card": "progressive:A", "seven_card": "progressive:A", "hands_dealt": "five_at_a_time"}
    driver = Driver(terms(TEXT, filed), stack=stacked(*hands), opening={"linked": (SEVEN_METER,)})
    driver.do(ReadMeter(SEVEN_METER, on_meter), by=Actor(Role.SYSTEM)).duties()
    driver.do(Sit(1, "Ann"), Sit(2, "Ben")).duties()
    driver.do(*[Bet(seat, wager, 500) for seat, wager in bets], NoMoreBets()).duties(until="verify_hand")
    return driver.do(Step("verify_hand", seat=2))


@clause("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3")
@pytest.mark.parametrize(
    ("hands", "wager"),
    [
        (("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "4c 4d 8d 8c 2c", "9s 9h"), "seven_card_1"),  # they share it by now
        (("9c 9d 3h 3d 3s", "Ah Kh Qh Jh Th", "4c 4d 8d 8c 2c", "9h 5h"), "five_card_1"),  # its turn is the next by now
    ],
)
def test_nobody_is_paid_unverified_because_a_linked_meter_is_another_amount_by_now(
    hands: tuple[str, ...], wager: str
) -> None:
    driver = verifying(*hands, on_meter=2_000_000, bets=[(1, wager), (2, "seven_card_1")])
    driver.do(ReadMeter(SEVEN_METER, 9_000_000), by=Actor(Role.SYSTEM)).duties(until="collect")
    steps = [(entry.action.step, entry.action.seat) for entry in driver.entries if isinstance(entry.action, Step)]
    pays = {one: driver.table.seats[one].settled["seven_card_1" if one == 2 else wager] for one in (1, 2)}
    assert pays[2].pays == (450_000 if wager == "seven_card_1" else 900_000)
    for seat in (1, 2):
        paid = next(at for at, entry in enumerate(driver.entries) if pays[seat] in entry.events)
        done = [entry.action for entry in driver.entries[:paid]]
        assert [Step(step, seat=seat) in done for step in VERIFICATION[:3]] == [True] * 3
    assert steps.count(("verify_hand", 1)) == 1


@clause("43.12(c)", "43.12(c)3")
def test_what_was_verified_need_not_be_again_while_the_same_wagers_are_paid() -> None:
    hands = ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "4c 4d 8d 8c 2c", "9s 9h")
    driver = verifying(*hands, on_meter=9_000_000, bets=[(1, "seven_card_1"), (2, "seven_card_1")])
    owed = driver.table.owed
    driver.do(ReadMeter(SEVEN_METER, 9_500_000), by=Actor(Role.SYSTEM))
    assert driver.table.owed == owed


@clause("43.12(d)4", "43.7(g)2")
@pytest.mark.parametrize(("reading", "documents"), [("hands_in_play", 1), ("all_hands", 0)])
def test_a_void_hand_stays_for_the_papers_of_a_payout_that_stands(reading: str, documents: int) -> None:
    driver = opened("Ann", stack=stacked(DIAMOND_ROYAL), five_card="progressive:A", void_reaches=reading)
    driver.do(Bet(1, "five_card_1", 500), Bet(1, "five_card_2", 500), NoMoreBets()).duties(until="pack_2")
    driver.do(Irregularity("wrong_number_in_pack")).duties()
    assert driver.steps.count(("document", Role.SUPERVISOR)) == documents
    assert driver.table.ledger["player:Ann"] == (1_000_010 - 500 if documents else 0)


def taken_back(*others: Bet) -> Driver:
    """Ann's only wager is a progressive bonus that the system has not accepted."""
    driver = opened("Ann", "Ben", five_card="progressive:E").do(Bet(1, "five_card_1", 500), *others, NoMoreBets())
    driver.duties(until="register_five_card").do(Step("register_five_card", count=0))
    return driver.do(Step("take_back", seat=1, note="five_card_1"), by=Actor(Role.SUPERVISOR))


@clause("43.7(d)", "43.12(a)", "43.12(b)")
def test_no_cards_are_dealt_to_a_player_whose_only_wager_was_not_accepted() -> None:
    driver = taken_back(Bet(2, "pack_1", 1000)).duties(until="rack_stub")
    assert not driver.hand(1)
    assert len(driver.hand(2)) == 5
    assert driver.duties().table.ledger["player:Ann"] == 0
    assert driver.table.phase == Phase.BETTING


@clause("43.7(d)", "43.12(a)", "43.12(b)")
def test_with_no_wager_left_no_card_is_dealt() -> None:
    driver = taken_back().duties()
    assert not [event for event in driver.events if isinstance(event, Dealt)]
    assert (driver.table.phase, driver.table.ledger["player:Ann"]) == (Phase.BETTING, 0)
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties(until="rack_stub")  # and the next round is dealt
    assert len(driver.hand(1)) == 5


@clause("43.12(e)")
@pytest.mark.parametrize(
    ("stake", "wagers", "five", "seven"),
    [(250, 1, 3, 13), (250, 2, 5, 25), (50, 1, 1, 3), (50, 2, 1, 5), (1, 3, 1, 1), (10, 3, 1, 2)],
)
def test_no_meter_ever_lags_its_rate(stake: int, wagers: int, five: int, seven: int) -> None:
    amounts = {bonus: {"minimum": 1, "maximum": 10_000} for bonus in ("five_card", "seven_card")}
    driver = opened("Ann", five_card="progressive:A", seven_card="progressive:A", limits=amounts)
    for number in range(1, wagers + 1):
        driver.do(*(Bet(1, f"{bonus}_{number}", stake) for bonus in amounts))
    driver.do(NoMoreBets()).duties(until=Deal)
    assert driver.table.meter("five_card", "main") == 1_000_000 + five
    assert driver.table.meter("seven_card", "main") == 1_000_000 + seven


@clause("43.12(e)")
@pytest.mark.parametrize(("main", "secondary"), [(1, 3), ("1.5", "10/7")])
@given(rounds=st.lists(st.tuples(st.integers(1, 999), st.booleans()), min_size=1, max_size=6))
def test_over_many_rounds_a_meter_is_never_a_cent_off_its_rate(
    main: int | str, secondary: int | str, rounds: list[tuple[int, bool]]
) -> None:
    """Fractions are carried from round to round, through JSON too, and go back with a round that is void."""
    amounts = {"five_card": {"minimum": 1, "maximum": 10_000}}
    hands = stacked(ACE_HIGH, KING_HIGH)
    rates = {"five_card_rate": main, "five_card_reset_rate": secondary}
    driver = opened("Ann", stack=hands, five_card="progressive:A", limits=amounts, **rates)
    exact = 0
    for stake, void in rounds:
        driver.do(Bet(1, "five_card_1", stake), Bet(1, "five_card_3", stake), NoMoreBets()).duties(until=Deal)
        if void:
            driver.do(Irregularity("automated_shoe_jam"))
        else:
            exact += 2 * stake
        driver.duties()
        assert state_from(encoded(driver.table)) == bare(driver.table)
        for name, percent in (("main", Fraction(main)), ("secondary", Fraction(secondary))):
            grown = driver.table.meter("five_card", name) - (1_000_000 if name == "main" else 0)
            ahead = 100 * grown - exact * percent
            assert 0 <= ahead < 100
            assert driver.table.ahead.get(f"meter:five_card:{name}", 0) == ahead * percent.denominator


@clause("43.12(e)", "43.7(g)2")
def test_a_meter_that_gives_back_the_part_of_one_wager_keeps_that_of_the_others() -> None:
    amounts = {"five_card": {"minimum": 1, "maximum": 10_000}}
    posted = {"five_card": "progressive:A", "limits": amounts, "void_reaches": "hands_in_play"}
    driver = opened("Ann", stack=stacked(ACE_HIGH, KING_HIGH), **posted)
    driver.do(*(Bet(1, f"five_card_{number}", 250) for number in (1, 2)), NoMoreBets()).duties(until="pack_2")
    assert driver.table.meter("five_card", "main") == 1_000_005
    driver.do(Irregularity("wrong_number_in_pack"))
    assert driver.table.meter("five_card", "main") == 1_000_003


@clause("43.13(d)")
def test_a_jammed_shuffler_means_another_shuffle() -> None:
    driver = opened("Ann").do(Bet(1, "pack_1", 1000), Irregularity("shuffler_jam"))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 4


@clause("43.13(e)")
def test_a_jammed_automated_shoe_voids_the_round_and_the_cards_are_reshuffled() -> None:
    hands = {"1": ACE_HIGH, "dealer": KING_HIGH}
    report = settle(hands, actions=[irregular("automated_shoe_jam")])
    assert report.void
    assert report.void["clause"] == f"{TEXT}:43.13(e)"
    with pytest.raises(IllegalAction):
        settle(hands, actions=[irregular("automated_shoe_jam")], submission={"dealing": "hand"})
    driver = opened("Ann").do(Bet(1, "pack_1", 1000), NoMoreBets(), Irregularity("automated_shoe_jam"))
    driver.do(Step("collect"), by=Actor(Role.DEALER)).duties(until=Shuffle)
    assert driver.table.decks[0].stage == Stage.GATHERED


@clause("43.12(b)", "43.12(e)", "43.13(e)")
def test_a_void_round_gives_progressive_wagers_back_and_restores_the_meters() -> None:
    report = settle(
        {"1": ACE_HIGH, "dealer": KING_HIGH},
        seats={"1": {"seven_card_1": 500, "five_card_2": 500}},
        actions=[irregular("automated_shoe_jam")],
        submission={"five_card": "progressive:A", "seven_card": "progressive:A"},
    )
    assert row(report, "seven_card_1") == row(report, "five_card_2") == ("void", 0, 500)
    assert report.meters == {"five_card": {"main": 1_000_000}, "seven_card": {"main": 1_000_000}}


@clause("43.13(f)")
def test_an_automated_shoe_is_removed_before_cards_are_dealt_otherwise() -> None:
    driver = opened("Ann").do(Step("remove_devices"), by=Actor(Role.SUPERVISOR)).duties()
    assert len(driver.table.decks) == 2
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties()
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-4] == f"{TEXT}:43.7(d)"
    driver.do(Step("install_devices"), by=Actor(Role.SUPERVISOR)).duties()
    driver.do(Bet(1, "pack_1", 1000), NoMoreBets()).duties()
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-4] == f"{TEXT}:43.9(c)"
    assert driver.table.deck == 0
    with pytest.raises(IllegalAction):  # the shuffler stays: no other way of shuffling is allowed
        opened("Ann", dealing="hand").do(Step("remove_devices"))


# --- Round files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"packs": PACKS[:2]}, "packs must be a list of 3"),
        ({"packs": "2s 3h"}, "packs must be a list of 3"),
        ({"packs": None}, "packs must be a list of 3"),
        ({"packs": ["2s", "5d 6c", "8d Th"]}, "the hand of pack 1 must have 2 cards, not 1"),
        ({"packs": ["2s 2s", "5d 6c", "8d Th"]}, "2s occurs too often"),
        ({"packs": ["2s 3h", "5d 6c", 7]}, "7 is not a list of cards"),
        ({"packs": ["2s Ac", "5d 6c", "8d Th"]}, "Ac occurs too often"),
        ({"hands": {"1": ACE_HIGH}}, "hands has no hand for dealer"),
        ({"hands": {"1": ACE_HIGH, "2": "2h", "dealer": KING_HIGH}}, "hands has no key '2'; its keys are 1, dealer"),
        ({"hands": {"1": f"{ACE_HIGH} 2h", "dealer": KING_HIGH}}, "the hand of 1 must have 5 cards, not 6"),
        ({"stack": "2c"}, "a stack has the packs in it; leave out 'packs'"),
        ({"seats": {"1": {}}}, "seat 1 has no wager, without which no cards are dealt to it"),
        ({"seats": {"7": {"pack_1": 500}}}, "seat '7' does not exist; the seats are 1 to 6"),
        ({"seats": {"1": {"pack_4": 500}}}, "seat 1 has no key 'pack_4'"),
        ({"seats": {"1": {"five_card_1": 500}}}, "five_card_1 $5 is not offered"),
        ({"actions": [{"seat": 1, "do": "fold"}]}, "seat 1: fold is not offered"),
        (
            {"meters": {"progressive": {"main": 1}}},
            "meters has no key 'progressive'; its keys are five_card, seven_card",
        ),
        ({"submission": {"five_card": "F"}}, 'five_card = "F" is not allowed'),
    ],
)
def test_a_round_file_that_cannot_be_is_refused_in_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    file = {
        "game": TEXT,
        "seats": {"1": {"pack_1": 500}},
        "hands": {"1": ACE_HIGH, "dealer": KING_HIGH},
        "packs": PACKS,
    }
    with pytest.raises((BadInput, IllegalAction, ImproperConfiguration), match=re.escape(sentence)):
        play_round({**file, **changes})


def test_packs_are_needed_beside_hands_and_a_stack_must_reach_to_the_last() -> None:
    file = {"game": TEXT, "seats": {"1": {"pack_1": 500}}}
    with pytest.raises(BadInput, match="needs the key 'packs'"):
        play_round({**file, "hands": {"1": ACE_HIGH, "dealer": KING_HIGH}})
    with pytest.raises(BadInput, match="too short: of 16 cards to deal it has 15"):
        play_round({**file, "stack": f"{ACE_HIGH} {KING_HIGH} 2s 3h 5d 6c 8d"})


# --- Counts -----------------------------------------------------------------------------------------------------------


@clause("43.11(b)1", "43.11(b)2", "43.5(c)")
def test_all_five_card_hands_by_paid_row() -> None:
    rows = {
        "Diamond Royal Flush": 1,
        "Royal Flush": 3,
        "Straight Flush": 36,
        "Four-of-a-Kind": 624,
        "Full House": 3_744,
        "Flush": 5_108,
        "Straight": 10_200,
        "Three-of-a-Kind": 54_912,
        "Two Pair": 123_552,
        "One Pair (Jacks or better)": 337_920,
        "One Pair (2 through 10)": 760_320,
        "": 1_302_540,
    }
    assert odds.outcomes(PAY_TABLES["five_card"]["progressive:E"]) == rows
    assert sum(rows.values()) == comb(52, 5) == 2_598_960
    plain = odds.outcomes(PAY_TABLES["five_card"]["A"])
    assert plain["Royal Flush"] == 4
    assert plain[""] == 1_302_540 + 760_320


# As published for seven cards (Alspach), a straight flush with the royal ones in it.
ALSPACH = {
    "Straight Flush": 41_584,
    "Four-of-a-Kind": 224_848,
    "Full House": 3_473_184,
    "Flush": 4_047_644,
    "Straight": 6_180_020,
    "Three-of-a-Kind": 6_461_620,
    "Two Pair": 31_433_400,
    "": 58_627_800 + 23_294_460,
}


@clause("43.11(c)1", "43.11(c)2", "43.5(d)1", "43.5(d)2")
@pytest.mark.parametrize("straight_flush", ["any", "royal"])
def test_all_seven_card_hands_by_paid_row(straight_flush: str) -> None:
    rows = odds.outcomes(PAY_TABLES["seven_card"]["progressive:A"], straight_flush)
    runs = {"any": 4 * 8, "royal": 4}[straight_flush]  # ace high or low there are eight runs of seven in a suit
    assert rows["7-Card Straight Flush"] == runs
    assert rows["6-Card Royal Flush"] == 4 * (46 - 1)  # any seventh card but the eight of the suit
    assert rows["Royal Flush"] == 4_324 - 4 - 180
    in_a_row = ("7-Card Straight Flush", "6-Card Royal Flush", "Royal Flush", "Straight Flush")
    assert sum(rows[name] for name in in_a_row) == ALSPACH["Straight Flush"]
    assert {name: rows[name] for name in ALSPACH if name != "Straight Flush"} == {
        name: count for name, count in ALSPACH.items() if name != "Straight Flush"
    }
    assert sum(rows.values()) == comb(52, 7) == 133_784_560


RETURNS = {
    "five_card": {"A": "0.8829", "B": "0.9430", "C": "0.9048", "D": "0.9057", "E": "0.9309"},
    "seven_card": {
        "A": "0.9530", "B": "0.9622", "C": "0.9630", "D": "0.9470", "E": "0.9622", "F": "0.9352", "G": "0.9448",
        "H": "0.9299", "I": "0.9161", "J": "0.9659", "K": "0.8662", "L": "0.9379", "M": "0.9488", "N": "0.9364",
        "O": "0.9388", "P": "0.9527", "Q": "0.9569", "R": "0.9619", "S": "0.9850", "T": "0.9871", "U": "0.9263",
        "V": "0.9468", "W": "0.9771",
    },
}  # fmt: skip


@clause("43.11(b)1", "43.11(c)1")
@pytest.mark.parametrize("bonus", RETURNS)
def test_no_table_returns_more_than_a_dollar_of_a_dollar(bonus: str) -> None:
    for letter, back in RETURNS[bonus].items():
        returned = odds.returned(PAY_TABLES[bonus][letter])
        assert returned is not None
        assert round(returned, 4) == Fraction(back)
    assert odds.returned(PAY_TABLES[bonus]["progressive:A"]) is None


@clause("43.11(b)2", "43.11(c)2")
def test_multiples_read_as_odds_to_one_would_return_more_than_is_staked_before_the_jackpot() -> None:
    def back(bonus: str, reading: str) -> dict[str, Fraction]:
        posted = {name: table for name, table in PAY_TABLES[bonus].items() if table.shares}
        return {
            name[-1]: odds.by_rows(read_as(table, reading), "any", 500, 10**9, "returned")
            for name, table in posted.items()
        }

    for bonus in ("five_card", "seven_card"):
        assert all(Fraction("0.74") < share < Fraction("0.93") for share in back(bonus, "for").values())
    assert all(Fraction("1.03") < share < Fraction("1.13") for share in back("five_card", "to").values())
    assert "".join(letter for letter, share in back("seven_card", "to").items() if share > 1) == "ABCDEGH"
    assert round(back("seven_card", "to")["A"], 2) == Fraction("1.26")


@given(st.permutations(WHOLE).map(lambda order: order[:16]))
def test_the_engine_settles_as_the_ranks_and_the_counted_rows_say(cards: list[int]) -> None:
    ours, theirs, first = cards[:5], cards[5:10], cards[10:12]
    table = PAY_TABLES["seven_card"]["A"]
    report = settle(
        {"1": CARDS.text(ours), "dealer": CARDS.text(theirs)},
        [CARDS.text(cards[at : at + 2]) for at in (10, 12, 14)],
        {"1": {"pack_1": 1000, "seven_card_1": 100}},
        submission={"seven_card": "A"},
    )
    better = rules.rank((*ours, *first)) - rules.rank((*theirs, *first))
    pair = rules.rank((*ours, *first)) >= rules.ONE_PAIR
    expected = "win" if better > 0 and pair else "push" if better == 0 and pair else "lose"
    assert row(report, "pack_1")[0] == expected
    name = next(name for name in rules.seven_card_names(mask([*ours, *first]), "any"))
    assert row(report, "seven_card_1") == due(table.pays.get(name), 100, 0)


@clause("43.10(a)1", "43.10(a)2")
@pytest.mark.parametrize(("shown_by", "step"), [("player", "display"), ("dealer", "lay_down")])
def test_where_a_table_runs_by_itself_the_system_shows_the_cards_of_who_does_not(shown_by: str, step: str) -> None:
    session = open_session(TEXT, {"hands_shown_by": shown_by}, seed="nobody shows")
    for seat, name in ((2, "Ann"), (5, "Ben")):
        session.sit(seat, name)
        session.do(Bet(seat, "pack_1", 1000))
    session.do(NoMoreBets())
    session.run()
    assert session.awaited == (2, 5)
    for seat in session.awaited:
        session.decide_for(seat)
    done = [entry.by.role for entry in session.entries if isinstance(entry.action, Step) and entry.action.step == step]
    assert done == [Role.SYSTEM, Role.SYSTEM]
    session.run()
    assert session.table.rounds == 1
