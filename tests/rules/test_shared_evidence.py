"""What the engine does for several texts: what only a sharp look notices, each in clauses of its own."""

from typing import Any

import pytest

from nomorebets.equipment.places import ASIDE
from nomorebets.games.registry import terms
from nomorebets.table.actions import (
    Bet,
    CountStub,
    Cut,
    Deal,
    Irregularity,
    Leave,
    NoMoreBets,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.engine import at_seat, legal, offered
from nomorebets.table.events import DeckRemoved, Moved, RoundVoided, StepDue, StubCounted
from nomorebets.table.ledger import LAYOUT
from nomorebets.table.life.decks import cut_by_dealer, shuffler_fails
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import Phase, Table
from tests.driving import Driver
from tests.rules.test_shared_life import at_table, bet, just_dealt, of, round_played, two_decks

SUPERVISOR = Actor(Role.SUPERVISOR)


def offers_of(table: Table, kind: type) -> list[Any]:
    return [offer for offer in legal(table) if isinstance(offer.action, kind)]


# --- Seats, decks and seeds -------------------------------------------------------------------------------------------


@of(
    high_card_flush="38.6(c) 1.13Y(a)",
    what_the_flush="38.6(f)",
    lunar_poker="38.6(g)",
    packs_poker="43.6(c)",
    pai_gow="10.5(b)",
)
def test_every_free_seat_is_offered_once_to_whoever_comes_and_none_that_there_is_not(key: str) -> None:
    table = at_table(key).table
    last = table.terms.submission.positions
    assert [offer.action.seat for offer in offers_of(table, Sit)] == [*range(2, last + 1)]
    assert [offer.action for offer in offers_of(table, Leave)] == [Leave(1)]
    assert [offer.action for offer in at_seat(table, 3) if isinstance(offer.action, Sit | Leave)] == [Sit(3)]
    assert not any(offered(table, Sit(seat, "Ben")) for seat in (-1, 0, last + 1))


@of(
    high_card_flush="38.6(c)",
    what_the_flush="38.6(f)",
    lunar_poker="38.6(g)",
    packs_poker="43.6(c)",
    pai_gow="10.5(b)",
)
def test_whoever_has_a_wager_stays_and_a_table_that_all_have_left_is_first_made_ready(key: str) -> None:
    driver = at_table(key)
    assert not offered(bet(driver).table, Leave(1))
    left = at_table(key).do(Leave(1)).table
    assert (left.seats, offers_of(left, Sit), offers_of(left, Leave)) == ({}, [], [])


@of(
    high_card_flush="38.2(b)3 38.4(a)",
    what_the_flush="38.2(b)3 38.4(a)",
    pai_gow_poker="11.2(b)3 11.6(a)",
)
def test_a_deck_is_shuffled_by_one_clause_before_it_is_played_and_by_another_beside_the_one_in_play(key: str) -> None:
    driver = round_played(two_decks(key))
    cites = driver.table.terms.cites
    bet(driver).do(NoMoreBets())
    beside = offers_of(driver.table, Shuffle)
    assert [(one.action.deck, one.clause) for one in beside] == [(1 - driver.table.deck, cites["other_deck"])]
    alone = Driver(terms(key)).duties().do(Sit(1, "Ann")).duties(until=Shuffle)
    assert [(one.action.deck, one.clause) for one in offers_of(alone.table, Shuffle)] == [(0, cites["shuffle"])]


@of(high_card_flush="38.4(c)1ii", what_the_flush="38.4(c)1ii", lunar_poker="38.4(c)1ii")
def test_the_dealer_cuts_ten_cards_or_more(key: str) -> None:
    driver = Driver(terms(key)).duties().do(Sit(1, "Ann")).duties(until=Cut)
    (offer,) = cut_by_dealer(driver.table, 0)
    assert (offer.action, offer.most, offer.by, offer.duty) == (Cut(0, 10), 51, Role.DEALER, True)
    assert offered(driver.table, Cut(0, 51))


@of(
    high_card_flush="38.13(g)",
    what_the_flush="38.12(g)",
    lunar_poker="38.13(g)",
    packs_poker="43.13(f)",
    pai_gow_poker="11.11(o)",
)
def test_no_shuffler_leaves_a_round_at_a_table_that_has_none_nor_twice_between_rounds(key: str) -> None:
    in_round = bet(at_table(key, dealing="automated_shoe")).do(NoMoreBets()).table
    assert in_round.terms.submission.devices == ("shoe",)
    assert list(shuffler_fails(in_round, in_round.in_play)) == []
    between = at_table(key, shuffler="automated").table
    assert list(shuffler_fails(between, between.in_play)) == []


@of(high_card_flush="38.10(f)", what_the_flush="38.10(d)")
def test_a_deck_that_takes_the_place_of_a_bad_one_may_come_before_the_round_is_over(key: str) -> None:
    driver = just_dealt(key).do(Irregularity("stub_count_wrong", count=3))
    assert driver.table.phase == Phase.COLLECTING
    assert offered(driver.table, Step("receive", driver.table.deck))


# --- The stub ---------------------------------------------------------------------------------------------------------

COUNTED = of(
    high_card_flush="38.7(f)2 38.13(c)",
    what_the_flush="38.7(f)2",
    packs_poker="43.7(g)2",
)


@COUNTED
@pytest.mark.parametrize("count", [-1, 0, 5])
@pytest.mark.parametrize("misdealt", [False, True])
def test_what_was_counted_wrongly_is_told_if_anything_was_and_the_dealt_cards_counted(
    key: str,
    misdealt: bool,  # noqa: FBT001
    count: int,
) -> None:
    driver = just_dealt(key).do(Irregularity("stub_count_wrong", misdealt=misdealt, count=count))
    told = driver.entries[-1].events
    assert [event.count for event in told if isinstance(event, StubCounted)] == [count][: count >= 0]
    due = [event.expected for event in told if isinstance(event, StepDue) and event.step == "count_dealt"]
    assert due == [52 - count][: misdealt and count >= 0]


@COUNTED
def test_the_cards_to_be_found_are_those_that_are_neither_in_the_stub_nor_aside_and_never_less_than_none(
    key: str,
) -> None:
    def expected(driver: Driver, count: int) -> int:
        driver.do(Irregularity("stub_count_wrong", misdealt=True, count=count))
        return next(due.expected for due in driver.table.owed if due.step == "count_dealt")

    assert expected(just_dealt(key), 53) == 0
    aside = bet(at_table(key)).do(NoMoreBets())
    aside.do(Irregularity("card_face_up_in_shoe", card=aside.pieces[aside.table.in_play.stack[0]]))
    aside.duties(until=Deal).do(Deal())
    assert len(aside.table.at(ASIDE).cards) == 1
    assert expected(aside, 3) == 52 - 3 - 1


@COUNTED
def test_hands_are_void_before_the_deck_that_is_not_complete_goes(key: str) -> None:
    driver = just_dealt(key).do(Irregularity("stub_count_wrong", count=3))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, RoundVoided | DeckRemoved)]
    assert told == [RoundVoided, DeckRemoved]


@of(high_card_flush="38.7(f) 38.7(f)1", what_the_flush="38.7(f) 38.7(f)1", packs_poker="43.7(g) 43.7(g)1")
def test_a_count_is_told_by_the_clause_of_a_right_one_unless_a_misdeal_is_known(key: str) -> None:
    def clause(driver: Driver) -> str:
        driver.do(CountStub(len(driver.table.in_play.stack)))
        return next(event.clause for event in driver.entries[-1].events if isinstance(event, StubCounted))

    right = just_dealt(key)
    cites = right.table.terms.cites
    assert clause(right) == cites["count_right"]
    misdealt = just_dealt(key).do(Irregularity("wrong_number_of_cards", 1))
    assert clause(misdealt) == cites["count"]
    assert cites["count"] != cites["count_right"]


# --- Progressive wagers -----------------------------------------------------------------------------------------------


@pytest.mark.clause("high-card-flush:38.12(b)(1)", "high-card-flush:38.12(b)(3)", "high-card-flush:38.12(b)(4)")
@pytest.mark.clause("high-card-flush:38.11(f)", "lunar-poker:38.7(b)", "lunar-poker:38.12(h)")
@pytest.mark.parametrize("key", ["high-card-flush", "lunar-poker"])
def test_chips_are_counted_where_they_lie_and_collected_before_they_count_for_the_meter(key: str) -> None:
    driver = Driver(terms(key, {"progressive": "A"} if key == "high-card-flush" else {})).duties()
    driver.do(*(Sit(seat, name) for seat, name in enumerate(("Ann", "Ben", "Cid"), 1))).duties()
    driver.do(*(Bet(seat, "ante", 1000) for seat in (1, 2, 3)), Bet(1, "progressive", 100), NoMoreBets())
    assert next(due.expected for due in driver.table.owed if due.step == "verify_progressive") == 1
    driver.duties(until=Deal)
    moved = [event for event in driver.events if isinstance(event, Moved) and event.seat]
    assert moved[0].origin == LAYOUT
    assert {event.seat for event in moved} == {1}
