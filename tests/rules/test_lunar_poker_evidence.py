"""Lunar Poker: what only a sharp look notices, clause by clause."""

import pytest

from nomorebets.games.lunar_poker.submission import PAY_TABLES
from tests.rules.test_lunar_poker import (
    DECLARE,
    FLUSH,
    FULL,
    QUADS,
    ROYAL,
    STRAIGHT_FLUSH,
    progressive,
    row,
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
