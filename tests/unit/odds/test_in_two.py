"""Hands set in two at amounts whose vigorish is rounded."""

import pytest

from nomorebets.games.registry import terms
from nomorebets.odds.in_two import Fared, solved

BEST, HOUSE = Fared(30, 30, 5), Fared(29, 30, 10)


@pytest.mark.parametrize("found_at_amounts", [True, False])
def test_where_hands_are_set_for_the_rate_alone_that_is_said(*, found_at_amounts: bool) -> None:
    best_at = (lambda _role, _stake, _fee: Fared(20, 19, 5)) if found_at_amounts else None
    posted = terms("pai-gow-poker", {"vigorish_rounding": "quarter"})
    best, house, *_ = solved(posted, (BEST, BEST), (HOUSE, HOUSE), 100, 10, {}, best_at)
    said = "best setting" if found_at_amounts else "best setting, for 5 % vigorish whatever the amount"
    assert (best.best, house.best) == (said, "house way")
    assert best.by_stake[0].set_anew == found_at_amounts
    assert not house.by_stake[0].set_anew
