"""Who comes in, as whom, and from where."""

import json
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from nomorebets.service.gates import COOKIE
from nomorebets.service.people.limits import counted_as
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Kind
from tests.open_house import Headers, OpenHouse, Person

REFILL = "/v1/me/play-money"  # which changes something: it is refused with 409 to whoever has enough
REACHED = 409


def by_cookie(house: OpenHouse, person: Person) -> Headers:
    """What a page of the house sends."""
    origin, csrf = f"http://{house.host}", person.session.csrf
    return {"cookie": f"{COOKIE}={person.token}", "origin": origin, "x-csrf-token": csrf}


@pytest.fixture(scope="module")
def somebody(house: OpenHouse) -> Person:
    return house.person(kind=Kind.COOKIE)


def test_a_page_of_the_house_is_served(house: OpenHouse, somebody: Person) -> None:
    """Otherwise the refusals below would mean nothing."""
    assert house.ask("POST", REFILL, {}, by_cookie(house, somebody)).status == REACHED


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "https://127.0.0.1",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost",
    ],
)
def test_pages_elsewhere_change_nothing(house: OpenHouse, somebody: Person, origin: str) -> None:
    headers = by_cookie(house, somebody) | {"origin": origin}
    assert house.ask("POST", REFILL, {}, headers).status == 403
    del headers["origin"]
    assert house.ask("POST", REFILL, {}, headers).status == 403


@pytest.mark.parametrize("csrf", ["", "0" * 32, "é"])
def test_what_a_page_was_not_told_it_cannot_show(house: OpenHouse, somebody: Person, csrf: str) -> None:
    headers = by_cookie(house, somebody) | {"x-csrf-token": csrf}
    assert house.ask("POST", REFILL, {}, headers).status == 403
    del headers["x-csrf-token"]
    assert house.ask("POST", REFILL, {}, headers).status == 403


@pytest.mark.parametrize("name", ["evil.example", "127.evil.example", "127.0.0.1.evil.example", "localhost.evil", "0"])
def test_names_elsewhere_do_not_lead_here(house: OpenHouse, somebody: Person, name: str) -> None:
    for host in (name, f"{name}:{house.port}"):
        assert house.ask("GET", "/v1/tables", headers={"host": host}).status == 421
        headers = by_cookie(house, somebody) | {"host": host, "origin": f"http://{host}"}
        assert house.ask("POST", REFILL, {}, headers).status == 421


def test_a_form_elsewhere_is_no_json(house: OpenHouse) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert house.ask("POST", "/v1/guests", b"{}", {"content-type": kind}).status == 415


def _refused_socket(house: OpenHouse, headers: Headers, origin: str | None) -> int:
    address = f"ws://{house.host}/v1/tables/{house.table('pokette')}/socket"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers=headers, origin=origin, compression=None),  # type: ignore[arg-type]
    ):
        pass
    return refused.value.response.status_code


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_sockets_of_pages_elsewhere_are_not_opened(house: OpenHouse, somebody: Person, origin: str | None) -> None:
    assert _refused_socket(house, {"cookie": f"{COOKIE}={somebody.token}"}, origin) == 403


def test_two_cookies_of_the_name_are_nobodys(house: OpenHouse, somebody: Person) -> None:
    other = house.person(kind=Kind.COOKIE)
    headers = {"cookie": f"{COOKIE}={somebody.token}; {COOKIE}={other.token}"}
    assert house.ask("GET", "/v1/me", headers=headers).status == 401


@pytest.mark.parametrize("kind", [Kind.COOKIE, Kind.BEARER])
def test_a_session_that_was_ended_does_not_come_back(house: OpenHouse, kind: Kind) -> None:
    person = house.person(kind=kind)
    headers = by_cookie(house, person) if kind == Kind.COOKIE else person.bearer
    assert house.ask("GET", "/v1/me", headers=headers).status == 200
    assert house.ask("DELETE", "/v1/sessions/current", headers=headers).status == 204
    assert house.ask("GET", "/v1/me", headers=headers).status == 401
    assert house.ask("POST", REFILL, {}, headers).status in (401, 403)


def test_a_socket_of_a_session_that_was_ended_acts_no_more(house: OpenHouse) -> None:
    """However long ago it was looked at last."""
    person, table = house.person(), house.table("lunar-poker")
    address = f"ws://{house.host}/v1/tables/{table}/socket"
    with connect(address, additional_headers=person.bearer, compression=None) as socket:
        while json.loads(socket.recv(20))["type"] != "change":
            pass
        assert house.ask("DELETE", "/v1/sessions/current", headers=person.bearer).status == 204
        socket.send(json.dumps({"type": "act", "id": "late", "action": {"type": "Sit", "seat": 5}}))
        heard = []
        with suppress(ConnectionClosed):
            while True:
                heard.append(json.loads(socket.recv(20)))
    assert not any(one["type"] == "done" for one in heard)
    assert 5 not in house.site.writer.tables[_number(house, table)].table.seats


def _number(house: OpenHouse, table: str) -> int:
    return next(row.id for row in house.site.writer.rows.values() if row.key == table)


def test_a_link_signs_in_once_and_is_no_token(house: OpenHouse) -> None:
    link = house.person(kind=Kind.LINK)
    assert house.ask("GET", "/v1/me", headers=link.bearer).status == 401
    assert house.ask("POST", "/v1/sessions/link", {"link": link.token}).status == 201
    assert house.ask("POST", "/v1/sessions/link", {"link": link.token}).status == 401


def test_what_one_has_seen_is_not_taken_for_what_another_sees(house: OpenHouse) -> None:
    """A browser shows again what it has kept if the house says that nothing has changed: but somebody else asks."""
    table = f"/v1/tables/{house.table('pai-gow')}"
    one, other = house.person(), house.person()
    tag = house.ask("GET", table, headers=one.bearer).headers["etag"]
    assert house.ask("GET", table, headers=one.bearer | {"if-none-match": tag}).status == 304
    for headers in (other.bearer, {}):
        assert house.ask("GET", table, headers=headers | {"if-none-match": tag}).status == 200


def test_guessing_passwords_lets_nobody_in_and_keeps_nobody_from_playing(house: OpenHouse) -> None:
    person = house.person(HouseRole.PLAYER, handle="ann", password="correct horse")
    statuses = set()
    for guess in range(40):
        tried = house.ask("POST", "/v1/sessions", {"handle": "ann", "password": f"guess {guess}"})
        statuses.add(tried.status)
        assert "set-cookie" not in tried.headers
        assert house.ask("GET", "/v1/me", headers=person.bearer).status == 200
    assert statuses == {401, 429}
    right = house.ask("POST", "/v1/sessions", {"handle": "ann", "password": "correct horse"})
    assert right.status in (401, 429)  # too late: who guesses on is told nothing by what comes of it


def test_nobody_says_from_where_they_come(house: OpenHouse) -> None:
    """Limits are by address, and a header is not one, unless the house was told that it stands behind a proxy."""
    before = len(house.site.guests.full_at)
    for number in range(3):
        assert house.ask("POST", "/v1/guests", {}, {"x-forwarded-for": f"192.0.2.{number}"}).status in (201, 429)
    assert {*house.site.guests.full_at} <= {counted_as("127.0.0.1")}
    assert before <= len(house.site.guests.full_at) <= 1
    assert house.ask("GET", "/metrics", headers={"x-forwarded-for": "192.0.2.9"}).status == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/tables/", "//v1/tables", "/v1/guests", "/../etc/passwd"])
def test_what_there_is_not_is_told_as_everything_is(house: OpenHouse, method: str, path: str) -> None:
    answer = house.ask(method, path)
    assert answer.status in (404, 405)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json["status"] == answer.status


def test_a_second_wait_is_short_for_who_was_forgotten(house: OpenHouse) -> None:
    """Somebody whose roles were taken away has none of them a moment later, wherever that was done."""
    floor = house.person(HouseRole.FLOOR)
    policy = f"/v1/tables/{house.table('pokette')}/policy"
    assert house.ask("PUT", policy, {}, floor.bearer).status == 200
    with house.site.store.unit() as unit:
        unit.accounts.give(floor.account.id, ())
    until = time.monotonic() + 20
    while house.ask("PUT", policy, {}, floor.bearer).status != 403:
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.mark.parametrize("game", ["%00", "%00file", "--help", "..%2F..", "x" * 2000, "%F0%9F%82%A1"])
def test_what_is_no_game_is_not_handed_to_a_command(house: OpenHouse, game: str) -> None:
    answer = house.ask("GET", f"/v1/games/{game}/rules")
    assert answer.status == 404
