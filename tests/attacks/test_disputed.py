"""Disputes and rulings that come at once, at one file and at one database."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from nomorebets.service.people.roles import HouseRole
from nomorebets.store.rows import HOUSE
from tests.open_house import Answered, OpenHouse, Person, open_house
from tests.unit.service.playing import play_round, sit

QUICK = {"pause_seconds": 0, "betting_seconds": 1, "deciding_seconds": 1}
WORDS = "My flush bonus was not paid."


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[OpenHouse, Person, str]]:
    """A house, somebody at seat 1, and the table at which they have played a few rounds."""
    database = request.getfixturevalue("database")() if request.param == "postgres" else ""
    with open_house(tmp_path_factory.mktemp("house") / "data", database) as house:
        floor, player = house.person(HouseRole.FLOOR), house.person()
        new = {"game": "high-card-flush", "policy": QUICK}
        key: str = house.ask("POST", "/v1/tables", new, floor.bearer | {"idempotency-key": "open"}).json["id"]
        client = house.as_(player)
        sit(client, key, 1)
        for _ in range(3):
            play_round(client, key)
        yield house, player, key


def at_once(house: OpenHouse, *asking: Callable[[], Answered]) -> list[Answered]:
    """What comes of requests that all wait for the same head."""
    with ThreadPoolExecutor(len(asking)) as hands:
        with house.site.store.unit() as unit:
            unit.tables.locked([HOUSE])
            asked = [hands.submit(one) for one in asking]
            time.sleep(0.5)
        return [one.result() for one in asked]


def disputing(house: OpenHouse, who: Person, table: str, number: int, key: str) -> Callable[[], Answered]:
    path, headers = f"/v1/tables/{table}/rounds/{number}/disputes", who.bearer | {"idempotency-key": key}
    return lambda: house.ask("POST", path, {"seat": 1, "words": WORDS}, headers)


def test_a_second_try_while_the_first_is_still_under_way_is_answered_like_it(
    played: tuple[OpenHouse, Person, str],
) -> None:
    house, player, table = played
    one, other = at_once(house, *[disputing(house, player, table, 1, "same")] * 2)
    assert (one.status, other.status) == (201, 201)
    assert one.json == other.json


def test_of_two_disputes_at_a_seat_one_is_made(played: tuple[OpenHouse, Person, str]) -> None:
    house, player, table = played
    found = at_once(house, *[disputing(house, player, table, 2, key) for key in ("one", "other")])
    assert sorted(one.status for one in found) == [201, 409]


def test_of_two_rulings_one_holds(played: tuple[OpenHouse, Person, str]) -> None:
    house, player, table = played
    number = disputing(house, player, table, 3, "to be settled")().json["number"]

    def ruling(words: str) -> Callable[[], Answered]:
        floor = house.person(HouseRole.FLOOR)
        return lambda: house.ask("POST", f"/v1/disputes/{number}/settle", {"words": words}, floor.bearer)

    found = at_once(house, ruling("It was."), ruling("It was not."))
    assert sorted(one.status for one in found) == [200, 409]
    told = house.ask("GET", f"/v1/tables/{table}/rounds/3/disputes", headers=player.bearer).json["disputes"]
    assert [one["ruling"] for one in told] == [one.json["ruling"] for one in found if one.status == 200]


def test_a_count_that_is_said_twice_at_once_is_said_once(played: tuple[OpenHouse, Person, str]) -> None:
    house, _, table = played
    headers = house.person(HouseRole.FLOOR).bearer | {"idempotency-key": "count"}
    path = f"/v1/tables/{table}/inventory/open"
    one, other = at_once(house, *[lambda: house.ask("POST", path, {"cents": 500}, headers)] * 2)
    assert (one.status, other.status) == (201, 201)
    assert one.json == other.json
