"""What players are told that their wagers would win is what they then get."""

import random

from hypothesis import given

from nomorebets.rulebook.money import Share
from nomorebets.table.actions import selected
from nomorebets.table.engine import legal
from nomorebets.table.events import Settled
from nomorebets.table.roles import player
from nomorebets.table.state import Table
from nomorebets.table.view import view
from tests.properties.wandering import STEPS, Listed, every_game, pick, seeds, start

SEVERAL_ROWS = {"lunar-poker": ("ante", "bet"), "pai-gow-poker": ("imperial",)}  # paid on another table, or on two rows
LIMITS = ("bonus_maximum", "payout_limit", "imperial_maximum")  # of which an earlier payout may have taken a part


def is_plain(table: Table, one: Settled) -> bool:
    """Whether a payout depends on one row and one stake alone, not on a meter, a limit or what others win."""
    pay_table = table.terms.posted.get(selected(one.wager)[0])
    shares = pay_table and any(isinstance(pay, Share) for pay in pay_table.pays.values())
    limited = any(getattr(table.terms.submission, limit, None) is not None for limit in LIMITS)
    return not shares and not limited and one.wager not in SEVERAL_ROWS.get(table.game, ())


@every_game
@given(seed=seeds)
def test_a_wager_wins_what_its_player_was_told(listed: Listed, seed: int) -> None:
    chance = random.Random(seed)
    driver = start(listed, chance, recorded=False)
    for _ in range(STEPS):
        before = driver.table
        driver.do(driver.filled(pick(legal(before), chance)))
        for one in driver.entries[-1].events:
            if not isinstance(one, Settled) or one.result != "win" or not is_plain(before, one):
                continue
            seat = before.seats[one.seat]
            if one.wager in seat.lying:
                told = view(before, player(seat.player)).seats[one.seat].wins[one.wager]
                assert one.pays + one.returned - one.chips - one.commission in told.values(), one
