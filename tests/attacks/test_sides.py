"""Two sides of a table: who sits at it is not of its staff by any route, and looks at no hand before its time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nomorebets.client import Refused
from nomorebets.games.registry import house_terms
from nomorebets.service.meters import initial
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from nomorebets.table.hiding import HIDDEN
from tests.attacks.test_seats import open_for_bets, sit
from tests.open_house import Answered, OpenHouse, Person
from tests.unit.service.manual import Crew
from tests.unit.service.serving import serving

Asked = Callable[[OpenHouse, str, Person], int]


def policy(house: OpenHouse, table: str, who: Person) -> int:
    now = house.ask("GET", f"/v1/tables/{table}/policy").json
    return house.ask("PUT", f"/v1/tables/{table}/policy", now | {"name": "mine"}, who.bearer).status


def gone_on(house: OpenHouse, table: str, who: Person) -> int:
    return house.ask("POST", f"/v1/tables/{table}/go-on", {}, who.bearer).status


def effects(house: OpenHouse, table: str, who: Person) -> int:
    return house.ask("POST", f"/v1/tables/{table}/effects", {"kind": "nothing"}, who.bearer).status


def counted(house: OpenHouse, table: str, who: Person) -> int:
    key = {"idempotency-key": "count"}
    return house.ask("POST", f"/v1/tables/{table}/inventory/open", {"cents": 100}, who.bearer | key).status


def confirmed(house: OpenHouse, table: str, who: Person) -> int:
    return house.ask("POST", f"/v1/tables/{table}/inventory/1/confirm", {}, who.bearer).status


@pytest.mark.parametrize("asked", [policy, gone_on, effects, counted, confirmed])
def test_who_sits_at_a_table_does_not_run_it(house: OpenHouse, asked: Asked) -> None:
    """Else a player could have the table take coupons, and then lay some."""
    table, both = house.table("lunar-poker"), house.person(HouseRole.PLAYER, HouseRole.FLOOR)
    open_for_bets(house, table)
    assert house.act(table, both, sit(5)).status == 200
    assert asked(house, table, both) == 403
    assert house.act(table, both, {"type": "Leave", "seat": 5}).status == 200
    assert asked(house, table, both) != 403


def test_what_a_player_may_not_look_at_yet_is_not_opened_to_them(tmp_path: Path) -> None:
    """Who says whether an exposed hand is played, or banks, has not looked at it: the log does not tell them either."""
    with serving(tmp_path) as served:
        floor, ann = served.staff("floor", "floor"), served.desk(served.guest().token)
        game = "pai-gow-poker"
        table = floor.open_table(game, policy=Policy(dealing="manual"))
        crew = Crew(table, game, served.staff("dealer", "dealer"), floor, ann)
        seen = crew.play(lambda seen: bool(seen.view.cards("seat 1")))
        assert {*seen.view.cards("seat 1")} == {HIDDEN}
        (version,) = (one["version"] for one in ann.entries(table) if deals_to(one, "seat 1"))
        with pytest.raises(Refused, match="nothing of this is yours to see"):
            ann.openings(table, version)
        crew.play(lambda seen: HIDDEN not in seen.view.cards("seat 1"))
        assert {one.version for one in ann.openings(table, version)} == {version}


def deals_to(entry: Any, place: str) -> bool:
    return any(event["type"] == "Dealt" and event.get("to") == place for event in entry["events"])


@pytest.mark.parametrize("sits", ["who asks", "who approves"])
def test_who_sits_at_a_table_does_not_say_what_its_meter_holds(house: OpenHouse, sits: str) -> None:
    """A meter that tables share is adjusted by two people, of whom one could win it at the next moment."""
    plays, other = house.person(HouseRole.PLAYER, HouseRole.FLOOR), house.person(HouseRole.FLOOR)
    asks, approves = (plays, other) if sits == "who asks" else (other, plays)
    shared = {account: f"{account} of {sits}" for account in initial(house_terms("high-card-flush"))}
    submission = house_terms("high-card-flush").document
    wanted = {"type": "submission", "game": "high-card-flush", "submission": submission, "links": shared}
    table = agreed(house, asks, approves, wanted).json["made"]
    open_for_bets(house, table)
    assert house.act(table, plays, sit(1)).status == 200
    more = {"type": "meter adjustment", "meter": next(iter(shared.values())), "cents": 10**9, "reason": "counted"}
    assert agreed(house, asks, approves, more).status == 403
    assert house.act(table, plays, {"type": "Leave", "seat": 1}).status == 200
    assert agreed(house, asks, approves, more).status == 200


def agreed(house: OpenHouse, asks: Person, approves: Person, wanted: object) -> Answered:
    number = house.ask("POST", "/v1/approvals", {"wanted": wanted}, asks.bearer).json["id"]
    return house.ask("POST", f"/v1/approvals/{number}/approve", {}, approves.bearer)
