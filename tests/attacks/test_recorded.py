"""Recorded chance: nobody of the staff mixes it with what the house draws, so that the log would not hold any more."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomorebets.client import Refused
from nomorebets.equipment.cards import CARDS
from nomorebets.games.registry import house_terms
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from nomorebets.table.actions import Shuffle
from tests.open_house import OpenHouse
from tests.unit.service.manual import Crew
from tests.unit.service.serving import serving

GAME = "high-card-flush"


def test_a_table_that_runs_by_itself_does_not_record_chance(house: OpenHouse) -> None:
    """One supervisor opened one, and from its first round on no export was in order and no backup could be restored."""
    floor = house.person(HouseRole.FLOOR)
    policy = {"dealing": "auto", "chance": "recorded"}
    new = {"game": GAME, "policy": policy}
    key = {"idempotency-key": os.urandom(8).hex()}
    assert house.ask("POST", "/v1/tables", new, floor.bearer | key).status == 400
    wanted = new | {"type": "submission", "submission": house_terms(GAME).document}
    assert house.ask("POST", "/v1/approvals", {"wanted": wanted}, floor.bearer).status == 400


def test_a_dealer_commits_to_nothing_where_chance_is_recorded(tmp_path: Path) -> None:
    """The house, which knows no seed for that, took it for a fault of its own and loaded the table again."""
    with serving(tmp_path) as served:
        floor, dealer, ann = served.staff("floor", "floor"), served.staff("dealer", "dealer"), served.guest()
        table = floor.open_table(GAME, policy=Policy(dealing="manual", chance="recorded"))

        def shuffles() -> Shuffle | None:
            offers = [one.action for one in dealer.table(table).offers]
            return next((one for one in offers if isinstance(one, Shuffle)), None)

        Crew(table, GAME, dealer, floor, ann).play(lambda _seen: shuffles() is not None)
        shuffle = replace(shuffles() or Shuffle(0), stack=CARDS.all, commitment="ab" * 32)
        with pytest.raises(Refused) as refused:
            dealer.act(table, shuffle)
        assert refused.value.status == 400
        dealer.act(table, replace(shuffle, commitment=""))
