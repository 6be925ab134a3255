"""Somebody acts at a table: as whatever they are there, with their own chips, and once."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from nomorebets.service.commands import Act, Command, Done
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NotAllowed
from nomorebets.service.running import Running
from nomorebets.service.seating import Chips
from nomorebets.table.actions import Action
from nomorebets.table.roles import Role

if TYPE_CHECKING:
    from nomorebets.service.site import Site

Number = Annotated[int, Meta(ge=0, le=10**12)]
ACTING = (Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.SECURITY)


class Acting(Struct, frozen=True, forbid_unknown_fields=True):
    """An action as it stands in an offer, for the round that it is meant for and, if that matters, the version."""

    action: Action
    round: Number = 0
    expected: Number = 0


async def act(site: "Site", who: Who, running: Running, acting: Acting, key: str, address: str) -> Done:
    """Have somebody's action recorded; from where it comes is an address as it is counted."""
    site.actions.take(who.pseudonym, site.clock_ms())
    actors = tuple(one for one in site.as_(who, running) if one.role in ACTING)
    if not actors:
        raise NotAllowed("you have no part in what happens at this table")
    chips = None
    if any(one.role == Role.PLAYER for one in actors):
        _welcome(who, running)
        chips = Chips(who.account, who.pseudonym, running.policy)
    asked = Act(running.row.id, actors, acting.action, str(who.account), key, acting.round, acting.expected, chips)
    return await in_turn(site, who, address, asked)


async def in_turn(site: "Site", who: Who, address: str, command: Command) -> Done:
    """Wait for the writer, with few others of one's own: else one person leaves no place there for anybody."""
    with site.waiting.held_by(who.pseudonym), site.waiting_from.held_by(address):
        return await site.writer.asked(command)


def _welcome(who: Who, running: Running) -> None:
    """Guests play where they are welcome."""
    if not running.policy.guests and not any(one.role != HouseRole.GUEST for one in who.roles):
        raise NotAllowed("guests do not play at this table")
