"""Seats, turns and chance: nobody acts twice, late, for another, or in the place of the house."""

import os
import threading
from typing import Any

import pytest

from nomorebets.games.registry import KEYS
from nomorebets.service.people.roles import HouseRole
from nomorebets.table.actions import Sit
from nomorebets.table.engine import legal
from nomorebets.table.roles import player
from tests.open_house import Answered, OpenHouse, Person

Action = dict[str, Any]


def sit(seat: int, **more: Any) -> Action:
    return {"type": "Sit", "seat": seat, **more}


def version(house: OpenHouse, table: str) -> int:
    return int(house.ask("GET", f"/v1/tables/{table}").json["version"])


def open_for_bets(house: OpenHouse, table: str) -> None:
    """Wait until the house has done all that it does before somebody sits down."""
    number = next(row.id for row in house.site.writer.rows.values() if row.key == table)
    changed = threading.Event()
    for _ in range(600):
        table_now = house.site.writer.running(number).table
        if any(isinstance(offer.action, Sit) for offer in legal(table_now, player("whoever comes"))):
            return
        changed.wait(0.05)
    raise AssertionError("the table does not open")


def together(asks: list[Any]) -> list[Answered]:
    """All of them at once, each from a connection of its own."""
    start, answers = threading.Barrier(len(asks)), list[Answered]()

    def ask(one: Any) -> None:
        start.wait()
        answers.append(one())

    threads = [threading.Thread(target=ask, args=(one,)) for one in asks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_two_players_do_not_get_one_seat(house: OpenHouse) -> None:
    table = house.table("high-card-flush")
    open_for_bets(house, table)
    people = [house.person() for _ in range(6)]
    answers = together([lambda who=who: house.act(table, who, sit(1, chips=1000)) for who in people])
    assert sorted(one.status for one in answers) == [200, 409, 409, 409, 409, 409]
    assert all("that seat is taken" in one.json["sentence"] for one in answers if one.status == 409)
    brought = [house.ask("GET", "/v1/me", headers=who.bearer).json["balance"] for who in people]
    assert sorted(brought) == [99_000, *[100_000] * 5]


def test_one_action_from_two_connections_happens_once(house: OpenHouse) -> None:
    table, who = house.table("what-the-flush"), house.person()
    open_for_bets(house, table)
    answers = together([lambda: house.act(table, who, sit(2, chips=500), key="same")] * 6)
    assert {one.status for one in answers} == {200}
    assert len({(one.json["first"], one.json["last"]) for one in answers}) == 1
    assert house.ask("GET", "/v1/me", headers=who.bearer).json["balance"] == 99_500
    other = together([lambda: house.act(table, who, {"type": "Leave", "seat": 2})] * 4)
    assert sorted(one.status for one in other) == [200, 409, 409, 409]
    assert house.ask("GET", "/v1/me", headers=who.bearer).json["balance"] == 100_000


def test_what_was_meant_for_another_round_or_version_is_refused(house: OpenHouse) -> None:
    table, who = house.table("lunar-poker"), house.person()
    open_for_bets(house, table)
    now = version(house, table)
    assert house.act(table, who, sit(1), round=99).status == 409
    assert house.act(table, who, sit(1), expected=now - 1).status == 409
    assert house.act(table, who, sit(1), expected=now + 1).status == 409
    assert version(house, table) == now
    assert house.act(table, who, sit(1), expected=now, round=1).status == 200


def test_anothers_seat_is_not_ones_own(house: OpenHouse) -> None:
    table, owner, thief = house.table("packs-poker"), house.person(), house.person()
    open_for_bets(house, table)
    assert house.act(table, owner, sit(1, chips=5000)).status == 200
    for action in (
        sit(1),
        sit(2, player=owner.name),
        {"type": "Leave", "seat": 1},
        {"type": "Bet", "seat": 1, "wager": "ante", "amount": 500},
        {"type": "Decision", "seat": 1, "do": "fold"},
        {"type": "Withdraw", "seat": 1, "wager": "ante"},
    ):
        now = version(house, table)
        answer = house.act(table, thief, action)
        if answer.status == 200:  # a name that was sent is not the name under which one sits
            seats = house.ask("GET", f"/v1/tables/{table}").json["view"]["seats"]
            assert seats["2"]["player"] == thief.name
            assert house.act(table, thief, {"type": "Leave", "seat": 2}).status == 200
        else:
            assert answer.status == 409
            assert version(house, table) == now
    ready = house.ask("POST", f"/v1/tables/{table}/ready", {"seat": 1}, thief.bearer)
    assert ready.status == 409
    assert house.ask("GET", "/v1/me", headers=owner.bearer).json["at_tables"] == {table: 5000}


def test_a_key_of_somebody_else_tells_nothing_and_stops_nothing(house: OpenHouse) -> None:
    table, one, other = house.table("pokette"), house.person(), house.person()
    open_for_bets(house, table)
    first = house.act(table, one, sit(1), key="theirs")
    second = house.act(table, other, sit(2), key="theirs")
    assert (first.status, second.status) == (200, 200)
    assert first.json["first"] != second.json["first"]
    assert second.json["table"]["view"]["seats"]["2"]["player"] == other.name


CHANCE: tuple[Action, ...] = (
    {"type": "Shuffle", "deck": 0, "stack": list(range(52))},
    {"type": "Shuffle", "deck": 1, "stack": list(range(52)), "commitment": "0" * 64},
    {"type": "Commit", "commitment": "0" * 64},
    {"type": "Shake", "dice": [1, 1, 1]},
    {"type": "DrawNumber", "number": 1},
    {"type": "Spin", "section": 1},
    {"type": "RevealSeed", "seed": "0" * 64},
    {"type": "NoMoreBets"},
    {"type": "Deal"},
    {"type": "Reveal"},
    {"type": "Open", "game": "pokette"},
)


@pytest.mark.parametrize("game", KEYS)
def test_nobody_brings_chance_to_a_table_where_the_house_draws_it(house: OpenHouse, game: str) -> None:
    table = house.table(game)
    open_for_bets(house, table)
    people = [house.person(role) for role in HouseRole]
    people.append(house.person(HouseRole.PLAYER, HouseRole.DEALER, HouseRole.FLOOR))
    for person in people:
        for action in CHANCE:
            assert house.act(table, person, action).status in (403, 409)
    entries = house.ask("GET", f"/v1/tables/{table}/entries?most=500").body.splitlines()
    names = {person.name for person in people}
    assert not any(name.encode() in line for line in entries for name in names)


@pytest.mark.parametrize("dealing", ["auto", "manual"])
def test_where_people_deal_the_house_still_draws(house: OpenHouse, dealing: str) -> None:
    floor, dealer = house.person(HouseRole.FLOOR), house.person(HouseRole.DEALER)
    new = {"game": "high-card-flush", "policy": {"dealing": dealing, "chance": "drawn"}}
    opened = house.ask("POST", "/v1/tables", new, floor.bearer | {"idempotency-key": os.urandom(8).hex()})
    table = opened.json["id"]
    for person in (floor, dealer):
        for action in CHANCE[:7]:
            assert house.act(table, person, action).status in (403, 409)
    recorded = {"dealing": dealing, "chance": "recorded"}
    assert house.ask("PUT", f"/v1/tables/{table}/policy", recorded, floor.bearer).status == 400


def test_a_table_that_was_opened_once_is_not_opened_again_by_a_second_try(house: OpenHouse) -> None:
    floor = house.person(HouseRole.FLOOR)
    headers = floor.bearer | {"idempotency-key": "once"}
    answers = together([lambda: house.ask("POST", "/v1/tables", {"game": "pokette"}, headers)] * 3)
    assert {one.status for one in answers} == {201}
    assert len({one.json["id"] for one in answers}) == 1
    assert house.ask("POST", "/v1/tables", {"game": "pai-gow"}, headers).status == 422


def everyone(house: OpenHouse) -> list[Person | None]:
    return [None, *(house.person(role) for role in HouseRole)]


def test_nobody_reads_a_round_through_the_eyes_of_another(house: OpenHouse) -> None:
    table, player = house.table("pai-gow-poker"), house.person()
    for watcher in (f"player:{player.name}", "dealer", "system", "supervisor", "surveillance", "player:", "player"):
        for person in everyone(house):
            path = f"/v1/tables/{table}/rounds/1?watcher={watcher}"
            assert house.ask("GET", path, headers=person.bearer if person else {}).status in (403, 404)


@pytest.mark.parametrize("role", [HouseRole.DEALER, HouseRole.FLOOR])
def test_who_sits_at_a_table_is_not_of_its_staff(house: OpenHouse, role: HouseRole) -> None:
    """Else a player could void a round that is being lost, or deal to themselves."""
    table, both = house.table("lunar-poker"), house.person(HouseRole.PLAYER, role)
    open_for_bets(house, table)

    def offered() -> set[str]:
        offers = house.ask("GET", f"/v1/tables/{table}?offers=1", headers=both.bearer).json.get("offers", [])
        return {one.get("by", "player") for one in offers}

    staff = offered() - {"player"}
    assert house.act(table, both, sit(5)).status == 200
    assert offered() <= {"player"}
    irregular = house.act(table, both, {"type": "Irregularity", "kind": "misdeal"})
    assert irregular.status == 409
    assert "offers" not in irregular.json or {one.get("by", "player") for one in irregular.json["offers"]} <= {"player"}
    assert house.act(table, both, {"type": "Leave", "seat": 5}).status == 200
    assert offered() - {"player"} == staff
