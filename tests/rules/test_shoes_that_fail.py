"""Until when an automated dealing shoe can fail in a round: as long as it has cards to deal, in every game."""

import pytest

from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Irregularity, NoMoreBets, Reveal, Sit, Step
from nomorebets.table.engine import awaited, duty, offered, unanswered
from nomorebets.table.state import Phase
from tests.driving import Driver

JAM = Irregularity("automated_shoe_jam")
DEALT_BY_THE_SHOE = {
    "high-card-flush",
    "what-the-flush",
    "pai-gow-poker",
}  # their stub is removed at once


def course(key: str) -> list[tuple[str, bool, bool]]:
    """A round from "No more bets" on: its phases, whether a player has decided, and whether the shoe may fail."""
    driver = Driver(terms(key, {"dealing": "automated_shoe"})).duties().do(Sit(1, "Ann")).duties()
    bet = next(offer.action for offer in driver.offers(1) if isinstance(offer.action, Bet))
    driver.do(bet, NoMoreBets())
    told = []
    while driver.table.phase != Phase.BETTING:
        decided = any(seat.decisions for seat in driver.table.playing())
        told.append((driver.table.phase, decided, offered(driver.table, JAM) is not None))
        to_act, due = awaited(driver.table), duty(driver.table)
        if to_act and not (due and driver.table.owed):
            driver.do(unanswered(driver.table, to_act[0]).action)
        else:
            driver.do(driver.filled(due) if due else Reveal())
    return told


@pytest.mark.clause("high-card-flush:38.13(f)", "what-the-flush:38.12(f)")
@pytest.mark.clause("pai-gow-poker:11.11(n)")
@pytest.mark.parametrize("key", sorted(DEALT_BY_THE_SHOE))
def test_a_shoe_fails_while_it_deals_or_holds_the_stub_and_not_afterwards(key: str) -> None:
    told = course(key)
    assert {phase for phase, _, _ in told} > {Phase.DEALING, Phase.STUB}
    for phase, _, may_fail in told:
        assert may_fail is (phase in (Phase.DEALING, Phase.STUB)), phase


@pytest.mark.clause("high-card-flush:38.13(f)", "what-the-flush:38.12(f)")
@pytest.mark.clause("pai-gow-poker:11.11(n)")
@pytest.mark.parametrize("key", sorted(DEALT_BY_THE_SHOE))
def test_what_a_shoe_that_failed_still_holds_is_no_stub_to_be_racked_or_counted(key: str) -> None:
    driver = Driver(terms(key, {"dealing": "automated_shoe"})).duties().do(Sit(1, "Ann")).duties()
    bet = next(offer.action for offer in driver.offers(1) if isinstance(offer.action, Bet))
    driver.do(bet, NoMoreBets())
    while driver.table.phase != Phase.STUB:
        driver.owed()
    driver.do(JAM)
    due = duty(driver.table)
    assert due
    assert due.action == Step("collect")


@pytest.mark.clause("lunar-poker:38.13(f)", "lunar-poker:38.9(d)", "packs-poker:43.13(e)", "packs-poker:43.9(d)")
@pytest.mark.parametrize("key", ["lunar-poker", "packs-poker"])
def test_where_further_cards_come_from_the_hand_the_shoe_fails_only_while_it_deals(key: str) -> None:
    told = course(key)
    assert {may_fail for _, _, may_fail in told} == {True, False}
    told = told[[may_fail for _, _, may_fail in told].index(True) :]  # from when the cards are in the shoe
    for phase, _, may_fail in told:
        assert may_fail is (phase == Phase.DEALING), phase
