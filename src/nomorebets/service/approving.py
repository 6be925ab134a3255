"""What two people have agreed on is done in the unit in which the second one approves of it."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from nomorebets.games.registry import house_terms, terms
from nomorebets.service import policy as policies
from nomorebets.service.house import opened
from nomorebets.service.meters import adjusted
from nomorebets.service.people.approvals import What
from nomorebets.service.policy import Policy
from nomorebets.store.keys import Keys
from nomorebets.store.unit import Unit

Name = Annotated[str, Meta(max_length=100)]


class OpenTable(Struct, frozen=True, tag=What.SUBMISSION.value, forbid_unknown_fields=True):
    """A table under another submission than that of the house, that takes coupons, or with meters that it shares."""

    game: Name
    submission: dict[str, object]
    policy: Policy = Policy()
    links: dict[Name, Name] = {}


class AdjustMeter(Struct, frozen=True, tag=What.METER_ADJUSTMENT.value, forbid_unknown_fields=True):
    meter: Name
    cents: Annotated[int, Meta(ge=0, le=10**12)]
    reason: Annotated[str, Meta(min_length=1, max_length=400)]


Wanted = OpenTable | AdjustMeter


class Agreed(Struct, frozen=True):
    """What was asked for, by whom, and who has approved of it."""

    wanted: Wanted
    asked_by: str
    approved_by: str


def document(wanted: Wanted) -> str:
    """What is asked for, as it is approved of or not."""
    return msgspec.json.encode(wanted).decode()


def wanted_in(written: str) -> Wanted:
    found: Wanted = msgspec.json.decode(written, type=Wanted)
    return found


def changed(game: str, submission: dict[str, object] | None) -> bool:
    """Whether a submission is another one than that of the house: then a table is not opened by one person alone."""
    return submission is not None and terms(game, submission).submission != house_terms(game).submission


def check(wanted: Wanted) -> None:
    """Refuse what could not be done if it were approved of."""
    if isinstance(wanted, OpenTable):
        terms(wanted.game, wanted.submission)
        policies.check(wanted.policy)


def done(unit: Unit, keys: Keys, agreed: Agreed, at_ms: int) -> str:
    """Do what was agreed on: the name of what came of it."""
    wanted, by = agreed.wanted, agreed.approved_by
    if isinstance(wanted, AdjustMeter):
        return adjusted(unit, wanted.meter, wanted.cents, agreed.asked_by, by, wanted.reason, at_ms).name
    return opened(unit, keys, wanted.game, wanted.submission, wanted.policy, by, at_ms, links=wanted.links).key
