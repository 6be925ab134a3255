"""Money: none comes from nothing, none is brought twice, and nobody leaves with what is already lost."""

import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from nomorebets.client import Refused
from nomorebets.games.registry import KEYS
from nomorebets.service.commands import Run
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from nomorebets.table.actions import Bet
from nomorebets.table.ledger import player
from tests.attacks.test_seats import open_for_bets, sit, together
from tests.open_house import OpenHouse, Person
from tests.unit.service.house import chosen
from tests.unit.service.playing import decided, watched

ALL = 100_000  # what a guest has
SLOW = Policy(pause_seconds=0, betting_seconds=60, deciding_seconds=3)
QUICK = Policy(pause_seconds=0, betting_seconds=0.5, deciding_seconds=0.5)


def balance(house: OpenHouse, who: Person) -> int:
    return int(house.ask("GET", "/v1/me", headers=who.bearer).json["balance"])


def number(house: OpenHouse, table: str) -> int:
    return next(row.id for row in house.site.writer.rows.values() if row.key == table)


def run(house: OpenHouse, table: str, policy: Policy) -> None:
    house.site.writer.ask(Run(number(house, table), policy)).result()


@pytest.mark.parametrize("chips", [-2, -(10**12), ALL + 1, 10**12, 10**12 + 1, -(10**12) - 1, 2**63, 10**30, 1.5, "1"])
def test_chips_that_one_has_not_got_are_not_brought(house: OpenHouse, chips: Any) -> None:
    table, who = house.table("pokette"), house.person()
    open_for_bets(house, table)
    answer = house.act(table, who, sit(3, chips=chips))
    if answer.status == 200:  # less than nothing says nothing: one brings what the table asks for
        assert chips < 0
        assert balance(house, who) == 0
        assert house.act(table, who, {"type": "Leave", "seat": 3}).status == 200
    else:
        assert answer.status in (400, 409)
    assert balance(house, who) == ALL


@pytest.mark.parametrize("amount", [0, -500, -(10**12), 1, ALL + 100, 10**12, 10**30])
def test_more_than_one_has_or_less_than_nothing_is_not_wagered(house: OpenHouse, amount: int) -> None:
    table, who = house.table("high-card-flush"), house.person()
    open_for_bets(house, table)
    run(house, table, SLOW)
    assert house.act(table, who, sit(4, chips=1000)).status == 200
    assert house.act(table, who, {"type": "Bet", "seat": 4, "wager": "ante", "amount": amount}).status in (400, 409)
    assert house.act(table, who, {"type": "Bet", "seat": 4, "wager": "ante", "amount": 1500}).status == 409
    assert house.act(table, who, {"type": "Leave", "seat": 4}).status == 200
    assert balance(house, who) == ALL


def test_the_same_money_is_not_brought_to_two_tables(house: OpenHouse) -> None:
    who, tables = house.person(), [house.table(game) for game in KEYS]
    for table in tables:
        open_for_bets(house, table)
    answers = together([lambda table=table: house.act(table, who, sit(5, chips=ALL)) for table in tables])
    assert sorted(one.status for one in answers) == [200, *[409] * (len(tables) - 1)]
    assert balance(house, who) == 0
    for table in tables:
        house.act(table, who, {"type": "Leave", "seat": 5})
    assert balance(house, who) == ALL


def test_several_seats_and_coming_again_make_no_money(house: OpenHouse) -> None:
    table, who = house.table("lunar-poker"), house.person()
    open_for_bets(house, table)
    for _ in range(5):
        for seat, chips in ((3, 40_000), (4, 60_000)):
            open_for_bets(house, table)
            assert house.act(table, who, sit(seat, chips=chips)).status == 200
        assert house.act(table, who, sit(5, chips=1)).status == 409
        for seat in (3, 4):
            assert house.act(table, who, {"type": "Leave", "seat": seat}).status == 200
        assert balance(house, who) == ALL


def test_a_wallet_is_filled_up_only_when_it_is_empty_and_nothing_is_out(house: OpenHouse) -> None:
    table, who = house.table("pai-gow"), house.person()
    open_for_bets(house, table)
    assert house.ask("POST", "/v1/me/play-money", {}, who.bearer).status == 409
    assert house.act(table, who, sit(2, chips=ALL)).status == 200
    answers = together([lambda: house.ask("POST", "/v1/me/play-money", {}, who.bearer)] * 4)
    assert {one.status for one in answers} == {409}
    assert house.act(table, who, {"type": "Leave", "seat": 2}).status == 200
    assert balance(house, who) == ALL


def test_coupons_are_taken_only_where_the_house_gave_some_out(house: OpenHouse) -> None:
    table, who = house.table("what-the-flush"), house.person()
    open_for_bets(house, table)
    assert house.act(table, who, sit(1, chips=5000)).status == 200
    for wager in ("ante", "play", "blind"):
        coupon = {"type": "Coupon", "seat": 1, "wager": wager, "amount": 500}
        assert house.act(table, who, coupon).status in (403, 409)
    assert not house.site.writer.running(number(house, table)).policy.coupons
    assert house.act(table, who, {"type": "Leave", "seat": 1}).status == 200


def test_one_supervisor_alone_has_no_table_take_coupons(house: OpenHouse) -> None:
    """Else they could sit down there and lay some of their own."""
    alone, other = (house.person(HouseRole.PLAYER, HouseRole.FLOOR) for _ in range(2))
    path = f"/v1/tables/{house.table('what-the-flush')}/policy"
    now = house.ask("GET", path).json
    for who in (alone, other):
        assert house.ask("PUT", path, now | {"coupons": True}, who.bearer).status == 403
    assert house.ask("GET", path).json == now
    new = {"game": "what-the-flush", "policy": {"coupons": True}}
    assert house.ask("POST", "/v1/tables", new, alone.bearer | {"idempotency-key": "coupons"}).status == 403
    wanted = new | {"type": "submission", "submission": {}}
    asked = house.ask("POST", "/v1/approvals", {"wanted": wanted}, alone.bearer).json
    approve = f"/v1/approvals/{asked['id']}/approve"
    assert house.ask("POST", approve, {}, alone.bearer).status == 403
    agreed = house.ask("POST", approve, {}, other.bearer)
    assert agreed.status == 200
    path = f"/v1/tables/{agreed.json['made']}/policy"
    taking = house.ask("GET", path).json
    assert taking["coupons"]
    for policy in (taking | {"name": "as it is"}, taking | {"coupons": False}):
        assert house.ask("PUT", path, policy, alone.bearer).status == 200
    assert house.ask("PUT", path, taking, alone.bearer).status == 403


@pytest.mark.parametrize("game", [game for game in KEYS if game != "pokette"])
def test_nobody_leaves_in_the_midst_of_a_round(house: OpenHouse, game: str) -> None:
    """Neither by leaving nor by going away: what is decided for who is not there is decided by the clock."""
    table, who = house.table(game), house.person()
    open_for_bets(house, table)
    run(house, table, SLOW)
    client, luck, began, tried = house.as_(who), random.Random(game), 0, 0
    assert house.act(table, who, sit(3, chips=50_000)).status == 200
    for seen in watched(client, table):
        bets = [one for one in seen.offers if isinstance(one.action, Bet) and one.action.seat == 3]
        if began and seen.round > began:
            break
        if not began and bets:
            began = seen.round
            client.act(table, chosen(replace(seen.view, offers=seen.offers), bets[0], luck))
            client.ready(table, 3)
        elif began and seen.view.phase != "betting" and seen.clock and 3 in seen.clock.seats:
            answer = house.act(table, who, {"type": "Leave", "seat": 3})
            assert answer.status == 409, (seen.view.phase, answer.body)
            tried += 1
            with suppress(Refused):  # the clock was faster
                client.act(table, decided(seen, luck))  # type: ignore[arg-type]
    assert tried
    run(house, table, QUICK)
    assert house.act(table, who, {"type": "Leave", "seat": 3}).status == 200
    running = house.site.writer.running(number(house, table)).table
    assert balance(house, who) == ALL + running.ledger.get(player(who.name), 0)


def test_who_signs_out_in_a_round_has_lost_what_is_lost(house: OpenHouse) -> None:
    table, who = house.table("packs-poker"), house.person()
    open_for_bets(house, table)
    run(house, table, QUICK)
    assert house.act(table, who, sit(1, chips=50_000)).status == 200
    began = 0
    for seen in watched(house.as_(who), table):
        bets = [one.action for one in seen.offers if isinstance(one.action, Bet)]
        if bets:
            began = seen.round
            assert house.act(table, who, msgspec.to_builtins(bets[0])).status == 200
            break
    assert house.ask("DELETE", "/v1/sessions/current", headers=who.bearer).status == 204
    for seen in watched(house.as_(None), table):
        if seen.round > began:
            break
    ledger = house.site.writer.running(number(house, table)).table.ledger
    with house.site.store.reading() as unit:
        stay = unit.wallets.stay(who.account.id, number(house, table))
    assert stay is not None
    assert (stay.brought, player(who.name) in ledger) == (50_000, True)
    again = house.person_again(who)
    assert house.act(table, again, {"type": "Leave", "seat": 1}).status == 200
    assert balance(house, again) == ALL + ledger[player(who.name)]
