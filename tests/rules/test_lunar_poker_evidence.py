"""Lunar Poker: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.equipment.cards import CARDS, hand
from nomorebets.errors import ImproperConfiguration
from nomorebets.games.lunar_poker import hands as lunar
from nomorebets.games.lunar_poker import rules
from nomorebets.games.lunar_poker.submission import PAY_TABLES
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Deal, Decision, Irregularity, NoMoreBets, Reveal, Shuffle, Sit, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import (
    BetPlaced,
    BetWithdrawn,
    Dealt,
    Decided,
    DeckRemoved,
    Discarded,
    Event,
    HandCollected,
    IrregularityNoted,
    MeterReset,
    NotDealt,
    Settled,
    SettlementUndone,
    StepDue,
    Stepped,
    StubCounted,
    TurnedUp,
)
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import Phase
from tests.driving import WHOLE, Driver
from tests.rules.test_lunar_poker import (
    BET,
    BUY,
    CLUBS,
    DECLARE,
    FLUSH,
    FULL,
    LOW,
    NO_HAND,
    NOTHING,
    PAIR,
    PROGRESSIVE,
    QUADS,
    QUALIFIER,
    ROYAL,
    SPADES,
    STRAIGHT_FLUSH,
    almost_dealt_out,
    bets,
    both_won,
    dealt,
    exchanging,
    opened,
    play_out,
    progressive,
    row,
    settle,
    stacked,
)

TEXT = "lunar-poker"
clause = pytest.mark.clause


@clause("38.12(d)")
def test_the_super_side_bet_pays_no_less_than_is_printed() -> None:
    printed = PAY_TABLES["super"]["printed"].pays
    assert {name: pay.text("to") for name, pay in printed.items()} == {
        "Four-of-a-kind": "250 to 1",
        "Same colored straight": "150 to 1",
        "Full House": "100 to 1",
        "Flush": "60 to 1",
        "Straight": "30 to 1",
        "Three-of-a-kind": "7 to 1",
        "Ace-King-Queen": "5 to 1",
        "5 same colored cards": "2 to 1",
    }


@clause("38.12(g)")
def test_the_least_that_a_straight_flush_takes_of_the_meter_is_the_share_that_is_printed() -> None:
    printed = PAY_TABLES["progressive"]["percentage"].pays["Straight Flush"]
    assert printed.text("to") == "10% of the main meter"
    assert row(progressive(STRAIGHT_FLUSH), "progressive") == ("win", 200_007, 0)


@clause("38.12(g)")
@pytest.mark.parametrize(
    ("cards", "due"),
    [(ROYAL, 2_000_070), (STRAIGHT_FLUSH, 500_000), (QUADS, 50_000), (FULL, 10_000), (FLUSH, 5_000)],
)
def test_where_an_amount_is_elected_for_the_straight_flush_the_other_rows_stay_as_they_are(
    cards: str, due: int
) -> None:
    actions = [DECLARE] if cards == ROYAL else None
    assert row(progressive(cards, actions, progressive="amount"), "progressive") == ("win", due, 0)


def two_decks(**hands: str) -> Driver:
    """A first round of which the second deck is still to be shuffled."""
    driver = Driver(terms(TEXT, {"decks": 2, "shuffler": "automated"})).duties().do(Sit(1, "Ann"))
    stack = stacked(*hands.values()) if hands else WHOLE
    return driver.duties(until=Shuffle).do(Shuffle(0, stack), Bet(1, "ante", 1000), NoMoreBets(), Deal())


def to_shuffle(driver: Driver) -> list[int]:
    return [offer.action.deck for offer in legal(driver.table) if isinstance(offer.action, Shuffle)]


@clause("38.2(b)3")
def test_the_other_deck_may_be_shuffled_while_players_choose_and_while_they_force() -> None:
    driver = two_decks(ann=PAIR, dealer=NO_HAND)
    assert driver.table.phase == Phase.DECIDING
    assert to_shuffle(driver) == [1]
    driver.do(Decision(1, "bet", 2000), Reveal())
    assert driver.table.phase == rules.FORCING
    assert to_shuffle(driver) == [1]


@clause("38.2(b)5")
def test_while_the_other_deck_lies_in_the_rack_nothing_is_discarded_there() -> None:
    driver = play_out(opened("Ann", decks=2, shuffler="automated")).do(Bet(1, "ante", 1000), NoMoreBets(), Deal())
    offers = [offer.action for offer in legal(driver.table) if not isinstance(offer.action, Irregularity)]
    assert offers == [Shuffle(0), Step("remove_devices")]


@clause("38.6(b)")
def test_limits_are_of_wagers_that_may_be_limited_and_the_minimum_is_not_above_the_maximum() -> None:
    for wager, minimum, sentence in (("ante", 700, "has a minimum"), ("progressive", 100, "is no wager")):
        with pytest.raises(ImproperConfiguration, match=rf"limits\.{wager} {sentence}") as refusal:
            terms(TEXT, {"limits": {wager: {"minimum": minimum, "maximum": 600}}})
        assert refusal.value.clause == f"{TEXT}:38.6(b)"


@clause("38.12(g)")
@pytest.mark.parametrize(
    ("filed", "sentence"),
    [
        ({"progressive_prizes": {"Flush": 4_999}}, r"Flush is paid \$50 at least, not \$49\.99"),
        ({"progressive_prizes": {"Moon": 9_000}}, "Moon is not paid an amount; those that are: Four-of-a-kind, Full"),
        ({"progressive_prizes": {"Flush": 9_000}, "progressive": None}, "Flush .*; the progressive is not offered"),
    ],
)
def test_prizes_below_the_printed_ones_or_for_other_hands_cannot_be_filed(
    filed: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ImproperConfiguration, match=sentence) as refusal:
        terms(TEXT, filed)
    assert refusal.value.clause == f"{TEXT}:38.12(g)"
    terms(TEXT, {"progressive_prizes": {"Flush": 5_000}})


@clause("38.12(f)")
def test_a_payout_limit_may_not_fall_short_of_the_least_and_it_is_said_where_the_minimums_make_it_more() -> None:
    with pytest.raises(ImproperConfiguration, match=r"the least is \$5,000(?!, what)") as refusal:
        terms(TEXT, {"payout_limit": 499_999})
    assert "minimum wagers" not in str(refusal.value)
    high = {"ante": {"minimum": 10_000, "maximum": 20_000}}
    with pytest.raises(
        ImproperConfiguration, match=r"the least is .*, what one player could win in a round at the min"
    ):
        terms(TEXT, {"payout_limit": 600_000, "limits": high})


@clause("38.12(f)")
def test_a_limit_of_the_round_is_never_below_nothing_and_leaves_the_progressive_out() -> None:
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER), payout_limit=500_000, payout_limit_per="round")
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    seat = driver.table.seats[1]
    assert seat.settled["progressive"].pays == 5_000
    assert rules.limit(driver.table, seat) == 500_000
    assert rules.limit(driver.table, seat, paid=500_001) == 0


@clause("38.10(a)")
def test_a_declaration_is_told_and_a_hand_that_is_void_declares_nothing() -> None:
    driver = dealt("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER))
    declaring = Decision(1, "declare")
    assert declaring in [offer.action for offer in driver.offers(1)]
    told = driver.do(declaring).entries[-1].events[0]
    assert isinstance(told, Decided)
    assert (told.do, told.clause) == ("declare", f"{TEXT}:38.10(a)")
    void = dealt("Ann", "Ben", stack=stacked(ROYAL, PAIR, QUALIFIER)).do(Irregularity("wrong_number_of_cards", 1))
    assert declaring not in [offer.action for offer in void.offers(1)]


@clause("38.10(a)")
def test_a_super_side_bet_that_nobody_declared_is_collected_when_the_dealer_reveals() -> None:
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER))
    driver.do(Bet(1, "ante", 1000), Bet(1, "super", 500), NoMoreBets()).duties(until=Reveal)
    bets(driver).do(Reveal())
    first = driver.entries[-1].events[0]
    assert isinstance(first, Settled)
    assert (first.wager, first.result, first.clause) == ("super", "lose", f"{TEXT}:38.10(a)")


@clause("38.10(g)")
def test_the_dealer_turns_over_the_four_hole_cards_and_with_nobody_left_the_round_is_over() -> None:
    driver = dealt("Ann", stack=stacked(PAIR, QUALIFIER)).do(Decision(1, "fold"), Reveal())
    turned = next(event for event in driver.entries[-1].events if isinstance(event, TurnedUp))
    assert CARDS.text(turned.cards) == QUALIFIER.partition(" ")[2]
    assert driver.table.phase == Phase.STUB


@clause("38.10(b)3", "38.1 Bet wager")
def test_a_bet_is_told_and_lies_and_nothing_is_left_to_decide_on_the_hand() -> None:
    driver = bets(dealt("Ann"))
    told, lying = driver.entries[-1].events
    assert isinstance(told, Decided)
    assert (told.do, told.amount, told.clause) == ("bet", 2000, f"{TEXT}:38.10(b)3")
    assert isinstance(lying, BetPlaced)
    assert (lying.wager, lying.amount, lying.clause) == ("bet", 2000, f"{TEXT}:38.10(b)3")
    assert not [one for one in driver.offers(1) if isinstance(one.action, Decision)]


@clause("38.10(b)1", "38.10(c)")
def test_a_card_is_paid_for_before_it_is_dealt() -> None:
    events = dealt("Ann").do(Decision(1, "buy", 1000)).entries[-1].events
    assert [type(event) for event in events] == [Decided, BetPlaced, Settled, Dealt]


@clause("38.1 Fold", "38.10(b)4")
def test_a_fold_is_told_before_the_ante_is_lost() -> None:
    told, lost, *_ = dealt("Ann").do(Decision(1, "fold")).entries[-1].events
    assert isinstance(told, Decided)
    assert (told.do, told.clause) == ("fold", f"{TEXT}:38.10(b)4")
    assert isinstance(lost, Settled)


@clause("38.10(d)")
def test_an_exchange_that_is_taken_back_returns_the_cards_and_then_the_payment() -> None:
    driver = almost_dealt_out(())
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]])).owed()
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, Dealt | SettlementUndone)]
    assert told == [Dealt, SettlementUndone]


@clause("38.10(k)", "38.1 Force the dealer")
@pytest.mark.parametrize("suit", "cdhs")
def test_the_dealers_highest_card_is_found_whatever_its_suit(suit: str) -> None:
    lower = " ".join(
        f"{rank}{other}" for rank, other in zip("974", [one for one in "cdhs" if one != suit], strict=True)
    )
    for second in ("J", "3"):
        cards = hand(f"Q{suit} {second}{suit} {lower}")
        assert lunar.highest_card(cards) == hand(f"Q{suit}")


def forced(dealer: str, draw: str) -> list[Event]:
    """What follows when two players force a dealer with this hand, who draws this card."""
    driver = dealt("Ann", "Ben", stack=stacked(PAIR, "Ts Th 8s 6c 5c", dealer, draws=draw))
    bets(driver).do(Reveal(), Decision(1, "force", 1000), Decision(2, "force", 1000), Step("settle"))
    return list(driver.entries[-1].events)


@clause("38.10(k)")
def test_the_dealers_highest_card_goes_openly_and_one_card_comes_and_is_turned_up() -> None:
    kinds = (Discarded, Dealt, TurnedUp)
    gone, dealt_, turned = [
        event
        for event in forced(NO_HAND, "8d")
        if isinstance(event, kinds) and "dealer" in (getattr(event, "to", ""), getattr(event, "place", ""))
    ]
    assert (type(gone), type(dealt_), type(turned)) == kinds
    assert isinstance(gone, Discarded)
    assert (CARDS.text(gone.cards), gone.openly) == ("Qc", True)


@clause("38.10(k)2", "38.10(k)2(1)")
def test_if_the_dealer_still_has_no_hand_antes_and_bets_are_void_and_cards_go_from_the_right() -> None:
    events = forced(NO_HAND, "8d")
    void = [(event.seat, event.wager) for event in events if isinstance(event, Settled) and event.result == "void"]
    assert void == [(2, "ante"), (2, "bet"), (1, "ante"), (1, "bet")]
    assert [event.seat for event in events if isinstance(event, HandCollected)] == [2, 1]


@clause("38.10(j)1")
def test_without_a_hand_of_the_dealer_the_ante_is_paid_and_then_the_bet_goes_back() -> None:
    driver = bets(dealt("Ann", stack=stacked(PAIR, NO_HAND))).do(Reveal(), Decision(1, "stand"), Step("settle"))
    told = [event.wager for event in driver.entries[-1].events if isinstance(event, Settled)]
    assert told == ["ante", "bet"]


def paid_from_the_meter(*hands: str, **submission: object) -> Driver:
    """Everybody has a progressive wager, which is resolved before anybody chooses."""
    names = ("Ann", "Ben", "Cid")[: len(hands)]
    driver = opened(*names, stack=stacked(*hands, NOTHING), **submission)
    for seat in range(1, len(hands) + 1):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    return driver.do(NoMoreBets()).duties()


def done(driver: Driver, step: str) -> list[int]:
    return [event.seat for event in driver.events if isinstance(event, Stepped) and event.step == step]


@clause("38.11(a)", "38.12(i)", "38.12(h)")
def test_each_winner_is_verified_once_and_the_meter_is_reset_before_who_comes_after_it_was_won() -> None:
    last = paid_from_the_meter("9d 8d 7d 6d 5d", SPADES)
    assert done(last, "verify_hand") == [2, 1]
    assert len(done(last, "pay_progressive")) == 2
    assert done(last, "reset_progressive") == [2]
    first = paid_from_the_meter(SPADES, "9d 8d 7d 6d 5d")
    assert done(first, "verify_hand") == [2, 1]
    assert len(done(first, "pay_progressive")) == 1
    assert done(first, "reset_progressive") == [1]
    alone = paid_from_the_meter(SPADES)
    assert len(done(alone, "pay_progressive")) == 1
    two = paid_from_the_meter(STRAIGHT_FLUSH, "9d 8d 7d 6d 5d")
    assert (done(two, "verify_hand"), len(done(two, "pay_progressive"))) == ([2, 1], 1)
    assert done(two, "reset_progressive") == []


@clause("38.12(h)")
def test_what_a_share_leaves_on_the_meter_is_what_it_shows_where_the_reset_is_no_more() -> None:
    """Three royal flushes share $10,002.11, and two cents stay."""
    driver = opened(
        *"ABC", stack=stacked(SPADES, ROYAL, CLUBS, LOW), progressive_reset=1, progressive_initial=1_000_001
    )
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="reset_progressive")
    assert driver.table.owed[0].expected == 2


@clause("38.11(b)1", "38.11(b)")
def test_a_winning_hand_is_turned_over_before_it_is_to_be_verified() -> None:
    driver = opened("Ann", stack=stacked(FLUSH, NOTHING))
    driver.do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until="resolve_progressives")
    driver.do(Step("resolve_progressives"), by=Actor(Role.DEALER))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, TurnedUp | StepDue)]
    assert told == [TurnedUp, StepDue, StepDue, StepDue, StepDue]


@clause("38.13(d)")
def test_the_fifth_card_of_a_dealer_who_was_dealt_four_comes_before_the_first_is_turned_up() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), NoMoreBets()).do(Irregularity("dealer_dealt_four_cards"))
    told = [event for event in driver.entries[-1].events if isinstance(event, Dealt | TurnedUp)]
    assert all(event.cards for event in told)
    assert [type(event) for event in told[-2:]] == [Dealt, TurnedUp]
    later = bets(dealt("Ann")).do(Irregularity("dealer_dealt_four_cards"))
    told_later = [type(event) for event in later.entries[-1].events if isinstance(event, NotDealt | StepDue)]
    assert told_later == [NotDealt, StepDue]


@clause("38.7(f)2")
def test_a_supervisor_may_take_a_deck_from_the_table_that_is_not_in_play() -> None:
    driver = opened("Ann").do(Step("remove", 0), by=Actor(Role.SUPERVISOR))
    gone = next(event for event in driver.entries[-1].events if isinstance(event, DeckRemoved))
    assert gone.clause == f"{TEXT}:38.7(f)2"


@clause("38.7(f)2", "38.13(d)")
def test_in_a_round_that_is_void_a_misdealt_hand_explains_the_count_all_the_same() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), NoMoreBets(), Deal()).duties()
    driver.do(Irregularity("wrong_number_of_cards", 0))
    settled = driver.table.ledger
    driver.do(Irregularity("stub_count_wrong", 1, misdealt=True, count=40))
    assert [(due.step, due.expected) for due in driver.table.owed] == [("count_dealt", 12)]
    assert driver.table.ledger == settled


@clause("38.10(a)")
def test_a_card_that_was_found_face_up_is_no_further_card_that_was_dealt() -> None:
    driver = opened("Ann", stack=stacked(FLUSH, QUALIFIER)).do(Bet(1, "ante", 1000), Bet(1, "super", 500), NoMoreBets())
    driver.duties(until=Reveal)
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]]))
    driver.do(Decision(1, "declare")).owed()
    assert driver.table.seats[1].settled["super"].pays == 60 * 500


@clause("38.10(a)", "38.10(d)")
def test_what_nobody_declared_is_collected_before_further_cards_are_dealt() -> None:
    driver = exchanging().do(Step("confirm_discards", seat=1, count=2))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, Settled | Dealt)]
    assert told == [Settled, Settled, Dealt]


@clause("38.7(f)2", "38.13(d)")
@pytest.mark.parametrize("count", [-1, 0, 5])
def test_a_misdeal_that_explains_a_count_is_noted_and_what_was_counted_if_anything_was(count: int) -> None:
    driver = dealt("Ann", "Ben").do(Irregularity("stub_count_wrong", 1, misdealt=True, count=count))
    told = driver.entries[-1].events
    noted = [(event.kind, event.seat) for event in told if isinstance(event, IrregularityNoted)]
    assert ("wrong_number_of_cards", 1) in noted
    assert [event.count for event in told if isinstance(event, StubCounted)] == ([] if count < 0 else [count])
    assert [due.step for due in driver.table.owed] == ([] if count < 0 else ["count_dealt"])


@clause("38.12(g)", "38.1 Progressive payout hand")
@pytest.mark.parametrize(("judged_on", "result"), [("final_hand", ("win", 5_000, 0)), ("first_five", ("lose", 0, 0))])
def test_a_card_that_was_bought_counts_where_the_final_hand_is_judged(judged_on: str, result: object) -> None:
    report = settle(
        {"1": "9h 7h 5h 2h Js", "dealer": QUALIFIER},
        [BUY, BET],
        PROGRESSIVE,
        submission={"progressive_judged_on": judged_on},
        draws="Kh",
    )
    assert row(report, "progressive") == result


@clause("38.12(g)", "38.12(i)", "38.10(f)")
def test_for_a_share_that_is_paid_anew_the_same_papers_do() -> None:
    driver = both_won(STRAIGHT_FLUSH, ROYAL, until=Reveal).do(Irregularity("communicating", 2))
    assert driver.table.seats[1].settled["progressive"].pays != 0
    assert driver.table.undocumented == (1,)


@clause("38.10(b)", "38.10(d)")
def test_a_payment_that_was_collected_lies_again_before_it_goes_back() -> None:
    driver = almost_dealt_out(())
    driver.do(Irregularity("card_face_up_in_shoe", card=CARDS.names[driver.table.in_play.stack[0]])).owed()
    told = [type(event) for event in driver.entries[-1].events]
    assert told[-2:] == [SettlementUndone, BetWithdrawn]


@clause("38.10(a)1", "38.11(a)", "38.12(g)", "38.12(i)", "38.10(f)", "38.13(d)")
@pytest.mark.parametrize("kind", ["communicating", "wrong_number_of_cards"])
@pytest.mark.parametrize(("reading", "papers"), [("shared_anew", (1,)), ("as_paid", ())])
def test_a_share_that_is_another_amount_by_now_is_documented_anew(
    reading: str, papers: tuple[int, ...], kind: str
) -> None:
    """The first five cards were paid and documented before two of them were exchanged."""
    hands = STRAIGHT_FLUSH, ROYAL
    driver = both_won(*hands, until=Reveal, progressive_judged_on="first_five", shared_meter=reading)
    driver.do(Decision(1, "exchange", 1000, ("9s", "8s"))).duties(until=Reveal)
    assert driver.table.undocumented == (2,)
    driver.do(Irregularity(kind, 2))
    assert driver.table.undocumented == papers
    bets(driver).duties()
    assert driver.steps.count(("document", Role.SUPERVISOR)) == 1 + len(papers)


@clause("38.12(h)", "38.12(i)", "38.10(f)")
def test_a_meter_that_two_share_anew_is_reset_for_the_first_of_them() -> None:
    driver = both_won(ROYAL, SPADES, CLUBS, until=Reveal).do(Irregularity("communicating", 2))
    assert [event.seat for event in driver.entries[-1].events if isinstance(event, MeterReset)] == [3]
