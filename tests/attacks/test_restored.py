"""A house that goes on from a backup: what had ended meanwhile does not come back with it."""

import json
import os
import threading
from pathlib import Path
from shutil import copytree

from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Kind, open_session, sign_out, who_has
from nomorebets.service.writer import system_clock
from nomorebets.store.backup import back_up, restore
from nomorebets.store.place import KEYS, existing_store
from tests.attacks.test_seats import open_for_bets, sit
from tests.open_house import OpenHouse, open_house


def test_a_session_that_was_ended_since_the_backup_stays_ended(tmp_path: Path) -> None:
    """Whoever had stolen a token was signed out in vain; and a link that was used worked a second time."""
    there, now = tmp_path / "there", system_clock()
    with open_house(tmp_path / "data") as house:
        stolen, other = house.person(), house.person()
        with house.site.store.unit() as unit:
            link = open_session(unit, other.account.id, Kind.LINK, now, os.urandom)
        house.site.upkeep.sign()
        back_up(tmp_path / "data", tmp_path / "copy.db", "tests", now)
        with house.site.store.unit() as unit:
            found = who_has(unit, stolen.token, now)
            assert found
            sign_out(unit, found, now)
        copytree(tmp_path / "data" / KEYS, there / KEYS)
    restore(tmp_path / "copy.db", there, now)
    store = existing_store(there)
    with store.unit() as unit:
        assert who_has(unit, stolen.token, now) is None
        assert who_has(unit, other.token, now) is None
        assert not any(one.token_hash for one in unit.sessions.of(link.account) if not one.revoked_ms)
    store.close()


def test_what_was_dealt_since_the_backup_is_not_dealt_again(tmp_path: Path) -> None:
    """The seed of the next deal is in a backup; after it that was shown, and everybody knew what would be dealt."""
    game, there, now = "high-card-flush", tmp_path / "there", system_clock()
    with open_house(tmp_path / "data") as house:
        table, who = house.table(game), house.person()
        open_for_bets(house, table)
        assert house.act(table, who, sit(1)).status == 200
        while house.ask("GET", f"/v1/tables/{table}").json["view"]["phase"] != "betting":
            threading.Event().wait(0.05)
        house.site.upkeep.sign()
        back_up(tmp_path / "data", tmp_path / "copy.db", "tests", now)
        copytree(tmp_path / "data" / KEYS, there / KEYS)
    made = restore(tmp_path / "copy.db", there, now)
    assert made.paused == (table,)
    with open_house(there) as house:
        floor, again = house.person(HouseRole.FLOOR), house.person_again(who)
        policy = house.ask("GET", f"/v1/tables/{table}/policy").json
        assert policy["paused"]
        before = shuffles(house, table)
        assert house.act(table, again, {"type": "Leave", "seat": 1}).status == 200
        assert house.act(table, floor, {"type": "Step", "step": "close"}).status == 200
        path = f"/v1/tables/{table}/policy"
        assert house.ask("PUT", path, policy | {"paused": False}, floor.bearer).status == 200
        open_for_bets(house, table)
        assert house.act(table, again, sit(1)).status == 200
        while len(shuffles(house, table)) == len(before):
            threading.Event().wait(0.05)
        assert len({*shuffles(house, table)}) > len(before), "it is another one"


def shuffles(house: OpenHouse, table: str) -> list[str]:
    """What the house has committed to at a table."""
    lines = house.ask("GET", f"/v1/tables/{table}/entries?most=500").body.splitlines()
    actions = [json.loads(line)["action"] for line in lines]
    return [one["commitment"] for one in actions if one["type"] == "Shuffle"]
