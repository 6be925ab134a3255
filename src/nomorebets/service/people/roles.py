"""Roles in the house, and what somebody who has them is to a table.

Nobody manages accounts and acts at tables: who is an administrator is an onlooker at every table, whatever else.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.table.roles import ONLOOKER, Actor, Role
from nomorebets.table.state import State


class HouseRole(StrEnum):
    __hash__ = str.__hash__  # that of an enumeration is slow, and asked for whenever somebody is told something

    GUEST = "guest"
    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"  # a floor supervisor
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Given(Struct, frozen=True):
    """A role, in the whole house or (with its number) at one table only."""

    role: HouseRole
    table: int | None = None


AT_TABLES: dict[HouseRole, tuple[Role, ...]] = {  # in the order in which somebody acts who has several
    HouseRole.GUEST: (Role.PLAYER,),
    HouseRole.PLAYER: (Role.PLAYER,),
    HouseRole.DEALER: (Role.DEALER,),
    HouseRole.FLOOR: (Role.SUPERVISOR, Role.SECURITY),
    HouseRole.SURVEILLANCE: (Role.SURVEILLANCE,),
    HouseRole.AUDITOR: (Role.AUDITOR,),
    HouseRole.ADMINISTRATOR: (),
}
PLAYS = frozenset(role for role, roles in AT_TABLES.items() if Role.PLAYER in roles)


def has(given: Iterable[Given], role: HouseRole, table: int | None = None) -> bool:
    """Whether somebody has a role in the whole house, or at least at that table."""
    return any(one.role == role and one.table in (None, table) for one in given)


def plays(given: Iterable[Given]) -> bool:
    """Whether somebody may sit down at some table."""
    return any(one.role in PLAYS for one in given)


@lru_cache(maxsize=10_000)  # whoever watches is asked for again with every change
def actors(pseudonym: str, given: tuple[Given, ...], table: int) -> tuple[Actor, ...]:
    """What somebody is to a table, the first that they act as first; whoever is nothing else looks on."""
    roles = {one.role for one in given if one.table in (None, table) or one.role == HouseRole.ADMINISTRATOR}
    if HouseRole.ADMINISTRATOR in roles:
        return (ONLOOKER,)
    found = dict.fromkeys(Actor(at, pseudonym) for role in AT_TABLES if role in roles for at in AT_TABLES[role])
    return tuple(found) or (ONLOOKER,)


def of_one_side(found: Iterable[Actor], table: State) -> tuple[Actor, ...]:
    """Whoever sits at a table plays there and does nothing else: nobody deals to themselves or voids a loss."""
    return tuple([one for one in found if one.role == Role.PLAYER or not sits(one.name, table)])


def sits(pseudonym: str, table: State) -> bool:
    return any(seat.player == pseudonym for seat in table.seats.values())


def checked(given: Iterable[Given]) -> tuple[Given, ...]:
    """Roles that one person may have together, each once."""
    roles = tuple(dict.fromkeys(given))
    if any(one.role == HouseRole.ADMINISTRATOR for one in roles) and roles != (Given(HouseRole.ADMINISTRATOR),):
        raise BadInput("an administrator has that role in the whole house, and no other")
    return roles


def role_named(name: str) -> HouseRole:
    try:
        return HouseRole(name)
    except ValueError:
        raise BadInput(f"there is no role {name!r}; roles are {', '.join(HouseRole)}") from None
