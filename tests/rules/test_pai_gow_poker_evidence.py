"""Pai Gow Poker: what only a sharp look notices, clause by clause."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.equipment.custody import Stage
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.errors import IllegalAction, ImproperConfiguration
from nomorebets.games.pai_gow_poker import bonuses, hands, rules
from nomorebets.games.registry import terms
from nomorebets.ranking.poker import FLUSH, ROYAL_FLUSH
from nomorebets.table.actions import (
    Bet,
    CountStub,
    Cut,
    Deal,
    Decision,
    DrawNumber,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    RevealSeed,
    SelectStack,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.engine import duty, legal, offered
from nomorebets.table.events import (
    CutMade,
    Dealt,
    DeckRemoved,
    DeckStaged,
    HandCollected,
    Moved,
    NumberDrawn,
    Settled,
    StepDue,
    Stepped,
)
from nomorebets.table.in_two.bank import first_after
from nomorebets.table.in_two.dice import DealStarts
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase
from tests.driving import Driver
from tests.rules.test_pai_gow_poker import (
    ACES,
    BONUS,
    BUTTON,
    DEALING,
    ENVY,
    HAND,
    INSURANCE,
    NOTHING,
    NUMBER,
    QUADS,
    SUPERVISOR,
    TENS,
    after_a_round,
    all_set,
    bet,
    closed,
    dealt,
    house,
    opened,
    played,
    row,
    settle,
    whole,
)

TEXT = "pai-gow-poker"
clause = pytest.mark.clause

WHOLE = tuple(range(53))
QUEENS = "Qs Qh Kd Jc 9s 5h 3d"
TWO_DECKS: dict[str, Any] = {"decks": 2, "shuffler": "automated"}


def mask(cards: str) -> int:
    return sum(1 << card for card in JOKER_DECK.parse(cards))


def makes(cards: str) -> frozenset[str]:
    """The names of what seven cards make."""
    return hands.named(hands.features(mask(cards)), "king_queen")


# --- 11.3: what cards make --------------------------------------------------------------------------------------------


@clause("11.3(f)", "11.3(g)", "11.3(c)")
def test_three_pair_are_three_pairs_and_not_two() -> None:
    assert "Three pair" in makes("Ac Ad Kc Kd Qc Qd 2h")
    assert makes("Ac Ad Kc Kd Qc Jd 2h") == {"Two pairs", "Pair"}


@clause("11.3(f)", "11.3(c)")
def test_a_flush_with_a_joker_is_no_straight_flush_and_four_cards_of_a_royal_flush_are_none() -> None:
    assert makes("Ac Kc 9c 7c 3c Jo 2d") & {"Straight flush with joker", "Straight flush"} == frozenset()
    match = "Royal flush plus royal match"
    assert match not in makes("Ac Kc Qc Jc 9c Kd Qd")
    assert match not in makes("Ad Kd Qd Jd Td 2c 3h")
    assert match in makes("Ad Kd Qd Jd Td Kc Qc")


@clause("11.3(f)2", "11.3(f)2i", "11.3(f)2ii")
@pytest.mark.parametrize("suit", "cdhs")
def test_a_royal_match_is_of_any_suit_and_nothing_else_is_one(suit: str) -> None:
    assert hands.royal_match(mask(f"K{suit} Q{suit}")) == 1 << hands.KING_QUEEN_MATCH
    assert hands.royal_match(mask(f"A{suit} K{suit}")) == 1 << hands.ACE_KING_MATCH
    assert hands.royal_match(mask(f"K{suit} 2{suit}")) == 0


@clause("11.3(h)", "11.1 Pai gow insurance wager")
def test_cards_that_make_something_have_no_rank_as_a_pai_gow_hand() -> None:
    for cards in ("Ac Ad Qs 9d 7d 5c 3h", "Ac Kc 9c 7c 3c Jd 2d", "9c 8d 7s 6h 5s 2h Kc"):
        assert hands.pai_gow_rank(mask(cards)) == -1
    assert hands.pai_gow_rank(mask(NOTHING)) == 9
    assert hands.insured_rank(1, 9, "completes") == -1
    assert hands.insured_rank(1, 9, "ace") == 9


@clause("11.19(c)1", "11.3(c)")
def test_read_as_natural_a_royal_flush_with_a_joker_and_its_matches_are_nothing_for_the_imperial_wager() -> None:
    royal = 1 << ROYAL_FLUSH | 1 << hands.KING_QUEEN_MATCH | 1 << hands.ACE_KING_MATCH
    assert hands.imperial_bits(royal | 1 << FLUSH, "natural") == 1 << FLUSH
    assert hands.imperial_bits(royal, "with_joker") == royal


@clause("11.19(c)1", "11.19(c)2")
def test_equal_odds_of_both_imperial_bonuses_are_both_paid() -> None:
    report = bet({"imperial": 500}, cards="5c 5d 5h Ks Kd 7h Qs", dealer=NOTHING)  # 5 to 1 each
    assert row(report, "imperial") == ("win", 10 * 500, 500)


# --- What may be filed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filed", "sentence"),
    [
        pytest.param({"card_change_hours": 25}, "card_change_hours", marks=clause("11.5(a)")),
        pytest.param({"additional_odds": "7"}, "the odds to 1 lie between 11/2 and 6", marks=clause("11.13(b)6")),
        pytest.param({"bonus": {"moon": 3}}, "the hands of this wager are", marks=clause("11.1 Bonus wager")),
        pytest.param({"bonus": {"pair": 3}}, "is a straight or higher", marks=clause("11.1 Qualifying poker hand")),
        pytest.param({"envy": {"five aces": 5}}, "goes with the bonus wager", marks=clause("11.1 Envy bonus")),
        pytest.param(
            {"envy": {"flush": 5}, "bonus": BONUS},
            "premium hands are",
            marks=clause("11.1 Envy bonus", "11.1 Premium qualifying poker hand"),
        ),
        pytest.param({"limits": {"wager": {"minimum": 600, "maximum": 500}}}, "has a minimum", marks=clause("11.7(a)")),
    ],
)
def test_what_the_text_does_not_allow_cannot_be_filed(filed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImproperConfiguration, match=sentence):
        terms(TEXT, filed)


@clause("11.1 Qualifying poker hand")
def test_a_bonus_table_of_lower_hands_can_be_filed_where_it_is_read_to_the_letter() -> None:
    terms(TEXT, {"bonus": {"pair": 3}, "bonus_rows": "posted"})
    terms(TEXT, {"bonus": {"straight": 3, "pair": 1}})


# --- 11.6: the cut ----------------------------------------------------------------------------------------------------


def uncut(*players: str, **submission: Any) -> Driver:
    """Cards shuffled by hand that are to be cut."""
    driver = Driver(terms(TEXT, {"dealing": "hand", "shuffler": "none", **submission})).duties()
    for seat, name in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, name))
    return driver.duties(until=Cut)


def cut_offers(driver: Driver) -> list[tuple[int, Role]]:
    return [(one.action.seat, one.by) for one in legal(driver.table) if isinstance(one.action, Cut)]


@clause("11.6(c)", "11.6(d)")
def test_the_cut_is_a_players_and_when_all_refuse_the_dealers() -> None:
    driver = uncut("Ann")
    assert cut_offers(driver) == [(1, Role.PLAYER)]
    driver.do(Step("refuse_cut", 0, 1))
    assert cut_offers(driver) == [(0, Role.DEALER)]


@clause("11.6(c)", "11.6(d)")
def test_nobody_cuts_while_it_is_open_who_banks_nor_the_deck_that_is_not_in_play() -> None:
    driver = played(dealt("Ann", "Ben", dealing="hand", shuffler="none"))
    assert driver.table.in_play.stage == Stage.UNCUT
    assert cut_offers(driver) == []
    while passes := [one.action for one in legal(driver.table) if getattr(one.action, "do", "") == "pass"]:
        driver.do(passes[0])
    assert len(cut_offers(driver)) == 1
    two = Driver(terms(TEXT, {**TWO_DECKS, "preshuffled": True})).duties().do(Sit(1, "Ann")).duties(until=Cut)
    for other in [one.action for one in legal(two.table) if isinstance(one.action, Shuffle)]:
        two.do(replace(other, stack=WHOLE))
    assert [deck.stage for deck in two.table.decks] == [Stage.UNCUT, Stage.UNCUT]
    decks = [one.action.deck for one in legal(two.table) if isinstance(one.action, Cut)]
    assert decks == [0]


@clause("11.6(f)")
def test_whoever_cut_last_cuts_again_the_dealer_too() -> None:
    table = uncut("Ann", "Ben").table
    by_dealer = replace(table, own={**table.own, rules.CUTTING: rules.Cutting((0,), 0)})
    by_ben = replace(table, own={**table.own, rules.CUTTING: rules.Cutting((2,), 2)})
    first = [next(rules.cuts(one, 0)).action for one in (by_dealer, by_ben)]
    assert [getattr(action, "seat", None) for action in first] == [0, 2]


@clause("11.6(e)", "11.6(f)")
def test_a_cut_is_made_accepted_and_then_the_dealers_to_complete_and_a_deck_in_play_stays_so() -> None:
    driver = uncut("Ann").do(Cut(0, 20, 1))
    assert completed_and_taken_up(driver) == Stage.READY
    driver.duties().do(Bet(1, "wager", 1000), NoMoreBets()).do(Step("recut", 0), by=SUPERVISOR).do(Cut(0, 20, 1))
    assert completed_and_taken_up(driver) == Stage.DEALT


def completed_and_taken_up(driver: Driver) -> Stage:
    """A player has cut: the dealer completes the cut and then takes up the deck, which is at this stage by then."""
    told = driver.entries[-1].events
    assert [type(one) for one in told] == [CutMade, rules.CutAccepted, StepDue, DeckStaged]
    assert due(driver) == (Step("complete_cut"), Role.DEALER, "11.6(e)")
    driver.do(Step("complete_cut"), by=DEALING)
    assert driver.table.in_play.stage == Stage.STACKED
    assert due(driver) == (Step("load"), Role.DEALER, "11.8A(b)1")
    driver.do(Step("load"), by=DEALING)
    assert [type(one) for one in driver.entries[-1].events] == [Stepped, DeckStaged]
    return driver.table.in_play.stage


# --- 11.7-11.8C: wagers and the deal ----------------------------------------------------------------------------------


@clause("11.7(d)")
def test_a_wager_that_no_text_has_is_not_refused_as_a_number() -> None:
    with pytest.raises(IllegalAction) as refusal:
        opened("Ann").do(Bet(1, "raise", 1000))
    assert "random number" not in str(refusal.value)
    with pytest.raises(IllegalAction, match="numbers are wagered on only where a random number is drawn"):
        opened("Ann").do(Bet(1, "additional_1", 1000))


@clause("11.9(e)")
def test_the_first_of_several_wagers_that_bar_a_surrender_is_named() -> None:
    driver = opened("Ann", bonus=BONUS)
    driver.do(Bet(1, "wager", 1000), Bet(1, "bonus", 500), Bet(1, "imperial", 500), NoMoreBets()).duties()
    driver.do(Decision(1, "house_way"))
    barring = [one for one in bonuses.bars_surrender(driver.terms.submission) if one in ("bonus", "imperial")]
    with pytest.raises(IllegalAction, match=f"because a {barring[0]} wager bars it"):
        driver.do(Decision(1, "surrender"))


@clause("11.2(b)3")
def test_the_other_deck_may_be_shuffled_during_the_deal_and_while_hands_are_set() -> None:
    driver = Driver(terms(TEXT, TWO_DECKS)).duties().do(Sit(1, "Ann")).duties(until=Shuffle).do(Shuffle(0, WHOLE))
    driver.do(Step("place_dice"), Bet(1, "wager", 1000), NoMoreBets())

    def shuffles(seat: int | None) -> list[int]:
        offers = driver.terms.game.play.offers[driver.table.phase](driver.table, seat)
        return [one.action.deck for one in offers if isinstance(one.action, Shuffle)]

    assert driver.table.phase == Phase.DEALING
    assert (shuffles(None), shuffles(0), shuffles(1)) == ([1], [1], [])
    while driver.table.phase != Phase.SETTING:
        due = next(one for one in legal(driver.table) if one.duty and not isinstance(one.action, Shuffle))
        driver.do(driver.filled(due))
    assert (shuffles(None), shuffles(0), shuffles(1)) == ([1], [1], [])


@clause("11.4(a)1", "11.4(a)1iii")
def test_dice_may_be_changed_until_they_are_shaken_and_only_where_there_are_any() -> None:
    changing = Step("place_dice")
    driver = closed("Ann")
    assert offered(driver.table, changing, SUPERVISOR)
    assert not offered(closed("Ann", **NUMBER).table, changing, SUPERVISOR)
    driver.duties(until=Deal)
    assert not offered(driver.table, changing, SUPERVISOR)


@clause("11.10(i)", "11.10(i)1")
def test_a_bank_selects_one_of_seven_stacks_counted_from_the_first_and_the_choice_ends_with_the_round() -> None:
    driver = passing_to_bank(after_a_round("Ann", "Ben", **HAND))
    driver.duties(until=SelectStack)
    (offer,) = [one for one in legal(driver.table) if isinstance(one.action, SelectStack)]
    assert (offer.action, offer.most, offer.duty) == (SelectStack(2, 1), 7, True)
    driver.do(SelectStack(2, 3))
    assert rules.first_stack(driver.table) == 3
    played(driver.duties())
    assert rules.first_stack(driver.table) == 0


def passing_to_bank(driver: Driver) -> Driver:
    """The player at seat 2 banks, and the other wagers."""
    return driver.do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties().do(NoMoreBets())


@clause("11.8(c)", "11.8A(f)")
def test_from_the_hand_the_stub_is_counted_before_the_cards_go_out_and_else_after() -> None:
    for way, after in (("hand", Phase.SETTING), ("automated_shoe", Phase.STUB), ("manual_shoe", Phase.STUB)):
        driver = closed("Ann", dealing=way).duties(until=Deal).do(Deal())
        assert driver.table.phase == after


@clause("11.8A(b)2", "11.8A(c)")
def test_stacks_are_dealt_of_the_deck_in_play_also_after_it_was_shuffled_again() -> None:
    driver = closed("Ann", dealing="hand", shuffler="automated").duties(until="stacks").do(Step("stacks"), by=DEALING)
    assert not [one for one in driver.entries[-1].events if isinstance(one, DeckStaged)]
    driver.duties(until=CountStub).do(Irregularity("card_exposed_in_stacking")).duties(until="stacks")
    assert driver.table.in_play.stage == Stage.DEALT
    driver.do(Step("stacks"), by=DEALING)
    stacks = [card for one in driver.entries[-1].events if isinstance(one, Dealt) for card in one.cards]
    assert sorted(stacks) == sorted(driver.table.in_play.order[: len(stacks)])


@clause("11.13(b)4", "11.13(b)5", "11.8C(c)", "11.8C(e)")
def test_a_number_is_drawn_then_counted_to_and_at_once_the_wagers_on_numbers_are_settled() -> None:
    bets = Bet(1, "wager", 1000), Bet(1, "additional_3", 500)
    driver = opened("Ann", mark_start=True, **NUMBER).do(*bets, NoMoreBets())
    driver.duties(until=DrawNumber).do(DrawNumber(3))
    # only then is it time to mark the position
    assert [type(one) for one in driver.entries[-1].events] == [NumberDrawn, DealStarts, Settled, StepDue]


@clause("11.9(e)", "11.9(e)1", "11.9(e)2")
def test_who_surrenders_loses_the_wager_at_once_then_those_on_cards_that_nobody_sees_and_the_cards_are_counted() -> (
    None
):
    bets = Bet(1, "wager", 1000), Bet(1, "insurance", 500)
    driver = (
        opened("Ann", insurance=INSURANCE, surrender_bar="as_printed")
        .do(*bets, NoMoreBets())
        .duties()
        .do(Decision(1, "house_way"))
    )
    driver.do(Decision(1, "surrender"))
    _, *then = driver.entries[-1].events
    assert [one.wager if isinstance(one, Settled) else type(one) for one in then] == ["wager", "insurance", StepDue]


@clause("11.8C(d)")
def test_with_the_table_its_cards_go_and_the_button_lies_before_the_dealer_again() -> None:
    driver = played(dealt("Ann", **BUTTON))
    assert rules.button(driver.table) == 1
    driver.do(*[one.action for one in driver.offers(1) if type(one.action).__name__ == "Leave"])
    driver.duties().do(Step("close"), by=SUPERVISOR)
    assert [one.deck for one in driver.entries[-1].events if isinstance(one, DeckRemoved)] == [0]
    assert (driver.table.phase, rules.button(driver.table)) == (Phase.CLOSED, 0)


@clause("11.6(a)")
def test_a_seed_is_shown_before_a_deal_that_was_abandoned_begins_again() -> None:
    driver = Driver(terms(TEXT, HAND), random.Random(1)).duties().do(Sit(1, "Ann")).duties()
    driver.do(Bet(1, "wager", 1000), NoMoreBets()).duties(until=CountStub)
    driver.do(Irregularity("card_exposed_in_stacking"))
    first = next(iter(legal(driver.table)))
    assert isinstance(first.action, RevealSeed)
    assert first.duty


# --- 11.9, 11.10: settlement ------------------------------------------------------------------------------------------


@clause("11.9(g)")
def test_a_progressive_wager_that_loses_is_settled_as_its_hand_is_exposed() -> None:
    driver = opened("Ann", progressive={"five aces": "100%"})
    driver.do(Bet(1, "wager", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties()
    all_set(driver).do(Reveal())
    lost = [one for one in driver.entries[-1].events if isinstance(one, Settled) and one.wager == "progressive"]
    assert [one.result for one in lost] == ["lose"]


@clause("11.10(l)", "11.10(m)")
def test_a_bank_pays_winners_from_the_dealers_right() -> None:
    hands_ = {"1": ACES, "2": NOTHING, "3": "Kc Kd Qc Jh 8d 5s 3c"}
    report = settle(
        hands_, [house(1), house(3), house(2)], {"1": {"wager": 1000}, "2": {}, "3": {"wager": 1000}}, bank=2
    )
    assert [one.seat for one in report.settled if one.result == "win"] == [3, 1]


@clause("11.20(d)")
def test_the_imperial_maximum_is_for_all_that_a_player_gets_and_counts_no_other_wager() -> None:
    seats = {
        "1": {"wager": 1000, "imperial": 1_000_000, "player": "Ann"},
        "2": {"wager": 1000, "imperial": 1_000_000, "bonus": 100_000, "player": "Ann"},
    }
    filed = {"imperial_maximum": 26_000_000, "bonus": BONUS, "limits": {"imperial": {}, "bonus": {}}}
    hands_ = {"1": "7h 7d 7s 7c Ks Qs Jd", "2": QUADS, "dealer": "Kh Kd Td 9c 5h 4s 3d"}
    report = settle(hands_, seats=seats, submission=filed)
    assert row(report, "imperial", 2)[1] == 25_000_000
    assert row(report, "imperial", 1)[1] == 1_000_000
    nothing_left = settle(hands_, seats=seats, submission={**filed, "imperial_maximum": 25_000_000})
    assert row(nothing_left, "imperial", 1)[1] == 0


@clause("11.9(i)", "11.9(j)")
def test_when_all_are_paid_the_cards_are_to_be_collected() -> None:
    driver = all_set(dealt("Ann")).do(Reveal()).duties(until="pay")
    assert driver.table.phase == Phase.DECIDING
    driver.do(Step("pay"), by=DEALING)
    assert driver.table.phase == Phase.COLLECTING


@clause("11.9(j)", "11.9(k)")
def test_a_hand_that_wins_a_fixed_amount_of_the_progressive_is_collected_when_it_is_paid() -> None:
    one = whole(
        {"1": QUADS, "dealer": QUEENS},
        seats={"1": {"wager": 1000, "progressive": 100}},
        submission={"progressive": {"four of a kind": 50}},
    )
    after = [type(event) for event in one.events if isinstance(event, Settled | HandCollected)]
    assert after[-1] is HandCollected


@clause("11.1 Envy bonus")
def test_an_envy_bonus_is_told_and_then_paid() -> None:
    one = whole(
        {"1": TENS, "2": QUADS, "dealer": QUEENS},
        seats={"1": {"wager": 1000, "bonus": 500}, "2": {"wager": 1000, "bonus": 500}},
        submission={"bonus": BONUS, "envy": ENVY},
    )
    at = next(index for index, event in enumerate(one.events) if type(event).__name__ == "EnvyPaid")
    paid = one.events[at + 1]
    assert isinstance(paid, Moved)
    assert (paid.seat, paid.amount) == (1, 500)


@clause("11.10(c)")
@pytest.mark.parametrize(("rotation", "firsts"), [("positions", [6, 5, 1, 0]), ("players", [6, 2, 1, 0])])
def test_the_first_offer_of_the_bank_moves_on_by_positions_or_by_players(rotation: str, firsts: list[int]) -> None:
    driver = Driver(terms(TEXT, {"bank_rotation": rotation})).duties()
    driver.do(Sit(6, "Ann"), Sit(2, "Ben"), Sit(1, "Cid")).duties().do(Bet(1, "wager", 1000), NoMoreBets())
    played(driver.duties())
    assert [first_after(driver.table, first) for first in (0, 6, 2, 1)] == firsts


# --- Steps of procedure -----------------------------------------------------------------------------------------------


def due(driver: Driver) -> tuple[Any, Role, str]:
    """What is to be done next, by whom, and the clause that orders it."""
    offer = duty(driver.table)
    assert offer
    return offer.action, offer.by, offer.clause.partition(":")[2]


@clause("11.8A(b)1", "11.8A(b)2", "11.14(b)")
def test_where_the_hand_deals_the_deck_is_taken_up_no_more_bets_announced_and_the_system_locked() -> None:
    assert told_around_no_more_bets("hand") == [("load", "11.8A(b)1"), ("announce", "11.8A(b)2"), LOCKED]


@clause("11.8B(b)1", "11.8B(b)2", "11.14(b)")
def test_where_a_shoe_deals_by_itself_it_is_loaded_no_more_bets_announced_and_the_system_locked() -> None:
    assert told_around_no_more_bets("automated_shoe") == [("load", "11.8B(b)1"), ("announce", "11.8B(b)2"), LOCKED]


LOCKED = ("lock_progressive", "11.14(b)")


def told_around_no_more_bets(way: str) -> list[tuple[str, str]]:
    """The last three steps that were told once the dealer has done what follows "No more bets", but for the dice."""
    driver = closed("Ann", dealing=way, progressive={"five aces": "100%"})
    assert due(driver) == (Step("lock_progressive"), Role.DEALER, "11.14(b)")
    driver.do(Step("lock_progressive"), by=DEALING)
    told = [one for one in driver.events if isinstance(one, Stepped) and one.step != "place_dice"]
    return [(one.step, one.clause.partition(":")[2]) for one in told[-3:]]


@clause("11.9(c)")
def test_when_the_players_have_set_their_hands_it_is_the_dealers_duty_to_set() -> None:
    driver = dealt("Ann").do(Decision(1, "house_way"))
    assert due(driver) == (Step("set_dealer"), Role.DEALER, "11.9(c)")


@clause("11.9(l)")
def test_a_share_of_the_meter_is_documented_before_the_round_is_over() -> None:
    one = whole(
        {"1": QUADS, "dealer": QUEENS},
        seats={"1": {"wager": 1000, "progressive": 100}},
        submission={"progressive": {"four of a kind": "10%"}},
        meters={"progressive": {"main": 1_000_000}},
    )
    papers = [event for event in one.events if isinstance(event, Stepped) and event.step == "document"]
    assert [(event.seat, event.clause) for event in papers] == [(1, f"{TEXT}:11.9(l)")]


@clause("11.5(a)")
def test_cards_that_left_the_table_are_inspected_before_others_come() -> None:
    driver = opened("Ann").do(Step("remove", 0), by=SUPERVISOR).duties(until="inspect_used")
    assert due(driver) == (Step("inspect_used", 0), Role.SECURITY, "11.5(a)")


@clause("11.6(g)")
def test_cards_that_lie_face_down_are_turned_up_for_who_comes_first() -> None:
    driver = opened("Ann", idle_spread="face_down").do(Leave(1), Step("idle"), Sit(1, "Ben"))
    assert due(driver) == (Step("turn_up", 0), Role.DEALER, "11.6(g)")


@clause("11.14(a)")
def test_no_more_than_the_whole_wager_goes_to_the_meter() -> None:
    terms("pai-gow-poker", {"progressive_rate": "199/2"})
    with pytest.raises(ImproperConfiguration, match=r"progressive_rate = '201/2' is not allowed: it is from 0 to 100"):
        terms("pai-gow-poker", {"progressive_rate": "201/2"})


@clause("11.8A(f)", "11.8A(g)")
def test_all_stacks_are_delivered_before_those_of_nobody_are_due_to_be_collected() -> None:
    driver = closed("Ann", dealing="hand").duties(until=Deal).do(Deal())
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, Dealt | StepDue)]
    assert told == [Dealt] * 7 + [StepDue]
