"""Vigorish that is rounded up takes more of some amounts than of others."""

from fractions import Fraction

import pytest

from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.stakes import by_stake

HALF_AND_HALF = (Outcome("win", 1, Fraction(19, 20)), Outcome("lose", 1, Fraction(-1)))


def edges_by_stake(rounding: str, least: int, most: int) -> dict[int, Fraction]:
    return {at.stake: -at.ev for at in by_stake(HALF_AND_HALF, least, most, rounding) if at.rounding == rounding}


@pytest.mark.clause("10.7(k)")
def test_a_quarter_is_the_whole_vigorish_of_five_dollars_only() -> None:
    edges = edges_by_stake("quarter", 500, 100_000)
    assert edges[500] == edges[1000] == Fraction(1, 40)
    assert edges[600] == Fraction(50, 600) / 2  # two quarters instead of thirty cents
    assert max(edges.values()) == edges[600]


@pytest.mark.clause("10.7(k)")
def test_without_rounding_whole_dollars_pay_five_in_a_hundred() -> None:
    assert set(edges_by_stake("none", 100, 10_000).values()) == {Fraction(1, 40)}


def test_the_rounding_that_is_elected_comes_first_and_the_other_beside_it() -> None:
    for elected, other in (("none", "quarter"), ("quarter", "none")):
        roundings = [at.rounding for at in by_stake(HALF_AND_HALF, 100, 10_000, elected)]
        assert roundings == [elected] * (len(roundings) // 2) + [other] * (len(roundings) // 2)


def test_what_was_counted_is_not_changed_by_the_amount() -> None:
    with_push = (*HALF_AND_HALF, Outcome("push", 2, Fraction(0)))
    (at, *_) = by_stake(with_push, 500, 500, "quarter")
    assert (at.stake, at.fee, at.ev) == (500, 25, Fraction(-1, 80))
