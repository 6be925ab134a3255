"""The strategy card of Pai Gow Poker: costs add up, and the short way is what the search finds."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from nomorebets.games.pai_gow_poker.maths import strategy_card as card
from nomorebets.games.pai_gow_poker.maths.counting import classes
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS
from nomorebets.games.registry import terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.strategy_card import Card
from nomorebets.sim.in_two import SIMPLE

GAME = "pai-gow-poker"


@cache
def made() -> Card:
    return card.card(terms(GAME), Threads(), unseen)


@pytest.mark.slow
def test_the_house_way_wins_what_pairs_of_hands_say() -> None:
    """One is summed up over settings of hands, the other counted over pairs of hands."""
    reckoned = card.Reckoning(terms(GAME), Threads(), unseen)
    by_house, _ = made().levels
    assert Fraction(int(reckoned.wins(HOUSE_WAYS["foxwoods"]).sum()), reckoned.dealt) == by_house.ev


@pytest.mark.slow
def test_shares_and_costs_of_the_lines_add_up() -> None:
    for level in made().levels:
        assert sum(line.share for line in level.rules) == 1
        assert all(line.cost >= 0 for line in level.rules)
        rest = made().best - level.ev - sum(line.cost for line in level.rules)
        # looking at suits gains next to nothing, and so few hands are set worse than they could be in both hands
        assert abs(rest) < Fraction(1, 100_000)


@pytest.mark.slow
def test_the_short_way_is_what_the_search_finds() -> None:
    way = classes.in_numbers(HOUSE_WAYS[SIMPLE])
    found = card.searched(card.Reckoning(terms(GAME), Threads(), unseen).hands(), len(way.of_the_hand))
    assert np.array_equal(found, np.column_stack((way.of_the_hand, way.how_it_lies, way.prefer[:, 0])))


def test_lines_are_put_together_of_conditions_that_differ() -> None:
    lines = card.candidates()
    assert len(np.unique(lines, axis=0)) == len(lines)
