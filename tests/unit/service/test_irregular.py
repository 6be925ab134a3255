"""What was found amiss at all tables in the last day, over HTTP, as the entries themselves say it."""

import pytest

from nomorebets.client import Desk, Refused
from nomorebets.service.policy import Policy
from nomorebets.table.actions import Irregularity
from tests.unit.service.manual import Crew
from tests.unit.service.serving import Served

GAME = "high-card-flush"


@pytest.fixture
def crew(served: Served, floor: Desk, dealer: Desk) -> Crew:
    table = floor.open_table(GAME, policy=Policy(dealing="manual"))
    return Crew(table, GAME, dealer, floor, served.guest())


def found_amiss(crew: Crew) -> Irregularity:
    """Whatever can be found at the table now."""
    seen = crew.play(lambda seen: seen.view.phase == "deciding")
    offered = next(one.action for one in crew.floor.table(crew.table).offers if isinstance(one.action, Irregularity))
    crew.floor.act(crew.table, offered, seen.round)
    return offered


def test_what_was_declared_is_listed_with_its_round_and_clause(served: Served, floor: Desk, crew: Crew) -> None:
    assert crew.table not in {one.table for one in floor.irregularities()}
    action = found_amiss(crew)
    told = next(one for one in floor.irregularities() if one.table == crew.table)
    assert (told.kind, told.seat, told.round) == (action.kind, action.seat, 1)
    entry = next(one for one in floor.entries(crew.table) if one["version"] == told.version)
    assert entry["action"]["type"] == "Irregularity"
    assert told.clause.startswith(f"{GAME}:")
    assert told in served.staff("who-watches", "surveillance").irregularities()


def test_the_last_comes_first_and_each_sees_those_of_their_tables(served: Served, floor: Desk, crew: Crew) -> None:
    other = Crew(floor.open_table(GAME, policy=Policy(dealing="manual")), GAME, crew.dealer, crew.floor, served.guest())
    for one in (crew, other):
        found_amiss(one)
    listed = [one.table for one in floor.irregularities()]
    assert listed.index(other.table) < listed.index(crew.table)
    here = served.staff("of-this-table", f"floor@{crew.table}")
    assert {one.table for one in here.irregularities()} == {crew.table}
    with pytest.raises(Refused):
        crew.dealer.asked("GET", "/v1/irregularities")
