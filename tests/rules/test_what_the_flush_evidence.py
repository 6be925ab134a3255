"""What The Flush: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import ImproperConfiguration
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush import rules
from nomorebets.table.actions import Bet, Deal, Irregularity, NoMoreBets, Reveal, Shuffle, Sit, Step
from nomorebets.table.engine import duty, legal
from nomorebets.table.events import CardRemoved, DeckRemoved, Discarded, HandCollected, Settled, TurnedUp
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import Phase
from tests.driving import WHOLE, Driver
from tests.rules.test_what_the_flush import dealt, opened, played

TEXT = "what-the-flush"
clause = pytest.mark.clause


def with_bonuses() -> Driver:
    """Three players with cards before them, the first and the last of them with a bonus wager."""
    driver = opened("Ann", "Ben", "Cid")
    for seat in (1, 2, 3):
        driver.do(Bet(seat, "ante", 1000))
    return driver.do(Bet(1, "flush_rush", 500), Bet(3, "flush_rush", 500), NoMoreBets()).duties(until=Reveal)


@clause("38.6(c)")
def test_limits_are_of_wagers_that_may_be_limited_and_the_minimum_is_not_above_the_maximum() -> None:
    for wager, minimum, sentence in (("ante", 700, "has a minimum"), ("play", 500, "is no wager")):
        with pytest.raises(ImproperConfiguration, match=rf"limits\.{wager} {sentence}") as refusal:
            terms(TEXT, {"limits": {wager: {"minimum": minimum, "maximum": 600}}})
        assert refusal.value.clause == f"{TEXT}:38.6(c)"


@clause("38.6(d)")
@pytest.mark.parametrize(("size", "most"), [(3, 1), (4, 1), (5, 2), (6, 3), (7, 3)])
def test_the_flush_allows_one_to_three_times_the_ante(size: int, most: int) -> None:
    assert rules.play_limit(size) == most


@clause("38.2(b)3")
def test_the_other_deck_may_still_be_shuffled_while_players_decide() -> None:
    driver = Driver(terms(TEXT, {"decks": 2, "shuffler": "automated"})).duties().do(Sit(1, "Ann"))
    driver.duties(until=Shuffle).do(Shuffle(0, WHOLE))
    driver.do(Bet(1, "ante", 1000), NoMoreBets(), Deal(), Step("rack_stub"))
    assert driver.table.phase == Phase.DECIDING
    assert [one.action for one in legal(driver.table) if isinstance(one.action, Shuffle)] == [Shuffle(1)]


@clause("38.10(a)")
def test_a_two_that_was_turned_up_is_discarded_openly() -> None:
    driver = dealt("Ann", stack=rank_first("2h"))
    (gone,) = [event for event in driver.events if isinstance(event, Discarded)]
    assert gone.openly


def rank_first(name: str) -> tuple[int, ...]:
    """A stack of which the dealer's last card is this one, with one player."""
    card = CARDS.parse(name)[0]
    others = [one for one in WHOLE if one != card]
    return (*others[:14], card, *others[14:])


@clause("38.10(b)")
def test_when_all_have_decided_it_is_the_dealers_duty_to_reveal() -> None:
    due = duty(played(dealt("Ann")).table)
    assert due
    assert (due.action, due.by, due.clause) == (Reveal(), Role.DEALER, f"{TEXT}:38.10(b)")


@clause("38.10(b)")
def test_of_the_dealers_hand_a_straight_flush_that_is_shorter_is_not_announced() -> None:
    cards = "Qd Jd Td 9d 4d Qs Th"
    stack = CARDS.parse(f"3c {cards[:2]} 3s {cards[3:5]} 4h {cards[6:8]} 5s {cards[9:11]} 7c {cards[12:14]}")
    rest = CARDS.parse(f"8h {cards[15:17]} 9s {cards[18:20]} 7h")
    known = (*stack, *rest)
    driver = dealt("Ann", stack=(*known, *(card for card in WHOLE if card not in known)), super_flush_rush=True)
    played(driver).do(Reveal())
    told = next(event for event in driver.entries[-1].events if isinstance(event, TurnedUp))
    assert (told.place, told.said) == ("dealer", "5 card flush, queen high")


@clause("38.10(d)")
def test_the_dealer_collects_the_cards_before_the_next_round() -> None:
    due = duty(played(dealt("Ann")).do(Reveal()).table)
    assert due
    assert (due.action, due.by, due.clause) == (Step("collect"), Role.DEALER, f"{TEXT}:38.10(d)")


@clause("38.12(a)")
def test_after_an_exposed_card_hands_with_a_bonus_are_turned_over_from_the_right_and_all_are_collected() -> None:
    driver = with_bonuses().do(Irregularity("card_exposed"))
    assert driver.table.phase == Phase.COLLECTING
    due = duty(driver.table)
    assert due
    assert (due.action, due.by, due.clause) == (Step("award_bonuses"), Role.DEALER, f"{TEXT}:38.12(a)")
    assert [one.action for one in legal(driver.table) if isinstance(one.action, Step)] == [Step("award_bonuses")]
    driver.do(Step("award_bonuses"), by=Actor(Role.DEALER))
    told = driver.entries[-1].events
    assert [event.place for event in told if isinstance(event, TurnedUp)] == ["seat 3", "seat 1"]
    assert [event.seat for event in told if isinstance(event, Settled)] == [3, 1]
    assert {event.seat for event in told if isinstance(event, HandCollected)} == {1, 2, 3}
    kinds = [type(event) for event in told if isinstance(event, TurnedUp | Settled | HandCollected)]
    assert kinds == [TurnedUp, Settled] * 2 + [HandCollected] * 3


@clause("38.12(a)", "38.12(b)")
@pytest.mark.parametrize("kind", ["card_exposed", "card_face_up_after_deal"])
def test_hands_without_a_bonus_are_collected_as_soon_as_they_are_void(kind: str) -> None:
    driver = dealt("Ann", "Ben").do(Irregularity(kind))
    collected = [event.seat for event in driver.entries[-1].events if isinstance(event, HandCollected)]
    assert collected == [1, 2]


@clause("38.12(b)")
def test_a_card_found_face_up_after_the_deal_is_put_aside_if_it_is_known() -> None:
    driver = dealt("Ann")
    card = driver.table.in_play.stack[0]
    driver.do(Irregularity("card_face_up_after_deal", card=driver.pieces[card]))
    aside = [event for event in driver.entries[-1].events if isinstance(event, CardRemoved)]
    assert [event.card for event in aside] == [card]


@clause("38.7(f)2")
def test_a_supervisor_may_take_a_deck_from_the_table_that_is_not_in_play() -> None:
    driver = opened("Ann").do(Step("remove", 0), by=Actor(Role.SUPERVISOR))
    gone = next(event for event in driver.entries[-1].events if isinstance(event, DeckRemoved))
    assert gone.clause == f"{TEXT}:38.7(f)2"
