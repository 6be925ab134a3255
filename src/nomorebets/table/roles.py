"""Who acts at a table, and who only watches."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    """What somebody is to a table."""

    __hash__ = str.__hash__  # that of an enumeration is slow, and whoever watches is looked up with every change

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    SECURITY = "security"
    SYSTEM = "system"  # of the house: it draws the chance, and deals where no person does
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ONLOOKER = "onlooker"


class Actor(Struct, frozen=True, gc=False):
    """Somebody, by role and name; the name of one of the staff may be left out."""

    role: Role
    name: str = ""


ONLOOKER = Actor(Role.ONLOOKER)
SYSTEM = Actor(Role.SYSTEM)


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)
