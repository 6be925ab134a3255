"""Money, odds and pay tables."""

from fractions import Fraction

import pytest

from nomorebets.table.ledger import post
from nomorebets.table.money import Fixed, Posted, Share, To, dollars
from nomorebets.table.pay_table import cell


@pytest.mark.parametrize(("cents", "text"), [(0, "$0"), (5, "$0.05"), (123456, "$1,234.56"), (-100, "-$1")])
def test_money_is_written_in_dollars(cents: int, text: str) -> None:
    assert dollars(cents) == text


def test_odds_to_one_are_paid_beyond_the_stake_and_rounded_down() -> None:
    assert To(3, 2).pays(101) == 151
    assert To(3, 2).odds == Fraction(3, 2)
    assert (To(3).text(), To(3).text("win")) == ("3 to 1", "win 3")


def test_a_share_leaves_the_fraction_of_a_cent_in_the_meter() -> None:
    assert Share(10).of(1_000_009) == 100_000
    assert Share(10).text() == "10% of the main meter"


@pytest.mark.parametrize(
    ("printed", "pay"),
    [(300, To(300)), ("posted", Posted()), ("n/a", None), ("10%", Share(10)), ("$1,250", Fixed(125_000))],
)
def test_a_cell_is_read_as_printed(printed: object, pay: object) -> None:
    assert cell(printed) == pay


@pytest.mark.parametrize("printed", ["", "many", 1.5, None])
def test_nothing_else_is_a_cell(printed: object) -> None:
    with pytest.raises(ValueError, match="is no cell of a pay table"):
        cell(printed)


def test_what_the_licensee_sets_says_so() -> None:
    assert Posted().text() == "posted"
    assert Fixed(25_000).text() == "$250"


def test_every_transfer_is_entered_twice() -> None:
    before = {"a": 5, "b": -5}
    assert post(before, [("a", "b", 3), ("b", "c", 1), ("a", "c", 0)]) == {"a": 2, "b": -3, "c": 1}
    assert before == {"a": 5, "b": -5}
