"""A private table is found by its link alone."""

import os

import pytest

from nomorebets.service.people.roles import HouseRole
from tests.open_house import OpenHouse
from tests.unit.service.playing import play_round, sit

KEY = "idempotency-key"


@pytest.fixture(scope="module")
def private(house: OpenHouse) -> str:
    """A private table, at which a round was played."""
    policy = {"private": True, "name": "Hidden", "pause_seconds": 0, "betting_seconds": 1, "deciding_seconds": 1}
    floor = house.person(HouseRole.FLOOR)
    new = {"game": "high-card-flush", "policy": policy}
    key: str = house.ask("POST", "/v1/tables", new, floor.bearer | {KEY: os.urandom(4).hex()}).json["id"]
    guest = house.as_(house.person())
    sit(guest, key, 1)
    play_round(guest, key)
    return key


OUTSIDERS = (None, HouseRole.GUEST, HouseRole.PLAYER, HouseRole.ADMINISTRATOR)
LISTS = (
    "/v1/tables",
    "/v1/tables?game=high-card-flush",
    "/v1/rounds",
    "/v1/rounds?most=200",
    "/metrics",
    "/readyz",
    "/v1/me",
    "/v1/sessions",
    "/v1/log/checkpoint",
    "/v1/log/inclusion?index=1",
    "/v1/tables/1",
    "/v1/tables/0",
    "/v1/tables/house",
    "/v1/openapi.json",
)


@pytest.mark.parametrize("role", OUTSIDERS)
def test_no_list_and_no_error_names_it(house: OpenHouse, private: str, role: HouseRole | None) -> None:
    headers = house.person(role).bearer if role else {}
    for path in LISTS:
        answer = house.ask("GET", path, headers=headers)
        assert private.encode() not in answer.body, path
        assert b"Hidden" not in answer.body, path
    wrong = house.ask("GET", f"/v1/tables/{private[:-1]}", headers=headers)
    assert wrong.status == 404
    assert private.encode() not in wrong.body


def test_who_has_the_link_and_who_watches_over_the_house_finds_it(house: OpenHouse, private: str) -> None:
    assert house.ask("GET", f"/v1/tables/{private}").status == 200
    for role in (HouseRole.FLOOR, HouseRole.SURVEILLANCE, HouseRole.AUDITOR):
        headers = house.person(role).bearer
        assert private.encode() in house.ask("GET", "/v1/tables", headers=headers).body
        assert private.encode() in house.ask("GET", "/v1/rounds", headers=headers).body


def test_others_rounds_are_not_found_by_name(house: OpenHouse, private: str) -> None:
    seats = house.ask("GET", f"/v1/tables/{private}").json["view"]["seats"]
    name = seats["1"]["player"]
    for role in OUTSIDERS:
        headers = house.person(role).bearer if role else {}
        assert house.ask("GET", f"/v1/rounds?player={name}", headers=headers).status == 403


def test_its_name_cannot_be_guessed(private: str) -> None:
    assert len(private) >= 12  # 72 bits
