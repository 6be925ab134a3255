"""What is done at somebody's word is done with the deed that says so, or not at all."""

from pathlib import Path

from nomorebets.service.people.roles import HouseRole
from nomorebets.store.deeds import PolicyChanged, deeds
from tests.open_house import Headers, OpenHouse, open_house

NO_DEEDS = "CREATE TRIGGER no_deeds BEFORE INSERT ON entry WHEN NEW.table_id = 0 BEGIN SELECT RAISE(ABORT, 'no'); END"


def run_as(house: OpenHouse, floor: Headers, **policy: object) -> int:
    return house.ask("PUT", f"/v1/tables/{house.table('pokette')}/policy", policy, floor).status


def name_of(house: OpenHouse) -> str:
    name: str = house.ask("GET", f"/v1/tables/{house.table('pokette')}/policy").json["name"]
    return name


def test_a_policy_without_its_deed_does_not_hold(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        floor = house.person(HouseRole.FLOOR)
        assert run_as(house, floor.bearer, name="as agreed") == 200
        with house.site.store.unit() as unit:
            last = deeds(unit)[-1]
            unit.tables.on.run(NO_DEEDS)
        assert isinstance(last.action, PolicyChanged)
        assert (last.by, last.action.table) == (floor.name, house.table("pokette"))
        assert run_as(house, floor.bearer, name="in silence") == 503
        assert house.ask("POST", f"/v1/tables/{house.table('pokette')}/go-on", {}, floor.bearer).status == 503
        assert name_of(house) == "as agreed"
        with house.site.store.unit() as unit:
            assert b"in silence" not in next(row.policy for row in unit.tables.all() if row.game == "pokette")
            unit.tables.on.run("DROP TRIGGER no_deeds")
        assert run_as(house, floor.bearer, name="again") == 200
