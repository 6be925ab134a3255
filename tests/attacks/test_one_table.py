"""Who is of the staff at one table is nobody at the others."""

import os

import pytest

from nomorebets.service.people.accounts import add
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, open_session
from nomorebets.service.writer import system_clock
from tests.attacks.test_private import private  # noqa: F401
from tests.open_house import OpenHouse, Person

STAFF = (HouseRole.DEALER, HouseRole.FLOOR, HouseRole.SURVEILLANCE, HouseRole.AUDITOR)
OF_THE_HOUSE = ("/v1/deeds", "/v1/sign-ins", "/v1/approvals", "/v1/accounts")


def at_one_table(house: OpenHouse, role: HouseRole) -> Person:
    """Somebody with a role at the table of Pai Gow alone."""
    number = next(row.id for row in house.site.writer.rows.values() if row.game == "pai-gow")
    now = system_clock()
    with house.site.store.unit() as unit:
        account = add(unit, f"p{os.urandom(6).hex()}", [Given(role, number)], "tests", now, os.urandom)
        return Person(account, open_session(unit, account.id, Kind.BEARER, now, os.urandom))


@pytest.mark.parametrize("role", STAFF)
def test_no_other_private_table_is_named_to_them(house: OpenHouse, private: str, role: HouseRole) -> None:  # noqa: F811
    headers = at_one_table(house, role).bearer
    name = house.ask("GET", f"/v1/tables/{private}").json["view"]["seats"]["1"]["player"]
    for path in ("/v1/tables", "/v1/rounds", f"/v1/rounds?player={name}", f"/v1/rounds?player={name}&table={private}"):
        assert private.encode() not in house.ask("GET", path, headers=headers).body, path


@pytest.mark.parametrize("role", STAFF)
def test_what_is_of_the_whole_house_is_not_theirs(house: OpenHouse, role: HouseRole) -> None:
    headers = at_one_table(house, role).bearer
    for path in OF_THE_HOUSE:
        assert house.ask("GET", path, headers=headers).status == 403, path
    assert house.ask("POST", "/v1/exports", {}, headers).status == 403


def test_an_auditor_of_one_table_looks_through_nobodys_eyes_at_another(house: OpenHouse, private: str) -> None:  # noqa: F811
    headers = at_one_table(house, HouseRole.AUDITOR).bearer
    name = house.ask("GET", f"/v1/tables/{private}").json["view"]["seats"]["1"]["player"]
    rounds = f"/v1/tables/{private}/rounds/1"
    assert house.ask("GET", f"{rounds}?watcher=player:{name}", headers=headers).status == 403
    assert house.ask("POST", "/v1/openings", {"table": private, "version": 1}, headers).status == 403
    assert house.ask("GET", rounds, headers=headers).status == 200


@pytest.mark.parametrize("role", [HouseRole.FLOOR, HouseRole.SURVEILLANCE, HouseRole.AUDITOR])
def test_a_case_of_another_table_is_not_made_for_them(house: OpenHouse, private: str, role: HouseRole) -> None:  # noqa: F811
    path = f"/v1/tables/{private}/rounds/1/case"
    assert house.ask("POST", path, {}, at_one_table(house, role).bearer).status == 403
    assert house.ask("POST", path, {}, house.person(role).bearer).status == 200


def test_what_is_theirs_stays_theirs(house: OpenHouse) -> None:
    floor, table = at_one_table(house, HouseRole.FLOOR).bearer, house.table("pai-gow")
    assert {one["table"] for one in house.ask("GET", "/v1/due", headers=floor).json["due"]} <= {table}
    assert house.ask("GET", f"/v1/tables/{table}/inventory", headers=floor).status == 200
    assert house.ask("GET", f"/v1/tables/{house.table('pokette')}/inventory", headers=floor).status == 403
    assert house.ask("GET", "/v1/me", headers=floor).status == 200


def test_own_rounds_at_a_private_table_are_found_by_its_name(house: OpenHouse, private: str) -> None:  # noqa: F811
    rounds = house.ask("GET", f"/v1/rounds?table={private}&seat=1").json["rounds"]
    assert [one["round"] for one in rounds] == [1]
    assert house.ask("GET", f"/v1/rounds?table={private}&seat=2").json["rounds"] == []


def test_a_role_at_a_table_without_a_name_is_not_one_in_the_whole_house(house: OpenHouse) -> None:
    administrator, somebody = house.person(HouseRole.ADMINISTRATOR), house.person(HouseRole.PLAYER)
    address = f"/v1/accounts/{somebody.name}"
    refused = house.ask("PUT", f"{address}/roles", {"roles": ["floor@"]}, administrator.bearer)
    assert (refused.status, refused.json["sentence"]) == (404, "there is no table ''")
    assert house.ask("GET", address, headers=administrator.bearer).json["roles"] == ["player"]
