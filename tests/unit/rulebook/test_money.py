"""Money, odds and pay tables."""

from fractions import Fraction

import pytest

from nomorebets.rulebook.money import LOSE, PUSH, Fixed, For, Posted, Push, Result, Share, To, dollars
from nomorebets.rulebook.pay_table import cell
from nomorebets.table.ledger import post
from nomorebets.table.settlement import settled
from nomorebets.table.state import Seat


@pytest.mark.parametrize(("cents", "text"), [(0, "$0"), (5, "$0.05"), (123456, "$1,234.56"), (-100, "-$1")])
def test_money_is_written_in_dollars(cents: int, text: str) -> None:
    assert dollars(cents) == text


def test_odds_to_one_are_paid_beyond_the_stake_and_rounded_down() -> None:
    assert To(3, 2).pays(101) == 151
    assert To(3, 2).odds == Fraction(3, 2)
    assert (To(3).text(), To(3).text("win")) == ("3 to 1", "win 3")


def test_multiples_for_one_have_the_stake_in_them() -> None:
    assert For(3).pays(100) == 300
    assert For(3).odds == Fraction(2)
    assert For(3).text() == "3 for 1"


@pytest.mark.parametrize(
    ("result", "outcome", "pays", "returned"),
    [
        (To(3), "win", 450, 100),
        (For(3), "win", 450, 0),
        (For(1), "push", 0, 100),
        (Push(), "push", 0, 100),
        (PUSH, "push", 0, 100),
        (Fixed(2500), "win", 2500, 100),
        (LOSE, "lose", 0, 0),
    ],
)
def test_a_wager_of_chips_and_a_coupon_is_settled(result: Result, outcome: str, pays: int, returned: int) -> None:
    seat = Seat(1, "Ann", chips={"wager": 100}, coupons={"wager": 50})
    event = settled(seat, "wager", result, "a clause")
    assert (event.result, event.pays, event.returned, event.coupon) == (outcome, pays, returned, 50)


def test_a_maximum_caps_what_is_paid_at_odds() -> None:
    assert settled(Seat(1, "Ann", chips={"wager": 100}), "wager", To(9), "a clause", most=250).pays == 250


def test_a_share_leaves_the_fraction_of_a_cent_in_the_meter() -> None:
    assert Share(10).of(1_000_009) == 100_000
    assert Share(10).text() == "10% of the main meter"


@pytest.mark.parametrize(
    ("printed", "pay"),
    [
        (300, To(300)),
        ("posted", Posted()),
        ("n/a", None),
        ("10%", Share(10)),
        ("$1,250", Fixed(125_000)),
        ("push", Push()),
    ],
)
def test_a_cell_is_read_as_printed(printed: object, pay: object) -> None:
    assert cell(printed) == pay


def test_a_number_is_odds_to_one_or_a_multiple_for_one() -> None:
    assert cell(3, "for 1") == For(3)
    assert cell(3, "to 1") == To(3)


@pytest.mark.parametrize("printed", ["", "many", 1.5, None])
def test_nothing_else_is_a_cell(printed: object) -> None:
    with pytest.raises(ValueError, match="is no cell of a pay table"):
        cell(printed)


def test_what_the_licensee_sets_says_so() -> None:
    assert Posted().text() == "posted"
    assert Fixed(25_000).text() == "$250"
    assert Push().text() == "push"


def test_every_transfer_is_entered_twice() -> None:
    before = {"a": 5, "b": -5}
    assert post(before, [("a", "b", 3), ("b", "c", 1), ("a", "c", 0)]) == {"a": 2, "b": -3, "c": 1}
    assert before == {"a": 5, "b": -5}
