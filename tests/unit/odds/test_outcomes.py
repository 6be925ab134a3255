"""The figures that follow from counts."""

from fractions import Fraction

import pytest

from nomorebets.odds.outcomes import Measures, Outcome


def test_the_figures_of_a_wager_reckoned_by_hand() -> None:
    """A red number at a wheel of 38, with half of the losses after putting up one unit more."""
    measures = Measures(
        (
            Outcome("red", 18, Fraction(1)),
            Outcome("black", 18, Fraction(-1)),
            Outcome("zero", 2, Fraction(-2), Fraction(2)),
        )
    )
    assert measures.total == 38
    assert measures.house_edge == Fraction(4, 38)
    assert measures.staked == Fraction(40, 38)
    assert measures.element_of_risk == Fraction(4, 40)
    assert measures.hit_frequency == Fraction(18, 38)
    assert measures.variance == Fraction(44, 38) - Fraction(4, 38) ** 2
    assert measures.sd == pytest.approx(float(measures.variance) ** 0.5)
    third = sum(one.ways * float(one.net - measures.ev) ** 3 for one in measures.outcomes) / 38
    assert measures.skewness == pytest.approx(third / measures.sd**3)


def test_a_wager_that_always_ends_alike_has_no_skewness() -> None:
    assert Measures((Outcome("push", 7, Fraction(0)),)).skewness == 0


def test_bands_narrow_with_the_root_of_the_rounds() -> None:
    measures = Measures((Outcome("red", 18, Fraction(1)), Outcome("other", 20, Fraction(-1))))
    ninety_five = Fraction(95, 100)
    assert measures.volatility(ninety_five) == pytest.approx(1.959964 * measures.sd, rel=1e-6)
    for rounds in (1, 100, 10_000):
        low, high = measures.hold_band(rounds, ninety_five)
        assert (low + high) / 2 == pytest.approx(float(measures.house_edge))
        assert high - low == pytest.approx(2 * measures.volatility(ninety_five) / rounds**0.5)


def test_a_skewed_wager_needs_many_rounds_to_be_normal() -> None:
    even = Measures((Outcome("red", 18, Fraction(1)), Outcome("other", 20, Fraction(-1))))
    long_shot = Measures((Outcome("hit", 1, Fraction(9_000)), Outcome("miss", 9_999, Fraction(-1))))
    assert even.rounds_to_normal == 30
    assert long_shot.rounds_to_normal == pytest.approx(25 * long_shot.skewness**2, abs=1)
