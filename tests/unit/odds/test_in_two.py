"""Hands set in two at amounts whose vigorish is rounded."""

from nomorebets.games.registry import terms
from nomorebets.odds.in_two import Fared, solved

BEST, HOUSE = Fared(30, 30, 5), Fared(29, 30, 10)


def test_hands_are_set_anew_where_vigorish_is_rounded_and_it_is_said_how() -> None:
    posted = terms("pai-gow-poker", {"vigorish_rounding": "quarter"})
    found = solved(posted, (BEST, BEST), (HOUSE, HOUSE), 100, 10, {}, lambda _role, _stake, _fee: (20, 19), ", so")
    best, house, *_ = found
    assert (best.best, house.best) == ("best setting, so", "house way")
    assert best.by_stake[0].set_anew
    assert not house.by_stake[0].set_anew
