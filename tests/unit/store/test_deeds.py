"""What the house does beside its tables is a history like theirs, in the same tree."""

from pathlib import Path

from nomorebets.store.deeds import Founded, RolesGiven, deeds, founded, record
from nomorebets.store.replaying import replayed
from nomorebets.store.unit import Store
from nomorebets.store.verify import verified
from tests.unit.store.house import House


def test_deeds_come_back_in_their_order_with_who_did_them(store: Store) -> None:
    with store.unit() as unit:
        founded(unit, "log", 1000)
        assert record(unit, RolesGiven("ann", ("dealer",)), "bob", 2000) == 2
    with store.reading() as unit:
        told = [(one.version, one.at, one.by, one.action) for one in deeds(unit)]
    assert told == [(1, 1, "house", Founded()), (2, 2, "bob", RolesGiven("ann", ("dealer",)))]


def test_deeds_are_proved_with_the_rounds_and_are_no_table_to_be_played_again(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, ("pokette",))
    with store.unit() as unit:
        record(unit, RolesGiven("ann", ("dealer",)), "bob", 2000)
    house.play()
    lines = house.export()
    assert verified(lines).tables == 2
    assert [one.table for one in replayed(lines)] == ["t1"]


def test_hours_of_deeds_never_run_backwards(store: Store, tmp_path: Path) -> None:
    """Whoever records one may have a clock that is an hour behind."""
    house = House(store, tmp_path, ("pokette",))
    with store.unit() as unit:
        record(unit, RolesGiven("ann", ("dealer",)), "bob", 7_200_000)
        record(unit, RolesGiven("ann", ("floor",)), "bob", 3_600_000)
        assert [one.at for one in deeds(unit)][-2:] == [7200, 7200]
    house.play()
    assert verified(house.export()).tables == 2
