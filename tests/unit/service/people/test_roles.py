"""What somebody is to a table."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.service.people.roles import AT_TABLES, Given, HouseRole, actors, checked, has, plays, role_named
from nomorebets.table.roles import ONLOOKER, Actor, Role


@pytest.mark.parametrize(
    ("role", "at_table"),
    [
        (HouseRole.GUEST, [Role.PLAYER]),
        (HouseRole.PLAYER, [Role.PLAYER]),
        (HouseRole.DEALER, [Role.DEALER]),
        (HouseRole.FLOOR, [Role.SUPERVISOR, Role.SECURITY]),
        (HouseRole.SURVEILLANCE, [Role.SURVEILLANCE]),
        (HouseRole.AUDITOR, [Role.AUDITOR]),
    ],
)
def test_each_role_is_something_to_a_table_under_the_pseudonym(role: HouseRole, at_table: list[Role]) -> None:
    assert actors("person-1", (Given(role),), 1) == tuple(Actor(one, "person-1") for one in at_table)


def test_every_role_is_listed() -> None:
    assert set(AT_TABLES) == set(HouseRole)
    assert Role.SYSTEM not in {role for roles in AT_TABLES.values() for role in roles}


def test_a_role_at_one_table_is_nothing_at_another() -> None:
    given = (Given(HouseRole.DEALER, 1), Given(HouseRole.PLAYER, 2))
    assert actors("person-1", given, 1) == (Actor(Role.DEALER, "person-1"),)
    assert actors("person-1", given, 2) == (Actor(Role.PLAYER, "person-1"),)
    assert actors("person-1", given, 3) == (ONLOOKER,)


def test_who_has_no_role_looks_on() -> None:
    assert actors("person-1", (), 1) == (ONLOOKER,)


def test_one_role_twice_is_one_actor() -> None:
    given = (Given(HouseRole.GUEST), Given(HouseRole.PLAYER), Given(HouseRole.PLAYER, 1))
    assert actors("person-1", given, 1) == (Actor(Role.PLAYER, "person-1"),)


@pytest.mark.parametrize("role", HouseRole)
@pytest.mark.parametrize("table", [None, 1, 2])
def test_an_administrator_is_never_more_than_an_onlooker(role: HouseRole, table: int | None) -> None:
    assert actors("person-1", (Given(role), Given(HouseRole.ADMINISTRATOR, table)), 1) == (ONLOOKER,)


@pytest.mark.parametrize(
    "given",
    [
        [Given(HouseRole.ADMINISTRATOR), Given(HouseRole.DEALER, 1)],
        [Given(HouseRole.ADMINISTRATOR, 1)],
    ],
)
def test_nobody_is_an_administrator_and_something_else_or_at_one_table(given: list[Given]) -> None:
    with pytest.raises(BadInput, match="in the whole house, and no other"):
        checked(given)


def test_roles_that_go_together_are_kept_each_once() -> None:
    given = (Given(HouseRole.DEALER), Given(HouseRole.FLOOR, 1))
    assert checked([*given, given[0]]) == given
    assert checked([Given(HouseRole.ADMINISTRATOR)] * 2) == (Given(HouseRole.ADMINISTRATOR),)


def test_a_role_of_the_house_holds_at_every_table_but_not_the_other_way_round() -> None:
    given = [Given(HouseRole.FLOOR), Given(HouseRole.DEALER, 1)]
    assert has(given, HouseRole.FLOOR, 5)
    assert has(given, HouseRole.FLOOR)
    assert has(given, HouseRole.DEALER, 1)
    assert not has(given, HouseRole.DEALER, 2)
    assert not has(given, HouseRole.DEALER)


def test_guests_and_players_play() -> None:
    assert {role for role in HouseRole if plays([Given(role)])} == {HouseRole.GUEST, HouseRole.PLAYER}


def test_a_role_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    assert role_named("floor") == HouseRole.FLOOR
    with pytest.raises(BadInput, match="no role 'owner'; roles are guest, player, dealer, floor"):
        role_named("owner")
