"""Pai Gow Poker: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, NoMoreBets, Sit
from nomorebets.table.in_two.bank import first_after
from tests.driving import Driver
from tests.rules.test_pai_gow_poker import played

TEXT = "pai-gow-poker"
clause = pytest.mark.clause


@clause("11.10(c)")
@pytest.mark.parametrize(("rotation", "firsts"), [("positions", [6, 5, 1, 0]), ("players", [6, 2, 1, 0])])
def test_the_first_offer_of_the_bank_moves_on_by_positions_or_by_players(rotation: str, firsts: list[int]) -> None:
    driver = Driver(terms(TEXT, {"bank_rotation": rotation})).duties()
    driver.do(Sit(6, "Ann"), Sit(2, "Ben"), Sit(1, "Cid")).duties().do(Bet(1, "wager", 1000), NoMoreBets())
    played(driver.duties())
    assert [first_after(driver.table, first) for first in (0, 6, 2, 1)] == firsts
