"""Two processes that share a store: what one has done, the other knows."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from nomorebets.service.people.roles import HouseRole
from tests.attacks.test_seats import open_for_bets, sit
from tests.open_house import open_house


def test_a_table_that_the_other_has_opened_is_known_here(tmp_path: Path, database: Callable[[], str]) -> None:
    address = database()
    with open_house(tmp_path, address) as here, open_house(tmp_path, address) as there:
        floor, guest = here.person(HouseRole.FLOOR), here.person()
        headers = floor.bearer | {"idempotency-key": os.urandom(4).hex()}
        table = here.ask("POST", "/v1/tables", {"game": "pokette"}, headers).json["id"]
        open_for_bets(here, table)
        assert here.act(table, guest, sit(1, chips=700)).status == 200
        me = there.ask("GET", "/v1/me", headers=guest.bearer)
        assert (me.status, me.json["at_tables"]) == (200, {table: 700})
        until = time.monotonic() + 20
        while table not in [one["id"] for one in there.ask("GET", "/v1/tables").json["tables"]]:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert there.act(table, guest, {"type": "Leave", "seat": 1}).status == 200
        assert here.ask("GET", "/v1/me", headers=guest.bearer).json["balance"] == 100_000


def test_a_policy_that_the_other_has_changed_holds_here_before_anything_happens(
    tmp_path: Path, database: Callable[[], str]
) -> None:
    address = database()
    with open_house(tmp_path, address) as here, open_house(tmp_path, address) as there:
        table, floor, guest = here.table("pokette"), here.person(HouseRole.FLOOR), here.person()
        path = f"/v1/tables/{table}/policy"
        policy = there.ask("GET", path).json | {"guests": False, "paused": True}
        assert here.ask("PUT", path, policy, floor.bearer).status == 200
        until = time.monotonic() + 20
        while there.ask("GET", path).json != policy:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert there.act(table, guest, sit(1)).status == 403
