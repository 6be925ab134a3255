"""What The Flush, clause by clause."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.places import ASIDE
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush import rules
from nomorebets.games.what_the_flush.maths import odds
from nomorebets.games.what_the_flush.submission import PRINTED, Submission
from nomorebets.licence.inspection import checklist
from nomorebets.rounds.file import Report, play_round
from nomorebets.rulebook.money import To
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
from nomorebets.table.engine import duty, legal, offered
from nomorebets.table.events import (
    CutMade,
    Dealt,
    DeckReceived,
    DeckRemoved,
    Discarded,
    HandCollected,
    RoundCompleted,
    Settled,
    Shuffled,
    Stepped,
    StubCounted,
    TurnedUp,
)
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import Phase
from nomorebets.table.view import view
from tests import driving
from tests.driving import WHOLE, Driver

TEXT = "what-the-flush"
clause = pytest.mark.clause

# Hands by what they are; where several are used at once they do not touch one another.
FOUR_CARDS = "Kc Tc 6c 3c 4d 8d Jh"
FIVE_CARDS = "Kh 9h 6h 4h 2s 5c 8s"  # one of them a wild two
SIX_CARDS = "As Js 9s 7s 5s 2d Kd"
SEVEN_CARDS = "As Js 9s 7s 5s 2d 2c"
WEAK = "3c 3d 4h 5s 7c 8h Td"
DEALER = "Qd 9d 5d Jc 9c Qs Th 7h"  # three diamonds, queen high
STRONG_DEALER = "Ad Qd 9d 7d 6d Qs Th Jh"
TWO_ON_TOP = "Qd 9d 5d Jc 9c Qs Th 2h"


def opened(*players: str, stack: Iterable[int] = (), **submission: Any) -> Driver:
    return driving.opened(*players, stack=stack, key=TEXT, **submission)


def dealt(*players: str, **submission: Any) -> Driver:
    """Antes placed, cards dealt and the top card up: it is for the players to decide."""
    driver = opened(*players, **submission)
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", 1000))
    return driver.do(NoMoreBets()).duties(until=Reveal)


def played(driver: Driver) -> Driver:
    """Every player plays as much as the ante."""
    for number, seat in driver.table.seats.items():
        driver.do(Decision(number, "play", seat.stake("ante")))
    return driver


def settle(
    hands: dict[str, str],
    actions: list[dict[str, Any]] | None = None,
    seats: dict[str, dict[str, Any]] | None = None,
    **rest: Any,
) -> Report:
    """Settle a round; without more, every seat has an ante of ten dollars and plays as much."""
    numbers = [name for name in hands if name != "dealer"]
    seats = seats or {name: {"ante": 1000} for name in numbers}
    if actions is None:
        actions = [{"seat": int(name), "do": "play", "amount": seats[name]["ante"]} for name in numbers]
    file = {"game": TEXT, "seats": seats, "hands": hands, "actions": actions, **rest}
    report = play_round(file).report
    assert sum(report.net.values()) + report.house == 0
    assert report.meters == {}
    return report


def row(report: Report, wager: str, seat: int = 1) -> tuple[str, int, int]:
    found = [one for one in report.settled if (one.seat, one.wager) == (seat, wager)]
    assert len(found) == 1
    return found[0].result, found[0].pays, found[0].returned


def clause_of(report: Report, wager: str, seat: int = 1) -> str:
    found = next(one.clause for one in report.settled if (one.seat, one.wager) == (seat, wager))
    return found.removeprefix(f"{TEXT}:")


def against(cards: str, number: int = 8) -> str:
    """Cards for a dealer that a hand leaves over."""
    held = CARDS.parse(cards)
    return CARDS.text([card for card in WHOLE if card not in held][-number:])


def irregular(kind: str, **more: object) -> dict[str, object]:
    return {"do": "irregularity", "kind": kind, **more}


SURRENDER = {"seat": 1, "do": "surrender"}
PLAY = {"seat": 1, "do": "play", "amount": 1000}

# --- 38.2-38.4: cards, opening, shuffle and cut -----------------------------------------------------------------------


@clause("38.2(a)", "38.7(a)", "38.9(a)", "38.11(a)")
def test_the_checklist_asks_for_what_every_table_needs() -> None:
    def asked(**submission: object) -> list[str]:
        return [item.clause.partition(":")[2] for item in checklist(terms(TEXT, submission))]

    posted = ["38.1 Flush Rush", "38.1 Super Flush Rush"]
    assert asked() == [*posted, "38.2(a)", "38.7(a)", "38.10(a)1", "38.11(a)"]
    shoe = asked(dealing="automated_shoe")
    assert shoe == [*posted, "38.2(a)", "38.9(a)", "38.9(c)", "38.10(a)1", "38.11(a)", "38.12(f)"]
    assert asked(flush_rush=False, super_flush_rush=False) == ["38.2(a)", "38.7(a)", "38.10(a)1", "38.11(a)"]
    assert asked(dealing="hand") == [*posted, "38.2(a)", "38.10(a)1", "38.11(a)", "38.12(e)"]


@clause("38.2(b)1", "38.2(b)2", "38.2(b)3", "38.2(b)4", "38.2(b)5")
def test_the_checklist_asks_about_two_decks_where_there_are_two() -> None:
    two = {item.clause for item in checklist(terms(TEXT, {"decks": 2, "shuffler": "automated"}))}
    one = {item.clause for item in checklist(terms(TEXT, {"shuffler": "automated"}))}
    asked = {clause.partition(":")[2] for clause in two - one}
    assert asked == {"38.2(b)", "38.2(b)1", "38.2(b)2", "38.2(b)3", "38.2(b)4", "38.2(b)5"}


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
    driver = opened("Ann", decks=2, shuffler="automated")
    received = [event for event in driver.events if isinstance(event, DeckReceived)]
    assert len({event.colour for event in received}) == 2
    for step in ("inspect", "verify", "spread", "show", "wash"):
        assert {e.deck for e in driver.events if isinstance(e, Stepped) and e.step == step} == {0, 1}
    in_use = []
    for _ in range(4):
        in_use.append(driver.table.deck)
        played(driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)).duties()
    assert in_use == [0, 1, 0, 1]


@clause("38.2(b)")
def test_a_second_deck_needs_a_shuffler() -> None:
    with pytest.raises(ImproperConfiguration, match=r"a second deck needs an automated shuffler .*38\.2\(b\)"):
        terms(TEXT, {"decks": 2})


@clause("38.2(b)3", "38.2(b)5")
def test_one_deck_is_shuffled_while_the_other_alone_is_dealt_and_discarded() -> None:
    driver = opened("Ann", decks=2, shuffler="automated")
    played(driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)).duties(until="collect")
    driver.do(Step("collect"), by=Actor(Role.DEALER)).duties().do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"while the other is in play \[what-the-flush:38\.2\(b\)3\]"):
        driver.do(Shuffle(0, WHOLE))
    driver.do(NoMoreBets(), Deal())
    assert driver.table.decks[1].stage == Stage.DEALT
    shuffles = [offer.action for offer in legal(driver.table) if isinstance(offer.action, Shuffle)]
    assert [action.deck for action in shuffles] == [0]
    with pytest.raises(IllegalAction, match=r"lies in the discard rack \[what-the-flush:38\.2\(b\)5\]"):
        driver.do(Step("rack_stub"))
    driver.do(Shuffle(0, WHOLE))
    waiting = driver.table.decks[0]
    driver.do(Step("rack_stub"), Step("turn_up_top_card"), by=Actor(Role.DEALER))
    assert driver.table.decks[0] == waiting


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


@clause("38.4(a)", "38.4(b)", "38.4(b)1")
def test_cards_are_shuffled_before_each_round_and_dealt_uncut_from_a_device() -> None:
    driver = opened("Ann", shuffler="automated")
    played(driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)).duties(until=Shuffle)
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "ante", 1000), NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert {event.by for event in driver.events if isinstance(event, Shuffled)} == {"device"}
    assert not [event for event in driver.events if isinstance(event, CutMade)]


@clause("38.3(a)", "38.4(a)", "38.4(b)2")
def test_pre_shuffled_cards_are_only_cut_at_first() -> None:
    driver = opened("Ann", preshuffled=True, shuffler="automated")
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert steps == ["receive", "inspect", "verify", "load"]
    played(driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)).duties()
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
    driver = opened("Ann", idle_spread=spread).do(Leave(1)).do(Step("idle"), by=Actor(Role.DEALER))
    before = len(driver.events)
    driver.do(Sit(2, "Ben")).duties(until=Shuffle)
    assert [event.step for event in driver.events[before:] if isinstance(event, Stepped)] == steps
    assert driver.table.phase == Phase.BETTING


# --- 38.5: hand rankings ----------------------------------------------------------------------------------------------

DEFAULT = Submission()
AS_FLUSH = replace(DEFAULT, straight_flush_rank="as_flush")
AS_TWO = replace(DEFAULT, wild_two_rank="two")


def compared(ours: str, theirs: str, submission: Submission = DEFAULT) -> int:
    """1 if our hand is the higher one, -1 if theirs is, 0 for a tie."""
    rank, other = (rules.hand_rank(hand(cards), submission) for cards in (ours, theirs))
    return (rank > other) - (rank < other)


@clause("38.5(a)", "38.5(b)", "38.5(b)2", "38.5(c)", "38.1 Hand")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9c 7c 5c 3c Td 8h 6s", "Ac Kc Jc 9d 8d 7h 5s"),  # length before rank
        ("Ac 6c 3c 9d 8d 7h 5s", "Kc Qc Tc 9d 8d 7h 5s"),  # then the highest card
        ("Ac Tc 3c 9d 8d 7h 5s", "Ac 9c 8c Td 8d 7h 5s"),  # then the next
        ("Kc 6c 3c Kd 7d 3d Ah", "Kc 6c 3c Qd Td 3d Ah"),  # of two flushes the better one
        ("9c 7c 2d Kd 8h 6h 5s", "Ac Kc 9d 8d 7h 6h 5s"),  # a two of another suit makes three
        ("9c 2c 2d 2h 2s 5d 3h", "Ac Kc Qc Jc 3d 8h 7s"),  # four twos make five with any card
    ],
)
def test_the_longest_flush_wins_and_between_equals_its_cards(better: str, worse: str) -> None:
    for submission in (DEFAULT, AS_FLUSH, AS_TWO):
        assert compared(better, worse, submission) == 1
        assert compared(worse, better, submission) == -1


@clause("38.5(c)", "38.1 Suit")
def test_no_suit_outranks_another() -> None:
    assert compared("Ac Kc 4c 9d 8d 7h 6s", "As Ks 4s 9d 8d 7h 6c") == 0


@clause("38.5(a)")
@pytest.mark.parametrize(
    ("submission", "result"),
    [(DEFAULT, 1), (AS_TWO, -1)],
)
def test_a_wild_two_counts_as_the_highest_missing_rank_or_as_a_two(submission: Submission, result: int) -> None:
    # Queen, nine and a two: with the ace that it stands for above king, nine, three.
    assert compared("Qc 9c 2h Jd 6d 7s 3h", "Kc 9c 3c Jd 8d 6h 5s", submission) == result


@clause("38.5(a)", "38.5(c)")
def test_a_wild_two_never_doubles_a_rank_that_is_there() -> None:
    # Ace, king (wild), nine ties with a natural ace, king, nine; as a two it is lower.
    assert compared("Ac 9c 2h Jd 6d 7s 3h", "Ac Kc 9c Jd 7d 6h 4s") == 0
    assert compared("Ac 9c 2h Jd 6d 7s 3h", "Ac Kc 9c Jd 7d 6h 4s", AS_TWO) == -1


@clause("38.5(b)", "38.5(b)1", "38.5(b)2")
@pytest.mark.parametrize(("submission", "result"), [(DEFAULT, 1), (AS_FLUSH, -1), (AS_TWO, 1)])
def test_a_straight_flush_is_above_a_flush_of_its_length_or_compared_like_one(
    submission: Submission, result: int
) -> None:
    assert compared("5c 4c 3c Jd 9d 8h 6s", "Ac Kc Jc 9d 7d 6h 4s", submission) == result
    longer = "Ac Jc 9c 7c 6d 5h 4s"
    assert compared("5c 4c 3c Jd 9d 8h 6s", longer, submission) == -1  # the length comes first


@clause("38.5(b)1")
def test_straight_flushes_go_from_ace_king_down_to_ace_two() -> None:
    runs = ["Ac Kc Qc", "Kc Qc Jc", "5c 4c 3c", "4c 3c 2d", "Ac 3c 2d"]
    filler = " 9h 8s 6d 5s"
    ranked = [rules.hand_rank(hand(run + filler), DEFAULT) for run in runs]
    assert ranked[0] > ranked[1] > ranked[2]
    assert ranked[2] == ranked[3]  # the two goes to the top: five, four, three
    assert ranked[3] > ranked[4]  # three, two, ace


@clause("38.5(b)1", "38.5(e)1")
def test_a_run_does_not_go_round_the_corner() -> None:
    def longest(cards: str) -> int:
        return rules.measure(PRINTED["super_flush_rush"])(hand(cards))

    assert longest("Kc Ac 3c 9d 2h 7s Jd") == 3
    assert longest("Qc Kc Ac 2h 3s 5d 7h") == 4
    assert longest("Ac 2h 3c 4c 9d 7s Jd") == 4


@clause("38.5(d)", "38.5(d)1", "38.5(d)2", "38.5(d)3", "38.5(e)", "38.5(e)1", "38.5(e)2", "38.5(e)3", "38.5(e)4")
def test_bonus_hands_are_named_as_their_tables_print_them() -> None:
    assert list(PRINTED["flush_rush"].pays) == [rules.flush_name(size) for size in (7, 6, 5)]
    assert list(PRINTED["super_flush_rush"].pays) == [rules.straight_flush_name(size) for size in (7, 6, 5, 4)]


# --- 38.6, 38.13: wagers ----------------------------------------------------------------------------------------------


@clause("38.6(c)", "38.1 Ante")
def test_an_ante_within_the_posted_limits_is_needed_to_take_part() -> None:
    driver = opened("Ann", limits={"ante": {"minimum": 500, "maximum": 2500}})
    for amount in (499, 2501, -500):
        with pytest.raises(IllegalAction, match=r"offered: seat 1: ante \$5 to \$25 \[what-the-flush:38\.6\(c\)\]"):
            driver.do(Bet(1, "ante", amount))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    with pytest.raises(IllegalAction):  # no bonus without an ante
        driver.do(Bet(1, "flush_rush", 500))
    driver.do(Bet(1, "ante", 500), NoMoreBets())


@clause("38.6(c)")
def test_a_table_has_six_positions_at_most() -> None:
    driver = opened(*"ABCDEF")
    with pytest.raises(IllegalAction, match=r"positions 1 to 6 \[what-the-flush:38\.6\(c\)\]"):
        driver.do(Sit(7, "G"))
    for seat in range(1, 7):
        driver.do(Bet(seat, "ante", 1000))
    driver.do(NoMoreBets(), Deal())
    assert len(driver.table.in_play.stack) == 52 - 6 * 7 - 8


@clause("38.6(d)bis", "38.1 Flush Rush", "38.1 Super Flush Rush")
@pytest.mark.parametrize("wager", ["flush_rush", "super_flush_rush"])
def test_a_bonus_wager_is_for_the_licensee_to_offer_and_need_not_equal_the_ante(wager: str) -> None:
    opened("Ann").do(Bet(1, "ante", 1000), Bet(1, wager, 2500))
    closed: dict[str, Any] = {wager: False}
    driver = opened("Ann", **closed).do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, wager, 1000))


@clause("38.6(d)bis")
@pytest.mark.parametrize("wager", ["flush_rush", "super_flush_rush"])
def test_a_bonus_wager_is_within_its_own_posted_limits(wager: str) -> None:
    limits = {"ante": {"minimum": 100, "maximum": 90_000}, wager: {"minimum": 500, "maximum": 2500}}
    driver = opened("Ann", limits=limits).do(Bet(1, "ante", 50_000))
    for amount in (100, 499, 2501, 50_000):
        with pytest.raises(IllegalAction, match=r"\$5 to \$25") as refusal:
            driver.do(Bet(1, wager, amount))
        assert refusal.value.clause == f"{TEXT}:38.6(d)bis"
    driver.do(Bet(1, wager, 500), Withdraw(1, wager), Bet(1, wager, 2500))


LIMITS = [(WEAK, 1000), (FOUR_CARDS, 1000), (FIVE_CARDS, 2000), (SIX_CARDS, 3000), (SEVEN_CARDS, 3000)]
LIMITS += [("3h 4h 5h 6h 7h 9c Ts", 2000), ("Ah 2h 3h 4h 5h 6h 7h", 3000), ("2c 2d 2h 2s 9c 8d 7h", 2000)]


@clause("38.6(d)", "38.10(a)1", "38.1 Play")
@pytest.mark.parametrize(("cards", "most"), LIMITS)
def test_the_play_wager_is_at_least_the_ante_and_limited_by_the_flush(cards: str, most: int) -> None:
    hands = {"1": cards, "dealer": against(cards)}
    for amount in (1000, (1000 + most) // 2, most):
        assert row(settle(hands, [{"seat": 1, "do": "play", "amount": amount}]), "play")[0] in ("win", "lose", "push")
    for amount in (0, 999, most + 1):
        with pytest.raises(IllegalAction, match=r"offered: seat 1: play \$10.* \[what-the-flush:38\.6\(d\)\]"):
            settle(hands, [{"seat": 1, "do": "play", "amount": amount}])


@clause("38.6(d)")
def test_three_antes_on_five_cards_are_refused_with_what_is_on_offer() -> None:
    with pytest.raises(IllegalAction) as refusal:
        settle({"1": FIVE_CARDS, "dealer": DEALER}, [{"seat": 1, "do": "play", "amount": 3000}])
    assert str(refusal.value) == (
        "seat 1: play $30 is not offered; offered: seat 1: play $10 to $20 [what-the-flush:38.6(d)] "
        "or seat 1: surrender [what-the-flush:38.10(a)2]"
    )
    assert refusal.value.clause == f"{TEXT}:38.6(d)"


@clause("38.6(a)")
def test_a_verbal_wager_with_cash_is_not_accepted() -> None:
    with pytest.raises(IllegalAction, match=r"verbal wager with cash is not accepted \[what-the-flush:38\.6\(a\)\]"):
        opened("Ann").do(Bet(1, "ante", 1000, cash=True))


@clause("38.6(a)", "38.6(d)")
def test_a_match_play_coupon_counts_but_is_never_paid_out() -> None:
    seats: dict[str, dict[str, Any]] = {"1": {"ante": 1000, "match_play": {"ante": 500}}}
    as_much = [{"seat": 1, "do": "play", "amount": 1500}]
    won = settle({"1": FOUR_CARDS, "dealer": DEALER}, as_much, seats)
    assert row(won, "ante") == ("win", 1500, 1000)
    assert won.net == {"1": 3000}
    lost = settle({"1": WEAK, "dealer": STRONG_DEALER}, as_much, seats)
    assert row(lost, "ante") == ("lose", 0, 0)
    assert lost.net == {"1": -2500}
    tied = settle({"1": "Kc Jc 9c 4d 6h 3s 5s", "dealer": "Kd Jd 9d Th 8s Qs Qc 7h"}, as_much, seats)
    assert row(tied, "ante") == ("push", 0, 1000)
    assert tied.net == {"1": 0}
    with pytest.raises(IllegalAction):
        opened("Ann").do(Bet(1, "ante", 1000), Coupon(1, "ante", 1001))


@clause("38.6(b)", "38.7(b)")
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "ante", 1000), Bet(1, "flush_rush", 500), Withdraw(1, "flush_rush"))
    assert driver.table.ledger["player:Ann"] == -1000
    driver.do(NoMoreBets())
    for late in (Bet(2, "ante", 1000), Bet(1, "flush_rush", 500), Withdraw(1, "ante"), Coupon(1, "ante", 100)):
        with pytest.raises(IllegalAction, match=r'"No more bets" \[what-the-flush:38\.6\(b\)\]'):
            driver.do(late)


@clause("38.6(e)", "38.1 Super Flush Rush")
def test_the_bonus_wagers_and_the_contest_with_the_dealer_do_not_touch() -> None:
    seats = {"1": {"ante": 1000, "flush_rush": 500, "super_flush_rush": 500}}
    alone = settle({"1": FIVE_CARDS, "dealer": DEALER})
    won = settle({"1": FIVE_CARDS, "dealer": DEALER}, [PLAY], seats)
    assert [row(won, wager) for wager in ("ante", "play")] == [row(alone, wager) for wager in ("ante", "play")]
    assert row(won, "flush_rush") == ("win", 2000, 500)
    assert row(won, "super_flush_rush") == ("lose", 0, 0)
    lost = settle({"1": FIVE_CARDS, "dealer": STRONG_DEALER.replace("Qs", "2h")}, [PLAY], seats)
    assert row(lost, "ante") == row(lost, "play") == ("lose", 0, 0)
    assert row(lost, "flush_rush") == ("win", 2000, 500)


@clause("38.6(f)")
def test_only_seated_players_wager_and_those_with_cards_stay() -> None:
    with pytest.raises(IllegalAction, match=r"nobody is seated at position 2 \[what-the-flush:38\.6\(f\)"):
        opened("Ann").do(Bet(2, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"stays until the round is complete \[what-the-flush:38\.6\(f\)"):
        dealt("Ann").do(Leave(1))


@clause("38.13")
def test_a_player_bets_at_one_position_only() -> None:
    driver = opened("Ann", "Ann").do(Bet(1, "ante", 1000))
    with pytest.raises(IllegalAction, match=r"one player may wager at one position only \[what-the-flush:38\.13\]"):
        driver.do(Bet(2, "ante", 1000))
    seats = {"1": {"ante": 1000, "player": "Ann"}, "2": {"ante": 1000, "player": "Ann"}}
    with pytest.raises(IllegalAction, match="at one position only"):
        settle({"1": FOUR_CARDS, "2": SIX_CARDS, "dealer": DEALER}, None, seats)
    with pytest.raises(ImproperConfiguration, match="no clause allows a field 'positions_per_player'"):
        terms(TEXT, {"positions_per_player": 2})


# --- 38.7-38.9: dealing -----------------------------------------------------------------------------------------------

BY_DEALING = {
    "manual_shoe": ("38.7(b)", "38.7(d)", "38.7(e)"),
    "hand": ("38.8(b)3", "38.8(c)", "38.8(d)"),
    "automated_shoe": ("38.9(b)2", "38.9(c)", "38.9(d)"),
}


LOADED = {"manual_shoe": "38.7(a)", "hand": "38.8(b)2", "automated_shoe": "38.9(b)1"}


def assert_loaded_first(driver: Driver, way: str) -> None:
    """The deck is put into the shoe or the hand, then the announcement is made, and only then cards are dealt."""
    done = [event for event in driver.events if isinstance(event, Stepped | Dealt)]
    names = [event.step if isinstance(event, Stepped) else "deal" for event in done]
    load = next(event for event in done if isinstance(event, Stepped) and event.step == "load")
    assert load.clause == f"{TEXT}:{LOADED[way]}"
    assert names.index("load") < names.index("announce") < names.index("deal")


@clause("38.7(a)", "38.7(b)", "38.7(d)", "38.7(e)", "38.1 Stub")
@clause("38.7(d)1", "38.7(d)2", "38.7(d)3", "38.7(d)4", "38.7(d)5", "38.7(d)6", "38.7(d)7", "38.7(d)8")
@clause("38.7(d)9", "38.7(d)10", "38.7(d)11", "38.7(d)12", "38.7(d)13", "38.7(d)14", "38.7(d)15")
@clause("38.8(a)", "38.8(b)", "38.8(b)2", "38.8(b)3", "38.8(c)", "38.8(d)")
@clause("38.8(c)1", "38.8(c)2", "38.8(c)3", "38.8(c)4", "38.8(c)5", "38.8(c)6", "38.8(c)7", "38.8(c)8")
@clause("38.8(c)9", "38.8(c)10", "38.8(c)11", "38.8(c)12", "38.8(c)13", "38.8(c)14", "38.8(c)15")
@pytest.mark.parametrize("way", ["manual_shoe", "hand"])
def test_from_shoe_and_hand_cards_go_round_one_by_one_and_the_dealer_gets_an_eighth(way: str) -> None:
    driver = opened("Ann", "Ben", "Cid", stack=WHOLE, dealing=way)
    driver.do(Bet(1, "ante", 1000), Bet(3, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    announce, order, stub = (f"{TEXT}:{number}" for number in BY_DEALING[way])
    cards = [event for event in driver.events if isinstance(event, Dealt)]
    assert [event.to for event in cards] == ["seat 1", "seat 3", "dealer"] * 7 + ["dealer"]
    assert [event.cards for event in cards] == [(card,) for card in WHOLE[:22]]
    assert {event.clause for event in cards} == {order}
    assert driver.hand(3) == WHOLE[1:21:3]
    steps = {event.step: event.clause for event in driver.events if isinstance(event, Stepped)}
    assert (steps["announce"], steps["rack_stub"]) == (announce, stub)
    assert_loaded_first(driver, way)
    assert driver.table.in_play.stack == WHOLE[22:]


@clause("38.9(a)", "38.9(b)", "38.9(b)1", "38.9(b)2", "38.9(c)", "38.9(d)")
def test_from_an_automated_shoe_the_dealer_gets_the_first_stack_and_players_the_next() -> None:
    driver = opened("Ann", "Ben", "Cid", stack=WHOLE, dealing="automated_shoe")
    driver.do(Bet(1, "ante", 1000), Bet(3, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    announce, order, stub = (f"{TEXT}:{number}" for number in BY_DEALING["automated_shoe"])
    stacks = [(event.to, event.cards, event.clause) for event in driver.events if isinstance(event, Dealt)]
    assert stacks == [("dealer", WHOLE[:8], order), ("seat 1", WHOLE[8:15], order), ("seat 3", WHOLE[15:22], order)]
    steps = {event.step: event.clause for event in driver.events if isinstance(event, Stepped)}
    assert (steps["announce"], steps["rack_stub"]) == (announce, stub)
    assert_loaded_first(driver, "automated_shoe")
    assert driver.table.dealer_up == (WHOLE[7],)  # the top of the stack of eight


@clause("38.7(d)", "38.8(c)", "38.9(c)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_known_hands_are_settled_alike_however_they_were_dealt(way: str) -> None:
    hands = {"1": FOUR_CARDS, "4": SIX_CARDS, "dealer": TWO_ON_TOP}
    report = settle(hands, submission={"dealing": way})
    assert report.hands == hands
    assert report.net == {"1": 2000, "4": 2000}


@clause("38.7(d)", "38.9(c)")
def test_a_stack_says_what_leaves_the_shoe_in_the_order_of_the_deal() -> None:
    file: dict[str, Any] = {"game": TEXT, "seats": {"2": {"ante": 1000}}, "actions": [{"seat": 2, "do": "surrender"}]}
    stack = CARDS.text(WHOLE[:15])
    by_hand = play_round({**file, "stack": stack}).report
    assert by_hand.hands == {"2": CARDS.text(WHOLE[:14:2]), "dealer": CARDS.text([*WHOLE[1:14:2], WHOLE[14]])}
    by_shoe = play_round({**file, "stack": stack, "submission": {"dealing": "automated_shoe"}}).report
    assert by_shoe.hands == {"dealer": CARDS.text(WHOLE[:8]), "2": CARDS.text(WHOLE[8:15])}
    with pytest.raises(BadInput, match="the stack is too short: of 15 cards to deal it has 14"):
        play_round({**file, "stack": CARDS.text(WHOLE[:14])})


@clause("38.7(d)15")
@pytest.mark.parametrize(
    ("name", "cards"),
    [("dealer", "Qd 9d 5d Jc 9c Qs Th"), ("1", WEAK + " Ah"), ("1", "Ah")],
)
def test_a_hand_with_a_wrong_number_of_cards_is_an_error(name: str, cards: str) -> None:
    due = 8 if name == "dealer" else 7
    with pytest.raises(BadInput, match=f"the hand of {name} must have {due} cards, not {len(cards.split())}"):
        settle({"1": WEAK, "dealer": DEALER, name: cards})


@clause("38.8(b)1")
def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    with pytest.raises(ImproperConfiguration, match=r"need an automated shuffler \[what-the-flush:38\.8\(b\)1\]"):
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


def rounds_with_a_count(driver: Driver, rounds: int = 10) -> list[int]:
    counted = []
    for number in range(1, rounds + 1):
        before = len(driver.events)
        played(driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)).duties()
        if any(type(event).__name__ == "StubCounted" for event in driver.events[before:]):
            counted.append(number)
    return counted


@clause("38.7(f)", "38.7(f)1", "38.8(e)", "38.9(e)")
@pytest.mark.parametrize("way", BY_DEALING)
@pytest.mark.parametrize("every", [1, 5])
def test_the_stub_is_counted_at_least_as_often_as_posted(way: str, every: int) -> None:
    driver = opened("Ann", dealing=way, stub_count_every=every)
    assert rounds_with_a_count(driver) == list(range(every, 11, every))


@clause("38.7(f)")
def test_a_due_count_cannot_be_passed_over() -> None:
    driver = opened("Ann", stub_count_every=1).do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
    with pytest.raises(IllegalAction):
        driver.do(Step("rack_stub"))


@clause("38.9(f)", "38.8(e)", "38.7(f)")
@pytest.mark.parametrize(("way", "counted"), [("manual_shoe", 3), ("hand", 0), ("automated_shoe", 0)])
def test_a_shuffler_that_counts_spares_the_count_but_for_a_manual_shoe(way: str, counted: int) -> None:
    driver = opened("Ann", dealing=way, shuffler="counting", stub_count_every=1)
    assert len(rounds_with_a_count(driver, 3)) == counted


@clause("38.9(f)")
def test_a_deck_that_the_shuffler_finds_wrong_is_removed() -> None:
    driver = opened("Ann", dealing="automated_shoe", shuffler="counting").do(Bet(1, "ante", 1000))
    driver.do(Irregularity("shuffler_count_wrong"))
    assert driver.table.in_play.removed_because == "the shuffler counted a wrong number of cards"
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())
    for way, shuffler in (("manual_shoe", "counting"), ("automated_shoe", "automated")):
        with pytest.raises(IllegalAction):
            opened("Ann", dealing=way, shuffler=shuffler).do(Irregularity("shuffler_count_wrong"))


@clause("38.7(f)2")
@pytest.mark.parametrize(("misdealt", "removed"), [(True, False), (False, True)])
def test_a_wrong_count_voids_the_round_and_without_a_misdeal_removes_the_deck(*, misdealt: bool, removed: bool) -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), Bet(1, "flush_rush", 500), NoMoreBets(), Deal())
    driver.do(CountStub(len(driver.table.in_play.stack) - 1, misdealt=misdealt))
    assert driver.table.void
    assert driver.table.ledger["player:Ann"] == 0
    assert bool([event for event in driver.events if isinstance(event, DeckRemoved)]) is removed
    seats = {"1": {"ante": 1000, "flush_rush": 500}}
    report = settle({"1": FIVE_CARDS, "dealer": DEALER}, [irregular("stub_count_wrong", misdealt=misdealt)], seats)
    assert report.void
    assert report.void["clause"] == f"{TEXT}:38.7(f)2"
    assert row(report, "ante") == ("void", 0, 1000)
    assert row(report, "flush_rush") == ("void", 0, 500)  # a void hand wins nothing


@clause("38.7(f)1", "38.12(b)")
def test_a_card_found_face_up_counts_as_present() -> None:
    driver = opened("Ann", stub_count_every=1, stack=WHOLE).do(Bet(1, "ante", 1000), NoMoreBets())
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[3]), Deal(), CountStub(52 - 15 - 1))
    assert driver.table.phase == Phase.DECIDING


# --- 38.10: the round -------------------------------------------------------------------------------------------------


def stacked(*hands: str) -> tuple[int, ...]:
    """A deck that gives these hands, the dealer's first, from an automated shoe."""
    known = CARDS.parse(" ".join(hands))
    return (*known, *(card for card in WHOLE if card not in known))


@clause("38.10(a)")
def test_the_top_card_is_up_before_anybody_decides_and_nothing_else_is_seen() -> None:
    driver = opened("Ann", "Ben", dealing="automated_shoe", stack=stacked(DEALER, FOUR_CARDS))
    driver.do(Bet(1, "ante", 1000), Bet(2, "ante", 1000), NoMoreBets()).duties(until="turn_up_top_card")
    assert set(view(driver.table).cards("dealer")) == {"??"}
    with pytest.raises(IllegalAction, match=r"nothing is offered to seat 1 now \[what-the-flush:38\.10\(a\)\]"):
        driver.do(Decision(1, "play", 1000))
    with pytest.raises(IllegalAction, match=r"turn_up_top_card by the dealer \[what-the-flush:38\.10\(a\)\]"):
        driver.do(Reveal(), by=Actor(Role.DEALER))
    driver.do(Step("turn_up_top_card"), by=Actor(Role.DEALER))
    for watcher in (player("Ann"), player("Ben"), player("a passer-by"), Actor(Role.DEALER), ONLOOKER):
        seen = view(driver.table, watcher)
        assert seen.cards("dealer") == ("??", "??", "??", "??", "??", "??", "??", "7h")
        assert seen.cards("rack") == ()
        assert " ".join(seen.cards("seat 1")) == (FOUR_CARDS if watcher.name == "Ann" else " ".join(["??"] * 7))
        assert ("??" in seen.cards("seat 2")) is (watcher.name != "Ben")
    with pytest.raises(IllegalAction):
        driver.do(Step("turn_up_top_card"))


@clause("38.10(a)")
def test_a_two_on_top_is_discarded_in_sight_and_the_dealer_plays_seven() -> None:
    driver = opened("Ann", dealing="automated_shoe", stack=stacked(TWO_ON_TOP, FOUR_CARDS))
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert [event.cards for event in driver.events if isinstance(event, Discarded)] == [CARDS.parse("2h")]
    seen = view(driver.table)
    assert (seen.cards("dealer"), seen.cards("rack")) == (("??",) * 7, ("2h",))
    played(driver).do(Reveal())
    assert " ".join(view(driver.table).cards("dealer")) == TWO_ON_TOP.removesuffix(" 2h")
    assert view(driver.table, player("Ann")).cards("rack") == ("2h",)
    driver.duties()
    assert view(driver.table).cards("rack") == ()


@clause("38.10(a)", "38.10(b)")
def test_a_two_counts_for_the_dealer_anywhere_but_on_top() -> None:
    cards = "Kc Jc 8c 4d 6h 3s 5s"
    on_top = settle({"1": cards, "dealer": "Qd 9d 5d 7s 9c Ks Th 2h"})
    assert row(on_top, "ante")[0] == "win"  # king, jack, eight above queen, nine, five
    below = settle({"1": cards, "dealer": "Qd 9d 5d 7s 9c Ks 2h Th"})
    assert row(below, "ante")[0] == "lose"  # three diamonds and a two are four


@clause("38.10(a)", "38.10(b)", "38.1 Hand")
def test_the_dealer_plays_the_best_of_eight_and_a_player_of_seven() -> None:
    eight = settle({"1": SIX_CARDS, "dealer": "Ah Kh Qh Jh Th 9h 8h 3h"})
    assert row(eight, "ante")[0] == "lose"
    up_card_too = settle({"1": "Kc Jc 8c 4d 6h 3s 5s", "dealer": "Qd 9d 5d 7s 9c Ks Tc 3d"})
    assert row(up_card_too, "ante")[0] == "lose"  # the fourth diamond is the one turned up


@clause("38.10(a)", "38.10(b)")
def test_players_decide_in_any_order_and_once() -> None:
    driver = dealt("Ann", "Ben", "Cid")
    driver.do(Decision(3, "surrender"), Decision(1, "play", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Decision(3, "play", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Reveal())
    driver.do(Decision(2, "surrender"), Reveal())


@clause("38.10(a)")
def test_a_decision_that_is_missing_is_an_error_that_names_the_offers() -> None:
    with pytest.raises(IllegalAction, match=r"a decision is missing .* offered: seat 2: play \$10"):
        settle({"1": FOUR_CARDS, "2": SIX_CARDS, "dealer": DEALER}, [PLAY])


@clause("38.10(a)", "38.10(a)1", "38.6(b)")
def test_a_play_wager_lies_on_the_layout_until_the_reveal() -> None:
    driver = dealt("Ann").do(Decision(1, "play", 1000))
    assert driver.table.seats[1].chips == {"ante": 1000, "play": 1000}
    assert driver.table.ledger["layout"] == 2000


@clause("38.10(a)2")
def test_a_player_whose_time_runs_out_surrenders_the_ante() -> None:
    driver, awaited = dealt("Ann", "Ben"), rules.GAME.play.awaited
    assert [seat.number for seat in awaited(driver.table)] == [1, 2]
    for number in (2, 1):
        seat = awaited(driver.table)[-1]
        action, said = driver.unanswered(seat.number)
        assert (action, said) == (Decision(number, "surrender"), f"{TEXT}:38.10(a)2")
        driver.do(action)
    assert driver.table.ledger["inventory"] == 2000
    assert awaited(driver.table) == []


@clause("38.10(a)2")
def test_a_surrendered_ante_goes_to_the_inventory_at_once_and_the_cards_stay() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "surrender"))
    assert driver.table.ledger["inventory"] == 1000
    assert not [event for event in driver.events if isinstance(event, HandCollected)]
    assert set(view(driver.table, player("Ben")).cards("seat 1")) == {"??"}
    report = settle({"1": SEVEN_CARDS, "dealer": DEALER}, [SURRENDER])
    assert row(report, "ante") == ("lose", 0, 0)
    assert clause_of(report, "ante") == "38.10(a)2"
    assert report.net == {"1": -1000}


@clause("38.10(a)2", "38.10(c)1", "38.6(e)", "38.1 Flush Rush", "38.1 Super Flush Rush")
def test_both_bonus_wagers_survive_a_surrender() -> None:
    seats = {"1": {"ante": 1000, "flush_rush": 500, "super_flush_rush": 300}}
    report = settle({"1": "6c 5c 4c 3c 2d 9h Ks", "dealer": DEALER}, [SURRENDER], seats)
    assert row(report, "ante") == ("lose", 0, 0)
    assert row(report, "flush_rush") == ("win", 2000, 500)
    assert row(report, "super_flush_rush") == ("win", 6000, 300)
    assert report.net == {"1": -1000 + 2000 + 6000}
    lost = settle({"1": WEAK, "dealer": DEALER}, [SURRENDER], seats)
    assert lost.net == {"1": -1800}
    assert clause_of(lost, "flush_rush") == clause_of(lost, "super_flush_rush") == "38.10(c)1"


@clause("38.10(b)", "38.10(c)", "38.10(d)", "38.1 Round of play")
def test_hands_are_turned_over_announced_settled_and_collected_from_the_dealers_right() -> None:
    stack = stacked(DEALER, FOUR_CARDS, FIVE_CARDS, SIX_CARDS)
    driver = opened("Ann", "Ben", "Cid", dealing="automated_shoe", stack=stack)
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "flush_rush", 500))
    driver.do(NoMoreBets()).duties(until=Reveal)
    driver.do(Decision(1, "play", 1000), Decision(2, "surrender"), Decision(3, "play", 1000))
    before = len(driver.events)
    driver.do(Reveal())
    after = driver.events[before:]
    turned = [(event.place, len(event.cards)) for event in after if isinstance(event, TurnedUp)]
    assert turned == [("dealer", 7), ("seat 3", 7), ("seat 2", 7), ("seat 1", 7)]
    said = [(event.place, event.said) for event in after if isinstance(event, TurnedUp)]
    assert said == [
        ("dealer", "3 card flush, queen high"),
        ("seat 3", "6 card flush with a wild two, ace high"),
        ("seat 2", "5 card flush with a wild two, ace high"),
        ("seat 1", "4 card flush, king high"),
    ]
    settled = [(event.seat, event.wager) for event in after if isinstance(event, Settled)]
    assert settled[:4] == [(3, "flush_rush"), (3, "ante"), (3, "play"), (2, "flush_rush")]  # bonuses first
    assert [event.seat for event in after if isinstance(event, HandCollected)] == [3, 2, 1]
    one_by_one = [
        (type(event).__name__, int(event.place[-1]) if isinstance(event, TurnedUp) else event.seat)
        for event in after[1:]  # the dealer's hand comes first
        if isinstance(event, TurnedUp | Settled | HandCollected)
    ]
    each = [(what, seat) for seat in (3, 2, 1) for what in ("TurnedUp", "Settled")]
    assert list(dict.fromkeys(one_by_one)) == [*each, *(("HandCollected", seat) for seat in (3, 2, 1))]
    driver.duties()
    assert any(isinstance(event, RoundCompleted) for event in driver.events)
    assert driver.table.dealer == ()


@clause("38.10(c)", "38.10(a)2")
def test_a_surrendered_hand_is_turned_over_in_its_turn_though_nothing_lies_on_it() -> None:
    driver = dealt("Ann", "Ben").do(Decision(1, "surrender"), Decision(2, "play", 1000)).do(Reveal())
    turned = [event.place for event in driver.entries[-1].events if isinstance(event, TurnedUp)]
    assert turned == ["dealer", "seat 2", "seat 1"]


@clause("38.10(c)")
@pytest.mark.parametrize(
    ("cards", "with_super", "without"),
    [
        ("8c 7c 6c 5c Kc 9d Ah", "5 card flush, king high, 4 card straight flush", "5 card flush, king high"),
        ("8c 7c 6c 5c 2d 9d Ah", *["5 card straight flush with a wild two, nine high"] * 2),
        (
            "8c 5c 2h 2d Kc 9d Ah",
            "5 card flush with 2 wild twos, ace high, 4 card straight flush",
            "5 card flush with 2 wild twos, ace high",
        ),
        ("8c 7c Tc 4d Kd 9h Ah", *["3 card flush, ten high"] * 2),
        ("5c 4c 3c Ah 9h 7h Kd", *["3 card straight flush, five high"] * 2),
    ],
)
def test_a_shorter_straight_flush_is_announced_only_where_the_super_flush_rush_is_offered(
    cards: str, with_super: str, without: str
) -> None:
    assert rules.in_words(CARDS.parse(cards)) == with_super
    for posted, note in ((True, with_super), (False, without)):
        driver = opened("Ann", dealing="automated_shoe", stack=stacked(against(cards), cards), super_flush_rush=posted)
        driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
        before = len(driver.events)
        played(driver).do(Reveal())
        said = [e.said for e in driver.events[before:] if isinstance(e, TurnedUp) and e.place == "seat 1"]
        assert said == [note]


@clause("38.10(b)", "38.10(c)")
def test_a_hand_is_announced_as_it_is_ranked() -> None:
    for reading in (AS_FLUSH, AS_TWO):
        posted = terms(TEXT, {one: getattr(reading, one) for one in ("straight_flush_rank", "wild_two_rank")})
        cards = CARDS.parse("9c 8c 2d 4h 5h Jd Kd")
        assert posted.in_words(cards) == rules.announced(cards, reading, straights=True)
    cards = CARDS.parse("5c 4c 3c Ah 9h 7h Kd")
    assert rules.announced(cards, AS_FLUSH, straights=True) == "3 card flush, ace high"
    with_a_two = CARDS.parse("9c 8c 2h Kd 5d Jh 3s")
    assert rules.announced(with_a_two, AS_TWO, straights=True) == "3 card straight flush with a wild two, nine high"


@clause("38.11(c)", "38.11(d)")
def test_no_wager_has_a_meter() -> None:
    with pytest.raises(BadInput, match="meters has no key 'progressive'; its keys are none"):
        settle({"1": FOUR_CARDS, "dealer": DEALER}, meters={"progressive": {"main": 1}})


@clause("38.10(c)2")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [(WEAK, STRONG_DEALER), ("Kc Jc 9c 4d 6h 3s 5s", "Ad Jd 9d Th 8s Qs Qc 7h")],  # shorter, or lower
)
def test_a_shorter_or_lower_flush_loses_ante_and_play(cards: str, dealer: str) -> None:
    report = settle({"1": cards, "dealer": dealer})
    assert row(report, "ante") == row(report, "play") == ("lose", 0, 0)
    assert clause_of(report, "ante") == clause_of(report, "play") == "38.10(c)2"
    assert report.net == {"1": -2000}


@clause("38.10(c)3", "38.11(b)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [(FIVE_CARDS, DEALER), ("Ac Jc 9c 4d 6h 3s 5s", "Kd Jd 9d Th 8s Qs Qc 7h")],  # longer, or higher
)
def test_a_longer_or_higher_flush_is_paid_even_money_on_ante_and_play(cards: str, dealer: str) -> None:
    report = settle({"1": cards, "dealer": dealer})
    assert row(report, "ante") == row(report, "play") == ("win", 1000, 1000)
    assert clause_of(report, "ante") == clause_of(report, "play") == "38.10(c)3"
    assert report.net == {"1": 2000}


@clause("38.10(c)4", "38.5(c)")
def test_flushes_alike_in_length_and_rank_push() -> None:
    report = settle({"1": "Kc Jc 9c 4d 6h 3s 5s", "dealer": "Kd Jd 9d Th 8s Qs Qc 7h"})
    assert row(report, "ante") == row(report, "play") == ("push", 0, 1000)
    assert clause_of(report, "play") == "38.10(c)4"
    assert report.net == {"1": 0}


READINGS: list[tuple[str, str, dict[str, str], str]] = [
    # A wild two against a natural king: ace, queen, nine or queen, nine, two.
    ("Qc 9c 2h Jd 6d 7s 3h", "Kd 9d 4d Tc 8h 6h Ts 4s", {}, "win"),
    ("Qc 9c 2h Jd 6d 7s 3h", "Kd 9d 4d Tc 8h 6h Ts 4s", {"wild_two_rank": "two"}, "lose"),
    # Three in a row against ace high.
    ("5c 4c 3c Jd 9d 8h 6s", "Ah Kh Jh 9c 7d Qs Ts 4d", {}, "win"),
    ("5c 4c 3c Jd 9d 8h 6s", "Ah Kh Jh 9c 7d Qs Ts 4d", {"straight_flush_rank": "as_flush"}, "lose"),
    # A two that makes four in a row against four natural ones that are higher.
    ("6c 5c 4c 2d 9h Jh Ks", "Ad Qd 9d 7d 3c Th 8s 5s", {}, "win"),
    ("6c 5c 4c 2d 9h Jh Ks", "Ad Qd 9d 7d 3c Th 8s 5s", {"straight_flush_rank": "as_flush"}, "lose"),
    ("6c 5c 4c 2d 9h Jh Ks", "Ad Qd 9d 7d 3c Th 8s 5s", {"wild_two_rank": "two"}, "win"),
    # Seven, six, five, four with the two on top, against six, five, four, three; as a two it is lower.
    ("6c 5c 4c 2d 9h Jh Ks", "6d 5d 4d 3d Th Qh 8s 9s", {}, "win"),
    ("6c 5c 4c 2d 9h Jh Ks", "6d 5d 4d 3d Th Qh 8s 9s", {"wild_two_rank": "two"}, "lose"),
    # The dealer's two below the top card is wild as well.
    ("Ac Jc 9c 4d 6h 3s 5s", "Qd 8d 2c 7h Ts Ks 7s 9h", {}, "lose"),
]


@clause("38.5(a)", "38.5(b)1", "38.5(b)2", "38.5(c)", "38.10(b)", "38.10(c)")
@pytest.mark.parametrize(("cards", "dealer", "submission", "result"), READINGS)
def test_rounds_are_settled_by_the_reading_that_is_filed(
    cards: str, dealer: str, submission: dict[str, str], result: str
) -> None:
    report = settle({"1": cards, "dealer": dealer}, submission=submission)
    assert row(report, "ante")[0] == row(report, "play")[0] == result


# --- 38.11: payout odds -----------------------------------------------------------------------------------------------

FLUSHES = {"Seven Card Flush": SEVEN_CARDS, "Six Card Flush": SIX_CARDS, "Five Card Flush": FIVE_CARDS}
RUNS = {
    "Seven Card Straight Flush": "Ah 2h 3h 4h 5h 6h 7h",
    "Six Card Straight Flush": "8s 9s 2c Js Qs Ks 3d",
    "Five Card Straight Flush": "8s 2d 2c Js Qs 4h 6h",
    "Four Card Straight Flush": "As 3s 4s 2h 9c Kd Jh",
}


def bonus(wager: str, cards: str, stake: int = 500, **submission: object) -> tuple[str, int, int]:
    hands = {"1": cards, "dealer": against(cards)}
    return row(settle(hands, seats={"1": {"ante": 1000, wager: stake}}, submission=submission), wager)


@clause("38.11(c)", "38.10(c)1", "38.5(d)", "38.5(d)1", "38.5(d)2", "38.5(d)3")
def test_the_flush_rush_pays_the_length_of_the_flush() -> None:
    assert [pay.text() for pay in PRINTED["flush_rush"].pays.values()] == ["200 to 1", "50 to 1", "4 to 1"]
    for (_, cards), number in zip(FLUSHES.items(), (200, 50, 4), strict=True):
        assert bonus("flush_rush", cards) == ("win", number * 500, 500)
    assert bonus("flush_rush", FOUR_CARDS) == ("lose", 0, 0)


@clause("38.11(d)", "38.10(c)1", "38.5(e)", "38.5(e)1", "38.5(e)2", "38.5(e)3", "38.5(e)4")
def test_the_super_flush_rush_pays_the_length_of_the_straight_flush() -> None:
    for (_, cards), number in zip(RUNS.items(), (200, 50, 20, 5), strict=True):
        assert bonus("super_flush_rush", cards) == ("win", number * 500, 500)
    assert bonus("super_flush_rush", "8s 2d Js 9c 5h 4h 6d") == ("lose", 0, 0)


@clause("38.11(c)", "38.11(d)")
def test_each_bonus_is_paid_once_and_each_takes_the_cards_afresh() -> None:
    cards = "Kc 9c 5c 8d 6d 2h 2s"  # the twos make five clubs, and also four diamonds in a row
    assert bonus("flush_rush", cards) == ("win", 4 * 500, 500)
    assert bonus("super_flush_rush", cards) == ("win", 5 * 500, 500)


@clause("38.5(d)1", "38.5(d)2", "38.5(d)3", "38.5(a)")
@pytest.mark.parametrize(
    ("cards", "odds_paid"),
    [
        ("3h 4h 5h 6h 7h 8h 9h", {"wild_twos": 200, "not_consecutive": 50, "natural_twos": 200}),
        ("3h 4h 5h 6h 7h 9c Ts", {"wild_twos": 4, "not_consecutive": 0, "natural_twos": 4}),
        ("3h 4h 5h 6h 2c 9c Ts", {"wild_twos": 4, "not_consecutive": 4, "natural_twos": 0}),
        ("2h 4h 6h 8h Th 9c Ts", {"wild_twos": 4, "not_consecutive": 4, "natural_twos": 4}),
    ],
)
def test_the_flush_rush_is_read_in_three_ways(cards: str, odds_paid: dict[str, int]) -> None:
    for reading, number in odds_paid.items():
        assert bonus("flush_rush", cards, bonus_hands=reading)[1] == number * 500


@clause("38.5(e)", "38.5(a)")
@pytest.mark.parametrize(
    ("cards", "odds_paid"),
    [
        ("As 3s 4s 2h 9c Kd Jh", {"wild_twos": 5, "not_consecutive": 5, "natural_twos": 0}),
        ("As 3s 4s 2s 9c Kd Jh", {"wild_twos": 5, "not_consecutive": 5, "natural_twos": 5}),
    ],
)
def test_the_super_flush_rush_counts_wild_twos_or_natural_ones(cards: str, odds_paid: dict[str, int]) -> None:
    for reading, number in odds_paid.items():
        assert bonus("super_flush_rush", cards, bonus_hands=reading)[1] == number * 500


@clause("38.11(c)", "38.11(d)", "38.1 Flush Rush", "38.1 Super Flush Rush")
def test_the_licensee_may_post_higher_odds_but_none_below_the_printed_ones() -> None:
    posted = {"Seven Card Flush": 300, "Four Card Straight Flush": 6}
    assert bonus("flush_rush", SEVEN_CARDS, odds=posted) == ("win", 300 * 500, 500)
    assert bonus("flush_rush", SIX_CARDS, odds=posted) == ("win", 50 * 500, 500)
    assert bonus("super_flush_rush", RUNS["Four Card Straight Flush"], odds=posted) == ("win", 6 * 500, 500)
    assert opened("Ann", odds=posted).terms.inscribed["flush_rush"]["Seven Card Flush"] == "300 to 1"
    for table in PRINTED.values():
        for name, pay in table.pays.items():
            assert isinstance(pay, To)
            terms(TEXT, {"odds": {name: pay.numerator}})
            with pytest.raises(ImproperConfiguration) as refusal:
                terms(TEXT, {"odds": {name: pay.numerator - 1}})
            least = f"odds.{name} = {pay.numerator - 1} is not allowed: the least is {pay.text()}"
            assert refusal.value.sentence == least
            assert refusal.value.clause == table.clause


@clause("38.11(a)")
def test_odds_are_stated_with_to_or_win() -> None:
    shown = opened("Ann", odds_word="win").terms.inscribed["flush_rush"]
    assert shown["Seven Card Flush"] == "win 200"
    with pytest.raises(ImproperConfiguration, match=r'odds_word = "for" is not allowed; allowed: to, win'):
        terms(TEXT, {"odds_word": "for"})


# --- 38.12: irregularities --------------------------------------------------------------------------------------------

BONUSES = {"ante": 1000, "flush_rush": 500, "super_flush_rush": 500}


@clause("38.12(a)", "38.10(c)1")
def test_an_exposed_card_voids_antes_and_plays_while_all_bonus_wagers_are_awarded() -> None:
    report = settle(
        {"1": FIVE_CARDS, "2": FOUR_CARDS, "4": SIX_CARDS, "dealer": "Ad Qd 9d 7d 3h Qs Th Jc"},
        [PLAY, irregular("card_exposed")],
        {"1": BONUSES, "2": {"ante": 1000}, "4": {"ante": 2000, "flush_rush": 100}},
    )
    assert report.void == {"reason": "a card was exposed before its time", "clause": f"{TEXT}:38.12(a)"}
    assert row(report, "ante") == row(report, "play") == ("void", 0, 1000)
    assert row(report, "flush_rush") == ("win", 2000, 500)
    assert row(report, "super_flush_rush") == ("lose", 0, 0)
    assert row(report, "ante", 2) == ("void", 0, 1000)
    assert row(report, "ante", 4) == ("void", 0, 2000)
    assert row(report, "flush_rush", 4) == ("win", 5000, 100)
    assert report.net == {"1": 1500, "2": 0, "4": 5000}


@clause("38.12(a)", "38.10(a)2")
@pytest.mark.parametrize(
    ("reaches", "ante", "net"),
    [("all_hands", ("void", 0, 1000), 1500), ("hands_in_play", ("lose", 0, 0), 500)],
)
def test_whether_a_surrendered_ante_goes_back_is_a_reading(reaches: str, ante: tuple[str, int, int], net: int) -> None:
    for kind in ("card_exposed", "card_face_up_after_deal"):
        report = settle(
            {"1": FIVE_CARDS, "2": FOUR_CARDS, "dealer": DEALER.replace("9c", "9s")},
            [SURRENDER, irregular(kind)],
            {"1": BONUSES, "2": {"ante": 1000}},
            submission={"void_reaches": reaches},
        )
        assert row(report, "ante") == ante
        assert row(report, "flush_rush") == ("win", 2000, 500)
        assert row(report, "ante", 2) == ("void", 0, 1000)
        assert report.net == {"1": net, "2": 0}


@clause("38.7(f)2", "38.10(a)2")
@pytest.mark.parametrize(("reaches", "net"), [("all_hands", 0), ("hands_in_play", -1000)])
def test_void_hands_give_back_a_surrendered_ante_or_only_what_still_lies(reaches: str, net: int) -> None:
    report = settle(
        {"1": FIVE_CARDS, "2": FOUR_CARDS, "dealer": DEALER.replace("9c", "9s")},
        [SURRENDER, irregular("wrong_number_of_cards", seat=0)],
        {"1": BONUSES, "2": {"ante": 1000}},
        submission={"void_reaches": reaches},
    )
    assert row(report, "flush_rush") == ("void", 0, 500)
    assert report.net == {"1": net, "2": 0}


@clause("38.12(a)", "38.10(a)")
def test_the_card_that_the_dealer_has_to_turn_up_is_no_exposed_card() -> None:
    driver = dealt("Ann", "Ben")
    assert driver.table.dealer_up
    assert not driver.table.void
    assert dealt("Ann").do(Irregularity("card_exposed")).table.void


@clause("38.12(a)")
@pytest.mark.parametrize("found", ["decided", "revealed"])
def test_a_card_exposed_before_all_had_decided_counts_when_it_is_found_out_later(found: str) -> None:
    known = CARDS.parse(f"{DEALER.replace('9c', '9s')} {FIVE_CARDS} {FOUR_CARDS}")
    stack = (*known, *(card for card in WHOLE if card not in known))
    driver = opened("Ann", "Ben", "Cid", stack=stack, dealing="automated_shoe")
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "flush_rush", 500))
    driver.do(NoMoreBets()).duties(until=Reveal)
    driver.do(Decision(1, "surrender"), Decision(2, "play", 1000), Irregularity("wrong_number_of_cards", 3))
    if found == "revealed":
        driver.do(Reveal())
    driver.do(Irregularity("card_exposed")).duties(until="collect")
    assert driver.table.void
    assert driver.table.void.clause == f"{TEXT}:38.12(a)"
    ended = {number: {w: one.result for w, one in seat.settled.items()} for number, seat in driver.table.seats.items()}
    assert ended == {
        1: {"flush_rush": "win", "ante": "void"},
        2: {"flush_rush": "lose", "ante": "void", "play": "void"},
        3: {"ante": "void", "flush_rush": "void"},
    }
    assert [driver.table.ledger[f"player:{name}"] for name in ("Ann", "Ben", "Cid")] == [2000, -500, 0]
    collected = [event.seat for event in driver.events if isinstance(event, HandCollected)]
    assert sorted(collected) == [1, 2, 3]
    with pytest.raises(IllegalAction):  # it is void already
        driver.do(Irregularity("card_exposed"))
    assert driver.duties().table.phase == Phase.BETTING


@clause("38.12(a)")
def test_an_exposed_card_is_not_found_out_where_a_reading_or_nothing_that_it_voids_stands_against_it() -> None:
    for reading in ({"found_until": "reveal"}, {"void_reaches": "hands_in_play"}):
        driver = dealt("Ann", "Ben", **reading).do(Decision(1, "play", 1000), Decision(2, "surrender"))
        assert offered(driver.table, Irregularity("card_exposed"))
        driver.do(Reveal())
        with pytest.raises(IllegalAction):
            driver.do(Irregularity("card_exposed"))
    nothing = dealt("Ann").do(Irregularity("wrong_number_of_cards", 1))
    assert not offered(nothing.table, Irregularity("card_exposed"))


@clause("38.12(a)")
def test_a_card_exposed_right_after_the_deal_is_one_before_the_decisions_too() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), NoMoreBets(), Deal(), Irregularity("card_exposed"))
    assert driver.duties(until="collect").table.phase == Phase.COLLECTING
    assert driver.table.ledger["player:Ann"] == 0
    assert driver.table.dealer_up == ()
    assert not [event for event in driver.events if isinstance(event, TurnedUp)]  # no bonus, no card to look at


@clause("38.12(b)")
def test_one_card_face_up_is_put_aside_and_two_void_everything() -> None:
    stack = CARDS.text(WHOLE[:16])
    file: dict[str, Any] = {"game": TEXT, "seats": {"1": BONUSES}, "stack": stack}
    one = play_round({**file, "actions": [irregular("card_face_up_in_shoe", card="2c"), SURRENDER]}).report
    assert one.void is None
    assert one.hands["1"].split()[0] == "3c"
    two = [irregular("card_face_up_in_shoe", card="2c"), irregular("card_face_up_in_shoe", card="5c")]
    report = play_round({**file, "actions": two}).report
    assert report.void == {
        "reason": "more than one card was found face up in the shoe",
        "clause": f"{TEXT}:38.12(b)",
    }
    assert [one.result for one in report.settled] == ["void", "void", "void"]
    assert report.net == {"1": 0}
    assert report.hands == {}


@clause("38.12(b)", "38.10(c)1")
def test_a_card_found_face_up_after_the_deal_leaves_the_bonus_wagers_alone() -> None:
    for actions in ([irregular("card_face_up_after_deal")], [PLAY, irregular("card_face_up_after_deal", card="Ac")]):
        report = settle({"1": FIVE_CARDS, "dealer": DEALER}, actions, {"1": BONUSES})
        assert report.void == {"reason": "a card was found face up after the deal", "clause": f"{TEXT}:38.12(b)"}
        assert row(report, "ante") == ("void", 0, 1000)
        assert row(report, "flush_rush") == ("win", 2000, 500)
        assert row(report, "super_flush_rush") == ("lose", 0, 0)
        assert report.net == {"1": 1500}


@clause("38.12(b)")
def test_a_card_found_after_the_deal_is_none_that_was_dealt() -> None:
    with pytest.raises(BadInput, match="Qd is not in the shoe, so it cannot be found face up there"):
        settle({"1": FIVE_CARDS, "dealer": DEALER}, [irregular("card_face_up_after_deal", card="Qd")])


@clause("38.12(b)")
def test_a_card_found_after_the_deal_that_the_record_has_dealt_voids_all_hands() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), Bet(1, "flush_rush", 500), NoMoreBets()).duties(until=Reveal)
    driver.do(Irregularity("card_face_up_after_deal", card=CARDS.names[driver.hand(1)[0]])).duties(until="collect")
    assert driver.table.void
    assert driver.table.void.clause == f"{TEXT}:38.12(b)"
    assert {one.result for one in driver.table.seats[1].settled.values()} == {"void"}
    assert driver.table.ledger["player:Ann"] == 0


@clause("38.12(a)")
def test_the_card_that_was_exposed_may_be_named() -> None:
    assert settle({"1": FIVE_CARDS, "dealer": DEALER}, [irregular("card_exposed", card="Qd")]).void


@clause("38.12(c)")
def test_a_card_drawn_in_error_is_used_as_the_next_card() -> None:
    hands = {"1": WEAK, "dealer": DEALER}
    assert settle(hands, [irregular("card_drawn_in_error"), PLAY]).hands == hands


@clause("38.12(d)")
def test_a_wrong_number_of_cards_voids_that_players_hand_alone() -> None:
    hands = {"1": FIVE_CARDS, "2": FOUR_CARDS, "dealer": DEALER.replace("9c", "9s")}
    plays = [PLAY, {"seat": 2, "do": "play", "amount": 1000}]
    found = irregular("wrong_number_of_cards", seat=1)
    for actions in ([found, plays[1]], [plays[0], found, plays[1]], [*plays, found]):
        report = settle(hands, actions, {"1": BONUSES, "2": {"ante": 1000}})
        assert report.void is None
        assert {one.result for one in report.settled if one.seat == 1} == {"void"}
        assert clause_of(report, "flush_rush") == "38.12(d)"
        assert row(report, "ante", 2) == row(report, "play", 2) == ("win", 1000, 1000)
        assert report.net == {"1": 0, "2": 2000}


@clause("38.12(d)")
def test_a_void_hand_is_collected_unseen_and_plays_no_more() -> None:
    driver = dealt("Ann", "Ben").do(Irregularity("wrong_number_of_cards", 1))
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "play", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("wrong_number_of_cards", 1))
    driver.do(Decision(2, "play", 1000), Reveal())
    assert [event.place for event in driver.events if isinstance(event, TurnedUp)] == ["dealer", "dealer", "seat 2"]
    exposed = dealt("Ann", "Ben").do(Irregularity("wrong_number_of_cards", 1), Irregularity("card_exposed"))
    assert exposed.table.ledger["layout"] == 0


@clause("38.12(d)")
def test_when_the_only_hand_is_void_the_round_is_over() -> None:
    driver = dealt("Ann").do(Irregularity("wrong_number_of_cards", 1))
    assert driver.table.phase == Phase.COLLECTING
    assert driver.table.ledger["player:Ann"] == 0


@clause("38.12(d)", "38.10(a)2")
@pytest.mark.parametrize(("reaches", "net"), [("all_hands", 0), ("hands_in_play", -1000)])
def test_a_hand_found_void_after_a_surrender_gets_the_ante_back_or_not(reaches: str, net: int) -> None:
    report = settle(
        {"1": FIVE_CARDS, "2": FOUR_CARDS, "dealer": DEALER.replace("9c", "9s")},
        [SURRENDER, irregular("wrong_number_of_cards", seat=1), {"seat": 2, "do": "surrender"}],
        {"1": BONUSES, "2": {"ante": 1000}},
        submission={"void_reaches": reaches},
    )
    assert row(report, "flush_rush") == ("void", 0, 500)
    assert report.net == {"1": net, "2": -1000}
    over = dealt("Ann", "Ben", void_reaches=reaches).do(Decision(1, "surrender"))
    offered = Irregularity("wrong_number_of_cards", 1) in [offer.action for offer in legal(over.table)]
    assert offered is (reaches == "all_hands")  # otherwise nothing is left in that hand to be void


@clause("38.7(f)2", "38.12(d)")
@pytest.mark.parametrize(("seat", "whose"), [(0, "the dealer"), (1, "seat 1")])
def test_a_wrong_number_at_the_dealer_voids_all_hands_and_at_a_player_on_one_reading(seat: int, whose: str) -> None:
    report = settle(
        {"1": FIVE_CARDS, "2": FOUR_CARDS, "dealer": DEALER.replace("9c", "9s")},
        [irregular("wrong_number_of_cards", seat=seat)],
        {"1": BONUSES, "2": {"ante": 1000}},
        submission={"misdealt_hand": "all_hands"},
    )
    assert report.void == {"reason": f"{whose} was dealt a wrong number of cards", "clause": f"{TEXT}:38.7(f)2"}
    assert {one.result for one in report.settled} == {"void"}
    assert report.net == {"1": 0, "2": 0}
    if seat == 0:
        alike = settle({"1": FIVE_CARDS, "dealer": DEALER}, [irregular("wrong_number_of_cards")], {"1": BONUSES})
        assert alike.net == {"1": 0}


@clause("38.12(e)")
def test_a_jammed_shuffler_means_another_shuffle() -> None:
    driver = opened("Ann", shuffler="automated").do(Bet(1, "ante", 1000), Irregularity("shuffler_jam"))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 2
    with pytest.raises(IllegalAction):
        opened("Ann").do(Irregularity("shuffler_jam"))


@clause("38.12(f)")
def test_a_jammed_automated_shoe_voids_the_round() -> None:
    hands = {"1": FIVE_CARDS, "dealer": DEALER}
    jam = [irregular("automated_shoe_jam")]
    report = settle(hands, jam, {"1": BONUSES}, submission={"dealing": "automated_shoe"})
    assert report.void == {"reason": "the automated dealing shoe failed", "clause": f"{TEXT}:38.12(f)"}
    assert {one.result for one in report.settled} == {"void"}
    with pytest.raises(IllegalAction):
        settle(hands, jam, {"1": BONUSES})


@clause("38.12(d)", "38.7(f)2")
def test_a_wrong_number_of_cards_may_be_seen_when_hands_are_turned_over() -> None:
    def revealed(**submission: Any) -> Driver:
        stack = stacked(DEALER, FOUR_CARDS, SIX_CARDS)
        driver = opened("Ann", "Ben", dealing="automated_shoe", stack=stack, **submission)
        driver.do(Bet(1, "ante", 1000), Bet(2, "ante", 1000), NoMoreBets()).duties(until=Reveal)
        return driver.do(Decision(1, "play", 1000), Decision(2, "play", 1000), Reveal())

    one = revealed().do(Irregularity("wrong_number_of_cards", 1))
    assert (one.table.ledger["player:Ann"], one.table.ledger["player:Ben"]) == (0, 2000)
    with pytest.raises(IllegalAction):
        one.do(Irregularity("wrong_number_of_cards", 1))
    both = one.do(Irregularity("wrong_number_of_cards", 0))
    assert both.table.void
    assert (both.table.ledger["player:Ann"], both.table.ledger["player:Ben"]) == (0, 0)
    with pytest.raises(IllegalAction):
        revealed(void_reaches="hands_in_play").do(Irregularity("wrong_number_of_cards", 1))


VOIDS: dict[str, tuple[str, int, tuple[Irregularity, ...]]] = {
    "two cards face up": (
        "38.12(b)",
        0,
        (Irregularity("card_face_up_in_shoe", card="2c"), Irregularity("card_face_up_in_shoe", card="3c")),
    ),
    "the dealer's hand": ("38.7(f)2", 2, (Irregularity("wrong_number_of_cards", 0),)),
    "a card exposed": ("38.12(a)", 3, (Irregularity("card_exposed"),)),
    "the shoe": ("38.12(f)", 1, (Irregularity("automated_shoe_jam"),)),
}


@clause("38.12(a)", "38.12(b)", "38.12(f)", "38.7(f)2")
@pytest.mark.parametrize("what", VOIDS)
def test_after_a_void_the_cards_already_dealt_are_reshuffled_with_the_others(what: str) -> None:
    number, steps, wrong = VOIDS[what]
    driver = opened("Ann", dealing="automated_shoe").do(Bet(1, "ante", 1000), NoMoreBets())
    driver.do(*(Deal(), Step("rack_stub"), Step("turn_up_top_card"))[:steps]).do(*wrong)
    assert driver.table.void
    assert driver.table.void.clause == f"{TEXT}:{number}"
    driver.duties(until=Shuffle)
    assert (driver.table.in_play.stage, driver.table.in_play.stack, driver.table.places) == (Stage.GATHERED, (), {})
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "ante", 1000), NoMoreBets())
    driver.duties().do(NoMoreBets())
    assert len([event for event in driver.events if isinstance(event, Shuffled)]) == 2


@clause("38.7(f)2", "38.8(e)", "38.9(e)")
@pytest.mark.parametrize("way", BY_DEALING)
def test_a_wrong_count_has_the_same_consequences_however_the_cards_are_dealt(way: str) -> None:
    for misdealt in (True, False):
        driver = opened("Ann", dealing=way).do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
        driver.do(CountStub(30, misdealt=misdealt))
        assert driver.table.void
        assert driver.table.ledger["player:Ann"] == 0
        assert [event.deck for event in driver.events if isinstance(event, DeckRemoved)] == ([] if misdealt else [0])
        assert [event.count for event in driver.events if isinstance(event, StubCounted)] == [30]


@clause("38.12(f)")
def test_the_shoe_cannot_fail_any_more_when_its_stub_is_in_the_rack() -> None:
    driver = opened("Ann", dealing="automated_shoe").do(Bet(1, "ante", 1000), NoMoreBets())
    jam = Irregularity("automated_shoe_jam")
    for step in (Deal(), Step("rack_stub")):
        assert offered(driver.table, jam)
        driver.do(step)
    with pytest.raises(IllegalAction):
        driver.do(jam)
    with pytest.raises(IllegalAction):
        driver.duties().do(Decision(1, "play", 1000), jam)


@clause("38.12(g)")
def test_a_device_is_removed_before_cards_are_shuffled_or_dealt_otherwise() -> None:
    driver = opened("Ann", dealing="automated_shoe", shuffler="counting", decks=2)
    with pytest.raises(IllegalAction):
        driver.do(Cut(0, 26))
    driver.do(Step("remove_devices"), by=Actor(Role.SUPERVISOR)).duties(until=Cut).duties()
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-1] == f"{TEXT}:38.7(d)"
    played(driver).duties().do(Step("install_devices"), by=Actor(Role.SUPERVISOR)).duties()
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    assert [event.clause for event in driver.events if isinstance(event, Dealt)][-1] == f"{TEXT}:38.9(c)"


# --- Counts -----------------------------------------------------------------------------------------------------------

ALL_HANDS = 133_784_560


@clause("38.5(a)", "38.5(d)", "38.10(c)")
def test_all_hands_by_the_length_of_their_flush_with_wild_twos() -> None:
    counted = odds.sizes(rules.measure(PRINTED["flush_rush"]), wild=True)
    assert counted == {2: 13_799_808, 3: 63_214_272, 4: 44_692_080, 5: 10_879_488, 6: 1_153_152, 7: 45_760}
    assert sum(counted.values()) == ALL_HANDS


@clause("38.5(a)", "38.5(b)1", "38.5(e)")
def test_all_hands_by_the_length_of_their_straight_flush_with_wild_twos() -> None:
    counted = odds.sizes(rules.measure(PRINTED["super_flush_rush"]), wild=True)
    assert counted == {
        1: 29_003_328,
        2: 51_282_008,
        3: 38_882_128,
        4: 12_469_360,
        5: 1_980_512,
        6: 161_368,
        7: 5_856,
    }
    assert sum(counted.values()) == ALL_HANDS


RETURNS = [
    ("flush_rush", "wild_twos", Fraction(7_650_372, 8_361_535)),
    ("flush_rush", "not_consecutive", Fraction(7_640_949, 8_361_535)),
    ("flush_rush", "natural_twos", Fraction(131_175, 514_556)),
    ("super_flush_rush", "wild_twos", Fraction(19_683, 20_930)),
    ("super_flush_rush", "not_consecutive", Fraction(19_683, 20_930)),
    ("super_flush_rush", "natural_twos", Fraction(124_599, 3_344_614)),
]


@clause("38.11(c)", "38.11(d)")
@pytest.mark.parametrize(("wager", "reading", "back"), RETURNS)
def test_what_the_printed_odds_return_depends_on_the_reading(wager: str, reading: str, back: Fraction) -> None:
    table = replace(PRINTED[wager], reading=reading)
    assert odds.returned(table) == back
    assert sum(odds.outcomes(table).values()) == ALL_HANDS


@given(st.permutations(WHOLE).map(lambda order: order[:15]), st.sampled_from(["wild_twos", "natural_twos"]))
def test_the_engine_pays_a_hand_on_the_row_under_which_it_is_counted(cards: list[int], reading: str) -> None:
    hands = {"1": CARDS.text(cards[:7]), "dealer": CARDS.text(cards[7:])}
    report = settle(hands, [SURRENDER], {"1": BONUSES}, submission={"bonus_hands": reading})
    for wager, printed in PRINTED.items():
        table = replace(printed, reading=reading)
        pay = table.pays.get(rules.NAMES[wager](rules.measure(table)(mask(cards[:7]))))
        assert row(report, wager)[1] == (pay.pays(500) if isinstance(pay, To) else 0)


@clause("38.12(d)", "38.12(a)", "38.12(b)")
@pytest.mark.parametrize("kind", ["card_exposed", "card_face_up_after_deal"])
@pytest.mark.parametrize("when", ["stub", "before", "after"])
def test_the_bonus_of_a_misdealt_hand_is_void_before_and_after_it_is_awarded(kind: str, when: str) -> None:
    driver = opened("Ann", "Ben")
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "flush_rush", 500))
    driver.do(NoMoreBets()).duties(until=Deal).do(Deal())
    if when != "stub":
        driver.duties(until=Reveal)
    driver.do(Irregularity(kind))
    if when == "after":
        driver.do(Step("award_bonuses"))
    driver.do(Irregularity("wrong_number_of_cards", 1)).duties(until="collect")
    assert {one.result for one in driver.table.seats[1].settled.values()} == {"void"}
    assert driver.table.seats[2].settled["flush_rush"].result in ("win", "lose")
    assert driver.table.ledger["player:Ann"] == 0


@clause("38.12(a)", "38.12(b)", "38.10(c)")
@pytest.mark.parametrize("kind", ["card_exposed", "card_face_up_after_deal"])
def test_bonuses_that_survive_a_void_are_awarded_from_the_dealers_right(kind: str) -> None:
    driver = opened("Ann", "Ben", "Cid")
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "flush_rush", 500))
    driver.do(NoMoreBets()).duties(until=Reveal).do(Irregularity(kind), Step("award_bonuses"))
    events = driver.entries[-1].events
    assert [event.place for event in events if isinstance(event, TurnedUp)] == ["seat 3", "seat 2", "seat 1"]
    assert [event.seat for event in events if isinstance(event, Settled)] == [3, 2, 1]


@clause("38.12(b)")
def test_a_card_found_face_up_after_the_deal_is_put_aside_and_its_bonuses_cite_that_clause() -> None:
    driver = dealt("Ann").do(Irregularity("card_exposed"))
    assert driver.table.void
    driver = opened("Ann").do(Bet(1, "ante", 1000), Bet(1, "flush_rush", 500), NoMoreBets()).duties(until=Reveal)
    card = driver.table.in_play.stack[-1]
    driver.do(Irregularity("card_face_up_after_deal", card=CARDS.names[card]))
    assert driver.table.at(ASIDE).cards == (card,)
    assert card not in driver.table.in_play.stack
    award = duty(driver.table)
    assert award
    assert (award.action, award.clause) == (Step("award_bonuses"), f"{TEXT}:38.12(b)")


@clause("38.11(c)", "38.11(d)")
def test_higher_odds_may_be_fractions() -> None:
    hands = {"1": FIVE_CARDS, "dealer": DEALER}
    seats = {"1": {"ante": 1000, "flush_rush": 500}}
    report = settle(hands, seats=seats, submission={"odds": {"Five Card Flush": "9/2"}})
    assert [row.pays for row in report.settled if row.wager == "flush_rush"] == [2250]
    for refused in ("7/2", "9/0", "4.5", 4.5):
        with pytest.raises(ImproperConfiguration):
            terms(TEXT, {"odds": {"Five Card Flush": refused}})


@clause("38.1 Flush Rush", "38.1 Super Flush Rush", "38.10(a)1", "38.9(c)", "38.9(a)", "38.9(f)")
def test_what_is_posted_marked_and_counted_is_asked_for() -> None:
    asked = {
        item.clause: item.question
        for item in checklist(terms(TEXT, {"dealing": "automated_shoe", "shuffler": "counting"}))
    }
    for one, word in {
        "38.1 Flush Rush": "posted",
        "38.1 Super Flush Rush": "posted",
        "38.10(a)1": "area for the play wager",
        "38.9(c)": "area for the dealer's cards",
        "38.9(a)": "stacks of seven",
        "38.9(f)": "52 cards",
    }.items():
        assert word in asked[f"{TEXT}:{one}"]
