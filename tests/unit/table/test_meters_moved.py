"""What an event moves into and out of meters is read without the state of its table."""

from nomorebets.table.events import MeterReset, Moved, PhaseBegan, ResetUndone, Settled, SettlementUndone
from nomorebets.table.evolve import meters_moved

MAIN = "meter:progressive:main"
RESET = MeterReset(1, "progressive", 5, 10, "clause")
WON = Settled(1, "progressive", 100, "win", "clause", pays=500, payer=MAIN, held="inventory")


def test_what_goes_into_a_meter_and_comes_out_of_it() -> None:
    assert meters_moved(Moved(1, "inventory", MAIN, 24, "clause")) == [("inventory", MAIN, 24)]
    assert sum(amount for _, to, amount in meters_moved(RESET) if to == MAIN) == 15
    assert sum(amount for origin, _, amount in meters_moved(WON) if origin == MAIN) == 500
    assert meters_moved(PhaseBegan("betting")) == []


def test_what_is_undone_goes_the_other_way() -> None:
    for done, undone in ((RESET, ResetUndone(RESET, "clause")), (WON, SettlementUndone(WON, "clause"))):
        assert meters_moved(undone) == [(to, origin, amount) for origin, to, amount in meters_moved(done)]
