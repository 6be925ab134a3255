"""Pokette: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.chance import commitment, section
from nomorebets.equipment.wheel import WHEEL
from nomorebets.errors import ImproperConfiguration
from nomorebets.games.pokette import rules
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Commit, Irregularity, Leave, NoMoreBets, Spin, Step
from nomorebets.table.engine import duty, offered
from nomorebets.table.events import BetPlaced, BetWithdrawn, Cleared, DeckRemoved, Posted, Spun, StepDue, Stepped
from nomorebets.table.roles import Role
from tests.rules.test_pokette import DEALER, SEED, SUPERVISOR, opened, posted

TEXT = "pokette"
clause = pytest.mark.clause


def names(cards: tuple[int, ...] | frozenset[int]) -> frozenset[str]:
    return frozenset(WHEEL.names[card] for card in cards)


def ranks(cards: frozenset[str]) -> str:
    """Which ranks there are, from the ace down."""
    return "".join(rank for rank in reversed(RANKS) if any(card.startswith(rank) for card in cards))


@clause("12.5(a)2")
def test_there_are_39_splits_within_a_rank_and_48_between_two() -> None:
    found = [names(cards) for cards in rules.splits()]
    assert len(found) == len(set(found)) == 87
    assert [sorted(one) for one in found[:3]] == [["Ah", "As"], ["Ad", "Ah"], ["Ac", "Ad"]]
    assert sum(len(ranks(one)) == 1 for one in found) == 39
    assert [sorted(one) for one in found[39:43]] == [["As", "Ks"], ["Ah", "Kh"], ["Ad", "Kd"], ["Ac", "Kc"]]
    assert found[-1] == {"3c", "2c"}


@clause("12.5(a)3")
def test_there_are_36_corners_each_of_two_ranks_and_two_suits_that_adjoin() -> None:
    found = [names(cards) for cards in rules.corners()]
    assert len(found) == len(set(found)) == 36
    assert found[:3] == [{"As", "Ah", "Ks", "Kh"}, {"Ah", "Ad", "Kh", "Kd"}, {"Ad", "Ac", "Kd", "Kc"}]
    assert found[-1] == {"3d", "3c", "2d", "2c"}
    assert all(len(one) == 4 for one in rules.corners())


@clause("12.5(a)4", "12.1 Rank")
def test_a_single_rank_is_each_of_the_thirteen() -> None:
    assert [ranks(names(cards)) for cards in rules.single_ranks()] == list(reversed(RANKS))
    assert all(len(cards) == 4 for cards in rules.single_ranks())


@clause("12.5(a)5")
def test_a_double_rank_is_two_neighbours_from_ace_and_king_to_three_and_two() -> None:
    found = [ranks(names(cards)) for cards in rules.double_ranks()]
    assert found == ["AK", "KQ", "QJ", "JT", "T9", "98", "87", "76", "65", "54", "43", "32"]
    assert all(len(cards) == 8 for cards in rules.double_ranks())


@clause("12.5(a)12", "12.1 Suit")
def test_a_suit_is_each_of_the_four_with_its_thirteen_cards() -> None:
    found = [names(cards) for cards in rules.suits()]
    assert [{card[-1] for card in one} for one in found] == [{"s"}, {"h"}, {"d"}, {"c"}]
    assert all(len(one) == 13 for one in found)


@clause("12.5(a)6", "12.5(a)7", "12.5(a)8", "12.5(a)9")
def test_three_ranks_are_twelve_cards_and_one_of_the_twos() -> None:
    found = names(rules.three_ranks("AKQ", "2s"))
    assert len(found) == 13
    assert (ranks(found), "2s" in found) == ("AKQ2", True)


@clause("12.2(b)")
def test_three_values_in_a_row_are_these_twelve() -> None:
    rows = ["".join(RANKS[value] for value in sorted(run)) for run in rules.runs()]
    assert rows == ["23A", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA"]


@clause("12.5(b)3")
def test_one_posted_card_is_no_pair_that_a_third_could_join() -> None:
    assert rules.three_of_a_kind(WHEEL.parse("7c")) == frozenset()
    assert names(rules.three_of_a_kind(WHEEL.parse("7c 7d"))) == {"7c", "7d", "7h", "7s"}


@clause("12.5(b)")
def test_a_deck_that_is_removed_is_gone_before_its_cards_and_the_wagers_on_them_are() -> None:
    driver = posted("7c").do(Bet(1, "pair_in_two", 500)).do(Step("remove", 0), by=SUPERVISOR)
    kinds = (DeckRemoved, Cleared, BetWithdrawn)
    assert [type(event) for event in driver.entries[-1].events if isinstance(event, kinds)] == list(kinds)


@clause("12.4(d)")
def test_no_more_bets_is_announced_and_what_was_spoken_and_not_confirmed_is_no_bet() -> None:
    driver = opened("Ann").do(Bet(1, "red", 500, cash=True))
    assert offered(driver.table, Step("confirm_cash", seat=1), DEALER)
    driver.do(NoMoreBets())
    assert [(one.step, one.clause) for one in driver.entries[-1].events if isinstance(one, Stepped)] == [
        ("announce", f"{TEXT}:12.4(d)")
    ]
    assert rules.spoken(driver.table) == {}
    assert not driver.table.seats[1].chips


@clause("12.5(a)", "12.5(b)")
def test_limits_are_of_wagers_of_the_text_and_the_minimum_is_not_above_the_maximum() -> None:
    terms(TEXT, {"limits": {"red": {"minimum": 500, "maximum": 600}}})
    for wager, minimum, sentence in (("red", 700, "has a minimum"), ("green", 500, "is no wager")):
        with pytest.raises(ImproperConfiguration, match=rf"limits\.{wager} {sentence}") as refusal:
            terms(TEXT, {"limits": {wager: {"minimum": minimum, "maximum": 600}}})
        assert refusal.value.clause == f"{TEXT}:12.5(a)"


@clause("12.5(a)", "12.5(b)")
def test_odds_below_the_printed_ones_cannot_be_filed() -> None:
    with pytest.raises(ImproperConfiguration, match="the least is 24"):
        terms(TEXT, {"odds": {"split": 23}})


@clause("12.5(b)")
def test_pair_in_two_read_on_the_last_card_is_offered_after_the_first_as_well() -> None:
    on_last = rules.completing("pair_in_two", WHEEL.parse("7c"), "last_posted_card")
    assert names(on_last) == {"7c", "7d", "7h", "7s"}
    assert names(rules.completing("pair_in_two", WHEEL.parse("7c 8c"), "last_posted_card")) == {"8c", "8d", "8h", "8s"}


@clause("12.2(a)", "12.5(b)")
def test_when_the_device_fails_wagers_are_returned_before_it_is_put_in_order() -> None:
    driver = posted("7c", card_display="device").do(Bet(1, "pair_in_two", 500)).do(Irregularity("display_failed"))
    told = [type(event) for event in driver.entries[-1].events if isinstance(event, Cleared | BetWithdrawn | StepDue)]
    assert told == [Cleared, BetWithdrawn, StepDue]


@clause("12.4(a)")
def test_a_spoken_bet_lies_when_it_is_confirmed_and_its_cash_is_changed_before_anything_else() -> None:
    driver = opened("Ann").do(Bet(1, "red", 500, cash=True)).do(Step("confirm_cash", seat=1), by=DEALER)
    told = driver.entries[-1].events
    assert [type(event) for event in told] == [Stepped, BetPlaced, rules.SpokenBets, StepDue]
    assert told[-1] == StepDue("convert_cash", Role.DEALER, f"{TEXT}:12.4(a)", seat=1, expected=500)
    assert not offered(driver.table, NoMoreBets(), DEALER)
    changed = Step("convert_cash", seat=1, count=500)
    assert driver.do(changed, by=DEALER).entries[-1].events == (
        Stepped("convert_cash", f"{TEXT}:12.4(a)", seat=1, count=500),
    )
    assert offered(driver.table, NoMoreBets(), DEALER)


@clause("12.1 Winning card", "12.2(a)")
def test_the_wheel_may_stop_at_its_last_section_and_then_the_card_is_the_dealers_to_post() -> None:
    driver = opened("Ann").do(NoMoreBets(), Spin(53))
    spun, due = driver.entries[-1].events
    assert isinstance(spun, Spun)
    assert spun.section == 53
    assert due == StepDue("post", Role.DEALER, f"{TEXT}:12.2(a)")
    stepped, shown, *_ = driver.do(Step("post"), by=DEALER).entries[-1].events
    assert stepped == Stepped("post", f"{TEXT}:12.2(a)")
    assert isinstance(shown, Posted)
    assert shown.card == rules.section_at(driver.terms.submission, 53)


@clause("12.4(d)")
def test_the_wheel_is_not_spun_for_nobody_nor_while_a_deck_or_a_seed_is_missing() -> None:
    driver = opened("Ann")
    assert offered(driver.table, NoMoreBets(), DEALER)
    assert not offered(opened("Ann").do(Step("remove", 0), by=SUPERVISOR).table, NoMoreBets(), DEALER)
    assert offered(driver.table, Commit(""), DEALER)
    driver.do(Commit(commitment(SEED)))
    assert not offered(driver.table, Commit(""), DEALER)
    driver.do(NoMoreBets(), Spin(section(SEED, 54)), Step("collect"))
    assert not offered(driver.table, NoMoreBets(), DEALER)  # the seed is to be shown first
    empty = opened("Ann").do(Leave(1))
    assert not offered(empty.table, NoMoreBets(), DEALER)
    idle = duty(empty.table)
    assert idle
    assert (idle.action, idle.by) == (Step("idle"), Role.DEALER)


@clause("12.5(b)", "12.5(b)2", "12.5(b)4", "12.5(b)5")
def test_posted_cards_stay_as_they_lie_when_a_deck_goes_from_which_none_of_them_came() -> None:
    driver = posted("7c 8c")  # each of them from the first deck
    driver.do(Bet(1, "straight", 500), Bet(1, "pair_in_three", 500)).do(Step("remove", 2), by=SUPERVISOR)
    assert [event for event in driver.entries[-1].events if isinstance(event, Posted | Cleared | BetWithdrawn)] == []
    assert rules.stand(driver.table) == WHEEL.parse("7c 8c")
    assert rules.left_without(driver.table, 2) == [(card, 0) for card in WHEEL.parse("7c 8c")]
