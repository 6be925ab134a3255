"""Pay tables as numbers, and meters that grow and are won."""

import numpy as np

from nomorebets.rulebook.money import Fixed, For, Pay, Push, Share, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.sim.paying import growth, paid, reset

ROWS = ("to", "half", "for", "push", "amount", "")
PAYS: dict[str, Pay] = {"to": To(5), "half": To(3, 2), "for": For(4), "push": Push(), "amount": Fixed(5000)}


def test_every_way_of_paying_is_a_number_of_cents() -> None:
    table = PayTable("bonus", "A", "1.1", PAYS)
    assert paid(table, ROWS, 101).net.tolist() == [505, 151, 303, 0, 5000, -101]
    assert paid(table, ROWS, 101, stake_kept=True).net.tolist() == [505, 151, 303, 0, 4899, -101]
    assert paid(table, ROWS, 101).share.tolist() == [0] * 6


def test_a_share_is_left_to_the_meter_and_keeps_the_stake() -> None:
    table = PayTable("progressive", "A", "1.1", {"all": Share(100), "some": Share(10), "amount": Fixed(5000)})
    found = paid(table, ("all", "some", "amount", ""), 100)
    assert found.net.tolist() == [-100, -100, 4900, -100]
    assert found.share.tolist() == [100, 10, 0, 0]


def test_what_is_not_placed_wins_nothing() -> None:
    assert paid(None, ("", ""), 0).net.tolist() == [0, 0]
    assert paid(PayTable("bonus", "A", "1.1", PAYS), ROWS, 0).net.tolist() == [0] * 6


def test_meters_grow_by_what_wagers_of_whole_dollars_come_to() -> None:
    assert growth([100, 500, 0], {"main": 1, "secondary": 5}).tolist() == [6, 30]
    assert growth([150], {}).tolist() == [0, 0]


def test_a_meter_that_was_won_starts_with_what_was_saved() -> None:
    meters = np.array([7, 300], np.int64)
    reset(meters, 0)
    assert meters.tolist() == [307, 0]
    reset(meters, 1000)
    assert meters.tolist() == [1000, 0]
